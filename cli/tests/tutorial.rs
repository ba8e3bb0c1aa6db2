//! Every command of `README.md` and of `docs/tutorial.md` is run, in order, in a clean folder, and prints what the page
//! says. Sizes and times of `genext: made ...` are not compared.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).unwrap();
        }
    }
}

/// The commands of all `console` blocks with what they print.
fn commands(page: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if inside {
            match line.strip_prefix("$ ") {
                Some(command) => found.push((command.to_owned(), String::new())),
                None => {
                    let (_, output) = found.last_mut().expect("a block starts with a command");
                    output.push_str(line);
                    output.push('\n');
                }
            }
        }
    }
    found
}

/// The text without the sizes and times of `genext: made ...` and the line numbers of the library.
fn without_figures(text: &str) -> String {
    let mut out = String::new();
    let mut in_library = false;
    for line in text.lines() {
        if let Some((_, place)) = line.split_once("::: ") {
            in_library = place.starts_with("<genext>/");
            if in_library {
                let (file, _) = place.split_once(':').unwrap_or((place, ""));
                out.push_str(&format!("::: {file}\n"));
                continue;
            }
        }
        match (line.strip_prefix("genext: made "), line.split_once('|')) {
            (Some(made), _) => {
                let what = made.split(',').next().unwrap_or_default();
                out.push_str(&format!("genext: made {what}\n"));
            }
            // The lines of a snippet of the library are numbered as the library is today.
            (None, Some((_, source))) if in_library => out.push_str(&format!("|{source}\n")),
            _ => {
                in_library = false;
                out.push_str(&format!("{line}\n"));
            }
        }
    }
    out
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn shell(command: &str, folder: &Path) -> Command {
    let genext = Path::new(env!("CARGO_BIN_EXE_genext"));
    let path = format!(
        "{}:{}",
        genext.parent().unwrap().display(),
        std::env::var("PATH").unwrap()
    );
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &format!("exec 2>&1; {command}")])
        .current_dir(folder)
        .env("PATH", path);
    for variable in [
        "GENEXT_LOG",
        "GENEXT_GC",
        "GENEXT_JIT",
        "GENEXT_LIB",
        "GENEXT_WARNINGS",
        "PYTHONPATH",
        "FORCE_COLOR",
        "CLICOLOR_FORCE",
    ] {
        shell.env_remove(variable);
    }
    shell
}

/// A folder of its own for a page.
fn clean_folder(name: &str) -> PathBuf {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the commands of a page in a folder, which is removed afterwards.
fn walk(page: &str, folder: &Path, at_least: usize) {
    let all = commands(page);
    assert!(all.len() >= at_least, "only {} commands", all.len());
    for (command, expected) in all {
        let output = shell(&command, folder).output().unwrap();
        let mut got = String::from_utf8_lossy(&output.stdout).into_owned();
        if let Some(code @ 1..) = output.status.code()
            && !command.starts_with("genext")
        {
            got.push_str(&format!("[exit code {code}]\n"));
        }
        // Sizes and times differ from run to run.
        let got = without_figures(&got);
        // The page leaves out the blank line before a closing fence.
        assert_eq!(
            got.trim_end(),
            without_figures(&expected).trim_end(),
            "$ {command}"
        );
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_tutorial_says_what_happens() {
    let page = fs::read_to_string(root().join("docs/tutorial.md")).unwrap();
    let folder = clean_folder("tutorial");
    copy(&root().join("docs/tutorial"), &folder);
    walk(&page, &folder, 30);
}

/// The only source on the page is `tiny.py`.
#[test]
fn the_readme_says_what_happens() {
    let page = fs::read_to_string(root().join("README.md")).unwrap();
    let folder = clean_folder("readme");
    let sources: Vec<&str> = page.split("```python\n").skip(1).collect();
    assert_eq!(sources.len(), 1);
    let source = sources[0].split("```").next().unwrap();
    fs::write(folder.join("tiny.py"), source).unwrap();
    walk(&page, &folder, 10);
}

/// The first command of the page, with the program that is being tested in the place of the one that Cargo would build.
#[test]
fn the_first_command_of_the_readme_works() {
    let page = fs::read_to_string(root().join("README.md")).unwrap();
    let command = page
        .lines()
        .find_map(|l| l.strip_prefix("    cargo run --release -p genext -- "))
        .expect("the page says how to run an example");
    let output = shell(&format!("genext {command}"), root())
        .output()
        .unwrap();
    let expected = root().join("examples/kite/expected/queens.out");
    let expected = fs::read_to_string(expected).unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}

/// What a page leads to, without pages elsewhere. Code is left out: it has brackets of its own.
fn links(page: &str) -> Vec<String> {
    let mut fenced = false;
    let mut found = Vec::new();
    for line in page.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            for text in line.split('`').step_by(2) {
                let targets = text.split("](").skip(1);
                found.extend(targets.filter_map(|rest| rest.split([')', '#']).next()));
            }
        }
    }
    found.retain(|target| !target.is_empty() && !target.contains("://"));
    found.into_iter().map(str::to_owned).collect()
}

/// Pictures and pages that the pages lead to are there.
#[test]
fn the_links_of_the_pages_lead_somewhere() {
    let docs = root().join("docs");
    let mut pages = vec![root().join("README.md"), root().join("examples/README.md")];
    for entry in fs::read_dir(&docs).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "md") {
            pages.push(path);
        }
    }
    let mut count = 0;
    for page in pages {
        for target in links(&fs::read_to_string(&page).unwrap()) {
            count += 1;
            assert!(
                page.with_file_name(&target).exists(),
                "{}: there is no {target}",
                page.display()
            );
        }
    }
    assert!(count >= 50, "only {count} links were found");
}

/// The pieces of source on the page are those of the files.
#[test]
fn the_tutorial_quotes_its_files() {
    let page = fs::read_to_string(root().join("docs/tutorial.md")).unwrap();
    let mut sources = String::new();
    let mut folders = vec![root().join("docs/tutorial")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "py") {
                sources.push_str(&fs::read_to_string(path).unwrap());
            }
        }
    }
    for piece in page.split("```python\n").skip(1) {
        let piece = piece.split("```").next().unwrap();
        assert!(sources.contains(piece), "not in docs/tutorial:\n{piece}");
    }
}
