# A `long` may be as small as an `int`: as a bound of a slice, and as a key.
one = ((1 << 63) - 1) & 1
three = one + 2
big = 1 << 70
l = [1, 2, 3, 4]
print '1234'[one:three], '1234'[:one], l[one:], l[:three], (1, 2, 3)[one:], u'abc'[one:] == u'bc'
print l[-one:], l[:-one], l[::2 * one], l[::-one], l[-big:big], l[big:], l[:-big], l[big:-big:-one]
print slice(one, three).indices(4), slice(-one, None, -one).indices(4), slice(-big, big).indices(4)
l[one:2 * one] = [7, 7, 7]
print l
del l[0L:one]
print l
l[::2 * one] = [9, 9, 9] if len(l[::2]) == 3 else [9, 9]
print l


class Index(object):
    def __index__(self):
        return one


print 'abc'[Index():], l[:Index()]
d = {one: 'a'}
d[True] = 'b'
d[0L] = 'c'
d[False] = 'd'
print len(d), d[1], d[0], True in {1L: 0}, 0L in {False: 1}, set([1L, True, 1]) == set([True]), {1L: 5} == {True: 5}
print True in [one], [one].index(True), [0L, False].count(0L), (True, 2) == (one, 2), [False] == [0L], (one,) == (False,)
print hash(True) == hash(one), cmp((True,), (2L,)), cmp([1L], [True]), True == one, False == one
print isinstance(one, int), isinstance(1, long), isinstance(True, long), issubclass(long, int), isinstance(one, (int, str))
print isinstance(one, long), isinstance(True, int), issubclass(bool, int), isinstance(big, int)
print round(1, -4), round(1, -9223372036854775808), round(15, -1), round(-2.5)
