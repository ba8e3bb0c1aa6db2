//! `genext jitlog FILE`: the log of a JIT for people: versions by merge point and key, why each was made, what became
//! of it. [`page`] is the same as a page, with what the log says beside it.
//!
//! The log (`GENEXT_LOG=jit:versions:FILE` or `jit:residual:FILE`, see `jit::versions::log`) has one event per line,
//! `jit EVENT key=value ...`; indented lines belong to the event before them. Unknown events and keys are shown as they
//! are, so that an older `genext` reads a newer log.
//!
//! ```text
//! jit version id=V3 key=c7 point="run merge point" greens="pc=3" why=first context="k0=Signed" at=t.py:12
//! jit fragment id=F9 version=V3 from=E12 address=0x1230000 bytes=61 cold=24 ns=5120
//!     counts="int_add:1 int_lt:1" end=branch                                  (one line)
//!         ▼
//! run merge point, pc=3                                                      t.py:12  while pc < len(code):
//!   V3: first
//!     k0=Signed
//!     F9 from E12: 61 + 24 bytes, 5.1 µs, ends by branch: int_add 1, int_lt 1
//! ```
pub mod details;
pub mod model;
pub mod page;
pub mod report;
pub mod table;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// An event of the log.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Event {
    /// The word behind `jit`.
    pub name: String,
    /// Keys and values, in order.
    pub values: Vec<(String, String)>,
    /// The indented lines behind it.
    pub text: Vec<String>,
}

impl Event {
    /// The value of a key; `-` is none.
    pub fn get(&self, key: &str) -> Option<&str> {
        let found = self.values.iter().find(|(k, _)| k == key);
        found
            .map(|(_, v)| v.as_str())
            .filter(|v| !v.is_empty() && *v != "-")
    }
    /// The value of a key, `?` without.
    pub fn text(&self, key: &str) -> &str {
        self.get(key).unwrap_or("?")
    }
    /// The value of a key as a number, 0 without.
    pub fn number(&self, key: &str) -> u64 {
        let text = self.get(key).unwrap_or("0");
        text.parse().unwrap_or(0)
    }
}

/// What to leave out.
#[derive(Clone, Copy, Debug, Default)]
pub struct RenderOptions {
    /// Leaves the residual code out.
    pub no_code: bool,
}

/// How warnings of flushes begin; the reason follows.
pub(crate) const FORGOTTEN: &str = "all compiled code was forgotten: ";

/// The text has no event of a JIT.
#[derive(Debug, PartialEq)]
pub struct NoLog;

/// Events that a log of a JIT has.
const KNOWN: [&str; 14] = [
    "version", "fragment", "session", "place", "summary", "warning", "portal", "exits", "edge",
    "trust", "forced", "samples", "flush", "loop",
];

/// The events of a log; an empty one is that of a program that compiled nothing.
fn events(log: &str) -> Result<Vec<Event>, NoLog> {
    let events = parse(log);
    let is_log = events.iter().any(|e| KNOWN.contains(&e.name.as_str()));
    match is_log || log.trim().is_empty() {
        true => Ok(events),
        false => Err(NoLog),
    }
}

/// The point of an event, with its greens.
fn place(e: &Event) -> String {
    let greens = e.get("greens").map_or(String::new(), |g| format!(", {g}"));
    format!("{}{greens}", e.text("point"))
}

/// The log as text for people. An empty one is that of a program that compiled nothing.
pub fn render(log: &str, options: RenderOptions) -> Result<String, NoLog> {
    let events = parse(log);
    if events.is_empty() {
        return match log.trim().is_empty() {
            true => Ok("The log is empty: the JIT compiled nothing.\n".to_owned()),
            false => Err(NoLog),
        };
    }
    let mut out = String::new();
    let mut sources = Sources::default();
    // Fragments and what belongs to them, by version.
    let mut by_version: BTreeMap<&str, Vec<&Event>> = BTreeMap::new();
    let mut owner: BTreeMap<&str, &str> = BTreeMap::new();
    let mut loose: Vec<&Event> = Vec::new();
    for e in &events {
        match e.name.as_str() {
            "fragment" => match e.get("version") {
                Some(v) => {
                    owner.insert(e.text("id"), v);
                    by_version.entry(v).or_default().push(e);
                }
                None => loose.push(e),
            },
            "version" | "summary" | "warning" | "flush" | "portal" | "exits" | "session"
            | "place" | "trust" | "promote" | "location" | "code" | "symbol" | "samples"
            | "sampled" | "entered" | "taken" | "dead" | "call" | "loop" => {}
            _ => {
                let version = e.get("version");
                let version = version.or_else(|| owner.get(e.get("fragment")?).copied());
                match version {
                    Some(v) => by_version.entry(v).or_default().push(e),
                    None => loose.push(e),
                }
            }
        }
    }
    for e in events.iter().filter(|e| e.name == "portal") {
        let _ = writeln!(out, "portal {}", pairs(e));
    }
    // Keys in the order in which they came up.
    let mut keys: Vec<(&str, Vec<&Event>)> = Vec::new();
    for e in events.iter().filter(|e| e.name == "version") {
        let key = e.text("key");
        match keys.iter_mut().find(|(k, _)| *k == key) {
            Some((_, list)) => list.push(e),
            None => keys.push((key, vec![e])),
        }
    }
    for (_, versions) in &keys {
        let first = versions[0];
        let mut head = first.text("point").to_owned();
        if let Some(greens) = first.get("greens") {
            let _ = write!(head, ", {greens}");
        }
        let said = |e: &&Event| e.name == "place" && e.get("key") == first.get("key");
        let place = events.iter().find(said);
        let printable = first.get("printable");
        if let Some(printable) = printable.or_else(|| place?.get("printable")) {
            let _ = write!(head, "  [{printable}]");
        }
        let source = first.get("at").map(|at| sources.show(at));
        let _ = writeln!(
            out,
            "{}",
            format!("{head:<70}  {}", source.unwrap_or_default()).trim_end()
        );
        for v in versions {
            let _ = writeln!(out, "  {}: {}", v.text("id"), v.text("why"));
            if let Some(context) = v.get("context") {
                let _ = writeln!(out, "    {context}");
            }
            for e in by_version.remove(v.text("id")).into_iter().flatten() {
                event(&mut out, e, options);
            }
        }
        out.push('\n');
    }
    if !loose.is_empty() {
        let _ = writeln!(out, "outside of versions");
        loose.iter().for_each(|e| event(&mut out, e, options));
        out.push('\n');
    }
    // Once for all sessions.
    let mut trusted: Vec<(&str, &str, &str)> = Vec::new();
    for e in events.iter().filter(|e| e.name == "trust") {
        let what = (e.text("kind"), e.text("name"), e.get("at").unwrap_or(""));
        if !trusted.contains(&what) {
            trusted.push(what);
            let text = format!("trusted: {} {}", what.0, what.1);
            let at = sources.show(what.2);
            let _ = writeln!(out, "{}", format!("{text:<70}  {at}").trim_end());
        }
    }
    for e in events.iter().filter(|e| e.name == "warning") {
        let place = match e.get("point") {
            Some(_) => place(e),
            None => {
                let numbers = e.values.iter().filter(|(name, _)| *name != "what");
                let numbers: Vec<String> = numbers.map(|(name, n)| format!("{name} {n}")).collect();
                numbers.join(", ")
            }
        };
        let _ = writeln!(out, "warning: {} ({place})", e.text("what"));
    }
    for e in events.iter().filter(|e| e.name == "flush") {
        let _ = writeln!(
            out,
            "warning: {FORGOTTEN}{}, after {} ms ({} fragments, {} kB{})",
            e.text("why"),
            e.text("milliseconds"),
            e.text("fragments"),
            e.number("memory") >> 10,
            match e.get("lingers") {
                Some("1") => ", some of it on the stack",
                _ => "",
            }
        );
    }
    for e in events.iter().filter(|e| e.name == "exits") {
        let _ = writeln!(out, "left {} times: {}", e.text("times"), place(e));
    }
    if let Some(e) = events.iter().rev().find(|e| e.name == "summary") {
        let _ = writeln!(out, "in all");
        for (k, v) in &e.values {
            let _ = writeln!(out, "  {:<14} {v:>12}", k.replace('_', " "));
        }
    }
    Ok(out)
}

/// An event under its version.
pub(crate) fn event(out: &mut String, e: &Event, options: RenderOptions) {
    match e.name.as_str() {
        "fragment" => {
            let counts: Vec<String> = e
                .get("counts")
                .unwrap_or_default()
                .split_whitespace()
                .map(|c| c.replace(':', " "))
                .collect();
            let _ = writeln!(
                out,
                "    {}{}: {} + {} bytes, {:.1} µs, ends by {}{}",
                e.text("id"),
                e.get("from")
                    .map_or(String::new(), |f| format!(" from {f}")),
                e.number("bytes"),
                e.number("cold"),
                e.number("ns") as f64 / 1e3,
                e.text("end"),
                if counts.is_empty() {
                    String::new()
                } else {
                    format!(": {}", counts.join(", "))
                }
            );
        }
        "forced" => {
            let _ = writeln!(
                out,
                "      {} is allocated: {}",
                e.text("type"),
                e.text("reason")
            );
        }
        name => {
            let _ = writeln!(out, "    {name} {}", pairs(e));
        }
    }
    if !options.no_code {
        for line in &e.text {
            let _ = writeln!(out, "        {line}");
        }
    }
}

fn pairs(e: &Event) -> String {
    let list: Vec<String> = e.values.iter().map(|(k, v)| format!("{k} {v}")).collect();
    list.join(", ")
}

/// Lines of source files, read once.
#[derive(Default)]
pub(crate) struct Sources {
    files: BTreeMap<String, Option<Vec<String>>>,
}

impl Sources {
    /// `FILE:LINE` with the text of that line, if the file is still there.
    pub(crate) fn show(&mut self, at: &str) -> String {
        let Some((file, line)) = at.rsplit_once(':') else {
            return at.to_owned();
        };
        let lines = self.files.entry(file.to_owned()).or_insert_with(|| {
            let text = std::fs::read(Path::new(file)).ok()?;
            let text = String::from_utf8_lossy(&text).into_owned();
            Some(text.lines().map(|l| l.trim().to_owned()).collect())
        });
        let number: Option<usize> = line.parse().ok();
        let text = number
            .and_then(|n| lines.as_ref()?.get(n.checked_sub(1)?))
            .map_or("", String::as_str);
        format!("{at}  {text}").trim_end().to_owned()
    }
}

/// The events of a log.
pub fn parse(log: &str) -> Vec<Event> {
    let mut events: Vec<Event> = Vec::new();
    for line in log.lines() {
        if let Some(rest) = line.strip_prefix("jit ") {
            let (name, mut rest) = rest.split_once(' ').unwrap_or((rest, ""));
            let mut e = Event {
                name: name.to_owned(),
                ..Event::default()
            };
            while let Some((key, after)) = rest.trim_start().split_once('=') {
                let (value, next) = value(after);
                e.values.push((key.to_owned(), value));
                rest = next;
            }
            events.push(e);
        } else if line.starts_with("  ")
            && let Some(last) = events.last_mut()
        {
            last.text.push(line[2..].to_owned());
        }
    }
    events
}

/// A value, quoted or not, and what follows it.
fn value(text: &str) -> (String, &str) {
    let Some(inner) = text.strip_prefix('"') else {
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        return (text[..end].to_owned(), &text[end..]);
    };
    let mut out = String::new();
    let mut chars = inner.char_indices();
    while let Some((i, c)) = chars.next() {
        match c {
            '"' => return (out, &inner[i + 1..]),
            '\\' => match chars.next().map(|c| c.1) {
                Some('n') => out.push('\n'),
                Some('t') => out.push('\t'),
                Some('r') => out.push('\r'),
                Some('0') => out.push('\0'),
                Some('u') => {
                    let code: String = chars
                        .by_ref()
                        .map(|c| c.1)
                        .skip_while(|c| *c == '{')
                        .take_while(|c| *c != '}')
                        .collect();
                    let c = u32::from_str_radix(&code, 16).ok().and_then(char::from_u32);
                    out.push(c.unwrap_or('\u{fffd}'));
                }
                Some(c) => out.push(c),
                None => break,
            },
            c => out.push(c),
        }
    }
    // Cut off in the middle of a value.
    (out, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = r#"[gc] something else
jit version id=V0 key=c1 point="run merge point" greens="pc=3 code=\"a b\"" why=first context="k0=Signed" at=/nowhere/t.py:12
jit session number=1 name=1a2b3c4d parent=00000000 from=- point="run merge point" greens="pc=3"
jit place session=1 key=c1 point="run merge point" greens="pc=3" printable="3: ADD"
jit trust session=1 kind=field name=Code.limit at=/nowhere/t.py:15
jit trust session=2 kind=field name=Code.limit at=/nowhere/t.py:15
jit fragment id=F0 version=V0 from=- address=0x1000 bytes=61 cold=24 ns=5120 counts="int_add:1 int_lt:2" end=branch
  graph V0
  b0(v0: Signed):
jit forced fragment=F0 type=W_Int reason="stored in an object"
jit version id=V1 key=c1 point="run merge point" greens="pc=3" why="constant differs" context=""
jit edge id=E3 place=r1
jit warning point="run merge point" greens="pc=3" what="too many versions"
jit flush number=1 why="memory is exhausted" fragments=2 edges=3 versions=2 memory=4100 kept=1 lingers=1 milliseconds=7
jit summary sessions=2 versions=2
"#;

    #[test]
    fn versions_are_grouped_by_key_with_their_code() {
        let text = render(LOG, RenderOptions::default()).unwrap();
        let expected = "\
run merge point, pc=3 code=\"a b\"  [3: ADD]                              /nowhere/t.py:12
  V0: first
    k0=Signed
    F0: 61 + 24 bytes, 5.1 µs, ends by branch: int_add 1, int_lt 2
        graph V0
        b0(v0: Signed):
      W_Int is allocated: stored in an object
  V1: constant differs

outside of versions
    edge id E3, place r1

trusted: field Code.limit                                               /nowhere/t.py:15
warning: too many versions (run merge point, pc=3)
warning: all compiled code was forgotten: memory is exhausted, after 7 ms (2 fragments, 4 kB, some of it on the stack)
in all
  sessions                  2
  versions                  2
";
        assert_eq!(text, expected);
        let short = render(LOG, RenderOptions { no_code: true }).unwrap();
        assert!(!short.contains("b0(v0"));
    }

    #[test]
    fn a_log_of_nothing_says_why() {
        let log = "jit warning what=\"nothing was compiled: no merge point was reached often enough\" arrivals=3 \
                   threshold=1039\njit summary sessions=0\n";
        let text = render(log, RenderOptions::default()).unwrap();
        assert!(
            text.contains("often enough (arrivals 3, threshold 1039)"),
            "{text}"
        );
        let table = table::table(log).unwrap();
        assert!(
            table.contains("\n  The program is short, a green is another one"),
            "{table}"
        );
    }

    #[test]
    fn damaged_logs_are_read_as_far_as_they_go() {
        let read = |log| render(log, RenderOptions::default());
        assert!(read("").unwrap().contains("compiled nothing"));
        assert_eq!(read("a letter\n"), Err(NoLog));
        let text = read("jit version id=V0 key=\"c1 and").unwrap();
        assert!(text.contains("V0"));
        assert_eq!(value("\"a\\u{e9}b\" c=1"), ("aéb".to_owned(), " c=1"));
    }
}
