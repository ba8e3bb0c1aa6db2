//! Every code of an annotation error has a program: its message says where each side came from (through calls,
//! attributes and items of lists) and how it is mended.
//!
//! `tests/codes/CODE.py` is the program with the rendered messages as comments at its end (`GENEXT_BLESS=1` writes
//! them). Messages that speak of one place only are listed in [`ONE_PLACE`].
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const MARK: &str = "#| ";

/// Codes whose message has one place: nothing else in the program is to blame.
const ONE_PLACE: &[&str] = &[
    "E0301", "E0311", "E0421", "E0422", "E0423", "E0454", "E0474", "E0480", "E0487", "W0714",
    "W0716", "W0717",
];

/// Codes of the annotator that no program can cause.
const NO_PROGRAM: &[&str] = &["E0400", "E0495", "E0496", "E0497", "E0498"];

fn genext(args: &[&str], path: &Path) -> String {
    let out = Command::new(env!("CARGO_BIN_EXE_genext"))
        .arg("check")
        .args(args)
        .arg(path)
        .output()
        .expect("genext runs");
    let text = if args.is_empty() {
        out.stderr
    } else {
        out.stdout
    };
    String::from_utf8_lossy(&text).into_owned()
}

fn check(path: &Path) -> Result<(), String> {
    let text = filetest::read(path)?;
    let source: String = text
        .lines()
        .filter(|l| !l.starts_with("#|"))
        .fold(String::new(), |s, l| s + l + "\n");
    let code = path.file_stem().unwrap_or_default().to_string_lossy();
    let json = genext(&["--format", "json"], path);
    let messages: Vec<Value> = json
        .lines()
        .filter_map(|l| serde_json::from_str(l).ok())
        .collect();
    let Some(found) = messages.iter().find(|m| m["code"] == *code) else {
        return Err(format!("no {code}:\n{json}"));
    };
    if !found["place"]["line"].is_u64() {
        return Err(format!("{code} has no place"));
    }
    if found["help"].as_str().is_none_or(str::is_empty) {
        return Err(format!("{code} has no help"));
    }
    let places = found["notes"].as_array().map_or(0, |notes| {
        let placed = notes.iter().filter(|n| n["place"]["line"].is_u64());
        placed.count()
    });
    if (places == 0) != ONE_PLACE.contains(&&*code) {
        return Err(format!("{code} names {places} other places"));
    }
    let shown = genext(&[], path).replace(&path.display().to_string(), "FILE");
    let mut out = source.trim_end().to_string() + "\n\n";
    for line in shown.trim_end().lines() {
        out.push_str(format!("{MARK}{line}").trim_end());
        out.push('\n');
    }
    filetest::whole(path, &out)
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/codes");
    let entries = std::fs::read_dir(folder).expect("the programs");
    let mut paths: Vec<_> = entries.flatten().map(|e| e.path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "py"));
    paths.sort();
    paths
}

#[test]
fn messages_say_where_each_side_came_from() {
    let wrong: Vec<String> = programs()
        .iter()
        .filter_map(|p| Some(format!("{}: {}", p.display(), check(p).err()?)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The codes that occur in the sources of the annotator.
fn codes_in(folder: &Path, out: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("sources").flatten() {
        let path = entry.path();
        if path.is_dir() {
            codes_in(&path, out);
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        for (at, _) in text.match_indices("\"E04") {
            let code = text.get(at + 1..at + 6).unwrap_or_default();
            if code[1..].bytes().all(|b| b.is_ascii_digit()) {
                out.insert(code.to_string());
            }
        }
    }
}

#[test]
fn every_code_has_a_program() {
    let mut codes = BTreeSet::new();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../annotator/src");
    codes_in(&sources, &mut codes);
    for p in programs() {
        let code = p.file_stem().unwrap_or_default().to_string_lossy();
        codes.remove(&*code);
    }
    codes.retain(|c| !NO_PROGRAM.contains(&c.as_str()));
    assert!(codes.is_empty(), "no program causes {codes:?}");
}
