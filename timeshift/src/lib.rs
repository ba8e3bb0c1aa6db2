//! Timeshifting, the construction of generators: coloured graphs become generator graphs and tables, merge points of
//! the translated interpreter become counters.
//!
//! ```text
//! typed program ──hintannotator──▶ Colored ──[`prepare`]──▶ counters at merge points, functions and objects to keep
//!       │ passes                                                │
//!       ▼ after the exception transform                         ▼
//! program ◀──────────[`generate`]: a generator and an executor per copy, JitInfo──────
//!       │ GC transform, back end
//!       ▼
//! image with tables ([`finish`])
//! ```
//! * [`points`]: where a generator stops and resumes; [`copy`]: the generator of one copy; [`words`]: values as words.
//! * [`executor`]: what runs where nothing is compiled yet: a copy as native code, with an entry at each point.
//! * [`portal`]: the translated interpreter's side; [`counting`]: what it does at an arrival that counts.
//! * [`direct`]: calls of a portal with known greens.
//! * [`params`]: `set_param`, before colours are found.
//! * [`renumber`]: coloured graphs follow the numbers of the program.
//! * [`watch`]: stores to fields that change rarely. [`unread`]: objects that calls consume.
//! * [`tables`], [`effects`]: what the image tells the JIT's run time (crate `jit`).
use hintannotator::Colored;
use ir::diag::Diagnostic;
use ir::index::IndexVec;
use ir::lltype::{ContainerId, LLType};
use ir::model::{BlockId, Operand, VarId};
use ir::source::Span;
use jit_abi::info::{CopyInfo, Direct, FuncInfo, JitInfo, PointId, PointInfo, PortalInfo};
use lowlevel::binding::CopyId;
use lowlevel::ops::HintKind;
use lowlevel::{
    AliasRegion, FuncAttrs, FuncId, Function, InlineHint, LLGraph, LLOp, ObjId, Program,
};
use transform::effects::{Effects, Owners};
use transform::ranges::{self, CountLevel};

pub mod copy;
pub mod counting;
pub mod direct;
pub mod effects;
pub mod executor;
pub mod externs;
pub mod nested;
pub mod params;
pub mod points;
pub mod portal;
pub mod renumber;
pub mod tables;
pub mod unread;
pub mod watch;
pub mod words;

use counting::Machinery;
use executor::Exchange;
use points::{GeneratorPlan, PointKey};
use renumber::Numbers;
use tables::TableBuilder;

/// Why something cannot be generated: our bug, or an unsupported construct.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The place in the interpreter.
    pub span: Span,
    /// What cannot be done, for the user.
    pub message: String,
}

impl From<Failure> for Diagnostic {
    fn from(f: Failure) -> Diagnostic {
        Diagnostic::internal(f.span, f.message)
    }
}

/// A program whose merge points count, and the colours of its graphs.
#[derive(Debug)]
pub struct Prepared {
    owners: Owners,
    colored: Colored,
    machinery: Machinery,
    numbers: Numbers,
    /// By portal.
    direct: Vec<Option<Direct>>,
}

/// Rewrites the portals of a typed program, and marks what the passes must keep.
///
/// # Errors
/// See [`portal::rewrite`].
pub fn prepare(program: &mut Program, colored: Colored) -> Result<Prepared, Vec<Diagnostic>> {
    let owners = transform::effects::owners(program);
    let machinery = Machinery::declare(program);
    let mut failed: Vec<Diagnostic> = Vec::new();
    let mut direct = Vec::new();
    for (i, p) in colored.portals.iter().enumerate() {
        match portal::rewrite(program, &machinery, p, i) {
            Ok(d) => direct.push(d),
            Err(e) => failed.push(e.into()),
        }
    }
    if !failed.is_empty() {
        return Err(failed);
    }
    let objects = [
        machinery.exchange,
        machinery.counters,
        machinery.tuning,
        machinery.records,
    ];
    let funcs = direct.iter().flatten().flat_map(|d| [d.func, d.resume]);
    let numbers = renumber::keep(program, &colored, funcs, &objects);
    Ok(Prepared {
        owners,
        colored,
        machinery,
        numbers,
        direct,
    })
}

/// The result of [`generate`].
#[derive(Debug)]
pub struct Generated {
    /// The tables, without what needs the final program (see [`finish`]).
    pub info: JitInfo,
    /// The generator of each copy.
    pub generators: IndexVec<CopyId, FuncId>,
    /// The executor of each copy.
    pub executors: IndexVec<CopyId, FuncId>,
}

/// Adds the generators to a program after its exception transform.
///
/// # Errors
/// Our bugs.
pub fn generate(program: &mut Program, prepared: Prepared) -> Result<Generated, Vec<Diagnostic>> {
    let Prepared {
        owners,
        mut colored,
        machinery,
        numbers,
        direct,
    } = prepared;
    let renumbering = numbers.follow(program);
    renumbering.colored(&mut colored);
    let object = |o: ObjId| renumbering.object(o);
    let has_managed_addresses = effects::has_managed_addresses(program);
    let exchange = Exchange {
        pointer: machinery.pointer(object(machinery.exchange)),
        words: machinery.words,
    };
    let generated = generate_colored(program, &colored, machinery.externs, &exchange)?;
    let mut info = generated.info;
    for (portal, direct) in info.portals.iter_mut().zip(direct) {
        portal.direct = direct.map(|d| Direct {
            func: renumbering.func(d.func),
            resume: renumbering.func(d.resume),
            ..d
        });
    }
    let info = JitInfo {
        exchange: Some(object(machinery.exchange)),
        threshold: Some(object(machinery.tuning)),
        counters: Some(object(machinery.counters)),
        records: Some(object(machinery.records)),
        loan: Some(machinery.loan),
        owners: owners.into_iter().collect(),
        ..info
    };
    let fields = watch::fields(program, &info);
    let words = watch::rewrite(program, &machinery, &fields);
    let info = JitInfo {
        watched: Some(words),
        watchable: fields,
        has_managed_addresses,
        ..info
    };
    Ok(Generated { info, ..generated })
}

/// [`generate`] for colours that have the program's numbers.
///
/// # Errors
/// Our bugs.
pub fn generate_colored(
    program: &mut Program,
    colored: &Colored,
    externs: externs::Externs,
    exchange: &Exchange,
) -> Result<Generated, Vec<Diagnostic>> {
    let plans: Vec<GeneratorPlan> = colored
        .copies
        .iter()
        .map(|c| GeneratorPlan::new(program, colored, c))
        .collect();
    let mut first_point = Vec::new();
    let mut n = 0;
    for p in &plans {
        first_point.push(n);
        n += p.points.len() as u32;
    }
    let levels: Vec<_> = colored
        .copies
        .iter()
        .map(|c| ranges::analyse(program, &c.graph))
        .collect();
    let recursive = nested::recursive(colored);
    let word = LLType::Signed;
    let sig = (program.types).func(&[word, LLType::Address, LLType::Address], word);
    let mut tables = TableBuilder::default();
    let (mut graphs, mut executing) = (Vec::new(), Vec::new());
    let mut errors: Vec<Diagnostic> = Vec::new();
    {
        let cx = copy::Cx {
            program,
            colored,
            plans: &plans,
            first_point: &first_point,
            externs,
            levels: &levels,
            recursive: &recursive,
            first_generator: program.funcs.len(),
            sig,
        };
        for id in colored.copies.indices() {
            match copy::generator(&cx, id, &mut tables) {
                Ok(g) => graphs.push(g),
                Err(e) => errors.push(e.into()),
            }
            match executor::executor(&cx, id, exchange) {
                Ok(g) => executing.push(g),
                Err(e) => errors.push(e.into()),
            }
        }
        point_tables(&cx, &mut tables);
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let generators = add(program, colored, "generator", sig, graphs);
    let sig = program.types.func(&[word, LLType::Address], word);
    let executors = add(program, colored, "executor", sig, executing);
    let mut info = tables.info;
    for ((id, copy), plan) in colored.copies.iter_enumerated().zip(&plans) {
        info.copies.push(CopyInfo {
            func: copy.func,
            generator: generators[id],
            executor: executors[id],
            start: PointId(first_point[id.0 as usize]),
            result: (copy.result, *copy.graph.ty(copy.graph.return_var())),
            has_loops: plan.has_loops,
        });
    }
    Ok(Generated {
        info,
        generators,
        executors,
    })
}

/// Adds a function for the graph of each copy.
fn add(
    program: &mut Program,
    colored: &Colored,
    kind: &str,
    sig: ContainerId,
    graphs: Vec<LLGraph>,
) -> IndexVec<CopyId, FuncId> {
    let mut added = IndexVec::new();
    for (copy, mut graph) in colored.copies.iter().zip(graphs) {
        let name = format!("{kind}{}.{}", added.len(), program.funcs[copy.func].name);
        graph.name.clone_from(&name);
        let span = program.funcs[copy.func].attrs.span;
        added.push(program.funcs.push(Function {
            name,
            sig,
            graph,
            attrs: FuncAttrs {
                inline: InlineHint::Never,
                helper: true,
                span,
                ..FuncAttrs::default()
            },
        }));
    }
    added
}

/// The tables of points and portals.
fn point_tables(cx: &copy::Cx<'_>, tables: &mut TableBuilder) {
    let program = cx.program;
    let reads = unread::Reads::new(program);
    for ((id, copy), plan) in cx.colored.copies.iter_enumerated().zip(cx.plans) {
        let graph = &*copy.graph;
        let function = program.funcs.get(copy.func).map_or("", |f| f.name.as_str());
        let levels = &cx.levels[id.0 as usize];
        let rare = transform::frequency::rare_blocks(graph);
        let read = reads.of(graph);
        let is_unread = |b: BlockId, v: VarId| {
            let links = graph.blocks[b].exits.iter().map(|&l| &graph.links[l]);
            let mut flows =
                links.flat_map(|l| l.args.iter().zip(&graph.blocks[l.target].inputargs));
            flows.all(|(a, &q)| *a != Operand::Var(v) || !read[q])
        };
        for (local, p) in plan.points.values().enumerate() {
            let (name, span, by_value) = match p.key {
                PointKey::Start => ("start".to_owned(), graph.span, false),
                PointKey::Block(b) => {
                    let block = &graph.blocks[b];
                    let first = block.ops.iter().map(|o| o.span).find(|s| !s.is_none());
                    let name = if b == graph.return_block {
                        "return".to_owned()
                    } else {
                        b.to_string()
                    };
                    (name, first.unwrap_or(block.span), false)
                }
                PointKey::After(b) => {
                    let op = graph.blocks[b].ops.last().expect("an action");
                    let callee = |f: FuncId| program.funcs.get(f).map_or("?", |f| f.name.as_str());
                    let (name, by_value) = match &op.op {
                        LLOp::DirectCall(f) => (format!("after call of {}", callee(*f)), false),
                        LLOp::JitMarker(..) => ("merge point".to_owned(), false),
                        LLOp::Hint(k) => (
                            "after promotion".to_owned(),
                            matches!(k, HintKind::PromoteString | HintKind::PromoteUnicode),
                        ),
                        _ => ("after indirect call".to_owned(), false),
                    };
                    (name, op.span, by_value)
                }
            };
            let result = p.result.map(|(color, ty, _)| {
                let plan = match p.key {
                    PointKey::After(b) => copy.calls.get(&b),
                    _ => copy.calls.get(&graph.start),
                };
                let color = plan.map_or(color, |plan| cx.colored.result_of(plan));
                (color, ty)
            });
            let location = tables.location(span, function);
            tables.info.points.push(PointInfo {
                copy: id,
                local: local as u32,
                greens: p.greens.iter().map(|s| s.ty).collect(),
                reds: p.reds.iter().map(|s| s.ty).collect(),
                not_negative: (0..)
                    .zip(&p.reds)
                    .filter_map(|(i, s)| match levels[s.var?] {
                        CountLevel::Unknown => None,
                        level => Some((i, level >= CountLevel::Countable)),
                    })
                    .collect(),
                unread: match p.key {
                    PointKey::After(b) => (0..)
                        .zip(&p.reds)
                        .filter(|(_, s)| program.types.is_gc_ref(s.ty))
                        .filter_map(|(i, s)| is_unread(b, s.var?).then_some(i))
                        .collect(),
                    _ => Vec::new(),
                },
                result,
                by_value,
                kind: p.kind,
                rare: matches!(p.key, PointKey::Block(b) if rare[b]),
                location,
            });
            tables.info.point_names.push(name);
        }
    }
    for p in &cx.colored.portals {
        let function = program.funcs.get(p.func).map_or("", |f| f.name.as_str());
        let location = tables.location(p.span, function);
        let named = |list: &[(ir::name::Name, LLType)]| {
            list.iter().map(|(n, t)| (n.to_string(), *t)).collect()
        };
        let driver = program.drivers.get(p.driver);
        let sig = program.types.as_func(program.funcs[p.func].sig);
        let point = cx.point(p.copy, PointKey::After(p.block));
        tables.info.portals.push(PortalInfo {
            driver: p.driver,
            name: driver.map_or_else(String::new, |d| d.name.clone()),
            func: p.func,
            copy: p.copy,
            point: point.expect("a portal has a point"),
            greens: named(&p.greens),
            reds: named(&p.reds),
            virtualizables: (0..)
                .zip(&p.reds)
                .filter(|(_, (name, _))| driver.is_some_and(|d| d.virtualizables.contains(name)))
                .map(|(i, _)| i)
                .collect(),
            result: sig.result,
            direct: None,
            printable_location: driver.and_then(|d| d.get_printable_location),
            location,
        });
    }
}

/// The same with indices of arguments that have boxes.
fn boxed(g: &LLGraph, initialises: &[(usize, AliasRegion)]) -> Vec<(u32, AliasRegion)> {
    let args = g.args();
    let index = |n: usize| {
        args[..n]
            .iter()
            .filter(|&&v| *g.ty(v) != LLType::Void)
            .count()
    };
    let all = initialises.iter();
    all.map(|&(n, l)| (index(n) as u32, l)).collect()
}

/// Completes the tables with facts about the program as it is compiled.
pub fn finish(program: &Program, info: &mut JitInfo) {
    let e = Effects::new(program);
    let outward = transform::effects::outward(program);
    let mut reads = transform::effects::reads(program);
    let unsettled = transform::effects::unsettled(program, &reads);
    let writes = effects::writes(program);
    let fields = effects::fields(program, effects::held(info));
    let arrays = effects::arrays(program, &fields);
    let reads_held = effects::accesses(program, &fields, &arrays);
    let asks = transform::effects::asks(program, |c| !counting::is_entry(&program.types, c));
    info.types = program.types.clone();
    info.funcs = program
        .funcs
        .iter_enumerated()
        .map(|(id, f)| FuncInfo {
            sig: Some(f.sig),
            elidable: f.attrs.elidable,
            outward: outward[id],
            unsettled: unsettled[id],
            reads_more: f.attrs.elidable && reads[id].is_none(),
            reads: reads[id]
                .take()
                .filter(|_| f.attrs.elidable)
                .unwrap_or_default(),
            can_raise: e.can_raise[id],
            can_collect: e.can_collect[id],
            reads_held: reads_held[id],
            asks: asks[id],
            writes: writes[id].clone(),
            initialises: boxed(&f.graph, &e.initialises[id]),
        })
        .collect();
    info.func_names = program.funcs.iter().map(|f| f.name.clone()).collect();
    info.externs = program.externs.iter().cloned().collect();
    info.objects = program.objects.iter().map(|o| o.container).collect();
    info.known = program.known.clone();
    info.summarise();
}
