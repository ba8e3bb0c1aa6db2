# Slices with a step are refused.
# entry: f([int])
def f(l):
    return l[::2]

#| error[E0454]: a slice with a step: RPython has none
#|  --> FILE:4:14
#|   |
#| 4 |     return l[::2]
#|   |              ^^^
#|   |
#|   = help: loop with range(start, stop, step)
