/* The C twin of examples/regvm/programs/square.rvm. The empty asm keeps the compiler from replacing the loop by its result. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    long n = argc > 1 ? atol(argv[1]) : 9000;
    long left = n, sum = 0;
    do {
        sum += n;
        __asm__ volatile("" : "+r"(sum));
        left -= 1;
    } while (left != 0);
    printf("%ld\n", sum);
    return 0;
}
