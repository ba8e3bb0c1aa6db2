//! Finds the target of a file that is none itself: in its folder, then in the folders above, and one folder beside.
//!
//! ```text
//! vm/interp/loop.py       opened
//! vm/targetvm.py          found: it defines `target`, and is named like one
//! ```
use std::path::{Path, PathBuf};

/// How many folders above are looked at.
const ABOVE: usize = 8;
/// How many files of a folder are read.
const FILES: usize = 200;
/// Larger files are no targets.
const LARGEST: u64 = 1 << 20;

/// Whether a text defines an entry point.
pub(super) fn is_target(text: &str) -> bool {
    text.lines()
        .any(|l| l.starts_with("def target(") || l.starts_with("def entry_point("))
}

/// The target that a file belongs to.
pub(super) fn target_of(file: &Path) -> Option<PathBuf> {
    let mut folder = file.parent()?;
    for _ in 0..ABOVE {
        if let Some(found) = best(targets_in(folder, file), file) {
            return Some(found);
        }
        let mut beside: Vec<PathBuf> = Vec::new();
        for sub in entries(folder).into_iter().filter(|p| p.is_dir()) {
            beside.extend(targets_in(&sub, file));
        }
        if let Some(found) = best(beside, file) {
            return Some(found);
        }
        // A repository is a project of its own.
        if folder.join(".git").exists() {
            return None;
        }
        folder = folder.parent()?;
    }
    None
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries.map(|e| e.path()).take(FILES).collect();
    found.sort();
    found
}

fn targets_in(folder: &Path, file: &Path) -> Vec<PathBuf> {
    let mut found = entries(folder);
    found.retain(|p| {
        p != file
            && p.extension().is_some_and(|e| e == "py")
            && p.metadata()
                .is_ok_and(|m| m.is_file() && m.len() <= LARGEST)
            && std::fs::read_to_string(p).is_ok_and(|text| is_target(&text))
    });
    found
}

/// The one that imports the file by its name, or that is named like a target, or the first.
fn best(found: Vec<PathBuf>, file: &Path) -> Option<PathBuf> {
    let stem = file.file_stem()?.to_string_lossy().into_owned();
    let package = file.parent().and_then(Path::file_name);
    let package = package
        .map(|p| p.to_string_lossy().into_owned())
        .unwrap_or_default();
    let score = |p: &PathBuf| {
        let text = std::fs::read_to_string(p).unwrap_or_default();
        let mut imports = text.lines().map(str::trim_start);
        let names = imports.any(|l| {
            let words = || l.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            (l.starts_with("import ") || l.starts_with("from "))
                && words().any(|w| w == stem || w == package && !w.is_empty())
        });
        let named = p
            .file_name()
            .is_some_and(|n| n.to_string_lossy().starts_with("target"));
        (names, named)
    };
    // The first of equal ones.
    found.into_iter().rev().max_by_key(score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_found_above_and_beside() {
        let root = std::env::temp_dir().join(format!("genext-project-{}", std::process::id()));
        let write = |name: &str, text: &str| {
            let path = root.join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(&path, text).expect("written");
            path
        };
        std::fs::create_dir_all(root.join(".git")).expect("a folder");
        let other = write("vm/targetother.py", "def target(driver, args):\n    pass\n");
        let target = write(
            "vm/targetvm.py",
            "from interp import loop\ndef target(driver, args):\n    pass\n",
        );
        let file = write("vm/interp/loop.py", "x = 1\n");
        let shared = write("shared/lists.py", "y = 2\n");
        assert_eq!(target_of(&file), Some(target.clone()));
        assert_eq!(target_of(&shared), Some(other));
        std::fs::remove_dir_all(root.join("vm")).expect("removed");
        assert_eq!(target_of(&shared), None);
        let _ = std::fs::remove_dir_all(&root);
    }
}
