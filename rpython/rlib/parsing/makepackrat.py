# genext: python2
"""Packrat parsers of texts from grammars in docstrings.

    class Sums(PackratParser):
        '''
        sum:
            a = sum '-' b = number
            return {a - b}
          | number;
        number:
            text = `[0-9]+`
            return {int(text)};
        '''
    Sums('5-2-1').sum()       # 2

The result of a sequence is that of its last command. `'text'` and `` `regular expression` `` match text, a name calls a rule (with
arguments: `rule({python})`), `x*`, `x+`, `x?` repeat, `|` is ordered choice, `!x` matches nothing where x does not match, `[x]` has no
result, `<x>` is the result of its choice of the rule, `do x if {condition}`, `choose name in {values} commands`, `return {python}`.

Results are kept per place (Ford, *Packrat parsing*, 2002). A rule that is left recursive grows from its shortest match (Warth et al.,
*Packrat parsers can support left recursion*, 2008). Each rule has a class of its own for what it keeps, so that results of different
rules may have different types in translated code.
"""
import sys
from rpython.rlib.objectmodel import we_are_translated
from rpython.rlib.parsing.codebuilder import Codebuilder
from rpython.rlib.parsing.tree import Nonterminal, Symbol


class BacktrackException(Exception):
    """No match; `error` knows what was expected, if that is known."""

    def __init__(self, error=None):
        if not we_are_translated():
            self.args = (error,)
        self.error = error


class ErrorInformation(object):
    """Where matching failed, and what was expected there."""

    def __init__(self, pos, expected=None):
        self.pos = pos
        self.expected = expected or []

    def __str__(self):
        return "ErrorInformation(%s, %s)" % (self.pos, self.expected)

    def get_line_column(self, source):
        """The line, from 0, and the column, from 1."""
        pos = self.pos
        assert pos >= 0
        before = source[:pos]
        return before.count("\n"), pos - before.rfind("\n")

    def nice_error_message(self, filename='<filename>', source=""):
        lines = []
        if source:
            lineno, columnno = self.get_line_column(source)
            lines.append("  File %s, line %s" % (filename, lineno + 1))
            lines.append(source.split("\n")[lineno])
            lines.append(" " * (columnno - 1) + "^")
        else:
            lines.append("<couldn't get source>")
        expected = self.expected
        last = len(expected) - 1
        if last < 0:
            lines.append("ParseError")
        elif last == 0:
            lines.append("ParseError: expected %s" % expected[0])
        else:
            words = ", ".join(["'%s'" % expected[i] for i in range(last)])
            lines.append("ParseError: expected %s or '%s'" % (words, expected[last]))
        return "\n".join(lines)


def make_status_class():
    class Status(object):
        """What is known of a rule at a place."""
        NORMAL = 0
        ERROR = 1
        INPROGRESS = 2
        LEFTRECURSION = 3       # in progress, and it was asked for again at the same place
        SOMESOLUTIONS = 4       # left recursive: a match that may grow

        def __init__(self):
            self.status = self.INPROGRESS
            self.result = self.error = None
            self.pos = 0

        def __repr__(self):
            return "Status(%s, %s, %s, %s)" % (self.pos, self.result, self.error, self.status)
    return Status


Status = make_status_class()


def combine_errors(error1, error2):
    """The error that came farther, or both."""
    if error1 is None:
        return error2
    if error2 is None:
        return error1
    if len(error1.expected) == 0 and len(error2.expected) == 0:
        return error1 if error1.pos >= error2.pos else error2
    if len(error2.expected) == 0 or error2.pos < error1.pos:
        return error1
    if len(error1.expected) == 0 or error1.pos < error2.pos:
        return error2
    expected = []
    seen = {}
    for reason in error1.expected + error2.expected:
        if reason not in seen:
            seen[reason] = True
            expected.append(reason)
    return ErrorInformation(error1.pos, expected)


class Runner(object):
    """What a recogniser of a regular expression writes into."""

    def __init__(self, text):
        self.text = text
        self.state = 0
        self.last_matched_state = -1
        self.last_matched_index = -1


def make_regex_method(text):
    from rpython.rlib.parsing.regexparse import parse_regex
    automaton = parse_regex(text).make_automaton().make_deterministic()
    automaton.optimize()
    recognize = automaton.make_lexing_code()

    def match(self):
        start = self._pos
        runner = Runner(self._inputstream)
        recognize(runner, start)
        if runner.last_matched_state == -1:
            raise BacktrackException(ErrorInformation(start))
        stop = runner.last_matched_index + 1
        assert 0 <= start <= stop
        self._pos = stop
        return self._inputstream[start:stop]
    return match


_NAME = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789'


class GrammarReader(object):
    """Reads a grammar. Its trees are tuples: a kind, and parts."""

    def __init__(self, text):
        self.text = text
        self.pos = 0

    def fail(self, *expected):
        raise BacktrackException(ErrorInformation(self.pos, list(expected)))

    def skip(self):
        """Blanks and comments."""
        text = self.text
        while self.pos < len(text):
            if text[self.pos] == '#':
                end = text.find('\n', self.pos)
                self.pos = len(text) if end < 0 else end
            elif text[self.pos].isspace():
                self.pos += 1
            else:
                return

    def next(self):
        self.skip()
        return self.text[self.pos:self.pos + 1]

    def accept(self, char):
        if self.next() != char:
            return False
        self.pos += 1
        return True

    def expect(self, char):
        if not self.accept(char):
            self.fail(char)

    def peek_name(self):
        self.skip()
        end = self.pos
        while end < len(self.text) and self.text[end] in _NAME:
            end += 1
        word = self.text[self.pos:end]
        return '' if word[:1].isdigit() else word

    def name(self):
        word = self.peek_name()
        if not word:
            self.fail('a name')
        self.pos += len(word)
        return word

    def keyword(self, word, then=''):
        """Reads a word that is no name here: what follows tells."""
        if self.peek_name() != word:
            return False
        start = self.pos
        self.pos += len(word)
        if then and self.next() not in then:
            self.pos = start
            return False
        return True

    def quoted(self, closing, escapes=False):
        start = self.pos + 1
        end = start
        while self.text[end:end + 1] not in ('', closing):
            end += 2 if escapes and self.text[end] == '\\' else 1
        if end >= len(self.text):
            self.fail(closing)
        self.pos = end + 1
        return self.text[start:end]

    def python(self):
        if self.next() != '{':
            self.fail('{')
        return self.quoted('}')

    def read(self):
        rules = []
        while self.next():
            name = self.name()
            args = []
            if self.accept('('):
                args.append(self.name())
                while self.accept(','):
                    args.append(self.name())
                self.expect(')')
            self.expect(':')
            rules.append((name, args, self.choice()))
            self.expect(';')
        return rules

    def choice(self):
        options = [self.commands()]
        while self.accept('|'):
            options.append(self.commands())
        return options[0] if len(options) == 1 else ('or', options)

    def commands(self):
        commands = [self.command()]
        while self.next() not in ('', '|', ';', ')', ']', '>') and not self.before_if():
            commands.append(self.command())
        return commands[0] if len(commands) == 1 else ('commands', commands)

    depth = 0       # of `do`

    def before_if(self):
        return self.depth > 0 and self.peek_name() == 'if'

    def command(self):
        start = self.pos
        if self.keyword('return', '{'):
            return 'return', self.python()
        if self.keyword('if', '{'):
            return 'if', None, self.python()
        if self.peek_name() == 'do':
            self.name()
            if self.next() not in '=|;*+?)':
                self.depth += 1
                what = self.command()
                self.depth -= 1
                if not self.keyword('if'):
                    self.fail('if')
                return 'if', what, self.python()
            self.pos = start
        if self.peek_name() == 'choose':
            self.name()
            name = self.peek_name()
            if name:
                self.name()
                if self.keyword('in'):
                    values = self.python()
                    return 'choose', name, values, self.commands()
            self.pos = start
        name = self.peek_name()
        if name:
            here = self.pos
            self.name()
            if self.accept('='):
                return 'named', name, self.command()
            self.pos = here
        if self.accept('!'):
            what = self.command()
            return ('lookahead', what[1]) if what[0] == 'negation' else ('negation', what)
        what = self.enclosed()
        for operator, kind in (('?', 'maybe'), ('*', 'star'), ('+', 'plus')):
            if self.accept(operator):
                return kind, what
        return what

    def enclosed(self):
        if self.accept('('):
            what = self.choice()
            self.expect(')')
            return what
        if self.accept('['):
            what = self.choice()
            self.expect(']')
            return 'ignore', what
        if self.accept('<'):
            what = self.enclosed()
            self.expect('>')
            return 'exclusive', what
        char = self.next()
        if char == '`':
            return 'regex', self.quoted('`', True).replace('\\`', '`')
        if char == "'":
            return 'quote', self.quoted("'")
        name = self.name()
        args = []
        if self.accept('('):
            args.append(self.python())
            while self.accept(','):
                args.append(self.python())
            self.expect(')')
        return 'call', name, args


def has(tree, kind):
    """Whether there is a tree of a kind inside of one."""
    if isinstance(tree, (tuple, list)):
        return (len(tree) > 0 and tree[0] == kind) or any([has(part, kind) for part in tree])
    return False


class ParserBuilder(Codebuilder):
    """Writes the class of a parser, a method for each rule."""

    def __init__(self):
        Codebuilder.__init__(self)
        self.names = {}
        self.regexs = {}
        self.count = 0

    def fresh(self, name):
        self.count += 1
        return '_%s%d' % (name, self.count)

    def make_class(self, rules):
        with self.block('class _packrat_Parser(object):'):
            for name, args, body in rules:
                if name in self.names:
                    raise Exception("name %s appears twice" % (name,))
                self.names[name] = True
                self.rule(name, args, body)
            with self.block('def __init__(self, inputstream):'):
                for name, _, _ in rules:
                    self.emit('self._dict_%s = {}' % name)
                self.emit('self._pos = 0')
                self.emit('self._inputstream = inputstream')

    def rule(self, name, args, body):
        self.count = 0
        parameters, arguments = ', '.join(['self'] + args), ', '.join(args)
        with self.block('def %s(%s):' % (name, parameters)):
            self.emit('return self._%s(%s).result' % (name, arguments))
        with self.block('def _%s(%s):' % (name, parameters)):
            self.emit('_key = %s' % ('(self._pos, %s)' % arguments if args else 'self._pos'))
            self.emit('_status = self._dict_%s.get(_key, None)' % name)
            with self.block('if _status is None:'):
                self.emit('_status = self._Status_%s()' % name)
                self.emit('self._dict_%s[_key] = _status' % name)
            with self.block('else:'):
                self.known(has(body, 'call'))
            self.emit('_startingpos = self._pos')
            self.emit('_error = None')
            with self.block('try:'):
                self.emit('_result = None')
                options = body[1] if body[0] == 'or' else [body]
                self.write_or([('option', option) if has(option, 'exclusive') else option for option in options])
            with self.block('except _packrat.BacktrackException as _exc:'):
                self.emit('_error = _packrat.combine_errors(_error, _exc.error)')
                self.emit('_status.pos = -1')
                self.emit('_status.result = None')
                self.emit('_status.error = _error')
                self.emit('_status.status = _status.ERROR')
                self.emit('raise _packrat.BacktrackException(_error)')
            if has(body, 'call'):
                self.grow(name, arguments)
            self.keep('NORMAL')
            self.emit('return _status')

    def known(self, recursive):
        """What was found before at this place."""
        self.emit('_kind = _status.status')
        with self.block('if _kind == _status.NORMAL:'):
            self.emit('self._pos = _status.pos')
            self.emit('return _status')
        with self.block('if _kind == _status.ERROR:'):
            self.emit('raise _packrat.BacktrackException(_status.error)')
        if recursive:
            with self.block('if _kind == _status.SOMESOLUTIONS:'):
                self.emit('_status.status = _status.INPROGRESS')
            with self.block('else:'):
                self.emit('_status.status = _status.LEFTRECURSION')
                with self.block('if _status.result is not None:'):
                    self.emit('self._pos = _status.pos')
                    self.emit('return _status')
                self.emit('raise _packrat.BacktrackException(None)')

    def grow(self, name, arguments):
        """The rule asked for itself: again, with this match for the inner one, until matches grow no more."""
        with self.block('if _status.status == _status.LEFTRECURSION:'):
            with self.block('if _status.result is not None and _status.pos >= self._pos:'):
                # Why it grows no more does not count, as in RPython.
                self.emit('_status.status = _status.NORMAL')
                self.emit('self._pos = _status.pos')
                self.emit('return _status')
            self.keep('SOMESOLUTIONS')
            self.emit('self._pos = _startingpos')
            self.emit('return self._%s(%s)' % (name, arguments))

    def keep(self, status):
        self.emit('_status.status = _status.%s' % status)
        self.emit('_status.pos = self._pos')
        self.emit('_status.result = _result')
        self.emit('_status.error = _error')

    def write(self, tree):
        getattr(self, 'write_' + tree[0])(*tree[1:])

    def attempt(self, place):
        """The handler of a part that may fail: back to its start."""
        with self.block('except _packrat.BacktrackException as _exc:'):
            self.emit('_error = _packrat.combine_errors(_error, _exc.error)')
            self.emit('self._pos = %s' % place)

    def place(self):
        place = self.fresh('choice')
        self.emit('%s = self._pos' % place)
        return place

    def write_or(self, options):
        if len(options) == 1:
            self.write(options[0])
            return
        with self.block('while True:'):
            for option in options[:-1]:
                place = self.place()
                with self.block('try:'):
                    self.write(option)
                    self.emit('break')
                self.attempt(place)
            self.write(options[-1])
            self.emit('break')

    def write_commands(self, commands):
        for command in commands:
            self.write(command)

    def write_maybe(self, what):
        place = self.place()
        with self.block('try:'):
            self.write(what)
        self.attempt(place)

    def write_star(self, what):
        self.repeat(what, False)

    def write_plus(self, what):
        self.repeat(what, True)

    def repeat(self, what, once):
        found = self.fresh('all')
        self.emit('%s = []' % found)
        if once:
            self.write(what)
            self.emit('%s.append(_result)' % found)
        with self.block('while True:'):
            place = self.place()
            with self.block('try:'):
                self.write(what)
                self.emit('%s.append(_result)' % found)
            self.attempt(place)
            self.emit("break", deeper=1)
        self.emit('_result = %s' % found)

    def write_exclusive(self, what):
        self.write(what)
        self.emit('_enclosed = _result')

    def write_option(self, what):
        """A choice of the rule with a `<x>`: its result is that."""
        self.write(what)
        self.emit('_result = _enclosed')

    def write_ignore(self, what):
        before = self.fresh('before')
        self.emit('%s = _result' % before)
        self.write(what)
        self.emit('_result = %s' % before)

    def write_negation(self, what):
        before = self.fresh('before')
        self.emit('%s = _result' % before)
        place = self.place()
        with self.block('try:'):
            self.write(what)
        with self.block('except _packrat.BacktrackException:'):
            self.emit('self._pos = %s' % place)
            self.emit('_result = %s' % before)
        with self.block('else:'):
            error = "_packrat.ErrorInformation(%s, ['NOT %s'])" % (place, what[1]) if what[0] == 'quote' else 'None'
            self.emit('raise _packrat.BacktrackException(%s)' % error)

    def write_lookahead(self, what):
        before = self.fresh('before')
        self.emit('%s = _result' % before)
        place = self.place()
        self.write(what)
        self.emit('self._pos = %s' % place)
        self.emit('_result = %s' % before)

    def write_named(self, name, what):
        self.write(what)
        self.emit('%s = _result' % name)

    def write_return(self, code):
        self.emit('_result = (%s)' % code.strip())

    def write_if(self, what, condition):
        if what is not None:
            self.write(what)
        with self.block('if not (%s):' % condition.strip()):
            self.emit("raise _packrat.BacktrackException(_packrat.ErrorInformation(_startingpos, ['condition not met']))")

    def write_choose(self, name, values, what):
        with self.block('for %s in (%s):' % (name, values.strip())):
            place = self.place()
            with self.block('try:'):
                self.write(what)
                self.emit('break')
            self.attempt(place)
        with self.block('else:'):
            self.emit('raise _packrat.BacktrackException(_error)')

    def write_call(self, name, args):
        args = ', '.join(['(%s)' % arg.strip() for arg in args])
        if name.startswith('_'):
            self.emit('_result = self.%s(%s)' % (name, args))
        else:
            status = self.fresh('status')
            self.emit('%s = self._%s(%s)' % (status, name, args))
            self.emit('_result = %s.result' % status)
            self.emit('_error = _packrat.combine_errors(_error, %s.error)' % status)

    def write_regex(self, text):
        if text not in self.regexs:
            self.regexs[text] = '_regex%d' % len(self.regexs)
        self.emit('_result = self.%s()' % self.regexs[text])

    def write_quote(self, text):
        self.emit('_result = self.__chars__(%r)' % (text,))


def _read_grammar(source):
    try:
        return GrammarReader(source).read()
    except BacktrackException as e:
        print(e.error.nice_error_message("<docstring>", source))
        raise


class MetaPackratParser(type):
    def __new__(cls, name, bases, attributes):
        grammar = attributes.get('__doc__')
        if bases == (object,) or not grammar:
            return type.__new__(cls, name, bases, attributes)
        rules = _read_grammar(grammar)
        builder = ParserBuilder()
        builder.make_class(rules)
        # The Python text of a grammar sees the module of its class.
        names = sys._getframe(1).f_globals
        names['_packrat'] = sys.modules[__name__]
        exec(builder.get_code(), names)
        methods = dict(vars(names.pop('_packrat_Parser')))
        for rule, _, _ in rules:
            methods['_Status_' + rule] = make_status_class()
        for text, method in builder.regexs.items():
            methods[method] = make_regex_method(text)
        init = methods['__init__']
        result = type.__new__(cls, name, bases, attributes)
        for key, value in methods.items():
            if key not in attributes and key not in ('__doc__', '__module__', '__dict__', '__weakref__'):
                setattr(result, key, value)
        result.init_parser = init
        result._code = builder.get_code()
        return result


def __chars__(self, chars):
    """Matches a text."""
    pos = self._pos
    if pos + len(chars) <= len(self._inputstream):
        for i in range(len(chars)):
            if self._inputstream[pos + i] != chars[i]:
                break
        else:
            self._pos = pos + len(chars)
            return chars
    raise BacktrackException(ErrorInformation(pos, [chars]))


def __any__(self):
    """Matches any character."""
    pos = self._pos
    if pos < len(self._inputstream):
        self._pos = pos + 1
        return self._inputstream[pos]
    raise BacktrackException(ErrorInformation(pos, ['anything']))


def _combine_errors(self, error1, error2):
    return combine_errors(error1, error2)


PackratParser = MetaPackratParser('PackratParser', (object,), {
    '__module__': __name__, '_ErrorInformation': ErrorInformation, '_BacktrackException': BacktrackException,
    '__chars__': __chars__, '__any__': __any__, '_combine_errors': _combine_errors})
