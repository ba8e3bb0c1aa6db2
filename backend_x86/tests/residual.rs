//! Property: functions compiled block by block at run time, as fragments joined by edges, compute what the interpreter
//! computes.
//!
//! Each block becomes a fragment when an edge arrives at it the first time (or directly behind the block before it, by
//! chance); its entry places are those of the arrival, or random ones. Registers survive edges; allocations and calls
//! move all objects.
//!
//! `GENEXT_FUZZ_SECONDS=60 GENEXT_FUZZ_SEED=7 cargo test -p genext-backend-x86 --test residual` runs longer.
use std::cell::RefCell;
use std::collections::HashMap;
use std::time::{Duration, Instant};

use backend_x86::BackendOptions;
use backend_x86::fragment::{Edge, Fragment, FragmentEnd, FragmentRun, Guard, To, ValueLocation};
use backend_x86::isel::{Cx, class_of};
use backend_x86::residual::{
    Addresses, Code, Config, EdgeSite, Region, ResidualError, Saved, Target, entry_places,
    first_places,
};
use ir::lltype::LLType;
use ir::model::{BlockId, ExitCase, ExitSwitch, LinkId, Operand};
use lowlevel::interp::{Interp, Outcome, Val};
use lowlevel::parse::parse_program;
use lowlevel::{Const, FuncId, LLGraph, LLOp, ObjId, Program, Value};
use regalloc2::{PReg, RegClass};

#[path = "residual/driver.rs"]
mod driver;
mod harness;
use driver::*;
use harness::generate::{Rng, program as random_program};
use harness::{End, Machine, Mode, Word};

/// Exit codes.
const DONE: i64 = 2;

/// Write barriers, which another pass adds together with root slots.
fn add_barriers(program: &mut Program) {
    let types = program.types.clone();
    for f in program.funcs.iter_mut() {
        let g = &mut f.graph;
        for b in g.blocks.indices() {
            let mut i = 0;
            while i < g.blocks[b].ops.len() {
                let op = g.blocks[b].ops[i].clone();
                let value = match op.op {
                    LLOp::SetField(c, _) if types.is_gc(c) => Some(&op.args[1]),
                    LLOp::SetArrayItem(c) | LLOp::SetItemField(c, _) if types.is_gc(c) => {
                        Some(&op.args[2])
                    }
                    _ => None,
                };
                let ty = value.map(|v| match v {
                    Operand::Var(v) => *g.ty(*v),
                    Operand::Const(c) => c.ty,
                });
                if ty.is_some_and(|t| types.is_gc_ref(t)) {
                    let mut barrier = op.clone();
                    barrier.result = g.new_var(LLType::Void);
                    match op.op {
                        LLOp::SetField(..) => {
                            barrier.op = LLOp::WriteBarrier;
                            barrier.args.truncate(1);
                        }
                        _ => {
                            barrier.op = LLOp::WriteBarrierArray;
                            barrier.args.truncate(2);
                        }
                    }
                    g.blocks[b].ops.insert(i, barrier);
                    i += 1;
                }
                i += 1;
            }
        }
    }
}

/// The program before root slots, and after.
fn transformed(typed: &Program, opt: u8) -> Result<(Program, Program), String> {
    let mut before = typed.clone();
    let mut m = transform::PassManager::new(lowlevel::verify::Phase::Typed);
    for p in transform::pipeline(opt).passes() {
        if p == "stackcheck" && before.exception("RecursionError").is_none() {
            continue;
        }
        if p == "prune" || p == "gcroots" {
            continue;
        }
        let pass = transform::pass_by_name(p).ok_or("pass")?;
        m.run(&mut before, pass).map_err(|e| e.to_string())?;
    }
    with_roots(before, lowlevel::verify::Phase::Exceptions)
}

/// A program, and what the pass of root slots and write barriers makes of it.
fn with_roots(
    mut before: Program,
    phase: lowlevel::verify::Phase,
) -> Result<(Program, Program), String> {
    let mut m = transform::PassManager::new(phase);
    let mut after = before.clone();
    let pass = transform::pass_by_name("gcroots").ok_or("pass")?;
    m.run(&mut after, pass).map_err(|e| e.to_string())?;
    add_barriers(&mut before);
    Ok((before, after))
}

/// Pointer constants of residual graphs are addresses.
fn constants_to_addresses(g: &mut LLGraph, known: &Known) {
    let change = |a: &mut Operand<Const>| {
        if let Operand::Const(c) = a {
            let address = match c.value {
                Value::Object(o) => known.objects.get(&o),
                Value::Func(f) => known.funcs.get(&f),
                _ => None,
            };
            if let Some(&a) = address {
                c.value = Value::Int(a as i64);
            }
        }
    };
    for b in g.blocks.indices() {
        for op in &mut g.blocks[b].ops {
            op.args.iter_mut().for_each(change);
        }
    }
    for l in g.links.indices() {
        g.links[l].args.iter_mut().for_each(change);
    }
}

/// A machine, with residual code for one function of the program.
struct Jit {
    machine: Machine,
    enter: u64,
    args: Vec<u64>,
}

impl Jit {
    /// Seed 0: nothing by chance.
    fn new(
        before: &Program,
        after: &Program,
        f: FuncId,
        mode: Mode,
        seed: u64,
    ) -> Result<Jit, String> {
        let options = BackendOptions::default();
        let mut machine = Machine::new(after, &options, mode)?;
        machine.set_frames(frames);
        let program: &'static Program = Box::leak(Box::new(before.clone()));
        let exchange = Exchange::new();
        let mut region = Region::new(Config {
            // Images of tests lie all over the low 2 GiB.
            near: if machine.end() < 0x7000_0000 {
                machine.end()
            } else {
                0x400_0000
            },
            size: 4 << 20,
            exchange: exchange.0 as u64,
            edge: on_edge as *const () as u64,
        })
        .map_err(|e| e.to_string())?;
        region.check = true;
        let known = Known {
            funcs: machine
                .image
                .functions
                .iter()
                .map(|(f, a)| (*f, *a))
                .collect(),
            objects: machine
                .image
                .objects
                .iter()
                .map(|(o, a)| (*o, *a))
                .collect(),
        };
        let mut graph = program.funcs[f].graph.clone();
        constants_to_addresses(&mut graph, &known);
        let mut driver = Driver {
            region,
            cx: Cx::new(program),
            known,
            graph,
            versions: HashMap::new(),
            inside: Vec::new(),
            edges: Vec::new(),
            counted: HashMap::new(),
            rng: Rng(seed),
            stats: Stats::default(),
            check: true,
            random: seed != 0,
            exchange,
        };
        let start = driver.graph.start;
        let types = driver.param_types(start);
        let entry = match seed % 2 {
            0 => first_places(&types),
            _ => driver.random_places(&types),
        };
        // The start block's version, and the entry to it.
        driver.compile_chain(start, &entry);
        let v = &driver.versions[&start];
        let target = Target {
            address: v.address,
            entry: &v.entry,
            extent: v.extent,
        };
        let enter = driver.region.entry(&target).map_err(|e| e.to_string())?;
        DRIVER.with(|d| *d.borrow_mut() = Some(driver));
        Ok(Jit {
            machine,
            enter,
            args: Vec::new(),
        })
    }
    fn call(&mut self, args: &[Word]) -> End {
        self.args = args
            .iter()
            .map(|a| match *a {
                Word::Int(i) => i,
                Word::Float(f) => f.to_bits(),
            })
            .collect();
        let at = self.args.as_ptr() as u64;
        match self.machine.call_at(self.enter, &[Word::Int(at)]) {
            End::Returned(code, _) => {
                assert_eq!(code as i64, DONE);
                let word = with_driver(|d| d.exchange.word(0));
                End::Returned(word, word)
            }
            end => end,
        }
    }
}

impl Drop for Jit {
    fn drop(&mut self) {
        DRIVER.with(|d| *d.borrow_mut() = None);
    }
}

fn check_seed(seed: u64, stats: &mut Vec<Stats>) -> Result<(), String> {
    let (text, n) = random_program(seed);
    let fail = |m: String| format!("seed {seed}: {m}\n{text}");
    let typed = parse_program(&text).map_err(|e| fail(e.to_string()))?;
    let f = typed.func_by_name(&format!("f{n}")).expect("generated");
    let (before, after) =
        transformed(&typed, if seed.is_multiple_of(2) { 0 } else { 2 }).map_err(&fail)?;
    let inputs = [
        (0i64, 0i64, 0.0f64),
        (1, -1, 1.5),
        (i64::MAX, 12345, -1e300),
        (-7, i64::MIN, f64::NAN),
    ];
    for mode in [Mode::Nursery, Mode::Moving] {
        let mut jit = Jit::new(&before, &after, f, mode, seed).map_err(&fail)?;
        let mut interp = Interp::new(&typed);
        interp.fuel = 10_000_000;
        for &(a, b, x) in &inputs {
            let want = interp.call(f, &[Val::Int(a), Val::Int(b), Val::float(x)]);
            let got = jit.call(&[Word::Int(a as u64), Word::Int(b as u64), Word::Float(x)]);
            let same = match (&want, &got) {
                (Ok(Val::Int(i)), End::Returned(r, _)) => *i as u64 == *r,
                (Err(Outcome::Raised { class, .. }), End::Raised(n)) => class == n,
                _ => false,
            };
            if !same {
                return Err(fail(format!(
                    "{mode:?} ({a}, {b}, {x}): interpreter {want:?}, residual code {got:?}"
                )));
            }
        }
        stats.push(with_driver(|d| std::mem::take(&mut d.stats)));
    }
    Ok(())
}

/// All file tests, as residual code; without chance and with it.
#[test]
fn file_tests_run_as_residual_code() {
    let mut failed = Vec::new();
    let mut runs = 0;
    for (name, path) in harness::files::all() {
        match run_file(&path) {
            Ok(n) => runs += n,
            Err(e) => failed.push(format!("{name}: {e}")),
        }
    }
    assert!(runs > 100, "only {runs} runs");
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// How many calls it made.
fn run_file(path: &std::path::Path) -> Result<usize, String> {
    use harness::files;
    use lowlevel::verify::Phase;
    let (program, phase, runs) = files::read(path)?;
    // Residual graphs have explicit exceptions, and no root slots.
    let (before, after) = match phase {
        Phase::Gc => return Ok(0),
        Phase::Exceptions => with_roots(program, Phase::Exceptions)?,
        _ => transformed(&program, 0)?,
    };
    let mut n = 0;
    for line in &runs {
        let Some((f, args, want)) = files::parse_run(&before, line)? else {
            continue;
        };
        for (mode, seed) in [(Mode::Nursery, 0), (Mode::Moving, 0), (Mode::Moving, 3)] {
            let mut jit = Jit::new(&before, &after, f, mode, seed)?;
            files::set_memory_error(&jit.machine, &before);
            let end = jit.call(&args);
            let got = files::show(&before, f, end);
            if got != want {
                return Err(format!("{mode:?}, seed {seed}: {line}\n  but it {got}"));
            }
        }
        n += 1;
    }
    Ok(n)
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(default)
}

#[test]
fn residual_code_equals_the_interpreter() {
    let budget = Duration::from_secs(setting("GENEXT_FUZZ_SECONDS", 1));
    let start = Instant::now();
    let mut seed = setting("GENEXT_FUZZ_SEED", 1);
    let mut all = Vec::new();
    while start.elapsed() < budget || all.len() < 6 {
        if std::env::var_os("GENEXT_FUZZ_TRACE").is_some() {
            eprintln!("seed {seed}");
        }
        if let Err(e) = check_seed(seed, &mut all) {
            panic!("{e}");
        }
        seed += 1;
    }
    let sum = |f: fn(&Stats) -> usize| all.iter().map(f).sum::<usize>();
    let (ops, stubs) = (sum(|s| s.ops).max(1), sum(|s| s.stubs).max(1));
    let time: u128 = all.iter().map(|s| s.nanoseconds).sum();
    assert!(sum(|s| s.guards) > 0 || all.len() < 10);
    assert!(sum(|s| s.due) > 0 || all.len() < 50);
    println!(
        "{} programs, {} fragments, {ops} operations: {:.1} hot and {:.1} cold bytes and {:.2} us per operation; {} edge stubs, {} arrivals, {} thunks, {} fragments behind their edges, {} guards, {} edges that were counted and due",
        all.len(),
        sum(|s| s.fragments),
        sum(|s| s.hot) as f64 / ops as f64,
        sum(|s| s.cold) as f64 / ops as f64,
        time as f64 / 1000.0 / ops as f64,
        stubs,
        sum(|s| s.arrivals),
        sum(|s| s.thunks),
        sum(|s| s.follows),
        sum(|s| s.guards),
        sum(|s| s.due),
    );
}

/// The instructions of a block's version.
fn listing(d: &Driver, b: BlockId) -> Vec<String> {
    use iced_x86::{Decoder, DecoderOptions, Formatter, NasmFormatter};
    let v = &d.versions[&b];
    let bytes = d.region.bytes(v.address, v.size as usize);
    let mut formatter = NasmFormatter::new();
    let mut out = Vec::new();
    for i in &mut Decoder::with_ip(64, &bytes, v.address, DecoderOptions::NONE) {
        let mut line = String::new();
        formatter.format(&i, &mut line);
        out.push(line);
    }
    out
}

/// Runs `f` of a program on integers, by both heaps; returns what `show` makes of the driver after the last run.
fn run<R>(text: &str, args: &[i64], want: i64, show: impl Fn(&Driver) -> R) -> R {
    let typed = parse_program(text).expect("it parses");
    let f = typed.func_by_name("f").expect("f");
    let (before, after) = transformed(&typed, 0).expect("it transforms");
    let words: Vec<Word> = args.iter().map(|&a| Word::Int(a as u64)).collect();
    let mut last = None;
    for mode in [Mode::Nursery, Mode::Moving] {
        let mut jit = Jit::new(&before, &after, f, mode, 0).expect("it compiles");
        let End::Returned(got, _) = jit.call(&words) else {
            panic!("it ends badly")
        };
        assert_eq!(got as i64, want, "{mode:?}");
        last = Some(with_driver(|d| show(d)));
    }
    last.expect("two runs")
}

#[test]
fn a_loop_of_two_fragments_needs_no_moves() {
    let text = "\
graph f(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0, 0)
b1(v1: Signed, v2: Signed, v3: Signed):
    v4: Bool = int_lt(v2, v1)
    if v4 then b2(v1, v2, v3) else b3(v3)
b2(v5: Signed, v6: Signed, v7: Signed):
    v8: Signed = int_add(v7, v6)
    v9: Signed = int_add(v6, 1)
    goto b1(v5, v9, v8)
b3(v10: Signed):
    goto return(v10)
";
    let body = run(text, &[100_000], 4_999_950_000, |d| {
        let mut all = listing(d, BlockId(1));
        all.extend(listing(d, BlockId(2)));
        all
    });
    let names: Vec<&str> = body
        .iter()
        .map(|l| l.split(' ').next().unwrap_or(""))
        .collect();
    let names: Vec<&str> = names.into_iter().filter(|n| *n != "nop").collect();
    assert_eq!(names, ["cmp", "jge", "add", "add", "jmp"], "{body:#?}");
}

#[test]
fn a_store_that_is_overwritten_is_none() {
    let text = "\
graph f(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](8)
    goto b1(v0, v1)
b1(v2: Signed, v3: Ptr(GcArray(Signed))):
    v4: Void = setarrayitem[GcArray(Signed)](v3, 1, v2)
    v5: Signed = int_add(v2, 1)
    v6: Void = setarrayitem[GcArray(Signed)](v3, 2, v5)
    v7: Void = setarrayitem[GcArray(Signed)](v3, 1, v5)
    v8: Signed = getarrayitem[GcArray(Signed)](v3, 2)
    v9: Signed = int_add(v8, 1)
    v10: Void = setarrayitem[GcArray(Signed)](v3, 2, v9)
    v11: Void = setarrayitem[GcArray(Signed)](v3, 2, v8)
    goto b2(v3)
b2(v12: Ptr(GcArray(Signed))):
    v13: Signed = getarrayitem[GcArray(Signed)](v12, 1)
    v14: Signed = getarrayitem[GcArray(Signed)](v12, 2)
    v15: Signed = int_mul(v13, v14)
    goto return(v15)
";
    let body = run(text, &[6], 49, |d| {
        let mut all = Vec::new();
        for &b in d.versions.keys() {
            all.extend(listing(d, b));
        }
        all
    });
    let item = |n: &str| {
        let store = |l: &&String| l.starts_with("mov [") && l.contains(n);
        body.iter().filter(store).count()
    };
    assert_eq!((item("+18h],r"), item("+20h],r")), (1, 2), "{body:#?}");
}

#[test]
fn references_stay_in_registers_over_the_fast_path_of_an_allocation() {
    let text = "\
struct S gc { next: Ptr(S), a: Signed }
graph f(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[S.a](v1, 5)
    goto b1(v0, v1)
b1(v3: Signed, v4: Ptr(S)):
    v5: Ptr(S) = malloc[S]()
    v6: Void = setfield[S.next](v5, v4)
    v7: Signed = getfield[S.a](v4)
    v8: Signed = int_add(v7, 1)
    v9: Void = setfield[S.a](v5, v8)
    v10: Signed = int_sub(v3, 1)
    v11: Bool = int_gt(v10, 0)
    if v11 then b1(v10, v5) else b2(v5)
b2(v12: Ptr(S)):
    v13: Signed = getfield[S.a](v12)
    v14: Ptr(S) = getfield[S.next](v12)
    v15: Signed = getfield[S.a](v14)
    v16: Signed = int_mul(v15, 1000)
    v17: Signed = int_add(v16, v13)
    goto return(v17)
";
    let body = run(text, &[10], 14_015, |d| listing(d, BlockId(1)));
    assert!(body.iter().all(|l| !l.contains("rbp")), "{body:#?}");
}

#[test]
fn a_full_region_is_an_error() {
    let region = Region::new(Config {
        near: 0x3000_0000,
        size: 16384,
        exchange: 0,
        edge: on_edge as *const () as u64,
    });
    let mut region = region.expect("a region");
    let text = "graph f(v0: Signed) -> Signed\nb0(v0: Signed):\n    v1: Signed = int_add(v0, 1)\n    goto return(v1)\n";
    let program = parse_program(text).expect("it parses");
    let cx = Cx::new(&program);
    let known = Known {
        funcs: HashMap::new(),
        objects: HashMap::new(),
    };
    let mut graph = program.funcs.iter().next().expect("one").graph.clone();
    let start = graph.start;
    graph.blocks[start].exits.clear();
    let entry = [ValueLocation::Reg(PReg::new(1, RegClass::Int))];
    for n in 0..10_000 {
        let fragment = Fragment {
            graph: &graph,
            guards: &[],
            end: FragmentEnd::Jump(Edge {
                args: vec![Operand::Var(graph.blocks[start].ops[0].result)],
                to: To::Stub(n),
            }),
            locations: &[0],
        };
        let run = FragmentRun {
            name: "f",
            entry: &entry,
            fragments: &[fragment],
            hot: true,
        };
        match region.compile(&cx, &known, &run).map(|c| c[0].clone()) {
            Ok(code) => {
                // `inc`-like code, its jump and its stub are small.
                assert!(code.size <= 16 && code.cold_size <= 16, "{code:?}");
            }
            Err(e) => {
                assert_eq!(e, ResidualError::Exhausted);
                assert!(n > 50);
                return;
            }
        }
    }
    panic!("the region never ends");
}
