"""The codes of compiled patterns, those of `rsre_core`, in a module of their own, as newer RPythons have them."""
from rpython.rlib.rsre import rsre_core

V37 = V311 = False          # no version of CPython's codes but that of 2.7

for _name in dir(rsre_core):
    if _name.startswith(('OPCODE_', 'AT_', 'CATEGORY_')):
        globals()[_name] = getattr(rsre_core, _name)


def eq(op, const):
    """Whether a code is that one; None is none."""
    return const is not None and op == const
