//! Debugging information of executables (`genext build -g`): what it leaves as it is, and a session of gdb, where there
//! is one. Names of a JIT's code.
use std::path::PathBuf;
use std::process::Command;

use object::elf::FileHeader64;
use object::endian::LittleEndian as LE;
use object::read::elf::{FileHeader, SectionHeader};

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

#[test]
fn the_program_is_the_same_with_debugging_information() {
    let folder = Folder::new("same-code", PROGRAM);
    let plain = folder.build(&["-O2"]);
    assert!(section(&plain, ".debug_line").is_empty());
    let debug = folder.build(&["-O2", "-g"]);
    for name in [
        ".genext.text",
        ".genext.rodata",
        ".genext.data",
        ".debug_frame",
    ] {
        assert!(!section(&plain, name).is_empty(), "{name}");
        assert_eq!(section(&plain, name), section(&debug, name), "{name}");
    }
    let o = Command::new(folder.0.join("program")).output();
    let o = o.expect("it starts");
    assert_eq!((&o.stdout[..], o.status.code()), (&b"55\n"[..], Some(2)));
}

/// The names of a JIT's code, from the map of a run.
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

#[test]
fn gdb_stops_at_lines_and_names_them_in_backtraces() {
    if Command::new("gdb").arg("--version").output().is_err() {
        eprintln!("no gdb: not tested");
        return;
    }
    let folder = Folder::new("gdb", PROGRAM);
    folder.build(&["-O0", "-g"]);
    let mut gdb = Command::new("gdb");
    gdb.current_dir(&folder.0)
        .env("DEBUGINFOD_URLS", "")
        .args(["-nx", "-batch"]);
    for command in [
        "break program.py:6",
        "run",
        "backtrace",
        "list",
        "up",
        "info line",
    ] {
        gdb.args(["-ex", command]);
    }
    let o = gdb.arg("program").output().expect("gdb runs");
    let (out, err) = (
        String::from_utf8_lossy(&o.stdout),
        String::from_utf8_lossy(&o.stderr),
    );
    if err.contains("ptrace") || err.contains("Could not trace") {
        eprintln!("gdb may not trace here: not tested");
        return;
    }
    for want in [
        "program.triangle () at program.py:6",
        "program.report () at program.py:11",
        "6\t        total += n",
        "Line 11 of \"program.py\"",
    ] {
        assert!(out.contains(want), "{want}\n--- in\n{out}\n{err}");
    }
}
