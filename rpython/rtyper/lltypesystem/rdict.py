"""Helpers of dictionaries: ordered, open addressing.

`d.entries` holds (key, value, hash, valid) in order of insertion, `d.num_used` of them, holes included; `d.num_live`
are valid. `d.indexes` is the table of probes: 0 free, 1 deleted, n + 2 entry n; its size is a power of two and
`d.num_filled` of its slots are not free. `eq` and `hash` are functions, or pointers to functions, of the keys; where
dictionaries hold what these call, in `d.key_eq` and `d.key_hash`, of the dictionary and the keys. A prebuilt dictionary
has entries but no table and no hashes: they are made by the first lookup.

`d.layout` counts the changes after which a key may have another entry, or none, or one for the first time. So a JIT that
knows a dictionary and a key looks the key up while it compiles, and its code compares the count (`ll_dict_lookup`).
"""
from rpython.rlib.jit import we_are_jitted, isconstant
from rpython.rtyper.lltypesystem.ll import (malloc, typeOf, fieldtype, hasfield, itemtype, nullptr, copyitems,
    getitemfield, setitemfield, op, zero)

FREE = 0
DELETED = 1
FIRST = 2

# What a JIT knows of a key is one number: the layout, and the entry in its lowest bits.
ENTRY_BITS = 24
# A layout that has come so far says nothing any more.
LAST_LAYOUT = 1 << (62 - ENTRY_BITS)


def ll_hash_int(i):
    return i


def ll_newdict(D):
    d = malloc(D)
    d.entries = malloc(fieldtype(D, 'entries'), 8)
    d.indexes = malloc(fieldtype(D, 'indexes'), 16)
    return d


def _ll_start(h, mask):
    """The first slot: the high bits take part."""
    u = op('Unsigned', 'cast_int_to_uint', h)
    u = op('Unsigned', 'uint_xor', u, op('Unsigned', 'uint_rshift', u, 32))
    u = op('Unsigned', 'uint_xor', u, op('Unsigned', 'uint_rshift', u, 15))
    return op('Signed', 'cast_uint_to_int', u) & mask


def _ll_put_index(indexes, h, n):
    """Enters entry n; there is a free slot."""
    mask = len(indexes) - 1
    i = _ll_start(h, mask)
    step = 1
    while indexes[i] != FREE:
        i = (i + step) & mask
        step += 1
    indexes[i] = op(itemtype(typeOf(indexes)), 'cast_primitive', n + FIRST)


def _ll_rebuild(d, size):
    """A fresh table of a size, holes of the entries left out of it."""
    indexes = malloc(fieldtype(typeOf(d), 'indexes'), size)
    entries = d.entries
    n = d.num_used
    i = 0
    while i < n:
        if getitemfield(entries, i, 'valid'):
            _ll_put_index(indexes, getitemfield(entries, i, 'hash'), i)
        i += 1
    d.indexes = indexes
    d.num_filled = d.num_live


def _ll_table_size(n):
    """The size of a table for n entries: at most two thirds full."""
    size = 16
    while size * 2 <= n * 3:
        size = size * 2
    return size


def _ll_equal(d, eq, x, y):
    if hasfield(typeOf(d), 'key_eq'):
        return eq(d, x, y)
    return eq(x, y)
_ll_equal._always_inline_ = True


def _ll_hash(d, hash, x):
    if hasfield(typeOf(d), 'key_eq'):
        return hash(d, x)
    return hash(x)
_ll_hash._always_inline_ = True


def ll_dict_prepare(d, hash):
    """Makes the table of a prebuilt dictionary."""
    entries = d.entries
    n = d.num_used
    i = 0
    while i < n:
        if getitemfield(entries, i, 'valid'):
            setitemfield(entries, i, 'hash', _ll_hash(d, hash, getitemfield(entries, i, 'key')))
        i += 1
    _ll_rebuild(d, _ll_table_size(n + 1))
ll_dict_prepare._dont_inline_ = True


def ll_dict_find(d, key, eq, hash):
    """The entry of a key, or -1."""
    if not d.indexes:
        ll_dict_prepare(d, hash)
    if d.num_live == 0:
        return -1
    return _ll_lookup(d, key, _ll_hash(d, hash, key), eq)


def ll_dict_find_custom(d, key, eq, hash):
    """The same of an r_dict, whose hash function is called though it is empty: it may raise."""
    if not d.indexes:
        ll_dict_prepare(d, hash)
    h = _ll_hash(d, hash, key)
    if d.num_live == 0:
        return -1
    return _ll_lookup(d, key, h, eq)


def _ll_lookup(d, key, h, eq):
    """The entry of a key with a hash, or -1. Most are found in the first slot."""
    indexes = d.indexes
    entries = d.entries
    i = _ll_start(h, len(indexes) - 1)
    n = op('Signed', 'cast_primitive', indexes[i])
    if n == FREE:
        return -1
    if n != DELETED:
        n -= FIRST
        if getitemfield(entries, n, 'hash') == h:
            found = _ll_equal(d, eq, getitemfield(entries, n, 'key'), key)
            if d.entries != entries or d.indexes != indexes:
                # The comparison changed the dictionary: begin again.
                return _ll_probe(d, key, h, eq, _ll_start(h, len(d.indexes) - 1), 1)
            if found and getitemfield(entries, n, 'valid'):
                return n
    return _ll_probe(d, key, h, eq, (i + 1) & (len(indexes) - 1), 2)


def _ll_probe(d, key, h, eq, i, step):
    """The search from slot i on; the slots before it were looked at."""
    indexes = d.indexes
    entries = d.entries
    mask = len(indexes) - 1
    while True:
        n = op('Signed', 'cast_primitive', indexes[i])
        if n == FREE:
            return -1
        if n != DELETED:
            n -= FIRST
            if getitemfield(entries, n, 'hash') == h:
                found = _ll_equal(d, eq, getitemfield(entries, n, 'key'), key)
                if d.entries != entries or d.indexes != indexes:
                    return _ll_probe(d, key, h, eq, _ll_start(h, len(d.indexes) - 1), 1)
                if found and getitemfield(entries, n, 'valid'):
                    return n
        i = (i + step) & mask
        step += 1


def ll_dict_lookup(d, key, eq, hash):
    """The entry of a key, or -1; `eq` and `hash` have no effects and depend on the keys alone."""
    if we_are_jitted() and isconstant(d) and isconstant(key):
        known = _ll_known_entry(d, key, eq, hash, 1)
        if known >> ENTRY_BITS == d.layout:
            return (known & ((1 << ENTRY_BITS) - 1)) - 1
        # It has changed since, perhaps for the last time: what follows is compiled when it is first reached.
        known = _ll_known_entry(d, key, eq, hash, 2)
        if known >> ENTRY_BITS == d.layout:
            return (known & ((1 << ENTRY_BITS) - 1)) - 1
    return ll_dict_find(d, key, eq, hash)


def _ll_known_entry(d, key, eq, hash, attempt):
    """The entry of a key and the layout for which that is so; -1 if it cannot be said. Run while compiling, whence it is
    elidable although a later attempt gives something else."""
    layout = d.layout
    if layout >= LAST_LAYOUT:
        return -1
    n = ll_dict_find(d, key, eq, hash)
    if n + 1 >= 1 << ENTRY_BITS:
        return -1
    return (layout << ENTRY_BITS) | (n + 1)
_ll_known_entry._elidable_function_ = True
_ll_known_entry._dont_inline_ = True


def _ll_changed(d):
    """The layout changes."""
    if d.layout < LAST_LAYOUT:
        d.layout += 1


def ll_dict_store(d, key, value, eq, hash):
    """`d[key] = value`; `eq` and `hash` as of `ll_dict_lookup`."""
    if we_are_jitted() and isconstant(d) and isconstant(key):
        n = ll_dict_lookup(d, key, eq, hash)
        if n >= 0:
            setitemfield(d.entries, n, 'value', value)
            return
    ll_dict_set(d, key, value, eq, hash)


def ll_dict_set(d, key, value, eq, hash):
    if not d.indexes:
        ll_dict_prepare(d, hash)
    h = _ll_hash(d, hash, key)
    n = _ll_lookup(d, key, h, eq)
    if n >= 0:
        setitemfield(d.entries, n, 'value', value)
    else:
        _ll_insert(d, key, value, h)


def ll_dict_place_known(d, key, value, eq, hash):
    """The same for `eq` and `hash` as of `ll_dict_lookup`."""
    if we_are_jitted() and isconstant(d) and isconstant(key):
        n = ll_dict_lookup(d, key, eq, hash)
        if n >= 0:
            return n
    return ll_dict_place(d, key, value, eq, hash)


def ll_dict_place(d, key, value, eq, hash):
    """The entry of a key, which is made with this value if there is none."""
    if not d.indexes:
        ll_dict_prepare(d, hash)
    h = _ll_hash(d, hash, key)
    n = _ll_lookup(d, key, h, eq)
    if n < 0:
        _ll_insert(d, key, value, h)
        n = d.num_used - 1
    return n


def _ll_insert(d, key, value, h):
    _ll_changed(d)
    if d.num_used == len(d.entries):
        _ll_grow_entries(d)
    size = len(d.indexes)
    if (d.num_filled + 1) * 3 > size * 2:
        _ll_rebuild(d, _ll_table_size((d.num_live + 1) * 2))
    n = d.num_used
    entries = d.entries
    setitemfield(entries, n, 'key', key)
    setitemfield(entries, n, 'value', value)
    setitemfield(entries, n, 'hash', h)
    setitemfield(entries, n, 'valid', True)
    d.num_used = n + 1
    d.num_live += 1
    d.num_filled += 1
    _ll_put_index(d.indexes, h, n)


def _ll_grow_entries(d):
    """Room for more entries: holes are squeezed out, or the array grows."""
    old = d.entries
    live = d.num_live
    size = len(old)
    if live * 8 >= size * 7:
        size = size + (size >> 1) + 4
    entries = malloc(typeOf(old), size)
    if live == d.num_used:
        copyitems(old, entries, 0, 0, live)
        d.entries = entries
        return
    j = 0
    i = 0
    n = d.num_used
    while i < n:
        if getitemfield(old, i, 'valid'):
            copyitems(old, entries, i, j, 1)
            j += 1
        i += 1
    d.entries = entries
    d.num_used = live
    _ll_rebuild(d, _ll_table_size(live + 1))
_ll_grow_entries._dont_inline_ = True


def ll_dict_del(d, n):
    """Removes entry n."""
    _ll_changed(d)
    entries = d.entries
    if d.indexes:
        _ll_remove_index(d.indexes, getitemfield(entries, n, 'hash'), n)
    setitemfield(entries, n, 'valid', False)
    key = getitemfield(entries, n, 'key')
    value = getitemfield(entries, n, 'value')
    setitemfield(entries, n, 'key', zero(typeOf(key)))
    setitemfield(entries, n, 'value', zero(typeOf(value)))
    d.num_live -= 1
    used = d.num_used
    while used > 0 and not getitemfield(entries, used - 1, 'valid'):
        used -= 1
    d.num_used = used


def _ll_remove_index(indexes, h, n):
    mask = len(indexes) - 1
    i = _ll_start(h, mask)
    step = 1
    while op('Signed', 'cast_primitive', indexes[i]) != n + FIRST:
        i = (i + step) & mask
        step += 1
    indexes[i] = op(itemtype(typeOf(indexes)), 'cast_primitive', DELETED)


def ll_dict_move_last(d, n):
    """Entry n, which was just looked up, becomes the last one."""
    if n + 1 == d.num_used:
        return
    entries = d.entries
    key = getitemfield(entries, n, 'key')
    value = getitemfield(entries, n, 'value')
    h = getitemfield(entries, n, 'hash')
    ll_dict_del(d, n)
    _ll_insert(d, key, value, h)


def ll_dict_move_first(d, n):
    """Entry n, which was just looked up, becomes the first one: all others move."""
    _ll_changed(d)
    old = d.entries
    entries = malloc(typeOf(old), len(old))
    copyitems(old, entries, n, 0, 1)
    j = 1
    i = 0
    used = d.num_used
    while i < used:
        if i != n and getitemfield(old, i, 'valid'):
            copyitems(old, entries, i, j, 1)
            j += 1
        i += 1
    d.entries = entries
    d.num_used = j
    _ll_rebuild(d, len(d.indexes))


def ll_dict_next_index(d, i):
    """The first valid entry at or after i, or -1."""
    if not d:
        return -1
    entries = d.entries
    n = d.num_used
    while i < n:
        if getitemfield(entries, i, 'valid'):
            return i
        i += 1
    return -1


def ll_dict_prev_index(d, i):
    """The last valid entry before i, or -1."""
    entries = d.entries
    if i > d.num_used:
        i = d.num_used
    while i > 0:
        i -= 1
        if getitemfield(entries, i, 'valid'):
            return i
    return -1


def ll_dict_clear(d):
    _ll_changed(d)
    d.entries = malloc(fieldtype(typeOf(d), 'entries'), 8)
    d.indexes = malloc(fieldtype(typeOf(d), 'indexes'), 16)
    d.num_live = 0
    d.num_used = 0
    d.num_filled = 0


def ll_dict_copy(d):
    r = malloc(typeOf(d))
    n = len(d.entries)
    entries = malloc(typeOf(d.entries), n)
    copyitems(d.entries, entries, 0, 0, d.num_used)
    r.entries = entries
    r.num_used = d.num_used
    r.num_live = d.num_live
    r.num_filled = d.num_filled
    if hasfield(typeOf(d), 'key_eq'):
        r.key_eq = d.key_eq
        r.key_hash = d.key_hash
    old = d.indexes
    if old:
        m = len(old)
        indexes = malloc(typeOf(old), m)
        copyitems(old, indexes, 0, 0, m)
        r.indexes = indexes
    return r


def ll_dict_update(d, other, eq, hash):
    i = ll_dict_next_index(other, 0)
    while i >= 0:
        entries = other.entries
        ll_dict_set(d, getitemfield(entries, i, 'key'), getitemfield(entries, i, 'value'), eq, hash)
        i = ll_dict_next_index(other, i + 1)
