# refused: E0441
"""Which of several low-level types it is, translated programs know by identity; these are equal untranslated."""
from rpython.rtyper.lltypesystem import lltype

D = lltype.GcStruct('D', ('y', lltype.Signed))
SAME_AS_D = lltype.GcStruct('D', ('y', lltype.Signed))
E = lltype.GcStruct('E', ('y', lltype.Signed))
SOME = [D, E]


def entry_point(argv):
    some = SOME[len(argv) & 1]
    print(some == SAME_AS_D)
    return 0


def target(driver, args):
    return entry_point, None
