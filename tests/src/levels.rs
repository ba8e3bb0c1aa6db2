//! One program at every level: what it prints and how it ends under CPython with the stand-in library, in the built-in
//! Python, on the low-level interpreter, and as machine code at each optimisation level, with a collection at every
//! allocation, and with a JIT.
use std::fmt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::cases::root;
use crate::lowlevel;
use crate::toolchain::{self, genext, work};

/// How a process ends that uses up its processor time.
const SIGXCPU: i32 = 24;
/// The time for a process on the clock, in its processor time: machines do other things, too.
const WALL: u32 = 10;

/// A way to run a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// CPython 3 with the stand-in library.
    CPython3,
    /// CPython 2.7 with the stand-in library.
    CPython2,
    /// `genext py`.
    Untranslated,
    /// The low-level interpreter, on the program as typed.
    LowLevel,
    /// Machine code of an optimisation level.
    Machine(u8),
    /// The same with a collection at every allocation.
    Collect(u8),
    /// Built with a JIT, with a setting of `GENEXT_JIT`.
    Jit(&'static str),
    /// The same with a collection at every allocation.
    JitCollect(&'static str),
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::CPython3 => write!(f, "CPython 3"),
            Level::CPython2 => write!(f, "CPython 2.7"),
            Level::Untranslated => write!(f, "untranslated"),
            Level::LowLevel => write!(f, "low-level interpreter"),
            Level::Machine(n) => write!(f, "-O{n}"),
            Level::Collect(n) => write!(f, "-O{n} with GENEXT_GC=debug"),
            Level::Jit("") => write!(f, "-Ojit"),
            Level::Jit(setting) => write!(f, "-Ojit with GENEXT_JIT={setting}"),
            Level::JitCollect(setting) => {
                write!(f, "-Ojit with GENEXT_JIT={setting} GENEXT_GC=debug")
            }
        }
    }
}

impl Level {
    /// Whether programs are translated for it.
    pub fn is_translated(self) -> bool {
        !matches!(
            self,
            Level::CPython3 | Level::CPython2 | Level::Untranslated
        )
    }
    /// The value of `-O` that its executable is built with.
    fn build(self) -> Option<&'static str> {
        match self {
            Level::Machine(0) | Level::Collect(0) => Some("0"),
            Level::Machine(1) | Level::Collect(1) => Some("1"),
            Level::Machine(_) | Level::Collect(_) => Some("2"),
            Level::Jit(_) | Level::JitCollect(_) => Some("jit"),
            _ => None,
        }
    }
}

/// Machine code: every optimisation level, and one of them with a collection at every allocation.
pub const MACHINE: [Level; 4] = [
    Level::Machine(0),
    Level::Machine(1),
    Level::Machine(2),
    Level::Collect(2),
];
/// The levels that compile at run time.
pub const JIT: [Level; 4] = [
    Level::Jit("threshold=1"),
    Level::Jit("threshold=2"),
    Level::Jit("threshold=7"),
    Level::Jit(""),
];

/// More settings: code is made again early, edges are executed, limits are low, everything is lent or forgotten.
pub const MORE_JIT: [Level; 12] = [
    Level::Jit("threshold=2,regenerate=1"),
    Level::Jit("threshold=3,edge_threshold=2,regenerate=3"),
    Level::Jit("threshold=1,edge_threshold=2,regenerate=1"),
    Level::Jit("threshold=1,edge_threshold=5,lend=2"),
    Level::Jit("threshold=2,regenerate=2,lend=2"),
    Level::Jit("threshold=5,cap=1,promote_limit=1"),
    Level::Jit("threshold=2,flush=2,regenerate=1"),
    Level::Jit("threshold=3,defer=0,regenerate=2"),
    Level::Jit("threshold=7,regenerate=1,recursion_limit=1,inline_depth=3"),
    Level::Jit("threshold=2,edge_threshold=1000000"),
    Level::Jit("threshold=2,size_limit=10,regenerate=1"),
    Level::Jit("threshold=20,unroll_limit=3,lend=0,regenerate=1"),
];

/// How a program ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// With an exit code.
    Code(i32),
    Signal(i32),
    /// It did not end in time.
    Timeout,
    /// It was not translated: genext ended with this exit code (`None`: by a signal or not in time).
    NotBuilt(Option<i32>),
}

/// What a program did.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub end: End,
    pub stdout: String,
    /// Standard error; that of the build if it failed.
    pub stderr: String,
}

impl Outcome {
    fn new(end: End, stdout: &[u8], stderr: &[u8]) -> Outcome {
        // Every byte counts: two different invalid texts are to be different.
        let text = |b: &[u8]| match std::str::from_utf8(b) {
            Ok(t) => t.to_owned(),
            Err(_) => b.iter().map(|&c| char::from(c)).collect(),
        };
        Outcome {
            end,
            stdout: text(stdout),
            stderr: text(stderr),
        }
    }
    fn of(result: Result<Output, String>) -> Outcome {
        match result {
            Ok(o) => {
                let end = match (o.status.code(), o.status.signal()) {
                    (Some(code), _) => End::Code(code),
                    (None, Some(SIGXCPU)) => End::Timeout,
                    (None, signal) => End::Signal(signal.unwrap_or(0)),
                };
                Outcome::new(end, &o.stdout, &o.stderr)
            }
            Err(e) => Outcome::new(End::Timeout, b"", e.as_bytes()),
        }
    }
    /// Whether both printed the same and ended the same.
    pub fn agrees(&self, other: &Outcome) -> bool {
        self.end == other.end && self.stdout == other.stdout
    }
    /// What differs between this and another outcome, for people.
    pub fn difference(&self, found: &Outcome) -> String {
        let line = (self.stdout.lines().zip(found.stdout.lines()))
            .take_while(|(a, b)| a == b)
            .count();
        let at = |o: &Outcome| o.stdout.lines().nth(line).unwrap_or("(end)").to_owned();
        let mut text = String::new();
        if self.stdout != found.stdout {
            text += &format!("line {}: `{}`, not `{}`; ", line + 1, at(found), at(self));
        }
        text += &format!("ends with {:?}", found.end);
        if self.end != found.end {
            text += &format!(", not {:?}", self.end);
        }
        if !found.stderr.is_empty() {
            text += &format!("\n{}", found.stderr.trim_end());
        }
        text
    }
}

/// A program to run.
#[derive(Clone, Debug)]
pub struct Program {
    pub path: PathBuf,
    pub args: Vec<String>,
    /// The processor time for each run.
    pub limit: Duration,
    /// Options of `genext build`.
    pub options: Vec<String>,
}

/// A CPython, if it is installed: the executable itself, since the commands on the path may be slow scripts.
fn python(major: &str) -> Option<&'static Path> {
    static THREE: OnceLock<Option<PathBuf>> = OnceLock::new();
    static TWO: OnceLock<Option<PathBuf>> = OnceLock::new();
    let find = || {
        let named = std::env::var_os(format!("GENEXT_PYTHON{major}"));
        let names = [format!("python{major}"), format!("python{major}.7")];
        let candidates = named.into_iter().chain(names.map(Into::into));
        candidates.into_iter().find_map(|name| {
            let asked = Command::new(name)
                .args([
                    "-c",
                    "import sys; sys.stdout.write('%d %s' % (sys.version_info[0], sys.executable))",
                ])
                .output()
                .ok()?;
            let text = String::from_utf8(asked.stdout).ok()?;
            let path = text.strip_prefix(major)?.strip_prefix(' ')?;
            Some(PathBuf::from(path))
        })
    };
    match major {
        "3" => THREE.get_or_init(find),
        _ => TWO.get_or_init(find),
    }
    .as_deref()
}

/// Whether a level is there on this machine.
pub fn available(level: Level) -> bool {
    match level {
        Level::CPython3 => python("3").is_some(),
        Level::CPython2 => python("2").is_some(),
        _ => true,
    }
}

/// A command with limits on its memory and on its processor time, which does not depend on what else the machine does.
fn limited(command: &Command, limit: Duration) -> Command {
    let mut outer = Command::new("sh");
    let limits = format!(
        "ulimit -v 12000000; ulimit -S -t {}",
        limit.as_secs().max(1)
    );
    outer
        .args(["-c", &format!("{limits}; exec \"$0\" \"$@\"")])
        .arg(command.get_program())
        .args(command.get_args());
    outer
}

fn run(command: &Command, env: &[(&str, &str)], limit: Duration) -> Outcome {
    let command = limited(command, limit);
    Outcome::of(toolchain::run_command(command, env, limit * WALL))
}

impl Program {
    /// A program without arguments.
    pub fn new(path: PathBuf) -> Program {
        Program {
            path,
            args: Vec::new(),
            limit: Duration::from_secs(60),
            options: Vec::new(),
        }
    }
    /// Runs the program at some levels. Executables are built once, and removed.
    pub fn run(&self, levels: &[Level]) -> Vec<(Level, Outcome)> {
        let mut built: Vec<(&str, Result<PathBuf, Outcome>)> = Vec::new();
        let mut outcomes = Vec::new();
        for &level in levels.iter().filter(|l| available(**l)) {
            let Some(value) = level.build() else {
                outcomes.push((level, self.untranslated(level)));
                continue;
            };
            if !built.iter().any(|(v, _)| *v == value) {
                built.push((value, self.build(value)));
            }
            let executable = built.iter().find(|(v, _)| *v == value);
            let outcome = match executable.map(|(_, e)| e) {
                Some(Ok(path)) => self.execute(level, path),
                Some(Err(outcome)) => outcome.clone(),
                None => continue,
            };
            outcomes.push((level, outcome));
        }
        for path in built.iter().filter_map(|(_, e)| e.as_ref().ok()) {
            let _ = std::fs::remove_file(path);
        }
        outcomes
    }
    fn untranslated(&self, level: Level) -> Outcome {
        let runner = root().join("examples/run_cpython.py");
        let mut command = match level {
            Level::LowLevel => lowlevel::command(&self.path),
            Level::Untranslated => Command::new(genext()),
            Level::CPython2 => Command::new(python("2").unwrap_or(Path::new("python2"))),
            _ => Command::new(python("3").unwrap_or(Path::new("python3"))),
        };
        match level {
            Level::LowLevel => {}
            Level::Untranslated => {
                command.arg("py").arg(&self.path);
            }
            _ => {
                command.args(["-S", "-B"]).arg(runner).arg(&self.path);
            }
        }
        run(command.args(&self.args), &[], self.limit)
    }
    /// What `genext build` says.
    pub fn messages(&self, value: &str) -> Outcome {
        let (outcome, path) = self.build_file(value);
        let _ = std::fs::remove_file(path);
        outcome
    }
    /// The executable of a level.
    ///
    /// # Errors
    /// What `genext build` says, as the outcome.
    pub fn build(&self, value: &str) -> Result<PathBuf, Outcome> {
        let (outcome, path) = self.build_file(value);
        match outcome.end {
            End::Code(0) => Ok(path),
            End::Code(code) => Err(Outcome {
                end: End::NotBuilt(Some(code)),
                ..outcome
            }),
            _ => Err(Outcome {
                end: End::NotBuilt(None),
                ..outcome
            }),
        }
    }
    fn build_file(&self, value: &str) -> (Outcome, PathBuf) {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let out = work().join(format!("level-{number}-{value}"));
        let mut command = Command::new(genext());
        command
            .arg("build")
            .arg(format!("-O{value}"))
            .args(&self.options)
            .arg("-o")
            .arg(&out)
            .arg(&self.path);
        (run(&command, &[], self.limit), out)
    }
    fn execute(&self, level: Level, executable: &Path) -> Outcome {
        let mut env = Vec::new();
        match level {
            Level::Collect(_) => env.push(("GENEXT_GC", "debug")),
            Level::Jit(setting) => env.push(("GENEXT_JIT", setting)),
            Level::JitCollect(setting) => {
                env.extend([("GENEXT_JIT", setting), ("GENEXT_GC", "debug")]);
            }
            _ => {}
        }
        run(Command::new(executable).args(&self.args), &env, self.limit)
    }
}
