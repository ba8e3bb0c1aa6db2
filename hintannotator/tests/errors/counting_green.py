from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['turn', 'pc', 'code'], reds=['acc'])


def run(code, n):
    acc = 0
    pc = 0
    turn = 0
    while pc < len(code):
        driver.jit_merge_point(turn=turn, pc=pc, code=code, acc=acc)
        if code[pc] == '+':
            acc += 1
        elif code[pc] == '<' and turn < 100:
            pc = 0
        pc += 1
        turn = turn + 1
    return acc


def entry_point(argv):
    return run(argv[0] + '++<', 3)
