//! File tests of generator construction: `tests/generate/*.ll`, coloured graphs in, generators and points out.
//!
//! ```text
//! # copy: f(green, red) -> red; green: v0 v3; call b2 = 1
//! # portal: main f copy 0 block b1 greens 2
//! ...program after the exception transform...
//! #=== output
//! ...points, red operations, generators (written with GENEXT_BLESS=1)...
//! ```
//! `# rewrite: main f greens 2` tests the translated interpreter's side instead: the program is typed, the output its functions.
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flowspace::index::IndexVec;
use flowspace::lltype::LLType;
use flowspace::model::{BlockId, Operand, VarId};
use flowspace::name::Name;
use flowspace::source::Span;
use hintannotator::{CallPlan, Color, Colored, Copy, CopyId, Portal};
use rtyper::ll::ops::MarkerKind;
use rtyper::ll::parse::parse_program;
use rtyper::ll::text::{Names, show_function};
use rtyper::ll::verify::{Phase, verify_program};
use rtyper::ll::{JitDriverId, LLOp, Program};
use rtyper::transform::{self, PassManager};
use timeshift::generate::{self, externs::Externs};
use timeshift::info::JitInfo;

const MARK: &str = "#=== output\n";

#[test]
fn filetests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/generate");
    let mut files: Vec<PathBuf> = std::fs::read_dir(root)
        .unwrap()
        .flatten()
        .map(|e| e.path())
        .filter(|p| p.extension().is_some_and(|e| e == "ll"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let mut failures = String::new();
    for f in files {
        let text = std::fs::read_to_string(&f).unwrap();
        let (input, expected) = text.split_once(MARK).unwrap_or((&text, ""));
        let actual = run(input);
        if actual == expected {
            continue;
        }
        if std::env::var_os("GENEXT_BLESS").is_some() {
            std::fs::write(&f, format!("{input}{MARK}{actual}")).unwrap();
        } else {
            let _ = writeln!(
                failures,
                "{}: output differs (GENEXT_BLESS=1 to accept):\n{actual}",
                f.display()
            );
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

fn directives<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    text.lines()
        .filter_map(|l| l.strip_prefix("# ")?.strip_prefix(key)?.strip_prefix(':'))
        .map(str::trim)
        .collect()
}

fn run(input: &str) -> String {
    let mut program = parse_program(input).unwrap();
    let rewrites = directives(input, "rewrite");
    if !rewrites.is_empty() {
        return rewritten(&mut program, &rewrites);
    }
    verify_program(&program, Phase::Exceptions).unwrap();
    let colored = colored(&program, input);
    let externs = Externs::declare(&mut program);
    let before = program.funcs.len();
    let generated = generate::generate_colored(&mut program, &colored, externs).unwrap();
    verify_program(&program, Phase::Exceptions).unwrap();
    let mut out = tables(&program, &generated.info);
    let names = Names::new(&program);
    for f in program.funcs.raw()[before..].iter() {
        out.push('\n');
        out.push_str(&rtyper::ll::text::print_function(&program, &names, f));
    }
    let mut m = PassManager::new(Phase::Exceptions);
    m.options.verify = true;
    m.run_all(&mut program, &["gcroots"]).unwrap();
    out
}

fn color(text: &str) -> Color {
    match text.trim() {
        "green" => Color::Green,
        "red" => Color::Red,
        other => panic!("{other} is no colour"),
    }
}

/// The reader numbers variables by definition and blocks by mention, behind those that every graph has.
struct Ids {
    vars: Vec<String>,
    blocks: Vec<String>,
}

impl Ids {
    fn new(input: &str, function: &str) -> Ids {
        let mut ids = Ids {
            vars: Vec::new(),
            blocks: Vec::new(),
        };
        let head = format!("graph {function}(");
        let lines = input.lines().skip_while(|l| !l.starts_with(&head)).skip(1);
        for line in lines.take_while(|l| !l.starts_with("graph ")) {
            let words = line.split(|c: char| !c.is_alphanumeric() && c != ':' && c != '(');
            for w in words.flat_map(|w| w.split_inclusive(['(', ':'])) {
                let entity = |end: char, kind: char| {
                    w.strip_suffix(end).filter(|n| {
                        n.strip_prefix(kind).is_some_and(|d| d.parse::<u32>().is_ok())
                    })
                };
                for (list, found) in [
                    (&mut ids.vars, entity(':', 'v')),
                    (&mut ids.blocks, entity('(', 'b')),
                ] {
                    if let Some(n) = found
                        && !list.iter().any(|x| x == n)
                    {
                        list.push(n.to_owned());
                    }
                }
            }
        }
        ids
    }
    fn var(&self, name: &str) -> VarId {
        VarId(3 + self.vars.iter().position(|x| x == name).unwrap() as u32)
    }
    fn block(&self, name: &str) -> BlockId {
        BlockId(3 + self.blocks.iter().position(|x| x == name).unwrap() as u32)
    }
}

fn number(text: &str) -> u32 {
    text.trim().parse().unwrap()
}

fn colored(program: &Program, input: &str) -> Colored {
    let mut c = Colored::default();
    for d in directives(input, "copy") {
        let mut parts = d.split(';');
        let (head, result) = parts.next().unwrap().split_once("->").unwrap();
        let (name, args) = head.trim().trim_end_matches(')').split_once('(').unwrap();
        let func = program.func_by_name(name).unwrap();
        let ids = Ids::new(input, name);
        let graph = program.funcs[func].graph.clone();
        let mut copy = Copy {
            func,
            colors: graph
                .vars
                .iter()
                .map(|v| match v.ty {
                    LLType::Void => Color::Green,
                    _ => Color::Red,
                })
                .collect::<IndexVec<VarId, Color>>(),
            args: args.split(',').filter(|a| !a.is_empty()).map(color).collect(),
            result: color(result),
            graph: Arc::new(graph),
            calls: Default::default(),
            portal: None,
        };
        for p in parts.map(str::trim) {
            if let Some(vars) = p.strip_prefix("green:") {
                for v in vars.split_whitespace() {
                    copy.colors[ids.var(v)] = Color::Green;
                }
            } else if let Some(call) = p.strip_prefix("call ") {
                let (b, callee) = call.split_once('=').unwrap();
                let plan = CallPlan::Inline(CopyId(number(callee)));
                copy.calls.insert(ids.block(b.trim()), plan);
            } else if let Some(n) = p.strip_prefix("portal ") {
                copy.portal = Some(n.parse().unwrap());
            }
        }
        c.copies.push(copy);
    }
    for d in directives(input, "portal") {
        let w: Vec<&str> = d.split_whitespace().collect();
        let [driver, f, "copy", copy, "block", b, "greens", n] = w[..] else {
            panic!("{d}");
        };
        let driver = driver_named(program, driver);
        let func = program.func_by_name(f).unwrap();
        let block = Ids::new(input, f).block(b);
        let graph = &program.funcs[func].graph;
        let state: Vec<(Name, LLType)> = graph.blocks[block]
            .ops
            .last()
            .unwrap()
            .args
            .iter()
            .map(|a| (Name::new("x"), rtyper::ll::verify::operand_type(graph, a)))
            .collect();
        let (greens, reds) = state.split_at(number(n) as usize);
        c.portals.push(Portal {
            driver,
            func,
            copy: CopyId(number(copy)),
            block,
            greens: greens.to_vec(),
            reds: reds.to_vec(),
            span: Span::NONE,
        });
    }
    c
}

fn driver_named(program: &Program, name: &str) -> JitDriverId {
    let found = program.drivers.iter_enumerated().find(|(_, d)| d.name == name);
    found.unwrap().0
}

fn tables(program: &Program, info: &JitInfo) -> String {
    let types = &program.types;
    let show = |list: &[LLType]| list.iter().map(|t| types.show(*t)).collect::<Vec<_>>().join(", ");
    let mut out = String::new();
    for (i, p) in info.points.iter_enumerated() {
        let _ = write!(
            out,
            "# {i}: {} local {} {:?} `{}` greens({}) reds({})",
            p.copy, p.local, p.kind, p.name, show(&p.greens), show(&p.reds)
        );
        if let Some((c, t)) = p.result {
            let _ = write!(out, " takes {c:?} {}", types.show(t));
        }
        out.push('\n');
    }
    for (i, c) in info.copies.iter_enumerated() {
        let _ = writeln!(out, "# {i}: start {} has_loops {}", c.start, c.has_loops);
    }
    for c in &info.calls {
        let _ = writeln!(out, "# call {:?} args {:?} result {:?} residual {}", c.targets, c.args, c.result, c.residual);
    }
    for s in &info.switches {
        let _ = writeln!(out, "# switch {:?}", s);
    }
    for p in &info.portals {
        let _ = writeln!(out, "# portal {} of {} at {}", p.name, p.copy, p.point);
    }
    for (i, t) in info.lltypes.iter().enumerate() {
        let _ = writeln!(out, "# type {i}: {}", types.show(*t));
    }
    // The operations, in the text form: as a function of their own would be too long.
    for (i, o) in info.ops.iter_enumerated() {
        let _ = writeln!(out, "# {i}: {}({}) -> {}", o.op.name(), show(&o.args), types.show(o.result));
    }
    out
}

fn rewritten(program: &mut Program, rewrites: &[&str]) -> String {
    verify_program(program, Phase::Typed).unwrap();
    let machinery = generate::portal::Machinery::declare(program);
    for (i, d) in rewrites.iter().enumerate() {
        let w: Vec<&str> = d.split_whitespace().collect();
        let [driver, f, "greens", n] = w[..] else {
            panic!("{d}");
        };
        let driver = driver_named(program, driver);
        let func = program.func_by_name(f).unwrap();
        // As the hint-annotator does it: the marker's arguments, then what is live besides.
        let mut g = program.funcs[func].graph.clone();
        let (b, at) = g
            .live_blocks()
            .find_map(|b| {
                let marker = LLOp::JitMarker(MarkerKind::MergePoint, driver);
                Some((b, g.blocks[b].ops.iter().position(|o| o.op == marker)?))
            })
            .unwrap();
        let mut state = g.blocks[b].ops[at].args.clone();
        for v in transform::rewrite::split_block(&mut g, b, at + 1).1 {
            if !state.contains(&Operand::Var(v)) {
                state.push(Operand::Var(v));
            }
        }
        let state: Vec<(Name, LLType)> = state
            .iter()
            .map(|a| (Name::new("x"), rtyper::ll::verify::operand_type(&g, a)))
            .filter(|s| s.1 != LLType::Void)
            .collect();
        let (greens, reds) = state.split_at(number(n) as usize);
        let portal = Portal {
            driver,
            func,
            copy: CopyId(0),
            block: b,
            greens: greens.to_vec(),
            reds: reds.to_vec(),
            span: Span::NONE,
        };
        generate::portal::rewrite(program, &machinery, &portal, i).unwrap();
    }
    verify_program(program, Phase::Typed).unwrap();
    let mut out = String::new();
    for d in rewrites {
        let f = d.split_whitespace().nth(1).unwrap();
        out.push_str(&show_function(program, program.func_by_name(f).unwrap()));
    }
    // The passes must be able to take it from here.
    let mut m = PassManager::new(Phase::Typed);
    m.options.verify = true;
    m.run_all(program, &transform::pipeline(2)[1..]).unwrap();
    out
}
