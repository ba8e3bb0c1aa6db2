# genext: python2
"""Compression of zlib: the numbers are here, compressing raises NotImplementedError. Checksums work."""
from rpython.rlib.rarithmetic import r_uint

Z_NO_FLUSH, Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_FINISH = range(5)
Z_OK, Z_STREAM_END, Z_NEED_DICT = 0, 1, 2
Z_ERRNO, Z_STREAM_ERROR, Z_DATA_ERROR, Z_MEM_ERROR, Z_BUF_ERROR, Z_VERSION_ERROR = -1, -2, -3, -4, -5, -6
Z_NO_COMPRESSION, Z_BEST_SPEED, Z_BEST_COMPRESSION, Z_DEFAULT_COMPRESSION = 0, 1, 9, -1
Z_FILTERED, Z_HUFFMAN_ONLY, Z_DEFAULT_STRATEGY = 1, 2, 0
Z_DEFLATED = 8
MAX_WBITS, MAX_MEM_LEVEL, DEF_MEM_LEVEL = 15, 9, 8
ZLIB_VERSION = '1.2'
CRC32_DEFAULT_START, ADLER32_DEFAULT_START = 0, 1


class RZlibError(Exception):
    def __init__(self, msg):
        self.msg = msg

    def __str__(self):
        return self.msg


class Stream(object):
    """What a compressor or a decompressor would be."""


def deflateInit(level=Z_DEFAULT_COMPRESSION, method=Z_DEFLATED, wbits=MAX_WBITS, memLevel=DEF_MEM_LEVEL,
                strategy=Z_DEFAULT_STRATEGY, zdict=None):
    raise NotImplementedError('zlib is not there')


def inflateInit(wbits=MAX_WBITS, zdict=None):
    raise NotImplementedError('zlib is not there')


def deflateEnd(stream):
    raise NotImplementedError('zlib is not there')


def inflateEnd(stream):
    raise NotImplementedError('zlib is not there')


def compress(stream, data, flush=Z_NO_FLUSH):
    raise NotImplementedError('zlib is not there')


def decompress(stream, data, flush=Z_SYNC_FLUSH, max_length=-1):
    raise NotImplementedError('zlib is not there')


def _bits_of(n):
    for _ in range(8):
        n = 0xedb88320 ^ (n >> 1) if n & 1 else n >> 1
    return n


_CRC = [_bits_of(i) for i in range(256)]


def crc32(string, start=CRC32_DEFAULT_START):
    """The checksum of 32 bits, an `r_uint`."""
    crc = (int(start) & 0xffffffff) ^ 0xffffffff
    for c in string:
        crc = _CRC[(crc ^ ord(c)) & 255] ^ (crc >> 8)
    return r_uint(crc ^ 0xffffffff)


def adler32(string, start=ADLER32_DEFAULT_START):
    low, high = int(start) & 0xffff, (int(start) >> 16) & 0xffff
    for c in string:
        low = (low + ord(c)) % 65521
        high = (high + low) % 65521
    return r_uint((high << 16) | low)
