"""Debug helpers: a program behaves the same with and without them."""


def ll_assert(condition, msg):
    assert condition, msg


def check_nonneg(x):
    assert x >= 0


def make_sure_not_resized(lst):
    return lst


def debug_print(*args):
    pass


def debug_start(category):
    pass


def debug_stop(category):
    pass


def have_debug_prints():
    return False


def fatalerror(msg):
    raise SystemExit('Fatal error: ' + msg)


def attach_gdb():
    pass
