# Format specifications of strings, integers and floats, in f-strings and by `format`.
from rpython.rlib.rarithmetic import r_uint


def integers(n):
    print(f"[{n}] [{n:d}] [{n:5}] [{n:<5}] [{n:^7}] [{n:>5d}] [{n:=+7}] [{n:05}] [{n:+}] [{n: }] [{n:-d}]")
    print(f"[{n:x}] [{n:X}] [{n:#x}] [{n:#X}] [{n:o}] [{n:#o}] [{n:b}] [{n:#b}] [{n:#010x}] [{n:08b}] [{n:+#x}]")
    print(f"[{n:,}] [{n:_}] [{n:_x}] [{n:#_b}] [{n:012,}] [{n:+013,d}] [{n:*=12,}] [{n:*^+12,}] [{n:#016_x}]")
    print(f"[{n:.2f}] [{n:e}] [{n:10.3g}] [{n:%}] [{n:+.0f}] [{n:n}] [{n:0>6}] [{n:x<9}] [{n:<06}]")


def floats(x):
    print(f"[{x}] [{x:f}] [{x:.2f}] [{x:<10.2f}] [{x:>10.1f}] [{x:^11.3f}] [{x:+.2f}] [{x: .2f}] [{x:08.2f}]")
    print(f"[{x:e}] [{x:.3e}] [{x:E}] [{x:g}] [{x:.3g}] [{x:#.3g}] [{x:G}] [{x:.1%}] [{x:n}] [{x:#.0f}]")
    print(f"[{x:10}] [{x:<12}] [{x:.4}] [{x:.1}] [{x:,}] [{x:,.2f}] [{x:_.1f}] [{x:015,.2f}] [{x:*=+14.2f}] [{x:F}]")
    print(f"[{x:#}] [{x:#12}] [{x:012,}] [{x:+}]")


def strings(s):
    print(f"[{s}] [{s:s}] [{s:8}] [{s:>8}] [{s:<8}] [{s:^8}] [{s:*^9s}] [{s:.2}] [{s:>6.3s}] [{s:04}] [{s:-<5}]")
    print(f"[{s!s:>8}] [{s!r:>8}] [{s[0:1]:3}] [{format(s, '>5')}] [{format(s)}]")


def of_none(s):
    try:
        return f"[{s:>5}]"
    except TypeError:
        return "TypeError"


def entry_point(argv):
    k = len(argv)
    for n in [0, 1, -1, 42, -255, 1234567, -1234567890, 0x7fffffffffffffff, -0x7fffffffffffffff - 1]:
        integers(n * k)
    big = r_uint(0) - r_uint(k)
    print(f"[{big:x}] [{big:,}] [{big:b}] [{big:>25}]")
    infinite = 1e300 * 1e10 * k
    for x in [0.0, -0.0, 1.5, -3.25, 0.1, 1e10, 123456.0, 1234567.891, 1e22, -1e-7, infinite, -infinite,
              infinite - infinite]:
        floats(x * k)
    for s in ["", "a", "hello", "a longer text"]:
        strings(s * k)
    flag = k == 1
    print(f"[{flag}] [{flag:5}] [{flag:d}] [{flag:+}] [{format(flag, '>3')}] [{not flag:x}]")
    print(format(k * 42, "+08.1f"), format(k * 42, "x"), format(k * 1.5), f"{k:3}{k:<3}|{[k]}")
    print(of_none("ab" if k == 1 else None), of_none("ab" if k == 2 else None))
    return 0


def target(driver, args):
    return entry_point, None
