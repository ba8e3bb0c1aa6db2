"""The machine: runs code."""
from rpython.rlib.jit import JitDriver

from tally.compiler import (ADD, CONST, DIV, JUMP, JUMP_IF_ZERO, LESS, LOAD, MUL, PRINT, STORE, SUB)
from tally.lexer import TallyError

driver = JitDriver(greens=['pc', 'code'], reds=['machine'], virtualizables=['machine'])


class Machine(object):
    _virtualizable_ = ['top', 'values[*]']

    def __init__(self, code):
        self.values = [0] * code.size       # the variables, and above them the stack
        self.top = code.n_variables

    def push(self, value):
        self.values[self.top] = value
        self.top += 1

    def pop(self):
        top = self.top - 1
        assert top >= 0
        self.top = top
        return self.values[top]

    def run(self, code):
        pc = 0
        while True:
            driver.jit_merge_point(pc=pc, code=code, machine=self)
            opcode = code.opcodes[pc]
            argument = code.arguments[pc]
            pc += 1
            if opcode == CONST:
                self.push(argument)
            elif opcode == LOAD:
                self.push(self.values[argument])
            elif opcode == STORE:
                self.values[argument] = self.pop()
            elif opcode == JUMP:
                pc = argument
                driver.can_enter_jit(pc=pc, code=code, machine=self)
            elif opcode == JUMP_IF_ZERO:
                if self.pop() == 0:
                    pc = argument
            elif opcode == PRINT:
                print(self.pop())
            elif opcode == ADD or opcode == SUB or opcode == MUL or opcode == DIV or opcode == LESS:
                right = self.pop()
                left = self.pop()
                self.push(binary(opcode, left, right, code.lines[pc - 1]))
            else:
                return


def binary(opcode, left, right, line):
    if opcode == ADD:
        return left + right
    elif opcode == SUB:
        return left - right
    elif opcode == MUL:
        return left * right
    elif opcode == DIV:
        try:
            return left // right
        except ZeroDivisionError:
            raise TallyError(line, "division by zero")
    else:
        return int(left < right)
