# refused: E0441
from rpython.rlib.rarithmetic import intmask, r_longlonglong


def entry_point(argv):
    n = r_longlonglong(len(argv))
    print(intmask(n + n))
    return 0


def target(driver, args):
    return entry_point, None
