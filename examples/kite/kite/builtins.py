"""Built-in functions and the methods of built-in types.

A function is written with plain parameters; the decorator says how to unwrap
each argument and makes of it a function that takes a list of Kite values.
"""

import math
import os

from rpython.rlib.rarithmetic import ovfcheck_float_to_int
from rpython.rlib.rfloat import formatd
from rpython.rlib.rstring import StringBuilder

from kite import objects
from kite.environment import Globals
from kite.lexer import is_name_start
from kite.objects import (
    W_Bool, W_Builtin, W_Class, W_Dict, W_Float, W_Instance, W_Int, W_List,
    W_Range, W_Str, dict_methods, key_error, list_methods, make_error, newbool,
    str_methods, type_error, w_nil, w_Error, w_IndexError, w_ValueError)
from kite.sorting import merge_sort

# ____________________________________________________________ unwrapping


def unwrap_any(w_value):
    return w_value


def unwrap_int(w_value):
    if not isinstance(w_value, W_Int):
        raise type_error('expected int, got %s' % w_value.type_name)
    return w_value.intval


def unwrap_float(w_value):
    if isinstance(w_value, W_Int):
        return float(w_value.intval)
    if not isinstance(w_value, W_Float):
        raise type_error('expected float, got %s' % w_value.type_name)
    return w_value.floatval


def unwrap_str(w_value):
    if not isinstance(w_value, W_Str):
        raise type_error('expected str, got %s' % w_value.type_name)
    return w_value.strval


def unwrap_list(w_value):
    if not isinstance(w_value, W_List):
        raise type_error('expected list, got %s' % w_value.type_name)
    return w_value


def unwrap_dict(w_value):
    if not isinstance(w_value, W_Dict):
        raise type_error('expected dict, got %s' % w_value.type_name)
    return w_value


def unwrap_class(w_value):
    if not isinstance(w_value, W_Class):
        raise type_error('expected class, got %s' % w_value.type_name)
    return w_value


UNWRAP = {'any': unwrap_any, 'int': unwrap_int, 'float': unwrap_float,
          'str': unwrap_str, 'list': unwrap_list, 'dict': unwrap_dict,
          'class': unwrap_class}


def make_wrapper(func, kinds):
    """A function of a list of Kite values around `func`."""
    unwrap = [UNWRAP[kind] for kind in kinds]
    if len(kinds) == 0:
        def wrapper(args_w):
            return func()
    elif len(kinds) == 1:
        unwrap0 = unwrap[0]

        def wrapper(args_w):
            return func(unwrap0(args_w[0]))
    elif len(kinds) == 2:
        unwrap0, unwrap1 = unwrap

        def wrapper(args_w):
            return func(unwrap0(args_w[0]), unwrap1(args_w[1]))
    else:
        unwrap0, unwrap1, unwrap2 = unwrap

        def wrapper(args_w):
            return func(unwrap0(args_w[0]), unwrap1(args_w[1]),
                        unwrap2(args_w[2]))
    return wrapper


BUILTINS = []


def builtin(name, *kinds):
    def register(func):
        BUILTINS.append(W_Builtin(name, make_wrapper(func, kinds), len(kinds)))
        return func
    return register


def method(table, name, *kinds):
    """The first kind is the receiver's."""
    def register(func):
        table.methods_w[name] = W_Builtin(name, make_wrapper(func, kinds),
                                          len(kinds))
        return func
    return register


# ____________________________________________________________ output


class Output(object):
    """Standard output, collected into larger pieces."""
    LIMIT = 8192

    def __init__(self):
        self.parts = []
        self.size = 0

    def write(self, s):
        self.parts.append(s)
        self.size += len(s)
        if self.size >= self.LIMIT:
            self.flush()

    def flush(self):
        data = ''.join(self.parts)
        self.parts = []
        self.size = 0
        while len(data) > 0:
            written = os.write(1, data)
            assert written >= 0
            data = data[written:]


output = Output()


def print_values(args_w):
    for i in range(len(args_w)):
        if i > 0:
            output.write(' ')
        output.write(args_w[i].str())
    output.write('\n')
    return w_nil


BUILTINS.append(W_Builtin('print', print_values, -1))


@builtin('write', 'any')
def write_value(w_value):
    output.write(w_value.str())
    return w_nil


# ____________________________________________________________ conversions


@builtin('str', 'any')
def to_str(w_value):
    return W_Str(w_value.str())


@builtin('repr', 'any')
def to_repr(w_value):
    return W_Str(w_value.repr())


@builtin('int', 'any')
def to_int(w_value):
    if isinstance(w_value, W_Int):
        return w_value
    if isinstance(w_value, W_Bool):
        return W_Int(int(w_value.boolval))
    if isinstance(w_value, W_Float):
        try:
            return W_Int(ovfcheck_float_to_int(w_value.floatval))
        except OverflowError:
            raise make_error(w_ValueError, 'float is too large for an int')
    if isinstance(w_value, W_Str):
        try:
            return W_Int(int(w_value.strval))
        except ValueError:
            raise make_error(w_ValueError, 'not an integer: %s' %
                             w_value.repr())
    raise type_error('cannot make an int of %s' % w_value.type_name)


@builtin('float', 'any')
def to_float(w_value):
    if isinstance(w_value, W_Str):
        try:
            return W_Float(float(w_value.strval))
        except ValueError:
            raise make_error(w_ValueError, 'not a number: %s' % w_value.repr())
    return W_Float(unwrap_float(w_value))


@builtin('chr', 'int')
def to_chr(code):
    if code < 0 or code > 255:
        raise make_error(w_ValueError, 'no character has code %d' % code)
    return W_Str(chr(code))


@builtin('ord', 'str')
def to_ord(s):
    if len(s) != 1:
        raise make_error(w_ValueError, 'ord() expects one character')
    return W_Int(ord(s[0]))


@builtin('format', 'float', 'int')
def format_fixed(x, digits):
    """A number with a fixed count of decimals."""
    if digits < 0 or digits > 30:
        raise make_error(w_ValueError, 'bad number of digits: %d' % digits)
    return W_Str(formatd(x, 'f', digits))


@builtin('type', 'any')
def type_of(w_value):
    if isinstance(w_value, W_Instance):
        return W_Str(w_value.w_class.name)
    return W_Str(w_value.type_name)


@builtin('is_a', 'any', 'class')
def is_a(w_value, w_class):
    if not isinstance(w_value, W_Instance):
        return newbool(False)
    return newbool(w_value.w_class.is_subclass_of(w_class))


# ____________________________________________________________ numbers


@builtin('abs', 'any')
def absolute(w_value):
    if w_value.lt(W_Int(0)):
        return w_value.neg()
    return w_value


@builtin('min', 'any', 'any')
def minimum(w_a, w_b):
    if w_b.lt(w_a):
        return w_b
    return w_a


@builtin('max', 'any', 'any')
def maximum(w_a, w_b):
    if w_a.lt(w_b):
        return w_b
    return w_a


@builtin('sqrt', 'float')
def sqrt(x):
    if x < 0.0:
        raise make_error(w_ValueError, 'square root of a negative number')
    return W_Float(math.sqrt(x))


@builtin('floor', 'float')
def floor(x):
    return W_Float(objects.float_floor(x))


@builtin('sin', 'float')
def sin(x):
    return W_Float(math.sin(x))


@builtin('cos', 'float')
def cos(x):
    return W_Float(math.cos(x))


# ____________________________________________________________ containers


@builtin('len', 'any')
def length(w_value):
    return W_Int(w_value.length())


@builtin('range', 'int', 'int')
def make_range(start, stop):
    return W_Range(start, stop)


@builtin('list', 'any')
def to_list(w_value):
    items_w = []
    w_iterator = w_value.iterate()
    assert isinstance(w_iterator, objects.W_Iterator)
    while True:
        w_item = w_iterator.next_or_none()
        if w_item is None:
            return W_List(items_w)
        items_w.append(w_item)


def clamp_slice(start, stop, length):
    """Slice bounds in range; negative ones count from the end."""
    if start < 0:
        start += length
        if start < 0:
            start = 0
    if stop < 0:
        stop += length
    if stop > length:
        stop = length
    if stop < start:
        stop = start
        if start > length:
            start = stop = length
    assert start >= 0
    assert stop >= 0
    return start, stop


@method(list_methods, 'push', 'list', 'any')
def list_push(w_list, w_item):
    w_list.items_w.append(w_item)
    return w_list


@method(list_methods, 'pop', 'list')
def list_pop(w_list):
    if len(w_list.items_w) == 0:
        raise make_error(w_IndexError, 'pop from an empty list')
    return w_list.items_w.pop()


@method(list_methods, 'insert', 'list', 'int', 'any')
def list_insert(w_list, index, w_item):
    index, _ = clamp_slice(index, index, len(w_list.items_w))
    w_list.items_w.insert(index, w_item)
    return w_list


@method(list_methods, 'remove', 'list', 'int')
def list_remove(w_list, index):
    """Removes and returns the item at a position."""
    index = objects.index_of(W_Int(index), len(w_list.items_w))
    return w_list.items_w.pop(index)


@method(list_methods, 'slice', 'list', 'int', 'int')
def list_slice(w_list, start, stop):
    start, stop = clamp_slice(start, stop, len(w_list.items_w))
    return W_List(w_list.items_w[start:stop])


@method(list_methods, 'reverse', 'list')
def list_reverse(w_list):
    w_list.items_w.reverse()
    return w_list


@method(list_methods, 'join', 'list', 'str')
def list_join(w_list, separator):
    return W_Str(separator.join([w_item.str() for w_item in w_list.items_w]))


@method(list_methods, 'map', 'list', 'any')
def list_map(w_list, w_function):
    return W_List([w_function.call([w_item]) for w_item in w_list.items_w])


@method(list_methods, 'filter', 'list', 'any')
def list_filter(w_list, w_function):
    return W_List([w_item for w_item in w_list.items_w
                   if w_function.call([w_item]).is_true()])


def less(w_a, w_b, w_function):
    return w_a.lt(w_b)


def less_by_call(w_a, w_b, w_function):
    return w_function.call([w_a, w_b]).is_true()


@method(list_methods, 'sort', 'list')
def list_sort(w_list):
    w_list.items_w = merge_sort(w_list.items_w, less, w_nil)
    return w_list


@method(list_methods, 'sort_by', 'list', 'any')
def list_sort_by(w_list, w_function):
    w_list.items_w = merge_sort(w_list.items_w, less_by_call, w_function)
    return w_list


@method(dict_methods, 'get', 'dict', 'any', 'any')
def dict_get(w_dict, w_key, w_default):
    return w_dict.entries_w.get(w_key, w_default)


@method(dict_methods, 'remove', 'dict', 'any')
def dict_remove(w_dict, w_key):
    try:
        del w_dict.entries_w[w_key]
    except KeyError:
        raise key_error(w_key)
    return w_dict


@method(dict_methods, 'keys', 'dict')
def dict_keys(w_dict):
    return W_List(w_dict.entries_w.keys())


@method(dict_methods, 'values', 'dict')
def dict_values(w_dict):
    return W_List(w_dict.entries_w.values())


# ____________________________________________________________ strings


@method(str_methods, 'split', 'str', 'str')
def str_split(s, separator):
    if len(separator) == 0:
        raise make_error(w_ValueError, 'empty separator')
    return W_List([W_Str(part) for part in s.split(separator)])


@method(str_methods, 'words', 'str')
def str_words(s):
    """The parts between blanks and line ends."""
    parts = s.replace('\n', ' ').replace('\t', ' ').split(' ')
    return W_List([W_Str(part) for part in parts if len(part) > 0])


@method(str_methods, 'join', 'str', 'list')
def str_join(s, w_list):
    return list_join(w_list, s)


@method(str_methods, 'find', 'str', 'str')
def str_find(s, part):
    return W_Int(s.find(part))


@method(str_methods, 'slice', 'str', 'int', 'int')
def str_slice(s, start, stop):
    start, stop = clamp_slice(start, stop, len(s))
    return W_Str(s[start:stop])


@method(str_methods, 'replace', 'str', 'str', 'str')
def str_replace(s, old, new):
    if len(old) == 0:
        raise make_error(w_ValueError, 'nothing to replace')
    return W_Str(new.join(s.split(old)))


@method(str_methods, 'strip', 'str')
def str_strip(s):
    return W_Str(s.strip(' \t\r\n'))


@method(str_methods, 'upper', 'str')
def str_upper(s):
    return W_Str(s.upper())


@method(str_methods, 'lower', 'str')
def str_lower(s):
    return W_Str(s.lower())


@method(str_methods, 'starts_with', 'str', 'str')
def str_starts_with(s, prefix):
    return newbool(s.startswith(prefix))


@method(str_methods, 'ends_with', 'str', 'str')
def str_ends_with(s, suffix):
    return newbool(s.endswith(suffix))


@method(str_methods, 'reversed', 'str')
def str_reversed(s):
    builder = StringBuilder(len(s))
    for i in range(len(s) - 1, -1, -1):
        builder.append(s[i])
    return W_Str(builder.build())


@method(str_methods, 'capitalized', 'str')
def str_capitalized(s):
    """The first letter of every word in upper case."""
    builder = StringBuilder(len(s))
    inside = False
    for c in s:
        if not is_name_start(c):
            inside = False
            builder.append(c)
        elif inside:
            builder.append(c.lower())
        else:
            inside = True
            builder.append(c.upper())
    return W_Str(builder.build())


# ____________________________________________________________ errors


@builtin('init', 'any', 'any')
def error_init(w_self, w_message):
    w_self.setattr('message', w_message)
    return w_nil


w_Error.methods_w['init'] = BUILTINS.pop()


def make_globals():
    globals = Globals()
    for w_builtin in BUILTINS:
        globals.define(w_builtin.name, w_builtin)
    for w_class in objects.ERROR_CLASSES:
        globals.define(w_class.name, w_class)
    return globals
