# python2
"""A byte string that is not of ASCII is equal to no unicode string."""


def beyond_ascii(n):
    text = u"\xe9" * n
    return text[0] == "\xe9", text == "\xe9", text != "\xe9\xe9", "\xe9" == text, text == "e", text[0] != "\xe9"


def entry_point(argv):
    for flag in beyond_ascii(len(argv)):
        print flag
    return 0


def target(driver, args):
    return entry_point, None
