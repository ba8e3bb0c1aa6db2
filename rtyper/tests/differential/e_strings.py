def t_concat(n):
    s = "a" + str(n) + "bc"
    return s


def t_len(n):
    s = str(n) * 3
    return len(s)


def t_char(n):
    s = "hello"
    return ord(s[n % 5]) + ord("x")


def t_chr(n):
    return chr(n % 26 + 65) + "z"


def t_slice(n):
    s = "abcdefghij"
    return s[1:3] + s[abs(n):] + s[:abs(n)] + s[:-1]


def t_compare(n):
    s = str(n)
    return (s == "3") + 2 * (s < "2") + 4 * (s != "5") + 8 * (s >= "12")


def t_in(n):
    return (str(n) in "12 35 77") + 2 * ("7" in str(n))


def t_find(n):
    s = "abracadabra"
    return s.find("ra") * 1000 + s.find("ra", abs(n)) * 10 + s.rfind("a") + s.count("a") * 100000 + s.find("x")


def t_methods(n):
    s = "  Hello World %d  " % n
    return s.strip() + "|" + s.lower() + "|" + s.upper() + "|" + s.lstrip() + "|" + s.rstrip()


def t_split(n):
    s = "1,22,333,%d" % n
    parts = s.split(",")
    return len(parts) * 100 + len(parts[-1])


def t_split_space(n):
    parts = ("  a b   c " + str(n)).split()
    return "-".join(parts)


def t_join(n):
    l = []
    for i in range(n):
        l.append(str(i))
    return ", ".join(l)


def t_join_chars(n):
    return "".join([chr(65 + i) for i in range(5)])


def t_replace(n):
    s = "a.b.c" + str(n)
    return s.replace(".", "--") + s.replace("b", "x")


def t_startswith(n):
    s = "hello" + str(n)
    return s.startswith("hel") + 2 * s.startswith("x") + 4 * s.endswith("3") + 8 * s.endswith("o1")


def t_int(n):
    try:
        return int("12" + str(n)) + int("ff", 16) + int(" 42 ")
    except ValueError:
        return -1


def t_int_fail(n):
    try:
        return int("x" * n)
    except ValueError:
        return -1


def t_isdigit(n):
    s = str(n)
    return s.isdigit() + 2 * s[0].isdigit() + 4 * "ab".isalpha() + 8 * s.isspace()


def t_iter(n):
    r = 0
    for c in str(n) + "abc":
        r = r * 3 + ord(c)
    return r


def t_format(n):
    return "%d %s %x %5d|%-5d|%05d %c %r %%" % (n, "abc", abs(n), n, n, n, "q", "it")


def t_format_float(n):
    return "%f %.2f %e %g" % (n * 1.5, n / 3.0, n * 100.0, n * 0.25)


def t_float_str(n):
    return str(n * 0.1) + " " + str(n * 1.0)


def t_float_parse(n):
    try:
        return float("1.5") * n + float("x" if n == 3 else "2e1")
    except ValueError:
        return -1.0


def t_hash_eq(n):
    return "abc" == "ab" + "c" * (n - 4)


def t_nullable(n):
    s = None
    if n > 2:
        s = "abc"
    if s is None:
        return "none"
    return s


def t_none_str(n):
    s = None
    if n > 2:
        s = "abc"
    return s


def t_bool_str(n):
    return str(n > 2) + str(None)


def t_hex(n):
    return hex(n) + " " + oct(abs(n))[:1]


def t_mul(n):
    return "ab" * n + "-" * 3


def t_ord_compare(n):
    c = "hello"[n % 5]
    if c >= "a" and c <= "h":
        return 1
    if c == "l" or c in "xyz":
        return 2
    return 3


def t_repr(n):
    return repr("a'b\n") + repr(n) + repr(1.5)
