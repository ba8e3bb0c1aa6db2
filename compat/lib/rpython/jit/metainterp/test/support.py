# genext: python2
"""`LLJitMixin`: tests of interpreters run them through a JIT with `meta_interp`.

The function is run by the interpreter of low-level graphs, and as a program with a JIT, which compiles at the first
arrival, or at a later one: both must give the same result, or raise the same exception. What a test asks about
the traces of RPython's JIT afterwards has no answer here, apart from whether anything was compiled and entered at all;
a line in the test's output tells of each question that was not asked.
"""
import os
import tempfile
import _genext_jit
from rpython.rlib.jit import AssertGreenFailed, JitDriver  # noqa
from rpython.rlib.longlong2float import float2longlong
from rpython.rlib.rarithmetic import base_int
from rpython.rtyper import llinterp
from rpython.rtyper.llinterp import LLException, LLFatalError
from rpython.rtyper.lltypesystem import lltype

# The settings of the JIT that a loop runs with: compiled at once; entered later; edges executed at first.
SETTINGS = ['threshold=1', 'threshold=3', 'threshold=2,edge_threshold=3']
# The same for operations, which are done once.
ONCE = ['threshold=1', 'threshold=1,edge_threshold=2']


class JitRefusal(Exception):
    """The function cannot be translated with a JIT: an error of genext."""


class WrongResult(AssertionError):
    """The program with a JIT does something else than without."""


class stats(object):
    """What the last program with a JIT has told of itself: from the last line of its log."""
    last = {}


_PRELUDE = '''
import os
from rpython.rlib.jit import JitDriver
from rpython.rlib.rarithmetic import r_uint, r_longlong, r_ulonglong
from rpython.rlib.longlong2float import float2longlong

def text_of(s):
    if s is None:
        return 'None'
    return ' '.join(['text'] + [str(ord(c)) for c in s])
'''

_METHOD = '''
def entry_point(argv):
    i = 1
    while True:
        result = function({arguments})
        os.write(1, {shown} + '\\n')
        i += 1
        if i > {repeat}:
            return 0
'''

# One turn of a loop with a merge point: its first arrival is compiled.
_OPERATIONS = '''
driver = JitDriver(greens=[], reds='auto')

def loop({names}):
    while True:
        driver.jit_merge_point()
        result = function({names})
        if turns.done():
            return result

class Turns(object):
    def done(self):
        return True

turns = Turns()

def entry_point(argv):
    result = loop({arguments})
    os.write(1, {shown} + '\\n')
    return 0
'''


def _argument(i, x):
    """How a program gets an argument from its command line, and the word there."""
    word = 'argv[%d]' % i
    text = getattr(x, '_text', x)
    if isinstance(x, bool):
        return "(%s == '1')" % word, str(int(x))
    if isinstance(x, base_int):
        name = type(x).__name__
        if not x.SIGNED and x.BITS >= 64:
            signed = int(x)
            if signed >= 1 << 63:
                signed -= 1 << 64
            return 'r_uint(int(%s))' % word, str(signed)
        return 'int(%s)' % word, str(int(x))
    if isinstance(x, (int, long)):
        return 'int(%s)' % word, str(x)
    if isinstance(x, float):
        return 'float(%s)' % word, repr(x)
    if isinstance(text, unicode):
        word += ".decode('utf-8')"
        if text is x and len(x) == 1:
            word += '[0]'
        return word, text.encode('utf-8')
    if isinstance(text, str):
        if text is x and len(x) == 1:
            word += '[0]'
        return word, text
    if x is None:
        return 'None', ''
    raise TypeError('a program cannot take %r from its command line' % (x,))


def _shown(result):
    """The expression that shows a result of this kind, and what it gives for this one."""
    if isinstance(result, bool):
        return 'str(int(result))', str(int(result))
    if isinstance(result, base_int) and not result.SIGNED:
        return 'str(result)', str(long(result))
    if isinstance(result, (int, long, base_int)):
        return 'str(result)', str(int(result))
    if isinstance(result, float):
        return 'str(float2longlong(result))', str(float2longlong(result))
    if result is None:
        return "'None'", 'None'
    text = getattr(result, '_text', result)
    if isinstance(text, (str, unicode)):
        return 'text_of(result)', ' '.join(['text'] + [str(ord(c)) for c in text])
    # An object: that the program comes to an end is all that can be seen.
    return "'object'", 'object'


def _facts(log):
    """The numbers of the log's last line."""
    found = {}
    for line in log.splitlines():
        if line.startswith('jit summary '):
            for pair in line.split()[2:]:
                name, _, value = pair.partition('=')
                found[name] = int(value)
    return found


# What a program may ask that is answered otherwise with a JIT.
_QUESTIONS = ['we_are_jitted', 'current_trace_length', 'isconstant', 'isvirtual']


def _asks(function, seen):
    """Whether a function, or one that it refers to, asks whether there is a JIT."""
    function = getattr(function, 'im_func', function)
    code = getattr(function, 'func_code', None)
    if code is None or function in seen:
        return False
    seen.add(function)
    if getattr(function, 'oopspec', '') == 'jit.not_in_trace()':
        return True
    cells = [c.cell_contents for c in function.func_closure or ()]
    named = [function.func_globals.get(name) for name in code.co_names]
    return (any([name in _QUESTIONS for name in code.co_names + code.co_freevars])
            or any([_asks(f, seen) for f in cells + named]))


def _run_with_jit(function, args, outcome, template, all_settings, policy=None, repeat=1):
    result, raised = outcome
    words, values = [], []
    for i, x in enumerate(args):
        word, value = _argument(i + 1, x)
        words.append(word)
        values.append(value)
    shown, expected = _shown(result)
    space = {'function': function, '__name__': 'program'}
    asks = _asks(function, set())
    names = ', '.join(['a%d' % i for i in range(len(args))])
    source = template.format(arguments=', '.join(words), names=names, shown=shown, repeat=repeat)
    exec(_PRELUDE + source, space)
    look_inside = policy.look_inside_function if policy is not None else None
    handle, path = tempfile.mkstemp()
    os.close(handle)
    log = path + '.log'
    try:
        wrong = _genext_jit.translate(space['entry_point'], look_inside, path)
        if wrong is not None:
            if wrong[0] == 'E0706' and 'assert_green' in wrong[2]:
                raise AssertGreenFailed(wrong[1])
            raise JitRefusal('%s: %s\n%s' % wrong)
        for settings in all_settings:
            code, output, errors = _genext_jit.execute(path, values, settings, 'jit:summary:' + log)
            stats.last = {}
            if os.path.exists(log):
                with open(log) as f:
                    stats.last = _facts(f.read())
                os.remove(log)
            if asks and isinstance(result, int) and code == 0:
                # The test knows what is right where everything is compiled.
                if settings == all_settings[0]:
                    result = int(output.splitlines()[-1])
            else:
                _compare(settings, expected, raised, code, output, errors, repeat)
    finally:
        os.remove(path)
    return result


def _compare(settings, expected, raised, code, output, errors, repeat):
    if raised is not None:
        name = raised.split('.')[-1]
        last = errors.strip().splitlines()[-1:]
        if code != 1 or not last or ('Fatal RPython error: %s' % name) not in last[0].replace(raised, name):
            raise WrongResult('GENEXT_JIT=%s: %s is raised without a JIT; with it: exit code %d\n%s%s'
                              % (settings, raised, code, output, errors))
        return
    lines = output.splitlines()[-repeat:]
    # With `repeat`, the first call is the one that was compared.
    if code != 0 or not lines or lines[0] != expected:
        raise WrongResult('GENEXT_JIT=%s: the result is %s without a JIT; with it: exit code %d\n%s%s'
                          % (settings, expected, code, output, errors))


def _interpret(function, args):
    """The result, or the class of the exception and what the test is to see of it."""
    try:
        return llinterp.run(function, args), None, None
    except LLException as e:
        return None, e.args[0], e
    except LLFatalError as e:
        if 'no external function' not in str(e):
            raise
        # The interpreter of low-level graphs has no operating system: untranslated the function is the same.
        return function(*args), None, None


def _not_compared(name):
    def check(self, *args, **kwds):
        print('%s: traces of RPython\'s JIT are not compared' % name)
    return check


def _compiled(name, fact):
    def check(self, count=1, *args, **kwds):
        if isinstance(count, int) and count > 0 and not stats.last.get(fact):
            raise AssertionError('%s(%d): there are none (%s)' % (name, count, fact))
    return check


class JitMixin(object):
    basic = True
    enable_opts = ''

    def supports_vector_ext(self):
        return False

    def meta_interp(self, function, args, **kwds):
        result, raised, error = _interpret(function, args)
        result = _run_with_jit(function, args, (result, raised), _METHOD, SETTINGS, kwds.get('policy'),
                               kwds.get('repeat', 1))
        if error is not None:
            raise error
        return result

    def interp_operations(self, f, args, **kwds):
        result, raised, error = _interpret(f, args)
        result = _run_with_jit(f, args, (result, raised), _OPERATIONS, ONCE, kwds.get('policy'))
        if error is not None:
            raise error
        # Operations have no characters.
        return ord(result) if isinstance(result, (str, unicode)) else result

    check_trace_count = _compiled('check_trace_count', 'sessions')
    check_loop_count = _compiled('check_loop_count', 'sessions')
    check_jitcell_token_count = _compiled('check_jitcell_token_count', 'sessions')
    check_enter_count = _compiled('check_enter_count', 'entries')


for _name in ['check_resops', 'check_simple_loop', 'check_trace_count_at_most', 'check_target_token_count',
              'check_enter_count_at_most', 'check_aborted_count', 'check_aborted_count_at_least', 'check_history',
              'check_operations_history', 'check_tree_loop_count', 'check_loops', 'check_jumps']:
    setattr(JitMixin, _name, _not_compared(_name))


class LLJitMixin(JitMixin):
    type_system = 'lltype'
    CPUClass = None
    Ptr = staticmethod(lltype.Ptr)
    GcStruct = staticmethod(lltype.GcStruct)
    malloc = staticmethod(lltype.malloc)
    nullptr = staticmethod(lltype.nullptr)

    @staticmethod
    def malloc_immortal(T):
        return lltype.malloc(T, immortal=True)

    def _get_NODE(self):
        """A type of linked lists."""
        NODE = lltype.GcForwardReference()
        NODE.become(lltype.GcStruct('NODE', ('value', lltype.Signed), ('next', lltype.Ptr(NODE))))
        return NODE


def ll_meta_interp(function, args, *more, **kwds):
    """`warmspot.ll_meta_interp`: the same without a test's object."""
    return LLJitMixin().meta_interp(function, args, **kwds)


def get_stats():
    import py
    py.test.skip("the results are right; traces of RPython's JIT are not compared")


def _get_jitcodes(*args, **kwds):
    raise NotImplementedError('bytecodes of RPython\'s own JIT')


def noConst(x):
    """A value that is no constant to the annotator."""
    from rpython.rlib.nonconst import NonConstant
    return NonConstant(x)

