//! Builds the stubs `genext-rt` and `genext-rt-jit` as static executables at a fixed address and hands them to the
//! program to embed.
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "x86_64-unknown-linux-gnu";

/// What the stubs are made of; the front end is not in them.
const SOURCES: [&str; 16] = [
    "rt",
    "rt-jit",
    "../abi/src",
    "../abi/Cargo.toml",
    "../runtime/src",
    "../runtime/Cargo.toml",
    "../jit_abi/src",
    "../jit_abi/Cargo.toml",
    "../jit/src",
    "../jit/Cargo.toml",
    "../backend_x86/src",
    "../backend_x86/Cargo.toml",
    "../lowlevel/src",
    "../lowlevel/Cargo.toml",
    "../ir/src",
    "../ir/Cargo.toml",
];

fn main() {
    let here = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    for source in SOURCES {
        println!("cargo:rerun-if-changed={}", here.join(source).display());
    }
    // Clippy runs nothing.
    if std::env::var_os("CLIPPY_ARGS").is_some() {
        for name in ["genext-rt", "genext-rt-jit"] {
            std::fs::write(out.join(name), []).expect("the folder is there");
        }
        return;
    }
    // The one with a JIT is large: development builds make it quick to build, not quick to compile with. With one
    // profile for both, what they share is built once.
    let development = std::env::var_os("PROFILE").is_some_and(|p| p == "debug");
    let (plain, jit) = match development {
        true => ("stub-dev", "stub-dev"),
        false => ("release", "stub"),
    };
    build(&here, &out, "rt", "genext-rt", plain);
    build(&here, &out, "rt-jit", "genext-rt-jit", jit);
}

/// A build of its own: other flags than this build's, which must not leak into it.
fn build(here: &Path, out: &Path, folder: &str, name: &str, profile: &str) {
    let target_dir = out.join("rt-target");
    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .arg("build")
        .args(["--profile", profile, "--locked", "--target", TARGET])
        .arg("--manifest-path")
        .arg(here.join(folder).join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&target_dir)
        .env(
            "CARGO_ENCODED_RUSTFLAGS",
            [
                "-Ctarget-feature=+crt-static",
                "-Crelocation-model=static",
                "-Cpanic=abort",
                "-Cstrip=debuginfo",
            ]
            .join("\u{1f}"),
        )
        .env_remove("RUSTFLAGS")
        .env_remove("RUSTC_WRAPPER")
        .env_remove("RUSTC_WORKSPACE_WRAPPER")
        .env_remove("CLIPPY_ARGS")
        .status();
    match status {
        Ok(s) if s.success() => {}
        other => panic!("building the stub {name} failed: {other:?}"),
    }
    let stub = target_dir.join(TARGET).join(profile).join(name);
    std::fs::copy(&stub, out.join(name)).expect("the stub was just built");
}
