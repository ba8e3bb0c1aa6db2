//! Iterators: structures of a container and a position; `next` is done in line. The structures usually vanish by malloc
//! removal.
//!
//! | iterator over | structure |
//! | --- | --- |
//! | list, string, bytearray | `{list, index}` (the list is looked at anew each time, as Python does) |
//! | range | `{next, stop[, step]}` |
//! | dictionary | `{dict, index, version}` |
//! | `enumerate(x)` | `{iter of x, count}` |
//! | `reversed(list)` | `{list, index}` counting down |
//! | `zip(x, y)` | `{iter of x, iter of y}` |
use ir::lltype::{FieldType, LLType};
use lowlevel::ops::SafetyError;
use lowlevel::{Const, LLOp};

use crate::repr::numbers::rint::k;
use crate::repr::{IterShape, Repr, ReprId};
use crate::typer::dispatch::Typed;
use crate::typer::lower::{HArg, Opd};
use crate::typer::{Hop, Lower, R, RTyper};

const S: LLType = LLType::Signed;

impl RTyper {
    /// The type of iterators.
    pub(crate) fn iter_lltype(&mut self, container: ReprId, kind: &IterShape) -> R<LLType> {
        let v = FieldType::Value;
        let t = match kind {
            IterShape::User => return self.lltype(container),
            IterShape::Enumerate => {
                let inner = self.iter_lltype(container, &IterShape::Items)?;
                self.types_mut().structure(
                    "enumerate",
                    true,
                    &[("iter", v(inner)), ("count", v(S))],
                )
            }
            IterShape::Zip(o) => {
                let a = self.iter_lltype(container, &IterShape::Items)?;
                let b = self.iter_lltype(*o, &IterShape::Items)?;
                self.types_mut()
                    .structure("zip", true, &[("first", v(a)), ("second", v(b))])
            }
            _ => match self.repr(container) {
                Repr::Range { step: 0 } => self.types_mut().structure(
                    "range_step_iter",
                    true,
                    &[("next", v(S)), ("stop", v(S)), ("step", v(S))],
                ),
                Repr::Range { .. } => self.types_mut().structure(
                    "range_iter",
                    true,
                    &[("next", v(S)), ("stop", v(S))],
                ),
                Repr::Dict(_) => {
                    let d = self.lltype(container)?;
                    self.types_mut().structure(
                        "dict_iter",
                        true,
                        &[("dict", v(d)), ("index", v(S)), ("length", v(S))],
                    )
                }
                Repr::Iter { .. } => return self.lltype(container),
                Repr::Tuple(items) => {
                    let item = items.first().copied();
                    let t = match item {
                        Some(i) => self.lltype(i)?,
                        None => LLType::Void,
                    };
                    let t = self.storage(t);
                    let a = self.types_mut().array(true, v(t));
                    self.types_mut().structure(
                        "list_iter",
                        true,
                        &[("list", v(LLType::Ptr(a))), ("index", v(S))],
                    )
                }
                Repr::Char => {
                    let s = LLType::Ptr(self.basic.string);
                    self.types_mut()
                        .structure("str_iter", true, &[("list", v(s)), ("index", v(S))])
                }
                Repr::UniChar => {
                    let s = LLType::Ptr(self.basic.unicode);
                    self.types_mut()
                        .structure("str_iter", true, &[("list", v(s)), ("index", v(S))])
                }
                Repr::Void => self
                    .types_mut()
                    .structure("empty_iter", true, &[("index", v(S))]),
                _ => {
                    let l = self.lltype(container)?;
                    self.types_mut().structure(
                        "list_iter",
                        true,
                        &[("list", v(l)), ("index", v(S))],
                    )
                }
            },
        };
        Ok(LLType::Ptr(t))
    }
}

impl Lower<'_> {
    /// `iter(x)`
    pub fn iter(&mut self, hop: &Hop) -> R<Typed> {
        let a = hop.args[0].clone();
        if let Repr::Iter { .. } = self.rt.repr(a.repr) {
            let v = self.arg(hop, 0)?;
            return Ok((v, a.repr));
        }
        let kind = match self.rt.repr(hop.rresult) {
            Repr::Iter { kind, .. } => kind,
            Repr::Instance(_) => {
                let v = self.arg(hop, 0)?;
                return Ok((v, a.repr));
            }
            _ => IterShape::Items,
        };
        self.make_iter(&a, kind)
    }
    /// An iterator over a container.
    pub fn make_iter(&mut self, a: &HArg, kind: IterShape) -> R<Typed> {
        let a = &self.of_one_kind(a)?;
        let r = self.rt.intern(Repr::Iter {
            container: a.repr,
            kind: kind.clone(),
        });
        let v = self.iter_value(a, &kind)?;
        Ok((v, r))
    }
    fn iter_value(&mut self, a: &HArg, kind: &IterShape) -> R<Opd> {
        let container = a.repr;
        let t = self.rt.iter_lltype(container, kind)?;
        let v = self.harg_as(a, container)?;
        let LLType::Ptr(c) = t else {
            return Ok(v);
        };
        match kind {
            IterShape::User => return Ok(v),
            IterShape::Enumerate => {
                let inner = self.iter_value(a, &IterShape::Items)?;
                let p = self.malloc(c);
                self.setfield(p.clone(), "iter", inner)?;
                return Ok(p);
            }
            _ => {}
        }
        match self.rt.repr(container) {
            Repr::Iter { .. } => Ok(v),
            Repr::Range { step } => {
                let start = self.getfield(v.clone(), "start")?;
                let stop = self.getfield(v.clone(), "stop")?;
                let st = self.range_step(v, step)?;
                let p = self.malloc(c);
                if *kind == IterShape::Reversed {
                    // From stop - step down to start - step, by -step.
                    let first = self.op2(LLOp::IntSub, stop, st.clone(), S);
                    let last = self.op2(LLOp::IntSub, start, st.clone(), S);
                    self.setfield(p.clone(), "next", first)?;
                    self.setfield(p.clone(), "stop", last)?;
                } else {
                    self.setfield(p.clone(), "next", start)?;
                    self.setfield(p.clone(), "stop", stop)?;
                }
                if step == 0 {
                    self.setfield(p.clone(), "step", st)?;
                }
                Ok(p)
            }
            Repr::Dict(_) => self.dict_iter(v, c, kind),
            Repr::Void => Ok(self.malloc(c)),
            Repr::Tuple(_) => {
                let (parts, _) = self.sequence_parts(a)?;
                let p = self.malloc(c);
                if *kind == IterShape::Reversed {
                    self.setfield(p.clone(), "index", parts.length)?;
                }
                self.setfield(p.clone(), "list", parts.items)?;
                Ok(p)
            }
            r => {
                let v = match r {
                    Repr::Char | Repr::UniChar => self.char_to_str(v)?,
                    _ => v,
                };
                let p = self.malloc(c);
                if *kind == IterShape::Reversed {
                    let mut b = a.clone();
                    if let Repr::Char = r {
                        b.repr = self.rt.intern(Repr::Str);
                    }
                    let n = self.len_of(&b, v.clone())?;
                    self.setfield(p.clone(), "index", n)?;
                }
                self.setfield(p.clone(), "list", v)?;
                Ok(p)
            }
        }
    }
    /// `zip(x, y)`
    pub fn make_zip(&mut self, a: &HArg, b: &HArg) -> R<Typed> {
        self.check_argument(a)?;
        self.check_argument(b)?;
        let (a, b) = (&self.of_one_kind(a)?, &self.of_one_kind(b)?);
        let kind = IterShape::Zip(b.repr);
        let r = self.rt.intern(Repr::Iter {
            container: a.repr,
            kind: kind.clone(),
        });
        let LLType::Ptr(c) = self.rt.iter_lltype(a.repr, &kind)? else {
            return Err(self.rt.internal("no zip structure"));
        };
        let x = self.iter_value(a, &IterShape::Items)?;
        let y = self.iter_value(b, &IterShape::Items)?;
        let p = self.malloc(c);
        self.setfield(p.clone(), "first", x)?;
        self.setfield(p.clone(), "second", y)?;
        Ok((p, r))
    }
    /// `next(it)`
    pub fn next(&mut self, hop: &Hop) -> R<Typed> {
        let a = hop.args[0].clone();
        let it = self.arg(hop, 0)?;
        match self.rt.repr(a.repr) {
            Repr::Iter { container, kind } => self.next_item(it, container, &kind, hop.rresult),
            _ => Err(self.unsupported_op(hop)),
        }
    }
    /// Leaves by StopIteration unless `more`.
    pub fn stop_unless(&mut self, more: Opd) -> R<()> {
        if self.catches("StopIteration") {
            self.check(more, SafetyError::StopIteration)
        } else {
            self.check_raise(more, "StopIteration")
        }
    }
    fn next_item(
        &mut self,
        it: Opd,
        container: ReprId,
        kind: &IterShape,
        result: ReprId,
    ) -> R<Typed> {
        match kind {
            IterShape::Enumerate => {
                let inner = self.getfield(it.clone(), "iter")?;
                let item = self.part_of(result, 1);
                let (x, xr) = self.next_item(inner, container, &IterShape::Items, item)?;
                let n = self.getfield(it.clone(), "count")?;
                let n1 = self.op2(LLOp::IntAdd, n.clone(), self.int(1), S);
                self.setfield(it, "count", n1)?;
                let int = self.rt.intern(Repr::Int(S));
                return self.pair((n, int), (x, xr), result);
            }
            IterShape::Zip(o) => {
                let (first, second) = (
                    self.getfield(it.clone(), "first")?,
                    self.getfield(it, "second")?,
                );
                let (a, b) = (self.part_of(result, 0), self.part_of(result, 1));
                let x = self.next_item(first, container, &IterShape::Items, a)?;
                let y = self.next_item(second, *o, &IterShape::Items, b)?;
                return self.pair(x, y, result);
            }
            _ => {}
        }
        let reversed = matches!(kind, IterShape::Reversed);
        match self.rt.repr(container) {
            Repr::Iter {
                container: c2,
                kind: k2,
            } => self.next_item(it, c2, &k2, result),
            Repr::Range { step } => self.range_next(it, step, reversed),
            Repr::Dict(_) => self.dict_next(it, container, kind, result),
            Repr::Void => {
                self.raise_known("StopIteration")?;
                Ok((k(Const::VOID), self.rt.intern(Repr::Void)))
            }
            Repr::Instance(_) => Err(self.rt.internal("an iterator object without call")),
            _ => self.indexed_next(it, container, reversed),
        }
    }
    /// The representation of an item of a pair.
    fn part_of(&self, pair: ReprId, i: usize) -> ReprId {
        match self.rt.repr(pair) {
            Repr::Tuple(items) => items.get(i).copied().unwrap_or(pair),
            _ => pair,
        }
    }
    fn range_next(&mut self, it: Opd, step: i64, reversed: bool) -> R<Typed> {
        let x = self.getfield(it.clone(), "next")?;
        let stop = self.getfield(it.clone(), "stop")?;
        // Only with steps of 1, upwards, the stop cannot have wrapped around.
        let test = match step {
            1 if !reversed => LLOp::IntLt,
            _ => LLOp::IntNe,
        };
        let more = self.op2(test, x.clone(), stop, LLType::Bool);
        self.stop_unless(more)?;
        let st = if step == 0 {
            self.getfield(it.clone(), "step")?
        } else {
            self.int(step)
        };
        let op = if reversed { LLOp::IntSub } else { LLOp::IntAdd };
        let y = self.op2(op, x.clone(), st, S);
        self.setfield(it, "next", y)?;
        self.typed_int(x)
    }
    /// The next item of a container whose items have numbers.
    fn indexed_next(&mut self, it: Opd, container: ReprId, reversed: bool) -> R<Typed> {
        let v = self.getfield(it.clone(), "list")?;
        let i = self.getfield(it.clone(), "index")?;
        let r = self.rt.repr(container);
        let (n, item) = match &r {
            Repr::Str | Repr::Char => (self.str_len(v.clone()), self.rt.intern(Repr::Char)),
            Repr::Unicode | Repr::UniChar => {
                (self.str_len(v.clone()), self.rt.intern(Repr::UniChar))
            }
            Repr::Tuple(items) => {
                let LLType::Ptr(c) = self.ty(&v) else {
                    return Err(self.rt.internal("no array"));
                };
                let n = self.emit(LLOp::GetArraySize(c), [v.clone()], S);
                (n, items.first().copied().unwrap_or(container))
            }
            Repr::List(_) | Repr::ByteArray => {
                let parts = self.list_parts(container, v.clone())?;
                (parts.length, self.rt.item_repr(container)?)
            }
            _ => {
                let what = format!("iteration over {}", self.rt.show_repr(container));
                return Err(self.rt.unsupported(what));
            }
        };
        let at = if reversed {
            self.index_down(it, i, n)?
        } else {
            self.index_up(it, i, n)?
        };
        let x = match &r {
            Repr::Str | Repr::Char | Repr::Unicode | Repr::UniChar => self.str_char(v, at),
            Repr::Tuple(_) => self.array_get(v, at, item)?,
            _ => {
                let parts = self.list_parts(container, v)?;
                self.array_get(parts.items, at, item)?
            }
        };
        self.byte_item(container, x, item)
    }
    /// The number of the next of `n` items, which is `i` itself.
    fn index_up(&mut self, it: Opd, i: Opd, n: Opd) -> R<Opd> {
        let more = self.op2(LLOp::IntLt, i.clone(), n, LLType::Bool);
        self.stop_unless(more)?;
        let j = self.op2(LLOp::IntAdd, i.clone(), self.int(1), S);
        self.setfield(it, "index", j)?;
        Ok(i)
    }
    /// The number of the next item before the one of number `i`.
    fn index_down(&mut self, it: Opd, i: Opd, n: Opd) -> R<Opd> {
        let more = self.op2(LLOp::IntGt, i.clone(), self.int(0), LLType::Bool);
        self.stop_unless(more)?;
        let j = self.op2(LLOp::IntSub, i, self.int(1), S);
        // The list may have shrunk.
        let ok = self.op2(LLOp::IntLt, j.clone(), n, LLType::Bool);
        self.stop_unless(ok)?;
        self.setfield(it, "index", j.clone())?;
        Ok(j)
    }
    /// A tuple of two values in the representation `result`.
    pub fn pair(&mut self, a: Typed, b: Typed, result: ReprId) -> R<Typed> {
        let (ra, rb) = match self.rt.repr(result) {
            Repr::Tuple(items) if items.len() == 2 => (items[0], items[1]),
            _ => (a.1, b.1),
        };
        let x = self.convert(a.0, a.1, ra)?;
        let y = self.convert(b.0, b.1, rb)?;
        let r = self.rt.intern(Repr::Tuple([ra, rb].into()));
        let v = self.make_tuple(r, vec![x, y])?;
        Ok((v, r))
    }
}
