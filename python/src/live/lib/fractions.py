"""Of the module `fractions`: the greatest common divisor, as Python 2 has it there."""


def gcd(a, b):
    """The greatest common divisor of two integers, with the sign of `b`, or of `a` if `b` is 0."""
    while b:
        a, b = b, a % b
    return a
