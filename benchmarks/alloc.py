"""Allocates short-lived objects of two fields; prints nanoseconds per object, collection included.

Each object is stored in a prebuilt holder, so that it cannot be optimised away, and dies when the next one takes its place.
"""
import os
import time


class Pair(object):
    def __init__(self, left, right):
        self.left = left
        self.right = right


class Holder(object):
    def __init__(self):
        self.pair = None


holder = Holder()


def run(count):
    total = 0
    i = 0
    while i < count:
        pair = Pair(i, i + 1)
        holder.pair = pair
        total += pair.right - pair.left
        i += 1
    return total


def entry_point(argv):
    count = 100000000
    if len(argv) > 1:
        count = int(argv[1])
    start = time.time()
    total = run(count)
    seconds = time.time() - start
    if total != count:
        return 1
    os.write(1, '%f\n' % (seconds * 1e9 / count))
    return 0


def target(driver, args):
    return entry_point
