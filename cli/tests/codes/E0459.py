class Range(object):
    def __init__(self, start):
        self.start = start - 1

def start(r):
    return r.start

def entry_point(argv):
    r = Range(len(argv))
    return len(argv[start(r):])

#| error[E0459]: the start of a slice is not proven to be non-negative
#|   --> FILE:10:21
#|    |
#|  3 |         self.start = start - 1
#|    |         ---------- attribute `start` is set to an integer here
#| ...
#|  6 |     return r.start
#|    |            ------- returned by `start`
#| ...
#| 10 |     return len(argv[start(r):])
#|    |                     --------^
#|    |                     |
#|    |                     an integer comes from here
#|    |
#|    = help: add `assert start >= 0` before the slice
#|
#| genext: stopped because of an error
