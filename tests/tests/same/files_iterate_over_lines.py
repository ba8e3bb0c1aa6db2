# A file is iterated over by its lines, like in Python; RPython's own class has no iterator.
# not-low-level: it makes no files
import os


def write(path, text):
    f = open(path, 'w')
    f.write(text)
    f.close()


def show(path):
    f = open(path, 'r')
    n = 0
    for line in f:
        os.write(1, "%d: %d\n" % (n, len(line)))
        n += 1
    f.close()
    return n


def entry_point(argv):
    path = '/tmp/genext_lines_%d' % os.getpid()
    for text in ["one\ntwo\n\nfour", "", "x\n"]:
        write(path, text)
        os.write(1, "%d lines\n" % show(path))
    os.unlink(path)
    return 0


def target(driver, args):
    return entry_point
