class Point(object):
    def __init__(self, x):
        self.x = x
        return x

def entry_point(argv):
    return Point(len(argv)).x

#| error[E0435]: `__init__` returns an integer
#|  --> FILE:2:9
#|   |
#| 2 |     def __init__(self, x):
#|   |         ^^^^^^^^
#| ...
#| 7 |     return Point(len(argv)).x
#|   |            ----------------
#|   |            |     |
#|   |            |     an integer comes from here
#|   |            an instance is made here
#|   |
#|   = help: it must return None
#|
#| genext: stopped because of an error
