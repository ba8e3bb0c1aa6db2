//! The programs of the examples, and what each should print.
//!
//! `examples/check_cpython.py` says how the `expected` folders are organised.
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use libtest_mimic::Failed;

/// The top folder of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The examples and the extension of their programs.
pub const EXAMPLES: [(&str, &str); 7] = [
    ("bf", "bf"),
    ("tinyvm", "tvm"),
    ("kite", "kite"),
    ("tiny1", "t1"),
    ("tiny2", "t2"),
    ("regvm", "rvm"),
    ("objvm", "ovm"),
];

/// One program of an example.
#[derive(Clone)]
pub struct Case {
    /// The name of the example's folder.
    pub example: String,
    /// The name of the program's file.
    pub program: String,
}

impl Case {
    /// The example's folder.
    pub fn folder(&self) -> PathBuf {
        root().join("examples").join(&self.example)
    }
    /// The interpreter's main file.
    pub fn target(&self) -> PathBuf {
        self.folder().join(format!("target{}.py", self.example))
    }
    /// The name of the program without extension.
    pub fn stem(&self) -> &str {
        self.program
            .rsplit_once('.')
            .map_or(&self.program, |(s, _)| s)
    }
    /// A file of the `expected` folder.
    pub fn file(&self, extension: &str) -> Option<Vec<u8>> {
        std::fs::read(
            self.folder()
                .join("expected")
                .join(format!("{}.{extension}", self.stem())),
        )
        .ok()
    }
    /// Too slow for untranslated runs.
    pub fn is_slow(&self) -> bool {
        self.file("slow").is_some()
    }
    /// Runs a command line followed by the program and its arguments; compares output and exit code with the expected
    /// ones.
    pub fn check(&self, mut command: Command) -> Result<(), Failed> {
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

/// All programs with an expected output.
pub fn cases() -> Vec<Case> {
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
    assert!(result.len() > 20, "the examples' programs are missing");
    result
}
