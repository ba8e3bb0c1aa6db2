def entry_point(argv):
    s = argv[0]
    print(s[-3:])
    return 0
