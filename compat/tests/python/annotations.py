# genext: python2
from rpython.annotator import model as annmodel
from rpython.annotator.annrpython import RPythonAnnotator
from rpython.annotator.classdesc import NoSuchAttrError
from rpython.annotator.dictdef import DictDef
from rpython.annotator.listdef import ListDef, ListChangeUnallowed
from rpython.annotator.signature import Sig, SignatureError
from rpython.flowspace.flowcontext import FlowingError
from rpython.flowspace.model import checkgraph, summary
from rpython.rlib.debug import check_annotation
from rpython.rlib.rarithmetic import r_uint
from rpython.translator.translator import graphof


BIG = 1 << 70


def fails_with(cls, f, args):
    try:
        RPythonAnnotator().build_types(f, args)
    except cls as e:
        return e
    raise AssertionError('no %s' % cls.__name__)


def types_of(f, args):
    return RPythonAnnotator().build_types(f, args)


def test_integers():
    assert types_of(lambda n: n + 1, [int]) == annmodel.SomeInteger()
    assert types_of(lambda n: n & 1, [annmodel.SomeInteger(nonneg=True)]).nonneg
    s = types_of(lambda n: n + r_uint(1), [r_uint])
    assert s.unsigned and s.knowntype is r_uint
    s = types_of(lambda: -5, [])
    assert s.is_constant() and s.const == -5 and not s.nonneg


def test_text():
    s = types_of(lambda t: t[0], [str])
    assert isinstance(s, annmodel.SomeChar)
    s = types_of(lambda n: 'abc' if n else None, [int])
    assert s.can_be_None and s.no_nul and s.knowntype is str
    assert types_of(lambda: u'x', []).__class__ is annmodel.SomeUnicodeCodePoint


def test_lists_of_another_annotator():
    first, second = RPythonAnnotator(), RPythonAnnotator()
    s = first.build_types(lambda n: [n], [int])
    t = second.build_types(lambda l: l[0], [s])
    assert t.knowntype is int
    s_rec = annmodel.SomeList(ListDef(None))
    s_rec.listdef.generalize(s_rec)
    t = second.build_types(lambda l: l[0], [s_rec])
    assert t.listdef.listitem.s_value.listdef.same_as(t.listdef)


def test_list_flags():
    def f():
        l = [1]
        l.append(2)
        return l
    item = types_of(f, []).listdef.listitem
    assert item.resized and item.mutated and item.range_step is None
    assert types_of(lambda n: range(n), [int]).listdef.listitem.range_step == 1


def test_dictionaries():
    s = types_of(lambda n: {'a': n}, [int])
    assert isinstance(s, annmodel.SomeDict)
    assert s.dictdef.dictkey.s_value.knowntype is str
    assert s.dictdef.dictvalue.s_value == annmodel.SomeInteger()
    d = annmodel.SomeDict(DictDef(None, annmodel.SomeString(), annmodel.s_Int))
    assert types_of(lambda d: d['x'], [d]).knowntype is int


class Base(object):
    def go(self):
        return 1


class Sub(Base):
    def __init__(self, x):
        self.x = x

    def go(self):
        return self.x


def test_classes():
    a = RPythonAnnotator()
    s = a.build_types(lambda n: Sub(n) if n else Base(), [int])
    base, sub = a.bookkeeper.getuniqueclassdef(Base), a.bookkeeper.getuniqueclassdef(Sub)
    assert isinstance(s, annmodel.SomeInstance) and s.classdef is base
    assert sub.basedef is base and base.subdefs == [sub]
    assert sub.attrs.keys() == ['x'] and sub.attrs['x'].s_value.knowntype is int
    assert sub.about_attribute('x') == annmodel.SomeInteger()
    assert base.classdesc.pyobj is Base


def one():
    return 1


def two():
    return 2


def test_sets_of_functions():
    a = RPythonAnnotator()
    s = a.build_types(lambda n: one if n else two, [int])
    assert isinstance(s, annmodel.SomePBC)
    assert set([d.pyobj for d in s.descriptions]) == set([one, two])
    assert not s.is_constant()
    assert a.bookkeeper.immutablevalue(one).const is one


def test_union_error_tells_both_sides():
    e = fails_with(annmodel.UnionError, lambda n: 1 if n else 'a', [int])
    sides = set([e.s_obj1.__class__, e.s_obj2.__class__])
    assert sides == set([annmodel.SomeInteger, annmodel.SomeChar])
    assert 'Known variable annotations' in e.source
    e = fails_with(annmodel.UnionError, lambda n: (1,) if n else (1, 2), [int])
    assert 'tuples of different length: 2 versus 1' in e.msg


def test_errors_have_classes():
    class Declared(object):
        _attrs_ = ['a']

    def sets():
        Declared().b = 1
    fails_with(NoSuchAttrError, sets, [])
    fails_with(FlowingError, lambda: undefined_name, [])
    fails_with(ValueError, lambda: BIG, [])
    fails_with(annmodel.AnnotatorError, lambda n: n(), [int])


def test_checker_sees_annotations():
    seen = []

    def checker(s, bookkeeper):
        seen.append(s.listdef.listitem.s_value.knowntype)
        s.listdef.never_resize()

    def fine():
        l = [1]
        check_annotation(l, checker)
        return l

    def bad():
        fine().append(1)
    types_of(fine, [])
    assert seen and seen[0] is int
    fails_with(ListChangeUnallowed, bad, [])


def test_declared_parameters():
    def f(x, y):
        return x
    f._annenforceargs_ = Sig(int, annmodel.SomeInteger(nonneg=True))
    assert types_of(f, [annmodel.SomeInteger(nonneg=True)] * 2) == annmodel.SomeInteger()
    fails_with(SignatureError, f, [int, int])


def count(n):
    total = 0
    while n > 0:
        total += n
        n -= 1
    return total


def test_graphs():
    a = RPythonAnnotator()
    a.build_types(lambda: count(3) + count(4), [])
    graph = graphof(a.translator, count)
    assert graph.func is count and graph.startblock in a.annotated
    checkgraph(graph)
    ops = summary(graph)
    assert ops['gt'] == 1 and ops['inplace_add'] == 1 and ops['inplace_sub'] == 1
    assert a.binding(graph.getargs()[0]).knowntype is int
    assert a.gettype(graph.getreturnvar()) is int


def test_lattice():
    Int, Str = annmodel.SomeInteger, annmodel.SomeString
    some = [annmodel.s_ImpossibleValue, annmodel.s_None, annmodel.s_True, annmodel.SomeBool(), Int(nonneg=True), Int(),
            annmodel.SomeFloat(), annmodel.SomeChar(), Str(), Str(can_be_None=True), annmodel.SomeTuple([Int()])]
    for x in some:
        assert x.contains(x) and annmodel.union(x, x) == x and x.contains(annmodel.s_ImpossibleValue)
        for y in some:
            try:
                u = annmodel.union(x, y)
            except annmodel.UnionError:
                continue
            assert u == annmodel.union(y, x) and u.contains(x) and u.contains(y)
    assert Int().contains(Int(nonneg=True)) and not Int(nonneg=True).contains(Int())
    assert annmodel.unionof(annmodel.SomeChar(), annmodel.s_None) == Str(can_be_None=True)
