//! Weak references in translated programs: the collector clears them when nothing else refers to their targets, in
//! every mode of collection.
mod collector;

const PROGRAM: &str = r#"
import os, weakref
from rpython.rlib import rgc

class Node(object):
    def __init__(self, n):
        self.n = n
        self.strong = None

class Sub(Node):
    pass

PREBUILT = Node(7)
ALWAYS = weakref.ref(PREBUILT)

class Holder(object):
    def __init__(self):
        self.refs = []
        self.kept = []
        self.first = None

HOLDER = Holder()

def fill(n):
    for i in range(n):
        x = Node(i) if i % 3 else Sub(i)
        HOLDER.refs.append(weakref.ref(x))
        if i % 2 == 0:
            HOLDER.kept.append(x)

def garbage(n):
    last = None
    for i in range(n):
        x = Node(i)
        x.strong = last
        last = x if i % 10 else None
    return last

def count():
    alive = total = 0
    for w in HOLDER.refs:
        x = w()
        if x is not None:
            alive += 1
            total += x.n
    return "%d alive, sum %d" % (alive, total)

def say(text):
    os.write(1, text + "\n")

def chain(n):
    # The target is kept by another object. (That one must be kept for real: what nothing reads any more, optimizations drop.)
    first = Node(n)
    first.strong = Node(n + 1)
    HOLDER.first = first
    return weakref.ref(first.strong)

def entry_point(argv):
    fill(100)
    garbage(2000)
    rgc.collect()
    say(count())                        # those that are kept
    w = chain(5)
    rgc.collect()
    o = w()
    say("%d" % (o.n if o is not None else -1))
    o = None
    HOLDER.first.strong = None
    rgc.collect()
    say("cleared" if w() is None else "still there")
    # From the old generation to a young object, and the other way.
    old = HOLDER.kept[3]
    young = Node(99)
    to_young, to_old = weakref.ref(young), weakref.ref(old)
    garbage(4000)
    x, y = to_young(), to_old()
    if x is not None and y is not None:
        say("%d %d %d" % (x.n, y.n, young.n))
    while len(HOLDER.kept) > 10:
        HOLDER.kept.pop()
    old = young = x = y = None
    rgc.collect()
    say(count())
    p = ALWAYS()
    if p is not None:
        say("%d" % p.n)
    if PREBUILT is ALWAYS() and weakref.ref(PREBUILT)() is PREBUILT:
        say("the same")
    return 0

def target(driver, args):
    return entry_point
"#;

#[test]
fn the_collector_clears_weak_references() {
    let want = "50 alive, sum 2450\n6\ncleared\n99 6 99\n10 alive, sum 90\n7\nthe same\n";
    collector::prints(
        "weakrefs",
        PROGRAM,
        &["", "nursery=64K", "debug", "debug=1"],
        want,
    );
}
