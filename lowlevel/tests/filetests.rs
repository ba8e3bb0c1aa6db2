//! File tests of low-level programs: `tests/filetests/<directory>/*.ll` are read, verified and, where they have `run`
//! lines, executed.
use std::path::Path;

use lowlevel::parse::parse_program;
use lowlevel::verify::verify_program;

mod common;
use common::{check_run, phase};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests");
    filetest::run(folder, "ll", run_file)
}

fn run_file(path: &Path) -> Result<(), String> {
    let text = filetest::read(path)?;
    let program = parse_program(&text).map_err(|e| e.to_string())?;
    let phase = phase(&text);
    verify_program(&program, phase)?;
    for line in filetest::directives(&text, "run") {
        check_run(&program, line, |i| i.phase(phase))?;
    }
    Ok(())
}
