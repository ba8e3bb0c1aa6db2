"""The instruction set.  An instruction is four words: the opcode and three operands.

Operands: `d` a register to write, `v` a register or a constant, `l` a label.
"""

WORDS = 4               # of an instruction

NAMES = []
OPERANDS = []
NUMBERS = {}


def _define(name, operands):
    number = len(NAMES)
    NUMBERS[name] = number
    NAMES.append(name)
    OPERANDS.append(operands)
    return number


MOV = _define('mov', 'dv')
ADD = _define('add', 'dvv')
SUB = _define('sub', 'dvv')
MUL = _define('mul', 'dvv')
DIV = _define('div', 'dvv')
MOD = _define('mod', 'dvv')
AND = _define('and', 'dvv')
OR = _define('or', 'dvv')
XOR = _define('xor', 'dvv')
SHL = _define('shl', 'dvv')
SHR = _define('shr', 'dvv')
LOAD = _define('load', 'dv')
GETC = _define('getc', 'd')
LAST_WITH_RESULT = GETC         # those up to here write their first operand

STORE = _define('store', 'vv')
JMP = _define('jmp', 'l')
JEQ = _define('jeq', 'vvl')
JNE = _define('jne', 'vvl')
JLT = _define('jlt', 'vvl')
JLE = _define('jle', 'vvl')
CALL = _define('call', 'l')
RET = _define('ret', '')
PRINT = _define('print', 'v')
PUTC = _define('putc', 'v')
HALT = _define('halt', '')
