# A text that would make a large constant is made at run time.


def entry_point(argv):
    s = 'ab' * 10 ** 6
    print(len(s), s[1999999])
    t = 'x'
    for i in range(18):
        t = t + t
    print(len(t))
    u = 'ab'
    while True:
        u = u + u
        if len(u) > 10000:
            break
    print(len(u))
    return 0
