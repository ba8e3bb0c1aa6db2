//! Calls of builtin functions and methods, by qualified name; attribute access by representation.
use annotator::model::AnnotationKind;
use flowspace::HlOp;
use ir::diag::Diagnostic;
use ir::lltype::LLType;
use ir::name::Name;
use lowlevel::ops::SafetyError;
use lowlevel::{Const, LLOp};
use python::live::Value;
use python::vocabulary::KnownFunction;
use python::vocabulary::functions::Function;
use python::vocabulary::library::IntClass;
use python::vocabulary::methods::{IteratorMethod, Method, MethodRow, Receiver};

use crate::repr::numbers::rint::k;
use crate::repr::{IterShape, Repr};
use crate::typer::dispatch::Typed;
use crate::typer::lower::{HArg, Opd};
use crate::typer::{Hop, Lower, R};

const S: LLType = LLType::Signed;
const U: LLType = LLType::Unsigned;
const B: LLType = LLType::Bool;
/// -2**63, which is a float.
const LEAST_WORD: f64 = i64::MIN as f64;

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
            // An object of which constants are read only, or None, which was tested for: the result is known.
            Repr::Ptr(_)
                if matches!(hop.args[0].ann.kind(), AnnotationKind::Pbc { .. })
                    && self.rt.lltype(hop.rresult)? == LLType::Void =>
            {
                self.typed_void()
            }
            Repr::Ptr(_) => self.ptr_getattr(hop, &name),
            Repr::Slice { .. } => {
                let p = self.arg(hop, 0)?;
                let v = self.getfield(p, &name)?;
                self.typed_int(v)
            }
            Repr::Void | Repr::Only(_) => {
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
        let AnnotationKind::BuiltinMethod { receiver, .. } = a.ann.kind() else {
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
    pub(in crate::repr) fn no_method(&self, method: &MethodRow, of: &str) -> Box<Diagnostic> {
        self.rt
            .unsupported(format!("the method `{}` of {of}", method.name))
    }
    /// A call of a builtin function.
    pub fn builtin_call(&mut self, hop: &Hop, name: Name) -> R<Typed> {
        let full = name.as_str();
        match KnownFunction::named(full) {
            Some(KnownFunction::Library(f)) => self.library_call(hop, f),
            Some(KnownFunction::Python(f)) => self.function_call(hop, f),
            // Code generation has no unsigned integers of 128 bits.
            Some(KnownFunction::Int(c)) if hop.args.len() == 2 && c != IntClass::RUlonglonglong => {
                self.int_conversion(hop, false)
            }
            Some(KnownFunction::Helper(f)) => self.ll_builtin(hop, f),
            Some(KnownFunction::LowLevel(f)) => self.lltype_call(hop, f),
            Some(KnownFunction::External(f)) => self.external_call(hop, f),
            // Built-in classes remember nothing.
            None if full.ends_with(".__init__") => self.builtin_init(&hop.args[1..]),
            Some(KnownFunction::Int(_)) | None => Err(self.no_function(hop, full)),
        }
    }
    /// `enumerate(x, start)`
    fn enumerate_call(&mut self, hop: &Hop) -> R<Typed> {
        let a = hop.args[1].clone();
        let (v, r) = self.make_iter(&a, IterShape::Enumerate)?;
        if let Some(start) = hop.args.get(2) {
            let s = self.int_arg(start, S)?;
            self.setfield(v.clone(), "count", s)?;
        }
        Ok((v, r))
    }
    /// A call of one of Python's functions or classes.
    fn function_call(&mut self, hop: &Hop, f: Function) -> R<Typed> {
        use Function as F;
        match f {
            F::Int | F::Long if hop.args.len() == 1 => {
                let v = self.int(0);
                self.typed_int(v)
            }
            F::Int | F::Long => self.int_call(hop),
            F::Float if hop.args.len() == 1 => self.typed(k(Const::float(0.0)), Repr::Float),
            F::Float => self.float_call(hop),
            F::Bool if hop.args.len() == 2 => {
                let v = self.truth(&hop.args[1])?;
                self.typed_bool(v)
            }
            F::Str if hop.args.len() == 2 => {
                let a = hop.args[1].clone();
                let v = self.to_str(&a)?;
                self.typed(v, Repr::Str)
            }
            F::Unicode if hop.args.len() > 1 => self.unicode_call(hop),
            F::List | F::ByteArray => self.list_call(hop, f),
            F::Tuple if hop.args.len() == 2 => {
                let a = hop.args[1].clone();
                let v = self.harg_as(&a, a.repr)?;
                Ok((v, a.repr))
            }
            F::Dict | F::OrderedDict => self.dict_call(hop),
            F::WeakRef => self.weakref_new(hop),
            F::Range | F::Xrange => self.range_call(hop),
            F::Chr => self.character_call(hop, 256, LLOp::CastIntToChar),
            F::Unichr => self.character_call(hop, 0x11_0000, LLOp::CastIntToUnichar),
            F::Min | F::Max if hop.args.len() == 2 => self.list_min_max(hop, f == F::Max),
            F::Min | F::Max => self.min_max(hop, f == F::Max),
            F::Sum => self.list_sum(hop),
            F::Enumerate => self.enumerate_call(hop),
            F::Reversed => {
                let a = hop.args[1].clone();
                let kind = match self.rt.repr(hop.rresult) {
                    Repr::Iter { kind, .. } => kind,
                    _ => IterShape::Reversed,
                };
                self.make_iter(&a, kind)
            }
            F::Zip => match self.rt.repr(hop.rresult) {
                Repr::Iter { .. } => self.make_zip(&hop.args[1].clone(), &hop.args[2].clone()),
                _ => self.zip_list(hop, &hop.args[1].clone(), &hop.args[2].clone()),
            },
            // Of Python 3, where an integer stays one; the others are functions of the library.
            F::Round if matches!(self.rt.repr(hop.args[1].repr), Repr::Int(_) | Repr::Bool) => {
                let v = self.int_arg(&hop.args[1], S)?;
                self.typed_int(v)
            }
            F::HasAttr | F::Callable if hop.result.is_const() => self.typed_void(),
            F::HasAttr | F::Callable => Err(self.unsupported_op(hop)),
            // Without arguments they are constants.
            F::Bool
            | F::Str
            | F::Unicode
            | F::Tuple
            // Done by functions of the library.
            | F::Round
            | F::Sorted
            | F::Any
            | F::All
            | F::Open
            | F::File
            // Operations, or constants.
            | F::Slice
            | F::Len
            | F::Abs
            | F::Divmod
            | F::Pow
            | F::Ord
            | F::Hex
            | F::Oct
            | F::Repr
            | F::Hash
            | F::Id
            | F::Cmp
            | F::Iter
            | F::Next
            | F::Type
            | F::IsInstance
            | F::IsSubclass
            | F::GetAttr
            | F::SetAttr
            // Refused by the annotator.
            | F::Complex
            | F::Object
            | F::Set
            | F::FrozenSet
            | F::Print
            | F::Map
            | F::Filter
            | F::Input
            | F::RawInput
            | F::Super
            | F::StaticMethod
            | F::ClassMethod
            | F::Property
            | F::BaseString
            | F::NoneType
            | F::Ascii
            | F::Apply
            | F::Bin
            | F::Coerce
            | F::Compile
            | F::DelAttr
            | F::Dir
            | F::Eval
            | F::Exec
            | F::ExecFile
            | F::Format
            | F::Globals
            | F::Locals
            | F::Vars
            | F::Intern
            | F::Reduce
            | F::Reload
            | F::Import
            | F::BuildClass => Err(self.no_function(hop, f.name())),
        }
    }
    /// `list(x)`, `bytearray(x)`
    fn list_call(&mut self, hop: &Hop, f: Function) -> R<Typed> {
        let Some(a) = hop.args.get(1).cloned() else {
            if f != Function::List {
                let empty = self.const_arg(&Value::str(""))?;
                let v = self.copy_to_list(&empty, hop.rresult)?;
                return Ok((v, hop.rresult));
            }
            let n = self.int(0);
            let v = self.new_list_of(hop.rresult, n)?;
            return Ok((v, hop.rresult));
        };
        match self.rt.repr(a.repr) {
            Repr::Dict(_) => self.dict_keys_list(hop, &a),
            Repr::Iter { .. } => Err(self.unsupported_op(hop)),
            _ => {
                let v = self.copy_to_list(&a, hop.rresult)?;
                Ok((v, hop.rresult))
            }
        }
    }
    /// `chr(i)`, `unichr(i)`: of a number below the limit.
    fn character_call(&mut self, hop: &Hop, limit: u64, op: LLOp) -> R<Typed> {
        let i = self.int_arg(&hop.args[1], S)?;
        if self.rt.repr(hop.args[1].repr) == Repr::Int(U) {
            // Beyond the machine word.
            let ok = self.op2(LLOp::IntGe, i.clone(), self.int(0), B);
            self.check_raise(ok, "OverflowError")?;
        }
        let u = self.int_to_int(i.clone(), S, U);
        let ok = self.op2(LLOp::UintLt, u, k(Const::unsigned(limit)), B);
        self.check(ok, SafetyError::ValueOutOfRange)?;
        let (t, r) = match op {
            LLOp::CastIntToChar => (LLType::Char, Repr::Char),
            _ => (LLType::UniChar, Repr::UniChar),
        };
        let v = self.emit(op, [i], t);
        self.typed(v, r)
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
        let ok = self.op2(LLOp::FloatGe, v.clone(), k(Const::float(LEAST_WORD)), B);
        let (good, bad) = self.fork(ok);
        self.block = bad;
        let number = self.op2(LLOp::FloatEq, v.clone(), v.clone(), B);
        self.check(number, SafetyError::ValueOutOfRange)?;
        self.abort(SafetyError::Overflow);
        self.dead = false;
        self.block = good;
        self.float_below_overflow(v)
    }
    /// The same where all that is no word, NaN too, is an OverflowError.
    pub(in crate::repr) fn float_to_int_overflow(&mut self, v: Opd) -> R<Opd> {
        let ok = self.op2(LLOp::FloatGe, v.clone(), k(Const::float(LEAST_WORD)), B);
        self.check(ok, SafetyError::Overflow)?;
        self.float_below_overflow(v)
    }
    /// A float that is no less than the least word as an integer: OverflowError if it is too large.
    fn float_below_overflow(&mut self, v: Opd) -> R<Opd> {
        let ok = self.op2(LLOp::FloatLt, v.clone(), k(Const::float(-LEAST_WORD)), B);
        self.check(ok, SafetyError::Overflow)?;
        Ok(self.emit(LLOp::CastFloatToInt, [v], S))
    }
    /// A float as an unsigned integer: negative ones wrap around, too large ones are OverflowErrors.
    pub(in crate::repr) fn float_to_uint_checked(&mut self, v: Opd) -> R<Opd> {
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
            let as_arg = |v: &Opd| HArg::low(r, v.clone());
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
}
