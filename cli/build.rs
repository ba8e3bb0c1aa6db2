//! Builds the stub `genext-rt` as a static executable at a fixed address and hands it to the program to embed.
use std::path::PathBuf;
use std::process::Command;

fn main() {
    let here = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    for dir in ["rt", "../runtime", "../abi"] {
        println!(
            "cargo:rerun-if-changed={}",
            here.join(dir).join("src").display()
        );
        println!(
            "cargo:rerun-if-changed={}",
            here.join(dir).join("Cargo.toml").display()
        );
    }
    const TARGET: &str = "x86_64-unknown-linux-gnu";
    let target_dir = out.join("rt-target");
    // A build of its own: other flags, and always optimised. The flags of this build must not leak into it.
    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .arg("build")
        .args([
            "--release",
            "--locked",
            "--target",
            TARGET,
            "--manifest-path",
        ])
        .arg(here.join("rt/Cargo.toml"))
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
        other => panic!("building the stub genext-rt failed: {other:?}"),
    }
    let stub = target_dir.join(TARGET).join("release/genext-rt");
    std::fs::copy(&stub, out.join("genext-rt")).expect("the stub was just built");
}
