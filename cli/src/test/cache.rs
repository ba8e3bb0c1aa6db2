//! Which tests failed last (`--lf`, `--ff`), remembered in the folder `.genext_cache` of the project.
//!
//! The file has the form of pytest's: `.genext_cache/v/cache/lastfailed`, a JSON object whose keys are the tests that
//! failed when they ran last, named from the root of the project: `tests/test_vm.py::TestStack::test_push`. A file that
//! could not be imported is a key of its own.
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::collect::{LastFailed, ROOTS, TestFile};
use super::{Event, Order};
use crate::executable::write_file;

const FOLDER: &str = ".genext_cache";
/// The tag by which programs for copies of safety know a cache (bford.info/cachedir).
const TAG: &str =
    "Signature: 8a477f597d28d172789f06886806bc55\n# This folder is a cache of `genext test`.\n";

/// What is remembered between runs.
pub(super) struct Cache {
    root: PathBuf,
    /// Nothing is written (`-p no:cacheprovider`).
    off: bool,
    failed: BTreeSet<String>,
    before: BTreeSet<String>,
}

impl Cache {
    /// That of the project around a folder: the first folder above it with a configuration file or a repository.
    pub(super) fn open(here: &Path, off: bool) -> Cache {
        let is_root = |f: &&Path| ROOTS.iter().any(|r| f.join(r).exists());
        let root = here.ancestors().find(is_root).unwrap_or(here).to_path_buf();
        let text = match off {
            true => String::new(),
            false => std::fs::read_to_string(file_in(&root)).unwrap_or_default(),
        };
        // A file that cannot be read is as good as none: it is replaced by the next run.
        let known: BTreeMap<String, bool> = serde_json::from_str(&text).unwrap_or_default();
        let failed: BTreeSet<String> = known.into_keys().collect();
        Cache {
            root,
            off,
            before: failed.clone(),
            failed,
        }
    }

    fn key(&self, file: &TestFile, id: &str) -> String {
        let path = file.path.strip_prefix(&self.root).unwrap_or(&file.path);
        let rest = id.strip_prefix(&file.display).unwrap_or_default();
        format!("{}{rest}", path.to_string_lossy())
    }

    /// The tests of a file that failed last, as the user sees their names; whether the whole file did.
    fn of(&self, file: &TestFile) -> (Vec<String>, bool) {
        let whole = self.key(file, &file.display);
        let prefix = format!("{whole}::");
        let ids = self
            .failed
            .iter()
            .filter_map(|k| k.strip_prefix(&prefix))
            .map(|rest| format!("{}::{rest}", file.display))
            .collect();
        (ids, self.failed.contains(&whole))
    }

    /// The files in the order, and with the tests, that `--lf` or `--ff` asks for, and a remark for the user.
    pub(super) fn select(&self, files: Vec<TestFile>, order: Order) -> (Vec<TestFile>, String) {
        if order == Order::Given {
            return (files, String::new());
        }
        let mut first = Vec::new();
        let mut rest = Vec::new();
        let mut count = 0;
        for file in files {
            let (ids, whole) = self.of(&file);
            count += ids.len() + usize::from(whole);
            if whole {
                first.push(file);
            } else if ids.is_empty() {
                rest.push(file);
            } else {
                let part = |only| LastFailed {
                    ids: ids.clone(),
                    only,
                };
                first.push(file.with_last_failed(part(true)));
                rest.push(file.with_last_failed(part(false)));
            }
        }
        let plural = if count == 1 { "" } else { "s" };
        let remark = match (count, self.failed.len(), order) {
            (0, 0, Order::OnlyFailed) => {
                "no previously failed tests, not deselecting items.".to_owned()
            }
            (0, 0, _) => "no previously failed tests".to_owned(),
            (0, n, _) => format!("{n} known failures not in selected tests"),
            (n, _, Order::OnlyFailed) => format!("rerun previous {n} failure{plural}"),
            (n, _, _) => format!("rerun previous {n} failure{plural} first"),
        };
        if count == 0 || order != Order::OnlyFailed {
            first.append(&mut rest);
        }
        (first, format!("run-last-failure: {remark}"))
    }

    /// Takes an event of a file's worker.
    pub(super) fn event(&mut self, file: &TestFile, e: &Event) {
        match e.event.as_str() {
            "collected" => {
                self.failed.remove(&self.key(file, &file.display));
                for id in &e.stale {
                    self.failed.remove(&self.key(file, id));
                }
            }
            "result" => {
                let key = self.key(file, &e.nodeid);
                match e.outcome.as_str() {
                    "failed" | "error" => self.failed.insert(key),
                    _ => self.failed.remove(&key),
                };
            }
            _ => {}
        }
    }

    /// Writes what has changed.
    ///
    /// # Errors
    /// A message for the user.
    pub(super) fn save(&self) -> Result<(), String> {
        if self.off || self.failed == self.before {
            return Ok(());
        }
        let folder = self.root.join(FOLDER);
        let new = !folder.exists();
        let file = file_in(&self.root);
        let inside = file.parent().unwrap_or(&folder);
        std::fs::create_dir_all(inside)
            .map_err(|e| format!("cannot make `{}`: {e}", inside.display()))?;
        if new {
            // No business of a repository.
            write_file(&folder.join(".gitignore"), b"*\n", 0o644)?;
            write_file(&folder.join("CACHEDIR.TAG"), TAG.as_bytes(), 0o644)?;
        }
        let all: BTreeMap<&String, bool> = self.failed.iter().map(|k| (k, true)).collect();
        let text = serde_json::to_string_pretty(&all).map_err(|e| e.to_string())?;
        write_file(&file, text.as_bytes(), 0o644)
    }
}

fn file_in(root: &Path) -> PathBuf {
    root.join(FOLDER).join("v/cache/lastfailed")
}
