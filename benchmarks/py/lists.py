"""Lists: indexing, append and pop, comprehensions, slices, sorting."""


def sieve(limit):
    flags = [True] * (limit + 1)
    flags[0] = flags[1] = False
    for i in range(2, int(limit ** 0.5) + 1):
        if flags[i]:
            for j in range(i * i, limit + 1, i):
                flags[j] = False
    return [i for i in range(limit + 1) if flags[i]]


def matrix(n):
    a = [[i * j % 7 for j in range(n)] for i in range(n)]
    b = [[i + j for j in range(n)] for i in range(n)]
    return [[sum([row[k] * b[k][j] for k in range(n)]) for j in range(n)] for row in a]


def stack(n):
    items = []
    for i in range(n):
        items.append(i * 7919 % 10007)
        if len(items) > 100:
            items.pop()
            items[5], items[7] = items[7], items[5]
    return sum(items[10:50])


def ordered(n):
    items = []
    seed = 42
    for i in range(n):
        seed = seed * 1103515245 + 12345 & 0x7fffffff
        items.append(seed)
    items.sort()
    items.reverse()
    return items[n // 2]


print(len(sieve(1000000)))
print(sum([sum(row) for row in matrix(90)]))
print(stack(800000))
print(ordered(200000))
