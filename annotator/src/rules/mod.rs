//! The rules: what each operation makes of the annotations of its arguments.
//!
//! A rule is a function of the argument annotations (and of hidden variables it registers to read). It returns the
//! annotation of the result and may merge into hidden variables. No argument is bottom or the error annotation when a
//! rule runs. Every rule must be monotone: more general arguments give a more general result.
use ir::diag::Diagnostic;
use ir::model::VarId;
use ir::name::Name;
use ir::source::Span;
use python::live::Value;

use crate::calls::{CallArgs, Site};
use crate::engine::{Annotator, Res, Stop};
use crate::front::hl::{HlOp, HlOperation};
use crate::model::*;

mod arith;
mod attribute;
mod compare;
mod container;
mod format;
mod isinstance;
pub(crate) mod iterate;
mod lowlevel;
mod subscript;
mod truth;

pub(crate) use arith::int_result;

/// An operation as a rule sees it.
pub(crate) struct OpView<'a> {
    pub op: &'a HlOperation,
}

impl OpView<'_> {
    /// The variable of argument `i`, if it is one (for narrowing).
    pub(crate) fn var(&self, i: usize) -> Option<VarId> {
        self.op.args.get(i)?.var()
    }
}

impl Annotator {
    /// Applies the rule of `op`.
    pub(crate) fn apply(&mut self, op: &HlOperation, args: &[Annotation]) -> Res {
        let view = OpView { op };
        if let Some(first) = args.first()
            && first.is_low_level()
            && let Some(r) = self.low_level_rule(op, args)
        {
            return r;
        }
        match &op.op {
            HlOp::SimpleCall => {
                let call = CallArgs::positional(&args[1..]);
                self.call(args[0], &call, Site::Call)
            }
            HlOp::CallArgs(shape) => {
                let call = self.spread(shape, &args[1..])?;
                self.call(args[0], &call, Site::Call)
            }
            HlOp::GetAttr => self.getattr(args[0], args[1]),
            HlOp::SetAttr => self.setattr(args[0], args[1], args[2]),
            HlOp::DelAttr => self.unsupported("deleting an attribute at run time"),

            HlOp::Bool => self.truth(&view, args[0]),
            HlOp::Is => self.is_rule(&view, args[0], args[1]),
            HlOp::Eq | HlOp::Ge if self.unpacks_other_length(op, args) => {
                Ok(Annotation::const_bool(false))
            }
            HlOp::Eq | HlOp::Ne | HlOp::Lt | HlOp::Le | HlOp::Gt | HlOp::Ge => {
                self.compare(&view, args[0], args[1])
            }
            HlOp::Cmp => self.cmp_rule(args[0], args[1]),
            HlOp::IsInstance => self.isinstance(&view, args[0], args[1]),
            HlOp::IsSubtype => self.issubtype(args[0], args[1]),
            HlOp::Type => self.type_rule(&view, args[0]),
            HlOp::Contains => self.contains_rule(view.var(0), args[0], args[1]),

            HlOp::Len => self.len(args[0]),
            HlOp::GetItem => self.getitem(args[0], args[1]),
            HlOp::SetItem => self
                .setitem(args[0], args[1], args[2])
                .map(|()| Annotation::none()),
            HlOp::DelItem => self.delitem(args[0], args[1]).map(|()| Annotation::none()),
            HlOp::GetSlice => self.getslice(args[0], args[1], args[2]),
            HlOp::SetSlice => self
                .setslice(args[0], args[1], args[2], args[3])
                .map(|()| Annotation::none()),
            HlOp::DelSlice => self
                .delslice(args[0], args[1], args[2])
                .map(|()| Annotation::none()),
            HlOp::Iter => self.iter_of(args[0], IterKind::Items),
            HlOp::Next => self.next(args[0]),
            HlOp::NewList => self.newlist(args),
            HlOp::NewDict => self.newdict(args),
            HlOp::NewTuple => Ok(self.newtuple(args)),
            HlOp::NewSlice => self.newslice(args),
            HlOp::HintMaxLength | HlOp::HintFence | HlOp::HintFenceExact => {
                self.hint_list(&op.op, args)
            }

            HlOp::Hash => {
                self.hash_check(args[0])?;
                self.note_uncalled_within(args[0], &["__hash__"]);
                Ok(Annotation::int())
            }
            HlOp::Id => Ok(Annotation::int()),
            HlOp::Repr | HlOp::Str => self.text_of(args[0], op.op == HlOp::Str),
            HlOp::Format => self.format_field(args[0], args[1]),
            HlOp::Hex | HlOp::Oct => match args[0].kind() {
                AnnotationKind::Int { .. } | AnnotationKind::Bool(_) => Ok(Annotation::str0()),
                _ => self.bad_operand(&op.op, args),
            },
            HlOp::Ord => match (args[0].const_value(), args[0].kind()) {
                (
                    Some(Value::Str(s)),
                    AnnotationKind::Text(TextKind {
                        wide: false,
                        single: true,
                        ..
                    }),
                ) => Ok(Annotation::const_int(i64::from(s.bytes[0]))),
                (_, AnnotationKind::Text(TextKind { single: true, .. })) => {
                    Ok(Annotation::nonneg())
                }
                // The length is checked where the annotation does not know it.
                (_, AnnotationKind::Text(TextKind { single: false, .. })) => {
                    let what = self.english(args[0]);
                    let d = Diagnostic::error("E0440", self.span, format!("ord() of {what}"))
                        .label("its length is not known to be 1")
                        .help("index it first: ord(s[0])");
                    self.fail_with(d)
                }
                _ => self.bad_operand(&op.op, args),
            },
            HlOp::Coerce => self.unsupported("coerce()"),
            HlOp::Yield => self.unsupported("yield in this place"),
            _ => self.arithmetic(&op.op, args),
        }
    }

    /// Reports an operation that these operands do not have.
    pub(crate) fn bad_operand(&mut self, op: &HlOp, args: &[Annotation]) -> Res {
        for a in args {
            if a.is_none() {
                let d =
                    Diagnostic::error("E0441", self.span, format!("`{}` of None", operator(op)))
                        .label("an operand is always None here");
                return self.block_because(d);
            }
        }
        let kinds: Vec<String> = args.iter().map(|&a| self.english(a)).collect();
        let mut d = Diagnostic::error(
            "E0441",
            self.span,
            format!(
                "`{}` is not possible on {}",
                operator(op),
                kinds.join(" and ")
            ),
        );
        for i in 0..args.len() {
            d = self.with_operand_origin(d, i);
        }
        self.fail_with(d)
    }

    /// `str(x)`, `repr(x)`
    pub(crate) fn text_of(&mut self, a: Annotation, is_str: bool) -> Res {
        self.note_boolean(a);
        if !is_str && isinstance::is_mixed(a) || self.holds_mixed(a, 4) {
            let d = self.mixed_text("repr()");
            return self.fail_with(d);
        }
        Ok(match a.kind() {
            AnnotationKind::Text(TextKind { wide: false, .. }) if is_str => {
                a.without_const().non_none()
            }
            AnnotationKind::Int { .. }
            | AnnotationKind::Bool(_)
            | AnnotationKind::Float
            | AnnotationKind::SingleFloat => Annotation::str0(),
            AnnotationKind::Text(TextKind { wide: true, .. }) => Annotation::str(),
            // As in the reference: the name of the class and a number, whatever the class defines.
            AnnotationKind::Instance { class, .. } => {
                let names: &[&str] = if is_str {
                    &["__str__", "__repr__"]
                } else {
                    &["__repr__"]
                };
                self.note_uncalled(*class, names);
                if is_str {
                    self.keep_exception_texts(*class);
                }
                Annotation::str()
            }
            _ => Annotation::str(),
        })
    }

    fn hash_check(&mut self, a: Annotation) -> Res<()> {
        match a.kind() {
            AnnotationKind::List(_) | AnnotationKind::Dict(_) => {
                let what = self.english(a);
                self.fail("E0442", format!("{what} has no hash"))
            }
            AnnotationKind::Tuple(items) => {
                for &i in items.iter() {
                    self.hash_check(i)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Calls the special method `name` of an instance.
    pub(crate) fn special_method(
        &mut self,
        a: Annotation,
        name: &str,
        args: &[Annotation],
    ) -> Option<Res> {
        let (class, nullable) = match a.kind() {
            AnnotationKind::Instance { class, nullable } => (*class, *nullable),
            _ => return None,
        };
        let n = Name::new(name);
        let classes = self.program.classes.len();
        if self.answers.no_special.get(&(class, n)) == Some(&classes) {
            let here = self.here.block_ref();
            if let Some(waiting) = self.program.classes[class].waiting.get_mut(&n) {
                waiting.insert(here);
            }
            return None;
        }
        if !self.may_have_special(class, n) {
            self.answers.no_special.insert((class, n), classes);
            // A subclass found later may define it.
            let here = self.here.block_ref();
            self.program.classes[class]
                .waiting
                .entry(n)
                .or_default()
                .insert(here);
            return None;
        }
        self.note_special(class, n);
        let result = (self.get_attribute(class, n, nullable))
            .and_then(|m| self.call(m, &CallArgs::positional(args), Site::Special(n)))
            .and_then(|r| self.result_of_special(a, name, r));
        Some(result)
    }

    /// The result of a special method. Some have a type to which Python holds it: anything else is a TypeError
    /// untranslated.
    fn result_of_special(&mut self, a: Annotation, name: &str, r: Annotation) -> Res {
        if let Some(Value::NotImplemented) = r.const_value() {
            let object = self.english(a);
            let text = format!("`{name}` of {object} always returns NotImplemented");
            let d = Diagnostic::error("E0464", self.span, text)
                .label("Python asks the other operand then, which translated code never does")
                .help("raise TypeError, or leave the method out");
            let d = self.note_special_method(d, a, name);
            return self.fail_with(d);
        }
        let (fits, wanted) = match name {
            "__float__" => (matches!(r.kind(), AnnotationKind::Float), "a float"),
            "__bool__" => (matches!(r.kind(), AnnotationKind::Bool(_)), "a boolean"),
            "__int__" | "__len__" | "__nonzero__" => (r.is_integer(), "an integer"),
            _ => return Ok(r),
        };
        if fits || r.is_impossible() {
            return Ok(r);
        }
        let (object, result) = (self.english(a), self.english(r));
        let text = format!("`{name}` of {object} returns {result}");
        let d =
            Diagnostic::error("E0464", self.span, text).label(format!("{wanted} is needed here"));
        let d = self.note_special_method(d, a, name).help(format!(
            "return {wanted}: untranslated this raises TypeError"
        ));
        self.fail_with(d)
    }

    /// Notes the nearest definition: of the class, or of one below it.
    fn note_special_method(&self, d: Diagnostic, a: Annotation, name: &str) -> Diagnostic {
        let Some(class) = a.class() else {
            return d;
        };
        let p = &self.program;
        let n = Name::new(name);
        let method =
            (p.mro(class).chain(p.subclasses(class))).find_map(|k| p.class(k).class_dict.get(&n));
        match method {
            Some(Value::Function(f)) => d.note(f.code().name_span, "the method"),
            _ => d,
        }
    }

    /// Refuses an operation of which Python would make a call of a method `name`, if the class, a base or a subclass
    /// has one.
    pub(crate) fn refuse_special(&mut self, class: ClassId, name: &str) -> Res<()> {
        let n = Name::new(name);
        let classes = self.program.classes.len();
        if self.answers.no_special.get(&(class, n)) != Some(&classes) {
            let p = &self.program;
            let method = (p.mro(class).chain(p.subclasses(class)))
                .find_map(|k| Some((k, p.class(k).class_dict.get(&n)?.clone())));
            if let Some((k, method)) = method {
                return self.never_called(k, name, &method);
            }
            self.answers.no_special.insert((class, n), classes);
        }
        // A subclass found later may define it.
        let here = self.here.block_ref();
        let waiting = &mut self.program.classes[class].waiting;
        waiting.entry(n).or_default().insert(here);
        Ok(())
    }

    pub(crate) fn never_called(&mut self, class: ClassId, name: &str, method: &Value) -> Res<()> {
        let owner = self.english(Annotation::instance(class, false));
        let d = never_called(self.span, &owner, name, method);
        self.fail_with(d)
    }

    /// Refuses the access to an attribute if classes have an object with `__get__` or `__set__` there, which Python
    /// would ask. `names`: those of the two methods that count.
    pub(crate) fn refuse_descriptor(
        &mut self,
        class: ClassId,
        attribute: Name,
        names: &[&str],
    ) -> Res<()> {
        if !self.program.descriptors.contains(&attribute) {
            return Ok(());
        }
        let p = &self.program;
        let found = p.mro(class).chain(p.subclasses(class)).find_map(|k| {
            let value = p.class(k).class_dict.get(&attribute)?;
            descriptor_method(value, names)
        });
        let Some((owner, name, method)) = found else {
            return Ok(());
        };
        let owner = format!("an instance of class `{owner}`");
        let d = never_called(self.span, &owner, name, &method)
            .label(format!(
                "untranslated the attribute `{attribute}` calls it, here"
            ))
            .help("use a property, or call a method with a name of its own");
        self.fail_with(d)
    }

    /// Whether the class, a base or a subclass defines a special method.
    pub(crate) fn may_have_special(&self, class: ClassId, name: Name) -> bool {
        let p = &self.program;
        let mut below = p.subclasses(class).into_iter();
        self.find_in_class_dicts(class, name).is_some()
            || below.any(|k| p.class(k).class_dict.contains_key(&name))
    }

    /// The constant string of an attribute name.
    pub(crate) fn attr_name(&mut self, a: Annotation) -> Res<Name> {
        match a.const_value() {
            Some(Value::Str(s)) => Ok(s.name()),
            Some(Value::Unicode(u)) => Ok(Name::new(&u.to_text())),
            _ => self.fail("E0443", "the name of the attribute is not constant"),
        }
    }

    /// Stops silently if an argument was erroneous.
    pub(crate) fn sound(&self, args: &[Annotation]) -> Res<()> {
        if args.iter().any(|a| a.is_error()) {
            return Err(Stop::Failed);
        }
        if args.iter().any(|a| a.is_impossible()) {
            return Err(Stop::Blocked);
        }
        Ok(())
    }
}

/// An operation as the user wrote it.
fn operator(op: &HlOp) -> &'static str {
    let name = op.name();
    let plain = name.strip_suffix("_ovf").unwrap_or(name);
    match plain {
        "pos" | "add" => "+",
        "neg" | "sub" => "-",
        "invert" => "~",
        "mul" => "*",
        "div" | "truediv" => "/",
        "floordiv" => "//",
        "mod" => "%",
        "pow" => "**",
        "lshift" => "<<",
        "rshift" => ">>",
        "and_" => "&",
        "or_" => "|",
        "xor" => "^",
        "inplace_add" => "+=",
        "inplace_sub" => "-=",
        "inplace_mul" => "*=",
        "inplace_div" | "inplace_truediv" => "/=",
        "inplace_floordiv" => "//=",
        "inplace_mod" => "%=",
        "inplace_pow" => "**=",
        "inplace_lshift" => "<<=",
        "inplace_rshift" => ">>=",
        "inplace_and" => "&=",
        "inplace_or" => "|=",
        "inplace_xor" => "^=",
        "lt" => "<",
        "le" => "<=",
        "eq" => "==",
        "ne" => "!=",
        "gt" => ">",
        "ge" => ">=",
        "contains" => "in",
        "getitem" | "setitem" | "delitem" => "[]",
        _ => name,
    }
}

/// The message about a method that translated code does not call.
pub(crate) fn never_called(span: Span, owner: &str, name: &str, method: &Value) -> Diagnostic {
    let text = format!("`{name}` of {owner} is never called in translated code");
    let mut d = Diagnostic::error("E0465", span, text).label("untranslated it is, here");
    if let Value::Function(f) = method {
        d = d.note(f.code().name_span, "the method");
    }
    d.help("call a method with a name of its own")
}

/// The method by which an object in a class dictionary decides what its attribute is: the name of the object's class,
/// that of the method, and the method.
pub(crate) fn descriptor_method<'a>(
    value: &Value,
    names: &[&'a str],
) -> Option<(String, &'a str, Value)> {
    let Value::Instance(object) = value else {
        return None;
    };
    let class = object.class();
    let mut methods = names.iter().map(|&n| (n, class.find(Name::new(n))));
    methods.find_map(|(n, m)| Some((class.name.get().to_string(), n, m?)))
}
