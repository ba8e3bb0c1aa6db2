/* The C twin of examples/regvm/programs/count.rvm. The empty asm keeps the compiler from replacing the loop by its result. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    long limit = argc > 1 ? atol(argv[1]) : 20000;
    long i = 0;
    do {
        i += 1;
        __asm__ volatile("" : "+r"(i));
    } while (i < limit);
    printf("%ld\n", i);
    return 0;
}
