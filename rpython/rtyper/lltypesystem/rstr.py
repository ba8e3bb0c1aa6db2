"""Helpers of strings. `s[i]` is a character, `len(s)` the length; `s.hash` is 0 until computed.

Most functions work for byte and unicode strings alike. STR is the type of the result where no argument tells it.
"""
from rpython.rtyper.lltypesystem.ll import malloc, typeOf, itemtype, copyitems, op, nullptr, abort


# ---- the gates: every index, bound and size that a program chooses passes one of these before memory is touched ----

def ll_check_slice(start, stop, n):
    """Ends the program unless 0 <= start <= stop <= n."""
    if op('Bool', 'uint_lt', _ll_unsigned(stop), _ll_unsigned(start)) or op('Bool', 'uint_lt', _ll_unsigned(n), _ll_unsigned(stop)):
        abort('assertion_failed')


def _ll_unsigned(i):
    return op('Unsigned', 'cast_int_to_uint', i)


def ll_product_size(n, times):
    """n * times for n >= 0; none if `times` is negative; MemoryError if the product is no size."""
    if n == 0 or times <= 0:
        return 0
    # Two factors below 2**31 need no division.
    if (n | times) >> 31 != 0 and times > op('Signed', 'int_floordiv', 9223372036854775807, n):
        raise MemoryError
    return n * times


def ll_sum_size(n, m):
    """n + m for n, m >= 0; MemoryError if the sum is no size."""
    total = n + m
    if total < 0:
        raise MemoryError
    return total


def ll_chr2str(STR, c):
    s = malloc(STR, 1)
    s[0] = c
    return s


def ll_strhash(s):
    if not s:
        return 0
    h = s.hash
    if h == 0:
        h = _ll_hash_chars(s)
        s.hash = h
    return h


def _ll_hash_chars(s):
    n = len(s)
    if n == 0:
        x = -1
    else:
        x = ord(s[0]) << 7
        i = 0
        while i < n:
            x = (1000003 * x) ^ ord(s[i])
            i += 1
        x = x ^ n
        if x == -1:
            x = -2
    if x == 0:
        x = 29872897
    return x


def ll_streq(a, b):
    if a == b:
        return True
    if not a or not b:
        return False
    n = len(a)
    if n != len(b):
        return False
    i = 0
    while i < n:
        if a[i] != b[i]:
            return False
        i += 1
    return True


def ll_streq_char(s, c):
    if not s:
        return False
    return len(s) == 1 and s[0] == c


def ll_strcmp(a, b):
    if not a:
        if not b:
            return 0
        return -1
    if not b:
        return 1
    n = len(a)
    m = len(b)
    k = n
    if m < k:
        k = m
    i = 0
    while i < k:
        d = ord(a[i]) - ord(b[i])
        if d != 0:
            return d
        i += 1
    return n - m


def ll_strlt(a, b):
    return ll_strcmp(a, b) < 0


def ll_strconcat(a, b):
    n = len(a)
    m = len(b)
    s = malloc(typeOf(a), n + m)
    copyitems(a, s, 0, 0, n)
    copyitems(b, s, 0, n, m)
    return s


def ll_strslice(s, start, stop):
    if start == 0 and stop == len(s):
        return s
    n = stop - start
    r = malloc(typeOf(s), n)
    copyitems(s, r, start, 0, n)
    return r


def ll_str_mul(s, times):
    n = len(s)
    r = malloc(typeOf(s), ll_product_size(n, times))
    i = 0
    if n == 0:
        return r
    if n == 1:
        c = s[0]
        while i < times:
            r[i] = c
            i += 1
    else:
        while i < times:
            copyitems(s, r, 0, i * n, n)
            i += 1
    return r


def ll_str2array(A, s):
    n = len(s)
    a = malloc(A, n)
    i = 0
    while i < n:
        a[i] = s[i]
        i += 1
    return a


# ---- searching ----

def ll_find_start(i, n):
    """The first position to look at; past the end nothing is found."""
    if i < 0:
        i += n
        if i < 0:
            i = 0
    return i


def ll_find_char(s, c, start, stop):
    i = start
    while i < stop:
        if s[i] == c:
            return i
        i += 1
    return -1


def ll_rfind_char(s, c, start, stop):
    i = stop - 1
    while i >= start:
        if s[i] == c:
            return i
        i -= 1
    return -1


def ll_count_char(s, c, start, stop):
    count = 0
    i = start
    while i < stop:
        if s[i] == c:
            count += 1
        i += 1
    return count


def _ll_match(s, i, t, m):
    j = 0
    while j < m:
        if s[i + j] != t[j]:
            return False
        j += 1
    return True


def ll_find(s, t, start, stop):
    m = len(t)
    last = stop - m
    i = start
    while i <= last:
        if _ll_match(s, i, t, m):
            return i
        i += 1
    return -1


def ll_rfind(s, t, start, stop):
    m = len(t)
    i = stop - m
    while i >= start:
        if _ll_match(s, i, t, m):
            return i
        i -= 1
    return -1


def ll_count(s, t, start, stop):
    m = len(t)
    if m == 0:
        if start > stop:
            return 0
        return stop - start + 1
    count = 0
    last = stop - m
    i = start
    while i <= last:
        if _ll_match(s, i, t, m):
            count += 1
            i += m
        else:
            i += 1
    return count


def ll_startswith(s, t):
    m = len(t)
    if m > len(s):
        return False
    return _ll_match(s, 0, t, m)


def ll_endswith(s, t):
    m = len(t)
    n = len(s)
    if m > n:
        return False
    return _ll_match(s, n - m, t, m)


def ll_startswith_between(s, t, start, stop):
    """Whether t stands at the start of s[start:stop]; nothing does where `start` lies behind `stop`."""
    m = len(t)
    return m <= stop - start and _ll_match(s, start, t, m)


def ll_endswith_between(s, t, start, stop):
    m = len(t)
    return m <= stop - start and _ll_match(s, stop - m, t, m)


# ---- classes of characters (by code) ----

def ll_isspace(c):
    return c == 32 or (9 <= c and c <= 13)


def ll_isspace_wide(c):
    """White space among code points."""
    if c < 128:
        return c == 32 or (9 <= c and c <= 13) or (28 <= c and c <= 31)
    return (c == 0x85 or c == 0xA0 or c == 0x1680 or (0x2000 <= c and c <= 0x200A) or c == 0x2028 or c == 0x2029
            or c == 0x202F or c == 0x205F or c == 0x3000)


def ll_isline(c):
    """Ends of lines: after 13, 10 belongs to the same one."""
    return c == 10 or c == 13


def ll_isline_wide(c):
    return (10 <= c and c <= 13) or (28 <= c and c <= 30) or c == 0x85 or c == 0x2028 or c == 0x2029


def ll_isdigit(c):
    return 48 <= c and c <= 57


def ll_isupper(c):
    return 65 <= c and c <= 90


def ll_islower(c):
    return 97 <= c and c <= 122


def ll_isalpha(c):
    return ll_isupper(c) or ll_islower(c)


def ll_isalnum(c):
    return ll_isalpha(c) or ll_isdigit(c)


def ll_all_chars(s, test):
    n = len(s)
    if n == 0:
        return False
    i = 0
    while i < n:
        if not test(ord(s[i])):
            return False
        i += 1
    return True


def ll_all_cased(s, test):
    """Whether there is a letter and no letter fails the test."""
    n = len(s)
    found = False
    i = 0
    while i < n:
        c = ord(s[i])
        if ll_isalpha(c):
            if not test(c):
                return False
            found = True
        i += 1
    return found


def ll_lower_char(c):
    i = ord(c)
    if ll_isupper(i):
        return ll_shift_char(c, 32)
    return c


def ll_upper_char(c):
    i = ord(c)
    if ll_islower(i):
        return ll_shift_char(c, -32)
    return c


def ll_shift_char(c, d):
    return op(typeOf(c), 'cast_primitive', ord(c) + d)


def ll_lower(s):
    n = len(s)
    r = malloc(typeOf(s), n)
    i = 0
    while i < n:
        r[i] = ll_lower_char(s[i])
        i += 1
    return r


def ll_upper(s):
    n = len(s)
    r = malloc(typeOf(s), n)
    i = 0
    while i < n:
        r[i] = ll_upper_char(s[i])
        i += 1
    return r


# ---- stripping, padding ----

def ll_strip_space(s, left, right, isspace):
    start = 0
    stop = len(s)
    if left:
        while start < stop and isspace(ord(s[start])):
            start += 1
    if right:
        while start < stop and isspace(ord(s[stop - 1])):
            stop -= 1
    return ll_strslice(s, start, stop)


def ll_strip_chars(s, chars, left, right):
    m = len(chars)
    start = 0
    stop = len(s)
    if left:
        while start < stop and ll_find_char(chars, s[start], 0, m) >= 0:
            start += 1
    if right:
        while start < stop and ll_find_char(chars, s[stop - 1], 0, m) >= 0:
            stop -= 1
    return ll_strslice(s, start, stop)


def _ll_pad(s, left, right, fill):
    n = len(s)
    r = malloc(typeOf(s), ll_sum_size(left + n, right))
    i = 0
    while i < left:
        r[i] = fill
        i += 1
    copyitems(s, r, 0, left, n)
    i = left + n
    stop = i + right
    while i < stop:
        r[i] = fill
        i += 1
    return r


def ll_ljust(s, width, fill):
    if width <= len(s):
        return s
    d = width - len(s)
    return _ll_pad(s, 0, d, fill)


def ll_rjust(s, width, fill):
    if width <= len(s):
        return s
    d = width - len(s)
    return _ll_pad(s, d, 0, fill)


def _ll_zeros(s, at, d):
    """d zeros put in at a position."""
    n = len(s)
    r = malloc(typeOf(s), ll_sum_size(n, d))
    copyitems(s, r, 0, 0, at)
    i = 0
    while i < d:
        r[at + i] = op(itemtype(typeOf(s)), 'cast_primitive', 48)
        i += 1
    copyitems(s, r, at, at + d, n - at)
    return r


def _ll_sign_length(s):
    if len(s) > 0:
        c = ord(s[0])
        if c == 45 or c == 43 or c == 32:
            return 1
    return 0


def ll_zfill(s, width):
    if width <= len(s):
        return s
    d = width - len(s)
    return _ll_zeros(s, _ll_sign_length(s), d)


def ll_pad_digits(s, digits):
    """At least so many digits, the sign not counted."""
    at = _ll_sign_length(s)
    if digits <= len(s) - at:
        return s
    d = digits - (len(s) - at)
    return _ll_zeros(s, at, d)


def ll_drop_zero(s):
    """No digit in place of a zero."""
    at = _ll_sign_length(s)
    if len(s) == at + 1 and ord(s[at]) == 48:
        return ll_strslice(s, 0, at)
    return s


def ll_add_prefix(s, letter, width):
    """`0x` and the like behind the sign of digits, filled up with zeros to a width; without a letter one zero, if there is none yet."""
    at = _ll_sign_length(s)
    if letter == 0:
        s = ll_zfill(s, width)
        if len(s) > at and ord(s[at]) == 48:
            return s
        return _ll_zeros(s, at, 1)
    s = _ll_zeros(ll_zfill(s, width - 2), at, 2)
    s[at + 1] = op('Char', 'cast_int_to_char', letter)
    return s


def ll_add_sign(s, sign):
    if _ll_sign_length(s) == 1:
        return s
    return _ll_pad(s, 1, 0, sign)


# ---- joining, splitting, replacing ----

def ll_join_strs(sep, items, n):
    m = len(sep)
    total = ll_product_size(m, n - 1)
    i = 0
    while i < n:
        if not items[i]:
            abort('none_operand')
        total = ll_sum_size(total, len(items[i]))
        i += 1
    if n == 1:
        return items[0]
    r = malloc(typeOf(sep), total)
    at = 0
    i = 0
    while i < n:
        if i > 0 and m > 0:
            copyitems(sep, r, 0, at, m)
            at += m
        s = items[i]
        k = len(s)
        copyitems(s, r, 0, at, k)
        at += k
        i += 1
    return r


def ll_join_chars(sep, items, n):
    m = len(sep)
    r = malloc(typeOf(sep), ll_sum_size(n, ll_product_size(m, n - 1)))
    at = 0
    i = 0
    while i < n:
        if i > 0 and m > 0:
            copyitems(sep, r, 0, at, m)
            at += m
        r[at] = items[i]
        at += 1
        i += 1
    return r


def _ll_cut(a, n):
    """The first n items of an array."""
    r = malloc(typeOf(a), n)
    copyitems(a, r, 0, 0, n)
    return r


def _ll_push(a, n, s):
    """The array with s as item n; grown if it is full."""
    if n >= len(a):
        r = malloc(typeOf(a), n + (n >> 1) + 4)
        copyitems(a, r, 0, 0, n)
        a = r
    a[n] = s
    return a


def ll_split_space(A, s, maximum, isspace):
    a = malloc(A, 4)
    n = 0
    i = 0
    stop = len(s)
    while True:
        while i < stop and isspace(ord(s[i])):
            i += 1
        if i == stop:
            break
        if n == maximum:
            # The rest, with the spaces at its end.
            j = stop
        else:
            j = i + 1
            while j < stop and not isspace(ord(s[j])):
                j += 1
        a = _ll_push(a, n, ll_strslice(s, i, j))
        n += 1
        i = j
    return _ll_cut(a, n)


def ll_rsplit_space(A, s, maximum, isspace):
    a = malloc(A, 4)
    n = 0
    j = len(s)
    while True:
        while j > 0 and isspace(ord(s[j - 1])):
            j -= 1
        if j == 0:
            break
        i = j - 1
        if n == maximum:
            # The rest, with the spaces at its beginning.
            i = 0
        else:
            while i > 0 and not isspace(ord(s[i - 1])):
                i -= 1
        a = _ll_push(a, n, ll_strslice(s, i, j))
        n += 1
        j = i
        if n > maximum and maximum >= 0:
            break
    return _ll_reversed(_ll_cut(a, n))


def _ll_reversed(a):
    i = 0
    j = len(a) - 1
    while i < j:
        x = a[i]
        a[i] = a[j]
        a[j] = x
        i += 1
        j -= 1
    return a


def ll_split_str(A, s, t, maximum):
    m = len(t)
    if m == 0:
        raise ValueError
    a = malloc(A, 4)
    n = 0
    i = 0
    stop = len(s)
    while n != maximum:
        if m == 1:
            j = ll_find_char(s, t[0], i, stop)
        else:
            j = ll_find(s, t, i, stop)
        if j < 0:
            break
        a = _ll_push(a, n, ll_strslice(s, i, j))
        n += 1
        i = j + m
    a = _ll_push(a, n, ll_strslice(s, i, stop))
    return _ll_cut(a, n + 1)


def ll_rsplit_str(A, s, t, maximum):
    m = len(t)
    if m == 0:
        raise ValueError
    a = malloc(A, 4)
    n = 0
    stop = len(s)
    while n != maximum:
        j = ll_rfind(s, t, 0, stop)
        if j < 0:
            break
        a = _ll_push(a, n, ll_strslice(s, j + m, stop))
        n += 1
        stop = j
    a = _ll_push(a, n, ll_strslice(s, 0, stop))
    return _ll_reversed(_ll_cut(a, n + 1))


def ll_splitlines(A, s, keep, isline):
    a = malloc(A, 4)
    n = 0
    i = 0
    stop = len(s)
    while i < stop:
        j = i
        while j < stop and not isline(ord(s[j])):
            j += 1
        end = j
        if j < stop:
            if ord(s[j]) == 13 and j + 1 < stop and ord(s[j + 1]) == 10:
                j += 1
            j += 1
        if keep:
            end = j
        a = _ll_push(a, n, ll_strslice(s, i, end))
        n += 1
        i = j
    return _ll_cut(a, n)


def ll_replace_chr(s, c, d):
    n = len(s)
    if ll_find_char(s, c, 0, n) < 0:
        return s
    r = malloc(typeOf(s), n)
    i = 0
    while i < n:
        x = s[i]
        if x == c:
            x = d
        r[i] = x
        i += 1
    return r


def ll_replace(s, t, u, maximum):
    n = len(s)
    m = len(t)
    k = len(u)
    if m == 0:
        count = n + 1
    else:
        count = ll_count(s, t, 0, n)
    if maximum >= 0 and count > maximum:
        count = maximum
    if count == 0:
        return s
    if k > m:
        total = ll_sum_size(n, ll_product_size(k - m, count))
    else:
        total = n - count * (m - k)
    r = malloc(typeOf(s), total)
    at = 0
    i = 0
    while count > 0:
        if m == 0:
            j = i
        else:
            j = ll_find(s, t, i, n)
        copyitems(s, r, i, at, j - i)
        at += j - i
        copyitems(u, r, 0, at, k)
        at += k
        i = j + m
        if m == 0:
            if i < n:
                r[at] = s[i]
                at += 1
            i += 1
        count -= 1
    if i < n:
        copyitems(s, r, i, at, n - i)
    return r


# ---- numbers ----

def ll_int2dec(STR, i):
    negative = i < 0
    if negative:
        u = op('Unsigned', 'uint_neg', op('Unsigned', 'cast_int_to_uint', i))
    else:
        u = op('Unsigned', 'cast_int_to_uint', i)
    return _ll_digits(STR, u, negative)


def ll_uint2dec(STR, u):
    return _ll_digits(STR, u, False)


def _ll_digits(STR, u, negative):
    ten = op('Unsigned', 'cast_int_to_uint', 10)
    n = 1
    rest = op('Unsigned', 'uint_floordiv', u, ten)
    while op('Bool', 'uint_is_true', rest):
        n += 1
        rest = op('Unsigned', 'uint_floordiv', rest, ten)
    if negative:
        n += 1
    s = malloc(STR, n)
    at = n
    while True:
        rest = op('Unsigned', 'uint_floordiv', u, ten)
        d = op('Signed', 'cast_uint_to_int', op('Unsigned', 'uint_sub', u, op('Unsigned', 'uint_mul', rest, ten)))
        at -= 1
        s[at] = op('Char', 'cast_int_to_char', 48 + d)
        u = rest
        if not op('Bool', 'uint_is_true', u):
            break
    if negative:
        s[0] = '-'
    return s


def _ll_based(STR, i, shift, prefix, letter):
    u = op('Unsigned', 'cast_int_to_uint', i)
    if i < 0:
        return _ll_based_digits(STR, op('Unsigned', 'uint_neg', u), True, shift, prefix, letter)
    return _ll_based_digits(STR, u, False, shift, prefix, letter)


def _ll_based_digits(STR, u, negative, shift, prefix, letter):
    n = 1
    rest = op('Unsigned', 'uint_rshift', u, shift)
    while op('Bool', 'uint_is_true', rest):
        n += 1
        rest = op('Unsigned', 'uint_rshift', rest, shift)
    start = 0
    if negative:
        start = 1
    if prefix:
        start += 1
        if letter != 0:
            start += 1
    s = malloc(STR, start + n)
    if negative:
        s[0] = '-'
    if prefix:
        if letter != 0:
            s[start - 2] = '0'
            s[start - 1] = op('Char', 'cast_int_to_char', letter)
        else:
            s[start - 1] = '0'
    mask = (1 << shift) - 1
    at = start + n
    while at > start:
        d = op('Signed', 'cast_uint_to_int', u) & mask
        if d > 9:
            d += 39
        at -= 1
        s[at] = op('Char', 'cast_int_to_char', 48 + d)
        u = op('Unsigned', 'uint_rshift', u, shift)
    return s


def ll_int2hex(STR, i, prefix):
    return _ll_based(STR, i, 4, prefix, 120)


def ll_int2oct(STR, i, prefix, letter):
    """`letter` is that of the prefix: `0o` in Python 3; 0 for the prefix `0` of Python 2, which zero has not."""
    if i == 0 and letter == 0:
        prefix = False
    return _ll_based(STR, i, 3, prefix, letter)


def ll_uint2hex(STR, u, prefix):
    return _ll_based_digits(STR, u, False, 4, prefix, 120)


def ll_uint2oct(STR, u, prefix, letter):
    if letter == 0 and not op('Bool', 'uint_is_true', u):
        prefix = False
    return _ll_based_digits(STR, u, False, 3, prefix, letter)


def ll_int2bin(STR, i, prefix):
    return _ll_based(STR, i, 1, prefix, 98)


def ll_uint2bin(STR, u, prefix):
    return _ll_based_digits(STR, u, False, 1, prefix, 98)


def ll_format_center(s, width, fill):
    """`{s:^8}`"""
    if width <= len(s):
        return s
    d = width - len(s)
    left = d >> 1
    return _ll_pad(s, left, d - left, fill)


def ll_format_number(s, positive, letter, group, every_digit, width, fill):
    """A number with its sign (`positive` stands in front of one that is not negative, 0 for none), the prefix of the
    letter and a character between groups of digits (0 for none), filled up behind the sign. All characters are digits
    of a base that is no ten, or those in front of the point."""
    n = len(s)
    start = 0
    sign = positive
    if n > 0 and ord(s[0]) == 45:
        start = 1
        sign = 45
    stop = n
    size = 4
    if not every_digit:
        size = 3
        stop = start
        while stop < n and ord(s[stop]) >= 48 and ord(s[stop]) <= 57:
            stop += 1
    digits = stop - start
    lead = 0
    if sign != 0:
        lead = 1
    if letter != 0:
        lead += 2
    if digits == 0:
        group = 0
    # Separators of these digits, and digits since the last one.
    separators = 0
    since = digits
    if group != 0:
        while since > size:
            since -= size
            separators += 1
    total = lead + n - start + separators
    zeros = 0
    pad = 0
    if ord(fill) == 48:
        while total < width:
            if group != 0 and since == size:
                since = 0
                separators += 1
                total += 1
            since += 1
            zeros += 1
            total += 1
    elif total < width:
        pad = width - total
        total = width
    r = malloc(typeOf(s), total)
    # From the end: the rest, the digits, what pads, the prefix, the sign.
    at = total
    i = n
    while i > stop:
        i -= 1
        at -= 1
        r[at] = s[i]
    since = 0
    while i > start or zeros > 0:
        if group != 0 and since == size:
            since = 0
            at -= 1
            r[at] = op('Char', 'cast_int_to_char', group)
        since += 1
        at -= 1
        if i > start:
            i -= 1
            r[at] = s[i]
        else:
            zeros -= 1
            r[at] = '0'
    while pad > 0:
        pad -= 1
        at -= 1
        r[at] = fill
    if letter != 0:
        at -= 2
        r[at] = '0'
        r[at + 1] = op('Char', 'cast_int_to_char', letter)
    if sign != 0:
        r[0] = op('Char', 'cast_int_to_char', sign)
    return r


def _ll_digit_value(c):
    if 48 <= c and c <= 57:
        return c - 48
    if 97 <= c and c <= 122:
        return c - 87
    if 65 <= c and c <= 90:
        return c - 55
    return 99


def ll_int(s, base, python3):
    """int(s, base): spaces around and a sign are allowed; ValueError if it is no number or too large. Python 3 allows single underscores
    between digits, and no leading zeros where the base is told by the prefix (that is an octal number in Python 2)."""
    if not (2 <= base and base <= 36) and base != 0:
        raise ValueError
    i = 0
    n = len(s)
    while i < n and ll_isspace(ord(s[i])):
        i += 1
    while i < n and ll_isspace(ord(s[n - 1])):
        n -= 1
    if i == n:
        raise ValueError
    negative = False
    c = ord(s[i])
    if c == 45:
        negative = True
        i += 1
    elif c == 43:
        i += 1
    if not python3:
        while i < n and ll_isspace(ord(s[i])):
            i += 1
    prefixed = False
    if i + 1 < n and ord(s[i]) == 48:
        c = ord(s[i + 1]) | 32
        if c == 120 and (base == 16 or base == 0):
            i += 2
            base = 16
            prefixed = True
        elif c == 111 and (base == 8 or base == 0):
            i += 2
            base = 8
            prefixed = True
        elif c == 98 and (base == 2 or base == 0):
            i += 2
            base = 2
            prefixed = True
        elif base == 0:
            base = 8
            if python3:
                base = 1
    zero = base == 1
    if base <= 1:
        base = 10
    if i == n:
        raise ValueError
    # Accumulated as a negative number: its range is larger by one.
    limit = op('Signed', 'int_floordiv', -9223372036854775807 - 1, base)
    value = 0
    between = python3 and prefixed
    while i < n:
        c = ord(s[i])
        if c == 95 and between and i + 1 < n:
            between = False
            i += 1
            continue
        d = _ll_digit_value(c)
        if d >= base or (zero and d > 0):
            raise ValueError
        between = python3
        if value < limit:
            raise ValueError
        value = value * base
        if value < (-9223372036854775807 - 1) + d:
            raise ValueError
        value -= d
        i += 1
    if negative:
        return value
    if value == -9223372036854775807 - 1:
        raise ValueError
    return -value


# ---- texts ----

def _ll_hex_digit(d):
    if d > 9:
        d += 39
    return op('Char', 'cast_int_to_char', 48 + d)


def ll_text_repr(STR, s, prefix):
    """The text of a string; `prefix`: 1 if it is a Unicode string of Python 2, else 0."""
    n = len(s)
    quote = 39
    if ll_find_code(s, 39) and not ll_find_code(s, 34):
        quote = 34
    size = 2 + prefix
    i = 0
    while i < n:
        c = ord(s[i])
        if c == 10 or c == 13 or c == 9 or c == 92 or c == quote:
            size += 2
        elif c >= 0x10000:
            size += 10
        elif c >= 256:
            size += 6
        elif c < 32 or c >= 127:
            size += 4
        else:
            size += 1
        i += 1
    r = malloc(STR, size)
    r[0] = 'u'
    r[prefix] = op('Char', 'cast_int_to_char', quote)
    at = prefix + 1
    i = 0
    while i < n:
        c = ord(s[i])
        if c == 10 or c == 13 or c == 9 or c == 92 or c == quote:
            r[at] = op('Char', 'cast_int_to_char', 92)
            if c == 10:
                c = 110
            elif c == 13:
                c = 114
            elif c == 9:
                c = 116
            r[at + 1] = op('Char', 'cast_int_to_char', c)
            at += 2
        elif c < 32 or c >= 127:
            letter = 120
            digits = 2
            if c >= 0x10000:
                letter = 85
                digits = 8
            elif c >= 256:
                letter = 117
                digits = 4
            r[at] = op('Char', 'cast_int_to_char', 92)
            r[at + 1] = op('Char', 'cast_int_to_char', letter)
            at += 2
            while digits > 0:
                digits -= 1
                r[at] = _ll_hex_digit((c >> 4 * digits) & 15)
                at += 1
        else:
            r[at] = op('Char', 'cast_int_to_char', c)
            at += 1
        i += 1
    r[at] = op('Char', 'cast_int_to_char', quote)
    return r


def ll_find_code(s, code):
    n = len(s)
    i = 0
    while i < n:
        if ord(s[i]) == code:
            return True
        i += 1
    return False


def ll_instance_text(name, number):
    """<Class object at 0x...>"""
    n = len(name)
    digits = 1
    rest = number >> 4
    while rest > 0:
        digits += 1
        rest = rest >> 4
    r = malloc(typeOf(name), n + 15 + digits)
    r[0] = '<'
    copyitems(name, r, 0, 1, n)
    r[n + 1] = ' '
    r[n + 2] = 'o'
    r[n + 3] = 'b'
    r[n + 4] = 'j'
    r[n + 5] = 'e'
    r[n + 6] = 'c'
    r[n + 7] = 't'
    r[n + 8] = ' '
    r[n + 9] = 'a'
    r[n + 10] = 't'
    r[n + 11] = ' '
    r[n + 12] = '0'
    r[n + 13] = 'x'
    i = digits
    rest = number
    while i > 0:
        i -= 1
        d = rest & 15
        if d < 10:
            d += 48
        else:
            d += 87
        r[n + 14 + i] = op('Char', 'cast_int_to_char', d)
        rest = rest >> 4
    r[n + 14 + digits] = '>'
    return r


# ---- encodings ----

# What happens to what an encoding lacks; the numbers are those of the rtyper.
STRICT = 0
IGNORE = 1
REPLACE = 2

REPLACEMENT = 0xFFFD


def ll_decode_ascii(UNI, s):
    if not s:
        return nullptr(UNI)
    return ll_decode_ascii_errors(UNI, s, STRICT)


def ll_decode_ascii_errors(UNI, s, errors):
    n = len(s)
    count = n
    if errors == IGNORE:
        count = 0
        i = 0
        while i < n:
            if ord(s[i]) < 128:
                count += 1
            i += 1
    r = malloc(UNI, count)
    at = 0
    i = 0
    while i < n:
        c = ord(s[i])
        i += 1
        if c >= 128:
            if errors == STRICT:
                raise UnicodeDecodeError
            if errors == IGNORE:
                continue
            c = REPLACEMENT
        r[at] = op('UniChar', 'cast_int_to_unichar', c)
        at += 1
    return r


def ll_decode_latin1(UNI, s):
    n = len(s)
    r = malloc(UNI, n)
    i = 0
    while i < n:
        r[i] = op('UniChar', 'cast_int_to_unichar', ord(s[i]))
        i += 1
    return r


def ll_encode_ascii(STR, u):
    return ll_encode_limited(STR, u, 128, STRICT)


def ll_encode_limited(STR, u, limit, errors):
    """Code points below a limit as bytes."""
    n = len(u)
    count = n
    if errors == IGNORE:
        count = 0
        i = 0
        while i < n:
            if ord(u[i]) < limit:
                count += 1
            i += 1
    r = malloc(STR, count)
    at = 0
    i = 0
    while i < n:
        c = ord(u[i])
        i += 1
        if c >= limit:
            if errors == STRICT:
                raise UnicodeEncodeError
            if errors == IGNORE:
                continue
            c = 63
        r[at] = op('Char', 'cast_int_to_char', c)
        at += 1
    return r


def _ll_utf8_put(r, at, c):
    """Writes a code point and returns where the next one goes."""
    if c < 0x80:
        r[at] = op('Char', 'cast_int_to_char', c)
        return at + 1
    if c < 0x800:
        r[at] = op('Char', 'cast_int_to_char', 0xC0 | (c >> 6))
        at += 1
    else:
        if c < 0x10000:
            r[at] = op('Char', 'cast_int_to_char', 0xE0 | (c >> 12))
            at += 1
        else:
            r[at] = op('Char', 'cast_int_to_char', 0xF0 | (c >> 18))
            r[at + 1] = op('Char', 'cast_int_to_char', 0x80 | ((c >> 12) & 63))
            at += 2
        r[at] = op('Char', 'cast_int_to_char', 0x80 | ((c >> 6) & 63))
        at += 1
    r[at] = op('Char', 'cast_int_to_char', 0x80 | (c & 63))
    return at + 1


def ll_encode_utf8(STR, u, errors, surrogates):
    """`surrogates`: whether they are encoded like other code points, as Python 2 does."""
    n = len(u)
    size = 0
    i = 0
    while i < n:
        c = ord(u[i])
        if c < 0x80:
            size += 1
        elif c < 0x800:
            size += 2
        elif c < 0x10000:
            if not surrogates and c >> 11 == 0x1B:
                if errors == STRICT:
                    raise UnicodeEncodeError
                if errors == REPLACE:
                    size += 1
            else:
                size += 3
        else:
            size += 4
        i += 1
    r = malloc(STR, size)
    at = 0
    i = 0
    while i < n:
        c = ord(u[i])
        i += 1
        if not surrogates and c >> 11 == 0x1B:
            if errors == IGNORE:
                continue
            c = 63
        at = _ll_utf8_put(r, at, c)
    return r


def _ll_utf8_length(c):
    if c < 0x80:
        return 1
    if c < 0xC2:
        return 0
    if c < 0xE0:
        return 2
    if c < 0xF0:
        return 3
    if c < 0xF5:
        return 4
    return 0


def _ll_utf8_point(s, i, n, surrogates):
    """The code point at i, or -1 if what stands there before n is none."""
    k = _ll_utf8_length(ord(s[i]))
    if k == 0 or k > n - i:
        return -1
    c = ord(s[i])
    if k == 2:
        c = c & 31
    elif k == 3:
        c = c & 15
    elif k == 4:
        c = c & 7
    j = 1
    while j < k:
        b = ord(s[i + j])
        if b & 0xC0 != 0x80:
            return -1
        c = (c << 6) | (b & 63)
        j += 1
    if k == 3 and not surrogates and c >> 11 == 0x1B:
        return -1
    if (k == 3 and c < 0x800) or (k == 4 and (c < 0x10000 or c > 0x10FFFF)):
        return -1
    return c


def _ll_utf8_bad(s, i, n, surrogates):
    """How many bytes at i are one error: the longest beginning of a code point, or one byte."""
    c = ord(s[i])
    k = _ll_utf8_length(c)
    if k < 3 or i + 1 >= n:
        return 1
    low = 0x80
    high = 0xBF
    if c == 0xE0:
        low = 0xA0
    elif c == 0xED and not surrogates:
        high = 0x9F
    elif c == 0xF0:
        low = 0x90
    elif c == 0xF4:
        high = 0x8F
    b = ord(s[i + 1])
    if b < low or b > high:
        return 1
    j = 2
    while j < k and i + j < n and ord(s[i + j]) & 0xC0 == 0x80:
        j += 1
    return j


def ll_decode_utf8(UNI, s, errors, surrogates):
    """`surrogates`: whether they are decoded like other code points, as Python 2 does."""
    n = len(s)
    count = 0
    i = 0
    while i < n:
        c = _ll_utf8_point(s, i, n, surrogates)
        if c >= 0:
            i += _ll_utf8_length(ord(s[i]))
            count += 1
        else:
            if errors == STRICT:
                raise UnicodeDecodeError
            if errors == REPLACE:
                count += 1
            i += _ll_utf8_bad(s, i, n, surrogates)
    r = malloc(UNI, count)
    i = 0
    at = 0
    while i < n:
        c = _ll_utf8_point(s, i, n, surrogates)
        if c >= 0:
            i += _ll_utf8_length(ord(s[i]))
        else:
            i += _ll_utf8_bad(s, i, n, surrogates)
            if errors == IGNORE:
                continue
            c = REPLACEMENT
        r[at] = op('UniChar', 'cast_int_to_unichar', c)
        at += 1
    return r


# Strings never change, so what is made of them is a matter of the arguments alone.
for _f in (ll_strhash, ll_streq, ll_strcmp, ll_strlt, ll_strconcat, ll_strslice, ll_str_mul,
           ll_find_char, ll_rfind_char, ll_count_char, ll_find, ll_rfind, ll_count, ll_startswith, ll_endswith, ll_startswith_between, ll_endswith_between,
           ll_lower, ll_upper, ll_strip_space, ll_strip_chars, ll_ljust, ll_rjust, ll_zfill,
           ll_replace_chr, ll_replace, ll_int2dec, ll_uint2dec, ll_int2hex, ll_int2oct, ll_int):
    _f._elidable_function_ = True
