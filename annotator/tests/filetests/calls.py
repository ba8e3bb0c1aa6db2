# entry: f(int)
def add(a, b=2, *rest):
    return a + b + len(rest)

def one(x):
    return x + 1

def two(x):
    return x * 2

TABLE = [one, two]

def f(n):
    g = TABLE[n & 1]
    return add(n) + add(n, 3, 4, 5) + add(b=n, a=1) + g(n)
