STEP = 0

def entry_point(argv):
    total = 0
    for i in range(0, len(argv), STEP):
        total += i
    return total

#| error[E0485]: range() with step 0
#|  --> FILE:5:14
#|   |
#| 5 |     for i in range(0, len(argv), STEP):
#|   |              ^^^^^^^^^---------^^^^^^^
#|   |                       |
#|   |                       an integer comes from here
#|   |
#|   = help: the step is a constant other than 0
#|
#| genext: stopped because of an error
