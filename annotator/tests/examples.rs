//! The example interpreters annotate completely, to a fixed point that does not depend on the schedule.
use std::path::Path;
use std::rc::Rc;

use annotator::live_front::LiveFront;
use annotator::{Annotator, Options, Schedule};
use flowspace::live::{Config, Space, Value};

fn annotate(path: &Path, schedule: Schedule) -> (String, annotator::Stats, usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let space = Rc::new(Space::new(Config {
        path: vec![root],
        ..Config::default()
    }));
    let module = space
        .import_target(path)
        .unwrap_or_else(|d| panic!("{}", flowspace::diag::render(&d, false)));
    let module = module.as_module().expect("a module").clone();
    let entry = match module.get("entry_point") {
        Some(f) => f,
        None => {
            let target = module.get("target").expect("target or entry_point");
            let Ok(r) = space.call(&target, &[Value::None, Value::list(vec![])]) else {
                panic!("target() raises")
            };
            match r.as_tuple() {
                Some(t) => t[0].clone(),
                None => r,
            }
        }
    };
    let mut a = Annotator::new(
        Box::new(LiveFront::new(space)),
        Options {
            schedule,
            ..Options::default()
        },
    );
    let argv = a.argv();
    let start = std::time::Instant::now();
    if let Err(diags) = a.run(&entry, &[argv]) {
        let text: Vec<String> = diags
            .iter()
            .map(|d| flowspace::diag::render(d, false))
            .collect();
        panic!("{}", text.join("\n\n"));
    }
    let time = start.elapsed();
    let stats = a.stats;
    let ops: usize = a
        .program
        .graphs
        .iter()
        .map(|g| {
            g.graph()
                .live_blocks()
                .map(|b| g.graph().blocks[b].ops.len())
                .sum::<usize>()
        })
        .sum();
    eprintln!(
        "{}: {} graphs, {ops} operations, {stats:?}, {time:?}",
        path.display(),
        a.program.graphs.len()
    );
    if let Ok(name) = std::env::var("SHOW") {
        for g in a.program.graphs.indices() {
            if a.program.graphs[g].graph().name.contains(&name) {
                eprintln!("{}", annotator::show_graph::annotated(&a.program, g));
            }
        }
    }
    let snapshot = a
        .snapshot()
        .iter()
        .map(|(k, v)| format!("{k} = {v}\n"))
        .collect();
    assert_eq!(a.check_fixed_point(), Vec::<String>::new());
    (snapshot, stats, ops)
}

fn check(path: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    std::thread::Builder::new()
        .stack_size(256 << 20)
        .spawn(move || {
            let (first, stats, ops) = annotate(&path, Schedule::DepthFirst);
            assert_eq!(stats.not_monotone, 0, "rules must be monotone");
            assert!(
                stats.rules < 10 * ops as u64,
                "{} applications of {ops} rules",
                stats.rules
            );
            let (second, ..) = annotate(&path, Schedule::Random(12345));
            let differ: Vec<(&str, &str)> = first
                .lines()
                .zip(second.lines())
                .filter(|(a, b)| a != b)
                .take(5)
                .collect();
            assert!(
                first == second,
                "the state depends on the schedule: {differ:?}"
            );
        })
        .expect("a thread")
        .join()
        .unwrap_or_else(|e| std::panic::resume_unwind(e));
}

#[test]
fn bf() {
    check("examples/bf/targetbf.py");
}
#[test]
fn tinyvm() {
    check("examples/tinyvm/targettinyvm.py");
}
#[test]
fn kite() {
    check("examples/kite/targetkite.py");
}
