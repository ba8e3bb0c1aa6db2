//! The wording of the hint-annotator's diagnostics: `tests/errors/*.py` with the expected text beside each
//! (`GENEXT_BLESS=1` rewrites it).
mod common;

use std::path::Path;

use common::{show, typed};
use python::live::on_big_stack;

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
    filetest::all(filetest::files(folder, "py").into_iter().map(|path| {
        let actual = on_big_stack(|| messages(&path));
        filetest::whole(&path.with_extension("stderr"), &actual)
    }));
}
