"""Instructions and code objects.

An instruction is one machine word: the opcode in the low byte, its argument
above.  A call of a method has two arguments, packed by `pack_call`.
"""

from rpython.rlib import jit

OPCODE_BITS = 8
OPCODE_MASK = (1 << OPCODE_BITS) - 1
COUNT_BITS = 8
COUNT_MASK = (1 << COUNT_BITS) - 1
MAX_ARGS = COUNT_MASK

OPCODE_NAMES = []
STACK_EFFECTS = []


def _opcode(name, stack_effect):
    """The next opcode; calls and literals get the rest of their effect from the compiler."""
    OPCODE_NAMES.append(name)
    STACK_EFFECTS.append(stack_effect)
    return len(OPCODE_NAMES) - 1


LOAD_CONST = _opcode('LOAD_CONST', 1)
LOAD_NIL = _opcode('LOAD_NIL', 1)
LOAD_TRUE = _opcode('LOAD_TRUE', 1)
LOAD_FALSE = _opcode('LOAD_FALSE', 1)
LOAD_SLOT = _opcode('LOAD_SLOT', 1)
STORE_SLOT = _opcode('STORE_SLOT', -1)
LOAD_CELL = _opcode('LOAD_CELL', 1)
STORE_CELL = _opcode('STORE_CELL', -1)
NEW_CELL = _opcode('NEW_CELL', 0)
LOAD_GLOBAL = _opcode('LOAD_GLOBAL', 1)
STORE_GLOBAL = _opcode('STORE_GLOBAL', -1)
DEFINE_GLOBAL = _opcode('DEFINE_GLOBAL', -1)
POP = _opcode('POP', -1)
DUP = _opcode('DUP', 1)
DUP_TWO = _opcode('DUP_TWO', 2)
ADD = _opcode('ADD', -1)
SUB = _opcode('SUB', -1)
MUL = _opcode('MUL', -1)
DIV = _opcode('DIV', -1)
FLOORDIV = _opcode('FLOORDIV', -1)
MOD = _opcode('MOD', -1)
EQ = _opcode('EQ', -1)
NE = _opcode('NE', -1)
LT = _opcode('LT', -1)
LE = _opcode('LE', -1)
GT = _opcode('GT', -1)
GE = _opcode('GE', -1)
IN = _opcode('IN', -1)
NEG = _opcode('NEG', 0)
NOT = _opcode('NOT', 0)
GET_ITEM = _opcode('GET_ITEM', -1)
SET_ITEM = _opcode('SET_ITEM', -3)
GET_ATTR = _opcode('GET_ATTR', 0)
SET_ATTR = _opcode('SET_ATTR', -2)
CALL = _opcode('CALL', 0)
CALL_METHOD = _opcode('CALL_METHOD', 0)
RETURN = _opcode('RETURN', -1)
THROW = _opcode('THROW', -1)
JUMP = _opcode('JUMP', 0)
JUMP_BACK = _opcode('JUMP_BACK', 0)
JUMP_IF_FALSE = _opcode('JUMP_IF_FALSE', -1)
JUMP_IF_FALSE_OR_POP = _opcode('JUMP_IF_FALSE_OR_POP', -1)
JUMP_IF_TRUE_OR_POP = _opcode('JUMP_IF_TRUE_OR_POP', -1)
GET_ITER = _opcode('GET_ITER', 0)
FOR_ITER = _opcode('FOR_ITER', 1)
BUILD_LIST = _opcode('BUILD_LIST', 1)
BUILD_DICT = _opcode('BUILD_DICT', 1)
MAKE_FUNCTION = _opcode('MAKE_FUNCTION', 1)
MAKE_CLASS = _opcode('MAKE_CLASS', 0)
ADD_METHOD = _opcode('ADD_METHOD', -1)
ENTER_TRY = _opcode('ENTER_TRY', 0)
LEAVE_TRY = _opcode('LEAVE_TRY', 0)

JUMPS = [JUMP, JUMP_BACK, JUMP_IF_FALSE, JUMP_IF_FALSE_OR_POP,
         JUMP_IF_TRUE_OR_POP, FOR_ITER, ENTER_TRY]


def pack_call(name, nargs):
    return (name << COUNT_BITS) | nargs


class Code(object):
    """The compiled form of one function; never changes.

    params_in_cells   for each parameter the cell it moves to, or -1;
                      empty if no parameter is captured
    globals           the cells of the globals in use, with their names
    captured          for each free variable its cell in the enclosing function
    """
    _immutable_ = True
    _immutable_fields_ = ['instructions[*]', 'lines[*]', 'constants_w[*]',
                          'names[*]', 'globals[*]', 'global_names[*]',
                          'functions[*]', 'params_in_cells[*]', 'captured[*]']

    def __init__(self, name, nparams, nslots, ncells, stack_size, instructions,
                 lines, constants_w, names, globals, global_names, functions,
                 params_in_cells, captured):
        self.name = name
        self.nparams = nparams
        self.nslots = nslots
        self.ncells = ncells
        self.frame_size = nslots + stack_size
        self.instructions = instructions[:]
        self.lines = lines[:]
        self.constants_w = constants_w[:]
        self.names = names[:]
        self.globals = globals[:]
        self.global_names = global_names[:]
        self.functions = functions[:]
        self.params_in_cells = params_in_cells[:]
        self.captured = captured[:]

    @jit.elidable
    def opcode_at(self, pc):
        return self.instructions[pc] & OPCODE_MASK

    def dump(self):
        """The instructions in readable form, nested functions after their parent."""
        lines = ['%s: %d parameters, %d slots, %d cells, frame of %d' % (
            self.name, self.nparams, self.nslots, self.ncells, self.frame_size)]
        last_line = 0
        for pc in range(len(self.instructions)):
            word = self.instructions[pc]
            opcode = word & OPCODE_MASK
            margin = '      '
            if self.lines[pc] != last_line:
                last_line = self.lines[pc]
                margin = '%d' % last_line
                margin = ' ' * (4 - len(margin)) + margin + '  '
            lines.append('%s%d %s%s' % (margin, pc, OPCODE_NAMES[opcode],
                                        self.describe(opcode, word >> OPCODE_BITS)))
        for function in self.functions:
            lines.append(function.dump())
        return '\n'.join(lines)

    def describe(self, opcode, arg):
        if opcode == LOAD_CONST:
            return ' ' + self.constants_w[arg].repr()
        if opcode == CALL_METHOD:
            return ' %s/%d' % (self.names[arg >> COUNT_BITS], arg & COUNT_MASK)
        if opcode in (LOAD_GLOBAL, STORE_GLOBAL, DEFINE_GLOBAL):
            return ' ' + self.global_names[arg]
        if opcode in (GET_ATTR, SET_ATTR, MAKE_CLASS, ADD_METHOD):
            return ' ' + self.names[arg]
        if opcode == MAKE_FUNCTION:
            return ' ' + self.functions[arg].name
        if opcode in JUMPS:
            return ' -> %d' % arg
        if opcode in (LOAD_SLOT, STORE_SLOT, LOAD_CELL, STORE_CELL, NEW_CELL,
                      CALL, BUILD_LIST, BUILD_DICT):
            return ' %d' % arg
        return ''
