from rpython.rlib.objectmodel import instantiate


class Shape(object):
    sides = 0

    def __init__(self, size):
        self.size = size

    def area(self):
        return 0

    def name(self):
        return "shape"

    def twice(self):
        return self.area() * 2


class Square(Shape):
    sides = 4

    def area(self):
        return self.size * self.size

    def name(self):
        return "square"


class Tri(Shape):
    sides = 3

    def __init__(self, size, height):
        Shape.__init__(self, size)
        self.height = height

    def area(self):
        return self.size * self.height // 2


class Big(Square):
    def area(self):
        return Square.area(self) + 1000


def make(n):
    if n < 0:
        return Shape(n)
    if n < 2:
        return Square(n)
    if n < 4:
        return Tri(n, 7)
    return Big(n)


def t_area(n):
    return make(n).area()


def t_twice(n):
    return make(n).twice()


def t_name(n):
    return make(n).name()


def t_sides(n):
    return make(n).sides


def t_isinstance(n):
    s = make(n)
    r = 0
    if isinstance(s, Square):
        r += 1
    if isinstance(s, Tri):
        r += 2 + s.height
    if isinstance(s, Big):
        r += 4
    if isinstance(s, (Tri, Big)):
        r += 100
    return r


def t_nullable(n):
    s = None
    if n > 2:
        s = make(n)
    if s is None:
        return -1
    return s.area()


def t_type(n):
    s = make(n)
    if type(s) is Square:
        return 1
    if s.__class__ is Big:
        return 2
    return 3


class Node(object):
    def __init__(self, value, next):
        self.value = value
        self.next = next


def t_linked(n):
    head = None
    for i in range(n):
        head = Node(i, head)
    s = 0
    while head is not None:
        s = s * 3 + head.value
        head = head.next
    return s


class Counter(object):
    count = 5

    def __init__(self):
        self.items = []

    def add(self, x):
        self.count += 1
        self.items.append(x)


def t_class_default(n):
    c = Counter()
    for i in range(n):
        c.add(i)
    return c.count * 10 + len(c.items)


def t_bound_method(n):
    c = Counter()
    f = c.add
    f(n)
    f(n + 1)
    return c.items[1] + c.count


PREBUILT = Tri(6, 3)
PREBUILT.extra = Node(4, Node(5, None))


def t_prebuilt(n):
    PREBUILT.size = 6 + n
    return PREBUILT.area() + PREBUILT.extra.next.value


def add(a, b):
    return a + b


def sub(a, b):
    return a - b


def mul(a, b, c=2):
    return a * b * c


OPS = [add, sub, mul]


def t_function_table(n):
    return OPS[n % 3](n, 4)


def t_function_choice(n):
    f = add
    if n > 3:
        f = sub
    return f(n, 1)


def t_class_choice(n):
    cls = Square
    if n > 3:
        cls = Big
    return cls(n).area()


class Mixin(object):
    _mixin_ = True

    def twice_x(self):
        return self.x * 2


class WithMixin(Mixin, object):
    def __init__(self, x):
        self.x = x


def t_mixin(n):
    return WithMixin(n).twice_x()


class WithStatic(object):
    @staticmethod
    def double(x):
        return x * 2

    def run(self, x):
        return self.double(x) + WithStatic.double(x)


def t_static(n):
    return WithStatic().run(n)


class Visitor(object):
    def visit(self, node):
        return node.accept(self)

    def visit_num(self, node):
        return node.value

    def visit_add(self, node):
        return self.visit(node.left) + self.visit(node.right)


class Ast(object):
    def accept(self, v):
        raise NotImplementedError


class Num(Ast):
    def __init__(self, value):
        self.value = value

    def accept(self, v):
        return v.visit_num(self)


class Add(Ast):
    def __init__(self, left, right):
        self.left = left
        self.right = right

    def accept(self, v):
        return v.visit_add(self)


def t_visitor(n):
    return Visitor().visit(Add(Num(n), Add(Num(2), Num(3))))


def t_is(n):
    a = Node(n, None)
    b = Node(n, None)
    c = a
    return (a is b) + 2 * (a is c) + 4 * (a == b) + 8 * (a != c)


def _never_called_1():
    pass


def _never_called_2():
    pass


def _is_none(f, expected):
    return (f is None) == expected


def t_functions_nobody_calls_are_not_none(n):
    ok = _is_none(None, True) and _is_none(_never_called_1, False) and _is_none(_never_called_2, False)
    f = _never_called_1
    if n > 2:
        f = _never_called_2
    return ok and (f is _never_called_1) == (n <= 2)


class _Made(object):
    pass


class _MadeToo(_Made):
    pass


def t_instantiate_one_of_two(n):
    cls = _Made
    if n > 2:
        cls = _MadeToo
    return isinstance(instantiate(cls), _MadeToo)


def _text_or_none(n):
    if n > 2:
        return 'abc'
    return None


def t_isinstance_of_strings(n):
    s = _text_or_none(n)
    r = 0
    if isinstance(s, str):
        r = len(s)
    return r


def t_lists_of_themselves(n):
    l = []
    i = 0
    while i < n:
        l = [l]
        i += 1
    return len(l)


def t_text_of_empty_lists(n):
    return '<%s> %s' % ([], [n])
