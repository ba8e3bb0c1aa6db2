//! Compiling a fragment with the back end, and what is recorded and logged of it.
use std::collections::BTreeMap;

use backend_x86::residual::{End, Fragment, Place, ResidualError, To, entry_places};
use flowspace::lltype::LLType;
use flowspace::model::Operand;
use regalloc2::RegClass;
use rtyper::ll::{FuncAttrs, Function, LLOp, Value};

use super::jit::{EdgeId, FragmentId, FragmentRecord, Jit, SiteRecord};
use super::keys::ChainId;
use super::log::{Level, quoted};
use super::session::{GiveUp, Session};
use super::table::VersionId;

/// The number of the edge to the fragment that follows.
pub const NEXT: u32 = u32::MAX;

/// What is known of the fragment under construction, apart from its code.
#[derive(Debug, Default)]
pub struct Draft {
    /// The version that it begins.
    pub version: Option<VersionId>,
    /// The edge that it is compiled for.
    pub from: Option<EdgeId>,
    /// The places of its parameters.
    pub entry: Vec<Place>,
    /// Calls looked inside.
    pub inlined: Vec<ChainId>,
}

impl Draft {
    /// The beginning of a version.
    pub fn version(v: VersionId, entry: Vec<Place>) -> Draft {
        Draft {
            version: Some(v),
            entry,
            ..Draft::default()
        }
    }
    /// What follows an edge.
    pub fn edge(e: EdgeId, entry: Vec<Place>) -> Draft {
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
pub fn entry_of(places: &[Place], types: impl Iterator<Item = LLType>) -> Vec<Place> {
    let args: Vec<(Place, RegClass)> = places.iter().copied().zip(types.map(class_of)).collect();
    entry_places(&args)
}

fn end_name(end: &End) -> &'static str {
    match end {
        End::Jump(e) => match e.to {
            To::Unborn(_) => "edge",
            To::Fragment { .. } => "jump",
            To::Next(_) => "next",
        },
        End::Branch { .. } => "branch",
        End::Switch { .. } => "switch",
        End::Exit { .. } => "exit",
        End::Unreachable => "unreachable",
    }
}

/// The name of an operation in counts: calls with their target.
fn op_name(jit: &Jit, op: &LLOp) -> String {
    match op {
        LLOp::DirectCall(f) => format!(
            "direct_call[{}]",
            jit.info().funcs.get(*f).map_or("?", |f| f.name.as_str())
        ),
        LLOp::ExternCall(x) => format!(
            "extern_call[{}]",
            jit.info()
                .externs
                .get(x.0 as usize)
                .map_or("?", |x| x.name.as_str())
        ),
        op => op.name().to_owned(),
    }
}

/// Compiles the fragment at hand of a session.
pub fn compile(s: &mut Session<'_>, end: End) -> Result<(FragmentId, Vec<Place>), GiveUp> {
    let jit = s.run.jit;
    let began = std::time::Instant::now();
    let (graph, locations, forced) = {
        let mut w = jit.state.work_mut();
        let forced = std::mem::take(&mut w.forced);
        let (graph, locations) = w.fragment.take();
        (graph, locations, forced)
    };
    let draft = std::mem::take(&mut s.draft);
    let id = FragmentId(jit.fragments.borrow().len() as u32);
    let name = id.to_string();
    let (kind, text) = (
        end_name(&end),
        if jit.log.wants(Level::Residual) {
            end_text(jit, &end)
        } else {
            String::new()
        },
    );
    // The types of what the next fragment gets.
    let following = match &end {
        End::Jump(e) => Some(e),
        End::Branch { no, .. } if matches!(no.to, To::Next(_)) => Some(no),
        End::Branch { yes, .. } => Some(yes),
        _ => None,
    };
    let next_types: Vec<LLType> = following
        .filter(|e| matches!(e.to, To::Next(_)))
        .into_iter()
        .flat_map(|e| &e.args)
        .map(|a| match a {
            Operand::Var(v) => *graph.ty(*v),
            Operand::Const(c) => c.ty,
        })
        .collect();
    let fragment = Fragment {
        name: &name,
        graph: &graph,
        entry: &draft.entry,
        end,
        locations: &locations,
    };
    if let (Some(e), None) = (draft.from, s.first) {
        // Directly behind the code that has arrived here, if that is possible. The fragment may take the edge's arguments in another order.
        let mut site = jit.edges.borrow()[e].site.site(e);
        if let Some(places) = &s.places {
            site.places = places.clone();
        }
        jit.region.borrow_mut().follow(&site);
    }
    let code = jit
        .region
        .borrow_mut()
        .compile(&jit.state.tables.cx, jit, &fragment)
        .map_err(|e| match e {
            ResidualError::Exhausted => GiveUp::Exhausted,
            ResidualError::Backend(e) => GiveUp::Unsupported(e.to_string()),
        })?;
    let mut next = Vec::new();
    {
        let mut edges = jit.edges.borrow_mut();
        for site in &code.edges {
            if site.edge == NEXT {
                next = entry_of(&site.places, next_types.iter().copied());
            } else {
                edges[EdgeId(site.edge)].site = SiteRecord::new(site);
            }
        }
    }
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let ops = &graph.blocks[graph.start].ops;
    for op in ops {
        *counts.entry(op_name(jit, &op.op)).or_default() += 1;
    }
    jit.count(|t| {
        t.fragments += 1;
        t.operations += ops.len() as u64;
        t.forced += forced.len() as u64;
    });
    if jit.log.wants(Level::Versions) {
        let list: Vec<String> = counts.iter().map(|(n, k)| format!("{n}:{k}")).collect();
        let or = |x: Option<String>| x.unwrap_or_else(|| "-".to_owned());
        jit.log.line(
            Level::Versions,
            format_args!(
                "jit fragment id={id} portal={} version={} from={} address={:#x} bytes={} cold={} ns={} counts={} end={kind}",
                s.portal,
                or(draft.version.map(|v| v.to_string())),
                or(draft.from.map(|e| e.to_string())),
                code.address,
                code.size,
                code.cold_size,
                began.elapsed().as_nanos(),
                quoted(&list.join(" ")),
            ),
        );
        for (c, why) in &forced {
            jit.log.line(
                Level::Versions,
                format_args!(
                    "jit forced fragment={id} type={} reason={why:?}",
                    quoted(&jit.state.tables.types().show_container(*c))
                ),
            );
        }
    }
    if jit.log.wants(Level::Residual) {
        let mut f = Function {
            name: name.clone(),
            sig: flowspace::lltype::ContainerId(0),
            graph,
            attrs: FuncAttrs::default(),
        };
        jit.log.line(
            Level::Residual,
            format_args!("{}", listing(jit, &mut f, &text)),
        );
    }
    let record = FragmentRecord {
        version: draft.version,
        address: code.address,
        extent: code.extent,
        entry: draft.entry.into(),
        inlined: draft.inlined.into(),
        incoming: Vec::new(),
        portal: s.portal,
        bytes: (code.size, code.cold_size),
        counts,
        dead: false,
    };
    jit.fragments.borrow_mut().push(record);
    if let Some(v) = draft.version {
        jit.set_code(v, Some(id));
    }
    Ok((id, next))
}

fn args_text(args: &[flowspace::model::Arg<rtyper::ll::LL>]) -> String {
    let list: Vec<String> = args
        .iter()
        .map(|a| match a {
            Operand::Var(v) => v.to_string(),
            Operand::Const(c) => match c.value {
                rtyper::ll::Value::Int(i) => i.to_string(),
                rtyper::ll::Value::Float(f) => format!("{:?}", f64::from_bits(f)),
                _ => "null".to_owned(),
            },
        })
        .collect();
    list.join(", ")
}

fn edge_text(jit: &Jit, e: &backend_x86::residual::Edge) -> String {
    let to = match &e.to {
        To::Unborn(n) => format!("E{n}"),
        To::Fragment { address, .. } => {
            let fragments = jit.fragments.borrow();
            let mut found = fragments.iter_enumerated();
            found
                .find(|(_, f)| f.address == *address)
                .map_or_else(|| format!("{address:#x}"), |(id, _)| id.to_string())
        }
        To::Next(_) => "next".to_owned(),
    };
    format!("{to}({})", args_text(&e.args))
}

/// The end of a fragment as text.
fn end_text(jit: &Jit, end: &End) -> String {
    match end {
        End::Jump(e) => format!("jump {}", edge_text(jit, e)),
        End::Branch { cond, yes, no } => {
            format!(
                "if {cond} then {} else {}",
                edge_text(jit, yes),
                edge_text(jit, no)
            )
        }
        End::Switch {
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
        End::Exit { code, values } => {
            let name = match *code {
                crate::abi::CONTINUE => "continue",
                crate::abi::DONE => "done",
                crate::abi::RAISED => "raised",
                _ => "interpret",
            };
            format!("exit {name}({})", args_text(values))
        }
        End::Unreachable => "unreachable".to_owned(),
    }
}

/// The text of a fragment: parameters, operations, end. Addresses of prebuilt objects and functions are shown as such.
fn listing(jit: &Jit, f: &mut Function, end: &str) -> String {
    let tables = jit.state.tables;
    let start = f.graph.start;
    for op in &mut f.graph.blocks[start].ops {
        for a in &mut op.args {
            if let Operand::Const(c) = a
                && let (LLType::Ptr(_), Value::Int(bits)) = (c.ty, c.value)
            {
                let bits = bits as u64;
                if let Some(&o) = tables.object_at.get(&bits) {
                    c.value = Value::Object(o);
                } else if let Some(&f) = tables.func_at.get(&bits) {
                    c.value = Value::Func(f);
                }
            }
        }
    }
    let text = rtyper::ll::text::print_function(tables.program, &tables.names, f);
    // The start block only, without the frame of a whole function.
    let mut out = String::new();
    for line in text.lines().skip_while(|l| !l.starts_with("b0(")) {
        let inner = line.trim();
        if inner == "unreachable" {
            continue;
        }
        if inner.is_empty() || out.contains('\n') && inner.ends_with("):") {
            break;
        }
        out.push_str("  ");
        out.push_str(inner);
        out.push('\n');
    }
    out.push_str("  ");
    out.push_str(end);
    out
}
