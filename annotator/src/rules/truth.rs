//! Truth and identity: booleans that tell of other variables.
//!
//! ```text
//! v1 = bool(v0)             b(v0) = Inst(C)?:     b(v1) = Bool(v0: (Inst(C), -))
//! v1 = is_(v0, None)        b(v0) = Inst(C)?:     b(v1) = Bool(v0: (None, Inst(C)))
//! ```
//! Constant booleans keep their map: if the boolean is generalised later, what it tells is still there.
use super::{OpView, never_called};
use crate::classes::presence::exists;
use crate::defs::Desc;
use crate::engine::{Annotator, Res, Stop};
use crate::model::constant;
use crate::model::*;
use ir::diag::Diagnostic;
use ir::name::Name;
use ir::source::Span;
use python::live::Value;
use std::rc::Rc;

/// A boolean, whose value may be known.
pub(super) fn boolean(const_value: Option<bool>) -> Annotation {
    match const_value {
        Some(b) => Annotation::const_bool(b),
        None => Annotation::bool(),
    }
}

impl Annotator {
    /// `bool(x)`
    pub(crate) fn truth(&mut self, view: &OpView<'_>, a: Annotation) -> Res {
        if let AnnotationKind::Bool(_) = a.kind() {
            return Ok(a);
        }
        let known = self.const_truth_of(a);
        let result = match a.kind() {
            AnnotationKind::Instance { class, nullable } => {
                for name in ["__nonzero__", "__bool__", "__len__"] {
                    if let Some(r) = self.special_method(a, name, &[]) {
                        self.note_truth(*class, Name::new(name));
                        // Of a method that never returns only those objects come back that have none: None, and
                        // those of a class that does not inherit it.
                        let inherited = self.find_in_class_dicts(*class, Name::new(name));
                        let others = *nullable || inherited.is_none();
                        let r = match r {
                            Err(Stop::Blocked) if others => Annotation::bool(),
                            r => r?,
                        };
                        return Ok(match r.kind() {
                            AnnotationKind::Bool(_) => r.escaping(),
                            _ => Annotation::bool(),
                        });
                    }
                }
                boolean(if *nullable { known } else { Some(true) })
            }
            AnnotationKind::Pbc { nullable, .. } | AnnotationKind::TypeOf { nullable, .. } => {
                boolean(if *nullable { known } else { Some(true) })
            }
            AnnotationKind::Tuple(items) => boolean(Some(!items.is_empty())),
            AnnotationKind::Text(TextKind { single: true, .. }) => boolean(Some(true)),
            AnnotationKind::None => boolean(Some(false)),
            // Empty for ever, or None, until somebody puts something in.
            AnnotationKind::List(l) => {
                let cell = self.program.list(*l).item;
                let empty = self.read_cell(cell).is_impossible();
                boolean(empty.then_some(false))
            }
            AnnotationKind::Dict(d) => {
                let cell = self.program.dict(*d).key;
                let empty = self.read_cell(cell).is_impossible();
                boolean(empty.then_some(false))
            }
            _ => boolean(known),
        };
        // Where it is true, it is not None.
        let Some(v) = view.var(0) else {
            return Ok(result);
        };
        // Said even where it is no news now: the annotation may become nullable later, and what a boolean tells only
        // shrinks.
        let if_true = match a.kind() {
            AnnotationKind::None => Some(Annotation::impossible()),
            AnnotationKind::Text(_)
            | AnnotationKind::Instance { .. }
            | AnnotationKind::TypeOf { .. }
            | AnnotationKind::Pbc { .. } => Some(a.non_none()),
            _ => None,
        };
        let if_false = match a.kind() {
            // Where it is false it is None, but it keeps its type: what is done with it there may be done with None
            // only at run time, and the result of `x and x.y` is not None's.
            AnnotationKind::Instance {
                nullable: false, ..
            }
            | AnnotationKind::TypeOf {
                nullable: false, ..
            }
            | AnnotationKind::Pbc {
                nullable: false, ..
            } => Some(Annotation::impossible()),
            AnnotationKind::Instance { .. }
            | AnnotationKind::TypeOf { .. }
            | AnnotationKind::Pbc { .. } => None,
            AnnotationKind::None => Some(Annotation::none()),
            _ => None,
        };
        if if_true.is_none() && if_false.is_none() {
            return Ok(result);
        }
        Ok(result.with_narrowing(vec![Narrow {
            var: v,
            if_true,
            if_false,
        }]))
    }
    /// Where truth is asked for by a method `name`, it is that alone: refuses objects that have `__len__` instead.
    pub(crate) fn truth_by_length(
        &self,
        class: ClassId,
        name: Name,
        span: Span,
    ) -> Option<Diagnostic> {
        let length = Name::new("__len__");
        if name == length {
            return None;
        }
        let p = &self.program;
        let lacks = |k: &ClassId| exists(p, *k) && self.find_in_class_dicts(*k, name).is_none();
        let mut others = p.subclasses(class).into_iter().filter(lacks);
        let (owner, method) = others.find_map(|k| {
            self.find_in_class_dicts(k, length)
                .filter(|(_, method)| self.may_give_length(method))
        })?;
        let owner = p.class(owner).short_name;
        let d = never_called(span, owner.as_str(), "__len__", &method);
        // Versions of Python call it differently: the name is that in the source.
        let spelt = |k: &ClassId| match p.class(*k).class_dict.get(&name) {
            Some(Value::Function(f)) => Some(f.code().name),
            _ => None,
        };
        let name = (p.subclasses(class).iter().find_map(spelt)).unwrap_or(name);
        Some(d.help(format!("give the class a method `{name}`, too")))
    }
    /// Whether a `__len__` may give a number. What gives an object of the program is no length: Python raises TypeError
    /// where it asks for truth, so no program does.
    fn may_give_length(&self, method: &Value) -> bool {
        let Value::Function(f) = method else {
            return true;
        };
        let functions = self.program.descs.iter().filter_map(|d| match d {
            Desc::Function(d) if Rc::ptr_eq(&d.func, f) => Some(d),
            _ => None,
        });
        let graphs = functions.flat_map(|d| d.graphs.values());
        let results: Vec<Annotation> = graphs.map(|&g| self.program.graphs[g].result()).collect();
        let object = |r: &Annotation| matches!(r.kind(), AnnotationKind::Instance { .. });
        results.is_empty() || !results.iter().all(object)
    }
    fn const_truth_of(&self, a: Annotation) -> Option<bool> {
        Some(match a.const_value()? {
            Value::Int(i) => *i != 0,
            Value::Float(f) => *f != 0.0,
            Value::Str(s) => !s.bytes.is_empty(),
            Value::Unicode(s) => !s.points.is_empty(),
            Value::None => false,
            Value::Function(_) | Value::Class(_) | Value::Method(_) | Value::Builtin(_) => true,
            v => return v.as_big().map(|b| b != dashu_int::IBig::ZERO),
        })
    }
    /// `a is b`
    pub(crate) fn is_rule(&mut self, view: &OpView<'_>, a: Annotation, b: Annotation) -> Res {
        let mut known = None;
        if let (Some(x), Some(y)) = (a.const_value(), b.const_value()) {
            known = match (a.kind(), b.kind()) {
                (AnnotationKind::Float, _) | (_, AnnotationKind::Float) => None,
                _ => Some(constant::same(x, y)),
            };
        }
        let never_none = |x: Annotation| {
            !x.can_be_none()
                && !matches!(
                    x.kind(),
                    AnnotationKind::Ptr(_)
                        | AnnotationKind::Address
                        | AnnotationKind::Impossible
                        | AnnotationKind::Error
                        | AnnotationKind::Static
                )
        };
        if a.is_none() && never_none(b) || b.is_none() && never_none(a) {
            known = Some(false);
        }
        if let (AnnotationKind::Instance { .. }, AnnotationKind::Instance { .. }) =
            (a.kind(), b.kind())
            && let (Some(x), Some(y)) = (a.class(), b.class())
            && !(self.program.is_subclass(x, y) || self.program.is_subclass(y, x))
            && !(a.can_be_none() && b.can_be_none())
        {
            known = Some(false);
        }
        if let (Some(x), Some(y)) = (a.descs(), b.descs())
            && x.iter().all(|d| !y.contains(d))
            && !(a.can_be_none() && b.can_be_none())
        {
            known = Some(false);
        }
        let mut narrow = Vec::new();
        for (i, x, y) in [(0, a, b), (1, b, a)] {
            let Some(v) = view.var(i) else { continue };
            if y.is_none() {
                let if_true = if x.can_be_none() {
                    Annotation::none()
                } else {
                    Annotation::impossible()
                };
                narrow.push(Narrow {
                    var: v,
                    if_true: Some(if_true),
                    if_false: Some(x.non_none()),
                });
            } else if y.is_const() && !y.is_error() {
                // `x is CONST`: where it is, it has the constant's annotation.
                narrow.push(Narrow {
                    var: v,
                    if_true: Some(y),
                    if_false: None,
                });
            }
            // `type(x) is C`
            if let (AnnotationKind::TypeOf { vars, .. }, Some(Value::Class(c))) =
                (x.kind(), y.const_value())
                && (c.builtin.is_none() || c.is_exception())
            {
                let id = self.classdef(c);
                for &v in vars.iter() {
                    narrow.push(Narrow {
                        var: v,
                        if_true: Some(Annotation::instance(id, false)),
                        if_false: None,
                    });
                }
            }
        }
        Ok(boolean(known).with_narrowing(narrow))
    }
}
