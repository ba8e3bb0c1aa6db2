# genext: python2
"""The instructions of the engine, under the name that projects know."""


class OpcodeDescription(object):
    """One instruction of a set; `methodname` is a name in Python."""

    def __init__(self, bytecode_spec, name, index, methodname):
        self.bytecode_spec = bytecode_spec
        self.name = name
        self.index = index
        self.methodname = methodname
        self.hasarg = index >= bytecode_spec.HAVE_ARGUMENT

    def _freeze_(self):
        return True

    def __repr__(self):
        return '<OpcodeDescription %s of %s>' % (self.name, self.bytecode_spec.name)


class BytecodeSpec(object):
    """The instructions of one kind of bytecode by name and number. Those from HAVE_ARGUMENT on have an argument."""

    def __init__(self, name, opmap, HAVE_ARGUMENT):
        self.name = name
        self.opmap = opmap
        self.HAVE_ARGUMENT = HAVE_ARGUMENT
        self.method_names = ['MISSING_OPCODE'] * 256
        self.opdescmap = {}
        self.opcodedesc = type('opcodedesc', (object,), {})
        for opname, index in opmap.items():
            methodname = opname.replace('+', '_')
            description = OpcodeDescription(self, opname, index, methodname)
            self.method_names[index] = methodname
            self.opdescmap[index] = description
            setattr(self.opcodedesc, methodname, description)
        self.ordered_opdescs = [self.opdescmap[index] for index in sorted(self.opdescmap)]

    def to_globals(self, globals_dict):
        """Defines the number of each instruction. Of a family, `SLICE+0` to `SLICE+3`, it is the first one's."""
        for opname, index in self.opmap.items():
            family, _, member = opname.partition('+')
            if member in ('', '0'):
                globals_dict[family] = index

    def __repr__(self):
        return '<%s bytecode>' % (self.name,)


_names = '''
    NOP POP DUP DUP2 ROT2 ROT3 ROT4 LOAD_CONST LOAD_FAST STORE_FAST DELETE_FAST LOAD_GLOBAL STORE_GLOBAL DELETE_GLOBAL
    LOAD_NAME STORE_NAME DELETE_NAME LOAD_DEREF LOAD_CLASS_DEREF STORE_DEREF DELETE_DEREF LOAD_CLOSURE LOAD_ATTR
    STORE_ATTR DELETE_ATTR BINARY_SUBSCR STORE_SUBSCR DELETE_SUBSCR UNARY BINARY INPLACE COMPARE JUMP
    POP_JUMP_IF_FALSE POP_JUMP_IF_TRUE JUMP_IF_FALSE_OR_POP JUMP_IF_TRUE_OR_POP GET_ITER FOR_ITER BUILD_TUPLE
    BUILD_LIST BUILD_SET BUILD_MAP BUILD_SLICE LIST_APPEND SET_ADD MAP_ADD LIST_EXTEND SET_UPDATE DICT_UPDATE
    LIST_TO_TUPLE UNPACK_SEQUENCE UNPACK_EX CALL CALL_FULL MAKE_FUNCTION MAKE_CLASS RETURN YIELD_VALUE YIELD_FROM RAISE
    RAISE_FROM RAISE2 RAISE3 RAISE_CURRENT RERAISE EXCEPTION_MATCH POP_EXCEPT LOAD_ASSERTION_ERROR WITH_ENTER WITH_EXIT
    WITH_EXIT_RAISE IMPORT_NAME IMPORT_FROM IMPORT_STAR PRINT_ITEM PRINT_NEWLINE PRINT_ITEM_TO PRINT_NEWLINE_TO EXEC
    FORMAT_VALUE BUILD_STRING SETUP_ANNOTATIONS'''.split()
host_bytecode_spec = bytecode_spec = BytecodeSpec('host', dict((_name, _i) for _i, _name in enumerate(_names)), 0)
