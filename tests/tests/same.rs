//! A folder of programs, `same/*.py`, each of which does the same wherever it runs: under CPython with the stand-in
//! library, in the built-in Python, on the low-level interpreter, as machine code at every optimisation level, with a
//! collection at every allocation and, if it has a `JitDriver`, with a JIT at several thresholds. Standard output and
//! exit code are compared. To add a test is to add a file.
//!
//! Comment lines of a program say what is special about it:
//!
//! | line | meaning |
//! |---|---|
//! | `# args: 3 x` | its arguments |
//! | `# refused: E0421` | it is run at no level: `build` and `check` refuse it with this error |
//! | `# warned: W0451` | `build` shows this warning |
//! | `# build: --flag` | options for `genext build` |
//! | `# python2` | a program in Python 2.7, which that CPython runs if it is installed |
//! | `# exit: 1` | its exit code, if it is not 0 |
//! | `# stderr: text` | its standard error contains the text at every level of machine code |
//! | `# not-cpython: reason` | CPython does something else |
//! | `# not-low-level: reason` | needs of the runtime what the low-level interpreter does not provide |
//! | `# not-in-process: reason` | is not run untranslated in the process of the tests (`checked.rs`) |
//! | `# translated: text` | an intended difference: the lines that it prints when translated, in place of those that it prints untranslated |
use std::path::{Path, PathBuf};

use genext_tests::levels::{End, JIT, Level, MACHINE, Outcome, Program};
use genext_tests::{cases, lowlevel, toolchain};
use libtest_mimic::{Arguments, Failed, Trial};

struct Case {
    source: String,
    program: Program,
}

impl Case {
    fn read(path: &Path) -> Result<Case, String> {
        let source = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
        let mut case = Case {
            source,
            program: Program::new(path.to_owned()),
        };
        let words = |key| {
            let lines = case.lines(key).into_iter();
            lines
                .flat_map(|l| l.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
                .collect::<Vec<_>>()
        };
        let (args, options) = (words("args"), words("build"));
        case.program.args = args;
        case.program.options = options;
        Ok(case)
    }
    /// What stands behind a key.
    fn lines(&self, key: &str) -> Vec<String> {
        let start = format!("# {key}");
        let rests = self.source.lines().filter_map(|l| l.strip_prefix(&start));
        rests
            .filter(|l| l.is_empty() || l.starts_with(':'))
            .map(|l| l.strip_prefix(": ").unwrap_or_default().to_owned())
            .collect()
    }
    fn has(&self, key: &str) -> bool {
        !self.lines(key).is_empty()
    }
    fn check(&self) -> Result<(), Failed> {
        match &self.lines("refused")[..] {
            [] => self.same(),
            codes => self.refused(codes),
        }
    }
    /// It is refused with these errors at every level, and by no panic.
    fn refused(&self, codes: &[String]) -> Result<(), Failed> {
        let jit = self.source.contains("JitDriver").then_some("jit");
        for value in ["0", "2"].into_iter().chain(jit) {
            let said = match self.program.build(value) {
                Ok(_) => return Err(format!("-O{value} builds it").into()),
                Err(o) if o.end == End::NotBuilt(Some(1)) => o.stderr,
                Err(o) => return Err(format!("-O{value}: {:?}\n{}", o.end, o.stderr).into()),
            };
            for code in codes {
                if !said.contains(&format!("error[{code}]"))
                    && !said.contains(&format!("unsupported[{code}]"))
                {
                    return Err(format!("-O{value} does not say {code}:\n{said}").into());
                }
            }
        }
        Ok(())
    }
    /// Untranslated levels agree, and translated ones agree with them or with what the program says.
    fn same(&self) -> Result<(), Failed> {
        let mut levels = vec![Level::Untranslated];
        if !self.has("not-cpython") {
            levels.push(if self.has("python2") {
                Level::CPython2
            } else {
                Level::CPython3
            });
        }
        if !self.has("not-low-level") {
            levels.push(Level::LowLevel);
        }
        levels.extend(MACHINE);
        if self.source.contains("JitDriver") {
            levels.extend(JIT);
        }
        let outcomes = self.program.run(&levels);
        let exit = match self.lines("exit").first() {
            Some(code) => code.parse().map_err(|_| "`# exit:` needs a number")?,
            None => 0,
        };
        let mut expected = outcomes[0].1.clone();
        let mut wrong = Vec::new();
        if expected.end != End::Code(exit) {
            let e = &expected.stderr;
            wrong.push(format!("untranslated: ends with {:?}\n{e}", expected.end));
        }
        let translated = self.lines("translated");
        let mut printed = false;
        for (level, found) in &outcomes {
            if level.is_translated() && !printed && !translated.is_empty() {
                expected.stdout = translated.join("\n") + "\n";
                printed = true;
            }
            if !found.agrees(&expected) {
                wrong.push(format!("{level}: {}", expected.difference(found)));
            }
            wrong.extend(self.messages(*level, found));
        }
        if let Err(e) = self.warnings() {
            wrong.push(e);
        }
        match wrong.is_empty() {
            true => Ok(()),
            false => Err(wrong.join("\n").into()),
        }
    }
    /// What is missing on standard error.
    fn messages(&self, level: Level, found: &Outcome) -> Option<String> {
        if !matches!(level, Level::Machine(_) | Level::Collect(_) | Level::Jit(_)) {
            return None;
        }
        let texts = self.lines("stderr");
        let missing = texts.iter().find(|t| !found.stderr.contains(*t))?;
        Some(format!(
            "{level}: standard error lacks `{missing}`:\n{}",
            found.stderr
        ))
    }
    fn warnings(&self) -> Result<(), String> {
        let codes = self.lines("warned");
        if codes.is_empty() {
            return Ok(());
        }
        let said = self.program.messages("2").stderr;
        match codes.iter().find(|c| !said.contains(*c)) {
            Some(code) => Err(format!("`build` does not warn of {code}:\n{said}")),
            None => Ok(()),
        }
    }
}

fn main() {
    lowlevel::intercept();
    let arguments = Arguments::from_args();
    let folder = cases::root().join("tests/tests/same");
    let mut programs: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the programs are there")
        .filter_map(|e| Some(e.ok()?.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "py"))
        .collect();
    programs.sort();
    let trials = programs.into_iter().map(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Trial::test(name.into_owned(), move || Case::read(&path)?.check())
    });
    let conclusion = libtest_mimic::run(&arguments, trials.collect());
    toolchain::clean();
    conclusion.exit();
}
