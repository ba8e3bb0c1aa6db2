"""Tokens to code for a stack machine: one instruction is an opcode and an argument.

    program:    (function | statement)*
    function:   'fn' name '(' [name (',' name)*] ')' block
    block:      '{' statement* '}'
    statement:  name '=' expression | name '(' ... ')' | 'print' expression | 'return' expression
                | 'while' expression block | 'if' expression block ['else' block]
    expression: operands with < > + - * /
    operand:    number | name | name '(' [expression (',' expression)*] ')' | '(' expression ')' | '-' operand

To add an instruction: a name in OPCODES, an `emit` of it here, and a branch in `machine.run`.
"""
from lexer import LanguageError, tokenize

OPCODES = ['CONST', 'LOAD', 'STORE', 'ADD', 'SUB', 'MUL', 'DIV', 'LESS', 'GREATER', 'JUMP', 'JUMP_IF_ZERO', 'CALL',
           'RETURN', 'POP', 'PRINT']
# Runs at translation time: `ADD` and the others become constants of this module.
for number, name in enumerate(OPCODES):
    globals()[name] = number

BINARY = {'+': ADD, '-': SUB, '*': MUL, '/': DIV, '<': LESS, '>': GREATER}
PRECEDENCE = {'<': 1, '>': 1, '+': 2, '-': 2, '*': 3, '/': 3}


class Function(object):
    # These never change once a function is made.  The JIT takes what it reads from them as known.
    _immutable_fields_ = ['name', 'n_params', 'n_variables', 'size', 'opcodes[*]', 'arguments[*]', 'lines[*]']

    def __init__(self, name, n_params, n_variables, size, opcodes, arguments, lines):
        self.name = name
        self.n_params = n_params
        self.n_variables = n_variables
        self.size = size                # of a frame: variables and the deepest stack
        self.opcodes = opcodes
        self.arguments = arguments
        self.lines = lines              # the source line of each instruction


class Program(object):
    _immutable_fields_ = ['functions[*]', 'main']

    def __init__(self, functions, main):
        self.functions = functions
        self.main = main


class Call(object):
    """A call to look at again when all functions are known."""

    def __init__(self, name, n_arguments, line):
        self.name = name
        self.n_arguments = n_arguments
        self.line = line


class FunctionBuilder(object):
    def __init__(self, name):
        self.name = name
        self.opcodes = []
        self.arguments = []
        self.lines = []
        self.variables = {}
        self.n_params = 0
        self.depth = 0                  # of the stack, where the next instruction will run
        self.max_depth = 0

    def emit(self, opcode, argument, effect, line):
        """Adds an instruction that makes the stack `effect` deeper, and returns its position."""
        self.opcodes.append(opcode)
        self.arguments.append(argument)
        self.lines.append(line)
        self.depth += effect
        if self.depth > self.max_depth:
            self.max_depth = self.depth
        return len(self.opcodes) - 1

    def variable(self, name):
        if name not in self.variables:
            self.variables[name] = len(self.variables)
        return self.variables[name]

    def build(self):
        n_variables = len(self.variables)
        return Function(self.name, self.n_params, n_variables, n_variables + self.max_depth, self.opcodes[:],
                        self.arguments[:], self.lines[:])


class Compiler(object):
    def __init__(self, source):
        self.tokens = tokenize(source)
        self.pos = 0
        self.functions = []
        self.indexes = {}               # of functions, by name
        self.calls = []                 # CALL's argument is a position here until `functions` is complete
        self.main = FunctionBuilder('main program')
        self.current = self.main

    # Tokens

    def peek(self):
        return self.tokens[self.pos]

    def line(self):
        return self.tokens[self.pos - 1].line

    def next(self):
        token = self.tokens[self.pos]
        if token.kind != 'end':
            self.pos += 1
        return token

    def expect(self, kind):
        token = self.next()
        if token.kind != kind:
            raise LanguageError(token.line, "expected '%s', found %s" % (kind, token.shown()))
        return token

    def emit(self, opcode, argument, effect):
        return self.current.emit(opcode, argument, effect, self.line())

    # Functions

    def program(self):
        while self.peek().kind != 'end':
            if self.peek().kind == 'fn':
                self.function()
            else:
                self.statement()
        self.finish()
        self.functions.append(self.main)
        for builder in self.functions:
            self.resolve(builder)
        functions = [builder.build() for builder in self.functions]
        return Program(functions, functions[len(functions) - 1])

    def function(self):
        self.expect('fn')
        name = self.expect('name')
        if name.text in self.indexes:
            raise LanguageError(name.line, "there are two functions '%s'" % name.text)
        self.indexes[name.text] = len(self.functions)
        builder = FunctionBuilder(name.text)
        self.functions.append(builder)
        self.current = builder
        self.expect('(')
        while self.peek().kind != ')':
            parameter = self.expect('name')
            if parameter.text in builder.variables:
                raise LanguageError(parameter.line, "there are two parameters '%s'" % parameter.text)
            builder.variable(parameter.text)
            builder.n_params += 1
            self.comma(')')
        self.expect(')')
        self.block()
        self.finish()
        self.current = self.main

    def finish(self):
        """What does not return returns 0."""
        self.emit(CONST, 0, 1)
        self.emit(RETURN, 0, -1)

    def comma(self, end):
        if self.peek().kind != end:
            self.expect(',')

    def resolve(self, builder):
        for i in range(len(builder.opcodes)):
            if builder.opcodes[i] == CALL:
                call = self.calls[builder.arguments[i]]
                if call.name not in self.indexes:
                    raise LanguageError(call.line, "there is no function '%s'" % call.name)
                index = self.indexes[call.name]
                n_params = self.functions[index].n_params
                if call.n_arguments != n_params:
                    raise LanguageError(call.line, "'%s' takes %d arguments, not %d" % (
                        call.name, n_params, call.n_arguments))
                builder.arguments[i] = index

    # Statements

    def block(self):
        self.expect('{')
        while self.peek().kind != '}':
            self.statement()
        self.expect('}')

    def statement(self):
        token = self.next()
        if token.kind == 'print':
            self.expression(1)
            self.emit(PRINT, 0, -1)
        elif token.kind == 'return':
            self.expression(1)
            self.emit(RETURN, 0, -1)
        elif token.kind == 'while':
            start = len(self.current.opcodes)
            self.expression(1)
            leave = self.emit(JUMP_IF_ZERO, 0, -1)
            self.block()
            self.emit(JUMP, start, 0)
            self.jump_here(leave)
        elif token.kind == 'if':
            self.expression(1)
            otherwise = self.emit(JUMP_IF_ZERO, 0, -1)
            self.block()
            if self.peek().kind == 'else':
                self.next()
                leave = self.emit(JUMP, 0, 0)
                self.jump_here(otherwise)
                self.block()
                self.jump_here(leave)
            else:
                self.jump_here(otherwise)
        elif token.kind == 'name' and self.peek().kind == '(':
            self.call(token)
            self.emit(POP, 0, -1)
        elif token.kind == 'name':
            self.expect('=')
            self.expression(1)
            self.emit(STORE, self.current.variable(token.text), -1)
        else:
            raise LanguageError(token.line, 'expected a statement, found ' + token.shown())

    def jump_here(self, position):
        self.current.arguments[position] = len(self.current.opcodes)

    # Expressions

    def expression(self, level):
        self.operand()
        while PRECEDENCE.get(self.peek().kind, 0) >= level:
            operator = self.next().kind
            self.expression(PRECEDENCE[operator] + 1)
            self.emit(BINARY[operator], 0, -1)

    def operand(self):
        token = self.next()
        if token.kind == 'number':
            self.emit(CONST, int(token.text), 1)
        elif token.kind == 'name' and self.peek().kind == '(':
            self.call(token)
        elif token.kind == 'name':
            if token.text not in self.current.variables:
                raise LanguageError(token.line, "there is no variable '%s'" % token.text)
            self.emit(LOAD, self.current.variables[token.text], 1)
        elif token.kind == '(':
            self.expression(1)
            self.expect(')')
        elif token.kind == '-':
            self.emit(CONST, 0, 1)
            self.operand()
            self.emit(SUB, 0, -1)
        else:
            raise LanguageError(token.line, 'expected a value, found ' + token.shown())

    def call(self, name):
        self.expect('(')
        n_arguments = 0
        while self.peek().kind != ')':
            self.expression(1)
            n_arguments += 1
            self.comma(')')
        self.expect(')')
        self.calls.append(Call(name.text, n_arguments, name.line))
        self.emit(CALL, len(self.calls) - 1, 1 - n_arguments)
