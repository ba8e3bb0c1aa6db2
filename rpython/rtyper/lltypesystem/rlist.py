"""Helpers of lists.

A resizable list `l` has `l.length` and `l.items`, an array with room for more; a list of fixed size is its array. Functions
that work for both get the items and the length.
"""
from rpython.rtyper.lltypesystem.ll import cast_pointer, malloc, typeOf, itemtype, zero, copyitems, clearitems, op
from rpython.rlib.jit import we_are_jitted, isconstant, isvirtual, unroll_safe
from rpython.rtyper.lltypesystem import rbuilder
from rpython.rtyper.lltypesystem.rstr import ll_product_size, ll_sum_size


def ll_eq(a, b):
    return a == b


def ll_lt(a, b):
    return a < b


def ll_limit(i, n):
    """A slice bound: counted from the end if negative, then clamped to 0..n."""
    if i < 0:
        i += n
        if i < 0:
            i = 0
    elif i > n:
        i = n
    return i


def _ll_grow(l, needed):
    """Makes room for `needed` items and some more."""
    if needed < 9:
        some = 3
    else:
        some = 6
    old = l.items
    items = malloc(typeOf(old), needed + (needed >> 3) + some)
    copyitems(old, items, 0, 0, l.length)
    l.items = items
_ll_grow._dont_inline_ = True


def _ll_make_room(l, needed):
    """The JIT traces into the growth of a list that it keeps in boxes: so does the new array.

    The array of such a list may be long and in memory, and the list stay in boxes over a loop that appends to it: so
    it grows by a share of its length here, too.
    """
    if we_are_jitted() and isvirtual(l):
        old = l.items
        items = malloc(typeOf(old), needed + (needed >> 3) + 3)
        copyitems(old, items, 0, 0, l.length)
        l.items = items
    else:
        _ll_grow(l, needed)
_ll_make_room._always_inline_ = True


def ll_reserve(l, n):
    """A hint: one that no machine has room for is not taken."""
    if n > len(l.items) and n >> 32 == 0:
        _ll_make_room(l, n)


def ll_append(l, x):
    n = l.length
    if n >= len(l.items):
        _ll_make_room(l, n + 1)
    l.length = n + 1
    l.items[n] = x
ll_append.oopspec = 'list.append(l, x)'


def _ll_shrink(l, n):
    """Gives room back when less than half of it is used."""
    old = l.items
    if n < (len(old) >> 1) - 5:
        items = malloc(typeOf(old), n + (n >> 3) + 3)
        copyitems(old, items, 0, 0, n)
        l.items = items


def ll_pop_last(l):
    n = l.length - 1
    items = l.items
    x = items[n]
    items[n] = zero(itemtype(typeOf(items)))
    l.length = n
    _ll_shrink(l, n)
    return x
ll_pop_last.oopspec = 'list.pop(l)'


def ll_pop_at(l, i):
    x = l.items[i]
    ll_delitem(l, i)
    return x


def ll_delitem(l, i):
    items = l.items
    n = l.length - 1
    copyitems(items, items, i + 1, i, n - i)
    items[n] = zero(itemtype(typeOf(items)))
    l.length = n
    _ll_shrink(l, n)


def ll_insert(l, i, x):
    n = l.length
    if n >= len(l.items):
        _ll_make_room(l, n + 1)
    items = l.items
    copyitems(items, items, i, i + 1, n - i)
    l.length = n + 1
    items[i] = x


def ll_extend(l, items, n):
    old = l.length
    if old + n > len(l.items):
        _ll_make_room(l, old + n)
    copyitems(items, l.items, 0, old, n)
    l.length = old + n


def ll_clear(l):
    l.items = malloc(typeOf(l.items), 0)
    l.length = 0


def ll_delslice(l, start, stop):
    items = l.items
    n = l.length
    copyitems(items, items, stop, start, n - stop)
    new = n - (stop - start)
    clearitems(items, new, n - new)
    l.length = new
    _ll_shrink(l, new)


def ll_setslice(l, start, stop, items, n):
    old = l.length
    if items == l.items:
        items = ll_copy_items(items, 0, n)
    new = old + n - (stop - start)
    if new > len(l.items):
        _ll_make_room(l, new)
    copyitems(l.items, l.items, stop, start + n, old - stop)
    copyitems(items, l.items, 0, start, n)
    if new < old:
        clearitems(l.items, new, old - new)
    l.length = new


def ll_setslice_fixed(dst, start, stop, items, n):
    if n != stop - start:
        raise ValueError
    copyitems(items, dst, 0, start, n)


def ll_copy_items(items, start, stop):
    n = stop - start
    copy = malloc(typeOf(items), n)
    copyitems(items, copy, start, 0, n)
    return copy


def ll_upcast_items(like, items, n):
    """The items as references to a base class: a copy, since arrays of both are of different types. `like` gives the type."""
    result = malloc(typeOf(like), n)
    i = 0
    while i < n:
        result[i] = cast_pointer(itemtype(typeOf(like)), items[i])
        i += 1
    return result


def ll_concat_items(a, n, b, m):
    items = malloc(typeOf(a), n + m)
    copyitems(a, items, 0, 0, n)
    copyitems(b, items, 0, n, m)
    return items


# Up to so many items compiled code sets one by one, so that the list need not exist.
UNROLLED = 16


def ll_repeat_item(like, x, times):
    """`[x] * times`; `like` gives the type."""
    if times < 0:
        times = 0
    if we_are_jitted() and isconstant(times) and times <= UNROLLED:
        return _repeat_unrolled(like, x, times)
    return _repeat(like, x, times)


@unroll_safe
def _repeat_unrolled(like, x, times):
    items = malloc(typeOf(like), times)
    i = 0
    while i < times:
        items[i] = x
        i += 1
    return items


def _repeat(like, x, times):
    items = malloc(typeOf(like), times)
    if x != zero(typeOf(x)):
        i = 0
        while i < times:
            items[i] = x
            i += 1
    return items


def ll_repeat_float(like, x, times):
    if times < 0:
        times = 0
    items = malloc(typeOf(like), times)
    i = 0
    while i < times:
        items[i] = x
        i += 1
    return items


def ll_repeat_items(a, n, times):
    items = malloc(typeOf(a), ll_product_size(n, times))
    if n == 0:
        return items
    if n == 1:
        # Of a float that equals zero, too: it can be -0.0.
        x = a[0]
        i = 0
        while i < times:
            items[i] = x
            i += 1
    else:
        i = 0
        while i < times:
            copyitems(a, items, 0, i * n, n)
            i += 1
    return items


def ll_inplace_mul(l, times):
    n = l.length
    if times <= 0:
        ll_clear(l)
    else:
        total = ll_product_size(n, times)
        if total > len(l.items):
            _ll_make_room(l, total)
        at = n
        while at < total:
            copyitems(l.items, l.items, 0, at, n)
            at += n
        l.length = total


# Lists whose lengths the JIT knows are compared item by item where it keeps one of them in boxes, if they are shorter.
COMPARED = 10


def ll_items_eq(a, n, b, m, eq):
    if n != m:
        return False
    if we_are_jitted() and isconstant(n) and n < COMPARED and (isvirtual(a) or isvirtual(b)):
        return _few_items_eq(a, n, b, eq)
    return _all_items_eq(a, n, b, eq)


@unroll_safe
def _few_items_eq(a, n, b, eq):
    i = 0
    while i < n:
        if not eq(a[i], b[i]):
            return False
        i += 1
    return True


def _all_items_eq(a, n, b, eq):
    i = 0
    while i < n:
        if not eq(a[i], b[i]):
            return False
        i += 1
    return True


def ll_find_item(a, start, stop, x, eq):
    i = start
    while i < stop:
        if eq(a[i], x):
            return i
        i += 1
    return -1


def ll_count_items(a, n, x, eq):
    count = 0
    i = 0
    while i < n:
        if eq(a[i], x):
            count += 1
        i += 1
    return count


def ll_reverse(a, n):
    i = 0
    j = n - 1
    while i < j:
        x = a[i]
        a[i] = a[j]
        a[j] = x
        i += 1
        j -= 1


def ll_min(a, n, lt):
    best = a[0]
    i = 1
    while i < n:
        x = a[i]
        if lt(x, best):
            best = x
        i += 1
    return best


def ll_max(a, n, lt):
    best = a[0]
    i = 1
    while i < n:
        x = a[i]
        if lt(best, x):
            best = x
        i += 1
    return best


def ll_sum(a, n, start):
    i = 0
    while i < n:
        start = start + a[i]
        i += 1
    return start


def _ll_unsigned(i):
    return op('Unsigned', 'cast_int_to_uint', i)


def _ll_range_size(distance, step):
    """How many steps of a size reach over a distance above 0, both unsigned."""
    one = _ll_unsigned(1)
    n = op('Unsigned', 'uint_floordiv', op('Unsigned', 'uint_sub', distance, one), step)
    n = op('Unsigned', 'uint_add', n, one)
    if op('Bool', 'uint_gt', n, op('Unsigned', 'uint_floordiv', _ll_unsigned(-1), step)):
        # The steps go round: where the range ends is no number of 64 bits.
        raise OverflowError
    return op('Signed', 'cast_uint_to_int', n)


def ll_range_stop(start, stop, step):
    """The stop for which stop - start is a multiple of the step. It may lie behind the last integer and then is a negative one: loops over
    ranges compare with it for equality."""
    if step > 0:
        if stop <= start:
            return start
        n = _ll_range_size(_ll_unsigned(stop - start), _ll_unsigned(step))
    else:
        if stop >= start:
            return start
        n = _ll_range_size(_ll_unsigned(start - stop), _ll_unsigned(-step))
    return start + n * step


def ll_range_len(start, stop, step):
    n = ll_range_count(start, stop, step)
    if n < 0:
        raise OverflowError
    return n


def ll_range_count(start, stop, step):
    """The number of items, which above the largest integer is a negative one: an unsigned number by its bits."""
    if step > 0:
        n = op('Unsigned', 'uint_floordiv', _ll_unsigned(stop - start), _ll_unsigned(step))
    else:
        n = op('Unsigned', 'uint_floordiv', _ll_unsigned(start - stop), _ll_unsigned(-step))
    return op('Signed', 'cast_uint_to_int', n)


def ll_range_items(A, start, n, step):
    items = malloc(A, n)
    i = 0
    while i < n:
        items[i] = start
        start += step
        i += 1
    return items


def ll_range_contains(start, stop, step, x):
    if step > 0:
        if x < start:
            return False
        distance = _ll_unsigned(x - start)
        whole = _ll_unsigned(stop - start)
        size = _ll_unsigned(step)
    else:
        if x > start:
            return False
        distance = _ll_unsigned(start - x)
        whole = _ll_unsigned(start - stop)
        size = _ll_unsigned(-step)
    if op('Bool', 'uint_ge', distance, whole):
        return False
    return not op('Bool', 'uint_is_true', op('Unsigned', 'uint_mod', distance, size))


# ---- sorting: stable merge sort, insertion sort for short runs ----

RUN = 12


def _ll_insertion_sort(a, lo, hi, lt):
    i = lo + 1
    while i < hi:
        x = a[i]
        j = i
        while j > lo:
            y = a[j - 1]
            if not lt(x, y):
                break
            a[j] = y
            j -= 1
        a[j] = x
        i += 1


def _ll_merge(src, dst, lo, mid, hi, lt):
    i = lo
    j = mid
    k = lo
    while i < mid and j < hi:
        x = src[i]
        y = src[j]
        if lt(y, x):
            dst[k] = y
            j += 1
        else:
            dst[k] = x
            i += 1
        k += 1
    if i < mid:
        copyitems(src, dst, i, k, mid - i)
    else:
        copyitems(src, dst, j, k, hi - j)


def ll_sort(a, n, lt):
    lo = 0
    while lo < n:
        hi = lo + RUN
        if hi > n:
            hi = n
        _ll_insertion_sort(a, lo, hi, lt)
        lo = hi
    if n <= RUN:
        return
    src = a
    dst = malloc(typeOf(a), n)
    width = RUN
    while width < n:
        lo = 0
        while lo < n:
            mid = lo + width
            if mid > n:
                mid = n
            hi = mid + width
            if hi > n:
                hi = n
            _ll_merge(src, dst, lo, mid, hi, lt)
            lo = hi
        src, dst = dst, src
        width = width * 2
    if src != a:
        copyitems(src, a, 0, 0, n)


def ll_list_repr(B, items, n, item_repr, start, stop, sep):
    b = rbuilder.ll_new(B, 0)
    rbuilder.ll_append(b, start)
    i = 0
    while i < n:
        if i > 0:
            rbuilder.ll_append(b, sep)
        rbuilder.ll_append(b, item_repr(items[i]))
        i += 1
    rbuilder.ll_append(b, stop)
    return rbuilder.ll_build(b)


def ll_maxlength(l, n):
    """A hint for an empty list: it will get no more than `n` items. So that a loop which drops most of a long range takes
    no room for it, long lists grow as any other. The JIT keeps short lists in boxes and needs no room."""
    if not we_are_jitted() and n > len(l.items) and n <= 1024:
        l.items = malloc(typeOf(l.items), n)


def ll_complete(l):
    """The items of a list that is not used any more, without room for more. Empty lists share their array, but a list of
    fixed size is its array, and no two are the same."""
    n = l.length
    items = l.items
    if n == len(items) and n != 0:
        return items
    return ll_copy_items(items, 0, n)


def ll_no_items(none):
    """The array of an empty list. `none`, which all such lists share, is never written: it has no room. The JIT makes one
    of its own, which costs nothing in boxes; a shared one could not be the same virtual array as that of another path."""
    if we_are_jitted():
        return malloc(typeOf(none), 0)
    return none
ll_no_items._always_inline_ = True
