//! The structure of the workspace: each crate depends only on those above it in the list of the design.
use std::collections::BTreeMap;

/// From top to bottom; a crate may use those that stand before it.
const ORDER: [&str; 14] = [
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
    "hintannotator",
    "timeshift",
    "compat",
    "genext",
];
/// Beside the order: the stubs, and these tests.
const OUTSIDE: [&str; 4] = ["genext-rt", "genext-rt-jit", "genext-tests", "filetest"];

fn dependencies() -> BTreeMap<String, Vec<String>> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let manifest = std::fs::read_to_string(format!("{root}/Cargo.toml")).unwrap();
    let members = manifest
        .split("members = [")
        .nth(1)
        .unwrap()
        .split(']')
        .next()
        .unwrap();
    let mut result = BTreeMap::new();
    for member in members.split('"').skip(1).step_by(2) {
        let text = std::fs::read_to_string(format!("{root}/{member}/Cargo.toml")).unwrap();
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
fn the_stub_stays_small() {
    let all = dependencies();
    assert_eq!(all["genext-rt"], ["runtime"]);
    assert_eq!(all["genext-rt-jit"], ["runtime", "timeshift"]);
    assert!(
        !all["runtime"]
            .iter()
            .any(|d| d != "abi" && all.contains_key(d)),
        "{:?}",
        all["runtime"]
    );
}

/// The stub of programs with a JIT is built with what it needs of the crates above, not with the parser or the typer.
#[test]
fn the_stub_with_a_jit_knows_no_front_end() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let stub = std::fs::read_to_string(format!("{root}/cli/rt-jit/Cargo.toml")).unwrap();
    assert!(stub.contains("timeshift = { path = \"../../timeshift\", default-features = false }"));
}
