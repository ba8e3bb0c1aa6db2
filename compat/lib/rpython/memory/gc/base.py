# genext: python2
"""The collector is part of the run time, not a program in RPython: its classes are names only."""


class GCBase(object):
    pass


class MovingGCBase(GCBase):
    moving_gc = True
