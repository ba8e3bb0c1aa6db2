# entry: f(int, float)
def f(n, x):
    a = n + 1
    b = len([n])
    c = b + 2
    d = x * n
    e = b - c
    if n > b:
        e = n
    return d + e
