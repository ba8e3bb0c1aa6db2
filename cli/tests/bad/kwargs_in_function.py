def f(**kwargs):
    return len(kwargs)


def entry_point(argv):
    return f(a=1, b=2)
