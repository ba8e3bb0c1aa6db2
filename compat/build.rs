//! Embeds the Python text of `lib/`.
use std::path::PathBuf;

#[path = "build-support/embed.rs"]
mod embed;

fn main() {
    let lib = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("lib");
    embed::write_table("const LIBRARY: &[(&str, &str)]", &[(lib.clone(), lib)]);
}
