//! Calls: arguments matched with parameters, callees found through PBC sets, classes instantiated.
//!
//! ```text
//! v = simple_call(f, x)      b(f) = Pbc{g, h}:  b(g.arg0) ⊔= b(x), b(h.arg0) ⊔= b(x), b(v) = b(g.result) ⊔ b(h.result)
//! v = simple_call(C, x)      b(v) = Inst(C), and C.__init__ is called with (v, x)
//! ```
//! What a site calls is recorded in [`crate::AnnotatedProgram::calls`] with the way its arguments go; families are
//! formed at the end.
use std::rc::Rc;

use flowspace::CallShape;
use ir::diag::Diagnostic;
use ir::name::Name;
use python::live::Value;
use smallvec::SmallVec;

use crate::defs::*;
use crate::engine::{Annotator, NOWHERE, Res, Stop};
use crate::model::*;

pub(crate) mod families;
pub(crate) mod instantiate;
pub(crate) mod matching;
pub(crate) mod specialize;

/// Arguments of a call with `*` spread.
#[derive(Clone, Debug)]
pub(crate) struct CallArgs {
    pub shape: CallShape,
    /// Positional ones, then keywords.
    pub values: SmallVec<[Annotation; 6]>,
}

impl CallArgs {
    pub(crate) fn positional(values: &[Annotation]) -> CallArgs {
        CallArgs {
            shape: CallShape {
                positional: values.len() as u32,
                keywords: Vec::new(),
                star: false,
            },
            values: SmallVec::from_slice(values),
        }
    }
    /// The class of the first argument, if that is an exception, and the other arguments.
    pub(crate) fn without_receiver(&self) -> Option<(ClassId, CallArgs)> {
        let class = self.pos().first()?.class()?;
        let mut rest = self.clone();
        rest.values.remove(0);
        rest.shape.positional -= 1;
        Some((class, rest))
    }
    pub(crate) fn pos(&self) -> &[Annotation] {
        &self.values[..self.shape.positional as usize]
    }
    pub(crate) fn keyword(&self, name: &str) -> Option<Annotation> {
        let i = self.shape.keywords.iter().position(|k| *k == *name)?;
        self.values.get(self.shape.positional as usize + i).copied()
    }
}

/// Where a call is recorded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Site {
    /// The operation is a call.
    Call,
    /// The operation calls a special method of this name.
    Special(Name),
    /// Nowhere (helpers of drivers, finalizers, key functions).
    Unrecorded,
}

/// The outcome of calling one function.
struct Called {
    graph: Option<GraphId>,
    args: Rc<[ArgSource]>,
    result: Annotation,
    special: Option<SpecialCall>,
}

impl Annotator {
    /// Calls whatever `f` is.
    pub(crate) fn call(&mut self, f: Annotation, args: &CallArgs, site: Site) -> Res {
        if args.values.iter().any(|a| a.is_error()) {
            return Err(Stop::Failed);
        }
        match f.kind() {
            AnnotationKind::Error => Err(Stop::Failed),
            AnnotationKind::Impossible => Err(Stop::Blocked),
            AnnotationKind::Pbc { descs, .. } => self.call_pbc(f, descs, args, site),
            AnnotationKind::Builtin(name) => self.call_builtin(*name, f, args),
            AnnotationKind::BuiltinMethod { name, receiver } => {
                self.call_builtin_method(*receiver, *name, args)
            }
            AnnotationKind::Instance { class, nullable } => {
                let name = Name::new("__call__");
                if !self.may_have_special(*class, name)
                    && self.program.find_attr(*class, name).is_none()
                {
                    // A subclass found later may define it.
                    let here = self.here.block_ref();
                    let waiting = &mut self.program.classes[*class].waiting;
                    waiting.entry(name).or_default().insert(here);
                    let d = self.is_not_callable(f);
                    return self.block_because(d);
                }
                self.note_special(*class, name);
                let m = self.get_attribute(*class, name, *nullable)?;
                let site = if site == Site::Call {
                    Site::Special(name)
                } else {
                    site
                };
                self.call(m, args, site)
            }
            AnnotationKind::TypeOf {
                class: Some(class), ..
            } => {
                let all = self.classes_below(*class);
                self.call_pbc(f, &all, args, site)
            }
            AnnotationKind::None => {
                let d = Diagnostic::error("E0404", self.span, "None is called")
                    .label("this is always None");
                self.block_because(d)
            }
            AnnotationKind::Ptr(t) => self.call_pointer(*t, args),
            AnnotationKind::WeakRef(Some(class)) => Ok(Annotation::instance(*class, true)),
            AnnotationKind::WeakRef(None) => Ok(Annotation::none()),
            AnnotationKind::AdtMethod { ptr, func } => {
                let mut values: SmallVec<[Annotation; 6]> = SmallVec::new();
                values.push(Annotation::ptr(*ptr));
                values.extend(args.values.iter().copied());
                let shape = CallShape {
                    positional: args.shape.positional + 1,
                    ..args.shape.clone()
                };
                self.call_pbc(f, &[*func], &CallArgs { shape, values }, site)
            }
            _ => self.not_callable(f),
        }
    }

    fn not_callable(&mut self, f: Annotation) -> Res {
        let d = self.is_not_callable(f);
        self.fail_with(d)
    }

    fn is_not_callable(&mut self, f: Annotation) -> Diagnostic {
        let what = self.english(f);
        let d = Diagnostic::error("E0404", self.span, format!("{what} is called"))
            .label("it cannot be called");
        self.with_callee_origin(d)
    }

    /// The class descs of all classes below `c`; the current block is flowed again when there are more.
    pub(crate) fn classes_below(&mut self, c: ClassId) -> Vec<DescId> {
        let here = self.here.block_ref();
        let all = self.program.subclasses(c);
        let name = Name::new("__class__");
        // A new subclass looks for readers of `__class__` among its bases.
        self.program.classes[c]
            .waiting
            .entry(name)
            .or_default()
            .insert(here);
        let mut descs: Vec<DescId> = all.iter().map(|&k| self.program.class(k).desc).collect();
        descs.sort_unstable();
        descs.dedup();
        descs
    }

    fn call_pbc(&mut self, f: Annotation, descs: &[DescId], args: &CallArgs, site: Site) -> Res {
        let mut result = Annotation::impossible();
        let mut callees = Vec::with_capacity(descs.len());
        let mut special = None;
        let mut failed = false;
        for &d in descs {
            match self.call_desc(d, args, &mut callees) {
                Ok((a, s)) => {
                    special = match self.merge_special(&callees, special, s) {
                        Ok(s) => s,
                        Err(()) => {
                            return self.unsupported(
                                "a call of one of several functions of which some are evaluated while translating",
                            );
                        }
                    };
                    result = match self.try_join(result, a) {
                        Ok(r) => r,
                        Err(e) => {
                            let mut diag = self.union_error(self.span, e);
                            diag.message = format!(
                                "the functions called here give results that do not go together: {}",
                                diag.message
                            );
                            for &d in descs.iter().take(3) {
                                diag = diag.note(
                                    self.program.desc_span(d),
                                    format!("`{}` is one of them", self.program.desc_name(d)),
                                );
                            }
                            return self.fail_with(diag);
                        }
                    };
                }
                Err(Stop::Blocked) => {}
                Err(Stop::Failed) => failed = true,
            }
        }
        let info = CallSiteInfo {
            shape: args.shape.clone(),
            callees,
            family: None,
            row: 0,
            special,
        };
        match site {
            Site::Call => {
                let old = self.program.calls.get(&self.here);
                if !old.is_some_and(|old| same_calls(old, &info)) {
                    self.program.calls.insert(self.here, info);
                }
                if !failed {
                    self.remember_call(f);
                }
            }
            Site::Special(name) => {
                let old = self.program.special_methods.get(&self.here);
                if !old.is_some_and(|(n, old)| *n == name && same_calls(old, &info)) {
                    self.program.special_methods.insert(self.here, (name, info));
                }
            }
            Site::Unrecorded => {}
        }
        if failed {
            return Err(Stop::Failed);
        }
        if result.is_impossible() {
            Err(Stop::Blocked)
        } else {
            Ok(result)
        }
    }

    /// What is special about a call of all these, of which the last was added; fails if they are called in different
    /// ways.
    fn merge_special(
        &self,
        callees: &[Callee],
        known: Option<SpecialCall>,
        added: Option<SpecialCall>,
    ) -> Result<Option<SpecialCall>, ()> {
        use SpecialCall as S;
        let function = |c: &Callee| match &self.program.descs[c.desc] {
            Desc::FrozenMethod(m) => m.func,
            _ => c.desc,
        };
        let [before @ .., last] = callees else {
            return Ok(added);
        };
        let Some(other) = before.last() else {
            return Ok(added);
        };
        Ok(match (known, added) {
            (None, None) => None,
            (Some(S::Ignored), Some(S::Ignored)) => Some(S::Ignored),
            (known @ Some(S::Extension(_)), None) => known,
            (None | Some(S::Extension(_)), added @ Some(S::Extension(_))) => added,
            // One method of several frozen objects: the receiver is among the keys.
            (Some(S::Memo(a)), Some(S::Memo(b))) if function(other) == function(last) => {
                Some(S::Memo(a.iter().chain(b.iter()).cloned().collect()))
            }
            _ => return Err(()),
        })
    }
    fn call_desc(
        &mut self,
        d: DescId,
        args: &CallArgs,
        callees: &mut Vec<Callee>,
    ) -> Res<(Annotation, Option<SpecialCall>)> {
        let (func, receiver) = match &self.program.descs[d] {
            Desc::Function(_) => (d, None),
            Desc::Method(m) => {
                let m = *m;
                match m.receiver {
                    Some(c) => (m.func, Some(Annotation::instance(c, false))),
                    None => (m.func, None),
                }
            }
            Desc::FrozenMethod(m) => {
                let m = *m;
                let v = match &self.program.descs[m.frozen] {
                    Desc::Frozen(f) => f.value.clone(),
                    _ => Value::None,
                };
                let mut a = Annotation::pbc(vec![m.frozen], false);
                if !v.is_none() {
                    a = a.with_const(v);
                }
                (m.func, Some(a))
            }
            Desc::Class(_) => return self.instantiate(d, args, callees),
            Desc::Frozen(f) => {
                let v = f.value.clone();
                let name = Name::new("__call__");
                let Value::Instance(i) = &v else {
                    let a = Annotation::pbc(vec![d], false);
                    return self.not_callable(a).map(|a| (a, None));
                };
                match i.class().find(name) {
                    Some(Value::Function(f)) => {
                        let a = Annotation::pbc(vec![d], false).with_const(v.clone());
                        (self.function_desc(&f), Some(a))
                    }
                    _ => {
                        let a = Annotation::pbc(vec![d], false);
                        return self.not_callable(a).map(|a| (a, None));
                    }
                }
            }
        };
        let called = self.call_function_full(func, args, receiver, false);
        match called {
            Ok(c) => {
                callees.push(Callee {
                    desc: d,
                    graph: c.graph,
                    args: c.args,
                    instantiates: None,
                });
                if c.result.is_impossible() {
                    Err(Stop::Blocked)
                } else {
                    Ok((c.result, c.special))
                }
            }
            Err(e) => Err(e),
        }
    }

    /// Calls a function outside of any operation.
    pub(crate) fn call_function(
        &mut self,
        d: DescId,
        shape: &CallShape,
        values: &[Annotation],
        receiver: Option<Annotation>,
    ) -> Res<Option<GraphId>> {
        let args = CallArgs {
            shape: shape.clone(),
            values: SmallVec::from_slice(values),
        };
        self.call_function_full(d, &args, receiver, true)
            .map(|c| c.graph)
    }

    /// Calls a function; `now`: the caller needs the graph, though the arguments may become more general.
    fn call_function_full(
        &mut self,
        d: DescId,
        args: &CallArgs,
        receiver: Option<Annotation>,
        now: bool,
    ) -> Res<Called> {
        let Desc::Function(f) = &self.program.descs[d] else {
            return Err(Stop::Failed);
        };
        let none: Rc<[ArgSource]> = Rc::from([]);
        if f.specialize == Specialize::Ignore {
            return Ok(Called {
                graph: None,
                args: none,
                result: Annotation::none(),
                special: Some(SpecialCall::Ignored),
            });
        }
        // A memo function is called while translating, and may be anything.
        if f.marks.not_rpython && f.specialize != Specialize::Memo {
            let (name, span) = (f.name.clone(), f.span);
            let d = Diagnostic::error("E0407", self.span, format!("`{name}` is not RPython"))
                .note(span, "its docstring or `_not_rpython_` says so");
            return self.fail_with(d);
        }
        let by_arguments = f.specialize.by_arguments();
        let memo = f.specialize == Specialize::Memo;
        let sources = self.matched_arguments(d, args, receiver.is_some())?;
        let mut inputs: SmallVec<[Annotation; 6]> = SmallVec::new();
        for s in sources.iter() {
            inputs.push(match s {
                ArgSource::Receiver => receiver.unwrap_or(Annotation::error()),
                ArgSource::Positional(i) => args.values[*i],
                ArgSource::Keyword(i) => args.values[args.shape.positional as usize + i],
                ArgSource::Default(v) => self.constant(v),
                ArgSource::Star {
                    receiver: with,
                    first,
                    end,
                } => {
                    let own = with.then(|| receiver.unwrap_or(Annotation::error()));
                    let rest = args.values[*first..*end].iter().copied();
                    Annotation::tuple(own.into_iter().chain(rest).collect::<Vec<_>>())
                }
            });
        }
        if inputs.iter().any(|a| a.is_error()) {
            return Err(Stop::Failed);
        }
        if memo {
            let (result, table) = self.call_memo(d, &inputs)?;
            return Ok(Called {
                graph: None,
                args: sources,
                result,
                special: Some(SpecialCall::Memo(table)),
            });
        }
        self.enforce_arguments(d, &mut inputs)?;
        if by_arguments && !now && self.here != NOWHERE {
            let (graph, result) = self.call_deferred(d, receiver, inputs)?;
            return Ok(Called {
                graph: Some(graph),
                args: sources,
                result: self.check_result(d, graph, result),
                special: None,
            });
        }
        let key = self.specialization_key(d, &mut inputs)?;
        let graph = self.graph_of(d, key)?;
        let result = match self.call_graph(graph, &inputs) {
            Ok(r) => r,
            Err(Stop::Blocked) => Annotation::impossible(),
            Err(e) => return Err(e),
        };
        let result = self.check_result(d, graph, result);
        Ok(Called {
            graph: Some(graph),
            args: sources,
            result,
            special: None,
        })
    }

    /// Which argument each parameter of a function gets.
    fn matched_arguments(
        &mut self,
        d: DescId,
        args: &CallArgs,
        receiver: bool,
    ) -> Res<Rc<[ArgSource]>> {
        let cache_key = (d, args.shape.clone(), receiver);
        let Desc::Function(f) = &self.program.descs[d] else {
            return Err(Stop::Failed);
        };
        if let Some(s) = self.special.matched.get(&cache_key) {
            return Ok(s.clone());
        }
        match matching::match_arguments(&f.signature, &args.shape, receiver) {
            Ok(s) => {
                let s: Rc<[ArgSource]> = s.into();
                self.special.matched.insert(cache_key, s.clone());
                Ok(s)
            }
            Err(why) => {
                let span = f.span;
                let name = f.signature_text();
                let d = Diagnostic::error("E0403", self.span, why)
                    .label("in this call")
                    .note(span, format!("the function is `{name}`"));
                self.fail_with(d)
            }
        }
    }

    /// The graph of a function for a specialisation key.
    pub(crate) fn graph_of(&mut self, d: DescId, key: SpecKey) -> Res<GraphId> {
        let Desc::Function(f) = &self.program.descs[d] else {
            return Err(Stop::Failed);
        };
        if let Some(&g) = f.graphs.get(&key) {
            return Ok(g);
        }
        if f.broken {
            return Err(Stop::Failed);
        }
        let func = f.func.clone();
        let marks = f.marks.clone();
        let flow = match self.front.flow(&func) {
            Ok(f) => {
                for x in &f.errors {
                    self.report(x.clone());
                }
                f
            }
            Err(diags) => {
                for x in diags {
                    self.report(x);
                }
                if let Desc::Function(f) = &mut self.program.descs[d] {
                    f.broken = true;
                }
                return Err(Stop::Failed);
            }
        };
        let low_level = marks.low_level;
        let info = crate::program::GraphInfo::new(flow, Some(d), key.clone(), marks, low_level);
        let g = self.add_graph(info);
        if let Desc::Function(f) = &mut self.program.descs[d] {
            f.graphs.insert(key, g);
        }
        Ok(g)
    }

    /// Memo functions: evaluated for every combination of their arguments' values.
    fn call_memo(
        &mut self,
        d: DescId,
        inputs: &[Annotation],
    ) -> Res<(Annotation, Rc<[(Vec<Value>, Value)]>)> {
        let Desc::Function(f) = &self.program.descs[d] else {
            return Err(Stop::Failed);
        };
        let func = Value::Function(f.func.clone());
        let mut choices: Vec<Vec<Value>> = Vec::new();
        for &a in inputs {
            let mut values = match (a.const_value(), a.kind()) {
                (Some(v), _) => vec![v.clone()],
                (None, AnnotationKind::Bool(_)) => vec![Value::Bool(false), Value::Bool(true)],
                (None, AnnotationKind::Pbc { descs, .. }) => descs
                    .iter()
                    .filter_map(|&d| self.program.desc_value(d))
                    .collect(),
                (None, AnnotationKind::Impossible) => return Err(Stop::Blocked),
                _ => {
                    let what = self.english(a);
                    return self.fail("E0436", format!("a memo function is called with {what}, which is not one of a known set of constants"));
                }
            };
            if a.const_value().is_none() && a.can_be_none() {
                values.push(Value::None);
            }
            choices.push(values);
        }
        let mut combos: Vec<Vec<Value>> = vec![Vec::new()];
        for c in &choices {
            combos = combos
                .into_iter()
                .flat_map(|p| {
                    c.iter().map(move |v| {
                        let mut p = p.clone();
                        p.push(v.clone());
                        p
                    })
                })
                .collect();
        }
        let known: Vec<(Vec<Value>, Value)> =
            self.special.memo.get(&d).cloned().unwrap_or_default();
        let mut table = Vec::new();
        let mut result = Annotation::impossible();
        for args in combos {
            let same = |k: &[Value]| {
                k.len() == args.len()
                    && k.iter()
                        .zip(&args)
                        .all(|(a, b)| crate::model::constant::same(a, b))
            };
            let value = match known.iter().find(|(k, _)| same(k)) {
                Some((_, v)) => v.clone(),
                None => match self.front.call(&func, &args) {
                    Ok(v) => {
                        self.special
                            .memo
                            .entry(d)
                            .or_default()
                            .push((args.clone(), v.clone()));
                        v
                    }
                    Err(diag) => return self.fail_with(*diag),
                },
            };
            let a = self.constant(&value);
            result = self.join(result, a)?;
            table.push((args, value));
        }
        Ok((result, table.into()))
    }
}

/// Whether two records of a call site say the same.
fn same_calls(a: &CallSiteInfo, b: &CallSiteInfo) -> bool {
    a.special.is_none()
        && b.special.is_none()
        && a.callees.len() == b.callees.len()
        && a.callees.iter().zip(&b.callees).all(|(x, y)| {
            x.desc == y.desc
                && x.graph == y.graph
                && x.instantiates == y.instantiates
                && Rc::ptr_eq(&x.args, &y.args)
        })
        && a.shape == b.shape
}
