//! What the user sees of a test run: progress, failures, the closing line; or JSON, one object a line.
use std::io::{IsTerminal, Write};
use std::time::Duration;

use serde_json::json;

use super::{Event, code};
use crate::args::TestArgs;
use crate::report::use_color;

const WIDTH: usize = 80;

/// Collects results and shows them.
pub(super) struct Report {
    quiet: bool,
    verbose: bool,
    json: bool,
    color: bool,
    collect_only: bool,
    exit_first: bool,
    max_failures: usize,
    /// Which outcomes are listed at the end (`-r`).
    listed: String,
    durations: usize,
    files: usize,
    collected: usize,
    results: Vec<Event>,
    column: usize,
}

impl Report {
    /// For the arguments, and a number of files.
    pub(super) fn new(a: &TestArgs, files: usize) -> Report {
        Report {
            quiet: a.quiet,
            verbose: a.verbose,
            json: a.json,
            color: use_color(a.color) && std::io::stdout().is_terminal(),
            collect_only: a.collect_only,
            exit_first: a.exit_first,
            max_failures: a.maxfail.unwrap_or(usize::MAX),
            listed: a.summary.clone().unwrap_or_default(),
            durations: a.durations.unwrap_or(0),
            files,
            collected: 0,
            results: Vec::new(),
            column: 0,
        }
    }

    fn bad(&self) -> usize {
        let bad = |e: &&Event| matches!(e.outcome.as_str(), "failed" | "error");
        self.results.iter().filter(bad).count()
    }

    /// Whether the run may stop (`-x`, `--maxfail`).
    pub(super) fn enough(&self) -> bool {
        let bad = self.bad();
        bad > 0 && (self.exit_first || bad >= self.max_failures)
    }

    /// The exit code of `genext test`, those of pytest.
    pub(super) fn exit_code(&self) -> u8 {
        if self.bad() > 0 {
            code::FAILED
        } else if self.results.is_empty() && self.collected == 0 {
            code::EMPTY
        } else {
            code::OK
        }
    }

    fn paint(&self, color: &str, text: &str) -> String {
        if self.color {
            format!("\x1b[{color}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }

    /// Takes an event of a worker.
    pub(super) fn event(&mut self, e: Event) {
        match e.event.as_str() {
            "collected" => {
                self.collected += e.count;
                if self.collect_only {
                    for id in &e.items {
                        if self.json {
                            say(&format!("{}\n", json!({ "event": "item", "nodeid": id })));
                        } else {
                            say(&format!("{id}\n"));
                        }
                    }
                }
            }
            "result" => self.result(e),
            _ => {}
        }
    }

    fn result(&mut self, e: Event) {
        if self.json {
            let line = json!({
                "event": "result", "nodeid": e.nodeid, "outcome": e.outcome, "duration": e.duration, "phase": e.phase,
                "reason": e.reason, "crash": e.crash, "where": e.place, "longrepr": e.longrepr, "output": e.stdout,
            });
            say(&format!("{line}\n"));
        } else if self.verbose {
            let word = match e.outcome.as_str() {
                "passed" => self.paint("32", "PASSED"),
                "failed" => self.paint("31", "FAILED"),
                "error" => self.paint("31", "ERROR"),
                "skipped" => self.paint("33", "SKIPPED"),
                "xfailed" => self.paint("33", "xfail"),
                _ => self.paint("33", "XPASS"),
            };
            say(&format!("{} {word}\n", e.nodeid));
        } else {
            let letter = match e.outcome.as_str() {
                "passed" => self.paint("32", "."),
                "failed" => self.paint("31", "F"),
                "error" => self.paint("31", "E"),
                "skipped" => self.paint("33", "s"),
                "xfailed" => self.paint("33", "x"),
                _ => self.paint("33", "X"),
            };
            say(&letter);
            self.column += 1;
            if self.column == WIDTH {
                say("\n");
                self.column = 0;
            }
        }
        self.results.push(e);
    }

    /// What comes after the last test.
    pub(super) fn summary(&mut self, time: Duration) {
        let count = |o: &str| self.results.iter().filter(|e| e.outcome == o).count();
        let mut parts = Vec::new();
        for (outcome, word) in [
            ("failed", "failed"),
            ("passed", "passed"),
            ("skipped", "skipped"),
            ("xfailed", "xfailed"),
            ("xpassed", "xpassed"),
            ("error", "error"),
        ] {
            let n = count(outcome);
            if n > 0 {
                let plural = if word == "error" && n > 1 { "s" } else { "" };
                parts.push(format!("{n} {word}{plural}"));
            }
        }
        if self.json {
            let line = json!({
                "event": "summary", "passed": count("passed"), "failed": count("failed"), "errors": count("error"),
                "skipped": count("skipped"), "xfailed": count("xfailed"), "xpassed": count("xpassed"),
                "collected": self.collected, "files": self.files, "seconds": time.as_secs_f64(),
            });
            say(&format!("{line}\n"));
            return;
        }
        if self.column > 0 {
            say("\n");
        }
        self.failures("error", "ERRORS");
        self.failures("failed", "FAILURES");
        self.slowest();
        self.short();
        let what = if self.collect_only && parts.is_empty() {
            format!("{} tests collected", self.collected)
        } else if parts.is_empty() {
            "no tests ran".to_owned()
        } else {
            parts.join(", ")
        };
        let text = format!("{what} in {:.2}s", time.as_secs_f64());
        let color = match self.exit_code() {
            code::OK => "32",
            code::FAILED => "31",
            _ => "33",
        };
        let line = if self.quiet { text } else { rule('=', &text) };
        say(&format!("{}\n", self.paint(color, &line)));
    }

    fn failures(&self, outcome: &str, title: &str) {
        let mut chosen: Vec<&Event> = self
            .results
            .iter()
            .filter(|e| e.outcome == outcome)
            .collect();
        if chosen.is_empty() {
            return;
        }
        chosen.sort_by(|a, b| a.nodeid.cmp(&b.nodeid));
        if !self.quiet {
            say(&format!("{}\n", rule('=', title)));
        }
        for e in chosen {
            let (file, name) = e.nodeid.split_once("::").unwrap_or((&e.nodeid, ""));
            let head = match (e.phase.as_str(), name) {
                ("collection", _) => format!("ERROR collecting {file}"),
                ("setup" | "teardown", n) => format!("ERROR at {} of {n}", e.phase),
                (_, "") => file.to_owned(),
                (_, n) => n.replace("::", "."),
            };
            say(&format!("{}\n", self.paint("31", &rule('_', &head))));
            for line in e.longrepr.lines() {
                let marked = line.starts_with("E ") || line.starts_with('>');
                say(&if marked {
                    format!("{}\n", self.paint("31", line))
                } else {
                    format!("{line}\n")
                });
            }
            if !e.stdout.is_empty() {
                say(&format!("{}\n", rule('-', "Captured output")));
                say(&e.stdout);
                if !e.stdout.ends_with('\n') {
                    say("\n");
                }
            }
        }
    }

    fn slowest(&self) {
        if self.durations == 0 {
            return;
        }
        let mut all: Vec<&Event> = self.results.iter().collect();
        all.sort_by(|a, b| b.duration.total_cmp(&a.duration));
        say(&format!("{}\n", rule('=', "slowest tests")));
        for e in all.iter().take(self.durations) {
            say(&format!("{:.2}s {}\n", e.duration, e.nodeid));
        }
    }

    /// One line for each failure, and for what `-r` asks.
    fn short(&self) {
        let wanted = |letters: &str| {
            self.listed
                .chars()
                .any(|c| c == 'A' || c == 'a' && letters != "p" || letters.contains(c))
        };
        let mut lines = Vec::new();
        for e in &self.results {
            let (word, shown, why) = match e.outcome.as_str() {
                "failed" => ("FAILED", true, &e.crash),
                "error" => ("ERROR", true, &e.crash),
                "skipped" => ("SKIPPED", wanted("s"), &e.reason),
                "xfailed" => ("XFAIL", wanted("x"), &e.reason),
                "xpassed" => ("XPASS", wanted("X"), &e.reason),
                _ => ("PASSED", wanted("p"), &e.reason),
            };
            if shown {
                let why = if why.is_empty() {
                    String::new()
                } else {
                    format!(" - {why}")
                };
                lines.push(format!("{word} {}{why}", e.nodeid));
            }
        }
        if lines.is_empty() {
            return;
        }
        lines.sort();
        if !self.quiet {
            say(&format!("{}\n", rule('=', "short test summary info")));
        }
        for line in lines {
            say(&format!("{line}\n"));
        }
    }
}

/// A title in the middle of a line.
fn rule(c: char, title: &str) -> String {
    let n = title.chars().count() + 2;
    let left = WIDTH.saturating_sub(n) / 2;
    let right = WIDTH.saturating_sub(n + left);
    let side = |n: usize| c.to_string().repeat(n.max(3));
    format!("{} {title} {}", side(left), side(right))
}

/// Writes to standard output; a reader that went away is no error.
fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_centred() {
        assert_eq!(rule('=', "ab").len(), WIDTH);
        assert!(rule('=', &"x".repeat(100)).starts_with("=== x"));
    }
}
