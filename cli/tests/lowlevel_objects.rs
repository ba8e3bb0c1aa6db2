//! Low-level objects inside of programs: `tests/lowlevel/*.py` print the same untranslated and translated, with and
//! without optimisation.
use std::path::Path;
use std::process::Command;

fn genext(args: &[&str]) -> Result<String, String> {
    let out = Command::new(env!("CARGO_BIN_EXE_genext"))
        .args(args)
        .env("NO_COLOR", "1")
        .output()
        .map_err(|e| e.to_string())?;
    if out.status.success() {
        Ok(String::from_utf8_lossy(&out.stdout).into_owned())
    } else {
        Err(format!(
            "{args:?}: {}\n{}",
            out.status,
            String::from_utf8_lossy(&out.stderr)
        ))
    }
}

fn check(path: &Path) -> Result<(), String> {
    let p = path.to_string_lossy();
    let untranslated = genext(&["py", &p])?;
    for level in ["-O0", "-O2"] {
        let translated = genext(&["run", level, &p])?;
        if translated != untranslated {
            return Err(format!(
                "{p} {level}:\n{translated}\nbut untranslated:\n{untranslated}"
            ));
        }
    }
    if untranslated.lines().count() < 3 {
        return Err(format!("{p} prints nothing"));
    }
    Ok(())
}

#[test]
fn programs_with_low_level_objects_print_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lowlevel");
    filetest::all(filetest::files(folder, "py").iter().map(|p| check(p)));
}
