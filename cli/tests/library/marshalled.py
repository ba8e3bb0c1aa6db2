# genext: python2
"""Values written and read in the format of `marshal`, by functions that are made for their types."""
import os
from rpython.annotator import model
from rpython.rlib import rmarshal
from rpython.rlib.objectmodel import newlist_hint

DUMP_RECORDS = rmarshal.get_marshaller([(int, str, float)])
LOAD_RECORDS = rmarshal.get_unmarshaller([(int, str, float)])
NESTED = {str: [(bool, {int: [str]})]}
DUMP_NESTED = rmarshal.get_marshaller(NESTED)
LOAD_NESTED = rmarshal.get_unmarshaller(NESTED)
DUMP_MAYBE = rmarshal.get_marshaller(model.SomeString(can_be_None=True))
LOAD_MAYBE = rmarshal.get_unmarshaller(model.SomeString(can_be_None=True))
LOAD_CHAR = rmarshal.get_unmarshaller(model.SomeChar())
LOAD_SIZE = rmarshal.get_unmarshaller(model.SomeInteger(nonneg=True))
DUMP_NONE = rmarshal.get_marshaller(None)
LOAD_NONE = rmarshal.get_unmarshaller(None)
LOAD_INT = rmarshal.get_unmarshaller(int)
LOAD_FLOAT = rmarshal.get_unmarshaller(float)
LOAD_BOOL = rmarshal.get_unmarshaller(bool)
LOAD_STR = rmarshal.get_unmarshaller(str)
LOAD_LIST = rmarshal.get_unmarshaller([int])
LOAD_DICT = rmarshal.get_unmarshaller({int: str})
LOAD_PAIR = rmarshal.get_unmarshaller((int, (str, ())))
load_item = rmarshal.get_loader(int)


class Slow(rmarshal.Loader):
    """Gets its data piece by piece."""

    def __init__(self, pieces):
        rmarshal.Loader.__init__(self, '')
        self.pieces = pieces

    def need_more_data(self):
        if not self.pieces:
            raise ValueError('no piece is left')
        self.buf += self.pieces.pop(0)


def show(what, text):
    os.write(1, what + ': ' + text + '\n')


def codes(buf):
    return ' '.join([hex(ord(c)) for c in buf])


def scalars():
    buf = []
    for n in [0, -1, 255, 1 << 31, -(1 << 31), 1 << 62, -(1 << 63)]:
        rmarshal.get_marshaller(int)(buf, n)
    rmarshal.get_marshaller(bool)(buf, True)
    rmarshal.get_marshaller(bool)(buf, len(buf) == 0)
    for x in [0.0, -0.5, 1e100, 0.1]:
        rmarshal.get_marshaller(float)(buf, x)
    DUMP_NONE(buf, None)
    DUMP_MAYBE(buf, None)
    DUMP_MAYBE(buf, '')
    rmarshal.get_marshaller(str)(buf, 'x\0y')
    rmarshal.get_marshaller(str)(buf, chr(len(buf) & 0x7f))
    show('scalars', codes(''.join(buf)))


def integers(text):
    try:
        show('int', str(LOAD_INT(text)))
    except ValueError:
        show('int', 'ValueError')
    try:
        show('size', str(LOAD_SIZE(text)))
    except ValueError:
        show('size', 'ValueError')


def others(text):
    try:
        show('float', str(LOAD_FLOAT(text)))
    except ValueError:
        show('float', 'ValueError')
    try:
        show('bool', str(LOAD_BOOL(text)))
    except ValueError:
        show('bool', 'ValueError')
    try:
        show('str', codes(LOAD_STR(text)))
    except ValueError:
        show('str', 'ValueError')
    try:
        show('char', LOAD_CHAR(text))
    except ValueError:
        show('char', 'ValueError')
    try:
        maybe = LOAD_MAYBE(text)
        show('maybe', 'None' if maybe is None else codes(maybe))
    except ValueError:
        show('maybe', 'ValueError')


def containers(text):
    try:
        items = LOAD_LIST(text)
        show('list', 'None' if items is None else ' '.join([str(i) for i in items]))
    except ValueError:
        show('list', 'ValueError')
    try:
        found = LOAD_DICT(text)
        if found is None:
            show('dict', 'None')
        else:
            show('dict', ' '.join(['%d=%s' % (key, found[key]) for key in found]))
    except ValueError:
        show('dict', 'ValueError')
    try:
        n, (word, nothing) = LOAD_PAIR(text)
        show('pair', '%d %s %d' % (n, word, len(nothing)))
    except ValueError:
        show('pair', 'ValueError')


def there_and_back():
    buf = newlist_hint(10)
    DUMP_RECORDS(buf, [(5, 'hello', -0.5), (7, '', 1e100), (-1 << 40, 'a\0', 0.1)])
    text = ''.join(buf)
    show('records', codes(text))
    for number, word, x in LOAD_RECORDS(text):
        show('record', '%d %s %s' % (number, codes(word), x))
    for end in range(len(text)):
        try:
            LOAD_RECORDS(text[:end])
            show('read too little', str(end))
        except ValueError:
            pass
    try:
        LOAD_RECORDS(text + 'N')
    except ValueError:
        show('behind the end', 'ValueError')
    buf = []
    DUMP_NESTED(buf, {'a': [(True, {1: ['x', 'yy'], -2: []})], 'b': [], 'c': None})
    show('nested', codes(''.join(buf)))
    again = []
    DUMP_NESTED(again, LOAD_NESTED(''.join(buf)))
    show('the same', str(again == buf))


def slowly():
    loader = Slow(['i\x05', '\0\0', '\0I\x07\0\0\x80\x23', '\x01\0\0', 'i\x01'])
    show('first', str(load_item(loader)))
    show('second', str(load_item(loader)))
    try:
        load_item(loader)
    except ValueError as e:
        show('third', 'ValueError')


def entry_point(argv):
    scalars()
    for text in ['i\x05\0\0\0', 'i\0\xf0\xff\xff', 'I\0\0\x01\x83\x80\0\0\x97', 'I\x07\0\0\x80\x23\x01\0\0', 'i\x05\0\0',
                 'f\x013', '', 'i\x05\0\0\0 ']:
        integers(text)
    for text in ['f\x043.25', 'f\x041e-3', 'f\x03abc', 'f\x00', 'f\x05', 'T', 'F', 'N',
                 's\x01\0\0\0X', 's\x03\0\0\0a\0b', 's\xff\xff\xff\xff', 's\0\0\0\0', 's\x02\0\0\0a', 'TT']:
        others(text)
    for text in ['[\x03\0\0\0i\x02\0\0\0i\x05\0\0\0i\xf9\xff\xff\xff', '[\0\0\0\0', '[\xff\xff\xff\xff', 'N',
                 '{i\xfb\xff\xff\xffs\x03\0\0\0bari\x06\0\0\0s\0\0\0\0000', '{0', '{',
                 '(\x02\0\0\0i\x07\0\0\0(\x02\0\0\0s\x03\0\0\0foo(\0\0\0\0', '(\x01\0\0\0i\x07\0\0\0', '[\x01\0\0\0T']:
        containers(text)
    show('none', str(LOAD_NONE('N') is None))
    there_and_back()
    slowly()
    return 0


def target(driver, args):
    return entry_point


if __name__ == '__main__':
    import sys
    entry_point(sys.argv)
