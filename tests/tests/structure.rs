//! The structure of the workspace: each crate depends only on those above it in the table of `ARCHITECTURE.md`.
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

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

/// The files below the root that git would track, by their endings: path from the root, and text.
fn files(endings: &[&str]) -> Vec<(String, String)> {
    fn walk(root: &Path, folder: &str, endings: &[&str], found: &mut Vec<(String, String)>) {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = match folder {
                "" => name.clone(),
                _ => format!("{folder}/{name}"),
            };
            if entry.file_type().unwrap().is_dir() {
                if !name.starts_with('.') && !["target", "template", "vendor"].contains(&&*name) {
                    walk(root, &path, endings, found);
                }
            } else if endings.iter().any(|e| name.ends_with(e)) {
                found.push((
                    path.clone(),
                    std::fs::read_to_string(root.join(path)).unwrap(),
                ));
            }
        }
    }
    let mut found = Vec::new();
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    walk(root, "", endings, &mut found);
    found.sort();
    assert!(found.len() > 20, "only {} files {endings:?}", found.len());
    found
}

/// Whether a file is part of what is built, and no test.
fn is_product(path: &str) -> bool {
    !path.starts_with("tests/")
        && !path.contains("/tests/")
        && !path.contains("/examples/")
        && !path.ends_with("tests.rs")
        && !path.starts_with("examples/")
}

/// Columns that a line of prose may have.
const COLUMNS: usize = 120;

/// Pages whose lines are made by a script, one for each test or table row.
const GENERATED: [&str; 1] = ["docs/conformance.md"];

/// Comments and pages are read side by side with code. Text diagrams and tables are as wide as they have to be: lines
/// with columns (two spaces, arrows, boxes) in comments; tables and code in pages.
#[test]
fn prose_fits_into_its_columns() {
    let mut wide = Vec::new();
    for (path, text) in files(&[".rs", ".md"]) {
        let page = path.ends_with(".md");
        if GENERATED.contains(&path.as_str()) || page && path.starts_with("examples/") {
            continue;
        }
        let mut code = false;
        for (n, line) in text.lines().enumerate() {
            let comment = line.trim_start().strip_prefix("//");
            let comment = comment.map(|c| c.trim_start_matches(['/', '!']).trim_start());
            let inside = if page { Some(line) } else { comment };
            let Some(inside) = inside else { continue };
            code ^= inside.trim_start().starts_with("```");
            let figure = match page {
                true => line.starts_with('|'),
                false => inside.contains(['→', '←', '─', '▶', '|']) || inside.contains("  "),
            };
            if !code && !figure && line.chars().count() > COLUMNS {
                wide.push(format!("{path}:{}", n + 1));
            }
        }
    }
    assert!(wide.is_empty(), "above {COLUMNS} columns: {wide:#?}");
}

/// Lines of a function, first to last.
const LONGEST: usize = 150;
/// A function above this has to be read in parts.
const LONG: usize = 80;
/// How many functions may be longer than [`LONG`]: most are one `match` with an arm for each operation.
const LONG_FUNCTIONS: usize = 100;

/// Functions that are longer than [`LONGEST`], with the reason.
const LONG_BY_NAME: [(&str, &str, &str); 2] = [
    (
        "python/src/engine/dispatch.rs",
        "execute",
        "one arm for each of 95 instructions",
    ),
    (
        "python/src/live/quick/run.rs",
        "quick",
        "the loop that does frequent cases in place: calls would cost a fifth of its speed",
    ),
];

/// The functions of a file that is formatted as rustfmt does: name and number of lines.
fn functions(text: &str) -> Vec<(&str, usize)> {
    let text = text.split("\n#[cfg(test)]\nmod ").next().unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let indent = &line[..line.len() - code.len()];
        let Some((before, after)) = code.split_once("fn ") else {
            continue;
        };
        let words = before.split_whitespace();
        let is_item = |w: &str| {
            w.starts_with("pub")
                || ["const", "unsafe", "extern", "\"C\"", "in"].contains(&w)
                || w.starts_with("crate::") && w.ends_with(')')
        };
        if !words.clone().all(is_item) {
            continue;
        }
        let name = after.split(['(', '<']).next().unwrap();
        let close = format!("{indent}}}");
        let declared = format!("{indent}) ");
        // A signature without a body ends with a semicolon; a body ends at the first brace in the column of the start.
        for (n, &end) in lines[i..].iter().enumerate() {
            if end == close {
                found.push((name, n + 1));
                break;
            }
            let header = n == 0 || end.starts_with(&declared);
            if header && (end.ends_with(';') || end.ends_with('}')) {
                break;
            }
        }
    }
    found
}

#[test]
fn functions_are_short() {
    let mut long = Vec::new();
    let mut count = 0;
    for (path, text) in files(&[".rs"]) {
        if !is_product(&path) {
            continue;
        }
        for (name, lines) in functions(&text) {
            count += 1;
            if lines > LONG {
                long.push((lines, path.clone(), name.to_owned()));
            }
        }
    }
    assert!(count > 5000, "only {count} functions");
    long.sort();
    long.reverse();
    let named = |path: &str, name: &str| {
        let mut all = LONG_BY_NAME.iter();
        all.any(|(p, n, _)| (*p, *n) == (path, name))
    };
    let too_long: Vec<_> = long
        .iter()
        .filter(|(n, path, name)| *n > LONGEST && !named(path, name))
        .collect();
    assert!(too_long.is_empty(), "above {LONGEST} lines: {too_long:#?}");
    for (path, name, _) in LONG_BY_NAME {
        let is_long = |(n, p, f): &(usize, String, String)| *n > LONGEST && p == path && f == name;
        assert!(
            long.iter().any(is_long),
            "{path}: `{name}` is no longer long"
        );
    }
    assert!(
        long.len() <= LONG_FUNCTIONS,
        "{} functions above {LONG} lines, of at most {LONG_FUNCTIONS}: {long:#?}",
        long.len()
    );
}

/// Types that files define at their top: name, and whether they are public.
fn types(text: &str) -> impl Iterator<Item = (&str, bool)> {
    text.lines().filter_map(|line| {
        let (public, rest) = match line.strip_prefix("pub ") {
            Some(rest) => (true, rest),
            None => (false, line.strip_prefix("pub(crate) ").unwrap_or(line)),
        };
        let rest = rest.strip_prefix("unsafe ").unwrap_or(rest);
        let (kind, name) = rest.split_once(' ')?;
        let name = name
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .next()?;
        (["struct", "enum", "trait", "union"].contains(&kind) && !name.is_empty())
            .then_some((name, public))
    })
}

/// Names that every module knows without an import.
const PRELUDE: [&str; 34] = [
    "AsMut",
    "AsRef",
    "Box",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Drop",
    "Eq",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "Hash",
    "Into",
    "IntoIterator",
    "Iterator",
    "Option",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Send",
    "Sized",
    "String",
    "Sync",
    "ToOwned",
    "ToString",
    "TryFrom",
    "TryInto",
    "Unpin",
    "Vec",
    "Display",
];

#[test]
fn types_hide_no_name_of_the_standard_library() {
    for (path, text) in files(&[".rs"]) {
        for (name, _) in types(&text) {
            assert!(!PRELUDE.contains(&name), "{path}: `{name}`");
        }
    }
}

/// One name means one thing: a public type has a name that at most one other crate uses for something else.
#[test]
fn names_of_types_tell_them_apart() {
    let mut crates: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (path, text) in files(&[".rs"]) {
        if !is_product(&path) {
            continue;
        }
        let folder = path.split('/').next().unwrap();
        for (name, _) in types(&text).filter(|(_, public)| *public) {
            let users = crates.entry(name.to_owned()).or_default();
            users.insert(folder.to_owned());
        }
    }
    assert!(crates.len() > 500, "only {} types", crates.len());
    crates.retain(|_, users| users.len() > 2);
    assert!(
        crates.is_empty(),
        "defined in three or more crates: {crates:#?}"
    );
}

/// A comment on a field or variant says what its name and type do not: units, shapes, when, why.
#[test]
fn comments_do_not_repeat_names() {
    let mut repeated = Vec::new();
    for (path, text) in files(&[".rs"]) {
        if path == "cli/src/args.rs" {
            continue; // There comments are what `--help` prints.
        }
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for i in 1..lines.len().saturating_sub(1) {
            let Some(comment) = lines[i].strip_prefix("/// ") else {
                continue;
            };
            if lines[i - 1].starts_with("///") || lines[i + 1].starts_with("///") {
                continue;
            }
            let item = lines[i + 1].strip_prefix("pub ").unwrap_or(lines[i + 1]);
            let (name, field) = match item.split_once(": ") {
                Some((name, _)) => (name, true),
                None => (item.split(['(', ',', ' ']).next().unwrap(), false),
            };
            let variant =
                !field && item.ends_with([',', '{']) && item.starts_with(char::is_uppercase);
            let comment = comment.trim_end_matches('.').to_lowercase();
            let words: Vec<&str> = comment
                .split_whitespace()
                .filter(|w| !["a", "an", "the", "its"].contains(w))
                .collect();
            let plain = |s: &str| s.replace('_', "").to_lowercase();
            if (field || variant) && plain(&words.concat()) == plain(name) {
                repeated.push(format!("{path}:{}: {}", i + 1, lines[i]));
            }
        }
    }
    assert!(repeated.is_empty(), "{repeated:#?}");
}
