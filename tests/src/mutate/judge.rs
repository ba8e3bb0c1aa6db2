//! What the compiler makes of a mutant, and what is wrong with that.
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::process::{End, Limits, Outcome, run};
use crate::toolchain::genext;

/// An answer takes less than that.
pub const COMPILER: Limits = Limits {
    time: Duration::from_secs(20),
    memory: 1 << 30,
};

/// What one command answers.
#[derive(Debug)]
pub enum Verdict {
    /// The program is translated.
    Accepted,
    /// It is refused, with an error for the user.
    Refused,
    /// Something is wrong with the compiler.
    Failed(Failure),
}

/// Something wrong with the compiler.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What failures of the same cause have in common, mostly.
    pub signature: String,
    pub text: String,
}

/// A command of the compiler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// `check`
    Check,
    /// `check -Ojit`
    CheckJit,
    /// `build` at a level.
    Build(&'static str),
}

impl Stage {
    /// The command that takes a mutant through this stage.
    pub fn command(self, target: &Path, output: &Path) -> Command {
        let mut command = Command::new(genext());
        match self {
            Stage::Check => command.arg("check"),
            Stage::CheckJit => command.args(["check", "-Ojit"]),
            Stage::Build(level) => command.args(["build", level, "-o"]).arg(output),
        };
        command.arg(target);
        command
            .env("GENEXT_IMPORT_LIMIT", "5")
            .env_remove("GENEXT_LOG");
        command
    }
    /// As it is shown.
    pub fn name(self) -> String {
        match self {
            Stage::Check => "check".to_owned(),
            Stage::CheckJit => "check -Ojit".to_owned(),
            Stage::Build(level) => format!("build {level}"),
        }
    }
}

/// Runs a command of the compiler on a program.
pub fn judge(stage: Stage, target: &Path, output: &Path) -> Verdict {
    judge_within(stage, target, output, COMPILER)
}

/// The same with limits for a second look at what took too long: several times those of [`COMPILER`], since a busy
/// machine and a compiler without optimisation are no hang.
pub fn judge_patiently(stage: Stage, target: &Path, output: &Path) -> Verdict {
    let time = COMPILER.time * 3;
    judge_within(stage, target, output, Limits { time, ..COMPILER })
}

fn judge_within(stage: Stage, target: &Path, output: &Path, limits: Limits) -> Verdict {
    match run(&mut stage.command(target, output), limits) {
        Ok(outcome) => verdict(&outcome),
        Err(e) => panic!("genext cannot be started: {e}"),
    }
}

/// Runs a translated program as its source runs untranslated. Whatever the program, it ends by itself if its source
/// does; with `results`, it also prints the same and has the same exit code. (That is a search with false alarms:
/// integers of the machine wrap.)
pub fn compare(target: &Path, program: &Path, arguments: &[String], results: bool) -> Verdict {
    const RUN: Limits = Limits {
        time: Duration::from_secs(5),
        memory: 1 << 30,
    };
    let folder = target.parent().unwrap_or(Path::new("."));
    // Untranslated the block of a script runs, too.
    let script = |text: Vec<u8>| text.windows(8).any(|w| w == b"__main__");
    let results = results && !std::fs::read(target).is_ok_and(script);
    let mut untranslated = Command::new(genext());
    untranslated.arg("py").arg(target).args(arguments);
    let mut translated = Command::new(program);
    // What it is called is part of its arguments.
    translated.arg0(target).args(arguments);
    let start = |c: &mut Command| run(c.current_dir(folder).env("GENEXT_IMPORT_LIMIT", "5"), RUN);
    let (Ok(expected), Ok(found)) = (start(&mut untranslated), start(&mut translated)) else {
        panic!("a program cannot be started");
    };
    let failed = |signature: String, text: &Outcome| {
        let text = String::from_utf8_lossy(&text.stderr).into_owned();
        Verdict::Failed(Failure { signature, text })
    };
    if !matches!(expected.end, End::Exit(_)) {
        return Verdict::Accepted;
    }
    match found.end {
        End::Signal(n) => failed(format!("the program ends by signal {n}"), &found),
        End::Exit(_)
            if results && (found.end, &found.stdout) != (expected.end, &expected.stdout) =>
        {
            let text = |o: &Outcome| {
                format!(
                    "{:?}\n{}{}",
                    o.end,
                    String::from_utf8_lossy(&o.stdout),
                    String::from_utf8_lossy(&o.stderr)
                )
            };
            Verdict::Failed(Failure {
                signature: format!("other results of {}", target.display()),
                text: format!(
                    "--- untranslated\n{}\n--- translated\n{}",
                    text(&expected),
                    text(&found)
                ),
            })
        }
        _ => Verdict::Accepted,
    }
}

fn verdict(outcome: &Outcome) -> Verdict {
    let text = String::from_utf8_lossy(&outcome.stderr).into_owned();
    let internal = text.lines().position(|l| l.contains("[E0999]"));
    let panicked = text
        .lines()
        .position(|l| l.contains("panicked at") || l.contains("overflowed its stack"));
    let signature = match (outcome.end, internal.or(panicked)) {
        (End::Time, _) => "more than 20 seconds".to_owned(),
        (End::Memory, _) => "more than 1 GB".to_owned(),
        (End::Signal(n), None) => format!("signal {n}"),
        (End::Signal(n), Some(i)) => format!("signal {n}: {}", cause(&text, i)),
        (End::Exit(0), None) => return Verdict::Accepted,
        (End::Exit(1), None) => return Verdict::Refused,
        (End::Exit(_), Some(i)) => cause(&text, i),
        (End::Exit(code), None) => format!("exit code {code}"),
    };
    Verdict::Failed(Failure { signature, text })
}

/// The line of an internal error without what depends on the program: numbers and quoted names.
fn cause(text: &str, line: usize) -> String {
    let line = text.lines().nth(line).unwrap_or_default();
    let line = line
        .strip_prefix("error[E0999]: internal error")
        .unwrap_or(line);
    let mut out = String::new();
    let mut quoted = false;
    // A place in genext's source says it all.
    if let Some((place, message)) = line.strip_prefix(" (").and_then(|l| l.split_once("): ")) {
        let first: String = message
            .chars()
            .take(40)
            .filter(|c| !c.is_ascii_digit())
            .collect();
        return format!("{place} {first}");
    }
    for c in line.chars().take(200) {
        if c == '`' {
            quoted = !quoted;
        } else if quoted {
            continue;
        }
        match c.is_ascii_digit() {
            true if out.ends_with('#') => {}
            true => out.push('#'),
            false => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(end: End, stderr: &str) -> Verdict {
        verdict(&Outcome {
            end,
            stdout: Vec::new(),
            stderr: stderr.as_bytes().to_vec(),
        })
    }
    fn signature(v: Verdict) -> Option<String> {
        match v {
            Verdict::Failed(f) => Some(f.signature),
            _ => None,
        }
    }

    #[test]
    fn answers_are_told_from_failures() {
        assert!(matches!(of(End::Exit(0), ""), Verdict::Accepted));
        assert!(matches!(
            of(End::Exit(1), "error[E0403]: no"),
            Verdict::Refused
        ));
        for (end, text, wanted) in [
            (
                End::Exit(101),
                "error[E0999]: internal error: v12 of `f` is v9",
                ": v# of `` is v#",
            ),
            (
                End::Exit(101),
                "error[E0999]: internal error (a/b.rs:7): bad v3",
                "a/b.rs:7 bad v",
            ),
            (End::Exit(2), "", "exit code 2"),
            (End::Signal(11), "", "signal 11"),
            (End::Time, "", "more than 20 seconds"),
            (End::Exit(1), "error[E0999]: internal error: x", ": x"),
        ] {
            assert_eq!(signature(of(end, text)).as_deref(), Some(wanted));
        }
    }
}
