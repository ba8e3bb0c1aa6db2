"""Regular expressions as objects: each makes an NFA (Thompson's construction).

    digits = RangeExpression('0', '9')
    integer = StringExpression('0') | RangeExpression('1', '9') + digits.kleene()
    integer.make_automaton().make_deterministic().get_runner().recognize('42')      # True
"""
from rpython.rlib.parsing.deterministic import NFA


class RegularExpression(object):
    def __init__(self):
        raise NotImplementedError("abstract base class")

    def make_automaton(self):
        raise NotImplementedError("abstract base class")

    def __add__(self, other):
        return AddExpression(self, other)

    def __or__(self, other):
        return OrExpression(self, other)

    def __pos__(self):
        return AddExpression(self, self.kleene())

    def __mul__(self, count):
        result = StringExpression("")
        for _ in range(count):
            result = result + self
        return result

    def __invert__(self):
        return NotExpression(self)

    def kleene(self):
        return KleeneClosure(self)

    def _parts(self):
        return ()

    def __repr__(self):
        return '%s(%s)' % (self.__class__.__name__, ', '.join([repr(part) for part in self._parts()]))


def _link(nfa, sources, targets):
    for source in sources:
        for target in targets:
            nfa.add_transition(source, target)


class StringExpression(RegularExpression):
    def __init__(self, s):
        self.string = s

    def __add__(self, other):
        if isinstance(other, StringExpression):
            return StringExpression(self.string + other.string)
        return RegularExpression.__add__(self, other)

    def make_automaton(self):
        nfa = NFA()
        state = nfa.add_state(start=True, final=not self.string)
        for i in range(len(self.string)):
            target = nfa.add_state(final=i + 1 == len(self.string))
            nfa.add_transition(state, target, self.string[i])
            state = target
        return nfa

    def _parts(self):
        return (self.string,)


class RangeExpression(RegularExpression):
    def __init__(self, fromchar, tochar):
        self.fromchar = fromchar
        self.tochar = tochar

    def make_automaton(self):
        nfa = NFA()
        start = nfa.add_state(start=True)
        final = nfa.add_state(final=True)
        for code in range(ord(self.fromchar), ord(self.tochar) + 1):
            nfa.add_transition(start, final, chr(code))
        return nfa

    def _parts(self):
        return self.fromchar, self.tochar


class AddExpression(RegularExpression):
    """One after the other."""

    def __init__(self, rega, regb):
        self.rega = rega
        self.regb = regb

    def make_automaton(self):
        nfa = self.rega.make_automaton()
        second = self.regb.make_automaton()
        middle, nfa.final_states = nfa.final_states, set()
        moved = nfa.update(second)
        _link(nfa, middle, [moved[s] for s in second.start_states])
        _link(nfa, [moved[s] for s in second.final_states], [nfa.add_state("final*", final=True)])
        return nfa

    def _parts(self):
        return self.rega, self.regb


class ExpressionTag(RegularExpression):
    """An expression whose final state keeps a name."""

    def __init__(self, reg, tag):
        self.reg = reg
        self.tag = tag

    def make_automaton(self):
        nfa = self.reg.make_automaton()
        finals, nfa.final_states = nfa.final_states, set()
        _link(nfa, finals, [nfa.add_state(self.tag, final=True, unmergeable=True)])
        return nfa

    def _parts(self):
        return self.reg, self.tag


class KleeneClosure(RegularExpression):
    """Any number of times."""

    def __init__(self, regex):
        self.regex = regex

    def make_automaton(self):
        nfa = self.regex.make_automaton()
        starts, nfa.start_states = nfa.start_states, set()
        finals, nfa.final_states = nfa.final_states, set()
        start = nfa.add_state("start*", start=True)
        final = nfa.add_state("final*", final=True)
        _link(nfa, [start], list(starts) + [final])
        _link(nfa, list(finals), [final])
        _link(nfa, [final], [start])
        return nfa

    def _parts(self):
        return (self.regex,)


class OrExpression(RegularExpression):
    def __init__(self, rega, regb):
        self.rega = rega
        self.regb = regb

    def make_automaton(self):
        nfa = NFA()
        start = nfa.add_state("start|", start=True)
        final = nfa.add_state("final|", final=True)
        for reg in (self.rega, self.regb):
            part = reg.make_automaton()
            moved = nfa.update(part)
            _link(nfa, [start], [moved[s] for s in part.start_states])
            _link(nfa, [moved[s] for s in part.final_states], [final])
        return nfa

    def _parts(self):
        return self.rega, self.regb


class NotExpression(RegularExpression):
    """Everything else."""

    def __init__(self, reg):
        self.reg = reg

    def make_automaton(self):
        # Only of a deterministic automaton without gaps is the complement that of its final states.
        dfa = self.reg.make_automaton().make_deterministic()
        nfa = dfa.make_nondeterministic()
        error = nfa.add_state("error")
        for state in range(nfa.num_states):
            for code in range(256):
                if (state, chr(code)) not in dfa:
                    nfa.add_transition(state, error, chr(code))
        nfa.final_states = set(range(nfa.num_states)) - nfa.final_states
        return nfa

    def __invert__(self):
        return self.reg

    def _parts(self):
        return (self.reg,)


class LexingOrExpression(RegularExpression):
    """One of many, and the automaton's final states have their names."""

    def __init__(self, regs, names):
        self.regs = regs
        self.names = names

    def make_automaton(self):
        nfa = NFA()
        start = nfa.add_state(start=True)
        for reg, name in zip(self.regs, self.names):
            dfa = reg.make_automaton().make_deterministic()
            dfa.optimize()
            part = dfa.make_nondeterministic()
            final = nfa.add_state(name, final=True, unmergeable=True)
            moved = nfa.update(part)
            _link(nfa, [start], [moved[s] for s in part.start_states])
            _link(nfa, [moved[s] for s in part.final_states], [final])
        return nfa

    def _parts(self):
        return self.regs, self.names
