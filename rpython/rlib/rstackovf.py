"""Stack overflow as an exception.

    try:
        ...
    except rstackovf.StackOverflow:
        rstackovf.check_stack_overflow()
"""


# What translated programs raise; before translation any of them may be one.
StackOverflow = RecursionError


def check_stack_overflow():
    """Call it first in the handler: other RuntimeErrors are raised again before translation."""


_StackOverflow = StackOverflow
