"""Helpers of string builders: `b.buf` is a string with room for more, `b.length` the length used."""
from rpython.rtyper.lltypesystem.ll import malloc, typeOf, fieldtype, copyitems
from rpython.rtyper.lltypesystem.rstr import ll_check_slice, ll_sum_size


def ll_new(B, size):
    if size < 16:
        size = 16
    if size > 1280:
        size = 1280
    b = malloc(B)
    b.buf = malloc(fieldtype(B, 'buf'), size)
    return b


def _ll_grow(b, needed):
    old = b.buf
    size = len(old) * 2
    if size < needed:
        size = needed
    buf = malloc(typeOf(old), size)
    copyitems(old, buf, 0, 0, b.length)
    b.buf = buf
_ll_grow._dont_inline_ = True


def ll_append(b, s):
    n = len(s)
    at = b.length
    if at + n > len(b.buf):
        _ll_grow(b, at + n)
    copyitems(s, b.buf, 0, at, n)
    b.length = at + n


def ll_append_char(b, c):
    at = b.length
    if at == len(b.buf):
        _ll_grow(b, at + 1)
    b.buf[at] = c
    b.length = at + 1


def ll_append_slice(b, s, start, stop):
    ll_check_slice(start, stop, len(s))
    n = stop - start
    at = b.length
    if at + n > len(b.buf):
        _ll_grow(b, at + n)
    copyitems(s, b.buf, start, at, n)
    b.length = at + n


def ll_append_multiple_char(b, c, times):
    if times < 0:
        times = 0
    at = b.length
    stop = ll_sum_size(at, times)
    if stop > len(b.buf):
        _ll_grow(b, stop)
    buf = b.buf
    while at < stop:
        buf[at] = c
        at += 1
    b.length = stop


def ll_build(b):
    n = b.length
    buf = b.buf
    if n < len(buf):
        s = malloc(typeOf(buf), n)
        copyitems(buf, s, 0, 0, n)
        b.buf = s
        return s
    return buf
