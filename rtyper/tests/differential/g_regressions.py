EMPTY = {}


def t_empty_prebuilt_dict(n):
    EMPTY[n] = 1
    EMPTY[n + 1] = 2
    r = len(EMPTY) + EMPTY[n]
    EMPTY.clear()
    return r
