# python2
"""Items of `print` have a space between them, but for one behind a text that ends a line or with a tabulator."""


def show(text, n):
    print text, n
    print text,
    print n,
    print


def entry_point(argv):
    print "a\n",
    print "b",
    print "c\t",
    print "d ",
    print "e"
    print "x",
    print
    print "",
    print "y"
    for text in ["", " ", "\n", "\t", "\r", "\v", "\f", "z\n\n", "\0", "q"]:
        show(text, len(text))
    return 0


def target(driver, args):
    return entry_point


if __name__ == '__main__':
    entry_point([])
