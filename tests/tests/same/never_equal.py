# Values of different sorts are never equal, whatever their sorts are.
# args: a b


class C(object):
    def f(self):
        pass


def other():
    pass


def main(argv):
    text = argv[1]
    c = C()
    print(text == len, len != text, text == main, text == C, text == c, c == text)
    print(c == len, argv == len, [1] == len, (1, argv) == len, {"a": 1} == len)
    print(argv.append == len, c.f == len, text == c.f, c.f == other, c.f == C, C == other)
    print(bytearray(b"abc") == len, c == 3, 1.5 == c, c == argv, c == (1, text))
    return 0


def target(*args):
    return main
