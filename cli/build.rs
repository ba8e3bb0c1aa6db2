//! Builds the stubs `genext-rt` and `genext-rt-jit` as static executables at a fixed address and hands them to the
//! program to embed.
//!
//! In the workspace they are packages of it (`rt`, `rt-jit`). A published package has their sources only (`stub`),
//! since cargo leaves folders with a manifest out of packages: there the manifests are written here, and name the
//! published packages that the stubs are made of. Where these lie unpacked beside this package (`cargo package`
//! verifies so), they are taken from there.
//!
//! Releases are compiled with a profile ([`PROFILE`]): what the code of the stubs did while the example interpreters
//! ran. The compiler in them takes an eighth less time for it.
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const TARGET: &str = "x86_64-unknown-linux-gnu";

/// What the stubs are made of; the front end is not in them.
const PARTS: [&str; 7] = [
    "abi",
    "runtime",
    "jit_abi",
    "jit",
    "backend_x86",
    "lowlevel",
    "ir",
];

/// Folder, program, and what it depends on.
const STUBS: [(&str, &str, &[&str]); 2] = [
    ("rt", "genext-rt", &["runtime"]),
    ("rt-jit", "genext-rt-jit", &["runtime", "jit"]),
];

/// The profile, beside this file, as `benchmarks/profile.py` writes it. It tells of functions by names that another
/// version of the Rust compiler gives to none: then it has no effect.
const PROFILE: &str = "stub/stubs.profdata";

/// What runs for nineteen twentieths of the counts is hot, and inlined. (With LLVM's 99 of 100 the stub is 0.7 MB
/// larger, and no faster.)
const HOT: &str = "-Cllvm-args=-profile-summary-cutoff-hot=950000";

/// A folder for what runs tell: the stubs are built so that they count what they do. For `benchmarks/profile.py`.
const COUNTING: &str = "GENEXT_STUB_PROFILE";

fn main() {
    let here = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    println!("cargo:rerun-if-changed={}", here.join("stub").display());
    println!("cargo:rerun-if-env-changed={COUNTING}");
    // Clippy runs nothing.
    if std::env::var_os("CLIPPY_ARGS").is_some() {
        for (_, name, _) in STUBS {
            std::fs::write(out.join(name), []).expect("the folder is there");
        }
        return;
    }
    let workspace = here.join("rt/Cargo.toml").is_file();
    let folder = match workspace {
        true => here.clone(),
        false => write_manifests(&here, &out).expect("the manifests of the stubs are written"),
    };
    if workspace {
        for (folder, _, _) in STUBS {
            println!("cargo:rerun-if-changed={}", here.join(folder).display());
        }
        for part in PARTS {
            for source in ["src", "Cargo.toml"] {
                let path = here.join("..").join(part).join(source);
                println!("cargo:rerun-if-changed={}", path.display());
            }
        }
    }
    // The one with a JIT is large: development builds make it quick to build, not quick to compile with. With one
    // profile for both, what they share is built once.
    let development = std::env::var_os("PROFILE").is_some_and(|p| p == "debug");
    let (plain, jit) = match development {
        true => ("stub-dev", "stub-dev"),
        false => ("release", "stub"),
    };
    let profile = match development {
        true => Vec::new(),
        false => profile_flags(&here.join(PROFILE), &out),
    };
    for ((part, name, _), as_what) in STUBS.iter().zip([plain, jit]) {
        build(&folder.join(part), &out, name, as_what, workspace, &profile);
    }
}

/// What tells the compiler to count what runs, or to use what was counted. A profile that it cannot read (it is that of
/// a newer compiler) is left alone.
fn profile_flags(profile: &Path, out: &Path) -> Vec<String> {
    if let Ok(folder) = std::env::var(COUNTING) {
        return vec![
            format!("-Cprofile-generate={folder}"),
            "--cfg=genext_counting".to_owned(),
        ];
    }
    let using = format!("-Cprofile-use={}", profile.display());
    let nothing = out.join("nothing.rs");
    std::fs::write(&nothing, "").expect("the folder is there");
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let status = Command::new(compiler)
        .args(["--crate-type=lib", "--emit=obj", &using, HOT, "-o"])
        .arg(out.join("nothing.o"))
        .arg(&nothing)
        .stderr(Stdio::null())
        .status();
    match status {
        Ok(s) if s.success() => vec![using, HOT.to_owned()],
        _ => Vec::new(),
    }
}

/// Writes a workspace of the stubs, and returns its folder.
fn write_manifests(here: &Path, out: &Path) -> std::io::Result<PathBuf> {
    let version = env!("CARGO_PKG_VERSION");
    let package = |part: &str| format!("genext-{}", part.replace('_', "-"));
    let folder = out.join("stubs");
    let beside = |part: &str| here.join(format!("../{}-{version}", package(part)));
    let mut top = String::from(
        "[workspace]\nresolver = \"3\"\nmembers = [\"rt\", \"rt-jit\"]\n\n\
         [profile.stub]\ninherits = \"release\"\nlto = \"fat\"\ncodegen-units = 1\n\n\
         [profile.stub-dev]\ninherits = \"release\"\nopt-level = 1\ncodegen-units = 256\n",
    );
    if PARTS
        .iter()
        .all(|part| beside(part).join("Cargo.toml").is_file())
    {
        top.push_str("\n[patch.crates-io]\n");
        for part in PARTS {
            let path = beside(part).display().to_string();
            writeln!(top, "{} = {{ path = {path:?} }}", package(part)).expect("a string");
        }
    }
    for (name, program, parts) in STUBS {
        let source = here.join(format!("stub/{name}.rs")).display().to_string();
        let mut text = format!(
            "[package]\nname = {program:?}\nversion = {version:?}\nedition = \"2024\"\n\n\
             [[bin]]\nname = {program:?}\npath = {source:?}\n\n[dependencies]\n"
        );
        for part in parts {
            let package = package(part);
            writeln!(
                text,
                "{part} = {{ package = {package:?}, version = \"={version}\" }}"
            )
            .expect("a string");
        }
        std::fs::create_dir_all(folder.join(name))?;
        std::fs::write(folder.join(name).join("Cargo.toml"), text)?;
    }
    std::fs::write(folder.join("Cargo.toml"), top)?;
    // The versions that the program itself was made with.
    std::fs::copy(here.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    Ok(folder)
}

/// A build of its own: other flags than this build's, which must not leak into it.
fn build(from: &Path, out: &Path, name: &str, profile: &str, locked: bool, flags: &[String]) {
    let target_dir = out.join("rt-target");
    let mut all: Vec<&str> = vec![
        "-Ctarget-feature=+crt-static",
        "-Crelocation-model=static",
        "-Cpanic=abort",
        "-Cstrip=debuginfo",
    ];
    all.extend(flags.iter().map(String::as_str));
    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .arg("build")
        .args(["--profile", profile, "--target", TARGET])
        .args(locked.then_some("--locked"))
        .arg("--manifest-path")
        .arg(from.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&target_dir)
        .env("CARGO_ENCODED_RUSTFLAGS", all.join("\u{1f}"))
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
