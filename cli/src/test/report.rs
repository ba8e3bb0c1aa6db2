//! What the user sees of a test run: progress, failures, the closing line; or JSON, one object a line.
use std::collections::HashMap;
use std::io::{IsTerminal, Write};
use std::time::Duration;

use serde_json::json;

use super::{Event, code};
use crate::args::{TestArgs, Traceback};
use crate::report::color_on;

const WIDTH: usize = 80;

/// Collects results and shows them.
pub(super) struct Report {
    quiet: bool,
    verbose: bool,
    /// Of differences and durations nothing is left out.
    everything: bool,
    json: bool,
    color: bool,
    collect_only: bool,
    exit_first: bool,
    max_failures: usize,
    /// Which outcomes are listed at the end (`-r`).
    listed: String,
    style: Traceback,
    durations: Option<usize>,
    durations_min: f64,
    collected: usize,
    deselected: usize,
    results: Vec<Event>,
    /// By file: its tests in the order of collection, and what became of them.
    files: Vec<FileState>,
    /// The file whose results are shown next (`-v`).
    next: usize,
    column: usize,
}

/// What is known of a file.
#[derive(Default)]
struct FileState {
    /// Known when the file is collected.
    items: Option<Vec<String>>,
    done: bool,
    /// Results, as numbers of `Report::results`.
    results: Vec<usize>,
    /// How many items are shown, and which results.
    next: usize,
    shown: Vec<usize>,
}

impl Report {
    /// For the arguments, and a number of files.
    pub(super) fn new(a: &TestArgs, files: usize) -> Report {
        Report {
            quiet: a.volume.quiet,
            verbose: a.volume.verbose > 0,
            everything: a.volume.verbose > 1,
            json: a.json,
            color: color_on(a.color, std::io::stdout().is_terminal()),
            collect_only: a.collect_only,
            exit_first: a.exit_first,
            max_failures: a.maxfail.unwrap_or(usize::MAX),
            listed: a.summary.clone().unwrap_or_default(),
            style: a.tb,
            durations: a.durations,
            durations_min: a.durations_min,
            collected: 0,
            deselected: 0,
            results: Vec::new(),
            files: (0..files).map(|_| FileState::default()).collect(),
            next: 0,
            column: 0,
        }
    }

    /// Something to know before the tests run.
    pub(super) fn remark(&self, text: &str) {
        if !text.is_empty() && !self.quiet && !self.json {
            say(&format!("{text}\n"));
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

    /// Takes an event of a file's worker.
    pub(super) fn event(&mut self, file: usize, e: Event) {
        match e.event.as_str() {
            "collected" => {
                self.collected += e.count;
                self.deselected += e.deselected;
                if self.collect_only {
                    for id in &e.items {
                        if self.json {
                            say(&format!("{}\n", json!({ "event": "item", "nodeid": id })));
                        } else {
                            say(&format!("{id}\n"));
                        }
                    }
                }
                self.files[file].items = Some(e.items);
            }
            "result" => self.result(file, e),
            _ => {}
        }
    }

    /// A file's worker has ended.
    pub(super) fn done(&mut self, file: usize) {
        self.files[file].done = true;
        self.show_in_order();
    }

    fn result(&mut self, file: usize, e: Event) {
        if self.json {
            let output: String = e.sections.iter().map(|(_, text)| text.as_str()).collect();
            let line = json!({
                "event": "result", "nodeid": e.nodeid, "outcome": e.outcome, "duration": e.duration, "phase": e.phase,
                "reason": e.reason, "crash": e.crash, "where": e.place, "longrepr": e.longrepr, "output": output,
                "sections": e.sections, "durations": e.durations,
            });
            say(&format!("{line}\n"));
        } else if !self.verbose {
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
        self.files[file].results.push(self.results.len());
        self.results.push(e);
        self.show_in_order();
    }

    /// `-v`: shows the results that are next in the order of collection.
    fn show_in_order(&mut self) {
        if !self.verbose || self.json {
            return;
        }
        while let Some(file) = self.files.get_mut(self.next) {
            let wanted = file.items.as_ref().and_then(|items| items.get(file.next));
            let ready = match wanted {
                Some(id) => (file.results.iter().copied())
                    .find(|r| !file.shown.contains(r) && self.results[*r].nodeid == *id),
                None if file.done => {
                    (file.results.iter().copied()).find(|r| !file.shown.contains(r))
                }
                None => return,
            };
            match (ready, wanted.is_some()) {
                (Some(result), is_item) => {
                    file.shown.push(result);
                    file.next += usize::from(is_item);
                    self.show(result);
                }
                // Its test has ended the whole file, or was not run.
                (None, true) if file.done => file.next += 1,
                (None, true) => return,
                (None, false) => self.next += 1,
            }
        }
    }

    fn show(&self, result: usize) {
        let e = &self.results[result];
        let word = match e.outcome.as_str() {
            "passed" => self.paint("32", "PASSED"),
            "failed" => self.paint("31", "FAILED"),
            "error" => self.paint("31", "ERROR"),
            "skipped" => self.paint("33", "SKIPPED"),
            "xfailed" => self.paint("33", "XFAIL"),
            _ => self.paint("33", "XPASS"),
        };
        let why = match e.reason.as_str() {
            "" => String::new(),
            reason => format!(" ({reason})"),
        };
        say(&format!("{} {word}{why}\n", e.nodeid));
    }

    /// The results in the order of collection.
    pub(super) fn in_order(&self) -> Vec<&Event> {
        let mut out = Vec::new();
        for file in &self.files {
            let place: HashMap<&str, usize> = (file.items.iter().flatten().enumerate())
                .map(|(i, id)| (id.as_str(), i))
                .collect();
            let mut results: Vec<&Event> = file.results.iter().map(|r| &self.results[*r]).collect();
            results.sort_by_key(|e| place.get(e.nodeid.as_str()).copied().unwrap_or(usize::MAX));
            out.extend(results);
        }
        out
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
            if word == "skipped" && self.deselected > 0 {
                parts.push(format!("{} deselected", self.deselected));
            }
        }
        if self.json {
            let line = json!({
                "event": "summary", "passed": count("passed"), "failed": count("failed"), "errors": count("error"),
                "skipped": count("skipped"), "xfailed": count("xfailed"), "xpassed": count("xpassed"),
                "collected": self.collected, "files": self.files.len(), "deselected": self.deselected, "seconds": time.as_secs_f64(),
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
        let what = if self.collect_only && count("error") == 0 {
            self.collected_text()
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
        let chosen: Vec<&Event> = (self.in_order().into_iter())
            .filter(|e| e.outcome == outcome)
            .collect();
        if chosen.is_empty() || self.style == Traceback::No {
            return;
        }
        say(&format!("{}\n", rule('=', title)));
        for e in chosen {
            if self.style == Traceback::Line {
                say(&format!("{}\n", e.longrepr));
                continue;
            }
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
            for (title, text) in &e.sections {
                say(&format!("{}\n", rule('-', title)));
                say(text);
                if !text.ends_with('\n') {
                    say("\n");
                }
            }
        }
    }

    fn collected_text(&self) -> String {
        let all = self.collected + self.deselected;
        let plural = if all == 1 { "" } else { "s" };
        match (self.collected, self.deselected) {
            (0, 0) => "no tests collected".to_owned(),
            (n, 0) => format!("{n} test{plural} collected"),
            (0, m) => format!("no tests collected ({m} deselected)"),
            (n, m) => format!("{n}/{all} tests collected ({m} deselected)"),
        }
    }

    fn slowest(&self) {
        let Some(wanted) = self.durations else { return };
        let mut all: Vec<(f64, &str, &str)> = Vec::new();
        for e in &self.results {
            for (phase, seconds) in &e.durations {
                all.push((*seconds, phase, &e.nodeid));
            }
        }
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        let title = match wanted {
            0 => "slowest durations".to_owned(),
            n => format!("slowest {n} durations"),
        };
        say(&format!("{}\n", rule('=', &title)));
        let count = if wanted == 0 {
            all.len()
        } else {
            wanted.min(all.len())
        };
        let least = if self.everything {
            0.0
        } else {
            self.durations_min
        };
        let shown = all[..count].iter().take_while(|d| d.0 >= least).count();
        for (seconds, phase, id) in &all[..shown] {
            say(&format!("{seconds:.2}s {phase:<8} {id}\n"));
        }
        if shown < count {
            let hidden = count - shown;
            let least = self.durations_min;
            say(&format!(
                "\n({hidden} durations < {least}s hidden.  Use -vv to show these durations.)\n"
            ));
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
        for e in self.in_order() {
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
        // The failures last, where they are seen; otherwise in the order of collection.
        lines.sort_by_key(|line| {
            line.starts_with("FAILED") as u8 + 2 * line.starts_with("ERROR") as u8
        });
        say(&format!("{}\n", rule('=', "short test summary info")));
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
