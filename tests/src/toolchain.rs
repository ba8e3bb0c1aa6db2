//! The `genext` program, and interpreters translated with it: each once in a process, at each level that is asked for.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use crate::cases::root;

/// The `genext` program: the one named by `GENEXT`, or built.
pub fn genext() -> PathBuf {
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

/// The directory of everything this process makes.
pub fn work() -> PathBuf {
    let dir = std::env::temp_dir().join(format!("genext-tests-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a temporary directory can be made");
    dir
}

/// Removes the directory of everything this process has made.
pub fn clean() {
    let _ = std::fs::remove_dir_all(work());
}

/// The end of the name of a level that stands for a checked build.
pub const CHECK: &str = "-check";

type Slot = Arc<OnceLock<Result<PathBuf, String>>>;

/// The interpreter of an example translated at a level (`0`, `1`, `2`, `jit`; `0-check`: a checked build).
///
/// # Errors
/// What `genext build` says.
pub fn interpreter(example: &str, level: &str) -> Result<PathBuf, String> {
    let target = root().join(format!("examples/{example}/target{example}.py"));
    executable(&target, level)
}

/// A program translated at a level.
///
/// # Errors
/// What `genext build` says.
pub fn executable(target: &Path, level: &str) -> Result<PathBuf, String> {
    static BUILT: Mutex<BTreeMap<(PathBuf, String), (usize, Slot)>> = Mutex::new(BTreeMap::new());
    let key = (target.to_owned(), level.to_owned());
    let (number, slot) = {
        let mut built = BUILT.lock().expect("no panic with the lock held");
        let number = built.len();
        let entry = built.entry(key);
        entry.or_insert_with(|| (number, Slot::default())).clone()
    };
    slot.get_or_init(|| {
        let out = work().join(format!("program-{number}-{level}"));
        let output = Command::new(genext())
            .arg("build")
            .arg(target)
            .arg("-o")
            .arg(&out)
            .args(level.ends_with(CHECK).then_some("--check"))
            .arg(format!("-O{}", level.trim_end_matches(CHECK)))
            .output()
            .map_err(|e| e.to_string())?;
        if output.status.success() {
            Ok(out)
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into_owned())
        }
    })
    .clone()
}

/// Runs a program with one setting of its JIT; an error if it does not end in time.
///
/// # Errors
/// A text.
pub fn run(
    program: &Path,
    arguments: &[&Path],
    environment: &[(&str, &str)],
    limit: Duration,
) -> Result<Output, String> {
    let mut command = Command::new(program);
    command.args(arguments);
    run_command(command, environment, limit)
}

/// Starts a program that this process may just have written. A process that another thread has forked holds the file
/// open for writing until it becomes another program, and until then the kernel refuses to execute it: it is tried
/// again.
fn start(command: &mut Command) -> std::io::Result<std::process::Child> {
    loop {
        match command.spawn() {
            Err(e) if e.kind() == std::io::ErrorKind::ExecutableFileBusy => {
                std::thread::yield_now();
            }
            result => return result,
        }
    }
}

/// The same for a command.
///
/// # Errors
/// A text.
pub fn run_command(
    mut command: Command,
    environment: &[(&str, &str)],
    limit: Duration,
) -> Result<Output, String> {
    command
        .env_remove("GENEXT_JIT")
        .env_remove("GENEXT_LOG")
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = start(&mut command).map_err(|e| e.to_string())?;
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
        if begin.elapsed() > limit {
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

/// What differs between two runs of a program, if something does.
pub fn difference(expected: &Output, found: &Output) -> Option<String> {
    let text = |b: &[u8]| String::from_utf8_lossy(b).into_owned();
    for (what, a, b) in [
        ("standard output", &expected.stdout, &found.stdout),
        ("standard error", &expected.stderr, &found.stderr),
    ] {
        if a != b {
            let (a, b) = (text(a), text(b));
            let line = a.lines().zip(b.lines()).take_while(|(x, y)| x == y).count();
            return Some(format!(
                "{what} differs in line {}\n  expected: {}\n  found:    {}",
                line + 1,
                a.lines().nth(line).unwrap_or("(end)"),
                b.lines().nth(line).unwrap_or("(end)")
            ));
        }
    }
    (expected.status != found.status)
        .then(|| format!("{}, expected {}", found.status, expected.status))
}
