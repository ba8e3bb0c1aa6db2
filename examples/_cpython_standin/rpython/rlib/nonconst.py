def NonConstant(x):
    """A value that translation must not take for a constant."""
    return x
