//! Embeds the Python text of `lib/`, as a table from relative path to text.
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn collect(root: &Path, folder: &Path, out: &mut Vec<(String, PathBuf)>) {
    println!("cargo:rerun-if-changed={}", folder.display());
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(root, &path, out);
        } else if path.extension().is_some_and(|e| e == "py") {
            let relative = path.strip_prefix(root).expect("inside the root");
            out.push((relative.to_string_lossy().replace('\\', "/"), path.clone()));
        }
    }
}

fn main() {
    let here = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let lib = here.join("lib");
    let mut files = Vec::new();
    collect(&lib, &lib, &mut files);
    files.sort();
    let mut text = String::from("const LIBRARY: &[(&str, &str)] = &[\n");
    for (name, path) in files {
        println!("cargo:rerun-if-changed={}", path.display());
        writeln!(
            text,
            "    ({name:?}, include_str!({:?})),",
            path.display().to_string()
        )
        .expect("writing to a string");
    }
    text.push_str("];\n");
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("set by cargo")).join("library.rs");
    std::fs::write(out, text).expect("cannot write the library table");
}
