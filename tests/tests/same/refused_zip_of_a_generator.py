# refused: E0482
def pairs(n):
    for i in range(n):
        yield i * 10, i * i


def entry_point(argv):
    for x, y in zip([1, 2], pairs(3)):
        print(x, y)
    return 0


def target(driver, args):
    return entry_point, None
