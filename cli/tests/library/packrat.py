"""A packrat parser from a docstring: left recursion, arguments, lookahead, results of several types in translated code."""
from rpython.rlib.parsing.makepackrat import PackratParser, BacktrackException, Status


class Value(object):
    def __init__(self, text, number):
        self.text = text
        self.number = number


class Parser(PackratParser):
    r"""
    # An expression, and nothing behind it.
    file:
        IGNORE*
        value = sum
        !__any__
        return {value};
    sum:
        a = sum
        c = ('+' | '-')
        IGNORE*
        b = product
        return {Value('(%s %s %s)' % (a.text, c, b.text), a.number + b.number if c == '+' else a.number - b.number)}
      | product;
    product:
        a = product
        '*' IGNORE*
        b = atom
        return {Value('(%s * %s)' % (a.text, b.text), a.number * b.number)}
      | atom;
    atom:
        digits = `[0-9]+`
        IGNORE*
        return {Value(digits, int(digits))}
      | '(' IGNORE*
        <sum>
        ')' IGNORE*
      | 'max' IGNORE* '(' IGNORE*
        all = arguments({','})
        ')' IGNORE*
        return {largest(all)};
    arguments(separator):
        first = sum
        rest = (
            [__chars__({separator}) IGNORE*]
            sum
        )*
        return {[first] + rest};
    IGNORE:
        ` |\t|\n`;
    """


def largest(values):
    best = values[0]
    for value in values:
        if value.number > best.number:
            best = value
    return best


def run(text):
    try:
        value = Parser(text).file()
        print('%s = %d' % (value.text, value.number))
    except BacktrackException as e:
        if e.error is not None:
            print(e.error.nice_error_message('<text>', text))


def entry_point(argv):
    run('7 - 2 - 1')
    run(' 1+2 * 3*(4 + 1)')
    run('max(1, 2*3, 5) - 1')
    run('1 + + 2')
    run('(1')
    return 0


def target(driver, args):
    return entry_point, None
