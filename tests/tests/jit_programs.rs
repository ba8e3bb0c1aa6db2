//! Generated programs in the languages of `examples/tinyvm` and `examples/kite`, run by the interpreters with and without JIT.
//!
//! Each interpreter is translated twice, without a JIT and with one. Every program runs once without and then with the JIT at several
//! thresholds; output, errors and exit code must agree. `GENEXT_JIT_PROGRAMS=2000` sets the number of programs in each language (none
//! are run without it) and `GENEXT_JIT_FIRST=n` the first seed; the program of a difference is kept, and its path is printed.
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use genext_tests::generate;
use libtest_mimic::{Arguments, Failed, Trial};

/// The settings of `GENEXT_JIT` that every program runs under; empty: the defaults.
const SETTINGS: [&str; 5] = [
    "threshold=1",
    "threshold=2",
    "threshold=7",
    "threshold=2,edge_threshold=1,cap=2",
    "",
];
/// A collection at every allocation is slow: only some programs.
const COLLECT_EVERY: u64 = 8;
const TIMEOUT: Duration = Duration::from_secs(60);
/// Programs of one trial.
const CHUNK: u64 = 10;

struct Language {
    name: &'static str,
    extension: &'static str,
    program: fn(u64) -> String,
}

const LANGUAGES: [Language; 2] = [
    Language {
        name: "tinyvm",
        extension: "tvm",
        program: generate::tinyvm::program,
    },
    Language {
        name: "kite",
        extension: "kite",
        program: generate::kite::program,
    },
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable)
        .ok()
        .and_then(|v| v.parse().ok())
        .unwrap_or(default)
}

/// The `genext` program: the one named by `GENEXT`, or built.
fn genext() -> PathBuf {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.get_or_init(|| {
        if let Some(path) = std::env::var_os("GENEXT") {
            return path.into();
        }
        let mut dir = std::env::current_exe().expect("a test has a path");
        dir.pop();
        dir.pop();
        let mut cargo = Command::new(env!("CARGO"));
        cargo
            .args(["build", "--locked", "-p", "genext", "--bin", "genext"])
            .current_dir(root());
        if dir.ends_with("release") {
            cargo.arg("--release");
        }
        assert!(
            cargo.status().expect("cargo runs").success(),
            "building genext failed"
        );
        dir.join("genext")
    })
    .clone()
}

/// Directory of everything this process makes.
fn work() -> PathBuf {
    let dir = std::env::temp_dir().join(format!("genext-jit-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a temporary directory can be made");
    dir
}

type Built = Arc<OnceLock<Result<PathBuf, String>>>;

/// An interpreter translated at one level, once.
fn build(cell: &Built, name: &str, level: &str) -> Result<PathBuf, Failed> {
    let result = cell.get_or_init(|| {
        let out = work().join(format!("{name}-{level}"));
        let output = Command::new(genext())
            .arg("build")
            .arg(root().join(format!("examples/{name}/target{name}.py")))
            .arg("-o")
            .arg(&out)
            .arg(format!("-O{level}"))
            .output()
            .map_err(|e| e.to_string())?;
        if output.status.success() {
            Ok(out)
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into_owned())
        }
    });
    Ok(result.clone()?)
}

/// Runs a program; an error if it does not end in time.
fn run(interpreter: &Path, program: &Path, environment: &[(&str, &str)]) -> Result<Output, String> {
    let mut child = Command::new(interpreter)
        .arg(program)
        .env_remove("GENEXT_JIT")
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| e.to_string())?;
    let id = child.id();
    let begin = Instant::now();
    // The output is read on threads of its own, so that a full pipe does not stop the program.
    let reader = |mut source: Box<dyn std::io::Read + Send>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = source.read_to_end(&mut bytes);
            bytes
        })
    };
    let stdout = reader(Box::new(child.stdout.take().expect("piped")));
    let stderr = reader(Box::new(child.stderr.take().expect("piped")));
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
            break status;
        }
        if begin.elapsed() > TIMEOUT {
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("process {id} does not end"));
        }
        std::thread::sleep(Duration::from_micros(500));
    };
    Ok(Output {
        status,
        stdout: stdout.join().unwrap_or_default(),
        stderr: stderr.join().unwrap_or_default(),
    })
}

fn difference(plain: &Output, found: &Output) -> Option<String> {
    let text = |b: &[u8]| String::from_utf8_lossy(b).into_owned();
    for (what, a, b) in [
        ("standard output", &plain.stdout, &found.stdout),
        ("standard error", &plain.stderr, &found.stderr),
    ] {
        if a != b {
            let (a, b) = (text(a), text(b));
            let line = a.lines().zip(b.lines()).take_while(|(x, y)| x == y).count();
            return Some(format!(
                "{what} differs in line {}\n  without: {}\n  with:    {}",
                line + 1,
                a.lines().nth(line).unwrap_or("(end)"),
                b.lines().nth(line).unwrap_or("(end)")
            ));
        }
    }
    (plain.status != found.status)
        .then(|| format!("{} without, {} with JIT", plain.status, found.status))
}

/// One program in all settings.
fn check(language: &Language, seed: u64, plain: &Path, jit: &Path) -> Result<(), String> {
    let file = work().join(format!("{}-{seed}.{}", language.name, language.extension));
    std::fs::write(&file, (language.program)(seed)).map_err(|e| e.to_string())?;
    let at = |e: String| format!("seed {seed} ({}): {e}", file.display());
    let expected = run(plain, &file, &[]).map_err(at)?;
    // Without a valid program nothing would be tested.
    let failed = expected.status.code();
    if !matches!(failed, Some(0 | 1)) || expected.stdout.is_empty() && expected.stderr.is_empty() {
        return Err(at(format!(
            "no result: {}, {}",
            expected.status,
            String::from_utf8_lossy(&expected.stderr)
        )));
    }
    for setting in SETTINGS {
        let mut environment = vec![("GENEXT_JIT", setting)];
        if seed.is_multiple_of(COLLECT_EVERY) && setting == "threshold=2" {
            environment.push(("GENEXT_GC", "debug"));
        }
        let found =
            run(jit, &file, &environment).map_err(|e| at(format!("under '{setting}': {e}")))?;
        if let Some(d) = difference(&expected, &found) {
            return Err(at(format!("under '{setting}': {d}")));
        }
    }
    let _ = std::fs::remove_file(file);
    Ok(())
}

fn main() {
    let arguments = Arguments::from_args();
    let (count, first) = (
        number("GENEXT_JIT_PROGRAMS", 0),
        number("GENEXT_JIT_FIRST", 1),
    );
    let mut trials = Vec::new();
    for language in &LANGUAGES {
        let (plain, jit): (Built, Built) = Default::default();
        for start in (first..first + count).step_by(CHUNK as usize) {
            let end = (start + CHUNK).min(first + count);
            let (plain, jit) = (plain.clone(), jit.clone());
            trials.push(Trial::test(
                format!("{}::{start}_{}", language.name, end - 1),
                move || {
                    let plain = build(&plain, language.name, "2")?;
                    let jit = build(&jit, language.name, "jit")?;
                    let errors: Vec<String> = (start..end)
                        .filter_map(|seed| check(language, seed, &plain, &jit).err())
                        .collect();
                    if errors.is_empty() {
                        Ok(())
                    } else {
                        Err(errors.join("\n").into())
                    }
                },
            ));
        }
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    if !conclusion.has_failed() {
        let _ = std::fs::remove_dir_all(work());
    }
    conclusion.exit();
}
