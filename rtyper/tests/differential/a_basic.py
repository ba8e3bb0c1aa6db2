def t_add(n):
    return n + 3


def t_loop(n):
    i = 0
    total = 0
    while i < n:
        total += i * i
        i += 1
    return total


def t_floordiv(n):
    return (n * 7 - 3) // 4 * 1000 + (n * 7 - 3) % 4


def t_floordiv_neg(n):
    return (n * 7 - 3) // -4 * 1000 + (n * 7 - 3) % -4


def t_div_var(n):
    try:
        return 100 // n * 1000 + 100 % n
    except ZeroDivisionError:
        return -1


def t_bits(n):
    return (n & 6) | (n ^ 5) ^ (~n) + (n << 3) - (n >> 1)


def t_compare(n):
    return (n < 3) + (n <= 3) * 2 + (n == 3) * 4 + (n != 3) * 8 + (n > 3) * 16 + (n >= 3) * 32


def t_abs(n):
    return abs(n) - -n


def t_float(n):
    x = n * 0.5
    y = x * x - 1.25
    return y / 2.0 + n


def t_float_int(n):
    return int(n * 1.7)


def t_truediv(n):
    return n / 4


def t_bool(n):
    return not (n > 2 and n < 10 or n == -7)


def helper(a, b=10, c=3):
    return a * 100 + b * 10 + c


def t_calls(n):
    return helper(n) + helper(n, 2) + helper(n, c=1) + helper(c=n, a=1, b=2)


def fact(n):
    if n <= 1:
        return 1
    return n * fact(n - 1)


def t_recursive(n):
    return fact(n)


def star(*args):
    return len(args) * 100 + args[0]


def t_star(n):
    return star(n) + star(n, 2, 3)


def t_tuple(n):
    a, b = n, n + 1
    a, b = b, a
    t = (a, b, 3)
    return t[0] * 100 + t[1] * 10 + t[2]


def swap(t):
    return t[1], t[0]


def t_tuple_return(n):
    a, b = swap((n, 2))
    return a * 10 + b


def t_for_range(n):
    s = 0
    for i in range(n):
        s += i
    for i in range(2, n):
        s += i * 100
    for i in range(n, 0, -2):
        s += i * 10000
    return s


def t_while_break(n):
    i = 0
    while True:
        if i * i > n:
            break
        i += 1
        if i == 3:
            continue
    return i


def t_cond_expr(n):
    return 1 if n > 2 else (2 if n < 0 else 3)


def t_none(n):
    pass


def t_global(n):
    return CONST + TABLE[2] + n


CONST = 17
TABLE = [1, 2, 3, 4]
