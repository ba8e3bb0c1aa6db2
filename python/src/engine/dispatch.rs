//! One instruction: stack effects, jumps, and the way to the handler when an operation raises.
//!
//! The stack discipline is checked by the compiler (see `Code::stack_size` and the compiler's tests), so the helpers
//! here expect the values to be there: an empty stack is an internal error.
use super::*;
use crate::code::{CellId, Instr};

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
            Instr::Pop => {
                self.pop();
            }
            Instr::Dup => {
                let v = self.top(0).clone();
                self.stack.push(v);
            }
            Instr::Dup2 => {
                let (a, b) = (self.top(1).clone(), self.top(0).clone());
                self.stack.push(a);
                self.stack.push(b);
            }
            Instr::Rot2 => self.rotate(2),
            Instr::Rot3 => self.rotate(3),
            Instr::Rot4 => self.rotate(4),

            Instr::LoadConst(id) => {
                let v = space.constant(&code, id);
                self.stack.push(v);
            }
            Instr::LoadFast(local) => match &self.locals[local.0 as usize] {
                Some(v) => {
                    space.read_local(v, span)?;
                    self.stack.push(v.clone());
                }
                None => {
                    return Err(space.unbound_local(&code, code.varnames[local.0 as usize], span));
                }
            },
            Instr::StoreFast(local) => {
                let v = self.pop();
                self.locals[local.0 as usize] = Some(v);
            }
            Instr::DeleteFast(local) => {
                if self.locals[local.0 as usize].take().is_none() {
                    return Err(space.unbound_local(&code, code.varnames[local.0 as usize], span));
                }
            }
            Instr::LoadGlobal(name) => {
                let v = space.load_global(&self.globals, name, span)?;
                self.stack.push(v);
            }
            Instr::StoreGlobal(name) => {
                let v = self.pop();
                space.store_global(&self.globals, name, v, span)?;
            }
            Instr::DeleteGlobal(name) => space.delete_global(&self.globals, name, span)?,
            Instr::LoadName(name) => {
                let v = self.load_name(space, name, span)?;
                self.stack.push(v);
            }
            Instr::StoreName(name) => {
                let v = self.pop();
                match &self.namespace {
                    Some(ns) => space.set_name(ns, name, v, span)?,
                    None => space.store_global(&self.globals, name, v, span)?,
                }
            }
            Instr::DeleteName(name) => match &self.namespace {
                Some(ns) => space.delete_name(ns, name, span)?,
                None => space.delete_global(&self.globals, name, span)?,
            },
            Instr::LoadDeref(cell) => {
                let v = self.cell(space, &code, cell, span)?;
                self.stack.push(v);
            }
            Instr::LoadClassDeref(cell) => {
                let found = match &self.namespace {
                    Some(ns) => space.get_name(ns, code.cell_name(cell), span)?,
                    None => None,
                };
                let v = match found {
                    Some(v) => v,
                    None => self.cell(space, &code, cell, span)?,
                };
                self.stack.push(v);
            }
            Instr::StoreDeref(cell) => {
                let v = self.pop();
                space.cell_set(&mut self.cells[cell.0 as usize], Some(v));
            }
            Instr::DeleteDeref(cell) => {
                self.cell(space, &code, cell, span)?;
                space.cell_set(&mut self.cells[cell.0 as usize], None);
            }
            Instr::LoadClosure(cell) => {
                let v =
                    space.cell_value(&self.cells[cell.0 as usize], code.cell_name(cell), span)?;
                self.stack.push(v);
            }

            Instr::LoadAttr(name) => {
                let obj = self.pop();
                let v = space.getattr(&obj, name, span)?;
                self.stack.push(v);
            }
            Instr::StoreAttr(name) => {
                let obj = self.pop();
                let value = self.pop();
                space.setattr(&obj, name, &value, span)?;
            }
            Instr::DeleteAttr(name) => {
                let obj = self.pop();
                space.delattr(&obj, name, span)?;
            }
            Instr::BinarySubscr => {
                let index = self.pop();
                let obj = self.pop();
                let v = space.getitem(&obj, &index, span)?;
                self.stack.push(v);
            }
            Instr::StoreSubscr => {
                let index = self.pop();
                let obj = self.pop();
                let value = self.pop();
                space.setitem(&obj, &index, &value, span)?;
            }
            Instr::DeleteSubscr => {
                let index = self.pop();
                let obj = self.pop();
                space.delitem(&obj, &index, span)?;
            }

            Instr::Unary(op) => {
                let v = self.pop();
                let r = match op {
                    UnaryOp::Not => space.not(&v, span)?,
                    _ => space.unary(op, &v, span)?,
                };
                self.stack.push(r);
            }
            Instr::Binary(op) => {
                let b = self.pop();
                let a = self.pop();
                let v = space.binary(op, &a, &b, span)?;
                self.stack.push(v);
            }
            Instr::Inplace(op) => {
                let b = self.pop();
                let a = self.pop();
                let v = space.inplace(op, &a, &b, span)?;
                self.stack.push(v);
            }
            Instr::Compare(op) => {
                let b = self.pop();
                let a = self.pop();
                let v = space.compare(op, &a, &b, span)?;
                self.stack.push(v);
            }

            Instr::Jump(target) => next = target,
            Instr::PopJumpIfFalse(target) => {
                let c = self.pop();
                if !space.is_true(&c, span)? {
                    next = target;
                }
            }
            Instr::PopJumpIfTrue(target) => {
                let c = self.pop();
                if space.is_true(&c, span)? {
                    next = target;
                }
            }
            Instr::JumpIfFalseOrPop(target) => {
                let c = self.top(0).clone();
                if space.is_true(&c, span)? {
                    self.pop();
                } else {
                    next = target;
                }
            }
            Instr::JumpIfTrueOrPop(target) => {
                let c = self.top(0).clone();
                if space.is_true(&c, span)? {
                    next = target;
                } else {
                    self.pop();
                }
            }
            Instr::GetIter => {
                let v = self.pop();
                let it = space.iter(&v, span)?;
                self.stack.push(it);
            }
            Instr::ForIter(target) => {
                let slot = self.stack.last_mut().expect("no iterator: bad stack code");
                match space.next(slot, span)? {
                    Some(item) => self.stack.push(item),
                    None => {
                        self.pop();
                        next = target;
                    }
                }
            }

            Instr::BuildTuple(n) => {
                let items = self.pop_n(n as usize);
                let v = space.tuple(items, span)?;
                self.stack.push(v);
            }
            Instr::BuildList(n) => {
                let items = self.pop_n(n as usize);
                let v = space.list(items, span)?;
                self.stack.push(v);
            }
            Instr::BuildSet(n) => {
                let items = self.pop_n(n as usize);
                let v = space.set(items, span)?;
                self.stack.push(v);
            }
            Instr::BuildMap(n) => {
                let mut flat = self.pop_n(2 * n as usize).into_iter();
                let mut items = Vec::with_capacity(n as usize);
                while let (Some(k), Some(v)) = (flat.next(), flat.next()) {
                    items.push((k, v));
                }
                let v = space.dict(items, span)?;
                self.stack.push(v);
            }
            Instr::BuildSlice(n) => {
                let step = if n == 3 { self.pop() } else { space.none() };
                let stop = self.pop();
                let start = self.pop();
                // A slice without a step that is used at once is Python 2's simple slice: the operations RPython has
                // for it (getslice...) need no slice object.
                let after = code.instrs.get(at.0 as usize + 1).copied();
                match after {
                    Some(Instr::BinarySubscr) if n == 2 => {
                        let obj = self.pop();
                        let v = space.getslice(&obj, &start, &stop, span)?;
                        self.stack.push(v);
                        next = Pc(at.0 + 2);
                    }
                    Some(Instr::StoreSubscr) if n == 2 => {
                        let obj = self.pop();
                        let value = self.pop();
                        space.setslice(&obj, &start, &stop, &value, span)?;
                        next = Pc(at.0 + 2);
                    }
                    Some(Instr::DeleteSubscr) if n == 2 => {
                        let obj = self.pop();
                        space.delslice(&obj, &start, &stop, span)?;
                        next = Pc(at.0 + 2);
                    }
                    _ => {
                        let v = space.slice(&start, &stop, &step, span)?;
                        self.stack.push(v);
                    }
                }
            }
            Instr::ListAppend(n) => {
                let item = self.pop();
                space.list_append(self.top(n as usize - 1), &item, span)?;
            }
            Instr::SetAdd(n) => {
                let item = self.pop();
                space.set_add(self.top(n as usize - 1), &item, span)?;
            }
            Instr::MapAdd(n) => {
                let value = self.pop();
                let key = self.pop();
                space.map_add(self.top(n as usize - 1), &key, &value, span)?;
            }
            Instr::ListExtend => {
                let iterable = self.pop();
                space.list_extend(self.top(0), &iterable, span)?;
            }
            Instr::SetUpdate => {
                let iterable = self.pop();
                space.set_update(self.top(0), &iterable, span)?;
            }
            Instr::DictUpdate => {
                let mapping = self.pop();
                space.dict_update(self.top(0), &mapping, span)?;
            }
            Instr::ListToTuple => {
                let list = self.pop();
                let v = space.list_to_tuple(&list, span)?;
                self.stack.push(v);
            }
            Instr::UnpackSequence(n) => {
                let v = self.pop();
                let items = space.unpack(&v, n as usize, span)?;
                self.stack.extend(items.into_iter().rev());
            }
            Instr::UnpackEx { before, after } => {
                let v = self.pop();
                let items = space.unpack_ex(&v, before as usize, after as usize, span)?;
                self.stack.extend(items.into_iter().rev());
            }

            Instr::Call(n) => {
                let args = self.pop_n(n as usize);
                let f = self.pop();
                let v = space.call(self, &f, Args::positional(args), span)?;
                self.stack.push(v);
            }
            Instr::CallFull {
                npos,
                kwnames,
                star,
                dstar,
            } => {
                let dstar = self.pop_if(dstar);
                let star = self.pop_if(star);
                let names = code.keyword_names(kwnames);
                let values = self.pop_n(names.len());
                let positional = self.pop_n(npos as usize);
                let f = self.pop();
                let args = Args {
                    positional,
                    keywords: names.into_iter().zip(values).collect(),
                    star,
                    dstar,
                };
                let v = space.call(self, &f, args, span)?;
                self.stack.push(v);
            }
            Instr::MakeFunction { code: id, parts } => {
                let mut flat = self.pop_n(operand_count(parts)).into_iter();
                let mut take = |present: bool| if present { flat.next() } else { None };
                let operands = FunctionOperands {
                    defaults: take(parts.defaults),
                    kwdefaults: take(parts.kwdefaults),
                    annotations: take(parts.annotations),
                    closure: take(parts.closure),
                };
                let v = space.make_function(self, code.nested_code(id), operands, span)?;
                self.stack.push(v);
            }
            Instr::MakeClass(name) => {
                let keywords = self.pop();
                let bases = self.pop();
                let body = self.pop();
                let v = space.make_class(self, name, &body, &bases, &keywords, span)?;
                self.stack.push(v);
            }
            Instr::Return => {
                let v = self.pop();
                return Ok(Step::Leave(Outcome::Return(v)));
            }
            Instr::YieldValue => {
                let v = self.pop();
                match space.yield_value(v, span)? {
                    Yielded::Suspend(v) => {
                        self.pc = next;
                        return Ok(Step::Leave(Outcome::Yield(v)));
                    }
                    Yielded::Continue(sent) => self.stack.push(sent),
                }
            }
            Instr::YieldFrom => {
                let sent = self.pop();
                let result = space.yield_from(self.top(0), &sent, span)?;
                match result {
                    // `pc` stays here: the instruction is executed again with the next value sent.
                    Delegated::Suspend(v) => return Ok(Step::Leave(Outcome::Yield(v))),
                    Delegated::Done(v) => {
                        self.pop();
                        self.stack.push(v);
                    }
                }
            }

            Instr::Raise => {
                let exc = self.pop();
                return Err(raised(space, exc, None, None, None, span));
            }
            Instr::RaiseFrom => {
                let cause = self.pop();
                let exc = self.pop();
                return Err(raised(space, exc, None, None, Some(cause), span));
            }
            Instr::Raise2 => {
                let value = self.pop();
                let exc = self.pop();
                return Err(raised(space, exc, Some(value), None, None, span));
            }
            Instr::Raise3 => {
                let traceback = self.pop();
                let value = self.pop();
                let exc = self.pop();
                return Err(raised(space, exc, Some(value), Some(traceback), None, span));
            }
            Instr::RaiseCurrent => return Err(Unwind::Raise(space.raise_current(span)?)),
            Instr::Reraise => {
                let exc_type = self.pop();
                let value = self.pop();
                return Err(Unwind::Raise(space.reraise(value, exc_type, span)));
            }
            Instr::ExceptionMatch => {
                let pattern = self.pop();
                let matches = space.exception_match(self.top(1), self.top(0), &pattern, span)?;
                self.stack.push(space.bool(matches));
            }
            Instr::PopExcept(level) => space.pop_except(level),
            Instr::LoadAssertionError => {
                let v = space.assertion_error();
                self.stack.push(v);
            }
            Instr::WithEnter => {
                let manager = self.pop();
                let (exit, entered) = space.with_enter(self, &manager, span)?;
                self.stack.push(exit);
                self.stack.push(entered);
            }
            Instr::WithExit => {
                let exit = self.pop();
                space.with_exit(self, &exit, span)?;
            }
            Instr::WithExitRaise => {
                let exc_type = self.pop();
                let value = self.pop();
                let exit = self.pop();
                let flag = space.with_exit_raise(self, &exit, &value, &exc_type, span)?;
                space.suppressed(&mut self.locals, &flag);
                self.stack.extend([value, exc_type, flag]);
            }

            Instr::ImportName { name, level } => {
                let fromlist = self.pop();
                let v = space.import_name(self, name, &fromlist, level, span)?;
                self.stack.push(v);
            }
            Instr::ImportFrom(name) => {
                let v = space.import_from(self.top(0), name, span)?;
                self.stack.push(v);
            }
            Instr::ImportStar => {
                let module = self.pop();
                space.import_star(self, &module, span)?;
            }

            Instr::PrintItem => {
                let v = self.pop();
                space.print_item(None, &v, span)?;
            }
            Instr::PrintNewline => space.print_newline(None, span)?,
            Instr::PrintItemTo => {
                let v = self.pop();
                space.print_item(Some(self.top(0)), &v, span)?;
            }
            Instr::PrintNewlineTo => space.print_newline(Some(self.top(0)), span)?,
            Instr::Exec => {
                let locals = self.pop();
                let globals = self.pop();
                let text = self.pop();
                space.exec(self, &text, &globals, &locals, span)?;
            }
            Instr::FormatValue { conversion, spec } => {
                let spec = self.pop_if(spec);
                let v = self.pop();
                let text = space.format_value(&v, conversion, spec.as_ref(), span)?;
                self.stack.push(text);
            }
            Instr::BuildString(n) => {
                let parts = self.pop_n(n as usize);
                let v = space.build_string(parts, span)?;
                self.stack.push(v);
            }
            Instr::SetupAnnotations => space.setup_annotations(self, span)?,
        }
        self.pc = next;
        Ok(Step::Next)
    }

    /// Moves the top value `n - 1` places down.
    fn rotate(&mut self, n: usize) {
        let at = self.stack.len() - n;
        self.stack[at..].rotate_right(1);
    }

    fn load_name(&self, space: &S, name: Name, span: Span) -> Flow<S, S::V> {
        if let Some(ns) = &self.namespace
            && let Some(v) = space.get_name(ns, name, span)?
        {
            return Ok(v);
        }
        space.load_global(&self.globals, name, span)
    }

    fn cell(&self, space: &S, code: &Code, cell: CellId, span: Span) -> Flow<S, S::V> {
        match space.cell_get(&self.cells[cell.0 as usize]) {
            Some(v) => Ok(v),
            None => Err(space.unbound_local(code, code.cell_name(cell), span)),
        }
    }
}

fn raised<S: ObjectSpace>(
    space: &S,
    exc: S::V,
    value: Option<S::V>,
    traceback: Option<S::V>,
    cause: Option<S::V>,
    span: Span,
) -> Unwind<S> {
    let operands = RaiseOperands {
        exc,
        value,
        traceback,
        cause,
    };
    match space.raise(operands, span) {
        Ok(exc) => Unwind::Raise(exc),
        Err(unwind) => unwind,
    }
}
