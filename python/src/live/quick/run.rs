//! The loop over operations.
use crate::code::{BinOp, Pc};
use crate::engine::{Frame, ObjectSpace, Outcome, Step};
use crate::live::operations::iter::{IterState, byte_string};
use crate::live::{DictObj, PyResult, Space, Value};

use super::{GlobalSite, LiveCode, Op, arith, push_copy};

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
                    self.push_attr(obj, name, &mut frame.stack)?;
                }
                Op::Store(i) => {
                    let v = pop(frame);
                    frame.locals[i as usize] = Some(v);
                }
                Op::Global(i) => {
                    let site = &live.globals[i as usize];
                    if !self.push_global(&frame.globals, site, &mut frame.stack) {
                        let span = frame.code.span_at(frame.pc);
                        let v = self.load_global(&frame.globals, site.name, span)?;
                        frame.stack.push(v);
                    }
                }
                Op::Attr(name) => self.quick_attr(&mut frame.stack, name)?,
                Op::Method(name) => self.quick_method(&mut frame.stack, name)?,
                Op::SetAttr(name) => {
                    let obj = pop(frame);
                    let value = pop(frame);
                    self.quick_setattr(&obj, name, value)?;
                }
                Op::Subscr => self.quick_subscr(frame)?,
                Op::GetSlice => {
                    self.quick_slice(frame)?;
                    frame.pc = Pc(at as u32 + 1);
                }
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
                    let v = self.quick_call_method(frame, n as usize)?;
                    *top_mut(frame) = v;
                }
                Op::CallKeywords(i) => {
                    let v = self.quick_call_keywords(frame, &live.keyword_calls[i as usize])?;
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

    fn push_global(&self, globals: &DictObj, site: &GlobalSite, stack: &mut Vec<Value>) -> bool {
        let version = globals.version();
        if version == 0 || site.absent.get() != version {
            if globals.push_hinted(&site.key, &site.hint, stack) {
                return true;
            }
            site.absent.set(version);
        }
        self.builtins(self.mode())
            .push_hinted(&site.key, &site.hint, stack)
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
            (Value::Str(t), Value::Int(i)) => {
                let i = if *i < 0 {
                    *i + t.bytes.len() as i64
                } else {
                    *i
                };
                let byte = usize::try_from(i).ok().and_then(|i| t.bytes.get(i));
                byte.map(|&b| byte_string(b))
            }
            (Value::Dict(d), Value::Str(_) | Value::Int(_)) => d.get_simple(index).flatten(),
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
        if let (Value::Dict(d), Value::Str(_) | Value::Int(_)) = (&obj, &index) {
            return match d.set_simple(&index, value) {
                Ok(_old) => Ok(()),
                Err(value) => self.setitem(&obj, &index, value),
            };
        }
        self.setitem(&obj, &index, value)
    }

    /// `obj[start:stop]`
    fn quick_slice(&self, frame: &mut Frame<Space>) -> PyResult<()> {
        let stop = pop(frame);
        let start = pop(frame);
        let obj = top(frame);
        let v = match obj {
            Value::Str(s) => part(&s.bytes, &start, &stop).map(Value::bytes),
            Value::List(l) => {
                part(&l.items.borrow(), &start, &stop).map(|items| Value::list(items.to_vec()))
            }
            _ => None,
        };
        let v = match v {
            Some(v) => v,
            None => self.getslice(obj, &start, &stop, frame.code.span_at(frame.pc))?,
        };
        *top_mut(frame) = v;
        Ok(())
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

/// The part of a sequence between bounds that are small numbers or missing.
fn part<'a, T>(items: &'a [T], start: &Value, stop: &Value) -> Option<&'a [T]> {
    let len = items.len() as i64;
    let bound = |v: &Value, default: i64| match v {
        Value::None => Some(default),
        Value::Int(i) if *i < 0 => Some((*i).saturating_add(len).max(0)),
        Value::Int(i) => Some((*i).min(len)),
        _ => None,
    };
    let start = bound(start, 0)?;
    let stop = bound(stop, len)?.max(start);
    items.get(start as usize..stop as usize)
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
