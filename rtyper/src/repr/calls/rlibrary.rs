//! Calls of the functions of `rpython.rlib` that the library does not do itself: operations, marks for the JIT, and
//! what concerns the garbage collector.
use ir::diag::Diagnostic;
use ir::lltype::LLType;
use lowlevel::ops::{HintKind, SafetyError};
use lowlevel::{Const, LLOp};
use python::live::Value;
use python::vocabulary::externals::External;
use python::vocabulary::library::{
    DebugFunction, JitFunction, LibraryFunction, MemoryFunction, NumberFunction, ObjectFunction,
};

use crate::repr::numbers::rint::{k, truncate};
use crate::repr::{IterShape, Repr};
use crate::typer::dispatch::Typed;
use crate::typer::lower::Opd;
use crate::typer::{Hop, Lower, R};

const S: LLType = LLType::Signed;
const U: LLType = LLType::Unsigned;
const B: LLType = LLType::Bool;

impl Lower<'_> {
    /// A call of a function of the library.
    pub(super) fn library_call(&mut self, hop: &Hop, f: LibraryFunction) -> R<Typed> {
        match f {
            LibraryFunction::Number(f) => self.number_call(hop, f),
            LibraryFunction::Object(f) => self.object_call(hop, f),
            LibraryFunction::Debug(f) => self.debug_call(hop, f),
            LibraryFunction::Jit(f) => self.jit_library_call(hop, f),
            LibraryFunction::Memory(f) => self.memory_call(hop, f),
        }
    }
    /// A function of which the annotator has a rule, or a refusal, and the typer nothing.
    fn no_library_function(&self, hop: &Hop, name: &str) -> Box<Diagnostic> {
        self.no_function(hop, &format!("rpython.rlib.{name}"))
    }
    fn number_call(&mut self, hop: &Hop, f: NumberFunction) -> R<Typed> {
        use NumberFunction as F;
        let float = self.rt.intern(Repr::Float);
        match f {
            F::Intmask | F::Longlongmask | F::Widen => self.int_conversion(hop, true),
            F::OvfcheckFloatToInt => {
                let v = self.arg_as(hop, 1, float)?;
                let v = self.float_to_int_overflow(v)?;
                self.typed_int(v)
            }
            F::UintMulHigh => {
                let word = LLType::Unsigned;
                let a = self.int_arg(&hop.args[1], word)?;
                let b = self.int_arg(&hop.args[2], word)?;
                let v = self.emit(LLOp::UintMulHigh, [a, b], word);
                self.typed(v, Repr::Int(word))
            }
            F::SingleFloat => {
                let v = self.arg_as(hop, 1, float)?;
                let v = self.emit(LLOp::CastFloatToSinglefloat, [v], LLType::SingleFloat);
                self.typed(v, Repr::SingleFloat)
            }
            F::Float2Longlong => {
                let v = self.arg(hop, 1)?;
                let v = self.emit(LLOp::FloatBits, [v], S);
                self.typed_int(v)
            }
            F::Longlong2Float => {
                let v = self.int_arg(&hop.args[1], S)?;
                let v = self.emit(LLOp::FloatFromBits, [v], LLType::Float);
                self.typed(v, Repr::Float)
            }
            F::FloatHash => {
                let v = self.arg(hop, 1)?;
                let v = self.helper_as("rfloat", "ll_hash_float", [v.into()], S)?;
                self.typed_int(v)
            }
            F::IsValidInt => self.typed_bool(k(Const::bool(true))),
            F::IsNan => self.external_call(hop, External::MathIsnan),
            F::IsInf => self.external_call(hop, External::MathIsinf),
            F::IsFinite => self.external_call(hop, External::MathIsfinite),
            F::Copysign => self.external_call(hop, External::MathCopysign),
            F::Formatd => self.format_float(hop),
            F::Longlonglongmask | F::Ovfcheck => Err(self.no_library_function(hop, f.name())),
        }
    }
    fn object_call(&mut self, hop: &Hop, f: ObjectFunction) -> R<Typed> {
        use ObjectFunction as F;
        match f {
            F::WeAreTranslated => self.typed_bool(k(Const::bool(true))),
            F::IsAnnotationConstant => {
                self.typed_bool(k(Const::bool(hop.args[1].const_value.is_some())))
            }
            F::AssertStr0 => self.argument_itself(hop),
            F::NonConstant => {
                let v = self.arg_as(hop, 1, hop.rresult)?;
                Ok((v, hop.rresult))
            }
            F::IsUnwrapped => self.is_unwrapped(hop),
            F::Unwrapped => match self.rt.lltype(hop.rresult)? {
                // The values of the pair are no instances, so this is never reached.
                LLType::Void => self.typed_void(),
                ty => {
                    let v = self.arg(hop, 1)?;
                    Ok((self.cast_pointer(v, ty), hop.rresult))
                }
            },
            F::Likely => self.expectation(hop, LLOp::Likely),
            F::Unlikely => self.expectation(hop, LLOp::Unlikely),
            F::ComputeHash => self.hash_call(hop),
            F::ComputeIdentityHash => {
                let v = self.arg(hop, 1)?;
                let v = self.emit(LLOp::GcIdentityHash, [v], S);
                self.typed_int(v)
            }
            F::ComputeUniqueId | F::CurrentObjectAddrAsInt => {
                let v = self.arg(hop, 1)?;
                let v = match self.ty(&v) {
                    LLType::Ptr(_) => self.emit(LLOp::GcId, [v], S),
                    t => self.int_cast(v, t, S),
                };
                self.typed_int(v)
            }
            F::Instantiate => self.instantiate_call(hop),
            F::StringBuilder => self.builder_new(hop, false),
            F::UnicodeBuilder => self.builder_new(hop, true),
            F::NewlistHint => self.newlist_hint(hop),
            F::RDict | F::ROrderedDict => self.r_dict_call(hop),
            F::DelitemIfValueIs => self.dict_delitem_if(hop),
            F::MoveToEnd => {
                let d = hop.args[1].clone();
                self.move_to_end(&d, &hop.args[2..])
            }
            F::DictKeyHash => self.dict_key_hash(hop),
            F::ReversedDict => {
                let a = hop.args[1].clone();
                self.make_iter(&a, IterShape::ReversedKeys)
            }
            F::ResizelistHint | F::PrepareDictUpdate => self.done_before(hop),
            F::KeepaliveUntilHere => {
                for i in 1..hop.args.len() {
                    let v = self.arg(hop, i)?;
                    if let LLType::Ptr(_) = self.ty(&v) {
                        self.emit(LLOp::KeepAlive, [v], LLType::Void);
                    }
                }
                self.typed_void()
            }
            F::FreeNonGcObject | F::NewlistFromSize | F::Hlinvoke | F::IntToBytearray => {
                Err(self.no_library_function(hop, f.name()))
            }
        }
    }
    fn debug_call(&mut self, hop: &Hop, f: DebugFunction) -> R<Typed> {
        use DebugFunction as F;
        match f {
            F::HaveDebugPrints => self.typed_bool(k(Const::bool(false))),
            F::LlAssertNotNone => self.argument_itself(hop),
            F::DebugPrintTraceback => {
                self.call_extern("gx_debug_print_traceback", vec![])?;
                self.typed_void()
            }
            F::Fatalerror | F::FatalerrorNotb => {
                let s = self.rt.intern(Repr::Str);
                let v = self.arg_as(hop, 1, s)?;
                self.call_extern("gx_fatalerror", vec![v])?;
                self.abort(SafetyError::Unreachable);
                self.typed_void()
            }
            F::MakeSureNotResized
            | F::MakeSureNotModified
            | F::MarkDictNonNull
            | F::LlAssert
            | F::CheckNonneg
            | F::CheckRegularInt
            | F::CheckListOfChars
            | F::CheckAnnotation
            | F::DebugPrint
            | F::DebugFlush
            | F::AttachGdb => self.done_before(hop),
            F::DebugOffset | F::HaveDebugPrintsFor => Err(self.no_library_function(hop, f.name())),
        }
    }
    fn jit_library_call(&mut self, hop: &Hop, f: JitFunction) -> R<Typed> {
        use JitFunction as F;
        match f {
            F::Hint => self.hint_call(hop),
            F::Promote => self.hint_of(hop, HintKind::Promote),
            F::PromoteString => self.hint_of(hop, HintKind::PromoteString),
            F::PromoteUnicode => self.hint_of(hop, HintKind::PromoteUnicode),
            F::AssertGreen => self.hint_of(hop, HintKind::AssertGreen),
            F::IsConstant => self.query(hop, HintKind::IsConstant),
            F::IsVirtual => self.query(hop, HintKind::IsVirtual),
            F::SetParam => self.set_param(hop),
            F::RecordExactClass => self.record_exact_class(hop),
            F::WeAreJitted => {
                let v = self.emit(LLOp::WeAreJitted, [], B);
                self.typed_bool(v)
            }
            F::CurrentTraceLength => {
                let v = self.int(-1);
                self.typed_int(v)
            }
            F::Redeem => {
                let token = self.int_arg(&hop.args[1], S)?;
                self.call_extern("gx_vref_redeem", vec![token])?;
                self.typed_void()
            }
            F::RecordExactValue
            | F::RecordKnownClass
            | F::JitDebug
            | F::EnterPortalFrame
            | F::LeavePortalFrame => self.typed_void(),
            F::EnsureIeeeFloat => {
                let what = format!("the function rpython.rlib.{}", f.name());
                Err(self.rt.unsupported(what))
            }
        }
    }
    fn memory_call(&mut self, hop: &Hop, f: MemoryFunction) -> R<Typed> {
        use MemoryFunction as F;
        match f {
            F::GcCollect => {
                self.call_extern("gx_gc_collect", vec![])?;
                self.run_point()?;
                self.typed_void()
            }
            F::FinalizerRegister => self.register_with_queue(hop),
            F::FinalizerNext => self.next_of_queue(hop),
            F::GcAddMemoryPressure => {
                if let Some(bytes) = hop.args.get(1) {
                    let bytes = self.int_arg(bytes, S)?;
                    self.call_extern("gx_gc_pressure", vec![bytes])?;
                }
                self.typed_void()
            }
            // As untranslated: the state before, and none behind.
            F::GcCollectStep => {
                let states = self.int(0x100);
                self.typed_int(states)
            }
            F::GcIsEnabled | F::GcCanMove => self.typed_bool(k(Const::bool(true))),
            F::GcEnable | F::GcDisable | F::CheckStackOverflow | F::StackCheck => self.typed_void(),
            F::StackAlmostFull => {
                let v = self.emit(LLOp::StackTooBig, [], B);
                self.typed_bool(v)
            }
        }
    }
    /// A function that gives its argument.
    fn argument_itself(&mut self, hop: &Hop) -> R<Typed> {
        let a = hop.args[1].clone();
        let v = self.harg_as(&a, a.repr)?;
        Ok((v, a.repr))
    }
    /// What such a function asks for has been done by the annotator: it gives what it is given, if anything.
    fn done_before(&mut self, hop: &Hop) -> R<Typed> {
        if self.rt.lltype(hop.rresult)? == LLType::Void || hop.args.len() == 1 {
            return self.typed_void();
        }
        self.argument_itself(hop)
    }
    /// An integer, boolean or float as the integer that the call gives: the low bits if it wraps around, else a checked
    /// conversion.
    pub(in crate::repr) fn int_conversion(&mut self, hop: &Hop, wraps: bool) -> R<Typed> {
        let a = hop.args[1].clone();
        let to = match self.rt.repr(hop.rresult) {
            Repr::Int(t) => t,
            _ => S,
        };
        // A constant that a signed type does not hold is tested like others, unless the low bits are asked for.
        let tested = |v: &Value| v.as_int().is_some() || self.rt.repr(a.repr) == Repr::Int(U);
        if let Some(v) = &a.const_value
            && v.as_big().is_some()
            && (wraps || !to.is_signed() || !tested(v))
        {
            let r = self.rt.intern(Repr::Int(to));
            let c = self.rt.constant(r, v)?;
            let c = Const::new(
                to,
                lowlevel::Value::Int(truncate(c.as_int().unwrap_or(0), to)),
            );
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
            t if wraps => self.int_to_int(v, t, to),
            t => self.int_to_int_checked(v, t, to)?,
        };
        self.typed(v, Repr::Int(to))
    }
    /// `likely(x)`, `unlikely(x)`
    pub(in crate::repr) fn expectation(&mut self, hop: &Hop, op: LLOp) -> R<Typed> {
        let v = self.truth(&hop.args[1])?;
        let v = match &v {
            Opd::Const(_) => v,
            Opd::Var(_) => self.emit(op, [v], B),
        };
        self.typed_bool(v)
    }
    fn hash_call(&mut self, hop: &Hop) -> R<Typed> {
        let a = hop.args[1].clone();
        let v = self.hash_value(&a)?;
        self.typed_int(v)
    }
    fn newlist_hint(&mut self, hop: &Hop) -> R<Typed> {
        let z = self.int(0);
        let v = self.new_list_of(hop.rresult, z)?;
        if let Some(n) = hop.args.get(1) {
            let n = self.int_arg(n, S)?;
            self.helper("rlist", "ll_reserve", [v.clone().into(), n.into()])?;
        }
        Ok((v, hop.rresult))
    }
    /// `instantiate(C)`
    fn instantiate_call(&mut self, hop: &Hop) -> R<Typed> {
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
}
