//! The loop over operations.
use crate::code::{BinOp, Pc};
use crate::engine::{Frame, ObjectSpace, Outcome, Step};
use crate::live::operations::iter::IterState;
use crate::live::{DictObj, PyResult, Space, Value};

use super::attrs::Callee;
use super::{GlobalSite, LiveCode, Op, arith};

/// What ends a run of [`Space::quick`] is an outcome or an exception; `pc` stays at the instruction that raised.
impl Space {
    /// Runs a frame until it returns, yields, or raises what it does not handle.
    pub(crate) fn run_quick(&self, frame: &mut Frame<Space>) -> PyResult<Outcome<Value>> {
        let code = frame.code.clone();
        let live = code.live();
        loop {
            match self.quick(frame, live) {
                Ok(outcome) => return Ok(outcome),
                Err(error) => {
                    let at = frame.pc;
                    if let Err(error) = frame.handle(self, at, error) {
                        return Err(crate::live::space::placed(error, frame));
                    }
                }
            }
        }
    }

    fn quick(&self, frame: &mut Frame<Space>, live: &LiveCode) -> PyResult<Outcome<Value>> {
        loop {
            self.count_step(frame)?;
            let at = frame.pc.0 as usize;
            match live.ops[at] {
                Op::Engine => match frame.execute(self, frame.pc)? {
                    Step::Next => continue,
                    Step::Leave(outcome) => return Ok(outcome),
                },
                Op::Const(i) => push_copy(&mut frame.stack, &live.consts[i as usize]),
                Op::Fast(i) => self.push_local(frame, i as usize)?,
                Op::FastFast(a, b) => {
                    self.push_local(frame, a as usize)?;
                    frame.pc = Pc(at as u32 + 1);
                    self.push_local(frame, b as usize)?;
                }
                Op::FastConst(a, b) => {
                    self.push_local(frame, a as usize)?;
                    push_copy(&mut frame.stack, &live.consts[b as usize]);
                    frame.pc = Pc(at as u32 + 1);
                }
                Op::FastAttr(a, name) => {
                    let Some(obj) = &frame.locals[a as usize] else {
                        return Err(self.unbound(frame, a as usize));
                    };
                    frame.pc = Pc(at as u32 + 1);
                    let v = self.quick_getattr(obj, name)?;
                    frame.stack.push(v);
                }
                Op::Store(i) => {
                    let v = pop(frame);
                    frame.locals[i as usize] = Some(v);
                }
                Op::Global(i) => {
                    let v = self.quick_global(frame, &live.globals[i as usize])?;
                    frame.stack.push(v);
                }
                Op::Attr(name) => {
                    let v = self.quick_getattr(top(frame), name)?;
                    *top_mut(frame) = v;
                }
                Op::Method(name) => match self.quick_method(top(frame), name)? {
                    Callee::Method(f) => {
                        let receiver = std::mem::replace(top_mut(frame), f);
                        frame.stack.push(receiver);
                    }
                    Callee::Plain(f) => {
                        *top_mut(frame) = Value::None;
                        frame.stack.push(f);
                    }
                },
                Op::SetAttr(name) => {
                    let obj = pop(frame);
                    let value = pop(frame);
                    self.quick_setattr(&obj, name, value)?;
                }
                Op::Subscr => self.quick_subscr(frame)?,
                Op::SetSubscr => self.quick_set_subscr(frame)?,
                Op::Add(inplace) => {
                    if !arith::replace(frame, i64::checked_add, |x, y| x + y) {
                        self.slow_binary(frame, BinOp::Add, inplace)?;
                    }
                }
                Op::Sub(inplace) => {
                    if !arith::replace(frame, i64::checked_sub, |x, y| x - y) {
                        self.slow_binary(frame, BinOp::Sub, inplace)?;
                    }
                }
                Op::Binary(op) => {
                    if !arith::binary(frame, op) {
                        self.slow_binary(frame, op, false)?;
                    }
                }
                Op::Inplace(op) => {
                    if !arith::binary(frame, op) {
                        self.slow_binary(frame, op, true)?;
                    }
                }
                Op::Compare(op) => {
                    let (a, b) = operands(frame);
                    let v = match arith::compare(op, a, b) {
                        Some(flag) => Value::Bool(flag),
                        None => self.compare(op, a, b)?,
                    };
                    frame.stack.pop();
                    *top_mut(frame) = v;
                }
                Op::CompareJump(op, flag, target) => {
                    let (a, b) = operands(frame);
                    let result = match arith::compare(op, a, b) {
                        Some(result) => result,
                        None => {
                            let v = self.compare(op, a, b)?;
                            // An error of the truth test belongs to the jump.
                            frame.pc = Pc(at as u32 + 1);
                            self.is_true(&v)?
                        }
                    };
                    frame.stack.pop();
                    frame.stack.pop();
                    frame.pc = if result == flag {
                        target
                    } else {
                        Pc(at as u32 + 2)
                    };
                    continue;
                }
                Op::Not => {
                    let flag = self.is_true(top(frame))?;
                    *top_mut(frame) = Value::Bool(!flag);
                }
                Op::Jump(target) => {
                    frame.pc = target;
                    continue;
                }
                Op::JumpIf(flag, target) => {
                    let result = match top(frame) {
                        Value::Bool(b) => *b,
                        v => self.is_true(v)?,
                    };
                    frame.stack.pop();
                    if result == flag {
                        frame.pc = target;
                        continue;
                    }
                }
                Op::GetIter => {
                    let v = self.iter(top(frame))?;
                    *top_mut(frame) = v;
                }
                Op::ForStore(local, target) => match self.quick_next(top(frame))? {
                    Some(item) => {
                        frame.locals[local as usize] = Some(item);
                        frame.pc = Pc(at as u32 + 1);
                    }
                    None => {
                        frame.stack.pop();
                        frame.pc = target;
                        continue;
                    }
                },
                Op::ForIter(target) => match self.quick_next(top(frame))? {
                    Some(item) => frame.stack.push(item),
                    None => {
                        frame.stack.pop();
                        frame.pc = target;
                        continue;
                    }
                },
                Op::Tuple(n) => {
                    let from = frame.stack.len() - n as usize;
                    let items = frame.stack.drain(from..).collect();
                    frame.stack.push(Value::Tuple(items));
                }
                Op::List(n) => {
                    let from = frame.stack.len() - n as usize;
                    let items = frame.stack.split_off(from);
                    frame.stack.push(Value::list(items));
                }
                Op::Reverse(n) => {
                    let from = frame.stack.len() - n as usize;
                    frame.stack[from..].reverse();
                    frame.pc = Pc(at as u32 + 1);
                }
                Op::Unpack(n) => self.quick_unpack(frame, n as usize)?,
                Op::Append(n) => {
                    let item = pop(frame);
                    let place = frame.stack.len() - n as usize;
                    if let Value::List(l) = &frame.stack[place] {
                        l.items.borrow_mut().push(item);
                    }
                }
                Op::Call(n) => {
                    let base = frame.stack.len() - n as usize - 1;
                    let f = std::mem::replace(&mut frame.stack[base], Value::None);
                    let v = self.quick_call(frame, &f, n as usize)?;
                    *top_mut(frame) = v;
                }
                Op::CallMethod(n) => {
                    let base = frame.stack.len() - n as usize - 2;
                    // `None` below the callee: it was no method of the object.
                    let v = if frame.stack[base].is_none() {
                        let f = std::mem::replace(&mut frame.stack[base + 1], Value::None);
                        let v = self.quick_call(frame, &f, n as usize)?;
                        frame.stack.pop();
                        v
                    } else {
                        let f = std::mem::replace(&mut frame.stack[base], Value::None);
                        self.quick_call(frame, &f, n as usize + 1)?
                    };
                    *top_mut(frame) = v;
                }
                Op::Return => {
                    let v = pop(frame);
                    return Ok(Outcome::Return(v));
                }
                Op::Pop => drop(pop(frame)),
                Op::Dup => {
                    let v = top(frame).clone();
                    frame.stack.push(v);
                }
                Op::Rot2 => {
                    let n = frame.stack.len();
                    frame.stack.swap(n - 1, n - 2);
                }
            }
            frame.pc.0 += 1;
        }
    }

    fn slow_binary(&self, frame: &mut Frame<Space>, op: BinOp, inplace: bool) -> PyResult<()> {
        let (a, b) = operands(frame);
        let v = if inplace {
            self.inplace(op, a, b)?
        } else {
            self.binary(op, a, b)?
        };
        frame.stack.pop();
        *top_mut(frame) = v;
        Ok(())
    }

    #[inline(always)]
    fn push_local(&self, frame: &mut Frame<Space>, i: usize) -> PyResult<()> {
        match &frame.locals[i] {
            Some(v) => {
                push_copy(&mut frame.stack, v);
                Ok(())
            }
            None => Err(self.unbound(frame, i)),
        }
    }

    #[cold]
    fn unbound(&self, frame: &Frame<Space>, i: usize) -> crate::live::PyErr {
        let span = frame.code.span_at(frame.pc);
        self.unbound_local(&frame.code, frame.code.varnames[i], span)
    }

    fn quick_global(&self, frame: &Frame<Space>, site: &GlobalSite) -> PyResult {
        let globals: &DictObj = &frame.globals;
        let version = globals.version();
        if version == 0 || site.absent.get() != version {
            if let Some(v) = globals.get_hinted(&site.key, &site.hint) {
                return Ok(v);
            }
            site.absent.set(version);
        }
        match self.builtins(self.mode()).get_hinted(&site.key, &site.hint) {
            Some(v) => Ok(v),
            None => self.load_global(&frame.globals, site.name, frame.code.span_at(frame.pc)),
        }
    }

    /// The next item of an iterator.
    #[inline(always)]
    fn quick_next(&self, it: &Value) -> PyResult<Option<Value>> {
        if let Value::Iter(i) = it {
            match &mut *i.state.borrow_mut() {
                IterState::Range(next, left, step) if *left > 0 => {
                    let v = *next;
                    *left -= 1;
                    *next = next.wrapping_add(*step);
                    return Ok(Some(Value::Int(v)));
                }
                IterState::List(l, at) => {
                    if let Some(v) = l.items.borrow().get(*at) {
                        *at += 1;
                        return Ok(Some(v.clone()));
                    }
                }
                _ => {}
            }
        }
        self.next(it)
    }

    fn quick_subscr(&self, frame: &mut Frame<Space>) -> PyResult<()> {
        let (obj, index) = operands(frame);
        let quick = match (obj, index) {
            (Value::List(l), Value::Int(i)) => {
                let items = l.items.borrow();
                let i = if *i < 0 { *i + items.len() as i64 } else { *i };
                usize::try_from(i).ok().and_then(|i| items.get(i).cloned())
            }
            (Value::Tuple(t), Value::Int(i)) => {
                let i = if *i < 0 { *i + t.len() as i64 } else { *i };
                usize::try_from(i).ok().and_then(|i| t.get(i).cloned())
            }
            _ => None,
        };
        let v = match quick {
            Some(v) => v,
            None => self.getitem(obj, index)?,
        };
        frame.stack.pop();
        *top_mut(frame) = v;
        Ok(())
    }

    fn quick_set_subscr(&self, frame: &mut Frame<Space>) -> PyResult<()> {
        let index = pop(frame);
        let obj = pop(frame);
        let value = pop(frame);
        if let (Value::List(l), Value::Int(i)) = (&obj, &index)
            && let Ok(i) = usize::try_from(*i)
        {
            let mut items = l.items.borrow_mut();
            if let Some(place) = items.get_mut(i) {
                let old = std::mem::replace(place, value);
                // What it held may be long: dropped behind the borrow.
                drop(items);
                drop(old);
                return Ok(());
            }
        }
        self.setitem(&obj, &index, value)
    }

    fn quick_unpack(&self, frame: &mut Frame<Space>, n: usize) -> PyResult<()> {
        let v = pop(frame);
        if let Value::Tuple(t) = &v
            && t.len() == n
        {
            frame.stack.extend(t.iter().rev().cloned());
            return Ok(());
        }
        let span = frame.code.span_at(frame.pc);
        let items = self.unpack(&v, n, span)?;
        frame.stack.extend(items.into_iter().rev());
        Ok(())
    }
}

/// Pushes a copy. Those that are no references are made in place.
#[inline(always)]
fn push_copy(stack: &mut Vec<Value>, v: &Value) {
    match v {
        Value::Int(i) => stack.push(Value::Int(*i)),
        Value::Float(x) => stack.push(Value::Float(*x)),
        Value::None => stack.push(Value::None),
        _ => stack.push(v.clone()),
    }
}
#[inline(always)]
fn pop(frame: &mut Frame<Space>) -> Value {
    frame
        .stack
        .pop()
        .expect("the value stack is empty: bad stack code")
}
#[inline(always)]
fn top(frame: &Frame<Space>) -> &Value {
    frame
        .stack
        .last()
        .expect("the value stack is empty: bad stack code")
}
#[inline(always)]
fn top_mut(frame: &mut Frame<Space>) -> &mut Value {
    frame
        .stack
        .last_mut()
        .expect("the value stack is empty: bad stack code")
}
/// The two values on top.
#[inline(always)]
fn operands(frame: &Frame<Space>) -> (&Value, &Value) {
    match frame.stack.as_slice() {
        [.., a, b] => (a, b),
        _ => panic!("the value stack is too short: bad stack code"),
    }
}
