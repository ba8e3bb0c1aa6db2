"""Property-based testing: `given`, `settings`, `strategies`, `assume`, `example`.

Every value is made from a sequence of non-negative integers, the *choices*. A failing sequence is made shorter and smaller as long as
the test still fails, and the simplest example is reported.
"""
import random as _random
import sys

from hypothesis import strategies  # noqa
from hypothesis._data import Data, Overrun, Rejected

__version__ = '3.0.0'


class HypothesisException(Exception):
    pass


class UnsatisfiedAssumption(HypothesisException):
    pass


class Unsatisfiable(HypothesisException):
    pass


NoExamples = NoSuchExample = Unsatisfiable


class HealthCheck(object):
    too_slow = filter_too_much = data_too_large = hung_test = large_base_example = 'ignored'
    function_scoped_fixture = return_value = 'ignored'

    @classmethod
    def all(cls):
        return []


class Verbosity(object):
    quiet, normal, verbose, debug = range(4)


class settings(object):
    """Options of a test; as a decorator, or `settings(...)` in front of `given`."""
    _profiles = {}
    default = None

    def __init__(self, parent=None, **kw):
        self.max_examples = 100
        if settings.default is not None:
            self.max_examples = settings.default.max_examples
        for name, value in kw.items():
            setattr(self, name, value)

    def __call__(self, f):
        f._hypothesis_settings = self
        return f

    @classmethod
    def register_profile(cls, name, value):
        cls._profiles[name] = value

    @classmethod
    def load_profile(cls, name):
        cls.default = cls._profiles[name]


Settings = settings


def assume(condition):
    if not condition:
        raise Rejected()
    return True


def reject():
    raise Rejected()


def note(value):
    _notes.append(str(value))


def event(value):
    pass


def target(value, label=''):
    pass


def seed(value):
    def decorate(f):
        f._hypothesis_seed = value
        return f
    return decorate


def example(*args, **kw):
    def decorate(f):
        f._hypothesis_examples = [(args, kw)] + getattr(f, '_hypothesis_examples', [])
        return f
    return decorate


_notes = []


def given(*arguments, **keywords):
    def decorate(f):
        code = f.__code__
        names = list(code.co_varnames[:code.co_argcount])
        # Positional strategies fill the last parameters.
        filled = names[len(names) - len(arguments):]
        strategy = dict(zip(filled, arguments))
        strategy.update(keywords)
        left = [n for n in names if n not in strategy]

        def wrapper(*args, **kw):
            _run(wrapper, f, filled, strategy, args, kw)
        wrapper.__name__ = f.__name__
        wrapper.__doc__ = f.__doc__
        wrapper.__module__ = f.__module__
        wrapper.__dict__.update(f.__dict__)
        wrapper.hypothesis = wrapper.is_hypothesis_test = True
        wrapper.__wrapped__ = f
        # What is left to the runner's fixtures.
        wrapper.__genext_signature__ = _signature(left)
        return wrapper
    return decorate


def _signature(names):
    namespace = {}
    exec('def f(%s): pass' % ', '.join(names), namespace)
    return namespace['f']


def _shown(f, values, strategy):
    return '%s(%s)' % (f.__name__, ', '.join(['%s=%r' % (n, values[n]) for n in strategy]))


def _run(wrapper, f, filled, strategy, args, kw):
    options = getattr(wrapper, '_hypothesis_settings', None) or settings()
    names = [n for n in f.__code__.co_varnames[:f.__code__.co_argcount] if n in strategy]
    for pos, named in getattr(wrapper, '_hypothesis_examples', []):
        values = dict(zip(filled, pos))
        values.update(named)
        _call(f, args, kw, values, names)

    def execute(choices, random=None):
        data = Data(choices, random)
        del _notes[:]
        values = {}
        try:
            for n in names:
                values[n] = data.draw(strategy[n])
        except (Rejected, Overrun):
            return 'rejected', data, values
        try:
            f(*args, **dict(kw, **values))
        except (Rejected, Overrun):
            return 'rejected', data, values
        except BaseException as e:
            if e.__class__.__name__ in ('Skipped', 'XFailed', 'KeyboardInterrupt'):
                raise
            return e, data, values
        return None, data, values

    source = _random_source(wrapper, f)
    passed = rejected = 0
    while passed < options.max_examples:
        outcome, data, values = execute([], source)
        if outcome == 'rejected':
            rejected += 1
            if rejected > 10 * options.max_examples + 100:
                if passed == 0:
                    raise Unsatisfiable('no example of %s satisfies the assumptions' % f.__name__)
                return
        elif outcome is None:
            passed += 1
            if data.exhaustive():
                return
        else:
            choices = shrink(data.choices, outcome, execute)
            outcome, data, values = execute(choices)
            if isinstance(outcome, BaseException):
                sys.stdout.write('Falsifying example: %s\n' % _shown(f, values, names))
                for text in _notes:
                    sys.stdout.write('%s\n' % text)
                _call(f, args, kw, values, names, choices, strategy)
            raise HypothesisException('%s fails, but not always with the same example' % f.__name__)


def _call(f, args, kw, values, names, choices=None, strategy=None):
    if choices is not None:
        # Values may have been changed by the test: they are made again.
        data = Data(choices)
        values = dict([(n, data.draw(strategy[n])) for n in names])
    try:
        f(*args, **dict(kw, **values))
    except Rejected:
        pass


def _random_source(wrapper, f):
    import os
    state = getattr(wrapper, '_hypothesis_seed', None)
    if state is None:
        state = int(os.environ.get('GENEXT_HYPOTHESIS_SEED') or 0) or int(_random.random() * (1 << 30))
    _random.seed(state)
    return _random


def shrink(choices, outcome, execute, budget=400):
    """Makes a failing sequence of choices simpler: shorter first, then smaller numbers."""
    kind = type(outcome)
    best = list(choices)
    spent = [0]

    def fails(candidate):
        spent[0] += 1
        got, data, values = execute(candidate)
        if type(got) is kind:
            return data.choices
        return None

    improved = True
    while improved and spent[0] < budget:
        improved = False
        size = len(best) // 2 or 1
        while size:
            i = 0
            while i < len(best) and spent[0] < budget:
                found = fails(best[:i] + best[i + size:])
                if found is not None and (len(found), found) < (len(best), best):
                    best = found
                    improved = True
                else:
                    i += size
            size //= 2
        i = 0
        while i < len(best) and spent[0] < budget:
            low, high = 0, best[i]
            while low < high and spent[0] < budget:
                middle = (low + high) // 2
                candidate = best[:i] + [middle] + best[i + 1:]
                found = fails(candidate)
                if found is not None and (len(found), found) < (len(best), best):
                    best = found
                    improved = True
                    if i >= len(best):
                        break
                    high = min(middle, best[i])
                else:
                    low = middle + 1
            i += 1
    return best


def find(strategy, condition, settings=None, random=None):
    def execute(choices, source=None):
        data = Data(choices, source)
        try:
            value = data.draw(strategy)
            if condition(value):
                return _Found(), data, value
        except (Rejected, Overrun):
            return 'rejected', data, None
        return None, data, value
    for _ in range(2000):
        outcome, data, value = execute([], _random)
        if isinstance(outcome, _Found):
            best = shrink(data.choices, outcome, execute)
            return execute(best)[2]
    raise NoSuchExample('no example found')


class _Found(object):
    pass
