//! Hundreds of programs one after the other in one process, and little memory for their code: the output is right, the
//! JIT forgets what is not used any more, and goes on compiling what is hot. The program is `programs/changing.py`.
use std::path::Path;
use std::time::Duration;

use genext_tests::cases::root;
use genext_tests::jitlog::Log;
use genext_tests::toolchain::{difference, executable, run, work};
use libtest_mimic::{Failed, Trial};

const TIMEOUT: Duration = Duration::from_secs(100);

/// A run of the program.
struct Case {
    name: &'static str,
    /// A third of the programs that are run, more or less, and turns of their loops.
    programs: [&'static str; 2],
    settings: &'static str,
    /// A collection at every allocation.
    collects: bool,
    /// Flushes at least.
    flushes: u64,
    /// Bytes of memory at the end, at most; by the summary.
    memory: u64,
    /// Some code was forgotten while it was on the stack.
    lingers: bool,
}

const CASES: [Case; 6] = [
    Case {
        name: "little_memory",
        // How much is compiled depends on how fast the machine is: 17 flushes, mostly.
        programs: ["400", "1000"],
        settings: "threshold=7,memory=32k",
        collects: false,
        flushes: 2,
        // Memory is let grow until the program has run for so long that to compile again is worth it.
        memory: 8 << 20,
        lingers: false,
    },
    Case {
        name: "little_memory_for_code",
        programs: ["150", "1000"],
        settings: "threshold=2,unlimited,code_size=128k",
        collects: false,
        flushes: 2,
        memory: 4 << 20,
        lingers: false,
    },
    Case {
        name: "little_memory_and_collections",
        programs: ["100", "40"],
        settings: "threshold=2,memory=32k",
        collects: true,
        flushes: 2,
        memory: 4 << 20,
        lingers: false,
    },
    Case {
        name: "always",
        programs: ["150", "40"],
        settings: "threshold=1,flush=1",
        collects: false,
        flushes: 100,
        memory: 4 << 20,
        lingers: true,
    },
    Case {
        name: "often",
        programs: ["150", "40"],
        settings: "check,threshold=7,flush=5",
        collects: false,
        flushes: 20,
        memory: 4 << 20,
        lingers: true,
    },
    Case {
        name: "always_and_collections",
        programs: ["40", "40"],
        settings: "threshold=2,flush=1,regenerate=3",
        collects: true,
        flushes: 100,
        memory: 4 << 20,
        lingers: true,
    },
];

fn check(case: &Case) -> Result<(), Failed> {
    let target = root().join("tests/tests/jit/programs/changing.py");
    let program = executable(&target, "jit")?;
    let args = case.programs.map(Path::new);
    let expected = run(&program, &args, &[("GENEXT_JIT", "off")], TIMEOUT)?;
    let path = work().join(format!("flush-{}.log", case.name));
    let to_log = format!("jit:versions:{}", path.display());
    let mut environment = vec![("GENEXT_JIT", case.settings), ("GENEXT_LOG", &to_log)];
    if case.collects {
        environment.push(("GENEXT_GC", "debug"));
    }
    let found = run(&program, &args, &environment, TIMEOUT)?;
    if let Some(d) = difference(&expected, &found) {
        return Err(format!("under {environment:?}: {d}").into());
    }
    let text = std::fs::read_to_string(&path)?;
    let log = Log::new(&text);
    let (flushes, memory) = (log.total("flushes"), log.total("memory"));
    if flushes < case.flushes || memory > case.memory {
        return Err(format!("{flushes} flushes, {memory} bytes at the end").into());
    }
    if case.lingers && !text.contains(" lingers=1 ") {
        return Err("no code lingers".into());
    }
    // The program says which one was the last.
    let output = String::from_utf8_lossy(&expected.stdout).into_owned();
    let last = output.lines().last().unwrap_or_default();
    let is_last =
        |l: &&str| l.starts_with("jit session") && l.contains(&format!("printable=\"{last} "));
    if !text.lines().any(|l| is_last(&l)) {
        return Err(format!("{last} was not compiled").into());
    }
    // Nothing is named twice.
    for what in ["version", "fragment"] {
        let start = format!("jit {what} id=");
        let ids: Vec<&str> = (text.lines())
            .filter_map(|l| l.strip_prefix(&start)?.split(' ').next())
            .collect();
        let mut unique = ids.clone();
        unique.sort_unstable();
        unique.dedup();
        if unique.len() != ids.len() || ids.is_empty() {
            return Err(format!("{} lines of {} {what}s", ids.len(), unique.len()).into());
        }
    }
    Ok(())
}

pub(crate) fn trials() -> Vec<Trial> {
    CASES
        .iter()
        .map(|c| Trial::test(format!("flush::{}", c.name), || check(c)))
        .collect()
}
