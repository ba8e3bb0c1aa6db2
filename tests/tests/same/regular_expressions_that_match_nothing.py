# Patterns that match nothing at some places: Python 3 splits there.
import re

BLANKS = re.compile(r'\s*')
LETTERS = re.compile('a*')
GROUP = re.compile('(x)?')
COMMAS = re.compile(',')


def show(text):
    print(BLANKS.split(text), BLANKS.split(text, 2), LETTERS.split(text), COMMAS.split(text))
    for part in GROUP.split(text):
        if part is None:
            print('None')
        else:
            print(part)
    for pattern in [LETTERS, BLANKS, COMMAS]:
        print(pattern.sub('-', text), pattern.sub('<>', text, 2), pattern.subn('.', text))
        print(pattern.findall(text), [m.start() for m in pattern.finditer(text)])


def entry_point(argv):
    for text in ['', 'a', 'b', 'baac', 'a b  c', ',a,', 'xx y']:
        show(text)
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    import sys
    sys.exit(entry_point(sys.argv))
