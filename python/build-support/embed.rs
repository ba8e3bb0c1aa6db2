//! Part of build scripts: embeds Python text into a crate, as a table from relative path to text.
//!
//! ```text
//! static LIBRARY: &[(&str, &str)] = &[("rpython/rlib/jit.py", include_str!("/.../rpython/rlib/jit.py")), ...];
//! ```
//! A build script includes this file (`#[path]`) and calls [`write_table`].
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The `.py` files below `folder`, named relative to `root`.
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

/// Writes `OUT_DIR/library.rs`, the table of the files below the folders. A pair is a root, to which names are
/// relative, and a folder inside it. `item` is the declaration up to the `=`.
pub(crate) fn write_table(item: &str, folders: &[(PathBuf, PathBuf)]) {
    let mut files = Vec::new();
    for (root, folder) in folders {
        collect(root, folder, &mut files);
    }
    files.sort();
    let mut text = format!("{item} = &[\n");
    for (name, path) in files {
        println!("cargo:rerun-if-changed={}", path.display());
        let path = path.display().to_string();
        writeln!(text, "    ({name:?}, include_str!({path:?})),").expect("writing to a string");
    }
    text.push_str("];\n");
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("set by cargo")).join("library.rs");
    std::fs::write(out, text).expect("cannot write the library table");
}
