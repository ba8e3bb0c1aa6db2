# genext: python2
"""Tests that compile functions."""
from rpython.translator.c.test.test_genc import compile


class AbstractGCTestClass(object):
    gcpolicy = 'boehm'
    use_threads = False

    def getcompiled(self, func, argstypelist=[], annotatorpolicy=None, extra_options={}):
        return compile(func, argstypelist)
