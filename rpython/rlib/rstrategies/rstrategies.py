"""Containers that choose how to hold their items.

A container has a *strategy* and a *storage*. Strategies are mostly single objects, shared by all containers; they know
how to read the storage, and which items fit in. An item that does not fit makes the container switch to a more general
strategy, which takes the items over. What belongs to one language is in three places:

    class W_List(W_Object):
        rstrategies.make_accessors(strategy='strategy', storage='storage')

    class ListStrategy(object):                             # the root of all strategies
        __metaclass__ = rstrategies.StrategyMetaclass
        import_from_mixin(rstrategies.AbstractStrategy)
        import_from_mixin(rstrategies.SafeIndexingMixin)
        def strategy_factory(self):
            return factory

    @rstrategies.strategy(generalize=[GenericStrategy])     # one of them
    class IntegerStrategy(ListStrategy):
        import_from_mixin(rstrategies.SingleTypeStrategy)
        contained_type = W_Integer
        ...

    factory = rstrategies.StrategyFactory(ListStrategy)     # when all of them are there

Mix-ins are imported, not inherited: each strategy has functions of its own, and its storage a type of its own.
"""
import sys
import weakref

from rpython.rlib import jit
from rpython.rlib.objectmodel import not_rpython, specialize
from rpython.rlib.rarithmetic import int_between
from rpython.rlib.rerased import new_erasing_pair
from rpython.rlib.rstrategies import logger


# ____________________________________________________________ declarations


def _accessors(name):
    def read(self):
        return getattr(self, name)

    def write(self, value):
        setattr(self, name, value)
    return read, write


def make_accessors(strategy='strategy', storage='storage'):
    """Called in the class of the containers: the methods by which the factory gets at their two attributes."""
    body = sys._getframe(1).f_locals
    body['_get_strategy'], body['_set_strategy'] = _accessors(strategy)
    body['_get_storage'], body['_set_storage'] = _accessors(storage)


class StrategyMetaclass(type):
    """Gives each strategy marks of its own (they are not inherited) and a type of storage of its own."""

    def __new__(self, name, bases, attrs):
        erase, unerase = new_erasing_pair(name)

        def get_storage(self, w_self):
            return unerase(self.strategy_factory().get_storage(w_self))

        def set_storage(self, w_self, storage):
            self.strategy_factory().set_storage(w_self, erase(storage))

        attrs.update({
            '_is_strategy': False, '_is_singleton': False, '_specializations': [],
            'get_storage': get_storage, 'set_storage': set_storage,
        })
        return type.__new__(self, name, bases, attrs)


def _chooser(candidates):
    """The method that finds the first of the more general strategies which holds a value."""
    @jit.unroll_safe
    def generalized_strategy_for(self, value):
        factory = self.strategy_factory()
        for candidate in candidates:
            if factory.strategy_singleton_instance(candidate)._check_can_handle(value):
                return candidate
        raise Exception("no strategy is general enough for the value")
    return generalized_strategy_for


def strategy(generalize=None, singleton=True):
    """A decorator of strategies. `generalize` lists those that a container may switch to from this one, the first that
    fits is taken. Without `singleton` each container has a strategy object of its own."""
    def mark(cls):
        cls._is_strategy = True
        cls._is_singleton = singleton
        cls._generalizations = generalize
        if generalize:
            cls.generalized_strategy_for = _chooser(generalize)
            for general in generalize:
                general._specializations.append(cls)
        return cls
    return mark


# ____________________________________________________________ the factory


class StrategyFactory(object):
    """Knows all strategies below a root, and gives containers their strategies."""
    _immutable_fields_ = ['strategies[*]', 'logger', 'strategy_singleton_field']
    factory_instance_counter = 0

    def __init__(self, root_class, all_strategy_classes=None):
        # Several factories may know the same classes: each keeps its objects under a name of its own.
        self.strategy_singleton_field = '__singleton_%i' % StrategyFactory.factory_instance_counter
        StrategyFactory.factory_instance_counter += 1
        self.logger = logger.Logger()
        if all_strategy_classes is None:
            all_strategy_classes = self._collect_subclasses(root_class)
        self.strategies = []
        self._create_strategy_instances(root_class, all_strategy_classes)

    # ---- giving strategies

    def set_initial_strategy(self, w_self, strategy_type, size, elements=None):
        """The first strategy of a container, with room for `size` items; `elements`, if given, are as many items."""
        assert self.get_strategy(w_self) is None, "the container has a strategy already"
        new = self._strategy_object(strategy_type, w_self, size)
        self.set_strategy(w_self, new)
        new._initialize_storage(w_self, size)
        first = None
        if elements:
            new.store_all(w_self, elements)
            if len(elements) > 0:
                first = elements[0]
        new.strategy_switched(w_self)
        self.log(w_self, new, None, first)
        return new

    def switch_strategy(self, w_self, new_strategy_type, new_element=None):
        """Another strategy for a container, which keeps its items. `new_element` is for the log: the cause."""
        old = self.get_strategy(w_self)
        if new_strategy_type._is_singleton:
            new = self.strategy_singleton_instance(new_strategy_type)
        else:
            new = self.instantiate_strategy(new_strategy_type, w_self, old.size(w_self))
        self.set_strategy(w_self, new)
        old._convert_storage_to(w_self, new)
        new.strategy_switched(w_self)
        self.log(w_self, new, old, new_element)
        return new

    def _strategy_object(self, strategy_type, w_self, size):
        if strategy_type._is_singleton:
            return self.strategy_singleton_instance(strategy_type)
        return self.instantiate_strategy(strategy_type, w_self, size)

    @jit.unroll_safe
    def strategy_type_for(self, objects):
        """The most special strategy that holds all of the objects."""
        fits = [True] * len(self.strategies)
        left = len(fits)
        for obj in objects:
            if left <= 1:
                break
            for i, candidate in enumerate(self.strategies):
                if fits[i] and not self.strategy_singleton_instance(candidate)._check_can_handle(obj):
                    fits[i] = False
                    left -= 1
        for i, candidate in enumerate(self.strategies):
            if fits[i]:
                return candidate
        raise ValueError("no strategy holds all of the objects")

    @not_rpython
    def decorate_strategies(self, transitions):
        """Instead of the decorator: a dictionary from strategies to what they generalize to. It is called by the
        constructor of a subclass, before the one of this class."""
        for cls, generalize in transitions.items():
            strategy(generalize)(cls)

    @jit.elidable
    def strategy_singleton_instance(self, strategy_class):
        return getattr(strategy_class, self.strategy_singleton_field)

    # ---- what subclasses may change

    def instantiate_strategy(self, strategy_type, w_self=None, initial_size=0):
        """A strategy object. Container and size are there for strategies that are not shared."""
        return strategy_type()

    def log(self, w_self, new_strategy, old_strategy=None, new_element=None):
        if self.logger.active:
            self.logger.log(
                self.log_string_for_object(new_strategy), new_strategy.size(w_self),
                'Switched' if old_strategy else 'Created',
                self.log_string_for_object(old_strategy), '', self.log_string_for_object(new_element))

    @specialize.call_location()
    def log_string_for_object(self, obj):
        return obj.__class__.__name__ if obj else ''

    @specialize.call_location()
    def get_storage(self, obj):
        return obj._get_storage()

    @specialize.call_location()
    def set_storage(self, obj, val):
        return obj._set_storage(val)

    def get_strategy(self, obj):
        return obj._get_strategy()

    def set_strategy(self, obj, val):
        return obj._set_strategy(val)

    # ---- while the program is imported

    def _freeze_(self):
        return True

    @not_rpython
    def _collect_subclasses(self, cls):
        found = []
        for sub in cls.__subclasses__():
            found.append(sub)
            found += self._collect_subclasses(sub)
        return found

    @not_rpython
    def _create_strategy_instances(self, root_class, all_strategy_classes):
        for cls in all_strategy_classes:
            if cls._is_strategy:
                setattr(cls, self.strategy_singleton_field, self.instantiate_strategy(cls))
                self.strategies.append(cls)
            self._patch_strategy_class(cls, root_class)
        self._order_strategies()

    @not_rpython
    def _patch_strategy_class(self, strategy_class, root_class):
        """Which two strategies meet when items are taken over is decided by two calls of methods: the old strategy's
        `_convert_storage_to` calls a method of the new one that is named after the old one."""
        name = '_convert_storage_from_' + strategy_class.__name__

        def convert_from_any(self, w_self, previous_strategy):
            self._convert_storage_from(w_self, previous_strategy)

        def convert_to(self, w_self, new_strategy):
            getattr(new_strategy, name)(w_self, self)

        convert_from_any.__name__ = name
        setattr(root_class, name, convert_from_any)
        strategy_class._convert_storage_to = convert_to

    @not_rpython
    def _order_strategies(self):
        """The most special ones first."""
        def depth(cls, above):
            if not cls._generalizations:
                return 0
            if cls in above:
                raise Exception("the strategy %s generalizes to itself" % cls)
            return 1 + max([depth(general, above + [cls]) for general in cls._generalizations])
        self.strategies.sort(key=lambda cls: -depth(cls, []))


# ____________________________________________________________ the root


class AbstractStrategy(object):
    """For the root of all strategies, which defines `strategy_factory(self)`. Strategies that never change the number
    of items need `store`, `fetch` and `size`, others also `insert` and `delete`."""

    def strategy_switched(self, w_self):
        """Called when a container got this strategy."""

    def store(self, w_self, index0, value):
        raise NotImplementedError

    def fetch(self, w_self, index0):
        raise NotImplementedError

    def size(self, w_self):
        raise NotImplementedError

    def insert(self, w_self, index0, list_w):
        raise NotImplementedError

    def delete(self, w_self, start, end):
        raise NotImplementedError

    # ---- made of these

    def slice(self, w_self, start, end):
        return [self.fetch(w_self, i) for i in range(start, end)]

    def fetch_all(self, w_self):
        return self.slice(w_self, 0, self.size(w_self))

    def store_all(self, w_self, elements):
        for i, element in enumerate(elements):
            self.store(w_self, i, element)

    def append(self, w_self, list_w):
        self.insert(w_self, self.size(w_self), list_w)

    def pop(self, w_self, index0):
        value = self.fetch(w_self, index0)
        self.delete(w_self, index0, index0 + 1)
        return value

    # ---- taking items over

    def _initialize_storage(self, w_self, initial_size):
        raise NotImplementedError

    def _check_can_handle(self, value):
        raise NotImplementedError

    def _convert_storage_to(self, w_self, new_strategy):
        new_strategy._convert_storage_from(w_self, self)

    @jit.unroll_safe
    def _convert_storage_from(self, w_self, previous_strategy):
        items = previous_strategy.fetch_all(w_self)
        self._initialize_storage(w_self, previous_strategy.size(w_self))
        for i, item in enumerate(items):
            self.store(w_self, i, item)

    def _generalize_for_value(self, w_self, value):
        general = self.generalized_strategy_for(value)
        return self.strategy_factory().switch_strategy(w_self, general, new_element=value)

    def _cannot_handle_store(self, w_self, index0, value):
        self._generalize_for_value(w_self, value).store(w_self, index0, value)

    def _cannot_handle_insert(self, w_self, index0, list_w):
        self._generalize_for_value(w_self, list_w[0]).insert(w_self, index0, list_w)


# ____________________________________________________________ without items in the storage


class EmptyStrategy(AbstractStrategy):
    """No items at all."""

    def _initialize_storage(self, w_self, initial_size):
        assert initial_size == 0
        self.set_storage(w_self, None)

    def _convert_storage_from(self, w_self, previous_strategy):
        self.set_storage(w_self, None)

    def _check_can_handle(self, value):
        return False

    def size(self, w_self):
        return 0

    def fetch(self, w_self, index0):
        raise IndexError

    def store(self, w_self, index0, value):
        self._cannot_handle_store(w_self, index0, value)

    def insert(self, w_self, index0, list_w):
        self._cannot_handle_insert(w_self, index0, list_w)

    def delete(self, w_self, start, end):
        self.check_index_range(w_self, start, end)


class SingleValueStrategyStorage(object):
    """How often the value is there."""
    _attrs_ = ['size']

    def __init__(self, size=0):
        self.size = size


class SingleValueStrategy(AbstractStrategy):
    """All items are the same object, which `value(self)` gives. Needs a mix-in that checks indices."""

    def _initialize_storage(self, w_self, initial_size):
        self.set_storage(w_self, SingleValueStrategyStorage(initial_size))

    def _convert_storage_from(self, w_self, previous_strategy):
        self._initialize_storage(w_self, previous_strategy.size(w_self))

    def _check_can_handle(self, value):
        return value is self.value()

    def size(self, w_self):
        return self.get_storage(w_self).size

    def fetch(self, w_self, index0):
        self.check_index_fetch(w_self, index0)
        return self.value()

    def store(self, w_self, index0, value):
        self.check_index_store(w_self, index0)
        if not self._check_can_handle(value):
            self._cannot_handle_store(w_self, index0, value)

    @jit.unroll_safe
    def insert(self, w_self, index0, list_w):
        storage = self.get_storage(w_self)
        for i in range(len(list_w)):
            if not self._check_can_handle(list_w[i]):
                self._cannot_handle_insert(w_self, index0 + i, list_w[i:])
                return
            storage.size += 1

    def delete(self, w_self, start, end):
        self.check_index_range(w_self, start, end)
        self.get_storage(w_self).size -= end - start


# ____________________________________________________________ with a list as storage


class StrategyWithStorage(AbstractStrategy):
    """The storage is a list of what `_unwrap` makes of the items; `_wrap` makes items of that. `default_value(self)` is
    the item that new containers are full of. Needs a mix-in that checks indices."""

    def _wrap(self, value):
        raise NotImplementedError

    def _unwrap(self, value):
        raise NotImplementedError

    def _initialize_storage(self, w_self, initial_size):
        self.set_storage(w_self, [self._unwrap(self.default_value())] * initial_size)

    @jit.unroll_safe
    def _convert_storage_from(self, w_self, previous_strategy):
        size = previous_strategy.size(w_self)
        self.set_storage(w_self, [self._unwrap(previous_strategy.fetch(w_self, i)) for i in range(size)])

    def size(self, w_self):
        return len(self.get_storage(w_self))

    def fetch(self, w_self, index0):
        self.check_index_fetch(w_self, index0)
        assert index0 >= 0
        return self._wrap(self.get_storage(w_self)[index0])

    def store(self, w_self, index0, wrapped_value):
        self.check_index_store(w_self, index0)
        if not self._check_can_handle(wrapped_value):
            self._cannot_handle_store(w_self, index0, wrapped_value)
            return
        assert index0 >= 0
        self.get_storage(w_self)[index0] = self._unwrap(wrapped_value)

    @jit.unroll_safe
    def insert(self, w_self, start, list_w):
        # Behind the end means at the end, as for Python's lists.
        start = min(start, self.size(w_self))
        for i in range(len(list_w)):
            if not self._check_can_handle(list_w[i]):
                self._cannot_handle_insert(w_self, start + i, list_w[i:])
                return
            index = start + i
            assert index >= 0
            self.get_storage(w_self).insert(index, self._unwrap(list_w[i]))

    def delete(self, w_self, start, end):
        self.check_index_range(w_self, start, end)
        assert start >= 0
        assert end >= 0
        del self.get_storage(w_self)[start:end]


class GenericStrategy(StrategyWithStorage):
    """Holds everything."""

    def _wrap(self, value):
        return value

    def _unwrap(self, value):
        return value

    def _check_can_handle(self, wrapped_value):
        return True


class WeakGenericStrategy(StrategyWithStorage):
    """Holds everything while it lives elsewhere; then the default takes its place."""

    def _wrap(self, value):
        return value() or self.default_value()

    def _unwrap(self, value):
        assert value is not None
        return weakref.ref(value)

    def _check_can_handle(self, wrapped_value):
        return True


class SpecializedStrategy(StrategyWithStorage):
    """`unwrap(self, value)` takes the number or text out of an item, `wrap(self, value)` makes an item of it."""

    def _wrap(self, value):
        return self.wrap(value)

    def _unwrap(self, value):
        return self.unwrap(value)


class SingleTypeStrategy(SpecializedStrategy):
    """Items of one class, `contained_type`."""

    def _check_can_handle(self, value):
        return isinstance(value, self.contained_type)


class TaggingStrategy(SingleTypeStrategy):
    """Items of one class, and one other object: `wrapped_tagged_value(self)`. In the storage
    `unwrapped_tagged_value(self)` stands for it, so that one item of the class does not fit in."""

    def _check_can_handle(self, value):
        if value is self.wrapped_tagged_value():
            return True
        return isinstance(value, self.contained_type) and self.unwrap(value) != self.unwrapped_tagged_value()

    def _unwrap(self, value):
        if value is self.wrapped_tagged_value():
            return self.unwrapped_tagged_value()
        return self.unwrap(value)

    def _wrap(self, value):
        if value == self.unwrapped_tagged_value():
            return self.wrapped_tagged_value()
        return self.wrap(value)


# ____________________________________________________________ checks of indices


class SafeIndexingMixin(object):
    """IndexError for indices that are out of bounds."""

    def check_index(self, w_self, index0):
        if not int_between(0, index0, self.size(w_self)):
            raise IndexError

    def check_index_fetch(self, w_self, index0):
        self.check_index(w_self, index0)

    def check_index_store(self, w_self, index0):
        self.check_index(w_self, index0)

    def check_index_range(self, w_self, start, end):
        if end < start:
            raise IndexError
        self.check_index(w_self, start)
        self.check_index(w_self, end)


class UnsafeIndexingMixin(object):
    """For languages that have checked the indices."""

    def check_index_fetch(self, w_self, index0):
        pass

    def check_index_store(self, w_self, index0):
        pass

    def check_index_range(self, w_self, start, end):
        pass
