//! Runs a Python file in the live space: `cargo run -p flowspace --example livepy -- FILE ARGS`.
use std::path::PathBuf;

use flowspace::live::{Config, Space, on_big_stack};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some(file) = args.first().cloned() else {
        eprintln!("usage: livepy FILE ARGS");
        std::process::exit(2);
    };
    let code = on_big_stack(move || {
        let space = Space::new(Config {
            argv: args.into_iter().map(String::into_bytes).collect(),
            ..Config::default()
        });
        space.run_file(&PathBuf::from(file))
    });
    std::process::exit(code);
}
