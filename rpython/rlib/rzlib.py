# genext: python2
"""Compression of zlib: decompressing (of streams with the headers of zlib, of gzip, or none) and checksums. Compressing
raises NotImplementedError, which ends the program.
"""
from rpython.rlib import jit
from rpython.rlib._missing import refuse
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


class _NeedInput(Exception):
    """The input ends in the middle of something."""


def _wrong(reason):
    return RZlibError('Error %d while decompressing data: %s' % (Z_DATA_ERROR, reason))


class _Tree(object):
    """A canonical Huffman code: the number of codes of each length, and their symbols in the order of the codes."""

    def __init__(self, lengths, what, only_complete=False):
        self.counts = [0] * 16
        for length in lengths:
            self.counts[length] += 1
        self.counts[0] = 0
        self.symbols = []
        free, longest = 1, 0
        for length in range(1, 16):
            for symbol in range(len(lengths)):
                if lengths[symbol] == length:
                    self.symbols.append(symbol)
                    longest = length
            free = 2 * free - self.counts[length]
            if free < 0:
                raise _wrong('invalid %s set' % what)
        if free > 0 and longest > 0 and (only_complete or longest > 1):
            raise _wrong('invalid %s set' % what)


_FIXED = _Tree([8] * 144 + [9] * 112 + [7] * 24 + [8] * 8, 'fixed')
_FIXED_DISTANCES = _Tree([5] * 32, 'fixed')
# Symbols of lengths and of distances: the smallest that they mean, and how many bits say how much more.
_LENGTH_BITS = [0] * 8 + [i // 4 for i in range(4, 24)] + [0]
_DISTANCE_BITS = [0, 0] + [i // 2 for i in range(28)]


def _smallest(first, bits):
    found = [first]
    for count in bits[:-1]:
        found.append(found[-1] + (1 << count))
    return found


_LENGTHS = _smallest(3, _LENGTH_BITS)[:-1] + [258]
_DISTANCES = _smallest(1, _DISTANCE_BITS)
# The order in which the lengths of the code for lengths are given.
_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
_WINDOW = 32768

# What comes next in a stream, and how it is wrapped.
_HEADER, _BLOCK, _STORED, _CODES, _TRAILER, _END = range(6)
_RAW, _ZLIB, _GZIP, _ZLIB_OR_GZIP = range(4)


class Stream(object):
    """A decompressor. Each step of it is made as a whole, or not at all if the input does not suffice yet."""

    def __init__(self, wrapping, dictionary):
        self.wrapping = wrapping
        self.dictionary = dictionary
        self.next = _BLOCK if wrapping == _RAW else _HEADER
        self.data = ''              # input that is not used up
        self.at = 0                 # where in it, in bits
        self.output = []            # the last output: at least the window
        self.start = 0              # where in it that of this call begins
        self.wanted = 0             # how much is wanted of that
        self.summed = 0             # how much of it is in the checksum
        self.check = r_uint(0)
        self.total = 0
        self.is_last = False        # the block is
        self.left = 0               # bytes of a stored block
        self.copy = 0               # bytes still to be copied from a distance
        self.distance = 0
        self.codes = _FIXED
        self.distances = _FIXED_DISTANCES
        if wrapping == _RAW:
            self._begin_with(dictionary)

    def _begin_with(self, dictionary):
        if dictionary is not None:
            self.output = [c for c in dictionary]
            self.start = self.summed = len(self.output)

    # Input.

    def _take(self, count):
        """Bits, the lowest first."""
        at = self.at
        if at + count > 8 * len(self.data):
            raise _NeedInput
        value = 0
        for i in range(count):
            value |= ((ord(self.data[at >> 3]) >> (at & 7)) & 1) << i
            at += 1
        self.at = at
        return value

    def _symbol(self, tree):
        code = first = index = 0
        for length in range(1, 16):
            code |= self._take(1)
            count = tree.counts[length]
            if code - first < count:
                return tree.symbols[index + code - first]
            index += count
            first = (first + count) << 1
            code <<= 1
        raise _wrong('invalid code')

    def _to_byte(self):
        self.at = (self.at + 7) & ~7

    # Steps.

    def room(self):
        """How much output is still wanted."""
        return self.wanted - (len(self.output) - self.start)

    def run(self):
        """Goes on until there is no input, or enough output and what comes next is more of it."""
        while self.next != _END:
            at = self.at
            try:
                if self.room() <= 0 and self._gives_output():
                    break
                self._step()
            except _NeedInput:
                self.at = at
                break

    def _gives_output(self):
        if self.copy > 0:
            return True
        if self.next == _STORED:
            return self.left > 0
        if self.next != _CODES:
            return False
        at = self.at
        symbol = self._symbol(self.codes)
        self.at = at
        return symbol != 256

    def _step(self):
        if self.copy > 0:
            self._copy()
        elif self.next == _CODES:
            self._code()
        elif self.next == _STORED:
            self._stored()
        elif self.next == _BLOCK:
            self._block()
        elif self.next == _HEADER:
            self._header()
        else:
            self._trailer()

    def _copy(self):
        output = self.output
        count = min(self.copy, self.room())
        for i in range(count):
            output.append(output[len(output) - self.distance])
        self.copy -= count

    def _code(self):
        symbol = self._symbol(self.codes)
        if symbol < 256:
            self.output.append(chr(symbol))
        elif symbol == 256:
            self.next = _TRAILER if self.is_last else _BLOCK
        else:
            symbol -= 257
            if symbol >= len(_LENGTHS):
                raise _wrong('invalid literal/length code')
            length = _LENGTHS[symbol] + self._take(_LENGTH_BITS[symbol])
            symbol = self._symbol(self.distances)
            if symbol >= len(_DISTANCES):
                raise _wrong('invalid distance code')
            distance = _DISTANCES[symbol] + self._take(_DISTANCE_BITS[symbol])
            if distance > len(self.output):
                raise _wrong('invalid distance too far back')
            self.copy, self.distance = length, distance

    def _stored(self):
        start = self.at >> 3
        count = min(min(self.left, len(self.data) - start), self.room())
        if count == 0 and self.left > 0:
            raise _NeedInput
        for i in range(count):
            self.output.append(self.data[start + i])
        self.at += 8 * count
        self.left -= count
        if self.left == 0:
            self.next = _TRAILER if self.is_last else _BLOCK

    def _block(self):
        is_last = self._take(1) == 1
        kind = self._take(2)
        if kind == 0:
            self._to_byte()
            size = self._take(16)
            if size ^ self._take(16) != 0xffff:
                raise _wrong('invalid stored block lengths')
            self.left = size
            self.next = _STORED
        elif kind == 1:
            self.codes, self.distances = _FIXED, _FIXED_DISTANCES
            self.next = _CODES
        elif kind == 2:
            self._trees()
            self.next = _CODES
        else:
            raise _wrong('invalid block type')
        self.is_last = is_last

    def _trees(self):
        codes, distances, count = self._take(5) + 257, self._take(5) + 1, self._take(4) + 4
        if codes > 286 or distances > 30:
            raise _wrong('too many length or distance symbols')
        lengths = [0] * 19
        for i in range(count):
            lengths[_ORDER[i]] = self._take(3)
        tree = _Tree(lengths, 'code lengths', True)
        lengths = []
        while len(lengths) < codes + distances:
            symbol = self._symbol(tree)
            if symbol < 16:
                lengths.append(symbol)
                continue
            value = 0
            if symbol == 16:
                if not lengths:
                    raise _wrong('invalid bit length repeat')
                value = lengths[len(lengths) - 1]
                times = 3 + self._take(2)
            elif symbol == 17:
                times = 3 + self._take(3)
            else:
                times = 11 + self._take(7)
            for i in range(times):
                lengths.append(value)
        if len(lengths) > codes + distances:
            raise _wrong('invalid bit length repeat')
        if lengths[256] == 0:
            raise _wrong('invalid code -- missing end-of-block')
        assert codes >= 0
        self.codes = _Tree(lengths[:codes], 'literal/lengths')
        self.distances = _Tree(lengths[codes:], 'distances')

    # What is around the blocks.

    def _header(self):
        first, second = self._take(8), self._take(8)
        if self.wrapping != _ZLIB and first == 0x1f and second == 0x8b:
            self.wrapping = _GZIP
            self._gzip_header()
        else:
            if self.wrapping == _GZIP or (first * 256 + second) % 31 != 0:
                raise _wrong('incorrect header check')
            self.wrapping = _ZLIB
            if first & 15 != Z_DEFLATED:
                raise _wrong('unknown compression method')
            if first >> 4 > 7:
                raise _wrong('invalid window size')
            if second & 0x20:
                self._need_dictionary()
            self.check = r_uint(ADLER32_DEFAULT_START)
        self.next = _BLOCK

    def _need_dictionary(self):
        wanted = r_uint(0)
        for i in range(4):
            wanted = (wanted << 8) | r_uint(self._take(8))
        dictionary = self.dictionary
        if dictionary is None:
            raise RZlibError('Error %d while decompressing data' % Z_NEED_DICT)
        if adler32(dictionary) != wanted:
            raise RZlibError('Error %d while setting zdict' % Z_DATA_ERROR)
        self._begin_with(dictionary)

    def _gzip_header(self):
        if self._take(8) != Z_DEFLATED:
            raise _wrong('unknown compression method')
        flags = self._take(8)
        for i in range(6):
            self._take(8)
        if flags & 4:
            for i in range(self._take(16)):
                self._take(8)
        for flag in [8, 16]:            # a name and a remark, which end with a null
            if flags & flag:
                while self._take(8) != 0:
                    pass
        if flags & 2:
            self._take(16)
        self.check = r_uint(CRC32_DEFAULT_START)

    def _sum(self):
        start = self.summed
        assert start >= 0
        text = ''.join(self.output[start:])
        if self.wrapping == _GZIP:
            self.check = crc32(text, self.check)
        elif self.wrapping == _ZLIB:
            self.check = adler32(text, self.check)
        self.total += len(text)
        self.summed = len(self.output)

    def _trailer(self):
        self._to_byte()
        self._sum()
        if self.wrapping == _GZIP:
            if self._number(False) != self.check:
                raise _wrong('incorrect data check')
            if self._number(False) != r_uint(self.total & 0xffffffff):
                raise _wrong('incorrect length check')
        elif self.wrapping == _ZLIB:
            if self._number(True) != self.check:
                raise _wrong('incorrect data check')
        self.next = _END

    def _number(self, highest_first):
        n = r_uint(0)
        for i in range(4):
            byte = r_uint(self._take(8))
            if highest_first:
                n = (n << 8) | byte
            else:
                n |= byte << (8 * i)
        return n


def inflateInit(wbits=MAX_WBITS, zdict=None):
    """A decompressor. Negative `wbits` are for no header, 16 more for that of gzip, 32 more for either."""
    if wbits < 0:
        wrapping = _RAW
    elif wbits < 16:
        wrapping = _ZLIB
    elif wbits < 32:
        wrapping = _GZIP
    else:
        wrapping = _ZLIB_OR_GZIP
    size = -wbits if wbits < 0 else wbits & 15      # of the window; 0: the header says it
    if wbits > 47 or size > 15 or size < 8 and (size != 0 or wbits < 0):
        raise ValueError('Invalid initialization option')
    return Stream(wrapping, zdict)


def inflateEnd(stream):
    """The stream is not needed any more."""


@jit.dont_look_inside
def decompress(stream, data, flush=Z_SYNC_FLUSH, max_length=-1):
    """What the stream gives after more input: the output, whether the end was reached, and how much of the input is not
    used since it was, or since there is as much output as is wanted."""
    stream.start = len(stream.output)
    stream.wanted = max_length if 0 <= max_length < 1 << 60 else 1 << 60
    used = stream.at >> 3
    assert used >= 0
    stream.data = stream.data[used:] + data
    stream.at &= 7
    stream.run()
    start = stream.start
    assert start >= 0
    text = ''.join(stream.output[start:])
    finished = stream.next == _END
    unused = 0
    if finished or stream.room() <= 0:
        used = (stream.at + 7) >> 3
        assert used >= 0
        unused = len(stream.data) - used
        stream.data = stream.data[:used]
    if flush == Z_FINISH and not finished:
        raise RZlibError('Error %d while decompressing data: incomplete or truncated stream' % Z_BUF_ERROR)
    stream._sum()
    surplus = len(stream.output) - _WINDOW
    if surplus > _WINDOW:
        del stream.output[:surplus]
        stream.summed -= surplus
    return text, finished, unused


def _no_compression():
    refuse('zlib cannot compress')


def deflateInit(level=Z_DEFAULT_COMPRESSION, method=Z_DEFLATED, wbits=MAX_WBITS, memLevel=DEF_MEM_LEVEL,
                strategy=Z_DEFAULT_STRATEGY, zdict=None):
    _no_compression()
    return Stream(_RAW, None)


def deflateEnd(stream):
    _no_compression()


def compress(stream, data, flush=Z_NO_FLUSH):
    _no_compression()
    return data


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
