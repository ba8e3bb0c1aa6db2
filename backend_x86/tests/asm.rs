//! The exact shape of machine code, for the few sequences where it matters: `tests/asm/*.ll`, with the listing in the file.
//! `GENEXT_BLESS=1` writes it.
use std::fmt::Write as _;
use std::path::Path;

use backend_x86::{Options, compile_program, link};
use iced_x86::{Decoder, DecoderOptions, Formatter, NasmFormatter};
use libtest_mimic::{Arguments, Failed, Trial};

const MARK: &str = "#=== asm\n";

fn main() {
    let args = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/asm");
    let mut files: Vec<_> = std::fs::read_dir(&root)
        .expect("the directory of listings")
        .flatten()
        .map(|e| e.path())
        .collect();
    files.sort();
    let tests = files
        .into_iter()
        .map(|f| {
            let name = f
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            Trial::test(name, move || check(&f).map_err(Failed::from))
        })
        .collect();
    libtest_mimic::run(&args, tests).exit();
}

fn check(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let (input, expected) = text.split_once(MARK).unwrap_or((&text, ""));
    let program = rtyper::ll::parse::parse_program(input).map_err(|e| e.to_string())?;
    let module = compile_program(&program, &Options::default()).map_err(|e| e.to_string())?;
    let mut actual = String::new();
    let mut formatter = NasmFormatter::new();
    let image = link(&module, 0x1000_0000).map_err(|e| e.to_string())?;
    for code in module.funcs.iter().flatten() {
        writeln!(actual, "{}:", code.name).expect("a string");
        let at = image
            .view()
            .iter::<abi::format::FunctionInfo>(image.header.functions)
            .find(|f| image.view().str(f.name) == code.name)
            .map_or(0, |f| f.start as usize);
        let text = image.view().segment(image.header.text);
        // Addresses count from the function's start, so that listings do not depend on its neighbours.
        let bytes = &text[at..at + code.code.len()];
        for i in &mut Decoder::with_ip(64, bytes, 0, DecoderOptions::NONE) {
            let mut line = String::new();
            formatter.format(&i, &mut line);
            writeln!(actual, "{:4x}  {line}", i.ip()).expect("a string");
        }
    }
    if actual == expected {
        return Ok(());
    }
    if std::env::var_os("GENEXT_BLESS").is_some() {
        return std::fs::write(path, format!("{input}{MARK}{actual}")).map_err(|e| e.to_string());
    }
    Err(format!(
        "listing differs (GENEXT_BLESS=1 to accept):\n{actual}"
    ))
}
