//! Generators call generators, or return to the driver for each call (`nested=0`): what is compiled is the same.
use std::path::Path;
use std::time::Duration;

use genext_tests::cases::root;
use genext_tests::jitlog::Log;
use genext_tests::toolchain::{difference, interpreter, run, work};
use libtest_mimic::{Failed, Trial};

const TIMEOUT: Duration = Duration::from_secs(60);

/// Examples, and programs of theirs with much that is called: methods through tables, closures, recursions, names.
const CASES: [(&str, &[&str]); 7] = [
    ("kite", &["nbody.kite"]),
    ("kite", &["objects.kite"]),
    ("kite", &["closures.kite"]),
    ("kite", &["exceptions.kite"]),
    ("kite", &["queens.kite"]),
    ("tiny2", &["sum.t2", "3000", "1", "2", "3"]),
    ("regvm", &["primes.rvm", "100"]),
];

fn check(example: &str, arguments: &[&str]) -> Result<(), Failed> {
    let program = interpreter(example, "jit")?;
    let first = root().join(format!("examples/{example}/programs/{}", arguments[0]));
    let rest = arguments[1..].iter().map(Path::new);
    let args: Vec<&Path> = std::iter::once(first.as_path()).chain(rest).collect();
    let compiled = |settings: &str| {
        // A comma would end the path in `GENEXT_LOG`.
        let name = format!("nested-{example}-{}-{settings}.log", arguments[0]).replace(',', "-");
        let path = work().join(name);
        let to_log = format!("jit:summary:{}", path.display());
        // How deep calls are traced into depends on the memory that the compiler has used, and the driver needs more.
        let environment = [("GENEXT_JIT", settings), ("GENEXT_LOG", &to_log)];
        let found = run(&program, &args, &environment, TIMEOUT)?;
        let log = Log::new(&std::fs::read_to_string(&path).map_err(|e| e.to_string())?);
        let totals = ["sessions", "versions", "fragments", "operations", "guards"];
        Ok::<_, String>((found, totals.map(|t| log.total(t))))
    };
    let (expected, by_driver) = compiled("unlimited,threshold=2,nested=0")?;
    for settings in ["unlimited,threshold=2", "unlimited,threshold=2,nested=1"] {
        let (found, totals) = compiled(settings)?;
        if let Some(d) = difference(&expected, &found) {
            return Err(format!("with {settings}: {d}").into());
        }
        if totals != by_driver {
            return Err(format!("with {settings}: {totals:?}, by the driver {by_driver:?}").into());
        }
    }
    match by_driver[0] > 0 {
        true => Ok(()),
        false => Err("nothing is compiled".into()),
    }
}

pub(crate) fn trials() -> Vec<Trial> {
    CASES
        .iter()
        .map(|&(example, arguments)| {
            let name = format!("nested::{example}_{}", arguments[0].replace('.', "_"));
            Trial::test(name, move || check(example, arguments))
        })
        .collect()
}
