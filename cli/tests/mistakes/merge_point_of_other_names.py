# E0489, 0: greens=[pc, code] and reds=[acc]
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['acc'])

def entry_point(argv):
    code = argv[0]
    pc = acc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, accu=acc)
        acc += ord(code[pc])
        pc += 1
    return acc
