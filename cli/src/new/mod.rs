//! `genext new FOLDER`: a folder with a small language to start from.
//!
//! The files are those of `template/`, with the language's name, the folder's, in the place of `@name@`. They are
//! written to a folder beside the wanted one, which gets its name when all of them are there: what fails leaves nothing
//! behind.
use std::fs;
use std::io;
use std::path::Path;

use crate::commands::{fail, print_text};

/// The files: paths in the new folder, and their text. Both contain `@name@`.
const FILES: [(&str, &str); 13] = [
    (".gitignore", include_str!("template/gitignore")),
    ("README.md", include_str!("template/README.md")),
    ("compiler.py", include_str!("template/compiler.py")),
    ("lexer.py", include_str!("template/lexer.py")),
    ("machine.py", include_str!("template/machine.py")),
    ("target@name@.py", include_str!("template/target.py")),
    (
        "test_language.py",
        include_str!("template/test_language.py"),
    ),
    ("programs/fib.@name@", include_str!("template/programs/fib")),
    (
        "programs/fib.@name@.out",
        include_str!("template/programs/fib.out"),
    ),
    (
        "programs/primes.@name@",
        include_str!("template/programs/primes"),
    ),
    (
        "programs/primes.@name@.out",
        include_str!("template/programs/primes.out"),
    ),
    ("programs/sum.@name@", include_str!("template/programs/sum")),
    (
        "programs/sum.@name@.out",
        include_str!("template/programs/sum.out"),
    ),
];

/// The longest name: file names made of it are far from the limits of file systems.
const MAX_NAME: usize = 40;

/// Makes the folder and says what to do with it. The last part of its path is the language's name.
pub(crate) fn run(folder: &str, quiet: bool) -> u8 {
    let name = folder
        .trim_end_matches('/')
        .rsplit('/')
        .next()
        .unwrap_or("");
    if let Err(why) = check_name(name) {
        eprintln!("genext: `{name}` cannot be the name of a language: {why}");
        return 2;
    }
    let path = Path::new(folder);
    // A link that leads nowhere is in the way, too.
    if fs::symlink_metadata(path).is_ok() {
        return fail(format!(
            "`{folder}` exists already: choose another name, or remove it first"
        ));
    }
    let temporary = path.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    if let Err(e) = write(&temporary, name).and_then(|()| fs::rename(&temporary, path)) {
        // Best effort: the message is about the first failure.
        let _ = fs::remove_dir_all(&temporary);
        return fail(format!(
            "cannot make the folder `{folder}`: {}",
            crate::executable::reason(&e)
        ));
    }
    match quiet {
        true => 0,
        false => print_text(&first_steps(folder, name)),
    }
}

/// The name becomes part of a module's name, the name of the executable, and the ending of the language's files.
fn check_name(name: &str) -> Result<(), String> {
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Err("it must start with a letter from a to z or A to Z".to_owned());
    }
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if let Some(c) = name.chars().find(|&c| !allowed(c)) {
        return Err(format!(
            "`{c}` is not allowed, only letters, digits and underscores are"
        ));
    }
    if name.len() > MAX_NAME {
        return Err(format!("it has more than {MAX_NAME} characters"));
    }
    if name == "programs" || name == "out" {
        return Err("files of the new folder need that name".to_owned());
    }
    Ok(())
}

fn write(folder: &Path, name: &str) -> io::Result<()> {
    fs::create_dir(folder)?;
    fs::create_dir(folder.join("programs"))?;
    for (path, text) in FILES {
        let path = folder.join(path.replace("@name@", name));
        fs::write(path, text.replace("@name@", name))?;
    }
    Ok(())
}

fn first_steps(folder: &str, name: &str) -> String {
    format!(
        "made the folder `{folder}`; its README.md says what is in it. Try:\n\
         \x20   cd {folder}\n\
         \x20   genext test\n\
         \x20   genext run -Ojit target{name}.py programs/primes.{name}\n\
         \x20   genext build -Ojit target{name}.py\n"
    )
}
