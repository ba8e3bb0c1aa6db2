# genext: python2
"""The bookkeeper: the Python face of one engine, with the identity of all objects that tests see."""
from contextlib import contextmanager

import _genext_annotator as _native
from rpython.annotator import model
from rpython.annotator.model import AnnotatorError, UnionError


class Bookkeeper(object):
    position_key = None

    def __init__(self, annotator):
        self.annotator = annotator
        self._handle = _native.new()
        self._classdefs = {}
        self._descs = {}
        self._attr_families = {}
        self._call_families = {}
        self._imported = {}
        self._graphs = {}
        self._callbacks = []
        self._raised = None
        _native.install(self._handle, self)

    # ---- objects for ids ----

    def _decode(self, d):
        return model.decode(self, d)

    def _classdef(self, id):
        from rpython.annotator.classdesc import ClassDef
        if id not in self._classdefs:
            self._classdefs[id] = ClassDef(self, id)
        return self._classdefs[id]

    def _desc(self, id):
        from rpython.annotator import description
        if id not in self._descs:
            sort = _native.desc_info(self._handle, id)[0]
            self._descs[id] = description.CLASSES[sort](self, id)
        return self._descs[id]

    def _listdef(self, id):
        from rpython.annotator.listdef import ListDef
        return ListDef._of(self, id)

    def _dictdef(self, id):
        from rpython.annotator.dictdef import DictDef
        return DictDef._of(self, id)

    def _graph(self, id):
        from rpython.flowspace import model as flowmodel
        if id not in self._graphs:
            graph = flowmodel.graph_from(_native.graph(self._handle, id))
            graph._bk = self
            graph._id = id
            for v in graph._variables:
                v._bk = self
                v._graph = id
            self._graphs[id] = graph
        return self._graphs[id]

    # ---- ids for objects; those of another bookkeeper are brought over ----

    def _class_id(self, classdef):
        if classdef._bk is self:
            return classdef._id
        return _native.class_id(self._handle, classdef.classdesc.pyobj)

    def _desc_id(self, desc):
        if desc._bk is self:
            return desc._id
        return self.getdesc(desc.pyobj)._id

    def _list_id(self, listdef):
        if listdef._bk is self:
            return listdef._id
        info = _native.list_info(listdef._bk._handle, listdef._id)
        key = listdef._bk, 'list', info[0]
        if key not in self._imported:
            id = _native.new_list(self._handle, ('Impossible', False, None), info[3], info[2])
            self._imported[key] = id
            s_item = listdef._bk._decode(info[1])
            _native.list_generalize(self._handle, id, s_item._encode(self))
        return self._imported[key]

    def _dict_id(self, dictdef):
        if dictdef._bk is self:
            return dictdef._id
        info = _native.dict_info(dictdef._bk._handle, dictdef._id)
        key = dictdef._bk, 'dict', info[0]
        if key not in self._imported:
            nothing = ('Impossible', False, None)
            id = _native.new_dict(self._handle, nothing, nothing)
            self._imported[key] = id
            s_key, s_value = dictdef._bk._decode(info[1]), dictdef._bk._decode(info[2])
            _native.dict_generalize(self._handle, id, s_key._encode(self), s_value._encode(self))
        return self._imported[key]

    # ---- what tests ask for ----

    @contextmanager
    def at_position(self, pos):
        yield

    def immutablevalue(self, x, need_const=True):
        ok, d = _native.constant(self._handle, x)
        if not ok:
            self._fail(d)
        s = self._decode(d)
        if isinstance(s, model.SomeBuiltin):
            s.const = x
        return s

    def getdesc(self, pyobj):
        ok, d = _native.constant(self._handle, pyobj)
        if not ok:
            self._fail(d)
        if d[0] != 'Pbc':
            raise AnnotatorError('%r has no description' % (pyobj,))
        return self._desc(d[3][0])

    def getuniqueclassdef(self, cls):
        if cls is object:
            raise AnnotatorError('the class object has no definition')
        return self._classdef(_native.class_id(self._handle, cls))

    def new_exception(self, exc_classes):
        return model.SomeException([self.getuniqueclassdef(c) for c in exc_classes])

    def newlist(self, *s_values):
        from rpython.annotator.listdef import ListDef
        listdef = ListDef(self)
        for s in s_values:
            listdef.generalize(s)
        return model.SomeList(listdef)

    def newdict(self):
        from rpython.annotator.dictdef import DictDef
        return model.SomeOrderedDict(DictDef(self))

    def valueoftype(self, t):
        from rpython.annotator.signature import annotation
        return annotation(t, self)

    def emulate_pbc_call(self, unique_key, pbc, args_s, replace=[], callback=None):
        ok, d = _native.emulate(self._handle, pbc._encode(self), [s._encode(self) for s in args_s])
        if not ok:
            self._fail(d)
        if callback is not None:
            self._callbacks.append((pbc, callback))
        return self._decode(d)

    def _call_back(self):
        callbacks, self._callbacks = self._callbacks, []
        for pbc, callback in callbacks:
            for desc in pbc.descriptions:
                for graph in desc.getgraphs():
                    callback(self.annotator, graph)

    # ---- calls from the engine ----

    def _check(self, checker, d):
        try:
            checker(self._decode(d), self)
        except Exception as e:
            self._raised = e
            raise

    def _declared(self, declaration, ds):
        from rpython.annotator.signature import Sig
        try:
            if isinstance(declaration, (tuple, list)):
                declaration = Sig(*declaration)
            if not callable(declaration):
                return None
            inputs = [self._decode(d) for d in ds]
            args_s = declaration(self, inputs) if isinstance(declaration, Sig) else declaration(*inputs)
            return ('Tuple', False, None, tuple([s._encode(self) for s in args_s]))
        except Exception as e:
            self._raised = e
            raise

    # ---- errors ----

    def _fail(self, failure):
        raised, self._raised = self._raised, None
        if raised is not None:
            raise raised
        raise error_of(self, failure)


UNION = ('E0410', 'E0411', 'E0413', 'E0414')


def error_of(bk, failure):
    """The exception that a test expects for a diagnostic."""
    from rpython.annotator.listdef import ListChangeUnallowed
    from rpython.annotator.classdesc import NoSuchAttrError
    from rpython.annotator.signature import SignatureError
    from rpython.flowspace.flowcontext import FlowingError
    code, message, place, left, right, help, known = failure
    text = _phrase(code, message) + message
    if help:
        text += ' (%s)' % help
    if left is not None and code in UNION:
        s1, s2 = bk._decode(left), bk._decode(right)
        told = model._union_text(s1, s2)
        e = UnionError(s1, s2, '%s\n%s' % (told, text) if told else text)
    elif code in UNION:
        e = UnionError(model.SomeObject(), model.SomeObject(), text)
    elif code == 'E0412':
        e = ListChangeUnallowed(text)
    elif code == 'E0433':
        e = NoSuchAttrError(text)
    elif code == 'E0437':
        e = SignatureError(text)
    elif code in ('E0407', 'E0421'):
        return ValueError(text)
    elif code.startswith('E03'):
        e = FlowingError(text)
    else:
        e = AnnotatorError(text)
    e.source = 'Happened at file %s\n%s' % (_file_line(place), place)
    if known:
        e.source += '\nKnown variable annotations:\n' + '\n'.join([' ' + k for k in known])
    return e


def _file_line(rendered):
    for line in rendered.splitlines():
        if '-->' in line:
            return line.split('-->')[1].strip()
    return '?'


# How the reference says it, for tests that look.
PHRASES = [
    ('E0423', 'Ellipsis', "Don't know how to represent Ellipsis"),
    ('E0404', 'is called', 'Cannot prove that the object is callable'),
    ('E0443', 'not constant', 'variable argument to getattr'),
    ('E0445', 'is not constant', 'string formatting requires a constant string/unicode'),
    ('E0480', 'str.format()', 'Method format() is not RPython'),
]


def _phrase(code, message):
    if code == 'E0462' and '`' in message:
        return "field '%s' was migrated to a base class: " % message.split('`')[3]
    for c, part, phrase in PHRASES:
        if c == code and part in message:
            return phrase + ': '
    return ''
