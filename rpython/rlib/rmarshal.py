# genext: python2
"""Values as bytes, in the format of CPython's `marshal`, for programs that know the types of what they write and read.

`get_marshaller(type)` gives a function that appends a value to a list of characters, `get_unmarshaller(type)` one that
takes a string and gives the value; ValueError if the string is something else. Types are `int`, `float`, `bool`, `str`,
None, and lists, tuples and dictionaries of types (`[int]`, `(int, str)`, `{str: int}`), or annotations (`SomeChar()`,
`SomeString(can_be_None=True)`).
"""
from rpython.annotator import model
from rpython.annotator.signature import annotation
from rpython.rlib import types
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import LONG_BIT, intmask, ovfcheck, r_longlong
from rpython.rlib.rfloat import formatd, rstring_to_float
from rpython.rlib.rstring import assert_str0
from rpython.rlib.signature import signature
from rpython.rlib.unroll import unrolling_iterable

TYPE_NONE, TYPE_FALSE, TYPE_TRUE = 'N', 'F', 'T'
TYPE_INT, TYPE_INT64, TYPE_FLOAT = 'i', 'I', 'f'
TYPE_STRING = 's'
TYPE_TUPLE, TYPE_LIST, TYPE_DICT = '(', '[', '{'
_END_OF_DICT = '0'


class CannotMarshal(Exception):
    """Values of this type cannot be written."""


class CannotUnmarshall(Exception):
    """Values of this type cannot be read."""


# Writing.

def _append_int32(buf, x):
    for shift in (0, 8, 16, 24):
        buf.append(chr((x >> shift) & 0xff))


@signature(types.any(), types.none(), returns=types.none())
def dump_none(buf, x):
    buf.append(TYPE_NONE)


@signature(types.any(), types.bool(), returns=types.none())
def dump_bool(buf, x):
    buf.append(TYPE_TRUE if x else TYPE_FALSE)


@signature(types.any(), types.int(), returns=types.none())
def dump_int(buf, x):
    buf.append(TYPE_INT64)
    _append_int32(buf, x)
    _append_int32(buf, x >> 32)


@signature(types.any(), types.float(), returns=types.none())
def dump_float(buf, x):
    text = formatd(x, 'g', 17)
    buf.append(TYPE_FLOAT)
    buf.append(chr(len(text)))
    buf += text


@signature(types.any(), types.str(can_be_None=True), returns=types.none())
def dump_string_or_none(buf, x):
    if x is None:
        dump_none(buf, None)
    else:
        buf.append(TYPE_STRING)
        _append_int32(buf, len(x))
        buf += x


def _list_dumper(dump_item):
    def dump_list_or_none(buf, x):
        if x is None:
            dump_none(buf, None)
        else:
            buf.append(TYPE_LIST)
            _append_int32(buf, len(x))
            for item in x:
                dump_item(buf, item)
    return dump_list_or_none


def _dict_dumper(dump_key, dump_value):
    def dump_dict_or_none(buf, x):
        if x is None:
            dump_none(buf, None)
        else:
            buf.append(TYPE_DICT)
            for key, value in x.items():
                dump_key(buf, key)
                dump_value(buf, value)
            buf.append(_END_OF_DICT)
    return dump_dict_or_none


def _tuple_dumper(item_dumpers):
    items = unrolling_iterable(enumerate(item_dumpers))
    size = len(item_dumpers)

    def dump_tuple(buf, x):
        buf.append(TYPE_TUPLE)
        _append_int32(buf, size)
        for i, dump_item in items:
            dump_item(buf, x[i])
    return dump_tuple


# Reading.

class Loader(object):
    """A string, and how much of it was read."""

    def __init__(self, buf):
        self.buf = buf
        self.pos = 0

    def check_finished(self):
        if self.pos != len(self.buf):
            raise ValueError('not all data consumed')

    def need_more_data(self):
        """Called when `buf` ends too early. A subclass may add to it."""
        raise ValueError('not enough data')


def peekchr(loader):
    pos = loader.pos
    while pos >= len(loader.buf):
        loader.need_more_data()
    return loader.buf[pos]


def readchr(loader):
    c = peekchr(loader)
    loader.pos += 1
    return c


def readstr(loader, count):
    if count < 0:
        raise ValueError('negative count')
    start = loader.pos
    try:
        end = ovfcheck(start + count)
    except OverflowError:
        raise ValueError('cannot decode count: value too big')
    while end > len(loader.buf):
        loader.need_more_data()
    loader.pos = end
    assert start >= 0
    assert end >= 0
    return loader.buf[start:end]


def readlong(loader):
    """A signed integer of 32 bits, the lowest byte first."""
    n = 0
    for shift in (0, 8, 16):
        n |= ord(readchr(loader)) << shift
    highest = ord(readchr(loader))
    if highest >= 0x80:
        highest -= 0x100
    return n | (highest << 24)


def load_none(loader):
    if readchr(loader) != TYPE_NONE:
        raise ValueError('expected a None')
    return None


def load_bool(loader):
    t = readchr(loader)
    if t == TYPE_TRUE:
        return True
    if t == TYPE_FALSE:
        return False
    raise ValueError('expected a bool')


def load_int(loader):
    t = readchr(loader)
    if t == TYPE_INT:
        return readlong(loader)
    if t == TYPE_INT64:
        low = readlong(loader) & 0xffffffff
        return low | (readlong(loader) << 32)
    raise ValueError('expected an int')


def load_int_nonneg(loader):
    n = load_int(loader)
    if n < 0:
        raise ValueError('expected a non-negative int')
    return n


def load_float(loader):
    if readchr(loader) != TYPE_FLOAT:
        raise ValueError('expected a float')
    return rstring_to_float(readstr(loader, ord(readchr(loader))))


def load_single_char(loader):
    if readchr(loader) != TYPE_STRING or readlong(loader) != 1:
        raise ValueError('expected a character')
    return readchr(loader)


def load_string(loader):
    if readchr(loader) != TYPE_STRING:
        raise ValueError('expected a string')
    return readstr(loader, readlong(loader))


def load_string_nonul(loader):
    return assert_str0(load_string(loader))


def load_string_or_none(loader):
    if peekchr(loader) == TYPE_NONE:
        return load_none(loader)
    if peekchr(loader) != TYPE_STRING:
        raise ValueError('expected a string or None')
    return load_string(loader)


def load_string_or_none_nonul(loader):
    text = load_string_or_none(loader)
    if text is None:
        return None
    return assert_str0(text)


def _list_loader(load_item):
    def load_list_or_none(loader):
        t = readchr(loader)
        if t == TYPE_NONE:
            return None
        if t != TYPE_LIST:
            raise ValueError('expected a list or None')
        result = []
        for _ in range(readlong(loader)):
            result.append(load_item(loader))
        return result
    return load_list_or_none


def _dict_loader(load_key, load_value):
    def load_dict_or_none(loader):
        t = readchr(loader)
        if t == TYPE_NONE:
            return None
        if t != TYPE_DICT:
            raise ValueError('expected a dict or None')
        result = {}
        while peekchr(loader) != _END_OF_DICT:
            key = load_key(loader)
            result[key] = load_value(loader)
        readchr(loader)
        return result
    return load_dict_or_none


def _tuple_loader(item_loaders):
    items = unrolling_iterable(item_loaders)
    size = len(item_loaders)

    def load_tuple(loader):
        if readchr(loader) != TYPE_TUPLE:
            raise ValueError('expected a tuple')
        if readlong(loader) != size:
            raise ValueError('wrong tuple length')
        result = ()
        for load_item in items:
            result += (load_item(loader),)
        return result
    return load_tuple


# Which functions a type has.

class _Kind(object):
    """How a type is written and read; `key` is the same for equal types."""

    def __init__(self, key, dump, load):
        self.key = key
        self.dump = dump
        self.load = load


_known = {}


def _kind(key, make):
    """One kind for each key: a type always has the same two functions."""
    if key not in _known:
        dump, load = make()
        _known[key] = _Kind(key, dump, load)
    return _known[key]


def _kind_of_string(s):
    if isinstance(s, model.SomeChar):
        return _Kind('char', dump_string_or_none, load_single_char)
    if s.can_be_None:
        load = load_string_or_none_nonul if s.no_nul else load_string_or_none
    else:
        load = load_string_nonul if s.no_nul else load_string
    return _Kind(('str', s.can_be_None, s.no_nul), dump_string_or_none, load)


def _kind_of_container(s, refuse):
    """Of a list, dictionary or tuple; None of anything else."""
    if isinstance(s, model.SomeList):
        item = _kind_of(s.listdef.listitem.s_value, refuse)
        return _kind(('list', item.key), lambda: (_list_dumper(item.dump), _list_loader(item.load)))
    if isinstance(s, model.SomeDict):
        key = _kind_of(s.dictdef.dictkey.s_value, refuse)
        value = _kind_of(s.dictdef.dictvalue.s_value, refuse)
        return _kind(('dict', key.key, value.key),
                     lambda: (_dict_dumper(key.dump, value.dump), _dict_loader(key.load, value.load)))
    if isinstance(s, model.SomeTuple):
        items = [_kind_of(s_item, refuse) for s_item in s.items]
        return _kind(('tuple',) + tuple([i.key for i in items]),
                     lambda: (_tuple_dumper([i.dump for i in items]), _tuple_loader([i.load for i in items])))
    return None


def _kind_of_other(s, refuse):
    """Of an annotation that says by which other type it is written, and how to get there and back."""
    if not hasattr(s, '_get_rmarshall_support_'):
        raise refuse(s)
    s_other, reduce, recreate = s._get_rmarshall_support_()
    other = _kind_of(s_other, refuse)

    def dump_reduced(buf, x):
        other.dump(buf, reduce(x))

    def load_and_recreate(loader):
        return recreate(other.load(loader))
    return _kind(('reduced', other.key, reduce, recreate), lambda: (dump_reduced, load_and_recreate))


def _kind_of(t, refuse):
    s = annotation(t, None)
    if s == model.s_None:
        return _Kind('none', dump_none, load_none)
    if isinstance(s, model.SomeBool):
        return _Kind('bool', dump_bool, load_bool)
    if isinstance(s, model.SomeInteger):
        if s.knowntype is not int:
            raise refuse(s)
        return _Kind(('int', s.nonneg), dump_int, load_int_nonneg if s.nonneg else load_int)
    if isinstance(s, model.SomeString):
        return _kind_of_string(s)
    if type(s) is model.SomeFloat:
        return _Kind('float', dump_float, load_float)
    return _kind_of_container(s, refuse) or _kind_of_other(s, refuse)


@specialize.memo()
def get_marshaller(type):
    return _kind_of(type, CannotMarshal).dump


@specialize.memo()
def get_loader(type):
    """The function behind `get_unmarshaller`, which takes a Loader."""
    return _kind_of(type, CannotUnmarshall).load


_unmarshallers = {}


@specialize.memo()
def get_unmarshaller(type):
    load = get_loader(type)
    if load not in _unmarshallers:
        def unmarshal(buf):
            loader = Loader(buf)
            result = load(loader)
            loader.check_finished()
            return result
        _unmarshallers[load] = unmarshal
    return _unmarshallers[load]
