# genext: python2
"""Translation as tests see it."""
