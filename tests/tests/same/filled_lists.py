# Lists that a loop fills: of a known length, with fewer items than that, of a source that grows or ends early, in each
# other, kept and resized later, of ranges, texts, tuples and dictionaries, and of nothing.
class Item(object):
    def __init__(self, n):
        self.n = n

def squares(l):
    return [x * x for x in l]

def odd(l):
    return [x for x in l if x % 2 == 1]

def until(l, limit):
    out = []
    for x in l:
        if x > limit:
            break
        out.append(x)
    return out

def growing(l):
    out = []
    for x in l:
        if len(l) < 12:
            l.append(x + 100)
        out.append(x)
    return out

def failing(l):
    out = []
    try:
        for x in l:
            out.append(100 // x)
    except ZeroDivisionError:
        out.append(-1)
    return out

def pairs(n):
    return [[i * j for j in range(i)] for i in range(n)]

def nothing(l):
    if l is None:
        return [0]
    return [x + 1 for x in l]

def resized(l):
    out = [x + 1 for x in l]
    out.append(7)
    out.pop(0)
    return out

def text(l):
    return ' '.join([str(x) for x in l])

def main(argv):
    for n in [0, 1, 2, 5, 40, 2000]:
        l = range(n)
        numbers = [i * 3 % 17 for i in l]
        s = squares(numbers)
        print('%d %d %d' % (len(s), sum(s), len(odd(numbers))))
        print(text(until(numbers, 9)))
        print('%d' % len(resized(numbers)))
        print('%d' % len(nothing(numbers)))
    print(text(growing([1, 2, 3])))
    print(text(failing([1, 2, 0, 5])))
    print(text(failing([4, 5])))
    for l in pairs(5):
        print(text(l))
    print(text(nothing(None)))
    print(text([ord(c) for c in 'hello']))
    d = {'a': 1, 'b': 2}
    print('%d' % sum([d[k] for k in d]))
    items = [Item(i) for i in range(10)]
    kept = [items, [i for i in items if i.n > 4]]
    print('%d %d' % (sum([i.n for i in kept[0]]), sum([i.n for i in kept[1]])))
    again = squares([3, 4])
    other = squares([3, 4])
    again[0] = 5
    print('%d %d' % (again[0], other[0]))
    return 0

def target(driver, args):
    return main, None

if __name__ == '__main__':
    import sys
    main(sys.argv)
