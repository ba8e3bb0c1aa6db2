//! Counts of arrivals decay: what comes now and then is never compiled, and a loop is, soon. A tick is what fills
//! 64 nurseries, or a quarter of a second, which tests do not wait for. The program is `programs/decay.py`.
use std::path::Path;
use std::time::Duration;

use genext_tests::cases::root;
use genext_tests::jitlog::Log;
use genext_tests::toolchain::{difference, executable, run, work};
use libtest_mimic::{Failed, Trial};

const TIMEOUT: Duration = Duration::from_secs(60);

/// The nursery, and how many lists of four KB fill 64 of them.
const NURSERY: &str = "nursery=64k";
const TICK: &str = "1080";

/// A run of the program.
struct Case {
    name: &'static str,
    /// Rounds, turns in each, lists that are made behind each; settings of the program, if there are any.
    arguments: &'static [&'static str],
    settings: &'static str,
    compiles: bool,
}

const CASES: [Case; 8] = [
    Case {
        name: "a_loop",
        arguments: &["1", "3000", "0"],
        settings: "decay=1000",
        compiles: true,
    },
    Case {
        name: "a_loop_behind_many_ticks",
        arguments: &["30", "3000", TICK],
        settings: "decay=1000",
        compiles: true,
    },
    Case {
        name: "now_and_then",
        arguments: &["100", "30", TICK],
        settings: "decay=1000",
        compiles: false,
    },
    // In the long run a green has 25 times as many as come from one tick to the next.
    Case {
        name: "thirty_at_each_tick",
        arguments: &["300", "30", TICK],
        settings: "",
        compiles: false,
    },
    Case {
        name: "two_hundred_at_each_tick",
        arguments: &["50", "200", TICK],
        settings: "",
        compiles: true,
    },
    // A loop each turn of which takes half of a nursery is hot.
    Case {
        name: "two_in_each_nursery",
        arguments: &["2500", "2", "17"],
        settings: "",
        compiles: true,
    },
    Case {
        name: "never",
        arguments: &["100", "30", TICK],
        settings: "decay=0",
        compiles: true,
    },
    Case {
        name: "never_by_the_program",
        arguments: &["100", "30", TICK, "decay=0"],
        settings: "",
        compiles: true,
    },
];

fn check(case: &Case) -> Result<(), Failed> {
    let target = root().join("tests/tests/jit/programs/decay.py");
    let program = executable(&target, "jit")?;
    let args: Vec<&Path> = case.arguments.iter().map(Path::new).collect();
    let expected = run(&program, &args, &[("GENEXT_JIT", "off")], TIMEOUT)?;
    let path = work().join(format!("decay-{}.log", case.name));
    let _ = std::fs::remove_file(&path);
    let to_log = format!("jit:summary:{}", path.display());
    let environment = [
        ("GENEXT_JIT", case.settings),
        ("GENEXT_GC", NURSERY),
        ("GENEXT_LOG", &to_log),
    ];
    let found = run(&program, &args, &environment, TIMEOUT)?;
    if let Some(d) = difference(&expected, &found) {
        return Err(format!("under {environment:?}: {d}").into());
    }
    // Nothing was ever hot: there is no JIT, and no log.
    let log = std::fs::read_to_string(&path).unwrap_or_default();
    let sessions = Log::new(&log).total("sessions");
    match (sessions > 0) == case.compiles {
        true => Ok(()),
        false => Err(format!("{sessions} runs of the compiler").into()),
    }
}

pub(crate) fn trials() -> Vec<Trial> {
    CASES
        .iter()
        .map(|c| Trial::test(format!("decay::{}", c.name), || check(c)))
        .collect()
}
