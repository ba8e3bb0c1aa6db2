from rpython.rlib.jit import JitDriver


def location(code, pc):
    return "%d of %d" % (pc, code)


driver = JitDriver(greens=['pc', 'code'], reds=['acc'], get_printable_location=location)


def run(code):
    pc = 0
    acc = 0
    while pc < code:
        driver.jit_merge_point(pc=pc, code=code, acc=acc)
        pc += 1
        acc += pc
    return acc


def entry_point(argv):
    return run(len(argv) + 7)


def target(*args):
    return entry_point

#| warning[W0716]: `location` is called with the green `pc` for `code`
#|  --> FILE:4:5
#|   |
#| 4 | def location(code, pc):
#|   |     ^^^^^^^^ the greens come in their order: pc, code
#|   |
#|   = help: name the parameters in the order of the driver's greens
