# genext: python2
"""What a program says about the C code that it calls. There is no C compiler in the way: it is kept, and not acted upon."""
from rpython.tool.sourcetools import func_with_new_name  # noqa: programs look for it here, too

_LISTS = ['pre_include_bits', 'includes', 'include_dirs', 'post_include_bits', 'libraries', 'library_dirs',
          'separate_module_sources', 'separate_module_files', 'compile_extra', 'link_extra', 'frameworks',
          'link_files', 'testonly_libraries']


class CompilationError(Exception):
    """What asks a C compiler something has no answer here."""

    def __init__(self, out, err=''):
        Exception.__init__(self, out)
        self.out = out
        self.err = err


class ExternalCompilationInfo(object):
    """Headers, libraries and sources: tuples of texts."""

    def __init__(self, *given, **named):
        for name, value in zip(_LISTS, given):
            named[name] = value
        self.use_cpp_linker = named.pop('use_cpp_linker', False)
        self.platform = named.pop('platform', None)
        for name in _LISTS:
            value = named.pop(name, ())
            if isinstance(value, str):
                raise TypeError('%s: a sequence of strings is needed' % name)
            setattr(self, name, tuple(value))
        if named:
            raise TypeError('ExternalCompilationInfo has no %s' % sorted(named)[0])

    def _freeze_(self):
        return True

    def _state(self):
        return tuple([getattr(self, name) for name in _LISTS]) + (self.use_cpp_linker,)

    def __eq__(self, other):
        return isinstance(other, ExternalCompilationInfo) and self._state() == other._state()

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self._state())

    def merge(self, *others):
        """All that any of them says, each thing once."""
        joined = {'use_cpp_linker': self.use_cpp_linker}
        for name in _LISTS:
            found = []
            for info in (self,) + others:
                found += [item for item in getattr(info, name) if item not in found]
            joined[name] = found
        for info in others:
            joined['use_cpp_linker'] = joined['use_cpp_linker'] or info.use_cpp_linker
        return ExternalCompilationInfo(**joined)

    def convert_sources_to_files(self, *args, **kwds):
        return self

    def get_module_files(self):
        return self, ()

    def compile_shared_lib(self, *args, **kwds):
        raise CompilationError('there is no C compiler')
