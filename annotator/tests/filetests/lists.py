# entry: f(int)
def total(lst):
    s = 0
    for x in lst:
        s += x
    return s

def f(n):
    l = [1, 2, 3]
    l.append(n)
    m = range(n)
    z = [x * 2 for x in l if x > 1]
    for i, x in enumerate(z):
        l[i] = x
    return total(l) + total(m)
