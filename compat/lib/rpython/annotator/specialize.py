# genext: python2
"""Specialisation happens in the engine; tests import the name only."""
