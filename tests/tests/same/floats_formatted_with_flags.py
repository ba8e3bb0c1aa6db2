# not-cpython: the stand-in knows the flags in part
# Every flag of `formatd` counts, translated or not: no zeros in the exponent, the point kept, `.0` appended, capitals.
from rpython.rlib.rfloat import DTSF_ADD_DOT_0, DTSF_ALT, DTSF_CUT_EXP_0, DTSF_SIGN, formatd

CASES = [
    (0.0, 'e', 0, DTSF_CUT_EXP_0, '0e+0'),
    (1e5, 'g', 0, DTSF_CUT_EXP_0, '1e+5'),
    (1e5, 'G', 0, DTSF_CUT_EXP_0, '1E+5'),
    (-2e-5, 'r', 0, DTSF_CUT_EXP_0, '-2e-5'),
    (-2e-5, 'r', 0, DTSF_ALT, '-2.e-05'),
    (-2e-5, 'r', 0, DTSF_ALT | DTSF_CUT_EXP_0, '-2.e-5'),
    (1e100, 'r', 0, DTSF_CUT_EXP_0, '1e+100'),
    (0.0, 'r', 0, DTSF_ALT, '0.'),
    (1.0, 'r', 0, 0, '1'),
    (1.0, 'r', 0, DTSF_ADD_DOT_0, '1.0'),
    (1.0, 'r', 0, DTSF_SIGN | DTSF_ALT, '+1.'),
    (0.0, 'f', 0, DTSF_ALT, '0.'),
    (0.0, 'f', 0, DTSF_ALT | DTSF_ADD_DOT_0, '0.0'),
    (0.0, 'g', 0, DTSF_ADD_DOT_0, '0e+00'),
    (123456789012.0, 'g', 12, DTSF_ADD_DOT_0, '1.23456789012e+11'),
    (float('inf'), 'F', 0, DTSF_SIGN, '+INF'),
    (-float('inf'), 'E', 2, 0, '-INF'),
]


def main(argv):
    for x, code, precision, flags, expected in CASES:
        text = formatd(x, code, precision, flags)
        print(text if text == expected else 'wrong: %s, not %s' % (text, expected))
    return 0


def target(driver, args):
    return main
