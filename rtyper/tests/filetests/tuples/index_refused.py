# A tuple is indexed by constants.
# entry: f(int)
def f(n):
    return (1, 'a')[n]

#| error[E0457]: a tuple is indexed with a variable
#|  --> FILE:4:12
#|   |
#| 4 |     return (1, 'a')[n]
#|   |            ^^^^^^^^^^^ its items are of different types
#|   |
#|   = help: index a tuple with a constant, or use a list
