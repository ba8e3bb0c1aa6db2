"""The machine."""
import os


def system():
    return os.uname()[0]


def node():
    return os.uname()[1]


def release():
    return os.uname()[2]


def version():
    return os.uname()[3]


def machine():
    return os.uname()[4]


processor = machine


def architecture(*args):
    return '64bit', 'ELF'


def python_implementation():
    return 'CPython'


def python_version():
    import sys
    return '%d.%d.%d' % tuple(sys.version_info[:3])


def platform(*args):
    return '%s-%s-%s' % (system(), release(), machine())
