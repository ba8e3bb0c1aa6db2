//! How fast annotation is: a large generated program, rule applications per second of processor time, and how often
//! each rule is applied.
//!
//! ```text
//! cargo run --release -p genext-annotator --example speed [FUNCTIONS] [STATEMENTS] [ROUNDS]
//! ```
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use annotator::front::live_front::LiveFront;
use annotator::{Annotation, Annotator, AnnotatorOptions};
use python::code::Mode;
use python::live::{Space, SpaceConfig, on_big_stack};

#[path = "../tests/programs/mod.rs"]
mod programs;

fn main() {
    let mut args = std::env::args()
        .skip(1)
        .filter_map(|a| a.parse::<u64>().ok());
    let functions = args.next().unwrap_or(800);
    let statements = args.next().unwrap_or(60) as i32;
    let rounds = args.next().unwrap_or(5);
    on_big_stack(|| run(functions, statements, rounds));
}

fn run(functions: u64, statements: i32, rounds: u64) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let space = Rc::new(Space::new(SpaceConfig {
        path: vec![root],
        ..SpaceConfig::default()
    }));
    let text = programs::large(7, functions, statements);
    println!("{} lines", text.lines().count());
    let main = match space.run_text(&text, "main", Mode::Py3) {
        Ok(m) => m,
        Err(e) => panic!("{}", ir::diag::render(&space.diagnostic(e), false)),
    };
    let entry = main.get("everything").expect("the entry point");
    let inputs = [Annotation::int(), Annotation::int(), Annotation::str()];
    for round in 0..=rounds {
        let mut a = Annotator::new(
            Box::new(LiveFront::new(space.clone())),
            AnnotatorOptions::default(),
        );
        let (start, cpu) = (Instant::now(), cpu_time());
        let result = a.run(&entry, &inputs);
        let (time, cpu) = (start.elapsed(), cpu_time().zip(cpu).map(|(b, a)| b - a));
        // On a machine shared with others only the processor time says something of the program.
        let cpu = cpu.unwrap_or(time);
        if let Err(all) = result {
            let text: Vec<String> = all
                .iter()
                .take(3)
                .map(|d| ir::diag::render(d, false))
                .collect();
            panic!("{} errors:\n{}", all.len(), text.join("\n"));
        }
        // The first round also builds the flow graphs.
        let what = if round == 0 {
            "flow and annotate"
        } else {
            "annotate"
        };
        let graphs = a.program.graphs.len();
        let operations: usize = a
            .program
            .graphs
            .iter()
            .map(|g| {
                let graph = g.graph();
                graph
                    .live_blocks()
                    .filter(|&b| g.is_reached(b))
                    .map(|b| graph.blocks[b].ops.len())
                    .sum::<usize>()
            })
            .sum();
        println!(
            "{what}: {graphs} graphs, {operations} operations, {} blocks flowed, {} rules of operations ({:.1} per operation) and {} phi rules applied in {:.0} ms ({:.0} ms of processor time): {:.2} million rules a second",
            a.stats.blocks,
            a.stats.rules,
            a.stats.rules as f64 / operations.max(1) as f64,
            a.stats.phis,
            time.as_secs_f64() * 1e3,
            cpu.as_secs_f64() * 1e3,
            (a.stats.rules + a.stats.phis) as f64 / cpu.as_secs_f64() / 1e6,
        );
    }
}

/// Time that this thread spent on a processor, where the system tells.
fn cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanos = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}
