# genext: python2
"""Errors of the flow space."""


class FlowingError(Exception):
    """The function is not RPython."""
    def __init__(self, message=None):
        Exception.__init__(self, message)
        self.msg = message
        self.source = None

    def __str__(self):
        text = str(self.msg)
        return text + '\n' + self.source if self.source else text


class StopFlowing(Exception):
    pass
