//! The structure of the workspace: each crate depends only on those above it in the table of `ARCHITECTURE.md`.
use std::collections::{BTreeMap, BTreeSet};

/// From top to bottom; a crate may use those that stand before it.
const ORDER: [&str; 15] = [
    "abi",
    "ir",
    "python",
    "flowspace",
    "annotator",
    "lowlevel",
    "transform",
    "rtyper",
    "backend_x86",
    "runtime",
    "jit",
    "hintannotator",
    "timeshift",
    "compat",
    "genext",
];
/// Beside the order: the stubs, and these tests.
const OUTSIDE: [&str; 4] = ["genext-rt", "genext-rt-jit", "genext-tests", "filetest"];

/// The folder and the manifest of each crate.
fn manifests() -> Vec<(String, String)> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let read = |path: String| std::fs::read_to_string(path).unwrap();
    let manifest = read(format!("{root}/Cargo.toml"));
    let (_, members) = manifest.split_once("members = [").unwrap();
    let (members, _) = members.split_once(']').unwrap();
    let members = members.split('"').skip(1).step_by(2);
    members
        .map(|m| (m.to_owned(), read(format!("{root}/{m}/Cargo.toml"))))
        .collect()
}

/// The crates by name, with what they depend on.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let mut result = BTreeMap::new();
    for (_, text) in manifests() {
        let name = text
            .lines()
            .find_map(|l| l.strip_prefix("name = \""))
            .unwrap()
            .trim_end_matches('"')
            .to_owned();
        let mut section = "";
        let mut deps = Vec::new();
        for line in text.lines() {
            if line.starts_with('[') {
                section = line;
            } else if (section == "[dependencies]" || section == "[build-dependencies]")
                && let Some(dep) = line.split(['.', ' ', '=']).next()
                && !dep.is_empty()
            {
                deps.push(dep.to_owned());
            }
        }
        result.insert(name, deps);
    }
    result
}

#[test]
fn crates_depend_only_on_those_above() {
    let all = dependencies();
    assert!(all.len() >= 8, "only {all:?}");
    for (name, deps) in &all {
        if OUTSIDE.contains(&name.as_str()) {
            continue;
        }
        let place = ORDER
            .iter()
            .position(|o| o == name)
            .unwrap_or_else(|| panic!("{name} is not in the order"));
        for dep in deps.iter().filter(|d| all.contains_key(*d)) {
            assert!(
                ORDER[..place].contains(&dep.as_str()),
                "{name} depends on {dep}, which does not stand above it"
            );
        }
    }
}

#[test]
fn the_stubs_know_no_front_end() {
    let all = dependencies();
    let reached = |from: &str| {
        let mut found = BTreeSet::new();
        let mut todo = vec![from.to_owned()];
        while let Some(c) = todo.pop() {
            for d in all[&c].iter().filter(|d| all.contains_key(*d)) {
                if found.insert(d.clone()) {
                    todo.push(d.clone());
                }
            }
        }
        found.into_iter().collect::<Vec<String>>()
    };
    assert_eq!(reached("genext-rt"), ["abi", "runtime"]);
    assert_eq!(
        reached("genext-rt-jit"),
        ["abi", "backend_x86", "ir", "jit", "lowlevel", "runtime"]
    );
}

/// What a crate is does not depend on who uses it.
#[test]
fn no_crate_has_features() {
    for (member, text) in manifests() {
        assert!(!text.contains("[features]"), "{member}");
        assert!(!text.contains("optional = true"), "{member}");
        assert!(!text.contains("default-features"), "{member}");
    }
}
