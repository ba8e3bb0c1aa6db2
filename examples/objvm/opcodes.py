"""Instructions: an opcode and one operand each."""

NAMES = ['PUSH', 'LOAD', 'STORE', 'POP', 'ADD', 'SUB', 'MUL', 'MOD', 'LT',
         'JUMP', 'JUMP_IF_FALSE', 'CALL', 'RETURN', 'PRINT',
         'GETGLOBAL', 'SETGLOBAL', 'NEW', 'GETATTR', 'SETATTR', 'TRY', 'RAISE']

for _number, _name in enumerate(NAMES):
    globals()[_name] = _number
