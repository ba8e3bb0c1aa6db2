"""Tests of the language: `genext test` runs them untranslated."""
import os

import pytest

from target@name@ import entry_point

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, 'programs')


def programs():
    return sorted(name for name in os.listdir(PROGRAMS) if name.endswith('.@name@'))


@pytest.mark.parametrize('name', programs())
def test_program(name, capfd):
    """Each program prints what stands in the file beside it that ends in `.out`."""
    path = os.path.join(PROGRAMS, name)
    with open(path + '.out') as f:
        expected = f.read()
    assert entry_point(['@name@', path]) == 0
    out, err = capfd.readouterr()
    assert out == expected
    assert err == ''


@pytest.mark.parametrize('source, message', [
    ('print 1 / (2 - 2)', "1: division by zero"),
    ('x = 1\nprint x +', "2: expected a value, found the end of the file"),
    ('x = 1 ;', "1: unexpected character ';'"),
    ('print y', "1: there is no variable 'y'"),
    ('print f(1)', "1: there is no function 'f'"),
    ('fn f(a) { return a }\nprint f()', "2: 'f' takes 1 arguments, not 0"),
    ('fn f() { return 1 } fn f() { return 2 }', "1: there are two functions 'f'"),
    ('fn f(a, a) { return a }', "1: there are two parameters 'a'"),
    ('while 1 { print 2', "1: expected a statement, found the end of the file"),
    ('print 1234567890123456789', "1: the number '1234567890123456789' is too large"),
    ('fn f(n) { return f(n + 1) }\nprint f(0)', "1: calls are nested too deeply"),
])
def test_error(source, message, tmp_path, capfd):
    path = str(tmp_path / 'program.@name@')
    with open(path, 'w') as f:
        f.write(source)
    assert entry_point(['@name@', path]) == 1
    out, err = capfd.readouterr()
    assert out == ''
    assert err == '%s:%s\n' % (path, message)


@pytest.mark.parametrize('source, printed', [
    ('print 2 + 3 * 4', 14),
    ('print (2 + 3) * 4', 20),
    ('print 10 - 3 - 2', 5),
    ('print -7 / 2', -4),
    ('print 1 < 2 + (2 > 1)', 1),
    ('x = 999999999999999999 print x * x', -7527149226598858751),
    ('fn f(a, b) { return a - b } print f(f(9, 1), 3)', 5),
    ('fn f() { x = 1 } print f()', 0),
    ('if 0 { print 1 } else { print 2 }', 2),
])
def test_value(source, printed, tmp_path, capfd):
    path = str(tmp_path / 'program.@name@')
    with open(path, 'w') as f:
        f.write(source)
    assert entry_point(['@name@', path]) == 0
    out, err = capfd.readouterr()
    assert out == '%d\n' % printed
