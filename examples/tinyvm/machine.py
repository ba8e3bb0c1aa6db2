"""The machine: one value stack, a chain of frames with registers.

Instructions on the stack alone are the functions `do_NAME`, from stack to stack;
the loop tries them by an unrolled search, which translation turns into a switch.

Cells of the stack never change, so the JIT can keep them and the values in them
off the heap.  For registers to stay there too, compiled code works on frames it
made itself: it copies the frame it was entered with (`Frame.copy`).
"""

import os

from rpython.rlib.jit import (
    JitDriver, dont_look_inside, promote, unroll_safe, we_are_jitted)
from rpython.rlib.rarithmetic import LONG_BIT, intmask, r_uint
from rpython.rlib.rstring import StringBuilder
from rpython.rlib.unroll import unrolling_iterable

import opcodes
from assembler import REGISTERS
from values import (
    ArrayValue, IntValue, StrValue, is_equal, is_less, make_bool, make_int,
    to_text)

MAX_FRAMES = 10000


def get_printable_location(pc, function, program):
    return '%s:%d %s' % (function.name, function.lines[pc],
                         opcodes.BY_NUMBER[ord(function.code[pc])].name)


jitdriver = JitDriver(greens=['pc', 'function', 'program'],
                      reds=['frame', 'stack'],
                      get_printable_location=get_printable_location)


class MachineError(Exception):
    """`frame` and `pc`, filled in by `execute`, tell where."""

    def __init__(self, msg):
        self.msg = msg
        self.frame = None
        self.pc = 0


class Halt(Exception):
    """Ends the program from any depth."""


class Frame(object):
    _immutable_fields_ = ['function', 'registers', 'caller', 'return_pc', 'depth']

    def __init__(self, function, registers, caller, return_pc, depth):
        self.function = function
        self.registers = registers
        self.caller = caller
        self.return_pc = return_pc
        self.depth = depth

    def copy(self):
        r = self.registers
        registers = [r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7],
                     r[8], r[9], r[10], r[11], r[12], r[13], r[14], r[15]]
        return Frame(self.function, registers, self.caller, self.return_pc,
                     self.depth)


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

    @dont_look_inside
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


standard_input = Input()


@dont_look_inside
def write(text):
    os.write(1, text)


# ____________________________________________________________ the stack


class Cell(object):
    """A value on the stack, above others or None."""
    _immutable_fields_ = ['value', 'below']

    def __init__(self, value, below):
        self.value = value
        self.below = below


def top(stack):
    if stack is None:
        raise MachineError('the stack is empty')
    return stack.value


def top_int(stack):
    return int_of(top(stack))


def top_str(stack):
    return str_of(top(stack))


def with_int(num, stack):
    return Cell(make_int(num), stack)


def with_bool(flag, stack):
    return Cell(make_bool(flag), stack)


def with_str(text, stack):
    return Cell(StrValue(text), stack)


def do_pop(stack):
    top(stack)
    return stack.below


def do_dup(stack):
    return Cell(top(stack), stack)


def do_swap(stack):
    value = top(stack)
    stack = stack.below
    return Cell(top(stack), Cell(value, stack.below))


def do_over(stack):
    top(stack)
    return Cell(top(stack.below), stack)


# ____________________________________________________________ integers


def do_add(stack):
    b = top_int(stack)
    stack = stack.below
    return with_int(intmask(top_int(stack) + b), stack.below)


def do_sub(stack):
    b = top_int(stack)
    stack = stack.below
    return with_int(intmask(top_int(stack) - b), stack.below)


def do_mul(stack):
    b = top_int(stack)
    stack = stack.below
    return with_int(intmask(top_int(stack) * b), stack.below)


def top_divisor(stack):
    b = top_int(stack)
    if b == 0:
        raise MachineError('division by zero')
    return b


def do_div(stack):
    b = top_divisor(stack)
    stack = stack.below
    a = top_int(stack)
    if b == -1:
        return with_int(intmask(-a), stack.below)   # the quotient may not fit a word
    return with_int(a // b, stack.below)


def do_mod(stack):
    b = top_divisor(stack)
    stack = stack.below
    a = top_int(stack)
    if b == -1:
        return with_int(0, stack.below)
    return with_int(a % b, stack.below)


def do_neg(stack):
    return with_int(intmask(-top_int(stack)), stack.below)


def do_and(stack):
    b = top_int(stack)
    stack = stack.below
    return with_int(top_int(stack) & b, stack.below)


def do_or(stack):
    b = top_int(stack)
    stack = stack.below
    return with_int(top_int(stack) | b, stack.below)


def do_xor(stack):
    b = top_int(stack)
    stack = stack.below
    return with_int(top_int(stack) ^ b, stack.below)


def top_shift(stack):
    count = top_int(stack)
    if not 0 <= count < LONG_BIT:
        raise MachineError('bad shift count: %d' % count)
    return count


def do_shl(stack):
    count = top_shift(stack)
    stack = stack.below
    return with_int(intmask(top_int(stack) << count), stack.below)


def do_shr(stack):
    """Without sign."""
    count = top_shift(stack)
    stack = stack.below
    shifted = r_uint(top_int(stack)) >> r_uint(count)
    return with_int(intmask(shifted), stack.below)


def do_not(stack):
    return with_bool(top_int(stack) == 0, stack.below)


# ____________________________________________________________ comparisons


def less(a, b, left, right):
    """Whether `a` is less than `b`, which are `left` and `right` or the reverse."""
    if isinstance(a, IntValue) and isinstance(b, IntValue):
        return a.num < b.num
    try:
        return is_less(a, b)
    except TypeError:
        raise MachineError('cannot compare %s and %s' % (left.kind, right.kind))


def do_eq(stack):
    b = top(stack)
    stack = stack.below
    return with_bool(is_equal(top(stack), b), stack.below)


def do_ne(stack):
    b = top(stack)
    stack = stack.below
    return with_bool(not is_equal(top(stack), b), stack.below)


def do_lt(stack):
    b = top(stack)
    stack = stack.below
    a = top(stack)
    return with_bool(less(a, b, a, b), stack.below)


def do_le(stack):
    b = top(stack)
    stack = stack.below
    a = top(stack)
    return with_bool(not less(b, a, a, b), stack.below)


def do_gt(stack):
    b = top(stack)
    stack = stack.below
    a = top(stack)
    return with_bool(less(b, a, a, b), stack.below)


def do_ge(stack):
    b = top(stack)
    stack = stack.below
    a = top(stack)
    return with_bool(not less(a, b, a, b), stack.below)


# ____________________________________________________________ strings


def do_concat(stack):
    b = to_text(top(stack))
    stack = stack.below
    return with_str(to_text(top(stack)) + b, stack.below)


def do_len(stack):
    value = top(stack)
    if isinstance(value, StrValue):
        return with_int(len(value.text), stack.below)
    return with_int(len(array_of(value)), stack.below)


def do_substr(stack):
    """string start length -> string"""
    length = top_int(stack)
    stack = stack.below
    start = top_int(stack)
    stack = stack.below
    text = top_str(stack)
    stop = start + length
    if start < 0 or length < 0 or stop > len(text):
        raise MachineError('no %d characters at %d in a string of %d' % (
            length, start, len(text)))
    assert stop >= 0
    return with_str(text[start:stop], stack.below)


def do_char(stack):
    index = top_int(stack)
    stack = stack.below
    text = top_str(stack)
    if not 0 <= index < len(text):
        raise MachineError('no character %d in a string of %d' % (
            index, len(text)))
    return with_str(text[index], stack.below)


def do_find(stack):
    part = top_str(stack)
    stack = stack.below
    return with_int(top_str(stack).find(part), stack.below)


def do_ord(stack):
    text = top_str(stack)
    if len(text) != 1:
        raise MachineError('expected one character')
    return with_int(ord(text[0]), stack.below)


def do_chr(stack):
    return with_str(chr(top_int(stack) & 255), stack.below)


def do_itos(stack):
    return with_str(str(top_int(stack)), stack.below)


def do_stoi(stack):
    text = top_str(stack)
    try:
        num = int(text)
    except ValueError:
        raise MachineError("'%s' is not a number" % text)
    return with_int(num, stack.below)


def hash_of(text):
    """FNV-1a, 64 bits."""
    h = r_uint(0xcbf29ce484222325)
    for c in text:
        h = (h ^ r_uint(ord(c))) * r_uint(0x100000001b3)
    return intmask(h)


def do_hash(stack):
    return with_int(hash_of(top_str(stack)), stack.below)


def do_upper(stack):
    return with_str(top_str(stack).upper(), stack.below)


def reversed_text(text):
    builder = StringBuilder(len(text))
    i = len(text)
    while i > 0:
        i -= 1
        builder.append(text[i])
    return builder.build()


def do_reverse(stack):
    return with_str(reversed_text(top_str(stack)), stack.below)


# ____________________________________________________________ arrays


def do_newarr(stack):
    return Cell(ArrayValue(), stack)


def do_append(stack):
    """array value -> array"""
    value = top(stack)
    stack = stack.below
    array_of(top(stack)).append(value)
    return stack


def checked_index(index, length):
    if not 0 <= index < length:
        raise MachineError('no item %d in an array of %d' % (index, length))
    return index


def do_get(stack):
    """array index -> value"""
    index = top_int(stack)
    stack = stack.below
    items = array_of(top(stack))
    return Cell(items[checked_index(index, len(items))], stack.below)


def do_set(stack):
    """array index value -> """
    value = top(stack)
    stack = stack.below
    index = top_int(stack)
    stack = stack.below
    items = array_of(top(stack))
    items[checked_index(index, len(items))] = value
    return stack.below


@dont_look_inside
def split_text(text, separator):
    array = ArrayValue()
    for part in text.split(separator):
        array.items.append(StrValue(part))
    return array


def do_split(stack):
    """string separator -> array"""
    separator = top_str(stack)
    stack = stack.below
    text = top_str(stack)
    if len(separator) == 0:
        raise MachineError('empty separator')
    return Cell(split_text(text, separator), stack.below)


# ____________________________________________________________ input and output


def do_print(stack):
    write(to_text(top(stack)))
    return stack.below


def do_println(stack):
    write(to_text(top(stack)) + '\n')
    return stack.below


def do_readline(stack):
    """Pushes a line and 1, or an empty string and 0 at the end."""
    line = standard_input.readline()
    return with_bool(len(line) > 0 or not standard_input.at_end,
                     with_str(line, stack))


def do_fail(stack):
    raise MachineError(to_text(top(stack)))


# ____________________________________________________________ control

stack_instructions = unrolling_iterable(
    [(opcodes.BY_NAME[_name].number, globals()['do_' + _name])
     for _name in opcodes.STACK_INSTRUCTIONS])


ZERO = make_int(0)
assert REGISTERS == 16


def new_registers():
    return [ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO,
            ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO]


@unroll_safe
def move_arguments(function, registers, stack):
    """From the stack to the first registers; the stack below."""
    i = function.params
    while i > 0:
        i -= 1
        registers[i] = top(stack)
        stack = stack.below
    return stack


def take_jump(opcode, code, pc, registers, stack):
    """Whether a jump on the registers or the top of the stack is taken."""
    if opcode == opcodes.OP_JLT:
        return (int_of(registers[register_at(code, pc + 1)]) <
                int_of(registers[register_at(code, pc + 2)]))
    elif opcode == opcodes.OP_JZ:
        return top_int(stack) == 0
    elif opcode == opcodes.OP_JNZ:
        return top_int(stack) != 0
    return True


def execute(program):
    """Runs `main`."""
    function = program.main
    frame = Frame(function, new_registers(), None, 0, 1)
    stack = None
    pc = 0
    try:
        while True:
            jitdriver.jit_merge_point(pc=pc, function=function, program=program,
                                      frame=frame, stack=stack)
            if we_are_jitted() and pc == 0:
                frame = frame.copy()
            code = function.code
            opcode = ord(code[pc])
            registers = frame.registers
            if opcode > opcodes.LAST_CONTROL:
                for number, instruction in stack_instructions:
                    if opcode == number:
                        stack = instruction(stack)
                        break
                pc += 1
            elif opcode == opcodes.OP_PUSH:
                stack = Cell(program.constants[word_at(code, pc + 1)], stack)
                pc += 3
            elif opcode == opcodes.OP_LOAD:
                stack = Cell(registers[register_at(code, pc + 1)], stack)
                pc += 2
            elif opcode == opcodes.OP_STORE:
                registers[register_at(code, pc + 1)] = top(stack)
                stack = stack.below
                pc += 2
            elif opcode == opcodes.OP_MOVE:
                registers[register_at(code, pc + 1)] = (
                    registers[register_at(code, pc + 2)])
                pc += 3
            elif opcode == opcodes.OP_INC:
                number = register_at(code, pc + 1)
                registers[number] = make_int(intmask(int_of(registers[number]) + 1))
                pc += 2
            elif opcode == opcodes.OP_DEC:
                number = register_at(code, pc + 1)
                registers[number] = make_int(intmask(int_of(registers[number]) - 1))
                pc += 2
            elif opcode == opcodes.OP_ADDR:
                number = register_at(code, pc + 1)
                total = int_of(registers[number]) + int_of(
                    registers[register_at(code, pc + 2)])
                registers[number] = make_int(intmask(total))
                pc += 3
            elif opcode == opcodes.OP_CALL:
                if frame.depth >= MAX_FRAMES:
                    raise MachineError('too many nested calls')
                function = program.functions[word_at(code, pc + 1)]
                registers = new_registers()
                stack = move_arguments(function, registers, stack)
                frame = Frame(function, registers, frame, pc + 5, frame.depth + 1)
                pc = 0
            elif opcode == opcodes.OP_RET:
                pc = promote(frame.return_pc)
                frame = frame.caller
                if frame is None:
                    return
                function = promote(frame.function)
            elif opcode == opcodes.OP_HALT:
                raise Halt
            else:
                operands = pc + 1
                if opcode == opcodes.OP_JLT:
                    operands = pc + 3
                taken = take_jump(opcode, code, pc, registers, stack)
                if opcode == opcodes.OP_JZ or opcode == opcodes.OP_JNZ:
                    stack = stack.below
                if not taken:
                    pc = operands + 2
                else:
                    target = word_at(code, operands)
                    back = target <= pc
                    pc = target
                    if back:
                        if we_are_jitted():
                            frame = frame.copy()
                        jitdriver.can_enter_jit(
                            pc=pc, function=function, program=program,
                            frame=frame, stack=stack)
    except MachineError as e:
        e.frame = frame
        e.pc = pc
        raise
