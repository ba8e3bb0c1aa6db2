# python2
# Patterns that match nothing at some places: Python 2 does not split there.
import re

BLANKS = re.compile(r'\s*')
LETTERS = re.compile('a*')


def show(text):
    print BLANKS.split(text), BLANKS.split(text, 2), LETTERS.split(text)
    for pattern in [LETTERS, BLANKS]:
        print pattern.sub('-', text), pattern.sub('<>', text, 2), pattern.findall(text)


def entry_point(argv):
    for text in ['', 'a', 'b', 'baac', 'a b  c', ',a,']:
        show(text)
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    import sys
    sys.exit(entry_point(sys.argv))
