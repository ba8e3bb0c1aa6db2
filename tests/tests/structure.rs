//! The structure of the workspace: each crate depends only on those above it in the table of `ARCHITECTURE.md`.
use std::collections::{BTreeMap, BTreeSet};

/// From top to bottom; a crate may use those that stand before it.
const ORDER: [&str; 16] = [
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
    "jit_abi",
    "jit",
    "hintannotator",
    "timeshift",
    "compat",
    "genext",
];
/// Beside the order: the stubs, and these tests.
const OUTSIDE: [&str; 4] = ["genext-rt", "genext-rt-jit", "genext-tests", "filetest"];

/// Lines of a manifest that have the form of a dependency.
const METADATA: [&str; 6] = [
    "version",
    "edition",
    "rust_version",
    "license",
    "keywords",
    "categories",
];

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

/// What the sources call a crate: the name of its library, or that of its package.
fn crate_name(manifest: &str) -> String {
    let names: Vec<&str> = manifest
        .split("[[")
        .next()
        .unwrap()
        .lines()
        .filter_map(|l| l.strip_prefix("name = \""))
        .collect();
    names.last().unwrap().trim_end_matches('"').to_owned()
}

/// The crates by name, with what they depend on.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let mut result = BTreeMap::new();
    for (_, text) in manifests() {
        let name = crate_name(&text);
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
        [
            "abi",
            "backend_x86",
            "ir",
            "jit",
            "jit_abi",
            "lowlevel",
            "runtime"
        ]
    );
}

/// The second column of `docs/dependencies.md` is what the manifests say: the crates that use a library, from top to
/// bottom; `most` for more than five; `tests` for what only tests need.
#[test]
fn the_table_of_libraries_is_true() {
    let all = dependencies();
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/dependencies.md");
    let page = std::fs::read_to_string(page).unwrap();
    let mut listed = BTreeSet::new();
    for row in page.lines().filter_map(|l| l.strip_prefix("| ")).skip(2) {
        let [libraries, users, ..] = row.split(" | ").collect::<Vec<_>>()[..] else {
            continue;
        };
        for library in libraries.split(", ") {
            let uses: Vec<&str> = ORDER
                .into_iter()
                .filter(|c| all[*c].iter().any(|d| d == library))
                .map(|c| if c == "genext" { "cli" } else { c })
                .collect();
            let expected = match uses.len() {
                0 => "tests".to_owned(),
                1..=5 => uses.join(", "),
                _ => "most".to_owned(),
            };
            assert_eq!(users, expected, "users of {library}");
            listed.insert(library.to_owned());
        }
    }
    let outside: BTreeSet<String> = all
        .values()
        .flatten()
        .filter(|d| !all.contains_key(*d) && *d != "genext")
        .cloned()
        .collect();
    let missing: Vec<&String> = outside.difference(&listed).collect();
    assert!(missing.is_empty(), "no row for {missing:?}");
}

/// Libraries and crates that a manifest names are named in the sources, too.
#[test]
fn dependencies_are_used() {
    fn text(folder: &std::path::Path, all: &mut String) {
        let Ok(entries) = std::fs::read_dir(folder) else {
            return;
        };
        for path in entries.map(|e| e.unwrap().path()) {
            if path.is_dir() {
                text(&path, all);
            } else if path.extension().is_some_and(|e| e == "rs") {
                all.push_str(&std::fs::read_to_string(&path).unwrap());
            }
        }
    }
    let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let mut unused = Vec::new();
    for (member, manifest) in manifests() {
        let mut sources = String::new();
        text(&root.join(&member).join("src"), &mut sources);
        if member.starts_with("cli/rt") {
            text(&root.join("cli/stub"), &mut sources);
        }
        let mut with_tests = sources.clone();
        text(&root.join(&member).join("tests"), &mut with_tests);
        let mut read = &sources;
        for line in manifest.lines() {
            match line {
                "[dependencies]" => read = &sources,
                "[dev-dependencies]" => read = &with_tests,
                _ => {}
            }
            let Some((name, rest)) = line.split_once(['.', ' ']) else {
                continue;
            };
            if !(rest.starts_with("workspace = true") || rest.contains("path = \""))
                || line.starts_with(|c: char| !c.is_lowercase())
            {
                continue;
            }
            let name = name.replace('-', "_");
            let named = [
                format!("{name}::"),
                format!("{name}!"),
                format!("use {name}"),
            ];
            if !METADATA.contains(&name.as_str()) && !named.iter().any(|n| read.contains(n)) {
                unused.push(format!("{member}: {name}"));
            }
        }
    }
    assert!(unused.is_empty(), "declared and not used: {unused:?}");
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

/// The names of libraries are too general for a registry: what is published is called `genext` or `genext-...`, in one
/// version, and says what it is.
#[test]
fn packages_can_be_published() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let workspace = std::fs::read_to_string(format!("{root}/Cargo.toml")).unwrap();
    let version = workspace
        .lines()
        .find(|l| l.starts_with("version = "))
        .unwrap();
    for (member, text) in manifests() {
        if text.contains("publish = false") {
            continue;
        }
        let package = text
            .lines()
            .find_map(|l| l.strip_prefix("name = \""))
            .unwrap()
            .trim_end_matches('"');
        let library = crate_name(&text);
        let expected = match library.as_str() {
            "genext" => library.clone(),
            other => format!("genext-{}", other.replace('_', "-")),
        };
        assert_eq!(package, expected, "{member}");
        assert!(text.contains("\ndescription = \""), "{member}");
        if member == "cli" {
            continue;
        }
        let row =
            format!("{library} = {{ package = \"{package}\", path = \"{member}\", {version} }}");
        assert!(workspace.contains(&row), "Cargo.toml has no line {row}");
    }
    // The extension for VS Code has that version, too.
    let extension = std::fs::read_to_string(format!("{root}/editors/vscode/package.json")).unwrap();
    let line = version.replace("version = ", "\"version\": ");
    assert!(extension.contains(&line), "package.json has no line {line}");
}

/// What lies outside of a package's folder, or belongs to no package of its own, is in what would be published.
#[test]
fn packages_have_what_they_embed() {
    let files = |package: &str| {
        let o = std::process::Command::new(env!("CARGO"))
            .args([
                "package",
                "--list",
                "--allow-dirty",
                "--offline",
                "-p",
                package,
            ])
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
            .output()
            .expect("cargo runs");
        assert!(o.status.success(), "{}", String::from_utf8_lossy(&o.stderr));
        String::from_utf8(o.stdout).expect("names of files")
    };
    for (package, needed) in [
        (
            "genext",
            &[
                "errors.md",
                "stub/rt.rs",
                "stub/rt-jit.rs",
                "stub/stub.rs",
                "Cargo.lock",
            ][..],
        ),
        (
            "genext-python",
            &["rpython/rlib/jit.py", "build-support/embed.rs"],
        ),
        ("genext-compat", &["build-support/embed.rs"]),
    ] {
        let files = files(package);
        for file in needed {
            let listed = files.lines().any(|l| l == *file);
            assert!(listed, "{file} is not in the package {package}:\n{files}");
        }
    }
}

/// The book has every page of `docs`, and links between them lead to pages and pictures that are there.
#[test]
fn the_book_is_complete() {
    let docs = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs"));
    let summary = std::fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    let mut pages = 0;
    for entry in std::fs::read_dir(docs).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !name.ends_with(".md") {
            continue;
        }
        pages += 1;
        let listed = name == "SUMMARY.md" || summary.contains(&format!("]({name})"));
        assert!(listed, "SUMMARY.md leaves out {name}");
        let text = std::fs::read_to_string(&path).unwrap();
        for link in text.split("](").skip(1) {
            let target = link.split([')', '#', ' ']).next().unwrap_or_default();
            if target.ends_with(".md") || target.ends_with(".png") {
                let inside = !target.contains("://") && !target.starts_with("..");
                assert!(
                    inside,
                    "{name} links to {target}, which the book does not have"
                );
                assert!(docs.join(target).is_file(), "{name} links to {target}");
            }
        }
    }
    assert!(pages > 10, "only {pages} pages");
}
