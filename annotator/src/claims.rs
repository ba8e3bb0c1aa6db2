//! Declared types: PEP 484 annotations as checked claims, and `@signature`, which is enforced.
//!
//! `def f(x: int) -> str` says that every call passes an integer and that the result is a string, not `None`. The claim
//! does not steer annotation; after the fixed point it is compared with what was inferred, and a mismatch is reported
//! at the function.
//!
//! `@signature(types.int(), returns=types.str())` does steer: a parameter has the declared type, whatever narrower is
//! passed, and so has the result. What does not fit is reported at the call, or at the function for its result. Items
//! of declared lists and dictionaries may not become more general anywhere.
//!
//! Declarations the annotator does not understand (generic types, names in strings other than the basic ones) claim
//! nothing.
use ir::diag::Diagnostic;
use ir::name::Name;
use ir::source::Span;
use python::live::{Value, types};

use crate::defs::{CellId, Desc, Enforce, GraphId};
use crate::engine::Annotator;
use crate::model::*;

impl Annotator {
    /// Compares all declared functions with their graphs.
    pub(crate) fn check_claims(&mut self) {
        self.check_declared_items();
        let graphs: Vec<GraphId> = self.program.graphs.indices().collect();
        for g in graphs {
            let Some(d) = self.program.graphs[g].desc else {
                continue;
            };
            // The entry point's result is asked for by nobody.
            let result = self.program.graphs[g].result();
            self.check_result(d, g, result);
            let Desc::Function(f) = &self.program.descs[d] else {
                continue;
            };
            let func = f.func.clone();
            let declared = func.annotations.borrow().as_dict();
            if declared.is_none() {
                continue;
            }
            let names: Vec<Name> = f
                .signature
                .argnames
                .iter()
                .chain(&f.signature.kwonly)
                .copied()
                .collect();
            let (name, span) = (f.name.clone(), f.span);
            let inferred = self.program.graphs[g].args();
            let result = self.program.graphs[g].result();
            let mut claims: Vec<(String, Value, Annotation)> = Vec::new();
            if let Some(dict) = declared {
                for (i, n) in names.iter().enumerate() {
                    if let (Some(t), Some(&a)) = (dict.get_name(*n), inferred.get(i)) {
                        claims.push((format!("argument `{n}` of `{name}`"), t, a));
                    }
                }
                if let Some(t) = dict.get_name(Name::new("return")) {
                    claims.push((format!("the result of `{name}`"), t, result));
                }
            }
            for (what, ty, found) in claims {
                let Some(want) = self.claimed(&ty) else {
                    continue;
                };
                if found.is_impossible() || found.is_error() || self.contains(want, found) {
                    continue;
                }
                let d = Diagnostic::error(
                    "E0437",
                    span,
                    format!(
                        "{what} is {}, declared is {}",
                        self.english(found),
                        self.english(want)
                    ),
                )
                .label("declared here");
                self.report(d);
            }
        }
    }

    /// The annotation a declaration stands for; `None` is not among the values unless it says so.
    fn claimed(&mut self, ty: &Value) -> Option<Annotation> {
        match ty {
            Value::None => Some(Annotation::none()),
            Value::Str(s) => {
                let t = types();
                let class = match s.name().as_str() {
                    "int" => t.int.clone(),
                    "str" => t.str.clone(),
                    "bool" => t.bool_.clone(),
                    "float" => t.float.clone(),
                    "None" => return Some(Annotation::none()),
                    _ => return None,
                };
                self.claimed(&Value::Class(class))
            }
            Value::Class(_) => {
                let a = self.annotation_of_type(ty)?;
                Some(if a.is_none() { a } else { a.non_none() })
            }
            _ => None,
        }
    }

    /// What `_signature_` says: annotations of the parameters and of the result.
    pub(crate) fn declared_signature(
        &mut self,
        signature: &[Value],
        span: Span,
        name: &str,
    ) -> Option<Enforce> {
        let [params, returns] = signature else {
            return None;
        };
        let params = params.as_tuple()?;
        let mut args = Vec::new();
        for t in params.iter() {
            args.push(self.described_type(t, span, name));
        }
        Some(Enforce {
            args,
            result: self.described_type(returns, span, name),
            dynamic: None,
            not_constant: Vec::new(),
            span,
            strict: true,
        })
    }

    /// The annotation of an object of `rpython.rlib.types`; `None`: anything.
    fn described_type(&mut self, v: &Value, span: Span, function: &str) -> Option<Annotation> {
        let Value::Instance(i) = v else {
            return None;
        };
        if i.class().name.get() == "SelfTypeMarker" {
            let d = Diagnostic::error(
                "E0437",
                span,
                format!("`{function}` is declared with types.self()"),
            )
            .help("decorate its class with @finishsigs of rpython.rlib.signature");
            self.report(d);
            return None;
        }
        let name = i.get(Name::new("name"))?.as_text()?;
        let args = i.get(Name::new("args"))?.as_tuple()?;
        let can_be_none = |index: usize| matches!(args.get(index), Some(Value::Bool(true)));
        let text = |no_nul: bool, wide: bool| {
            Annotation::new(AnnotationKind::Text(TextKind {
                wide,
                nullable: can_be_none(0),
                no_nul,
                ..TextKind::STR
            }))
        };
        Some(match name.as_str() {
            "none" => Annotation::none(),
            "impossible" => Annotation::impossible(),
            "float" | "longfloat" => Annotation::float(),
            "singlefloat" => Annotation::new(AnnotationKind::SingleFloat),
            "int" => Annotation::int(),
            "int_nonneg" => Annotation::nonneg(),
            // An annotation of `rpython.annotator.model`.
            "integer" => {
                let holds = |index: usize| matches!(args.get(index), Some(Value::Bool(true)));
                let kind = IntKind {
                    bits: u8::try_from(args.first()?.as_int()?).ok()?,
                    signed: holds(1),
                };
                Annotation::int_kind(kind, holds(2))
            }
            "bool" => Annotation::bool(),
            "char" => Annotation::char(),
            "unichar" => Annotation::unichar(),
            "str" => text(false, false),
            "str0" => text(true, false),
            "unicode" => text(false, true),
            "unicode0" => text(true, true),
            "bytearray" => Annotation::new(AnnotationKind::ByteArray),
            "list" | "array" => {
                let item = self.described_type(args.first()?, span, function)?;
                let l = self.fresh_list(item);
                if let AnnotationKind::List(id) = l.kind() {
                    if name == "list" {
                        self.program.lists.get_mut(*id).resized = true;
                    } else {
                        self.program.lists.get_mut(*id).must_not_resize = Some(span);
                    }
                    self.findings.declared_items.push((l, item, item, span));
                }
                l
            }
            "dict" => {
                let key = self.described_type(args.first()?, span, function)?;
                let value = self.described_type(args.get(1)?, span, function)?;
                let d = self.fresh_dict(key, value);
                self.findings.declared_items.push((d, key, value, span));
                d
            }
            "tuple" => {
                let mut items = Vec::new();
                for t in args.iter() {
                    items.push(self.described_type(t, span, function)?);
                }
                Annotation::tuple(items)
            }
            "pbc" => self.constant(args.first()?),
            "instance" => {
                let class = args.first()?.as_class()?.clone();
                Annotation::instance(self.classdef(&class), can_be_none(1))
            }
            _ => return None,
        })
    }

    /// Items of declared lists and dictionaries that became more general.
    fn check_declared_items(&mut self) {
        for (container, key, value, span) in self.findings.declared_items.clone() {
            let (k, v, what) = match container.kind() {
                AnnotationKind::List(l) => {
                    let item = self.program.list_item(*l);
                    (item, item, "list")
                }
                AnnotationKind::Dict(d) => (
                    self.program.dict_key(*d),
                    self.program.dict_value(*d),
                    "dictionary",
                ),
                _ => continue,
            };
            for (found, want) in [(k, key), (v, value)] {
                if found.is_error() || self.contains(want, found) {
                    continue;
                }
                let d = Diagnostic::error(
                    "E0437",
                    span,
                    format!(
                        "a {what} declared to hold {} holds {}",
                        self.english(want),
                        self.english(found)
                    ),
                )
                .label("declared here");
                let d = match container.kind() {
                    AnnotationKind::List(l) => {
                        let cell = self.program.list(*l).item;
                        self.with_last_merge(d, cell)
                    }
                    _ => d,
                };
                self.report(d);
                break;
            }
        }
    }

    fn with_last_merge(&self, d: Diagnostic, cell: CellId) -> Diagnostic {
        match self.program.cells.get(cell).history.last() {
            Some(o) if !o.span.is_none() => {
                let text = format!("{} is put in here", self.english(o.what));
                d.note(o.span, text)
            }
            _ => d,
        }
    }
}
