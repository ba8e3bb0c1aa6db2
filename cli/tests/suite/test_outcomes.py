"""Every outcome once; `cli/tests/test_command.rs` knows the numbers."""
import os
import sys

import py
import pytest
from hypothesis import assume, given, settings, strategies as st


def total(numbers):
    return sum(numbers)


def test_passes():
    assert total([1, 2]) == 3


def test_fails_with_values():
    numbers = [1, 3]
    print('printed by the test')
    assert total(numbers) == 5


def test_raises_in_three_forms():
    text = 'x'
    pytest.raises(ValueError, int, 'x')
    info = pytest.raises(ValueError, 'int(text)')
    assert 'x' in str(info.value)
    with py.test.raises(KeyError) as info:
        {}[text]
    assert info.value.args == ('x',)


def test_did_not_raise():
    with pytest.raises(ValueError):
        pass


def test_skips():
    pytest.skip('no reason')


@pytest.mark.skipif('sys.version_info > (2, 0)')
def test_skips_by_condition():
    assert False


@pytest.mark.xfail(reason='known')
def test_fails_as_expected():
    assert False


@pytest.mark.xfail
def test_passes_unexpectedly():
    pass


@pytest.mark.parametrize('a, b', [(1, 2), pytest.param(3, 4, id='named'), (5, 7)])
def test_parametrized(a, b):
    assert a + 1 == b


class TestClass:
    log = []

    @classmethod
    def setup_class(cls):
        cls.log.append('class')

    def setup_method(self, method):
        self.log.append(method.__name__)

    def test_setup(self):
        assert self.log == ['class', 'test_setup']

    def test_isolated(self):
        assert self.log == ['class', 'test_isolated']


def check_small(n):
    assert n < 2


def test_yields():
    for n in range(3):
        yield check_small, n


@pytest.fixture(params=[1, 2])
def number(request):
    return request.param


@pytest.fixture
def resource(number):
    yield [number]


def test_fixtures(resource, tmpdir, monkeypatch, capsys):
    path = tmpdir.join('a.txt')
    path.write('text')
    assert path.read() == 'text'
    monkeypatch.setattr(os, 'getcwd', lambda: 'elsewhere')
    assert os.getcwd() == 'elsewhere'
    sys.stdout.write('out')
    assert capsys.readouterr() == ('out', '')
    assert resource in ([1], [2])


@given(st.lists(st.integers()))
def test_property_is_false(numbers):
    assert total(numbers) < 100


@settings(max_examples=20)
@given(st.integers(0, 10), st.text())
def test_property_holds(n, text):
    assume(n != 3)
    assert 0 <= n <= 10 and n != 3
    assert text.encode('utf-8').decode('utf-8') == text


def test_ends_the_process():
    os._exit(3)


def test_does_not_end():
    while True:
        pass
