"""Tokens to code for a stack machine: one instruction is an opcode and an argument."""
from tally.lexer import TallyError, tokenize

OPCODES = ['CONST', 'LOAD', 'STORE', 'ADD', 'SUB', 'MUL', 'DIV', 'LESS', 'JUMP', 'JUMP_IF_ZERO', 'PRINT', 'STOP']
for number, name in enumerate(OPCODES):
    globals()[name] = number

BINARY = {'+': ADD, '-': SUB, '*': MUL, '/': DIV, '<': LESS}
EFFECTS = {CONST: 1, LOAD: 1, JUMP: 0, STOP: 0}      # how much deeper the stack becomes; -1 for all others
PRECEDENCE = {'<': 1, '+': 2, '-': 2, '*': 3, '/': 3}


class Code(object):
    _immutable_fields_ = ['opcodes[*]', 'arguments[*]', 'lines[*]', 'n_variables', 'size']

    def __init__(self, opcodes, arguments, lines, n_variables, size):
        self.opcodes = opcodes
        self.arguments = arguments
        self.lines = lines
        self.n_variables = n_variables
        self.size = size                    # of the variables and the deepest stack


class Compiler(object):
    def __init__(self, source):
        self.tokens = tokenize(source)
        self.pos = 0
        self.opcodes = []
        self.arguments = []
        self.lines = []
        self.depth = 0                      # of the stack, where the next instruction will run
        self.max_depth = 0
        self.variables = {}

    def emit(self, opcode, argument):
        self.opcodes.append(opcode)
        self.arguments.append(argument)
        self.lines.append(self.tokens[self.pos - 1].line)
        self.depth += EFFECTS.get(opcode, -1)
        if self.depth > self.max_depth:
            self.max_depth = self.depth
        return len(self.opcodes) - 1

    def peek(self):
        return self.tokens[self.pos]

    def next(self):
        token = self.tokens[self.pos]
        self.pos += 1
        return token

    def expect(self, kind):
        token = self.next()
        if token.kind != kind:
            raise TallyError(token.line, "expected '%s', found '%s'" % (kind, token.text))
        return token

    def variable(self, name):
        if name not in self.variables:
            self.variables[name] = len(self.variables)
        return self.variables[name]

    def program(self):
        while self.peek().kind != 'end':
            self.statement()
        self.emit(STOP, 0)
        n_variables = len(self.variables)
        size = n_variables + self.max_depth
        return Code(self.opcodes[:], self.arguments[:], self.lines[:], n_variables, size)

    def statement(self):
        token = self.expect('name')
        if token.text == 'print':
            self.expression(1)
            self.emit(PRINT, 0)
        elif token.text == 'while':
            start = len(self.opcodes)
            self.expression(1)
            leave = self.emit(JUMP_IF_ZERO, 0)
            self.expect('{')
            while self.peek().kind != '}':
                self.statement()
            self.expect('}')
            self.emit(JUMP, start)
            self.arguments[leave] = len(self.opcodes)
        else:
            self.expect('=')
            self.expression(1)
            self.emit(STORE, self.variable(token.text))

    def expression(self, level):
        self.operand()
        while PRECEDENCE.get(self.peek().kind, 0) >= level:
            operator = self.next().kind
            self.expression(PRECEDENCE[operator] + 1)
            self.emit(BINARY[operator], 0)

    def operand(self):
        token = self.next()
        if token.kind == 'number':
            self.emit(CONST, int(token.text))
        elif token.kind == 'name':
            self.emit(LOAD, self.variable(token.text))
        elif token.kind == '(':
            self.expression(1)
            self.expect(')')
        else:
            raise TallyError(token.line, "expected a value, found '%s'" % token.text)
