//! Runs the test functions in `tests/python/*.py`: the toolchain's objects as RPython test files use them.
use std::path::Path;
use std::rc::Rc;

use python::live::{Space, SpaceConfig, Value, on_big_stack};

#[test]
fn annotations() {
    on_big_stack(|| run("annotations.py"));
}

fn run(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/python")
        .join(file);
    let space = Rc::new(Space::new(SpaceConfig {
        extensions: vec![compat::EXTENSION],
        ..SpaceConfig::default()
    }));
    compat::attach(&space);
    let module = space
        .import_target(&path)
        .unwrap_or_else(|d| panic!("{}", ir::diag::render(&d, false)));
    let mut count = 0;
    let mut failed = Vec::new();
    for (name, f) in module.as_module().expect("a module").dict.names() {
        if !name.as_str().starts_with("test_") || !matches!(f, Value::Function(_)) {
            continue;
        }
        count += 1;
        if let Err(e) = space.call(&f, &[]) {
            let d = space.diagnostic(e);
            failed.push(format!("{name}: {}", ir::diag::render(&d, false)));
        }
    }
    assert!(count > 10, "only {count} tests found");
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
