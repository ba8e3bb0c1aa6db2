class MyError(Exception):
    pass

class Config(object):
    flag = True

    def _freeze_(self):
        return True

config = Config()

def one_branch(n):
    if n > 3:
        x = 1
    return x

def one_constant_branch(n):
    if config.flag:
        x = n
    else:
        y = n
    return x + y

def branches_that_belong_together(n):
    if n > 3:
        x = n
    if n > 3:
        return x
    return 0

def no_round(items):
    for item in items:
        n = item
    return n + item

def may_fail(n):
    if n > 3:
        raise MyError
    return n

def failing_at_first(n):
    try:
        first = may_fail(n)
        second = may_fail(first)
    except MyError:
        return first
    return second

# The loop does not raise MyError, and when the call does, there is an item.
def failing_with_an_item(items):
    try:
        for item in items:
            if may_fail(item):
                break
    except MyError:
        return item
    return 0

def in_finally(n):
    try:
        size = may_fail(n)
    finally:
        n = size
    return n

def deleted(n):
    x = n
    if n > 3:
        del x
    return x

def never_assigned(n):
    if not config.flag:
        return unknown
        unknown = n
    return n

def augmented(n):
    total += n
    return total

# Nothing calls it.
def not_reached(n):
    if n:
        x = 1
    return x

def entry_point(argv):
    n = len(argv)
    n += one_branch(n) + branches_that_belong_together(n) + no_round([n])
    n += failing_at_first(n) + failing_with_an_item([n]) + in_finally(n)
    if n == 1:
        n += one_constant_branch(n)
    if n == 2:
        n += augmented(n)
    return n + never_assigned(n) + deleted(n)

#| error[E0301]: local variable `x` may be used before it is assigned
#|   --> FILE:15:12
#|    |
#| 15 |     return x
#|    |            ^ not assigned on every path to this place
#|    |
#|    = help: assign `x` before the branch or loop
#|
#| error[E0301]: local variable `y` may be used before it is assigned
#|   --> FILE:22:16
#|    |
#| 22 |     return x + y
#|    |                ^ not assigned on every path to this place
#|    |
#|    = help: assign `y` before the branch or loop
#|
#| error[E0301]: local variable `x` may be used before it is assigned
#|   --> FILE:28:16
#|    |
#| 28 |         return x
#|    |                ^ not assigned on every path to this place
#|    |
#|    = help: assign `x` before the branch or loop
#|
#| error[E0301]: local variable `n` may be used before it is assigned
#|   --> FILE:34:12
#|    |
#| 34 |     return n + item
#|    |            ^ not assigned on every path to this place
#|    |
#|    = help: assign `n` before the branch or loop
#|
#| error[E0301]: local variable `first` may be used before it is assigned
#|   --> FILE:46:16
#|    |
#| 46 |         return first
#|    |                ^^^^^ not assigned on every path to this place
#|    |
#|    = help: assign `first` before the branch or loop
#|
#| error[E0301]: local variable `size` may be used before it is assigned
#|   --> FILE:63:13
#|    |
#| 63 |         n = size
#|    |             ^^^^ not assigned on every path to this place
#|    |
#|    = help: assign `size` before the branch or loop
#|
#| error[E0301]: local variable `x` may be used before it is assigned
#|   --> FILE:70:12
#|    |
#| 70 |     return x
#|    |            ^ not assigned on every path to this place
#|    |
#|    = help: assign `x` before the branch or loop
#|
#| error[E0301]: local variable `total` may be used before it is assigned
#|   --> FILE:79:5
#|    |
#| 79 |     total += n
#|    |     ^^^^^ not assigned on every path to this place
#|    |
#|    = help: assign `total` before the branch or loop
#|
#| genext: stopped because of 8 errors
