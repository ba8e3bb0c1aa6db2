//! What the command line shares between commands: `-`, the built-in Python without a file, how much is said, colour,
//! completions, forms of diagnostics, and the check of `GENEXT_LOG`.
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PROGRAM: &str = "import os\n\ndef entry_point(argv):\n    os.write(1, \"%d\\n\" % len(argv))\n    return 0\n\n\
                       def target(driver, args):\n    return entry_point\n";
const WRONG: &str = "def entry_point(argv):\n    return len(argv) + argv[0]\n";

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("line-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
    fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    /// Runs genext with a text on standard input, and settings.
    fn run_with(&self, args: &[&str], input: &str, settings: &[(&str, &str)]) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_genext"));
        for variable in [
            "GENEXT_LOG",
            "GENEXT_LIB",
            "PYTHONPATH",
            "NO_COLOR",
            "FORCE_COLOR",
            "CLICOLOR_FORCE",
        ] {
            command.env_remove(variable);
        }
        let mut child = command
            .current_dir(&self.0)
            .args(args)
            .envs(settings.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A command that reads nothing may be gone already.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let o = child.wait_with_output().unwrap();
        Run {
            code: o.status.code(),
            bytes: o.stdout.clone(),
            out: String::from_utf8_lossy(&o.stdout).into_owned(),
            err: String::from_utf8_lossy(&o.stderr).into_owned(),
        }
    }
    fn run(&self, args: &[&str], input: &str) -> Run {
        self.run_with(args, input, &[])
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[derive(Debug)]
struct Run {
    code: Option<i32>,
    bytes: Vec<u8>,
    out: String,
    err: String,
}

impl Run {
    #[track_caller]
    fn gives(self, code: i32, out: &str) -> Run {
        assert_eq!(
            (self.code, self.out.as_str()),
            (Some(code), out),
            "{}",
            self.err
        );
        self
    }
    #[track_caller]
    fn says(self, parts: &[&str]) -> Run {
        for part in parts {
            assert!(
                self.err.contains(part),
                "{part:?} missing in:\n{}",
                self.err
            );
        }
        self
    }
}

#[test]
fn sources_from_standard_input() {
    let f = Folder::new("stdin");
    f.run(&["run", "-", "a", "b"], PROGRAM).gives(0, "3\n");
    f.run(&["py", "-", "a"], PROGRAM).gives(0, "2\n");
    f.run(&["check", "-"], PROGRAM).gives(0, "");
    f.run(&["check", "-"], WRONG)
        .gives(1, "")
        .says(&["--> <stdin>:2:", "return len(argv) + argv[0]"]);
    f.run(&["check", "-"], "import nothing_like_this\n")
        .gives(1, "")
        .says(&["nothing_like_this"]);
    let r = f.run(&["view", "-", "-o", "-"], PROGRAM);
    assert!(r.out.contains("stdin.entry_point"), "{r:?}");
    // What stands beside the current folder can be imported.
    f.write("helper.py", "VALUE = 40\n");
    let text =
        "import helper\n\ndef entry_point(argv):\n    print(helper.VALUE + 2)\n    return 0\n";
    f.run(&["run", "-"], text).gives(0, "42\n");
    // Python 2 is found out.
    f.run(&["py", "-"], "print 1 / 2\n").gives(0, "0\n");
    // A log.
    f.run(&["jitlog", "-"], "no log\n")
        .gives(1, "")
        .says(&["is no log of a JIT"]);
}

#[test]
fn executables_to_standard_output() {
    use std::os::unix::fs::PermissionsExt;
    let f = Folder::new("stdout");
    let r = f.run(&["build", "-", "-o", "-"], PROGRAM);
    assert_eq!(r.code, Some(0), "{}", r.err);
    assert!(
        r.err.starts_with("genext: made an executable, "),
        "{}",
        r.err
    );
    let path = f.0.join("made");
    std::fs::write(&path, &r.bytes).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    // Another test's process may have been started while the file was open for writing.
    let o = loop {
        match Command::new(&path).arg("x").output() {
            Err(e) if e.kind() == std::io::ErrorKind::ExecutableFileBusy => {
                std::thread::yield_now();
            }
            o => break o.unwrap(),
        }
    };
    assert_eq!(o.stdout, b"2\n");
    // Without a name the program has none to take its own from.
    f.run(&["build", "-", "-q"], PROGRAM).gives(0, "");
    assert!(f.0.join("a.out").is_file());
    f.run(&["build", "-", "-o", "-", "--emit", "flow"], PROGRAM)
        .gives(1, "")
        .says(&["`--emit` writes beside the executable"]);
}

#[test]
fn code_on_the_command_line() {
    let f = Folder::new("code");
    f.run(&["py", "-c", "import sys; print(sys.argv)", "-v", "a"], "")
        .gives(0, "['-c', '-v', 'a']\n");
    f.run(&["py", "--python2", "-c", "print 7 / 2"], "")
        .gives(0, "3\n");
    f.run(&["py", "-c", "raise ValueError('x')"], "")
        .gives(1, "")
        .says(&["File \"<string>\", line 1, in <module>", "ValueError: x"]);
    f.run(&["py", "-c", "import sys; sys.exit(3)"], "")
        .gives(3, "");
    f.run(&["py", "-c", "x ="], "")
        .gives(1, "")
        .says(&["E0101"]);
}

#[test]
fn modules_on_the_command_line() {
    let f = Folder::new("module");
    f.write("one.py", "import sys\nprint(__name__, sys.argv[1:])\n");
    f.write("pack/__init__.py", "");
    f.write("pack/helper.py", "VALUE = 4\n");
    f.write(
        "pack/__main__.py",
        "from .helper import VALUE\nprint('main', VALUE)\n",
    );
    f.write(
        "pack/part.py",
        "from . import helper\nprint('part', helper.VALUE, __package__)\n",
    );
    f.run(&["py", "-m", "one", "-x", "y"], "")
        .gives(0, "__main__ ['-x', 'y']\n");
    f.run(&["py", "-m", "pack"], "").gives(0, "main 4\n");
    f.run(&["py", "-m", "pack.part"], "")
        .gives(0, "part 4 pack\n");
    f.run(&["py", "-m", "nothing_like_this"], "")
        .gives(1, "")
        .says(&["No module named 'nothing_like_this'"]);
    f.run(&["py", "-m", "one", "-c", "x"], "")
        .gives(0, "__main__ ['-c', 'x']\n");
}

#[test]
fn statements() {
    let f = Folder::new("statements");
    // Standard input that is no terminal is a program.
    f.run(&["py"], "x = 3\nprint(x * 2)\nx\n").gives(0, "6\n");
    let typed = "x = 3\nx * 2\nfor i in range(2):\n    print(i)\n\n_ + 1\n1 / 0\nraise SystemError(\n  'two')\n\
                 def f():\n  return '''a\n\nb'''\n\nf()\nx = = 1\nNone\nimport sys\nsys.exit(4)\nx\n";
    let r = f.run(&["py", "-i"], typed);
    assert_eq!(r.code, Some(4), "{r:?}");
    let shown = r.out.replace(">>> ", "").replace("... ", "");
    let lines: Vec<&str> = shown.lines().skip(2).collect();
    assert_eq!(lines, ["6", "0", "1", "7", "'a\\n\\nb'"], "{r:?}");
    for part in [
        "ZeroDivisionError: division by zero",
        "SystemError: two",
        "SyntaxError",
    ] {
        assert!(r.err.contains(part), "{part} missing in {}", r.err);
    }
    assert!(!r.err.contains("<genext>"), "{}", r.err);
    assert!(!r.err.contains("During handling"), "{}", r.err);
    assert!(r.err.contains("File \"<stdin>\", line 1"), "{}", r.err);
    // What is pasted: a block ends where a line is not indented.
    let r = f.run(
        &["py", "-i"],
        "if 0:\n  1\nelse:\n  print('no')\n5\n(1,\n2)\n",
    );
    let shown = r.out.replace(">>> ", "").replace("... ", "");
    assert!(shown.contains("no\n5\n(1, 2)\n"), "{r:?}");
    // The end of the input ends it, in the middle of a statement, too.
    assert_eq!(f.run(&["py", "-i"], "if 1:\n  print('seen')").code, Some(0));
    let r = f.run(&["py", "-i", "--python2"], "print 7 / 2, 1L\n3L\n");
    assert!(r.out.contains("3 1\n") && r.out.contains("3L\n"), "{r:?}");
}

#[test]
fn how_much_is_said() {
    let f = Folder::new("volume");
    let text = "class A(object):\n    _immutable_fields_ = ['lenght']\n    def __init__(self, n):\n        self.length = n\n\n\
                def entry_point(argv):\n    return A(len(argv)).length\n\ndef target(driver, args):\n    return entry_point\n";
    f.write("t.py", text);
    let r = f.run(&["check", "t.py"], "");
    assert!(r.err.contains("W0714"), "{}", r.err);
    for quiet in [&["-q", "check", "t.py"][..], &["check", "t.py", "--quiet"]] {
        let r = f.run(quiet, "");
        assert_eq!((r.code, r.err.as_str()), (Some(0), ""));
    }
    let r = f.run(&["-v", "check", "t.py"], "");
    assert!(
        r.err.contains("flow and annotate") && r.err.contains(" ms"),
        "{}",
        r.err
    );
    // What follows the target of `run` is the program's.
    f.write(
        "args.py",
        "def entry_point(argv):\n    print(' '.join(argv[1:]))\n    return 0\n",
    );
    f.run(&["run", "args.py", "-q", "-v"], "")
        .gives(0, "-q -v\n");
    f.run(&["py", "args.py", "-q", "-c"], "")
        .gives(0, "-q -c\n");
    // Errors are always shown.
    f.run(&["-q", "check", "-"], WRONG)
        .gives(1, "")
        .says(&["error["]);
}

#[test]
fn colour() {
    let f = Folder::new("colour");
    let colored = |args: &[&str], settings: &[(&str, &str)]| {
        let r = f.run_with(args, WRONG, settings);
        r.err.contains("\x1b[")
    };
    let check = ["check", "-"];
    assert!(!colored(&check, &[]));
    assert!(colored(&check, &[("FORCE_COLOR", "1")]));
    assert!(colored(&check, &[("CLICOLOR_FORCE", "1")]));
    assert!(!colored(&check, &[("CLICOLOR_FORCE", "0")]));
    assert!(!colored(&check, &[("FORCE_COLOR", "1"), ("NO_COLOR", "1")]));
    // An empty one is none.
    assert!(colored(&check, &[("FORCE_COLOR", "1"), ("NO_COLOR", "")]));
    assert!(colored(
        &["check", "-", "--color", "always"],
        &[("NO_COLOR", "1")]
    ));
    assert!(!colored(
        &["check", "-", "--color", "never"],
        &[("FORCE_COLOR", "1")]
    ));
    // So with the results of tests, on standard output.
    f.write("test_a.py", "def test_a():\n    pass\n");
    let test = ["test", "test_a.py", "-p", "no:cacheprovider"];
    assert!(!f.run(&test, "").out.contains("\x1b["));
    assert!(
        f.run_with(&test, "", &[("FORCE_COLOR", "1")])
            .out
            .contains("\x1b[32m")
    );
}

#[test]
fn completions_and_pages() {
    let f = Folder::new("pages");
    for (shell, part) in [
        ("bash", "complete -F _genext"),
        ("zsh", "#compdef genext"),
        ("fish", "complete -c genext"),
        ("elvish", "edit:completion"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let r = f.run(&["completions", shell], "");
        assert!(r.code == Some(0) && r.out.contains(part), "{shell}");
        assert!(
            r.out.contains("soundness") && r.out.contains("no-warnings"),
            "{shell}"
        );
    }
    f.run(&["completions", "csh"], "")
        .gives(2, "")
        .says(&["bash", "fish"]);
    // The shell itself takes it.
    let script = f.run(&["completions", "bash"], "").out;
    f.write("genext.bash", &script);
    let o = Command::new("bash")
        .args(["-c", "source ./genext.bash && COMP_WORDS=(genext bui) && COMP_CWORD=1 && _genext genext bui genext && echo ${COMPREPLY[@]}"])
        .current_dir(&f.0)
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8_lossy(&o.stdout),
        "build\n",
        "{}",
        String::from_utf8_lossy(&o.stderr)
    );
    let r = f.run(&["man"], "");
    assert!(
        r.out.contains(".TH genext 1") && r.out.contains("genext\\-build(1)"),
        "{}",
        r.out
    );
    let r = f.run(&["man", "build"], "");
    assert!(
        r.out.contains(".TH genext-build 1") && r.out.contains("\\-\\-output"),
        "{}",
        r.out
    );
    for hidden in ["biuld", "facts"] {
        f.run(&["man", hidden], "")
            .gives(1, "")
            .says(&["there is no command"]);
    }
}

#[test]
fn diagnostics_as_sarif() {
    let f = Folder::new("sarif");
    f.write("a b.py", WRONG);
    let r = f.run(&["check", "--format", "sarif", "a b.py"], "");
    assert_eq!(r.code, Some(1), "{r:?}");
    let document: serde_json::Value = serde_json::from_str(&r.out).unwrap();
    assert_eq!(document["version"], "2.1.0");
    let run = &document["runs"][0];
    let result = &run["results"][0];
    assert_eq!(result["level"], "error");
    let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
    assert_eq!(rule["id"], result["ruleId"]);
    assert!(
        !rule["shortDescription"]["text"]
            .as_str()
            .unwrap()
            .is_empty()
    );
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20b.py");
    assert_eq!(place["region"]["startLine"], 2);
    assert!(place["region"]["startColumn"].as_u64() < place["region"]["endColumn"].as_u64());
    assert!(!result["message"]["text"].as_str().unwrap().is_empty());
    assert_eq!(r.err, "");
    // A replacement, where there is one.
    let misspelt = "import os\n\ndef entry_point(argv):\n    os.wirte(1, 'x')\n    return 0\n";
    let r = f.run(&["check", "--format", "sarif", "-"], misspelt);
    let document: serde_json::Value = serde_json::from_str(&r.out).unwrap();
    let fix = &document["runs"][0]["results"][0]["fixes"][0];
    let change = &fix["artifactChanges"][0]["replacements"][0];
    assert_eq!(change["insertedContent"]["text"], "write", "{}", r.out);
    assert_eq!(change["deletedRegion"]["startLine"], 4);
    // Without errors: a document without results.
    let r = f.run(&["check", "--format", "sarif", "-"], PROGRAM);
    assert_eq!(r.code, Some(0), "{r:?}");
    let document: serde_json::Value = serde_json::from_str(&r.out).unwrap();
    assert_eq!(document["runs"][0]["results"], serde_json::json!([]));
}

#[test]
fn wrong_logs_are_refused() {
    let f = Folder::new("log");
    f.write("t.py", PROGRAM);
    for (value, parts) in [
        (
            "inlin:1",
            &[
                "GENEXT_LOG=inlin:1: there is nothing called `inlin`; did you mean `inline`?",
                "passes",
            ][..],
        ),
        ("inline:7", &["`7` is no level of a pass: it is 1 or 2"]),
        ("jit:version:x", &["`jit` has no level `version`"]),
        ("gc,jit:versions:", &["ends without the name of a file"]),
    ] {
        f.run_with(&["build", "t.py"], "", &[("GENEXT_LOG", value)])
            .gives(2, "")
            .says(parts);
    }
    assert!(!f.0.join("t").exists());
    for value in ["", "inline", "passes:1:log,jit:summary,gc"] {
        f.run_with(&["build", "t.py"], "", &[("GENEXT_LOG", value)])
            .gives(0, "");
    }
    // Commands that log nothing do not care.
    f.run_with(&["explain", "E0411"], "", &[("GENEXT_LOG", "x")]);
}
