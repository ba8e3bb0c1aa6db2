# genext: python2
"""A file in Python 2.7 with a module that asks for it."""
import py
import re

state = []


def setup_module(mod):
    state.append(mod.__name__)


def test_print_and_division(capsys):
    print >> None, 'spam', 7 / 2
    print 'no newline',
    print
    assert state == ['test_python2']
    assert 7 / 2 == 3


def test_source():
    d = {}
    exec py.code.Source("""
        def f(x, (a, b)):
            return `x` + a, b
    """).compile() in d
    assert d['f'](0777L, ('a', 'b')) == ('511La', 'b')


class OldStyle:
    pass


def test_classic_raise():
    try:
        raise OldStyle, None
    except OldStyle, e:
        assert isinstance(e, OldStyle)
    py.test.raises(ZeroDivisionError, "1 / 0")


def test_re():
    m = re.match(r'(?P<word>\w+)\s*=\s*(?:"([^"]*)"|(\d+))$', 'name = "va lue"')
    assert m.groups() == ('name', 'va lue', None)
    assert m.groupdict() == {'word': 'name'}
    assert re.sub(r'(a+)(b?)', r'<\2\1>', 'aab ca') == '<baa> c<a>'
    assert re.split(r'[,;]\s*', 'a, b;c') == ['a', 'b', 'c']
    assert re.findall(r'(?<=x)\d(?!z)', 'x1 x2z x3') == ['1', '3']
    assert re.compile('^b.*?$', re.M | re.I).findall('a\nBcd\nb') == ['Bcd', 'b']
    assert re.match('(a)?b(?(1)c|d)', 'bd') and not re.match('(a)?b(?(1)c|d)$', 'bc')
    assert re.match('(?:a|ab)(?:c|bcd)(d*)$', 'abcd').group(1) == ''
    py.test.raises(re.error, re.compile, '(')
