//! The exact shape of machine code, for the few sequences where it matters: `tests/asm/*.ll`, with the listing in the
//! file. `GENEXT_BLESS=1` writes it.
use std::fmt::Write as _;
use std::path::Path;

use backend_x86::{BackendOptions, compile_program, link};
use iced_x86::{Decoder, DecoderOptions, Formatter, NasmFormatter};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/asm");
    filetest::run(folder, "ll", |path| {
        filetest::behind_mark(path, "#=== asm\n", listing)
    })
}

fn listing(input: &str) -> Result<String, String> {
    let program = lowlevel::parse::parse_program(input).map_err(|e| e.to_string())?;
    let module =
        compile_program(&program, &BackendOptions::default()).map_err(|e| e.to_string())?;
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
    Ok(actual)
}
