//! `GENEXT_JIT=check`: hints that are lies are found while the program runs, and true ones are not complained about.
use std::path::Path;
use std::time::Duration;

use genext_tests::cases::root;
use genext_tests::toolchain::{executable, run};
use libtest_mimic::{Failed, Trial};

const TIMEOUT: Duration = Duration::from_secs(100);

/// What the program is told to change, and what the report says.
const LIES: [(&str, &[&str]); 6] = [
    (
        "steps",
        &["`[*]`", "was 1", "is 7 now", "total += code.steps"],
    ),
    (
        "again",
        &[
            "Box.value` is declared immutable",
            "was 3",
            "is 9 now",
            "total += code.box",
        ],
    ),
    (
        "promoted",
        &[
            "Box.value` is declared immutable",
            "was 6",
            "is 8 now",
            "total += shape.tag",
        ],
    ),
    (
        "weight",
        &[
            "weight` is declared elidable",
            "was 4",
            "is 24 now",
            "total += weight",
        ],
    ),
    (
        "pair",
        &["pair` is declared elidable", "is another one now"],
    ),
    (
        "find",
        &[
            "find` is declared elidable",
            "is another one now",
            "total += find",
        ],
    ),
];
/// What the program may change: declared fields that other code than constructors sets are guarded.
const TRUTHS: [&str; 6] = ["none", "step", "size", "name", "next", "equal pair"];

const SETTINGS: [&str; 3] = [
    "check",
    "check,threshold=2",
    "check,threshold=7,edge_threshold=2",
];

fn check(what: &str, parts: Option<&[&str]>) -> Result<(), Failed> {
    let program = root().join("tests/tests/jit/hints/lies.py");
    let source = std::fs::read_to_string(&program)?;
    let built = executable(&program, "jit")?;
    for setting in SETTINGS {
        for gc in ["", "debug"] {
            let environment = [("GENEXT_JIT", setting), ("GENEXT_GC", gc)];
            let environment = match gc {
                "" => &environment[..1],
                _ => &environment[..],
            };
            let found = run(&built, &[Path::new(what)], environment, TIMEOUT)?;
            let text = String::from_utf8_lossy(&found.stderr);
            let (code, parts) = match parts {
                Some(parts) => (1, parts),
                None => (0, &[][..]),
            };
            if found.status.code() != Some(code) {
                return Err(format!("{environment:?}: {}\n{text}", found.status).into());
            }
            // A part that is a piece of the program stands for its place.
            let place = |part: &str| match source.lines().position(|l| l.contains(part)) {
                Some(i) => format!("lies.py:{}\n", i + 1),
                None => part.to_owned(),
            };
            let parts = parts.iter().map(|p| place(p));
            if let Some(missing) = { parts }.find(|p| !text.contains(p)) {
                return Err(format!("{environment:?}: `{missing}` is not in\n{text}").into());
            }
        }
    }
    Ok(())
}

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for what in TRUTHS {
        let name = format!("hints::{what}");
        trials.push(Trial::test(name, move || check(what, None)));
    }
    for (what, parts) in LIES {
        let name = format!("hints::{what}");
        trials.push(Trial::test(name, move || check(what, Some(parts))));
    }
    trials
}
