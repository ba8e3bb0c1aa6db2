from rpython.rlib.jit import JitDriver, hint

driver = JitDriver(greens=['pc'], reds=['n', 'total'])


def digits(n):
    count = 0
    while n > 0:
        n = n // 10
        count += 1
    return count


def loop(n):
    pc = 0
    total = 0
    while total < n:
        driver.jit_merge_point(pc=pc, n=n, total=total)
        width = hint(digits(total), concrete=True)
        total += width
        pc = (pc + 1) % 7
    return total


def entry_point(argv):
    return loop(len(argv))
