//! What a JIT may cost: programs in `economy/` that give it nothing to gain. They print what they print without it, and
//! the totals that it logs stay within bounds: a line `# holds: executed<=3000 refused>=1` names them. Settings that a
//! program needs are in a line `# jit: threshold=2`. How far a JIT gets depends on the time it has, so the lower bounds
//! are those of a run without a budget. Times are measured by `benchmarks/run.py`.
use std::path::{Path, PathBuf};
use std::time::Duration;

use genext_tests::cases::root;
use genext_tests::toolchain::{difference, executable, run, work};
use libtest_mimic::{Failed, Trial};

const TIMEOUT: Duration = Duration::from_secs(60);

fn folder() -> PathBuf {
    root().join("tests/tests/jit/economy")
}

/// The words behind a comment at the beginning of a program.
fn words(source: &str, head: &str) -> Vec<String> {
    let line = source.lines().find_map(|l| l.strip_prefix(head));
    line.into_iter()
        .flat_map(str::split_whitespace)
        .map(str::to_owned)
        .collect()
}

/// A number of the log's last line. A program that never asked for the JIT has none of anything.
fn total(log: &str, name: &str) -> Option<u64> {
    let line = log.lines().rev().find(|l| l.starts_with("jit summary "))?;
    let mut fields = line.split_whitespace().filter_map(|f| f.split_once('='));
    match fields.find(|(n, _)| *n == name) {
        Some((_, n)) => n.parse().ok(),
        None => line.ends_with("sessions=0").then_some(0),
    }
}

fn holds(log: &str, bound: &str) -> Result<bool, String> {
    let bad = || format!("'{bound}' is no bound, or its total is not logged:\n{log}");
    let (name, less, limit) = match (bound.split_once("<="), bound.split_once(">=")) {
        (Some((name, limit)), _) => (name, true, limit),
        (_, Some((name, limit))) => (name, false, limit),
        _ => return Err(bad()),
    };
    let limit: u64 = limit.parse().map_err(|_| bad())?;
    let found = total(log, name).ok_or_else(bad)?;
    Ok(if less { found <= limit } else { found >= limit })
}

fn check(program: &Path) -> Result<(), Failed> {
    let source = std::fs::read_to_string(program)?;
    let args = words(&source, "# run:");
    let args: Vec<&Path> = args.iter().map(Path::new).collect();
    let plain = run(&executable(program, "2")?, &args, &[], TIMEOUT)?;
    if !plain.status.success() || plain.stdout.is_empty() {
        return Err(format!("without a JIT: {}", plain.status).into());
    }
    let name = program.file_stem().unwrap_or_default().to_string_lossy();
    let log = work().join(format!("economy-{name}.log"));
    let logged = format!("jit:summary:{}", log.display());
    let (lower, upper): (Vec<String>, Vec<String>) =
        (words(&source, "# holds:").into_iter()).partition(|bound| bound.contains(">="));
    let own = words(&source, "# jit:");
    for (budget, bounds) in [(None, upper), (Some("unlimited"), lower)] {
        let _ = std::fs::remove_file(&log);
        let settings: Vec<&str> = own.iter().map(String::as_str).chain(budget).collect();
        let settings = settings.join(",");
        let environment = [("GENEXT_LOG", logged.as_str()), ("GENEXT_JIT", &settings)];
        let found = run(&executable(program, "jit")?, &args, &environment, TIMEOUT)?;
        if let Some(d) = difference(&plain, &found) {
            return Err(d.into());
        }
        let log = std::fs::read_to_string(&log).unwrap_or_default();
        for bound in bounds {
            if !holds(&log, &bound)? {
                return Err(format!("{bound} does not hold:\n{log}").into());
            }
        }
    }
    Ok(())
}

pub(crate) fn trials() -> Vec<Trial> {
    let mut programs: Vec<PathBuf> = std::fs::read_dir(folder())
        .expect("the programs are there")
        .filter_map(|e| Some(e.ok()?.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "py"))
        .collect();
    programs.sort();
    programs
        .into_iter()
        .map(|p| {
            let name = p.file_stem().unwrap_or_default().to_string_lossy();
            Trial::test(format!("economy::{name}"), move || check(&p))
        })
        .collect()
}
