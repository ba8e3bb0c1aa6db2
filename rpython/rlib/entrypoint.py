"""Functions that programs in C may call. A program is an executable, so that nobody calls them."""


def export_symbol(func):
    func.exported_symbol = True
    return func


def _unchanged(func):
    return func


def jit_entrypoint(argtypes, restype, c_name):
    return _unchanged


def entrypoint_lowlevel(key, argtypes, c_name=None, relax=False):
    return _unchanged


def entrypoint_highlevel(key, argtypes, c_name=None):
    return _unchanged


def entrypoint(*args, **kwds):
    raise Exception("entrypoint() is entrypoint_highlevel() now")


RPython_StartupCode = None
