//! Targets as RPython's `translate.py` reads them: what their functions get, and what they may return.
use std::path::PathBuf;
use std::process::{Command, Output};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("genext-targets-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }
    /// Writes the target and runs genext on it: exit code, output, messages.
    fn genext(&self, text: &str, args: &[&str]) -> (Option<i32>, String, String) {
        std::fs::write(self.0.join("t.py"), text).expect("written");
        let out: Output = Command::new(env!("CARGO_BIN_EXE_genext"))
            .args(args)
            .current_dir(&self.0)
            .env("NO_COLOR", "1")
            .output()
            .expect("genext runs");
        let text = |b: &[u8]| String::from_utf8_lossy(b).into_owned();
        (out.status.code(), text(&out.stdout), text(&out.stderr))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn functions_with_types_are_checked() {
    let f = Folder::new("types");
    let text = "def f(n, names, x):\n    return names[n] + x\n\ndef target(*args):\n    return f, [int, [str], TYPE]\n";
    let good = text.replace("TYPE", "str");
    let (code, _, err) = f.genext(&good, &["check", "t.py"]);
    assert_eq!(code, Some(0), "{err}");
    let (code, out, err) = f.genext(&good, &["view", "t.py", "--stage", "annotated"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("t.f("), "{out}");
    // A list in the middle cannot be written on a command line.
    let (code, _, err) = f.genext(&good, &["build", "t.py"]);
    assert_eq!(code, Some(1));
    assert!(
        err.contains("E0900") && err.contains("an argument of the type [str]"),
        "{err}"
    );
    let (code, _, err) = f.genext(&text.replace("TYPE", "int"), &["check", "t.py"]);
    assert_eq!(code, Some(1));
    assert!(err.contains("E0441"), "{err}");
    let (code, _, err) = f.genext(&text.replace("TYPE", "3"), &["check", "t.py"]);
    assert_eq!(code, Some(1));
    assert!(err.contains("`3` as the type of an argument"), "{err}");
    let (code, _, err) = f.genext(&text.replace(", TYPE", ""), &["check", "t.py"]);
    assert_eq!(code, Some(1));
    assert!(err.contains("does not take 2 arguments"), "{err}");
}

/// The program around a function takes its arguments from the command line and prints the result, translated and
/// untranslated.
#[test]
fn functions_with_types_become_programs() {
    let f = Folder::new("function");
    let text = "def f(n, x, yes, names):\n    return n + 1, x, not yes, '-'.join(names)\n\ndef target(*args):\n    return f, [int, float, bool, [str]]\n";
    let arguments = ["41", "2.5", "true", "a", "b"];
    for start in [&["run", "t.py", "--"][..], &["py", "t.py"][..]] {
        let (code, out, err) = f.genext(text, &[start, &arguments[..]].concat());
        assert_eq!(
            (code, out.as_str()),
            (Some(0), "(42, 2.5, False, 'a-b')\n"),
            "{err}"
        );
        for (wrong, message) in [
            (&["1", "2"][..], "at least 3 arguments expected"),
            (&["x", "2", "1"], "argument 1 must be an integer, not 'x'"),
            (&["1", "x", "1"], "argument 2 must be a number, not 'x'"),
            (
                &["1", "2", "maybe"],
                "argument 3 must be true or false, not 'maybe'",
            ),
        ] {
            let (code, out, err) = f.genext(text, &[start, wrong].concat());
            assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
            assert!(
                err.contains(message) && err.contains("usage: t.py INT FLOAT BOOL TEXT..."),
                "{err}"
            );
        }
    }
    let nothing = "def f():\n    print('hello')\n\ndef target(*args):\n    return f, []\n";
    let (code, out, err) = f.genext(nothing, &["run", "t.py"]);
    assert_eq!((code, out.as_str()), (Some(0), "hello\n"), "{err}");
    // A list of texts is the command line itself.
    let argv = "from rpython.annotator.listdef import s_list_of_strings\ndef f(argv):\n    print(len(argv))\n    return 3\n\ndef target(*args):\n    return f, [s_list_of_strings]\n";
    for text in [
        argv.to_owned(),
        argv.replace("[s_list_of_strings]", "[[str]]"),
    ] {
        let (code, out, err) = f.genext(&text, &["run", "t.py", "--", "a"]);
        assert_eq!((code, out.as_str()), (Some(3), "2\n"), "{err}");
    }
}

const CONFIGURED: &str = "\
from rpython.config.config import OptionDescription, BoolOption, IntOption, to_optparse, SUPPRESS_USAGE

take_options = True

def get_additional_config_options():
    return OptionDescription('vm', 'my vm', [
        BoolOption('big', '', default=False, requires=[('translation.gc', 'mine')], suggests=[('vm.size', 7)]),
        OptionDescription('deep', '', [BoolOption('down', '', default=True, cmdline='-d --down')]),
        IntOption('size', '', default=1)])

def handle_config(config, translateconfig):
    config.vm.suggest(big=True)
    config.translation.suggest(continuation=True)

def target(driver, args, config):
    driver.exe_name = 'vm'
    assert config is driver.config and driver.extra['take_options']
    to_optparse(config, ['vm.*'], parserkwargs={'usage': SUPPRESS_USAGE}).parse_args(args)
    assert '--no-down' not in args or (config.vm.size, config.vm.deep.down) == (3, False)
    text = '%s %d %s %s %s' % (
        args, config.vm.size, config.translation.gc, config.translation.continuation, config.vm.deep.down)
    def entry_point(argv):
        print(text)
        return 0
    return entry_point, None
";

#[test]
fn the_configuration_of_a_target() {
    let f = Folder::new("config");
    let (code, out, err) = f.genext(CONFIGURED, &["run", "t.py"]);
    assert_eq!(
        (code, out.as_str()),
        (Some(0), "[] 7 mine True True\n"),
        "{err}"
    );
    let (code, _, err) = f.genext(CONFIGURED, &["check", "t.py", "--", "a", "b"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(!err.contains("W0120"), "{err}");
    let (code, _, err) = f.genext(
        CONFIGURED,
        &["check", "t.py", "--", "--vm-size=3", "--no-down"],
    );
    assert_eq!(code, Some(0), "{err}");
    let (code, _, err) = f.genext(CONFIGURED, &["check", "t.py", "--", "--vm-size=many"]);
    assert_ne!(code, Some(0));
    assert!(err.contains("invalid value"), "{err}");
    let without = CONFIGURED.replace("take_options = True", "take_options = False");
    let without = without.replace(" and driver.extra['take_options']", "");
    let (code, _, err) = f.genext(&without, &["check", "t.py", "--", "a"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("warning[W0120]"), "{err}");
    let wrong = CONFIGURED.replace("suggest(big=True)", "set(big='yes')");
    let (code, _, err) = f.genext(&wrong, &["check", "t.py"]);
    assert_eq!(code, Some(1));
    assert!(err.contains("invalid value yes for option big"), "{err}");
}

const OPTIONS: &str = "\
from rpython.config.config import OptionDescription, BoolOption, IntOption

def get_additional_config_options():
    return OptionDescription('vm', 'my vm', [
        BoolOption('big', '', default=False),
        OptionDescription('deep', '', [BoolOption('down', '', default=True)]),
        IntOption('size', '', default=1)])

def handle_config(config, translateconfig):
    owners = translateconfig._cfgimpl_value_owners
    assert owners['opt'] == 'cmdline' and owners['goals'] == 'default', owners
    assert not translateconfig.help
    if translateconfig.opt == '2':
        config.vm.size = 3

def target(driver, args, config):
    import translate
    translate.log_config(config.vm, 'options of the machine')
    paths = config.getpaths()
    for path in ['translation.gc', 'translation.backendopt.inline', 'vm.big', 'vm.deep.down', 'vm.size']:
        assert path in paths, path
    assert 'vm' not in paths and 'vm.deep' not in paths
    groups = config.getpaths(include_groups=True)
    assert set(groups) - set(paths) >= set(['vm', 'vm.deep', 'translation', 'translation.backendopt'])
    assert len(groups) == len(set(groups))
    for path in paths:
        getattr(config, path)
    assert getattr(config, 'vm.deep.down') and getattr(config, 'translation.backendopt.inline')
    text = '%s %d' % (config.vm.getpaths(), config.vm.size)
    def entry_point(argv):
        print(text)
        return 0
    return entry_point, None
";

#[test]
fn names_and_owners_of_options() {
    let f = Folder::new("options");
    let (code, out, err) = f.genext(OPTIONS, &["run", "t.py"]);
    let expected = "['big', 'deep.down', 'size'] 3\n";
    assert_eq!((code, out.as_str()), (Some(0), expected), "{err}");
}

const SPECIALIZING: &str = "\
from rpython.annotator.policy import AnnotatorPolicy

class Policy(AnnotatorPolicy):
    def specialize__wrap(self, funcdesc, args_s):
        return funcdesc.cachedgraph(None)

    def specialize__nothing(self, funcdesc, args_s, *numbers):
        return funcdesc.cachedgraph(None)

def wrap(x):
    return x + 1
wrap._annspecialcase_ = 'specialize:wrap'

def second(x, y):
    return y
second._annspecialcase_ = 'specialize:nothing(1)'

class Machine(object):
    def method(self, n):
        return n * 2
    method._annspecialcase_ = 'specialize:wrap'

def entry_point(argv):
    n = len(argv)
    print('%d %d %d' % (wrap(n), second('', wrap(n + 1)), Machine().method(n + 4)))
    return 0

def target(driver, args):
    return entry_point, None, Policy()
";

/// Functions may name them; others are still unknown.
#[test]
fn specialisations_of_a_policy_of_annotation() {
    let f = Folder::new("specializing");
    for level in ["-O0", "-O2"] {
        let (code, out, err) = f.genext(SPECIALIZING, &["run", level, "t.py"]);
        assert_eq!((code, out.as_str()), (Some(0), "2 3 10\n"), "{err}");
    }
    let unknown = SPECIALIZING.replace("'specialize:wrap'", "'specialize:warp'");
    let without = SPECIALIZING.replace("None, Policy()", "None");
    for (text, name) in [(unknown, "warp"), (without, "nothing(1)")] {
        let (code, _, err) = f.genext(&text, &["check", "t.py"]);
        assert_eq!(code, Some(1), "{err}");
        let message = format!("the specialisation `specialize:{name}`");
        assert!(err.contains(&message), "{err}");
    }
}

const METHOD: &str = "\
class Machine(object):
    def target(self, driver, args):
        driver.exe_name = 'machine'
        return self.entry_point(), None

    def entry_point(self):
        def entry_point(argv):
            print('started')
            return 0
        return entry_point

target = Machine().target
";

/// The receiver of a method is none of the arguments that a target gets.
#[test]
fn a_target_that_is_a_bound_method() {
    let f = Folder::new("method");
    let (code, out, err) = f.genext(METHOD, &["run", "t.py"]);
    assert_eq!((code, out.as_str()), (Some(0), "started\n"), "{err}");
}

const LOGGING: &str = "\
def entry_point(argv):
    return 0

def target(driver, args):
    driver.log('plain')
    driver.log.info('building %s' % (driver.exe_name,))
    driver.log.WARNING('two\\nlines')
    return entry_point, None
";

/// A target writes to the log of its driver as it does under `translate.py`.
#[test]
fn a_target_that_writes_to_the_log() {
    let f = Folder::new("logging");
    let (code, out, err) = f.genext(LOGGING, &["run", "t.py"]);
    assert_eq!((code, out.as_str()), (Some(0), ""), "{err}");
    let lines = "\
[translation] plain
[translation] building t
[translation:WARNING] two
[translation:WARNING] lines
";
    assert!(err.contains(lines), "{err}");
}

const JIT: &str = "\
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc'], reds=['acc'])

def helper(x):
    return x * 3 + 1

def other(x):
    return x + 2

class Policy(object):
    def look_inside_function(self, func):
        return func.__name__ != 'helper'

def jitpolicy(driver):
    assert driver.config.translation.jit
    return Policy()

def entry_point(argv):
    pc = 0
    acc = len(argv)
    while pc < 10:
        driver.jit_merge_point(pc=pc, acc=acc)
        acc = other(helper(acc)) & 0xffff
        pc += 1
    print(acc)
    return 0

def target(driver, args):
    return entry_point, None
";

#[test]
fn a_policy_keeps_the_jit_out_of_functions() {
    let f = Folder::new("policy");
    let colours = |text: &str| {
        let args = ["view", "t.py", "--stage", "colors", "--function", "helper"];
        f.genext(text, &args)
    };
    let (_, out, err) = colours(JIT);
    assert!(!out.contains("x * 3"), "{out}{err}");
    let (code, out, err) = colours(&JIT.replace("!= 'helper'", "!= 'nothing'"));
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("x * 3"), "{out}");
    let failing = JIT.replace("return func.__name__ != 'helper'", "return func.missing");
    let (code, _, err) = f.genext(&failing, &["check", "-Ojit", "t.py"]);
    assert_eq!(code, Some(1));
    assert!(
        err.contains("AttributeError") && err.contains("t.py:13"),
        "{err}"
    );
}

#[test]
fn why_a_variable_is_red() {
    let f = Folder::new("why");
    let (code, out, err) = f.genext(JIT, &["view", "t.py", "--why", "acc"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(
        out.contains("note: `acc` is red in `t.entry_point`"),
        "{out}"
    );
    assert!(
        out.contains("`acc` is red at this merge point")
            && out.contains("= help: make `acc` a green of the driver"),
        "{out}"
    );
    let (code, out, err) = f.genext(JIT, &["view", "t.py", "--why", "pc"]);
    assert_eq!(code, Some(1), "{out}");
    assert!(err.contains("no variable `pc` is red"), "{err}");
    let args = ["view", "t.py", "--stage", "colors", "--format", "html"];
    let (_, out, _) = f.genext(JIT, &args);
    assert!(out.contains(r"acc is red:\n  line "), "{out}");
}

/// Items of lists and arrays that a frame has: held with it, changed in place, appended to, changed nowhere in sight.
const ITEMS: &str = "\
from rpython.rlib.jit import JitDriver, hint
driver = JitDriver(greens=['pc'], reds=['frame'], virtualizables=['frame'])

class Frame(object):
    _virtualizable_ = ['depth', 'stack[*]']
    def __init__(self, n):
        self = hint(self, access_directly=True, fresh_virtualizable=True)
        self.stack = [0] * n
        self.depth = 0
        self.marks = [0] * n
        self.seen = []
        self.table = [n] * n

def poke(items, i):
    items[i] += 1

def run(n):
    frame = Frame(n)
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, frame=frame)
        if pc == 0:
            poke(frame.table, pc)
            frame.stack[frame.depth] = pc
            frame.depth += 1
        elif pc == 1:
            frame.depth -= 1
            top = frame.stack[frame.depth]
            if top > 100:
                return top
        elif pc == 2:
            mark = frame.marks[pc]
            frame.marks[pc] = mark + 1
            frame.seen.append(mark)
            old = frame.seen[0]
            entry = frame.table[pc]
            if mark > 10 and old < entry:
                return mark
        pc += 1
        if pc == 3:
            pc = 0
            driver.can_enter_jit(pc=pc, frame=frame)

def entry_point(argv):
    return run(len(argv) + 7)

def target(driver, args):
    return entry_point, None
";

#[test]
fn why_an_item_is_red() {
    let f = Folder::new("why-items");
    for (variable, wanted, other) in [
        (
            "top",
            &[
                "of the field `stack` of `Frame`, which the JIT keeps in registers",
                "promote the item",
            ][..],
            "_immutable_fields_",
        ),
        (
            "mark",
            &[
                "of the field `marks` of `Frame`, whose items change",
                "they change here",
                "frame.marks[pc] = mark + 1",
                "promote the item",
            ],
            "_immutable_fields_",
        ),
        (
            "old",
            &["of the field `seen` of `Frame`", "frame.seen.append(mark)"],
            "_immutable_fields_",
        ),
        (
            "entry",
            &[
                "of the field `table` of `Frame`, whose items may change",
                "declare `_immutable_fields_ = ['table[*]']` in `Frame`",
            ],
            "they change here",
        ),
    ] {
        let (code, out, err) = f.genext(ITEMS, &["view", "t.py", "--why", variable]);
        assert_eq!(code, Some(0), "{err}");
        for text in wanted {
            assert!(out.contains(text), "{text}\n--- in\n{out}");
        }
        assert!(!out.contains(other), "{other}\n--- in\n{out}");
    }
}

/// A program of RPython's own tree finds what lies beside it from wherever it is started, checked and untranslated.
#[test]
fn programs_inside_of_the_tree_of_rpython() {
    let f = Folder::new("tree");
    let tl = f.0.join("rpython/jit/tl");
    std::fs::create_dir_all(&tl).expect("folders");
    for folder in ["rpython", "rpython/jit", "rpython/jit/tl"] {
        std::fs::write(f.0.join(folder).join("__init__.py"), "").expect("written");
    }
    std::fs::write(tl.join("beside.py"), "VALUE = 7\n").expect("written");
    let target = "from rpython.jit.tl import beside\nfrom rpython.rlib.jit import promote\n\ndef entry_point(argv):\n    print(promote(beside.VALUE))\n    return 0\n\ndef target(driver, args):\n    return entry_point\n";
    std::fs::write(tl.join("t.py"), target).expect("written");
    for (folder, path) in [
        ("", "rpython/jit/tl/t.py"),
        ("rpython/jit/tl", "t.py"),
        ("rpython", "jit/tl/t.py"),
    ] {
        for command in ["check", "py"] {
            let out = Command::new(env!("CARGO_BIN_EXE_genext"))
                .args([command, path])
                .current_dir(f.0.join(folder))
                .env("NO_COLOR", "1")
                .output()
                .expect("genext runs");
            let err = String::from_utf8_lossy(&out.stderr);
            assert_eq!(out.status.code(), Some(0), "{command} {path}: {err}");
            if command == "py" {
                assert_eq!(String::from_utf8_lossy(&out.stdout), "7\n");
            }
        }
    }
}

const FALLBACK: &str = "
try:
    from rpython.rlib.rarithmetic import r_int77
except ImportError:
    def r_int77(x):
        return x.no_such_thing
try:
    import rpython.rlib.no_such_module
except ImportError:
    pass
try:
    import no_such_module_of_mine
except ImportError:
    pass

def entry_point(argv):
    print(r_int77(5))
    return 0

def target(driver, args):
    return entry_point, None
";

#[test]
fn imports_of_the_library_that_fail_are_told() {
    let f = Folder::new("fallback");
    let (code, _, err) = f.genext(FALLBACK, &["check", "t.py"]);
    assert_eq!(code, Some(1), "{err}");
    assert_eq!(err.matches("warning[W0121]").count(), 2, "{err}");
    assert!(
        err.contains("`rpython.rlib.rarithmetic` has no `r_int77`"),
        "{err}"
    );
    assert!(
        err.contains("there is no module `rpython.rlib.no_such_module`"),
        "{err}"
    );
    let note = "the code in error is a fallback: this import failed";
    assert!(err.contains(note), "{err}");
    // What is wrong elsewhere has no note.
    let good = FALLBACK.replace("x.no_such_thing", "x");
    let wrong = good.replace("print(r_int77(5))", "print(r_int77(5).y)");
    let (code, _, err) = f.genext(&wrong, &["check", "t.py"]);
    assert_eq!(code, Some(1), "{err}");
    assert!(!err.contains(note), "{err}");
    for command in ["check", "run"] {
        let (code, _, err) = f.genext(&good, &[command, "t.py"]);
        assert_eq!(code, Some(0), "{err}");
        assert_eq!(err.matches("warning[W0121]").count(), 2, "{err}");
    }
    // An import that nothing handles is an error and no warning.
    let (code, _, err) = f.genext("from rpython.rlib.jit import no_such\n", &["check", "t.py"]);
    assert_eq!(code, Some(1), "{err}");
    assert!(!err.contains("W0121"), "{err}");
}

/// Programs tell by `sys.argv` that RPython's command imports them.
#[test]
fn the_command_line_while_translating() {
    let f = Folder::new("argv");
    let text = "import sys
if sys.argv[0].endswith('rpython'):
    from rpython.rlib.listsort import TimSort
SEEN = ' '.join(sys.argv)

class Sort(TimSort):
    def lt(self, a, b):
        return a < b

def entry_point(argv):
    names = ['b', 'a']
    Sort(names).sort()
    print(names[0])
    print(SEEN)
    return 0

def target(driver, args):
    return entry_point, None
";
    let (code, _, err) = f.genext(text, &["check", "t.py"]);
    assert_eq!(code, Some(0), "{err}");
    let (code, out, err) = f.genext(text, &["run", "t.py"]);
    assert_eq!(
        (code, out.as_str()),
        (Some(0), "a\nrpython t.py\n"),
        "{err}"
    );
    let (code, _, err) = f.genext(text, &["build", "t.py", "-o", "t", "--", "x"]);
    assert_eq!(code, Some(0), "{err}");
    let built = Command::new(f.0.join("t")).output().expect("it runs");
    let out = String::from_utf8_lossy(&built.stdout);
    assert_eq!(out, "a\nrpython t.py x\n");
    // A program that is run is no target that is translated.
    let (_, out, err) = f.genext("import sys\nprint(sys.argv[0])\n", &["py", "t.py"]);
    assert_eq!(out, "t.py\n", "{err}");
}

/// The version is found out for the whole package, from inside of its folder, too; and by names alone.
#[test]
fn sources_in_python2() {
    let f = Folder::new("python2");
    let text = "import other\ndef entry_point(argv):\n    other.show(7 / 2)\n    return 0\n\ndef target(*args):\n    return entry_point, None\n";
    std::fs::write(f.0.join("__init__.py"), "").expect("written");
    std::fs::write(f.0.join("other.py"), "def show(x):\n    print x\n").expect("written");
    let (code, out, err) = f.genext(text, &["run", "t.py"]);
    assert_eq!((code, out.as_str()), (Some(0), "3\n"), "{err}");
    let names = "def show(x):\n    print(unichr(96 + x).encode('utf-8'))\n";
    std::fs::write(f.0.join("other.py"), names).expect("written");
    let (code, out, err) = f.genext(text, &["run", "t.py"]);
    assert_eq!((code, out.as_str()), (Some(0), "c\n"), "{err}");
    std::fs::remove_file(f.0.join("__init__.py")).expect("removed");
    let alone = text
        .replace("import other\n", names)
        .replace("other.show", "show");
    let (code, out, err) = f.genext(&alone, &["run", "t.py"]);
    assert_eq!((code, out.as_str()), (Some(0), "c\n"), "{err}");
}

/// A target in Python 2.7 whose folder is a package is a module of its own, as with `translate.py`: packages beside it
/// are not parts of that package, and there is one of each.
#[test]
fn target_in_a_package() {
    let f = Folder::new("inpackage");
    let text = "from kinds import maker\ndef entry_point(argv):\n    shape = maker.make(len(argv))\n    print shape.corners()\n    return 0\n\ndef target(*args):\n    return entry_point, None\n";
    let init = "class Shape(object):\n    def corners(self):\n        return 0\nimport maker\n";
    let maker = "import kinds\nclass Square(kinds.Shape):\n    def corners(self):\n        return 4\ndef make(n):\n    return kinds.Shape() if n > 5 else Square()\n";
    let folder = f.0.join("kinds");
    std::fs::create_dir(&folder).expect("made");
    std::fs::write(f.0.join("__init__.py"), "").expect("written");
    std::fs::write(folder.join("__init__.py"), init).expect("written");
    std::fs::write(folder.join("maker.py"), maker).expect("written");
    let (code, out, err) = f.genext(text, &["run", "t.py"]);
    assert_eq!((code, out.as_str()), (Some(0), "4\n"), "{err}");
}
