"""A grammar in EBNF: lexer, parser, transformed tree, visitor that is translated, messages of both errors."""
from rpython.rlib.parsing.deterministic import LexerError
from rpython.rlib.parsing.ebnfparse import parse_ebnf, make_parse_function
from rpython.rlib.parsing.parsing import ParseError
from rpython.rlib.parsing.tree import RPythonVisitor

regexs, rules, ToAST = parse_ebnf(r"""
    NUMBER: "0|[1-9][0-9]*";
    NAME: "[a-zA-Z_]\w*";
    IGNORE: "[ \n]+|#[^\n]*";
    program: statement* EOF;
    statement: NAME ["="] sum [";"] | >printing< [";"];
    printing: "print" (sum [","])* sum;
    sum: product ("+" product | "-" product)+ | <product>;
    product: atom "*" product | <atom>;
    atom: <NUMBER> | <NAME> | ["("] <sum> [")"] | ["-"] atom;
""".replace('("+" product | "-" product)+', '(operation)+') + r"""
    operation: "+" product | "-" product;
""")
parse = make_parse_function(regexs, rules, eof=True)


class Evaluate(RPythonVisitor):
    def __init__(self):
        self.names = {}

    def visit_program(self, node):
        for child in node.children:
            if child.symbol != 'EOF':
                self.dispatch(child)
        return 0

    def visit_statement(self, node):
        first = node.children[0]
        if first.symbol == 'NAME':
            self.names[first.additional_info] = self.dispatch(node.children[1])
        else:
            print(' '.join([str(self.dispatch(child)) for child in node.children[1:]]))
        return 0

    def visit_sum(self, node):
        value = self.dispatch(node.children[0])
        for i in range(1, len(node.children)):
            value += self.dispatch(node.children[i])
        return value

    def visit_operation(self, node):
        value = self.dispatch(node.children[1])
        return value if node.children[0].additional_info == '+' else -value

    def visit_product(self, node):
        return self.dispatch(node.children[0]) * self.dispatch(node.children[2])

    def visit_atom(self, node):
        return -self.dispatch(node.children[0])

    def visit_NUMBER(self, node):
        return int(node.additional_info)

    def visit_NAME(self, node):
        name = node.additional_info
        if name not in self.names:
            pos = node.getsourcepos()
            print('unknown name %s at %d:%d' % (name, pos.lineno, pos.columnno))
            return 0
        return self.names[name]


def run(text):
    try:
        Evaluate().dispatch(ToAST().transform(parse(text)))
    except ParseError as e:
        print(e.nice_error_message('<text>', text))
    except LexerError as e:
        print(e.nice_error_message('<text>'))


def entry_point(argv):
    run('x = 2 * 3 + 4;  # comment\nyy = (x - 1) * -2; print x, yy, x - yy - 1 + 2*2;\nprint z;\n')
    run('print 1 +\n;')
    run('print 1;\nprint 2 $ 3;')
    run('x 1;')
    return 0


def target(driver, args):
    return entry_point, None
