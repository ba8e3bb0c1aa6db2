//! `genext run -Ojit --report FILE`: runs a program with a log, and makes the page of it when it has ended.
use std::ffi::{OsStr, OsString};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::executable;

/// A folder for the executable and the log, which is removed in any case.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is left to the system, which cleans up its temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs an executable under a name with arguments, and writes the page. Returns the program's exit status; that of a
/// program that a signal has killed is 128 and the signal's number, as shells have it.
///
/// # Errors
/// A message for the user.
pub fn run(bytes: &[u8], (name, args): (&OsStr, &[OsString]), page: &Path) -> Result<u8, String> {
    let folder = std::env::temp_dir().join(format!("genext-report-{}", std::process::id()));
    std::fs::create_dir(&folder)
        .map_err(|e| format!("cannot make the folder `{}`: {e}", folder.display()))?;
    let folder = Folder(folder);
    let (program, log) = (folder.0.join("program"), folder.0.join("log"));
    executable::write(&program, bytes)?;
    let mut wanted = std::env::var_os("GENEXT_LOG").unwrap_or_default();
    if !wanted.is_empty() {
        wanted.push(",");
    }
    wanted.push("jit:residual:");
    wanted.push(&log);
    let status = Command::new(&program)
        .arg0(name)
        .args(args)
        .env("GENEXT_LOG", wanted)
        .status()
        .map_err(|e| format!("cannot run the translated program: {e}"))?;
    // Without a log nothing was hot, which the page says, too.
    let text = std::fs::read(&log).unwrap_or_default();
    let mut title = name.to_string_lossy().into_owned();
    for a in args {
        title.push(' ');
        title.push_str(&a.to_string_lossy());
    }
    let text = super::page::page(&title, &String::from_utf8_lossy(&text))
        .map_err(|super::NoLog| "the JIT's log is damaged".to_owned())?;
    executable::write_file(page, text.as_bytes(), 0o644)?;
    let code = status.code().or(status.signal().map(|s| 128 + s));
    Ok(code.unwrap_or(1) as u8)
}
