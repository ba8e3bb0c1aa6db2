import sys

LIMIT = 10
NAMES = ('a', 'b')
TABLE = [1, 2, 3]
counter = [0]


class Config(object):
    depth = 3


class Frozen(object):
    def __init__(self, size):
        self.size = size

    def _freeze_(self):
        return True


class Mutable(object):
    def __init__(self, size):
        self.size = size


frozen = Frozen(5)
mutable = Mutable(5)


def arithmetic():
    return (LIMIT + 2) * 3 - 1 << 1


def module_constant():
    if sys.maxint > 2 ** 31:
        return 64
    return 32


def class_attribute():
    return Config.depth + 1


def frozen_attribute():
    return frozen.size + 1


# Ordinary instances and lists change at run time.
def mutable_attribute():
    return mutable.size + 1


def mutable_list():
    counter[0] += 1
    return counter[0] + len(TABLE)


def tuple_item():
    return NAMES[1] + NAMES[0]


def overflow():
    return sys.maxint + 1


def dead_branch(x):
    if LIMIT > 5 and x:
        return 1
    return 2


def constant_loop():
    i = 0
    total = 0
    while i < 4:
        total += i
        i += 1
    return total


def string_constants():
    return "%s-%d" % ("a", 3) + "x".upper()


def unpack_constant():
    a, b = NAMES
    return a + b
# ==> flow
# graph constants.arithmetic()
# b0():
#     goto return(70)
# graph constants.module_constant()
# b0():
#     goto return(64)
# graph constants.class_attribute()
# b0():
#     goto return(4)
# graph constants.frozen_attribute()
# b0():
#     goto return(6)
# graph constants.mutable_attribute()
# b0():
#     v0 = getattr(<Mutable>, 'size')
#     v1 = add(v0, 1)
#     goto return(v1)
# graph constants.mutable_list()
# b0():
#     v0 = getitem(<list:1>, 0)
#     v1 = inplace_add(v0, 1)
#     v2 = setitem(<list:1>, 0, v1)
#     v3 = getitem(<list:1>, 0)
#     v4 = len(<list:3>)
#     v5 = add(v3, v4)
#     goto return(v5)
# graph constants.tuple_item()
# b0():
#     goto return('ba')
# graph constants.overflow()
# b0():
#     goto return(9223372036854775808L)
# graph constants.dead_branch(v0)
# b0(v0):
#     v1 = bool(v0)
#     if v1 then return(1) else return(2)
# graph constants.constant_loop()
# b0():
#     goto return(6)
# graph constants.string_constants()
# b0():
#     v0 = getattr('x', 'upper')
#     v1 = simple_call(v0)
#     v2 = add('a-3', v1)
#     goto return(v2)
# graph constants.unpack_constant()
# b0():
#     goto return('ab')
