//! Marks of functions, and the calls of `rlib.jit`: merge points of `JitDriver`s become `jit_marker` operations, hints
//! become `hint`.
//!
//! ```text
//! driver.jit_merge_point(pc=pc, code=code, stack=stack)     jit_marker[merge_point, j0](pc, code, stack)
//! hint(x, promote=True)                                     hint[promote](x)
//! ```
use annotator::program::GraphInfo;
use ir::lltype::LLType;
use ir::name::Name;
use lowlevel::ops::{HintKind, JitParam, MarkerKind};
use lowlevel::{Const, FuncAttrs, InlineHint, JitDriver, JitDriverId, LLOp};
use python::live::{InstanceObj, Value};
use python::vocabulary::jit::{self, DriverMethod, Hint, Parameter};

use crate::repr::Repr;
use crate::repr::numbers::rint::k;
use crate::typer::dispatch::Typed;
use crate::typer::lower::Opd;
use crate::typer::{Hop, Lower, R, RTyper};

/// The low-level marks of a graph.
pub fn func_attrs(info: &GraphInfo) -> FuncAttrs {
    let m = &info.marks;
    let helper = info.is_library();
    FuncAttrs {
        inline: if m.dont_inline {
            InlineHint::Never
        } else if m.always_inline {
            InlineHint::Always
        } else {
            InlineHint::Auto
        },
        span: info.graph().span,
        elidable: m.elidable,
        unroll_safe: m.unroll_safe,
        dont_look_inside: m.dont_look_inside,
        oopspec: m.oopspec,
        helper,
        marks: if m.no_collect {
            vec![Name::new("no_collect")]
        } else {
            Vec::new()
        },
    }
}

/// The parameter of the JIT that a name stands for, if it has it.
fn known_parameter(p: Parameter) -> Option<JitParam> {
    match p {
        Parameter::Threshold => Some(JitParam::Threshold),
        Parameter::TraceEagerness => Some(JitParam::TraceEagerness),
        Parameter::MaxUnrollRecursion => Some(JitParam::MaxUnrollRecursion),
        Parameter::Decay => Some(JitParam::Decay),
        Parameter::DisableUnrolling
        | Parameter::EnableOpts
        | Parameter::FunctionThreshold
        | Parameter::Inlining
        | Parameter::LoopLongevity
        | Parameter::MaxRetraceGuards
        | Parameter::MaxUnrollLoops
        | Parameter::PureopHistoryLength
        | Parameter::RetraceLimit
        | Parameter::TraceLimit
        | Parameter::Vec
        | Parameter::VecAll
        | Parameter::VecCost => None,
    }
}

fn is_driver(i: &InstanceObj) -> bool {
    i.class()
        .mro()
        .iter()
        .any(|c| format!("{}.{}", c.module_name(), c.name.get()) == jit::DRIVER)
}

impl RTyper {
    fn driver_id(&mut self, v: &Value) -> R<JitDriverId> {
        let id = v.identity();
        if let Some(&j) = self.prebuilt.drivers.get(&id) {
            return Ok(j);
        }
        let info = self
            .pg()
            .drivers
            .iter()
            .find(|d| d.value.identity() == id)
            .cloned();
        let mut driver = JitDriver {
            name: "jitdriver".into(),
            greens: Vec::new(),
            reds: Vec::new(),
            get_printable_location: None,
            virtualizables: Vec::new(),
            is_recursive: false,
            auto_reds: false,
            span: self.report.span(),
        };
        if let Some(d) = info {
            driver.name = d.name.clone();
            driver.greens = d.greens.clone();
            driver.reds = d.reds.clone().unwrap_or_default();
            driver.auto_reds = d.reds.is_none();
            driver.virtualizables = d.virtualizables.clone();
            if let Some(&g) = d.helpers.get(&Name::new("get_printable_location")) {
                driver.get_printable_location = Some(self.func_of(g)?);
            }
        } else if let Value::Instance(i) = v {
            let names = |n: &str| -> Vec<Name> {
                match i.get(Name::new(n)).map(|v| v.unwrapped()) {
                    Some(Value::List(l)) => l.to_vec(),
                    Some(Value::Tuple(t)) => t.to_vec(),
                    _ => Vec::new(),
                }
                .iter()
                .filter_map(|v| v.as_text())
                .map(|t| Name::new(&t))
                .collect()
            };
            driver.greens = names("greens");
            driver.reds = names("reds");
            driver.virtualizables = names("virtualizables");
        }
        let j = self.prog.drivers.push(driver);
        self.prebuilt.drivers.insert(id, j);
        Ok(j)
    }
}

impl Lower<'_> {
    /// Calls that concern the JIT; `None` if this is none.
    pub fn jit_call(&mut self, hop: &Hop) -> R<Option<Typed>> {
        let Some(Value::Method(m)) = &hop.args[0].const_value else {
            return Ok(None);
        };
        let Some(Value::Instance(i)) = &m.receiver else {
            return Ok(None);
        };
        if !is_driver(i) {
            return Ok(None);
        }
        let name = match &m.func {
            Value::Function(f) => f.name.get(),
            _ => return Ok(None),
        };
        let kind = match DriverMethod::named(name.as_str()) {
            Some(DriverMethod::MergePoint) => MarkerKind::MergePoint,
            Some(DriverMethod::CanEnterJit) => MarkerKind::CanEnterJit,
            Some(DriverMethod::LoopHeader) => MarkerKind::LoopHeader,
            None => return Ok(None),
        };
        let v = Value::Instance(i.clone());
        let j = self.rt.driver_id(&v)?;
        let call = self.call_args(hop)?;
        let d = &self.rt.prog.drivers[j];
        let order: Vec<Name> = d.greens.iter().chain(&d.reds).copied().collect();
        let order = order.into_iter().filter(|n| !n.as_str().contains('.'));
        let mut vals = Vec::new();
        for n in order {
            if let Some((_, a)) = call.keywords.iter().find(|(k, _)| *k == n) {
                let a = a.clone();
                let v = self.harg_as(&a, a.repr)?;
                vals.push(v);
            }
        }
        // Void values stay, as constants, so that arguments match names; names of fields (`frame.field`) have none.
        let vals: Vec<Opd> = vals
            .into_iter()
            .map(|v| {
                if self.ty(&v) == LLType::Void {
                    k(Const::VOID)
                } else {
                    v
                }
            })
            .collect();
        self.emit(LLOp::JitMarker(kind, j), vals, LLType::Void);
        Ok(Some(self.typed_void()?))
    }
    /// `hint(x, kind=True)`
    pub fn hint_call(&mut self, hop: &Hop) -> R<Typed> {
        let call = self.call_args(hop)?;
        let Some(x) = call.positional.first().cloned() else {
            return Err(self.unsupported_op(hop));
        };
        let mut v = self.harg_as(&x, x.repr)?;
        let r = x.repr;
        for (n, a) in &call.keywords {
            if a.const_value.as_ref().and_then(Value::as_int).unwrap_or(1) == 0 {
                continue;
            }
            let Some(hint) = Hint::named(n.as_str()) else {
                continue;
            };
            let kind = match hint {
                Hint::Promote => HintKind::Promote,
                Hint::PromoteString => HintKind::PromoteString,
                Hint::PromoteUnicode => HintKind::PromoteUnicode,
                Hint::Concrete => HintKind::Concrete,
                Hint::Variable => HintKind::Variable,
                Hint::DeepFreeze => HintKind::DeepFreeze,
                Hint::Forget => HintKind::Forget,
                Hint::GlobalMergePoint => {
                    self.emit(
                        LLOp::Hint(HintKind::GlobalMergePoint),
                        [k(Const::VOID)],
                        LLType::Void,
                    );
                    continue;
                }
                Hint::AccessDirectly => HintKind::AccessDirectly,
                Hint::FreshVirtualizable => HintKind::FreshVirtualizable,
                Hint::ForceVirtualizable => HintKind::ForceVirtualizable,
                // It speaks to the annotator.
                Hint::ForceNoConst => continue,
            };
            let t = self.ty(&v);
            if t != LLType::Void {
                v = self.emit(LLOp::Hint(kind), [v], t);
            }
        }
        Ok((v, r))
    }
    /// A function of `rlib.jit` that gives its argument, marked.
    pub(in crate::repr) fn hint_of(&mut self, hop: &Hop, kind: HintKind) -> R<Typed> {
        let a = hop.args[1].clone();
        let v = self.harg_as(&a, a.repr)?;
        let t = self.ty(&v);
        let v = if t == LLType::Void || matches!(v, crate::typer::lower::Opd::Const(_)) {
            v
        } else {
            self.emit(LLOp::Hint(kind), [v], t)
        };
        Ok((v, a.repr))
    }
    /// `isconstant(x)`, `isvirtual(x)`: what the generator knows; False in the interpreter.
    pub(in crate::repr) fn query(&mut self, hop: &Hop, kind: HintKind) -> R<Typed> {
        let a = hop.args[1].clone();
        let v = self.harg_as(&a, a.repr)?;
        let v = if self.ty(&v) != LLType::Void {
            self.emit(LLOp::Hint(kind), [v], LLType::Bool)
        } else if kind == HintKind::IsConstant {
            // A value that there is only one of is known whenever code is compiled.
            self.emit(LLOp::WeAreJitted, [], LLType::Bool)
        } else {
            k(Const::bool(false))
        };
        self.typed_bool(v)
    }
    /// `record_exact_class(x, C)`: what the author knows of the class of `x`.
    pub(in crate::repr) fn record_exact_class(&mut self, hop: &Hop) -> R<Typed> {
        let a = hop.args[1].clone();
        let v = self.harg_as(&a, a.repr)?;
        let class = hop.args.get(2).and_then(|a| a.const_value.clone());
        if let (Repr::Instance(_), Some(Value::Class(c))) = (&self.rt.reprs[a.repr], &class)
            && let Ok(c) = self.rt.class_id(c)
        {
            let vtable = self.rt.vtable_const(c)?;
            let record = LLOp::Hint(HintKind::RecordExactClass);
            self.emit(record, [v, k(vtable)], LLType::Void);
        }
        self.typed_void()
    }
    /// `set_param(driver, name, value)`
    pub(in crate::repr) fn set_param(&mut self, hop: &Hop) -> R<Typed> {
        let name = hop.args[2].const_value.as_ref().and_then(Value::as_text);
        let parameter = name.as_deref().and_then(Parameter::named);
        let known = parameter.and_then(known_parameter);
        let number = known.and_then(|p| JitParam::ALL.iter().position(|&(_, q)| p == q));
        if let Some(number) = number {
            let driver = match &hop.args[1].const_value {
                Some(v @ Value::Instance(i)) if is_driver(i) => {
                    let v = v.clone();
                    self.rt.driver_id(&v)?.0 as i64
                }
                _ => -1,
            };
            let a = hop.args[3].clone();
            let v = self.harg_as(&a, a.repr)?;
            let v = match self.ty(&v) {
                LLType::Void => self.int(JitParam::DEFAULT),
                _ => {
                    let signed = self.rt.intern(Repr::Int(LLType::Signed));
                    self.harg_as(&a, signed)?
                }
            };
            let (driver, number) = (self.int(driver), self.int(number as i64));
            let set = LLOp::Hint(HintKind::SetParam);
            self.emit(set, [driver, number, v], LLType::Void);
        }
        self.typed_void()
    }
}
