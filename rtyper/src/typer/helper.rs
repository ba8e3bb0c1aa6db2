//! Calls of LLPython helpers: functions in `rpython/rtyper/lltypesystem/`, annotated and typed per
//! low-level types of their arguments.
//!
//! A helper gets values as pointers and primitives ([`HelperArg::Val`]), and, without run-time form, low-level types
//! ([`HelperArg::Type`]) and functions ([`HelperArg::Func`]) that it uses like template parameters.
use annotator::defs::GraphId;
use annotator::model::{Annotation, AnnotationKind};
use ir::diag::Diagnostic;
use ir::lltype::{ContainerId, LLType};
use lowlevel::Const;
use python::live::{Identity, Value};
use rustc_hash::FxHashMap;

use super::lower::{Lower, Opd};
use super::{R, RTyper, Source};
use crate::repr::ReprId;

/// An argument of a helper.
#[derive(Clone)]
pub enum HelperArg {
    Val(Opd),
    Type(LLType),
    /// A function, known while typing.
    Func(Value),
}

impl From<Opd> for HelperArg {
    fn from(o: Opd) -> Self {
        HelperArg::Val(o)
    }
}

/// The helpers in use.
#[derive(Default)]
pub(crate) struct Helpers {
    functions: FxHashMap<(&'static str, &'static str), Value>,
    graphs: FxHashMap<(Identity, Vec<Annotation>), GraphId>,
}

impl Helpers {
    fn function(
        &mut self,
        ann: &mut dyn Source,
        module: &'static str,
        name: &'static str,
    ) -> R<Value> {
        if let Some(v) = self.functions.get(&(module, name)) {
            return Ok(v.clone());
        }
        let full = format!("rpython.rtyper.lltypesystem.{module}");
        let v = ann.library(&full, name).map_err(|mut d| {
            d.message = format!("the helper {full}.{name} is missing: {}", d.message);
            d
        })?;
        self.functions.insert((module, name), v.clone());
        Ok(v)
    }
    fn graph(
        &mut self,
        ann: &mut dyn Source,
        func: &Value,
        anns: &[Annotation],
    ) -> Result<GraphId, Vec<Diagnostic>> {
        let key = (func.identity(), anns.to_vec());
        if let Some(&g) = self.graphs.get(&key) {
            return Ok(g);
        }
        let g = ann.annotate_helper(func, anns)?;
        self.graphs.insert(key, g);
        Ok(g)
    }
}

impl RTyper {
    /// An LLPython function of the library.
    pub fn library_function(&mut self, module: &'static str, name: &'static str) -> R<Value> {
        self.helpers.function(&mut *self.ann, module, name)
    }
    /// The graph of a helper for argument annotations.
    pub fn helper_graph(&mut self, func: &Value, anns: &[Annotation]) -> R<GraphId> {
        self.helpers
            .graph(&mut *self.ann, func, anns)
            .map_err(|list| {
                let mut list = list.into_iter();
                let first = list.next();
                self.report.add(list);
                let span = self.report.span();
                let first = first.unwrap_or_else(|| Diagnostic::internal(span, "a helper failed"));
                Box::new(first.note(span, "needed here"))
            })
    }
}

impl Lower<'_> {
    /// Calls a helper of module `rpython.rtyper.lltypesystem.<module>`; the result is in a low-level representation.
    pub fn helper(
        &mut self,
        module: &'static str,
        name: &'static str,
        args: impl IntoIterator<Item = HelperArg>,
    ) -> R<(Opd, ReprId)> {
        let func = self.rt.library_function(module, name)?;
        self.helper_value(&func, args)
    }
    /// Calls an LLPython function.
    pub fn helper_value(
        &mut self,
        func: &Value,
        args: impl IntoIterator<Item = HelperArg>,
    ) -> R<(Opd, ReprId)> {
        let mut anns = Vec::new();
        let mut vals = Vec::new();
        for a in args {
            match a {
                HelperArg::Val(o) => {
                    anns.push(Annotation::from_lltype(self.ty(&o)));
                    vals.push(Some(o));
                }
                HelperArg::Type(t) => {
                    anns.push(Annotation::new(AnnotationKind::LLType(t)));
                    vals.push(None);
                }
                HelperArg::Func(v) => {
                    anns.push(self.rt.ann.constant(&v));
                    vals.push(None);
                }
            }
        }
        let gid = self.rt.helper_graph(func, &anns)?;
        let (params, result) = self.rt.graph_sig(gid)?;
        let f = self.rt.func_of(gid)?;
        let mut out = Vec::new();
        for (v, p) in vals.into_iter().zip(params) {
            if let Some(v) = v {
                let t = self.rt.lltype(p)?;
                if t == LLType::Void {
                    continue;
                }
                out.push(self.coerce(v, t));
            }
        }
        let v = self.call(f, out)?;
        if self.rt.pg().graphs[gid].result().is_impossible() && !self.dead {
            self.abort(lowlevel::ops::SafetyError::Unreachable);
        }
        Ok((v, result))
    }
    /// A helper whose result is a value of type `ty` (pointers are cast).
    pub fn helper_as(
        &mut self,
        module: &'static str,
        name: &'static str,
        args: impl IntoIterator<Item = HelperArg>,
        ty: LLType,
    ) -> R<Opd> {
        let (v, _) = self.helper(module, name, args)?;
        if self.dead {
            return Ok(Opd::Const(Const::zero(ty)));
        }
        Ok(self.coerce(v, ty))
    }
    /// A value of a nearly equal low-level type: `None` as null, a `Bool` as `Signed`.
    pub fn coerce(&mut self, v: Opd, ty: LLType) -> Opd {
        let from = self.ty(&v);
        match (from, ty) {
            _ if from == ty => v,
            (LLType::Void, _) => Opd::Const(Const::zero(ty)),
            (_, LLType::Void) => Opd::Const(Const::VOID),
            (LLType::Ptr(_), LLType::Ptr(_)) => self.cast_pointer(v, ty),
            (LLType::Bool, LLType::Signed) => {
                self.emit(lowlevel::LLOp::CastBoolToInt, [v], LLType::Signed)
            }
            (a, b) if a.is_integral() && b.is_integral() => {
                self.emit(lowlevel::LLOp::CastPrimitive, [v], b)
            }
            _ => v,
        }
    }
    /// The item type of an array container.
    pub fn array_item(&self, c: ContainerId) -> LLType {
        match self.rt.types().as_array(c).item {
            ir::lltype::FieldType::Value(t) => t,
            ir::lltype::FieldType::Inline(_) => LLType::Void,
        }
    }
}
