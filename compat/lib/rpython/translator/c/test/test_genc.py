# genext: python2
"""Functions as they are when translated."""
from rpython.rtyper import llinterp
from rpython.rtyper.annlowlevel import to_ll


def compile(fn, argtypes, view=False, gcpolicy='none', backendopt=True, annotatorpolicy=None, thread=False, **kwds):
    """A function that runs `fn` as translated; strings are passed and returned as such."""
    def call(*args):
        values = []
        for a, t in zip(args, argtypes):
            values.append(to_ll(a) if t in (str, unicode) and a is not None else t(a) if t in (int, float, bool) else a)
        result = llinterp.run(fn, values)
        return result.chars if isinstance(result, llinterp.LLObject) and result._text is not None else result
    return call
