from rpython.rlib.debug import make_sure_not_resized

class Frame(object):
    def __init__(self, n):
        self.stack = make_sure_not_resized([0] * n)

def stack_of(frame):
    return frame.stack

def entry_point(argv):
    s = stack_of(Frame(len(argv)))
    s.append(1)
    return len(s)

#| error[E0412]: a list that must not be resized is resized
#|   --> FILE:12:5
#|    |
#|  5 |         self.stack = make_sure_not_resized([0] * n)
#|    |                      ------------------------------
#|    |                      |                     |
#|    |                      |                     the list is made here
#|    |                      it must not be resized because of this
#| ...
#| 12 |     s.append(1)
#|    |     ^^^^^^^^^^^
#|    |
#|    = help: make a new list instead: l + [x], or build it completely before it is stored
#|
#| genext: stopped because of an error
