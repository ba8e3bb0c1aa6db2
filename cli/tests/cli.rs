//! The commands as a user meets them: every command on a small program, bad input of every kind, and the wording of the
//! diagnostics (`tests/bad/*.py` with the expected text beside each; `GENEXT_BLESS=1` rewrites it).
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROGRAM: &str = r#"
class Machine(object):
    def __init__(self):
        self.accumulator = 0

    def step(self, c):
        if c == '+':
            self.accumulator += 1
        elif c == '-':
            self.accumulator -= 1
        else:
            raise ValueError


def entry_point(argv):
    machine = Machine()
    for c in argv[1]:
        machine.step(c)
    print(machine.accumulator)
    return len(argv) - 2


def target(driver, args):
    return entry_point
"#;

/// A folder of its own for one test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("cli-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
    /// With the program above as `targetsum.py`.
    fn with_program(name: &str) -> Folder {
        let folder = Folder::new(name);
        folder.write("targetsum.py", PROGRAM);
        folder
    }
    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), text).unwrap();
    }
    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
    fn files(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(&self.0)
            .unwrap()
            .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
    fn genext(&self, args: &[&str]) -> Run {
        Run::of(genext().current_dir(&self.0).args(args))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn genext() -> Command {
    let mut c = Command::new(env!("CARGO_BIN_EXE_genext"));
    for variable in ["GENEXT_LOG", "GENEXT_GC", "PYTHONPATH", "GENEXT_LIB"] {
        c.env_remove(variable);
    }
    c.env("NO_COLOR", "1");
    c
}

/// What a command did.
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Run {
    fn of(c: &mut Command) -> Run {
        let Output {
            status,
            stdout,
            stderr,
        } = c.output().unwrap();
        Run {
            code: status.code(),
            out: String::from_utf8_lossy(&stdout).into_owned(),
            err: String::from_utf8_lossy(&stderr).into_owned(),
        }
    }
    #[track_caller]
    fn ends(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
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

// ---- every command ----

#[test]
fn build_writes_an_executable_named_after_the_target() {
    let f = Folder::with_program("build");
    let r = f.genext(&["build", "targetsum.py"]).ends(0);
    // One line says what was made.
    assert_eq!(
        (r.out.as_str(), r.err.lines().count()),
        ("", 1),
        "{}",
        r.err
    );
    let said = r.err.strip_prefix("genext: made `sum`, ").unwrap_or("");
    let (size, time) = said.split_once(", in ").expect("a size and a time");
    let (size, unit) = match size.strip_suffix(" kB") {
        Some(size) => (size, 1e3),
        None => (size.strip_suffix(" MB").expect("a size"), 1e6),
    };
    let rounding = if unit == 1e3 { 0.51 } else { 0.051 };
    let real = fs::metadata(f.path("sum")).unwrap().len() as f64 / unit;
    let wrong = (size.parse::<f64>().unwrap() - real).abs();
    assert!(wrong <= rounding, "{} {real}", r.err);
    assert!(
        time.trim_end()
            .strip_suffix(" s")
            .unwrap()
            .parse::<f64>()
            .unwrap()
            > 0.0
    );
    assert_eq!(f.files(), ["sum", "targetsum.py"]);
    for quiet in [
        ["-q", "build", "targetsum.py"],
        ["build", "targetsum.py", "-q"],
    ] {
        let r = f.genext(&quiet).ends(0);
        assert_eq!((r.out.as_str(), r.err.as_str()), ("", ""));
    }
    let r = Run::of(Command::new(f.path("sum")).arg("+++-")).ends(0);
    assert_eq!(r.out, "2\n");
    // The result is the exit code; a run-time exception gives a traceback and 1.
    Run::of(Command::new(f.path("sum")).args(["+", "x", "y"])).ends(2);
    Run::of(Command::new(f.path("sum")).arg("+x"))
        .ends(1)
        .says(&["RPython traceback:", "raise ValueError", "ValueError"]);
}

/// The functions of a traceback, outermost first.
fn traceback(r: &Run) -> Vec<&str> {
    let names = r.err.lines().filter_map(|l| l.split_once(", in "));
    names.map(|(_, name)| name).collect()
}

/// Inlined code has the place and the name of the function that it was written in, and those of the calls around it.
#[test]
fn tracebacks_name_inlined_functions() {
    let f = Folder::new("traceback");
    let program = "def inner(x):\n    if x > 0:\n        raise ValueError\n    return x\n\n\
        def middle(x):\n    return inner(x) + 1\n\n\
        def entry_point(argv):\n    return middle(len(argv))\n";
    f.write("deep.py", program);
    for level in ["-O0", "-O1", "-O2"] {
        let r = f.genext(&["run", level, "deep.py"]).ends(1);
        assert_eq!(
            traceback(&r),
            ["deep.entry_point", "deep.middle", "deep.inner"],
            "{level}"
        );
        r.says(&["\"deep.py\", line 3, in deep.inner\n    raise ValueError\n"]);
    }
}

/// What passes a `finally`, or is raised again, has its whole traceback, whatever was caught meanwhile.
#[test]
fn tracebacks_go_through_finally_and_raise() {
    let f = Folder::new("traceback-again");
    let program = "import os\n\nclass E(Exception):\n    pass\n\n\
        def inner(n):\n    if n > 2:\n        raise E\n    return n\n\n\
        def middle(n):\n    try:\n        return inner(n)\n    finally:\n        os.write(1, b'cleanup\\n')\n\n\
        def caught():\n    try:\n        inner(3)\n    except E:\n        os.write(1, b'caught\\n')\n\n\
        def outer(n):\n    try:\n        return middle(n)\n    except E:\n        caught()\n        raise\n\n\
        def entry_point(argv):\n    return outer(len(argv) + 3)\n";
    f.write("again.py", program);
    let r = f.genext(&["run", "-O0", "again.py"]).ends(1);
    assert_eq!(r.out, "cleanup\ncaught\n");
    let functions = [
        "again.entry_point",
        "again.outer",
        "again.middle",
        "again.inner",
    ];
    assert_eq!(traceback(&r), functions);
    for level in ["-O1", "-O2"] {
        // What is raised and handled in one function after inlining begins where it is raised again.
        let r = f.genext(&["run", level, "again.py"]).ends(1);
        assert_eq!(traceback(&r)[..2], functions[..2], "{level}");
    }
}

#[test]
fn the_executable_stands_alone() {
    let f = Folder::with_program("alone");
    f.genext(&["build", "targetsum.py", "-o", "x"]).ends(0);
    let moved = Folder::new("moved");
    fs::rename(f.path("x"), moved.path("y")).unwrap();
    let r = Run::of(
        Command::new(moved.path("y"))
            .arg("++")
            .env_clear()
            .current_dir("/"),
    );
    assert_eq!(r.ends(0).out, "2\n");
}

#[test]
fn all_levels_agree() {
    let f = Folder::with_program("levels");
    for level in ["-O0", "-O1", "-O2"] {
        let r = f.genext(&["run", level, "targetsum.py", "++-+"]).ends(0);
        assert_eq!(r.out, "2\n", "{level}");
    }
    // A JIT needs a merge point.
    f.genext(&["build", "-Ojit", "targetsum.py"])
        .ends(1)
        .says(&["error[E0700]", "no merge point"]);
}

const JIT_PROGRAM: &str = r#"
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'total'])


def run(code, n):
    pc = 0
    total = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, n=n, total=total)
        c = code[pc]
        pc += 1
        if c == '+':
            total += n
        elif c == '-':
            n -= 1
        elif c == 'j':
            if n > 0:
                pc = 0
    return total


def entry_point(argv):
    print(run(argv[1], int(argv[2])))
    return 0


def target(driver, args):
    return entry_point
"#;

#[test]
fn a_program_with_a_jit() {
    let f = Folder::new("jit");
    f.write("targetloop.py", JIT_PROGRAM);
    f.genext(&["build", "-Ojit", "targetloop.py"]).ends(0);
    f.genext(&["build", "targetloop.py", "-o", "plain"]).ends(0);
    let size = |n: &str| fs::metadata(f.path(n)).unwrap().len();
    assert!(
        size("plain") + (256 << 10) < size("loop"),
        "programs without a JIT do not carry one"
    );
    for jit in [
        "off",
        "threshold=1",
        "threshold=7",
        "threshold=1,edge_threshold=1",
    ] {
        let run = |name: &str| {
            Run::of(
                Command::new(f.path(name))
                    .args(["+-j", "1000"])
                    .env("GENEXT_JIT", jit)
                    .env(
                        "GENEXT_LOG",
                        format!("jit:residual:{}", f.path("log").display()),
                    ),
            )
        };
        assert_eq!(run("plain").ends(0).out, "500500\n");
        assert_eq!(run("loop").ends(0).out, "500500\n", "{jit}");
    }
    let r = f.genext(&["jitlog", "log"]).ends(0);
    for part in ["merge point", "int_add", "in all", "versions"] {
        assert!(r.out.contains(part), "{part}: {}", r.out);
    }
    let r = f.genext(&["jitlog", "--no-code", "log"]).ends(0);
    assert!(!r.out.contains("graph "));
    std::fs::write(f.path("other"), "def f():\n    pass\n").expect("the folder is there");
    f.genext(&["jitlog", "other"])
        .ends(1)
        .says(&["is no log of a JIT", "GENEXT_LOG="]);
    std::fs::write(f.path("empty"), "").expect("the folder is there");
    f.genext(&["jitlog", "empty"]).ends(0);
    f.genext(&["jitlog", "missing"])
        .ends(1)
        .says(&["cannot read"]);
}

#[test]
fn run_py_and_the_executable_print_the_same() {
    let f = Folder::with_program("run");
    assert_eq!(f.genext(&["run", "targetsum.py", "++"]).ends(0).out, "2\n");
    assert_eq!(
        f.genext(&["run", "targetsum.py", "--", "++", "-x"])
            .ends(1)
            .out,
        "2\n"
    );
    assert_eq!(f.genext(&["py", "targetsum.py", "++"]).ends(0).out, "2\n");
    f.genext(&["py", "targetsum.py", "+x"])
        .ends(1)
        .says(&["Traceback", "raise ValueError"]);
}

#[test]
fn check_says_nothing_about_a_good_program() {
    let f = Folder::with_program("check");
    let r = f.genext(&["check", "targetsum.py"]).ends(0);
    assert_eq!((r.out.as_str(), r.err.as_str()), ("", ""));
    assert_eq!(f.files(), ["targetsum.py"]);
}

#[test]
fn view_shows_all_stages_in_all_formats() {
    let f = Folder::with_program("view");
    for stage in ["flow", "annotated", "lowlevel"] {
        for (format, start) in [
            ("text", "graph "),
            ("dot", "digraph "),
            ("svg", "<svg "),
            ("html", "<!doctype html>"),
        ] {
            let r = f
                .genext(&["view", "targetsum.py", "--stage", stage, "--format", format])
                .ends(0);
            assert!(
                r.out.starts_with(start),
                "{stage} {format}:\n{:.200}",
                r.out
            );
        }
    }
    let r = f
        .genext(&["view", "targetsum.py", "--function", "step"])
        .ends(0);
    assert!(r.out.contains("setattr") && !r.out.contains("entry_point"));
    f.genext(&["view", "targetsum.py", "--function", "stepp"])
        .ends(1)
        .says(&["E0116", "stepp", "step"]);
    f.genext(&["view", "targetsum.py", "-o", "g.txt"]).ends(0);
    assert_eq!(f.files(), ["g.txt", "targetsum.py"]);
}

/// Several functions are one well-formed document each, and a page loads nothing from elsewhere.
#[test]
fn pictures_and_pages_are_well_formed_and_offline() {
    let f = Folder::with_program("pages");
    let svg = f
        .genext(&["view", "targetsum.py", "--format", "svg"])
        .ends(0)
        .out;
    assert_eq!(svg.matches("<svg ").count(), 1);
    well_formed(&svg);
    for stage in ["flow", "annotated", "lowlevel"] {
        let page = f
            .genext(&["view", "targetsum.py", "--stage", stage, "--format", "html"])
            .ends(0)
            .out;
        for outside in ["src=", "@import", "url(h", "<link", "href=\"h", "href=\"/"] {
            assert!(!page.contains(outside), "{outside}");
        }
        let model = element(&page, "model");
        let names = model["functions"].as_array().expect("functions");
        let step = names
            .iter()
            .position(|n| n.as_str().is_some_and(|n| n.contains("step")));
        // Behind the passes it is part of another function.
        assert_eq!(step.is_some(), stage != "lowlevel", "{stage}");
        let step = element(&page, &format!("f{}", step.unwrap_or(0)));
        if stage == "lowlevel" {
            continue;
        }
        // Source beside the graph: some operation comes from a line that is shown.
        let first = step["source"][0].as_u64().expect("a line");
        let lines = step["source"][1].as_array().expect("lines").len() as u64;
        let blocks = step["stages"][0]["drawing"][2].as_array().expect("blocks");
        let ops = blocks
            .iter()
            .flat_map(|b| b[5].as_array().expect("operations"));
        let lines_of_ops: Vec<u64> = ops
            .filter_map(|o| o[1].as_u64())
            .filter(|&n| n > 0)
            .collect();
        assert!(!lines_of_ops.is_empty());
        assert!(
            lines_of_ops
                .iter()
                .all(|n| (first..first + lines).contains(n)),
            "{lines_of_ops:?}"
        );
    }
}

/// The JSON of an element of a page.
#[track_caller]
fn element(page: &str, id: &str) -> serde_json::Value {
    let open = format!("<script type=\"application/json\" id=\"{id}\">");
    let (_, rest) = page.split_once(&open).expect("the element is there");
    let (json, _) = rest.split_once("</script>").expect("it ends");
    serde_json::from_str(json).expect("well formed")
}

/// Several stages stand beside each other, and functions that were inlined are named with where they went.
#[test]
fn stages_stand_side_by_side_and_inlined_functions_are_named() {
    let f = Folder::new("stages");
    f.write(
        "t.py",
        "def twice(x):\n    return x + x\n\n\n\
         def fib(n):\n    if n < 2:\n        return twice(n)\n    return fib(n - 1) + fib(n - 2)\n\n\n\
         def entry_point(argv):\n    print(fib(len(argv)))\n    return 0\n\n\n\
         def target(driver, args):\n    return entry_point\n",
    );
    let view = [
        "view",
        "t.py",
        "--stage",
        "annotated,lowlevel",
        "--format",
        "html",
    ];
    let page = f.genext(&view).ends(0).out;
    let model = element(&page, "model");
    assert_eq!(
        model["stages"],
        serde_json::json!(["annotated", "low level"])
    );
    let gone = model["gone"].as_array().expect("a list");
    let twice = gone
        .iter()
        .find(|g| g[0] == "t.twice")
        .expect("it was inlined");
    let into = twice[1].as_array().expect("a list");
    assert!(into.contains(&serde_json::json!("t.fib")), "{into:?}");
    let names = model["functions"].as_array().expect("functions");
    let entry = names
        .iter()
        .position(|n| n == "t.fib")
        .expect("it is there");
    let stages = &element(&page, &format!("f{entry}"))["stages"];
    assert_eq!(stages.as_array().map(Vec::len), Some(2));
    f.genext(&["view", "t.py", "--stage", "lowlevel", "--function", "twice"])
        .ends(1)
        .says(&["E0116", "`t.twice` was inlined into", "t.fib"]);
    f.genext(&["view", "t.py", "--stage", "colors,flow"])
        .ends(1)
        .says(&["colours cannot stand beside graphs"]);
}

/// A checker of nesting, attributes and entities: enough of XML for what the pages use.
#[track_caller]
fn well_formed(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let between = &rest[..at];
        for (i, _) in between.match_indices('&') {
            let entity = &between[i..];
            assert!(
                ["&lt;", "&gt;", "&amp;", "&quot;"]
                    .iter()
                    .any(|e| entity.starts_with(e)),
                "bare & in {between:?}"
            );
        }
        assert!(!between.contains('>'), "bare > in {between:?}");
        let end = rest[at..].find('>').expect("a tag ends") + at;
        let tag = &rest[at + 1..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}>");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "</{name}>");
        } else if !tag.ends_with('/') {
            open.push(tag.split([' ', '\n']).next().unwrap());
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{open:?} left open");
}

#[test]
fn emit_writes_graphs_beside_the_executable() {
    let f = Folder::with_program("emit");
    f.genext(&[
        "build",
        "targetsum.py",
        "-o",
        "s",
        "--emit",
        "flow",
        "--emit",
        "annotated",
        "--emit",
        "lowlevel",
    ])
    .ends(0);
    assert_eq!(
        f.files(),
        ["s", "s.annotated", "s.flow", "s.lowlevel", "targetsum.py"]
    );
    assert!(
        fs::read_to_string(f.path("s.lowlevel"))
            .unwrap()
            .contains("int_add")
    );
    assert!(
        fs::read_to_string(f.path("s.flow"))
            .unwrap()
            .contains("inplace_add")
    );
}

#[test]
fn timings_name_the_stages() {
    let f = Folder::with_program("timings");
    f.genext(&["build", "targetsum.py", "--timings"])
        .ends(0)
        .says(&[
            "import",
            "flow and annotate",
            "type",
            "transform",
            "compile",
            "link",
            "total",
            "ms",
        ]);
}

#[test]
fn the_command_line_explains_itself() {
    let f = Folder::with_program("usage");
    f.genext(&["--help"]).ends(0);
    f.genext(&["--version"]).ends(0);
    f.genext(&[]).ends(2).says(&["Usage"]);
    f.genext(&["biuld", "targetsum.py"])
        .ends(2)
        .says(&["build"]);
    f.genext(&["build"]).ends(2).says(&["<TARGET>"]);
    f.genext(&["build", "-O7", "targetsum.py"])
        .ends(2)
        .says(&["[possible values: 0, 1, 2, jit]"]);
    f.genext(&["check", "--python2", "--python3", "targetsum.py"])
        .ends(2)
        .says(&["cannot be used with"]);
}

// ---- bad targets ----

/// All commands on a bad target: exit code 1, a message with these parts, no output file.
#[track_caller]
fn refused(f: &Folder, target: &str, parts: &[&str]) {
    refused_in(f, target, "10", parts);
}

/// The same, with so many seconds for the import.
#[track_caller]
fn refused_in(f: &Folder, target: &str, limit: &str, parts: &[&str]) {
    let before = f.files();
    for command in ["check", "build", "run", "view"] {
        let r = Run::of(
            genext()
                .current_dir(&f.0)
                .args([command, target])
                .env("GENEXT_IMPORT_LIMIT", limit),
        );
        let r = r.ends(1).says(parts);
        assert_eq!(r.out, "");
    }
    assert_eq!(f.files(), before);
}

#[test]
fn targets_that_are_no_source_files() {
    let f = Folder::new("nosource");
    f.write("empty.py", "");
    f.write("binary.py", [0x7f, b'E', b'L', b'F', 2, 1, 0, 0, 0xff]);
    f.write("encoding.py", b"x = '\xff'\n");
    f.write("cut.py", "def entry_point(argv):\n    return (1 +");
    fs::create_dir(f.path("folder.py")).unwrap();
    refused(
        &f,
        "missing.py",
        &["cannot read missing.py", "No such file"],
    );
    refused(
        &f,
        "folder.py",
        &["cannot read folder.py", "is a directory"],
    );
    refused(&f, "empty.py", &["E0114", "neither `target` nor"]);
    refused(&f, "binary.py", &["error[E01", "binary.py"]);
    refused(&f, "encoding.py", &["not valid UTF-8", "encoding.py:1:6"]);
    refused(&f, "cut.py", &["E0102", "never closed"]);
    // Who may read everything cannot be refused a file.
    fs::write(f.path("secret.py"), PROGRAM).unwrap();
    fs::set_permissions(f.path("secret.py"), fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(f.path("secret.py")).is_err() {
        refused(&f, "secret.py", &["cannot read", "Permission denied"]);
    }
}

#[test]
fn targets_that_fail_while_they_are_imported() {
    let f = Folder::new("import");
    f.write("loops.py", "while True:\n    pass\n");
    f.write("grows.py", "x = []\nwhile True:\n    x.append(len(x))\n");
    f.write(
        "waits.py",
        "def entry_point(argv):\n    return 0\n\n\ndef target(driver, args):\n    while 1: pass\n",
    );
    f.write("deep.py", "def f(n):\n    return f(n + 1)\n\n\nf(0)\n");
    f.write("exits.py", "import sys\nsys.exit(0)\n");
    f.write("uses.py", "import helper\n");
    f.write("helper.py", "x = 1\ny = x.missing\n");
    refused_in(
        &f,
        "loops.py",
        "0.3",
        &["E0202", "within 0.3 seconds", "loops.py:"],
    );
    refused_in(&f, "grows.py", "0.3", &["E0202", "grows.py:"]);
    refused_in(&f, "waits.py", "0.3", &["E0202", "waits.py:6"]);
    refused(&f, "deep.py", &["RecursionError", "deep.py:2"]);
    refused(&f, "exits.py", &["SystemExit", "exits.py:2"]);
    refused(
        &f,
        "uses.py",
        &["AttributeError", "helper.py:2", "uses.py:1"],
    );
}

#[test]
fn json_diagnostics_are_one_object_a_line() {
    let bad = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad");
    let r = Run::of(genext().current_dir(&bad).args([
        "check",
        "several_errors.py",
        "--format",
        "json",
    ]))
    .ends(1);
    let objects: Vec<serde_json::Value> = r
        .out
        .lines()
        .map(|l| serde_json::from_str(l).unwrap_or_else(|e| panic!("{e}: {l}")))
        .collect();
    let codes: Vec<&str> = objects
        .iter()
        .map(|o| o["code"].as_str().unwrap())
        .collect();
    assert_eq!(codes, ["E0451", "E0455", "E0302"]);
    assert_eq!(objects[0]["kind"], "error");
    assert_eq!(objects[0]["place"]["path"], "several_errors.py");
    assert_eq!(objects[0]["place"]["line"], 11);
    assert_eq!(objects[0]["place"]["column"], 12);
    assert_eq!(objects[0]["notes"][0]["place"]["line"], 5);
    assert_eq!(objects[0]["help"], "there is `value`");
}

// ---- output that cannot be written ----

#[test]
fn output_that_cannot_be_written() {
    let f = Folder::with_program("output");
    fs::create_dir(f.path("folder")).unwrap();
    let before = f.files();
    let build = |to: &str| f.genext(&["build", "targetsum.py", "-o", to]).ends(1);
    build("folder").says(&["cannot write `folder`", "is a directory"]);
    build("no/such/x").says(&["there is no folder `no/such`"]);
    build("targetsum.py/x").says(&["`targetsum.py` is not a folder"]);
    build("/dev/full").says(&["cannot write `/dev/full`", "No space left"]);
    f.genext(&["view", "targetsum.py", "-o", "/dev/full"])
        .ends(1)
        .says(&["No space left"]);
    assert_eq!(f.files(), before);
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    Run::of(
        genext()
            .current_dir(&f.0)
            .args(["view", "targetsum.py"])
            .stdout(full),
    )
    .ends(1)
    .says(&["cannot write to standard output"]);
    // Devices are written to, never replaced.
    use std::os::unix::fs::FileTypeExt;
    for device in ["/dev/full", "/dev/null"] {
        f.genext(&["view", "targetsum.py", "-o", device]);
        assert!(fs::metadata(device).unwrap().file_type().is_char_device());
    }
    // A file that is there survives a failure as it was, and a success replaces what a link leads to, not the link.
    f.write("old", "old");
    std::os::unix::fs::symlink("old", f.path("link")).unwrap();
    f.genext(&["build", "targetsum.py", "-o", "link"]).ends(0);
    assert!(fs::symlink_metadata(f.path("link")).unwrap().is_symlink());
    assert!(fs::metadata(f.path("old")).unwrap().len() > 1000);
}

/// A full disk, as a limit on the size of files: nothing is left behind, not even a temporary file.
#[test]
fn a_full_disk_leaves_nothing_behind() {
    let f = Folder::with_program("full");
    f.write("sum", "what was there before");
    let script = format!(
        "trap '' XFSZ; ulimit -f 64; exec '{}' build targetsum.py",
        env!("CARGO_BIN_EXE_genext")
    );
    Run::of(Command::new("bash").arg("-c").arg(script).current_dir(&f.0))
        .ends(1)
        .says(&["cannot write `sum`", "File too large"]);
    assert_eq!(f.files(), ["sum", "targetsum.py"]);
    assert_eq!(
        fs::read_to_string(f.path("sum")).unwrap(),
        "what was there before"
    );
}

#[test]
fn a_folder_without_write_permission() {
    let f = Folder::with_program("readonly");
    fs::create_dir(f.path("locked")).unwrap();
    fs::set_permissions(f.path("locked"), fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(f.path("locked/probe"), "").is_ok() {
        return; // The superuser may write everywhere: nothing to see.
    }
    f.genext(&["build", "targetsum.py", "-o", "locked/x"])
        .ends(1)
        .says(&["cannot write `locked/x`", "Permission denied"]);
}

// ---- translated programs behave as untranslated ones ----

/// Each Python has its own text of floats; translation keeps that of the source.
#[test]
fn the_text_of_floats_is_that_of_the_sources_python() {
    const BODY: &str = "
def entry_point(argv):
    x = float(len(argv))
    for y in [x / 3, x * 1e22, x, x * 123456789012345.0, x * 1e-5]:
        os.write(1, str(y) + ' ' + repr(y) + ' %s %r [%.3f]' % (y, y, y) + '\\n')
    return 0

def target(driver, args):
    return entry_point, None
";
    let f = Folder::new("floats");
    f.write("two.py", format!("import os\nprint 'imported'\n{BODY}"));
    f.write(
        "three.py",
        format!("import os\nprint('imported', end='\\n')\n{BODY}"),
    );
    for (file, text) in [
        ("two.py", "0.333333333333 0.3333333333333333 "),
        ("three.py", "0.3333333333333333 0.3333333333333333 "),
    ] {
        let translated = f.genext(&["run", file]).ends(0).out;
        let untranslated = f.genext(&["py", file]).ends(0).out;
        assert!(untranslated.contains(text), "{untranslated}");
        assert!(untranslated.ends_with(&translated), "{translated}");
    }
}

// ---- wording ----

/// Every file of `tests/bad` is rejected with exactly the text beside it.
#[test]
fn diagnostics_read_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad");
    let files = filetest::files(&folder, "py");
    assert!(files.len() >= 30);
    filetest::all(files.into_iter().map(|file| {
        let name = file.file_name().unwrap().to_str().unwrap();
        let r = Run::of(genext().current_dir(&folder).args(["check", name]));
        assert_eq!(r.code, Some(1), "{name}: {}", r.err);
        filetest::whole(&file.with_extension("stderr"), &r.err)
    }));
}

/// Every code that the sources use has a section in `docs/errors.md`, and every section is about a code in use.
#[test]
fn every_error_code_is_documented() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut used = std::collections::BTreeSet::new();
    let mut folders: Vec<PathBuf> = [
        "ir",
        "python",
        "flowspace",
        "annotator",
        "lowlevel",
        "transform",
        "rtyper",
        "hintannotator",
        "jit",
        "timeshift",
        "cli",
    ]
    .iter()
    .map(|c| root.join(c).join("src"))
    .collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                let text = text.split("#[cfg(test)]").next().unwrap();
                used.extend(text.match_indices("\"E0").filter_map(|(at, _)| {
                    let code = text.get(at + 1..at + 6)?;
                    (code[1..].bytes().all(|b| b.is_ascii_digit())
                        && text[at + 6..].starts_with('"'))
                    .then(|| code.to_owned())
                }));
            }
        }
    }
    let book = fs::read_to_string(root.join("docs/errors.md")).unwrap();
    let documented: std::collections::BTreeSet<String> = book
        .lines()
        .filter_map(|l| l.strip_prefix("### E0"))
        .map(|l| format!("E0{}", &l[..3]))
        .collect();
    assert!(used.len() > 50);
    let missing: Vec<_> = used.difference(&documented).collect();
    let stale: Vec<_> = documented.difference(&used).collect();
    assert!(missing.is_empty(), "without a section: {missing:?}");
    assert!(stale.is_empty(), "sections of codes not in use: {stale:?}");
}
