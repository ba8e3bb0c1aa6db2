import sys

def entry_point(argv):
    sys.stdout.write("hello\n")
    return 0
