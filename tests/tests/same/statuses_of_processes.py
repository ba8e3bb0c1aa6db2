"""What statuses of processes say, and a power of nothing."""
import math
import os


def entry_point(argv):
    n = len(argv)
    for s in [0, 256, 9, 0x137f, 0xffff, 0x8b]:
        s += n - 1
        print('%d %d %d %d %d %d %d' % (
            os.WIFEXITED(s), os.WEXITSTATUS(s), os.WIFSIGNALED(s),
            os.WTERMSIG(s), os.WCOREDUMP(s), os.WIFSTOPPED(s), os.WSTOPSIG(s)))
        print('%d' % os.WIFCONTINUED(s))
    try:
        print(math.pow(n - 1.0, -float('inf')))
    except ValueError:
        print('ValueError')
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == "__main__":
    entry_point(["x"])
