"""The CPython twin of `programs/fib.kite`."""

import sys


def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


n = 20
if len(sys.argv) > 1:
    n = int(sys.argv[1])
print("fib(" + str(n) + ") =", fib(n))
