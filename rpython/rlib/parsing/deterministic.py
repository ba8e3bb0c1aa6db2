"""Finite automata: NFAs from regular expressions, the DFAs made of them (subset construction), and recognisers (tables) made of those.

Automata are built while a program is imported. Only recognisers, and the exception, are for translated code.
"""
import py      # for modules that import `*`

def compress_char_set(chars):
    """Runs of neighbours among characters, as pairs of first character and length; the longest first."""
    codes = sorted(set([ord(c) for c in chars]))
    runs = []
    for code in codes:
        if runs and runs[-1][0] + runs[-1][1] == code:
            runs[-1][1] += 1
        else:
            runs.append([code, 1])
    runs.sort(key=lambda run: (-run[1], run[0]))
    return [(chr(first), length) for first, length in runs]


def _shown(char):
    return repr(char)[1:-1]


def make_nice_charset_repr(chars):
    """Characters as one writes them between brackets."""
    chars = set(chars)
    words = set([c for c in chars if c.isalnum()])
    parts = []
    for first, length in compress_char_set(words):
        last = chr(ord(first) + length - 1)
        if length > 2:
            parts.append('%s-%s' % (first, last))
        else:
            parts.append(first if length == 1 else first + last)
    for c in sorted(chars - words):
        parts.append('\\-' if c == '-' else _shown(c))
    return ''.join(parts)


class LexerError(Exception):
    """No token starts at this place."""

    def __init__(self, input, state, source_pos):
        self.source_pos = source_pos
        self.input, self.state = input, state
        self.args = (self.input, self.state, self.source_pos)

    def __str__(self):
        return self.nice_error_message()

    def nice_error_message(self, filename="<unknown>"):
        # Positions count from 0, people from 1.
        number, column = self.source_pos.lineno, self.source_pos.columnno
        line = self.input.split("\n")[number]
        return "  File %s, line %s\n%s\n%s^\nLexerError" % (filename, number + 1, line, " " * column)


def _dot_text(kind, arrow, states, edges):
    lines = [kind + ' G {']
    for number, name, attributes in states:
        lines.append('state%s [label="%s"%s];' % (number, name.replace('\\', '\\\\'), attributes))
    for source, target, label in edges:
        label = label.replace('\\', '\\\\').replace('"', '\\"')
        lines.append('state%s %s state%s [label="%s", arrowhead=normal];' % (source, arrow, target, label))
    lines.append('}')
    return '\n'.join(lines)


class Automaton(object):
    """States are numbers, with names; some sets of them mean something."""

    def new_state(self, name, **marks):
        state = self.num_states
        self.num_states += 1
        self.names.append(str(state) if name is None else name)
        for states, marked in marks.items():
            if marked:
                getattr(self, states).add(state)
        return state


class DFA(Automaton):
    """A deterministic automaton; `dfa[state, char]` is the next state. It starts in state 0."""

    def __init__(self, num_states=0, transitions=None, final_states=None, unmergeable_states=None, names=None):
        self.num_states, self.names = num_states, names or []
        self.transitions = transitions or {}
        self.final_states, self.unmergeable_states = set(final_states or ()), set(unmergeable_states or ())

    def __repr__(self):
        return 'DFA(%r, %r, set(%r), set(%r), %r)' % (self.num_states, self.transitions, sorted(self.final_states),
                                                      sorted(self.unmergeable_states), self.names)

    def add_state(self, name=None, final=False, unmergeable=False):
        return self.new_state(name, final_states=final, unmergeable_states=unmergeable)

    def __setitem__(self, key, next_state):
        self.transitions[key] = next_state

    def __getitem__(self, key):
        return self.transitions[key]

    def __contains__(self, key):
        return key in self.transitions

    def get_all_chars(self):
        return set([char for _, char in self.transitions])

    def _moves(self):
        """For each state a dictionary: character -> next state."""
        moves = [{} for _ in range(self.num_states)]
        for (state, char), target in self.transitions.items():
            moves[state][char] = target
        return moves

    def optimize(self):
        """Merges states that cannot be told apart (refinement of partitions); false if there are none."""
        moves = self._moves()
        # The first partition: final, not final, and each unmergeable state alone.
        block = []
        for state in range(self.num_states):
            if state in self.unmergeable_states:
                block.append(('alone', state))
            else:
                block.append(('final' if state in self.final_states else 'other', 0))
        count = len(set(block))
        while True:
            numbers = {}
            new = []
            for state in range(self.num_states):
                seen = frozenset([(char, block[target]) for char, target in moves[state].items()])
                new.append(numbers.setdefault((block[state], seen), len(numbers)))
            block = new
            if len(numbers) == count:
                break
            count = len(numbers)
        if count == self.num_states:
            return False
        # Numbers were given in the order of states, so state 0 stays in block 0.
        members = [[] for _ in range(count)]
        for state in range(self.num_states):
            members[block[state]].append(state)
        names, final, unmergeable = [], set(), set()
        for number, states in enumerate(members):
            name = ', '.join([self.names[s] for s in states])
            for s in states:
                if s in self.final_states:
                    final.add(number)
                if s in self.unmergeable_states:
                    unmergeable.add(number)
                    name = self.names[s]
            names.append(name)
        transitions = {}
        for (state, char), target in self.transitions.items():
            transitions[block[state], char] = block[target]
        self.names, self.transitions, self.num_states = names, transitions, count
        self.final_states, self.unmergeable_states = final, unmergeable
        return True

    def _tables(self):
        """The class of each character (a text of 256), the next state of each state and class (-1: none), and which states are final."""
        columns = {}
        classes = []
        for code in range(256):
            column = tuple([self.transitions.get((state, chr(code)), -1) for state in range(self.num_states)])
            classes.append(chr(columns.setdefault(column, len(columns))))
        table = [0] * (self.num_states * len(columns))
        for column, number in columns.items():
            for state in range(self.num_states):
                table[state * len(columns) + number] = column[state]
        final = [state in self.final_states for state in range(self.num_states)]
        return ''.join(classes), len(columns), table, final

    def make_code(self):
        """A function that recognises a text: True, or LexerError."""
        classes, width, table, final = self._tables()

        def recognize(input):
            state = 0
            for i in range(len(input)):
                next = table[state * width + ord(classes[ord(input[i])])]
                if next < 0:
                    raise LexerError(input, state, i)
                state = next
            if not final[state]:
                raise LexerError(input, state, len(input))
            return True
        return recognize

    def make_lexing_code(self):
        """A function that finds the longest token from `i` on: see `generate_lexing_code`."""
        names = {}
        exec(self._lexing_text(), names)
        return names['recognize']

    def generate_lexing_code(self):
        """The text of `recognize(runner, i)`. It notes the last final state and its last index in the runner; its result is the index
        where it stopped, complemented unless the whole rest was read and ends in a final state. `automaton` is this one."""
        return self._lexing_text() + 'from rpython.rlib.parsing.deterministic import DFA\nautomaton = %r\n' % self

    def _lexing_text(self):
        classes, width, table, final = self._tables()
        return _LEXING_CODE % (width, classes, table, final)

    def get_runner(self):
        return DFARunner(self)

    def make_nondeterministic(self):
        nfa = NFA()
        nfa.num_states = self.num_states
        nfa.names, nfa.start_states = list(self.names), set([0])
        nfa.final_states = set(self.final_states)
        for (state, char), target in self.transitions.items():
            nfa.add_transition(state, target, char)
        return nfa

    def dot(self):
        states, groups = [], {}
        for state in range(self.num_states):
            color = ', color=red' if state == 0 else ''
            shape = 'octagon' if state in self.final_states else 'box'
            states.append((state, self.names[state], '%s, shape=%s' % (color, shape)))
        for (state, char), target in self.transitions.items():
            groups.setdefault((state, target), []).append(char)
        edges = [(a, b, make_nice_charset_repr(groups[a, b])) for a, b in sorted(groups)]
        return _dot_text('graph', '--', states, edges)


_LEXING_CODE = '''def make_recognize(classes, table, final):
    def recognize(runner, i):
        text = runner.text
        assert i >= 0
        state = 0
        while True:
            if final[state]:
                runner.last_matched_state, runner.last_matched_index = state, i - 1
            following = -1
            if i < len(text):
                following = table[state * %d + ord(classes[ord(text[i])])]
                i += 1
            elif final[state]:
                runner.state = state
                return i
            if following < 0:
                runner.state = state
                return ~i
            state = following
    return recognize

recognize = make_recognize(%r, %r, %r)
'''


class DFARunner(object):
    """Runs a DFA, character by character."""
    state = 0

    def __init__(self, automaton):
        self.automaton = automaton

    def nextstate(self, char):
        following = self.automaton[self.state, char]
        self.state = following
        return following

    def recognize(self, s):
        moves, state = self.automaton.transitions, 0
        for char in s:
            state = moves.get((state, char), None)
        self.state = state
        return state in self.automaton.final_states


class NFA(Automaton):
    """An automaton that may be in several states; the input `None` is no character at all."""

    def __init__(self):
        self.names, self.num_states = [], 0
        for states in ('start_states', 'final_states', 'unmergeable_states'):
            setattr(self, states, set())
        # State -> character -> set of states.
        self.transitions = {}

    def add_state(self, name=None, start=False, final=False, unmergeable=False):
        return self.new_state(name, start_states=start, final_states=final, unmergeable_states=unmergeable)

    def add_transition(self, state, next_state, input=None):
        self.transitions.setdefault(state, {}).setdefault(input, set()).add(next_state)

    def epsilon_closure(self, states):
        """The states that can be reached without reading."""
        closure = set(states)
        waiting = list(closure)
        while waiting:
            for target in self.transitions.get(waiting.pop(), {}).get(None, ()):
                if target not in closure:
                    closure.add(target)
                    waiting.append(target)
        return closure

    def get_next_states(self, state, char):
        result = set()
        for s in self.epsilon_closure([state]):
            result.update(self.transitions.get(s, {}).get(char, ()))
        return result

    def _name_of(self, states, precedence):
        """The name of a set of states, and whether it may not be merged: that of an unmergeable member, by precedence."""
        fixed = [self.names[s] for s in sorted(states) if s in self.unmergeable_states]
        if not fixed:
            return ', '.join([self.names[s] for s in sorted(states)]), False
        if precedence is None:
            return fixed[-1], True
        known = [name for name in fixed if name in precedence]
        if not known:
            return ', '.join([self.names[s] for s in sorted(states)]), True
        return min(known, key=precedence.index), True

    def make_deterministic(self, name_precedence=None):
        """Subset construction."""
        precedence = None if name_precedence is None else list(name_precedence)
        dfa = DFA()
        known = {}
        waiting = []

        def state_of(states):
            states = frozenset(self.epsilon_closure(states))
            if states not in known:
                name, unmergeable = self._name_of(states, precedence)
                final = bool(states & self.final_states)
                known[states] = dfa.add_state(name, final, unmergeable)
                waiting.append(states)
            return known[states]

        state_of(self.start_states)
        while waiting:
            states = waiting.pop()
            moves = {}
            for s in states:
                for char, targets in self.transitions.get(s, {}).items():
                    if char is not None:
                        moves.setdefault(char, set()).update(targets)
            for char in sorted(moves):
                dfa[known[states], char] = state_of(moves[char])
        return dfa

    def dot(self):
        states, edges = [], []
        for state in range(self.num_states):
            attributes = ', color=red' if state in self.start_states else ''
            if state in self.final_states:
                attributes += ', shape=octagon, peripheries=2'
            states.append((state, self.names[state], attributes))
        for state in sorted(self.transitions):
            for char, targets in self.transitions[state].items():
                edges += [(state, target, repr(char)) for target in sorted(targets)]
        return _dot_text('digraph', '->', states, edges)


class SetNFARunner(object):
    """Runs an NFA in all its states at once."""

    def __init__(self, automaton):
        self.automaton = automaton
        self.states = set()

    def next_state(self, char):
        result = set()
        for state in self.states:
            result.update(self.automaton.get_next_states(state, char))
        return result

    def recognize(self, s):
        self.states = set(self.automaton.start_states)
        for char in s:
            self.states = self.next_state(char)
            if not self.states:
                return False
        return bool(self.automaton.epsilon_closure(self.states) & self.automaton.final_states)


class BacktrackingNFARunner(object):
    """Runs an NFA by trial and error."""

    def __init__(self, automaton):
        self.automaton = automaton

    def recognize(self, s):
        waiting = [(0, state) for state in self.automaton.start_states]
        while waiting:
            i, state = waiting.pop()
            if i < len(s):
                waiting += [(i + 1, target) for target in self.automaton.get_next_states(state, s[i])]
            elif self.automaton.epsilon_closure([state]) & self.automaton.final_states:
                return True
        return False
