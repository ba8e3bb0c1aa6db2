# refused: E0482
def pairs(n):
    for i in range(n):
        yield i * 10, i * i


def entry_point(argv):
    for i, x in enumerate(pairs(3)):
        print(i, x)
    return 0


def target(driver, args):
    return entry_point, None
