# entry: entry(argv)
from rpython.rlib import types
from rpython.rlib.signature import signature

@signature(types.int(), returns=types.int())
def wrong_result(x):
    return 'x'

@signature(types.int(), returns=types.none())
def takes_int(x):
    pass

@signature(returns=types.list(types.char()))
def chars():
    return ['a']

@signature(returns=types.array(types.int()))
def fixed():
    return [1]

class Unfinished(object):
    @signature(types.self(), returns=types.none())
    def method(self):
        pass

def entry(argv):
    wrong_result(len(argv))
    takes_int(argv[0])
    chars()[0] = argv[0]
    fixed().append(2)
    Unfinished().method()
    return 0

#| error[E0437]: `errors_signatures.wrong_result` returns a character, declared is an integer
#|  --> FILE:6:5
#|   |
#| 6 | def wrong_result(x):
#|   |     ^^^^^^^^^^^^
#|   |
#|   = help: convert the value, or declare the type that it has
#|
#| error[E0437]: a list declared to hold a character holds a string
#|   --> FILE:14:5
#|    |
#| 14 | def chars():
#|    |     ^^^^^ declared here
#| ...
#| 29 |     chars()[0] = argv[0]
#|    |     ---------- a string is put in here
#|    |
#|    = help: convert the value, or declare the type that it has
#|
#| error[E0437]: `errors_signatures.Unfinished.method` is declared with types.self()
#|   --> FILE:23:9
#|    |
#| 23 |     def method(self):
#|    |         ^^^^^^
#|    |
#|    = help: decorate its class with @finishsigs of rpython.rlib.signature
#|
#| error[E0437]: argument `x` of `errors_signatures.takes_int` is a string, declared is an integer
#|   --> FILE:28:5
#|    |
#| 10 | def takes_int(x):
#|    |     --------- declared here
#| ...
#| 28 |     takes_int(argv[0])
#|    |     ^^^^^^^^^^^^^^^^^^
#|    |
#|    = help: convert the value, or declare the type that it has
#|
#| error[E0412]: a list that must not be resized is resized
#|   --> FILE:30:5
#|    |
#| 18 | def fixed():
#|    |     ----- it must not be resized because of this
#| ...
#| 30 |     fixed().append(2)
#|    |     -------^^^^^^^^^^
#|    |     |
#|    |     the list is made here
#|    |
#|    = help: make a new list instead: l + [x], or build it completely before it is stored
