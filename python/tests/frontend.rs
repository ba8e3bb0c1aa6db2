//! File tests of the parser and compiler: `tests/frontend/*.txt`.
//!
//! A file holds cases. Each starts with `=== NAME MODE OUTPUT` (mode `py2` or `py3`; output `ast`, `code` or `errors`),
//! followed by the source, a line `---`, and the expected text. `GENEXT_BLESS=1` rewrites the expectations.
use std::fmt::Write;
use std::path::Path;

use ir::{diag, source};
use python::code::{Mode, disassemble};
use python::{ast, compile, parser};

struct Case {
    header: String,
    source: String,
}

fn cases(text: &str) -> Vec<Case> {
    let mut out: Vec<Case> = Vec::new();
    let mut in_source = false;
    for line in text.lines() {
        if let Some(header) = line.strip_prefix("=== ") {
            out.push(Case {
                header: header.into(),
                source: String::new(),
            });
            in_source = true;
        } else if in_source && line == "---" {
            in_source = false;
        } else if let Some(case) = out.last_mut().filter(|_| in_source) {
            case.source.push_str(line);
            case.source.push('\n');
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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/frontend");
    let mut count = 0;
    filetest::all(filetest::files(folder, "txt").iter().map(|path| {
        let mut actual = String::new();
        for case in cases(&filetest::read(path)?) {
            count += 1;
            let got = run(&case);
            let _ = write!(actual, "=== {}\n{}---\n{got}\n", case.header, case.source);
        }
        filetest::whole(path, &actual)
    }));
    assert!(count > 40, "only {count} cases found");
}
