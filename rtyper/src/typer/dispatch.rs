//! Which representation does an operation: a match on the operation and the representations of its arguments.
use flowspace::HlOp;
use ir::lltype::LLType;
use lowlevel::{Const, LLOp};

use super::R;
use super::lower::{HArg, Hop, Lower, Opd};
use crate::repr::{Repr, ReprId};

/// What an operation yields: a value and its representation.
pub type Typed = (Opd, ReprId);

impl Lower<'_> {
    /// Lowers an operation by the representations of its arguments.
    pub fn dispatch(&mut self, hop: &Hop) -> R<Typed> {
        use HlOp as O;
        if hop.op == O::Bool
            && let Some(done) = self.instance_truth(hop)?
        {
            return Ok(done);
        }
        let spread = self.spread(hop)?;
        let hop = spread.as_ref().unwrap_or(hop);
        self.class_test(hop)?;
        if let Some(done) = self.special_method(hop)? {
            return Ok(done);
        }
        let op = hop.op.without_inplace().unwrap_or_else(|| hop.op.clone());
        match op {
            O::Bool => {
                let v = self.truth(&hop.args[0])?;
                self.typed_bool(v)
            }
            O::Is => {
                let v = self.is_same(&hop.args[0], &hop.args[1])?;
                self.typed_bool(v)
            }
            O::Len => self.len_op(hop),
            O::Hash => self.hash_op(hop),
            O::Id => {
                let p = self.arg(hop, 0)?;
                let v = self.emit(LLOp::GcId, [p], LLType::Signed);
                self.typed_int(v)
            }
            O::Type => self.type_op(hop),
            O::Repr => self.repr_op(hop),
            O::Str => self.str_op(hop),
            O::Format => self.format_field(hop),
            O::Hex | O::Oct => self.hex_oct(hop),
            O::Ord => self.ord(hop),
            O::Iter => self.iter(hop),
            O::Next => self.next(hop),
            O::IsInstance => self.isinstance(hop),
            O::IsSubtype => self.issubtype(hop),
            O::GetAttr => self.getattr(hop),
            O::SetAttr => self.setattr(hop),
            O::SimpleCall | O::CallArgs(_) => self.call_op(hop),
            O::NewList => self.newlist(hop),
            O::NewTuple => self.newtuple(hop),
            O::NewDict => self.newdict(hop),
            O::NewSlice => self.newslice(hop),
            O::GetItem => self.getitem(hop),
            O::SetItem => self.setitem(hop),
            O::DelItem => self.delitem(hop),
            O::GetSlice => self.getslice(hop),
            O::SetSlice => self.setslice(hop),
            O::DelSlice => self.delslice(hop),
            O::Contains => self.contains(hop),
            O::HintMaxLength | O::HintFence | O::HintFenceExact => self.hint_list(hop, &op),
            O::Eq | O::Ne => {
                let v = self.eq_values(&hop.args[0], &hop.args[1])?;
                let v = if op == O::Ne { self.not(v) } else { v };
                self.typed_bool(v)
            }
            O::Lt | O::Le | O::Gt | O::Ge => self.order(hop, &op),
            O::Cmp => self.cmp(hop),
            _ => self.arith(hop, &op),
        }
    }
    /// Arithmetic, and operators of containers with the same names.
    fn arith(&mut self, hop: &Hop, op: &HlOp) -> R<Typed> {
        let r0 = self.rt.repr(hop.args[0].repr);
        let r1 = hop.args.get(1).map(|a| self.rt.repr(a.repr));
        match (op, &r0, &r1) {
            (HlOp::Mod, Repr::Str | Repr::Char | Repr::Unicode | Repr::UniChar, _) => {
                self.format(hop)
            }
            (
                HlOp::Add,
                Repr::Str | Repr::Char | Repr::Unicode | Repr::UniChar,
                Some(Repr::Str | Repr::Char | Repr::Unicode | Repr::UniChar),
            ) => self.str_concat(hop),
            (HlOp::Mul, Repr::Str | Repr::Char | Repr::Unicode | Repr::UniChar, _) => {
                self.str_repeat(hop, 0, 1)
            }
            (HlOp::Mul, _, Some(Repr::Str | Repr::Char | Repr::Unicode | Repr::UniChar)) => {
                self.str_repeat(hop, 1, 0)
            }
            (HlOp::Add, Repr::Str | Repr::Char, Some(Repr::ByteArray)) => self.list_concat(hop),
            (HlOp::Add, Repr::List(_) | Repr::Range { .. } | Repr::ByteArray, _) => {
                if hop.op == HlOp::InplaceAdd {
                    self.list_inplace_add(hop)
                } else {
                    self.list_concat(hop)
                }
            }
            (HlOp::Mul, Repr::List(_), _) => {
                if hop.op == HlOp::InplaceMul {
                    self.list_inplace_mul(hop)
                } else {
                    self.list_repeat(hop, 0, 1)
                }
            }
            (HlOp::Mul, _, Some(Repr::List(_))) => self.list_repeat(hop, 1, 0),
            (HlOp::Add, Repr::Tuple(a), Some(Repr::Tuple(b))) => self.tuple_concat(hop, a, b),
            (HlOp::Mul, Repr::Tuple(_), _) => self.tuple_repeat(hop, 0),
            (HlOp::Mul, _, Some(Repr::Tuple(_))) => self.tuple_repeat(hop, 1),
            (_, Repr::Address, _) | (_, _, Some(Repr::Address)) => self.address_arith(hop, op),
            (_, Repr::Float | Repr::SingleFloat, _)
            | (_, _, Some(Repr::Float | Repr::SingleFloat)) => self.float_arith(hop, op),
            (_, Repr::Int(_) | Repr::Bool, None | Some(Repr::Int(_) | Repr::Bool)) => {
                if matches!(op, HlOp::TrueDiv) {
                    self.float_arith(hop, op)
                } else {
                    self.int_arith(hop, op)
                }
            }
            _ => Err(self.unsupported_op(hop)),
        }
    }
    /// `unsupported`, for an operation.
    pub fn unsupported_op(&self, hop: &Hop) -> Box<ir::diag::Diagnostic> {
        let args: Vec<String> = hop.args.iter().map(|a| self.rt.show_repr(a.repr)).collect();
        self.rt
            .unsupported(format!("operation `{}` on {}", hop.op, args.join(", ")))
    }
    /// The value as the result of an operation that gives a `bool`.
    pub fn typed_bool(&mut self, v: Opd) -> R<Typed> {
        Ok((v, self.rt.intern(Repr::Bool)))
    }
    /// A `Signed` result.
    pub fn typed_int(&mut self, v: Opd) -> R<Typed> {
        Ok((v, self.rt.intern(Repr::Int(LLType::Signed))))
    }
    /// The result of an operation that gives None.
    pub fn typed_void(&mut self) -> R<Typed> {
        Ok((Opd::Const(Const::VOID), self.rt.intern(Repr::Void)))
    }
    /// A result of some representation.
    pub fn typed(&mut self, v: Opd, r: Repr) -> R<Typed> {
        Ok((v, self.rt.intern(r)))
    }
    /// `not b`
    pub fn not(&mut self, b: Opd) -> Opd {
        match &b {
            Opd::Const(c) => Opd::Const(Const::bool(c.as_bool() == Some(false))),
            Opd::Var(_) => self.emit(LLOp::BoolNot, [b], LLType::Bool),
        }
    }
    /// The truth of an instance whose class (or a class below it) defines it: None is false, other objects without the
    /// method are true.
    fn instance_truth(&mut self, hop: &Hop) -> R<Option<Typed>> {
        if !self.rt.pg().special_methods.contains_key(&hop.opref) {
            return Ok(None);
        }
        let object = hop.args[0].clone();
        let p = self.harg_as(&object, object.repr)?;
        let there = match object.ann.can_be_none() {
            true => {
                let none = self.is_null(p.clone());
                self.not(none)
            }
            false => Opd::Const(Const::bool(true)),
        };
        let v = self.and_then(there, |s| {
            let defined = match s.rt.pg().class_tests.get(&hop.opref).cloned() {
                Some(tests) => {
                    let t = s.typeptr(p)?;
                    s.any_class_test(t, &tests)?
                }
                None => Opd::Const(Const::bool(true)),
            };
            let call = |s: &mut Self| match s.special_method(hop)? {
                Some((v, r)) => match s.rt.repr(r) {
                    Repr::Int(t) => Ok(s.int_is_true(v, t)),
                    // The method never returns: nothing is said behind the call.
                    _ if s.ty(&v) == LLType::Void => Ok(Opd::Const(Const::bool(true))),
                    _ => Ok(v),
                },
                None => Ok(Opd::Const(Const::bool(true))),
            };
            match &defined {
                Opd::Const(_) => call(s),
                Opd::Var(_) => s.if_else(defined, LLType::Bool, call, |_| {
                    Ok(Opd::Const(Const::bool(true)))
                }),
            }
        })?;
        Ok(Some(self.typed_bool(v)?))
    }
    /// The truth of a value.
    pub fn truth(&mut self, a: &HArg) -> R<Opd> {
        let r = self.rt.repr(a.repr);
        let v = self.harg_as(a, a.repr)?;
        Ok(match r {
            Repr::Bool => v,
            Repr::Int(t) => self.int_is_true(v, t),
            Repr::Float => self.emit(LLOp::FloatIsTrue, [v], LLType::Bool),
            Repr::Char => Opd::Const(Const::bool(true)),
            Repr::UniChar => Opd::Const(Const::bool(true)),
            Repr::Void | Repr::Only(_) => {
                // A single constant is true unless it is None or an empty builtin value.
                let t = match &a.const_value {
                    Some(k) => self.rt.ann.truth(k).unwrap_or(!k.is_none()),
                    None => !a.ann.is_none(),
                };
                Opd::Const(Const::bool(t))
            }
            Repr::Str | Repr::Unicode => {
                let c = self.is_null(v.clone());
                let c = self.not(c);
                self.and_then(c, |s| {
                    let n = s.str_len(v);
                    Ok(s.op2(LLOp::IntNe, n, s.int(0), LLType::Bool))
                })?
            }
            Repr::List(_) | Repr::Range { .. } | Repr::ByteArray | Repr::Dict(_) => {
                let c = self.is_null(v.clone());
                let c = self.not(c);
                let a = a.clone();
                self.and_then(c, |s| {
                    let n = s.len_of(&a, v)?;
                    Ok(s.op2(LLOp::IntNe, n, s.int(0), LLType::Bool))
                })?
            }
            Repr::Tuple(items) => Opd::Const(Const::bool(!items.is_empty())),
            Repr::Instance(_)
            | Repr::Functions(_)
            | Repr::Methods { .. }
            | Repr::Frozen(_)
            | Repr::FrozenMethods(..)
            | Repr::Class
            | Repr::Ptr(_)
            | Repr::WeakRef(_)
            | Repr::StringBuilder
            | Repr::UnicodeBuilder => {
                let z = self.is_null(v);
                self.not(z)
            }
            Repr::Address => self.emit(LLOp::AdrNonzero, [v], LLType::Bool),
            _ => return Err(self.rt.unsupported("the truth of such a value")),
        })
    }
    /// `p == null`
    pub fn is_null(&mut self, p: Opd) -> Opd {
        match &p {
            Opd::Const(c) => Opd::Const(Const::bool(c.value == lowlevel::Value::Null)),
            Opd::Var(_) => self.emit(LLOp::PtrIszero, [p], LLType::Bool),
        }
    }
    /// `c and f()`
    pub fn and_then(&mut self, c: Opd, f: impl FnOnce(&mut Self) -> R<Opd>) -> R<Opd> {
        match &c {
            Opd::Const(k) if k.as_bool() == Some(false) => Ok(c),
            Opd::Const(_) => f(self),
            Opd::Var(_) => self.if_else(c, LLType::Bool, f, |_| Ok(Opd::Const(Const::bool(false)))),
        }
    }
    /// `a is b`
    pub fn is_same(&mut self, a: &HArg, b: &HArg) -> R<Opd> {
        let none = |x: &HArg| x.ann.is_none();
        if none(a) && none(b) {
            return Ok(Opd::Const(Const::bool(true)));
        }
        if none(a) || none(b) {
            let other = if none(a) { b } else { a };
            let t = self.rt.lltype(other.repr)?;
            if !matches!(t, LLType::Ptr(_)) {
                return Ok(Opd::Const(Const::bool(false)));
            }
            let v = self.harg_as(other, other.repr)?;
            return Ok(self.is_null(v));
        }
        let (ta, tb) = (self.rt.lltype(a.repr)?, self.rt.lltype(b.repr)?);
        if ta == LLType::Void && tb == LLType::Void {
            let same = match (&a.const_value, &b.const_value) {
                (Some(x), Some(y)) => x.is(y),
                _ => a.ann == b.ann,
            };
            return Ok(Opd::Const(Const::bool(same)));
        }
        let (sa, sb) = (sort(&self.rt.repr(a.repr)), sort(&self.rt.repr(b.repr)));
        let differ = match (sa, sb) {
            (Some(x), Some(y)) => x != y,
            // A function, class, method or frozen object that is known and has no representation.
            (Some(x), None) => tb == LLType::Void && !x.may_be_known(),
            (None, Some(y)) => ta == LLType::Void && !y.may_be_known(),
            (None, None) => false,
        };
        if differ {
            if !(a.ann.can_be_none() && b.ann.can_be_none()) {
                return Ok(Opd::Const(Const::bool(false)));
            }
            let x = self.harg_as(a, a.repr)?;
            let y = self.harg_as(b, b.repr)?;
            let x = self.is_null(x);
            return self.and_then(x, |s| Ok(s.is_null(y)));
        }
        if let (Repr::List(_), Repr::List(_)) = (self.rt.repr(a.repr), self.rt.repr(b.repr))
            && ta != tb
        {
            // Lists of different types are never the same; only None is.
            let x = self.harg_as(a, a.repr)?;
            let y = self.harg_as(b, b.repr)?;
            let x = self.is_null(x);
            return self.and_then(x, |s| Ok(s.is_null(y)));
        }
        if matches!(ta, LLType::Ptr(_)) || matches!(tb, LLType::Ptr(_)) {
            let r = self.common_repr(a, b)?;
            let x = self.harg_as(a, r)?;
            let y = self.harg_as(b, r)?;
            let address = self.ty(&x) == LLType::Address;
            let op = if address { LLOp::AdrEq } else { LLOp::PtrEq };
            return Ok(self.op2(op, x, y, LLType::Bool));
        }
        if !matches!(sa, Some(Sort::Number | Sort::Text)) {
            return Err(self.rt.internal("identity of these values"));
        }
        self.eq_values(a, b)
    }
    /// A representation that both arguments convert to, for comparing pointers.
    pub fn common_repr(&mut self, a: &HArg, b: &HArg) -> R<ReprId> {
        if a.repr == b.repr {
            return Ok(a.repr);
        }
        let (ra, rb) = (self.rt.repr(a.repr), self.rt.repr(b.repr));
        match (&ra, &rb) {
            (Repr::Instance(x), Repr::Instance(y)) => {
                let base = match (x, y) {
                    (Some(x), Some(y)) => self.rt.pg().common_base(*x, *y),
                    _ => None,
                };
                Ok(self.rt.intern(Repr::Instance(base)))
            }
            (Repr::Void | Repr::Only(_), _) => Ok(b.repr),
            (_, Repr::Void | Repr::Only(_)) => Ok(a.repr),
            (Repr::Char, Repr::Str) | (Repr::UniChar, Repr::Unicode) => Ok(b.repr),
            _ => Ok(a.repr),
        }
    }
}

/// A sort of values, as far as values of different sorts are never the same and never equal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Number,
    Text,
    List,
    Dict,
    Tuple,
    Instance,
    Method,
    Class,
    /// Functions, and frozen objects in their place.
    Function,
}

impl Sort {
    /// Whether one known value of this sort needs no representation.
    fn may_be_known(self) -> bool {
        matches!(self, Sort::Method | Sort::Class | Sort::Function)
    }
}

/// The sort of the values of a representation; `None` for representations that say nothing of it.
fn sort(r: &Repr) -> Option<Sort> {
    Some(match r {
        Repr::Int(_) | Repr::Bool | Repr::Float | Repr::SingleFloat => Sort::Number,
        Repr::Char | Repr::UniChar | Repr::Str | Repr::Unicode | Repr::ByteArray => Sort::Text,
        Repr::List(_) | Repr::Range { .. } => Sort::List,
        Repr::Dict(_) => Sort::Dict,
        Repr::Tuple(_) => Sort::Tuple,
        Repr::Instance(_) => Sort::Instance,
        Repr::Methods { .. } | Repr::FrozenMethods(..) | Repr::BuiltinMethod { .. } => Sort::Method,
        Repr::Class => Sort::Class,
        Repr::Functions(_) | Repr::Frozen(_) => Sort::Function,
        Repr::Void
        | Repr::Only(_)
        | Repr::Iter { .. }
        | Repr::Slice { .. }
        | Repr::WeakRef(_)
        | Repr::Ptr(_)
        | Repr::Address
        | Repr::StringBuilder
        | Repr::UnicodeBuilder => return None,
    })
}
