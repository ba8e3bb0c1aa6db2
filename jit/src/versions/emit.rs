//! Compiling the fragments of a session with the back end, and what is recorded and logged of them.
//!
//! A session collects its fragments ([`add`]); when it ends they are compiled in one go ([`flush`]). Their numbers are
//! known before.
use std::collections::BTreeMap;

use backend_x86::fragment::{Edge, Fragment, FragmentEnd, FragmentRun, Guard, To, ValueLocation};
use backend_x86::residual::{Code, EdgeSite, ResidualError, entry_places};
use ir::lltype::{ContainerId, LLType};
use ir::model::{Operand, Operation};
use lowlevel::{FuncAttrs, Function, LL, LLGraph, Value};
use regalloc2::RegClass;

use super::code::{EdgeId, FragmentId, FragmentRecord};
use super::jit::Jit;
use super::keys::ChainId;
use super::log::{LogLevel, quoted};
use super::origins::Marks;
use super::session::{GiveUp, Session};
use super::table::VersionId;
use crate::support::state::ForceReason;
use crate::support::watch::Watched;

/// The fragment under construction, apart from its code.
#[derive(Debug, Default)]
pub struct Draft {
    /// The version that it begins.
    pub version: Option<VersionId>,
    /// The edge that it is compiled for.
    pub from: Option<EdgeId>,
    /// The places of its parameters.
    pub entry: Vec<ValueLocation>,
    /// Calls that are inlined.
    pub inlined: Vec<ChainId>,
}

impl Draft {
    /// The beginning of a version.
    pub fn version(v: VersionId, entry: Vec<ValueLocation>) -> Draft {
        Draft {
            version: Some(v),
            entry,
            ..Draft::default()
        }
    }
    /// What follows an edge.
    pub fn edge(e: EdgeId, entry: Vec<ValueLocation>) -> Draft {
        Draft {
            from: Some(e),
            entry,
            ..Draft::default()
        }
    }
}

fn class_of(ty: LLType) -> RegClass {
    match ty {
        LLType::Float | LLType::SingleFloat => RegClass::Float,
        _ => RegClass::Int,
    }
}

/// Places for the parameters of a fragment that an edge with arguments at these places leads to.
pub fn entry_of(
    places: &[ValueLocation],
    types: impl Iterator<Item = LLType>,
) -> Vec<ValueLocation> {
    let args: Vec<(ValueLocation, RegClass)> =
        places.iter().copied().zip(types.map(class_of)).collect();
    entry_places(&args)
}

fn end_name(end: &FragmentEnd) -> &'static str {
    match end {
        FragmentEnd::Jump(e) => match e.to {
            To::Stub(_) => "edge",
            To::Fragment { .. } | To::Inside(_) => "jump",
            To::Next => "next",
        },
        FragmentEnd::Branch { .. } => "branch",
        FragmentEnd::Switch { .. } => "switch",
        FragmentEnd::Exit { .. } => "exit",
        FragmentEnd::Unreachable => "unreachable",
    }
}

/// A fragment that is not compiled yet.
#[derive(Debug)]
pub struct WaitingFragment {
    id: FragmentId,
    draft: Draft,
    graph: LLGraph,
    locations: Vec<u32>,
    guards: Vec<Guard>,
    pub end: FragmentEnd,
    /// Merge points, for the log.
    marks: Marks,
    /// Virtuals allocated in it, and why.
    forced: Vec<(ContainerId, ForceReason)>,
    /// Fields that it rests on.
    watched: Vec<Watched>,
}

impl WaitingFragment {
    /// Its number.
    pub fn id(&self) -> FragmentId {
        self.id
    }
    /// Its operations.
    pub fn ops(&self) -> &[Operation<LL>] {
        &self.graph.blocks[self.graph.start].ops
    }
    /// Whether it goes on into the fragment that follows.
    fn goes_on(&self) -> bool {
        let next = |e: &Edge| e.to == To::Next;
        match &self.end {
            FragmentEnd::Jump(e) => next(e),
            FragmentEnd::Branch { yes, no, .. } => next(yes) || next(no),
            FragmentEnd::Switch { cases, default, .. } => {
                cases.iter().any(|c| next(&c.1)) || default.as_ref().is_some_and(next)
            }
            FragmentEnd::Exit { .. } | FragmentEnd::Unreachable => false,
        }
    }
    /// The edge that it is compiled for.
    pub fn from(&self) -> Option<EdgeId> {
        self.draft.from
    }
    /// The version that begins with it.
    pub fn version(&self) -> Option<VersionId> {
        self.draft.version
    }
    /// Nothing follows after all: the edge to what was to follow leads to a stub.
    pub fn seal(&mut self, edge: EdgeId) {
        let to = |e: &mut Edge| {
            if e.to == To::Next {
                e.to = To::Stub(edge.0);
            }
        };
        match &mut self.end {
            FragmentEnd::Jump(e) => to(e),
            FragmentEnd::Branch { yes, no, .. } => {
                to(yes);
                to(no);
            }
            FragmentEnd::Switch { .. } | FragmentEnd::Exit { .. } | FragmentEnd::Unreachable => {}
        }
    }
}

/// Adds the fragment at hand of a session to those that wait.
pub fn add(s: &mut Session<'_>, end: FragmentEnd) -> FragmentId {
    let jit = s.run.jit;
    let (graph, locations, guards, forced, watched) = {
        let mut w = jit.state.work_mut();
        let forced = std::mem::take(&mut w.forced);
        let watched = std::mem::take(&mut w.watched);
        let (graph, locations, guards) = w.fragment.take();
        (graph, locations, guards, forced, watched)
    };
    let before = s.output.waiting.last().filter(|w| w.goes_on());
    let root = s.root();
    let root = root.unwrap_or_else(|| jit.code.fragments.borrow().next_id());
    jit.note_cut(root, std::mem::take(&mut s.cut));
    if std::mem::take(&mut s.limited) {
        jit.note_limited(root);
    }
    if forced.iter().any(|f| f.1 == ForceReason::Stored) {
        jit.note_allocates(root);
    }
    if std::mem::take(&mut s.loops) {
        jit.note_loop(root);
    }
    let id = jit.code.fragments.borrow_mut().push(FragmentRecord {
        portal: s.portal,
        root: Some(root),
        jumps: before.map(WaitingFragment::id).into_iter().collect(),
        heads: std::mem::take(&mut s.heads).into_boxed_slice(),
        ..FragmentRecord::default()
    });
    jit.log.later(id.0);
    s.output.waiting.push(WaitingFragment {
        id,
        draft: std::mem::take(&mut s.draft),
        graph,
        locations,
        guards,
        end,
        marks: jit.origins.take_marks(),
        forced,
        watched,
    });
    id
}

/// Edges leave a fragment that was compiled.
fn place_edges(s: &Session<'_>, from: FragmentId, sites: &[EdgeSite]) {
    let jit = s.run.jit;
    let mut edges = jit.code.edges.borrow_mut();
    let mut snapshots = jit.code.snapshots.borrow_mut();
    for site in sites {
        let e = &mut edges[EdgeId(site.edge)];
        e.set_site(site, &mut snapshots);
        e.set_from(from);
        e.set_leaves_mature(s.again);
        let stays = |first| jit.stays_mature(first, e.kind(), e.chain);
        let stays = s.mature.is_some_and(stays);
        e.set_stays_mature(stays);
    }
}

/// Compiles the fragments that wait.
pub fn flush(s: &mut Session<'_>) -> Result<(), GiveUp> {
    if s.output.waiting.is_empty() {
        return Ok(());
    }
    let jit = s.run.jit;
    let began = jit
        .log
        .wants(LogLevel::Versions)
        .then(std::time::Instant::now);
    let mut waiting = std::mem::take(&mut s.output.waiting);
    if !rests_on_facts(jit, &waiting) {
        discard(jit, &waiting);
        s.output.first = None;
        return Err(GiveUp::Again);
    }
    let texts = match jit.log.wants(LogLevel::Versions) {
        true => jit.log.timed(|| texts(jit, &waiting)),
        false => Vec::new(),
    };
    let name = waiting[0].id.to_string();
    let entry = std::mem::take(&mut waiting[0].draft.entry);
    if let Some(e) = waiting[0].draft.from {
        // Directly behind the code that has arrived here, if that is possible. The fragment may take the edge's
        // arguments in another order.
        let mut site = jit.code.edges.borrow()[e].jump(e);
        let places = s.origin.places.clone();
        site.places = places.unwrap_or_else(|| jit.code.places(e));
        jit.code.region.borrow_mut().follow(&site);
    }
    let compiled = {
        let fragments: Vec<Fragment<'_>> = waiting
            .iter_mut()
            .map(|w| Fragment {
                graph: &w.graph,
                guards: &w.guards,
                end: std::mem::replace(&mut w.end, FragmentEnd::Unreachable),
                locations: &w.locations,
            })
            .collect();
        let run = FragmentRun {
            name: &name,
            entry: &entry,
            fragments: &fragments,
            hot: s.mature.is_some(),
        };
        let mut region = jit.code.region.borrow_mut();
        let compiled = region.compile(jit.state.tables.cx, jit, &run);
        compiled.map(|codes| {
            let ends: Vec<&'static str> = fragments.iter().map(|f| end_name(&f.end)).collect();
            (codes, ends)
        })
    };
    let readable = |codes: &[Code]| {
        codes
            .iter()
            .flat_map(|c| &c.edges)
            .all(|e| jit.is_readable(e))
    };
    let (codes, ends) = match compiled {
        Ok((codes, _)) if !readable(&codes) => {
            discard(jit, &waiting);
            s.output.first = None;
            return Err(GiveUp::Unsupported("a call that lends".to_owned()));
        }
        Ok(c) => c,
        Err(e) => {
            discard(jit, &waiting);
            s.output.first = None;
            return Err(match e {
                ResidualError::Exhausted => {
                    jit.flushes.no_room();
                    GiveUp::Exhausted
                }
                ResidualError::Backend(e) => GiveUp::Unsupported(e.to_string()),
            });
        }
    };
    if jit.symbols.wanted() {
        let run = waiting.iter().zip(&codes);
        jit.name_code(run.map(|(w, code)| (w.id, &w.draft, &w.marks, code)));
    }
    let n = waiting.len();
    let ns = began.map_or(0, |b| b.elapsed().as_nanos()) / n as u128;
    let mut lines: BTreeMap<u32, Vec<(LogLevel, String)>> = BTreeMap::new();
    let mut depth = s.depth;
    for (i, (mut w, code)) in waiting.into_iter().zip(codes).enumerate() {
        depth = depth.saturating_add(w.locations.len() as u32);
        place_edges(s, w.id, &code.edges);
        jit.count(|t| {
            t.fragments += 1;
            t.operations += w.locations.len() as u64;
            t.guards += w.guards.len() as u64;
            t.forced += w.forced.len() as u64;
        });
        let list = jit.log.timed(|| {
            let session = (s.number, s.portal);
            lines_of(jit, session, &mut w, &code, ns, ends[i], texts.get(i))
        });
        if !list.is_empty() {
            lines.insert(w.id.0, list);
        }
        let start = w.graph.start;
        let ops = std::mem::take(&mut w.graph.blocks[start].ops);
        {
            let mut fragments = jit.code.fragments.borrow_mut();
            let r = &mut fragments[w.id];
            r.version = w.draft.version;
            r.address = code.address;
            r.extent = code.extent;
            r.entry = code.entry.into();
            r.inlined = w.draft.inlined.into();
            r.bytes = (code.size, code.cold_size);
            r.cold = code.cold;
            r.depth = depth;
            r.mature = s.mature;
            r.ops = ops.into_iter().map(|o| o.op).collect();
        }
        jit.state.work_mut().fragment.give_back(w.graph);
        if let Some(v) = w.draft.version {
            jit.code.set_code(v, Some(w.id));
        }
        for f in &w.watched {
            jit.state.watch(f, w.id.0);
        }
    }
    s.release(lines);
    Ok(())
}

/// Whether fields still have the values that fragments rest on, and none of the code that they jump to was killed: what
/// the compiler has called may have written.
fn rests_on_facts(jit: &Jit, waiting: &[WaitingFragment]) -> bool {
    let fragments = jit.code.fragments.borrow();
    (waiting.iter())
        .all(|w| !fragments[w.id].dead && w.watched.iter().all(|f| jit.state.is_unchanged(f)))
}

/// Fragments are not compiled, nor are the versions that they begin.
fn discard(jit: &Jit, waiting: &[WaitingFragment]) {
    for w in waiting {
        jit.code.fragments.borrow_mut()[w.id].dead = true;
        if let Some(v) = w.draft.version {
            jit.table.borrow_mut().remove(v);
        }
    }
}

/// Parts of what is logged of a fragment, made before it is compiled.
struct Texts {
    guards: Vec<String>,
    end: String,
    /// The keys for edges and jumps.
    ways: String,
}

fn texts(jit: &Jit, waiting: &[WaitingFragment]) -> Vec<Texts> {
    let ids: Vec<FragmentId> = waiting.iter().map(|w| w.id).collect();
    (waiting.iter().enumerate())
        .map(|(i, w)| Texts {
            guards: w.guards.iter().map(|g| guard_text(jit, g, &ids)).collect(),
            end: end_text(jit, &w.end, &ids),
            ways: super::detail::ways(jit, &w.end, &w.guards, (&ids, i)),
        })
        .collect()
}

/// What is logged of a fragment.
fn lines_of(
    jit: &Jit,
    (session, portal): (u64, u32),
    w: &mut WaitingFragment,
    code: &Code,
    ns: u128,
    end: &str,
    text: Option<&Texts>,
) -> Vec<(LogLevel, String)> {
    let mut out = Vec::new();
    if !jit.log.wants(LogLevel::Versions) {
        return out;
    }
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for op in &w.graph.blocks[w.graph.start].ops {
        *counts.entry(jit.op_name(&op.op)).or_default() += 1;
    }
    let list: Vec<String> = counts.iter().map(|(n, k)| format!("{n}:{k}")).collect();
    let or = |x: Option<String>| x.unwrap_or_else(|| "-".to_owned());
    let (new, mut more) = match jit.log.wants(LogLevel::Residual) {
        true => jit.lines_text(&w.locations),
        false => Default::default(),
    };
    out.extend(new);
    if let Some(text) = text {
        more.push_str(&text.ways);
    }
    out.push((
        LogLevel::Versions,
        format!(
            "jit fragment id={} session={session} portal={portal} version={} from={} address={:#x} bytes={} cold={} ns={ns}{} counts={} end={end} passes={}{more}",
            w.id,
            or(w.draft.version.map(|v| v.to_string())),
            or(w.draft.from.map(|e| e.to_string())),
            code.address,
            code.size,
            code.cold_size,
            match w.guards.len() {
                0 => String::new(),
                n => format!(" guards={n}"),
            },
            quoted(&list.join(" ")),
            quoted(&w.marks.to_string()),
        ),
    ));
    for (c, why) in &w.forced {
        let ty = jit.state.tables.types().show_container(*c);
        out.push((
            LogLevel::Versions,
            format!(
                "jit forced fragment={} type={} reason={why:?}",
                w.id,
                quoted(&ty)
            ),
        ));
    }
    if let Some(Texts { guards, end, .. }) = text
        && jit.log.wants(LogLevel::Residual)
    {
        let mut f = Function {
            name: w.id.to_string(),
            sig: ContainerId(0),
            graph: w.graph.clone(),
            attrs: FuncAttrs::default(),
        };
        let guards: Vec<(usize, &String)> = w.guards.iter().map(|g| g.at).zip(guards).collect();
        out.push((LogLevel::Residual, listing(jit, &mut f, &guards, end)));
    }
    out
}

fn args_text(args: &[ir::model::Arg<lowlevel::LL>]) -> String {
    let list: Vec<String> = args
        .iter()
        .map(|a| match a {
            Operand::Var(v) => v.to_string(),
            Operand::Const(c) => match c.value {
                lowlevel::Value::Int(i) => i.to_string(),
                lowlevel::Value::Float(f) => format!("{:?}", f64::from_bits(f)),
                _ => "null".to_owned(),
            },
        })
        .collect();
    list.join(", ")
}

fn edge_text(jit: &Jit, e: &Edge, inside: &[FragmentId]) -> String {
    let to = match &e.to {
        To::Stub(n) => format!("E{n}"),
        To::Fragment { address, .. } => {
            let fragments = jit.code.fragments.borrow();
            let mut found = fragments.iter_enumerated();
            found
                .find(|(_, f)| f.address == *address)
                .map_or_else(|| format!("{address:#x}"), |(id, _)| id.to_string())
        }
        To::Next => "next".to_owned(),
        To::Inside(k) => inside[*k as usize].to_string(),
    };
    format!("{to}({})", args_text(&e.args))
}

fn guard_text(jit: &Jit, g: &Guard, ids: &[FragmentId]) -> String {
    let not = if g.exit_when { "" } else { "not " };
    format!("if {not}{} then {}", g.cond, edge_text(jit, &g.edge, ids))
}

/// The end of a fragment as text. `inside`: the fragments of its run.
fn end_text(jit: &Jit, end: &FragmentEnd, inside: &[FragmentId]) -> String {
    let edge_text = |jit, e| edge_text(jit, e, inside);
    match end {
        FragmentEnd::Jump(e) => format!("jump {}", edge_text(jit, e)),
        FragmentEnd::Branch { cond, yes, no } => {
            format!(
                "if {cond} then {} else {}",
                edge_text(jit, yes),
                edge_text(jit, no)
            )
        }
        FragmentEnd::Switch {
            value,
            cases,
            default,
        } => {
            let mut list: Vec<String> = cases
                .iter()
                .map(|(c, e)| {
                    format!(
                        "{}: {}",
                        crate::support::builder::word(*c),
                        edge_text(jit, e)
                    )
                })
                .collect();
            list.extend(
                default
                    .iter()
                    .map(|e| format!("default: {}", edge_text(jit, e))),
            );
            format!("switch {value} {{ {} }}", list.join(", "))
        }
        FragmentEnd::Exit { code, values } => {
            let name = match *code {
                jit_abi::CONTINUE => "continue",
                jit_abi::DONE => "done",
                jit_abi::RAISED => "raised",
                _ => "interpret",
            };
            format!("exit {name}({})", args_text(values))
        }
        FragmentEnd::Unreachable => "unreachable".to_owned(),
    }
}

/// The text of a fragment: parameters, operations, end. Addresses of prebuilt objects and functions are shown as such.
fn listing(jit: &Jit, f: &mut Function, guards: &[(usize, &String)], end: &str) -> String {
    let tables = jit.state.tables;
    let start = f.graph.start;
    for op in &mut f.graph.blocks[start].ops {
        for a in &mut op.args {
            if let Operand::Const(c) = a
                && let (LLType::Ptr(_), Value::Int(bits)) = (c.ty, c.value)
            {
                let bits = bits as u64;
                if let Some(o) = tables.object_at(bits) {
                    c.value = Value::Object(o);
                } else if let Some(f) = tables.func_at(bits) {
                    c.value = Value::Func(f);
                }
            }
        }
    }
    let printer = tables.printer();
    let text = lowlevel::text::print_function(printer.program, printer.names, f);
    // The start block only, without the frame of a whole function.
    let mut out = String::new();
    let mut ops = 0;
    let mut guards = guards.iter().peekable();
    let mut side_exits = |ops: usize, out: &mut String| {
        while let Some((_, text)) = guards.next_if(|g| g.0 <= ops) {
            out.push_str("  ");
            out.push_str(text);
            out.push('\n');
        }
    };
    for line in text.lines().skip_while(|l| !l.starts_with("b0(")) {
        let inner = line.trim();
        if inner == "unreachable" {
            continue;
        }
        if inner.is_empty() || out.contains('\n') && inner.ends_with("):") {
            break;
        }
        if !out.is_empty() {
            side_exits(ops, &mut out);
            ops += 1;
        }
        out.push_str("  ");
        out.push_str(inner);
        out.push('\n');
    }
    side_exits(usize::MAX, &mut out);
    out.push_str("  ");
    out.push_str(end);
    out
}
