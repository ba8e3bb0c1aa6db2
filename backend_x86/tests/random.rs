//! Property: machine code of random programs computes what the low-level interpreter computes, under both allocators
//! and on both heaps. Programs come from [`harness::generate`].
//!
//! One second under `cargo test`; `GENEXT_FUZZ_SECONDS=60 GENEXT_FUZZ_SEED=7 cargo test -p genext-backend-x86 --test
//! random` runs longer.
use std::time::{Duration, Instant};

use backend_x86::BackendOptions;
use backend_x86::regalloc::Allocator;
use lowlevel::interp::{Interp, Outcome, Val};
use lowlevel::parse::parse_program;

mod harness;
use harness::generate::program;
use harness::{End, Machine, Mode, Word};

fn check(seed: u64) -> Result<(), String> {
    let (text, n) = program(seed);
    let fail = |m: String| format!("seed {seed}: {m}\n{text}");
    let typed = parse_program(&text).map_err(|e| fail(e.to_string()))?;
    let f = typed.func_by_name(&format!("f{n}")).expect("generated");
    let inputs = [
        (0i64, 0i64, 0.0f64),
        (1, -1, 1.5),
        (i64::MAX, 12345, -1e300),
        (-7, i64::MIN, f64::NAN),
    ];
    let mut low = typed.clone();
    transform::run_pipeline(
        &mut low,
        &transform::PassOptions::level(if seed.is_multiple_of(2) { 0 } else { 2 }),
    )
    .map_err(|e| fail(e.to_string()))?;
    let low_f = low.func_by_name(&format!("f{n}")).expect("kept");
    for allocator in [Allocator::Ion, Allocator::Fast] {
        let options = BackendOptions {
            allocator,
            check: true,
            ..BackendOptions::default()
        };
        for mode in [Mode::Nursery, Mode::Moving] {
            let mut m = Machine::new(&low, &options, mode).map_err(&fail)?;
            // Programs write to prebuilt objects: each input in a fresh interpreter needs a fresh image, so the runs
            // accumulate in both.
            let mut interp = Interp::new(&typed);
            interp.fuel = 10_000_000;
            for &(a, b, x) in &inputs {
                let want = interp.call(f, &[Val::Int(a), Val::Int(b), Val::float(x)]);
                let got = m.call(
                    low_f,
                    &[Word::Int(a as u64), Word::Int(b as u64), Word::Float(x)],
                );
                let same = match (&want, &got) {
                    (Ok(Val::Int(i)), End::Returned(r, _)) => *i as u64 == *r,
                    (Err(Outcome::Raised { class, .. }), End::Raised(n)) => class == n,
                    _ => false,
                };
                if !same {
                    // Whose fault is it? The same inputs on the transformed program.
                    let mut after = Interp::new(&low).phase(lowlevel::verify::Phase::Gc);
                    let mut transformed = None;
                    for &(a2, b2, x2) in &inputs {
                        let r = after.call(low_f, &[Val::Int(a2), Val::Int(b2), Val::float(x2)]);
                        if (a2, b2) == (a, b) {
                            transformed = Some(r);
                            break;
                        }
                    }
                    return Err(fail(format!(
                        "{allocator:?} {mode:?} ({a}, {b}, {x}): interpreter {want:?}, machine {got:?}; transformed program in the interpreter: {transformed:?}"
                    )));
                }
            }
        }
    }
    Ok(())
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(default)
}

#[test]
fn machine_code_equals_the_interpreter() {
    let budget = Duration::from_secs(setting("GENEXT_FUZZ_SECONDS", 1));
    let start = Instant::now();
    let mut seed = setting("GENEXT_FUZZ_SEED", 1);
    let mut n = 0;
    while start.elapsed() < budget || n < 3 {
        if let Err(e) = check(seed) {
            panic!("{e}");
        }
        seed += 1;
        n += 1;
    }
    println!("{n} programs");
}
