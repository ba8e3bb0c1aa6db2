//! Indices, lengths, bounds and sizes: the methods and operations of strings, lists, dictionaries, bytearrays and
//! builders do translated what they do untranslated, for every combination of small sets of arguments (negative, out of
//! range, empty, huge), and what is not supported is refused. A file `bounds/*.txt` is a table:
//!
//! ```text
//! import from rpython.rlib.rstring import StringBuilder
//! set N int [0, 1, 1 << 62]                 a set of arguments: its kind, its values
//! str | s:S i:N | s[i:]                     a form: the kind of its result, its parameters, statements and an expression
//! !E0481 | s:S | s.strip('a', 'b')          a form that is refused, with the code of the error
//! ```
//! Each form becomes a function with handlers for the exceptions of Python; its arguments come from prebuilt lists, so
//! nothing is known of them while translating. The program prints one line for each combination. `bounds-cpython` files
//! run under CPython, too.
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use genext_tests::toolchain::{clean, genext, work};
use libtest_mimic::{Arguments, Trial};

const PRELUDE: &str = include_str!("bounds/prelude.py");

const EXCEPTIONS: [&str; 7] = [
    "UnicodeDecodeError",
    "UnicodeEncodeError",
    "IndexError",
    "KeyError",
    "ValueError",
    "ZeroDivisionError",
    "TypeError",
];

/// A form: one function of the program.
struct Form {
    number: usize,
    text: String,
    /// The kind of its result, or the code of the error.
    kind: String,
    /// Names of parameters, with the sets of their values.
    params: Vec<(String, String)>,
    body: Vec<String>,
    refused: bool,
}

struct Table {
    python2: bool,
    head: String,
    /// Names of sets, with the kinds of their values.
    sets: Vec<(String, String)>,
    forms: Vec<Form>,
}

fn parse(text: &str) -> Result<Table, String> {
    let mut table = Table {
        python2: text.lines().any(|l| l == "python2"),
        head: String::new(),
        sets: Vec::new(),
        forms: Vec::new(),
    };
    for (i, line) in text.lines().enumerate() {
        let line = line.trim();
        let bad = || format!("line {}: {line}", i + 1);
        if line.is_empty() || line.starts_with('#') || line == "python2" {
            continue;
        }
        if let Some(rest) = line.strip_prefix("import ") {
            table.head += &format!("{rest}\n");
        } else if let Some(rest) = line.strip_prefix("set ") {
            let mut words = rest.splitn(3, ' ');
            let (Some(name), Some(kind), Some(values)) = (words.next(), words.next(), words.next())
            else {
                return Err(bad());
            };
            table.head += &format!("{name} = {values}\n");
            table.sets.push((name.into(), kind.into()));
        } else {
            let mut parts = line.splitn(3, '|').map(str::trim);
            let (Some(kind), Some(params), Some(body)) = (parts.next(), parts.next(), parts.next())
            else {
                return Err(bad());
            };
            let params: Option<Vec<(String, String)>> = params
                .split_whitespace()
                .map(|p| p.split_once(':').map(|(n, s)| (n.into(), s.into())))
                .collect();
            table.forms.push(Form {
                number: i + 1,
                text: line.into(),
                kind: kind.trim_start_matches('!').into(),
                params: params.ok_or_else(bad)?,
                body: body.split(" ; ").map(str::to_owned).collect(),
                refused: kind.starts_with('!'),
            });
        }
    }
    Ok(table)
}

impl Table {
    fn kind_of(&self, set: &str) -> &str {
        let found = self.sets.iter().find(|(n, _)| n == set);
        found.map_or("?", |(_, k)| k)
    }
    /// A fresh argument for each call: forms change them.
    fn argument(&self, name: &str, set: &str) -> String {
        match self.kind_of(set) {
            "list" => format!("{name}_[:]"),
            "dict" => format!("{name}_.copy()"),
            "bytes" => format!("bytearray({name}_)"),
            _ => format!("{name}_"),
        }
    }
    /// The functions of a form: one with handlers in it, its caller with handlers around it, and the loops over the
    /// arguments.
    fn form(&self, f: &Form) -> String {
        let (n, show) = (f.number, &f.kind);
        let names: Vec<&str> = f.params.iter().map(|(n, _)| n.as_str()).collect();
        let names = names.join(", ");
        let (last, first) = f.body.split_last().expect("a body is not empty");
        let mut out = format!("def form{n}({names}):\n  try:\n");
        for s in first {
            let _ = writeln!(out, "    {s}");
        }
        if f.refused {
            let _ = writeln!(out, "    return use({last})");
        } else {
            let _ = writeln!(out, "    return show_{show}({last})");
        }
        for e in EXCEPTIONS {
            let _ = writeln!(out, "  except {e}:\n    return '{e}'");
        }
        let _ = writeln!(
            out,
            "def call{n}({names}):\n  try:\n    return form{n}({names})"
        );
        for e in ["MemoryError", "OverflowError"] {
            let _ = writeln!(out, "  except {e}:\n    return 'too large'");
        }
        let _ = writeln!(out, "def run{n}():\n  print({:?})", f.text);
        let mut indent = "  ".to_owned();
        for (name, set) in &f.params {
            let _ = writeln!(
                out,
                "{indent}for i_{name} in range(len({set})):\n{indent}  {name}_ = {set}[i_{name}]"
            );
            indent += "  ";
        }
        let arguments: Vec<String> = f.params.iter().map(|(n, s)| self.argument(n, s)).collect();
        let indices: Vec<String> = f
            .params
            .iter()
            .map(|(n, _)| format!("str(i_{n})"))
            .collect();
        let indices = indices.join(" + ' ' + ");
        let indices = if indices.is_empty() { "''" } else { &indices };
        let _ = writeln!(
            out,
            "{indent}print({indices} + ': ' + call{n}({}))",
            arguments.join(", ")
        );
        out
    }
    /// The program of the forms that are supported, or of those that are refused.
    fn program(&self, refused: bool) -> String {
        let mut out = format!("{PRELUDE}\n{}", self.head);
        let forms: Vec<&Form> = self.forms.iter().filter(|f| f.refused == refused).collect();
        for f in &forms {
            out += &self.form(f);
        }
        out += "def entry_point(argv):\n";
        for f in &forms {
            let _ = writeln!(out, "  run{}()", f.number);
        }
        out += "  return 0\nif __name__ == '__main__':\n  import sys\n  entry_point(sys.argv)\n";
        out
    }
}

fn read(path: &Path) -> Result<Table, String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    parse(&text)
}

fn write(path: &Path, suffix: &str, text: &str) -> Result<PathBuf, String> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let file = work().join(format!("{}_{suffix}.py", stem.replace('-', "_")));
    std::fs::write(&file, text).map_err(|e| e.to_string())?;
    Ok(file)
}

fn output(command: &mut Command) -> Result<String, String> {
    let out = command.output().map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    if out.status.success() {
        return Ok(text);
    }
    let errors = String::from_utf8_lossy(&out.stderr);
    let last: Vec<&str> = text.lines().rev().take(2).collect();
    Err(format!(
        "{command:?}: {}\n{errors}\nafter {last:?}",
        out.status
    ))
}

/// The first lines that differ, each below the form that it is of.
fn compare(expected: &str, found: &str, what: &str) -> Result<(), String> {
    let mut form = "";
    let mut message = String::new();
    for (a, b) in expected.lines().zip(found.lines()) {
        if a.contains(" | ") {
            form = a;
        }
        if a != b && message.len() < 4000 {
            let _ = writeln!(message, "{form}\n    expected {a}\n    found    {b}");
        }
    }
    if expected.lines().count() != found.lines().count() {
        message += "one of them ends early\n";
    }
    if message.is_empty() {
        Ok(())
    } else {
        Err(format!("{what}:\n{message}"))
    }
}

fn supported(path: &Path) -> Result<(), String> {
    let table = read(path)?;
    let program = write(path, "supported", &table.program(false))?;
    let mode = if table.python2 {
        "--python2"
    } else {
        "--python3"
    };
    let expected = output(Command::new(genext()).arg("py").arg(mode).arg(&program))?;
    if expected.lines().count() < table.forms.len() {
        return Err("the program prints too little".into());
    }
    for level in ["-O0", "-O2"] {
        let found = output(
            Command::new(genext())
                .arg("run")
                .arg(mode)
                .arg(level)
                .arg(&program),
        )?;
        compare(&expected, &found, level)?;
    }
    if path.to_string_lossy().ends_with("-cpython.txt") {
        let found = output(Command::new("python3").arg(&program))?;
        compare(&found, &expected, "untranslated, against CPython")?;
    }
    Ok(())
}

/// Every refused form has an error with its code on its line, and nothing else has.
fn refused(path: &Path) -> Result<(), String> {
    let table = read(path)?;
    let text = table.program(true);
    let program = write(path, "refused", &text)?;
    let mode = if table.python2 {
        "--python2"
    } else {
        "--python3"
    };
    let out = Command::new(genext())
        .args(["build", "-O0", mode, "--color", "never", "-o"])
        .arg(program.with_extension("exe"))
        .arg(&program)
        .output()
        .map_err(|e| e.to_string())?;
    let errors = String::from_utf8_lossy(&out.stderr).into_owned();
    // `error[E0481]: message` and `--> file:line:column`.
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut code = None;
    for line in errors.lines() {
        if let Some(rest) = line
            .strip_prefix("error[")
            .or(line.strip_prefix("unsupported["))
        {
            code = rest.split(']').next().map(str::to_owned);
        } else if let (Some(place), Some(c)) = (line.trim().strip_prefix("--> "), code.take()) {
            let number = place.rsplit(':').nth(1).and_then(|n| n.parse().ok());
            found.push((number.ok_or("a place without a line")?, c));
        }
    }
    let lines: Vec<&str> = text.lines().collect();
    let mut message = String::new();
    for f in table.forms.iter().filter(|f| f.refused) {
        let start = lines
            .iter()
            .position(|l| l.starts_with(&format!("def form{}(", f.number)))
            .ok_or("a form without a function")?;
        let stop = start + 3 + f.body.len();
        let mut codes = found
            .extract_if(.., |(n, _)| (start..stop).contains(n))
            .peekable();
        if codes.peek().is_none() {
            let _ = writeln!(message, "not refused: {}", f.text);
        }
        for (_, c) in codes.filter(|(_, c)| *c != f.kind) {
            let _ = writeln!(message, "refused with {c}: {}", f.text);
        }
    }
    for (n, c) in found {
        let _ = writeln!(message, "{c} in line {n}: {}", lines[n - 1]);
    }
    if message.is_empty() {
        Ok(())
    } else {
        Err(format!("{message}\n{errors}"))
    }
}

fn main() {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bounds");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of tables")
        .filter_map(|e| e.ok().map(|e| e.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "txt"))
        .collect();
    files.sort();
    let mut trials = Vec::new();
    for path in files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let forms = read(&path).map(|t| t.forms).unwrap_or_default();
        let (p, q) = (path.clone(), path.clone());
        if forms.iter().any(|f| !f.refused) || forms.is_empty() {
            trials.push(Trial::test(format!("supported::{name}"), move || {
                supported(&p).map_err(Into::into)
            }));
        }
        if forms.iter().any(|f| f.refused) {
            trials.push(Trial::test(format!("refused::{name}"), move || {
                refused(&q).map_err(Into::into)
            }));
        }
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    clean();
    conclusion.exit();
}
