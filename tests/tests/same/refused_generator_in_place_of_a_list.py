# refused: E0482
def numbers(n):
    for i in range(n):
        yield i


def entry_point(argv):
    items = [5, 6]
    items[0:1] = numbers(3)
    print(items)
    return 0


def target(driver, args):
    return entry_point, None
