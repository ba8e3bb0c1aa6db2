class Queue(object):
    def __init__(self):
        self.items = []

def items(q):
    return q.items

def entry_point(argv):
    return items(Queue())[0]

#| error[E0490]: an item is taken out of a container that is always empty
#|  --> FILE:9:12
#|   |
#| 3 |         self.items = []
#|   |         ---------- attribute `items` is set to an empty list here
#| ...
#| 6 |     return q.items
#|   |            ------- returned by `items`
#| ...
#| 9 |     return items(Queue())[0]
#|   |            --------------^^^
#|   |            |
#|   |            an empty list comes from here
#|   |
#|   = help: the code after it is never reached; is something never set or never called?
#|
#| warning[W0452]: index 0 of a list that may have only 0 items
#|  --> FILE:9:12
#|   |
#| 3 |         self.items = []
#|   |                      -- a list of this kind is made here
#| ...
#| 9 |     return items(Queue())[0]
#|   |            ^^^^^^^^^^^^^^^^^ out of range
#|   |
#|   = help: the function does not catch the IndexError that this raises
#|
#| genext: stopped because of an error
