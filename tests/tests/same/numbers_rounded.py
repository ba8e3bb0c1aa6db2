# args: 0 1 2 5 15 25 35 45 49 50 51 150 250 -5 -15 -25 -50 -150 -250 9223372036854775000 -9223372036854775000
# round(x, n) in Python 3: halves go to the even side, an integer stays one.


def entry_point(argv):
    for text in argv[1:]:
        n = int(text)
        for digits in range(3):
            print(n, -digits, round(n, -digits), round(n, digits), round(n / 8.0, digits), round(n / 1000.0, digits))
        print(round(n), round(n, -18), round(n, -20), round(n > 10, 1), round(n > 10, -1))
        if -1000 < n < 1000:
            print(round(n * 1.0, -1), round(n * 10.0, -2))
        try:
            print(round(n, -2))
        except OverflowError:
            print('OverflowError')
    return 0
