# run: 99000
# holds: sessions<=2000 flushes<=0
# An evaluator with continuations whose environment, an object that each call makes anew, is among the greens. All that
# a call evaluates would be compiled for its environment.
import os
from rpython.rlib.jit import JitDriver


class Node(object):
    pass


class Number(Node):
    def __init__(self, value):
        self.value = value


class Name(Node):
    def __init__(self, name):
        self.name = name


class Sum(Node):
    def __init__(self, left, right):
        self.left = left
        self.right = right


class If(Node):
    def __init__(self, test, yes, no):
        self.test = test
        self.yes = yes
        self.no = no


class Call(Node):
    def __init__(self, argument):
        self.argument = argument


class Cont(object):
    def apply(self, value, env):
        raise NotImplementedError


class Left(Cont):
    def __init__(self, node, env, cont):
        self.node = node
        self.env = env
        self.cont = cont

    def apply(self, value, env):
        return self.node, self.env, Right(value, self.cont), value


class Right(Cont):
    def __init__(self, value, cont):
        self.value = value
        self.cont = cont

    def apply(self, value, env):
        return self.cont.apply((self.value + value) % 100003, env)


class Test(Cont):
    def __init__(self, node, env, cont):
        self.node = node
        self.env = env
        self.cont = cont

    def apply(self, value, env):
        return self.node.yes if value else self.node.no, self.env, self.cont, value


class Enter(Cont):
    def __init__(self, body, cont):
        self.body = body
        self.cont = cont

    def apply(self, value, env):
        return self.body, {'x': value, 'y': value // 2}, self.cont, value


class End(Cont):
    def apply(self, value, env):
        return None, env, self, value


driver = JitDriver(greens=['env', 'body'], reds=['value', 'node', 'cont'])


def evaluate(node, body, env):
    value = 0
    cont = End()
    while node is not None:
        driver.can_enter_jit(value=value, node=node, env=env, cont=cont, body=body)
        driver.jit_merge_point(value=value, node=node, env=env, cont=cont, body=body)
        if isinstance(node, Number):
            node, env, cont, value = cont.apply(node.value, env)
        elif isinstance(node, Name):
            found = 0
            for name in env.keys():
                if name == node.name:
                    found = env[name]
            node, env, cont, value = cont.apply(found, env)
        elif isinstance(node, Sum):
            cont = Left(node.right, env, cont)
            node = node.left
        elif isinstance(node, If):
            cont = Test(node, env, cont)
            node = node.test
        elif isinstance(node, Call):
            cont = Enter(body, cont)
            node = node.argument
    return value


def main(argv):
    x = Name('x')
    # f(x) = f(x - 1 + (y - y)) if x else y + y
    less = Sum(Sum(x, Number(-1)), Sum(Number(0), Number(0)))
    body = If(x, Call(less), Sum(Name('y'), Name('y')))
    # The first environment stays for long enough to be compiled for.
    program = x
    for i in range(50000):
        program = Sum(program, x)
    program = Sum(program, Call(Number(int(argv[1]))))
    print evaluate(program, body, {'x': 7})
    return 0


def target(driver, args):
    return main, None
