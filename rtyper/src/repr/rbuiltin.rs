//! Calls of builtin functions and methods, by qualified name; attribute access by representation.
use annotator::model::Kind;
use flowspace::HlOp;
use ir::diag::Diagnostic;
use ir::lltype::LLType;
use ir::name::Name;
use lowlevel::ops::SafetyError;
use lowlevel::{Const, LLOp};
use python::live::Value;
use python::vocabulary::methods::{IteratorMethod, Method, MethodRow, Receiver};

use super::rint::k;
use super::{IterShape, Repr};
use crate::typer::dispatch::Typed;
use crate::typer::lower::{HArg, Opd};
use crate::typer::{Hop, Lower, R};

const S: LLType = LLType::Signed;
const U: LLType = LLType::Unsigned;
const B: LLType = LLType::Bool;

/// What values of a representation are in the tables of methods.
fn receiver_of(r: &Repr) -> Option<Receiver> {
    Some(match r {
        Repr::Str | Repr::Char => Receiver::Str,
        Repr::Unicode | Repr::UniChar => Receiver::Unicode,
        Repr::ByteArray => Receiver::ByteArray,
        Repr::List(_) => Receiver::List,
        Repr::Dict(_) => Receiver::Dict,
        Repr::StringBuilder | Repr::UnicodeBuilder => Receiver::Builder,
        Repr::Iter { .. } => Receiver::Iterator,
        _ => return None,
    })
}

impl Lower<'_> {
    /// `x.name`
    pub fn getattr(&mut self, hop: &Hop) -> R<Typed> {
        let Some(name) = hop.args[1].const_value.as_ref().and_then(|v| v.as_text()) else {
            return Err(self.unsupported_op(hop));
        };
        // A bound method of a builtin type is represented by the receiver.
        if let Repr::BuiltinMethod { receiver, .. } = self.rt.repr(hop.rresult) {
            let v = self.arg_as(hop, 0, hop.args[0].repr)?;
            let v = self.convert(v, hop.args[0].repr, receiver)?;
            return Ok((v, hop.rresult));
        }
        match self.rt.repr(hop.args[0].repr) {
            Repr::Instance(c) => self.instance_getattr(hop, c, Name::new(&name)),
            Repr::Class => self.class_getattr(hop, Name::new(&name)),
            Repr::Frozen(_) => self.frozen_getattr(hop, Name::new(&name)),
            Repr::Ptr(_) => self.ptr_getattr(hop, &name),
            Repr::Slice { .. } => {
                let p = self.arg(hop, 0)?;
                let v = self.getfield(p, &name)?;
                self.typed_int(v)
            }
            Repr::Void => {
                if self.rt.lltype(hop.rresult)? == LLType::Void {
                    return self.typed_void();
                }
                // An attribute of a constant class: through its vtable.
                if let Some(Value::Class(_)) = &hop.args[0].const_value {
                    return self.class_getattr(hop, Name::new(&name));
                }
                if let (Some(v), Some(k2)) = (&hop.args[0].const_value, Some(&name)) {
                    let v = v.clone();
                    if let Some(x) = self.rt.ann.attribute(&v, Name::new(k2)) {
                        let c = self.rt.constant(hop.rresult, &x)?;
                        return Ok((k(c), hop.rresult));
                    }
                }
                // The receiver is None: the operation cannot succeed.
                self.abort(SafetyError::NoneDereference);
                self.typed_void()
            }
            _ => Err(self.unsupported_op(hop)),
        }
    }
    /// `x.name = v`
    pub fn setattr(&mut self, hop: &Hop) -> R<Typed> {
        let Some(name) = hop.args[1].const_value.as_ref().and_then(|v| v.as_text()) else {
            return Err(self.unsupported_op(hop));
        };
        match self.rt.repr(hop.args[0].repr) {
            Repr::Instance(c) => self.instance_setattr(hop, c, Name::new(&name)),
            Repr::Ptr(c) => self.ptr_setattr(hop, c, &name),
            Repr::Void if hop.args[0].ann.is_none() => {
                self.abort(SafetyError::NoneDereference);
                self.typed_void()
            }
            _ => Err(self.unsupported_op(hop)),
        }
    }
    /// The receiver of a builtin method call.
    pub fn method_receiver(&mut self, hop: &Hop) -> R<HArg> {
        let a = &hop.args[0];
        let Kind::BuiltinMethod { receiver, .. } = a.ann.kind() else {
            return Err(self.rt.internal("no builtin method"));
        };
        let repr = match self.rt.repr(a.repr) {
            Repr::BuiltinMethod { receiver, .. } => receiver,
            _ => self.rt.repr_of(*receiver)?,
        };
        let const_value = match &a.const_value {
            Some(Value::Method(m)) => m.receiver.clone(),
            _ => receiver.const_value().cloned(),
        };
        Ok(HArg {
            ann: *receiver,
            repr,
            opd: a.opd.clone(),
            const_value,
        })
    }
    /// A call of a method of a builtin type.
    pub fn method_call(&mut self, hop: &Hop, name: Name) -> R<Typed> {
        let a = self.method_receiver(hop)?;
        let repr = self.rt.repr(a.repr);
        let n = name.as_str();
        let Some(method) = receiver_of(&repr).and_then(|r| Method::of(r, n)) else {
            return match repr {
                Repr::Instance(_) if n == "__init__" => {
                    let args = [&[a][..], &hop.args[1..]].concat();
                    self.builtin_init(&args)
                }
                Repr::Range { .. } => {
                    Err(self.rt.unsupported(format!("the method `{n}` of a range")))
                }
                _ => {
                    let what = format!("the method `{n}` of {}", self.rt.show_repr(a.repr));
                    Err(self.rt.unsupported(what))
                }
            };
        };
        if method.row().refuses_none {
            self.check_all(&hop.args[1..], SafetyError::NoneOperand)?;
        }
        if self.dead {
            return self.typed_void();
        }
        match method {
            // `decode`, for which there is no text yet.
            Method::Text(m) if repr == Repr::ByteArray => {
                Err(self.no_method(m.row(), "a bytearray"))
            }
            Method::Text(m) => self.str_method(hop, m, &a),
            Method::List(m) => self.list_method(hop, m, &a),
            Method::ByteArray(m) => self.bytearray_method(hop, m, &a),
            Method::Dict(m) => self.dict_method(hop, m, &a),
            Method::Builder(m) => self.builder_method(hop, m, &a),
            Method::Iterator(IteratorMethod::Next | IteratorMethod::DunderNext) => {
                let mut args = vec![a];
                args.extend_from_slice(&hop.args[1..]);
                let inner = Hop {
                    op: HlOp::Next,
                    args,
                    result: hop.result,
                    rresult: hop.rresult,
                    opref: hop.opref,
                    span: hop.span,
                };
                self.next(&inner)
            }
        }
    }
    /// The error for a method that translated code does not have.
    pub(super) fn no_method(&self, method: &MethodRow, of: &str) -> Box<Diagnostic> {
        self.rt
            .unsupported(format!("the method `{}` of {of}", method.name))
    }
    /// A call of a builtin function.
    pub fn builtin_call(&mut self, hop: &Hop, name: Name) -> R<Typed> {
        let full = name.as_str();
        let (module, f) = full.rsplit_once('.').unwrap_or(("", full));
        let n = hop.args.len() - 1;
        match module {
            "rpython.rtyper.lltypesystem.ll" => return self.ll_builtin(hop, f),
            "rpython.rtyper.lltypesystem.lltype"
            | "rpython.rtyper.lltypesystem.llmemory"
            | "rpython.rtyper.lltypesystem.rffi" => return self.lltype_call(hop, f),
            "rpython.rlib.jit" => return self.jit_function(hop, f),
            "" | "__builtin__" | "builtins" => {}
            "rpython.rlib.rarithmetic"
            | "rpython.rlib.objectmodel"
            | "rpython.rlib.debug"
            | "rpython.rlib.rgc"
            | "rpython.rlib.rstack"
            | "rpython.rlib.rstackovf"
            | "rpython.rlib.longlong2float"
            | "rpython.rlib.nonconst" => return self.rlib_function(hop, full, f),
            "weakref" | "_weakref" if f == "ref" || f == "ReferenceType" => {
                return self.weakref_new(hop);
            }
            "collections" if f == "OrderedDict" => return self.dict_call(hop),
            "rpython.rlib.rstring" if f == "assert_str0" => {
                return self.rlib_function(hop, full, f);
            }
            "rpython.rlib.rfloat" if f == "float_hash" => {
                return self.rlib_function(hop, full, f);
            }
            "rpython.rlib.rstring" if f == "StringBuilder" || f == "UnicodeBuilder" => {
                return self.builder_new(hop, f == "UnicodeBuilder");
            }
            // Built-in classes remember nothing.
            _ if f == "__init__" => return self.builtin_init(&hop.args[1..]),
            _ => return self.external_call(hop, full),
        }
        match (f, n) {
            ("range" | "xrange", 1..=3) => self.range_call(hop),
            ("int" | "long", 0) => {
                let v = self.int(0);
                self.typed_int(v)
            }
            ("int" | "long", _) => self.int_call(hop),
            ("float", 0) => self.typed(k(Const::float(0.0)), Repr::Float),
            ("float", 1) => self.float_call(hop),
            ("bool", 1) => {
                let v = self.truth(&hop.args[1])?;
                self.typed_bool(v)
            }
            ("chr", 1) => {
                let i = self.int_arg(&hop.args[1], S)?;
                let u = self.int_to_int(i.clone(), S, U);
                let ok = self.op2(LLOp::UintLt, u, k(Const::unsigned(256)), B);
                self.check(ok, SafetyError::ValueOutOfRange)?;
                let v = self.emit(LLOp::CastIntToChar, [i], LLType::Char);
                self.typed(v, Repr::Char)
            }
            ("unichr", 1) => {
                let i = self.int_arg(&hop.args[1], S)?;
                let u = self.int_to_int(i.clone(), S, U);
                let ok = self.op2(LLOp::UintLt, u, k(Const::unsigned(0x11_0000)), B);
                self.check(ok, SafetyError::ValueOutOfRange)?;
                let v = self.emit(LLOp::CastIntToUnichar, [i], LLType::UniChar);
                self.typed(v, Repr::UniChar)
            }
            ("min" | "max", 2..) => self.min_max(hop, f == "max"),
            ("min" | "max", 1) => self.list_min_max(hop, f == "max"),
            ("sum", 1 | 2) => self.list_sum(hop),
            ("sorted", 1) => {
                let v = self.copy_to_list(&hop.args[1], hop.rresult)?;
                let item = self.rt.item_repr(hop.rresult)?;
                let p = self.list_parts(hop.rresult, v.clone())?;
                let lt = self.lt_function(item)?;
                self.helper("rlist", "ll_sort", [p.items.into(), p.length.into(), lt])?;
                Ok((v, hop.rresult))
            }
            ("list", 0) => {
                let n = self.int(0);
                let v = self.new_list_of(hop.rresult, n)?;
                Ok((v, hop.rresult))
            }
            ("list" | "bytearray", 1) => match self.rt.repr(hop.args[1].repr) {
                Repr::Dict(_) => self.dict_keys_list(hop, &hop.args[1].clone()),
                Repr::Iter { .. } => self.drain_iter(hop),
                _ => {
                    let v = self.copy_to_list(&hop.args[1], hop.rresult)?;
                    Ok((v, hop.rresult))
                }
            },
            ("tuple", 1) => {
                let a = hop.args[1].clone();
                let v = self.harg_as(&a, a.repr)?;
                Ok((v, a.repr))
            }
            ("dict", 0 | 1) => self.dict_call(hop),
            ("enumerate", 1 | 2) => {
                let a = hop.args[1].clone();
                let (v, r) = self.make_iter(&a, IterShape::Enumerate)?;
                if n == 2 {
                    let s = self.int_arg(&hop.args[2], S)?;
                    self.setfield(v.clone(), "count", s)?;
                }
                Ok((v, r))
            }
            ("reversed", 1) => {
                let a = hop.args[1].clone();
                let kind = match self.rt.repr(hop.rresult) {
                    Repr::Iter { kind, .. } => kind,
                    _ => IterShape::Reversed,
                };
                self.make_iter(&a, kind)
            }
            ("zip", 2) => {
                let (a, b) = (hop.args[1].clone(), hop.args[2].clone());
                if let Repr::Iter { .. } = self.rt.repr(hop.rresult) {
                    return self.make_zip(&a, &b);
                }
                self.zip_list(hop, &a, &b)
            }
            ("str", 1) => {
                let a = hop.args[1].clone();
                let v = self.to_str(&a)?;
                self.typed(v, Repr::Str)
            }
            ("unicode", 1..=3) => self.unicode_call(hop),
            ("round", 1) if matches!(self.rt.repr(hop.args[1].repr), Repr::Int(_) | Repr::Bool) => {
                let v = self.int_arg(&hop.args[1], S)?;
                self.typed_int(v)
            }
            ("round", 1) => {
                let f = self.rt.intern(Repr::Float);
                let v = self.arg_as(hop, 1, f)?;
                let v = self.helper_as("rfloat", "ll_round", [v.into()], LLType::Float)?;
                self.typed(v, Repr::Float)
            }
            ("hasattr" | "callable", _) => Err(self.unsupported_op(hop)),
            ("object", 0) => {
                let c = self.rt.object;
                let v = self.malloc(c);
                self.typed(v, Repr::Instance(None))
            }
            _ => self.external_call(hop, full),
        }
    }
    /// `int(x)`, `int(s, base)`
    fn int_call(&mut self, hop: &Hop) -> R<Typed> {
        let a = hop.args[1].clone();
        match self.rt.repr(a.repr) {
            Repr::Int(from) => {
                let v = self.int_arg(&a, from)?;
                let v = self.int_to_int_checked(v, from, S)?;
                self.typed_int(v)
            }
            Repr::Bool => {
                let v = self.int_arg(&a, S)?;
                self.typed_int(v)
            }
            Repr::Float | Repr::SingleFloat => {
                let f = self.rt.intern(Repr::Float);
                let v = self.harg_as(&a, f)?;
                let v = self.float_to_int_checked(v)?;
                self.typed_int(v)
            }
            Repr::Str | Repr::Char => {
                let v = self.text_argument(&a, false)?;
                let base = if hop.args.len() > 2 {
                    self.int_arg(&hop.args[2], S)?
                } else {
                    self.int(10)
                };
                let python3 = k(Const::bool(!self.is_python2()));
                let args = [v.into(), base.into(), python3.into()];
                let v = self.helper_as("rstr", "ll_int", args, S)?;
                self.typed_int(v)
            }
            _ => Err(self.unsupported_op(hop)),
        }
    }
    /// A float as an integer: OverflowError if it is too large, ValueError if it is not a number.
    pub fn float_to_int_checked(&mut self, v: Opd) -> R<Opd> {
        // -2**63 and 2**63.
        let (lo, hi) = (i64::MIN as f64, -(i64::MIN as f64));
        let ok = self.op2(LLOp::FloatGe, v.clone(), k(Const::float(lo)), B);
        let (good, bad) = self.fork(ok);
        self.block = bad;
        let number = self.op2(LLOp::FloatEq, v.clone(), v.clone(), B);
        self.check(number, SafetyError::ValueOutOfRange)?;
        self.abort(SafetyError::Overflow);
        self.dead = false;
        self.block = good;
        let ok = self.op2(LLOp::FloatLt, v.clone(), k(Const::float(hi)), B);
        self.check(ok, SafetyError::Overflow)?;
        Ok(self.emit(LLOp::CastFloatToInt, [v], S))
    }
    /// A float as an unsigned integer: negative ones wrap around, too large ones are OverflowErrors.
    fn float_to_uint_checked(&mut self, v: Opd) -> R<Opd> {
        let counts = self.op2(LLOp::FloatGe, v.clone(), k(Const::float(0.0)), B);
        self.if_else(
            counts,
            U,
            |s| {
                // 2**64.
                let hi = k(Const::float(-2.0 * i64::MIN as f64));
                let ok = s.op2(LLOp::FloatLt, v.clone(), hi, B);
                s.check(ok, SafetyError::Overflow)?;
                Ok(s.emit(LLOp::CastFloatToUint, [v.clone()], U))
            },
            |s| {
                let i = s.float_to_int_checked(v.clone())?;
                Ok(s.int_to_int(i, S, U))
            },
        )
    }
    /// `float(x)`
    fn float_call(&mut self, hop: &Hop) -> R<Typed> {
        let a = hop.args[1].clone();
        let v = match self.rt.repr(a.repr) {
            Repr::Int(_) | Repr::Bool | Repr::Float | Repr::SingleFloat => {
                let v = self.harg_as(&a, a.repr)?;
                self.to_float(v)?
            }
            Repr::Str | Repr::Char => {
                let v = self.text_argument(&a, false)?;
                let helper = if self.is_python2() {
                    "ll_str_to_float"
                } else {
                    "ll_str_to_float_python3"
                };
                self.helper_as("rfloat", helper, [v.into()], LLType::Float)?
            }
            _ => return Err(self.unsupported_op(hop)),
        };
        self.typed(v, Repr::Float)
    }
    /// `min(a, b, ...)`
    fn min_max(&mut self, hop: &Hop, max: bool) -> R<Typed> {
        let r = hop.rresult;
        let t = self.rt.lltype(r)?;
        // In Python 2, None is less than everything else.
        if !self.is_python2() {
            for a in &hop.args[1..] {
                self.check_argument(a)?;
            }
        }
        let mut best = self.arg_as(hop, 1, r)?;
        for i in 2..hop.args.len() {
            let x = self.arg_as(hop, i, r)?;
            let as_arg = |v: &Opd| HArg {
                ann: annotator::Annotation::impossible(),
                repr: r,
                opd: Some(v.clone()),
                const_value: None,
            };
            let op = if max { HlOp::Gt } else { HlOp::Lt };
            let Some(c) = self.order_values(&as_arg(&x), &as_arg(&best), &op)? else {
                return Err(self.unsupported_op(hop));
            };
            let b = best.clone();
            best = self.if_else(c, t, |_| Ok(x), |_| Ok(b))?;
        }
        Ok((best, r))
    }
    /// `min(list)`
    fn list_min_max(&mut self, hop: &Hop, max: bool) -> R<Typed> {
        let (parts, item) = self.sequence_parts(&hop.args[1].clone())?;
        let t = self.rt.lltype(item)?;
        let ok = self.op2(LLOp::IntGt, parts.length.clone(), self.int(0), B);
        self.check(ok, SafetyError::ValueOutOfRange)?;
        let lt = self.lt_function(item)?;
        let name = if max { "ll_max" } else { "ll_min" };
        let v = self.helper_as(
            "rlist",
            name,
            [parts.items.into(), parts.length.into(), lt],
            t,
        )?;
        Ok((v, item))
    }
    /// `sum(list)`
    fn list_sum(&mut self, hop: &Hop) -> R<Typed> {
        let (parts, _) = self.sequence_parts(&hop.args[1].clone())?;
        let r = hop.rresult;
        let t = self.rt.lltype(r)?;
        let start = if hop.args.len() > 2 {
            self.arg_as(hop, 2, r)?
        } else {
            k(Const::zero(t))
        };
        let v = self.helper_as(
            "rlist",
            "ll_sum",
            [parts.items.into(), parts.length.into(), start.into()],
            t,
        )?;
        Ok((v, r))
    }
    /// Python 2's `zip(x, y)`: a list of pairs.
    fn zip_list(&mut self, hop: &Hop, a: &HArg, b: &HArg) -> R<Typed> {
        let r = hop.rresult;
        let item = self.rt.item_repr(r)?;
        let (x, xi) = self.sequence_parts(a)?;
        let (y, yi) = self.sequence_parts(b)?;
        let less = self.op2(LLOp::IntLt, x.length.clone(), y.length.clone(), B);
        let n = self.if_else(less, S, |_| Ok(x.length), |_| Ok(y.length))?;
        let list = self.new_list_of(r, n.clone())?;
        let (head, vals) = self.new_block(&[S]);
        let zero = self.int(0);
        self.goto(head, [zero]);
        self.block = head;
        let i = vals[0].clone();
        let more = self.op2(LLOp::IntLt, i.clone(), n, B);
        let (body, done) = self.fork(more);
        self.block = body;
        let p = self.array_get(x.items, i.clone(), xi)?;
        let q = self.array_get(y.items, i.clone(), yi)?;
        let (v, vr) = self.pair((p, xi), (q, yi), item)?;
        let v = self.convert(v, vr, item)?;
        self.set_list_item(r, list.clone(), i.clone(), v)?;
        let next = self.op2(LLOp::IntAdd, i, self.int(1), S);
        self.goto(head, [next]);
        self.block = done;
        Ok((list, r))
    }
    /// `list(iterator)`
    fn drain_iter(&mut self, hop: &Hop) -> R<Typed> {
        Err(self.unsupported_op(hop))
    }
    /// Functions of `rpython.rlib` that are operations.
    fn rlib_function(&mut self, hop: &Hop, full: &str, f: &str) -> R<Typed> {
        let n = hop.args.len() - 1;
        match (f, n) {
            (
                "intmask" | "longlongmask" | "widen" | "r_int" | "r_longlong" | "r_uint"
                | "r_ulonglong" | "r_int8" | "r_uint8" | "r_int16" | "r_uint16" | "r_int32"
                | "r_uint32" | "r_int64" | "r_uint64" | "r_longlonglong",
                1,
            ) => {
                let a = hop.args[1].clone();
                let to = match self.rt.repr(hop.rresult) {
                    Repr::Int(t) => t,
                    _ => S,
                };
                if let Some(v) = &a.const_value
                    && v.as_big().is_some()
                {
                    let r = self.rt.intern(Repr::Int(to));
                    let c = self.rt.constant(r, v)?;
                    let c = Const {
                        ty: to,
                        value: lowlevel::Value::Int(super::rint::truncate(
                            c.as_int().unwrap_or(0),
                            to,
                        )),
                    };
                    return Ok((k(c), r));
                }
                let v = self.harg_as(&a, a.repr)?;
                let v = match self.ty(&v) {
                    LLType::Float | LLType::SingleFloat => {
                        let x = self.to_float(v)?;
                        if to == U {
                            self.float_to_uint_checked(x)?
                        } else {
                            let i = self.float_to_int_checked(x)?;
                            self.int_to_int_checked(i, S, to)?
                        }
                    }
                    // The masks are the way to take the low bits.
                    t if f.ends_with("mask") || f == "widen" => self.int_to_int(v, t, to),
                    t => self.int_to_int_checked(v, t, to)?,
                };
                self.typed(v, Repr::Int(to))
            }
            ("ovfcheck_float_to_int" | "ovfcheck_float_to_longlong", 1) => {
                let f = self.rt.intern(Repr::Float);
                let v = self.arg_as(hop, 1, f)?;
                let v = self.float_to_int_checked(v)?;
                self.typed_int(v)
            }
            ("is_valid_int", 1) => self.typed_bool(k(Const::bool(true))),
            ("assert_str0" | "ll_assert_not_none" | "ensure_ieee_float", 1) => {
                let a = hop.args[1].clone();
                let v = self.harg_as(&a, a.repr)?;
                Ok((v, a.repr))
            }
            ("float2longlong", 1) => {
                let v = self.arg(hop, 1)?;
                let v = self.emit(LLOp::FloatBits, [v], S);
                self.typed_int(v)
            }
            ("longlong2float", 1) => {
                let v = self.int_arg(&hop.args[1], S)?;
                let v = self.emit(LLOp::FloatFromBits, [v], LLType::Float);
                self.typed(v, Repr::Float)
            }
            ("float_hash", 1) => {
                let v = self.arg(hop, 1)?;
                let v = self.helper_as("rfloat", "ll_hash_float", [v.into()], S)?;
                self.typed_int(v)
            }
            (
                "check_stack_overflow"
                | "stack_check"
                | "stack_check_slowpath"
                | "add_memory_pressure"
                | "enable"
                | "disable",
                _,
            ) => self.typed_void(),
            ("collect_step" | "isenabled" | "can_move", _) => self.typed_bool(k(Const::bool(true))),
            ("stack_almost_full", 0) => {
                let v = self.emit(LLOp::StackTooBig, [], B);
                self.typed_bool(v)
            }
            ("delitem_if_value_is", 3) => self.dict_delitem_if(hop),
            ("reversed_dict", 1) => {
                let a = hop.args[1].clone();
                self.make_iter(&a, IterShape::ReversedKeys)
            }
            ("is_annotation_constant", 1) => {
                self.typed_bool(k(Const::bool(hop.args[1].const_value.is_some())))
            }
            ("move_to_end", 2 | 3) => {
                let d = hop.args[1].clone();
                self.move_to_end(&d, &hop.args[2..])
            }
            ("r_singlefloat", 1) => {
                let f = self.rt.intern(Repr::Float);
                let v = self.arg_as(hop, 1, f)?;
                let v = self.emit(LLOp::CastFloatToSinglefloat, [v], LLType::SingleFloat);
                self.typed(v, Repr::SingleFloat)
            }
            ("int_between", 3) => {
                let mut v = Vec::new();
                for i in 1..=3 {
                    v.push(self.int_arg(&hop.args[i], S)?);
                }
                let v = self.emit(LLOp::IntBetween, v, B);
                self.typed_bool(v)
            }
            ("int_force_ge_zero", 1) => {
                let v = self.int_arg(&hop.args[1], S)?;
                let v = self.emit(LLOp::IntForceGeZero, [v], S);
                self.typed_int(v)
            }
            ("likely" | "unlikely", 1) => {
                let v = self.truth(&hop.args[1])?;
                let op = if f == "likely" {
                    LLOp::Likely
                } else {
                    LLOp::Unlikely
                };
                let v = match &v {
                    Opd::Const(_) => v,
                    Opd::Var(_) => self.emit(op, [v], B),
                };
                self.typed_bool(v)
            }
            ("we_are_translated" | "running_on_llinterp", 0) => {
                self.typed_bool(k(Const::bool(f == "we_are_translated")))
            }
            ("keepalive_until_here", _) => {
                for i in 1..=n {
                    let v = self.arg(hop, i)?;
                    if let LLType::Ptr(_) = self.ty(&v) {
                        self.emit(LLOp::KeepAlive, [v], LLType::Void);
                    }
                }
                self.typed_void()
            }
            ("compute_hash", 1) => {
                let a = hop.args[1].clone();
                let v = self.hash_value(&a)?;
                self.typed_int(v)
            }
            ("compute_identity_hash", 1) => {
                let v = self.arg(hop, 1)?;
                let v = self.emit(LLOp::GcIdentityHash, [v], S);
                self.typed_int(v)
            }
            ("compute_unique_id" | "current_object_addr_as_int", 1) => {
                let v = self.arg(hop, 1)?;
                let v = match self.ty(&v) {
                    LLType::Ptr(_) => self.emit(LLOp::GcId, [v], S),
                    t => self.int_cast(v, t, S),
                };
                self.typed_int(v)
            }
            ("newlist_hint", 1) => {
                let z = self.int(0);
                let v = self.new_list_of(hop.rresult, z)?;
                let n = self.int_arg(&hop.args[1], S)?;
                self.helper("rlist", "ll_reserve", [v.clone().into(), n.into()])?;
                Ok((v, hop.rresult))
            }
            (
                "resizelist_hint"
                | "make_sure_not_resized"
                | "mark_dict_non_null"
                | "make_sure_not_modified"
                | "list_get_physical_size",
                _,
            ) => {
                let a = hop.args[1].clone();
                if self.rt.lltype(hop.rresult)? == LLType::Void {
                    return self.typed_void();
                }
                let v = self.harg_as(&a, a.repr)?;
                Ok((v, a.repr))
            }
            ("instantiate", 1..) => {
                let Repr::Instance(Some(c)) = self.rt.repr(hop.rresult) else {
                    return Err(self.unsupported_op(hop));
                };
                if hop.args[1].const_value.is_some() {
                    return self.instantiate(c);
                }
                let classes = self.classes_of(&hop.args[1]);
                if classes.is_empty() {
                    return Err(self.unsupported_op(hop));
                }
                let cls = self.arg(hop, 1)?;
                let ty = self.rt.lltype(hop.rresult)?;
                let v = self.instantiate_which(&classes, cls, hop, ty)?;
                Ok((v, hop.rresult))
            }
            ("r_dict" | "r_ordereddict", _) => self.r_dict_call(hop),
            (
                "ll_assert"
                | "check_nonneg"
                | "check_regular_int"
                | "debug_start"
                | "debug_stop"
                | "debug_print"
                | "debug_flush"
                | "debug_print_traceback"
                | "ll_assert_not_none"
                | "check_annotation"
                | "attach_gdb"
                | "prepare_dict_update",
                _,
            ) => {
                if self.rt.lltype(hop.rresult)? != LLType::Void && n >= 1 {
                    let a = hop.args[1].clone();
                    let v = self.harg_as(&a, a.repr)?;
                    return Ok((v, a.repr));
                }
                self.typed_void()
            }
            ("have_debug_prints", 0) => self.typed_bool(k(Const::bool(false))),
            ("fatalerror" | "fatalerror_notb", 1) => {
                let s = self.rt.intern(Repr::Str);
                let v = self.arg_as(hop, 1, s)?;
                self.call_extern("gx_fatalerror", vec![v])?;
                self.abort(SafetyError::Unreachable);
                self.typed_void()
            }
            ("NonConstant", 1) => {
                let a = hop.args[1].clone();
                let v = self.harg_as(&a, hop.rresult)?;
                Ok((v, hop.rresult))
            }
            ("collect", _) => {
                self.call_extern("gx_gc_collect", vec![])?;
                self.typed_void()
            }
            ("ll_arraycopy", 5) => {
                let a = hop.args[1].clone();
                let b = hop.args[2].clone();
                let (x, y) = (self.harg_as(&a, a.repr)?, self.harg_as(&b, b.repr)?);
                let (x, y) = match self.rt.repr(a.repr) {
                    Repr::List(_) => {
                        let p = self.list_parts(a.repr, x)?;
                        let q = self.list_parts(b.repr, y)?;
                        (p.items, q.items)
                    }
                    _ => (x, y),
                };
                let LLType::Ptr(c) = self.ty(&y) else {
                    return Err(self.unsupported_op(hop));
                };
                let x = self.cast_pointer(x, LLType::Ptr(c));
                let mut v = vec![x, y];
                for i in 3..=5 {
                    v.push(self.int_arg(&hop.args[i], S)?);
                }
                self.emit(LLOp::CopyItems(c), v, LLType::Void);
                self.typed_void()
            }
            ("ll_arrayclear", 1) => self.typed_void(),
            _ => self.external_call(hop, full),
        }
    }
}
