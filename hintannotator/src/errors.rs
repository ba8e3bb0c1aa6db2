//! The hint-annotator's diagnostics (E07xx).
use std::collections::VecDeque;

use ir::dataflow::Def;
use ir::diag::Diagnostic;
use ir::lltype::{ContainerId, LLType};
use ir::model::{Arg, BlockId, ExitSwitch, Operand, Operation, VarId};
use ir::name::Name;
use ir::source::Span;
use lowlevel::ops::HintKind;
use lowlevel::{AliasRegion, FuncId, JitDriver, LL, LLGraph, LLOp, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use transform::rewrite;

use crate::RedReason;
use crate::demands::Demands;
use crate::policy::{self, CallKind, Fold};
use crate::prepare::Prepared;
use crate::times::{Times, VariantId};

mod items;

/// The name of a variable in messages; without one, the expression that computes it.
pub(crate) fn value(p: &Prepared, v: VarId) -> String {
    if p.graph.vars[v].name.is_some() {
        return variable(&p.graph, v);
    }
    let mut v = v;
    // Blocks are split behind calls: what one link alone passes is the same value.
    let span = loop {
        match p.defs[v] {
            Def::Op(b, i) => break p.graph.blocks[b].ops[i].span,
            // An entry has a value from outside, even if one loop alone comes back to it.
            Def::Input(b, _) if p.is_entry(b) => break Span::NONE,
            Def::Input(b, i) => match p.preds[b][..] {
                [(_, l)] => match p.graph.links[l].args[i] {
                    Operand::Var(next) => v = next,
                    Operand::Const(_) => break Span::NONE,
                },
                _ => break Span::NONE,
            },
            Def::None => break Span::NONE,
        }
    };
    snippet(span)
}

/// Source text as a name, if it is short.
fn snippet(span: Span) -> String {
    if span.is_none() {
        return "a value".into();
    }
    let file = ir::source::file(span.file);
    match file.text.get(span.start as usize..span.end as usize) {
        Some(text) if !text.is_empty() && text.len() <= 40 && !text.contains('\n') => {
            format!("`{text}`")
        }
        _ => "a value".into(),
    }
}

/// The name of a variable for people.
pub fn variable(g: &LLGraph, v: VarId) -> String {
    match g.vars[v].name {
        Some(n) => format!("`{n}`"),
        None => "a value".into(),
    }
}

fn driver_name(d: &JitDriver) -> String {
    if d.name.is_empty() {
        "the driver".into()
    } else {
        format!("driver `{}`", d.name)
    }
}

/// Two merge points in one function.
pub fn second_merge_point(program: &Program, f: FuncId, first: Span, second: Span) -> Diagnostic {
    Diagnostic::error(
        "E0702",
        second.max(first),
        format!("`{}` has two merge points", program.funcs[f].name),
    )
    .label("the second one")
    .note(first.min(second), "the first one")
    .help("one loop has one merge point: put the other loop into a function of its own")
}

/// A marker whose arguments do not fit its driver.
pub fn marker_arguments(d: &JitDriver, marker: &Operation<LL>) -> Diagnostic {
    Diagnostic::error(
        "E0703",
        marker.span,
        format!(
            "the merge point of {} passes {} values",
            driver_name(d),
            marker.args.len()
        ),
    )
    .label(format!(
        "the driver has {} greens and {} reds",
        d.greens.len(),
        d.reds.len()
    ))
    .note(d.span, "declared here")
}

/// A name that a driver declares twice.
pub fn declared_twice(d: &JitDriver, name: Name) -> Diagnostic {
    Diagnostic::error(
        "E0704",
        d.span,
        format!("{} declares `{name}` twice", driver_name(d)),
    )
    .label("each name is green or red, once")
    .help("remove one of them")
}

/// Two markers of a driver that pass values of different types.
pub fn other_type(
    program: &Program,
    d: &JitDriver,
    name: Name,
    first: (Span, LLType),
    second: (Span, LLType),
) -> Diagnostic {
    let show = |t| program.types.show(t);
    Diagnostic::error(
        "E0707",
        second.0,
        format!("`{name}` of {} has another type here", driver_name(d)),
    )
    .label(format!("passes {}", show(second.1)))
    .note(first.0, format!("passes {}", show(first.1)))
    .help("all markers of one driver pass values of the same types: use a driver of its own, or values of one type")
}

/// A program that names no interpreter loop.
pub fn no_merge_point() -> Diagnostic {
    Diagnostic::error("E0700", Span::NONE, "the program has no merge point")
        .label("nothing says where the interpreter loop is")
        .help("put `driver.jit_merge_point(...)` (or `hint(None, global_merge_point=True)`) at the head of the interpreter loop, or build without -Ojit")
}

/// A variable that is live behind a merge point and not passed to it. `prologue`: what is in front of it, if it is a
/// function of its own, and what it passes.
pub fn lost_at_merge_point(
    (g, prologue): (&LLGraph, Option<(&LLGraph, &[Arg<LL>])>),
    v: VarId,
    d: &JitDriver,
    span: Span,
) -> Diagnostic {
    let definition = definition(g, v, prologue);
    let name = match (g.vars[v].name, &definition) {
        (None, Some((span, _))) => snippet(*span),
        _ => variable(g, v),
    };
    let d = Diagnostic::error(
        "E0701",
        span,
        format!("{name} is used behind the merge point, but is neither green nor red there"),
    )
    .label(format!("{} does not pass it", driver_name(d)))
    .help(format!(
        "add {name} to the greens or reds of the driver and to the arguments of jit_merge_point()"
    ));
    match definition {
        Some((s, text)) => d.note(s, text),
        None => d,
    }
}

/// Where a variable gets its value, if that is one place.
fn definition(
    g: &LLGraph,
    v: VarId,
    prologue: Option<(&LLGraph, &[Arg<LL>])>,
) -> Option<(Span, String)> {
    let Operand::Var(origin) = rewrite::origins(g)[v] else {
        return None;
    };
    if let Some(k) = g.args().iter().position(|&a| a == origin) {
        if let Some((before, passed)) = prologue {
            return definition(before, passed.get(k)?.var()?, None);
        }
        return Some((Span::NONE, "it is a parameter of the function".into()));
    }
    g.live_blocks()
        .flat_map(|b| &g.blocks[b].ops)
        .find(|op| op.result == origin)
        .map(|op| (op.span, "it is computed here".into()))
}

/// A declared green that is promoted where a red value enters it, unless compiled code has it as a constant all the
/// same.
pub(crate) fn promoted_green(
    times: &Times<'_>,
    callers: &Callers,
    f: FuncId,
    i: usize,
) -> Option<Diagnostic> {
    let program = times.preparer.program;
    let p = &times.graphs[&f];
    let m = p.marker?;
    let name = crate::analyse::argument_name(program, p, i)
        .map_or_else(|| "a green".to_owned(), |n| format!("the green `{n}`"));
    let d = Diagnostic::warning(
        "W0710",
        m.span,
        format!(
            "{name} is not always known to the JIT: a value that is not is promoted where it enters"
        ),
    )
    .label("the value is needed here");
    let variant = times
        .variants
        .iter_enumerated()
        .find(|(_, v)| v.func == p.func)
        .map(|(id, _)| id);
    let arg = &p.graph.blocks[m.block].ops.last()?.args[i];
    match (variant, arg) {
        (Some(id), Operand::Var(v)) if known_while_compiling(times, callers, id, *v) => None,
        (Some(id), Operand::Var(v)) => Some(explained(d, times, callers, id, *v)),
        _ => Some(d),
    }
}

/// Hints that ask for green what cannot be.
pub(crate) fn unmet(times: &Times<'_>, demands: &Demands) -> Vec<Diagnostic> {
    let callers = callers(demands);
    let mut seen: FxHashSet<(FuncId, BlockId, usize)> = FxHashSet::default();
    let mut out = Vec::new();
    for &(id, b, i) in &demands.unmet {
        let func = times.variants[id].func;
        if !seen.insert((func, b, i)) {
            continue;
        }
        let p = &times.graphs[&func];
        let op = &p.graph.blocks[b].ops[i];
        let Operand::Var(v) = op.args[0] else {
            continue;
        };
        let asserted = op.op == LLOp::Hint(HintKind::AssertGreen);
        let name = value(p, v);
        let d = Diagnostic::error(
            if asserted { "E0706" } else { "E0705" },
            op.span,
            format!("{name} cannot be green"),
        )
        .label(if asserted {
            "assert_green() asks for it"
        } else {
            "hint(concrete=True) asks for it"
        });
        out.push(explained(d, times, &callers, id, v));
    }
    out
}

/// Why the variables of the source are red that are: once for each function and name.
pub(crate) fn reasons(times: &Times<'_>, demands: &Demands) -> Vec<RedReason> {
    let callers = callers(demands);
    let mut seen: FxHashSet<(FuncId, Name)> = FxHashSet::default();
    let mut out = Vec::new();
    for &id in &demands.used {
        let variant = &times.variants[id];
        let func = variant.func;
        let p = &times.graphs[&func];
        // Copies of a variable have its name: the first one, in the order of execution, is the variable.
        let inputs = p.order.iter().flat_map(|&b| {
            let block = &p.graph.blocks[b];
            let results = block.ops.iter().map(|op| op.result);
            block.inputargs.iter().copied().chain(results)
        });
        for v in inputs {
            let Some(name) = p.graph.vars[v].name else {
                continue;
            };
            if !variant.times[v].is_red() || !seen.insert((func, name)) {
                continue;
            }
            let function = &times.preparer.program.funcs[func].name;
            let span = match p.defs[v] {
                Def::Op(b, i) => p.graph.blocks[b].ops[i].span,
                _ => Span::NONE,
            };
            let d = Diagnostic::explanation(span, format!("`{name}` is red in `{function}`"));
            let why = explained(d, times, &callers, id, v);
            out.push(RedReason { func, name, why });
        }
    }
    out
}

/// Who calls each variant, where.
pub(crate) type Callers = FxHashMap<VariantId, Vec<(VariantId, BlockId)>>;

pub(crate) fn callers(demands: &Demands) -> Callers {
    (demands.callers.iter_enumerated())
        .map(|(v, list)| (v, list.clone()))
        .collect()
}

/// A diagnostic with the reasons why a variable is red, and what would mend it.
pub(crate) fn explained(
    mut d: Diagnostic,
    times: &Times<'_>,
    callers: &Callers,
    id: VariantId,
    v: VarId,
) -> Diagnostic {
    let hard = !known_while_compiling(times, callers, id, v);
    let (steps, help) = chain(times, callers, id, v, hard);
    for (span, text) in steps.into_iter().filter(|s| !s.1.is_empty()) {
        d = d.note(span, text);
    }
    match help {
        Some(h) => d.help(h),
        None => d,
    }
}

/// Whether all that keeps a variable from being green is that elidable calls of known arguments may raise: compiled
/// code has what they return as constants all the same.
pub(crate) fn known_while_compiling(
    times: &Times<'_>,
    callers: &Callers,
    id: VariantId,
    v: VarId,
) -> bool {
    let mut queue = vec![(id, v)];
    let mut seen: FxHashSet<(VariantId, VarId)> = [(id, v)].into_iter().collect();
    while let Some(at) = queue.pop() {
        match why(times, callers, at.0, at.1) {
            Why::Root(..) | Why::RootAt(..) => return false,
            Why::KnownWhileCompiling(..) => {}
            Why::Because(list) => {
                queue.extend(list.into_iter().map(|n| n.0).filter(|&n| seen.insert(n)));
            }
        }
    }
    true
}

/// Why one red variable is red: the next ones, each with a place and a text; or the end of the chain.
enum Why {
    Because(Vec<((VariantId, VarId), Span, String)>),
    Root(Span, String, String),
    /// The end of the chain where the value has to be green; while compiling, it is known: an elidable call of what is
    /// known, which is made then.
    KnownWhileCompiling(Span, String, String),
    /// With another place that the end of the chain is about.
    RootAt(Span, String, String, Span, &'static str),
}

/// The shortest way from a red variable down to what cannot be green, and what would mend it. `hard`: down to what is
/// not known while compiling either.
fn chain(
    times: &Times<'_>,
    callers: &Callers,
    id: VariantId,
    v: VarId,
    hard: bool,
) -> (Vec<(Span, String)>, Option<String>) {
    let mut from: FxHashMap<(VariantId, VarId), ((VariantId, VarId), Span, String)> =
        FxHashMap::default();
    let mut queue = VecDeque::from([(id, v)]);
    let mut seen: FxHashSet<(VariantId, VarId)> = [(id, v)].into_iter().collect();
    while let Some(at) = queue.pop_front() {
        match why(times, callers, at.0, at.1) {
            Why::KnownWhileCompiling(..) if hard => {}
            end @ (Why::Root(..) | Why::RootAt(..) | Why::KnownWhileCompiling(..)) => {
                let (mut steps, help) = match end {
                    Why::Root(span, text, help) | Why::KnownWhileCompiling(span, text, help) => {
                        (vec![(span, text)], help)
                    }
                    Why::RootAt(span, text, help, at, also) => {
                        (vec![(at, also.to_owned()), (span, text)], help)
                    }
                    Why::Because(_) => continue,
                };
                let mut here = at;
                while let Some((next, span, text)) = from.get(&here) {
                    steps.push((*span, text.clone()));
                    here = *next;
                }
                steps.reverse();
                steps.dedup();
                return (steps, Some(help));
            }
            Why::Because(list) => {
                for (next, span, text) in list {
                    if seen.insert(next) {
                        from.insert(next, (at, span, text));
                        queue.push_back(next);
                    }
                }
            }
        }
    }
    (Vec::new(), None)
}

fn why(times: &Times<'_>, callers: &Callers, id: VariantId, v: VarId) -> Why {
    let variant = &times.variants[id];
    let p = &times.graphs[&variant.func];
    let g = &p.graph;
    let red = |id: VariantId, a: &Arg<LL>| match a {
        Operand::Var(v) if times.variants[id].times[*v].is_red() => Some((id, *v)),
        _ => None,
    };
    let name = value(p, v);
    match p.defs[v] {
        Def::None => Why::Because(Vec::new()),
        Def::Input(b, i) => {
            let mut list = Vec::new();
            if p.is_entry(b) {
                match &p.marker {
                    Some(m) => {
                        return Why::Root(
                            m.span,
                            format!("{name} is red at this merge point"),
                            format!(
                                "make {name} a green of the driver, or promote what is needed of it"
                            ),
                        );
                    }
                    None => {
                        for &(c, at) in callers.get(&id).into_iter().flatten() {
                            let cp = &times.graphs[&times.variants[c].func];
                            let call = cp.graph.blocks[at].ops.last().expect("a call");
                            let skip = usize::from(matches!(call.op, LLOp::IndirectCall(..)));
                            if let Some(next) = red(c, &call.args[i + skip]) {
                                list.push((next, call.span, format!("{name} is passed here")));
                            }
                        }
                    }
                }
            }
            for &(_, l) in &p.preds[b] {
                let link = &g.links[l];
                if let Some(next) = red(id, &link.args[i]) {
                    list.push((next, Span::NONE, String::new()));
                }
            }
            Why::Because(list)
        }
        Def::Op(b, i) => operation(times, callers, id, p, b, i, &red),
    }
}

/// Whether all fields of a structure are set when it is made, as those of tuples are.
fn never_changes(program: &Program, c: ContainerId) -> bool {
    let is_set_once = |f| AliasRegion::Field(c, f).is_immutable(&program.types);
    program.types.is_iterator_or_tuple(c)
        && (0..program.types.as_struct(c).fields.len() as u32).all(is_set_once)
}

fn operation(
    times: &Times<'_>,
    callers: &Callers,
    id: VariantId,
    p: &Prepared,
    b: BlockId,
    i: usize,
    red: &dyn Fn(VariantId, &Arg<LL>) -> Option<(VariantId, VarId)>,
) -> Why {
    let program = times.preparer.program;
    let op = &p.graph.blocks[b].ops[i];
    let span = op.span;
    let args = |text: &str| {
        Why::Because(
            op.args
                .iter()
                .filter_map(|a| red(id, a))
                .map(|n| (n, span, text.to_owned()))
                .collect(),
        )
    };
    let promote = "promote the value: `hint(x, promote=True)`";
    let root = |text: String, help: &str| Why::Root(span, text, help.to_owned());
    match &op.op {
        LLOp::Hint(HintKind::Variable | HintKind::Forget) => root(
            "a hint makes it red here".into(),
            "remove the hint `variable=True`",
        ),
        LLOp::Hint(_) => args("through this hint"),
        LLOp::DirectCall(f) => match times.preparer.kinds[*f] {
            CallKind::Inside => call(times, id, b, span),
            CallKind::Elidable
                if !times.preparer.effects.can_raise[*f]
                    || op.args.iter().any(|a| red(id, a).is_some()) =>
            {
                args("it depends on an argument of this elidable call")
            }
            CallKind::Elidable => Why::KnownWhileCompiling(
                span,
                format!(
                    "`{}` is elidable, but it may raise an exception",
                    program.funcs[*f].name
                ),
                "catch the exception inside of the function, or promote the result".into(),
            ),
            CallKind::Residual | CallKind::Portal => root(
                format!(
                    "the result of `{}`, which the JIT does not look inside",
                    program.funcs[*f].name
                ),
                "make the function `@elidable` if its result depends on its arguments alone, or promote the result: `hint(x, promote=True)`",
            ),
        },
        LLOp::IndirectCall(_, Some(_)) => call(times, id, b, span),
        LLOp::GetField(c, f)
            if policy::fold(program, times.preparer.effects, &op.op) == Fold::Load(false) =>
        {
            let s = program.types.as_struct(*c);
            let field = s.fields.get(*f as usize).map_or("?", |x| x.name.as_str());
            let text = format!(
                "it is read from the field `{field}` of `{}`, which may change",
                s.name
            );
            match stored(program, *c, *f) {
                Some(at) => Why::RootAt(
                    span,
                    text,
                    format!(
                        "promote the value read: `hint(x, promote=True)`; or declare `_immutable_fields_ = ['{field}?']` if it seldom changes"
                    ),
                    at,
                    "it is stored here",
                ),
                None => root(
                    text,
                    &format!(
                        "declare `_immutable_fields_ = ['{field}']` if it never changes after initialisation, or promote the value read: `hint(x, promote=True)`"
                    ),
                ),
            }
        }
        LLOp::GetArrayItem(_) | LLOp::GetInteriorItem(_) | LLOp::GetItemField(..)
            if policy::fold(program, times.preparer.effects, &op.op) == Fold::Load(false)
                && op.args[0].var().is_none_or(|v| {
                    times.variants[id].times[v].frozen() == crate::lattice::Frozen::Mutable
                }) =>
        {
            items::item(times, callers, id, p, op)
        }
        o if policy::fold(program, times.preparer.effects, o) != Fold::No => {
            args("it is computed here")
        }
        // As long as it is a tuple of its own its items are what was put into it.
        LLOp::Malloc(c) if never_changes(program, *c) => {
            let stores = p.order.iter().flat_map(|&b| &p.graph.blocks[b].ops);
            let parts = stores.filter(|s| {
                matches!(s.op, LLOp::SetField(..)) && s.args[0].var() == Some(op.result)
            });
            let put = |s: &Operation<LL>| {
                let next = s.args.last().and_then(|a| red(id, a))?;
                Some((next, s.span, "it is put into a tuple here".to_owned()))
            };
            Why::Because(parts.filter_map(put).collect())
        }
        LLOp::Malloc(_) | LLOp::MallocVar(_) => root("it is a new object".into(), promote),
        LLOp::ExternCall(x) => root(
            format!(
                "the result of `{}`, a function of the runtime",
                program.externs[*x].name
            ),
            promote,
        ),
        LLOp::ExcType | LLOp::ExcValue | LLOp::ExcOccurred => {
            root("it comes from an exception".into(), promote)
        }
        o => root(
            format!("the result of `{}` is known at run time only", o.name()),
            promote,
        ),
    }
}

/// A place outside of constructors that stores a field.
fn stored(program: &Program, c: ContainerId, f: u32) -> Option<Span> {
    (program.funcs.iter())
        .filter(|func| !func.name.ends_with(".__init__"))
        .flat_map(|func| {
            let g = &func.graph;
            g.live_blocks().flat_map(|b| &g.blocks[b].ops)
        })
        .find(|op| op.op == LLOp::SetField(c, f) && !op.span.is_none())
        .map(|op| op.span)
}

fn call(times: &Times<'_>, id: VariantId, b: BlockId, span: Span) -> Why {
    let program = times.preparer.program;
    let Some(targets) = times.variants[id].calls.get(&b) else {
        return Why::Root(
            span,
            "the result of a call that the JIT does not look inside".into(),
            "promote the result: `hint(x, promote=True)`".into(),
        );
    };
    let mut list = Vec::new();
    for &(f, t) in targets {
        let name = &program.funcs[f].name;
        if !times.variants[t].inside {
            let at = red_condition(times, f, t);
            return Why::RootAt(
                span,
                format!("the result of `{name}`, which the JIT does not look inside because of its loop"),
                "mark the function `@unroll_safe` if the loop runs a few times, `@elidable` if the result depends on the arguments alone, or promote the result".into(),
                at,
                "the end of the loop depends on values known at run time only",
            );
        }
        let ret = times.graphs[&f].graph.return_var();
        if times.variants[t].times[ret].is_red() {
            list.push(((t, ret), span, format!("it is returned by `{name}`")));
        }
    }
    if list.is_empty() {
        return Why::Root(
            span,
            "one of the functions that this call may reach is not looked inside".into(),
            "promote the result: `hint(x, promote=True)`".into(),
        );
    }
    Why::Because(list)
}

/// The condition that keeps a function with loops from being inlined.
fn red_condition(times: &Times<'_>, f: FuncId, variant: VariantId) -> Span {
    let p = &times.graphs[&f];
    let known = &times.variants[variant].times;
    p.loop_conditions
        .iter()
        .find(|&&b| crate::times::condition(&p.graph, b, known).is_red())
        .and_then(|&b| {
            let block = &p.graph.blocks[b];
            let ExitSwitch::Value(Operand::Var(v)) = block.exitswitch else {
                return None;
            };
            block.ops.iter().find(|o| o.result == v).map(|o| o.span)
        })
        .unwrap_or(p.graph.span)
}
