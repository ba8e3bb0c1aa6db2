//! Running a program under limits of time and of memory.
use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Limits of a process.
#[derive(Clone, Copy)]
pub struct Limits {
    /// Time of the processor: independent of what else the machine does.
    pub time: Duration,
    /// How much memory it may have, in bytes.
    pub memory: u64,
}

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// By itself, with this code.
    Exit(i32),
    Signal(i32),
    /// It used more time than allowed and was ended.
    Time,
    /// It used more memory than allowed and was ended.
    Memory,
}

/// What a process did.
pub struct Outcome {
    pub end: End,
    /// Standard output, the first megabyte.
    pub stdout: Vec<u8>,
    /// Standard error, the first megabyte.
    pub stderr: Vec<u8>,
}

/// Output that is kept.
const KEPT: u64 = 1 << 20;
/// `/proc` counts time in hundredths of a second.
const TICKS: u64 = 100;

/// Runs a command.
///
/// # Errors
/// If it cannot be started.
pub fn run(command: &mut Command, limits: Limits) -> std::io::Result<Outcome> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()?;
    let reader = |source: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            if let Some(mut source) = source {
                let _ = source.by_ref().take(KEPT).read_to_end(&mut bytes);
                let _ = std::io::copy(&mut source, &mut std::io::sink());
            }
            bytes
        })
    };
    let stdout = reader(child.stdout.take().map(|s| Box::new(s) as _));
    let stderr = reader(child.stderr.take().map(|s| Box::new(s) as _));
    let end = wait(&mut child, limits)?;
    Ok(Outcome {
        end,
        stdout: stdout.join().unwrap_or_default(),
        stderr: stderr.join().unwrap_or_default(),
    })
}

fn wait(child: &mut Child, limits: Limits) -> std::io::Result<End> {
    let begin = Instant::now();
    let proc = PathBuf::from(format!("/proc/{}", child.id()));
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(ended(status));
        }
        let (state, time) = processor(&proc);
        // A process that waits uses no time of the processor, but must end too. One that could go on but does not get
        // the processor is as slow as the machine is busy.
        let waits = matches!(state, b'S') && begin.elapsed() > limits.time * 20;
        let end = if waits || time > limits.time {
            End::Time
        } else if peak_memory(&proc) > limits.memory {
            End::Memory
        } else {
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
            continue;
        };
        child.kill()?;
        // It may have ended by itself in between.
        let status = child.wait()?;
        return Ok(match status.signal() {
            Some(9) => end,
            _ => ended(status),
        });
    }
}
fn ended(status: ExitStatus) -> End {
    match status.code() {
        Some(code) => End::Exit(code),
        None => End::Signal(status.signal().unwrap_or(0)),
    }
}
/// The state of a process (`R` runs or could run, `S` waits), and its time of the processor.
fn processor(proc: &std::path::Path) -> (u8, Duration) {
    let text = std::fs::read_to_string(proc.join("stat")).unwrap_or_default();
    // The name in parentheses may hold anything; the state is the first word behind it, user and system time the 12th
    // and 13th.
    let mut words = text
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace();
    let state = words.next().and_then(|w| w.bytes().next()).unwrap_or(b'?');
    let ticks: u64 = words
        .skip(10)
        .take(2)
        .filter_map(|w| w.parse::<u64>().ok())
        .sum();
    (state, Duration::from_millis(ticks * 1000 / TICKS))
}
fn peak_memory(proc: &std::path::Path) -> u64 {
    let text = std::fs::read_to_string(proc.join("status")).unwrap_or_default();
    let line = text.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|l| l.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}
