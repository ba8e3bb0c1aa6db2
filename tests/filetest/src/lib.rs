//! File tests: text in, text out, in one file (or in one beside it). `GENEXT_BLESS=1` writes what comes out; git shows
//! what changed.
//!
//! ```text
//! ...input...
//! #=== output
//! ...what comes out...
//! ```
use std::borrow::Cow;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};

const PRELUDE: &str = include_str!("prelude.txt");

/// The files with this ending below a folder, sorted.
///
/// # Panics
/// If there are none: a test that tests nothing.
pub fn files(folder: impl AsRef<Path>, ending: &str) -> Vec<PathBuf> {
    let folder = folder.as_ref();
    let mut found = Vec::new();
    let mut todo = vec![folder.to_owned()];
    while let Some(d) = todo.pop() {
        let entries = std::fs::read_dir(&d).unwrap_or_else(|e| panic!("{}: {e}", d.display()));
        for path in entries.flatten().map(|e| e.path()) {
            if path.is_dir() {
                todo.push(path);
            } else if path.extension().is_some_and(|e| e == ending) {
                found.push(path);
            }
        }
    }
    assert!(!found.is_empty(), "no .{ending} in {}", folder.display());
    found.sort();
    found
}

/// Runs a check over the files of a folder, each a test of its own, named by its path; and ends the process.
pub fn run(folder: impl AsRef<Path>, ending: &str, check: fn(&Path) -> Result<(), String>) -> ! {
    let folder = folder.as_ref();
    let args = Arguments::from_args();
    let tests = files(folder, ending)
        .into_iter()
        .map(|path| {
            let name = path
                .strip_prefix(folder)
                .unwrap_or(&path)
                .with_extension("");
            Trial::test(name.display().to_string(), move || {
                check(&path).map_err(Failed::from)
            })
        })
        .collect();
    libtest_mimic::run(&args, tests).exit()
}

/// The values of a directive: of the lines `# key: value`.
pub fn directives<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    text.lines()
        .filter_map(|l| l.strip_prefix("# ")?.strip_prefix(key)?.strip_prefix(':'))
        .map(str::trim)
        .collect()
}

/// The program of a low-level file test: what `input` holds, behind the declarations of exceptions and instances that
/// it asks for with `# prelude: yes`.
pub fn with_prelude(input: &str) -> Cow<'_, str> {
    if directives(input, "prelude").first() == Some(&"yes") {
        Cow::Owned(format!("{PRELUDE}{input}"))
    } else {
        Cow::Borrowed(input)
    }
}

/// What stands behind `mark` in a file must be what `output` makes of the text before it.
///
/// # Errors
/// Where it differs, or what `output` reports.
pub fn behind_mark(
    path: &Path,
    mark: &str,
    output: impl FnOnce(&str) -> Result<String, String>,
) -> Result<(), String> {
    let text = read(path)?;
    let (input, expected) = text.split_once(mark).unwrap_or((&text, ""));
    let actual = output(input)?;
    if actual == expected {
        return Ok(());
    }
    accept(path, &format!("{input}{mark}{actual}"), expected, &actual)
}

/// The whole file must be `actual`. Blessing makes one that is not there.
///
/// # Errors
/// Where it differs, or is not there.
pub fn whole(path: &Path, actual: &str) -> Result<(), String> {
    let expected = match read(path) {
        Err(_) if blessing() => String::new(),
        text => text?,
    };
    if actual == expected {
        return Ok(());
    }
    accept(path, actual, &expected, actual)
}

/// Many checks in one test: all that went wrong.
///
/// # Panics
/// If something did.
pub fn all(results: impl IntoIterator<Item = Result<(), String>>) {
    let wrong: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The text of a file.
///
/// # Errors
/// With the path.
pub fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

/// Whether expectations are to be rewritten.
pub fn blessing() -> bool {
    std::env::var_os("GENEXT_BLESS").is_some()
}

fn accept(path: &Path, text: &str, expected: &str, actual: &str) -> Result<(), String> {
    if blessing() {
        return std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()));
    }
    Err(format!(
        "{}: {}",
        path.display(),
        difference(expected, actual)
    ))
}

/// The first place where two texts part, with some lines around it, and all that came out.
fn difference(expected: &str, actual: &str) -> String {
    let at = expected
        .lines()
        .zip(actual.lines())
        .take_while(|(a, b)| a == b)
        .count();
    let show = |t: &str| -> String {
        let lines = t.lines().skip(at.saturating_sub(3)).take(14);
        lines.map(|l| format!("    {l}\n")).collect()
    };
    format!(
        "line {} of the output: expected\n{}got\n{}(GENEXT_BLESS=1 accepts it); all of it:\n{actual}",
        at + 1,
        show(expected),
        show(actual)
    )
}
