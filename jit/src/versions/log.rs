//! The log of the JIT: `GENEXT_LOG=jit:summary|versions|residual[:path]` (default: standard error).
//!
//! One event per line, `jit EVENT key=value ...`; values with blanks are quoted as Rust strings. `genext jitlog` reads
//! it. Levels: `summary` has `warning`, `flush` (see [`super::flush`]), `portal` and `summary` lines; `versions` adds
//! `version`, `fragment`, `promote`, `forced`, `edge`, and for each run of the compiler `session`, `place` and `trust`
//! (see [`super::origins`]); `residual` adds the text of the residual code behind each `fragment` line, indented by two
//! blanks.
//!
//! ```text
//! jit version id=V3 session=2 key=c7 point="interp merge point" greens="pc=3" why=first context="[k0 k1] k0=Signed k1=*4!"
//! jit fragment id=F9 session=2 version=V3 from=E12 address=0x1230000 bytes=61 cold=24 ns=5120
//!     counts="int_add:1 int_lt:1" end=branch                                  (one line)
//! ```
use std::cell::{Cell, RefCell};
use std::fmt::{Arguments, Write as _};
use std::fs::File;
use std::io::{BufWriter, Write};

use super::native::thread_nanoseconds;

/// How much is logged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Default)]
pub enum LogLevel {
    /// Nothing.
    #[default]
    Off,
    /// Totals and warnings.
    Summary,
    /// Each version and why.
    Versions,
    /// The code.
    Residual,
}

/// Where lines go.
enum Sink {
    Stderr,
    File(BufWriter<File>),
    /// Kept, for tests.
    Memory(String),
}

/// A line that waits.
enum HeldLine {
    Line(String),
    /// One that is not known yet: its number.
    Later(u32),
}

/// The log that people read, and `genext jitlog`.
pub struct Log {
    level: LogLevel,
    sink: RefCell<Sink>,
    /// Lines of runs of the compiler whose code is not made yet, the innermost last.
    held: RefCell<Vec<Vec<HeldLine>>>,
    /// Nanoseconds that details took, and whether one is being made.
    spent: Cell<u64>,
    busy: Cell<bool>,
}

impl Log {
    /// The log that `GENEXT_LOG` asks for (a list of `what:level[:path]`, of which `jit` is ours).
    pub fn from_env() -> Log {
        let text = std::env::var("GENEXT_LOG").unwrap_or_default();
        Log::parse(&text)
    }
    /// Whether `GENEXT_LOG` asks for a log of the JIT.
    pub fn is_wanted() -> bool {
        let text = std::env::var("GENEXT_LOG").unwrap_or_default();
        Log::parts(&text).next().is_some()
    }
    /// The parts of the text that are about the JIT: what stands behind the colons of each.
    fn parts(text: &str) -> impl Iterator<Item = std::str::SplitN<'_, char>> {
        text.split(',').filter_map(|part| {
            let mut words = part.splitn(3, ':');
            (words.next() == Some("jit")).then_some(words)
        })
    }
    /// See [`Log::from_env`].
    pub fn parse(text: &str) -> Log {
        let mut log = Log {
            level: LogLevel::Off,
            sink: RefCell::new(Sink::Stderr),
            held: RefCell::default(),
            spent: Cell::default(),
            busy: Cell::default(),
        };
        for mut words in Log::parts(text) {
            log.level = match words.next() {
                Some("versions") => LogLevel::Versions,
                Some("residual") => LogLevel::Residual,
                _ => LogLevel::Summary,
            };
            if let Some(path) = words.next() {
                match File::create(path) {
                    Ok(f) => log.sink = RefCell::new(Sink::File(BufWriter::new(f))),
                    Err(e) => eprintln!("GENEXT_LOG: cannot write {path}: {e}"),
                }
            }
        }
        log
    }
    /// A log that is kept in memory.
    pub fn memory(level: LogLevel) -> Log {
        Log {
            level,
            sink: RefCell::new(Sink::Memory(String::new())),
            held: RefCell::default(),
            spent: Cell::default(),
            busy: Cell::default(),
        }
    }
    /// Whether events of a level are logged.
    pub fn wants(&self, level: LogLevel) -> bool {
        level <= self.level
    }
    /// Does what is only done for the log's details, if they are wanted: what is compiled does not depend on how long
    /// that takes.
    pub(super) fn timed<T>(&self, details: impl FnOnce() -> T) -> T {
        if !self.wants(LogLevel::Versions) || self.busy.replace(true) {
            return details();
        }
        let began = thread_nanoseconds();
        let made = details();
        let took = thread_nanoseconds().saturating_sub(began);
        self.spent.set(self.spent.get() + took);
        self.busy.set(false);
        made
    }
    /// Nanoseconds that details have taken ([`Log::timed`]).
    pub(super) fn spent(&self) -> u64 {
        self.spent.get()
    }
    /// Writes a line if the level is wanted.
    pub fn line(&self, level: LogLevel, text: Arguments<'_>) {
        if self.wants(level) {
            self.timed(|| self.write(text));
        }
    }
    fn write(&self, text: Arguments<'_>) {
        if let Some(held) = self.held.borrow_mut().last_mut() {
            held.push(HeldLine::Line(text.to_string()));
            return;
        }
        // A log that cannot be written is no reason to stop the program.
        let _ = match &mut *self.sink.borrow_mut() {
            Sink::Stderr => writeln!(std::io::stderr().lock(), "{text}"),
            Sink::File(f) => writeln!(f, "{text}"),
            Sink::Memory(s) => {
                let _ = writeln!(s, "{text}");
                Ok(())
            }
        };
    }
    /// Lines wait from here on until [`Log::release`].
    pub fn hold(&self) {
        self.held.borrow_mut().push(Vec::new());
    }
    /// Here will be the lines that [`Log::release`] knows by this number.
    pub fn later(&self, number: u32) {
        if let Some(held) = self.held.borrow_mut().last_mut() {
            held.push(HeldLine::Later(number));
        }
    }
    /// Writes what waits since the last [`Log::hold`].
    pub fn release(&self, mut text: impl FnMut(u32) -> Vec<(LogLevel, String)>) {
        let held = self.held.borrow_mut().pop().unwrap_or_default();
        for h in held {
            match h {
                HeldLine::Line(line) => self.line(LogLevel::Off, format_args!("{line}")),
                HeldLine::Later(number) => {
                    for (level, line) in text(number) {
                        self.line(level, format_args!("{line}"));
                    }
                }
            }
        }
    }
    /// Writes what is buffered.
    pub fn flush(&self) {
        if let Sink::File(f) = &mut *self.sink.borrow_mut() {
            let _ = f.flush();
        }
    }
    /// What a log in memory holds; empties it.
    pub fn take(&self) -> String {
        match &mut *self.sink.borrow_mut() {
            Sink::Memory(s) => std::mem::take(s),
            _ => String::new(),
        }
    }
}

/// A value of a line: quoted if it has blanks.
pub fn quoted(text: &str) -> String {
    if text.is_empty() || text.contains(|c: char| c.is_whitespace() || c == '"' || c.is_control()) {
        format!("{text:?}")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_quotes() {
        let log = Log::memory(LogLevel::Versions);
        log.line(LogLevel::Summary, format_args!("jit a"));
        log.line(LogLevel::Versions, format_args!("jit b={}", quoted("x y")));
        log.line(LogLevel::Residual, format_args!("no"));
        assert_eq!(log.take(), "jit a\njit b=\"x y\"\n");
        assert!(Log::parse("gc,jit:residual").wants(LogLevel::Residual));
        assert!(!Log::parse("gc,jit").wants(LogLevel::Versions));
        assert!(!Log::parse("gc").wants(LogLevel::Summary));
    }

    #[test]
    fn details_are_timed_where_they_are_wanted() {
        let details = || (0..100_000u64).fold(0, |a, b| std::hint::black_box(a ^ b));
        let log = Log::memory(LogLevel::Summary);
        log.timed(details);
        assert_eq!(log.spent(), 0);
        let log = Log::memory(LogLevel::Versions);
        log.timed(|| log.timed(details));
        assert!(log.spent() > 0);
    }
}
