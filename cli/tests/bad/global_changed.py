counter = 0


def tick():
    global counter
    counter += 1


def entry_point(argv):
    tick()
    return counter
