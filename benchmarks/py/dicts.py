"""Dictionaries: counting words and pairs, lookups, iteration, membership."""

TEXT = """in the beginning there was an interpreter and the interpreter was slow so the people
wrote a compiler and the compiler was large and then the people wrote a compiler for the
compiler and saw that it was good"""


def count_words(times):
    words = TEXT.split()
    counts = {}
    for i in range(times):
        for word in words:
            counts[word] = counts.get(word, 0) + 1
            if word not in counts:
                raise ValueError(word)
    best = sorted([(-n, w) for w, n in counts.items()])
    return best[:3]


def integers(n):
    table = {}
    for i in range(n):
        table[i * 17 % 65537] = i
    total = 0
    for key in table:
        total += table[key] ^ key
    for i in range(n):
        if i in table:
            total += 1
    return total


def memo(n):
    table = {}
    for a in range(n):
        for b in range(40):
            key = (a % 50, b)
            if key in table:
                table[key] += a
            else:
                table[key] = b
    return sum(table.values())


print(count_words(40000))
print(integers(600000))
print(memo(12000))
