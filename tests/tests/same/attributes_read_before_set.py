# warned: W0454
# An attribute that not all ways through the constructor set. Here it is set in time; otherwise it would read as zero.
class Counter(object):
    def __init__(self, n):
        if n > 0:
            self.count = n

    def more(self):
        self.count += 1
        return self.count


def entry_point(argv):
    c = Counter(len(argv))
    print(c.more(), c.count)
    return 0
