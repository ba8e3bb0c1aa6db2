"""Errors of packing and unpacking."""


class StructError(Exception):
    """The format, or what is to be packed or unpacked, is wrong: `msg`."""

    def __str__(self):
        return self.msg

    def __init__(self, msg):
        self.msg = msg


class StructOverflowError(StructError):
    """A float is too large for its format."""
