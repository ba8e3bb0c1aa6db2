//! Execution tests: machine code gives what the file says and what the low-level interpreter computes.
//!
//! `tests/filetests/*.ll` of this crate (programs through all transforms, or `phase: typed`), and all file tests of
//! `lowlevel` and `transform` after the pipeline. Each program is compiled by both allocators, with the allocation
//! checked, and runs on both heaps. `# run: f(1, 2) => 3`.
use std::path::Path;

use backend_x86::BackendOptions;
use backend_x86::regalloc::Allocator;
use libtest_mimic::{Arguments, Failed, Trial};
use lowlevel::verify::Phase;

mod harness;
use harness::{Machine, Mode, files};

fn main() {
    let args = Arguments::from_args();
    let tests = files::all()
        .into_iter()
        .map(|(name, f)| Trial::test(name, move || run_file(&f).map_err(Failed::from)))
        .collect();
    libtest_mimic::run(&args, tests).exit();
}

fn run_file(path: &Path) -> Result<(), String> {
    let (mut program, phase, runs) = files::read(path)?;
    let passes: &[&str] = match phase {
        Phase::Exceptions => &["gcroots"],
        Phase::Gc => &[],
        _ => &["stackcheck", "excstate", "gcroots"],
    };
    let mut manager = transform::PassManager::new(phase);
    for p in passes {
        // Programs without the exception cannot have the check that raises it.
        if *p == "stackcheck" && program.exception("RecursionError").is_none() {
            continue;
        }
        let pass = transform::pass_by_name(p).ok_or("pass")?;
        manager.run(&mut program, pass).map_err(|e| e.to_string())?;
    }
    for allocator in [Allocator::Ion, Allocator::Fast] {
        let options = BackendOptions {
            allocator,
            check: true,
            ..BackendOptions::default()
        };
        for mode in [Mode::Nursery, Mode::Moving] {
            let mut m = Machine::new(&program, &options, mode)?;
            files::set_memory_error(&m, &program);
            for r in &runs {
                let Some((f, args, want)) = files::parse_run(&program, r)? else {
                    continue;
                };
                let end = m.call(f, &args);
                let got = files::show(&program, f, end);
                if got != want {
                    return Err(format!("{allocator:?}, {mode:?}: {r}\n  but it {got}"));
                }
            }
        }
    }
    Ok(())
}
