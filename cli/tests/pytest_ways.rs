//! `genext test` where users of pytest look: options, fixtures, sections, differences. The expected texts are those
//! that pytest gives for the same files, except for the values that genext adds below an assertion.
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_genext"))
        .current_dir(folder)
        .env_remove("GENEXT_LIB")
        .env_remove("FORCE_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .arg("test")
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

/// The file `test_ways.py`, without a cache.
fn ways(args: &[&str]) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite_ways");
    let mut all = vec!["test_ways.py", "-p", "no:cacheprovider"];
    all.extend(args);
    let o = run(&folder, &all);
    assert!(matches!(o.status.code(), Some(0 | 1)), "{}", text(&o));
    text(&o)
}

#[track_caller]
fn has(text: &str, part: &str) {
    assert!(text.contains(part), "no {part:?} in:\n{text}");
}

#[track_caller]
fn has_not(text: &str, part: &str) {
    assert!(!text.contains(part), "{part:?} is in:\n{text}");
}

/// A folder of its own, which is a project.
struct Suite(PathBuf);

impl Suite {
    fn new(name: &str, files: &[(&str, &str)]) -> Suite {
        let folder = std::env::temp_dir().join(format!("genext-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("pytest.ini"), "").expect("written");
        let suite = Suite(folder);
        for (file, text) in files {
            suite.write(file, text);
        }
        suite
    }
    fn write(&self, file: &str, text: &str) {
        let path = self.0.join(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("written");
    }
    fn run(&self, args: &[&str]) -> (Option<i32>, String) {
        let o = run(&self.0, args);
        (o.status.code(), text(&o))
    }
    fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.0.join(file)).unwrap_or_default()
    }
}
impl Drop for Suite {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn outcomes_in_the_order_of_collection() {
    let t = ways(&["-v", "-n", "4", "--tb=no"]);
    let shown: Vec<&str> = t
        .lines()
        .filter(|l| l.starts_with("test_ways.py::"))
        .collect();
    let wanted = [
        "test_sections FAILED",
        "test_tmp_path PASSED",
        "test_caplog PASSED",
        "test_warns PASSED",
        "test_approx PASSED",
        "test_approx_differs FAILED",
        "test_dictionaries FAILED",
        "test_lists FAILED",
        "test_strings FAILED",
        "test_sets FAILED",
        "test_not_in FAILED",
        "test_chain FAILED",
        "test_deep FAILED",
        "test_fixture ERROR",
        "test_async SKIPPED (async def functions are not supported)",
        "TestAsync::test_method SKIPPED (async def functions are not supported)",
        "TestAsync::test_calls_one PASSED",
    ];
    let wanted: Vec<String> = wanted
        .iter()
        .map(|w| format!("test_ways.py::{w}"))
        .collect();
    assert_eq!(shown, wanted, "{t}");
    has(&t, "9 failed, 5 passed, 2 skipped, 1 error in ");
    has_not(&t, "FAILURES");
}

#[test]
fn what_a_failed_test_wrote() {
    let t = ways(&["-k", "test_sections"]);
    has(&t, "- Captured stdout setup -");
    has(&t, "-\nin setup\n-");
    has(&t, "- Captured stdout call -");
    has(&t, "-\nin call\n-");
    has(&t, "- Captured stderr call -");
    has(&t, "-\nerror in call\n-");
    has(&t, "- Captured log call -");
    has(&t, "-\nWARNING  app:test_ways.py logged 3\n-");
    has(&t, "- Captured stdout teardown -");
    // Without capturing it is seen at once, and not again.
    for option in ["-s", "--capture=no"] {
        let t = ways(&["-k", "test_sections", option]);
        assert_eq!(
            t.matches("in setup\nin call\nin teardown\n").count(),
            1,
            "{t}"
        );
        has(&t, "error in call\n");
        has_not(&t, "Captured stdout");
    }
}

/// With `--json`, standard output has nothing but the objects.
#[test]
fn output_beside_json() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite_ways");
    let o = run(
        &folder,
        &[
            "test_ways.py",
            "-p",
            "no:cacheprovider",
            "-k",
            "sections",
            "-s",
            "--json",
        ],
    );
    let lines = String::from_utf8_lossy(&o.stdout).into_owned();
    assert!(lines.lines().all(|l| l.starts_with('{')), "{lines}");
    has(&String::from_utf8_lossy(&o.stderr), "in setup\n");
}

#[test]
fn differences() {
    let t = ways(&["-k", "dictionaries"]);
    for line in [
        "Omitting 1 identical items, use -vv to show",
        "Differing items:\nE         {'changed': 2} != {'changed': 4}",
        "Left contains 1 more item:\nE         {'left': 3}",
    ] {
        has(&t, &format!("E         {line}"));
    }
    has(&t, "E         Use -v to get more diff");
    // What is long is cut, unless all is wanted.
    let t = ways(&["-k", "dictionaries", "-v"]);
    has(
        &t,
        "...Full output truncated (12 lines hidden), use '-vv' to show",
    );
    let t = ways(&["-k", "dictionaries", "-vv"]);
    for line in [
        "Common items:\nE         {'same': 1}",
        "Right contains 1 more item:\nE         {'right': 5}",
        "Full diff:\nE           {\nE               'same': 1,\nE         -     'changed': 4,\nE         ?                ^\nE         +     'changed': 2,",
    ] {
        has(&t, &format!("E         {line}"));
    }
    let t = ways(&["-k", "lists"]);
    has(
        &t,
        "E       assert [1, 2, 3] == [1, 5, 3, 4]\nE         \nE         At index 1 diff: 2 != 5\n\
         E         Right contains one more item: 4\nE         Use -v to get more diff\n\ntest_ways.py:",
    );
    let t = ways(&["-k", "strings"]);
    has(
        &t,
        "E         - hello wurld\nE         ?        ^\nE         + hello world\nE         ?        ^\nE           second",
    );
    let t = ways(&["-k", "sets"]);
    has(
        &t,
        "E         Extra items in the left set:\nE         1\nE         Extra items in the right set:\nE         3",
    );
    let t = ways(&["-k", "not_in"]);
    has(
        &t,
        "E         'wor' is contained here:\nE           hello world\nE         ?       +++",
    );
    let t = ways(&["-k", "approx_differs"]);
    has(
        &t,
        "E         comparison failed. Mismatched elements: 1 / 3:\nE         Max absolute difference: 0.1000000000000",
    );
    has(&t, "E         1     | 2.1      | 2.0 \u{b1} 2.0e-06");
}

#[test]
fn styles_of_tracebacks() {
    let deep = |style: &str| ways(&["-k", "test_deep", style]);
    let t = deep("--tb=auto");
    has(
        &t,
        "    def test_deep():\n>       deeper(2)\n\ntest_ways.py:",
    );
    has(&t, "    deeper(depth - 1)\n_ _ _");
    has(
        &t,
        ">       raise ValueError(twice)\nE       ValueError: 0\n\ntest_ways.py:",
    );
    let t = deep("--tb=long");
    has(&t, ">           deeper(depth - 1)\n\ntest_ways.py:");
    let t = deep("--tb=short");
    has(&t, ": in test_deep\n    deeper(2)\ntest_ways.py:");
    has(
        &t,
        ": in deeper\n    raise ValueError(twice)\nE   ValueError: 0\n=",
    );
    let t = deep("--tb=line");
    has(&t, "suite_ways/test_ways.py:");
    has(&t, ": ValueError: 0\n=");
    has_not(&t, "deeper(2)");
    let t = deep("--tb=native");
    has(&t, "Traceback (most recent call last):\n  File \"");
    has(
        &t,
        ", in deeper\n    raise ValueError(twice)\nValueError: 0\n",
    );
    let t = deep("--tb=no");
    has_not(&t, "FAILURES");
    has(&t, "FAILED test_ways.py::test_deep - ValueError: 0");
    // Local variables, of each function.
    let t = ways(&["-k", "test_deep", "-l", "--tb=short"]);
    has(
        &t,
        "    deeper(depth - 1)\n    depth      = 2\n    twice      = 4\n",
    );
    has(
        &t,
        "E   ValueError: 0\n    depth      = 0\n    twice      = 0\n",
    );
    let t = ways(&["-k", "chain"]);
    has(&t, "E           KeyError: 'x'\n");
    has(
        &t,
        "\nThe above exception was the direct cause of the following exception:\n",
    );
    has(&t, "E           ValueError: wrapped\n");
}

#[test]
fn an_unknown_fixture() {
    let t = ways(&["-k", "test_fixture"]);
    has(&t, "ERROR at setup of test_fixture");
    has(
        &t,
        "  def test_fixture(resorce):\nE       fixture 'resorce' not found\n",
    );
    has(
        &t,
        "available fixtures: capfd, caplog, capsys, monkeypatch, ",
    );
    has(&t, ", request, resource, tmp_path, ");
    has(&t, "did you mean 'resource'?");
    has_not(&t, "<genext>");
}

const TWO: &str = "import os\n\ndef test_1():\n    pass\n\ndef test_2():\n    assert os.path.exists('fine')\n\ndef test_3():\n    pass\n";

#[test]
fn failures_of_the_last_run() {
    let suite = Suite::new(
        "last",
        &[
            ("a/test_a.py", "def test_a():\n    pass\n"),
            ("a/test_b.py", TWO),
        ],
    );
    let cached = || suite.read(".genext_cache/v/cache/lastfailed");
    let (code, t) = suite.run(&["--lf", "--tb=no"]);
    assert_eq!(code, Some(1), "{t}");
    has(
        &t,
        "run-last-failure: no previously failed tests, not deselecting items.",
    );
    has(&t, "1 failed, 3 passed in ");
    assert_eq!(
        cached().split_whitespace().collect::<String>(),
        "{\"a/test_b.py::test_2\":true}"
    );
    assert_eq!(suite.read(".genext_cache/.gitignore"), "*\n");
    // The failures only; from another folder, too.
    let (_, t) = suite.run(&["--last-failed", "--tb=no"]);
    has(&t, "run-last-failure: rerun previous 1 failure\n");
    has(&t, "1 failed, 2 deselected in ");
    let inside = run(&suite.0.join("a"), &["--lf", "--tb=no"]);
    has(&text(&inside), "1 failed, 2 deselected in ");
    // The failures first.
    let (_, t) = suite.run(&["--ff", "-v", "--tb=no"]);
    let order: Vec<&str> = t
        .lines()
        .filter(|l| l.contains("::") && !l.contains(" - "))
        .collect();
    assert_eq!(
        order,
        [
            "a/test_b.py::test_2 FAILED",
            "a/test_a.py::test_a PASSED",
            "a/test_b.py::test_1 PASSED",
            "a/test_b.py::test_3 PASSED"
        ],
        "{t}"
    );
    has(&t, "1 failed, 3 passed in ");
    // Without the cache nothing is read, and nothing written.
    let before = cached();
    suite.write("fine", "");
    let (_, t) = suite.run(&["--lf", "-p", "no:cacheprovider"]);
    has(&t, "4 passed in ");
    assert_eq!(cached(), before);
    // Mended.
    let (code, t) = suite.run(&["--lf"]);
    assert_eq!(code, Some(0), "{t}");
    assert_eq!(cached(), "{}");
    let left = std::fs::read_dir(suite.0.join(".genext_cache/v/cache")).expect("a folder");
    assert_eq!(left.count(), 1, "temporary files");
}

#[test]
fn files_that_do_not_import_are_last_failures() {
    let suite = Suite::new(
        "last-import",
        &[
            ("test_a.py", TWO),
            ("test_b.py", "import nothing_like_this\n"),
        ],
    );
    suite.write("fine", "");
    let (_, t) = suite.run(&["--tb=no"]);
    has(&t, "3 passed, 1 error in ");
    suite.write(
        "test_b.py",
        "def test_x():\n    pass\n\ndef test_y():\n    pass\n",
    );
    let (code, t) = suite.run(&["--lf"]);
    assert_eq!(code, Some(0), "{t}");
    has(&t, "2 passed in ");
    // A broken cache is no cache.
    suite.write(".genext_cache/v/cache/lastfailed", "{ broken");
    let (code, t) = suite.run(&["--lf"]);
    assert_eq!(code, Some(0), "{t}");
    has(&t, "5 passed in ");
    // A test that there is no more.
    suite.write(
        ".genext_cache/v/cache/lastfailed",
        "{\"test_a.py::test_gone\": true}",
    );
    suite.run(&["--lf"]);
    let (_, t) = suite.run(&["--lf"]);
    has(&t, "no previously failed tests");
}

#[test]
fn results_as_xml() {
    let suite = Suite::new(
        "junit",
        &[(
            "a/test_x.py",
            "import pytest\n\nclass TestC:\n    def test_bad(self):\n        print('<out>')\n        assert 1 == 2\n\n\
             def test_fine():\n    pass\n\n@pytest.mark.skip(reason='later')\ndef test_skip():\n    pass\n",
        )],
    );
    let (code, t) = suite.run(&["--junitxml=out.xml", "--tb=short"]);
    assert_eq!(code, Some(1), "{t}");
    let xml = suite.read("out.xml");
    has(&xml, "<?xml version=\"1.0\" encoding=\"utf-8\"?>");
    has(
        &xml,
        " errors=\"0\" failures=\"1\" skipped=\"1\" tests=\"3\" ",
    );
    has(
        &xml,
        "<testcase classname=\"a.test_x.TestC\" name=\"test_bad\" ",
    );
    has(&xml, "<failure message=\"assert 1 == 2\">");
    has(&xml, "&lt;out&gt;");
    has(&xml, "<skipped type=\"pytest.skip\" message=\"later\">");
    has(&xml, "<testcase classname=\"a.test_x\" name=\"test_fine\" ");
    let (code, t) = suite.run(&["--junitxml=no/such/folder.xml"]);
    assert_eq!(code, Some(4), "{t}");
    has(&t, "cannot write `no/such/folder.xml`");
}

#[test]
fn durations_and_lists() {
    let slow = "import time\nimport pytest\n\n@pytest.fixture\ndef slow():\n    time.sleep(0.05)\n\ndef test_a(slow):\n    time.sleep(0.1)\n";
    let suite = Suite::new("durations", &[("test_a.py", slow)]);
    let (_, t) = suite.run(&["--durations=2"]);
    has(&t, "slowest 2 durations");
    let call = t.find("s call     test_a.py::test_a").expect("the call");
    let setup = t.find("s setup    test_a.py::test_a").expect("the setup");
    assert!(call < setup, "{t}");
    // What takes how long on a busy machine is not known.
    let (_, t) = suite.run(&["--durations=0", "--durations-min=1000"]);
    has(
        &t,
        "(3 durations < 1000s hidden.  Use -vv to show these durations.)",
    );
    let (_, t) = suite.run(&["--durations=0", "-vv"]);
    has(&t, "s teardown test_a.py::test_a");
    let (code, t) = suite.run(&["--co", "-q"]);
    assert_eq!(code, Some(0), "{t}");
    has(&t, "test_a.py::test_a\n1 test collected in ");
}
