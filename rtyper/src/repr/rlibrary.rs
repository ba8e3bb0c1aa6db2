//! Calls of the functions of `rpython.rlib` that the library does not do itself: operations, marks for the JIT, and what
//! concerns the garbage collector.
use ir::lltype::LLType;
use lowlevel::ops::{HintKind, SafetyError};
use lowlevel::{Const, LLOp};
use python::vocabulary::externals::External;
use python::vocabulary::library::LibraryFunction;

use super::rint::{k, truncate};
use super::{IterShape, Repr};
use crate::typer::dispatch::Typed;
use crate::typer::lower::Opd;
use crate::typer::{Hop, Lower, R};

const S: LLType = LLType::Signed;
const U: LLType = LLType::Unsigned;
const B: LLType = LLType::Bool;

impl Lower<'_> {
    /// A call of a function of the library, whose qualified name is `full`.
    pub(super) fn library_call(&mut self, hop: &Hop, f: LibraryFunction, full: &str) -> R<Typed> {
        use LibraryFunction as L;
        match f {
            L::Intmask | L::Longlongmask | L::Widen => self.int_conversion(hop, true),
            L::OvfcheckFloatToInt => {
                let f = self.rt.intern(Repr::Float);
                let v = self.arg_as(hop, 1, f)?;
                let v = self.float_to_int_checked(v)?;
                self.typed_int(v)
            }
            L::SingleFloat => {
                let f = self.rt.intern(Repr::Float);
                let v = self.arg_as(hop, 1, f)?;
                let v = self.emit(LLOp::CastFloatToSinglefloat, [v], LLType::SingleFloat);
                self.typed(v, Repr::SingleFloat)
            }
            L::Float2Longlong => {
                let v = self.arg(hop, 1)?;
                let v = self.emit(LLOp::FloatBits, [v], S);
                self.typed_int(v)
            }
            L::Longlong2Float => {
                let v = self.int_arg(&hop.args[1], S)?;
                let v = self.emit(LLOp::FloatFromBits, [v], LLType::Float);
                self.typed(v, Repr::Float)
            }
            L::FloatHash => {
                let v = self.arg(hop, 1)?;
                let v = self.helper_as("rfloat", "ll_hash_float", [v.into()], S)?;
                self.typed_int(v)
            }
            L::IsValidInt | L::WeAreTranslated => self.typed_bool(k(Const::bool(true))),
            L::HaveDebugPrints => self.typed_bool(k(Const::bool(false))),
            L::IsAnnotationConstant => {
                self.typed_bool(k(Const::bool(hop.args[1].const_value.is_some())))
            }
            L::AssertStr0 | L::LlAssertNotNone => {
                let a = hop.args[1].clone();
                let v = self.harg_as(&a, a.repr)?;
                Ok((v, a.repr))
            }
            L::NonConstant => {
                let v = self.arg_as(hop, 1, hop.rresult)?;
                Ok((v, hop.rresult))
            }
            L::Likely => self.expectation(hop, LLOp::Likely),
            L::Unlikely => self.expectation(hop, LLOp::Unlikely),

            L::ComputeHash => self.hash_call(hop),
            L::ComputeIdentityHash => {
                let v = self.arg(hop, 1)?;
                let v = self.emit(LLOp::GcIdentityHash, [v], S);
                self.typed_int(v)
            }
            L::ComputeUniqueId | L::CurrentObjectAddrAsInt => {
                let v = self.arg(hop, 1)?;
                let v = match self.ty(&v) {
                    LLType::Ptr(_) => self.emit(LLOp::GcId, [v], S),
                    t => self.int_cast(v, t, S),
                };
                self.typed_int(v)
            }
            L::Instantiate => self.instantiate_call(hop),
            L::StringBuilder => self.builder_new(hop, false),
            L::UnicodeBuilder => self.builder_new(hop, true),
            L::NewlistHint => self.newlist_hint(hop),
            L::RDict | L::ROrderedDict => self.r_dict_call(hop),
            L::DelitemIfValueIs => self.dict_delitem_if(hop),
            L::MoveToEnd => {
                let d = hop.args[1].clone();
                self.move_to_end(&d, &hop.args[2..])
            }
            L::ReversedDict => {
                let a = hop.args[1].clone();
                self.make_iter(&a, IterShape::ReversedKeys)
            }

            L::Fatalerror | L::FatalerrorNotb => {
                let s = self.rt.intern(Repr::Str);
                let v = self.arg_as(hop, 1, s)?;
                self.call_extern("gx_fatalerror", vec![v])?;
                self.abort(SafetyError::Unreachable);
                self.typed_void()
            }
            // What they ask for has been done by the annotator: they give what they are given, if anything.
            L::ResizelistHint
            | L::MakeSureNotResized
            | L::MakeSureNotModified
            | L::MarkDictNonNull
            | L::PrepareDictUpdate
            | L::LlAssert
            | L::CheckNonneg
            | L::CheckRegularInt
            | L::CheckAnnotation
            | L::DebugPrint
            | L::DebugStart
            | L::DebugStop
            | L::DebugFlush
            | L::AttachGdb => {
                if self.rt.lltype(hop.rresult)? == LLType::Void || hop.args.len() == 1 {
                    return self.typed_void();
                }
                let a = hop.args[1].clone();
                let v = self.harg_as(&a, a.repr)?;
                Ok((v, a.repr))
            }

            L::GcCollect => {
                self.call_extern("gx_gc_collect", vec![])?;
                self.typed_void()
            }
            L::GcCollectStep | L::GcIsEnabled | L::GcCanMove => {
                self.typed_bool(k(Const::bool(true)))
            }
            L::KeepaliveUntilHere => {
                for i in 1..hop.args.len() {
                    let v = self.arg(hop, i)?;
                    if let LLType::Ptr(_) = self.ty(&v) {
                        self.emit(LLOp::KeepAlive, [v], LLType::Void);
                    }
                }
                self.typed_void()
            }
            L::GcEnable
            | L::GcDisable
            | L::GcAddMemoryPressure
            | L::CheckStackOverflow
            | L::StackCheck => self.typed_void(),
            L::StackAlmostFull => {
                let v = self.emit(LLOp::StackTooBig, [], B);
                self.typed_bool(v)
            }

            L::Hint => self.hint_call(hop),
            L::Promote => self.hint_of(hop, HintKind::Promote),
            L::PromoteString => self.hint_of(hop, HintKind::PromoteString),
            L::PromoteUnicode => self.hint_of(hop, HintKind::PromoteUnicode),
            L::AssertGreen => self.hint_of(hop, HintKind::AssertGreen),
            L::IsConstant => self.query(hop, HintKind::IsConstant),
            L::IsVirtual => self.query(hop, HintKind::IsVirtual),
            L::SetParam => self.set_param(hop),
            L::RecordExactClass => self.record_exact_class(hop),
            L::WeAreJitted => {
                let v = self.emit(LLOp::WeAreJitted, [], B);
                self.typed_bool(v)
            }
            L::CurrentTraceLength => {
                let v = self.int(-1);
                self.typed_int(v)
            }
            L::RecordExactValue
            | L::RecordKnownClass
            | L::JitDebug
            | L::EnterPortalFrame
            | L::LeavePortalFrame
            | L::VirtualRefFinish => self.typed_void(),
            L::VirtualRef | L::EnsureIeeeFloat => {
                Err(self.rt.unsupported(format!("the function {full}")))
            }

            L::IsNan => self.external_call(hop, External::MathIsnan),
            L::IsInf => self.external_call(hop, External::MathIsinf),
            L::IsFinite => self.external_call(hop, External::MathIsfinite),
            L::Copysign => self.external_call(hop, External::MathCopysign),
            L::Formatd => self.format_float(hop),
            // The annotator has a rule, or a refusal, and the typer has nothing.
            L::Longlonglongmask
            | L::Ovfcheck
            | L::FreeNonGcObject
            | L::NewlistFromSize
            | L::DebugOffset
            | L::HaveDebugPrintsFor
            | L::CheckListOfChars
            | L::GcGetRpyMemoryUsage
            | L::Hlinvoke
            | L::IntToBytearray
            | L::IterkeysWithHash => Err(self.no_function(hop, full)),
        }
    }
    /// An integer, boolean or float as the integer that the call gives: the low bits if it wraps around, else a checked
    /// conversion.
    pub(super) fn int_conversion(&mut self, hop: &Hop, wraps: bool) -> R<Typed> {
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
                value: lowlevel::Value::Int(truncate(c.as_int().unwrap_or(0), to)),
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
            t if wraps => self.int_to_int(v, t, to),
            t => self.int_to_int_checked(v, t, to)?,
        };
        self.typed(v, Repr::Int(to))
    }
    /// `likely(x)`, `unlikely(x)`
    pub(super) fn expectation(&mut self, hop: &Hop, op: LLOp) -> R<Typed> {
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
