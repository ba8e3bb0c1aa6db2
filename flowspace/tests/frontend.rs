//! File tests of the parser and compiler: `tests/frontend/*.txt`.
//!
//! A file holds cases. Each starts with `=== NAME MODE OUTPUT` (mode `py2` or `py3`; output `ast`, `code` or `errors`), followed by the
//! source, a line `---`, and the expected text. `GENEXT_BLESS=1` rewrites the expectations.
use std::fmt::Write;
use std::path::Path;

use flowspace::code::{Mode, disassemble};
use flowspace::{ast, compile, diag, parser, source};

struct Case {
    header: String,
    source: String,
    expected: String,
}

fn cases(text: &str) -> Vec<Case> {
    let mut out: Vec<Case> = Vec::new();
    let mut in_source = false;
    for line in text.lines() {
        if let Some(header) = line.strip_prefix("=== ") {
            out.push(Case {
                header: header.into(),
                source: String::new(),
                expected: String::new(),
            });
            in_source = true;
        } else if in_source && line == "---" {
            in_source = false;
        } else if let Some(case) = out.last_mut() {
            let part = if in_source {
                &mut case.source
            } else {
                &mut case.expected
            };
            part.push_str(line);
            part.push('\n');
        }
    }
    out
}

/// One node per line would be long; break before statements so that differences are readable.
fn readable(dump: &str) -> String {
    dump.replace("body=[", "body=[\n")
        .replace("),Expr(", "),\nExpr(")
        .replace("),Assign(", "),\nAssign(")
}

fn run(case: &Case) -> String {
    let words: Vec<&str> = case.header.split_whitespace().collect();
    let [_, mode, output] = words[..] else {
        panic!("bad header {:?}", case.header)
    };
    let mode = match mode {
        "py2" => Mode::Py2,
        "py3" => Mode::Py3,
        other => panic!("bad mode {other}"),
    };
    let file = source::add_file(None, "t.py", &case.source);
    let errors = |diags: Vec<diag::Diagnostic>| {
        let texts: Vec<String> = diags.iter().map(|d| diag::render(d, false)).collect();
        texts.join("\n")
    };
    let text = match output {
        "ast" => match parser::parse_file(file, mode) {
            Ok(module) => readable(&ast::dump(&module)),
            Err(diags) => errors(diags),
        },
        "code" => match compile::compile_module(file, mode) {
            Ok(code) => {
                assert_eq!(compile::verify(&code), Vec::<String>::new());
                disassemble(&code)
            }
            Err(diags) => errors(diags),
        },
        "errors" => match compile::compile_module(file, mode) {
            Ok(_) => "no errors".to_owned(),
            Err(diags) => errors(diags),
        },
        other => panic!("bad output {other}"),
    };
    let mut out = String::new();
    for line in text.lines() {
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

#[test]
fn file_tests() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/frontend");
    let bless = std::env::var_os("GENEXT_BLESS").is_some();
    let mut paths: Vec<_> = std::fs::read_dir(dir)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    paths.sort();
    let mut failures = String::new();
    let mut count = 0;
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut blessed = String::new();
        for case in cases(&text) {
            count += 1;
            let got = run(&case);
            if got != case.expected.trim_end().to_owned() + "\n" {
                let _ = writeln!(
                    failures,
                    "{}: {}\nexpected:\n{}\ngot:\n{got}",
                    path.display(),
                    case.header,
                    case.expected
                );
            }
            let _ = write!(blessed, "=== {}\n{}---\n{got}\n", case.header, case.source);
        }
        if bless {
            std::fs::write(&path, blessed).unwrap();
        }
    }
    assert!(count > 40, "only {count} cases found");
    assert!(bless || failures.is_empty(), "{failures}");
}
