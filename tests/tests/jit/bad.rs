//! Hints that are missing, wrong or contradict each other: errors of the command line with the place, no executable, no
//! panic.
use std::process::Command;

use genext_tests::toolchain::{genext, work};
use libtest_mimic::{Failed, Trial};

/// What all programs begin and end with.
const HEAD: &str = "import os\nfrom rpython.rlib.jit import *\n\n";
const TAIL: &str = "
def entry_point(argv):
    os.write(1, '%d\\n' % run(argv[1], int(argv[2])))
    return 0

def target(driver, args):
    return entry_point
";
const LOOP: &str = "
def run(code, n):
    pc = 0
    total = 0
    while pc < len(code):
        HERE
        total += n
        pc += 1
    return total
";
const DRIVER: &str = "driver = JitDriver(greens=['pc', 'code'], reds=['n', 'total'])\n";

/// A wrong program: the function `run`, or the line at the head of its loop behind a driver.
struct Bad {
    name: &'static str,
    driver: &'static str,
    line: &'static str,
    /// The code of the message and a part of its text.
    says: (&'static str, &'static str),
    /// The line that the message points at begins so; empty: none.
    at: &'static str,
}

const BAD: [Bad; 15] = [
    Bad {
        name: "no_merge_point",
        driver: "",
        line: "pass",
        says: ("E0700", "the program has no merge point"),
        at: "",
    },
    Bad {
        name: "only_can_enter_jit",
        driver: DRIVER,
        line: "driver.can_enter_jit(pc=pc, code=code, n=n, total=total)",
        says: ("E0700", "the program has no merge point"),
        at: "",
    },
    Bad {
        name: "live_but_not_passed",
        driver: "driver = JitDriver(greens=['pc', 'code'], reds=['n'])\n",
        line: "driver.jit_merge_point(pc=pc, code=code, n=n)",
        says: ("E0701", "`total` is used behind the merge point"),
        at: "driver.jit_merge_point(",
    },
    Bad {
        name: "two_merge_points",
        driver: DRIVER,
        line: "driver.jit_merge_point(pc=pc, code=code, n=n, total=total)
        while total < pc:
            driver.jit_merge_point(pc=pc, code=code, n=n, total=total)
            total += 1",
        says: ("E0702", "two merge points"),
        at: "driver.jit_merge_point(",
    },
    Bad {
        name: "missing_argument",
        driver: DRIVER,
        line: "driver.jit_merge_point(pc=pc, code=code, n=n)",
        says: ("E0489", "lacks the variable `total`"),
        at: "driver.jit_merge_point(",
    },
    Bad {
        name: "missing_argument_of_can_enter_jit",
        driver: DRIVER,
        line: "driver.jit_merge_point(pc=pc, code=code, n=n, total=total)
        driver.can_enter_jit(pc=pc, n=n, total=total)",
        says: ("E0489", "lacks the variable `code`"),
        at: "driver.can_enter_jit(",
    },
    Bad {
        name: "unknown_argument",
        driver: "driver = JitDriver(greens=['pc', 'code'], reds=['n'])\n",
        line: "driver.jit_merge_point(pc=pc, code=code, n=n, total=total)",
        says: ("E0489", "`total` is neither green nor red"),
        at: "driver.jit_merge_point(",
    },
    Bad {
        name: "positional_arguments",
        driver: DRIVER,
        line: "driver.jit_merge_point(pc, code, n, total)",
        says: ("E0489", "keyword arguments only"),
        at: "driver.jit_merge_point(",
    },
    Bad {
        name: "green_and_red",
        driver: "driver = JitDriver(greens=['pc', 'n'], reds=['n', 'total'])\n",
        line: "driver.jit_merge_point(pc=pc, n=n, total=total)",
        says: ("E0201", "'n' is both green and red"),
        at: "driver = JitDriver(",
    },
    Bad {
        name: "virtualizable_that_is_not_red",
        driver: "driver = JitDriver(greens=['pc', 'code'], reds=['n', 'total'], virtualizables=['frame'])\n",
        line: "driver.jit_merge_point(pc=pc, code=code, n=n, total=total)",
        says: ("E0201", "virtualizable 'frame' is not among the reds"),
        at: "driver = JitDriver(",
    },
    Bad {
        name: "other_types",
        driver: DRIVER,
        line: "driver.jit_merge_point(pc=pc, code=code, n=n, total=total)
        driver.can_enter_jit(pc=pc, code=code, n=float(n), total=total)",
        says: ("E0707", "`n` of driver `jitdriver` has another type here"),
        at: "driver.can_enter_jit(",
    },
    Bad {
        name: "red_where_green_is_asserted",
        driver: DRIVER,
        line: "driver.jit_merge_point(pc=pc, code=code, n=n, total=total)
        assert_green(total)",
        says: ("E0706", "`total` cannot be green"),
        at: "assert_green(total)",
    },
    Bad {
        name: "concrete_of_red",
        driver: DRIVER,
        line: "driver.jit_merge_point(pc=pc, code=code, n=n, total=total)
        total += hint(n, concrete=True)",
        says: ("E0705", "`n` cannot be green"),
        at: "total += hint(n",
    },
    Bad {
        name: "concrete_of_what_may_change",
        driver: "",
        line: "hint(None, global_merge_point=True)
        items = [n, pc]
        show(items)
        total += hint(items[0], concrete=True)",
        says: ("E0705", "`items[0]` cannot be green"),
        at: "total += hint(items[0]",
    },
    Bad {
        name: "hints_that_contradict",
        driver: "",
        line: "hint(None, global_merge_point=True)
        pc = hint(pc, variable=True)
        total += ord(hint(code[pc], concrete=True))",
        says: ("E0705", "`code[pc]` cannot be green"),
        at: "total += ord(hint(",
    },
];

fn check(bad: &Bad) -> Result<(), Failed> {
    let folder = work().join(format!("bad-{}", bad.name));
    std::fs::create_dir_all(&folder)?;
    let (file, out) = (folder.join("targetbad.py"), folder.join("bad"));
    // A function that the compiler does not look into.
    let show = "@dont_look_inside\ndef show(items):\n    items[0] += 1\n";
    let body = LOOP.replace("HERE", bad.line);
    let source = [HEAD, show, bad.driver, &body, TAIL].concat();
    std::fs::write(&file, &source)?;
    for command in ["check", "build"] {
        let mut genext = Command::new(genext());
        genext.args([command, "-Ojit"]).arg(&file);
        if command == "build" {
            genext.arg("-o").arg(&out);
        }
        let output = genext.output()?;
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let wrong = |what: &str| Err(format!("{command}: {what}\n{text}\n{source}").into());
        if output.status.code() != Some(1) {
            return wrong(&format!("{}, expected exit code 1", output.status));
        }
        if out.exists() {
            return wrong("there is an executable");
        }
        let (code, part) = bad.says;
        let first = text.lines().find(|l| l.starts_with("error["));
        if !first.is_some_and(|l| l.contains(code) && l.contains(part)) {
            return wrong(&format!("no `{code}: {part}`"));
        }
        let place = text
            .lines()
            .find_map(|l| l.trim_start().strip_prefix("--> "));
        let line = place
            .and_then(|p| p.split(':').nth(1)?.parse().ok())
            .and_then(|n: usize| source.lines().nth(n - 1));
        match line {
            None if bad.at.is_empty() => {}
            Some(l) if !bad.at.is_empty() && l.trim_start().starts_with(bad.at) => {}
            _ => return wrong(&format!("points at {line:?}")),
        }
    }
    Ok(())
}

pub(crate) fn trials() -> Vec<Trial> {
    BAD.iter()
        .map(|b| Trial::test(format!("bad::{}", b.name), || check(b)))
        .collect()
}
