# An integer and a string do not meet.
# entry: f(int)
def f(n):
    if n:
        x = 1
    else:
        x = 'a'
    return x

#| error[E0411]: the results of `conversion_refused.f` do not go together: the integer 1 and a character meet
#|  --> FILE:8:5
#|   |
#| 5 |         x = 1
#|   |             - the integer 1 comes from here
#| 6 |     else:
#| 7 |         x = 'a'
#|   |             --- a character comes from here
#| 8 |     return x
#|   |     ^^^^^^^^ they meet here
#|   |
#|   = help: a function returns one type: on every path, and never None where another path returns a number
