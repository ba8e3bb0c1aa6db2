# The function `print` puts a space before each item but the first, whatever the one before ends with.
def entry_point(argv):
    n = len(argv)
    print("a\n", "b\t", "c", "\n", "")
    print("", "x", n, "\r", n)
    return 0


def target(driver, args):
    return entry_point, None
