//! Large objects in translated programs: those that die do not count against the limit of the heap, new ones are
//! zeroed, and those that live keep what they hold.
mod collector;

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
    collector::prints(
        "large",
        PROGRAM,
        &["", "nursery=64K,max=8M", "max=12M", "debug"],
        "89 3002\n",
    );
}
