//! All programs of all examples, in every way they can run: untranslated under CPython with the stand-in library, untranslated in the
//! built-in Python, and translated (at every optimisation level, and with a collection at every allocation; with `GENEXT_TEST_JIT=1` also
//! with a JIT at several thresholds). The outputs agree.
//!
//! `examples/check_cpython.py` says how the `expected` folders are organised.
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, OnceLock};

use libtest_mimic::{Arguments, Failed, Trial};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The examples and the extension of their programs.
const EXAMPLES: [(&str, &str); 6] = [
    ("bf", "bf"),
    ("tinyvm", "tvm"),
    ("kite", "kite"),
    ("tiny1", "t1"),
    ("tiny2", "t2"),
    ("regvm", "rvm"),
];

/// How programs run with a JIT: the name of the test, `GENEXT_JIT`, and whether there is a collection at every allocation.
const JIT: [(&str, &str, bool); 6] = [
    ("Ojit", "", false),
    ("Ojit-1", "threshold=1", false),
    ("Ojit-2", "threshold=2", false),
    ("Ojit-7", "threshold=7", false),
    ("Ojit-cap1", "threshold=2,edge_threshold=1,cap=1", false),
    ("Ojit-gc", "threshold=2", true),
];

/// One program of an example.
#[derive(Clone)]
struct Case {
    example: String,
    program: String,
}

impl Case {
    fn folder(&self) -> PathBuf {
        root().join("examples").join(&self.example)
    }
    fn target(&self) -> PathBuf {
        self.folder().join(format!("target{}.py", self.example))
    }
    fn stem(&self) -> &str {
        self.program
            .rsplit_once('.')
            .map_or(&self.program, |(s, _)| s)
    }
    fn file(&self, extension: &str) -> Option<Vec<u8>> {
        std::fs::read(
            self.folder()
                .join("expected")
                .join(format!("{}.{extension}", self.stem())),
        )
        .ok()
    }
    /// Too slow for untranslated runs.
    fn is_slow(&self) -> bool {
        self.file("slow").is_some()
    }
    /// Runs a command line followed by the program and its arguments; compares output and exit code with the expected ones.
    fn check(&self, mut command: Command) -> Result<(), Failed> {
        let args = self.file("args").unwrap_or_default();
        let mut child = command
            .arg(Path::new("programs").join(&self.program))
            .args(String::from_utf8_lossy(&args).lines())
            .current_dir(self.folder())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        // A program may end without reading its input.
        let _ = child
            .stdin
            .take()
            .expect("piped")
            .write_all(&self.file("in").unwrap_or_default());
        let output = child.wait_with_output()?;
        let exit = self.file("exit").map_or(0, |t| {
            String::from_utf8_lossy(&t).trim().parse().unwrap_or(-1)
        });
        let show = |b: &[u8]| String::from_utf8_lossy(b).into_owned();
        for (what, expected, found) in [
            ("standard output", "out", &output.stdout),
            ("standard error", "err", &output.stderr),
        ] {
            let expected = self.file(expected).unwrap_or_default();
            if *found != expected {
                return Err(format!(
                    "{what} differs\n--- expected\n{}\n--- found\n{}\n--- standard error\n{}",
                    show(&expected),
                    show(found),
                    show(&output.stderr)
                )
                .into());
            }
        }
        if output.status.code() != Some(exit) {
            return Err(format!("exit code {:?}, expected {exit}", output.status).into());
        }
        Ok(())
    }
}

fn cases() -> Vec<Case> {
    let mut result = Vec::new();
    for (example, extension) in EXAMPLES {
        let folder = root().join("examples").join(example).join("programs");
        let mut programs: Vec<String> = std::fs::read_dir(&folder)
            .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
            .filter_map(|e| e.ok()?.file_name().into_string().ok())
            .filter(|n| n.ends_with(&format!(".{extension}")))
            .collect();
        programs.sort();
        result.extend(programs.into_iter().map(|program| Case {
            example: example.to_owned(),
            program,
        }));
    }
    result.retain(|c| c.file("out").is_some());
    result
}

/// The `genext` program, built once.
fn genext() -> PathBuf {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.get_or_init(|| {
        let mut dir = std::env::current_exe().expect("a test has a path");
        dir.pop();
        dir.pop();
        let release = dir.ends_with("release");
        let mut cargo = Command::new(env!("CARGO"));
        cargo
            .args(["build", "--locked", "-p", "genext", "--bin", "genext"])
            .current_dir(root());
        if release {
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

/// An example translated at one level, once.
#[derive(Clone)]
struct Binary {
    path: Arc<OnceLock<Result<PathBuf, String>>>,
    level: &'static str,
}

impl Binary {
    fn get(&self, case: &Case) -> Result<PathBuf, Failed> {
        let result = self.path.get_or_init(|| {
            let out = std::env::temp_dir().join(format!(
                "genext-{}-{}-{}",
                std::process::id(),
                case.example,
                self.level
            ));
            let output = Command::new(genext())
                .arg("build")
                .arg(case.target())
                .arg("-o")
                .arg(&out)
                .arg(format!("-O{}", self.level))
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
}

fn main() {
    let arguments = Arguments::from_args();
    let cases = cases();
    assert!(cases.len() > 20, "the examples' programs are missing");
    let mut trials = Vec::new();
    for case in cases.iter().filter(|c| !c.is_slow()) {
        let c = case.clone();
        trials.push(Trial::test(
            format!("cpython::{}::{}", c.example, c.stem()),
            move || {
                let mut command = Command::new("python3");
                command
                    .arg(root().join("examples/run_cpython.py"))
                    .arg(c.target());
                c.check(command)
            },
        ));
        let c = case.clone();
        trials.push(Trial::test(
            format!("untranslated::{}::{}", c.example, c.stem()),
            move || {
                let mut command = Command::new(genext());
                command.arg("py").arg(c.target());
                c.check(command)
            },
        ));
    }
    let mut binaries = Vec::new();
    // Executables with a JIT come with `GENEXT_TEST_JIT=1`.
    let with_jit = std::env::var_os("GENEXT_TEST_JIT").is_some();
    for (example, _) in EXAMPLES.into_iter().filter(|_| with_jit) {
        let binary = Binary {
            path: Arc::default(),
            level: "jit",
        };
        binaries.push(binary.clone());
        for case in cases.iter().filter(|c| c.example == example) {
            for (name, jit, gc) in JIT {
                // The slow programs run at the default threshold only.
                if case.is_slow() && (!jit.is_empty() || gc) {
                    continue;
                }
                let (c, b) = (case.clone(), binary.clone());
                trials.push(Trial::test(
                    format!("{name}::{example}::{}", c.stem()),
                    move || {
                        let mut command = Command::new(b.get(&c)?);
                        command.env("GENEXT_JIT", jit);
                        if gc {
                            command.env("GENEXT_GC", "debug");
                        }
                        c.check(command)
                    },
                ));
            }
        }
    }
    for level in ["0", "1", "2"] {
        for (example, _) in EXAMPLES {
            let binary = Binary {
                path: Arc::default(),
                level,
            };
            binaries.push(binary.clone());
            for case in cases.iter().filter(|c| c.example == example) {
                // The slow programs run optimised only.
                if case.is_slow() && level != "2" {
                    continue;
                }
                let (c, b) = (case.clone(), binary.clone());
                trials.push(Trial::test(
                    format!("O{level}::{example}::{}", c.stem()),
                    move || c.check(Command::new(b.get(&c)?)),
                ));
                if case.is_slow() {
                    continue;
                }
                let (c, b) = (case.clone(), binary.clone());
                trials.push(Trial::test(
                    format!("O{level}-gc::{example}::{}", c.stem()),
                    move || {
                        let mut command = Command::new(b.get(&c)?);
                        command.env("GENEXT_GC", "debug");
                        c.check(command)
                    },
                ));
            }
        }
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    for binary in binaries {
        if let Some(Ok(path)) = binary.path.get() {
            let _ = std::fs::remove_file(path);
        }
    }
    conclusion.exit();
}
