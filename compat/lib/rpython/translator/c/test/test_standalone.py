# genext: python2
"""Tests that compile programs."""
import py


class StandaloneTests(object):
    config = None

    def compile(self, entry_point, *args, **kwds):
        py.test.skip('standalone programs are built by `genext build`')
