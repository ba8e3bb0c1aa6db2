//! Debugging information of executables (`genext build -g`): what it leaves as it is, what it says, read back with
//! gimli, and a session of gdb, where there is one. Names of a JIT's code.
use std::path::PathBuf;
use std::process::Command;

use object::elf::FileHeader64;
use object::endian::LittleEndian as LE;
use object::read::elf::{FileHeader, SectionHeader, Sym};

const PROGRAM: &str = "\
import os

def triangle(n):
    total = 0
    while n > 0:
        total += n
        n -= 1
    return total

def report(n):
    text = str(triangle(n))
    os.write(1, text + '\\n')
    return len(text)
triangle._dont_inline_ = True
report._dont_inline_ = True

def entry_point(argv):
    return report(len(argv) + 9)
";

/// Prints nothing; its loop goes through two places of the interpreted program.
const JIT: &str = "\
from rpython.rlib.jit import JitDriver

def location(pc):
    return 'demo.txt:%d\\n(step)' % (pc + 41)

driver = JitDriver(greens=['pc'], reds=['n', 's'], get_printable_location=location)

def entry_point(argv):
    pc = 0
    n = 3000
    s = 0
    while n > 0:
        driver.jit_merge_point(pc=pc, n=n, s=s)
        if pc == 0:
            s += n & 3
            pc = 1
        else:
            n -= 1
            pc = 0
            driver.can_enter_jit(pc=pc, n=n, s=s)
    return s & 7
";

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, program: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("genext-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        std::fs::write(path.join("program.py"), program).expect("written");
        Folder(path)
    }
    /// Builds in the folder, so that the paths of sources are relative to it.
    fn build(&self, args: &[&str]) -> Vec<u8> {
        let o = Command::new(env!("CARGO_BIN_EXE_genext"))
            .current_dir(&self.0)
            .arg("build")
            .args(args)
            .args(["program.py", "-o", "program"])
            .output()
            .expect("genext runs");
        let err = String::from_utf8_lossy(&o.stderr);
        assert!(o.status.success(), "{err}");
        std::fs::read(self.0.join("program")).expect("an executable")
    }
}
impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn section<'a>(bytes: &'a [u8], name: &str) -> &'a [u8] {
    let header = FileHeader64::<LE>::parse(bytes).expect("ELF");
    let table = header.sections(LE, bytes).expect("sections");
    (table.section_by_name(LE, name.as_bytes()))
        .map_or(&[], |(_, s)| s.data(LE, bytes).expect("its bytes"))
}

/// Objects, inlined calls, and variables of every kind that is described.
const OBJECTS: &str = "\
import os

class Shape(object):
    def __init__(self, names):
        self.names = names

class Square(Shape):
    def __init__(self, names, side):
        Shape.__init__(self, names)
        self.side = side
        self.ratio = side * 0.5
    def area(self):
        result = self.side * self.side
        return clip(result)

def clip(value):
    clipped = value
    if value > 100:
        clipped = value % 100
        os.write(2, 'clipped\\n')
    return clipped

def measure(square, letter, flag):
    area = square.area()
    text = letter * area
    os.write(1, text + '\\n')
    return len(text) + len(square.names[0]) + int(square.ratio) + flag
measure._dont_inline_ = True

def entry_point(argv):
    square = Square(['a square', 'b'], len(argv) + 1)
    return measure(square, argv[0][0], len(argv) > 7)
";

#[test]
fn the_program_is_the_same_with_debugging_information() {
    for (program, level) in [
        (PROGRAM, "-O2"),
        (OBJECTS, "-O0"),
        (OBJECTS, "-O2"),
        (JIT, "-Ojit"),
    ] {
        let folder = Folder::new(&format!("same-code{level}"), program);
        let plain = folder.build(&[level]);
        assert!(section(&plain, ".debug_line").is_empty());
        let debug = folder.build(&[level, "-g"]);
        for name in [
            ".genext.text",
            ".genext.rodata",
            ".genext.data",
            ".debug_frame",
        ] {
            assert!(!section(&plain, name).is_empty(), "{name}");
            let same = section(&plain, name) == section(&debug, name);
            assert!(same, "{name} differs at {level}");
        }
    }
    let folder = Folder::new("same-result", PROGRAM);
    folder.build(&["-O2", "-g"]);
    let o = Command::new(folder.0.join("program")).output();
    let o = o.expect("it starts");
    assert_eq!((&o.stdout[..], o.status.code()), (&b"55\n"[..], Some(2)));
}

/// Profilers and debuggers find a name for every address of translated code.
#[test]
fn every_address_of_the_text_belongs_to_a_symbol() {
    for (name, program, level) in [
        ("symbols", OBJECTS, "-O0"),
        ("symbols-optimised", OBJECTS, "-O2"),
        ("symbols-jit", JIT, "-Ojit"),
    ] {
        let folder = Folder::new(name, program);
        let bytes = &folder.build(&[level])[..];
        let header = FileHeader64::<LE>::parse(bytes).expect("ELF");
        let table = header.sections(LE, bytes).expect("sections");
        let (index, text) = table
            .section_by_name(LE, b".genext.text")
            .expect("the text");
        let code = text.data(LE, bytes).expect("its bytes");
        let start = text.sh_addr(LE);
        let symbols = table
            .symbols(LE, bytes, object::elf::SHT_SYMTAB)
            .expect("symbols");
        let mut functions: Vec<(u64, u64, &[u8])> = symbols
            .iter()
            .filter(|s| usize::from(s.st_shndx(LE).0) == index.0)
            .map(|s| {
                assert_eq!(s.st_type(), object::elf::STT_FUNC);
                let name = s.name(LE, symbols.strings()).expect("a name");
                (s.st_value(LE), s.st_size(LE), name)
            })
            .collect();
        functions.sort_unstable();
        assert!(functions.len() > 10, "{level}");
        let mut at = start;
        for &(address, size, name) in &functions {
            let name = String::from_utf8_lossy(name);
            assert!(
                at <= address,
                "{level}: {name} is inside of another function"
            );
            // Between functions is nothing but what fills lines.
            let between = &code[(at - start) as usize..(address - start) as usize];
            assert!(
                between.len() < 64,
                "{level}: {} bytes before {name}",
                between.len()
            );
            assert!(
                between.iter().all(|&b| b == 0xcc),
                "{level}: code before {name}"
            );
            assert!(
                size > 0 && !name.is_empty(),
                "{level}: {name:?} at {address:#x}"
            );
            at = address + size;
        }
        let rest = &code[(at - start) as usize..];
        assert!(
            rest.iter().all(|&b| b == 0),
            "{level}: code behind the last function"
        );
    }
}

type Reader<'a> = gimli::EndianSlice<'a, gimli::LittleEndian>;
type Dwarf<'a> = gimli::Dwarf<Reader<'a>>;
type Unit<'a> = gimli::Unit<Reader<'a>>;
type Entry<'a> = gimli::DebuggingInformationEntry<Reader<'a>>;

/// Debugging information as debuggers read it: one unit.
struct Info<'a> {
    dwarf: Dwarf<'a>,
    unit: Unit<'a>,
}

impl<'a> Info<'a> {
    fn of(bytes: &'a [u8]) -> Info<'a> {
        let load = |id: gimli::SectionId| {
            let data = section(bytes, id.name());
            Ok::<_, gimli::Error>(Reader::new(data, gimli::LittleEndian))
        };
        let dwarf = Dwarf::load(load).expect("sections");
        let mut units = dwarf.units();
        let header = units.next().expect("a header").expect("a unit");
        assert!(units.next().expect("its end").is_none(), "one unit");
        let unit = dwarf.unit(header).expect("a unit");
        Info { dwarf, unit }
    }
    fn text(&self, entry: &Entry<'a>, at: gimli::DwAt) -> String {
        let Some(value) = entry.attr_value(at) else {
            return String::new();
        };
        let text = self.dwarf.attr_string(&self.unit, value).expect("a text");
        text.to_string_lossy().into_owned()
    }
    fn number(&self, entry: &Entry<'a>, at: gimli::DwAt) -> Option<u64> {
        match entry.attr_value(at)? {
            gimli::AttributeValue::FileIndex(n) => Some(n),
            value => value.udata_value(),
        }
    }
    fn referred(&self, entry: &Entry<'a>, at: gimli::DwAt) -> Option<Entry<'a>> {
        match entry.attr_value(at)? {
            gimli::AttributeValue::UnitRef(to) => Some(self.unit.entry(to).expect("an entry")),
            _ => None,
        }
    }
    fn name(&self, entry: &Entry<'a>) -> String {
        match self.referred(entry, gimli::DW_AT_abstract_origin) {
            Some(original) => self.text(&original, gimli::DW_AT_name),
            None => self.text(entry, gimli::DW_AT_name),
        }
    }
    /// All entries, with the names of those around them.
    fn entries(&self) -> Vec<(Vec<String>, Entry<'a>)> {
        let mut out = Vec::new();
        let mut around: Vec<String> = Vec::new();
        let mut cursor = self.unit.entries();
        while let Some(entry) = cursor.next_dfs().expect("entries") {
            let depth = usize::try_from(entry.depth()).expect("a depth");
            around.truncate(depth);
            out.push((around.clone(), entry.clone()));
            around.push(self.name(entry));
        }
        out
    }
    fn ranges(&self, entry: &Entry<'a>) -> Vec<(u64, u64)> {
        let mut ranges = self.dwarf.die_ranges(&self.unit, entry).expect("ranges");
        let mut out = Vec::new();
        while let Some(r) = ranges.next().expect("a range") {
            out.push((r.begin, r.end));
        }
        out
    }
    /// Where a variable is: ranges of code with the first operation of each place.
    fn places(&self, entry: &Entry<'a>) -> Vec<(u64, u64, gimli::DwOp)> {
        let Some(value) = entry.attr_value(gimli::DW_AT_location) else {
            return Vec::new();
        };
        let list = self
            .dwarf
            .attr_locations(&self.unit, value)
            .expect("a list");
        let mut list = list.expect("a list");
        let mut out = Vec::new();
        while let Some(l) = list.next().expect("a place") {
            out.push((l.range.begin, l.range.end, gimli::DwOp(l.data.0.slice()[0])));
        }
        out
    }
    /// The type of a variable or member, as text.
    fn type_of(&self, entry: &Entry<'a>) -> String {
        let ty = self.referred(entry, gimli::DW_AT_type).expect("a type");
        match ty.tag() {
            gimli::DW_TAG_pointer_type => match self.referred(&ty, gimli::DW_AT_type) {
                Some(to) => format!("{} *", self.text(&to, gimli::DW_AT_name)),
                None => "void *".to_owned(),
            },
            gimli::DW_TAG_array_type => format!("{}[]", self.type_of(&ty)),
            _ => self.text(&ty, gimli::DW_AT_name),
        }
    }
    /// File and line of every row.
    fn lines(&self) -> Vec<(u64, String, u64)> {
        let program = self.unit.line_program.clone().expect("lines");
        let mut rows = program.rows();
        let mut out = Vec::new();
        while let Some((header, row)) = rows.next_row().expect("a row") {
            let file = row.file(header).expect("a file");
            let path = self.dwarf.attr_string(&self.unit, file.path_name());
            let path = path.expect("a path").to_string_lossy().into_owned();
            out.push((row.address(), path, row.line().map_or(0, |l| l.get())));
        }
        out
    }
}

#[test]
fn functions_variables_and_types_can_be_read_back() {
    let folder = Folder::new("dwarf", OBJECTS);
    let bytes = folder.build(&["-O0", "-g"]);
    let info = Info::of(&bytes);
    let entries = info.entries();
    let within = |function: &str, tag: gimli::DwTag| {
        let of = entries
            .iter()
            .filter(|(a, e)| a.last().is_some_and(|a| a == function) && e.tag() == tag);
        of.map(|(_, e)| (info.name(e), info.type_of(e)))
            .collect::<Vec<_>>()
    };
    let pairs = |list: &[(&str, &str)]| -> Vec<(String, String)> {
        list.iter()
            .map(|&(a, b)| (a.to_owned(), b.to_owned()))
            .collect()
    };
    assert_eq!(
        within("program.measure", gimli::DW_TAG_formal_parameter),
        pairs(&[("square", "Square *"), ("letter", "char"), ("flag", "bool")]),
    );
    assert_eq!(
        within("program.measure", gimli::DW_TAG_variable),
        pairs(&[("area", "Signed"), ("text", "rpy_string *")]),
    );
    // An instance has what its base class has as its first member.
    let members = within("Square", gimli::DW_TAG_member);
    for member in pairs(&[("super", "Shape"), ("side", "Signed"), ("ratio", "Float")]) {
        assert!(members.contains(&member), "{member:?} in {members:?}");
    }
    let members = within("rpy_string", gimli::DW_TAG_member);
    for member in pairs(&[("length", "Signed"), ("chars", "char[]")]) {
        assert!(members.contains(&member), "{member:?} in {members:?}");
    }
    // Every place is inside of the function, and a parameter has one at its first address.
    let functions = entries
        .iter()
        .filter(|(_, e)| e.tag() == gimli::DW_TAG_subprogram);
    let mut checked = 0;
    for (_, function) in functions {
        let [(begin, end)] = info.ranges(function)[..] else {
            continue;
        };
        let name = info.name(function);
        for (_, v) in entries.iter().filter(|(a, _)| a.last() == Some(&name)) {
            let places = info.places(v);
            assert!(
                places
                    .iter()
                    .all(|p| begin <= p.0 && p.0 < p.1 && p.1 <= end),
                "{name}"
            );
            if name == "program.measure" && v.tag() == gimli::DW_TAG_formal_parameter {
                assert!(places.iter().any(|p| p.0 == begin), "{}", info.name(v));
                checked += 1;
            }
        }
        let from = info
            .lines()
            .into_iter()
            .find(|l| l.0 == begin)
            .expect("a line");
        if let Some(line) = info.number(function, gimli::DW_AT_decl_line) {
            assert_eq!(from.2, line, "{name} begins at its definition");
        }
    }
    assert_eq!(checked, 3);
    // Values in registers, in the frame, and constants.
    let all: Vec<gimli::DwOp> = entries
        .iter()
        .flat_map(|(_, e)| info.places(e))
        .map(|p| p.2)
        .collect();
    assert!(all.contains(&gimli::DW_OP_fbreg), "{all:?}");
    assert!(
        all.iter()
            .any(|op| (gimli::DW_OP_reg0.0..=gimli::DW_OP_reg31.0).contains(&op.0))
    );
}

/// An interpreter: each value is where the allocator says, which builds with assertions check, and each variable that
/// is described has places inside of its function only.
#[test]
fn an_interpreter_can_be_described() {
    let folder = Folder::new("dwarf-kite", PROGRAM);
    let kite = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../examples/kite/targetkite.py"
    );
    for level in ["-O0", "-Ojit"] {
        let o = Command::new(env!("CARGO_BIN_EXE_genext"))
            .args(["build", "-g", level, "--no-warnings", kite, "-o"])
            .arg(folder.0.join("kite"))
            .output()
            .expect("genext runs");
        assert!(o.status.success(), "{}", String::from_utf8_lossy(&o.stderr));
        let bytes = std::fs::read(folder.0.join("kite")).expect("an executable");
        let info = Info::of(&bytes);
        let (mut inside, mut variables, mut inlined) = (Vec::new(), 0, 0);
        for (_, e) in info.entries() {
            match e.tag() {
                gimli::DW_TAG_subprogram => inside = info.ranges(&e),
                gimli::DW_TAG_inlined_subroutine => inlined += 1,
                gimli::DW_TAG_variable | gimli::DW_TAG_formal_parameter => {
                    let places = info.places(&e);
                    variables += usize::from(!places.is_empty());
                    let within = |p: &(u64, u64, gimli::DwOp)| {
                        inside.iter().any(|r| r.0 <= p.0 && p.0 < p.1 && p.1 <= r.1)
                    };
                    assert!(places.iter().all(within), "{}", info.name(&e));
                }
                _ => {}
            }
        }
        assert!(variables > 500, "{level}: {variables} variables");
        assert_eq!(inlined > 100, level == "-Ojit", "{level}: {inlined} calls");
    }
}

#[test]
fn inlined_calls_can_be_read_back() {
    let folder = Folder::new("dwarf-inlined", OBJECTS);
    let bytes = folder.build(&["-O2", "-g"]);
    let info = Info::of(&bytes);
    let entries = info.entries();
    let line_of = |text: &str| {
        let at = OBJECTS
            .lines()
            .position(|l| l.contains(text))
            .expect("a line");
        at as u64 + 1
    };
    let inlined: Vec<_> = entries
        .iter()
        .filter(|(_, e)| e.tag() == gimli::DW_TAG_inlined_subroutine)
        .map(|(around, e)| {
            let line = info.number(e, gimli::DW_AT_call_line).unwrap_or(0);
            (
                around.last().cloned().unwrap_or_default(),
                info.name(e),
                line,
                e,
            )
        })
        .collect();
    // A call inside of an inlined call is inside of it.
    let want = [
        (
            "program.measure",
            "program.Square.area",
            "area = square.area()",
        ),
        ("program.Square.area", "program.clip", "return clip(result)"),
    ];
    for (around, name, call) in want {
        let found = inlined.iter().find(|i| i.0 == around && i.1 == name);
        let (_, _, line, entry) = found.unwrap_or_else(|| panic!("{name} in {inlined:?}"));
        assert_eq!(*line, line_of(call));
        let ranges = info.ranges(entry);
        assert!(!ranges.is_empty(), "{name} has code");
        // Code of the call has lines of what was inlined.
        let lines = info.lines();
        let own = if name == "program.clip" {
            "clipped = value % 100"
        } else {
            "result = self.side"
        };
        let inside = |at: u64| ranges.iter().any(|r| r.0 <= at && at < r.1);
        let here: Vec<u64> = lines.iter().filter(|l| inside(l.0)).map(|l| l.2).collect();
        assert!(here.contains(&line_of(own)), "{name}: {here:?}");
    }
    // Variables are in the scope of the function that they were written in.
    let scope = |name: &str| {
        let (around, _) = entries
            .iter()
            .find(|(_, e)| e.tag() == gimli::DW_TAG_variable && info.name(e) == name)?;
        around.last().cloned()
    };
    assert_eq!(scope("text").as_deref(), Some("program.measure"));
    assert_eq!(scope("result").as_deref(), Some("program.Square.area"));
    assert_eq!(scope("value").as_deref(), Some("program.clip"));
}

/// The names of a JIT's fragments, from the map of a run. The map also names the code that they share.
fn jit_names(folder: &Folder) -> Vec<String> {
    let mut run = Command::new(folder.0.join("program"))
        .env("GENEXT_JIT", "threshold=7,perf_map")
        .spawn()
        .expect("it starts");
    let map = format!("/tmp/perf-{}.map", run.id());
    run.wait().expect("it ends");
    let text = std::fs::read_to_string(&map).expect("a map");
    let _ = std::fs::remove_file(&map);
    let name = |l: &str| l.splitn(3, ' ').nth(2).map(str::to_owned);
    for shared in ["genext_jit_edge_stub", "genext_jit_leave"] {
        assert!(
            text.lines().any(|l| l.ends_with(shared)),
            "{shared}: {text}"
        );
    }
    text.lines()
        .map(|l| name(l).unwrap_or_else(|| panic!("no name in {l:?} of {text}")))
        .filter(|n| n.starts_with('F'))
        .collect()
}

#[test]
fn code_of_a_jit_has_names_of_the_interpreted_program() {
    let folder = Folder::new("jit-names", JIT);
    folder.build(&["-Ojit"]);
    let names = jit_names(&folder);
    let place = |n: &String| n.contains(" demo.txt:41 (step)") || n.contains(" demo.txt:42 (step)");
    assert!(!names.is_empty() && names.iter().all(place), "{names:?}");

    let without = JIT.replace(", get_printable_location=location", "");
    let folder = Folder::new("jit-lines", &without);
    folder.build(&["-Ojit"]);
    let names = jit_names(&folder);
    let place = |n: &String| n.contains("entry_point") && n.contains(" at program.py:");
    assert!(!names.is_empty() && names.iter().all(place), "{names:?}");
}

/// What gdb prints for some commands; `None` where there is no gdb, or where it may not trace.
fn gdb(folder: &Folder, commands: &[&str]) -> Option<String> {
    if Command::new("gdb").arg("--version").output().is_err() {
        eprintln!("no gdb: not tested");
        return None;
    }
    let mut gdb = Command::new("gdb");
    gdb.current_dir(&folder.0).env("DEBUGINFOD_URLS", "").args([
        "-nx",
        "-batch",
        "-ex",
        "set width 0",
    ]);
    for command in commands {
        gdb.args(["-ex", command]);
    }
    let o = gdb.arg("program").output().expect("gdb runs");
    let (out, err) = (
        String::from_utf8_lossy(&o.stdout),
        String::from_utf8_lossy(&o.stderr),
    );
    if err.contains("ptrace") || err.contains("Could not trace") {
        eprintln!("gdb may not trace here: not tested");
        return None;
    }
    Some(format!("{out}\n--- errors\n{err}"))
}

#[test]
fn gdb_stops_at_lines_and_names_them_in_backtraces() {
    let folder = Folder::new("gdb", PROGRAM);
    folder.build(&["-O0", "-g"]);
    let commands = [
        "break program.py:6",
        "run",
        "backtrace",
        "list",
        "up",
        "info line",
    ];
    let Some(out) = gdb(&folder, &commands) else {
        return;
    };
    for want in [
        "program.triangle (n=10) at program.py:6",
        "program.report (n=10) at program.py:11",
        "6\t        total += n",
        "Line 11 of \"program.py\"",
    ] {
        assert!(out.contains(want), "{want}\n--- in\n{out}");
    }
}

#[test]
fn gdb_prints_variables_and_objects() {
    let folder = Folder::new("gdb-variables", OBJECTS);
    folder.build(&["-O0", "-g"]);
    let line = OBJECTS
        .lines()
        .position(|l| l.contains("os.write(1"))
        .expect("a line")
        + 1;
    let stop = format!("break program.py:{line}");
    let commands = [
        "break program.measure",
        &stop,
        "run",
        "info args",
        "print *square",
        "print *square->names->items[0]",
        "ptype square",
        "continue",
        "info locals",
        "print area + 1",
        "print *text",
    ];
    let Some(out) = gdb(&folder, &commands) else {
        return;
    };
    for want in [
        "letter = 47 '/'",
        "flag = false",
        "side = 2, ratio = 1",
        "chars = \"a square\"",
        "struct Shape super;",
        "area = 4",
        " = 5\n",
        "chars = \"////\"",
    ] {
        assert!(out.contains(want), "{want}\n--- in\n{out}");
    }
}

#[test]
fn gdb_shows_inlined_calls_as_frames() {
    let folder = Folder::new("gdb-inlined", OBJECTS);
    folder.build(&["-O2", "-g"]);
    let Some(out) = gdb(&folder, &["break program.clip", "run", "backtrace"]) else {
        return;
    };
    let line = |text: &str| {
        OBJECTS
            .lines()
            .position(|l| l.contains(text))
            .expect("a line")
            + 1
    };
    for (function, call) in [
        ("program.Square.area", "return clip(result)"),
        ("program.measure", "area = square.area()"),
    ] {
        let frame = out
            .lines()
            .find(|l| l.starts_with('#') && l.contains(&format!(" {function} (")));
        let frame = frame.unwrap_or_else(|| panic!("{function}\n--- in\n{out}"));
        assert!(
            frame.ends_with(&format!(" at program.py:{}", line(call))),
            "{frame}"
        );
    }
}
