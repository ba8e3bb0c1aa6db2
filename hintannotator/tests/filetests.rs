//! File tests of the hint-annotator: `tests/filetests/*.ll`.
//!
//! ```text
//! ...program...
//! #=== output
//! ...coloured graphs and notes, or errors (written with GENEXT_BLESS=1)...
//! ```
//! Colours are verified, must not depend on the order of work, and must be the same when the analysis is repeated on the text it printed.
use std::path::{Path, PathBuf};

use flowspace::diag::{Diagnostic, render};
use hintannotator::{analyse_in_order, text, verify};
use libtest_mimic::{Arguments, Failed, Trial};
use rtyper::ll::parse::parse_program;
use rtyper::ll::verify::{Phase, verify_program};

const MARK: &str = "#=== output\n";

fn main() {
    let args = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&root)
        .expect("the directory of file tests")
        .flatten()
        .map(|e| e.path())
        .filter(|p| p.extension().is_some_and(|e| e == "ll"))
        .collect();
    files.sort();
    let tests = files
        .into_iter()
        .map(|f| {
            let name = f
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            Trial::test(name, move || run_file(&f).map_err(Failed::from))
        })
        .collect();
    libtest_mimic::run(&args, tests).exit();
}

fn show(list: &[Diagnostic]) -> String {
    list.iter().map(|d| render(d, false) + "\n").collect()
}

fn output(input: &str, pick: &mut dyn FnMut(usize) -> usize) -> Result<String, String> {
    let mut program = parse_program(input).map_err(|e| e.to_string())?;
    verify_program(&program, Phase::Typed)?;
    Ok(match analyse_in_order(&mut program, pick) {
        Ok(colored) => {
            verify_program(&program, Phase::Typed)?;
            let wrong = verify::verify(&program, &colored);
            if !wrong.is_empty() {
                let text = text::print(&program, &colored);
                return Err(format!("{}\n{text}", wrong.join("\n")));
            }
            text::print(&program, &colored) + &show(&colored.notes)
        }
        Err(list) => show(&list),
    })
}

fn run_file(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let (input, expected) = text.split_once(MARK).unwrap_or((&text, ""));
    let actual = output(input, &mut |n| n - 1)?;
    let first = output(input, &mut |_| 0)?;
    if first != actual {
        return Err(format!(
            "colours depend on the order of work:\n{actual}\n{first}"
        ));
    }
    if actual == expected {
        return Ok(());
    }
    if std::env::var_os("GENEXT_BLESS").is_some() {
        return std::fs::write(path, format!("{input}{MARK}{actual}")).map_err(|e| e.to_string());
    }
    Err(format!(
        "output differs (GENEXT_BLESS=1 to accept):\n{actual}"
    ))
}
