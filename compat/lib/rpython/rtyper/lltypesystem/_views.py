# genext: python2
"""Raw memory as an array of another type: what a cast of pointers gives before translation.

    p = lltype.malloc(rffi.CCHARP.TO, 16, flavor='raw');  rffi.cast(rffi.SIGNEDP, rffi.ptradd(p, 8))[0] = 258
    assert p[8] == '\\x02' and p[9] == '\\x01'

Both see the same bytes, in the order of the machine: the least first.  Arrays of numbers and characters can be seen so.
"""
import struct
from rpython.rlib.rarithmetic import r_singlefloat
from rpython.rtyper.lltypesystem import lltype


def _is_simple(T):
    return isinstance(T, lltype.Number) or T in (lltype.Char, lltype.UniChar, lltype.Bool, lltype.Float, lltype.SingleFloat)


def _to_bytes(T, size, value):
    if isinstance(value, lltype._uninitialized):
        return [0] * size
    if T == lltype.Float or T == lltype.SingleFloat:
        return [ord(c) for c in struct.pack('<d' if T == lltype.Float else '<f', float(value))]
    n = ord(value) if T == lltype.Char or T == lltype.UniChar else int(value)
    return [n >> 8 * k & 255 for k in range(size)]


def _from_bytes(T, size, found):
    if T == lltype.Float or T == lltype.SingleFloat:
        value, = struct.unpack('<d' if T == lltype.Float else '<f', ''.join([chr(b) for b in found]))
        return value if T == lltype.Float else r_singlefloat(value)
    n = 0
    for k in range(size):
        n |= found[k] << 8 * k
    if T == lltype.Char:
        return chr(n)
    if T == lltype.UniChar:
        return unichr(n)
    if T == lltype.Bool:
        return n != 0
    if (T == lltype.Signed or T._type.SIGNED) and n >> 8 * size - 1:
        n -= 1 << 8 * size
    return T._type(n)


class _view(lltype._container):
    """Items of one type over those of another array, from a byte on."""
    _kind = 'view'

    def __init__(self, TYPE, of, at, sizeof):
        self._TYPE, self._of, self._at = TYPE, of, at
        self._size, self._its_size = sizeof(TYPE.OF), sizeof(of._TYPE.OF)
        self._parent, self._parentindex = of, 0

    def _bounds(self):
        low, high = self._of._bounds()
        return -((self._at - low * self._its_size) // self._size), (high * self._its_size - self._at) // self._size

    def _place(self, i):
        """The items of the other array that an item lies in, and where it begins in their bytes."""
        start = self._at + i * self._size
        first = start // self._its_size
        behind = (start + self._size + self._its_size - 1) // self._its_size
        return range(first, behind), start - first * self._its_size

    def _bytes(self, items):
        found = []
        for j in items:
            found += _to_bytes(self._of._TYPE.OF, self._its_size, self._of._item(j))
        return found

    def _item(self, i):
        items, skipped = self._place(i)
        return _from_bytes(self._TYPE.OF, self._size, self._bytes(items)[skipped:skipped + self._size])

    def _set_item(self, i, value):
        items, skipped = self._place(i)
        found = self._bytes(items)
        found[skipped:skipped + self._size] = _to_bytes(self._TYPE.OF, self._size, value)
        n = self._its_size
        for k, j in enumerate(items):
            self._of._set_item(j, _from_bytes(self._of._TYPE.OF, n, found[k * n:k * n + n]))


def cast(TP, ptr, sizeof):
    """A pointer of another type to the same raw memory."""
    of, at = ptr._obj, 0
    if isinstance(of, lltype._subarray):
        of, at = of._of, of._base
    known = isinstance(of, (lltype._array, _view)) and of._TYPE._gckind == 'raw' and _is_simple(of._TYPE.OF)
    if not known or not isinstance(TP.TO, (lltype.Array, lltype.FixedSizeArray)) or not _is_simple(TP.TO.OF):
        raise NotImplementedError('cast of pointers to C types')
    return lltype._ptr(TP, _view(TP.TO, of, at * sizeof(of._TYPE.OF), sizeof), ptr._solid)
