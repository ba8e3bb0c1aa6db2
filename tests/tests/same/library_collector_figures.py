# not-cpython: the stand-in library has no figures of a collector
# not-low-level: it has no collector
"""Figures of the collector (`rgc.get_stats`), which a translated program has."""
import os

from rpython.rlib import rgc
from rpython.rlib.objectmodel import we_are_translated


class Link(object):
    def __init__(self, next):
        self.next = next
        self.text = 'x' * 100


def grow(n):
    link = None
    for i in range(n):
        link = Link(link)
    return link


def holds(what, truth):
    os.write(1, '%s: %s\n' % (what, 'yes' if truth or not we_are_translated() else 'no'))


def figure(which):
    return rgc.get_stats(which) if we_are_translated() else 0


def entry_point(argv):
    before = figure(rgc.TOTAL_MEMORY)
    link = grow(100000)
    big = ['y' * 1000000 for i in range(10)]
    rgc.collect()
    after = figure(rgc.TOTAL_MEMORY)
    holds('a nursery', figure(rgc.NURSERY_SIZE) > 0)
    holds('more memory', after > before + 10000000)
    holds('small objects', figure(rgc.TOTAL_ARENA_MEMORY) > 1000000)
    holds('large objects', figure(rgc.TOTAL_RAWMALLOCED_MEMORY) >= 10000000)
    holds('the most is more', figure(rgc.PEAK_MEMORY) >= after)
    holds('the same by another name', figure(rgc.TOTAL_ALLOCATED_MEMORY) >= after)
    holds('time', figure(rgc.TOTAL_GC_TIME) >= 0)
    holds('no pressure', figure(rgc.TOTAL_MEMORY_PRESSURE) == 0)
    os.write(1, '%d %d\n' % (len(big), len(link.text)))
    big = []
    rgc.collect()
    holds('less memory', figure(rgc.TOTAL_RAWMALLOCED_MEMORY) < 10000000)
    holds('the most remains', figure(rgc.PEAK_RAWMALLOCED_MEMORY) >= 10000000)
    return 0


def target(driver, args):
    return entry_point
