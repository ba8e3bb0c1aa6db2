"""An interpreter of texts whose hints are true until the last turns of the loop, where one of them becomes a lie: the one
that is named. `none`: none of them. Declared fields that other code than constructors stores to are no lies: they are guarded."""
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, elidable, promote

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'total', 'frame'])

class Box(object):
    _immutable_fields_ = ['value']
    def __init__(self, value):
        self.value = value

class Code(object):
    _immutable_fields_ = ['text', 'step', 'steps[*]', 'box', 'boxes[*]']
    def __init__(self, text):
        boxes = []
        for i in range(len(text)):
            boxes.append(Box(i))
        # A list that was made as one that is written to, and declared otherwise.
        self.boxes = boxes[:]
        self.box = Box(3)
        self.text = text
        self.step = 1
        self.steps = [1, 2, 3]

class Frame(object):
    def __init__(self, shape):
        self.shape = shape

class Shape(object):
    _immutable_fields_ = ['size', 'name', 'next', 'tag']
    def __init__(self, size, name, next):
        self.size = size
        self.name = name
        self.next = next
        self.tag = Box(6)

class World(object):
    def __init__(self):
        self.weights = [3, 4]
        self.shapes = {}
        self.pairs = {}
        self.what = ''

world = World()

@elidable
def weight(k):
    return world.weights[k]

@elidable
def find(name):
    return world.shapes.get(name, None)

@elidable
def fresh(n):
    # A new object for each call is no lie.
    return Shape(n, 'fresh' + str(n), None)

@elidable
def pair(name):
    # The same items in another tuple are the same.
    return world.pairs[name]

@dont_look_inside
def change(what, code, shape):
    if what == 'step':
        code.step = 2
    elif what == 'steps':
        code.steps[0] = 7
    elif what == 'size':
        shape.size = 9
    elif what == 'name':
        shape.name = 'other'
    elif what == 'next':
        shape.next = Shape(5, 'five', None)
    elif what == 'weight':
        world.weights[1] += 20
    elif what == 'again':
        code.box.__init__(9)
    elif what == 'promoted':
        shape.tag.__init__(8)
    elif what == 'find':
        world.shapes['one'] = Shape(6, 'six', None)
    elif what == 'equal pair':
        world.pairs['one'] = (code.step, 'on' + 'e' * code.step, code.box)
    elif what == 'pair':
        world.pairs['one'] = (code.step + 1, 'one', code.box)

def run(code, frame, n):
    pc = 0
    total = 0
    while pc < len(code.text):
        driver.jit_merge_point(pc=pc, code=code, n=n, total=total, frame=frame)
        op = code.text[pc]
        pc += 1
        if op == 'a':
            total += code.step
        elif op == 'i':
            total += code.steps[pc & 1]
        elif op == 'b':
            total += code.box.value
        elif op == 'l':
            total += code.boxes[pc & 1].value
        elif op == 's':
            shape = promote(frame.shape)
            total += shape.tag.value
            total += shape.size + len(shape.name)
            if shape.next is not None:
                total += shape.next.size
        elif op == 'w':
            total += weight(pc & 1)
        elif op == 'f':
            total += find('one').size + fresh(pc).size
        elif op == 'p':
            number, name, box = pair('one')
            total += number + len(name) + box.value
        elif op == 'j':
            n -= 1
            if n == 5:
                change(world.what, code, frame.shape)
            if n > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, n=n, total=total, frame=frame)
    return total

def main(argv):
    shape = Shape(3, 'three', Shape(4, 'four', None))
    world.what = argv[1]
    world.shapes['one'] = Shape(1, 'one', None)
    code = Code('aibswfplj')
    world.pairs['one'] = (1, 'one', code.box)
    total = run(code, Frame(shape), 3000)
    os.write(1, '%d\n' % total)
    return 0

def target(driver, args):
    return main
