"""Regular expressions as objects, and their automata (Thompson's construction).

    digits = RangeExpression('0', '9')
    integer = StringExpression('0') | RangeExpression('1', '9') + digits.kleene()
    integer.make_automaton().make_deterministic().get_runner().recognize('42')      # True

Every expression can put itself between two states of one automaton (`connect`), so nothing is ever copied: `a + b` is `a` up to a state in
the middle, and `b` from there on.
"""
from rpython.rlib.parsing.deterministic import NFA

ALL_CHARACTERS = [chr(code) for code in range(256)]


class RegularExpression(object):
    """What all have in common. `parts` names the arguments of the constructor: they become attributes."""
    parts = None

    def __init__(self, *values):
        if self.parts is None:
            raise NotImplementedError('one of the subclasses is meant')
        if len(values) != len(self.parts):
            raise TypeError('%s(%s)' % (type(self).__name__, ', '.join(self.parts)))
        for part, value in zip(self.parts, values):
            setattr(self, part, value)

    def __repr__(self):
        values = [repr(getattr(self, part)) for part in self.parts]
        return '%s(%s)' % (type(self).__name__, ', '.join(values))

    def connect(self, nfa, before, behind):
        """Leads from one state to another by the texts of this expression."""
        raise NotImplementedError

    def make_automaton(self):
        nfa = NFA()
        before, behind = nfa.add_state('start', start=True), nfa.add_state('end', final=True)
        self.connect(nfa, before, behind)
        return nfa

    # Operators make larger expressions.
    def kleene(self):
        return KleeneClosure(self)

    def __invert__(self):
        return NotExpression(self)

    def __pos__(self):
        return self + self.kleene()

    def __or__(self, other):
        return OrExpression(self, other)

    def __add__(self, other):
        both = isinstance(self, StringExpression) and isinstance(other, StringExpression)
        return StringExpression(self.string + other.string) if both else AddExpression(self, other)

    def __mul__(self, times):
        return sum([self] * times, StringExpression(''))


class StringExpression(RegularExpression):
    """A text."""
    parts = ('string',)

    def connect(self, nfa, before, behind):
        for char in self.string[:-1]:
            middle = nfa.add_state()
            nfa.add_transition(before, middle, char)
            before = middle
        # The empty text is a transition that reads nothing.
        nfa.add_transition(before, behind, self.string[-1:] or None)


class RangeExpression(RegularExpression):
    """One character from a range."""
    parts = ('fromchar', 'tochar')

    def connect(self, nfa, before, behind):
        for char in ALL_CHARACTERS[ord(self.fromchar):ord(self.tochar) + 1]:
            nfa.add_transition(before, behind, char)


class AddExpression(RegularExpression):
    """One after the other."""
    parts = ('rega', 'regb')

    def connect(self, nfa, before, behind):
        middle = nfa.add_state()
        self.rega.connect(nfa, before, middle)
        self.regb.connect(nfa, middle, behind)


class OrExpression(RegularExpression):
    """One or the other."""
    parts = ('rega', 'regb')

    def connect(self, nfa, before, behind):
        for choice in (self.rega, self.regb):
            # Ends of their own: a choice may be a loop.
            inner, outer = nfa.add_state(), nfa.add_state()
            nfa.add_transition(before, inner)
            choice.connect(nfa, inner, outer)
            nfa.add_transition(outer, behind)


class KleeneClosure(RegularExpression):
    """Any number of times."""
    parts = ('regex',)

    def connect(self, nfa, before, behind):
        hub = nfa.add_state()
        self.regex.connect(nfa, hub, hub)
        nfa.add_transition(before, hub)
        nfa.add_transition(hub, behind)


class ExpressionTag(RegularExpression):
    """An expression whose end keeps a name."""
    parts = ('reg', 'tag')

    def connect(self, nfa, before, behind):
        named = nfa.add_state(self.tag, unmergeable=True)
        self.reg.connect(nfa, before, named)
        nfa.add_transition(named, behind)


class NotExpression(RegularExpression):
    """Every other text."""
    parts = ('reg',)

    def __invert__(self):
        return self.reg

    def connect(self, nfa, before, behind):
        # A complement needs a deterministic automaton without gaps: what it does not read leads to `lost`.
        dfa = self.reg.make_automaton().make_deterministic()
        states = [nfa.add_state() for _ in range(dfa.num_states)]
        lost = nfa.add_state('lost')
        for state, here in enumerate(states):
            for char in ALL_CHARACTERS:
                there = states[dfa[state, char]] if (state, char) in dfa else lost
                nfa.add_transition(here, there, char)
            if state not in dfa.final_states:
                nfa.add_transition(here, behind)
        for char in ALL_CHARACTERS:
            nfa.add_transition(lost, lost, char)
        nfa.add_transition(lost, behind)
        nfa.add_transition(before, states[0])


class LexingOrExpression(RegularExpression):
    """One of many; the automaton has a final state for each, with its name."""
    parts = ('regs', 'names')

    def make_automaton(self):
        nfa = NFA()
        before = nfa.add_state('start', start=True)
        for expression, name in zip(self.regs, self.names):
            first = nfa.add_state()
            nfa.add_transition(before, first)
            expression.connect(nfa, first, nfa.add_state(name, final=True, unmergeable=True))
        return nfa
