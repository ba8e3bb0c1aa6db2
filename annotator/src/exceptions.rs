//! Which exceptions an operation may raise, by the annotations of its arguments: exits that cannot be taken are dead.
use flowspace::live::types;

use crate::engine::Annotator;
use crate::hl::{HlOp, HlOperation};
use crate::model::*;

/// A set of exceptions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Raises {
    /// Whatever is an `Exception`.
    Any,
    /// Instances of these classes.
    Only(Vec<ClassId>),
}

impl Annotator {
    /// What `op` may raise. The default for operations on built-in types is what the flow graph lists for them.
    pub(crate) fn exceptions_of(&mut self, op: &HlOperation, args: &[Annotation]) -> Raises {
        let Some(first) = args.first() else {
            return Raises::Only(Vec::new());
        };
        let user = |a: &Annotation| {
            matches!(
                a.kind(),
                Kind::Instance { .. } | Kind::Pbc { .. } | Kind::Error | Kind::Static
            )
        };
        let names: &[&str] = match &op.op {
            // It may become a container later; until then nothing is known to be raised.
            HlOp::GetItem | HlOp::SetItem | HlOp::DelItem | HlOp::Next if first.is_none() => &[],
            HlOp::SimpleCall | HlOp::CallArgs(_) => return self.call_exceptions(first),
            _ if user(first) => {
                // `x is y` and attribute access of plain attributes raise nothing; special methods may raise anything.
                match op.op {
                    HlOp::Is | HlOp::IsInstance | HlOp::IsSubtype | HlOp::Type | HlOp::Id => &[],
                    HlOp::GetAttr | HlOp::SetAttr if !self.is_property_access(args) => &[],
                    _ => return Raises::Any,
                }
            }
            HlOp::GetItem
                if self.options.broken == Some(crate::soundness::Broken::ItemNeverRaises) =>
            {
                &[]
            }
            HlOp::GetItem | HlOp::SetItem | HlOp::DelItem => match first.kind() {
                Kind::Dict(_) if self.is_custom_dict(*first) => return Raises::Any,
                Kind::Dict(_) if matches!(op.op, HlOp::SetItem) => &[],
                Kind::Dict(_) => &["KeyError"],
                Kind::Tuple(_) => &[],
                Kind::ByteArray if matches!(op.op, HlOp::SetItem) => &["IndexError", "ValueError"],
                _ => &["IndexError"],
            },
            HlOp::Contains => match first.kind() {
                Kind::ByteArray => &["ValueError"],
                Kind::Dict(_) if self.is_custom_dict(*first) => return Raises::Any,
                _ => &[],
            },
            HlOp::Next => match first.kind() {
                Kind::Iterator {
                    kind: IterKind::User,
                    ..
                } => return Raises::Any,
                _ => &["StopIteration"],
            },
            HlOp::Mod | HlOp::InplaceMod if !first.is_integer() => &[],
            HlOp::Div
            | HlOp::FloorDiv
            | HlOp::TrueDiv
            | HlOp::Mod
            | HlOp::DivMod
            | HlOp::InplaceDiv
            | HlOp::InplaceFloorDiv
            | HlOp::InplaceTrueDiv
            | HlOp::InplaceMod
                if !matches!(op.op, HlOp::TrueDiv)
                    || args.iter().any(|a| a.kind() == &Kind::Float) =>
            {
                &["ZeroDivisionError"]
            }
            other => other.exceptions(),
        };
        let names = names.iter().filter(|n| **n != "Exception");
        Raises::Only(names.filter_map(|n| self.exception_id(n)).collect())
    }

    /// The class of a built-in exception.
    fn exception_id(&mut self, name: &'static str) -> Option<ClassId> {
        if let Some(&id) = self.exception_ids.get(name) {
            return Some(id);
        }
        let id = self.classdef(types().exception(name)?);
        self.exception_ids.insert(name, id);
        Some(id)
    }

    fn call_exceptions(&mut self, callee: &Annotation) -> Raises {
        let names: Option<&[&str]> = match callee.kind() {
            Kind::Builtin(n) => crate::builtins::raises_of(n.as_str()),
            Kind::BuiltinMethod { name, receiver } => {
                if self.is_custom_dict(*receiver) {
                    None
                } else {
                    crate::builtins::method_raises(receiver.kind(), name.as_str())
                }
            }
            _ => None,
        };
        match names {
            None => Raises::Any,
            Some(names) => {
                Raises::Only(names.iter().filter_map(|n| self.exception_id(n)).collect())
            }
        }
    }

    /// Takes from `left` what a handler for `case` catches: the class of the value in the handler, or `None`.
    pub(crate) fn take_matching(&mut self, left: &mut Raises, case: ClassId) -> Option<ClassId> {
        match left {
            Raises::Any => {
                let name = self.program.class(case).short_name;
                if name == "Exception" || name == "BaseException" {
                    *left = Raises::Only(Vec::new());
                }
                Some(case)
            }
            Raises::Only(classes) => {
                let mut caught: Option<ClassId> = None;
                let mut rest = Vec::new();
                for &c in classes.iter() {
                    if self.program.is_subclass(c, case) {
                        caught = Some(match caught {
                            Some(d) => self.program.common_base(c, d).unwrap_or(case),
                            None => c,
                        });
                    } else {
                        if self.program.is_subclass(case, c) {
                            caught = Some(case);
                        }
                        rest.push(c);
                    }
                }
                *classes = rest;
                caught
            }
        }
    }
}
