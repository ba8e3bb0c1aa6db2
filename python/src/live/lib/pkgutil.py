"""The modules of packages."""
import os
import sys


class _Loader(object):
    """Imports one module by the full name that it is asked for."""

    def load_module(self, fullname):
        __import__(fullname)
        return sys.modules[fullname]


class ImpImporter(object):
    """A folder of modules."""

    def __init__(self, path=None):
        self.path = path

    def find_module(self, fullname, path=None):
        return _Loader()

    def iter_modules(self, prefix=''):
        """Pairs of a name and whether it is a package's, in order of the names."""
        found = {}
        for entry in os.listdir(self.path):
            whole = os.path.join(self.path, entry)
            if entry.endswith('.py') and entry != '__init__.py':
                found[entry[:-3]] = False
            elif os.path.isfile(os.path.join(whole, '__init__.py')):
                found[entry] = True
        for name in sorted(found):
            yield prefix + name, found[name]


FileFinder = ImpImporter


def get_importer(path):
    return ImpImporter(path)


def iter_modules(path=None, prefix=''):
    """For each module in the folders: its importer, its name, whether it is a package."""
    seen = set()
    for folder in (sys.path if path is None else path):
        if not os.path.isdir(folder):
            continue
        importer = ImpImporter(folder)
        for name, is_package in importer.iter_modules(prefix):
            if name not in seen:
                seen.add(name)
                yield importer, name, is_package


def walk_packages(path=None, prefix='', onerror=None):
    """The same, of packages in packages, too. These are imported."""
    for importer, name, is_package in iter_modules(path, prefix):
        yield importer, name, is_package
        if not is_package:
            continue
        try:
            __import__(name)
        except Exception:
            if onerror is None:
                raise
            onerror(name)
            continue
        folders = getattr(sys.modules[name], '__path__', None) or []
        for found in walk_packages(folders, name + '.', onerror):
            yield found
