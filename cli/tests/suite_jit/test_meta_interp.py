# genext: python2
"""`meta_interp` runs programs with a JIT, and compares."""
import py
from rpython.jit.metainterp.test.support import JitRefusal, LLJitMixin, WrongResult, stats
from rpython.rlib import jit, rerased
from rpython.rlib.jit import JitDriver, conditional_call_elidable, elidable, virtual_ref, virtual_ref_finish, vref_None
from rpython.rlib.rarithmetic import r_uint
from rpython.rtyper.llinterp import LLException


class TestResults(LLJitMixin):
    def test_loop(self):
        driver = JitDriver(greens=[], reds=['n', 'total'])

        def f(n):
            total = 0
            while n > 0:
                driver.jit_merge_point(n=n, total=total)
                total += n
                n -= 1
            return total
        assert self.meta_interp(f, [100]) == 5050
        self.check_trace_count(1)
        assert stats.last['entries'] > 0
        self.check_resops(int_add=1)

    def test_kinds_of_values(self):
        def f(n, x, s, u, b, w):
            if b:
                return '%s %d %s %s' % (s, n, str(x), str(w))
            return u.encode('utf-8')
        args = [3, 0.5, 'text', u'\u20ac uro', True, r_uint(1 << 63)]
        assert self.interp_operations(f, args) == 'text 3 0.5 9223372036854775808'
        args[4] = False
        assert self.interp_operations(f, args) == u'\u20ac uro'.encode('utf-8')
        assert self.interp_operations(lambda x: x / 3.0, [1.0]) == 1.0 / 3.0
        assert self.interp_operations(lambda n: chr(n), [65]) == 65

    def test_exceptions(self):
        driver = JitDriver(greens=[], reds=['n'])

        def f(n):
            while True:
                driver.jit_merge_point(n=n)
                n -= 1
                if n < 0:
                    raise KeyError
        py.test.raises(LLException, self.meta_interp, f, [20])

    def test_a_length_that_is_constant_round_the_loop(self):
        driver = JitDriver(greens=['i'], reds=['a'])
        code = [1, 2, 3, 0, 1]

        def f(a):
            i = 0
            c = len(code)
            while i < c:
                driver.jit_merge_point(i=i, a=a)
                a += code[i]
                if i == 3 and a < 200:
                    i = 0
                    driver.can_enter_jit(i=i, a=a)
                else:
                    i += 1
            return a
        assert self.meta_interp(f, [1]) == f(1)

    def test_virtual_references(self):
        driver = JitDriver(greens=[], reds=['n', 'total'])

        class Frame(object):
            def __init__(self, n):
                self.n = n

        class Context(object):
            top = vref_None
        context = Context()

        @jit.dont_look_inside
        def ask():
            return context.top().n

        def f(n):
            total = 0
            while n > 0:
                driver.jit_merge_point(n=n, total=total)
                frame = Frame(n)
                context.top = ref = virtual_ref(frame)
                total += frame.n
                if n % 5 == 0:
                    total += ask()
                context.top = vref_None
                virtual_ref_finish(ref, frame)
                n -= 1
            return total
        assert self.meta_interp(f, [100]) == f(100)

        def late(n):
            frame = Frame(n)
            ref = virtual_ref(frame)
            virtual_ref_finish(ref, frame)
            try:
                return ref().n
            except jit.InvalidVirtualRef:
                return -1
        assert self.interp_operations(late, [3]) == late(3) == -1

    def test_cached_values_that_are_false(self):
        def compute(n):
            return [n]

        def f(n):
            cached = None
            if n == 10:
                cached = []
            return len(conditional_call_elidable(cached, compute, n))
        assert self.interp_operations(f, [10]) == f(10) == 0
        assert self.interp_operations(f, [5]) == f(5) == 1

        def text(n):
            return str(n)

        def g(n):
            cached = None
            if n == 10:
                cached = ''
            return conditional_call_elidable(cached, text, n)
        assert self.interp_operations(g, [10]) == g(10) == ''
        assert self.interp_operations(g, [5]) == g(5) == '5'

    def test_erased_integers(self):
        def f(n):
            try:
                return rerased.unerase_int(rerased.erase_int(n))
            except OverflowError:
                return 7
        for n in [3, -3, (1 << 62) - 1, 1 << 62, -1 << 62, (-1 << 62) - 1]:
            assert self.interp_operations(f, [n]) == f(n)

    def test_what_is_answered_otherwise_with_a_jit(self):
        def f(n):
            if jit.we_are_jitted():
                return n
            return -n
        assert self.interp_operations(f, [5]) == 5


class TestMistakes(LLJitMixin):
    def test_a_wrong_hint_is_found(self):
        driver = JitDriver(greens=[], reds=['n', 'total'])

        class Counter(object):
            count = 0
        counter = Counter()

        @elidable
        def count():
            counter.count += 1
            return counter.count

        def f(n):
            total = 0
            while n > 0:
                driver.jit_merge_point(n=n, total=total)
                total += count()
                n -= 1
            return total
        e = py.test.raises(WrongResult, self.meta_interp, f, [100])
        assert 'the result is 5050 without a JIT' in str(e.value)

    def test_a_program_without_a_merge_point(self):
        e = py.test.raises(JitRefusal, self.meta_interp, lambda n: n, [1])
        assert 'E0700' in str(e.value)
