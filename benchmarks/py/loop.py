"""Integer arithmetic in `while` and `for` loops."""


def collatz(limit):
    longest = 0
    for start in range(1, limit):
        n = start
        steps = 0
        while n != 1:
            if n & 1:
                n = 3 * n + 1
            else:
                n >>= 1
            steps += 1
        if steps > longest:
            longest = steps
    return longest


def primes(limit):
    count = 0
    for n in range(2, limit):
        d = 2
        while d * d <= n:
            if n % d == 0:
                break
            d += 1
        else:
            count += 1
    return count


print(collatz(55000))
print(primes(60000))
