//! Large objects in translated programs: those that die do not count against the limit of the heap, new ones are
//! zeroed, and those that live keep what they hold.
use std::process::Command;

const PROGRAM: &str = r#"
import os

class Box(object):
    def __init__(self, n):
        self.n = n

def check(kept):
    total = 0
    for items in kept:
        for i in range(0, len(items), 1000):
            box = items[i]
            if box is not None:
                assert box.n == i
                total += 1
    return total

def entry_point(argv):
    size = 20000
    kept = []
    total = 0
    text = ""
    for turn in range(400):
        items = [None] * (size + turn * 37 % 5000)
        for i in range(0, len(items), 500):
            assert items[i] is None
            items[i] = Box(i)
        if turn % 100 == 0:
            kept.append(items)
        last = items[len(items) - 1]
        if last is None:
            total += 1
        text = "x" * (30000 + turn * 997) + text[:turn]
        total += len(text) % 7
        if turn % 50 == 0:
            numbers = [turn] * 300000
            total += numbers[turn]
    os.write(1, "%d %d\n" % (check(kept), total))
    return 0

def target(driver, args):
    return entry_point
"#;

#[test]
fn large_objects_come_and_go() {
    let folder = std::env::temp_dir().join(format!("genext-large-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("targetlarge.py");
    std::fs::write(&file, PROGRAM).expect("a file");
    let mut failures = Vec::new();
    for level in ["-O0", "-O2"] {
        for gc in ["", "nursery=64K,max=8M", "max=12M", "debug"] {
            let output = Command::new(env!("CARGO_BIN_EXE_genext"))
                .args(["run", level])
                .arg(&file)
                .env("GENEXT_GC", gc)
                .env("NO_COLOR", "1")
                .output()
                .expect("genext runs");
            let out = String::from_utf8_lossy(&output.stdout);
            if out != "89 3002\n" || !output.status.success() {
                let err = String::from_utf8_lossy(&output.stderr);
                failures.push(format!("{level} GENEXT_GC={gc}: {out}{err}"));
            }
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
