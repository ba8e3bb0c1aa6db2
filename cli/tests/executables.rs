//! Built executables as files: what tools that copy executables leave of them still runs, and what is damaged says so.
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use abi::format::{self, ImageView};
use object::elf;
use object::endian::LittleEndian as LE;
use object::read::elf::{FileHeader, SectionHeader, Sym};

const PROGRAM: &str = "\
import os

class Node(object):
    def __init__(self, value, next):
        self.value = value
        self.next = next

CHAIN = Node(3, Node(4, None))

def entry_point(argv):
    s = 0
    node = CHAIN
    while node is not None:
        s = s * 10 + node.value
        node = node.next
    for word in argv[1:]:
        s += int(word)
    os.write(1, str(s) + '\\n')
    return s % 7
";
const JIT: &str = "\
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc'], reds=['n', 's'])

def entry_point(argv):
    pc = 0
    n = 3000
    s = 0
    while n > 0:
        driver.jit_merge_point(pc=pc, n=n, s=s)
        driver.can_enter_jit(pc=pc, n=n, s=s)
        s += n & 3
        n -= 1
    print(s)
    return 0
";

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("genext-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }
    fn build(&self, text: &str, level: &str) -> PathBuf {
        let source = self.0.join("program.py");
        std::fs::write(&source, text).expect("written");
        let out = self.0.join("program");
        let o = Command::new(env!("CARGO_BIN_EXE_genext"))
            .args(["build", level])
            .arg(&source)
            .arg("-o")
            .arg(&out)
            .output()
            .expect("genext runs");
        let err = String::from_utf8_lossy(&o.stderr);
        assert!(o.status.success(), "{err}");
        out
    }
}
impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs a program. A process that another test has forked may hold the file open for writing until it becomes another
/// program: then it is tried again.
fn run(program: &Path) -> Output {
    loop {
        match Command::new(program).arg("5").output() {
            Err(e) if e.kind() == std::io::ErrorKind::ExecutableFileBusy => {
                std::thread::yield_now()
            }
            result => return result.expect("it starts"),
        }
    }
}
fn text(o: &Output) -> (Option<i32>, String, String) {
    let text = |b: &[u8]| String::from_utf8_lossy(b).into_owned();
    (o.status.code(), text(&o.stdout), text(&o.stderr))
}

/// `strip` and `objcopy` move the image in the file, drop symbols and write the program headers anew.
#[test]
fn copies_made_by_other_tools_run() {
    if Command::new("objcopy").arg("--version").output().is_err() {
        eprintln!("no objcopy: not tested");
        return;
    }
    for (name, program, level) in [("copies", PROGRAM, "-O2"), ("copies-jit", JIT, "-Ojit")] {
        let folder = Folder::new(name);
        let original = folder.build(program, level);
        let expected = text(&run(&original));
        assert!(!expected.1.is_empty(), "{expected:?}");
        for command in [
            &["strip", "-o", "COPY", "PROGRAM"][..],
            &["strip", "-g", "-o", "COPY", "PROGRAM"],
            &["strip", "--strip-unneeded", "-o", "COPY", "PROGRAM"],
            &["objcopy", "PROGRAM", "COPY"],
            &["objcopy", "-S", "PROGRAM", "COPY"],
            &["objcopy", "--strip-debug", "PROGRAM", "COPY"],
            &["objcopy", "--remove-section", ".comment", "PROGRAM", "COPY"],
        ] {
            let copy = folder.0.join("copy");
            let args = command[1..].iter().map(|&a| match a {
                "COPY" => copy.as_os_str(),
                "PROGRAM" => original.as_os_str(),
                a => a.as_ref(),
            });
            let o = Command::new(command[0])
                .args(args)
                .output()
                .expect("it starts");
            let said = String::from_utf8_lossy(&o.stderr);
            assert!(o.status.success() && said.is_empty(), "{command:?}: {said}");
            assert_eq!(text(&run(&copy)), expected, "{command:?}");
            // And a copy of the copy.
            let twice = folder.0.join("twice");
            let o = Command::new("strip")
                .arg("-o")
                .arg(&twice)
                .arg(&copy)
                .output();
            assert!(o.expect("it starts").status.success(), "{command:?}");
            assert_eq!(text(&run(&twice)), expected, "{command:?}");
        }
    }
}

/// The parts of the file that are checked, as (offset, size): sections that are loaded, without the code that checks.
fn checked(bytes: &[u8]) -> Vec<(usize, usize)> {
    let header = elf::FileHeader64::<LE>::parse(bytes).expect("ELF");
    let table = header.sections(LE, bytes).expect("sections");
    let symbols = table.symbols(LE, bytes, elf::SHT_SYMTAB).expect("symbols");
    let checker: Vec<(u64, u64)> = symbols
        .iter()
        .filter(|s| {
            let name = s.name(LE, symbols.strings()).unwrap_or_default();
            let name = String::from_utf8_lossy(name).into_owned();
            name == "genext_start" || name.contains("4stub5check") || name.contains("5start")
        })
        .map(|s| (s.st_value(LE), s.st_value(LE) + s.st_size(LE)))
        .collect();
    assert!(checker.len() >= 2, "the checker has no symbols");
    let mut out = Vec::new();
    for s in table.iter() {
        let loaded = s.sh_flags(LE).contains(elf::SHF_ALLOC) && s.sh_type(LE) != elf::SHT_NOBITS;
        let (start, size) = (s.sh_addr(LE), s.sh_size(LE));
        let mut parts = vec![(start, start + size)];
        for &(a, b) in &checker {
            let cut = |&(x, y): &(u64, u64)| [(x, y.min(a)), (x.max(b), y)];
            parts = parts.iter().flat_map(cut).filter(|(x, y)| x < y).collect();
        }
        if loaded && s.sh_type(LE) != elf::SHT_NULL {
            let offset = |at: u64| (at - start + s.sh_offset(LE)) as usize;
            out.extend(parts.iter().map(|&(x, y)| (offset(x), (y - x) as usize)));
        }
    }
    out
}

/// Where the image is not looked at before it is read, in the file.
fn late(program: &[u8]) -> Vec<std::ops::Range<usize>> {
    let magic = program.windows(8).rposition(|w| w == format::MAGIC);
    let image = magic.expect("an image");
    let view = ImageView::new(&program[image..]).expect("a whole image");
    let place = |p: &format::Part| image + p.offset as usize..image + (p.offset + p.size) as usize;
    view.header.parts.iter().map(place).collect()
}

#[test]
fn a_changed_bit_is_found() {
    changed_bits("flipped", PROGRAM, "-O2", 120);
}

#[test]
fn a_changed_bit_is_found_with_a_jit() {
    changed_bits("flipped-jit", JIT, "-Ojit", 40);
}

fn changed_bits(name: &str, program: &str, level: &str, count: usize) {
    let folder = Folder::new(name);
    let original = folder.build(program, level);
    let good = std::fs::read(&original).expect("read");
    let parts = checked(&good);
    let late = late(&good);
    let expected = text(&run(&original));
    let right = (expected.0, &expected.1);
    let total: usize = parts.iter().map(|p| p.1).sum();
    let mut wrong = Vec::new();
    // The first and last bytes of each part, and places all over.
    let ends = parts.iter().flat_map(|&(at, size)| [at, at + size - 1]);
    let spread = (0..count).map(|i| {
        let mut n = total / count * i + i * 7;
        *parts
            .iter()
            .map(|&(at, size)| {
                if n < size {
                    Some(at + n)
                } else {
                    n -= size;
                    None
                }
            })
            .collect::<Vec<_>>()
            .iter()
            .flatten()
            .next()
            .expect("inside of a part")
    });
    for at in ends.chain(spread) {
        let mut bytes = good.clone();
        bytes[at] ^= 1 << (at % 8);
        let copy = folder.0.join("flipped");
        genext::executable::write(&copy, &bytes).expect("written");
        let (code, out, err) = text(&run(&copy));
        // What is not read needs no check: the program runs then as it should.
        let runs = late.iter().any(|part| part.contains(&at)) && (code, &out) == right;
        let told = err.starts_with("genext-rt: ") || err.contains("image is damaged");
        if !runs && (code != Some(1) || !out.is_empty() || !told) {
            wrong.push((at, code, out, err));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} places of {total}: {wrong:#x?}",
        wrong.len()
    );
}

#[test]
fn a_shortened_file_is_found() {
    let folder = Folder::new("shortened");
    let original = folder.build(PROGRAM, "-O2");
    let good = std::fs::read(&original).expect("read");
    for missing in [1, 100, 4096, good.len() / 10] {
        let copy = folder.0.join("shortened");
        genext::executable::write(&copy, &good[..good.len() - missing]).expect("written");
        let (code, _, err) = text(&run(&copy));
        assert!(
            code == Some(1) && err.contains("truncated"),
            "{missing}: {code:?} {err}"
        );
    }
}

/// A write that the system refuses leaves nothing behind, and says why.
#[test]
fn no_temporary_file_is_left() {
    let folder = Folder::new("limited");
    std::fs::write(folder.0.join("program.py"), PROGRAM).expect("written");
    let command = format!(
        "ulimit -f 100; {} build program.py -o out",
        env!("CARGO_BIN_EXE_genext")
    );
    let o = Command::new("bash")
        .args(["-c", &command])
        .current_dir(&folder.0)
        .output();
    let (code, _, err) = text(&o.expect("bash runs"));
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains("File too large"), "{err}");
    let left: Vec<_> = std::fs::read_dir(&folder.0)
        .expect("read")
        .flatten()
        .map(|e| e.file_name())
        .collect();
    assert_eq!(left, ["program.py"]);
}

/// `program | head`: the reader is gone. The program can see it as an `OSError`; else it ends quietly. The same
/// untranslated.
#[test]
fn a_reader_that_stops_early_is_no_error() {
    let folder = Folder::new("pipe");
    let endless = "import os\ndef entry_point(argv):\n    while True:\n        os.write(1, 'line\\n')\n    return 0\n";
    let printing = "def entry_point(argv):\n    i = 0\n    while True:\n        i += 1\n        print(i)\n    return 0\n";
    let caught = "import os\ndef entry_point(argv):\n    try:\n        while True:\n            os.write(1, 'line\\n')\n    except OSError as e:\n        os.write(2, 'errno %d\\n' % e.errno)\n    return 3\n";
    for (program, code, said) in [
        (endless, 141, ""),
        (printing, 141, ""),
        (caught, 3, "errno 32\n"),
    ] {
        let built = folder.build(program, "-O2");
        let source = folder.0.join("program.py");
        let mut translated = Command::new(&built);
        let mut untranslated = Command::new(env!("CARGO_BIN_EXE_genext"));
        untranslated.arg("py").arg(&source);
        for command in [&mut translated, &mut untranslated] {
            let mut child = command
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("it starts");
            drop(child.stdout.take());
            let o = child.wait_with_output().expect("it ends");
            assert_eq!(
                text(&o),
                (Some(code), String::new(), said.to_owned()),
                "{program}"
            );
        }
    }
}

/// Damage is found in images of any size.
#[test]
fn a_changed_bit_in_a_large_image_is_found() {
    let folder = Folder::new("large");
    let program = "import os\nTEXT = 'abcd' * (5 << 20)\ndef entry_point(argv):\n    os.write(1, TEXT[len(argv)] + '\\n')\n    return 0\n";
    let original = folder.build(program, "-O2");
    let good = std::fs::read(&original).expect("read");
    assert!(good.len() > 20 << 20, "{}", good.len());
    assert_eq!(
        text(&run(&original)),
        (Some(0), "c\n".to_owned(), String::new())
    );
    let copy = folder.0.join("flipped");
    for part in 3..6 {
        let mut bytes = good.clone();
        bytes[good.len() / 8 * part] ^= 4;
        genext::executable::write(&copy, &bytes).expect("written");
        let (code, out, err) = text(&run(&copy));
        assert_eq!((code, out.as_str()), (Some(1), ""), "{part}: {err}");
        assert!(err.contains("damaged"), "{part}: {err}");
    }
}

/// What is not looked at when a program starts is looked at before it is read: places in the source for reports, tables
/// and generators of the JIT for the first compilation.
#[test]
fn damage_in_what_is_read_late_is_found() {
    let folder = Folder::new("late");
    let failing =
        "def entry_point(argv):\n    if len(argv) == 2:\n        raise ValueError\n    return 0\n";
    let changed = |program: &str, level: &str, part: usize| {
        let original = folder.build(program, level);
        let mut bytes = std::fs::read(&original).expect("read");
        let magic = bytes.windows(8).rposition(|w| w == format::MAGIC);
        let image = magic.expect("an image");
        let view = ImageView::new(&bytes[image..]).expect("a whole image");
        let place = view.header.parts[part];
        assert!(place.size > 0, "{part}");
        // In the middle of what is there, in the head of the JIT's own tables, or in all generators: which of them
        // run is not known here.
        let middle = (place.offset + place.size / 2) as usize;
        let all = (place.offset + place.size) as usize;
        let places = match part {
            format::PART_UNCHECKED => vec![view.header.jit_info.offset as usize + 20],
            format::PART_GENERATORS => (place.offset as usize..all).step_by(512).collect(),
            _ => vec![middle],
        };
        for at in places {
            bytes[image + at] ^= 8;
        }
        assert!(ImageView::new(&bytes[image..]).is_err() || part == format::PART_UNCHECKED);
        let copy = folder.0.join("late");
        genext::executable::write(&copy, &bytes).expect("written");
        text(&run(&copy))
    };
    let (code, out, err) = changed(failing, "-O2", format::PART_REPORTS);
    assert_eq!((code, out.as_str()), (Some(1), ""), "{err}");
    assert!(err.contains("damaged") && !err.contains("File"), "{err}");
    for (part, wanted) in [
        (format::PART_JIT, (Some(0), "4500\n")),
        (format::PART_UNCHECKED, (Some(0), "4500\n")),
        (format::PART_GENERATORS, (Some(1), "")),
    ] {
        let (code, out, err) = changed(JIT, "-Ojit", part);
        assert_eq!((code, out.as_str()), wanted, "{part}: {err}");
        assert!(err.contains("damaged"), "{part}: {err}");
    }
}

/// An error of the system that nobody handles says which one it was: that one, not the last call that failed.
#[test]
fn an_os_error_has_its_number() {
    let folder = Folder::new("errno");
    let raises = |lines: &str| {
        let handled = "    try:\n        os.rmdir('/')\n    except OSError:\n        pass\n";
        format!(
            "import os\nclass Mine(OSError):\n    pass\ndef entry_point(argv):\n    saved = None\n{lines}{handled}    raise saved\n    return 0\n"
        )
    };
    let opened = "    try:\n        os.open('/no/such/file', os.O_RDONLY, 0)\n    except OSError as e:\n        saved = e\n";
    for (program, said) in [
        (
            "import os\ndef entry_point(argv):\n    os.open('/no/such/file', os.O_RDONLY, 0)\n    return 0\n".to_owned(),
            "OSError: [Errno 2] No such file or directory",
        ),
        (raises(opened), "OSError: [Errno 2] No such file or directory"),
        (
            raises("    saved = OSError(5, 'a text of its own')\n"),
            "OSError: [Errno 5] a text of its own",
        ),
        (raises("    saved = Mine(7, 'mine')\n"), "Mine: [Errno 7] mine"),
        (raises("    saved = OSError()\n"), "OSError"),
        // The end of a pipe that was handled does not make another error quiet.
        (
            raises("    try:\n        raise OSError(32, 'pipe')\n    except OSError:\n        saved = OSError(9, 'bad')\n"),
            "OSError: [Errno 9] bad",
        ),
    ] {
        let built = folder.build(&program, "-O2");
        let (code, _, err) = text(&run(&built));
        assert_eq!(code, Some(1), "{program}: {err}");
        let last = err.lines().last().unwrap_or_default();
        assert_eq!(last, format!("Fatal RPython error: {said}"), "{program}");
    }
}
