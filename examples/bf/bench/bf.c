/* The C twin of targetbf.py, the yardstick of the benchmarks: the same bracket
 * map, the same byte cells on a tape that grows, a switch as dispatch.
 *
 *     gcc -O2 -o bf-c bf.c && ./bf-c PROGRAM.bf
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void fail(const char *msg) {
    fprintf(stderr, "%s\n", msg);
    exit(1);
}

static char *read_file(const char *name, size_t *size) {
    FILE *f = fopen(name, "rb");
    if (!f)
        fail("cannot read the program");
    size_t used = 0, capacity = 1 << 16;
    char *data = malloc(capacity);
    size_t n;
    while ((n = fread(data + used, 1, capacity - used, f)) > 0) {
        used += n;
        if (used == capacity)
            data = realloc(data, capacity *= 2);
    }
    fclose(f);
    *size = used;
    return data;
}

struct tape {
    unsigned char *cells;
    size_t size, position;
};

static void advance(struct tape *tape) {
    if (++tape->position >= tape->size) {
        size_t size = tape->size * 2;
        tape->cells = realloc(tape->cells, size);
        memset(tape->cells + tape->size, 0, size - tape->size);
        tape->size = size;
    }
}

int main(int argc, char **argv) {
    if (argc != 2)
        fail("usage: bf-c PROGRAM.bf");
    size_t size;
    char *source = read_file(argv[1], &size);
    char *program = malloc(size + 1);
    size_t *map = malloc((size + 1) * sizeof *map);
    size_t *stack = malloc((size + 1) * sizeof *stack);
    size_t length = 0, depth = 0;
    for (size_t i = 0; i < size; i++) {
        if (!source[i] || !strchr("[]<>+-,.", source[i]))
            continue;
        program[length] = source[i];
        map[length] = length;
        if (source[i] == '[') {
            stack[depth++] = length;
        } else if (source[i] == ']') {
            if (depth == 0)
                fail("unexpected ']'");
            size_t left = stack[--depth];
            map[left] = length;
            map[length] = left;
        }
        length++;
    }
    if (depth)
        fail("'[' is never closed");

    struct tape tape = {calloc(1, 1), 1, 0};
    for (size_t pc = 0; pc < length; pc++) {
        switch (program[pc]) {
        case '>':
            advance(&tape);
            break;
        case '<':
            if (tape.position == 0)
                fail("moved left of the first cell");
            tape.position--;
            break;
        case '+':
            tape.cells[tape.position]++;
            break;
        case '-':
            tape.cells[tape.position]--;
            break;
        case '.':
            if (write(1, &tape.cells[tape.position], 1) != 1)
                fail("cannot write");
            break;
        case ',':
            if (read(0, &tape.cells[tape.position], 1) != 1)
                tape.cells[tape.position] = 0;
            break;
        case '[':
            if (tape.cells[tape.position] == 0)
                pc = map[pc];
            break;
        case ']':
            if (tape.cells[tape.position] != 0)
                pc = map[pc];
            break;
        }
    }
    return 0;
}
