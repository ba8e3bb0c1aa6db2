//! `genext jit-bisect`: programs whose declarations are lies are found out, with the place; others are let go.
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use genext_tests::toolchain::{executable, genext, run_command, work};
use libtest_mimic::{Failed, Trial};

const TIMEOUT: Duration = Duration::from_secs(300);

/// An interpreter whose programs are texts: `a` adds, `l` adds the limit, `g` asks for a weight, `j` starts over. What
/// they are changes in the last turns.
const PROGRAM: &str = r#"
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, elidable

def where(pc, code):
    return '%d: %s' % (pc, code.text[pc])

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'total', 'frame'], get_printable_location=where)

class Code(object):
    _immutable_fields_ = ['text']
    def __init__(self, text):
        self.text = text

class Frame(object):
    _immutable_fields_ = [FIELDS]
    def __init__(self, limit):
        self.limits = [limit]

class Index(object):
    def __init__(self, k):
        self.k = k

class World(object):
    def __init__(self):
        self.frame = None
        self.weights = [3, 4]

world = World()

DECORATOR
def weight(k):
    return world.weights[k]

@dont_look_inside
def change():
    world.frame.limits[0] += 1000
    world.weights[0] += 10
    world.weights[1] += 20

def run(code, frame, n):
    pc = 0
    total = 0
    while pc < len(code.text):
        driver.jit_merge_point(pc=pc, code=code, n=n, total=total, frame=frame)
        op = code.text[pc]
        pc += 1
        if op == 'a':
            total += n & 3
        elif op == 'l':
            total += frame.limits[0]
        elif op == 'g':
            total += weight(Index(pc & 1).k)
        elif op == 'j':
            n -= 1
            if n == 5:
                change()
            if n > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, n=n, total=total, frame=frame)
    return total

def main(argv):
    frame = Frame(2)
    world.frame = frame
    for text in ['aaj', argv[1], 'aj']:
        os.write(1, '%s %d\n' % (text, run(Code(text), frame, 3000)))
    return 0

def target(driver, args):
    return main
"#;

/// A program with these declarations.
fn program(name: &str, fields: &str, decorator: &str) -> Result<PathBuf, String> {
    let path = work().join(format!("target{name}.py"));
    let text = (PROGRAM.replace("FIELDS", fields)).replace("DECORATOR", decorator);
    std::fs::write(&path, text).map_err(|e| e.to_string())?;
    Ok(path)
}

fn bisect(program: &Path, environment: &[(&str, &str)], args: &[&str]) -> Result<Output, String> {
    // Tests run at the same time.
    static RUNS: AtomicU32 = AtomicU32::new(0);
    let number = RUNS.fetch_add(1, Ordering::Relaxed);
    let folder = work().join(format!("bisect-{number}"));
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let mut command = Command::new(genext());
    command.arg("jit-bisect").arg(program).arg("--").args(args);
    let temporary = folder.display().to_string();
    let environment = [environment, &[("TMPDIR", &temporary)]].concat();
    let output = run_command(command, &environment, TIMEOUT)?;
    let left: Vec<_> = std::fs::read_dir(&folder)
        .map_err(|e| e.to_string())?
        .collect();
    match left.is_empty() {
        true => Ok(output),
        false => Err(format!("files are left: {left:?}")),
    }
}

/// The exit status, and parts of the output.
fn expect(output: &Output, status: i32, parts: &[&str]) -> Result<(), Failed> {
    let text = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    let missing: Vec<_> = parts.iter().filter(|p| !text.contains(**p)).collect();
    if output.status.code() == Some(status) && missing.is_empty() {
        return Ok(());
    }
    Err(format!("{}, without {missing:?}\n{text}", output.status).into())
}

/// A field that is declared immutable and changes: the session that folds it, its place in the interpreter and in the
/// program that is interpreted.
fn lying_field() -> Result<(), Failed> {
    let target = program("lyingfield", "'limits[*]'", "")?;
    let built = executable(&target, "jit")?;
    let output = bisect(&built, &[], &["laj"])?;
    let line = PROGRAM.lines().position(|l| l.contains("+= frame.limits"));
    let at = format!("targetlyingfield.py:{}", line.unwrap_or(0) + 1);
    let parts = [
        "line 2 of the output\n  expected: laj ",
        "\n  found:    laj ",
        "without any one of them the program does what it should",
        ",only=",
        "[0: l]",
        "trusts that Frame.limits[*] never changes",
        &at,
        "  b0(",
        "* Frame.limits[*]: is it stored to",
    ];
    expect(&output, 1, &parts)?;
    // What is to be pasted shows the difference, alone.
    let text = String::from_utf8_lossy(&output.stdout);
    let settings = text.lines().find_map(|l| {
        let rest = l.strip_prefix("To repeat it: GENEXT_JIT=")?;
        rest.split_once(' ').map(|(settings, _)| settings)
    });
    let settings = settings.ok_or("no line to repeat it")?;
    let print = |settings: &str| {
        let mut command = Command::new(&built);
        command.arg("laj");
        run_command(command, &[("GENEXT_JIT", settings)], TIMEOUT).map(|o| o.stdout)
    };
    let right = print("off")?;
    if print(settings)? == right {
        return Err(format!("{settings}: the program does what it should").into());
    }
    let (before, names) = settings.split_once("only=").ok_or("no names")?;
    for name in names.split('+') {
        let others: Vec<&str> = names.split('+').filter(|n| *n != name).collect();
        let others = format!("{before}only={}", others.join("+"));
        if print(&others)? != right {
            return Err(format!("{settings}: {name} is not needed").into());
        }
    }
    Ok(())
}

/// An elidable function that is none, in a target, with a setting of the user.
fn lying_function() -> Result<(), Failed> {
    let target = program("lyingfunction", "", "@elidable")?;
    let output = bisect(&target, &[("GENEXT_JIT", "threshold=20")], &["agj"])?;
    let parts = [
        "With GENEXT_JIT=threshold=20,unlimited the program",
        "line 2 of the output\n  expected: agj ",
        "[1: g]",
        "weight is elidable",
        "genext run -Ojit",
    ];
    expect(&output, 1, &parts)?;
    let text = String::from_utf8_lossy(&output.stdout);
    match text.contains("Frame.limits") {
        true => Err(format!("what is true is shown, too:\n{text}").into()),
        false => Ok(()),
    }
}

fn no_difference() -> Result<(), Failed> {
    let target = program("honest", "", "")?;
    let built = executable(&target, "jit")?;
    let parts = ["No difference", "unlimited,threshold=7: "];
    expect(&bisect(&built, &[], &["lagj"])?, 0, &parts)?;
    Ok(())
}

/// What cannot be run or compared.
fn unusable() -> Result<(), Failed> {
    let target = program("unusable", "", "")?;
    let plain = executable(&target, "2")?;
    expect(&bisect(&plain, &[], &["aj"])?, 2, &["has no JIT", "-Ojit"])?;
    let nothing = work().join("nothing at all");
    expect(&bisect(&nothing, &[], &[])?, 2, &["cannot read"])?;
    let shell = bisect(Path::new("/bin/sh"), &[], &[])?;
    expect(&shell, 2, &["no executable made by genext"])?;
    let built = executable(&target, "jit")?;
    let wrong = [("GENEXT_JIT", "treshold=3")];
    expect(
        &bisect(&built, &wrong, &["aj"])?,
        2,
        &["no setting `treshold`"],
    )?;
    let time = work().join("targettime.py");
    let text = PROGRAM
        .replace("FIELDS", "")
        .replace("DECORATOR", "")
        .replace("import os\n", "import os, time\n")
        .replace(
            "    return 0\n",
            "    os.write(1, '%f\\n' % time.time())\n    return 0\n",
        );
    std::fs::write(&time, text)?;
    let output = bisect(&executable(&time, "jit")?, &[], &["aj"])?;
    expect(&output, 2, &["two runs without a JIT differ"])
}

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("bisect::lying_field", lying_field),
        Trial::test("bisect::lying_function", lying_function),
        Trial::test("bisect::no_difference", no_difference),
        Trial::test("bisect::unusable", unusable),
    ]
}
