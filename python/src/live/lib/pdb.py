"""The debugger: there is none, and what would start it says so."""


def set_trace(*args, **kw):
    raise NotImplementedError('there is no debugger; gdb knows translated programs')


def post_mortem(*args, **kw):
    set_trace()


run = runcall = runeval = pm = post_mortem


class Pdb(object):
    def __init__(self, *args, **kw):
        set_trace()
