# not-cpython: the stand-in library has no strategies
"""Lists whose strategies are those of `rpython.rlib.rstrategies`: they generalize when an item does not fit."""
from rpython.rlib.rstrategies import rstrategies
from rpython.rlib.objectmodel import import_from_mixin


class W_Root(object):
    def text(self):
        raise NotImplementedError


class W_Nil(W_Root):
    def text(self):
        return 'nil'


class W_Int(W_Root):
    def __init__(self, value):
        self.value = value

    def text(self):
        return str(self.value)


class W_Float(W_Root):
    def __init__(self, value):
        self.value = value

    def text(self):
        return str(self.value)


w_nil = W_Nil()


class W_List(W_Root):
    rstrategies.make_accessors(strategy='strategy', storage='storage')

    def __init__(self, items):
        self.strategy = None
        factory.set_initial_strategy(self, factory.strategy_type_for(items), len(items), items)

    def text(self):
        items = self.strategy.fetch_all(self)
        return self.strategy.name() + ' ' + ' '.join([w.text() for w in items])


class Strategy(object, metaclass=rstrategies.StrategyMetaclass):
    import_from_mixin(rstrategies.AbstractStrategy)
    import_from_mixin(rstrategies.SafeIndexingMixin)

    def strategy_factory(self):
        return factory

    def name(self):
        raise NotImplementedError


@rstrategies.strategy()
class Generic(Strategy):
    import_from_mixin(rstrategies.GenericStrategy)

    def default_value(self):
        return w_nil

    def name(self):
        return 'generic'


@rstrategies.strategy()
class Weak(Strategy):
    import_from_mixin(rstrategies.WeakGenericStrategy)

    def default_value(self):
        return w_nil

    def name(self):
        return 'weak'


@rstrategies.strategy([Generic])
class IntOrNil(Strategy):
    import_from_mixin(rstrategies.TaggingStrategy)
    contained_type = W_Int

    def wrap(self, value):
        return W_Int(value)

    def unwrap(self, w):
        assert isinstance(w, W_Int)
        return w.value

    def default_value(self):
        return w_nil

    def wrapped_tagged_value(self):
        return w_nil

    def unwrapped_tagged_value(self):
        return -12345

    def name(self):
        return 'int or nil'


@rstrategies.strategy([IntOrNil, Generic])
class Int(Strategy):
    import_from_mixin(rstrategies.SingleTypeStrategy)
    contained_type = W_Int

    def wrap(self, value):
        return W_Int(value)

    def unwrap(self, w):
        assert isinstance(w, W_Int)
        return w.value

    def default_value(self):
        return W_Int(0)

    def name(self):
        return 'int'


@rstrategies.strategy([Generic], singleton=False)
class Float(Strategy):
    import_from_mixin(rstrategies.SingleTypeStrategy)
    contained_type = W_Float

    def __init__(self):
        self.uses = 0

    def wrap(self, value):
        self.uses += 1
        return W_Float(value)

    def unwrap(self, w):
        assert isinstance(w, W_Float)
        return w.value

    def default_value(self):
        return W_Float(0.0)

    def name(self):
        return 'float of %d uses' % self.uses


@rstrategies.strategy([IntOrNil, Generic])
class Nil(Strategy):
    import_from_mixin(rstrategies.SingleValueStrategy)

    def value(self):
        return w_nil

    def name(self):
        return 'nil'


@rstrategies.strategy([Nil, Int, Float, IntOrNil, Generic])
class Empty(Strategy):
    import_from_mixin(rstrategies.EmptyStrategy)

    def name(self):
        return 'empty'


class Factory(rstrategies.StrategyFactory):
    def log(self, w_self, new_strategy, old_strategy=None, new_element=None):
        if not self.logger.active:
            return
        new = self.log_string_for_object(new_strategy)
        old = self.log_string_for_object(old_strategy)
        element = self.log_string_for_object(new_element)
        cause = 'to' if old_strategy else 'made'
        self.logger.log(new, new_strategy.size(w_self), cause, old, '', element)


factory = Factory(Strategy)


def show(w):
    print(w.text())


def parse(s):
    result = []
    for c in s.split(' '):
        if c == 'n':
            w = w_nil
        elif c == '':
            continue
        elif '.' in c:
            w = W_Float(float(c))
        elif c == 'l':
            w = W_List([])
        else:
            w = W_Int(int(c))
        result.append(w)
    return result


def entry_point(argv):
    factory.logger.activate(False)
    for start in ['', 'n', '1 2', '1.5', '1 n', '1 1.5']:
        for add in ['n', '7', '2.5 n', '-12345', 'l']:
            w = W_List(parse(start))
            show(w)
            w.strategy.append(w, parse(add))
            show(w)
            w.strategy.insert(w, 0, parse(add))
            show(w)
            if w.strategy.size(w) > 1:
                w.strategy.store(w, 1, w_nil)
                show(w)
            if w.strategy.size(w) > 2:
                print(w.strategy.pop(w, 1).text())
                w.strategy.delete(w, 0, 1)
            show(w)
            try:
                w.strategy.fetch(w, w.strategy.size(w))
            except IndexError:
                print('IndexError')
    factory.logger.activate(aggregate=True)
    for i in range(3):
        w = W_List([])
        w.strategy.append(w, [W_Int(1), w_nil])
    factory.logger.print_aggregated_log()
    w = W_List([])
    factory.switch_strategy(w, Weak)
    w2 = W_Int(3)
    w.strategy.append(w, [w2])
    show(w)
    print(w2.value)
    return 0


def target(driver, args):
    return entry_point, None
