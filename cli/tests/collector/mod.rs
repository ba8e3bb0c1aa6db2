//! Programs that test the collector from the outside.
use std::process::Command;

/// Runs a target at two levels of optimisation, with each of these settings of the collector: it prints `want`.
pub(crate) fn prints(name: &str, program: &str, settings: &[&str], want: &str) {
    let folder = std::env::temp_dir().join(format!("genext-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("target.py");
    std::fs::write(&file, program).expect("a file");
    let mut failures = Vec::new();
    for level in ["-O0", "-O2"] {
        for gc in settings {
            let output = Command::new(env!("CARGO_BIN_EXE_genext"))
                .args(["run", level])
                .arg(&file)
                .env("GENEXT_GC", gc)
                .env("NO_COLOR", "1")
                .output()
                .expect("genext runs");
            let out = String::from_utf8_lossy(&output.stdout);
            if out != want || !output.status.success() {
                let err = String::from_utf8_lossy(&output.stderr);
                failures.push(format!("{level} GENEXT_GC={gc}: {out}{err}"));
            }
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
