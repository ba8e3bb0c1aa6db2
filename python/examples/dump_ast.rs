//! Developer's tool for the parser and compiler: prints trees or code, or checks many files.
//!
//! ```text
//! dump_ast [--python2] [--code | --scopes | --check | --time] FILE...
//! ```
//! Without a switch prints the AST of each file in the canonical form that `tests/conformance/parser_compare.py` makes
//! from CPython's `ast` (a file that is not Python: `ERROR` and the first message). `--check` compiles each file,
//! verifies the code objects and prints what fails; `--time` reports lines per second; `--scopes` prints one line per
//! file with the parameters and free variables of each function and class, for `tests/conformance/scopes_compare.py`.
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use ir::diag::{Diagnostic, render};
use ir::source;
use python::code::{CodeKind, CodeObject, ConstValue, Mode, disassemble};
use python::{ast, compile, parser};

fn main() -> ExitCode {
    let mut mode = Mode::Py3;
    let mut action = "ast".to_owned();
    let mut files = Vec::new();
    for arg in std::env::args().skip(1) {
        match arg.as_str() {
            "--python2" => mode = Mode::Py2,
            "--code" | "--scopes" | "--check" | "--time" => action = arg[2..].to_owned(),
            "-" => files.extend(std::io::stdin().lines().map_while(Result::ok)),
            _ => files.push(arg),
        }
    }
    let (mut lines, mut failed) = (0u64, 0u32);
    let (mut parsing, mut compiling) = (0.0, 0.0);
    for name in &files {
        let file = match parser::decode::load_file(Path::new(name), name) {
            Ok(file) => file,
            Err(d) => {
                failed += 1;
                report(&action, name, &[*d]);
                continue;
            }
        };
        lines += u64::from(source::file(file).line_count());
        let start = Instant::now();
        let module = match parser::parse_file(file, mode) {
            Ok(module) => module,
            Err(diags) => {
                failed += 1;
                report(&action, name, &diags);
                continue;
            }
        };
        parsing += start.elapsed().as_secs_f64();
        if action == "ast" {
            println!("{}", ast::dump(&module));
            continue;
        }
        let start = Instant::now();
        match compile::compile_ast(&module) {
            Ok(code) => {
                compiling += start.elapsed().as_secs_f64();
                if action == "code" {
                    print!("{}", disassemble(&code));
                }
                if action == "scopes" {
                    let mut out = Vec::new();
                    scopes(&code, &mut out);
                    out.sort();
                    println!("{}", out.join(" "));
                }
                if action == "check" {
                    let errors = compile::verify(&code);
                    if !errors.is_empty() {
                        failed += 1;
                        println!("{name}: {}", errors[..errors.len().min(3)].join("\n  "));
                    }
                }
            }
            Err(diags) => {
                failed += 1;
                report(&action, name, &diags);
            }
        }
    }
    if action == "check" || action == "time" {
        eprintln!(
            "{} files, {lines} lines, {failed} failed; parse {:.0} ms, compile {:.0} ms: {:.2} M lines/s",
            files.len(),
            parsing * 1e3,
            compiling * 1e3,
            lines as f64 / (parsing + compiling) / 1e6
        );
    }
    ExitCode::from(u8::from(failed > 0 && action != "ast"))
}

/// `name(parameters)[free variables]`, with `*` for a generator.
fn scopes(code: &CodeObject, out: &mut Vec<String>) {
    for c in &code.consts {
        let ConstValue::Code(inner) = c else { continue };
        if inner.kind != CodeKind::Comprehension {
            let params: Vec<_> = (0..inner.parameter_count() as usize)
                .map(|i| inner.varnames[i].as_str())
                .collect();
            let mut free: Vec<_> = inner.freevars.iter().map(|n| n.as_str()).collect();
            free.sort();
            out.push(format!(
                "{}({})[{}]{}",
                inner.name,
                params.join(","),
                free.join(","),
                if inner.is_generator { "*" } else { "" }
            ));
        }
        scopes(inner, out);
    }
}

fn report(action: &str, name: &str, diags: &[Diagnostic]) {
    match action {
        "ast" | "scopes" => println!("ERROR {}", diags[0].message),
        "code" => diags.iter().for_each(|d| eprintln!("{}", render(d, false))),
        _ => {
            let place = diags[0].span.location();
            let place = place.map_or(name.to_owned(), |l| l.to_string());
            println!("{place}: {}", diags[0].message);
        }
    }
}
