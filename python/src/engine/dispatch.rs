//! One instruction: stack effects, jumps, and the way to the handler when an operation raises.
//!
//! The stack discipline is checked by the compiler (see `CodeObject::stack_size` and the compiler's tests), so the
//! helpers here expect the values to be there: an empty stack is an internal error.
use super::*;
use crate::code::{CellId, Instr, LocalId, Mode};

impl<S: ObjectSpace> Frame<S> {
    fn pop(&mut self) -> S::V {
        self.stack
            .pop()
            .expect("the value stack is empty: bad stack code")
    }
    fn pop_n(&mut self, n: usize) -> Vec<S::V> {
        let at = self
            .stack
            .len()
            .checked_sub(n)
            .expect("the value stack is too short: bad stack code");
        self.stack.split_off(at)
    }
    fn top(&self, below: usize) -> &S::V {
        &self.stack[self.stack.len() - 1 - below]
    }
    #[inline(always)]
    fn push(&mut self, v: S::V) {
        self.stack.push(v);
    }
    /// The `N` top values, the topmost last.
    #[inline(always)]
    fn pop_array<const N: usize>(&mut self) -> [S::V; N] {
        let mut values = std::array::from_fn(|_| self.pop());
        values.reverse();
        values
    }
    fn pop_if(&mut self, present: bool) -> Option<S::V> {
        present.then(|| self.pop())
    }

    /// Executes the instruction at `pc`. If it raises, control goes to its handler, or the error is returned.
    pub fn step(&mut self, space: &S) -> Flow<S, Step<S::V>> {
        let at = self.pc;
        match self.execute(space, at) {
            Ok(step) => Ok(step),
            Err(error) => {
                self.handle(space, at, error)?;
                Ok(Step::Next)
            }
        }
    }

    /// Goes to the handler of the instruction at `at`, or returns the error.
    pub(crate) fn handle(&mut self, space: &S, at: Pc, error: Unwind<S>) -> Flow<S, ()> {
        let Unwind::Raise(mut exc) = error else {
            return Err(error);
        };
        // What is raised again was in this frame before.
        if !matches!(self.code.instr(at), Instr::Reraise | Instr::RaiseCurrent) {
            space.passing_exception(self, &mut exc, self.code.span_at(at));
        }
        let Some(&handler) = self.code.handler(at) else {
            return Err(Unwind::Raise(exc));
        };
        self.stack.truncate(handler.depth as usize);
        self.stack.push(space.exc_value(&exc));
        self.stack.push(space.exc_type(&exc));
        space.enter_handler(handler.level, &exc);
        self.pc = handler.target;
        Ok(())
    }

    /// Executes the instruction at `at`, which is `pc`. If it raises, `pc` stays there.
    pub(crate) fn execute(&mut self, space: &S, at: Pc) -> Flow<S, Step<S::V>> {
        let code = self.code.clone();
        let span = code.span_at(at);
        let mut next = Pc(at.0 + 1);
        match code.instr(at) {
            Instr::Nop => {}
            Instr::Pop => drop(self.pop()),
            Instr::Dup => self.push(self.top(0).clone()),
            Instr::Dup2 => self.dup2(),
            Instr::Rot2 => self.rotate(2),
            Instr::Rot3 => self.rotate(3),
            Instr::Rot4 => self.rotate(4),

            Instr::LoadConst(id) => self.push(space.constant(&code, id)),
            Instr::LoadFast(local) => self.load_fast(space, &code, local, span)?,
            Instr::StoreFast(local) => self.locals[local.0 as usize] = Some(self.pop()),
            Instr::DeleteFast(local) => self.delete_fast(space, &code, local, span)?,
            Instr::LoadGlobal(name) => self.push(space.load_global(&self.globals, name, span)?),
            Instr::StoreGlobal(name) => {
                let v = self.pop();
                space.store_global(&self.globals, name, v, span)?;
            }
            Instr::DeleteGlobal(name) => space.delete_global(&self.globals, name, span)?,
            Instr::LoadName(name) => self.push(self.load_name(space, name, span)?),
            Instr::StoreName(name) => self.store_name(space, name, span)?,
            Instr::DeleteName(name) => match &self.namespace {
                Some(ns) => space.delete_name(ns, name, span)?,
                None => space.delete_global(&self.globals, name, span)?,
            },
            Instr::LoadDeref(cell) => self.push(self.cell(space, &code, cell, span)?),
            Instr::LoadClassDeref(cell) => self.load_class_deref(space, &code, cell, span)?,
            Instr::StoreDeref(cell) => {
                let v = self.pop();
                space.cell_set(&mut self.cells[cell.0 as usize], Some(v));
            }
            Instr::DeleteDeref(cell) => {
                self.cell(space, &code, cell, span)?;
                space.cell_set(&mut self.cells[cell.0 as usize], None);
            }
            Instr::LoadClosure(cell) => {
                let name = code.cell_name(cell);
                self.push(space.cell_value(&self.cells[cell.0 as usize], name, span)?);
            }

            Instr::LoadAttr(name) => self.unary(|v| space.getattr(v, name, span))?,
            Instr::StoreAttr(name) => {
                self.consume(|[v, obj]| space.setattr(&obj, name, &v, span))?
            }
            Instr::DeleteAttr(name) => self.consume(|[obj]| space.delattr(&obj, name, span))?,
            Instr::BinarySubscr => self.binary(|obj, i| space.getitem(obj, i, span))?,
            Instr::StoreSubscr => self.consume(|[v, obj, i]| space.setitem(&obj, &i, &v, span))?,
            Instr::DeleteSubscr => self.consume(|[obj, i]| space.delitem(&obj, &i, span))?,

            Instr::Unary(UnaryOp::Not) => self.unary(|v| space.not(v, span))?,
            Instr::Unary(op) => self.unary(|v| space.unary(op, v, span))?,
            Instr::Binary(op) => self.binary(|a, b| space.binary(op, a, b, span))?,
            Instr::Inplace(op) => self.binary(|a, b| space.inplace(op, a, b, span))?,
            Instr::Compare(op) => self.binary(|a, b| space.compare(op, a, b, span))?,

            Instr::Jump(target) => next = target,
            Instr::PopJumpIfFalse(target) => {
                self.pop_jump(space, false, target, &mut next, span)?
            }
            Instr::PopJumpIfTrue(target) => self.pop_jump(space, true, target, &mut next, span)?,
            Instr::JumpIfFalseOrPop(to) => self.jump_or_pop(space, false, to, &mut next, span)?,
            Instr::JumpIfTrueOrPop(to) => self.jump_or_pop(space, true, to, &mut next, span)?,
            Instr::GetIter => self.unary(|v| space.iter(v, span))?,
            Instr::ForIter(target) => self.for_iter(space, target, &mut next, span)?,

            Instr::BuildTuple(n) => self.build(n, |items| space.tuple(items, span))?,
            Instr::BuildList(n) => self.build(n, |items| space.list(items, span))?,
            Instr::BuildSet(n) => self.build(n, |items| space.set(items, span))?,
            Instr::BuildString(n) => self.build(n, |items| space.build_string(items, span))?,
            Instr::BuildMap(n) => self.build(2 * n, |flat| space.dict(pairs(flat), span))?,
            Instr::BuildSlice(n) => self.build_slice(space, n, at, &mut next, span)?,
            Instr::ListAppend(n) => self.update(n, |list, v| space.list_append(list, &v, span))?,
            Instr::SetAdd(n) => self.update(n, |set, v| space.set_add(set, &v, span))?,
            Instr::MapAdd(n) => {
                let [key, value] = self.pop_array();
                space.map_add(self.top(n as usize - 1), &key, &value, span)?;
            }
            Instr::ListExtend => self.update(1, |list, v| space.list_extend(list, &v, span))?,
            Instr::SetUpdate => self.update(1, |set, v| space.set_update(set, &v, span))?,
            Instr::DictUpdate => self.update(1, |dict, v| space.dict_update(dict, &v, span))?,
            Instr::ListToTuple => self.unary(|list| space.list_to_tuple(list, span))?,
            Instr::UnpackSequence(n) => self.unpack(|v| space.unpack(v, n as usize, span))?,
            Instr::UnpackEx { before, after } => {
                self.unpack(|v| space.unpack_ex(v, before as usize, after as usize, span))?;
            }

            Instr::Call(n) => {
                let args = self.pop_n(n as usize);
                let f = self.pop();
                let v = space.call(self, &f, Args::positional(args), span)?;
                self.push(v);
            }
            Instr::CallFull {
                npos,
                kwnames,
                star,
                dstar,
            } => {
                let args = self.full_args(npos, code.keyword_names(kwnames), star, dstar);
                let f = self.pop();
                let v = space.call(self, &f, args, span)?;
                self.push(v);
            }
            Instr::MakeFunction { code: id, parts } => {
                let operands = self.function_operands(parts);
                let v = space.make_function(self, code.nested_code(id), operands, span)?;
                self.push(v);
            }
            Instr::MakeClass(name) => {
                let [body, bases, keywords] = self.pop_array();
                let v = space.make_class(self, name, &body, &bases, &keywords, span)?;
                self.push(v);
            }
            Instr::Return => return Ok(Step::Leave(Outcome::Return(self.pop()))),
            Instr::YieldValue => match space.yield_value(self.pop(), span)? {
                Yielded::Suspend(v) => {
                    self.pc = next;
                    return Ok(Step::Leave(Outcome::Yield(v)));
                }
                Yielded::Continue(sent) => self.push(sent),
            },
            Instr::YieldFrom => {
                // `pc` stays here: the instruction is executed again with the next value sent.
                if let Some(v) = self.delegate(space, span)? {
                    return Ok(Step::Leave(Outcome::Yield(v)));
                }
            }

            Instr::Raise | Instr::RaiseFrom | Instr::Raise2 | Instr::Raise3 => {
                return Err(self.raise(space, code.instr(at), span));
            }
            Instr::RaiseCurrent => return Err(Unwind::Raise(space.raise_current(span)?)),
            Instr::Reraise => {
                let [value, exc_type] = self.pop_array();
                return Err(Unwind::Raise(space.reraise(value, exc_type, span)));
            }
            Instr::ExceptionMatch => {
                let pattern = self.pop();
                let matches = space.exception_match(self.top(1), self.top(0), &pattern, span)?;
                self.push(space.bool(matches));
            }
            Instr::PopExcept(level) => space.pop_except(level),
            Instr::LoadAssertionError => self.push(space.assertion_error()),
            Instr::WithEnter => {
                let manager = self.pop();
                let (exit, entered) = space.with_enter(self, &manager, span)?;
                self.stack.extend([exit, entered]);
            }
            Instr::WithExit => {
                let exit = self.pop();
                space.with_exit(self, &exit, span)?;
            }
            Instr::WithExitRaise => {
                let [exit, value, exc_type] = self.pop_array();
                let flag = space.with_exit_raise(self, &exit, &value, &exc_type, span)?;
                space.suppressed(&mut self.locals, &flag);
                self.stack.extend([value, exc_type, flag]);
            }

            Instr::ImportName { name, level } => {
                let fromlist = self.pop();
                let v = space.import_name(self, name, &fromlist, level, span)?;
                self.push(v);
            }
            Instr::ImportFrom(name) => self.push(space.import_from(self.top(0), name, span)?),
            Instr::ImportStar => {
                let module = self.pop();
                space.import_star(self, &module, span)?;
            }

            Instr::PrintItem => space.print_item(None, &self.pop(), span)?,
            Instr::PrintNewline => space.print_newline(None, span)?,
            Instr::PrintItemTo => {
                self.update(1, |file, v| space.print_item(Some(file), &v, span))?
            }
            Instr::PrintNewlineTo => space.print_newline(Some(self.top(0)), span)?,
            Instr::Exec => {
                let [text, globals, locals] = self.pop_array();
                space.exec(self, &text, &globals, &locals, span)?;
            }
            Instr::FormatValue { conversion, spec } => {
                let spec = self.pop_if(spec);
                self.unary(|v| space.format_value(v, conversion, spec.as_ref(), span))?;
            }
            Instr::SetupAnnotations => space.setup_annotations(self, span)?,
        }
        self.pc = next;
        Ok(Step::Next)
    }

    /// Replaces the top value by a function of it.
    #[inline(always)]
    fn unary(&mut self, f: impl FnOnce(&S::V) -> Flow<S, S::V>) -> Flow<S, ()> {
        let v = f(&self.pop())?;
        self.push(v);
        Ok(())
    }

    /// Replaces the two top values (the second operand is above the first) by a function of them.
    #[inline(always)]
    fn binary(&mut self, f: impl FnOnce(&S::V, &S::V) -> Flow<S, S::V>) -> Flow<S, ()> {
        let [a, b] = self.pop_array();
        let v = f(&a, &b)?;
        self.push(v);
        Ok(())
    }

    /// Pops a value, with which `f` does something to the `n`th value below it.
    #[inline(always)]
    fn update(&mut self, n: u32, f: impl FnOnce(&S::V, S::V) -> Flow<S, ()>) -> Flow<S, ()> {
        let v = self.pop();
        f(self.top(n as usize - 1), v)
    }

    /// Pops values for `f`, the topmost last.
    #[inline(always)]
    fn consume<const N: usize>(&mut self, f: impl FnOnce([S::V; N]) -> Flow<S, ()>) -> Flow<S, ()> {
        f(self.pop_array())
    }

    /// Replaces the top value by the values that it consists of, the first on top.
    #[inline(always)]
    fn unpack(&mut self, f: impl FnOnce(&S::V) -> Flow<S, Vec<S::V>>) -> Flow<S, ()> {
        let items = f(&self.pop())?;
        self.stack.extend(items.into_iter().rev());
        Ok(())
    }

    /// Replaces the `n` top values by what is made of them.
    #[inline(always)]
    fn build(&mut self, n: u32, f: impl FnOnce(Vec<S::V>) -> Flow<S, S::V>) -> Flow<S, ()> {
        let v = f(self.pop_n(n as usize))?;
        self.push(v);
        Ok(())
    }

    fn dup2(&mut self) {
        let (a, b) = (self.top(1).clone(), self.top(0).clone());
        self.push(a);
        self.push(b);
    }

    /// Moves the top value `n - 1` places down.
    fn rotate(&mut self, n: usize) {
        let at = self.stack.len() - n;
        self.stack[at..].rotate_right(1);
    }

    #[inline(always)]
    fn load_fast(
        &mut self,
        space: &S,
        code: &CodeObject,
        local: LocalId,
        span: Span,
    ) -> Flow<S, ()> {
        let Some(v) = &self.locals[local.0 as usize] else {
            return Err(space.unbound_local(code, code.varnames[local.0 as usize], span));
        };
        space.read_local(v, span)?;
        self.stack.push(v.clone());
        Ok(())
    }

    #[inline(never)]
    fn delete_fast(
        &mut self,
        space: &S,
        code: &CodeObject,
        local: LocalId,
        span: Span,
    ) -> Flow<S, ()> {
        match self.locals[local.0 as usize].take() {
            Some(_) => Ok(()),
            None => Err(space.unbound_local(code, code.varnames[local.0 as usize], span)),
        }
    }

    #[inline(never)]
    fn store_name(&mut self, space: &S, name: Name, span: Span) -> Flow<S, ()> {
        let v = self.pop();
        match &self.namespace {
            Some(ns) => space.set_name(ns, name, v, span),
            None => space.store_global(&self.globals, name, v, span),
        }
    }

    /// A free variable in a class body: the namespace comes before the cell.
    #[inline(never)]
    fn load_class_deref(
        &mut self,
        space: &S,
        code: &CodeObject,
        cell: CellId,
        span: Span,
    ) -> Flow<S, ()> {
        let found = match &self.namespace {
            Some(ns) => space.get_name(ns, code.cell_name(cell), span)?,
            None => None,
        };
        let v = match found {
            Some(v) => v,
            None => self.cell(space, code, cell, span)?,
        };
        self.push(v);
        Ok(())
    }

    /// Pops a value; `next` becomes `target` if its truth is `when`.
    #[inline(always)]
    fn pop_jump(
        &mut self,
        space: &S,
        when: bool,
        target: Pc,
        next: &mut Pc,
        span: Span,
    ) -> Flow<S, ()> {
        if space.is_true(&self.pop(), span)? == when {
            *next = target;
        }
        Ok(())
    }

    /// `next` becomes `target` if the truth of the top value is `when`; else the value is popped.
    #[inline(always)]
    fn jump_or_pop(
        &mut self,
        space: &S,
        when: bool,
        target: Pc,
        next: &mut Pc,
        span: Span,
    ) -> Flow<S, ()> {
        if space.is_true(&self.top(0).clone(), span)? == when {
            *next = target;
        } else {
            self.pop();
        }
        Ok(())
    }

    /// Pushes the next item of the iterator on top; at its end the iterator is popped, and `next` becomes `target`.
    #[inline(always)]
    fn for_iter(&mut self, space: &S, target: Pc, next: &mut Pc, span: Span) -> Flow<S, ()> {
        let slot = self.stack.last_mut().expect("no iterator: bad stack code");
        match space.next(slot, span)? {
            Some(item) => self.push(item),
            None => {
                self.pop();
                *next = target;
            }
        }
        Ok(())
    }

    /// A slice, of `n` parts. One without a step that is used at once is Python 2's simple slice: the operations
    /// RPython has for it (getslice...) need no slice object, and the instruction behind this one is executed with it.
    #[inline(never)]
    fn build_slice(&mut self, space: &S, n: u8, at: Pc, next: &mut Pc, span: Span) -> Flow<S, ()> {
        let step = if n == 3 { self.pop() } else { space.none() };
        let [start, stop] = self.pop_array();
        match self.code.instrs.get(at.0 as usize + 1).copied() {
            Some(Instr::BinarySubscr) if n == 2 => {
                self.unary(|obj| space.getslice(obj, &start, &stop, span))?;
            }
            Some(Instr::StoreSubscr) if n == 2 => {
                let [value, obj] = self.pop_array();
                space.setslice(&obj, &start, &stop, &value, span)?;
            }
            Some(Instr::DeleteSubscr) if n == 2 => {
                space.delslice(&self.pop(), &start, &stop, span)?;
            }
            _ => {
                self.push(space.slice(&start, &stop, &step, span)?);
                return Ok(());
            }
        }
        *next = Pc(at.0 + 2);
        Ok(())
    }

    /// The arguments of `CallFull`, without the function.
    #[inline(never)]
    fn full_args(
        &mut self,
        positional: u16,
        names: Vec<Name>,
        star: bool,
        dstar: bool,
    ) -> Args<S::V> {
        let early = star && self.code.mode == Mode::Py3;
        let dstar = self.pop_if(dstar);
        let late = self.pop_if(star && !early);
        let values = self.pop_n(names.len());
        let star = if early { Some(self.pop()) } else { late };
        Args {
            positional: self.pop_n(positional as usize),
            keywords: names.into_iter().zip(values).collect(),
            star,
            dstar,
        }
    }

    /// `YieldFrom`: what the iterator yields, or `None` when it has ended, and its result has taken its place.
    #[inline(never)]
    fn delegate(&mut self, space: &S, span: Span) -> Flow<S, Option<S::V>> {
        let sent = self.pop();
        match space.yield_from(self.top(0), &sent, span)? {
            Delegated::Suspend(v) => Ok(Some(v)),
            Delegated::Done(v) => {
                self.pop();
                self.push(v);
                Ok(None)
            }
        }
    }

    /// A `raise` statement of whichever form.
    #[inline(never)]
    fn raise(&mut self, space: &S, instr: Instr, span: Span) -> Unwind<S> {
        let traceback = self.pop_if(instr == Instr::Raise3);
        let value = self.pop_if(matches!(instr, Instr::Raise2 | Instr::Raise3));
        let cause = self.pop_if(instr == Instr::RaiseFrom);
        let operands = RaiseOperands {
            exc: self.pop(),
            value,
            traceback,
            cause,
        };
        match space.raise(operands, span) {
            Ok(exc) => Unwind::Raise(exc),
            Err(unwind) => unwind,
        }
    }

    #[inline(never)]
    fn function_operands(&mut self, parts: FunctionParts) -> FunctionOperands<S::V> {
        let mut flat = self.pop_n(operand_count(parts)).into_iter();
        let mut take = |present: bool| if present { flat.next() } else { None };
        FunctionOperands {
            defaults: take(parts.defaults),
            kwdefaults: take(parts.kwdefaults),
            annotations: take(parts.annotations),
            closure: take(parts.closure),
        }
    }

    fn load_name(&self, space: &S, name: Name, span: Span) -> Flow<S, S::V> {
        if let Some(ns) = &self.namespace
            && let Some(v) = space.get_name(ns, name, span)?
        {
            return Ok(v);
        }
        space.load_global(&self.globals, name, span)
    }

    fn cell(&self, space: &S, code: &CodeObject, cell: CellId, span: Span) -> Flow<S, S::V> {
        match space.cell_get(&self.cells[cell.0 as usize]) {
            Some(v) => Ok(v),
            None => Err(space.unbound_local(code, code.cell_name(cell), span)),
        }
    }
}

/// Keys and values, which alternate.
fn pairs<V>(flat: Vec<V>) -> Vec<(V, V)> {
    let mut items = Vec::with_capacity(flat.len() / 2);
    let mut flat = flat.into_iter();
    while let (Some(k), Some(v)) = (flat.next(), flat.next()) {
        items.push((k, v));
    }
    items
}
