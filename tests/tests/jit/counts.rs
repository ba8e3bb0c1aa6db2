//! What residual code consists of: loops run once, their operations are counted in the log.
//!
//! The bars are those of `docs/performance.md`. A loop in the log may hold more than one turn (a head with several
//! versions), so that counts are taken per operation that each turn has once.
use std::path::Path;
use std::process::{Command, Stdio};

use genext_tests::cases::root;
use genext_tests::jitlog::{Log, Loop};
use genext_tests::toolchain::{executable, interpreter, work};
use libtest_mimic::{Failed, Trial};

/// Runs a program of an example at the default threshold with its log; the input is one line.
fn run(example: &str, program: &Path, args: &[&str], input: &str) -> Result<Log, String> {
    let name = program.file_stem().unwrap_or_default().to_string_lossy();
    let mut command = Command::new(interpreter(example, "jit")?);
    command.arg(program).args(args);
    logged(command, &format!("{example}-{name}"), input)
}

/// Runs a command with the log of its JIT in a file of this name.
fn logged(mut command: Command, name: &str, input: &str) -> Result<Log, String> {
    let file = work().join(format!("{name}.log"));
    let stdin = work().join(format!("{name}.in"));
    std::fs::write(&stdin, format!("{input}\n")).map_err(|e| e.to_string())?;
    let input = std::fs::File::open(&stdin).map_err(|e| e.to_string())?;
    let output = command
        // Operations are counted: how much time compiling took does not matter.
        .env("GENEXT_JIT", "unlimited")
        .env("GENEXT_LOG", format!("jit:residual:{}", file.display()))
        .stdin(Stdio::from(input))
        .output()
        .map_err(|e| e.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = std::fs::read_to_string(&file).map_err(|e| e.to_string())?;
    Ok(Log::new(&text))
}

/// The loop where the program stays; earlier ones lead to it.
fn last(log: &Log) -> Result<Loop, String> {
    log.loops()
        .pop()
        .ok_or_else(|| "there is no loop of residual code".to_owned())
}

/// The log of a program in `counts`, and the loop where it stays.
fn counted(name: &str, args: &[&str]) -> Result<(Log, Loop), String> {
    let program = root().join(format!("tests/tests/jit/counts/{name}.py"));
    let mut command = Command::new(executable(&program, "jit")?);
    command.args(args);
    let log = logged(command, name, "")?;
    let l = last(&log)?;
    Ok((log, l))
}

fn demand(log: &Log, l: &Loop, holds: bool, what: &str) -> Result<(), String> {
    if holds {
        Ok(())
    } else {
        Err(format!("not so: {what}\n{}", log.show(l)))
    }
}

/// Nothing is allocated, called or dispatched on.
fn pure(log: &Log, l: &Loop) -> Result<(), String> {
    demand(log, l, l.allocations() == 0, "no allocation")?;
    demand(log, l, l.calls() == 0, "no call")?;
    let switches = l.fragments.iter().filter(|&&f| {
        let end = log.fragments[f].text.last();
        end.is_some_and(|t| t.contains("switch "))
    });
    demand(log, l, switches.count() == 0, "no dispatch")
}

/// A loop in which nothing is allocated, called or dispatched on.
struct Bar {
    name: &'static str,
    example: &'static str,
    /// A path from the top folder.
    program: &'static str,
    args: &'static [&'static str],
    input: &'static str,
    /// An operation that every turn has once.
    turn: &'static str,
    /// Operations of a turn at most.
    most: u64,
    /// What else holds.
    also: fn(&Log, &Loop) -> Result<(), String>,
}

const BARS: [Bar; 5] = [
    // `r1 += 1` while it is less than `r0`.
    Bar {
        name: "regvm_count",
        example: "regvm",
        program: "examples/regvm/programs/count.rvm",
        args: &["20000"],
        input: "",
        turn: "int_lt",
        most: 2,
        also: |_, _| Ok(()),
    },
    Bar {
        name: "regvm_square",
        example: "regvm",
        program: "examples/regvm/programs/square.rvm",
        args: &["20000"],
        input: "",
        turn: "int_sub",
        most: 3,
        also: |_, _| Ok(()),
    },
    // `a + b + c + d` in a loop.
    Bar {
        name: "tiny2_sum",
        example: "tiny2",
        program: "examples/tiny2/programs/sum.t2",
        args: &["3000", "3", "4", "0"],
        input: "",
        turn: "int_sub",
        most: 7,
        also: four_type_switches,
    },
    // Sums and remainders of integers: locals and intermediate results are integers in registers.
    Bar {
        name: "kite_loop",
        example: "kite",
        program: "benchmarks/jit/loop.kite",
        args: &["20000"],
        input: "",
        turn: "int_lt",
        most: 16,
        also: |_, _| Ok(()),
    },
    // A countdown.
    Bar {
        name: "tinyvm_loop",
        example: "tinyvm",
        program: "tests/tests/jit/counts/loop.tvm",
        args: &[],
        input: "20000",
        turn: "int_sub",
        most: 3,
        also: |_, _| Ok(()),
    },
];

/// No class is tested in the loop; before it there is a test for each of the four arguments.
fn four_type_switches(log: &Log, l: &Loop) -> Result<(), String> {
    demand(log, l, l.count("ptr_eq") == 0, "no class is tested twice")?;
    let tests = log.counts().get("ptr_eq").copied().unwrap_or(0);
    let what = "one type switch for each of the four variables";
    demand(log, l, tests <= 4, what)
}

fn check(bar: &Bar) -> Result<(), String> {
    let log = run(bar.example, &root().join(bar.program), bar.args, bar.input)?;
    let l = last(&log)?;
    pure(&log, &l)?;
    let turns = l.count(bar.turn);
    let what = format!("{} operations per turn at most", bar.most);
    demand(&log, &l, turns > 0 && l.size() <= bar.most * turns, &what)?;
    (bar.also)(&log, &l)
}

/// Twelve independent branches: code grows with the branches, not with the paths.
fn paths(example: &str, extension: &str, args: &[&str], input: &str) -> Result<(), String> {
    let file = root().join(format!("examples/{example}/programs/paths.{extension}"));
    let log = run(example, &file, args, input)?;
    let l = last(&log)?;
    pure(&log, &l)?;
    let versions = log.all("version").count();
    let what = format!("at most 300 versions, {versions} found");
    demand(&log, &l, versions <= 300, &what)
}

/// Loads of what is frozen by a hint fold where the object is known, and calls that write to others of its kind change
/// nothing.
fn frozen() -> Result<(), String> {
    let (log, l) = counted("frozen", &["60000"])?;
    let loads = ["getfield", "getarrayitem", "getarraysize"];
    let loads: u64 = loads.iter().map(|op| l.count(op)).sum();
    demand(&log, &l, l.calls() > 0, "the call of each turn")?;
    demand(&log, &l, loads == 0, "no load")
}

/// Fields that change rarely are neither loaded nor tested where the object is known, even if a call in the loop may
/// change such fields: what leads back to the loop's head would be unlinked. A change is seen.
fn watched() -> Result<(), String> {
    for call in [false, true] {
        let args: &[&str] = if call { &["20000", "call"] } else { &["20000"] };
        let (log, l) = counted("watched", args)?;
        let of_call = u64::from(call);
        demand(&log, &l, l.calls() == of_call, "no other call")?;
        let loads = l.count("getfield") + l.count("getarrayitem");
        demand(&log, &l, loads == 0, "no load")?;
        let tests = l.count("ptr_eq") + l.count("int_eq") + l.count("int_ne");
        demand(&log, &l, tests == 0, "no test of a value")?;
        let killed = log.total("invalidated");
        demand(&log, &l, killed > 0, "code is killed by the change")?;
    }
    Ok(())
}

/// A name that a table with a version does not have is not looked up at run time, as one that it has is not. A change
/// is seen.
fn names() -> Result<(), String> {
    for call in [false, true] {
        let args: &[&str] = if call { &["20000", "call"] } else { &["20000"] };
        let (log, l) = counted("names", args)?;
        demand(&log, &l, l.calls() == u64::from(call), "no other call")?;
        let killed = log.total("invalidated");
        demand(&log, &l, killed > 0, "code is killed by the change")?;
    }
    Ok(())
}

/// Nor is an attribute that a map does not have, though what finds attributes remembers them.
fn maps() -> Result<(), String> {
    let (log, l) = counted("maps", &["20000"])?;
    demand(&log, &l, l.calls() == 0, "no call")
}

/// What a lookup gives for the version that a type has now does not depend on what the loop has written: its frame is
/// not allocated for it.
fn lookups() -> Result<(), String> {
    for args in [&["60000"][..], &["60000", "change"]] {
        let (log, l) = counted("lookups", args)?;
        demand(&log, &l, l.calls() == 0, "no call")?;
        demand(&log, &l, l.count("malloc") == 0, "no frame")?;
        let stores = l.count("setfield");
        demand(&log, &l, stores == 0, "no store")?;
    }
    Ok(())
}

/// What a loop knows at the end of a turn it knows at the next one's beginning, however much that is.
fn chain() -> Result<(), String> {
    let (log, l) = counted("chain", &["60000"])?;
    demand(&log, &l, l.count("int_add") > 0, "additions")?;
    demand(&log, &l, l.count("getfield") == 0, "no load")
}

/// A list of the program is no frame's stack: what is on the stack is not written back when an item is read.
fn items() -> Result<(), String> {
    let (log, l) = counted("items", &["60000"])?;
    demand(&log, &l, l.count("getarrayitem") > 0, "an item is read")?;
    demand(&log, &l, l.count("setarrayitem") == 0, "no store")?;
    demand(&log, &l, l.allocations() == 0, "no allocation")
}

/// A loop that is left again and again is made again as a loop: its turn is one fragment, though the way out was taken,
/// and there is a loop around it with the same head.
fn scanned() -> Result<(), String> {
    let (log, l) = counted("scanned", &["300", "1000"])?;
    let turns = |n: usize| log.fragments[n].next.contains(&n);
    let loads = |n: usize| log.fragments[n].counts.get("getarrayitem") == Some(&1);
    let whole = (0..log.fragments.len()).any(|n| turns(n) && loads(n));
    demand(&log, &l, whole, "a turn of the inner loop is one fragment")
}

/// Each bracket of a program has a promotion of its own, with one value: no arrival is left to the interpreter.
fn brackets() -> Result<(), String> {
    let (log, l) = counted("brackets", &["2000"])?;
    let warnings = log.warnings();
    if let Some(w) = warnings.first() {
        return Err(format!("a promotion is given up: {w}"));
    }
    demand(
        &log,
        &l,
        l.count("int_eq") > 0,
        "a comparison of a jump's target",
    )?;
    // 41 brackets are jumped back from, of which the 40 small loops are left by falling through.
    let promoted = log.total("promoted");
    let what = format!("one value for each bracket, {promoted} found");
    demand(&log, &l, promoted <= 4 * 82, &what)?;
    let executed = log.total("executed");
    let what = format!("hardly any arrival is executed, {executed} are");
    demand(&log, &l, executed <= 200, &what)
}

/// To look at the class of an object does not write back a frame that is held: what is stored in it is not allocated.
fn held() -> Result<(), String> {
    let (log, l) = counted("held", &["20000"])?;
    demand(&log, &l, l.count("ptr_eq") > 0, "a test of a class")?;
    demand(&log, &l, l.allocations() == 0, "no allocation")
}

/// A callee's frame has to exist at the head of its loop, since it is linked to its context; what is in it need not. So
/// it is held there, whether or not those of its callers are.
fn linked() -> Result<(), String> {
    let (log, l) = counted("linked", &["30000"])?;
    demand(&log, &l, l.count("int_add") > 0, "the callee's loop")?;
    demand(&log, &l, l.allocations() == 0, "no allocation")?;
    let mut seen = 0;
    for e in log.events.iter().filter(|e| e.name == "version") {
        let Some((slots, classes)) = e.get("context").and_then(|c| c.split_once(']')) else {
            continue;
        };
        // Frames and contexts of the callers, and of the callee: its frame is the last one of its reds.
        let slots = slots.trim_start_matches('[').split(" later").next();
        let slots: Vec<&str> = slots.unwrap_or_default().split(' ').collect();
        if !e.get("point").is_some_and(|p| p.ends_with("merge point")) || slots.len() < 4 {
            continue;
        }
        seen += 1;
        let frame = slots[slots.len() - 1];
        if !classes.contains(&format!(" {frame}=new ")) {
            return Err(format!("{frame} is not held: {slots:?}{classes}"));
        }
    }
    match seen > 0 {
        true => Ok(()),
        false => Err("the callee is not traced into".to_owned()),
    }
}

/// The portal is traced into where it calls itself: neither frames nor integers of the callee exist.
fn methods() -> Result<(), String> {
    let (log, l) = counted("methods", &["20000"])?;
    demand(&log, &l, l.count("int_xor") > 0, "the callee is there")?;
    pure(&log, &l)
}

/// The items of a frame's stack and variables are in registers: no access of frame or arrays, and no allocation.
fn stack() -> Result<(), String> {
    let (log, l) = counted("stack", &["20000"])?;
    pure(&log, &l)?;
    for op in ["getarrayitem", "setarrayitem", "getfield", "setfield"] {
        demand(&log, &l, l.count(op) == 0, &format!("no {op}"))?;
    }
    demand(&log, &l, l.count("int_add") > 0, "an addition")
}

/// The same of a frame with many variables.
fn wide() -> Result<(), String> {
    let (log, l) = counted("wide", &["20000"])?;
    pure(&log, &l)?;
    for op in ["getarrayitem", "setarrayitem", "getfield", "setfield"] {
        demand(&log, &l, l.count(op) == 0, &format!("no {op}"))?;
    }
    demand(&log, &l, l.count("int_xor") > 0, "an operation")
}

/// A frame that is linked for the time of a call, and forgotten behind it, is not allocated for accesses of raw memory.
fn raw_memory() -> Result<(), String> {
    let (log, l) = counted("raw_memory", &["20000"])?;
    demand(&log, &l, l.count("raw_store") > 0, "a raw store")?;
    demand(&log, &l, l.count("raw_load") > 0, "a raw load")?;
    demand(&log, &l, l.allocations() == 0, "no allocation")?;
    demand(&log, &l, l.count("setfield") == 0, "no store of a link")
}

/// The same of frames on the heap, when the loop has been made again: what is put on the stack for a moment is neither
/// allocated nor stored, and of the stores to a location the last one of a turn is made.
fn heap_stack() -> Result<(), String> {
    let (log, l) = counted("heap_stack", &["200000"])?;
    demand(&log, &l, l.count("malloc") <= 2, "two allocations")?;
    demand(&log, &l, l.count("setfield") <= 4, "no store of the height")?;
    demand(
        &log,
        &l,
        l.count("setarrayitem") <= 2,
        "two stores of items",
    )
}

/// A loop in a primitive whose turns push a block and a number for it: neither is allocated, nor stored, since it goes
/// round where its caller's stack is empty again.
fn operands() -> Result<(), String> {
    let (log, l) = counted("operands", &["300000"])?;
    pure(&log, &l)?;
    demand(&log, &l, l.count("setarrayitem") == 0, "no store of items")
}

/// The list of an object's fields is not the stack: of what is stored in one of its fields the last in a turn counts,
/// and what is known of the stack remains known.
fn objects() -> Result<(), String> {
    let (log, l) = counted("objects", &["200000"])?;
    demand(&log, &l, l.count("malloc") <= 2, "two allocations")?;
    demand(
        &log,
        &l,
        l.count("setarrayitem") <= 4,
        "four stores of items",
    )?;
    demand(&log, &l, l.count("getarrayitem") == 0, "no load of items")
}

/// Two short lists are compared without a call where one of them is in boxes, and neither of them is allocated for it.
/// Longer ones are compared by a function.
fn lists() -> Result<(), String> {
    let (log, l) = counted("lists", &["20000"])?;
    pure(&log, &l)?;
    let (log, l) = counted("lists", &["20000", "longer"])?;
    demand(&log, &l, l.calls() == 1, "one call for the longer lists")
}

/// Of an array that was there before, no access in the loop tests its size: what was known of it goes round.
fn registers() -> Result<(), String> {
    let (log, l) = counted("registers", &["200"])?;
    pure(&log, &l)?;
    demand(&log, &l, l.count("uint_lt") == 0, "no bounds check")?;
    demand(&log, &l, l.count("setarrayitem") > 0, "a store")
}

/// Of a loop over cells at indices that are not known, made again, no turn loads a cell or tests an index.
fn cells() -> Result<(), String> {
    let (log, l) = counted("cells", &["200000"])?;
    pure(&log, &l)?;
    for op in ["getarrayitem", "getfield", "uint_lt", "int_lt", "int_ge"] {
        demand(&log, &l, l.count(op) == 0, &format!("no {op}"))?;
    }
    demand(&log, &l, l.count("setarrayitem") == 2, "two stores")
}

/// The same of the innermost loop of a program with eight loops in each other. Its turn ends in front of a call of an
/// elidable function, which reads a list as the cells are one, and so has to be made when the program is there.
fn nested() -> Result<(), String> {
    let program = root().join("benchmarks/jit/nested.bf");
    let log = run("bf", &program, &[], "")?;
    // All loops together are one; a turn of this one is a fragment.
    let is_kept = |i: usize| {
        let f = &log.fragments[i];
        let count = |op: &str| f.counts.get(op).copied().unwrap_or(0);
        let loads = ["getarrayitem", "getfield", "uint_lt", "int_ge"];
        let loads: u64 = loads.iter().map(|op| count(op)).sum();
        f.next.contains(&i) && loads == 0 && count("setarrayitem") == 2
    };
    match (0..log.fragments.len()).any(is_kept) {
        true => Ok(()),
        false => Err("no loop keeps its cells".to_owned()),
    }
}

pub(crate) fn trials() -> Vec<Trial> {
    let trial = |name: &str, f: Box<dyn Fn() -> Result<(), String> + Send>| {
        Trial::test(format!("counts::{name}"), move || f().map_err(Failed::from))
    };
    let mut trials: Vec<Trial> = BARS
        .iter()
        .map(|bar| trial(bar.name, Box::new(|| check(bar))))
        .collect();
    trials.push(trial(
        "regvm_paths",
        Box::new(|| paths("regvm", "rvm", &["20000"], "")),
    ));
    trials.push(trial(
        "tinyvm_paths",
        Box::new(|| paths("tinyvm", "tvm", &[], "20000")),
    ));
    trials.push(trial("frozen", Box::new(frozen)));
    trials.push(trial("watched", Box::new(watched)));
    trials.push(trial("names", Box::new(names)));
    trials.push(trial("maps", Box::new(maps)));
    trials.push(trial("lookups", Box::new(lookups)));
    trials.push(trial("chain", Box::new(chain)));
    trials.push(trial("items", Box::new(items)));
    trials.push(trial("scanned", Box::new(scanned)));
    trials.push(trial("brackets", Box::new(brackets)));
    trials.push(trial("held", Box::new(held)));
    trials.push(trial("linked", Box::new(linked)));
    trials.push(trial("methods", Box::new(methods)));
    trials.push(trial("stack", Box::new(stack)));
    trials.push(trial("wide", Box::new(wide)));
    trials.push(trial("raw_memory", Box::new(raw_memory)));
    trials.push(trial("heap_stack", Box::new(heap_stack)));
    trials.push(trial("operands", Box::new(operands)));
    trials.push(trial("objects", Box::new(objects)));
    trials.push(trial("lists", Box::new(lists)));
    trials.push(trial("registers", Box::new(registers)));
    trials.push(trial("cells", Box::new(cells)));
    trials.push(trial("nested", Box::new(nested)));
    trials
}
