# What `isinstance` tells holds although the tested result is only None while the first functions are annotated.
# args: a b


class Node(object):
    _attrs_ = []

    def evaluate(self, env):
        pass


class Skip(Node):
    _attrs_ = []


class Number(Node):
    _attrs_ = ['integer']
    _immutable_fields_ = ['integer']

    def __init__(self, integer):
        self.integer = integer

    def evaluate(self, env):
        return self


class Text(Node):
    _attrs_ = []

    def evaluate(self, env):
        return self


class Add(Node):
    _attrs_ = ['left', 'right']

    def __init__(self, left, right):
        self.left = left
        self.right = right

    def sides(self, env):
        left = self.left.evaluate(env)
        assert isinstance(left, Number)
        right = self.right.evaluate(env)
        assert isinstance(right, Number)
        return left.integer, right.integer

    def evaluate(self, env):
        a, b = self.sides(env)
        return Number(a + b)


def main(argv):
    tree = Add(Skip(), Skip())
    if len(argv) > 9:
        tree.evaluate(argv)
    numbers(argv)
    return 0


def numbers(argv):
    tree = Add(Number(3), Add(Number(4), Number(len(argv))))
    if len(argv) > 9:
        tree = Add(Text(), Text())
    result = tree.evaluate(argv)
    assert isinstance(result, Number)
    print(result.integer)


def target(*args):
    return main
