# genext: python2
"""Errors of the rtyper."""


class TyperError(Exception):
    """The rtyper cannot type an operation."""


class MissingRTypeOperation(TyperError):
    pass
