# genext: python2
"""The numbers of a whole match are not negative: texts are cut with them. Those of groups may be."""
import re

WORD = re.compile(r'(\w+?)(?P<digit>\d)?$')


class Rule(object):
    def __init__(self, pattern):
        self.re = re.compile(pattern)

    def _freeze_(self):
        return True

    def find(self, text, pos):
        m = self.re.match(text, pos)
        return Place(*m.span(0)) if m is not None else None


class Place(object):
    def __init__(self, start, end):
        self.start = start
        self.end = end


RULES = [Rule(r'\d+'), Rule(r'[a-z]+')]


def entry_point(argv):
    for text in ['  abc7', '  abc']:
        m = WORD.search(text, 1)
        if m is not None:
            start, end = m.span()
            print text[start:end], text[m.start():m.end()], text[m.start(0):m.end(0)], text.count('b', m.start(), m.end())
            for group in range(3):
                print m.span(group)[0], m.start(group), m.end(group)
            print m.span('digit')[0], m.start('digit'), m.end(1)
            try:
                print m.span(3)[0]
            except IndexError:
                print 'no group'
    for rule in RULES:
        for pos in [0, 3]:
            place = rule.find('abc12', pos)
            if place is not None:
                print 'abc12'[place.start:place.end]
    return 0


def target(driver, args):
    return entry_point, None
