"""Values that translation must not take for constants."""


def NonConstant(value):
    """Translated natively: the same value, forgotten to be constant."""
    return value
