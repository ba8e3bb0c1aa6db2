#!/usr/bin/env python3
"""Runs an RPython target untranslated, under CPython 3 or 2.7.

    python3 examples/run_cpython.py TARGET.py [ARGS...]

RPython strings are byte strings.  CPython's `str` plays that role here: one
character per byte, by Latin-1, and the functions of `os` that carry bytes are
wrapped accordingly.  Under CPython 2.7 there is nothing to wrap.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
NATIVE_STACK = 512 * 1024 * 1024
RECURSION_LIMIT = 100000


def as_bytes(s):
    return s.encode('latin-1') if isinstance(s, str) else s


def bridge_os():
    """Makes `os` speak Latin-1 `str` where it speaks bytes."""
    read, write, open_ = os.read, os.write, os.open

    def bridged_open(path, flags, mode=0o777):
        return open_(as_bytes(path), flags, mode)

    os.read = lambda fd, count: read(fd, count).decode('latin-1')
    os.write = lambda fd, data: write(fd, as_bytes(data))
    os.open = bridged_open


def load(path):
    """Imports the target module with the stand-in library on the path."""
    sys.path[:0] = [os.path.dirname(os.path.abspath(path)),
                    os.path.join(HERE, '_cpython_standin')]
    name = os.path.splitext(os.path.basename(path))[0]
    if sys.version_info[0] == 2:
        import imp
        return imp.load_source(name, path)
    import importlib.util
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def entry_point_of(module):
    if not hasattr(module, 'target'):
        return module.entry_point
    result = module.target(None, [])
    return result[0] if isinstance(result, tuple) else result


def main(argv):
    if len(argv) < 2:
        sys.stderr.write(__doc__)
        return 2
    path = argv[1]
    entry_point = entry_point_of(load(path))
    if sys.version_info[0] == 2:
        return entry_point(argv[1:])
    args = [os.fsencode(arg).decode('latin-1') for arg in argv[1:]]
    bridge_os()
    return entry_point(args)


def run_with_deep_stack():
    """Recursive interpreters need more stack than the main thread has."""
    import threading
    import traceback
    status = [1]

    def body():
        try:
            status[0] = main(sys.argv)
        except SystemExit as e:
            status[0] = e.code
        except BaseException:
            traceback.print_exc()

    sys.setrecursionlimit(RECURSION_LIMIT)
    threading.stack_size(NATIVE_STACK)
    thread = threading.Thread(target=body)
    thread.start()
    thread.join()
    return status[0]


if __name__ == '__main__':
    sys.exit(run_with_deep_stack())
