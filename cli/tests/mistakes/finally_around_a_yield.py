# W0459, 0: put the `finally` around the loop
class File(object):
    def __init__(self):
        self.lines = 3

    def read(self):
        self.lines -= 1
        return self.lines

    def close(self):
        print("closed")


def lines(f):
    try:
        while f.lines > 0:
            try:
                yield f.read()
            except ValueError:
                pass
    finally:
        f.close()


def entry_point(argv):
    for n in lines(File()):
        if n == len(argv):
            break
    return 0
