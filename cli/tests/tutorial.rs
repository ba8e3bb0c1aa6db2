//! Every command of `docs/tutorial.md` is run, in order, in a copy of `docs/tutorial`, and prints what the page says.
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

/// The text without the sizes and times of `genext: made ...`.
fn without_figures(text: &str) -> String {
    let figure = |line: &str| match line.strip_prefix("genext: made ") {
        Some(made) => format!(
            "genext: made {}\n",
            made.split(',').next().unwrap_or_default()
        ),
        None => format!("{line}\n"),
    };
    text.lines().map(figure).collect()
}

#[test]
fn the_tutorial_says_what_happens() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let page = fs::read_to_string(root.join("docs/tutorial.md")).unwrap();
    let folder: PathBuf =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("tutorial-{}", std::process::id()));
    copy(&root.join("docs/tutorial"), &folder);
    let genext = Path::new(env!("CARGO_BIN_EXE_genext"));
    let path = format!(
        "{}:{}",
        genext.parent().unwrap().display(),
        std::env::var("PATH").unwrap()
    );
    let all = commands(&page);
    assert!(all.len() >= 14);
    for (command, expected) in all {
        let output = Command::new("sh")
            .args(["-c", &format!("exec 2>&1; {command}")])
            .current_dir(&folder)
            .env("PATH", &path)
            .env_remove("GENEXT_LOG")
            .env_remove("GENEXT_GC")
            .output()
            .unwrap();
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
    fs::remove_dir_all(&folder).unwrap();
}

/// The pieces of source on the page are those of the files.
#[test]
fn the_tutorial_quotes_its_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let page = fs::read_to_string(root.join("docs/tutorial.md")).unwrap();
    let mut sources = String::new();
    let mut folders = vec![root.join("docs/tutorial")];
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
