//! Prints the machine code of a program in text form:
//! `cargo run -p genext-backend-x86 --example asm -- FILE.ll [FUNCTION] [--mir] [--fast]`. The program is taken through
//! the mandatory transforms unless it says `# phase: gc`.
use backend_x86::isel::{self, Cx};
use backend_x86::regalloc::Allocator;
use backend_x86::{BackendOptions, compile_program, link};
use iced_x86::{Decoder, DecoderOptions, Formatter, NasmFormatter};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let flag = |f: &str| args.iter().any(|a| a == f);
    let names: Vec<&String> = args.iter().filter(|a| !a.starts_with("--")).collect();
    let text = std::fs::read_to_string(names.first().ok_or("which file?")?)?;
    let input = text.split_once("#=== output\n").map_or(&text[..], |x| x.0);
    let mut program = lowlevel::parse::parse_program(input).map_err(|e| e.to_string())?;
    if !input.contains("# phase: gc") {
        let mut options = transform::PassOptions::level(2);
        options.verify = false;
        transform::run_pipeline(&mut program, &options).map_err(|e| format!("{e:?}"))?;
    }
    let options = BackendOptions {
        allocator: if flag("--fast") {
            Allocator::Fast
        } else {
            Allocator::Ion
        },
        ..BackendOptions::default()
    };
    if flag("--mir") {
        let cx = Cx::new(&program);
        for f in program.funcs.iter() {
            if names.len() < 2 || f.name == *names[1] {
                println!("{}", isel::lower(&cx, &f.graph)?);
            }
        }
    }
    let module = compile_program(&program, &options)?;
    let image = link(&module, 0x1000_0000)?;
    let view = image.view();
    let mut formatter = NasmFormatter::new();
    for f in view.iter::<abi::format::FunctionInfo>(view.header.functions) {
        let name = view.str(f.name);
        let wanted = match names.get(1) {
            Some(n) => name == *n,
            None => !name.starts_with("gx_"),
        };
        if !wanted {
            continue;
        }
        println!("{name}: ; {} bytes", f.size);
        let code = view.segment(view.header.text);
        let code = &code[f.start as usize..(f.start + f.size) as usize];
        let at = view.header.base + view.header.text.offset + u64::from(f.start);
        for i in &mut Decoder::with_ip(64, code, at, DecoderOptions::NONE) {
            let mut line = String::new();
            formatter.format(&i, &mut line);
            println!("    {:6x}  {line}", i.ip() - at);
        }
    }
    Ok(())
}
