class Row(object):
    def __init__(self):
        self.cells = [1, 2]

def cells(row):
    return row.cells

def entry_point(argv):
    return hash(cells(Row()))

#| error[E0442]: a list of (an integer) has no hash
#|  --> FILE:9:12
#|   |
#| 3 |         self.cells = [1, 2]
#|   |         ---------- attribute `cells` is set to a list of (an integer) here
#| ...
#| 6 |     return row.cells
#|   |            --------- returned by `cells`
#| ...
#| 9 |     return hash(cells(Row()))
#|   |            ^^^^^------------^
#|   |                 |
#|   |                 a list of (an integer) comes from here
#|   |
#|   = help: keys are numbers, strings, tuples of those, and instances: use a tuple for a list that does not change
#|
#| genext: stopped because of an error
