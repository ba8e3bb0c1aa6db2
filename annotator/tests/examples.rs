//! The example interpreters annotate completely, to a fixed point that does not depend on the schedule.
use std::path::Path;
use std::rc::Rc;

use annotator::front::live_front::LiveFront;
use annotator::{AnnotatedProgram, Annotator, AnnotatorOptions, Schedule};
use python::live::{Space, SpaceConfig, Value};

/// How many rules a program has.
struct Rules {
    /// Operations of blocks that are reached.
    operations: u64,
    /// Arguments of links that are followed, and of calls of graphs: phi rules.
    phis: u64,
}

fn count_rules(p: &AnnotatedProgram) -> Rules {
    let (mut operations, mut phis) = (0, 0);
    for info in p.graphs.iter() {
        let g = info.graph();
        for b in g.live_blocks().filter(|&b| info.is_reached(b)) {
            operations += g.blocks[b].ops.len() as u64;
            let followed = g.blocks[b].exits.iter().filter(|&&l| info.is_followed(l));
            phis += followed.map(|&l| g.links[l].args.len() as u64).sum::<u64>();
        }
        phis += (info.callers.len() * g.args().len()) as u64;
    }
    Rules { operations, phis }
}

fn annotate(path: &Path, schedule: Schedule) -> (String, annotator::Stats, Rules) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let space = Rc::new(Space::new(SpaceConfig {
        path: vec![root],
        ..SpaceConfig::default()
    }));
    let module = space
        .import_target(path)
        .unwrap_or_else(|d| panic!("{}", ir::diag::render(&d, false)));
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
        AnnotatorOptions {
            schedule,
            ..AnnotatorOptions::default()
        },
    );
    let argv = a.argv();
    let start = std::time::Instant::now();
    if let Err(diags) = a.run(&entry, &[argv]) {
        let text: Vec<String> = diags.iter().map(|d| ir::diag::render(d, false)).collect();
        panic!("{}", text.join("\n\n"));
    }
    let time = start.elapsed();
    let stats = a.stats;
    let rules = count_rules(&a.program);
    eprintln!(
        "{}: {} graphs, {} operations applied {:.1} times each, {} phi rules applied {:.1} times each, {:.1} overall; {} blocks \
         flowed, {time:?}",
        path.display(),
        a.program.graphs.len(),
        rules.operations,
        stats.rules as f64 / rules.operations as f64,
        rules.phis,
        stats.phis as f64 / rules.phis as f64,
        (stats.rules + stats.phis) as f64 / (rules.operations + rules.phis) as f64,
        stats.blocks,
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
    (snapshot, stats, rules)
}

fn check(path: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    std::thread::Builder::new()
        .stack_size(256 << 20)
        .spawn(move || {
            let (first, stats, rules) = annotate(&path, Schedule::DepthFirst);
            assert_eq!(stats.not_monotone, 0, "rules must be monotone");
            // RPython's own annotator applied each 20 to 40 times (Rigo, Hudson, Pedroni 2005).
            for (applied, of) in [(stats.rules, rules.operations), (stats.phis, rules.phis)] {
                assert!(applied < 10 * of, "{applied} applications of {of} rules");
            }
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
#[test]
fn tiny1() {
    check("examples/tiny1/targettiny1.py");
}
#[test]
fn tiny2() {
    check("examples/tiny2/targettiny2.py");
}
#[test]
fn regvm() {
    check("examples/regvm/targetregvm.py");
}
