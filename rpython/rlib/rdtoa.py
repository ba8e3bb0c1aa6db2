"""Floats to text and back, with the names of David Gay's functions. The work is done by those of `rfloat`."""
from rpython.rlib import rfloat
from rpython.rtyper.lltypesystem import lltype, rffi


def _digits(text, i):
    """The place behind the digits at `i`."""
    while '0' <= text[i] <= '9':
        i += 1
    return i


def _end_of_number(text):
    """The place behind the number that a text in memory begins with, 0 if it begins with none."""
    i = 0
    if text[i] == '-' or text[i] == '+':
        i += 1
    start = i
    i = _digits(text, i)
    count = i - start
    if text[i] == '.':
        end = _digits(text, i + 1)
        count += end - i - 1
        if count:
            i = end
    if not count:
        return 0
    if text[i] == 'e' or text[i] == 'E':
        exponent = i + 1
        if text[exponent] == '-' or text[exponent] == '+':
            exponent += 1
        end = _digits(text, exponent)
        if end > exponent:
            i = end
    return i


def dg_strtod(start, end):
    """The number that a text in memory begins with; `end[0]` is the place behind it, `start` if there is none."""
    text = rffi.cast(rffi.CCHARP, start)
    length = _end_of_number(text)
    if end:
        end[0] = rffi.ptradd(text, length)
    if length == 0:
        return 0.0
    return float(rffi.charpsize2str(text, length))


def strtod(input):
    """The number that a text is, without spaces around it. ValueError if it is none."""
    start = rffi.str2charp(input, track_allocation=False)
    end = _end_of_number(start)
    lltype.free(start, flavor='raw', track_allocation=False)
    if end == 0 or end != len(input):
        raise ValueError('invalid input at position %d' % end)
    return float(input)


def dtoa_formatd(value, code, precision, flags):
    """A float as text: `rfloat.formatd`."""
    return rfloat.formatd(value, code, precision, flags)
