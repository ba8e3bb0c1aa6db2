//! Small interpreters in `programs/`, each hard in its own way: with a JIT at every setting they print what they print
//! untranslated.
//!
//! A line `# run: 40` in a program says what arguments it takes, and one that begins `# promises:` that verification
//! would report it.
use std::path::{Path, PathBuf};
use std::time::Duration;

use genext_tests::cases::root;
use genext_tests::toolchain::{difference, executable, genext, run};
use libtest_mimic::{Failed, Trial};

/// `GENEXT_JIT`, and whether there is a collection at every allocation.
const SETTINGS: [(&str, bool); 26] = [
    ("off", false),
    ("", false),
    ("threshold=1", false),
    ("threshold=2", false),
    ("threshold=7", false),
    ("threshold=2,edge_threshold=1,cap=1", false),
    ("threshold=3,edge_threshold=2,recursion_limit=1", false),
    ("threshold=2", true),
    // What follows an edge is executed: always, and with collections.
    ("threshold=1,edge_threshold=1000000", false),
    ("threshold=2,edge_threshold=9", false),
    ("threshold=1,edge_threshold=5", true),
    ("threshold=2,regenerate=1", false),
    ("threshold=3,regenerate=0", false),
    ("threshold=7,regenerate=3", true),
    ("check,threshold=2", false),
    ("threshold=1,flush=1", false),
    ("threshold=2,flush=2,regenerate=1", true),
    ("threshold=7,flush=1", false),
    ("check,threshold=3,flush=3", true),
    ("check,threshold=7", true),
    // All that can be is lent to callees of portals, and nothing is.
    ("threshold=2,lend=2", false),
    ("threshold=7,lend=2", true),
    ("check,threshold=2,regenerate=1,lend=2", false),
    ("threshold=3,flush=2,lend=2", true),
    ("threshold=2,lend=0", false),
    // Pieces end at points that have no versions.
    ("check,threshold=3,size_limit=20", false),
];
const TIMEOUT: Duration = Duration::from_secs(100);

fn folder() -> PathBuf {
    root().join("tests/tests/jit/programs")
}

/// The arguments that a program's first lines name.
fn arguments(program: &Path) -> Result<Vec<PathBuf>, String> {
    let source = std::fs::read_to_string(program).map_err(|e| e.to_string())?;
    let line = source.lines().find_map(|l| l.strip_prefix("# run:"));
    let line = line.ok_or_else(|| format!("{}: no line `# run:`", program.display()))?;
    Ok(line.split_whitespace().map(PathBuf::from).collect())
}

/// The settings of a program. Those that forget all code every few arrivals, and those that collect at every
/// allocation, take the longest: unless everything is run, each program has one in five of the former and two in five
/// of the latter, by its place among the programs.
fn settings(place: usize) -> impl Iterator<Item = (&'static str, bool)> {
    let (mut flushing, mut collecting) = (0, 0);
    SETTINGS.into_iter().filter(move |(setting, gc)| {
        let (nth, kept) = match (setting.contains("flush"), gc) {
            (true, _) => (&mut flushing, 1),
            (false, true) => (&mut collecting, 2),
            (false, false) => return true,
        };
        *nth += 1;
        super::long() || (*nth + place) % 5 < kept
    })
}

/// Compares what `program` prints; `place` is its place among the programs.
fn check(program: &Path, place: usize) -> Result<(), Failed> {
    let args = arguments(program)?;
    let args: Vec<&Path> = args.iter().map(AsRef::as_ref).collect();
    let untranslated: Vec<&Path> = [Path::new("py"), program]
        .into_iter()
        .chain(args.iter().copied())
        .collect();
    let expected = run(&genext(), &untranslated, &[], TIMEOUT)?;
    if !expected.status.success() || expected.stdout.is_empty() {
        let text = String::from_utf8_lossy(&expected.stderr);
        return Err(format!("untranslated: {}\n{text}", expected.status).into());
    }
    let jit = executable(program, "jit")?;
    let source = std::fs::read_to_string(program).map_err(|e| e.to_string())?;
    let lies = source.lines().any(|l| l.starts_with("# promises:"));
    for (setting, gc) in settings(place).filter(|(s, _)| !lies || !s.contains("check")) {
        let setting = super::setting(setting);
        let mut environment = vec![("GENEXT_JIT", setting.as_str())];
        if gc {
            environment.push(("GENEXT_GC", "debug"));
        }
        let found = run(&jit, &args, &environment, TIMEOUT)
            .map_err(|e| format!("under {environment:?}: {e}"))?;
        if let Some(d) = difference(&expected, &found) {
            return Err(format!("under {environment:?}: {d}").into());
        }
    }
    Ok(())
}

/// What the compiler answers: with a last argument `queries.py` shows how often it knew a constant and a virtual
/// object.
fn answers() -> Result<(), Failed> {
    let jit = executable(&folder().join("queries.py"), "jit")?;
    let args = [Path::new("40"), Path::new("show")];
    let found = run(&jit, &args, &[("GENEXT_JIT", "threshold=1")], TIMEOUT)?;
    let text = String::from_utf8_lossy(&found.stdout).into_owned();
    let known: Vec<&str> = text.lines().filter(|l| l.starts_with("constant")).collect();
    // Nothing is asked; boxes of an unknown and of a constant; the same with one that has escaped; greens.
    let wanted = [
        (0, "constant 0 virtual 0"),
        (2, "constant 41 virtual 82"),
        (3, "constant 41 virtual 82"),
        (4, "constant 82 virtual 0"),
    ];
    for (i, line) in wanted {
        if known.get(i) != Some(&line) {
            return Err(format!("line {i} is not '{line}':\n{text}").into());
        }
    }
    let found = run(&jit, &args, &[("GENEXT_JIT", "off")], TIMEOUT)?;
    let text = String::from_utf8_lossy(&found.stdout).into_owned();
    if (text.lines().filter(|l| l.starts_with("constant"))).any(|l| l != "constant 0 virtual 0") {
        return Err(format!("without JIT:\n{text}").into());
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
    let mut trials: Vec<Trial> = programs
        .into_iter()
        .enumerate()
        .map(|(place, p)| {
            let name = p.file_stem().unwrap_or_default().to_string_lossy();
            Trial::test(format!("programs::{name}"), move || check(&p, place))
        })
        .collect();
    trials.push(Trial::test("programs::answers", answers));
    trials
}
