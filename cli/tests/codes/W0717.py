from rpython.rlib.jit import hint


class Frame(object):
    def __init__(self):
        self.depth = 0


def entry_point(argv):
    frame = hint(Frame(), access_directory=True)
    n = hint(len(argv), sticky=True)
    frame.depth += n
    return frame.depth


def target(*args):
    return entry_point, None

#| warning[W0717]: there is no hint `access_directory`
#|   --> FILE:10:13
#|    |
#| 10 |     frame = hint(Frame(), access_directory=True)
#|    |             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ it does nothing, as in RPython
#|    |
#|    = help: did you mean `access_directly`?
#|
#| warning[W0717]: there is no hint `sticky`
#|   --> FILE:11:9
#|    |
#| 11 |     n = hint(len(argv), sticky=True)
#|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ it does nothing, as in RPython
#|    |
#|    = help: remove it
