class Line(object):
    def __init__(self, text):
        self.text = text

def step(n):
    return n

def entry_point(argv):
    return len(Line(argv[0]).text[::step(len(argv))])

#| error[E0454]: a slice with a step: RPython has none
#|  --> FILE:9:35
#|   |
#| 9 |     return len(Line(argv[0]).text[::step(len(argv))])
#|   |                                   ^^^^^^^^^^^^^^^^^
#|   |
#|   = help: loop with range(start, stop, step)
#|
#| genext: stopped because of an error
