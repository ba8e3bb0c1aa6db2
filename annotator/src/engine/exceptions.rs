//! Which exceptions an operation may raise, by the annotations of its arguments: exits that cannot be taken are dead.
use ir::model::Operand;
use python::live::{Value, types};
use python::vocabulary::KnownFunction;
use python::vocabulary::functions::Function;

use crate::defs::OpRef;
use crate::engine::Annotator;
use crate::front::hl::{HlOp, HlOperand, HlOperation};
use crate::model::*;

/// A set of exceptions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Raises {
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
        let names: &[&str] = match &op.op {
            HlOp::SimpleCall | HlOp::CallArgs(_) => {
                let spread = matches!(&op.op, HlOp::CallArgs(shape) if shape.star);
                let star = args.last().and_then(|a| a.items()).filter(|_| spread);
                if let Some((op, args)) = as_operation(op, args, star) {
                    return self.exceptions_of(&op, &args);
                }
                return self.exceptions_of_call(args, star);
            }
            _ if first.is_none() => &[],
            HlOp::GetAttr | HlOp::SetAttr if is_user(first) => {
                if self.is_property_access(args) {
                    return Raises::Any;
                }
                let lacks = self.may_lack_attribute(args) || self.may_be_class_without(args);
                if lacks || self.lacks_here() {
                    &["AttributeError"]
                } else {
                    &[]
                }
            }
            HlOp::GetAttr if self.may_be_class_without(args) => &["AttributeError"],
            HlOp::Is | HlOp::IsInstance | HlOp::IsSubtype | HlOp::Type | HlOp::Id => &[],
            // Functions, classes and frozen constants are true, different from all others, and have a name.
            HlOp::Bool
            | HlOp::Eq
            | HlOp::Ne
            | HlOp::Str
            | HlOp::Repr
            | HlOp::Format
            | HlOp::Hash
                if matches!(first.kind(), AnnotationKind::Pbc { .. }) =>
            {
                &[]
            }
            // Special methods may raise anything.
            _ if is_user(first) => return Raises::Any,
            HlOp::GetItem
                if self.options.broken == Some(crate::soundness::Broken::ItemNeverRaises) =>
            {
                &[]
            }
            HlOp::GetItem | HlOp::SetItem | HlOp::DelItem => match first.kind() {
                AnnotationKind::Dict(_) if self.is_custom_dict(*first) => return Raises::Any,
                AnnotationKind::Dict(_) if matches!(op.op, HlOp::SetItem) => &[],
                AnnotationKind::Dict(_) => &["KeyError"],
                AnnotationKind::Tuple(_) if args[1].const_i64().is_some() => &[],
                AnnotationKind::ByteArray if matches!(op.op, HlOp::SetItem) => {
                    &["IndexError", "ValueError"]
                }
                _ => &["IndexError"],
            },
            HlOp::Contains => match first.kind() {
                AnnotationKind::ByteArray => &["ValueError"],
                // The byte string is decoded.
                AnnotationKind::Text(TextKind { wide: false, .. })
                    if matches!(args[1].kind(), AnnotationKind::Text(t) if t.wide)
                        && !matches!(first.const_value(), Some(Value::Str(s)) if s.bytes.is_ascii()) =>
                {
                    &["UnicodeDecodeError"]
                }
                AnnotationKind::Dict(_) if self.is_custom_dict(*first) => return Raises::Any,
                _ => &[],
            },
            HlOp::Next => match first.kind() {
                AnnotationKind::Iterator {
                    kind: IterKind::User,
                    ..
                } => return Raises::Any,
                // Of a dictionary that changes meanwhile.
                _ => &["StopIteration", "RuntimeError"],
            },
            // Formatting calls `__str__` of what it formats.
            HlOp::Mod | HlOp::InplaceMod if !first.is_integer() => {
                if args[1..].iter().any(calls_user_code) {
                    return Raises::Any;
                }
                self.modulo_raises(first)
            }
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
                    || args.iter().any(|a| a.kind() == &AnnotationKind::Float) =>
            {
                &["ZeroDivisionError"]
            }
            HlOp::Ord => &["TypeError"],
            HlOp::Str | HlOp::Repr | HlOp::Format if calls_user_code(first) => return Raises::Any,
            HlOp::Str | HlOp::Format if matches!(first.kind(), AnnotationKind::Text(t) if t.wide) => {
                &["UnicodeEncodeError"]
            }
            // Comparing containers compares their items.
            HlOp::Eq | HlOp::Ne | HlOp::Lt | HlOp::Le | HlOp::Gt | HlOp::Ge
                if args.iter().any(calls_user_code) =>
            {
                return Raises::Any;
            }
            other => other.exceptions(),
        };
        let mut names: Vec<&'static str> = names
            .iter()
            .copied()
            .filter(|n| *n != "Exception")
            .collect();
        names.extend(none_raises(&op.op, args));
        let key = matches!(op.op, HlOp::GetItem | HlOp::DelItem)
            && matches!(first.kind(), AnnotationKind::Dict(_));
        let looked_up = key || matches!(op.op, HlOp::Contains);
        if looked_up && self.cuts_integers(first, &args[1..]) {
            names.push("OverflowError");
        }
        if matches!(op.op, HlOp::And | HlOp::InplaceAnd) && op.args.iter().any(is_wide_mask) {
            names.push("OverflowError");
        }
        if allocates(&op.op, args) {
            names.push("MemoryError");
        }
        Raises::Only(
            names
                .into_iter()
                .filter_map(|n| self.exception_id(n))
                .collect(),
        )
    }

    /// What a call of `args[0]` may raise; `star` are the arguments behind `*`.
    fn exceptions_of_call(&mut self, args: &[Annotation], star: Option<&[Annotation]>) -> Raises {
        let first = &args[0];
        // A function of the library does the work, or a special method: they may call methods of the program's own.
        if let Some(here) = self.last_of_block()
            && (self.program.calls.contains_key(&here)
                || self.program.special_methods.contains_key(&here))
        {
            return Raises::Any;
        }
        let mut raises = self.call_exceptions(first);
        // A built-in function or method that reads a text or container which is None.
        let none = |a: &Annotation| a.can_be_none() && !is_user(a);
        if args[1..].iter().chain(star.unwrap_or_default()).any(none)
            && let Raises::Only(list) = &mut raises
        {
            list.extend(self.exception_id("TypeError"));
        }
        if let AnnotationKind::BuiltinMethod { receiver, .. } = first.kind()
            && self.cuts_integers(receiver, &args[1..])
            && let Raises::Only(list) = &mut raises
        {
            list.extend(self.exception_id("OverflowError"));
        }
        // `getattr(x, 'name')`
        if self.lacks_here()
            && let Raises::Only(list) = &mut raises
        {
            list.extend(self.exception_id("AttributeError"));
        }
        raises
    }

    /// Whether one of these is an integer that the keys or items of a container may not hold: what looks for it raises.
    fn cuts_integers(&self, container: &Annotation, wanted: &[Annotation]) -> bool {
        let item = match container.kind() {
            AnnotationKind::List(l) => self.program.cell(self.program.list(*l).item),
            AnnotationKind::Dict(d) => self.program.dict_key(self.program.find_dict(*d)),
            _ => return false,
        };
        let keys = wanted.iter().flat_map(|a| match item.items() {
            // Arguments behind `*` are a tuple, too.
            None => a.items().unwrap_or(std::slice::from_ref(a)),
            Some(_) => std::slice::from_ref(a),
        });
        keys.into_iter().any(|a| is_other_number(item, *a))
    }

    /// What `%` raises, by its left operand.
    fn modulo_raises(&self, first: &Annotation) -> &'static [&'static str] {
        match first.kind() {
            AnnotationKind::Float => &["ZeroDivisionError"],
            // Too many values.
            AnnotationKind::Text(_) if self.surplus_before() => &["TypeError"],
            // `%c` of a number beyond the characters.
            AnnotationKind::Text(_) if formats_characters(first) => &["OverflowError"],
            _ => &[],
        }
    }
    /// Whether the last operation of this block reads an attribute that some objects lack (see
    /// [`crate::classes::presence`]).
    fn lacks_here(&self) -> bool {
        let last = self.last_of_block();
        last.is_some_and(|at| self.findings.lacking.contains(&at))
    }

    /// The last operation of this block.
    fn last_of_block(&self) -> Option<OpRef> {
        let index = self.here.index.checked_sub(1)?;
        Some(OpRef { index, ..self.here })
    }

    /// The class of a built-in exception.
    fn exception_id(&mut self, name: &'static str) -> Option<ClassId> {
        if let Some(&id) = self.answers.exception_ids.get(name) {
            return Some(id);
        }
        let id = self.classdef(types().exception(name)?);
        self.answers.exception_ids.insert(name, id);
        Some(id)
    }

    fn call_exceptions(&mut self, callee: &Annotation) -> Raises {
        let names: Option<&[&str]> = match callee.kind() {
            AnnotationKind::Builtin(n) => {
                KnownFunction::named(n.as_str()).map_or(Some(&[]), KnownFunction::raises)
            }
            AnnotationKind::BuiltinMethod { name, receiver } => {
                if self.is_custom_dict(*receiver) {
                    None
                } else {
                    Some(crate::builtins::method_raises(
                        receiver.kind(),
                        name.as_str(),
                    ))
                }
            }
            _ => None,
        };
        match names {
            None => Raises::Any,
            Some(names) => {
                let mut names = names.to_vec();
                if let AnnotationKind::BuiltinMethod { .. } = callee.kind() {
                    // An argument that is None, a container that grows.
                    names.extend(["TypeError", "MemoryError"]);
                }
                Raises::Only(
                    names
                        .into_iter()
                        .filter_map(|n| self.exception_id(n))
                        .collect(),
                )
            }
        }
    }

    /// Takes from `left` what a handler for `case` catches: the class of the value in the handler, or `None`.
    pub(crate) fn take_matching(&mut self, left: &mut Raises, case: ClassId) -> Option<ClassId> {
        match left {
            Raises::Any => {
                let name = self.program.class(case).short_name;
                if name == "BaseException" {
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

/// Whether work on a value may call methods that the program defines.
fn calls_user_code(a: &Annotation) -> bool {
    match a.kind() {
        AnnotationKind::Tuple(items) => items.iter().any(calls_user_code),
        k => matches!(
            k,
            AnnotationKind::Instance { .. } | AnnotationKind::List(_) | AnnotationKind::Dict(_)
        ),
    }
}

/// Whether `wanted` is, or has in it, an integer of another kind than that of `item`.
fn is_other_number(item: Annotation, wanted: Annotation) -> bool {
    match (item.items(), wanted.items()) {
        (Some(i), Some(w)) => i.iter().zip(w).any(|(&i, &w)| is_other_number(i, w)),
        _ => match (item.as_int_kind(), wanted.as_int_kind()) {
            (Some((i, _)), Some((w, _))) => i != w,
            _ => false,
        },
    }
}

/// What an operation raises if an operand is `None`.
fn none_raises(op: &HlOp, args: &[Annotation]) -> Option<&'static str> {
    let first = args[0].can_be_none();
    match op {
        HlOp::GetAttr | HlOp::SetAttr | HlOp::DelAttr => first.then_some("AttributeError"),
        // Without a specification None has a text.
        HlOp::Format => {
            let spec = args[1].const_value().and_then(Value::as_text);
            (first && spec.is_some_and(|s| !s.is_empty())).then_some("TypeError")
        }
        _ => {
            let operands = args.get(op.operands_not_none()).unwrap_or_default();
            let text = matches!(
                args[0].kind(),
                AnnotationKind::Text(TextKind { single: false, .. })
            );
            let in_text = *op == HlOp::Contains && text && args[1].can_be_none();
            let any = in_text || operands.iter().any(|a| a.can_be_none());
            any.then_some("TypeError")
        }
    }
}

/// Whether it is a mask beyond the machine word: with a negative number it has something in common that is no word.
fn is_wide_mask(operand: &HlOperand) -> bool {
    matches!(operand, Operand::Const(c) if c.0.low_bits_of_mask().is_some())
}

/// Whether an operation may make an object.
fn allocates(op: &HlOp, args: &[Annotation]) -> bool {
    let sequence = |a: &Annotation| {
        matches!(
            a.kind(),
            AnnotationKind::Text(_)
                | AnnotationKind::List(_)
                | AnnotationKind::Dict(_)
                | AnnotationKind::Tuple(_)
                | AnnotationKind::ByteArray
        )
    };
    match op {
        HlOp::NewList
        | HlOp::NewDict
        | HlOp::NewTuple
        | HlOp::Format
        | HlOp::Iter
        | HlOp::GetSlice
        | HlOp::SetSlice => true,
        // The texts of numbers are short: what handles any exception of them is never reached, as in RPython.
        HlOp::Str | HlOp::Repr | HlOp::Hex | HlOp::Oct => !is_number(&args[0]),
        HlOp::Add
        | HlOp::Mul
        | HlOp::Mod
        | HlOp::InplaceAdd
        | HlOp::InplaceMul
        | HlOp::InplaceMod => args.iter().take(2).any(sequence),
        HlOp::GetItem => matches!(
            args[0].kind(),
            AnnotationKind::Text(TextKind { single: false, .. })
        ),
        HlOp::SetItem => matches!(args[0].kind(), AnnotationKind::Dict(_)),
        _ => false,
    }
}

fn is_number(a: &Annotation) -> bool {
    let kind = a.kind();
    a.is_integer() || matches!(kind, AnnotationKind::Bool(_) | AnnotationKind::Float)
}

/// Whether a format may have `%c` in it.
fn formats_characters(format: &Annotation) -> bool {
    let text = format.const_value().and_then(Value::as_text);
    text.is_none_or(|t| t.contains('c'))
}

/// Whether operations on it are methods of the program's own.
fn is_user(a: &Annotation) -> bool {
    matches!(
        a.kind(),
        AnnotationKind::Instance { .. }
            | AnnotationKind::Pbc { .. }
            | AnnotationKind::Error
            | AnnotationKind::Static
    )
}

/// A call of a function that is an operation, like `divmod(*pair)`, as that operation.
fn as_operation(
    call: &HlOperation,
    args: &[Annotation],
    star: Option<&[Annotation]>,
) -> Option<(HlOperation, Vec<Annotation>)> {
    let AnnotationKind::Builtin(name) = args[0].kind() else {
        return None;
    };
    let function = Function::translated(name.as_str())?;
    let op = match function {
        Function::GetAttr => HlOp::GetAttr,
        // These are calls where they are written with one argument, too.
        Function::Bool | Function::Str | Function::Type => return None,
        f => HlOp::of_function(f)?,
    };
    let given = &args[1..args.len() - usize::from(star.is_some())];
    let values = [given, star.unwrap_or_default()].concat();
    let fits = op
        .arg_count()
        .map_or(values.len() > 1, |n| n == values.len());
    let operation = HlOperation {
        op,
        args: Default::default(),
        result: call.result,
        span: call.span,
    };
    fits.then_some((operation, values))
}
