def entry_point(argv):
    if len(argv) > 1:
        result = argv[1]
    else:
        result = 0
    print(result)
    return 0
