# python2
# not-cpython: it is Python 2
"""What PyPy's sources do beyond what smaller interpreters do: paths that no program takes, objects that refuse to be asked whether they
are true, functions that are called while translating, and names of functions and modules that are looked at then."""
import imp
import opcode
import os
import types
from rpython.rlib import rposix, rstring
from rpython.rlib.objectmodel import not_rpython, specialize
from rpython.rlib.unroll import unrolling_iterable


# ---- truth

class Any(object):
    def __init__(self, n):
        self.n = n


class Untold(Any):
    def __nonzero__(self):
        raise TypeError('no truth')


class Told(Any):
    def __nonzero__(self):
        return self.n > 1


class Plain(Any):
    pass


class NeverTrue(object):
    def __nonzero__(self):
        raise ValueError


def any_of(n):
    if n == 0:
        return None
    if n % 4 == 0:
        return Untold(n)
    if n % 4 == 1:
        return Told(n)
    return Plain(n) if n % 4 == 2 else Any(n)


def truth(n):
    x = any_of(n)
    try:
        if x:
            return 'true %d' % x.n
        if x is None:
            return 'None'
        return 'false %d' % x.n
    except TypeError:
        return 'TypeError'


class First(object):
    """No class of this family but one can be asked, and its answer is an error."""
    n = 3


class Second(First):
    n = 4

    def __nonzero__(self):
        raise ValueError('second')


def truth_of_two(n):
    x = Second() if n % 2 else First()
    try:
        found = 'true' if x else 'false'
        both = 'and' if x and n > 1 else 'not'
        return '%s %s %s %d' % (found, not x, both, x.n)
    except ValueError:
        return 'ValueError'


def truth_or_none(n):
    x = NeverTrue() if n % 2 else None
    try:
        if x:
            return 1
        return 2
    except ValueError:
        return 3


class Unsized(object):
    pass


class Length(Unsized):
    def __len__(self):
        raise KeyError


def truth_of_length(n):
    x = Length() if n % 2 else Unsized()
    try:
        return 1 if x else 2
    except KeyError:
        return 3


# ---- memo functions

class Shape(object):
    def __init__(self, *names):
        self.names = list(names)

    def _freeze_(self):
        return True


SQUARE, CIRCLE, EMPTY = Shape('side'), Shape('radius', 'centre'), Shape()


@specialize.memo()
@not_rpython
def name_of(shape):
    return '/'.join(sorted(set(shape.names), key=lambda name: (-len(name), name)))


@specialize.memo()
def number_of(shape):
    """NOT_RPYTHON: called while translating."""
    return len(set(getattr(shape, '_' + 'names'[:0] + 'names', shape.names)))


def shape_of(n):
    if n % 3 == 0:
        return SQUARE
    return CIRCLE if n % 3 == 1 else EMPTY


def memos(n):
    shape = shape_of(n)
    print name_of(shape), number_of(shape), name_of(CIRCLE)


# ---- local variables

class MyError(Exception):
    pass


def checked(n):
    if n == 3:
        raise MyError
    return n > 4


def checked_item(items):
    """The loop itself does not raise MyError: where it is caught, there is an item."""
    try:
        for item in items:
            if checked(item):
                break
        else:
            item = -1
    except MyError:
        return -item
    return item


ROUNDS = unrolling_iterable([1, 2, 3])


def behind_a_loop(n):
    """A number of rounds that is never 0."""
    for i in ROUNDS:
        if n == i:
            break
    return i


class Config(object):
    flag = False
    size = 4

    def _freeze_(self):
        return True


config = Config()
NEVER = False


def constant_condition(n):
    if config.flag:
        size = n
    elif not NEVER:
        size = 2
    if config.size > 3:
        more = 1
    return size + more


def typed(x):
    if isinstance(x, Told):
        told = 1
    if x is None:
        return 0
    return told


def deleted(n):
    x = n
    if NEVER:
        del x
    return x


def assigned_in_turn(n):
    done = False
    for i in range(3):
        if i > 0 and config.flag:
            return before
        before = i
        done = True
    if not done:
        return -1
    return before if n else 0


def with_nested(n):
    for i in range(n):
        try:
            for part in [i, i + 1]:
                if checked(part):
                    return part
        except MyError:
            return 100 + part
    return -2


# ---- imports

def imported(n):
    if not config.flag:
        return n
    import module_that_there_is_not
    return module_that_there_is_not.function(n)


def imported_from(n):
    if NEVER:
        from package_that_there_is_not.module import function
        n = function(n)
    if config.size < 3:
        from rpython.rlib.rarithmetic import function_that_there_is_not
        n = function_that_there_is_not(n)
    import math
    return n + int(math.floor(2.5))


# ---- names

class Frozen(object):
    given = 5

    def _freeze_(self):
        return True


frozen = Frozen()


@specialize.arg(0)
def attribute(obj, n):
    if hasattr(obj, 'absent'):
        return obj.absent + n
    if not hasattr(obj, 'given'):
        return obj.nothing
    return obj.given


def has_attributes(n):
    x = hasattr(frozen, 'absent')
    y = hasattr(frozen, 'given')
    print x, y, hasattr(config, 'given'), attribute(frozen, n), attribute(CONFIG_WITH_ALL, n)


class WithAll(Frozen):
    absent = 7


CONFIG_WITH_ALL = WithAll()


class Owner(object):
    def method(self):
        return 1


def plain(self):
    return 2


exec("def made(self):\n    return 3\n", globals())


class Inheritor(Owner):
    own = plain


Owner.split = rstring.split
Owner.closerange = rposix.closerange
Owner.chdir = rposix.chdir
Owner.listdir = staticmethod(rposix.listdir)
Owner.made = made


def names_of_methods():
    result = []
    for name, function in [('split', rstring.split), ('closerange', rposix.closerange), ('chdir', rposix.chdir), ('made', made),
                           ('method', Owner.__dict__['method'])]:
        for cls in (Owner, Inheritor):
            found = getattr(cls, name)
            again = function.__get__(None, cls)
            assert found.im_func is function and again.im_func is function, name
            assert found.im_self is None and again.im_self is None, name
            result.append('%s.%s' % (found.im_class.__name__, again.im_class.__name__))
            assert isinstance(found, types.MethodType) and found == again, name
    assert Owner.listdir is rposix.listdir
    owner = Owner()
    bound = made.__get__(owner, Owner)
    assert bound.im_self is owner and bound.im_class is Owner and bound() == 3
    assert Inheritor.own.im_class is Inheritor and Inheritor.own(Inheritor()) == 2
    for wrong in [lambda: Inheritor.own(owner), lambda: made.__get__(None, None)]:
        try:
            wrong()
        except TypeError:
            result.append('TypeError')
    return ' '.join(result)


class Old:
    __class__ = 'own'


class OldWithout:
    pass


def names_of_classes():
    result = [Old.__class__, Old().__class__ is Old, OldWithout().__class__ is OldWithout, hasattr(OldWithout, '__class__')]
    result += [type(T.__doc__) in (str, types.NoneType) for T in (int, str, list, dict, type, object, property, Exception)]
    assert Frozen.__doc__ is None and First.__doc__.startswith('No class') and First().__doc__ is First.__doc__
    assert type(Owner).__name__ == 'type' and Owner.__class__ is type
    return ' '.join([str(r) for r in result])


def modules():
    name = os.path.basename(__file__)[:-len('.py')]
    file, path, (suffix, mode, kind) = imp.find_module(name, [os.path.dirname(__file__)])
    text = file.read()
    file.close()
    result = [os.path.basename(path), suffix, mode, str(kind == imp.PY_SOURCE), str('def modules' in text)]
    try:
        imp.find_module('module_that_there_is_not')
    except ImportError as e:
        result.append(str(e))
    result.append(str(imp.get_suffixes()[-1][0]))
    return ' '.join(result)


def opcodes():
    assert len(opcode.opmap) == 119 and opcode.HAVE_ARGUMENT == 90 and opcode.opname[opcode.opmap['LOAD_FAST']] == 'LOAD_FAST'
    assert opcode.opname[7] == '<7>' and len(opcode.opname) == 256 and opcode.EXTENDED_ARG == 145
    numbers = [opcode.opmap[name] for name in ('POP_TOP', 'SLICE+3', 'LOAD_CONST', 'CALL_FUNCTION_VAR_KW', 'MAP_ADD')]
    numbers += [len(group) for group in (opcode.hasconst, opcode.hasname, opcode.hasjrel, opcode.hasjabs, opcode.haslocal,
                                         opcode.hascompare, opcode.hasfree)]
    return ' '.join([str(number) for number in numbers + list(opcode.cmp_op)])


NAMES = [names_of_methods(), names_of_classes(), modules(), opcodes()]


def main(n):
    print [truth(i) for i in range(n + 8)]
    print [truth_of_two(i) for i in range(n)], [truth_or_none(i) for i in range(n)], [truth_of_length(i) for i in range(n)]
    for i in range(3):
        memos(i + n)
    print [checked_item([n, i, 5]) for i in range(7)], checked_item([]), behind_a_loop(n - 2), behind_a_loop(9)
    print constant_condition(n), typed(Told(n)), deleted(n), assigned_in_turn(n)
    print [with_nested(i) for i in range(n)]
    print imported(n), imported_from(n)
    has_attributes(n)
    for name in NAMES:
        print name


def entry_point(argv):
    main(len(argv) + 3)
    return 0


def target(driver, args):
    return entry_point, None
