# An integer and None do not meet.
# entry: f(int)
def f(n):
    if n:
        return n
    return None

#| error[E0411]: the results of `none_int_refused.f` do not go together: an integer and None meet
#|  --> FILE:6:5
#|   |
#| 5 |         return n
#|   |         -------- an integer is returned here
#| 6 |     return None
#|   |     ^^^^^^^^^^^ None is returned here
#|   |
#|   = help: a number cannot be None in RPython; use a special value such as -1, or an object
