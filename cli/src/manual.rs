//! `genext completions` and `genext man`: what the command line says of itself, for shells and for `man`.
use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
use crate::commands::{fail, print_bytes};

/// Prints a shell's completions.
pub(crate) fn completions(shell: Shell) -> u8 {
    let mut out = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "genext", &mut out);
    print_bytes(&out)
}

/// Prints a page for `man`: of the whole command, or of one of its commands.
pub(crate) fn page(command: Option<&str>) -> u8 {
    let mut all = Cli::command();
    all.build();
    let page = match command {
        None => clap_mangen::Man::new(all),
        Some(name) => match all.find_subcommand(name) {
            Some(found) if !found.is_hide_set() => {
                let title = format!("genext-{name}");
                clap_mangen::Man::new(found.clone().display_name(title.clone())).title(title)
            }
            _ => return fail(format!("there is no command `{name}`")),
        },
    };
    let mut out = Vec::new();
    match page.render(&mut out) {
        Ok(()) => print_bytes(&out),
        Err(e) => fail(format!("cannot make the page: {e}")),
    }
}
