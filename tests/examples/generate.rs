//! Writes a generated program: `cargo run -p genext-tests --example generate -- kite 17 > p.kite`
use genext_tests::generate;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let usage = || -> ! {
        eprintln!("usage: generate (kite|tinyvm) SEED");
        std::process::exit(2);
    };
    let [_, language, seed] = &args[..] else {
        usage()
    };
    let Ok(seed) = seed.parse() else { usage() };
    print!(
        "{}",
        match language.as_str() {
            "kite" => generate::kite::program(seed),
            "tinyvm" => generate::tinyvm::program(seed),
            _ => usage(),
        }
    );
}
