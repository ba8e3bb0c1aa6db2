//! Runs a Python file in the live space: `cargo run -p genext-python --example livepy -- FILE ARGS`.
//! With `--import` in front of the file it is imported as a translation target and its entry point is looked for.
use std::path::PathBuf;

use python::live::{Space, SpaceConfig, on_big_stack};

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let import = args.first().is_some_and(|a| a == "--import");
    if import {
        args.remove(0);
    }
    let Some(file) = args.first().cloned().map(PathBuf::from) else {
        eprintln!("usage: livepy [--import] FILE ARGS");
        std::process::exit(2);
    };
    let code = on_big_stack(move || {
        let space = Space::new(SpaceConfig {
            argv: args.into_iter().map(String::into_bytes).collect(),
            time_limit: import.then_some(std::time::Duration::from_secs(20)),
            ..SpaceConfig::default()
        });
        if !import {
            return space.run_file(&file);
        }
        let found = space.import_target(&file).and_then(|m| {
            let loaded = space.load_target(&m, "", &[], false);
            let entry = loaded.and_then(|l| space.getattr(&l, "entry".into()));
            entry.map_err(|e| space.diagnostic(e))
        });
        space.flush();
        match found {
            Ok(f) => {
                println!("{f:?}");
                0
            }
            Err(d) => {
                eprintln!("{}", ir::diag::render(&d, false));
                1
            }
        }
    });
    std::process::exit(code);
}
