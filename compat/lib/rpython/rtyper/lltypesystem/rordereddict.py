# genext: python2
"""Placeholders: see `_placeholders`."""
from rpython.rtyper._placeholders import Placeholder

OrderedDictRepr = Placeholder('OrderedDictRepr')
for _name in '''DELETED DICT_INITSIZE FREE FUNC_BYTE FUNC_MASK FUNC_MUST_REINDEX FUNC_SHIFT VALID_OFFSET _ll_dictnext get_ll_dict
                get_ll_dictiter ll_dict_clear ll_dict_contains ll_dict_copy ll_dict_delitem ll_dict_get ll_dict_getitem
                ll_dict_move_to_end ll_dict_pop ll_dict_pop_default ll_dict_popitem ll_dict_setdefault ll_dict_setitem
                ll_dict_update ll_dict_len ll_contains ll_dictiter ll_newdict ll_prepare_dict_update'''.split():
    globals()[_name] = Placeholder(_name)
