"""Hints for the JIT and the description of interpreter loops.

    driver = JitDriver(greens=['pc', 'code'], reds=['frame'])

    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        ...
        driver.can_enter_jit(pc=pc, code=code, frame=frame)   # at backward jumps
"""

from rpython.rlib.nonconst import NonConstant
from rpython.rlib.objectmodel import (
    CDefinedIntSymbolic, keepalive_until_here, not_rpython, specialize,
    we_are_translated)
from rpython.rlib.unroll import unrolling_iterable

DEBUG_ELIDABLE_FUNCTIONS = False


# ____________________________________________________________ on functions


def elidable(func):
    """The result depends on the arguments alone, and what else happens may be forgotten or repeated."""
    if getattr(func, '_jit_unroll_safe_', False):
        raise TypeError('%s cannot be both elidable and unroll_safe' % func.__name__)
    func._elidable_function_ = True
    return func


purefunction = elidable


def dont_look_inside(func):
    """The JIT calls the function and does not look at its body."""
    func._jit_look_inside_ = False
    return func


def look_inside(func):
    func._jit_look_inside_ = True
    return func


def unroll_safe(func):
    """Loops in the function may be unrolled: they run a few times, a number constant to the JIT."""
    if getattr(func, '_elidable_function_', False):
        raise TypeError('%s cannot be both elidable and unroll_safe' % func.__name__)
    func._jit_unroll_safe_ = True
    return func


def loop_invariant(func):
    """The result, of no arguments, stays the same during one run of a loop. It is traced into, as others are."""
    func._jit_loop_invariant_ = True
    return func


def oopspec(spec):
    def decorate(func):
        func.oopspec = spec
        return func
    return decorate


def not_in_trace(func):
    """Calls of the function disappear from compiled code."""
    func.oopspec = 'jit.not_in_trace()'
    return func


@not_rpython
def elidable_promote(promote_args='all'):
    """`elidable`, with the arguments promoted by every caller."""
    def decorate(func):
        elidable(func)
        count = func.__code__.co_argcount
        if promote_args == 'all':
            positions = list(range(count))
        else:
            positions = [int(i) for i in promote_args.split(',')]
        chosen = unrolling_iterable([(i, i in positions) for i in range(count)])

        def promoting(*args):
            promoted = ()
            for i, wanted in chosen:
                if wanted:
                    promoted = promoted + (hint(args[i], promote=True),)
                else:
                    promoted = promoted + (args[i],)
            return func(*promoted)
        promoting.__name__ = func.__name__ + '_promote'
        return promoting
    return decorate


purefunction_promote = elidable_promote


@not_rpython
def look_inside_iff(predicate):
    """The JIT looks inside if `predicate`, of the same arguments, says so; loops are then unrolled.

    Where the result is specialised, so is all that it calls: what is constant there stays constant.
    """
    def decorate(func):
        unroll_safe(func)

        @specialize.call_location()
        def opaque(*args):
            return func(*args)
        dont_look_inside(opaque)
        for called in (func, predicate):
            if not hasattr(called, '_annspecialcase_'):
                specialize.call_location()(called)
        opaque.__name__ = func.__name__ + '_opaque'

        choosing = _with_names_of(func, _CHOOSING, {'we_are_jitted': we_are_jitted, 'predicate': predicate, 'func': func,
                                                    'opaque': opaque})
        choosing.__name__ = func.__name__
        return choosing
    return decorate


_CHOOSING = '''def choosing(%s):
    if not we_are_jitted() or predicate(%s):
        return func(%s)
    return opaque(%s)
'''


def _with_names_of(func, text, names):
    """The function `choosing` of a text, with the arguments of another function: decorators ask for their names."""
    code = func.__code__
    arguments = ', '.join(code.co_varnames[:code.co_argcount])
    if code.co_flags & 12 or func.__defaults__ or not names.keys().isdisjoint(code.co_varnames[:code.co_argcount]):
        arguments = '*args'
    exec(text.replace('%s', arguments), names)
    return names['choosing']


# ____________________________________________________________ on values


def hint(x, **kwds):
    """Translated natively: `x`, with advice for the JIT (promote, access_directly, ...)."""
    return x


@specialize.argtype(0)
def promote(x):
    """Compiled code is specialised for the value that `x` has."""
    return hint(x, promote=True)


def promote_string(x):
    return hint(x, promote_string=True)


def promote_unicode(x):
    return hint(x, promote_unicode=True)


@specialize.call_location()
def isconstant(value):
    """Translated natively: whether the JIT knows the value; False outside of compiled code."""
    return False


@specialize.call_location()
def isvirtual(value):
    """Translated natively: whether the JIT keeps the object off the heap."""
    return False


@specialize.call_location()
def loop_unrolling_heuristic(lst, size, cutoff=2):
    """Whether a loop over the list is worth unrolling."""
    return size == 0 or isvirtual(lst) or (isconstant(size) and size <= cutoff)


def we_are_jitted():
    """Translated natively: True in code that the JIT looks at."""
    return False


def current_trace_length():
    """Translated natively."""
    return -1


def jit_debug(string, *args):
    """Translated natively: a message in the log of the JIT."""


class AssertGreenFailed(Exception):
    pass


def assert_green(value):
    """Translated natively: fails if the JIT does not know the value."""


def record_exact_value(value, const_value):
    """Translated natively: tells that a value is the constant; what follows may go by it."""
    assert value == const_value


@specialize.call_location()
def record_known_result(result, func, *args):
    """Tells that an elidable function gives this result for the arguments. The JIT makes nothing of it."""
    if not we_are_translated():
        assert func(*args) == result


def record_exact_class(value, cls):
    """Translated natively: tells the JIT the class of an object."""
    assert type(value) is cls


@specialize.arg(1)
def record_known_class(value, cls):
    """That an object is an instance of a class. The JIT finds it out."""
    assert isinstance(value, cls)


@specialize.call_location()
def conditional_call(condition, function, *args):
    """A call that is rarely made: compiled code has it only where it was seen."""
    if condition:
        function(*args)


@specialize.call_location()
def conditional_call_elidable(value, function, *args):
    """Computes a cached value if it is still missing: None, or the integer 0."""
    if isinstance(value, int):
        if value == 0:
            value = function(*args)
    elif value is None:
        value = function(*args)
        if not we_are_translated():
            assert value is not None
    return value


# What RPython's own function calls in compiled code.
_jit_conditional_call_value = conditional_call_elidable


def virtual_ref(x):
    """A reference to a frame that can be in a place that everybody sees while the frame itself is local: called, it gives the frame.
    To be ended by `virtual_ref_finish`."""
    return DirectJitVRef(x)


def virtual_ref_finish(vref, x):
    """The frame `x` is left: who has not asked the reference for it until now will get InvalidVirtualRef."""
    keepalive_until_here(x)
    vref._finish()


def non_virtual_ref(x):
    """The same for an object that is there in any case."""
    return DirectVRef(x)


class InvalidVirtualRef(Exception):
    """The frame is gone, and nobody asked for it in time."""


# What the state of a reference says. Any other number is a token: the target waits to be allocated in a frame of
# compiled code, which its owner runs in.
_NOT_ASKED, _ASKED, _LEFT = 0, 1, 2


def _redeem(token):
    """Has the target allocated that a token stands for."""
    raise AssertionError("there are no tokens where nothing is compiled")


class DirectVRef(object):
    """A reference: the target is there, but not once it was left unasked for.

    Compiled code knows the two fields by their names, and how they are used here: who reads `_target` has read `_state`
    before, `_state` is changed after `_target`, and who asks has no other reference to the target."""
    _virtual_reference_ = True

    def __init__(self, x):
        self._target = x
        self._state = _NOT_ASKED

    def __call__(self):
        state = self._state
        if state != _ASKED:
            if state == _LEFT:
                raise InvalidVirtualRef
            if state != _NOT_ASKED:
                _redeem(state)
            self._state = _ASKED
        return self._target

    @property
    def virtual(self):
        """Whether nobody has asked for the target yet."""
        return self._state != _ASKED and self._state != _LEFT

    def _finish(self):
        if self._state != _ASKED:
            self._target = None
            self._state = _LEFT


class DirectJitVRef(DirectVRef):
    def __init__(self, x):
        assert x is not None
        DirectVRef.__init__(self, x)


vref_None = non_virtual_ref(None)


@not_rpython
def jit_callback(name):
    """A decorator for functions that are called from outside of the program, with a merge point in front of them."""
    def decorate(func):
        arguments = ', '.join(['a%d' % i for i in range(func.__code__.co_argcount)])
        scope = {'driver': JitDriver(greens=[], reds='auto', name=name, get_printable_location=lambda: name),
                 'function': func}
        exec('def callback(%s):\n    driver.jit_merge_point()\n    return function(%s)\n' % (arguments, arguments), scope)
        return scope['callback']
    return decorate


class JitHookInterface(object):
    """What a policy can be told of RPython's tracing JIT. There are no traces here, so none of this is called; the log of the JIT
    (`GENEXT_LOG`) tells what is compiled."""

    def on_abort(self, reason, jitdriver, greenkey, greenkey_repr, logops, operations):
        """A trace was given up."""

    def on_trace_too_long(self, jitdriver, greenkey, greenkey_repr):
        """A trace was given up for its length."""

    def before_compile(self, debug_info):
        """A loop is about to be compiled."""

    def after_compile(self, debug_info):
        """A loop was compiled."""

    def before_compile_bridge(self, debug_info):
        """A bridge is about to be compiled."""

    def after_compile_bridge(self, debug_info):
        """A bridge was compiled."""


class Counters(object):
    """Numbers of what RPython's JIT counts."""
    counter_names = [
        'TRACING', 'BACKEND', 'OPS', 'RECORDED_OPS', 'GUARDS', 'OPT_OPS', 'OPT_GUARDS', 'OPT_GUARDS_SHARED', 'OPT_FORCINGS',
        'OPT_VECTORIZE_TRY', 'OPT_VECTORIZED', 'ABORT_TOO_LONG', 'ABORT_BRIDGE', 'ABORT_BAD_LOOP', 'ABORT_ESCAPE',
        'ABORT_FORCE_QUASIIMMUT', 'NVIRTUALS', 'NVHOLES', 'NVREUSED', 'TOTAL_COMPILED_LOOPS', 'TOTAL_COMPILED_BRIDGES',
        'TOTAL_FREED_LOOPS', 'TOTAL_FREED_BRIDGES']
    ncounters = len(counter_names)


for _number, _name in enumerate(Counters.counter_names):
    setattr(Counters, _name, _number)


# ____________________________________________________________ loops


class JitHintError(Exception):
    """The greens and reds of a merge point are not those of its driver."""


PARAMETERS = {
    'threshold': 1039, 'function_threshold': 1619, 'trace_eagerness': 200,
    'decay': 40, 'trace_limit': 6000, 'inlining': 1, 'loop_longevity': 1000,
    'retrace_limit': 0, 'pureop_historylength': 16, 'max_retrace_guards': 15,
    'max_unroll_loops': 0, 'disable_unrolling': 200, 'enable_opts': 'all',
    'max_unroll_recursion': 7, 'vec': 0, 'vec_cost': 0, 'vec_all': 0,
}

unroll_parameters = unrolling_iterable(list(PARAMETERS.items()))

# For the help that an interpreter prints.
PARAMETER_DOCS = dict([(_name, 'accepted, without effect') for _name in PARAMETERS])
PARAMETER_DOCS['threshold'] = 'how often a loop is entered before it is compiled; 0 or less turns the JIT off'
PARAMETER_DOCS['trace_eagerness'] = 'how often a way out of compiled code is taken before it is compiled, too'
PARAMETER_DOCS['decay'] = 'thousandths that counts of entries lose from one tick to the next'
PARAMETER_DOCS['max_unroll_recursion'] = 'how often a function may be among those in progress to be compiled into its caller'


class JitDriver(object):
    """The variables of an interpreter loop.

    greens         say where in the interpreted program the loop is
    reds           everything else; 'auto' lets translation find them
    virtualizables the reds whose fields live in registers
    """
    active = True
    greens = []
    reds = []
    virtualizables = []
    name = 'jitdriver'
    inline_jit_merge_point = False

    def __init__(self, greens=None, reds=None, virtualizables=None,
                 get_jitcell_at=None, set_jitcell_at=None,
                 get_printable_location=None, confirm_enter_jit=None,
                 can_never_inline=None, should_unroll_one_iteration=None,
                 name='jitdriver', check_untranslated=True, vectorize=False,
                 get_unique_id=None, is_recursive=False, get_location=None):
        # A subclass may declare its variables as class attributes.
        self.greens = list(self.greens if greens is None else greens)
        self.name = name
        self.autoreds = isinstance(reds, str) and reds == 'auto'
        if self.autoreds:
            if confirm_enter_jit is not None:
                raise TypeError("reds='auto' is not compatible with confirm_enter_jit")
            self.reds = []
            self.numreds = None
        else:
            self.reds = list(self.reds if reds is None else reds)
            self.numreds = len(self.reds)
        self.virtualizables = list(self.virtualizables if virtualizables is None else virtualizables)
        for variable in self.virtualizables:
            if variable not in self.reds:
                raise JitHintError("virtualizable '%s' is not among the reds" % variable)
        for variable in self.greens:
            if variable in self.reds:
                raise JitHintError("'%s' is both green and red" % variable)
        self.get_printable_location = get_printable_location
        self.get_location = get_location
        self.get_unique_id = get_unique_id
        self.confirm_enter_jit = confirm_enter_jit
        self.can_never_inline = can_never_inline
        self.should_unroll_one_iteration = should_unroll_one_iteration
        self.check_untranslated = check_untranslated
        self.is_recursive = is_recursive
        self.vec = vectorize
        self._checked = False

    def _freeze_(self):
        return True

    def _check_names(self, names):
        expected = set(self.greens)
        if not self.autoreds:
            expected = expected | set(self.reds)
        if set(names) != expected:
            raise JitHintError('%s: the variables are %s, but the call names %s' % (
                self.name, sorted(expected), sorted(names)))

    def jit_merge_point(_self, **livevars):
        """Translated natively: the head of the loop."""
        if not _self._checked:
            _self._checked = True
            _self._check_names(list(livevars.keys()))

    def can_enter_jit(_self, **livevars):
        """Translated natively: a jump back of the interpreted program."""
        if _self.autoreds:
            raise TypeError("can_enter_jit() cannot be used with reds='auto'")
        _self._check_names(list(livevars.keys()))

    def loop_header(self):
        """Translated natively: a jump back, said at the merge point itself."""

    def inline(self, call_jit_merge_point):
        assert self.autoreds, "inline() needs reds='auto'"
        self.inline_jit_merge_point = True

        def decorate(func):
            func._inline_jit_merge_point_ = call_jit_merge_point
            return func
        return decorate

    def clone(self):
        result = object.__new__(type(self))
        result.__dict__.update(self.__dict__)
        result._checked = False
        return result


def set_param(driver, name, value):
    """Translated natively: sets a parameter of one driver, or of all (None); the value None is the default."""
    assert name in PARAMETERS


@specialize.arg(0, 1)
def set_param_to_default(driver, name):
    set_param(driver, name, None)


class TraceLimitTooHigh(Exception):
    """No trace may be that long. It is never raised: there are no traces, and newer versions of RPython have longer ones."""


@specialize.arg(0)
def set_user_param(driver, text):
    """Parameters as a user writes them: 'off', 'default', or 'name=value,...'; ValueError if that is not so."""
    if text == 'off':
        set_param(driver, 'threshold', -1)
        set_param(driver, 'function_threshold', -1)
    elif text == 'default':
        for known, _ in unroll_parameters:
            set_param_to_default(driver, known)
    else:
        for setting in text.split(','):
            parts = setting.strip(' ').split('=')
            if len(parts) != 2:
                raise ValueError
            _set_user_param(driver, parts[0], parts[1])


@specialize.arg(0)
def _set_user_param(driver, name, value):
    if name == 'enable_opts':
        set_param(driver, 'enable_opts', value)
        return
    for known, _ in unroll_parameters:
        if known != 'enable_opts' and known == name:
            set_param(driver, known, int(value))
            return
    raise ValueError


def enter_portal_frame(unique_id):
    """A frame of the interpreter that a merge point does not show begins here: for profilers, which do not exist here."""


def leave_portal_frame(unique_id):
    """A frame begun by `enter_portal_frame` ends."""


class Counters(object):
    """Names of what RPython's JIT counts. All are zero here."""
    counter_names = """TRACING BACKEND OPS HEAPCACHED_OPS RECORDED_OPS GUARDS OPT_OPS OPT_GUARDS OPT_GUARDS_SHARED OPT_FORCINGS
        OPT_VECTORIZE_TRY OPT_VECTORIZED ABORT_TOO_LONG ABORT_BRIDGE ABORT_BAD_LOOP ABORT_ESCAPE ABORT_FORCE_QUASIIMMUT
        ABORT_SEGMENTED_TRACE FORCE_VIRTUALIZABLES NVIRTUALS NVHOLES NVREUSED TOTAL_COMPILED_LOOPS TOTAL_COMPILED_BRIDGES
        TOTAL_FREED_LOOPS TOTAL_FREED_BRIDGES""".split()
    ncounters = len(counter_names)


for _number, _name in enumerate(Counters.counter_names):
    setattr(Counters, _name, _number)
