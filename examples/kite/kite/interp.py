"""Frames and the interpreter loop."""

from rpython.rlib import jit

from kite import bytecode as bc
from kite.environment import Cell
from kite.errors import KiteError
from kite.objects import (
    W_Class, W_Dict, W_Iterator, W_List, W_Root, arity_error, make_error,
    newbool, type_error, w_false, w_nil, w_true, w_StackOverflow)

MAX_DEPTH = 1000


def get_printable_location(pc, code):
    return '%s:%d %s' % (code.name, code.lines[pc],
                         bc.OPCODE_NAMES[code.opcode_at(pc)])


jitdriver = jit.JitDriver(
    greens=['pc', 'code'], reds=['frame'],
    get_printable_location=get_printable_location)


class ExecutionState(object):
    def __init__(self):
        self.depth = 0

    def enter(self):
        if self.depth >= MAX_DEPTH:
            raise make_error(w_StackOverflow, 'too many nested calls')
        self.depth += 1

    def leave(self):
        self.depth -= 1


state = ExecutionState()


class W_Function(W_Root):
    _immutable_fields_ = ['code', 'closure[*]']
    type_name = 'function'

    def __init__(self, code, closure):
        self.code = code
        self.closure = closure

    def repr(self):
        return '<function %s>' % self.code.name

    def check_arity(self, nargs):
        code = jit.promote(self.code)
        if nargs != code.nparams:
            raise arity_error(code.name, code.nparams, nargs)
        return code

    @jit.unroll_safe
    def call(self, args_w):
        code = self.check_arity(len(args_w))
        frame = new_frame(code, self.closure)
        for i in range(code.nparams):
            frame.values_w[i] = args_w[i]
        return run_frame(frame, code)


class Handler(object):
    """An active `try`: where its handler is and how deep the stack was."""
    _immutable_fields_ = ['target', 'depth', 'previous']

    def __init__(self, target, depth, previous):
        self.target = target
        self.depth = depth
        self.previous = previous


class Frame(object):
    """`values_w` holds the slots and above them the stack."""
    _immutable_fields_ = ['code', 'values_w', 'cells']

    def __init__(self, code, cells):
        self.code = code
        self.values_w = [None] * code.frame_size
        self.depth = code.nslots
        self.handlers = None
        self.cells = cells

    @jit.unroll_safe
    def copy(self, code):
        """The same frame again, for compiled code.

        A frame that compiled code made and nothing else knows stays off the
        heap, and so do the values in it.
        """
        new = Frame(code, self.cells)
        for i in range(code.frame_size):
            new.values_w[i] = self.values_w[i]
        new.depth = jit.promote(self.depth)
        new.handlers = self.handlers
        return new

    @jit.unroll_safe
    def move_params_to_cells(self, code):
        params_in_cells = code.params_in_cells
        for i in range(len(params_in_cells)):
            index = params_in_cells[i]
            if index >= 0:
                self.new_cell(index).w_value = self.values_w[i]

    def new_cell(self, index):
        cell = Cell()
        self.cells[index] = cell
        return cell

    # -- the stack ------------------------------------------------------

    def push(self, w_value):
        depth = self.depth
        assert depth >= 0
        self.values_w[depth] = w_value
        self.depth = depth + 1

    def pop(self):
        depth = self.depth - 1
        assert depth >= 0
        w_value = self.values_w[depth]
        self.values_w[depth] = None     # nothing stays alive by accident
        self.depth = depth
        return w_value

    def peek(self, distance=0):
        index = self.depth - 1 - distance
        assert index >= 0
        return self.values_w[index]

    @jit.unroll_safe
    def pop_many(self, count):
        values_w = [None] * count
        while count > 0:
            count -= 1
            values_w[count] = self.pop()
        return values_w

    @jit.unroll_safe
    def drop_to(self, depth):
        for i in range(jit.promote(self.depth) - depth):
            self.pop()

    # -- calls ----------------------------------------------------------

    def call(self, nargs):
        w_callee = self.peek(nargs)
        if isinstance(w_callee, W_Function):
            w_result = self.call_function(w_callee, nargs)
        else:
            w_result = w_callee.call(self.pop_many(nargs))
        self.pop()
        self.push(w_result)

    def call_method(self, name, nargs):
        w_self = self.peek(nargs)
        w_method = w_self.find_method(name)
        if isinstance(w_method, W_Function):
            # The receiver is the first argument, already in place.
            self.push(self.call_function(w_method, nargs + 1))
        else:
            args_w = self.pop_many(nargs)
            self.pop()
            self.push(w_self.call_method(name, args_w))

    @jit.unroll_safe
    def call_function(self, w_function, nargs):
        """The arguments move from this frame's stack to the new frame's slots."""
        code = w_function.check_arity(nargs)
        frame = new_frame(code, w_function.closure)
        while nargs > 0:
            nargs -= 1
            frame.values_w[nargs] = self.pop()
        return run_frame(frame, code)

    # -- construction of values -----------------------------------------

    @jit.unroll_safe
    def make_function(self, code):
        captured = code.captured
        closure = [None] * len(captured)
        for i in range(len(captured)):
            closure[i] = self.cells[captured[i]]
        return W_Function(code, closure)

    @jit.unroll_safe
    def make_dict(self, count):
        items_w = self.pop_many(2 * count)
        w_dict = W_Dict()
        for i in range(count):
            w_dict.setitem(items_w[2 * i], items_w[2 * i + 1])
        return w_dict

    def make_class(self, name):
        w_base = self.pop()
        if w_base is w_nil:
            return W_Class(name, None)
        if not isinstance(w_base, W_Class):
            raise type_error('base of class %s is no class' % name)
        return W_Class(name, w_base)

    # -- exceptions -----------------------------------------------------

    def unwind(self, error, code, pc):
        """The position of the handler; leaves the frame if there is none."""
        handler = self.handlers
        if handler is None:
            error.add_trace(code, pc)
            raise error
        self.handlers = handler.previous
        self.drop_to(jit.promote(handler.depth))
        self.push(error.w_value)
        return jit.promote(handler.target)


def new_frame(code, closure):
    """A frame whose cells are those of the function itself, then those of its closure."""
    if code.ncells == 0:
        return Frame(code, closure)
    return Frame(code, [None] * code.ncells + closure)


def run_frame(frame, code):
    state.enter()
    try:
        frame.move_params_to_cells(code)
        return interpret(0, code, frame)
    finally:
        state.leave()


def known_class(w_value):
    """Compiled code is specialised for the class of the value."""
    jit.promote(w_value.__class__)
    return w_value


def interpret(pc, code, frame):
    """Runs until the function returns."""
    while True:
        try:
            while True:
                jitdriver.jit_merge_point(pc=pc, code=code, frame=frame)
                if jit.we_are_jitted() and pc == 0:
                    frame = frame.copy(code)
                word = code.instructions[pc]
                arg = word >> bc.OPCODE_BITS
                opcode = word & bc.OPCODE_MASK
                pc += 1
                if opcode == bc.LOAD_SLOT:
                    frame.push(frame.values_w[arg])
                elif opcode == bc.STORE_SLOT:
                    frame.values_w[arg] = frame.pop()
                elif opcode == bc.LOAD_CONST:
                    frame.push(code.constants_w[arg])
                elif opcode == bc.LOAD_NIL:
                    frame.push(w_nil)
                elif opcode == bc.LOAD_TRUE:
                    frame.push(w_true)
                elif opcode == bc.LOAD_FALSE:
                    frame.push(w_false)
                elif opcode == bc.LOAD_CELL:
                    frame.push(frame.cells[arg].load('variable'))
                elif opcode == bc.STORE_CELL:
                    frame.cells[arg].w_value = frame.pop()
                elif opcode == bc.NEW_CELL:
                    frame.new_cell(arg)
                elif opcode == bc.LOAD_GLOBAL:
                    frame.push(code.globals[arg].load(code.global_names[arg]))
                elif opcode == bc.STORE_GLOBAL:
                    code.globals[arg].store(code.global_names[arg], frame.pop())
                elif opcode == bc.DEFINE_GLOBAL:
                    code.globals[arg].w_value = frame.pop()
                elif opcode == bc.POP:
                    frame.pop()
                elif opcode == bc.DUP:
                    frame.push(frame.peek())
                elif opcode == bc.DUP_TWO:
                    frame.push(frame.peek(1))
                    frame.push(frame.peek(1))
                elif opcode == bc.ADD:
                    w_right = known_class(frame.pop())
                    frame.push(frame.pop().add(w_right))
                elif opcode == bc.SUB:
                    w_right = known_class(frame.pop())
                    frame.push(frame.pop().sub(w_right))
                elif opcode == bc.MUL:
                    w_right = known_class(frame.pop())
                    frame.push(frame.pop().mul(w_right))
                elif opcode == bc.DIV:
                    w_right = known_class(frame.pop())
                    frame.push(frame.pop().div(w_right))
                elif opcode == bc.FLOORDIV:
                    w_right = known_class(frame.pop())
                    frame.push(frame.pop().floordiv(w_right))
                elif opcode == bc.MOD:
                    w_right = known_class(frame.pop())
                    frame.push(frame.pop().mod(w_right))
                elif opcode == bc.EQ:
                    w_right = known_class(frame.pop())
                    frame.push(newbool(frame.pop().equals(w_right)))
                elif opcode == bc.NE:
                    w_right = known_class(frame.pop())
                    frame.push(newbool(not frame.pop().equals(w_right)))
                elif opcode == bc.LT:
                    w_right = known_class(frame.pop())
                    frame.push(newbool(frame.pop().lt(w_right)))
                elif opcode == bc.LE:
                    w_right = known_class(frame.pop())
                    frame.push(newbool(frame.pop().le(w_right)))
                elif opcode == bc.GT:
                    w_right = frame.pop()
                    frame.push(newbool(w_right.lt(known_class(frame.pop()))))
                elif opcode == bc.GE:
                    w_right = frame.pop()
                    frame.push(newbool(w_right.le(known_class(frame.pop()))))
                elif opcode == bc.IN:
                    w_container = frame.pop()
                    frame.push(newbool(w_container.contains(frame.pop())))
                elif opcode == bc.NEG:
                    frame.push(frame.pop().neg())
                elif opcode == bc.NOT:
                    frame.push(newbool(not frame.pop().is_true()))
                elif opcode == bc.GET_ITEM:
                    w_key = frame.pop()
                    frame.push(frame.pop().getitem(w_key))
                elif opcode == bc.SET_ITEM:
                    w_value = frame.pop()
                    w_key = frame.pop()
                    frame.pop().setitem(w_key, w_value)
                elif opcode == bc.GET_ATTR:
                    frame.push(frame.pop().getattr(code.names[arg]))
                elif opcode == bc.SET_ATTR:
                    w_value = frame.pop()
                    frame.pop().setattr(code.names[arg], w_value)
                elif opcode == bc.CALL:
                    frame.call(arg)
                elif opcode == bc.CALL_METHOD:
                    frame.call_method(code.names[arg >> bc.COUNT_BITS],
                                      arg & bc.COUNT_MASK)
                elif opcode == bc.RETURN:
                    return frame.pop()
                elif opcode == bc.THROW:
                    raise KiteError(frame.pop())
                elif opcode == bc.JUMP:
                    pc = arg
                elif opcode == bc.JUMP_BACK:
                    pc = arg
                    if jit.we_are_jitted():
                        frame = frame.copy(code)
                    jitdriver.can_enter_jit(pc=pc, code=code, frame=frame)
                elif opcode == bc.JUMP_IF_FALSE:
                    w_condition = frame.pop()
                    # Nearly always the outcome of a comparison.
                    if w_condition is w_false or (w_condition is not w_true and
                                                  not w_condition.is_true()):
                        pc = arg
                elif opcode == bc.JUMP_IF_FALSE_OR_POP:
                    if frame.peek().is_true():
                        frame.pop()
                    else:
                        pc = arg
                elif opcode == bc.JUMP_IF_TRUE_OR_POP:
                    if frame.peek().is_true():
                        pc = arg
                    else:
                        frame.pop()
                elif opcode == bc.GET_ITER:
                    frame.push(frame.pop().iterate())
                elif opcode == bc.FOR_ITER:
                    w_iterator = frame.peek()
                    assert isinstance(w_iterator, W_Iterator)
                    w_item = w_iterator.next_or_none()
                    if w_item is None:
                        pc = arg
                    else:
                        frame.push(w_item)
                elif opcode == bc.BUILD_LIST:
                    frame.push(W_List(frame.pop_many(arg)))
                elif opcode == bc.BUILD_DICT:
                    frame.push(frame.make_dict(arg))
                elif opcode == bc.MAKE_FUNCTION:
                    frame.push(frame.make_function(code.functions[arg]))
                elif opcode == bc.MAKE_CLASS:
                    frame.push(frame.make_class(code.names[arg]))
                elif opcode == bc.ADD_METHOD:
                    w_method = frame.pop()
                    w_class = frame.peek()
                    assert isinstance(w_class, W_Class)
                    w_class.methods_w[code.names[arg]] = w_method
                elif opcode == bc.ENTER_TRY:
                    from_stack = frame.depth
                    frame.handlers = Handler(arg, from_stack, frame.handlers)
                elif opcode == bc.LEAVE_TRY:
                    frame.handlers = frame.handlers.previous
                else:
                    assert False, 'unknown opcode'
        except KiteError as e:
            # `pc` is behind the instruction.
            pc = frame.unwind(e, code, pc - 1)


def run_code(code):
    W_Function(code, []).call([])
