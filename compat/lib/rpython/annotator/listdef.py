# genext: python2
"""List definitions: what the engine knows of all lists that may meet."""
import _genext_annotator as _native
from rpython.annotator import model
from rpython.annotator.model import AnnotatorError, s_ImpossibleValue
from rpython.rlib.types import annotation


class ListChangeUnallowed(AnnotatorError):
    pass


class TooLateForChange(AnnotatorError):
    pass


class ListItem(object):
    """The items of the lists of one definition. Reads what the engine knows now."""
    def __init__(self, listdef):
        self._listdef = listdef

    def _info(self):
        return _native.list_info(self._listdef._bk._handle, self._listdef._id)

    s_value = property(lambda self: self._listdef._bk._decode(self._info()[1]))
    resized = property(lambda self: self._info()[2])
    mutated = property(lambda self: self._info()[3])
    range_step = property(lambda self: self._info()[4])
    immutable = property(lambda self: self._info()[5])
    must_not_resize = property(lambda self: self._info()[6])

    def generalize(self, s_other):
        self._listdef.generalize(s_other)

    def __eq__(self, other):
        return isinstance(other, ListItem) and self._listdef.same_as(other._listdef)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self._info()[0])


class ListDef(object):
    def __init__(self, bookkeeper, s_item=s_ImpossibleValue, mutated=False, resized=False):
        bk = bookkeeper if isinstance(bookkeeper, model.scratch().__class__) else model.scratch()
        self._bk = bk
        self._id = _native.new_list(bk._handle, annotation(s_item)._encode(bk), mutated, resized)

    @classmethod
    def _of(cls, bk, id):
        self = cls.__new__(cls)
        self._bk = bk
        self._id = id
        return self

    @property
    def listitem(self):
        return ListItem(self)

    def same_as(self, other):
        return (self._bk is other._bk and
                _native.list_same(self._bk._handle, self._id, other._id))

    def __eq__(self, other):
        return isinstance(other, ListDef) and self.same_as(other)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return 1

    def __repr__(self):
        return '<[%r]>' % (self.listitem.s_value,)

    def read_item(self, position_key=None):
        return self.listitem.s_value

    def generalize(self, s_value):
        if not _native.list_generalize(self._bk._handle, self._id, s_value._encode(self._bk)):
            s_old = self.listitem.s_value
            _native.forget(self._bk._handle)
            raise model.UnionError(s_old, s_value)

    def union(self, other):
        model.union(model.SomeList(self), model.SomeList(other))
        return self

    def agree(self, bookkeeper, other):
        self.union(other)

    def mutate(self):
        _native.list_flags(self._bk._handle, self._id, True, False)

    def resize(self):
        _native.list_flags(self._bk._handle, self._id, True, True)

    def never_resize(self):
        if not _native.never_resize(self._bk._handle, self._id):
            raise ListChangeUnallowed('a list that must not be resized is resized')


s_list_of_strings = model.SomeList(ListDef(None, model.SomeString(no_nul=True), resized=True))
