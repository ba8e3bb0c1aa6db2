"""Stack overflow as an exception: the pattern is

    try: ...
    except rstackovf.StackOverflow:
        rstackovf.check_stack_overflow()
"""

StackOverflow = RecursionError


def check_stack_overflow():
    pass
