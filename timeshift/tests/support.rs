//! File tests of the support library: `tests/support/*.ll`. The graph `test` runs along one path (`# arms: true, false`); its residual code
//! stands behind the mark. `GENEXT_BLESS=1` writes it.
mod common;

use std::path::Path as FilePath;

use common::{Loaded, Path};
use rtyper::ll::parse::parse_program;

const MARK: &str = "#=== residual\n";

fn check(file: &FilePath) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let (input, expected) = text.split_once(MARK).unwrap_or((&text, ""));
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
    if actual == expected {
        return Ok(());
    }
    if std::env::var_os("GENEXT_BLESS").is_some() {
        return std::fs::write(file, format!("{input}{MARK}{actual}")).map_err(|e| e.to_string());
    }
    Err(format!(
        "{}: residual code differs:\n{actual}",
        file.display()
    ))
}

#[test]
fn files() {
    let root = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("tests/support");
    let mut files: Vec<_> = std::fs::read_dir(root)
        .expect("the directory of tests")
        .flatten()
        .map(|e| e.path())
        .filter(|p| p.extension().is_some_and(|e| e == "ll"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let errors: Vec<String> = files.iter().filter_map(|f| check(f).err()).collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}
