//! Running the program: always with the same arguments and input, with one setting of its JIT, and not for ever.
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{IsTerminal, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use abi::format::{ImageHeader, MAGIC, Record};
use object::elf::FileHeader64;
use object::endian::LittleEndian as LE;
use object::read::elf::{FileHeader, ProgramHeader};

use crate::executable::reason;

/// What a run may write to standard output beyond what it writes without a JIT, and to standard error.
const MORE: u64 = 64 << 20;

/// A folder for what is made, removed in the end.
pub struct Folder(PathBuf);

impl Folder {
    /// A new folder.
    ///
    /// # Errors
    /// A message for the user.
    pub fn new() -> Result<Folder, String> {
        let parent = std::env::temp_dir();
        // `GENEXT_LOG` has a list with commas, in which file names stand as they are.
        if parent.as_os_str().as_bytes().contains(&b',') {
            return Err(format!(
                "the path of the folder for temporary files, `{}`, has a comma: set TMPDIR to another one",
                parent.display()
            ));
        }
        for n in 0..1000 {
            let path = parent.join(format!("genext-bisect-{}-{n}", std::process::id()));
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Folder(path)),
                Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(e) => return Err(format!("cannot make `{}`: {e}", path.display())),
            }
        }
        Err(format!("cannot make a folder in `{}`", parent.display()))
    }
    /// The path of a file in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Makes sure that a file is an executable with a JIT.
///
/// # Errors
/// A message for the user.
pub fn check(path: &Path) -> Result<PathBuf, String> {
    let shown = path.display();
    let metadata =
        fs::metadata(path).map_err(|e| format!("cannot read `{shown}`: {}", reason(&e)))?;
    if !metadata.is_file() {
        return Err(format!("`{shown}` is no file"));
    }
    let bytes = fs::read(path).map_err(|e| format!("cannot read `{shown}`: {}", reason(&e)))?;
    match image_has_jit(&bytes) {
        None => Err(format!(
            "`{shown}` is no executable made by genext, and no target (`.py`)"
        )),
        Some(false) => Err(format!(
            "`{shown}` has no JIT: build it with `genext build -Ojit`"
        )),
        Some(true) if metadata.permissions().mode() & 0o111 == 0 => {
            Err(format!("`{shown}` must not be executed: `chmod +x` it"))
        }
        Some(true) => {
            fs::canonicalize(path).map_err(|e| format!("cannot read `{shown}`: {}", reason(&e)))
        }
    }
}

/// Whether the image in an executable has the tables of a JIT; `None`: there is no image.
fn image_has_jit(file: &[u8]) -> Option<bool> {
    let header = FileHeader64::<LE>::parse(file).ok()?;
    let segments = header.program_headers(LE, file).ok()?;
    let image = segments.iter().find_map(|s| {
        let bytes = file.get(usize::try_from(s.p_offset(LE)).ok()?..)?;
        (bytes.starts_with(&MAGIC) && bytes.len() >= ImageHeader::SIZE).then_some(bytes)
    })?;
    Some(ImageHeader::read(image).jit_info.count > 0)
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// With this status.
    Exit(i32),
    /// By this signal.
    Signal(i32),
    /// It did not end in time.
    Timeout,
    /// It wrote too much.
    Flood,
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            End::Exit(n) => write!(f, "exit status {n}"),
            End::Signal(n) => write!(f, "signal {n}"),
            End::Timeout => write!(f, "no end in time"),
            End::Flood => write!(f, "output without end"),
        }
    }
}

/// What a run did.
#[derive(Clone, Debug)]
pub struct RunResult {
    pub stdout: Vec<u8>,
    /// Standard error, which is not compared.
    pub stderr: Vec<u8>,
    pub end: End,
    /// How long it took.
    pub time: Duration,
}

impl RunResult {
    /// Whether it is what the other one did.
    pub fn is_same(&self, other: &RunResult) -> bool {
        self.end == other.end && self.stdout == other.stdout
    }
}

/// The program to run.
pub struct Program {
    pub path: PathBuf,
    /// What it is to take for its name.
    pub name: OsString,
    pub args: Vec<OsString>,
    /// The file that it reads as standard input.
    pub input: Option<PathBuf>,
}

impl Program {
    /// Keeps the input of this process for each run, unless somebody would have to type it.
    ///
    /// # Errors
    /// A message for the user.
    pub fn read_input(&mut self, folder: &Folder) -> Result<(), String> {
        let mut stdin = std::io::stdin().lock();
        if stdin.is_terminal() {
            return Ok(());
        }
        let path = folder.path("input");
        File::create(&path)
            .and_then(|mut f| std::io::copy(&mut stdin, &mut f))
            .map_err(|e| format!("cannot keep the standard input: {e}"))?;
        self.input = Some(path);
        Ok(())
    }
    /// Runs it with settings of the JIT and a log. `usual`: bytes that it may write at least; `limit`: its time.
    ///
    /// # Errors
    /// It cannot be run: a message for the user.
    pub fn run(
        &self,
        folder: &Folder,
        settings: &str,
        log: Option<(&str, &Path)>,
        usual: u64,
        limit: Option<Duration>,
    ) -> Result<RunResult, String> {
        let fail = |e: std::io::Error| format!("cannot run `{}`: {e}", self.path.display());
        let (out, err) = (folder.path("output"), folder.path("errors"));
        let mut command = Command::new(&self.path);
        command
            .arg0(&self.name)
            .args(&self.args)
            .env("GENEXT_JIT", settings)
            .env_remove("GENEXT_LOG")
            .stdout(File::create(&out).map_err(fail)?)
            .stderr(File::create(&err).map_err(fail)?);
        if let Some((level, path)) = log {
            command.env("GENEXT_LOG", format!("jit:{level}:{}", path.display()));
        }
        match &self.input {
            Some(path) => command.stdin(File::open(path).map_err(fail)?),
            None => command.stdin(Stdio::null()),
        };
        let begin = Instant::now();
        let mut child = command.spawn().map_err(fail)?;
        let size = |path: &Path| fs::metadata(path).map_or(0, |m| m.len());
        let mut pause = Duration::from_micros(200);
        let end = loop {
            if let Some(status) = child.try_wait().map_err(fail)? {
                break match (status.code(), status.signal()) {
                    (Some(n), _) => End::Exit(n),
                    (None, signal) => End::Signal(signal.unwrap_or(0)),
                };
            }
            let stopped = if limit.is_some_and(|l| begin.elapsed() > l) {
                Some(End::Timeout)
            } else if size(&out) > usual + MORE || size(&err) > MORE {
                Some(End::Flood)
            } else {
                None
            };
            if let Some(end) = stopped {
                let _ = child.kill();
                let _ = child.wait();
                break end;
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(10));
        };
        let time = begin.elapsed();
        let read = |path: &Path| -> Result<Vec<u8>, String> {
            let mut bytes = Vec::new();
            (File::open(path).map_err(fail)?)
                .take(usual + MORE)
                .read_to_end(&mut bytes)
                .map_err(fail)?;
            Ok(bytes)
        };
        Ok(RunResult {
            stdout: read(&out)?,
            stderr: read(&err)?,
            end,
            time,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_program_with_a_jit_is_refused() {
        let folder = Folder::new().expect("a folder");
        let path = folder.path("x");
        assert!(check(&path).is_err_and(|m| m.contains("cannot read")));
        fs::write(&path, "#!/bin/sh\n").expect("written");
        assert!(check(&path).is_err_and(|m| m.contains("no executable made by genext")));
        assert!(check(&folder.0).is_err_and(|m| m.contains("is no file")));
        let own = std::env::current_exe().expect("a test has a path");
        assert!(check(&own).is_err_and(|m| m.contains("no executable made by genext")));
    }

    #[test]
    fn runs_end_and_are_compared() {
        let folder = Folder::new().expect("a folder");
        let sh = |text: &str| Program {
            path: "/bin/sh".into(),
            name: "sh".into(),
            args: vec!["-c".into(), text.into()],
            input: None,
        };
        let limit = Some(Duration::from_secs(20));
        let run = |text: &str| {
            sh(text)
                .run(&folder, "off", None, 0, limit)
                .expect("it runs")
        };
        let a = run("echo $GENEXT_JIT; echo x >&2; exit 3");
        assert_eq!((&a.stdout[..], a.end), (&b"off\n"[..], End::Exit(3)));
        assert_eq!(a.stderr, b"x\n");
        assert!(a.is_same(&run("echo off; exit 3")));
        assert!(!a.is_same(&run("echo off; exit 4")));
        assert!(!a.is_same(&run("echo on; exit 3")));
        assert_eq!(run("kill -9 $$").end, End::Signal(9));
        let short = Some(Duration::from_millis(50));
        let hangs = sh("exec sleep 60").run(&folder, "", None, 0, short);
        assert_eq!(hangs.expect("it runs").end, End::Timeout);
    }
}
