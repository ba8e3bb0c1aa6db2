//! `genext soundness`, `genext explain`, `genext check --format json`, and that every error code has its page.
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn genext(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_genext"))
        .args(args)
        .current_dir(root())
        .output()
        .expect("genext runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn an_example_is_sound() {
    let out = genext(&[
        "soundness",
        "examples/tinyvm/targettinyvm.py",
        "examples/tinyvm/programs/arith.tvm",
    ]);
    let err = text(&out.stderr);
    assert_eq!(out.status.code(), Some(0), "{err}");
    assert!(err.contains("all as annotated"), "{err}");
    assert!(err.contains("changes nothing"), "{err}");
    assert!(err.contains("5 other schedules: the same state"), "{err}");
    let expected = std::fs::read(root().join("examples/tinyvm/expected/arith.out"));
    if let Ok(expected) = expected {
        assert_eq!(
            text(&out.stdout),
            text(&expected),
            "the program's own output"
        );
    }
}

#[test]
fn explains_codes() {
    let out = genext(&["explain", "e0411"]);
    assert_eq!(out.status.code(), Some(0));
    assert!(
        text(&out.stdout).starts_with("E0411: "),
        "{}",
        text(&out.stdout)
    );
    for short in ["411", "[E0411]", "0411"] {
        let out = text(&genext(&["explain", short]).stdout);
        assert!(out.starts_with("E0411: "), "{short}: {out}");
    }
    assert_eq!(genext(&["explain", "E9999"]).status.code(), Some(1));
    let all = text(&genext(&["explain"]).stdout);
    assert!(all.lines().count() > 60 && all.contains("E0490"), "{all}");
}

/// All codes in string literals of the sources.
fn codes_in(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            codes_in(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let source = std::fs::read_to_string(&path).expect("a source");
            for (i, _) in source.match_indices('"') {
                let Some(code) = source.get(i + 1..i + 6) else {
                    continue;
                };
                let letter = code.starts_with(['E', 'W']);
                let number = code[1..].bytes().all(|b| b.is_ascii_digit());
                if letter && number && source[i + 6..].starts_with('"') {
                    found.insert(code.to_owned());
                }
            }
        }
    }
}

#[test]
fn every_code_has_a_page() {
    let mut codes = BTreeSet::new();
    for folder in [
        "ir/src",
        "python/src",
        "flowspace/src",
        "annotator/src",
        "lowlevel/src",
        "transform/src",
        "rtyper/src",
        "cli/src",
    ] {
        codes_in(&root().join(folder), &mut codes);
    }
    assert!(codes.len() > 60, "{codes:?}");
    let missing: Vec<&String> = codes
        .iter()
        .filter(|c| genext::explain::page(c).is_none())
        .collect();
    assert!(
        missing.is_empty(),
        "no page in docs/errors.md for {missing:?}"
    );
}

#[test]
fn json_for_editors() {
    let folder = std::env::temp_dir().join(format!("genext-json-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("target.py");
    std::fs::write(
        &file,
        "def entry_point(argv):\n    x = len(argv)\n    if x > 1:\n        x = 'a'\n    return x\n",
    )
    .expect("written");
    let out = genext(&["check", "--format", "json", &file.to_string_lossy()]);
    assert_eq!(out.status.code(), Some(1));
    let line = text(&out.stdout);
    let d: serde_json::Value =
        serde_json::from_str(line.lines().next().unwrap_or("")).expect("JSON");
    assert_eq!(d["code"], "E0411", "{line}");
    assert!(
        line.contains("\"line\":4"),
        "the place of the constant: {line}"
    );
    assert!(
        d["notes"].as_array().is_some_and(|n| !n.is_empty()),
        "{line}"
    );
    let _ = std::fs::remove_dir_all(&folder);
}

/// What `genext check` writes of a program in these files, the first of which is the target. It is in error, and these
/// parts are in the text.
fn refused(name: &str, files: &[(&str, &str)], parts: &[&str]) -> String {
    let folder = std::env::temp_dir().join(format!("genext-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    for (file, source) in files {
        std::fs::write(folder.join(file), source).expect("written");
    }
    let out = genext(&["check", &folder.join(files[0].0).to_string_lossy()]);
    assert_eq!(out.status.code(), Some(1));
    let err = text(&out.stderr);
    for part in parts {
        assert!(err.contains(part), "no `{part}` in\n{err}");
    }
    let _ = std::fs::remove_dir_all(&folder);
    err
}

#[test]
fn an_import_in_a_function_shows_where_it_fails() {
    let files = [
        (
            "target.py",
            "def entry_point(argv):\n    from outer import SIZE\n    return SIZE\n",
        ),
        ("outer.py", "import inner\nSIZE = inner.size(argv=1)\n"),
        (
            "inner.py",
            "def size(argv):\n    return sizes()[argv]\ndef sizes():\n    return {}\n",
        ),
    ];
    let parts = [
        "E0311",
        "KeyError: 1",
        "outer.py:2:8",
        "while importing this module",
        "inner.py:2:12",
        "in `size`",
    ];
    refused("import", &files, &parts);
}

/// What a program makes while it is imported is its own text, not the library's.
#[test]
fn an_error_in_code_of_exec_is_shown_there() {
    let source = "def two(a):\n    return a\n\nmade = {'two': two}\nexec('def caller(x):\\n    return two(x, x)\\n', made)\n\n\
                  def entry_point(argv):\n    return made['caller'](len(argv))\n";
    let parts = [
        "E0403",
        "<string>:2:12",
        "return two(x, x)",
        "target.py:1:5",
    ];
    let err = refused("exec", &[("target.py", source)], &parts);
    assert!(!err.contains("library"), "{err}");
}
