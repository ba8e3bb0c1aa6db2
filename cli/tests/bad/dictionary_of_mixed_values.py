def entry_point(argv):
    env = {}
    env["x"] = 1
    env["y"] = argv[0]
    return len(env)
