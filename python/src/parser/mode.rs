//! Which Python a source root is written in.
//!
//! The mode belongs to a *source root*: a package tree, or a lone file. It is, in this order:
//! 1. what the user says (`--python2`, `--python3`);
//! 2. a pragma in the first two lines of the file that is translated: `# genext: python2` (or `python3`), or a `#!`
//!    line naming `python2`/`python3`;
//! 3. Python 2.7 if one file of the root parses only as 2.7 (most 2.7 files also parse as Python 3 and would silently
//!    change meaning: `/`, `maxint`, `xrange`);
//! 4. Python 2.7 if one file of the root takes a name from the builtins that only 2.7 has (`unichr`), and no file
//!    parses only as Python 3. A file that asks which Python runs it (`except NameError`, `sys.version_info`) says
//!    nothing, unless it imports something of `rpython` and tries such a name (`try: unichr(0)`, `except NameError`):
//!    RPython's own toolchain, which runs in Python 2.7, has it;
//! 5. Python 3.
use std::path::{Path, PathBuf};

use ir::diag::Diagnostic;
use ir::source;

use super::{decode, parse_file};
use crate::code::Mode;
use crate::compile;

/// The root a file belongs to: the directory above its outermost package, or the file itself if it is in no package.
pub fn source_root(file: &Path) -> PathBuf {
    // The folders above a relative path are not named by it.
    let file = &std::path::absolute(file).unwrap_or_else(|_| file.to_path_buf());
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

/// Builtins that only Python 2.7 has.
const PYTHON2_NAMES: &[&str] = &[
    "StandardError",
    "apply",
    "basestring",
    "buffer",
    "cmp",
    "coerce",
    "execfile",
    "file",
    "intern",
    "long",
    "raw_input",
    "reduce",
    "reload",
    "unichr",
    "unicode",
    "xrange",
];

/// Words of texts that are for both versions.
const VERSION_QUESTIONS: &[&str] = &["NameError", "version_info", "hexversion"];

/// What a text says about its version.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Evidence {
    /// It parses only as Python 2.7.
    Syntax,
    /// It takes names from the builtins that only Python 2.7 has.
    Names,
    Nothing,
}

/// The text as a file of the source map. Files of the detection are not kept there under their own names: they may
/// never be translated.
fn detection_file(text: &str) -> source::FileId {
    source::add_file(None, "<mode detection>", text)
}

fn evidence(text: &str) -> Evidence {
    let file = detection_file(text);
    let module = match parse_file(file, Mode::Py3) {
        Ok(module) => module,
        Err(errors) => {
            let only2 =
                errors.iter().any(Diagnostic::is_error) && parse_file(file, Mode::Py2).is_ok();
            return if only2 {
                Evidence::Syntax
            } else {
                Evidence::Nothing
            };
        }
    };
    let mentions = |words: &[&str]| words.iter().any(|w| text.contains(w));
    if !mentions(PYTHON2_NAMES) {
        return Evidence::Nothing;
    }
    if mentions(VERSION_QUESTIONS) {
        let both = text.lines().any(imports_rpython) && tries_python2(text);
        return if both && parse_file(file, Mode::Py2).is_ok() {
            Evidence::Names
        } else {
            Evidence::Nothing
        };
    }
    let used = compile::builtins_used(&module).unwrap_or_default();
    let old = used.iter().any(|n| PYTHON2_NAMES.contains(&n.as_str()));
    if old && parse_file(file, Mode::Py2).is_ok() {
        Evidence::Names
    } else {
        Evidence::Nothing
    }
}

/// Whether a line imports something of RPython's library.
fn imports_rpython(line: &str) -> bool {
    let line = line.trim_start();
    ["from rpython.", "import rpython."]
        .iter()
        .any(|start| line.starts_with(start))
}

/// Whether a `try` of the module's own level takes a name that only Python 2.7 has, and catches that it is not there.
fn tries_python2(text: &str) -> bool {
    let mut body: Option<String> = None;
    for line in text.lines() {
        if line.trim_end() == "try:" {
            body = Some(String::new());
        } else if line.starts_with([' ', '\t', '#']) || line.trim().is_empty() {
            if let Some(body) = &mut body {
                body.push_str(line);
                body.push('\n');
            }
        } else {
            let tried = body.take().unwrap_or_default();
            let is_name = |c: char| c.is_alphanumeric() || c == '_';
            let mut words = tried.split(|c: char| !is_name(c));
            if line.starts_with("except NameError") && words.any(|w| PYTHON2_NAMES.contains(&w)) {
                return true;
            }
        }
    }
    false
}

/// Whether a text parses as Python 3 but not as Python 2.7.
fn only_python3(text: &str) -> bool {
    let file = detection_file(text);
    parse_file(file, Mode::Py2).is_err() && parse_file(file, Mode::Py3).is_ok()
}

/// The mode of a text that is in no package.
pub fn of_text(text: &str) -> Mode {
    pragma(text).unwrap_or_else(|| match evidence(text) {
        Evidence::Syntax | Evidence::Names => Mode::Py2,
        Evidence::Nothing => Mode::Py3,
    })
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
    let root = source_root(file);
    let text = read(file).unwrap_or_default();
    if root.is_file() || !root.is_dir() {
        return of_text(&text);
    }
    if let Some(mode) = pragma(&text) {
        return mode;
    }
    let mut files = Vec::new();
    python_files(&root, &mut files, 0);
    let others = || files.iter().filter_map(|f| read(f));
    let mut names = false;
    for text in std::iter::once(text).chain(others()) {
        match evidence(&text) {
            Evidence::Syntax => return Mode::Py2,
            Evidence::Names => names = true,
            Evidence::Nothing => {}
        }
    }
    if names && !others().any(|t| only_python3(&t)) {
        Mode::Py2
    } else {
        Mode::Py3
    }
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
        std::fs::write(sub.join("old.py"), "def f(): return unichr(1)\n").unwrap();
        assert_eq!(detect_root(&main, None), Mode::Py2);
        std::fs::write(sub.join("new.py"), "def f(x: int): pass\n").unwrap();
        assert_eq!(detect_root(&main, None), Mode::Py3);
        std::fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn names_decide() {
        let python2 = [
            "print(unichr(1))\n",
            "def f(n):\n    return [xrange(n) for i in n]\n",
            "class A:\n    x = long(1)\n",
            "import rpython.rlib\ntry:\n    unichr(0)\nexcept NameError:\n    unichr = chr\n",
        ];
        for text in python2 {
            assert_eq!(of_text(text), Mode::Py2, "{text}");
        }
        let python3 = [
            "",
            "print(chr(1))\n",
            "unichr = chr\nprint(unichr(1))\n",
            "def f(file):\n    return file\n",
            "def f():\n    global long\n    long = int\ndef g(): return long(1)\n",
            "def reduce(f): pass\n[reduce(x) for x in []]\n",
            "from functools import reduce\nreduce(1)\n",
            "from compat import *\nunichr(1)\n",
            "try:\n    xrange\nexcept NameError:\n    pass\n",
            "import rpython.rlib\ntry:\n    f()\nexcept NameError:\n    pass\n# a file\n",
            "print(f'{unichr(1)}')\n",
            "x.unicode, x.cmp(y)\n",
        ];
        for text in python3 {
            assert_eq!(of_text(text), Mode::Py3, "{text}");
        }
    }
}
