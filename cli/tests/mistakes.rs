//! The most common mistakes of people who begin with RPython: each is found at its place, names the other side if there
//! is one, and says how it is mended.
//!
//! `tests/mistakes/*.py`: the first line has the code, how many other places are named at least, and a part of the help
//! line.
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// What is wrong with the first message of `genext check` on a program.
fn check(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let first = text.lines().next().unwrap_or("");
    let expected = first.strip_prefix("# ").and_then(|l| {
        let (code, rest) = l.split_once(", ")?;
        let (others, help) = rest.split_once(": ")?;
        Some((code, others.parse::<usize>().ok()?, help))
    });
    let (code, others, help) = expected.ok_or("the first line says nothing")?;
    let out = Command::new(env!("CARGO_BIN_EXE_genext"))
        .args(["check", "--format", "json"])
        .arg(path)
        .output()
        .map_err(|e| e.to_string())?;
    let messages = String::from_utf8_lossy(&out.stdout);
    let found: Value = messages
        .lines()
        .next()
        .and_then(|l| serde_json::from_str(l).ok())
        .unwrap_or_default();
    let notes = found["notes"].as_array().map_or(0, |notes| {
        let placed = notes.iter().filter(|n| n["place"]["line"].is_u64());
        placed.count()
    });
    let good = found["code"] == code
        && found["place"]["line"].is_u64()
        && notes >= others
        && found["help"].as_str().is_some_and(|h| h.contains(help));
    if good {
        Ok(())
    } else {
        Err(messages.into_owned())
    }
}

#[test]
fn common_mistakes_have_help() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let entries = std::fs::read_dir(folder).expect("the programs");
    let mut paths: Vec<_> = entries.flatten().map(|e| e.path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "py"));
    paths.sort();
    assert!(paths.len() >= 20);
    let wrong: Vec<String> = paths
        .iter()
        .filter_map(|p| Some(format!("{}: {}", p.display(), check(p).err()?)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
