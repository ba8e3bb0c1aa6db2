//! Limits that are reached: the program goes on, in the interpreter or in code that calls functions, with the same
//! result; the log says so.
//!
//! Small interpreters in `faults/` with greens that grow without bound, a green loop that is too long, a promotion of
//! ever new values and a deep recursion; and the examples' programs with hardly any code memory, versions, frames or
//! operations.
use std::path::Path;
use std::time::Duration;

use genext_tests::cases::root;
use genext_tests::jitlog::Log;
use genext_tests::toolchain::{difference, executable, interpreter, run, work};
use libtest_mimic::{Failed, Trial};

const TIMEOUT: Duration = Duration::from_secs(60);

/// A program that reaches a limit.
struct Fault {
    name: &'static str,
    /// A file of `faults/`, or `example/program`.
    program: &'static str,
    args: &'static [&'static str],
    /// Settings that reach it.
    settings: &'static [&'static str],
    /// What a warning of the log says.
    warning: Option<&'static str>,
}

const FAULTS: [Fault; 10] = [
    Fault {
        name: "greens_grow",
        program: "growing.py",
        args: &["60000"],
        settings: &[
            "threshold=1,point_limit=50",
            "threshold=2,edge_threshold=1,point_limit=500,unlimited",
        ],
        warning: Some("too many versions"),
    },
    Fault {
        name: "endless_green_loop",
        program: "endless.py",
        args: &["2000000", "3"],
        settings: &["threshold=1", "threshold=2"],
        warning: Some("a call with a green loop that is too long"),
    },
    Fault {
        name: "promotion_of_new_values",
        program: "promoted.py",
        args: &["20000"],
        settings: &["", "threshold=1", "threshold=2,promote_limit=1"],
        warning: Some("promotion takes too many values"),
    },
    Fault {
        name: "deep_recursion",
        program: "recursion.py",
        args: &["1500", "10000000"],
        settings: &[
            "",
            "threshold=1",
            "threshold=2,inline_depth=1",
            "threshold=2,recursion_limit=1",
        ],
        warning: None,
    },
    Fault {
        name: "code_memory_exhausted",
        program: "kite/nbody.kite",
        args: &[],
        settings: &[
            "threshold=1,code_size=64k",
            "threshold=2,edge_threshold=1,code_size=64k",
        ],
        warning: Some("code memory is exhausted"),
    },
    Fault {
        name: "too_many_versions",
        program: "kite/sorting.kite",
        args: &[],
        settings: &[
            "threshold=1,point_limit=3",
            "threshold=2,edge_threshold=1,point_limit=1",
        ],
        warning: Some("too many versions"),
    },
    Fault {
        name: "few_frames",
        program: "kite/objects.kite",
        args: &[],
        settings: &[
            "threshold=1,inline_depth=1",
            "threshold=2,recursion_limit=1,inline_depth=2",
        ],
        warning: None,
    },
    Fault {
        name: "few_operations",
        program: "kite/life.kite",
        args: &[],
        settings: &[
            "threshold=1,size_limit=10",
            "threshold=2,edge_threshold=1,size_limit=30",
        ],
        warning: None,
    },
    Fault {
        name: "no_unrolling",
        program: "tinyvm/sieve.tvm",
        args: &[],
        settings: &[
            "threshold=1,unroll_limit=0",
            "threshold=2,unroll_limit=1,cap=1",
        ],
        warning: None,
    },
    Fault {
        name: "sessions_end",
        program: "tiny2/types.t2",
        args: &["60", "2", "a", "0"],
        settings: &[
            "threshold=1,sessions=0",
            "threshold=1,sessions=7",
            "threshold=1,edge_threshold=1,sessions=20",
        ],
        warning: None,
    },
];

fn check(fault: &Fault) -> Result<(), Failed> {
    let (program, mut args) = match fault.program.split_once('/') {
        Some((example, file)) => {
            let file = root().join(format!("examples/{example}/programs/{file}"));
            (interpreter(example, "jit")?, vec![file])
        }
        None => {
            let target = root().join("tests/tests/jit/faults").join(fault.program);
            (executable(&target, "jit")?, Vec::new())
        }
    };
    args.extend(fault.args.iter().map(Into::into));
    let args: Vec<&Path> = args.iter().map(AsRef::as_ref).collect();
    let expected = run(&program, &args, &[("GENEXT_JIT", "off")], TIMEOUT)?;
    let log = work().join(format!("{}.log", fault.name));
    let to_log = format!("jit:summary:{}", log.display());
    for setting in fault.settings {
        let found = run(
            &program,
            &args,
            &[("GENEXT_JIT", setting), ("GENEXT_LOG", &to_log)],
            TIMEOUT,
        )?;
        if let Some(d) = difference(&expected, &found) {
            return Err(format!("under '{setting}': {d}").into());
        }
        let text = std::fs::read_to_string(&log)?;
        let log = Log::new(&text);
        if let Some(warning) = fault.warning {
            let warnings = log.warnings();
            let same = warnings.iter().filter(|w| **w == warning).count();
            // Said, and not at every turn.
            if !(1..=100).contains(&same) {
                return Err(
                    format!("under '{setting}': '{warning}' {same} times in {text}").into(),
                );
            }
        }
    }
    Ok(())
}

pub(crate) fn trials() -> Vec<Trial> {
    FAULTS
        .iter()
        .map(|f| Trial::test(format!("faults::{}", f.name), || check(f)))
        .collect()
}
