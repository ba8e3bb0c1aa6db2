//! `genext`: translates RPython.
use clap::Parser;

/// Translation makes and drops many small graphs, mostly in threads other than the first, where the system's allocator
/// takes up to two fifths of the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    std::panic::set_hook(Box::new(|info| {
        let place = info
            .location()
            .map(|l| format!(" ({}:{})", l.file(), l.line()))
            .unwrap_or_default();
        let what = info.payload_as_str().unwrap_or("unknown");
        eprintln!("error[E0999]: internal error{place}: {what}");
        eprintln!("  = note: this is a bug in genext, not in your program");
        eprintln!(
            "  = help: please report it with the target, the command line and `genext --version`"
        );
    }));
    runtime::process::ignore_file_size_signal();
    let cli = genext::args::Cli::parse();
    let code = std::panic::catch_unwind(|| genext::commands::run(cli)).unwrap_or(101);
    std::process::exit(i32::from(code));
}
