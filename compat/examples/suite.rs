//! Runs the test functions of a pytest-style file in the built-in Python with this crate's modules, and prints which
//! pass.
//!
//! ```text
//! cargo run -p genext-compat --example suite -- PATH/rpython/annotator/test/test_annrpython.py [-k SUBSTRING] [-v]
//! ```
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use ir::name::Name;
use python::live::{Space, SpaceConfig, Value, on_big_stack};

fn main() {
    let mut args = std::env::args().skip(1);
    let mut path = None;
    let mut only = None;
    let mut verbose = false;
    while let Some(a) = args.next() {
        match a.as_str() {
            "-k" => only = args.next(),
            "-v" => verbose = true,
            _ => path = Some(PathBuf::from(a)),
        }
    }
    let path = path.expect("a file");
    let failed = on_big_stack(move || run(&path, only.as_deref(), verbose));
    std::process::exit(i32::from(failed > 0));
}

fn run(path: &std::path::Path, only: Option<&str>, verbose: bool) -> usize {
    let path = std::fs::canonicalize(path).expect("the file");
    let space = Rc::new(Space::new(SpaceConfig {
        path: std::env::var_os("PYTHONPATH")
            .map(|p| std::env::split_paths(&p).collect())
            .unwrap_or_default(),
        extensions: vec![compat::EXTENSION],
        time_limit: Some(Duration::from_secs(10)),
        ..SpaceConfig::default()
    }));
    compat::attach(&space);
    let mut top = path.clone();
    while top.pop() && top.join("__init__.py").is_file() {}
    space.add_overlay("rpython.translator.test", &top);
    let module = match space.import_target(&path) {
        Ok(m) => m,
        Err(d) => {
            eprintln!("{}", ir::diag::render(&d, false));
            return 1;
        }
    };
    let Value::Module(m) = &module else { return 1 };
    let mut tests: Vec<(String, Option<Value>, Value)> = Vec::new();
    for (name, v) in m.dict.names() {
        let text = name.as_str().to_string();
        if text.starts_with("test") && matches!(v, Value::Function(_)) {
            tests.push((text, None, v));
        } else if text.starts_with("Test")
            && let Value::Class(c) = &v
        {
            for (n, f) in c.dict.names() {
                if n.as_str().starts_with("test") {
                    tests.push((format!("{text}.{n}"), Some(v.clone()), f));
                }
            }
        }
    }
    let start = Instant::now();
    let (mut ok, mut failed) = (0, 0);
    for (name, class, f) in &tests {
        if only.is_some_and(|o| !name.contains(o)) {
            continue;
        }
        space.restart_limits();
        let result = match class {
            None => space.call(f, &[]),
            Some(c) => space.call(c, &[]).and_then(|obj| {
                let method = name.rsplit('.').next().unwrap_or(name);
                let setup = space.getattr_opt(&obj, Name::new("setup_method"))?;
                if let Some(s) = setup {
                    space.call(&s, &[Value::None])?;
                }
                space.call_method(&obj, method, &[])
            }),
        };
        match result {
            Ok(_) => {
                ok += 1;
                if verbose {
                    println!("ok     {name}");
                }
            }
            Err(e) => {
                failed += 1;
                let d = space.diagnostic(e);
                println!("FAILED {name}: {}", d.message.replace('\n', " | "));
                if verbose {
                    println!("{}", ir::diag::render(&d, false));
                }
            }
        }
    }
    println!(
        "{ok} passed, {failed} failed in {:.2} s",
        start.elapsed().as_secs_f64()
    );
    failed
}
