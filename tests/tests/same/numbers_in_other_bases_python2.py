# python2
# args: -255 -1 0 1 8 255


def entry_point(argv):
    for text in argv[1:]:
        i = int(text)
        print hex(i), oct(i), '%x %X %o' % (i, i, i)
        print '[%#x] [%10x] [%-10x] [%#012x] [%#.6x] [%+#09x]' % (i, i, i, i, i, i)
        if i:
            print '[%#o] [%#8o] [%#08o]' % (i, i, i)
    for text in ['1_0', '_1', ' 7 ', '- 1', '+5', '0x10', '017', '00', 'zz', '', '0b11', '5L', '0x_1']:
        for base in [10, 16, 0, 2, 36]:
            try:
                print int(text, base)
            except ValueError:
                print 'no'
        try:
            print float(text)
        except ValueError:
            print 'no'
    return 0
