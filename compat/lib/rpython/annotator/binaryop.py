# genext: python2
"""Imported by tests for its side effects only: the engine has its rules built in."""
