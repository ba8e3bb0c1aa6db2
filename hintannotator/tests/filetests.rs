//! File tests of the hint-annotator: `tests/filetests/*.ll`.
//!
//! ```text
//! ...program...
//! #=== output
//! ...coloured graphs and notes, or errors (written with GENEXT_BLESS=1)...
//! ```
//! Colours are verified, must not depend on the order of work, and must be the same when the analysis is repeated on
//! the text it printed.
use std::path::Path;

use hintannotator::{analyse_in_order, text, verify};
use ir::diag::{Diagnostic, render};
use lowlevel::parse::parse_program;
use lowlevel::verify::{Phase, verify_program};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests");
    filetest::run(folder, "ll", run_file)
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
    filetest::behind_mark(path, "#=== output\n", |input| {
        let actual = output(input, &mut |n| n - 1)?;
        let first = output(input, &mut |_| 0)?;
        if first != actual {
            return Err(format!(
                "colours depend on the order of work:\n{actual}\n{first}"
            ));
        }
        Ok(actual)
    })
}
