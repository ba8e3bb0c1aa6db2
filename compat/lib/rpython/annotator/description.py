# genext: python2
"""Descriptions of functions, classes, methods and frozen objects: the members of PBC sets."""
import types
import _genext_annotator as _native


class AttrFamily(object):
    def __init__(self, bk, id, descs, attrs):
        self.descs = descs
        self.attrs = attrs


class CallFamily(object):
    def __init__(self, bk, id, descs):
        self.descs = descs


class Desc(object):
    pyobj = None
    knowntype = object

    def __init__(self, bk, id):
        self._bk = bk
        self._id = id
        info = self._info()
        self.name = info[1]
        self.pyobj = info[2]

    def _info(self):
        return _native.desc_info(self._bk._handle, self._id)

    bookkeeper = property(lambda self: self._bk)

    def __repr__(self):
        return '<%s for %r>' % (self.__class__.__name__, self.name)

    def getattrfamily(self):
        info = _native.attribute_family(self._bk._handle, self._id)
        if info is None:
            return None
        id, descs, attrs = info
        families = self._bk._attr_families
        family = families.get(id)
        if family is None:
            family = families[id] = AttrFamily(self._bk, id, None, None)
        family.descs = dict([(self._bk._desc(d), True) for d in descs])
        family.attrs = dict([(name, self._bk._decode(s)) for name, s in attrs])
        return family

    queryattrfamily = getattrfamily

    def getcallfamily(self):
        info = _native.family(self._bk._handle, self._id)
        if info is None:
            return None
        id, descs = info
        families = self._bk._call_families
        if id not in families:
            families[id] = CallFamily(self._bk, id, None)
        families[id].descs = dict([(self._bk._desc(d), True) for d in descs])
        return families[id]

    querycallfamily = getcallfamily


class FunctionDesc(Desc):
    knowntype = types.FunctionType

    def _graphs(self):
        return [(self._key(key), self._bk._graph(g)) for key, g in self._info()[3]]

    def _key(self, key):
        star, parts = key
        if not parts and star is None:
            return None
        values = []
        for p in parts:
            if p is None:
                return None
            if isinstance(p, tuple):
                s = self._bk._decode(p)
                values.append(s.const if s.is_constant() else s)
            else:
                values.append(p)
        if star is not None:
            values += ['star', star]
        return tuple(values)

    @property
    def _cache(self):
        return dict(self._graphs())

    def getuniquegraph(self):
        graphs = self._graphs()
        assert len(graphs) == 1, '%r has %d graphs' % (self.name, len(graphs))
        return graphs[0][1]

    def getgraphs(self):
        return [g for key, g in self._graphs()]

    def get_s_signatures(self, shape):
        """Annotations of parameters and result, per graph."""
        found = []
        for graph in self.getgraphs():
            found.append(([v.annotation for v in graph.getargs()], graph.getreturnvar().annotation))
        return found

    def specialize(self, args_s, op=None):
        """The existing copy for these arguments."""
        wanted = [s.const for s in args_s if s.is_constant()]
        for key, graph in self._graphs():
            if key is None or all([any([k is w or k == w for w in wanted]) for k in key]):
                if key is None or list(key) == wanted[:len(key)]:
                    return graph
        raise KeyError('no such copy of %s' % self.name)


class ClassDesc(Desc):
    knowntype = type

    def getuniqueclassdef(self):
        return self._bk.getuniqueclassdef(self.pyobj)

    def getclassdef(self, key=None):
        return self.getuniqueclassdef()


class MethodDesc(Desc):
    knowntype = types.MethodType
    flags = {}

    @property
    def funcdesc(self):
        return self._bk._desc(self._info()[5])

    @property
    def selfclassdef(self):
        c = self._info()[4]
        return None if c is None else self._bk._classdef(c)


class MethodOfFrozenDesc(Desc):
    knowntype = types.MethodType

    @property
    def funcdesc(self):
        return self._bk._desc(self._info()[5])


class FrozenDesc(Desc):
    @property
    def knowntype(self):
        return self.pyobj.__class__


CLASSES = {
    'function': FunctionDesc,
    'class': ClassDesc,
    'method': MethodDesc,
    'frozen_method': MethodOfFrozenDesc,
    'frozen': FrozenDesc,
}
