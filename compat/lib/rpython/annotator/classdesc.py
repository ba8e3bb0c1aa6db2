# genext: python2
"""Classes as the engine sees them."""
import _genext_annotator as _native
from rpython.annotator.model import AnnotatorError
from rpython.annotator.description import ClassDesc


class NoSuchAttrError(AnnotatorError):
    """An attribute is set that a declaration does not allow."""


def is_mixin(cls):
    """Whether a class is only mixed in; its subclasses are not."""
    return bool(cls.__dict__.get('_mixin_', False))


class InstanceSource(object):
    """A prebuilt object as what attributes get values from."""

    def __init__(self, bookkeeper, obj):
        self.bookkeeper = bookkeeper
        self.obj = obj


class Attribute(object):
    def __init__(self, classdef, name):
        self._classdef = classdef
        self.name = name

    def _info(self):
        return _native.attribute(self._classdef._bk._handle, self._classdef._id, self.name)

    s_value = property(lambda self: self._classdef._bk._decode(self._info()[1]))
    readonly = property(lambda self: self._info()[2])

    def getvalue(self):
        return self.s_value


class ClassDef(object):
    def __init__(self, bk, id):
        self._bk = bk
        self._id = id

    def _info(self):
        return _native.class_info(self._bk._handle, self._id)

    name = property(lambda self: self._info()[0])
    shortname = property(lambda self: self.name.split('.')[-1])
    bookkeeper = property(lambda self: self._bk)

    @property
    def classdesc(self):
        return self._bk.getdesc(self._info()[1])

    @property
    def basedef(self):
        base = self._info()[2]
        return None if base is None else self._bk._classdef(base)

    @property
    def subdefs(self):
        return [self._bk._classdef(i) for i in self._info()[3]]

    @property
    def attrs(self):
        return dict([(name, Attribute(self, name)) for name in self._info()[4]])

    def about_attribute(self, name):
        info = _native.attribute(self._bk._handle, self._id, name)
        if info is None:
            return None
        s = self._bk._decode(info[1])
        return None if s.knowntype is None and not s.is_constant() else s

    def find_attribute(self, name):
        info = _native.attribute(self._bk._handle, self._id, name)
        if info is None:
            raise KeyError(name)
        return Attribute(self._bk._classdef(info[0]), name)

    def getmro(self):
        c = self
        while c is not None:
            yield c
            c = c.basedef

    def issubclass(self, other):
        return other in list(self.getmro())

    def commonbase(self, other):
        mine = list(self.getmro())
        for c in other.getmro():
            if c in mine:
                return c
        return None

    def getallsubdefs(self):
        todo = [self]
        while todo:
            c = todo.pop()
            yield c
            todo.extend(c.subdefs)

    def __repr__(self):
        return '<ClassDef %r>' % (self.name,)
