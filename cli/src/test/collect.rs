//! Which files are tests: those named, and in folders `test_*.py` and `*_test.py`.
use std::path::{Path, PathBuf};

use crate::executable::reason;

/// What marks the root folder of a project.
pub(super) const ROOTS: [&str; 5] = [
    "pytest.ini",
    "setup.cfg",
    "tox.ini",
    "pyproject.toml",
    ".git",
];

/// A file whose name says that it has tests.
#[derive(Clone)]
pub(super) struct TestFile {
    /// The path as it is shown.
    pub display: String,
    /// The absolute path of the file.
    pub path: PathBuf,
    /// `Class::test` selections; empty: all.
    pub ids: Vec<String>,
    /// `conftest.py` files that apply, innermost first.
    pub conftest: Vec<String>,
    /// For `--lf` and `--ff`.
    pub last_failed: Option<LastFailed>,
}

/// Tests of a file that failed last.
#[derive(Clone)]
pub(super) struct LastFailed {
    pub ids: Vec<String>,
    /// These run; otherwise all others.
    pub only: bool,
}

impl TestFile {
    pub(super) fn with_last_failed(&self, last: LastFailed) -> TestFile {
        TestFile {
            last_failed: Some(last),
            ..self.clone()
        }
    }
}

/// The files of the paths given, each once, in order. A path may be followed by `::Class::test`.
pub(super) fn files(paths: &[PathBuf]) -> Result<Vec<TestFile>, String> {
    let mut out: Vec<TestFile> = Vec::new();
    for given in paths {
        let text = given.to_string_lossy();
        let (path, id) = match text.split_once("::") {
            Some((path, id)) => (PathBuf::from(path), Some(id.to_owned())),
            None => (given.clone(), None),
        };
        if path.is_dir() {
            let mut found = Vec::new();
            walk(&path, &mut found);
            for f in found {
                add(&mut out, &f, None)?;
            }
        } else if path.is_file() {
            add(&mut out, &path, id)?;
        } else {
            return Err(format!("file not found: {}", path.display()));
        }
    }
    Ok(out)
}

fn add(out: &mut Vec<TestFile>, path: &Path, id: Option<String>) -> Result<(), String> {
    let absolute = std::fs::canonicalize(path)
        .map_err(|e| format!("cannot read {}: {}", path.display(), reason(&e)))?;
    if let Some(known) = out.iter_mut().find(|f| f.path == absolute) {
        match id {
            Some(id) if !known.ids.is_empty() => known.ids.push(id),
            Some(_) => {}
            None => known.ids.clear(),
        }
        return Ok(());
    }
    let shown = path.strip_prefix("./").unwrap_or(path);
    out.push(TestFile {
        display: shown.to_string_lossy().into_owned(),
        conftest: conftests(&absolute),
        path: absolute,
        ids: id.into_iter().collect(),
        last_failed: None,
    });
    Ok(())
}

fn walk(folder: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in &paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_file() && is_test(&name) {
            out.push(path.clone());
        }
    }
    for path in &paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let hidden = name.starts_with(['.', '_']) || name == "target" || name == "node_modules";
        if path.is_dir() && !path.is_symlink() && !hidden {
            walk(path, out);
        }
    }
}

fn is_test(name: &str) -> bool {
    name.strip_suffix(".py")
        .is_some_and(|stem| stem.starts_with("test_") || stem.ends_with("_test"))
}

/// The `conftest.py` of the file's folder and those above it, within the project: up to the folder with a configuration
/// file or a repository, else while the folders are packages. Those of RPython's own tree are the toolchain's business.
fn conftests(file: &Path) -> Vec<String> {
    let mut out = Vec::new();
    let mut folder = file.parent();
    while let Some(f) = folder {
        let conftest = f.join("conftest.py");
        if conftest.is_file() && !is_toolchain(f) {
            out.push(conftest.to_string_lossy().into_owned());
        }
        if ROOTS.iter().any(|r| f.join(r).exists()) {
            break;
        }
        if !f.join("__init__.py").is_file() && f != file.parent().unwrap_or(f) {
            break;
        }
        folder = f.parent();
    }
    out
}

fn is_toolchain(folder: &Path) -> bool {
    folder.ancestors().any(|a| {
        a.file_name().is_some_and(|n| n == "rpython") && a.join("flowspace/objspace.py").is_file()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_test_files() {
        assert!(is_test("test_a.py"));
        assert!(is_test("a_test.py"));
        assert!(!is_test("test_a.txt"));
        assert!(!is_test("tests.py"));
        assert!(!is_test("conftest.py"));
    }
}
