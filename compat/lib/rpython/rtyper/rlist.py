# genext: python2
"""Placeholders: see `_placeholders`."""
from rpython.rtyper._placeholders import Placeholder

AbstractListRepr = Placeholder('AbstractListRepr')
dum_nocheck = Placeholder('dum_nocheck')
dum_checkidx = Placeholder('dum_checkidx')
for _name in ('ll_getitem', 'll_setitem', 'll_delitem'):
    for _suffix in ('', '_nonneg'):
        globals()[_name + _suffix] = Placeholder(_name + _suffix)
ll_getitem_fast = Placeholder('ll_getitem_fast')
ll_len = ll_reverse = ll_listeq = Placeholder('ll_len')
