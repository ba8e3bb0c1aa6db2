# genext: python2
# Unicode strings are compared with constant byte strings of ASCII characters, and their methods take them, as in
# Python 2 and in RPython.
# python2
import os


def show(u):
    os.write(1, "%d %d %d %d %d\n" % (u.find("."), u.rfind("a."), u.count("ab"), u.startswith("a"), u.endswith("/")))
    os.write(1, u.strip("a").encode('utf-8') + " " + u.replace("a", "b").encode('utf-8') + "\n")
    os.write(1, u.replace("ab", u"\u20ac").encode('utf-8') + " " + u.replace(u"\u20ac", "").encode('utf-8') + "\n")
    for part in u.split(".") + u.rsplit("ab", 1):
        os.write(1, "<" + part.encode('utf-8') + ">")
    os.write(1, "\n")
    for c in u:
        os.write(1, "%d%d%d%d " % (c.startswith("a"), c.find("b"), "a" <= c <= "z", c > "a"))
    os.write(1, "\n%d%d%d\n" % (u < "ab", "a" == u, u >= "a"))


def entry_point(argv):
    for text in ["", "a", "abab.a", "/.abc", "a\xe2\x82\xaca.", "ab/"]:
        show(text.decode('utf-8'))
    return 0


def target(driver, args):
    return entry_point, None
