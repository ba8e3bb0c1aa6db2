//! Programs that use RPython's library: the same output untranslated and translated, that of the file beside the
//! program.
use std::path::{Path, PathBuf};
use std::process::Command;

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library");
    let mut found: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder of the programs")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "py"))
        .collect();
    found.sort();
    assert!(!found.is_empty());
    found
}

fn check(command: &str, program: &Path) -> Option<String> {
    let out = Command::new(env!("CARGO_BIN_EXE_genext"))
        .arg(command)
        .arg(program)
        .env("NO_COLOR", "1")
        .output()
        .expect("genext runs");
    let wanted = std::fs::read_to_string(program.with_extension("out")).expect("an output");
    let found = String::from_utf8_lossy(&out.stdout);
    let err = String::from_utf8_lossy(&out.stderr);
    (out.status.code() != Some(0) || found != wanted).then(|| {
        format!(
            "genext {command} {}:\n{found}{err}\ninstead of\n{wanted}",
            program.display()
        )
    })
}

#[test]
fn translated_and_untranslated() {
    let wrong: Vec<String> = programs()
        .iter()
        .flat_map(|p| ["py", "run"].map(|command| check(command, p)))
        .flatten()
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
