# genext: python2
"""Names of RPython's rtyper that test files import beside `interpret`. Representations live in the engine: what stands here lets the
files be imported, and says so when it is used."""


class Placeholder(object):
    def __init__(self, name):
        self.__name__ = name

    def _fail(self, *args, **kwds):
        raise NotImplementedError('%s lives in the engine, tests cannot look at it' % self.__name__)

    __call__ = _fail

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        self._fail()

    def __repr__(self):
        return '<placeholder %s>' % self.__name__


_HELPERS = {
    'rstr': ['LLHelpers', 'STR', 'UNICODE', 'mallocstr', 'mallocunicode'],
    'rlist': ['ListRepr', 'FixedSizeListRepr', 'll_newlist', 'll_fixed_newlist'],
    'rdict': ['DictRepr', 'll_clear', 'll_contains', 'll_copy', 'll_dict_delitem', 'll_dict_getitem', 'll_dict_len',
              'll_dict_setitem', 'll_newdict', 'll_popitem'],
    'rbuilder': ['StringBuilderRepr', 'UnicodeBuilderRepr'],
}


def fill(module, names):
    for name in names:
        if not hasattr(module, name):
            setattr(module, name, Placeholder(name))


def copy_string_to_raw(src, ptrdst, srcstart, length):
    """Copies characters of a string to raw memory."""
    assert 0 <= srcstart and length >= 0 and srcstart + length <= len(src)
    for i in range(length):
        ptrdst[i] = src[srcstart + i]


def install():
    """Adds the names to the helper modules of the rtyper."""
    import sys
    from rpython.rtyper.lltypesystem import rstr
    rstr.copy_string_to_raw = copy_string_to_raw
    for name, names in _HELPERS.items():
        __import__('rpython.rtyper.lltypesystem.' + name)
        fill(sys.modules['rpython.rtyper.lltypesystem.' + name], names)


install()
