//! Which Python a source root is written in.
//!
//! The mode belongs to a *source root*: a package tree, or a lone file. It is, in this order:
//! 1. what the user says (`--python2`, `--python3`);
//! 2. a pragma in the first two lines of the file that is translated: `# genext: python2` (or `python3`), or a `#!`
//!    line naming `python2`/`python3`;
//! 3. Python 2.7 if one file of the root parses only as 2.7 (most 2.7 files also parse as Python 3 and would silently
//!    change meaning: `/`, `maxint`, `xrange`);
//! 4. Python 3.
use std::path::{Path, PathBuf};

use ir::diag::Diagnostic;
use ir::source;

use super::{decode, parse_file};
use crate::code::Mode;

/// The root a file belongs to: the directory above its outermost package, or the file itself if it is in no package.
pub fn source_root(file: &Path) -> PathBuf {
    let mut dir = match file.parent() {
        Some(d) => d,
        None => return file.to_path_buf(),
    };
    if !dir.join("__init__.py").is_file() {
        return file.to_path_buf();
    }
    while let Some(up) = dir.parent() {
        if !up.join("__init__.py").is_file() {
            break;
        }
        dir = up;
    }
    dir.to_path_buf()
}

/// The mode a pragma or `#!` line in the first two lines of a text asks for.
pub fn pragma(text: &str) -> Option<Mode> {
    for line in text.lines().take(2) {
        let line = line.trim_start_matches('\u{feff}').trim();
        let Some(comment) = line.strip_prefix('#') else {
            continue;
        };
        if let Some(said) = comment.trim().strip_prefix("genext:") {
            match said.trim() {
                "python2" => return Some(Mode::Py2),
                "python3" => return Some(Mode::Py3),
                _ => {}
            }
        }
        if let Some(program) = comment.strip_prefix('!') {
            let name = |p: &str| {
                program
                    .split(['/', ' '])
                    .any(|w| w == p || w.starts_with(&format!("{p}.")))
            };
            if name("python2") {
                return Some(Mode::Py2);
            }
            if name("python3") {
                return Some(Mode::Py3);
            }
        }
    }
    None
}

/// Whether a text parses as Python 2.7 but not as Python 3.
pub fn only_python2(text: &str) -> bool {
    // Files of the detection are not kept in the source map under their own names: they may never be translated.
    let file = source::add_file(None, "<mode detection>", text);
    match parse_file(file, Mode::Py3) {
        Ok(_) => false,
        Err(errors) => {
            errors.iter().any(Diagnostic::is_error) && parse_file(file, Mode::Py2).is_ok()
        }
    }
}

/// The mode of the source root of `file`. `explicit` is what the user said. A file that cannot be read or parses in
/// neither mode says nothing; its error is reported when it is imported.
pub fn detect_root(file: &Path, explicit: Option<Mode>) -> Mode {
    if let Some(mode) = explicit {
        return mode;
    }
    let read = |p: &Path| {
        super::decode::read(p)
            .ok()
            .and_then(|bytes| decode::decode(&bytes).ok())
    };
    let text = read(file);
    if let Some(mode) = text.as_deref().and_then(pragma) {
        return mode;
    }
    if text.as_deref().is_some_and(only_python2) {
        return Mode::Py2;
    }
    let root = source_root(file);
    if root.is_file() {
        return Mode::Py3;
    }
    let mut files = Vec::new();
    python_files(&root, &mut files, 0);
    let found = files
        .iter()
        .filter(|f| f.as_path() != file)
        .any(|f| read(f).is_some_and(|t| only_python2(&t)));
    if found { Mode::Py2 } else { Mode::Py3 }
}

/// Python files of a package tree, in order of their paths.
fn python_files(dir: &Path, out: &mut Vec<PathBuf>, depth: u32) {
    let Ok(entries) = std::fs::read_dir(dir) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        if path.extension().is_some_and(|e| e == "py") {
            out.push(path);
        } else if depth < 64 && path.join("__init__.py").is_file() {
            python_files(&path, out, depth + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pragmas() {
        assert_eq!(pragma("# genext: python2\n"), Some(Mode::Py2));
        assert_eq!(pragma("#!/usr/bin/env python3\nx"), Some(Mode::Py3));
        assert_eq!(pragma("#!/usr/bin/python2.7 -u\n"), Some(Mode::Py2));
        assert_eq!(pragma("#!/usr/bin/env python\n\"\"\"python2\"\"\"\n"), None);
    }

    #[test]
    fn one_file_decides_for_the_package() {
        let dir = std::env::temp_dir().join(format!("genext-mode-{}", std::process::id()));
        let sub = dir.join("pkg/sub");
        std::fs::create_dir_all(&sub).unwrap();
        for d in ["pkg", "pkg/sub"] {
            std::fs::write(dir.join(d).join("__init__.py"), "").unwrap();
        }
        std::fs::write(dir.join("pkg/main.py"), "x = 1 / 2\n").unwrap();
        let main = dir.join("pkg/main.py");
        assert_eq!(detect_root(&main, None), Mode::Py3);
        std::fs::write(sub.join("old.py"), "print 'x'\n").unwrap();
        assert_eq!(detect_root(&main, None), Mode::Py2);
        assert_eq!(detect_root(&main, Some(Mode::Py3)), Mode::Py3);
        std::fs::remove_dir_all(&dir).unwrap();
    }
}
