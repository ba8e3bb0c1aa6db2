//! Flows functions of a program: `cargo run -p genext-flowspace --example flow -- TARGET.py [FUNCTION]`.
//!
//! Without a function name, all functions and methods of the program's modules are flowed, and diagnostics and times
//! printed.
use std::path::Path;
use std::time::Instant;

use flowspace::text;
use ir::diag;
use python::live::{Space, SpaceConfig, Value, on_big_stack};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    on_big_stack(|| run(&args));
}

fn run(args: &[String]) {
    let Some(path) = args.first() else {
        eprintln!("usage: flow TARGET.py [FUNCTION]");
        return;
    };
    let space = Space::new(SpaceConfig::default());
    if let Err(d) = space.import_target(Path::new(path)) {
        eprintln!("{}", diag::render(&d, true));
        return;
    }
    let mut functions: Vec<Value> = Vec::new();
    for (_, module) in space.modules.names() {
        let Value::Module(m) = &module else { continue };
        if m.builtin {
            continue;
        }
        for (_, v) in m.dict.names() {
            match &v {
                Value::Function(f) if f.module_name() == m.name.get().as_str() => functions.push(v),
                Value::Class(c) if c.module_name() == m.name.get().as_str() => {
                    functions.extend(
                        c.dict
                            .names()
                            .into_iter()
                            .map(|x| x.1)
                            .filter(|v| matches!(v, Value::Function(_))),
                    );
                }
                _ => {}
            }
        }
    }
    let start = Instant::now();
    let (mut graphs, mut blocks, mut ops, mut errors) = (0, 0, 0, 0);
    for f in &functions {
        let Value::Function(func) = f else { continue };
        let name = flowspace::build::graph_name(func);
        let wanted = args.get(1);
        if wanted.is_some_and(|w| !name.ends_with(w.as_str())) {
            continue;
        }
        let begin = Instant::now();
        match flowspace::build_flow(&space, f) {
            Ok(g) => {
                graphs += 1;
                blocks += g.graph.live_blocks().count();
                ops += g.graph.op_count();
                if wanted.is_some() {
                    print!("{}", text::print(&g.graph));
                }
            }
            Err(ds) => {
                errors += ds.len();
                for d in ds {
                    println!("{name}: {}", diag::render(&d, false));
                }
            }
        }
        if begin.elapsed().as_millis() > 100 {
            println!("{name}: {} ms", begin.elapsed().as_millis());
        }
    }
    println!(
        "{graphs} graphs, {blocks} blocks, {ops} operations, {errors} errors, {:.1} ms",
        start.elapsed().as_secs_f64() * 1000.0
    );
}
