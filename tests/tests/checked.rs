//! What the translation claims, held against what happens: all programs of all examples, and all of `same/*.py`, as
//! checked builds (`genext build --check`), which must do what they should and violate no claim; and the checks of
//! `genext soundness` on each of them.
//!
//! The comment lines of `same/*.py` (see `same.rs`) that count here: `# args:`, `# refused`, `# python2`, `# build:`,
//! and `# not-in-process: reason` of a program that makes processes, which the tests must not be.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use genext_tests::cases::{Case, cases};
use genext_tests::soundness;
use genext_tests::toolchain::{clean, genext, interpreter};
use libtest_mimic::{Arguments, Failed, Trial};
use python::code::Mode;

/// The levels of the checked builds: what is left of the annotator's claims, and what all passes add.
const LEVELS: [&str; 2] = ["0-check", "2-check"];

fn main() {
    let arguments = Arguments::from_args();
    let cases: Vec<Case> = cases().into_iter().filter(|c| !c.is_slow()).collect();
    let mut trials = Vec::new();
    let mut examples: BTreeMap<String, Vec<Case>> = BTreeMap::new();
    for c in &cases {
        examples
            .entry(c.example.clone())
            .or_default()
            .push(c.clone());
        for level in LEVELS {
            let c = c.clone();
            trials.push(Trial::test(
                format!("O{level}::{}::{}", c.example, c.stem()),
                move || c.check(Command::new(interpreter(&c.example, level)?)),
            ));
        }
    }
    for (example, cases) in examples {
        trials.push(Trial::test(format!("soundness::{example}"), move || {
            example_is_sound(&cases)
        }));
    }
    for path in programs() {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let (p, q) = (path.clone(), path.clone());
        trials.push(Trial::test(format!("check::same::{stem}"), move || {
            Program::read(&p)?.checked()
        }));
        trials.push(Trial::test(format!("soundness::same::{stem}"), move || {
            Program::read(&q)?.sound()
        }));
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    clean();
    conclusion.exit();
}

/// All programs of an example that need no input, run one after the other on the same annotations.
fn example_is_sound(cases: &[Case]) -> Result<(), Failed> {
    let target = cases[0].target();
    let runs: Vec<Vec<String>> = cases
        .iter()
        .filter(|c| c.file("in").is_none())
        .map(|c| {
            let program = c.folder().join("programs").join(&c.program);
            let args = c.file("args").unwrap_or_default();
            let args = String::from_utf8_lossy(&args).into_owned();
            let mut line = vec![program.to_string_lossy().into_owned()];
            line.extend(args.lines().map(str::to_owned));
            line
        })
        .collect();
    soundness::check(&target, None, &runs)
}

/// The files of `same`.
fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/same");
    let mut out: Vec<PathBuf> = std::fs::read_dir(folder)
        .map(|d| d.filter_map(|e| Some(e.ok()?.path())).collect())
        .unwrap_or_default();
    out.retain(|p| p.extension().is_some_and(|e| e == "py"));
    out.sort();
    out
}

struct Program {
    path: PathBuf,
    text: String,
}

impl Program {
    fn read(path: &Path) -> Result<Program, Failed> {
        Ok(Program {
            path: path.to_owned(),
            text: std::fs::read_to_string(path)?,
        })
    }
    /// The words behind a key.
    fn words(&self, key: &str) -> Option<Vec<String>> {
        let line = self.text.lines().find_map(|l| {
            let rest = l.strip_prefix("# ")?.strip_prefix(key)?;
            (rest.is_empty() || rest.starts_with(':')).then(|| rest.trim_start_matches(':'))
        })?;
        Some(line.split_whitespace().map(str::to_owned).collect())
    }
    /// The checked build does what the usual one does, and violates no claim.
    fn checked(&self) -> Result<(), Failed> {
        if self.words("refused").is_some() {
            return Ok(());
        }
        let run = |checked: bool| -> Result<_, Failed> {
            let mut command = Command::new(genext());
            command
                .arg("run")
                .args(checked.then_some("--check"))
                .args(self.words("build").unwrap_or_default())
                .args(self.words("python2").map(|_| "--python2"))
                .arg(&self.path)
                .args(self.words("args").unwrap_or_default());
            Ok(command.stdin(Stdio::null()).output()?)
        };
        let (usual, checked) = (run(false)?, run(true)?);
        let errors = String::from_utf8_lossy(&checked.stderr).into_owned();
        if errors.contains("a claim of the translation does not hold") {
            return Err(errors.into());
        }
        if (usual.status.code(), &usual.stdout) != (checked.status.code(), &checked.stdout) {
            let text = format!(
                "the checked build does something else: {:?}, {:?}\n{}\n{errors}",
                usual.status,
                checked.status,
                String::from_utf8_lossy(&checked.stdout)
            );
            return Err(text.into());
        }
        Ok(())
    }
    fn sound(&self) -> Result<(), Failed> {
        if self.words("refused").is_some() || self.words("not-in-process").is_some() {
            return Ok(());
        }
        let mode = self.words("python2").map(|_| Mode::Py2);
        soundness::check(&self.path, mode, &[self.words("args").unwrap_or_default()])
    }
}
