"""Recursive descent over the tokens; binary operators by precedence climbing.

    program   = statement*
    statement = 'let' NAME '=' expr ';' | 'fn' NAME params block
              | 'class' NAME ['(' expr ')'] '{' ('fn' NAME params block)* '}'
              | 'if' expr block ['else' (block | if)] | 'while' expr block
              | 'for' NAME 'in' expr block | 'try' block 'catch' NAME block
              | 'break' ';' | 'continue' ';' | 'return' [expr] ';'
              | 'throw' expr ';' | block
              | expr [('=' | '+=' | ...) expr] ';'
"""

from rpython.rlib.rarithmetic import ovfcheck

from kite import kast
from kite.errors import KiteSyntaxError
from kite.lexer import Lexer, NAME, INT, FLOAT, STRING, END

PRECEDENCE = {
    'or': 1, 'and': 2,
    '==': 4, '!=': 4, '<': 4, '<=': 4, '>': 4, '>=': 4, 'in': 4,
    '+': 5, '-': 5,
    '*': 6, '/': 6, '//': 6, '%': 6,
}
NOT_PRECEDENCE = 3
UNARY_PRECEDENCE = 7

COMPOUND = {'+=': '+', '-=': '-', '*=': '*', '/=': '/', '%=': '%'}


def parse_int(text, line):
    value = 0
    for c in text:
        try:
            value = ovfcheck(value * 10)
            value = ovfcheck(value + (ord(c) - ord('0')))
        except OverflowError:
            raise KiteSyntaxError('integer is too large', line)
    return value


class Parser(object):
    def __init__(self, source):
        self.tokens = Lexer(source).tokenize()
        self.pos = 0
        self.token = self.tokens[0]

    # -- tokens ---------------------------------------------------------

    def advance(self):
        token = self.token
        if token.kind != END:
            self.pos += 1
            self.token = self.tokens[self.pos]
        return token

    def at(self, kind):
        return self.token.kind == kind

    def accept(self, kind):
        if self.at(kind):
            self.advance()
            return True
        return False

    def expect(self, kind):
        if not self.at(kind):
            wanted = kind
            if kind != NAME:
                wanted = "'%s'" % kind
            raise self.error('expected %s, found %s' % (
                wanted, self.token.describe()))
        return self.advance()

    def error(self, msg):
        return KiteSyntaxError(msg, self.token.line)

    # -- statements -----------------------------------------------------

    def parse_program(self):
        body = []
        while not self.at(END):
            body.append(self.statement())
        return kast.Function(1, '<main>', [], kast.Block(1, body))

    def block(self):
        line = self.expect('{').line
        body = []
        while not self.at('}'):
            if self.at(END):
                raise KiteSyntaxError("'{' is never closed", line)
            body.append(self.statement())
        self.advance()
        return kast.Block(line, body)

    def statement(self):
        line = self.token.line
        kind = self.token.kind
        if kind == 'let':
            self.advance()
            name = self.expect(NAME).text
            self.expect('=')
            value = self.expression()
            self.expect(';')
            return kast.Let(line, name, value)
        if kind == 'fn' and self.tokens[self.pos + 1].kind == NAME:
            self.advance()
            function = self.function(line, self.expect(NAME).text)
            return kast.Let(line, function.name, function)
        if kind == 'class':
            return self.class_definition()
        if kind == 'if':
            return self.if_statement()
        if kind == 'while':
            self.advance()
            condition = self.expression()
            return kast.While(line, condition, self.block())
        if kind == 'for':
            self.advance()
            name = self.expect(NAME).text
            self.expect('in')
            iterable = self.expression()
            return kast.For(line, name, iterable, self.block())
        if kind == 'try':
            self.advance()
            body = self.block()
            self.expect('catch')
            name = self.expect(NAME).text
            return kast.Try(line, body, name, self.block())
        if kind == '{':
            return self.block()
        result = self.simple_statement(line, kind)
        self.expect(';')
        return result

    def simple_statement(self, line, kind):
        if kind == 'break':
            self.advance()
            return kast.Break(line)
        if kind == 'continue':
            self.advance()
            return kast.Continue(line)
        if kind == 'return':
            self.advance()
            if self.at(';'):
                return kast.Return(line, kast.Nil(line))
            return kast.Return(line, self.expression())
        if kind == 'throw':
            self.advance()
            return kast.Throw(line, self.expression())
        expr = self.expression()
        if self.at('='):
            return self.assignment(expr, '')
        if self.token.kind in COMPOUND:
            return self.assignment(expr, COMPOUND[self.token.kind])
        return kast.ExprStmt(line, expr)

    def assignment(self, target, operator):
        if not (isinstance(target, kast.Name) or
                isinstance(target, kast.Index) or
                isinstance(target, kast.Attribute)):
            raise self.error('cannot assign to this expression')
        line = self.advance().line
        return kast.Assign(line, target, operator, self.expression())

    def if_statement(self):
        line = self.expect('if').line
        condition = self.expression()
        then = self.block()
        otherwise = None
        if self.accept('else'):
            if self.at('if'):
                nested = self.if_statement()
                otherwise = kast.Block(nested.line, [nested])
            else:
                otherwise = self.block()
        return kast.If(line, condition, then, otherwise)

    def function(self, line, name):
        self.expect('(')
        params = []
        while not self.at(')'):
            param = self.expect(NAME)
            if param.text in params:
                raise KiteSyntaxError("duplicate parameter '%s'" % param.text,
                                      param.line)
            params.append(param.text)
            if not self.accept(','):
                break
        self.expect(')')
        return kast.Function(line, name, params, self.block())

    def class_definition(self):
        line = self.expect('class').line
        name = self.expect(NAME).text
        base = None
        if self.accept('('):
            base = self.expression()
            self.expect(')')
        self.expect('{')
        methods = []
        while not self.accept('}'):
            method_line = self.expect('fn').line
            methods.append(self.function(method_line, self.expect(NAME).text))
        return kast.ClassDef(line, name, base, methods)

    # -- expressions ----------------------------------------------------

    def expression(self):
        return self.binary(1)

    def binary(self, minimum):
        left = self.unary()
        while True:
            operator = self.token.kind
            if operator not in PRECEDENCE:
                return left
            precedence = PRECEDENCE[operator]
            if precedence < minimum:
                return left
            line = self.advance().line
            right = self.binary(precedence + 1)
            if operator == 'and' or operator == 'or':
                left = kast.Logical(line, operator == 'and', left, right)
            else:
                left = kast.Binary(line, operator, left, right)

    def unary(self):
        line = self.token.line
        if self.accept('not'):
            return kast.Unary(line, 'not', self.binary(NOT_PRECEDENCE + 1))
        if self.accept('-'):
            return kast.Unary(line, '-', self.binary(UNARY_PRECEDENCE))
        return self.postfix(self.primary())

    def postfix(self, expr):
        while True:
            line = self.token.line
            if self.accept('('):
                expr = kast.Call(line, expr, self.expression_list(')'))
            elif self.accept('['):
                key = self.expression()
                self.expect(']')
                expr = kast.Index(line, expr, key)
            elif self.accept('.'):
                expr = kast.Attribute(line, expr, self.expect(NAME).text)
            else:
                return expr

    def expression_list(self, closing):
        items = []
        while not self.at(closing):
            items.append(self.expression())
            if not self.accept(','):
                break
        self.expect(closing)
        return items

    def primary(self):
        token = self.advance()
        kind = token.kind
        line = token.line
        if kind == NAME:
            return kast.Name(line, token.text)
        if kind == INT:
            return kast.Int(line, parse_int(token.text, line))
        if kind == FLOAT:
            return kast.Float(line, float(token.text))
        if kind == STRING:
            return kast.String(line, token.text)
        if kind == 'nil':
            return kast.Nil(line)
        if kind == 'true' or kind == 'false':
            return kast.Bool(line, kind == 'true')
        if kind == '(':
            expr = self.expression()
            self.expect(')')
            return expr
        if kind == '[':
            return kast.ListExpr(line, self.expression_list(']'))
        if kind == '{':
            return self.dictionary(line)
        if kind == 'fn':
            return self.function(line, '<fn>')
        raise KiteSyntaxError('expected an expression, found %s' %
                              token.describe(), line)

    def dictionary(self, line):
        keys = []
        values = []
        while not self.at('}'):
            keys.append(self.expression())
            self.expect(':')
            values.append(self.expression())
            if not self.accept(','):
                break
        self.expect('}')
        return kast.DictExpr(line, keys, values)


def parse(source):
    return Parser(source).parse_program()
