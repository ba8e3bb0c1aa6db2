"""Assembles program text.

    label:                     a place to jump to
    add r2 r2 17               an instruction, operands separated by blanks or commas
    ; comment                  up to the end of the line

An operand that is read is a register or an integer.
"""

from opcodes import NUMBERS, OPERANDS, WORDS
from machine import REGISTERS, Program


class AssemblyError(Exception):
    def __init__(self, msg, line):
        self.msg = msg
        self.line = line


class Jump(object):
    """An operand to fill in once the label is known."""

    def __init__(self, position, label, line):
        self.position = position
        self.label = label
        self.line = line


class Assembler(object):
    def __init__(self):
        self.code = []
        self.lines = []         # of the instructions
        self.constants = []
        self.labels = {}
        self.jumps = []

    def line(self, text, number):
        words = split(text)
        while len(words) > 0 and words[0].endswith(':'):
            label = words[0][:-1]
            if label in self.labels:
                raise AssemblyError("label '%s' is defined twice" % label, number)
            self.labels[label] = len(self.code)
            words = words[1:]
        if len(words) > 0:
            self.instruction(words, number)

    def instruction(self, words, line):
        opcode = NUMBERS.get(words[0], -1)
        if opcode < 0:
            raise AssemblyError("unknown instruction '%s'" % words[0], line)
        operands = OPERANDS[opcode]
        if len(words) - 1 != len(operands):
            raise AssemblyError("'%s' takes %d operands, got %d" % (
                words[0], len(operands), len(words) - 1), line)
        self.lines.append(line)
        self.code.append(opcode)
        for i in range(WORDS - 1):
            if i < len(operands):
                self.code.append(self.operand(operands[i], words[i + 1], line))
            else:
                self.code.append(0)

    def operand(self, kind, word, line):
        if kind == 'l':
            self.jumps.append(Jump(len(self.code), word, line))
            return 0
        if len(word) == 2 and word[0] == 'r' and '0' <= word[1] < chr(ord('0') + REGISTERS):
            return ord(word[1]) - ord('0')
        if kind == 'd':
            raise AssemblyError("'%s' is not a register" % word, line)
        try:
            self.constants.append(int(word))
        except ValueError:
            raise AssemblyError("'%s' is neither register nor integer" % word, line)
        return REGISTERS + len(self.constants) - 1

    def finish(self):
        self.instruction(['halt'], 0)
        for jump in self.jumps:
            if jump.label not in self.labels:
                raise AssemblyError("there is no label '%s'" % jump.label, jump.line)
            self.code[jump.position] = self.labels[jump.label]
        return Program(self.code, self.constants, self.lines)


def split(text):
    comment = text.find(';')
    if comment >= 0:
        text = text[:comment]
    words = []
    for word in text.replace(',', ' ').replace('\t', ' ').replace('\r', ' ').split(' '):
        if len(word) > 0:
            words.append(word)
    return words


def assemble(source):
    assembler = Assembler()
    number = 0
    for text in source.split('\n'):
        number += 1
        assembler.line(text, number)
    return assembler.finish()
