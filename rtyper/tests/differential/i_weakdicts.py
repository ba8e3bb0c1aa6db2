from rpython.rlib.objectmodel import keepalive_until_here
from rpython.rlib.rweakref import RWeakKeyDictionary, RWeakValueDictionary


class Key(object):
    pass


class Item(object):
    def __init__(self, n):
        self.n = n


KEPT = Item(100)
TABLE = RWeakValueDictionary(str, Item)
TABLE.set('kept', KEPT)
BY_KEY = RWeakKeyDictionary(Key, Item)
KEY = Key()
BY_KEY.set(KEY, KEPT)


def number(item):
    if item is None:
        return -1
    return item.n


def t_values(n):
    d = RWeakValueDictionary(int, Item)
    items = [Item(i) for i in range(n + 3)]
    for i in range(len(items)):
        d.set(i * 2, items[i])
    total = 0
    for i in range(2 * n + 8):
        total = total * 3 + number(d.get(i))
    d.set(2, None)
    return total * 10 + number(d.get(2)) + items[0].n


def t_prebuilt(n):
    mine = Item(n)
    TABLE.set('mine', mine)
    return number(TABLE.get('kept')) + number(TABLE.get('mine')) + number(TABLE.get('other')) + mine.n


def t_strings(n):
    d = RWeakValueDictionary(str, Item)
    items = [Item(i) for i in range(40)]
    for i in range(40):
        d.set('k%d' % i, items[i])
    return number(d.get('k%d' % (n + 5))) + d.length() + len(items)


def t_keys(n):
    d = RWeakKeyDictionary(Key, Item)
    keys = [Key() for i in range(n + 4)]
    for i in range(len(keys)):
        d.set(keys[i], Item(i))
    total = number(d.get(Key()))
    for k in keys:
        total = total * 2 + number(d.get(k))
    d.set(keys[1], None)
    d.set(keys[0], Item(7))
    result = total + d.length() * 1000 + number(d.get(keys[1])) + number(d.get(keys[0])) + len(keys)
    # Without this the keys that are not asked for again may die before the length is known.
    keepalive_until_here(keys)
    return result


def t_prebuilt_keys(n):
    k = Key()
    BY_KEY.set(k, Item(n))
    return number(BY_KEY.get(KEY)) + number(BY_KEY.get(k))
