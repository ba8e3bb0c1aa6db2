# args: 9223372036854775807 -9223372036854775808 1000000007 -7 2 0 123456789012345
# pow() of three: the products do not fit in a word.


def entry_point(argv):
    numbers = [int(text) for text in argv[1:]]
    for x in numbers:
        for y in numbers:
            if y < 0:
                continue
            for z in numbers:
                try:
                    print(pow(x, y, z))
                except ValueError:
                    print('ValueError')
    return 0
