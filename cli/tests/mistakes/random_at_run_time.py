# E0480, 1: rpython.rlib.rrandom.Random
import random

def roll(n):
    return random.randint(1, n)

def entry_point(argv):
    print(roll(len(argv)))
    return 0

def target(driver, args):
    return entry_point
