"""Stack overflow as an exception: the pattern is

    try: ...
    except rstackovf.StackOverflow:
        rstackovf.check_stack_overflow()
"""

try:
    StackOverflow = RecursionError
except NameError:
    StackOverflow = RuntimeError


def check_stack_overflow():
    pass
