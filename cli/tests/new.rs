//! `genext new`: what it makes builds, runs and tests at once, and prints the same in every way; what it refuses.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("new-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// The names of what is in the folder.
    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(&self.0)
            .unwrap()
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn run(folder: &Path, program: &str, args: &[&str], threshold: Option<u32>) -> Output {
    let mut command = Command::new(program);
    for variable in [
        "GENEXT_LOG",
        "GENEXT_GC",
        "GENEXT_JIT",
        "GENEXT_LIB",
        "PYTHONPATH",
    ] {
        command.env_remove(variable);
    }
    if let Some(n) = threshold {
        command.env("GENEXT_JIT", format!("threshold={n}"));
    }
    command.args(args).current_dir(folder).output().unwrap()
}

fn genext(folder: &Path, args: &[&str]) -> Output {
    run(folder, env!("CARGO_BIN_EXE_genext"), args, None)
}

#[track_caller]
fn prints(output: &Output, code: i32, out: &str, err: &str) {
    assert_eq!(String::from_utf8_lossy(&output.stderr), err);
    assert_eq!(String::from_utf8_lossy(&output.stdout), out);
    assert_eq!(output.status.code(), Some(code));
}

#[test]
fn the_new_language_is_the_same_in_every_way() {
    let folder = Folder::new("ways");
    let made = genext(&folder.0, &["new", "demo"]);
    assert!(made.status.success());
    assert!(String::from_utf8_lossy(&made.stdout).contains("genext run -Ojit targetdemo.py"));
    assert_eq!(folder.names(), ["demo"]);
    let demo = folder.0.join("demo");

    let tests = genext(&demo, &["test"]);
    let summary = String::from_utf8_lossy(&tests.stdout).into_owned();
    assert!(
        tests.status.success() && summary.contains("23 passed"),
        "{summary}"
    );
    // Nothing is left to declare.
    prints(
        &genext(&demo, &["check", "-Ojit", "targetdemo.py"]),
        0,
        "",
        "",
    );

    let error =
        "fn f(n) {\n    return 100 / n\n}\nn = 30\nwhile 1 {\n    n = n - 1\n    x = f(n)\n}\n";
    fs::write(demo.join("error.demo"), error).unwrap();
    let mut programs = vec![("error.demo".to_owned(), String::new())];
    for name in ["fib", "primes", "sum"] {
        let path = format!("programs/{name}.demo");
        let expected = fs::read_to_string(demo.join(format!("{path}.out"))).unwrap();
        programs.push((path, expected));
    }
    let same = |output: &Output, path: &str, expected: &str| match path {
        "error.demo" => prints(output, 1, expected, "error.demo:2: division by zero\n"),
        _ => prints(output, 0, expected, ""),
    };
    for (path, expected) in &programs {
        same(
            &genext(&demo, &["py", "targetdemo.py", path]),
            path,
            expected,
        );
        same(
            &genext(&demo, &["run", "-Ojit", "targetdemo.py", path]),
            path,
            expected,
        );
    }
    for level in ["-O0", "-O1", "-O2", "-Ojit"] {
        assert!(
            genext(&demo, &["build", level, "targetdemo.py"])
                .status
                .success()
        );
        let thresholds: &[Option<u32>] = match level {
            "-Ojit" => &[Some(1), Some(2), Some(7), None],
            _ => &[None],
        };
        for &threshold in thresholds {
            for (path, expected) in &programs {
                same(&run(&demo, "./demo", &[path], threshold), path, expected);
            }
        }
    }
}

#[test]
fn bad_names_and_what_exists_are_refused() {
    let folder = Folder::new("refused");
    fs::write(folder.0.join("taken"), "mine").unwrap();
    fs::create_dir(folder.0.join("full")).unwrap();
    std::os::unix::fs::symlink("nowhere", folder.0.join("link")).unwrap();
    let long = "a".repeat(41);
    for (name, code, why) in [
        ("", 2, "it must start with a letter from a to z or A to Z"),
        (
            "9lives",
            2,
            "it must start with a letter from a to z or A to Z",
        ),
        (
            "sub/9lives/",
            2,
            "it must start with a letter from a to z or A to Z",
        ),
        (
            "my-lang",
            2,
            "`-` is not allowed, only letters, digits and underscores are",
        ),
        ("programs", 2, "files of the new folder need that name"),
        (long.as_str(), 2, "it has more than 40 characters"),
        ("taken", 1, ""),
        ("full", 1, ""),
        ("link", 1, ""),
    ] {
        let last = name.trim_end_matches('/').rsplit('/').next().unwrap_or("");
        let err = match code {
            2 => format!("genext: `{last}` cannot be the name of a language: {why}\n"),
            _ => format!(
                "genext: `{name}` exists already: choose another name, or remove it first\n"
            ),
        };
        prints(&genext(&folder.0, &["new", name]), code, "", &err);
    }
    assert_eq!(folder.names(), ["full", "link", "taken"]);
    assert_eq!(fs::read_to_string(folder.0.join("taken")).unwrap(), "mine");

    let lost = genext(&folder.0, &["new", "nowhere/lang"]);
    let why = "genext: cannot make the folder `nowhere/lang`: No such file or directory\n";
    prints(&lost, 1, "", why);
    let inside = genext(&folder.0, &["-q", "new", "full/inner"]);
    prints(&inside, 0, "", "");
    assert!(folder.0.join("full/inner/programs/sum.inner").is_file());

    let quiet = genext(&folder.0, &["-q", "new", "Second_1"]);
    prints(&quiet, 0, "", "");
    assert!(folder.0.join("Second_1/targetSecond_1.py").is_file());
}
