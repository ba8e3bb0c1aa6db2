"""The machine: one value stack, a chain of frames with registers.

Instructions on the stack alone are the methods `do_NAME`; the loop tries them by
an unrolled search, which translation turns into a switch.
"""

import os

from rpython.rlib.jit import JitDriver, promote, unroll_safe
from rpython.rlib.rarithmetic import LONG_BIT, intmask, r_uint
from rpython.rlib.rstring import StringBuilder
from rpython.rlib.unroll import unrolling_iterable

import opcodes
from assembler import REGISTERS
from values import (
    ArrayValue, IntValue, StrValue, compare, is_equal, make_bool, make_int,
    to_text)

MAX_FRAMES = 10000

stack_instructions = unrolling_iterable(
    [(opcodes.BY_NAME[_name].number, 'do_' + _name)
     for _name in opcodes.STACK_INSTRUCTIONS])


def get_printable_location(pc, function, program):
    return '%s:%d %s' % (function.name, function.lines[pc],
                         opcodes.BY_NUMBER[ord(function.code[pc])].name)


jitdriver = JitDriver(greens=['pc', 'function', 'program'],
                      reds=['frame', 'machine'],
                      get_printable_location=get_printable_location)


class MachineError(Exception):
    def __init__(self, msg):
        self.msg = msg


class Halt(Exception):
    """Ends the program from any depth."""


class Frame(object):
    _immutable_fields_ = ['function', 'registers', 'caller', 'return_pc']

    def __init__(self, function, caller, return_pc):
        self.function = function
        self.registers = [make_int(0)] * REGISTERS
        self.caller = caller
        self.return_pc = return_pc


def int_of(value):
    if not isinstance(value, IntValue):
        raise MachineError('expected an integer, got a %s' % value.kind)
    return value.num


def str_of(value):
    if not isinstance(value, StrValue):
        raise MachineError('expected a string, got a %s' % value.kind)
    return value.text


def array_of(value):
    if not isinstance(value, ArrayValue):
        raise MachineError('expected an array, got a %s' % value.kind)
    return value.items


def register_at(code, pc):
    return ord(code[pc])


def word_at(code, pc):
    return ord(code[pc]) | (ord(code[pc + 1]) << 8)


class Input(object):
    """Standard input, line by line."""

    def __init__(self):
        self.buffer = ''
        self.at_end = False

    def readline(self):
        while True:
            stop = self.buffer.find('\n')
            if stop >= 0 or self.at_end:
                break
            data = os.read(0, 4096)
            if len(data) == 0:
                self.at_end = True
            self.buffer += data
        if stop < 0:
            line = self.buffer
            self.buffer = ''
        else:
            line = self.buffer[:stop]
            self.buffer = self.buffer[stop + 1:]
        return line


class Machine(object):
    def __init__(self, program):
        self.program = program
        self.stack = []
        self.frames = 0
        self.frame = None           # where an error happened
        self.pc = 0
        self.input = Input()

    def push(self, value):
        self.stack.append(value)

    def push_int(self, num):
        self.stack.append(make_int(num))

    def push_bool(self, flag):
        self.stack.append(make_bool(flag))

    def push_str(self, text):
        self.stack.append(StrValue(text))

    def pop(self):
        if len(self.stack) == 0:
            raise MachineError('the stack is empty')
        return self.stack.pop()

    def pop_int(self):
        return int_of(self.pop())

    def pop_str(self):
        return str_of(self.pop())

    def pop_array(self):
        return array_of(self.pop())

    # -- the stack ------------------------------------------------------

    def do_pop(self):
        self.pop()

    def do_dup(self):
        value = self.pop()
        self.push(value)
        self.push(value)

    def do_swap(self):
        top = self.pop()
        below = self.pop()
        self.push(top)
        self.push(below)

    def do_over(self):
        top = self.pop()
        below = self.pop()
        self.push(below)
        self.push(top)
        self.push(below)

    # -- integers -------------------------------------------------------

    def do_add(self):
        b = self.pop_int()
        self.push_int(intmask(self.pop_int() + b))

    def do_sub(self):
        b = self.pop_int()
        self.push_int(intmask(self.pop_int() - b))

    def do_mul(self):
        b = self.pop_int()
        self.push_int(intmask(self.pop_int() * b))

    def pop_divisor(self):
        b = self.pop_int()
        if b == 0:
            raise MachineError('division by zero')
        return b

    def do_div(self):
        b = self.pop_divisor()
        a = self.pop_int()
        if b == -1:
            self.push_int(intmask(-a))      # the quotient may not fit a word
        else:
            self.push_int(a // b)

    def do_mod(self):
        b = self.pop_divisor()
        a = self.pop_int()
        if b == -1:
            self.push_int(0)
        else:
            self.push_int(a % b)

    def do_neg(self):
        self.push_int(intmask(-self.pop_int()))

    def do_and(self):
        self.push_int(self.pop_int() & self.pop_int())

    def do_or(self):
        self.push_int(self.pop_int() | self.pop_int())

    def do_xor(self):
        self.push_int(self.pop_int() ^ self.pop_int())

    def pop_shift(self):
        count = self.pop_int()
        if not 0 <= count < LONG_BIT:
            raise MachineError('bad shift count: %d' % count)
        return count

    def do_shl(self):
        count = self.pop_shift()
        self.push_int(intmask(self.pop_int() << count))

    def do_shr(self):
        """Without sign."""
        count = self.pop_shift()
        self.push_int(intmask(r_uint(self.pop_int()) >> r_uint(count)))

    def do_not(self):
        self.push_bool(self.pop_int() == 0)

    # -- comparisons ----------------------------------------------------

    def compare(self):
        b = self.pop()
        a = self.pop()
        try:
            return compare(a, b)
        except TypeError:
            raise MachineError('cannot compare %s and %s' % (a.kind, b.kind))

    def do_eq(self):
        self.push_bool(is_equal(self.pop(), self.pop()))

    def do_ne(self):
        self.push_bool(not is_equal(self.pop(), self.pop()))

    def do_lt(self):
        self.push_bool(self.compare() < 0)

    def do_le(self):
        self.push_bool(self.compare() <= 0)

    def do_gt(self):
        self.push_bool(self.compare() > 0)

    def do_ge(self):
        self.push_bool(self.compare() >= 0)

    # -- strings --------------------------------------------------------

    def do_concat(self):
        b = to_text(self.pop())
        self.push_str(to_text(self.pop()) + b)

    def do_len(self):
        value = self.pop()
        if isinstance(value, StrValue):
            self.push_int(len(value.text))
        else:
            self.push_int(len(array_of(value)))

    def do_substr(self):
        """string start length -> string"""
        length = self.pop_int()
        start = self.pop_int()
        text = self.pop_str()
        stop = start + length
        if start < 0 or length < 0 or stop > len(text):
            raise MachineError('no %d characters at %d in a string of %d' % (
                length, start, len(text)))
        assert stop >= 0
        self.push_str(text[start:stop])

    def do_char(self):
        index = self.pop_int()
        text = self.pop_str()
        try:
            self.push_str(text[check_index(index, len(text))])
        except IndexError:
            raise MachineError('no character %d in a string of %d' % (
                index, len(text)))

    def do_find(self):
        part = self.pop_str()
        self.push_int(self.pop_str().find(part))

    def do_ord(self):
        text = self.pop_str()
        if len(text) != 1:
            raise MachineError('expected one character')
        self.push_int(ord(text[0]))

    def do_chr(self):
        self.push_str(chr(self.pop_int() & 255))

    def do_itos(self):
        self.push_str(str(self.pop_int()))

    def do_stoi(self):
        text = self.pop_str()
        try:
            self.push_int(int(text))
        except ValueError:
            raise MachineError("'%s' is not a number" % text)

    def do_hash(self):
        """FNV-1a, 64 bits."""
        h = r_uint(0xcbf29ce484222325)
        for c in self.pop_str():
            h = (h ^ r_uint(ord(c))) * r_uint(0x100000001b3)
        self.push_int(intmask(h))

    def do_upper(self):
        self.push_str(self.pop_str().upper())

    def do_reverse(self):
        text = self.pop_str()
        builder = StringBuilder(len(text))
        i = len(text)
        while i > 0:
            i -= 1
            builder.append(text[i])
        self.push_str(builder.build())

    # -- arrays ---------------------------------------------------------

    def do_newarr(self):
        self.push(ArrayValue())

    def do_append(self):
        """array value -> array"""
        value = self.pop()
        array = self.pop()
        array_of(array).append(value)
        self.push(array)

    def do_get(self):
        """array index -> value"""
        index = self.pop_int()
        items = self.pop_array()
        try:
            self.push(items[check_index(index, len(items))])
        except IndexError:
            raise MachineError('no item %d in an array of %d' % (
                index, len(items)))

    def do_set(self):
        """array index value -> """
        value = self.pop()
        index = self.pop_int()
        items = self.pop_array()
        try:
            items[check_index(index, len(items))] = value
        except IndexError:
            raise MachineError('no item %d in an array of %d' % (
                index, len(items)))

    def do_split(self):
        """string separator -> array"""
        separator = self.pop_str()
        text = self.pop_str()
        if len(separator) == 0:
            raise MachineError('empty separator')
        array = ArrayValue()
        for part in text.split(separator):
            array.items.append(StrValue(part))
        self.push(array)

    # -- input and output -----------------------------------------------

    def do_print(self):
        os.write(1, to_text(self.pop()))

    def do_println(self):
        os.write(1, to_text(self.pop()) + '\n')

    def do_readline(self):
        """Pushes a line and 1, or an empty string and 0 at the end."""
        line = self.input.readline()
        self.push_str(line)
        self.push_bool(len(line) > 0 or not self.input.at_end)

    def do_fail(self):
        raise MachineError(to_text(self.pop()))

    # -- control --------------------------------------------------------

    @unroll_safe
    def call(self, function, caller, return_pc):
        if self.frames >= MAX_FRAMES:
            raise MachineError('too many nested calls')
        self.frames += 1
        frame = Frame(function, caller, return_pc)
        i = function.params
        while i > 0:
            i -= 1
            frame.registers[i] = self.pop()
        return frame

    def stack_instruction(self, opcode):
        for number, name in stack_instructions:
            if opcode == number:
                getattr(self, name)()
                return
        raise MachineError('bad opcode')

    def run(self):
        """Runs `main`; on an error `frame` and `pc` tell where."""
        program = self.program
        frame = self.call(program.main, None, 0)
        function = program.main
        pc = 0
        while True:
            jitdriver.jit_merge_point(pc=pc, function=function, program=program,
                                      frame=frame, machine=self)
            self.frame = frame
            self.pc = pc
            code = function.code
            opcode = ord(code[pc])
            pc += 1
            registers = frame.registers
            if opcode == opcodes.OP_PUSH:
                self.push(program.constants[word_at(code, pc)])
                pc += 2
            elif opcode == opcodes.OP_LOAD:
                self.push(registers[register_at(code, pc)])
                pc += 1
            elif opcode == opcodes.OP_STORE:
                registers[register_at(code, pc)] = self.pop()
                pc += 1
            elif opcode == opcodes.OP_MOVE:
                registers[register_at(code, pc)] = (
                    registers[register_at(code, pc + 1)])
                pc += 2
            elif opcode == opcodes.OP_INC:
                number = register_at(code, pc)
                registers[number] = make_int(intmask(int_of(registers[number]) + 1))
                pc += 1
            elif opcode == opcodes.OP_DEC:
                number = register_at(code, pc)
                registers[number] = make_int(intmask(int_of(registers[number]) - 1))
                pc += 1
            elif opcode == opcodes.OP_ADDR:
                number = register_at(code, pc)
                total = int_of(registers[number]) + int_of(
                    registers[register_at(code, pc + 1)])
                registers[number] = make_int(intmask(total))
                pc += 2
            elif opcode == opcodes.OP_JMP:
                target = word_at(code, pc)
                if target < pc:
                    jitdriver.can_enter_jit(pc=target, function=function,
                                            program=program, frame=frame,
                                            machine=self)
                pc = target
            elif opcode == opcodes.OP_JZ:
                if self.pop_int() == 0:
                    pc = word_at(code, pc)
                else:
                    pc += 2
            elif opcode == opcodes.OP_JNZ:
                if self.pop_int() != 0:
                    pc = word_at(code, pc)
                else:
                    pc += 2
            elif opcode == opcodes.OP_JLT:
                left = int_of(registers[register_at(code, pc)])
                right = int_of(registers[register_at(code, pc + 1)])
                if left < right:
                    pc = word_at(code, pc + 2)
                else:
                    pc += 4
            elif opcode == opcodes.OP_CALL:
                callee = program.functions[word_at(code, pc)]
                frame = self.call(callee, frame, pc + 4)
                function = promote(callee)
                pc = 0
            elif opcode == opcodes.OP_RET:
                self.frames -= 1
                pc = frame.return_pc
                frame = frame.caller
                if frame is None:
                    return
                function = promote(frame.function)
            elif opcode == opcodes.OP_HALT:
                raise Halt
            else:
                self.stack_instruction(opcode)


def check_index(index, length):
    if not 0 <= index < length:
        raise IndexError
    return index
