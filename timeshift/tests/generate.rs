//! File tests of generator construction: `tests/generate/*.ll`, typed programs in, generators and points out.
//!
//! ```text
//! # show: f
//! ...typed program...
//! #=== output
//! ...f with its counters, points, red operations, generators (written with GENEXT_BLESS=1)...
//! ```
//! `# told: f` shows a function when its stores tell the JIT, `# no generators` leaves those out, `# executors` shows
//! executors.
//! All programs also go through the passes and the GC transform, verified.
use std::fmt::Write;
use std::path::Path;

use ir::lltype::LLType;
use jit_abi::info::JitInfo;
use lowlevel::Program;
use lowlevel::parse::parse_program;
use lowlevel::text::{Names, print_function};
use lowlevel::verify::{Phase, verify_program};
use transform::PassManager;

#[test]
fn filetests() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/generate");
    filetest::all(
        filetest::files(folder, "ll")
            .iter()
            .map(|f| filetest::behind_mark(f, "#=== output\n", |input| Ok(run(input)))),
    );
}

fn run(input: &str) -> String {
    let mut program = parse_program(input).unwrap();
    verify_program(&program, Phase::Typed).unwrap();
    let colored = hintannotator::analyse(&mut program).unwrap();
    let prepared = timeshift::prepare(&mut program, colored).unwrap();
    verify_program(&program, Phase::Typed).unwrap();
    let names = Names::new(&program);
    let mut out = String::new();
    for f in program.funcs.iter() {
        if input.contains(&format!("# show: {}\n", f.name)) {
            let _ = writeln!(out, "{}", print_function(&program, &names, f));
        }
    }
    let mut m = PassManager::new(Phase::Typed);
    m.options.verify = true;
    let before_gc = transform::pipeline(2).passes().filter(|p| *p != "gcroots");
    m.run_all(&mut program, before_gc).unwrap();
    let before = program.funcs.len();
    let mut generated = timeshift::generate(&mut program, prepared).unwrap();
    timeshift::finish(&program, &mut generated.info);
    verify_program(&program, Phase::Exceptions).unwrap();
    let bytes = generated.info.encode().unwrap();
    let read = JitInfo::decode(bytes.leak()).unwrap();
    assert_eq!(read.points.len(), generated.info.points.len());
    out.push_str(&tables(&program, &read));
    let names = Names::new(&program);
    let told = |f: &lowlevel::Function| input.contains(&format!("# told: {}\n", f.name));
    for f in program.funcs.iter().filter(|f| told(f)) {
        let _ = writeln!(out, "\n{}", print_function(&program, &names, f));
    }
    let hides = input.contains("# no generators\n");
    let executors = input.contains("# executors\n");
    let shown = |f: &&lowlevel::Function| match f.name.starts_with("executor") {
        true => executors,
        false => !hides,
    };
    for f in program.funcs.raw()[before..].iter().filter(shown) {
        out.push('\n');
        out.push_str(&print_function(&program, &names, f));
    }
    m.run_all(&mut program, ["gcroots"]).unwrap();
    out
}

fn tables(program: &Program, info: &JitInfo) -> String {
    let types = &program.types;
    let show = |list: &[LLType]| {
        list.iter()
            .map(|t| types.show(*t))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let mut out = String::new();
    for (i, p) in info.points.iter_enumerated() {
        let _ = write!(
            out,
            "# {i}: {} local {} {:?} `{}` greens({}) reds({})",
            p.copy,
            p.local,
            p.kind,
            info.point_names[i],
            show(&p.greens),
            show(&p.reds)
        );
        if let Some((c, t)) = p.result {
            let _ = write!(out, " takes {c:?} {}", types.show(t));
        }
        out.push('\n');
    }
    for (i, c) in info.copies.iter_enumerated() {
        let _ = writeln!(out, "# {i}: start {} has_loops {}", c.start, c.has_loops);
    }
    for c in info.calls.iter() {
        let _ = writeln!(
            out,
            "# call {:?} args {:?} result {:?} residual {}",
            c.targets, c.args, c.result, c.residual
        );
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
        let _ = writeln!(
            out,
            "# {i}: {}({}) -> {}",
            o.op.name(),
            show(&o.args),
            types.show(o.result)
        );
    }
    out
}
