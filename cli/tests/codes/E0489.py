from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc'], reds=['frame'])

class Frame(object):
    pass

def run(pc, frame):
    while pc > 0:
        driver.jit_merge_point(pc=pc)
        pc -= 1
    return pc

def entry_point(argv):
    return run(len(argv), Frame())

#| error[E0489]: jit_merge_point() lacks the variable `frame`
#|   --> FILE:10:9
#|    |
#| 10 |         driver.jit_merge_point(pc=pc)
#|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
#| ...
#| 15 |     return run(len(argv), Frame())
#|    |            -----------------------
#|    |            |   |
#|    |            |   an integer comes from here
#|    |            an integer is passed as `pc` here
#|    |
#|    = help: the driver has greens=[pc] and reds=[frame]
#|
#| genext: stopped because of an error
