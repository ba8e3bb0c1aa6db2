//! The wording of the hint-annotator's diagnostics: `tests/errors/*.py` with the expected text beside each (`GENEXT_BLESS=1` rewrites it).
mod common;

use std::path::{Path, PathBuf};

use common::{show, typed};
use flowspace::live::on_big_stack;

fn messages(path: &Path) -> String {
    let found = typed(path).and_then(|mut p| hintannotator::analyse(&mut p).map(|c| c.notes));
    let list = found.unwrap_or_else(|errors| errors);
    // Paths as a reader of the repository sees them.
    let here = path.parent().expect("a folder").display().to_string();
    show(&list).replace(&format!("{here}/"), "")
}

#[test]
fn messages_are_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder")
        .flatten()
        .map(|e| e.path())
        .filter(|p| p.extension().is_some_and(|e| e == "py"))
        .collect();
    files.sort();
    let mut wrong = String::new();
    for path in files {
        let actual = on_big_stack(|| messages(&path));
        let expected_path = path.with_extension("stderr");
        let expected = std::fs::read_to_string(&expected_path).unwrap_or_default();
        if actual == expected {
            continue;
        }
        if std::env::var_os("GENEXT_BLESS").is_some() {
            std::fs::write(&expected_path, &actual).expect("writing");
        } else {
            wrong.push_str(&format!("{}:\n{actual}\n", path.display()));
        }
    }
    assert!(wrong.is_empty(), "GENEXT_BLESS=1 to accept:\n{wrong}");
}
