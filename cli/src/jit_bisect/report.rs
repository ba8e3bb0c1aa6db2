//! What was found, for people: the difference, the sessions that make it, and what to look at.
use std::collections::BTreeSet;
use std::fmt::Write;

use super::process::RunResult;
use crate::jitlog::{self, Event, RenderOptions, Sources};

/// Characters of a line of output that are shown.
const WIDTH: usize = 160;
/// Merge points of a session that are shown.
const PLACES: usize = 12;

/// A line of output as text, not too long.
fn shown(line: Option<&[u8]>) -> String {
    let Some(line) = line else {
        return "(the output ends before)".to_owned();
    };
    let text = String::from_utf8_lossy(line);
    let mut short: String = text
        .chars()
        .take(WIDTH)
        .flat_map(char::escape_debug)
        .collect();
    if text.chars().count() > WIDTH {
        short.push_str(" ...");
    }
    short
}

/// The first line in which outputs differ, and the ends if they do.
pub fn difference(expected: &RunResult, found: &RunResult) -> String {
    let mut out = String::new();
    if expected.stdout != found.stdout {
        let lines = |o: &'_ RunResult| -> Vec<Vec<u8>> {
            let all = o.stdout.split_inclusive(|&b| b == b'\n');
            all.map(<[u8]>::to_vec).collect()
        };
        let (e, f) = (lines(expected), lines(found));
        let same = e.iter().zip(&f).take_while(|(e, f)| e == f).count();
        let line = |list: &[Vec<u8>]| shown(list.get(same).map(|l| l.trim_ascii_end()));
        let _ = writeln!(out, "line {} of the output", same + 1);
        let _ = writeln!(out, "  expected: {}", line(&e));
        let _ = writeln!(out, "  found:    {}", line(&f));
    }
    if expected.end != found.end {
        let _ = writeln!(out, "end of the program");
        let _ = writeln!(out, "  expected: {}", expected.end);
        let _ = writeln!(out, "  found:    {}", found.end);
    }
    if expected.stderr != found.stderr
        && let Some(line) = found.stderr.split(|&b| b == b'\n').rfind(|l| !l.is_empty())
    {
        let _ = writeln!(out, "last line on standard error");
        let _ = writeln!(out, "  found:    {}", shown(Some(line)));
    }
    out
}

/// A place of a log line: point, greens, and what the program says of it.
fn place(e: &Event, point: &str, greens: &str) -> String {
    let mut text = e.get(point).unwrap_or("?").to_owned();
    if let Some(greens) = e.get(greens) {
        let _ = write!(text, ", {greens}");
    }
    if let Some(printable) = e.get("printable") {
        let _ = write!(text, "  [{printable}]");
    }
    text
}

/// The sessions of a log from one number on, and what to look at.
pub fn sessions(events: &[Event], from: u64, no_code: bool) -> String {
    let mut out = String::new();
    let mut sources = Sources::default();
    let mut trusted = BTreeSet::new();
    let begun: Vec<&Event> = (events.iter())
        .filter(|e| e.name == "session" && e.number("number") >= from)
        .collect();
    for s in &begun {
        let number = s.number("number");
        let of = |name: &'static str| {
            (events.iter()).filter(move |e| e.name == name && e.number("session") == number)
        };
        let _ = writeln!(
            out,
            "session {number} ({}), from {}",
            s.get("name").unwrap_or("?"),
            match s.get("from") {
                Some(edge) => format!("edge {edge}"),
                None => "the interpreter".to_owned(),
            }
        );
        let start = Event {
            // What the program says is about the merge point.
            values: (s.values.iter())
                .filter(|(k, _)| k != "printable" || s.get("merge_greens") == s.get("greens"))
                .cloned()
                .collect(),
            ..Event::default()
        };
        let _ = writeln!(out, "  compiles from {}", place(&start, "point", "greens"));
        if let Some(at) = s.get("at") {
            let _ = writeln!(out, "    {}", sources.show(at));
        }
        if s.get("merge").is_some() && start.get("printable").is_none() {
            let _ = writeln!(out, "  behind {}", place(s, "merge", "merge_greens"));
        }
        for (i, e) in of("place").enumerate() {
            if i == PLACES {
                let _ = writeln!(out, "  ... and {} more", of("place").count() - PLACES);
                break;
            }
            let _ = writeln!(out, "  up to {}", place(e, "point", "greens"));
        }
        for e in of("trust") {
            let (kind, name) = (e.get("kind").unwrap_or("?"), e.get("name").unwrap_or("?"));
            let at = e.get("at").map(|at| sources.show(at)).unwrap_or_default();
            let what = match kind {
                "field" => format!("trusts that {name} never changes"),
                _ => format!("trusts that {name} is elidable"),
            };
            let _ = writeln!(out, "  {}", format!("{what:<50}  {at}").trim_end());
            trusted.insert((kind, name));
        }
        let ids: BTreeSet<&str> = of("fragment").filter_map(|e| e.get("id")).collect();
        for e in events {
            let is_own = match e.name.as_str() {
                "version" => e.number("session") == number,
                "fragment" => e.number("session") == number,
                "forced" => e.get("fragment").is_some_and(|f| ids.contains(f)),
                _ => false,
            };
            if is_own && e.name == "version" {
                let _ = writeln!(
                    out,
                    "    {}: {}, {}",
                    e.get("id").unwrap_or("?"),
                    place(e, "point", "greens"),
                    e.get("why").unwrap_or("?")
                );
            } else if is_own {
                jitlog::event(&mut out, e, RenderOptions { no_code });
            }
        }
        out.push('\n');
    }
    out.push_str(&help(&trusted));
    out
}

/// What to look at.
fn help(trusted: &BTreeSet<(&str, &str)>) -> String {
    let mut out = String::from("What to look at:\n");
    let list = |kind: &str| -> Vec<&str> {
        let own = trusted.iter().filter(|t| t.0 == kind);
        own.map(|t| t.1).collect()
    };
    let (fields, functions) = (list("field"), list("function"));
    if !fields.is_empty() {
        let _ = writeln!(
            out,
            "* {}: is it stored to after it was read? Then `_immutable_fields_` must not name it (or as `name?`).",
            fields.join(", ")
        );
    }
    if !functions.is_empty() {
        let _ = writeln!(
            out,
            "* {}: does it return the same for the same arguments, whatever has happened since? Else it is not `@elidable`.",
            functions.join(", ")
        );
    }
    out.push_str(
        "* What the greens are read from: the lines with `g` or `m` in `genext view --stage colors` on the way of these sessions.\n\
         * The greens of `can_enter_jit` and `jit_merge_point`: do they say all that the interpreter goes by at that place?\n\
         * If all of this is right, genext is wrong: please report it with this text and the program.\n",
    );
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jit_bisect::process::End;

    fn outcome(stdout: &str, end: End) -> RunResult {
        RunResult {
            stdout: stdout.into(),
            stderr: Vec::new(),
            end,
            time: std::time::Duration::ZERO,
        }
    }

    #[test]
    fn the_first_difference_is_shown() {
        let right = outcome("a\nb\nc\n", End::Exit(0));
        let text = difference(&right, &outcome("a\nx\n", End::Exit(0)));
        assert_eq!(text, "line 2 of the output\n  expected: b\n  found:    x\n");
        let text = difference(&right, &outcome("a\nb\n", End::Signal(11)));
        assert_eq!(
            text,
            "line 3 of the output\n  expected: c\n  found:    (the output ends before)\n\
             end of the program\n  expected: exit status 0\n  found:    signal 11\n"
        );
        assert_eq!(difference(&right, &right), "");
    }

    #[test]
    fn sessions_are_shown_with_what_they_trust() {
        let log = r#"jit session number=1 name=0000000a parent=00000000 from=- point="run merge point" greens="pc=0" at=/nowhere/t.py:7 merge="run merge point" merge_greens="pc=0" printable="0: ADD"
jit version id=V0 session=1 key=c1 point="run merge point" greens="pc=0" why=first context="" at=/nowhere/t.py:7
jit fragment id=F0 session=1 portal=0 version=V0 from=- address=0x10 bytes=6 cold=2 ns=1000 counts="int_add:1" end=branch
  b0(v0: Signed):
jit forced fragment=F0 type=W_Int reason="stored in an object"
jit place session=1 key=c2 point="run merge point" greens="pc=1" printable="1: SUB"
jit trust session=1 kind=field name=Code.limit at=/nowhere/t.py:9
jit session number=2 name=0000000b parent=0000000a from=E3 point="run b4" greens="pc=1" at=/nowhere/t.py:9 merge="run merge point" merge_greens="pc=1 x=2" printable="1: SUB"
jit trust session=2 kind=function name=lookup at=
"#;
        let text = sessions(&jitlog::parse(log), 0, true);
        let expected = "\
session 1 (0000000a), from the interpreter
  compiles from run merge point, pc=0  [0: ADD]
    /nowhere/t.py:7
  up to run merge point, pc=1  [1: SUB]
  trusts that Code.limit never changes                /nowhere/t.py:9
    V0: run merge point, pc=0, first
    F0: 6 + 2 bytes, 1.0 µs, ends by branch: int_add 1
      W_Int is allocated: stored in an object

session 2 (0000000b), from edge E3
  compiles from run b4, pc=1
    /nowhere/t.py:9
  behind run merge point, pc=1 x=2  [1: SUB]
  trusts that lookup is elidable

What to look at:
* Code.limit: is it stored to after it was read? Then `_immutable_fields_` must not name it (or as `name?`).
* lookup: does it return the same for the same arguments, whatever has happened since? Else it is not `@elidable`.
";
        assert!(text.starts_with(expected), "{text}");
        let text = sessions(&jitlog::parse(log), 2, true);
        assert!(!text.contains("session 1 ") && text.contains("session 2 "));
    }
}
