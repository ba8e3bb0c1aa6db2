# not-low-level: it makes processes
# not-in-process: it makes processes
# python2
"""Processes that were forked go on with the code that was compiled, and each compiles its own from then on."""
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['a', 'b', 'n'])

# One character for each operation: the loop goes on until `n` is 0.
CODES = ['ab-', 'aab+-', 'a+b+a-', 'bbb-', 'ab+ab+-', 'aa-', 'b+a+-', 'a-']


def run(code, n):
    a = 1
    b = 1
    pc = 0
    while n > 0:
        driver.jit_merge_point(pc=pc, code=code, a=a, b=b, n=n)
        c = code[pc]
        pc += 1
        if c == 'a':
            a = (a * 3 + b) % 1000003
        elif c == 'b':
            if a & 1:
                b = (b + a) % 7919
            else:
                b = (b * 5 + 1) % 7919
        elif c == '+':
            if b > a:
                a += n
            else:
                b += 2
        else:
            n -= 1
        if pc == len(code):
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, a=a, b=b, n=n)
    return a * 10000 + b


def child(number):
    result = 0
    for i in range(len(CODES)):
        result = (result * 31 + run(CODES[(i + number) % len(CODES)], 200 + number)) % 1000000007
    return result


def entry_point(argv):
    print run(CODES[0], 100)
    pipes = []
    pids = []
    for number in range(6):
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(reader)
            os.write(writer, str(child(number)))
            os._exit(0)
        os.close(writer)
        pipes.append(reader)
        pids.append(pid)
        # At the same time as the children.
        print child(number + 10)
    for number in range(6):
        print os.read(pipes[number], 100)
        pid, status = os.waitpid(pids[number], 0)
        print status
    return 0


def target(driver, args):
    return entry_point
