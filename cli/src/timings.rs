//! How long the stages take (`--timings`), and the progress line on a terminal.
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// A clock of stages.
pub struct Timings {
    began: Instant,
    stages: Vec<(String, Duration, String)>,
    bar: Option<ProgressBar>,
}

impl Timings {
    /// Starts the clock; `progress` shows a line on standard error if that is a terminal.
    pub fn new(progress: bool) -> Timings {
        let bar = (progress && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(80));
            bar
        });
        Timings {
            began: Instant::now(),
            stages: Vec::new(),
            bar,
        }
    }
    /// Runs a stage and adds its time under `name`.
    pub fn stage<T>(&mut self, name: &str, f: impl FnOnce() -> T) -> T {
        if let Some(bar) = &self.bar {
            bar.set_message(name.to_owned());
        }
        let start = Instant::now();
        let result = f();
        self.stages
            .push((name.to_owned(), start.elapsed(), String::new()));
        result
    }
    /// Adds a remark to the last stage.
    pub fn remark(&mut self, text: impl Into<String>) {
        if let Some(last) = self.stages.last_mut() {
            last.2 = text.into();
        }
    }
    /// Adds a part of the last stage, shown below it.
    pub fn part(&mut self, name: &str, duration: Duration) {
        self.stages
            .push((format!("  {name}"), duration, String::new()));
    }
    /// Takes the progress line away.
    pub fn finish(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
    /// Since the clock started.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }
    /// The stages with their times, one a line.
    pub fn report(&self) -> String {
        let mut out = String::new();
        for (name, duration, remark) in &self.stages {
            out.push_str(&format!(
                "{name:<28} {:>9.2} ms  {remark}\n",
                duration.as_secs_f64() * 1e3
            ));
        }
        out.push_str(&format!(
            "{:<28} {:>9.2} ms\n",
            "total",
            self.began.elapsed().as_secs_f64() * 1e3
        ));
        out
    }
}
