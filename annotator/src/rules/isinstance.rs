//! Questions about classes: `isinstance`, `issubclass`, `type`.
//!
//! ```text
//! v1 = isinstance(v0, C)    b(v0) = Inst(Base)?:  b(v1) = Bool(v0: (Inst(C), -))
//! ```
use super::OpView;
use super::truth::boolean;
use crate::defs::Desc;
use crate::engine::{Annotator, Res};
use crate::front::hl::HlOp;
use crate::model::lattice;
use crate::model::*;
use ir::diag::Diagnostic;
use ir::name::Name;
use python::live::{ClassRef, Value, types};
use python::vocabulary::library::IntClass;
use std::rc::Rc;

/// What `isinstance` finds.
struct Found {
    /// Per class: always, never, or it depends.
    hits: Vec<Option<bool>>,
    /// What the value is where the answer is true.
    if_true: Annotation,
    /// Whether the answer tells of the value.
    useful: bool,
    /// What the value is where the answer is false.
    left: Annotation,
}

impl Annotator {
    /// The nearest class above all of these classes.
    fn common_class(&self, descs: &[crate::model::DescId]) -> Option<ClassId> {
        let mut out: Option<ClassId> = None;
        for &d in descs {
            let Desc::Class(c) = &self.program.descs[d] else {
                return None;
            };
            let c = c.classdef?;
            out = Some(match out {
                None => c,
                Some(o) => self.program.common_base(o, c)?,
            });
        }
        out
    }
    /// `isinstance(x, C)`
    pub(crate) fn isinstance(
        &mut self,
        view: &OpView<'_>,
        a: Annotation,
        class: Annotation,
    ) -> Res {
        let Some(c) = class.const_value().cloned() else {
            return self.isinstance_of_unknown(view, a, class);
        };
        let classes: Vec<Value> = match c.as_tuple() {
            Some(t) => t.to_vec(),
            None => vec![c],
        };
        let mut found = Found {
            hits: Vec::new(),
            if_true: Annotation::impossible(),
            useful: true,
            left: a,
        };
        for c in &classes {
            let Value::Class(class) = c else {
                return self.no_class();
            };
            self.refuse_mixin(class)?;
            let hit = if Rc::ptr_eq(class, &types().object) {
                found.if_true = a;
                Some(true)
            } else if class.is_exception()
                || class.builtin.is_none() && class.module_name() != IntClass::MODULE
            {
                self.isinstance_of_user(a, class, &mut found)?
            } else {
                self.isinstance_of_builtin(a, class, classes.len() == 1, &mut found)
            };
            found.hits.push(hit);
        }
        let known = if found.hits.contains(&Some(true)) {
            Some(true)
        } else if found.hits.iter().all(|h| *h == Some(false)) {
            Some(false)
        } else {
            None
        };
        let mut narrow = Vec::new();
        if found.useful
            && let Some(var) = view.var(0)
        {
            narrow.push(Narrow {
                var,
                if_true: Some(found.if_true),
                if_false: (found.left != a).then_some(found.left),
            });
        }
        Ok(boolean(known).with_narrowing(narrow))
    }
    fn no_class(&mut self) -> Res {
        self.fail(
            "E0446",
            "the second argument of isinstance() is not a class",
        )
    }
    /// `isinstance(x, C)` of a class known at run time only.
    fn isinstance_of_unknown(
        &mut self,
        view: &OpView<'_>,
        a: Annotation,
        class: Annotation,
    ) -> Res {
        let result = Annotation::bool();
        let descs = match class.kind() {
            AnnotationKind::TypeOf { .. } => return Ok(result),
            AnnotationKind::Pbc { descs, .. } => descs,
            _ => return self.no_class(),
        };
        let (Some(var), Some(base)) = (view.var(0), self.common_class(descs)) else {
            return Ok(result);
        };
        let AnnotationKind::Instance { .. } = a.kind() else {
            return Ok(result);
        };
        // Where it is true, it is below all of what the class may be.
        let inside = Annotation::instance(base, false);
        let if_true = lattice::improve(&self.program, a.without_const().non_none(), inside);
        Ok(result.with_narrowing(vec![Narrow {
            var,
            if_true: Some(if_true),
            if_false: None,
        }]))
    }
    fn refuse_mixin(&mut self, class: &ClassRef) -> Res<()> {
        let mixin = class.own(Name::new("_mixin_"));
        if !mixin.is_some_and(|v| crate::bookkeeper::is_true(&v)) {
            return Ok(());
        }
        let d = self.error("E0434", format!("isinstance() with the mix-in class `{}`", class.name.get()))
        .help("no object is an instance of a mix-in: its methods are copied; test for the classes that use it");
        self.fail_with(d)
    }
    /// Whether a value is an instance of a class of the program, or of an exception.
    fn isinstance_of_user(
        &mut self,
        a: Annotation,
        class: &ClassRef,
        found: &mut Found,
    ) -> Res<Option<bool>> {
        match a.kind() {
            AnnotationKind::Instance {
                class: own,
                nullable,
            } => {
                let id = self.classdef(class);
                let hit = Annotation::instance(id, false);
                let t = lattice::improve(&self.program, a.without_const().non_none(), hit);
                let hit = if self.program.is_subclass(*own, id) {
                    found.left = if *nullable {
                        Annotation::none()
                    } else {
                        Annotation::impossible()
                    };
                    (!nullable).then_some(true)
                } else {
                    t.is_impossible().then_some(false)
                };
                found.if_true = self.join(found.if_true, t)?;
                Ok(hit)
            }
            AnnotationKind::Pbc { descs, nullable } => {
                found.useful = false;
                let inside = |d: &DescId| match &self.program.descs[*d] {
                    Desc::Frozen(f) => f.value.class().is_subclass(class),
                    _ => false,
                };
                let n = descs.iter().filter(|&d| inside(d)).count();
                Ok(if n == 0 {
                    Some(false)
                } else {
                    (n == descs.len() && !nullable).then_some(true)
                })
            }
            AnnotationKind::Dict(d) => {
                found.useful = false;
                if !is_library_dict(class) || self.program.dict(*d).custom.is_none() {
                    return Ok(Some(false));
                }
                if class.name.get() != "r_dict" {
                    return self.unsupported("isinstance() with r_ordereddict");
                }
                Ok((!a.can_be_none()).then_some(true))
            }
            _ => {
                found.useful = false;
                Ok(Some(false))
            }
        }
    }
    /// What tells byte strings and unicode strings apart is asked of a text that may be either.
    pub(crate) fn mixed_text(&self, what: &str) -> Diagnostic {
        Diagnostic::error(
            "E0444",
            self.span,
            format!("{what} of a text that may be a byte string or a unicode string"),
        )
        .label("translated it is of one kind in both cases")
        .help("use literals of one kind: `u\"x\"` or `\"x\"`")
    }
    /// Whether the text of a list or tuple shows texts that may be of the other kind untranslated.
    pub(crate) fn holds_mixed(&self, a: Annotation, depth: u32) -> bool {
        let item = |i: Annotation| is_mixed(i) || depth > 0 && self.holds_mixed(i, depth - 1);
        match a.kind() {
            AnnotationKind::Tuple(items) => items.iter().any(|&i| item(i)),
            AnnotationKind::List(l) => item(self.program.list_item(*l)),
            _ => false,
        }
    }
    /// The result of an operation on texts, some of which may be of the other kind untranslated: so may be the result,
    /// and what cannot be told of it is refused.
    pub(crate) fn of_mixed(&mut self, what: &str, from: &[Annotation], result: Annotation) -> Res {
        if !from.iter().any(|&a| is_mixed(a)) {
            return Ok(result);
        }
        let unicode =
            |a: &Annotation| matches!(a.kind(), AnnotationKind::Text(t) if t.wide && !t.mixed);
        match *result.kind() {
            AnnotationKind::Text(t) if !t.wide => {
                let kind = TextKind { mixed: true, ..t };
                Ok(Annotation::new(AnnotationKind::Text(kind)))
            }
            AnnotationKind::Text(_) if from.iter().any(unicode) => Ok(result),
            AnnotationKind::Text(_) => {
                let d = self.mixed_text(what);
                self.fail_with(d)
            }
            _ => Ok(result),
        }
    }
    /// Whether a value is an instance of a built-in class; `only`: no other class is asked for.
    fn isinstance_of_builtin(
        &mut self,
        a: Annotation,
        class: &ClassRef,
        only: bool,
        found: &mut Found,
    ) -> Option<bool> {
        found.useful = false;
        if class.name.get() == "bool" {
            self.note_boolean(a);
        }
        if is_mixed(a) && matches!(class.name.get().as_str(), "str" | "unicode") {
            let d = self.mixed_text("isinstance()");
            self.report(d);
        }
        // An r_dict is no instance of `dict`.
        let custom =
            matches!(a.kind(), AnnotationKind::Dict(d) if self.program.dict(*d).custom.is_some());
        let hit = match a.kind() {
            _ if class.name.get() == "dict" && custom => Some(false),
            AnnotationKind::Pbc { descs, .. } => {
                let value = |d: &DescId| self.program.desc_value(*d);
                let inside = |d| value(d).is_some_and(|v| v.class().is_subclass(class));
                let all = descs.iter().all(inside);
                (all || !descs.iter().any(inside)).then_some(all)
            }
            _ => builtin_instance(a, class),
        };
        let unless_none = hit == Some(true) && a.can_be_none();
        if unless_none && only {
            found.useful = true;
            found.if_true = a.non_none();
        }
        if unless_none { None } else { hit }
    }

    /// `issubclass(c, d)`: where `c` is the type of a variable, the answer tells of the variable.
    pub(crate) fn issubtype(&mut self, a: Annotation, b: Annotation) -> Res {
        let known = match (a.const_value(), b.const_value()) {
            (Some(Value::Class(x)), Some(Value::Class(y))) => Some(x.is_subclass(y)),
            _ => None,
        };
        match (a.kind(), b.const_value()) {
            (
                AnnotationKind::TypeOf {
                    vars,
                    class,
                    nullable,
                },
                Some(Value::Class(c)),
            ) => {
                let c = c.clone();
                let id = self.classdef(&c);
                let (mut known, mut inside) = (known, Annotation::instance(id, false));
                if let Some(own) = class {
                    if self.program.is_subclass(*own, id) {
                        known = (!nullable).then_some(true);
                    } else if !self.program.is_subclass(id, *own) {
                        known = Some(false);
                    }
                    inside =
                        lattice::improve(&self.program, Annotation::instance(*own, false), inside);
                }
                let narrow = vars
                    .iter()
                    .map(|&var| Narrow {
                        var,
                        if_true: Some(inside),
                        if_false: None,
                    })
                    .collect();
                Ok(boolean(known).with_narrowing(narrow))
            }
            (AnnotationKind::TypeOf { .. } | AnnotationKind::Pbc { .. }, _) => Ok(boolean(known)),
            _ => match known {
                Some(k) => Ok(Annotation::const_bool(k)),
                None => self.bad_operand(&HlOp::IsSubtype, &[a, b]),
            },
        }
    }
    /// `type(x)`
    pub(crate) fn type_rule(&mut self, view: &OpView<'_>, a: Annotation) -> Res {
        match a.kind() {
            AnnotationKind::Instance { class, .. } => {
                let vars: Vec<_> = view.var(0).into_iter().collect();
                Ok(Annotation::new(AnnotationKind::TypeOf {
                    vars: vars.into(),
                    class: Some(*class),
                    nullable: false,
                }))
            }
            AnnotationKind::None => Ok(Annotation::new(AnnotationKind::TypeOf {
                vars: view.var(0).into_iter().collect(),
                class: None,
                nullable: false,
            })),
            AnnotationKind::Int { kind, .. } if *kind == IntKind::SIGNED => {
                Ok(self.constant(&Value::Class(types().int.clone())))
            }
            AnnotationKind::Bool(_) => Ok(self.constant(&Value::Class(types().bool_.clone()))),
            AnnotationKind::Float => Ok(self.constant(&Value::Class(types().float.clone()))),
            AnnotationKind::Text(t) if t.mixed => {
                let d = self.mixed_text("type()");
                self.fail_with(d)
            }
            AnnotationKind::Text(t) if !t.nullable => {
                Ok(self.constant(&Value::Class(match t.wide {
                    false => types().str.clone(),
                    true => types().unicode.clone(),
                })))
            }
            AnnotationKind::Pbc { .. } if a.is_const() => {
                let c = a.const_value().map(Value::class);
                match c {
                    Some(c) => Ok(self.constant(&Value::Class(c))),
                    None => self.bad_operand(&HlOp::Type, &[a]),
                }
            }
            _ => self.bad_operand(&HlOp::Type, &[a]),
        }
    }
}

/// Whether it is `r_dict` or `r_ordereddict` of the library.
fn is_library_dict(class: &ClassRef) -> bool {
    class.module_name() == "rpython.rlib.objectmodel"
        && matches!(class.name.get().as_str(), "r_dict" | "r_ordereddict")
}

/// Whether a text may be of the other kind untranslated.
pub(crate) fn is_mixed(a: Annotation) -> bool {
    matches!(a.kind(), AnnotationKind::Text(TextKind { mixed: true, .. }))
}

/// Whether values of an annotation are instances of a built-in type; `None`: it depends.
fn builtin_instance(a: Annotation, class: &ClassRef) -> Option<bool> {
    let name = class.name.get();
    let want_kind = crate::builtins::int_class(class);
    Some(match (a.kind(), name.as_str()) {
        (AnnotationKind::Static | AnnotationKind::Impossible | AnnotationKind::Error, _) => {
            return None;
        }
        (AnnotationKind::Int { kind, .. }, "int" | "long") => {
            if name == "long" {
                return Some(false);
            }
            *kind == IntKind::SIGNED
        }
        (AnnotationKind::Int { kind, .. }, _) if want_kind.is_some() => Some(*kind) == want_kind,
        (AnnotationKind::Int { .. }, "base_int") => true,
        (AnnotationKind::Bool(_), "bool" | "int") => true,
        (AnnotationKind::Float, "float") => true,
        (AnnotationKind::SingleFloat, "r_singlefloat") => true,
        (AnnotationKind::Text(TextKind { wide: false, .. }), "str" | "basestring") => true,
        (AnnotationKind::Text(TextKind { wide: true, .. }), "unicode" | "basestring") => true,
        (AnnotationKind::List(_), "list") => true,
        (AnnotationKind::Dict(_), "dict") => true,
        (AnnotationKind::Tuple(_), "tuple") => true,
        (AnnotationKind::ByteArray, "bytearray") => true,
        _ => false,
    })
}
