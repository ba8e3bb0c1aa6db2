"""The instruction set.

An instruction is a byte, followed by its operands: a register takes one byte,
all others two (the low one first).
"""

# Kinds of operands, one letter each.
REGISTER = 'r'
CONSTANT = 'c'          # an integer or a string, in the constant pool
LABEL = 'l'
FUNCTION = 'f'
COUNT = 'n'

OPERAND_SIZES = {REGISTER: 1, CONSTANT: 2, LABEL: 2, FUNCTION: 2, COUNT: 2}


class Opcode(object):
    def __init__(self, number, name, operands):
        self.number = number
        self.name = name
        self.operands = operands


# Instructions that work on the stack alone: each is a method of the machine.
STACK_INSTRUCTIONS = [
    'pop', 'dup', 'swap', 'over',
    'add', 'sub', 'mul', 'div', 'mod', 'neg',
    'and', 'or', 'xor', 'shl', 'shr', 'not',
    'eq', 'ne', 'lt', 'le', 'gt', 'ge',
    'concat', 'len', 'substr', 'char', 'find', 'ord', 'chr', 'itos', 'stoi',
    'hash', 'upper', 'reverse',
    'newarr', 'append', 'get', 'set', 'split',
    'print', 'println', 'readline', 'fail',
]

# The others, with their operands; the interpreter loop knows them.
CONTROL_INSTRUCTIONS = [
    ('push', 'c'), ('load', 'r'), ('store', 'r'), ('move', 'rr'),
    ('inc', 'r'), ('dec', 'r'), ('addr', 'rr'),
    ('jmp', 'l'), ('jz', 'l'), ('jnz', 'l'), ('jlt', 'rrl'),
    ('call', 'fn'), ('ret', ''), ('halt', ''),
]

BY_NAME = {}
BY_NUMBER = []


def _define(name, operands):
    opcode = Opcode(len(BY_NUMBER), name, operands)
    BY_NAME[name] = opcode
    BY_NUMBER.append(opcode)
    return opcode.number


for _name, _operands in CONTROL_INSTRUCTIONS:
    globals()['OP_' + _name.upper()] = _define(_name, _operands)

LAST_CONTROL = len(BY_NUMBER) - 1

for _name in STACK_INSTRUCTIONS:
    _define(_name, '')
