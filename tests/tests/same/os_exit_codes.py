# python2
"""The names of exit codes, and the cache of `linecache`, which decorators of importing modules write into."""
import linecache
import os

linecache.cache['<made up>'] = (10, None, ['first\n', 'second\n'], '<made up>')
SECOND = linecache.getline('<made up>', 2)
NONE = linecache.getline('<made up>', 3)


def entry_point(argv):
    os.write(1, '%d %d %d %d\n' % (os.EX_OK, os.EX_USAGE, os.EX_SOFTWARE, os.EX_CONFIG))
    os.write(1, SECOND + NONE)
    return os.EX_OK


def target(driver, args):
    return entry_point


if __name__ == '__main__':
    entry_point([])
