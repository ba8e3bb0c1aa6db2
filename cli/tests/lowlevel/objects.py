import os
from rpython.rtyper.lltypesystem import lltype, rffi, llmemory

A = lltype.GcArray(lltype.Signed)
NODE = lltype.GcForwardReference()
NODE.become(lltype.GcStruct('node', ('value', lltype.Signed), ('next', lltype.Ptr(NODE))))
BASE = lltype.GcStruct('base', ('x', lltype.Signed))
SUB = lltype.GcStruct('sub', ('base', BASE), ('y', lltype.Float))
POINT = lltype.Struct('point', ('x', lltype.Signed), ('y', rffi.INT))
LINE = lltype.Struct('line', ('a', POINT), ('b', POINT), ('tag', lltype.Char))
PTS = lltype.Array(POINT)
RAW = lltype.Array(lltype.Signed)
FIX = lltype.Struct('fix', ('n', lltype.Signed), ('data', lltype.FixedSizeArray(lltype.Char, 8)))

prebuilt = lltype.malloc(A, 4, immortal=True)
for i in range(4):
    prebuilt[i] = i * i
# While importing, and untranslated, arrays are sequences.
assert list(prebuilt) == [0, 1, 4, 9]
head = lltype.malloc(NODE, immortal=True)
head.value = 77
head.next = lltype.nullptr(NODE)


def show(s):
    os.write(1, s + '\n')


def gc_part():
    a = lltype.malloc(A, 5)
    for i in range(len(a)):
        a[i] = i * 3
    total = 0
    for i in range(len(a)):
        total += a[i]
    show('sum %d of %d' % (total, len(a)))
    n = lltype.nullptr(NODE)
    i = 0
    while i < 4:
        m = lltype.malloc(NODE)
        m.value = i
        m.next = n
        n = m
        i += 1
    while n:
        show('node %d' % n.value)
        n = n.next
    show('prebuilt %d %d' % (prebuilt[3], head.value))
    prebuilt[0] += 5
    show('prebuilt %d' % prebuilt[0])
    if not head.next:
        show('null')
    s = lltype.malloc(SUB)
    s.base.x = 5
    s.y = 2.5
    b = lltype.cast_pointer(lltype.Ptr(BASE), s)
    show('base %d' % b.x)
    s2 = lltype.cast_pointer(lltype.Ptr(SUB), b)
    show('sub %f %s' % (s2.y, str(s2 == s)))


def raw_part(k):
    l = lltype.malloc(LINE, flavor='raw', zero=True)
    l.a.x = 10
    l.b.x = 20 + k
    l.b.y = rffi.cast(rffi.INT, 1 << 33 | 7)
    l.tag = 'T'
    q = l.b
    show('line %d %d %d %s' % (l.a.x, q.x, rffi.cast(lltype.Signed, q.y), l.tag))
    lltype.free(l, flavor='raw')
    p = lltype.malloc(PTS, k, flavor='raw')
    for i in range(k):
        p[i].x = i + 100
        p[i].y = rffi.cast(rffi.INT, -i)
    t = 0
    for i in range(len(p)):
        t += p[i].x + rffi.cast(lltype.Signed, p[i].y)
    show('points %d' % t)
    lltype.free(p, flavor='raw')
    r = lltype.malloc(RAW, k, flavor='raw', zero=True)
    r[k - 1] = 9
    items = lltype.direct_arrayitems(r)
    items[0] = 4
    show('raw %d %d %d' % (r[0], items[k - 1], lltype.direct_ptradd(items, k - 1)[0]))
    lltype.free(r, flavor='raw')
    f = lltype.malloc(FIX, flavor='raw', zero=True)
    for i in range(8):
        f.data[i] = chr(65 + i)
    f.data[3] = '!'
    show(''.join([f.data[i] for i in range(8)]) + ' %d' % len(f.data))
    lltype.free(f, flavor='raw')
    with lltype.scoped_alloc(rffi.CArray(rffi.UCHAR), 300) as buf:
        for i in range(300):
            buf[i] = rffi.cast(rffi.UCHAR, i)
        show('bytes %d %d' % (rffi.cast(lltype.Signed, buf[255]), rffi.cast(lltype.Signed, buf[299])))
    s = rffi.str2charp('hello, raw world')
    show(rffi.charp2str(s))
    show(rffi.charp2strn(s, 5))
    rffi.free_charp(s)


def numbers(k):
    x = k * 100003 * 65537
    show('%d %d %d %d' % (rffi.cast(lltype.Signed, rffi.cast(rffi.SHORT, x)), rffi.cast(lltype.Signed, rffi.cast(rffi.UINT, x)),
                          rffi.cast(lltype.Signed, rffi.cast(rffi.SIGNEDCHAR, x)), rffi.cast(lltype.Signed, rffi.cast(rffi.USHORT, -x))))
    show('%d %s' % (lltype.cast_primitive(lltype.Signed, 3.99), lltype.cast_primitive(lltype.Char, 66)))
    show('%f' % lltype.cast_primitive(lltype.Float, k))
    show('sizes %d %d %d' % (rffi.sizeof(rffi.INT), llmemory.sizeof(POINT), llmemory.offsetof(LINE, 'tag')))


def memory():
    a = lltype.malloc(A, 6)
    b = lltype.malloc(A, 6, zero=True)
    for i in range(6):
        a[i] = i + 1
    ofs = llmemory.itemoffsetof(A, 0)
    llmemory.raw_memcopy(llmemory.cast_ptr_to_adr(a) + ofs, llmemory.cast_ptr_to_adr(b) + ofs, 4 * llmemory.sizeof(A.OF))
    show('copied %d %d %d' % (b[0], b[3], b[4]))
    llmemory.raw_memclear(llmemory.cast_ptr_to_adr(a) + ofs, 2 * llmemory.sizeof(lltype.Signed))
    show('cleared %d %d' % (a[1], a[2]))
    m = llmemory.raw_malloc(16)
    show('%d' % (m != llmemory.NULL))
    llmemory.raw_free(m)


def entry_point(argv):
    gc_part()
    raw_part(len(argv) + 4)
    numbers(len(argv))
    memory()
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    import sys
    entry_point(sys.argv)
