# genext: python2
"""Dictionary definitions: what the engine knows of all dictionaries that may meet."""
import _genext_annotator as _native
from rpython.annotator import model
from rpython.annotator.model import s_ImpossibleValue
from rpython.rlib.types import annotation


class DictItem(object):
    """Keys or values of the dictionaries of one definition."""
    def __init__(self, dictdef, which):
        self._dictdef = dictdef
        self._which = which

    def _info(self):
        return _native.dict_info(self._dictdef._bk._handle, self._dictdef._id)

    s_value = property(lambda self: self._dictdef._bk._decode(self._info()[self._which]))
    custom_eq_hash = property(lambda self: self._info()[3])

    def __eq__(self, other):
        return (isinstance(other, DictItem) and self._which == other._which and
                self._dictdef.same_as(other._dictdef))

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self._info()[0])


class DictDef(object):
    def __init__(self, bookkeeper, s_key=s_ImpossibleValue, s_value=s_ImpossibleValue,
                 is_r_dict=False, force_non_null=False, simple_hash_eq=False):
        bk = bookkeeper if isinstance(bookkeeper, model.scratch().__class__) else model.scratch()
        self._bk = bk
        self._id = _native.new_dict(bk._handle, annotation(s_key)._encode(bk), annotation(s_value)._encode(bk))

    @classmethod
    def _of(cls, bk, id):
        self = cls.__new__(cls)
        self._bk = bk
        self._id = id
        return self

    dictkey = property(lambda self: DictItem(self, 1))
    dictvalue = property(lambda self: DictItem(self, 2))

    def same_as(self, other):
        return (self._bk is other._bk and
                _native.dict_same(self._bk._handle, self._id, other._id))

    def __eq__(self, other):
        return isinstance(other, DictDef) and self.same_as(other)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return 2

    def read_key(self, position_key=None):
        return self.dictkey.s_value

    def read_value(self, position_key=None):
        return self.dictvalue.s_value

    def _generalize(self, s_key, s_value):
        bk = self._bk
        if not _native.dict_generalize(bk._handle, self._id, s_key._encode(bk), s_value._encode(bk)):
            _native.forget(bk._handle)
            raise model.UnionError(s_key, s_value)

    def generalize_key(self, s_key):
        self._generalize(s_key, s_ImpossibleValue)

    def generalize_value(self, s_value):
        self._generalize(s_ImpossibleValue, s_value)

    def union(self, other):
        model.union(model.SomeOrderedDict(self), model.SomeOrderedDict(other))
        return self


class DictKey(object):
    """Made by tests that build dictionary representations by hand; those live in the engine."""
    def __init__(self, *args, **kwds):
        raise NotImplementedError('definitions of dictionaries live in the engine')


DictValue = DictKey
