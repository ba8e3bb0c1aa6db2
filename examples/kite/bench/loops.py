"""The CPython twin of `programs/loops.kite`, statement by statement."""

import sys


def sieve(limit):
    flags = [True] * limit
    primes = []
    i = 2
    while i < limit:
        if flags[i]:
            primes.append(i)
            j = i * i
            while j < limit:
                flags[j] = False
                j += i
        i += 1
    return primes


def count_remainders(numbers, divisor):
    counts = {}
    for n in numbers:
        r = n % divisor
        if r in counts:
            counts[r] += 1
        else:
            counts[r] = 1
    return counts


def histogram(words, rounds):
    counts = {}
    for word in words:
        counts[word] = 0
    i = 0
    at = 0
    while i < rounds:
        word = words[at]
        counts[word] = counts[word] + i
        at = (at * 7 + 3) % len(words)
        i += 1
    return counts


def main(rounds):
    words = ["apple", "pear", "plum", "cherry", "quince", "lemon", "fig"]
    total = 0
    for _ in range(0, rounds):
        primes = sieve(5000)
        counts = count_remainders(primes, 30)
        for key in counts:
            total += key * counts[key]
        sums = histogram(words, 5000)
        for word in words:
            total += sums[word] % 1000
        total = total % 1000003
    return total


rounds = 3
if len(sys.argv) > 1:
    rounds = int(sys.argv[1])
print("total", main(rounds))
