"""The machine: virtualizable frames, globals in cells, exceptions with one handler a frame."""

import os

from objects import VMError, W_Int, W_Object, W_Str
from opcodes import *
from rpython.rlib.debug import make_sure_not_resized
from rpython.rlib.jit import (
    JitDriver, dont_look_inside, elidable_promote, hint, isconstant,
    look_inside_iff, loop_invariant, promote, unroll_safe)
from rpython.rlib.unroll import unrolling_iterable

BINARY = unrolling_iterable([(ADD, 'add'), (SUB, 'sub'), (MUL, 'mul')])


class Code(object):
    _immutable_fields_ = ['name', 'code[*]', 'constants[*]', 'names[*]', 'locals', 'depth']

    def __init__(self, name, code, constants, names, locals):
        self.name = name
        self.code = code
        self.constants = constants
        self.names = names
        self.locals = locals
        # No instruction pushes more than one value.
        self.depth = len(code) // 2 + 1


class Global(object):
    """A global variable; compiled code takes its value for a constant until it changes."""
    _immutable_fields_ = ['w_value?']

    def __init__(self):
        self.w_value = None


class Space(object):
    def __init__(self):
        self.cells = {}
        self.functions = []

    @elidable_promote()
    def cell(self, name):
        if name not in self.cells:
            self.cells[name] = Global()
        return self.cells[name]


class Frame(object):
    _virtualizable_ = ['depth', 'handler', 'code', 'stack[*]', 'locals[*]']

    def __init__(self, code):
        self = hint(self, access_directly=True, fresh_virtualizable=True)
        self.code = code
        self.depth = 0
        self.handler = -1
        self.stack = [None] * code.depth
        self.locals = [None] * code.locals
        make_sure_not_resized(self.stack)
        make_sure_not_resized(self.locals)

    def push(self, w_value):
        depth = self.depth
        assert depth >= 0
        self.stack[depth] = w_value
        self.depth = depth + 1

    def pop(self):
        depth = self.depth - 1
        if depth < 0:
            raise VMError(W_Str('the stack is empty'))
        w_value = self.stack[depth]
        self.stack[depth] = None
        self.depth = depth
        return w_value

    def pop_object(self):
        w_object = self.pop()
        if not isinstance(w_object, W_Object):
            raise VMError(W_Str('not an object'))
        return w_object

    @unroll_safe
    def clear(self):
        while promote(self.depth) > 0:
            self.pop()


def location(pc, code):
    return '%s %d: %s' % (code.name, pc, NAMES[code.code[pc]])


driver = JitDriver(greens=['pc', 'code'], reds=['frame', 'space'],
                   virtualizables=['frame'],
                   get_printable_location=location, name='objvm')


@unroll_safe
def call(space, caller, code, count):
    frame = Frame(code)
    if count > code.locals:
        raise VMError(W_Str('too many arguments'))
    i = count
    while i > 0:
        i -= 1
        frame.locals[i] = caller.pop()
    return execute(space, frame)


@look_inside_iff(lambda n, bits: isconstant(bits))
@unroll_safe
def shifted(n, bits):
    while bits > 0:
        n *= 2
        bits -= 1
    return n


@loop_invariant
def modulus():
    return shifted(1, 20) - 3


@dont_look_inside
def write(text):
    os.write(1, text + '\n')


def execute(space, frame):
    frame = hint(frame, access_directly=True)
    code = frame.code
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame, space=space)
        op = code.code[pc]
        arg = code.code[pc + 1]
        pc += 2
        try:
            if op == PUSH:
                frame.push(code.constants[arg])
            elif op == LOAD:
                w_value = frame.locals[arg]
                if w_value is None:
                    raise VMError(W_Str('a variable without value'))
                frame.push(w_value)
            elif op == STORE:
                frame.locals[arg] = frame.pop()
            elif op == POP:
                frame.pop()
            elif op == MOD:
                w_value = frame.pop()
                if not isinstance(w_value, W_Int):
                    raise VMError(W_Str('no integer'))
                frame.push(W_Int(w_value.value % modulus()))
            elif op == LT:
                w_right = frame.pop()
                w_left = frame.pop()
                promote(w_left.__class__)
                frame.push(W_Int(int(w_left.less(w_right))))
            elif op == JUMP:
                if arg < pc:
                    pc = arg
                    driver.can_enter_jit(pc=pc, code=code, frame=frame, space=space)
                    continue
                pc = arg
            elif op == JUMP_IF_FALSE:
                if not frame.pop().is_true():
                    pc = arg
            elif op == CALL:
                frame.push(call(space, frame, space.functions[arg & 255], arg >> 8))
            elif op == RETURN:
                return frame.pop()
            elif op == PRINT:
                write(frame.pop().show())
            elif op == GETGLOBAL:
                w_value = space.cell(code.names[arg]).w_value
                if w_value is None:
                    raise VMError(W_Str('no global ' + code.names[arg]))
                frame.push(w_value)
            elif op == SETGLOBAL:
                space.cell(code.names[arg]).w_value = frame.pop()
            elif op == NEW:
                frame.push(W_Object())
            elif op == GETATTR:
                frame.push(frame.pop_object().getattr(code.names[arg]))
            elif op == SETATTR:
                w_value = frame.pop()
                frame.pop_object().setattr(code.names[arg], w_value)
            elif op == TRY:
                frame.handler = arg
            elif op == RAISE:
                raise VMError(frame.pop())
            else:
                for number, name in BINARY:
                    if op == number:
                        w_right = frame.pop()
                        w_left = frame.pop()
                        promote(w_left.__class__)
                        promote(w_right.__class__)
                        frame.push(getattr(w_left, name)(w_right))
                        break
                else:
                    assert False
        except VMError as e:
            pc = promote(frame.handler)
            if pc < 0:
                raise
            frame.handler = -1
            frame.clear()
            frame.push(e.w_value)
