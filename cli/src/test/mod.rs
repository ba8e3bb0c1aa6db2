//! `genext test`: runs pytest-style files in the built-in Python.
//!
//! ```text
//! genext test ──paths──▶ collect: files ──one process each──▶ worker (_genext_test.py):
//!                                                             imports, collects, forks for each test
//!                                                                 │ events, one JSON object a line
//!                                       report ◀──────────────────┘
//! ```
//! Events come over a socket that is the worker's standard input, so that with `-s` its output is the user's.
//!
//! Each test runs in a process of its own that sees the module as it is after import, so tests cannot disturb each
//! other, and a crash or an endless loop is the failure of one test. Importing a file has the time of one test, too. A
//! worker ends with `genext test`, and a test with its worker, however these end. Exit codes are pytest's: 0 all
//! passed, 1 failures, 2 interrupted, 4 usage error, 5 nothing collected.
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use python::live::{Value, on_big_stack};
use serde::{Deserialize, Serialize};

use crate::args::{Capture, TestArgs};
use crate::driver;
use crate::executable::write_file;

mod cache;
mod collect;
pub(crate) mod jit;
mod junit;
mod report;

use cache::Cache;
use collect::TestFile;
use report::Report;

/// What a worker is told.
#[derive(Serialize, Deserialize)]
struct WorkerOptions {
    /// The file, as the user named it.
    file: String,
    /// Its absolute path.
    path: String,
    /// `Class::test` selections; empty: all.
    ids: Vec<String>,
    keyword: Option<String>,
    marker: Option<String>,
    timeout: f64,
    jobs: usize,
    nocapture: bool,
    collect: bool,
    /// How often `-v` was given.
    verbose: u8,
    /// The style of tracebacks.
    tb: String,
    locals: bool,
    /// Tests that failed last: these are run, or all others.
    last_failed: Vec<String>,
    only_failed: bool,
    /// Those that are not run count as deselected (`--lf`).
    deselects: bool,
    /// The folder for captured output and temporary files.
    temp: String,
    /// `conftest.py` files, innermost first.
    conftest: Vec<String>,
    python2: bool,
    python3: bool,
    /// The process that starts the worker.
    parent: u32,
}

/// What a worker tells.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
struct Event {
    event: String,
    nodeid: String,
    outcome: String,
    reason: String,
    longrepr: String,
    #[serde(rename = "where")]
    place: String,
    crash: String,
    phase: String,
    /// What the test wrote: title and text.
    sections: Vec<(String, String)>,
    duration: f64,
    /// Seconds of setup, call and teardown.
    durations: BTreeMap<String, f64>,
    count: usize,
    deselected: usize,
    items: Vec<String>,
    /// Tests that failed last, and that there are no more.
    stale: Vec<String>,
    message: String,
}

/// Exit codes, as pytest's.
mod code {
    pub(super) const OK: u8 = 0;
    pub(super) const FAILED: u8 = 1;
    pub(super) const INTERRUPTED: u8 = 2;
    pub(super) const USAGE: u8 = 4;
    pub(super) const EMPTY: u8 = 5;
}

/// Which tests run, and when.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// As collected.
    Given,
    /// Those that failed last, then the others (`--ff`).
    FailedFirst,
    /// Those that failed last (`--lf`).
    OnlyFailed,
}

/// What a thread that reads a worker sends.
enum Message {
    Event(usize, Box<Event>),
    /// A worker has ended: its number, and how if not well.
    Done(usize, Option<String>),
}

/// Runs the tests and returns the exit code.
pub fn run(a: &TestArgs) -> u8 {
    let usage = |message: String| {
        eprintln!("genext: {message}");
        code::USAGE
    };
    let paths = if a.paths.is_empty() {
        vec![PathBuf::from(".")]
    } else {
        a.paths.clone()
    };
    let files = match collect::files(&paths) {
        Ok(files) => files,
        Err(message) => return usage(message),
    };
    let order = match (a.last_failed, a.failed_first) {
        (true, _) => Order::OnlyFailed,
        (_, true) => Order::FailedFirst,
        _ => Order::Given,
    };
    let here = std::env::current_dir().unwrap_or_default();
    let cache = Cache::open(&here, a.plugins.iter().any(|p| p == "no:cacheprovider"));
    let (files, remark) = cache.select(files, order);
    let temp = std::env::temp_dir().join(format!("genext-test-{}", std::process::id()));
    if let Err(e) = std::fs::create_dir_all(&temp) {
        return usage(format!("cannot make {}: {e}", temp.display()));
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let nocapture = a.nocapture || a.capture == Capture::No;
    // The output of two tests at a time is nobody's.
    let jobs = a.jobs.unwrap_or(if nocapture { 1 } else { cores }).max(1);
    let mut report = Report::new(a, files.len());
    report.remark(&remark);
    let (start, began) = (Instant::now(), SystemTime::now());
    let mut scheduler = Scheduler {
        args: a,
        temp: &temp,
        nocapture,
        cache,
        jobs,
        // With few files each may use several processes for its tests.
        inner: jobs.div_ceil(files.len().clamp(1, jobs)),
        running: Vec::new(),
    };
    let outcome = scheduler.run(&files, &mut report);
    let _ = std::fs::remove_dir_all(&temp);
    match outcome {
        Err(message) => usage(message),
        Ok(interrupted) => {
            let time = start.elapsed();
            report.summary(time);
            if let Err(message) = scheduler.cache.save() {
                eprintln!("genext: warning: the failures are not remembered: {message}");
            }
            if let Some(path) = &a.junitxml {
                let text = junit::document(&report.in_order(), time, began);
                if let Err(message) = write_file(path, text.as_bytes(), 0o644) {
                    return usage(message);
                }
            }
            if interrupted {
                code::INTERRUPTED
            } else {
                report.exit_code()
            }
        }
    }
}

struct Scheduler<'a> {
    args: &'a TestArgs,
    temp: &'a Path,
    nocapture: bool,
    cache: Cache,
    /// Workers at a time.
    jobs: usize,
    /// Tests at a time in each.
    inner: usize,
    running: Vec<Running>,
}

/// A worker at work.
struct Running {
    number: usize,
    child: Arc<Mutex<Child>>,
    /// Of the process and of its group.
    id: u32,
    start: Instant,
    /// The file is imported: its tests run, which have limits of their own.
    imported: bool,
    /// It said that it has done everything.
    done: bool,
    /// Why it was ended.
    killed: Option<String>,
}

impl Scheduler<'_> {
    /// Runs all files; whether the run was cut short from outside. A usage error is a message.
    fn run(&mut self, files: &[TestFile], report: &mut Report) -> Result<bool, String> {
        let (send, receive): (Sender<Message>, Receiver<Message>) = channel();
        let mut next = 0;
        let mut stop = false;
        loop {
            while !stop && next < files.len() && self.running.len() < self.jobs {
                self.start(next, &files[next], &send)?;
                next += 1;
            }
            if self.running.is_empty() {
                return Ok(false);
            }
            let message = match self.next_deadline() {
                None => receive.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(at) => receive.recv_timeout(at.saturating_duration_since(Instant::now())),
            };
            let message = match message {
                Ok(message) => message,
                Err(RecvTimeoutError::Timeout) => {
                    self.kill_late();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(true),
            };
            match message {
                Message::Done(number, why) => {
                    let at = self.running.iter().position(|r| r.number == number);
                    let worker = at.map(|at| self.running.swap_remove(at));
                    let why = match worker {
                        Some(Running {
                            killed: Some(killed),
                            ..
                        }) => Some(killed),
                        Some(Running { done: false, .. }) => why.or(Some(
                            "the file ended the process before its tests were done".into(),
                        )),
                        _ => why,
                    };
                    if let Some(why) = why.filter(|_| !stop) {
                        let event = Event {
                            event: "result".into(),
                            nodeid: files[number].display.clone(),
                            outcome: "error".into(),
                            longrepr: format!("E   {why}"),
                            crash: why,
                            ..Event::default()
                        };
                        self.cache.event(&files[number], &event);
                        report.event(number, event);
                    }
                    report.done(number);
                }
                Message::Event(_, e) if e.event == "usage" => {
                    self.kill();
                    return Err(e.message);
                }
                Message::Event(number, e) => {
                    if let Some(r) = self.running.iter_mut().find(|r| r.number == number) {
                        r.imported = true;
                        r.done |= e.event == "done";
                    }
                    if !stop {
                        self.cache.event(&files[number], &e);
                        report.event(number, *e);
                    }
                    if !stop && report.enough() {
                        stop = true;
                        self.kill();
                    }
                }
            }
        }
    }

    fn start(
        &mut self,
        number: usize,
        file: &TestFile,
        send: &Sender<Message>,
    ) -> Result<(), String> {
        let a = self.args;
        let last = file.last_failed.as_ref();
        let options = WorkerOptions {
            file: file.display.clone(),
            path: file.path.to_string_lossy().into_owned(),
            ids: file.ids.clone(),
            keyword: a.keyword.clone(),
            marker: a.marker.clone(),
            timeout: a.timeout,
            jobs: self.inner,
            nocapture: self.nocapture,
            collect: a.collect_only,
            verbose: a.volume.verbose,
            tb: format!("{:?}", a.tb).to_lowercase(),
            locals: a.showlocals,
            last_failed: last.map_or(Vec::new(), |l| l.ids.clone()),
            only_failed: last.is_some_and(|l| l.only),
            deselects: a.last_failed,
            temp: self.temp.to_string_lossy().into_owned(),
            conftest: file.conftest.clone(),
            python2: a.python2,
            python3: a.python3,
            parent: std::process::id(),
        };
        let text = serde_json::to_string(&options).map_err(|e| e.to_string())?;
        let program = std::env::current_exe().map_err(|e| format!("cannot find myself: {e}"))?;
        let (ours, theirs) =
            UnixStream::pair().map_err(|e| format!("cannot start a worker: {e}"))?;
        // The worker's own words: what it says before it captures the output of tests, and all with `-s`.
        let output = match self.nocapture {
            true if a.json => Stdio::from(std::io::stderr()),
            true => Stdio::inherit(),
            false => Stdio::null(),
        };
        let child = Command::new(program)
            .arg("_worker")
            .arg(text)
            .env("GENEXT_TEST_TEMP", self.temp)
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(output)
            // A group of its own, to end it together with its tests.
            .process_group(0)
            .spawn()
            .map_err(|e| format!("cannot start a worker: {e}"))?;
        let id = child.id();
        let child = Arc::new(Mutex::new(child));
        self.running.push(Running {
            number,
            child: child.clone(),
            id,
            start: Instant::now(),
            imported: false,
            done: false,
            killed: None,
        });
        let send = send.clone();
        std::thread::spawn(move || {
            for line in BufReader::new(ours).split(b'\n').map_while(Result::ok) {
                let text = String::from_utf8_lossy(&line);
                if let Ok(event) = serde_json::from_str::<Event>(&text)
                    && send.send(Message::Event(number, Box::new(event))).is_err()
                {
                    break;
                }
            }
            let status = child.lock().ok().and_then(|mut c| c.wait().ok());
            let why = match status {
                Some(s) if matches!(s.code(), Some(0 | 1 | 4)) => None,
                Some(s) => Some(format!("the process of this file ended with {s}")),
                None => Some("the process of this file is lost".into()),
            };
            let _ = send.send(Message::Done(number, why));
        });
        Ok(())
    }

    /// When the next worker should have imported its file.
    fn next_deadline(&self) -> Option<Instant> {
        let limit = Duration::try_from_secs_f64(self.args.timeout).ok()?;
        let waiting = self
            .running
            .iter()
            .filter(|r| !r.imported && r.killed.is_none());
        let first = waiting.map(|r| r.start).min()?;
        (!limit.is_zero())
            .then(|| first.checked_add(limit))
            .flatten()
    }

    /// Ends the workers that should have imported their files.
    fn kill_late(&mut self) {
        let timeout = self.args.timeout;
        for r in &mut self.running {
            if !r.imported && r.killed.is_none() && r.start.elapsed().as_secs_f64() >= timeout {
                runtime::process::kill_group(r.id);
                r.killed = Some(format!("importing did not end within {timeout} seconds"));
            }
        }
    }

    fn kill(&mut self) {
        for r in &self.running {
            // The thread that waits for it holds the lock.
            if let Ok(mut child) = r.child.try_lock() {
                let _ = child.kill();
            }
        }
    }
}

/// The worker's side: one file.
pub fn worker(options: &OsString) -> u8 {
    let text = options.to_string_lossy().into_owned();
    let Ok(o) = serde_json::from_str::<WorkerOptions>(&text) else {
        eprintln!("genext: malformed worker options");
        return code::USAGE;
    };
    if !runtime::process::end_with_parent(o.parent) {
        return code::INTERRUPTED;
    }
    on_big_stack(|| {
        let space = driver::space(
            driver::mode(o.python2, o.python3),
            vec![o.file.clone().into_bytes()],
            None,
        );
        let run = || {
            let m = space.import("_genext_test")?;
            let main = m.get("main").unwrap_or(Value::None);
            space.call(&main, &[Value::str(&text)])
        };
        match run() {
            Ok(v) => v.as_int().unwrap_or(1) as u8,
            Err(e) => space.finish(Err(e)) as u8,
        }
    })
}
