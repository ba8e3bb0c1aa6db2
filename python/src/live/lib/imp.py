"""Of the module `imp`: where modules are, and what marks files of CPython's bytecode. There are only modules of source text."""
import os
import sys

SEARCH_ERROR, PY_SOURCE, PY_COMPILED, C_EXTENSION, PY_RESOURCE, PKG_DIRECTORY, C_BUILTIN, PY_FROZEN = range(8)


def get_magic():
    return '\x03\xf3\r\n'


def get_suffixes():
    return [('.py', 'U', PY_SOURCE)]


def find_module(name, path=None):
    """The open file of a module, its path, and (suffix, mode, sort); of a package no file, and its folder."""
    for folder in (sys.path if path is None else path):
        base = os.path.join(folder, name)
        if os.path.exists(os.path.join(base, '__init__.py')):
            return None, base, ('', '', PKG_DIRECTORY)
        if os.path.exists(base + '.py'):
            return open(base + '.py'), base + '.py', ('.py', 'U', PY_SOURCE)
    raise ImportError('No module named %s' % (name,))


def acquire_lock():
    """There is one thread."""


def release_lock():
    pass


def lock_held():
    return False
