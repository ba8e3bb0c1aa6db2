"""JIT hints: they have no effect on an untranslated program."""


def _nothing(**live):
    pass


class JitDriver(object):
    """Names the green and red variables of an interpreter loop."""

    def __init__(self, greens=None, reds=None, virtualizables=None,
                 get_printable_location=None, confirm_enter_jit=None,
                 can_never_inline=None, should_unroll_one_iteration=None,
                 name='jitdriver', check_untranslated=True, vectorize=False,
                 get_unique_id=None, is_recursive=False, get_location=None):
        self.greens = list(greens or [])
        self.autoreds = reds == 'auto'
        self.reds = [] if self.autoreds else list(reds or [])
        self.virtualizables = list(virtualizables or [])
        self.get_printable_location = get_printable_location
        self.name = name
        for v in self.virtualizables:
            assert v in self.reds, 'virtualizable %r is not red' % v

    def jit_merge_point(self, **live):
        """Checks the names given, once: the call is in the innermost loop."""
        self.jit_merge_point = _nothing
        expected = set(self.greens)
        if not self.autoreds:
            expected |= set(self.reds)
        if set(live) != expected:
            raise TypeError('%s: greens and reds are %s, but got %s' % (
                self.name, sorted(expected), sorted(live)))

    def can_enter_jit(self, **live):
        pass

    def loop_header(self):
        pass


def _same(func):
    return func


elidable = purefunction = dont_look_inside = look_inside = _same
unroll_safe = loop_invariant = not_in_trace = _same


def elidable_promote(promote_args='all'):
    return _same


def look_inside_iff(predicate):
    return _same


def oopspec(spec):
    return _same


def hint(x, **flags):
    return x


promote = promote_string = promote_unicode = assert_green = _same


def we_are_jitted():
    return False


def isconstant(x):
    return False


def isvirtual(x):
    return False


def record_exact_class(value, cls):
    assert type(value) is cls


def loop_unrolling_heuristic(lst, size, cutoff=2):
    return False


def set_param(driver, name, value):
    pass


def set_user_param(driver, text):
    pass


def conditional_call(condition, function, *args):
    if condition:
        function(*args)


def jit_debug(string, *args):
    pass


class _VirtualRef(object):
    def __init__(self, value):
        self._value = value

    def __call__(self):
        return self._value


virtual_ref = non_virtual_ref = _VirtualRef


def virtual_ref_finish(reference, value):
    assert reference._value is value
