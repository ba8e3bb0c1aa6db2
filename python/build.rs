//! Embeds the library: the text of `rpython/` (what RPython programs import) and of `src/live/lib/` (the parts of the
//! standard library that are written in Python).
use std::path::PathBuf;

#[path = "build-support/embed.rs"]
mod embed;

fn main() {
    let here = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("set by cargo"));
    // `rpython` of this package leads to that of the workspace, and is a folder of its own in what is published.
    let lib = here.join("src/live/lib");
    embed::write_table(
        "/// The embedded library: relative path and text.\npub static LIBRARY: &[(&str, &str)]",
        &[(here.clone(), here.join("rpython")), (lib.clone(), lib)],
    );
}
