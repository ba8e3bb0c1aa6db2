def entry_point(argv):
    message = "arguments: " + len(argv)
    print(message)
    return 0
