class W_Root(object):
    pass


def lookup(env, name):
    if name in env:
        return env[name]
    return 0


def entry_point(argv):
    env = {"x": W_Root()}
    w = lookup(env, argv[0])
    if w is None:
        return 1
    return 0
