//! `genext test` as its users see it: outcomes, reports, selections, exit codes.
use std::path::Path;
use std::process::{Command, Output};

fn genext(args: &[&str]) -> Output {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite");
    Command::new(env!("CARGO_BIN_EXE_genext"))
        .current_dir(folder)
        .env_remove("GENEXT_LIB")
        .env("GENEXT_HYPOTHESIS_SEED", "7")
        .args(["test", "-p", "no:cacheprovider"])
        .args(args)
        .output()
        .expect("genext runs")
}

fn text(o: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&o.stdout),
        String::from_utf8_lossy(&o.stderr)
    )
}

#[track_caller]
fn has(text: &str, part: &str) {
    assert!(text.contains(part), "no {part:?} in:\n{text}");
}

#[test]
fn outcomes_and_reports() {
    let o = genext(&["test_outcomes.py", "--timeout", "3", "-rsxX"]);
    let t = text(&o);
    assert_eq!(o.status.code(), Some(1), "{t}");
    has(
        &t,
        "7 failed, 11 passed, 2 skipped, 1 xfailed, 1 xpassed in ",
    );
    // The values of a failed assertion, and what the test printed.
    has(&t, ">       assert total(numbers) == 5");
    has(&t, "E       assert 4 == 5");
    has(&t, "E         numbers = [1, 3]");
    has(&t, "printed by the test");
    has(
        &t,
        "FAILED test_outcomes.py::test_parametrized[5-7] - assert 6 == 7",
    );
    has(&t, "FAILED test_outcomes.py::test_yields[2] - assert 2 < 2");
    has(
        &t,
        "FAILED test_outcomes.py::test_did_not_raise - Failed: DID NOT RAISE ValueError",
    );
    has(
        &t,
        "FAILED test_outcomes.py::test_ends_the_process - the process ended with exit code 3",
    );
    has(
        &t,
        "FAILED test_outcomes.py::test_does_not_end - no end within 3 seconds",
    );
    // The simplest example that makes the property false.
    has(&t, "Falsifying example: test_property_is_false(numbers=[1");
    has(&t, "SKIPPED test_outcomes.py::test_skips - no reason");
    has(&t, "XFAIL test_outcomes.py::test_fails_as_expected - known");
    has(&t, "XPASS test_outcomes.py::test_passes_unexpectedly");
}

/// A package beside the folder of the tests is found, as by `python -m pytest`.
#[test]
fn packages_beside_the_tests() {
    let folder = std::env::temp_dir().join(format!("genext-beside-{}", std::process::id()));
    for part in ["package", "test"] {
        std::fs::create_dir_all(folder.join(part)).expect("folders");
    }
    std::fs::write(folder.join("package/__init__.py"), "X = 3\n").expect("written");
    let test = "from package import X\n\ndef test_x():\n    assert X == 3\n";
    std::fs::write(folder.join("test/test_x.py"), test).expect("written");
    let o = Command::new(env!("CARGO_BIN_EXE_genext"))
        .current_dir(&folder)
        .args(["test", "-q", "test"])
        .output()
        .expect("genext runs");
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!(o.status.code(), Some(0), "{}", text(&o));
}

#[test]
fn python2_files() {
    let o = genext(&["test_python2.py", "-q"]);
    let t = text(&o);
    assert_eq!(o.status.code(), Some(0), "{t}");
    has(&t, "4 passed in ");
}

/// Tests of interpreters: `meta_interp` runs a program with a JIT, and compares.
#[test]
fn programs_with_a_jit() {
    let o = genext(&["../suite_jit/test_meta_interp.py", "-q"]);
    let t = text(&o);
    assert_eq!(o.status.code(), Some(0), "{t}");
    has(&t, "10 passed in ");
}

#[test]
fn selections() {
    let o = genext(&["test_outcomes.py", "-k", "parametrized and not 5", "-v"]);
    let t = text(&o);
    assert_eq!(o.status.code(), Some(0), "{t}");
    has(&t, "test_outcomes.py::test_parametrized[1-2] PASSED");
    has(&t, "2 passed, 20 deselected in ");
    let o = genext(&["test_outcomes.py::TestClass::test_setup", "--json"]);
    let t = text(&o);
    has(&t, "\"outcome\":\"passed\"");
    has(&t, "\"event\":\"summary\"");
    assert_eq!(t.lines().count(), 2, "{t}");
    let o = genext(&[
        "test_outcomes.py",
        "-k",
        "fails_with_values or passes",
        "-x",
        "-n",
        "1",
    ]);
    assert_eq!(o.status.code(), Some(1));
    has(&text(&o), "1 failed, 1 passed, ");
}

#[test]
fn exit_codes() {
    assert_eq!(genext(&["no_such_file.py"]).status.code(), Some(4));
    assert_eq!(
        genext(&["test_outcomes.py::test_nothing"]).status.code(),
        Some(4)
    );
    assert_eq!(
        genext(&["test_outcomes.py", "-k", "nothing_like_this"])
            .status
            .code(),
        Some(5)
    );
    assert_eq!(
        genext(&["test_outcomes.py", "-k", "and and"]).status.code(),
        Some(4)
    );
    let o = genext(&[".", "--collect-only", "-q"]);
    assert_eq!(o.status.code(), Some(0), "{}", text(&o));
    has(&text(&o), "test_python2.py::test_re");
}

/// A folder with one test file.
struct Suite(std::path::PathBuf);

impl Suite {
    fn new(name: &str, text: &str) -> Suite {
        let folder = std::env::temp_dir().join(format!("genext-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("test_it.py"), text).expect("written");
        Suite(folder)
    }
    fn command(&self, args: &[&str]) -> Command {
        let mut c = Command::new(env!("CARGO_BIN_EXE_genext"));
        c.current_dir(&self.0)
            .args(["test", "test_it.py"])
            .args(args);
        c
    }
    fn run(&self, args: &[&str]) -> (Option<i32>, String) {
        let o = self.command(args).output().expect("genext runs");
        (o.status.code(), text(&o))
    }
}
impl Drop for Suite {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn importing_has_a_limit() {
    let suite = Suite::new(
        "import",
        "while True:\n    pass\n\ndef test_a():\n    pass\n",
    );
    let (code, t) = suite.run(&["--timeout", "1"]);
    assert_eq!(code, Some(1), "{t}");
    has(&t, "importing did not end within 1 seconds");
}

#[test]
fn a_process_that_dies_is_a_failure() {
    let dies = "import os, signal\n\ndef test_dies():\n    os.kill(os.getpid(), signal.SIGNAL)\n\ndef test_lives():\n    pass\n";
    for (name, number) in [
        ("SIGSEGV", 11),
        ("SIGBUS", 7),
        ("SIGKILL", 9),
        ("SIGABRT", 6),
        ("SIGTERM", 15),
    ] {
        let suite = Suite::new(name, &dies.replace("SIGNAL", name));
        let (code, t) = suite.run(&[]);
        assert_eq!(code, Some(1), "{name}: {t}");
        has(&t, "1 failed, 1 passed");
        has(&t, &format!("the process was killed by signal {number}"));
    }
}

/// Whenever it does: while it is imported, in a test, or when everything is done.
#[test]
fn a_file_that_ends_the_process_is_an_error() {
    let test = "\ndef test_a():\n    pass\n";
    for (name, text, summary) in [
        (
            "exit-import",
            format!("import os\nos._exit(0)\n{test}"),
            "1 error",
        ),
        (
            "exit-setup",
            format!("import os\ndef setup_module(m):\n    os._exit(0)\n{test}"),
            "1 error",
        ),
        (
            "exit-teardown",
            format!("import os\ndef teardown_module(m):\n    os._exit(0)\n{test}"),
            "1 passed, 1 error",
        ),
        (
            "exit-test",
            "import os\ndef test_a():\n    os._exit(0)\n".to_owned(),
            "1 failed",
        ),
    ] {
        let suite = Suite::new(name, &text);
        let (code, t) = suite.run(&[]);
        assert_eq!(code, Some(1), "{name}: {t}");
        has(&t, summary);
    }
}

/// Neither the worker of a file nor a running test is left when the command is killed.
#[test]
fn no_process_is_left_behind() {
    let text = "import os, time\n\ndef test_a():\n    f = open('pids', 'w')\n    f.write('%d %d\\n' % (os.getppid(), os.getpid()))\n    f.close()\n    while True:\n        time.sleep(0.1)\n";
    let suite = Suite::new("orphans", text);
    let mut child = suite
        .command(&[])
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("genext runs");
    let wait = |mut done: Box<dyn FnMut() -> bool>, what: &str| {
        let begin = std::time::Instant::now();
        while !done() {
            assert!(begin.elapsed().as_secs() < 60, "{what}");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    };
    let file = suite.0.join("pids");
    let pids = move || {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let whole = text.ends_with('\n');
        text.split_whitespace()
            .filter(|_| whole)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let begun = pids.clone();
    wait(
        Box::new(move || begun().len() == 2),
        "the test does not begin",
    );
    child.kill().expect("killed");
    child.wait().expect("it ends");
    let alive = |pid: &String| {
        // A process that ended and was not waited for is no orphan at work.
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.rsplit(')')
            .next()
            .is_some_and(|s| !s.trim_start().starts_with(['Z', 'X']) && !s.is_empty())
    };
    let pids = pids();
    wait(
        Box::new(move || !pids.iter().any(alive)),
        "a process is left",
    );
}
