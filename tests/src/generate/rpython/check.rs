//! A program at every level, the signature of a failure, and the smallest program that has it.
//!
//! CPython and the built-in Python say what is right; where they differ, that is the failure. A signature says at which
//! level a program fails first, and how, without names and numbers of the program: failures of one signature are likely
//! one bug.
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::tree::{self, Stmt};
use super::{Feature, Generated, reduce};
use crate::levels::{End, JIT, Level, MACHINE, MORE_JIT, Outcome, Program, available};

/// The processor time for each run of a generated program. They end after some thousand steps.
const LIMIT: Duration = Duration::from_secs(30);
/// What minimising may take in an ordinary run of the tests, and in a long one.
const MINIMISE: [Duration; 2] = [Duration::from_secs(60), Duration::from_secs(900)];
/// How often it may ask.
const STEPS: usize = 3000;

/// How a program fails.
#[derive(Clone, Debug)]
pub struct Failure {
    pub signature: String,
    /// The level that fails first.
    pub level: Level,
    /// What every failing level did.
    pub report: String,
}

/// What programs are made, and where they run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// A part of the levels.
    Short,
    /// All levels.
    Long,
    /// Interpreters only, and the levels with a JIT, with some settings more; every tenth with a collection at every
    /// allocation.
    Jit,
}

impl Mode {
    /// The program of a seed.
    pub fn program(self, seed: u64) -> Generated {
        match self {
            Mode::Short | Mode::Long => super::program(seed),
            Mode::Jit => super::interpreter(seed),
        }
    }
}

/// The levels of the program of a seed.
pub fn levels(program: &Generated, mode: Mode, seed: u64) -> Vec<Level> {
    if mode == Mode::Jit {
        let mut levels = vec![Level::CPython3, Level::Untranslated];
        levels.extend(JIT);
        let settings = MORE_JIT.iter().cycle().skip(seed as usize % MORE_JIT.len());
        levels.extend(settings.take(5));
        if seed.is_multiple_of(10) {
            levels.extend([Level::JitCollect("threshold=2"), Level::JitCollect("")]);
        }
        levels.retain(|l| available(*l));
        return levels;
    }
    let all = mode == Mode::Long;
    let mut levels = vec![Level::CPython3, Level::Untranslated];
    // The order of dictionaries differs in 2.7.
    if all && !program.features.contains(&Feature::DictOrder) {
        levels.push(Level::CPython2);
    }
    if all {
        levels.push(Level::LowLevel);
        levels.extend(MACHINE);
    } else {
        levels.extend([Level::Machine(0), Level::Machine(2), Level::Collect(2)]);
    }
    if program.machine {
        levels.extend(JIT);
    }
    levels.retain(|l| available(*l));
    levels
}

/// A text without the names and numbers of one program.
fn general(text: &str) -> String {
    let mut out = String::new();
    let mut in_name = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '`' {
            // Names stand in backticks.
            in_name = !in_name;
            out.push(c);
        } else if in_name {
        } else if c.is_ascii_digit() {
            while chars.next_if(|d| d.is_ascii_alphanumeric()).is_some() {}
            out.push('N');
        } else {
            out.push(c);
        }
    }
    out.chars().take(100).collect()
}

/// How an outcome differs from the right one.
fn kind(right: &Outcome, found: &Outcome) -> Option<String> {
    if found.agrees(right) {
        return None;
    }
    let message = |o: &Outcome| {
        let wanted = |l: &&str| {
            // Not what a warning says in its help line.
            if l.trim_start().starts_with('=') {
                return false;
            }
            l.contains("error")
                || l.contains("Error")
                || l.contains("unsupported")
                || l.contains("panicked")
        };
        let line = o.stderr.lines().find(wanted).or(o.stderr.lines().last());
        general(line.unwrap_or_default())
    };
    Some(match &found.end {
        End::NotBuilt(_) => format!("not built: {}", message(found)),
        End::Signal(n) => format!("signal {n}"),
        End::Timeout => "does not end".to_owned(),
        End::Code(0) if right.end == End::Code(0) => "output differs".to_owned(),
        End::Code(_) => format!("ends with {}", message(found)),
    })
}

/// The failure of a program, if it has one.
pub fn failure(path: &Path, levels: &[Level]) -> Option<Failure> {
    let mut program = Program::new(path.to_owned());
    program.limit = LIMIT;
    let outcomes = program.run(levels);
    let (first, right) = &outcomes[0];
    if right.end != End::Code(0) {
        let last = right.stderr.lines().last().unwrap_or_default();
        return Some(Failure {
            signature: format!("{first}: the program is wrong: {}", general(last)),
            level: *first,
            report: right.stderr.clone(),
        });
    }
    let mut found: Option<Failure> = None;
    for (level, outcome) in &outcomes[1..] {
        let Some(kind) = kind(right, outcome) else {
            continue;
        };
        // A function that is called before the loop may never return: then there is no loop.
        if matches!(level, Level::Jit(_) | Level::JitCollect(_))
            && kind.contains("the program has no merge point")
        {
            continue;
        }
        let line = format!("{level}: {}\n", right.difference(outcome));
        match &mut found {
            Some(f) => f.report += &line,
            None => {
                found = Some(Failure {
                    signature: format!("{level}: {kind}"),
                    level: *level,
                    report: line,
                });
            }
        }
    }
    found
}

/// The smallest program found that fails as this one does.
pub fn minimise(mut tree: Vec<Stmt>, found: &Failure, scratch: &Path, long: bool) -> Vec<Stmt> {
    let limit = MINIMISE[usize::from(long)];
    let begin = Instant::now();
    // The built-in Python starts faster than CPython; it says what is right unless it is what fails.
    let right = match found.level {
        Level::Untranslated | Level::CPython3 | Level::CPython2 => Level::CPython3,
        _ => Level::Untranslated,
    };
    let refused = found.signature.contains("not built") && !found.signature.contains("internal");
    if !refused {
        // Whether a smaller program is valid shows when it runs.
        tree::release(&mut tree);
    }
    let mut fails = |smaller: &[Stmt]| {
        if begin.elapsed() > limit || std::fs::write(scratch, tree::text(smaller)).is_err() {
            return false;
        }
        let mut program = Program::new(scratch.to_owned());
        program.limit = LIMIT;
        // Most smaller programs are wrong: that shows before they are translated.
        let runs = program.run(&[right]);
        matches!(runs.first(), Some((_, o)) if o.end == End::Code(0))
            && failure(scratch, &[right, found.level])
                .is_some_and(|f| f.signature == found.signature)
    };
    reduce::minimise(tree, STEPS, &mut fails)
}

/// Where the text of a program is kept.
pub fn file(folder: &Path, seed: u64, suffix: &str) -> PathBuf {
    folder.join(format!("program_{seed}{suffix}.py"))
}

/// Writes a program with a comment that says where it comes from.
///
/// # Errors
/// The file cannot be written.
pub fn write(path: &Path, seed: u64, program: &Generated) -> Result<(), String> {
    let text = format!(
        "# Generated: seed {seed}, features {:?}\n{}",
        program.features,
        program.text()
    );
    std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}
