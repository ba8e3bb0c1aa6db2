# genext: python2
"""The processor that the JIT makes code for."""


class ProcessorAutodetectError(Exception):
    """The processor is not known. It is never raised."""


class _CPU(object):
    """There is no RPython object that stands for it."""


def autodetect():
    return 'x86-64'


def getcpuclass(*args):
    return _CPU


def getcpuclassname(backend_name='auto'):
    raise NotImplementedError('the back end of the JIT is no RPython class')


def getcpufeatures(backend_name='auto'):
    return ['floats']
