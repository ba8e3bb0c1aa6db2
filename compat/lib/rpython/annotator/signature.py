# genext: python2
"""Types as annotations, and declared parameters."""
from rpython.annotator import model as annmodel
from rpython.annotator.listdef import ListDef
from rpython.annotator.dictdef import DictDef
from rpython.rlib.rarithmetic import r_singlefloat, base_int


class SignatureError(annmodel.AnnotatorError):
    pass


def annotation(t, bookkeeper=None):
    """The annotation that a type (or a list or dictionary of types) stands for."""
    if isinstance(t, annmodel.SomeObject):
        return t
    if isinstance(t, list):
        assert len(t) == 1, 'a list type has one item type'
        return annmodel.SomeList(ListDef(bookkeeper, annotation(t[0], bookkeeper)))
    if isinstance(t, tuple):
        return annmodel.SomeTuple([annotation(i, bookkeeper) for i in t])
    if isinstance(t, dict):
        assert len(t) == 1, 'a dictionary type has one entry'
        (key, value), = t.items()
        return annmodel.SomeOrderedDict(
            DictDef(bookkeeper, annotation(key, bookkeeper), annotation(value, bookkeeper)))
    if t is None or t is type(None):
        return annmodel.s_None
    if t is bool:
        return annmodel.SomeBool()
    if t is int:
        return annmodel.SomeInteger()
    if t is float:
        return annmodel.SomeFloat()
    if t is str:
        return annmodel.SomeString()
    if t is unicode:
        return annmodel.SomeUnicodeString()
    if t is list:
        return annmodel.SomeList(ListDef(bookkeeper))
    if t is dict:
        return annmodel.SomeOrderedDict(DictDef(bookkeeper))
    if t is tuple:
        return annmodel.SomeTuple(())
    if t is bytearray:
        return annmodel.SomeByteArray()
    if t is r_singlefloat:
        return annmodel.SomeSingleFloat()
    if isinstance(t, type) and issubclass(t, base_int):
        return annmodel.SomeInteger(knowntype=t)
    if isinstance(t, type) or hasattr(t, '__bases__'):
        bk = bookkeeper or annmodel.scratch()
        return annmodel.SomeInstance(bk.getuniqueclassdef(t))
    raise TypeError('%r is not a type of RPython' % (t,))


class Sig(object):
    """Declared parameter types; a function in place of a type gets the annotations of all arguments."""
    def __init__(self, *argtypes):
        self.argtypes = argtypes

    def __call__(self, bookkeeper, inputcells):
        args_s = []
        for t in self.argtypes:
            if isinstance(t, annmodel.SomeObject) or t is None:
                args_s.append(t)
            elif callable(t) and not isinstance(t, type) and not hasattr(t, '__bases__'):
                args_s.append(t(*inputcells))
            else:
                args_s.append(annotation(t, bookkeeper))
        result = list(inputcells)
        for i, s in enumerate(args_s):
            if i >= len(result) or s is None:
                continue
            s_input = result[i]
            if isinstance(s, annmodel.SomeList) and isinstance(s_input, annmodel.SomeList):
                annmodel.union(s_input, s)
                continue
            s_actual = s_input
            if isinstance(s_input, annmodel.SomeInteger) and s_input.is_constant():
                s_actual = s_input
            if not s.contains(s_actual):
                raise SignatureError('argument %d is %r, declared is %r' % (i + 1, s_actual, s))
            if s_input.is_constant():
                continue
            result[i] = s
        return result
