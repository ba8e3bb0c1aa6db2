# genext: python2
"""Integers in text as newer versions of RPython read and write them: underscores, numbers that begin with 0, limits of
how many digits there may be, bytes of machine words."""
from rpython.rlib.rarithmetic import string_to_int
from rpython.rlib.rbigint import MaxIntError, frombytes_int, rbigint, tobytes_int
from rpython.rlib.rstring import MaxDigitsError, ParseStringError, ParseStringOverflowError

TEXTS = ['0', '12', ' 12 ', '-12', '- 12', '+7', '1_000', '_1', '1_', '1__0', '0x_1f', '0x1F', '0b_101', '0o17', '017', '00',
         '0_0', '', '-', '0x', '9223372036854775807', '-9223372036854775808', '9223372036854775808', '1 2', '12a']


def read(text, base, underscores, octal, most, spaces):
    try:
        return str(string_to_int(text, base, underscores, octal, most, spaces))
    except ParseStringError:
        return 'bad'
    except ParseStringOverflowError as e:
        e.parser.rewind()
        return rbigint._from_numberstring_parser(e.parser).str()
    except MaxDigitsError as e:
        return 'many: %d' % e.digits


def big(text, underscores):
    try:
        return rbigint.fromstr(text, 0, underscores).str()
    except ParseStringError:
        return 'bad'


def written(number, most):
    try:
        return number.str(most)
    except MaxIntError:
        return 'long'


def of_bytes(text, order, signed):
    try:
        return str(frombytes_int(text, order, signed))
    except OverflowError:
        return 'no word'


def to_bytes(number, count, order, signed):
    try:
        return ' '.join([str(ord(c)) for c in tobytes_int(number, count, order, signed)])
    except OverflowError:
        return 'too large'


def entry_point(argv):
    for text in TEXTS:
        results = [read(text, base, False, False, 0, False) for base in [0, 8, 10, 16]]
        for base in [0, 10, 16]:
            results.append(read(text, base, True, True, 0, True))
        results.append(read(text, 10, True, True, 3, True))
        results.append(big(text, False))
        results.append(big(text, True))
        print("'%s': %s" % (text, ', '.join(results)))
    number = rbigint.fromint(-12345).mul(rbigint.fromint(1000000000)).mul(rbigint.fromint(1000000000))
    print('%s %s %s' % (written(number, 0), written(number, 22), written(number, 23)))
    for order in ['big', 'little']:
        for signed in [True, False]:
            for text in ['', '\x80', '\x01\x02', '\xff' * 8, '\x7f' + '\xff' * 7, '\x00\x80' + '\x00' * 7]:
                print('%s %s %d: %s' % (order, signed, len(text), of_bytes(text, order, signed)))
            for value in [0, 1, 255, 128, 66051]:
                print('%s %s %d: %s' % (order, signed, value, to_bytes(value, 3, order, signed)))
                if signed:
                    print('%s: %s' % (order, to_bytes(-value, 2, order, signed)))
    return 0


def target(driver, args):
    return entry_point, None
