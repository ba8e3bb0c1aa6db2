class Stack(object):
    def __init__(self):
        self.items = []
    def push(self, x):
        self.items.append(x)

def name_of(argv):
    return argv[0]

def entry_point(argv):
    s = Stack()
    s.push(len(argv))
    s.items.append(name_of(argv))
    return 0

#| error[E0414]: list items do not go together: an integer and a string meet
#|   --> FILE:13:5
#|    |
#|  5 |         self.items.append(x)
#|    |         -------------------- an integer was put in here
#| ...
#| 13 |     s.items.append(name_of(argv))
#|    |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ a string is put in here
#|    |
#|    = help: a list holds one type of items: use a tuple for a fixed number of different ones, or objects of a common class
#|
#| genext: stopped because of an error
