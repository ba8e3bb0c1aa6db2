"""Stack overflow as an exception.

    try:
        ...
    except rstackovf.StackOverflow:
        rstackovf.check_stack_overflow()
"""


class StackOverflow(RuntimeError):
    """Raised by translated programs; before translation any RuntimeError may be one."""


def check_stack_overflow():
    """Call it first in the handler: other RuntimeErrors are raised again before translation."""


_StackOverflow = StackOverflow
