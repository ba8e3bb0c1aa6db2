"""The values of Kite programs.

`W_Root` gives every operation its default, which is an error; a class overrides
what its values can do.  Names with `w_` hold Kite values, all others values of
the implementation.
"""

import math

from rpython.rlib import jit
from rpython.rlib.objectmodel import compute_hash, compute_identity_hash, r_dict
from rpython.rlib.rarithmetic import intmask, ovfcheck
from rpython.rlib.rfloat import DTSF_ADD_DOT_0, formatd, isinf, isnan

from kite.errors import KiteError


class W_Root(object):
    _attrs_ = []
    type_name = 'object'

    def is_true(self):
        return True

    def str(self):
        return self.repr()

    def repr(self):
        return '<%s>' % self.type_name

    def equals(self, w_other):
        return self is w_other

    def hash(self):
        raise type_error('%s cannot be a dictionary key' % self.type_name)

    # -- operators ------------------------------------------------------

    def add(self, w_other):
        raise operand_error('+', self, w_other)

    def sub(self, w_other):
        raise operand_error('-', self, w_other)

    def mul(self, w_other):
        raise operand_error('*', self, w_other)

    def div(self, w_other):
        raise operand_error('/', self, w_other)

    def floordiv(self, w_other):
        raise operand_error('//', self, w_other)

    def mod(self, w_other):
        raise operand_error('%', self, w_other)

    def neg(self):
        raise type_error("bad operand for unary '-': %s" % self.type_name)

    def lt(self, w_other):
        raise operand_error('<', self, w_other)

    def le(self, w_other):
        raise operand_error('<=', self, w_other)

    # -- containers -----------------------------------------------------

    def length(self):
        raise type_error('%s has no length' % self.type_name)

    def getitem(self, w_key):
        raise type_error('%s cannot be indexed' % self.type_name)

    def setitem(self, w_key, w_value):
        raise type_error('items of %s cannot be assigned' % self.type_name)

    def contains(self, w_item):
        raise type_error('%s is no container' % self.type_name)

    def iterate(self):
        raise type_error('%s cannot be iterated over' % self.type_name)

    # -- objects --------------------------------------------------------

    def find_method(self, name):
        """What `self.name(...)` calls with `self` as first argument, or None."""
        return None

    def getattr(self, name):
        w_method = self.find_method(name)
        if w_method is None:
            raise self.no_attribute(name)
        return W_BoundMethod(self, w_method)

    def setattr(self, name, w_value):
        raise type_error('attributes of %s cannot be assigned' % self.type_name)

    def no_attribute(self, name):
        return make_error(w_NameError, "%s has no attribute '%s'" % (
            self.type_name, name))

    def call(self, args_w):
        raise type_error('%s cannot be called' % self.type_name)

    def call_method(self, name, args_w):
        w_method = self.find_method(name)
        if w_method is None:
            return self.getattr(name).call(args_w)
        return w_method.call([self] + args_w)


class W_Nil(W_Root):
    type_name = 'nil'

    def is_true(self):
        return False

    def repr(self):
        return 'nil'

    def hash(self):
        return 1


class W_Bool(W_Root):
    _immutable_fields_ = ['boolval']
    type_name = 'bool'

    def __init__(self, boolval):
        self.boolval = boolval

    def is_true(self):
        return self.boolval

    def repr(self):
        if self.boolval:
            return 'true'
        return 'false'

    def hash(self):
        if self.boolval:
            return 3
        return 2


w_nil = W_Nil()
w_true = W_Bool(True)
w_false = W_Bool(False)


def newbool(flag):
    if flag:
        return w_true
    return w_false


# ____________________________________________________________ numbers


class W_Int(W_Root):
    _immutable_fields_ = ['intval']
    type_name = 'int'

    def __init__(self, intval):
        self.intval = intval

    def repr(self):
        return str(self.intval)

    def hash(self):
        return self.intval

    def equals(self, w_other):
        if isinstance(w_other, W_Int):
            return self.intval == w_other.intval
        if isinstance(w_other, W_Float):
            return float(self.intval) == w_other.floatval
        return False

    def add(self, w_other):
        if isinstance(w_other, W_Int):
            try:
                return W_Int(ovfcheck(self.intval + w_other.intval))
            except OverflowError:
                raise overflow_error('+')
        if isinstance(w_other, W_Float):
            return W_Float(float(self.intval) + w_other.floatval)
        raise operand_error('+', self, w_other)

    def sub(self, w_other):
        if isinstance(w_other, W_Int):
            try:
                return W_Int(ovfcheck(self.intval - w_other.intval))
            except OverflowError:
                raise overflow_error('-')
        if isinstance(w_other, W_Float):
            return W_Float(float(self.intval) - w_other.floatval)
        raise operand_error('-', self, w_other)

    def mul(self, w_other):
        if isinstance(w_other, W_Int):
            try:
                return W_Int(ovfcheck(self.intval * w_other.intval))
            except OverflowError:
                raise overflow_error('*')
        if isinstance(w_other, W_Float):
            return W_Float(float(self.intval) * w_other.floatval)
        return w_other.mul(self)        # 3 * 'ab'

    def div(self, w_other):
        return W_Float(float(self.intval)).div(w_other)

    def floordiv(self, w_other):
        if isinstance(w_other, W_Int):
            divisor = w_other.intval
            if divisor == 0:
                raise make_error(w_ArithmeticError, 'division by zero')
            try:
                return W_Int(ovfcheck(self.intval // divisor))
            except OverflowError:
                raise overflow_error('//')
        return W_Float(float(self.intval)).floordiv(w_other)

    def mod(self, w_other):
        if isinstance(w_other, W_Int):
            divisor = w_other.intval
            if divisor == 0:
                raise make_error(w_ArithmeticError, 'division by zero')
            if divisor == -1:
                return W_Int(0)
            return W_Int(self.intval % divisor)
        return W_Float(float(self.intval)).mod(w_other)

    def neg(self):
        try:
            return W_Int(ovfcheck(-self.intval))
        except OverflowError:
            raise overflow_error('-')

    def lt(self, w_other):
        if isinstance(w_other, W_Int):
            return self.intval < w_other.intval
        if isinstance(w_other, W_Float):
            return float(self.intval) < w_other.floatval
        raise operand_error('<', self, w_other)

    def le(self, w_other):
        if isinstance(w_other, W_Int):
            return self.intval <= w_other.intval
        if isinstance(w_other, W_Float):
            return float(self.intval) <= w_other.floatval
        raise operand_error('<=', self, w_other)


class W_Float(W_Root):
    _immutable_fields_ = ['floatval']
    type_name = 'float'

    def __init__(self, floatval):
        self.floatval = floatval

    def repr(self):
        return format_float(self.floatval)

    def hash(self):
        x = self.floatval
        if -1e15 < x < 1e15 and float(int(x)) == x:
            return int(x)
        return compute_hash(x)

    def equals(self, w_other):
        if isinstance(w_other, W_Float):
            return self.floatval == w_other.floatval
        if isinstance(w_other, W_Int):
            return self.floatval == float(w_other.intval)
        return False

    def add(self, w_other):
        return W_Float(self.floatval + float_operand('+', self, w_other))

    def sub(self, w_other):
        return W_Float(self.floatval - float_operand('-', self, w_other))

    def mul(self, w_other):
        return W_Float(self.floatval * float_operand('*', self, w_other))

    def div(self, w_other):
        return W_Float(self.floatval / float_divisor('/', self, w_other))

    def floordiv(self, w_other):
        quotient = self.floatval / float_divisor('//', self, w_other)
        return W_Float(float_floor(quotient))

    def mod(self, w_other):
        divisor = float_divisor('%', self, w_other)
        rest = math.fmod(self.floatval, divisor)
        if rest != 0.0 and (rest < 0.0) != (divisor < 0.0):
            rest += divisor
        return W_Float(rest)

    def neg(self):
        return W_Float(-self.floatval)

    def lt(self, w_other):
        return self.floatval < float_operand('<', self, w_other)

    def le(self, w_other):
        return self.floatval <= float_operand('<=', self, w_other)


@jit.dont_look_inside
def format_float(x):
    """The shortest decimal that reads back as the same number."""
    if isinf(x):
        if x < 0.0:
            return '-inf'
        return 'inf'
    if isnan(x):
        return 'nan'
    return formatd(x, 'r', 0, DTSF_ADD_DOT_0)


def float_floor(x):
    if isinf(x) or isnan(x):
        return x
    return float(math.floor(x))


def float_operand(operator, w_self, w_other):
    if isinstance(w_other, W_Float):
        return w_other.floatval
    if isinstance(w_other, W_Int):
        return float(w_other.intval)
    raise operand_error(operator, w_self, w_other)


def float_divisor(operator, w_self, w_other):
    divisor = float_operand(operator, w_self, w_other)
    if divisor == 0.0:
        raise make_error(w_ArithmeticError, 'division by zero')
    return divisor


# ____________________________________________________________ sequences


def index_of(w_key, length):
    """The position that `w_key` means; negative ones count from the end."""
    if not isinstance(w_key, W_Int):
        raise type_error('index must be int, not %s' % w_key.type_name)
    index = w_key.intval
    if index < 0:
        index += length
    if index < 0 or index >= length:
        raise make_error(w_IndexError, 'index %d out of range, length is %d' % (
            w_key.intval, length))
    return index


class W_Str(W_Root):
    _immutable_fields_ = ['strval']
    type_name = 'str'

    def __init__(self, strval):
        assert strval is not None
        self.strval = strval

    def is_true(self):
        return len(self.strval) > 0

    def str(self):
        return self.strval

    def repr(self):
        parts = ['"']
        for c in self.strval:
            if c == '\n':
                parts.append('\\n')
            elif c == '\t':
                parts.append('\\t')
            elif c == '"' or c == '\\':
                parts.append('\\')
                parts.append(c)
            else:
                parts.append(c)
        parts.append('"')
        return ''.join(parts)

    def hash(self):
        return compute_hash(self.strval)

    def equals(self, w_other):
        return isinstance(w_other, W_Str) and self.strval == w_other.strval

    def add(self, w_other):
        if isinstance(w_other, W_Str):
            return W_Str(self.strval + w_other.strval)
        raise operand_error('+', self, w_other)

    def mul(self, w_other):
        if isinstance(w_other, W_Int):
            return W_Str(self.strval * w_other.intval)
        raise operand_error('*', self, w_other)

    def lt(self, w_other):
        if isinstance(w_other, W_Str):
            return self.strval < w_other.strval
        raise operand_error('<', self, w_other)

    def le(self, w_other):
        if isinstance(w_other, W_Str):
            return self.strval <= w_other.strval
        raise operand_error('<=', self, w_other)

    def length(self):
        return len(self.strval)

    def getitem(self, w_key):
        return W_Str(self.strval[index_of(w_key, len(self.strval))])

    def contains(self, w_item):
        if isinstance(w_item, W_Str):
            return self.strval.find(w_item.strval) >= 0
        return False

    def iterate(self):
        return W_StrIterator(self.strval)

    def find_method(self, name):
        return str_methods.find(name)


class W_List(W_Root):
    type_name = 'list'

    def __init__(self, items_w):
        self.items_w = items_w

    def is_true(self):
        return len(self.items_w) > 0

    def repr(self):
        return '[%s]' % ', '.join([w_item.repr() for w_item in self.items_w])

    def equals(self, w_other):
        if not isinstance(w_other, W_List):
            return False
        if len(self.items_w) != len(w_other.items_w):
            return False
        for i in range(len(self.items_w)):
            if not self.items_w[i].equals(w_other.items_w[i]):
                return False
        return True

    def add(self, w_other):
        if isinstance(w_other, W_List):
            return W_List(self.items_w + w_other.items_w)
        raise operand_error('+', self, w_other)

    def mul(self, w_other):
        if isinstance(w_other, W_Int):
            return W_List(self.items_w * w_other.intval)
        raise operand_error('*', self, w_other)

    def length(self):
        return len(self.items_w)

    def getitem(self, w_key):
        return self.items_w[index_of(w_key, len(self.items_w))]

    def setitem(self, w_key, w_value):
        self.items_w[index_of(w_key, len(self.items_w))] = w_value

    def contains(self, w_item):
        for w_mine in self.items_w:
            if w_mine.equals(w_item):
                return True
        return False

    def iterate(self):
        return W_ListIterator(self.items_w)

    def find_method(self, name):
        return list_methods.find(name)


class W_Range(W_Root):
    _immutable_fields_ = ['start', 'stop']
    type_name = 'range'

    def __init__(self, start, stop):
        self.start = start
        self.stop = stop

    def repr(self):
        return 'range(%d, %d)' % (self.start, self.stop)

    def length(self):
        if self.stop <= self.start:
            return 0
        return self.stop - self.start

    def getitem(self, w_key):
        return W_Int(self.start + index_of(w_key, self.length()))

    def iterate(self):
        return W_RangeIterator(self.start, self.stop)


# ____________________________________________________________ dictionaries


def key_eq(w_a, w_b):
    return w_a.equals(w_b)


def key_hash(w_key):
    return w_key.hash()


class W_Dict(W_Root):
    type_name = 'dict'

    def __init__(self):
        self.entries_w = r_dict(key_eq, key_hash)

    def is_true(self):
        return len(self.entries_w) > 0

    def repr(self):
        parts = []
        for w_key, w_value in self.entries_w.items():
            parts.append('%s: %s' % (w_key.repr(), w_value.repr()))
        return '{%s}' % ', '.join(parts)

    def equals(self, w_other):
        if not isinstance(w_other, W_Dict):
            return False
        if len(self.entries_w) != len(w_other.entries_w):
            return False
        for w_key, w_value in self.entries_w.items():
            w_found = w_other.entries_w.get(w_key, None)
            if w_found is None or not w_value.equals(w_found):
                return False
        return True

    def length(self):
        return len(self.entries_w)

    def getitem(self, w_key):
        try:
            return self.entries_w[w_key]
        except KeyError:
            raise key_error(w_key)

    def setitem(self, w_key, w_value):
        self.entries_w[w_key] = w_value

    def contains(self, w_item):
        return w_item in self.entries_w

    def iterate(self):
        return W_ListIterator(self.entries_w.keys())

    def find_method(self, name):
        return dict_methods.find(name)


@jit.dont_look_inside
def key_error(w_key):
    return make_error(w_KeyError, 'no key %s' % w_key.repr())


# ____________________________________________________________ iterators


class W_Iterator(W_Root):
    type_name = 'iterator'

    def next_or_none(self):
        raise NotImplementedError


class W_ListIterator(W_Iterator):
    _immutable_fields_ = ['items_w']

    def __init__(self, items_w):
        self.items_w = items_w
        self.index = 0

    def next_or_none(self):
        index = self.index
        if index >= len(self.items_w):
            return None
        self.index = index + 1
        return self.items_w[index]


class W_StrIterator(W_Iterator):
    _immutable_fields_ = ['strval']

    def __init__(self, strval):
        self.strval = strval
        self.index = 0

    def next_or_none(self):
        index = self.index
        if index >= len(self.strval):
            return None
        self.index = index + 1
        return W_Str(self.strval[index])


class W_RangeIterator(W_Iterator):
    _immutable_fields_ = ['stop']

    def __init__(self, start, stop):
        self.current = start
        self.stop = stop

    def next_or_none(self):
        current = self.current
        if current >= self.stop:
            return None
        self.current = current + 1
        return W_Int(current)


# ____________________________________________________________ classes


class Map(object):
    """The layout of instances: which attribute is where in the storage.

    Instances that got the same attributes in the same order share one map.
    """

    def __init__(self):
        self.indexes = {}
        self.transitions = {}

    @jit.elidable
    def find(self, name):
        return self.indexes.get(name, -1)

    @jit.elidable
    def extended(self, name):
        if name not in self.transitions:
            new = Map()
            new.indexes.update(self.indexes)
            new.indexes[name] = len(self.indexes)
            self.transitions[name] = new
        return self.transitions[name]


EMPTY_MAP = Map()


class W_Class(W_Root):
    _immutable_fields_ = ['name', 'w_base', 'methods_w']
    type_name = 'class'

    def __init__(self, name, w_base):
        self.name = name
        self.w_base = w_base
        self.methods_w = {}

    def repr(self):
        return '<class %s>' % self.name

    def hash(self):
        return compute_identity_hash(self)

    @jit.elidable
    def lookup(self, name):
        """The method of that name; all methods exist before the first lookup."""
        w_class = self
        while w_class is not None:
            w_method = w_class.methods_w.get(name, None)
            if w_method is not None:
                return w_method
            w_class = w_class.w_base
        return None

    def is_subclass_of(self, w_other):
        w_class = self
        while w_class is not None:
            if w_class is w_other:
                return True
            w_class = w_class.w_base
        return False

    def getattr(self, name):
        w_method = self.lookup(name)
        if w_method is None:
            raise make_error(w_NameError, "class %s has no method '%s'" % (
                self.name, name))
        return w_method

    def call(self, args_w):
        w_instance = W_Instance(self)
        w_init = jit.promote(self).lookup('init')
        if w_init is not None:
            w_init.call([w_instance] + args_w)
        elif len(args_w) > 0:
            raise arity_error(self.name, 0, len(args_w))
        return w_instance


class W_Instance(W_Root):
    _immutable_fields_ = ['w_class']
    type_name = 'instance'

    def __init__(self, w_class):
        self.w_class = w_class
        self.map = EMPTY_MAP
        self.storage_w = []

    def repr(self):
        w_method = self.find_method('str')
        if w_method is not None:
            return w_method.call([self]).str()
        return '<%s instance>' % self.w_class.name

    def equals(self, w_other):
        w_method = self.find_method('equals')
        if w_method is not None:
            return w_method.call([self, w_other]).is_true()
        return self is w_other

    def hash(self):
        w_method = self.find_method('hash')
        if w_method is not None:
            w_hash = w_method.call([self])
            if not isinstance(w_hash, W_Int):
                raise type_error('hash() must return int, not %s' %
                                 w_hash.type_name)
            return intmask(w_hash.intval * 1000003)
        return compute_identity_hash(self)

    def lt(self, w_other):
        w_method = self.find_method('less')
        if w_method is None:
            raise operand_error('<', self, w_other)
        return w_method.call([self, w_other]).is_true()

    def le(self, w_other):
        return not w_other.lt(self)

    def find_attribute(self, name):
        """The value of an own attribute, or None."""
        map = jit.promote(self.map)
        index = map.find(name)
        if index < 0:
            return None
        return self.storage_w[index]

    def find_method(self, name):
        # An own attribute hides the method: `call_method` goes on to `getattr`.
        if jit.promote(self.map).find(name) >= 0:
            return None
        return jit.promote(self.w_class).lookup(name)

    def getattr(self, name):
        w_value = self.find_attribute(name)
        if w_value is not None:
            return w_value
        w_method = jit.promote(self.w_class).lookup(name)
        if w_method is None:
            raise self.no_attribute(name)
        return W_BoundMethod(self, w_method)

    def setattr(self, name, w_value):
        map = jit.promote(self.map)
        index = map.find(name)
        if index >= 0:
            self.storage_w[index] = w_value
        else:
            self.map = map.extended(name)
            self.storage_w.append(w_value)

    def no_attribute(self, name):
        return make_error(w_NameError, "%s instance has no attribute '%s'" % (
            self.w_class.name, name))


class W_BoundMethod(W_Root):
    _immutable_fields_ = ['w_self', 'w_method']
    type_name = 'method'

    def __init__(self, w_self, w_method):
        self.w_self = w_self
        self.w_method = w_method

    def call(self, args_w):
        return self.w_method.call([self.w_self] + args_w)


class W_Builtin(W_Root):
    """A function of the implementation; `arity` is -1 if any number will do."""
    _immutable_fields_ = ['name', 'function', 'arity']
    type_name = 'builtin'

    def __init__(self, name, function, arity):
        self.name = name
        self.function = function
        self.arity = arity

    def repr(self):
        return '<builtin %s>' % self.name

    def call(self, args_w):
        w_builtin = jit.promote(self)
        arity = w_builtin.arity
        if arity >= 0 and len(args_w) != arity:
            raise arity_error(w_builtin.name, arity, len(args_w))
        return w_builtin.function(args_w)


class MethodTable(object):
    """The methods of a built-in type; complete once the modules are imported."""

    def __init__(self):
        self.methods_w = {}

    @jit.elidable
    def find(self, name):
        return self.methods_w.get(name, None)


str_methods = MethodTable()
list_methods = MethodTable()
dict_methods = MethodTable()


# ____________________________________________________________ errors


w_Error = W_Class('Error', None)
w_TypeError = W_Class('TypeError', w_Error)
w_NameError = W_Class('NameError', w_Error)
w_ValueError = W_Class('ValueError', w_Error)
w_IndexError = W_Class('IndexError', w_Error)
w_KeyError = W_Class('KeyError', w_Error)
w_ArithmeticError = W_Class('ArithmeticError', w_Error)
w_StackOverflow = W_Class('StackOverflow', w_Error)

ERROR_CLASSES = [w_Error, w_TypeError, w_NameError, w_ValueError, w_IndexError,
                 w_KeyError, w_ArithmeticError, w_StackOverflow]


@jit.dont_look_inside
def make_error(w_class, message):
    w_error = W_Instance(w_class)
    w_error.setattr('message', W_Str(message))
    return KiteError(w_error)


@jit.dont_look_inside
def type_error(message):
    return make_error(w_TypeError, message)


@jit.dont_look_inside
def operand_error(operator, w_left, w_right):
    return type_error("bad operands for '%s': %s and %s" % (
        operator, w_left.type_name, w_right.type_name))


@jit.dont_look_inside
def overflow_error(operator):
    return make_error(w_ArithmeticError, "integer overflow in '%s'" % operator)


@jit.dont_look_inside
def arity_error(name, expected, found):
    return type_error('%s expects %d arguments, got %d' % (
        name, expected, found))


def describe_error(w_value):
    """What the user sees of an exception that nobody caught."""
    if isinstance(w_value, W_Instance) and w_value.w_class.is_subclass_of(w_Error):
        w_message = w_value.find_attribute('message')
        if w_message is not None:
            return '%s: %s' % (w_value.w_class.name, w_message.str())
    return 'uncaught: %s' % w_value.repr()
