"""The text of programs: functions of instructions, see the README."""

from machine import Code
from objects import W_Float, W_Int, W_Str
from opcodes import *


class AssemblyError(Exception):
    def __init__(self, line, text):
        self.line = line
        self.text = text


HAS_NAME = ['GETGLOBAL', 'SETGLOBAL', 'GETATTR', 'SETATTR']
HAS_LABEL = ['JUMP', 'JUMP_IF_FALSE', 'TRY']
HAS_NUMBER = ['LOAD', 'STORE']


class Function(object):
    """A function on the way."""

    def __init__(self, name, locals, line):
        self.name = name
        self.locals = locals
        self.line = line
        self.code = []
        self.constants = []
        self.names = []
        self.labels = {}
        self.jumps = []         # (line, position, label)
        self.calls = []         # (line, position, function)

    def add(self, op, arg):
        self.code.append(op)
        self.code.append(arg)

    def finish(self, functions):
        for line, at, label in self.jumps:
            if label not in self.labels:
                raise AssemblyError(line, 'no label ' + label)
            self.code[at] = self.labels[label]
        for line, at, name in self.calls:
            if name not in functions:
                raise AssemblyError(line, 'no function ' + name)
            self.code[at] += functions[name]
        # Falling off the end returns 0.
        self.constants.append(W_Int(0))
        self.add(PUSH, len(self.constants) - 1)
        self.add(RETURN, 0)
        return Code(self.name, self.code[:], self.constants[:], self.names[:], self.locals)


def number(text, line):
    try:
        return int(text)
    except ValueError:
        raise AssemblyError(line, 'a number is missing')


def constant(text, line):
    if text.startswith("'"):
        return W_Str(text[1:])
    try:
        if '.' in text:
            return W_Float(float(text))
        return W_Int(int(text))
    except ValueError:
        raise AssemblyError(line, 'no constant: ' + text)


def local(function, text, line):
    n = number(text, line)
    if not 0 <= n < function.locals:
        raise AssemblyError(line, 'no local ' + text)
    return n


def instruction(function, words, line):
    name = words[0]
    op = -1
    for i in range(len(NAMES)):
        if NAMES[i] == name:
            op = i
    if op < 0:
        raise AssemblyError(line, 'no instruction ' + name)
    text = words[1] if len(words) > 1 else ''
    at = len(function.code) + 1
    arg = 0
    if name == 'PUSH':
        function.constants.append(constant(text, line))
        arg = len(function.constants) - 1
    elif name in HAS_NAME:
        function.names.append(text)
        arg = len(function.names) - 1
    elif name in HAS_LABEL:
        function.jumps.append((line, at, text))
    elif name in HAS_NUMBER:
        arg = local(function, text, line)
    elif name == 'CALL':
        function.calls.append((line, at, text))
        arg = number(words[2] if len(words) > 2 else '', line) << 8
    function.add(op, arg)


def assemble(source):
    """The functions of a program, the main one first."""
    functions = []
    numbers = {}
    line = 0
    for text in source.split('\n'):
        line += 1
        words = [w for w in text.split(';')[0].split(' ') if w != '']
        if len(words) == 0:
            continue
        if words[0] == 'function':
            if len(words) != 3:
                raise AssemblyError(line, 'expected: function NAME LOCALS')
            numbers[words[1]] = len(functions)
            functions.append(Function(words[1], number(words[2], line), line))
            continue
        if len(functions) == 0:
            raise AssemblyError(line, 'an instruction outside of a function')
        function = functions[len(functions) - 1]
        if words[0].endswith(':'):
            label = words[0]
            end = len(label) - 1
            assert end >= 0
            function.labels[label[:end]] = len(function.code)
        else:
            instruction(function, words, line)
    if len(functions) == 0:
        raise AssemblyError(line, 'no function')
    return [f.finish(numbers) for f in functions]
