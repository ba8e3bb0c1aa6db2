//! Specialisation: which copy of a function's graph a call goes to, and the marks on functions.
//!
//! `_annspecialcase_ = "specialize:TAG(args)"` names the policy. The key of a copy holds what distinguishes it:
//! constants, types, the call site, the number of extra arguments. Copies share the flow graph and differ in their
//! bindings.
use ir::diag::Diagnostic;
use ir::lltype::LLType;
use python::live::Value;

use crate::defs::*;
use crate::engine::{Annotator, Res, Stop};
use crate::model::*;

impl Annotator {
    /// Reads the attributes of a live function.
    pub(crate) fn read_function_marks(&mut self, f: &mut FunctionDesc) {
        let func = f.func.clone();
        let flag = |name: &str| {
            func.attr(name)
                .is_some_and(|v| crate::bookkeeper::is_true(&v))
        };
        let m = &mut f.marks;
        m.elidable = flag("_elidable_function_") || flag("_pure_function_");
        if let Some(v) = func.attr("_jit_look_inside_") {
            m.look_inside = crate::bookkeeper::is_true(&v);
            m.dont_look_inside = !m.look_inside;
        }
        m.unroll_safe = flag("_jit_unroll_safe_");
        m.dont_inline = flag("_dont_inline_");
        m.always_inline = flag("_always_inline_");
        m.no_collect = flag("_gctransformer_hint_cannot_collect_");
        m.not_rpython = flag("_not_rpython_")
            || func
                .doc
                .borrow()
                .as_text()
                .is_some_and(|d| d.trim_start().starts_with("NOT_RPYTHON"));
        m.oopspec = func
            .attr("oopspec")
            .and_then(|v| v.as_text())
            .map(|t| t.as_str().into());
        m.low_level = func
            .module_name()
            .starts_with("rpython.rtyper.lltypesystem");
        let Some(tag) = func.attr("_annspecialcase_").and_then(|v| v.as_text()) else {
            if m.low_level {
                f.specialize = Specialize::LowLevel {
                    and_arg: Box::new([]),
                };
            }
            return;
        };
        match parse_tag(&tag) {
            Some(s) => f.specialize = s,
            None if self.is_own_specialization(&tag) => {}
            None => {
                let d = Diagnostic::unsupported(f.span, format!("the specialisation `{tag}`"));
                self.report(d);
            }
        }
    }

    /// Whether a tag like `specialize:name(1)` names what the program's own policy defines.
    fn is_own_specialization(&self, tag: &str) -> bool {
        let name = tag.strip_prefix("specialize:").unwrap_or(tag);
        let name = name.split('(').next().unwrap_or(name);
        self.options.own_specializations.iter().any(|n| n == name)
    }

    /// `@enforceargs`.
    pub(crate) fn read_enforce(&mut self, d: DescId) {
        let Desc::Function(f) = &self.program.descs[d] else {
            return;
        };
        let span = f.span;
        if let Some(signature) = f.func.attr("_signature_").and_then(|v| v.as_tuple()) {
            let name = f.name.clone();
            let enforce = self.declared_signature(&signature, span, &name);
            if let Desc::Function(f) = &mut self.program.descs[d] {
                f.enforce = enforce;
            }
            return;
        }
        let Some(types) = f.func.attr("_annenforceargs_") else {
            return;
        };
        let items: Option<Vec<Value>> = match types.as_tuple() {
            Some(t) => Some(t.to_vec()),
            None => types.as_list().map(|l| l.to_vec()),
        };
        let plain = items.is_some();
        let items = items.unwrap_or_default();
        let args: Vec<Option<Annotation>> =
            items.iter().map(|v| self.annotation_of_type(v)).collect();
        let forgets =
            |v: &Value| matches!(v, Value::Instance(i) if i.class().name.get() == "_NotConstant");
        let known = plain
            && items
                .iter()
                .zip(&args)
                .all(|(v, a)| v.is_none() || a.is_some() || forgets(v));
        let not_constant = (0..items.len()).filter(|&i| forgets(&items[i])).collect();
        if let Desc::Function(f) = &mut self.program.descs[d] {
            f.enforce = Some(Enforce {
                args,
                dynamic: (!known).then_some(types),
                not_constant,
                result: None,
                span,
                strict: false,
            });
        }
    }

    /// The annotation that a type object stands for in declarations (`int`, `str`, a class, `None`).
    pub fn annotation_of_type(&mut self, v: &Value) -> Option<Annotation> {
        match v {
            Value::None => None,
            Value::Class(c) => {
                if let Some(kind) = crate::builtins::int_class(c) {
                    return Some(Annotation::int_kind(kind, false));
                }
                Some(match (c.builtin.is_some(), c.name.get().as_str()) {
                    (true, "int" | "long") => Annotation::int(),
                    (true, "bool") => Annotation::bool(),
                    (true, "float") => Annotation::float(),
                    (true, "str") => Annotation::str(),
                    (true, "unicode") => Annotation::unicode(),
                    (true, "NoneType") => Annotation::none(),
                    (true, _) if !c.is_exception() => return None,
                    _ => Annotation::instance(self.classdef(c), false),
                })
            }
            // `[int]`: a list of integers.
            Value::List(l) => match &l.to_vec()[..] {
                [item] => {
                    let item = self.annotation_of_type(item)?;
                    Some(self.fresh_list(item))
                }
                _ => None,
            },
            _ => None,
        }
    }

    pub(crate) fn enforce_arguments(&mut self, d: DescId, inputs: &mut [Annotation]) -> Res<()> {
        let Desc::Function(f) = &self.program.descs[d] else {
            return Ok(());
        };
        let Some(e) = f.enforce.clone() else {
            return Ok(());
        };
        if let (Some(declared), Some(hooks)) = (&e.dynamic, self.shared_hooks.clone()) {
            return match hooks.declared(self, declared, inputs) {
                Ok(Some(new)) => {
                    for (i, a) in inputs.iter_mut().zip(new.items().unwrap_or_default()) {
                        *i = *a;
                    }
                    Ok(())
                }
                Ok(None) => Ok(()),
                Err(mut diag) => {
                    diag.code = "E0437";
                    self.fail_with(*diag)
                }
            };
        }
        for &i in &e.not_constant {
            if let Some(a) = inputs.get_mut(i) {
                *a = a.without_const();
            }
        }
        for (i, want) in e.args.iter().enumerate().take(inputs.len()) {
            let Some(want) = want else { continue };
            if e.strict && inputs[i].is_impossible() {
                inputs[i] = *want;
                continue;
            }
            // Lists and dictionaries are identified with the declared one.
            if matches!(
                want.kind(),
                AnnotationKind::List(_) | AnnotationKind::Dict(_)
            ) && let Ok(joined) = self.try_join(inputs[i], *want)
            {
                inputs[i] = joined;
            } else if self.contains(*want, inputs[i]) {
                // A constant stays known.
                if e.strict || !inputs[i].is_const() || inputs[i].is_none() {
                    let truth = inputs[i].maybe_bool()
                        || matches!(inputs[i].kind(), AnnotationKind::Bool(_));
                    inputs[i] = if truth { want.with_bool() } else { *want };
                }
            } else {
                let (name, arg) = match &self.program.descs[d] {
                    Desc::Function(f) => (f.name.clone(), f.signature.argnames.get(i).copied()),
                    _ => continue,
                };
                let arg = arg.map(|a| a.to_string()).unwrap_or_default();
                let diag = Diagnostic::error(
                    "E0437",
                    self.span,
                    format!(
                        "argument `{arg}` of `{name}` is {}, declared is {}",
                        self.english(inputs[i]),
                        self.english(*want)
                    ),
                )
                .note(e.span, "declared here");
                return self.fail_with(diag);
            }
        }
        Ok(())
    }

    /// Checks a declared result; what the caller gets.
    pub(crate) fn check_result(
        &mut self,
        d: DescId,
        graph: GraphId,
        result: Annotation,
    ) -> Annotation {
        let Desc::Function(f) = &self.program.descs[d] else {
            return result;
        };
        let Some(e) = &f.enforce else { return result };
        let (Some(want), span) = (e.result, e.span) else {
            return result;
        };
        if result.is_error() || result.is_impossible() {
            return result;
        }
        let (name, v) = (
            f.name.clone(),
            self.program.graphs[graph].graph().return_var(),
        );
        // Lists are identified with the declared one.
        let joined = self.try_join(want, result);
        if joined != Ok(want) {
            let diag = Diagnostic::error(
                "E0437",
                span,
                format!(
                    "`{name}` returns {}, declared is {}",
                    self.english(result),
                    self.english(want)
                ),
            );
            self.report(diag);
            return Annotation::error();
        }
        self.merge_var(graph, v, want);
        want
    }

    /// The copy that a call with these inputs goes to. May generalise inputs (low-level helpers drop constants).
    pub(crate) fn specialization_key(
        &mut self,
        d: DescId,
        inputs: &mut [Annotation],
    ) -> Res<SpecKey> {
        let Desc::Function(f) = &self.program.descs[d] else {
            return Err(Stop::Failed);
        };
        if f.specialize == Specialize::Default && f.signature.varargname.is_none() {
            return Ok(SpecKey::default());
        }
        let mut key = SpecKey::default();
        // What `*args` holds is counted on behind the arguments that have names.
        let mut flat: Vec<Annotation> = inputs.to_vec();
        let mut names = f.signature.argnames.clone();
        if let Some(star) = f.signature.varargname {
            let items = inputs.last().and_then(|a| a.items());
            key.star_arity = items.map(<[_]>::len);
            if let Some(items) = items {
                flat.pop();
                flat.extend(items);
                names.resize(flat.len(), star);
            }
        }
        let name = f.name.clone();
        match f.specialize.clone() {
            Specialize::Default | Specialize::Memo | Specialize::Ignore => {}
            Specialize::Arg(which) => {
                for i in which {
                    let Some(&a) = flat.get(i) else { continue };
                    match constant_part(a) {
                        Some(p) => key.parts.push(p),
                        None => {
                            let arg = names.get(i).map(|n| n.to_string()).unwrap_or_default();
                            let diag = Diagnostic::error(
                                "E0438",
                                self.span,
                                format!(
                                    "argument `{arg}` of `{name}` is {}, not a constant",
                                    self.english(a)
                                ),
                            )
                            .note(
                                self.program.desc_span(d),
                                format!("the function is specialised by argument {i}"),
                            );
                            return self.fail_with(diag);
                        }
                    }
                }
            }
            Specialize::ArgOrVar(which) => {
                for i in which {
                    let Some(&a) = flat.get(i) else { continue };
                    key.parts.push(constant_part(a).unwrap_or(SpecPart::Any));
                }
            }
            Specialize::ArgType(which) => {
                for i in which {
                    let Some(&a) = flat.get(i) else { continue };
                    key.parts.push(self.type_part(a));
                }
            }
            Specialize::ArgListItemType(i) => {
                let item = match flat.get(i).map(|a| a.kind()) {
                    Some(AnnotationKind::List(l)) => {
                        let c = self.program.list(*l).item;
                        self.read_cell(c)
                    }
                    _ => Annotation::none(),
                };
                if item.is_impossible() {
                    return Err(Stop::Blocked);
                }
                key.parts.push(self.type_part(item));
            }
            Specialize::CallLocation => key.parts.push(SpecPart::Site(self.here)),
            Specialize::LowLevel { and_arg } => {
                for (i, a) in flat.iter_mut().enumerate() {
                    let upper = names.get(i).is_some_and(|n| {
                        let t = n.as_str();
                        t.chars().any(|c| c.is_ascii_uppercase())
                            && !t.chars().any(|c| c.is_ascii_lowercase())
                    });
                    let by_const = upper || and_arg.contains(&i);
                    let part = self.lowlevel_part(a, by_const);
                    key.parts.push(part);
                }
                // What was generalised goes back to where it came from: the items of `*args` into its tuple.
                let star = key.star_arity.map(|_| inputs.len() - 1);
                let (named, items) = flat.split_at(star.unwrap_or(flat.len()));
                inputs[..named.len()].copy_from_slice(named);
                if let Some(star) = star {
                    inputs[star] = Annotation::tuple(items.to_vec());
                }
            }
        }
        Ok(key)
    }

    /// What distinguishes an argument of a low-level helper, which is generalised to that.
    fn lowlevel_part(&mut self, a: &mut Annotation, by_const: bool) -> SpecPart {
        match a.kind() {
            AnnotationKind::Int { .. }
            | AnnotationKind::Bool(_)
            | AnnotationKind::Float
            | AnnotationKind::SingleFloat
            | AnnotationKind::Text(TextKind { wide: false, .. })
            | AnnotationKind::Text(TextKind {
                wide: true,
                single: true,
                ..
            }) if a.is_const() && !by_const => {
                *a = a.without_const();
            }
            _ => {}
        }
        // Non-negativity does not make a copy of its own.
        *a = a.with_sign(false);
        *a = a.escaping();
        match (a.const_value(), a.kind()) {
            (Some(_), _) if by_const => SpecPart::Annotation(*a),
            (_, AnnotationKind::LLType(t)) => SpecPart::LowLevel(*t),
            (
                _,
                AnnotationKind::Pbc { .. } | AnnotationKind::Builtin(_) | AnnotationKind::Static,
            ) => SpecPart::Annotation(*a),
            _ => match lltype_of(*a) {
                Some(t) => SpecPart::LowLevel(t),
                None => self.type_part(*a),
            },
        }
    }

    /// What distinguishes the types of two arguments (`argtype`).
    fn type_part(&mut self, a: Annotation) -> SpecPart {
        let reduced = match a.kind() {
            AnnotationKind::Int { kind, .. } => Annotation::int_kind(*kind, false),
            AnnotationKind::Bool(_) => Annotation::bool(),
            AnnotationKind::Text(TextKind { wide: false, .. }) => Annotation::str(),
            AnnotationKind::Text(TextKind { wide: true, .. }) => Annotation::unicode(),
            AnnotationKind::Instance { class, .. } => Annotation::instance(*class, false),
            AnnotationKind::Pbc { descs, .. } => Annotation::pbc(vec![descs[0]], false),
            AnnotationKind::List(_) => return SpecPart::Sort("list", 0),
            AnnotationKind::Dict(_) => return SpecPart::Sort("dict", 0),
            AnnotationKind::Tuple(items) => return SpecPart::Sort("tuple", items.len()),
            AnnotationKind::Iterator { .. } => return SpecPart::Sort("iterator", 0),
            _ => a.without_const(),
        };
        SpecPart::Annotation(reduced.escaping())
    }
}

/// The constant that `specialize:arg` distinguishes.
fn constant_part(a: Annotation) -> Option<SpecPart> {
    match a.kind() {
        AnnotationKind::Pbc {
            descs,
            nullable: false,
        } if descs.len() == 1 => Some(SpecPart::Annotation(a.without_const())),
        _ if a.is_const() => Some(SpecPart::Annotation(a.escaping())),
        _ => None,
    }
}

/// The low-level type of values of an annotation, where it is plain.
pub(crate) fn lltype_of(a: Annotation) -> Option<LLType> {
    Some(match a.kind() {
        AnnotationKind::Int { kind, .. } => kind.lltype(),
        AnnotationKind::Bool(_) => LLType::Bool,
        AnnotationKind::Float => LLType::Float,
        AnnotationKind::SingleFloat => LLType::SingleFloat,
        AnnotationKind::Text(TextKind {
            wide: false,
            single: true,
            ..
        }) => LLType::Char,
        AnnotationKind::Text(TextKind {
            wide: true,
            single: true,
            ..
        }) => LLType::UniChar,
        AnnotationKind::None => LLType::Void,
        AnnotationKind::Ptr(t) => *t,
        AnnotationKind::Address => LLType::Address,
        _ => return None,
    })
}

fn parse_tag(tag: &str) -> Option<Specialize> {
    let tag = tag.strip_prefix("specialize:").unwrap_or(tag);
    let (name, args) = match tag.split_once('(') {
        Some((n, rest)) => (n, rest.strip_suffix(')')?),
        None => (tag, ""),
    };
    let numbers: Option<Vec<usize>> = args
        .split(',')
        .map(str::trim)
        .filter(|s| !s.is_empty())
        .map(|s| s.parse().ok())
        .collect();
    let numbers = numbers?;
    let or_first = |n: Vec<usize>| -> Box<[usize]> {
        if n.is_empty() {
            Box::new([0])
        } else {
            n.into()
        }
    };
    Some(match name {
        "default" => Specialize::Default,
        "arg" | "argvalue" => Specialize::Arg(or_first(numbers)),
        "arg_or_var" => Specialize::ArgOrVar(or_first(numbers)),
        "argtype" => Specialize::ArgType(or_first(numbers)),
        "arglistitemtype" => Specialize::ArgListItemType(*numbers.first().unwrap_or(&0)),
        "call_location" => Specialize::CallLocation,
        "ll" => Specialize::LowLevel {
            and_arg: Box::new([]),
        },
        "ll_and_arg" => Specialize::LowLevel {
            and_arg: or_first(numbers),
        },
        "memo" => Specialize::Memo,
        "ignore" | "override:ignore" => Specialize::Ignore,
        _ => return None,
    })
}
