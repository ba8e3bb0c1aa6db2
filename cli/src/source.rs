//! What the command line shares: `-` for standard input and output, sizes, and the check of `GENEXT_LOG`.
use std::io::{IsTerminal, Read, Write};
use std::path::Path;
use std::sync::OnceLock;

use ir::diag::Diagnostic;
use ir::source::Span;
use python::live::{Space, Value};

use crate::executable::reason;

/// Whether a path stands for standard input, or output.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Standard input, read once.
fn stdin() -> Result<&'static [u8], String> {
    static TEXT: OnceLock<Result<Vec<u8>, String>> = OnceLock::new();
    let read = || {
        let mut bytes = Vec::new();
        match std::io::stdin().lock().read_to_end(&mut bytes) {
            Ok(_) => Ok(bytes),
            Err(e) => Err(format!("cannot read standard input: {}", reason(&e))),
        }
    };
    match TEXT.get_or_init(read) {
        Ok(bytes) => Ok(bytes),
        Err(message) => Err(message.clone()),
    }
}

/// A file, or standard input.
///
/// # Errors
/// A message for the user.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    if is_stdin(path) {
        return stdin().map(<[u8]>::to_vec);
    }
    std::fs::read(path).map_err(|e| format!("cannot read `{}`: {}", path.display(), reason(&e)))
}

/// The program text on standard input.
///
/// # Errors
/// A message for the user.
pub(crate) fn stdin_text() -> Result<String, String> {
    String::from_utf8(stdin()?.to_vec())
        .map_err(|e| format!("standard input is not UTF-8: {}", e.utf8_error()))
}

/// Imports a target from a file, or from standard input.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn import_target(space: &Space, target: &Path) -> Result<Value, Diagnostic> {
    if !is_stdin(target) {
        return space.import_target(target);
    }
    let text = stdin_text().map_err(|e| Diagnostic::error("E0119", Span::NONE, e))?;
    space.import_target_text(&text)
}

/// Writes an executable to standard output.
///
/// # Errors
/// A message for the user.
pub(crate) fn write_stdout(bytes: &[u8]) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    if out.is_terminal() {
        return Err("an executable is not written to a terminal: redirect standard output".into());
    }
    out.write_all(bytes)
        .and_then(|()| out.flush())
        .map_err(|e| format!("cannot write to standard output: {}", reason(&e)))
}

/// A size in bytes, for people.
pub(crate) fn size_text(bytes: usize) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.0} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// Sees that `GENEXT_LOG` asks for something that there is.
///
/// # Errors
/// What is wrong, and what there is.
pub(crate) fn check_log() -> Result<(), String> {
    let text = std::env::var("GENEXT_LOG").unwrap_or_default();
    for part in text.split(',').filter(|p| !p.is_empty()) {
        log_request(part).map_err(|why| format!("GENEXT_LOG={text}: {why}"))?;
    }
    Ok(())
}

fn log_request(part: &str) -> Result<(), String> {
    const JIT: [&str; 3] = ["summary", "versions", "residual"];
    let mut words = part.splitn(3, ':');
    let name = words.next().unwrap_or_default();
    let level = words.next();
    if words.next() == Some("") {
        return Err(format!("`{part}` ends without the name of a file"));
    }
    match (name, level) {
        // Of translated programs.
        ("gc", None) | ("jit", None) => Ok(()),
        ("gc", Some(_)) => Err("`gc` has no levels".into()),
        ("jit", Some(level)) if JIT.contains(&level) => Ok(()),
        ("jit", Some(level)) => Err(format!(
            "`jit` has no level `{level}`: it is `summary`, `versions` or `residual`"
        )),
        (name, level) if name == "passes" || transform::pass_by_name(name).is_some() => match level
        {
            None | Some("1" | "2") => Ok(()),
            Some(level) => Err(format!("`{level}` is no level of a pass: it is 1 or 2")),
        },
        (name, _) => {
            let mut known: Vec<&str> = transform::PASSES.iter().map(|p| p.name).collect();
            known.extend(["gc", "jit", "passes"]);
            known.sort_unstable();
            let near = match ir::suggest::closest(name, known.iter().copied()) {
                Some(near) => format!("; did you mean `{near}`?"),
                None => String::new(),
            };
            Err(format!(
                "there is nothing called `{name}`{near} There are: {}",
                known.join(", ")
            )
            .replace("` There", "`. There"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_of_logs() {
        for good in [
            "gc",
            "jit",
            "jit:versions:/tmp/x:y",
            "inline",
            "inline:2:f",
            "passes:1",
        ] {
            assert_eq!(log_request(good), Ok(()), "{good}");
        }
        for bad in [
            "inlin",
            "jit:version",
            "inline:3",
            "inline:x",
            "gc:1",
            "jit:versions:",
        ] {
            assert!(log_request(bad).is_err(), "{bad}");
        }
        let why = log_request("inlin").unwrap_err();
        assert!(
            why.contains("`inlin`; did you mean `inline`? There are: "),
            "{why}"
        );
    }

    #[test]
    fn sizes() {
        assert_eq!(size_text(999), "999 bytes");
        assert_eq!(size_text(423_400), "423 kB");
        assert_eq!(size_text(1_250_000), "1.2 MB");
    }
}
