# E0482, 1: b.append(str(n))
from rpython.rlib.rstring import StringBuilder

def entry_point(argv):
    builder = StringBuilder()
    for n in [1, 2, len(argv)]:
        builder.append(n)
    print(builder.build())
    return 0
