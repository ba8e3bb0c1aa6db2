class Base(object):
    def __init__(self, x):
        self.x = x

    def method(self, y):
        return self.x + y


class Derived(Base):
    def __init__(self, x):
        super().__init__(x)

    def method(self, y):
        return super(Derived, self).method(y if y > 0 else -y)


derived_init = Derived.__init__
derived_method = Derived.method


def positional(f, x):
    return f(x, 1)


def keywords(f, x):
    return f(x, b=2, a=1)


def star(f, args):
    return f(1, *args)


def constant_star(f):
    return f(1, *(2, 3))


def varargs(a, *rest):
    return a + len(rest)


def instance(x):
    return Base(x).method(3)


def operations(x, y):
    return len(x) + abs(y) + ord(x[0]) + hash(y), isinstance(x, (int, str)), type(x)


def builtin_calls(x):
    return int(x), str(x), chr(x), max(x, 3)


def nested_function(x):
    def double(y, factor=2):
        return y * factor
    return double(x)


def lambda_(x):
    f = lambda y: y + 1
    return f(x)


def display(a, b):
    return [a, b], {a: b}, (a, b)


def comprehension(items):
    return [x + 1 for x in items if x]


def dict_comprehension(items):
    return {x: 1 for x in items}


def unpack(pair):
    a, b = pair
    return a * b


def starred(items):
    a, *rest = items
    return a, rest


def slices(s, i):
    s[i:] = s[:i]
    del s[1:2]
    return s[1:i]


def format_(a, b):
    return f"{a}: {b!r} {a:3d}"


def augmented(o, i):
    o.count += 1
    o.items[i] *= 2


def generator_call(items):
    return sum(x for x in items)
# ==> flow
# graph calls.Derived.__init__(v0, v1)
# b0(v0, v1):
#     v2 = simple_call(<function:Base.__init__>, v0, v1)
#     goto return(None)
# graph calls.Derived.method(v0, v1)
# b0(v0, v1):
#     v2 = gt(v1, 0)
#     v3 = bool(v2)
#     if v3 then b2(v1, v0) else b1(v0, v1)
# b1(v4, v5):
#     v6 = neg(v5)
#     goto b2(v6, v4)
# b2(v7, v8):
#     v9 = simple_call(<function:Base.method>, v8, v7)
#     goto return(v9)
# graph calls.positional(v0, v1)
# b0(v0, v1):
#     v2 = simple_call(v0, v1, 1)
#     goto return(v2)
# graph calls.keywords(v0, v1)
# b0(v0, v1):
#     v2 = call_args[1;a;b](v0, v1, 1, 2)
#     goto return(v2)
# graph calls.star(v0, v1)
# b0(v0, v1):
#     v2 = call_args[1;*](v0, 1, v1)
#     goto return(v2)
# graph calls.constant_star(v0)
# b0(v0):
#     v1 = simple_call(v0, 1, 2, 3)
#     goto return(v1)
# graph calls.varargs(v0, v1)
# b0(v0, v1):
#     v2 = len(v1)
#     v3 = add(v0, v2)
#     goto return(v3)
# graph calls.instance(v0)
# b0(v0):
#     v1 = simple_call(<class:Base>, v0)
#     v2 = getattr(v1, 'method')
#     v3 = simple_call(v2, 3)
#     goto return(v3)
# graph calls.operations(v0, v1)
# b0(v0, v1):
#     v2 = len(v0)
#     v3 = abs(v1)
#     v4 = add(v2, v3)
#     v5 = getitem(v0, 0)
#     v6 = ord(v5)
#     v7 = add(v4, v6)
#     v8 = hash(v1)
#     v9 = add(v7, v8)
#     v10 = isinstance(v0, <class:int>)
#     v11 = bool(v10)
#     if v11 then b2(True, v9, v0) else b1(v0, v9)
# b1(v12, v13):
#     v14 = isinstance(v12, <class:str>)
#     v15 = bool(v14)
#     if v15 then b2(True, v13, v12) else b2(False, v13, v12)
# b2(v16, v17, v18):
#     v19 = type(v18)
#     v20 = newtuple(v17, v16, v19)
#     goto return(v20)
# graph calls.builtin_calls(v0)
# b0(v0):
#     v1 = simple_call(<class:int>, v0)
#     v2 = str(v0)
#     v3 = simple_call(<builtin:chr>, v0)
#     v4 = simple_call(<builtin:max>, v0, 3)
#     v5 = newtuple(v1, v2, v3, v4)
#     goto return(v5)
# graph calls.nested_function(v0)
# b0(v0):
#     v1 = simple_call(<function:nested_function._locals_.double>, v0)
#     goto return(v1)
# graph calls.lambda_(v0)
# b0(v0):
#     v1 = simple_call(<function:lambda_._locals_._lambda_>, v0)
#     goto return(v1)
# graph calls.display(v0, v1)
# b0(v0, v1):
#     v2 = newlist(v0, v1)
#     v3 = newdict()
#     v4 = setitem(v3, v0, v1)
#     v5 = newtuple(v0, v1)
#     v6 = newtuple(v2, v3, v5)
#     goto return(v6)
# graph calls.comprehension(v0)
# b0(v0):
#     v1 = newlist()
#     v2 = iter(v0)
#     v3 = hint_maxlength(v1, v0)
#     goto b1(v3, v2)
# b1(v4, v5):
#     v6 = next(v5)
#     try { normal => b2(v4, v5, v6), <class:StopIteration>(v7, v8) => b4(v4) }
# b2(v9, v10, v11):
#     v12 = bool(v11)
#     if v12 then b3(v9, v10, v11) else b1(v9, v10)
# b3(v13, v14, v15):
#     v16 = add(v15, 1)
#     v17 = getattr(v13, 'append')
#     v18 = simple_call(v17, v16)
#     goto b1(v13, v14)
# b4(v19):
#     v20 = hint_fence(v19)
#     goto return(v20)
# graph calls.dict_comprehension(v0)
# b0(v0):
#     v1 = newdict()
#     v2 = iter(v0)
#     goto b1(v1, v2)
# b1(v3, v4):
#     v5 = next(v4)
#     try { normal => b2(v3, v4, v5), <class:StopIteration>(v6, v7) => return(v3) }
# b2(v8, v9, v10):
#     v11 = setitem(v8, v10, 1)
#     goto b1(v8, v9)
# graph calls.unpack(v0)
# b0(v0):
#     v1 = len(v0)
#     v2 = eq(v1, 2)
#     v3 = bool(v2)
#     if v3 then b1(v0) else b3()
# b1(v4):
#     v5 = getitem(v4, 0)
#     v6 = getitem(v4, 1)
#     v7 = mul(v5, v6)
#     goto return(v7)
# b3():
#     v9 = simple_call(<class:ValueError>)
#     goto raise(<class:ValueError>, v9)
# graph calls.starred(v0)
# b0(v0):
#     v1 = len(v0)
#     v2 = ge(v1, 1)
#     v3 = bool(v2)
#     if v3 then b1(v0) else b3()
# b1(v4):
#     v5 = getitem(v4, 0)
#     v6 = getslice(v4, 1, None)
#     v7 = newtuple(v5, v6)
#     goto return(v7)
# b3():
#     v9 = simple_call(<class:ValueError>)
#     goto raise(<class:ValueError>, v9)
# graph calls.slices(v0, v1)
# b0(v0, v1):
#     v2 = getslice(v0, None, v1)
#     v3 = setslice(v0, v1, None, v2)
#     v4 = delslice(v0, 1, 2)
#     v5 = getslice(v0, 1, v1)
#     goto return(v5)
# graph calls.format_(v0, v1)
# b0(v0, v1):
#     v2 = format(v0, '')
#     v3 = repr(v1)
#     v4 = format(v0, '3d')
#     v5 = add(v2, ': ')
#     v6 = add(v5, v3)
#     v7 = add(v6, ' ')
#     v8 = add(v7, v4)
#     goto return(v8)
# graph calls.augmented(v0, v1)
# b0(v0, v1):
#     v2 = getattr(v0, 'count')
#     v3 = inplace_add(v2, 1)
#     v4 = setattr(v0, 'count', v3)
#     v5 = getattr(v0, 'items')
#     v6 = getitem(v5, v1)
#     v7 = inplace_mul(v6, 2)
#     v8 = setitem(v5, v1, v7)
#     goto return(None)
# graph calls.generator_call(v0)
# b0(v0):
#     v1 = iter(v0)
#     v2 = simple_call(<function:generator_call._locals_._genexpr_>, v1)
#     v3 = simple_call(<builtin:sum>, v2)
#     goto return(v3)
