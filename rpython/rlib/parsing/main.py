"""A parser from a file with a grammar."""
from rpython.rlib.parsing.ebnfparse import parse_ebnf, make_parse_function
from rpython.rlib.parsing.parsing import ParseError, Rule


def make_parser_from_file(filename):
    with open(str(filename)) as f:
        text = f.read()
    try:
        regexs, rules, _ = parse_ebnf(text)
    except ParseError as e:
        print(e.nice_error_message(filename=filename, source=text))
        raise
    return make_parse_function(regexs, rules, eof=True)
