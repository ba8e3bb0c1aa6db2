"""Makers of classes, functions and methods (Python 2)."""
import types

instancemethod = types.MethodType
function = types.FunctionType
module = types.ModuleType
code = types.CodeType


def classobj(name, bases, namespace):
    if bases:
        return type(bases[0])(name, bases, namespace)
    return types.ClassType(name, bases, namespace)


def instance(cls, namespace=None):
    import _genext
    obj = _genext.instantiate(cls)
    if namespace:
        obj.__dict__.update(namespace)
    return obj
