def entry_point(argv):
    x = 1
      y = 2
    return x + y
