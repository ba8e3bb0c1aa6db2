"""Test cases as classes."""
import pytest


class SkipTest(pytest.Skipped):
    pass


def skip(reason):
    return pytest.mark.skip(reason=reason)


def skipIf(condition, reason):
    return pytest.mark.skipif(condition, reason=reason)


def skipUnless(condition, reason):
    return pytest.mark.skipif(not condition, reason=reason)


def expectedFailure(f):
    return pytest.mark.xfail(f)


class TestCase(object):
    failureException = AssertionError

    def __init__(self, methodName='runTest'):
        self._testMethodName = methodName
        self._cleanups = []

    def id(self):
        return self._testMethodName

    def fail(self, msg=None):
        raise AssertionError(msg)

    def skipTest(self, reason):
        raise pytest.Skipped(reason)

    def addCleanup(self, f, *args, **kw):
        self._cleanups.append((f, args, kw))

    def _check(self, fine, standard, msg):
        if not fine:
            raise AssertionError(msg or standard)

    def assertTrue(self, x, msg=None):
        self._check(x, '%r is not true' % (x,), msg)

    assert_ = failUnless = assertTrue

    def assertFalse(self, x, msg=None):
        self._check(not x, '%r is not false' % (x,), msg)

    failIf = assertFalse

    def assertEqual(self, a, b, msg=None):
        self._check(a == b, '%r != %r' % (a, b), msg)

    assertEquals = failUnlessEqual = assertListEqual = assertDictEqual = assertTupleEqual = assertEqual
    assertSetEqual = assertMultiLineEqual = assertSequenceEqual = assertEqual

    def assertNotEqual(self, a, b, msg=None):
        self._check(a != b, '%r == %r' % (a, b), msg)

    assertNotEquals = failIfEqual = assertNotEqual

    def assertAlmostEqual(self, a, b, places=7, msg=None, delta=None):
        close = abs(a - b) <= delta if delta is not None else round(abs(a - b), places) == 0
        self._check(a == b or close, '%r != %r within %r places' % (a, b, places), msg)

    assertAlmostEquals = assertAlmostEqual

    def assertIs(self, a, b, msg=None):
        self._check(a is b, '%r is not %r' % (a, b), msg)

    def assertIsNot(self, a, b, msg=None):
        self._check(a is not b, 'unexpectedly identical: %r' % (a,), msg)

    def assertIsNone(self, a, msg=None):
        self._check(a is None, '%r is not None' % (a,), msg)

    def assertIsNotNone(self, a, msg=None):
        self._check(a is not None, 'unexpectedly None', msg)

    def assertIn(self, a, b, msg=None):
        self._check(a in b, '%r not found in %r' % (a, b), msg)

    def assertNotIn(self, a, b, msg=None):
        self._check(a not in b, '%r unexpectedly found in %r' % (a, b), msg)

    def assertIsInstance(self, a, b, msg=None):
        self._check(isinstance(a, b), '%r is not an instance of %r' % (a, b), msg)

    def assertGreater(self, a, b, msg=None):
        self._check(a > b, '%r not greater than %r' % (a, b), msg)

    def assertGreaterEqual(self, a, b, msg=None):
        self._check(a >= b, '%r not greater than or equal to %r' % (a, b), msg)

    def assertLess(self, a, b, msg=None):
        self._check(a < b, '%r not less than %r' % (a, b), msg)

    def assertLessEqual(self, a, b, msg=None):
        self._check(a <= b, '%r not less than or equal to %r' % (a, b), msg)

    def assertItemsEqual(self, a, b, msg=None):
        self._check(sorted(a) == sorted(b), '%r and %r differ' % (a, b), msg)

    assertCountEqual = assertItemsEqual

    def assertRaises(self, exc, f=None, *args, **kw):
        if f is None:
            return pytest.RaisesContext(exc)
        try:
            f(*args, **kw)
        except exc:
            return
        raise AssertionError('%s not raised' % exc.__name__)

    failUnlessRaises = assertRaises


def main(*args, **kw):
    pass
