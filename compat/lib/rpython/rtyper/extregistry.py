# genext: python2
"""RPython's registry of functions with types and operations of their own. Such functions are translated as they are written here."""
import types


class _Registering(type):
    """Calls of a function that has an entry are typed each by itself, as calls of built-in functions are."""

    def __init__(cls, name, bases, namespace):
        type.__init__(cls, name, bases, namespace)
        about = namespace.get('_about_')
        for function in about if isinstance(about, (list, tuple)) else [about]:
            if isinstance(function, types.FunctionType) and not hasattr(function, '_annspecialcase_'):
                function._annspecialcase_ = 'specialize:call_location'


class ExtRegistryEntry(object):
    __metaclass__ = _Registering
    _about_ = None
