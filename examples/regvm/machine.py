"""The machine.

The registers are variables of the interpreter loop, red ones for the JIT: what
it makes of a loop keeps them where its compiled code keeps variables.  Which
variable an instruction means is known when the JIT compiles, so the choices in
`value_of` and at the end of `execute` cost nothing in compiled code.
"""

import os

from rpython.rlib.jit import JitDriver, dont_look_inside, promote
from rpython.rlib.rarithmetic import LONG_BIT, intmask, r_uint

import opcodes
from opcodes import NAMES, WORDS

REGISTERS = 8
MEMORY = 4096           # words
MAX_CALLS = 1000


class MachineError(Exception):
    def __init__(self, msg, pc):
        self.msg = msg
        self.pc = pc


class Program(object):
    """`code` holds WORDS numbers for each instruction."""
    _immutable_fields_ = ['code[*]', 'constants[*]', 'lines[*]']

    def __init__(self, code, constants, lines):
        self.code = code[:]
        self.constants = constants[:]
        self.lines = lines[:]

    def line_at(self, pc):
        return self.lines[pc // WORDS]


class Return(object):
    """Where calls go on, the innermost first."""
    _immutable_fields_ = ['pc', 'outer', 'depth']

    def __init__(self, pc, outer):
        self.pc = pc
        self.outer = outer
        self.depth = 1
        if outer is not None:
            self.depth = outer.depth + 1


def get_printable_location(pc, program):
    return 'line %d: %s' % (program.line_at(pc), NAMES[program.code[pc]])


jitdriver = JitDriver(greens=['pc', 'program'],
                      reds=['r0', 'r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7',
                            'memory', 'calls'],
                      get_printable_location=get_printable_location)


def value_of(program, operand, r0, r1, r2, r3, r4, r5, r6, r7):
    """The value of a register or a constant."""
    if operand == 0:
        return r0
    elif operand == 1:
        return r1
    elif operand == 2:
        return r2
    elif operand == 3:
        return r3
    elif operand == 4:
        return r4
    elif operand == 5:
        return r5
    elif operand == 6:
        return r6
    elif operand == 7:
        return r7
    return program.constants[operand - REGISTERS]


def divide(left, right, pc):
    if right == 0:
        raise MachineError('division by zero', pc)
    if right == -1:
        return intmask(-left)           # the quotient may not fit a word
    return left // right


def remainder(left, right, pc):
    if right == 0:
        raise MachineError('division by zero', pc)
    if right == -1:
        return 0
    return left % right


def shift_left(left, right):
    return intmask(r_uint(left) << (right & (LONG_BIT - 1)))


def shift_right(left, right):
    return left >> (right & (LONG_BIT - 1))


def check_address(address, pc):
    if not 0 <= address < MEMORY:
        raise MachineError('no memory at %d' % address, pc)
    return address


@dont_look_inside
def print_int(value):
    os.write(1, '%d\n' % value)


@dont_look_inside
def write_char(value):
    os.write(1, chr(value & 255))


@dont_look_inside
def read_char():
    data = os.read(0, 1)
    if len(data) == 0:
        return -1
    return ord(data[0])


def execute(program, registers):
    r0 = registers[0]
    r1 = registers[1]
    r2 = registers[2]
    r3 = registers[3]
    r4 = registers[4]
    r5 = registers[5]
    r6 = registers[6]
    r7 = registers[7]
    memory = [0] * MEMORY
    calls = None
    pc = 0
    while True:
        jitdriver.jit_merge_point(pc=pc, program=program, r0=r0, r1=r1, r2=r2,
                                  r3=r3, r4=r4, r5=r5, r6=r6, r7=r7,
                                  memory=memory, calls=calls)
        code = program.code
        opcode = code[pc]
        a = code[pc + 1]
        b = code[pc + 2]
        c = code[pc + 3]
        if opcode <= opcodes.LAST_WITH_RESULT:
            result = 0
            if opcode == opcodes.GETC:
                result = read_char()
            elif opcode == opcodes.MOV:
                result = value_of(program, b, r0, r1, r2, r3, r4, r5, r6, r7)
            elif opcode == opcodes.LOAD:
                address = value_of(program, b, r0, r1, r2, r3, r4, r5, r6, r7)
                result = memory[check_address(address, pc)]
            else:
                left = value_of(program, b, r0, r1, r2, r3, r4, r5, r6, r7)
                right = value_of(program, c, r0, r1, r2, r3, r4, r5, r6, r7)
                if opcode == opcodes.ADD:
                    result = intmask(left + right)
                elif opcode == opcodes.SUB:
                    result = intmask(left - right)
                elif opcode == opcodes.MUL:
                    result = intmask(left * right)
                elif opcode == opcodes.DIV:
                    result = divide(left, right, pc)
                elif opcode == opcodes.MOD:
                    result = remainder(left, right, pc)
                elif opcode == opcodes.AND:
                    result = left & right
                elif opcode == opcodes.OR:
                    result = left | right
                elif opcode == opcodes.XOR:
                    result = left ^ right
                elif opcode == opcodes.SHL:
                    result = shift_left(left, right)
                elif opcode == opcodes.SHR:
                    result = shift_right(left, right)
            pc += WORDS
            if a == 0:
                r0 = result
            elif a == 1:
                r1 = result
            elif a == 2:
                r2 = result
            elif a == 3:
                r3 = result
            elif a == 4:
                r4 = result
            elif a == 5:
                r5 = result
            elif a == 6:
                r6 = result
            else:
                r7 = result
        elif opcode == opcodes.RET:
            if calls is None:
                return
            pc = promote(calls.pc)
            calls = calls.outer
        elif opcode == opcodes.HALT:
            return
        elif opcode == opcodes.STORE:
            address = value_of(program, a, r0, r1, r2, r3, r4, r5, r6, r7)
            value = value_of(program, b, r0, r1, r2, r3, r4, r5, r6, r7)
            memory[check_address(address, pc)] = value
            pc += WORDS
        elif opcode == opcodes.PRINT:
            print_int(value_of(program, a, r0, r1, r2, r3, r4, r5, r6, r7))
            pc += WORDS
        elif opcode == opcodes.PUTC:
            write_char(value_of(program, a, r0, r1, r2, r3, r4, r5, r6, r7))
            pc += WORDS
        else:
            target = a
            jumps = True
            if opcode == opcodes.CALL:
                if calls is not None and calls.depth >= MAX_CALLS:
                    raise MachineError('too many nested calls', pc)
                calls = Return(pc + WORDS, calls)
            elif opcode != opcodes.JMP:
                target = c
                left = value_of(program, a, r0, r1, r2, r3, r4, r5, r6, r7)
                right = value_of(program, b, r0, r1, r2, r3, r4, r5, r6, r7)
                if opcode == opcodes.JEQ:
                    jumps = left == right
                elif opcode == opcodes.JNE:
                    jumps = left != right
                elif opcode == opcodes.JLT:
                    jumps = left < right
                else:
                    jumps = left <= right
            if not jumps:
                pc += WORDS
            elif target > pc:
                pc = target
            else:
                pc = target
                jitdriver.can_enter_jit(pc=pc, program=program, r0=r0, r1=r1,
                                        r2=r2, r3=r3, r4=r4, r5=r5, r6=r6,
                                        r7=r7, memory=memory, calls=calls)
