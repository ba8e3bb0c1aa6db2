# genext: python2
"""Terminals: their settings can neither be asked for nor set."""

all_constants = {}


def tcgetattr(fd):
    raise NotImplementedError('tcgetattr() cannot be called')


def tcsetattr(fd, when, attributes):
    raise NotImplementedError('tcsetattr() cannot be called')
