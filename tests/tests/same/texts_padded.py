# Texts are padded with one character.
# args: ab x
def padded(s, width, fill):
    try:
        print(s.center(width, fill) + '|')
    except TypeError:
        print('center: no character')
    try:
        print(s.ljust(width, fill) + '|')
    except TypeError:
        print('ljust: no character')
    try:
        print(s.rjust(width, fill) + '|')
    except TypeError:
        print('rjust: no character')


def entry_point(argv):
    for width in [0, 2, 5, 8]:
        for fill in ['', argv[2], argv[1]]:
            padded(argv[1], width, fill)
    print(argv[1].center(7) + '|' + argv[1].ljust(5) + '|' + argv[1].rjust(5))
    return 0
