"""The machine: runs code, and tells the JIT what it may know.

Three declarations make compiled code fast:

* The position in the program is green, so that fetching and decoding happen while the JIT compiles.
* Functions and programs are immutable (`_immutable_fields_` in `compiler.py`), so that what is read from them is
  green, too.
* The frame is virtualizable: its variables and its stack are registers of compiled code, not memory.

`genext view --stage colors` shows what follows from them, and `genext view --why NAME` why a variable is red.
"""
from rpython.rlib.jit import JitDriver, dont_look_inside
from rpython.rlib.rarithmetic import intmask

from compiler import (ADD, CALL, CONST, DIV, GREATER, JUMP, JUMP_IF_ZERO, LESS, LOAD, MUL, OPCODES, POP, PRINT, RETURN,
                      STORE, SUB)
from lexer import LanguageError

MAX_DEPTH = 500         # of calls in progress


def get_printable_location(pc, function, program):
    return '%s:%d %s' % (function.name, function.lines[pc], OPCODES[function.opcodes[pc]])


driver = JitDriver(greens=['pc', 'function', 'program'], reds=['frame'], virtualizables=['frame'],
                   get_printable_location=get_printable_location)


class Frame(object):
    """A call in progress. `values` holds the variables and, above them, the stack."""
    _virtualizable_ = ['top', 'values[*]']

    def __init__(self, function, depth):
        self.values = [0] * function.size
        self.top = function.n_variables
        self.depth = depth

    def push(self, value):
        self.values[self.top] = value
        self.top += 1

    def pop(self):
        top = self.top - 1
        assert top >= 0
        self.top = top
        return self.values[top]


def run(function, program, frame):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, function=function, program=program, frame=frame)
        opcode = function.opcodes[pc]
        argument = function.arguments[pc]
        pc += 1
        if opcode == CONST:
            frame.push(argument)
        elif opcode == LOAD:
            frame.push(frame.values[argument])
        elif opcode == STORE:
            frame.values[argument] = frame.pop()
        elif opcode == JUMP:
            backwards = argument < pc
            pc = argument
            if backwards:
                driver.can_enter_jit(pc=pc, function=function, program=program, frame=frame)
        elif opcode == JUMP_IF_ZERO:
            if frame.pop() == 0:
                pc = argument
        elif opcode == CALL:
            callee = program.functions[argument]
            frame.push(call(callee, program, frame, function.lines[pc - 1]))
        elif opcode == RETURN:
            return frame.pop()
        elif opcode == POP:
            frame.pop()
        elif opcode == PRINT:
            show(frame.pop())
        else:
            right = frame.pop()
            left = frame.pop()
            frame.push(binary(opcode, left, right, function.lines[pc - 1]))


def call(callee, program, frame, line):
    if frame.depth >= MAX_DEPTH:
        raise LanguageError(line, "calls are nested too deeply")
    inner = Frame(callee, frame.depth + 1)
    i = callee.n_params
    while i > 0:
        i -= 1
        inner.values[i] = frame.pop()
    return run(callee, program, inner)


def binary(opcode, left, right, line):
    """Numbers are machine words: what is larger wraps around."""
    if opcode == ADD:
        return intmask(left + right)
    elif opcode == SUB:
        return intmask(left - right)
    elif opcode == MUL:
        return intmask(left * right)
    elif opcode == LESS:
        return int(left < right)
    elif opcode == GREATER:
        return int(left > right)
    else:
        assert opcode == DIV
        if right == 0:
            raise LanguageError(line, "division by zero")
        if right == -1:
            return intmask(0 - left)        # the least number has no negative: it stays itself
        return left // right


@dont_look_inside
def show(value):
    print(value)


def execute(program):
    run(program.main, program, Frame(program.main, 0))
