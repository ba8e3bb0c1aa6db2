# args: -9223372036854775808 -255 -1 0 1 8 255 9223372036854775807
from rpython.rlib.rarithmetic import r_uint, intmask


def entry_point(argv):
    for text in argv[1:]:
        i = int(text)
        u = r_uint(i)
        print(hex(i), oct(i), '%x %X %o' % (i, i, i))
        print('%d %x %X %o' % (u, u, u, u))
        print('[%#x] [%#o] [%10x] [%-10x] [%+d] [% d] [%010d]' % (i, i, i, i, i, i, i))
        print('[%#012x] [%#.6x] [%#14.6X] [%.5d] [%8.3d] [%+#09x]' % (i, i, i, i, i, i))
    print(oct(8), hex(255), oct(0))
    for text in ['1_0', '1__0', '_1', '1_', ' 7 ', '- 1', '+5', '0x10', '017', '00', '0_0', 'zz', '', '0b11', '5L', '0x_1']:
        for base in [10, 16, 0, 2, 36]:
            try:
                print(int(text, base))
            except ValueError:
                print('no')
        try:
            print(float(text))
        except ValueError:
            print('no')
    return 0
