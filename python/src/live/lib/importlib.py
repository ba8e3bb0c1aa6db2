"""Imports by name."""
import sys


def import_module(name, package=None):
    level = len(name) - len(name.lstrip('.'))
    if level:
        if not package:
            raise TypeError("the 'package' argument is needed for a relative name such as %r" % (name,))
        parts = package.split('.')
        if level > len(parts):
            raise ImportError('%r goes above the top of the package %r' % (name, package))
        parts = parts[:len(parts) - level + 1]
        name = '.'.join(parts + [name[level:]] if name[level:] else parts)
    __import__(name)
    return sys.modules[name]


def reload(module):
    raise NotImplementedError('modules are not loaded again')
