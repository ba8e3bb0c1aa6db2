"""A loop too large for loop-invariant motion whose near way round is short: nothing of it may be moved."""
from rpython.rlib.unroll import unrolling_iterable

CASES = unrolling_iterable(range(250))


def run(code, n):
    pc = 0
    acc = 0
    log = []
    while True:
        if pc >= len(code):
            if n == 0:
                break
            n -= 1
            pc = 0
            continue
        op = ord(code[pc])
        pc += 1
        for k in CASES:
            if op == k:
                acc = (acc * 3 + k) % 10007
                if acc % 5 == k % 5:
                    log.append(acc)
    return acc + len(log)


def entry_point(argv):
    print(run('abcxyz' * len(argv), 3))
    return 0
