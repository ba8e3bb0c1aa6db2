# python2
# A precision of zero: C's printf, which Python 2 calls, writes no digit of a zero.
def entry_point(argv):
    n = len(argv) - 1
    print "%.0d|%.0x|%.0o|%.0X|" % (n, n, n, n)
    print "%5.0d|%-5.0d|%05.0d|%+.0d|% .0d|" % (n, n, n, n, n)
    print "%#.0x|%#.0o|%+5.0d|%-+5.0d|%.0i|" % (n, n, n, n, n)
    print "%.0d|%.0x|%5.0d|%+.0d" % (n + 7, n + 10, n - 3, n + 2)
    print "%.0d|%.1d" % (n == 1, n)
    print ("%.0d" % n) == "", len("%+.0d" % n)
    return 0
