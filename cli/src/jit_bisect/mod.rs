//! `genext jit-bisect PROGRAM -- ARGS`: which sessions of the JIT's compiler make a program print something else.
//!
//! ```text
//! GENEXT_JIT=off           twice: what is right, and whether it is always the same
//! unlimited                differs?  else also with threshold=1, 2, 7
//! unlimited,sessions=N     the first N with which it differs ([`search::first_wrong`])
//! unlimited,only=a+b+c     the fewest sessions that are enough ([`search::minimal`]), from those up to N; first of all
//!                          the Nth with those that lead to it
//! ```
//! What is compiled in a run is repeatable: `unlimited` makes it independent of time. Sessions are told apart by names,
//! which are the same whatever else is compiled ([`jit::versions::origins`]).
//!
//! [`process`] runs the program, [`report`] shows what was found.
pub mod process;
pub mod report;
pub mod search;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jit_abi::settings::Settings;
use python::live::on_big_stack;

use crate::args::{Color, Common, JitBisectArgs, Level};
use crate::driver::{self, TranslationOptions};
use crate::executable::reason;
use crate::jitlog::{self, Event};
use crate::timings::Timings;
use process::{Folder, Program, RunResult};

/// There is a difference.
const DIFFERS: u8 = 1;
/// The program cannot be run, or does not do the same each time.
const FAILED: u8 = 2;
/// Thresholds that are tried when the usual one shows no difference.
const THRESHOLDS: [u32; 3] = [1, 2, 7];

/// Runs the command; the exit code.
pub fn run(a: &JitBisectArgs) -> u8 {
    match bisect(a) {
        Ok(code) => code,
        Err(Failure::Message(m)) => {
            eprintln!("genext: {m}");
            FAILED
        }
        Err(Failure::Shown) => FAILED,
    }
}

/// Why nothing could be found out.
enum Failure {
    Message(String),
    /// The user has been told already.
    Shown,
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::Message(message)
    }
}

/// The program and what it does without a JIT.
struct Search<'a> {
    program: &'a Program,
    folder: &'a Folder,
    expected: RunResult,
    limit: Duration,
    runs: u32,
}

impl Search<'_> {
    /// A run with a JIT. All of them write a log, so that they are alike.
    fn run(&mut self, settings: &str, level: &str) -> Result<RunResult, String> {
        self.runs += 1;
        let log = self.log();
        let _ = std::fs::remove_file(&log);
        let usual = self.expected.stdout.len() as u64;
        let log = Some((level, log.as_path()));
        (self.program).run(self.folder, settings, log, usual, Some(self.limit))
    }
    fn log(&self) -> PathBuf {
        self.folder.path("log")
    }
    fn is_wrong(&mut self, settings: &str) -> Result<bool, String> {
        let found = self.run(settings, "versions")?;
        Ok(!found.is_same(&self.expected))
    }
    fn is_wrong_with(&mut self, settings: &str, names: &[String]) -> Result<bool, String> {
        let settings = only(settings, names, &self.folder.path("names"))?;
        self.is_wrong(&settings)
    }
    /// The log of the last run. There is none if nothing was hot.
    fn events(&self) -> Vec<Event> {
        let bytes = std::fs::read(self.log()).unwrap_or_default();
        jitlog::parse(&String::from_utf8_lossy(&bytes))
    }
}

/// The settings of the user without those that this command makes itself.
fn own_settings(text: &str) -> Result<String, String> {
    Settings::parse(text)?;
    let parts = text.split(',').map(str::trim).filter(|p| {
        let name = p.split_once('=').map_or(*p, |(name, _)| name);
        !matches!(name, "" | "off" | "on" | "sessions" | "only" | "unlimited")
    });
    let mut list: Vec<&str> = parts.collect();
    list.push("unlimited");
    Ok(list.join(","))
}

/// Sessions by name, as a log has them.
#[derive(Default)]
struct Sessions {
    /// Names in the order of their first sessions, with the numbers of these.
    names: Vec<(String, u64)>,
    parents: BTreeMap<String, String>,
}

impl Sessions {
    fn new(events: &[Event]) -> Sessions {
        let mut s = Sessions::default();
        for e in events.iter().filter(|e| e.name == "session") {
            let Some(name) = e.get("name") else { continue };
            if !s.parents.contains_key(name) {
                s.names.push((name.to_owned(), e.number("number")));
                let parent = e.get("parent").unwrap_or_default();
                s.parents.insert(name.to_owned(), parent.to_owned());
            }
        }
        s
    }
    /// The name of a session and those that lead to it, the first one first.
    fn way_to(&self, last: &str) -> Vec<String> {
        let mut way = vec![last.to_owned()];
        while let Some(parent) = way.last().and_then(|n| self.parents.get(n))
            && self.parents.contains_key(parent)
            && !way.contains(parent)
        {
            way.push(parent.clone());
        }
        way.reverse();
        way
    }
}

/// Names that fit into a variable of the environment, which has 128 KiB at most.
const MANY: usize = 10_000;

/// The settings with nothing but these sessions. A list that is too long is written to this file.
fn only(settings: &str, names: &[String], file: &Path) -> Result<String, String> {
    let list = names.join("+");
    if names.len() <= MANY {
        return Ok(format!("{settings},only={list}"));
    }
    let shown = file.display();
    std::fs::write(file, list).map_err(|e| format!("cannot write `{shown}`: {}", reason(&e)))?;
    Ok(format!("{settings},only=@{shown}"))
}

fn bisect(a: &JitBisectArgs) -> Result<u8, Failure> {
    let user = std::env::var("GENEXT_JIT").unwrap_or_default();
    let base = own_settings(&user)?;
    let timeout = a.timeout.map(Duration::try_from_secs_f64).transpose();
    let timeout = timeout.map_err(|e| format!("--timeout: {e}"))?;
    let folder = Folder::new()?;
    let path = match a.program.extension().is_some_and(|e| e == "py") {
        true => build(a, &folder)?,
        false => process::check(&a.program)?,
    };
    let mut program = Program {
        path,
        name: a.program.clone().into_os_string(),
        args: a.args.clone(),
        input: None,
    };
    program.read_input(&folder)?;

    let reference = || program.run(&folder, "off", None, 1 << 40, timeout);
    let expected = reference()?;
    progress(&format!(
        "without a JIT: {}, {} bytes of output, {:.2} s",
        expected.end,
        expected.stdout.len(),
        expected.time.as_secs_f64()
    ));
    if expected.end == process::End::Timeout {
        return Err(
            "the program does not end in time without a JIT either: see --timeout"
                .to_owned()
                .into(),
        );
    }
    let again = reference()?;
    if !again.is_same(&expected) {
        print!("{}", report::difference(&expected, &again));
        let message = "two runs without a JIT differ: the program does not do the same each time (time, random numbers, addresses?), so that runs with a JIT cannot be compared with it";
        return Err(message.to_owned().into());
    }
    let limit = timeout.unwrap_or(expected.time * 20 + Duration::from_secs(10));
    let mut search = Search {
        program: &program,
        folder: &folder,
        expected,
        limit,
        runs: 0,
    };

    // Settings with which there is a difference.
    let named = Settings::parse(&user)?.named;
    let mut tried = vec![base.clone()];
    if !named.iter().any(|n| n == "threshold") {
        tried.extend(THRESHOLDS.map(|n| format!("{base},threshold={n}")));
    }
    let mut found = None;
    for settings in tried {
        let outcome = search.run(&settings, "versions")?;
        let differs = !outcome.is_same(&search.expected);
        let count = sessions_of(&search.events());
        let what = if differs { "differs" } else { "the same" };
        progress(&format!("{settings}: {count} sessions, {what}"));
        if differs {
            found = Some((settings, outcome, count));
            break;
        }
    }
    let Some((settings, outcome, total)) = found else {
        println!("No difference: the program prints the same with the JIT as without.");
        return Ok(0);
    };
    print!(
        "With GENEXT_JIT={settings} the program does something else than without a JIT.\n\n{}",
        report::difference(&search.expected, &outcome)
    );
    reduce(&mut search, a, &settings, total)?;
    Ok(DIFFERS)
}

/// Finds the sessions that make the difference there is under these settings, and shows them.
fn reduce(
    search: &mut Search<'_>,
    a: &JitBisectArgs,
    settings: &str,
    total: u64,
) -> Result<(), String> {
    let up_to = |n: u64| format!("{settings},sessions={n}");
    if total == 0 || search.is_wrong(&up_to(0))? {
        println!("\nThat is so if nothing is compiled, too: compiled code is not what makes it.");
        return Ok(());
    }
    let last = search::first_wrong(total, &mut |n| search.is_wrong(&up_to(n)))?;
    // Both runs once more: what was found before counts only if runs can be repeated.
    let right = last == 1 || !search.is_wrong(&up_to(last - 1))?;
    let wrong = search.is_wrong(&up_to(last))?;
    let sessions = Sessions::new(&search.events());
    progress(&format!(
        "the first of {total} sessions with which it differs: {last}"
    ));
    if !right || !wrong {
        println!(
            "\nIt is around session {last} of {total}, but runs with the same settings do not do the same each time."
        );
        return Ok(());
    }
    let names: Vec<String> = (sessions.names.iter())
        .filter(|(_, n)| *n <= last)
        .map(|(name, _)| name.clone())
        .collect();
    let way = names.last().map(|n| sessions.way_to(n)).unwrap_or_default();
    let mut candidates = None;
    for list in [way, names] {
        if !list.is_empty() && search.is_wrong_with(settings, &list)? {
            candidates = Some(list);
            break;
        }
    }
    let (shown, minimal) = match candidates {
        Some(list) => {
            progress(&format!("{} of them are enough", list.len()));
            let found = search::minimal(&list, &mut |s| search.is_wrong_with(settings, s))?;
            (only(settings, &found, &search.folder.path("names"))?, true)
        }
        // By its name alone it is not what it was.
        None => (up_to(last), false),
    };
    let outcome = search.run(&shown, "residual")?;
    let events = search.events();
    if outcome.is_same(&search.expected) {
        println!("\nIt is session {last} of {total}, but {shown} does not show it each time.");
        return Ok(());
    }
    println!();
    let n = sessions_of(&events);
    if minimal {
        println!(
            "Of {total} sessions of the compiler {} to make it; without any one of them the program does what it should. ({} runs)",
            if n == 1 {
                "1 is enough".to_owned()
            } else {
                format!("{n} are enough")
            },
            search.runs
        );
    } else {
        println!(
            "It is made by session {last} of {total}, and the sessions before it cannot be left out. ({} runs)",
            search.runs
        );
    }
    println!(
        "To repeat it: GENEXT_JIT={shown} {}\n",
        command_line(&a.program, a)
    );
    let from = if minimal { 0 } else { last };
    crate::commands::print_text(&report::sessions(&events, from, a.no_code));
    Ok(())
}

fn sessions_of(events: &[Event]) -> u64 {
    let all = events.iter().filter(|e| e.name == "session");
    all.map(|e| e.number("number")).max().unwrap_or(0)
}

fn progress(text: &str) {
    eprintln!("genext: {text}");
}

/// The command line of the program, for a shell.
fn command_line(program: &Path, a: &JitBisectArgs) -> String {
    let quoted = |text: &str| {
        let plain = |c: char| c.is_alphanumeric() || "_-+=./,:@%".contains(c);
        if !text.is_empty() && text.chars().all(plain) {
            text.to_owned()
        } else {
            format!("'{}'", text.replace('\'', "'\\''"))
        }
    };
    let shown = program.display().to_string();
    let is_target = program.extension().is_some_and(|e| e == "py");
    let mut words = match is_target {
        true => vec!["genext run -Ojit".to_owned(), quoted(&shown)],
        // A name without a folder would be searched on the path.
        false if !shown.contains('/') => vec![quoted(&format!("./{shown}"))],
        false => vec![quoted(&shown)],
    };
    words.extend(a.args.iter().map(|w| quoted(&w.to_string_lossy())));
    words.join(" ")
}

/// Builds a target with a JIT.
fn build(a: &JitBisectArgs, folder: &Folder) -> Result<PathBuf, Failure> {
    let common = Common {
        target: a.program.clone(),
        python2: a.python2,
        python3: a.python3,
        level: Level::Jit,
        timings: false,
        color: Color::Auto,
        no_warnings: true,
        volume: Default::default(),
    };
    let path = folder.path("program");
    let bytes = on_big_stack(|| {
        let mut t = Timings::new(true);
        let mut warnings = Vec::new();
        let result = driver::translate(
            &common.target,
            &TranslationOptions::new(&common),
            &mut t,
            &mut warnings,
        );
        t.finish();
        match result {
            Ok(image) => crate::executable::make(&image.bytes).map_err(Failure::Message),
            Err(errors) => {
                let color = crate::report::use_color(common.color);
                crate::report::show(&errors, crate::args::Report::Human, color);
                Err(Failure::Shown)
            }
        }
    })?;
    crate::executable::write(&path, &bytes)?;
    Ok(process::check(&path)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_of_the_user_are_kept() {
        let own = |text: &str| own_settings(text);
        assert_eq!(own(""), Ok("unlimited".to_owned()));
        assert_eq!(
            own("threshold=3, off,sessions=4,cap=1,only=1f"),
            Ok("threshold=3,cap=1,unlimited".to_owned())
        );
        assert!(own("treshold=3").is_err());
    }

    #[test]
    fn long_lists_of_names_are_in_a_file() {
        let folder = Folder::new().expect("a folder");
        let file = folder.path("names");
        let names: Vec<String> = (0..=MANY as u32).map(|n| format!("{n:08x}")).collect();
        let short = only("cap=1", &names[1..3], &file);
        assert_eq!(short, Ok("cap=1,only=00000001+00000002".to_owned()));
        let long = only("cap=1", &names, &file).expect("written");
        assert!(long.len() < 500, "{long}");
        let read = Settings::parse(&long).expect("good").only;
        assert_eq!(read.map(|list| list.len()), Some(names.len()));
    }

    #[test]
    fn the_way_to_a_session_is_that_of_its_parents() {
        let log = "\
jit session number=1 name=0a parent=00000000
jit session number=2 name=0b parent=0a
jit session number=3 name=0c parent=00000000
jit session number=4 name=0b parent=0a
jit session number=5 name=0d parent=0b
";
        let events = jitlog::parse(log);
        let s = Sessions::new(&events);
        assert_eq!(sessions_of(&events), 5);
        let names: Vec<&str> = s.names.iter().map(|n| n.0.as_str()).collect();
        assert_eq!(names, ["0a", "0b", "0c", "0d"]);
        assert_eq!(s.way_to("0d"), ["0a", "0b", "0d"]);
        assert_eq!(s.way_to("0c"), ["0c"]);
    }

    #[test]
    fn command_lines_can_be_pasted() {
        let a = JitBisectArgs {
            program: "vm".into(),
            timeout: None,
            no_code: false,
            python2: false,
            python3: false,
            args: vec!["a b".into(), "it's".into(), "-n5".into()],
        };
        assert_eq!(command_line(&a.program, &a), r"./vm 'a b' 'it'\''s' -n5");
        assert_eq!(
            command_line(Path::new("x/t.py"), &a),
            r"genext run -Ojit x/t.py 'a b' 'it'\''s' -n5"
        );
    }
}
