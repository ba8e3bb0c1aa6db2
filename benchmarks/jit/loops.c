/* The C twins of loop.kite, float.kite and array.kite: integers are checked for overflow, divisors are constants, indices are checked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long add(long a, long b) {
    long sum;
    if (__builtin_add_overflow(a, b, &sum))
        abort();
    return sum;
}

static long mod(long a, long b) {
    long rest = a % b;
    return rest < 0 ? rest + b : rest;
}

static long integers(long n) {
    long sum = 0;
    for (long i = 0; i < n; i = add(i, 1)) {
        if (mod(i, 3) == 0)
            sum = add(sum, i);
        else
            sum = mod(add(add(sum, i), 1), 1000003);
    }
    return sum;
}

static double floats(long n) {
    double x = 0.3, sum = 0.0;
    for (long i = 0; i < n; i = add(i, 1)) {
        x = 3.7 * x * (1.0 - x);
        sum += x;
    }
    return sum;
}

static long at(long i, long length) {
    if (i < 0 || i >= length)
        abort();
    return i;
}

static long array(long rounds) {
    enum { LENGTH = 1000 };
    static long items[LENGTH];
    long sum = 0;
    for (long k = 0; k < LENGTH; k++)
        items[k] = k * 7 % 1000;
    for (long turn = 0; turn < rounds; turn++) {
        long total = 0;
        for (long i = 0; i < LENGTH; i = add(i, 1)) {
            total = add(total, items[at(i, LENGTH)]);
            items[at(i, LENGTH)] = mod(total, 1009);
        }
        sum = mod(add(sum, total), 1000003);
    }
    return sum;
}

int main(int argc, char **argv) {
    long n = argc > 2 ? atol(argv[2]) : 1000;
    if (!strcmp(argv[1], "loop"))
        printf("%ld\n", integers(n));
    else if (!strcmp(argv[1], "float"))
        printf("%ld\n", (long)floats(n));
    else
        printf("%ld\n", array(n));
    return 0;
}
