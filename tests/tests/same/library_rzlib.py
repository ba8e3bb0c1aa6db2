# not-cpython: the stand-in library has no zlib
# python2
"""Decompressing with `rpython.rlib.rzlib`: all sorts of blocks and headers, in pieces, and wrong input."""
import os

from rpython.rlib import rzlib

TREES = ('78da9595417283300c45f739858e104bd8d8bd0d93d28619028bb0e8f15b7f5fa06f078b3792fc9fec7d3b56bbdbf965'
        'f70f7b9fafd5aef5e7b2ebb95cf6f8fb7ddbf2bd6c872dc7e7f8baed9d489d4884f04e4c84884e34424ceaaa102477c4'
        '33414a47025599353c9aa576a4a0036b1da92895a4e80321cade516769a43f2346f9cf8e1819c0101910ecd4a4406175'
        'e44043a62549102c1e5930a36d765990d03c2e0d32eacda54143abe3d26042bab93468ec7e9207139b471e34d69b3cc8'
        '2c1f795011220d0ad22da481a32d0d6950516f210d327b0ca4812345431a5474ed863428489d182f023b6b6990589da1'
        '015a9f181efc97f9054dc9af6c')
FIXED = ('7801cbc9cc4b553050c84f5330b05228cecf4d552849ad285128c9482c514806728b1512d31333f31412f352202cae1c'
        '900e43900e4352741881749890a2c318a4c392141d2660579991a2c514a4c5c894282d003a046512')
STORED = ('010f00f0ff73746f726564206173206974206973')
GZIPPED = ('1f8b08080000000002ff6e616d65004bafca2c5048a72d01008de346e164000000')
DICTIONARY = ('78f9503907a22bc622a6509e5992a190a89092995c92999f975854090015210e55')


def bytes_of(digits):
    return ''.join([chr(int(digits[i:i + 2], 16)) for i in range(0, len(digits), 2)])


def inflate(data, wbits, piece, most, dictionary=None):
    """The text, whether the end was reached, and what was left."""
    stream = rzlib.inflateInit(wbits, dictionary)
    parts = []
    i = 0
    finished = False
    while i < len(data) and not finished:
        end = min(i + piece, len(data))
        assert i >= 0
        assert end >= 0
        text, finished, unused = rzlib.decompress(stream, data[i:end], rzlib.Z_SYNC_FLUSH, most)
        if most >= 0 and len(text) > most:
            os.write(1, 'too much\n')
        parts.append(text)
        i = end - unused
    rzlib.inflateEnd(stream)
    return ''.join(parts), finished, len(data) - i


def show(what, data, wbits, dictionary=None):
    for piece, most in [(100000, -1), (1, -1), (7, 5), (100000, 64)]:
        try:
            text, finished, left = inflate(data, wbits, piece, most, dictionary)
            os.write(1, '%s: %d %s %d\n' % (what, len(text), 'end' if finished else 'more', left))
            os.write(1, '%d %d\n' % (int(rzlib.crc32(text)), int(rzlib.adler32(text))))
        except rzlib.RZlibError as e:
            os.write(1, '%s: %s\n' % (what, e.msg))


def entry_point(argv):
    trees, fixed, stored, gzipped = bytes_of(TREES), bytes_of(FIXED), bytes_of(STORED), bytes_of(GZIPPED)
    show('trees', trees, 15)
    show('fixed', fixed + 'tail', 15)
    show('stored', stored, -15)
    show('gzip', gzipped + gzipped, 31)
    show('either', gzipped, 47)
    show('either', fixed, 47)
    show('dictionary', bytes_of(DICTIONARY), 15, 'some text that comes')
    show('no dictionary', bytes_of(DICTIONARY), 15)
    show('another dictionary', bytes_of(DICTIONARY), 15, 'some text')
    show('wrong header', gzipped, 15)
    show('no gzip', fixed, 31)
    last = len(trees) - 1
    assert last >= 0
    show('wrong checksum', trees[:last] + 'x', 15)
    show('half', trees[:len(trees) // 2], 15)
    for i in range(2, 60, 3):
        show('wrong at %d' % i, trees[:i] + chr(ord(trees[i]) ^ 16) + trees[i + 1:], 15)
    for wbits in [8, 7, 16, 0, -8, -7, 32, 48]:
        try:
            rzlib.inflateInit(wbits)
            os.write(1, '%d\n' % wbits)
        except ValueError:
            os.write(1, '%d: ValueError\n' % wbits)
    try:
        rzlib.decompress(rzlib.inflateInit(), trees[:50], rzlib.Z_FINISH)
    except rzlib.RZlibError as e:
        os.write(1, e.msg + '\n')
    return 0


def target(driver, args):
    return entry_point


if __name__ == '__main__':
    entry_point([])
