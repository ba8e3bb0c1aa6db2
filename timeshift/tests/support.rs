//! File tests of the support library: `tests/support/*.ll`. The graph `test` runs along one path
//! (`# arms: true, false`); its residual code stands behind the mark. `GENEXT_BLESS=1` writes it.
mod common;

use std::path::Path as FilePath;

use common::{Loaded, Path};
use lowlevel::parse::parse_program;

fn check(file: &FilePath) -> Result<(), String> {
    filetest::behind_mark(file, "#=== residual\n", residual)
}

fn residual(input: &str) -> Result<String, String> {
    let program = parse_program(input).map_err(|e| e.to_string())?;
    let mut actual = String::new();
    let loaded = Loaded::new(program);
    let state = loaded.state();
    for f in loaded.program.funcs.iter() {
        let Some(name) = f.name.strip_prefix("test") else {
            continue;
        };
        let key = format!("# arms{name}:");
        let arms: Vec<bool> = input
            .lines()
            .filter_map(|l| l.strip_prefix(&key))
            .flat_map(|l| l.split(','))
            .map(|a| a.trim() == "true")
            .collect();
        let mut arms = arms.into_iter();
        let path = Path::run(&loaded, &state, &f.graph, &mut |_, _| {
            arms.next().unwrap_or(true)
        });
        actual += &format!("{}\n{}", f.name, path.text());
    }
    Ok(actual)
}

#[test]
fn files() {
    let folder = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("tests/support");
    filetest::all(filetest::files(folder, "ll").iter().map(|f| check(f)));
}
