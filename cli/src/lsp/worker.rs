//! Checks for the language server run in processes of their own: a target that loops while it is imported, or a bug of
//! ours, does not harm the server, and a check whose text has changed meanwhile is ended.
//!
//! ```text
//! server -> worker   standard input   {"target": "/p/vm.py", "result": "/tmp/...",
//!                                      "texts": {"/p/vm.py": "text as the editor has it"}}
//! worker -> server   file `result`    the serialized `Checked`
//! ```
//! What the program prints while it is imported goes nowhere.
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use ir::diag::Diagnostic;
use python::live::on_big_stack;
use serde::{Deserialize, Serialize};

use super::facts::{self, Checked};
use super::knowledge;
use crate::args::{Color, Common, Level};
use crate::driver::{self, TranslationOptions};
use crate::timings::Timings;

/// What a worker is asked.
#[derive(Serialize, Deserialize)]
struct Task {
    target: PathBuf,
    /// Texts that are not saved yet.
    texts: BTreeMap<PathBuf, String>,
    result: PathBuf,
    /// The process of the server, with which the check ends.
    server: u32,
}

/// A check that runs.
pub struct Worker {
    child: Child,
    result: PathBuf,
}

impl Worker {
    /// Begins a check.
    ///
    /// # Errors
    /// If the process cannot be started.
    pub fn start(target: &Path, texts: BTreeMap<PathBuf, String>) -> std::io::Result<Worker> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        let result =
            std::env::temp_dir().join(format!("genext-lsp-{}-{n}.json", std::process::id()));
        let task = Task {
            target: target.to_path_buf(),
            texts,
            result: result.clone(),
            server: std::process::id(),
        };
        let mut child = Command::new(std::env::current_exe()?)
            .arg("lsp-worker")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let text = serde_json::to_vec(&task)?;
        if let Some(mut input) = child.stdin.take() {
            // A worker that is gone is noticed when it is asked for its result.
            let _ = input.write_all(&text);
        }
        Ok(Worker { child, result })
    }

    /// The outcome, if the check is done: an error if it ended without one.
    pub fn poll(&mut self) -> Option<Result<Checked, String>> {
        let status = match self.child.try_wait() {
            Ok(None) => return None,
            Ok(Some(status)) => status,
            Err(e) => return Some(Err(e.to_string())),
        };
        let result = std::fs::read(&self.result)
            .ok()
            .and_then(|text| serde_json::from_slice(&text).ok());
        Some(result.ok_or_else(|| format!("the check ended with {status}")))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_file(&self.result);
    }
}

/// The other side: does what standard input asks; the exit code.
pub fn run() -> u8 {
    let mut text = Vec::new();
    if std::io::stdin().read_to_end(&mut text).is_err() {
        return 1;
    }
    let Ok(task) = serde_json::from_slice::<Task>(&text) else {
        return 1;
    };
    if !runtime::process::end_with_parent(task.server) {
        return 1;
    }
    for (path, text) in task.texts {
        python::parser::decode::override_file(&path, text.into_bytes());
    }
    let checked = on_big_stack(|| check(&task.target));
    let written = serde_json::to_vec(&checked)
        .map_err(|e| e.to_string())
        .and_then(|text| std::fs::write(&task.result, text).map_err(|e| e.to_string()));
    u8::from(written.is_err())
}

fn check(target: &Path) -> Checked {
    let common = Common {
        target: target.to_path_buf(),
        python2: false,
        python3: false,
        level: Level::O2,
        timings: false,
        color: Color::Never,
        no_warnings: false,
        volume: Default::default(),
    };
    let mut options = TranslationOptions::new(&common);
    options.program = false;
    let mut timings = Timings::new(false);
    let space = driver::target_space(target, &options);
    let (annotator, found) = driver::annotate_in(&space, target, &options, &mut timings);
    let mut out = Checked::default();
    out.report(&found);
    let Some(a) = annotator else {
        return out;
    };
    out.facts = facts::collect(&a);
    out.knowledge = knowledge::collect(&a, &space);
    let has_jit = !a.program.drivers.is_empty();
    if has_jit && !found.iter().any(Diagnostic::is_error) {
        drop(a);
        colour(target, options, &mut out);
    }
    out
}

/// Of a program with a `JitDriver`: the errors and warnings of the hint-annotator, and the binding times.
fn colour(target: &Path, mut options: TranslationOptions, out: &mut Checked) {
    let mut timings = Timings::new(false);
    options.jit = true;
    options.program = true;
    let (annotator, found) = driver::annotate(target, &options, &mut timings);
    let Some(annotator) = annotator.filter(|_| !found.iter().any(Diagnostic::is_error)) else {
        out.report_new(&found);
        return;
    };
    let typed = driver::type_graphs(annotator, &options, &mut timings);
    let coloured = typed.and_then(|mut program| {
        let coloured = driver::colour(&mut program, &mut timings)?;
        Ok((program, coloured))
    });
    match coloured {
        Ok((program, coloured)) => {
            out.report_new(&coloured.notes);
            out.knowledge.colours = knowledge::colours(&program, &coloured);
        }
        Err(errors) => out.report_new(&errors),
    }
}
