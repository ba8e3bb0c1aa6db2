//! Property: functions compiled block by block at run time, as fragments joined by edges, compute what the interpreter
//! computes.
//!
//! Each block becomes a fragment when an edge arrives at it the first time (or directly behind the block before it, by
//! chance); its entry places are those of the arrival, or random ones. Registers survive edges; allocations and calls
//! move all objects.
//!
//! `GENEXT_FUZZ_SECONDS=60 GENEXT_FUZZ_SEED=7 cargo test -p backend_x86 --test residual` runs longer.
use std::cell::RefCell;
use std::collections::HashMap;
use std::time::{Duration, Instant};

use backend_x86::Options;
use backend_x86::fragment::{Edge, End as FragmentEnd, Fragment, Guard, Place, Run, To};
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

mod harness;
use harness::generate::{Rng, program as random_program};
use harness::{End, Machine, Mode, Word};

/// Exit codes.
const DONE: i64 = 2;

struct Known {
    funcs: HashMap<FuncId, u64>,
    objects: HashMap<ObjId, u64>,
}

impl Addresses for Known {
    fn func(&self, f: FuncId) -> Option<u64> {
        self.funcs.get(&f).copied()
    }
    fn object(&self, o: ObjId) -> Option<u64> {
        self.objects.get(&o).copied()
    }
    fn runtime(&self, name: &str) -> Option<u64> {
        harness::resolve(name).map(|a| a as u64)
    }
}

struct Version {
    address: u64,
    size: u32,
    entry: Vec<Place>,
    extent: u32,
}

#[derive(Default, Debug)]
struct Stats {
    ops: usize,
    fragments: usize,
    hot: usize,
    cold: usize,
    stubs: usize,
    arrivals: usize,
    thunks: usize,
    follows: usize,
    guards: usize,
    nanoseconds: u128,
}

/// A block on the way to be compiled, and the one that is to follow.
struct Part {
    graph: LLGraph,
    guards: Vec<Guard>,
    end: FragmentEnd,
    locations: Vec<u32>,
    next: Option<BlockId>,
}

/// Compiles a graph's blocks as edges ask for them.
struct Driver {
    region: Region,
    cx: Cx<'static>,
    known: Known,
    graph: LLGraph,
    versions: HashMap<BlockId, Version>,
    /// Blocks of the run that is being made.
    inside: Vec<BlockId>,
    /// By edge number: where it leads, and its site once it is known.
    edges: Vec<(BlockId, Option<EdgeSite>)>,
    rng: Rng,
    stats: Stats,
    check: bool,
    /// Places, order and seals by chance.
    random: bool,
    exchange: Exchange,
}

/// An exchange buffer in reach of 32-bit addresses.
struct Exchange(*mut u64);

impl Exchange {
    fn new() -> Exchange {
        // SAFETY: a new mapping.
        let p = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                4096,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_32BIT,
                -1,
                0,
            )
        };
        assert_ne!(p, libc::MAP_FAILED);
        Exchange(p.cast())
    }
    fn word(&self, n: usize) -> u64 {
        assert!(n < 512);
        // SAFETY: inside of the mapping.
        unsafe { *self.0.add(n) }
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        // SAFETY: our own mapping.
        unsafe { libc::munmap(self.0.cast(), 4096) };
    }
}

thread_local! {
    static DRIVER: RefCell<Option<Driver>> = const { RefCell::new(None) };
}

fn with_driver<R>(f: impl FnOnce(&mut Driver) -> R) -> R {
    DRIVER.with(|d| f(d.borrow_mut().as_mut().expect("a driver")))
}

extern "C" fn on_edge(_ctx: *mut (), edge: u64, saved: *mut Saved) -> u64 {
    // SAFETY: the stub passes its own structure.
    let saved = unsafe { &mut *saved };
    with_driver(|d| d.arrive(edge as usize, saved))
}

fn frames(ret: u64) -> Option<(u32, Vec<u32>)> {
    DRIVER.with(|d| {
        let d = d.borrow();
        let (size, slots) = d.as_ref()?.region.frame(ret)?;
        Some((size, slots.to_vec()))
    })
}

impl Driver {
    fn arrive(&mut self, edge: usize, saved: &mut Saved) -> u64 {
        self.stats.arrivals += 1;
        let (block, site) = self.edges[edge].clone();
        let site = site.expect("its fragment is compiled");
        for &p in &site.places {
            let v = saved.read(p);
            if !matches!(p, Place::Const(_)) {
                saved.write(p, v);
                assert_eq!(saved.read(p), v);
            }
        }
        if !self.versions.contains_key(&block) {
            let types = self.param_types(block);
            let arrival: Vec<(Place, RegClass)> = site
                .places
                .iter()
                .zip(&types)
                .map(|(p, t)| (*p, class_of(*t)))
                .collect();
            let entry = match self.rng.below(3) {
                0 if self.random => self.random_places(&types),
                _ => entry_places(&arrival),
            };
            if self.random && self.rng.below(3) == 0 {
                self.follow_in_vain(&site);
            }
            if !self.random || self.rng.below(4) > 0 {
                self.stats.follows += usize::from(self.region.follow(&site));
            }
            self.compile_chain(block, &entry);
        }
        let v = &self.versions[&block];
        let target = Target {
            address: v.address,
            entry: &v.entry,
            extent: v.extent,
        };
        let to = self.region.link(&site, &target).expect("room");
        if to != v.address {
            self.stats.thunks += 1;
        }
        if self.random && self.rng.below(6) == 0 {
            // As if its target were to be made again.
            self.region.patch(&site, site.stub);
        }
        to
    }
    /// What was to follow an edge cannot be compiled: the jumps are what they were.
    fn follow_in_vain(&mut self, site: &EdgeSite) {
        let start = (site.patch - 64).max(self.region.base());
        let before = self.region.bytes(start, 128);
        if self.region.follow(site) {
            let nothing = Run {
                name: "nothing",
                entry: &[],
                fragments: &[],
            };
            let result = self.region.compile(&self.cx, &self.known, &nothing);
            assert!(result.is_err());
        }
        assert_eq!(self.region.bytes(start, 128), before);
    }
    fn param_types(&self, b: BlockId) -> Vec<LLType> {
        let args = &self.graph.blocks[b].inputargs;
        args.iter().map(|&v| *self.graph.ty(v)).collect()
    }
    fn random_places(&mut self, types: &[LLType]) -> Vec<Place> {
        let mut ints: Vec<usize> = vec![0, 1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 13, 14];
        let mut floats: Vec<usize> = (0..16).collect();
        let mut slots: Vec<u32> = (0..40).collect();
        let mut take = |rng: &mut Rng, t: LLType| {
            let (class, list) = match class_of(t) {
                RegClass::Float => (RegClass::Float, &mut floats),
                c => (c, &mut ints),
            };
            let k = rng.below(slots.len());
            let slot = slots[k];
            if list.is_empty() || rng.below(3) == 0 {
                slots.remove(k);
                return Place::Slot(slot);
            }
            let r = list.remove(rng.below(list.len()));
            if rng.below(4) == 0 {
                slots.remove(k);
                return Place::Both(PReg::new(r, class), slot);
            }
            Place::Reg(PReg::new(r, class))
        };
        types.iter().map(|&t| take(&mut self.rng, t)).collect()
    }

    /// Compiles a block and those that follow it directly.
    fn compile_chain(&mut self, block: BlockId, entry: &[Place]) {
        let mut parts = Vec::new();
        let mut next = Some(block);
        while let Some(b) = next {
            self.inside.push(b);
            let part = self.part(b);
            next = part.next;
            parts.push(part);
        }
        let fragments: Vec<Fragment<'_>> = parts
            .iter()
            .map(|p| Fragment {
                graph: &p.graph,
                guards: &p.guards,
                end: p.end.clone(),
                locations: &p.locations,
            })
            .collect();
        let run = Run {
            name: "test",
            entry,
            fragments: &fragments,
        };
        let start = Instant::now();
        let codes = self
            .region
            .compile(&self.cx, &self.known, &run)
            .unwrap_or_else(|e| panic!("{e}"));
        self.stats.nanoseconds += start.elapsed().as_nanos();
        let blocks = std::mem::take(&mut self.inside);
        assert_eq!(codes.len(), blocks.len());
        for ((b, part), code) in blocks.into_iter().zip(&parts).zip(codes) {
            self.stats.fragments += 1;
            self.stats.ops += part.locations.len();
            self.stats.hot += code.size as usize;
            self.stats.cold += code.cold_size as usize;
            if self.check {
                check_code(&self.region, &code);
            }
            for site in code.edges {
                self.stats.stubs += 1;
                let k = site.edge as usize;
                self.edges[k].1 = Some(site);
            }
            self.versions.insert(
                b,
                Version {
                    address: code.address,
                    size: code.size,
                    entry: code.entry,
                    extent: code.extent,
                },
            );
        }
    }

    /// The block joined with blocks that follow it, the other ways being guards: by chance, at branches.
    fn straighten(&mut self, b: BlockId) -> (LLGraph, Vec<Guard>) {
        let mut graph = self.graph.clone();
        let mut guards = Vec::new();
        let mut joined = vec![b];
        while self.random && self.rng.below(2) == 0 {
            let block = &graph.blocks[b];
            let ExitSwitch::Value(Operand::Var(cond)) = block.exitswitch else {
                break;
            };
            let k = self.rng.below(2);
            let &[on, out] = [block.exits[k], block.exits[1 - k]].as_slice() else {
                break;
            };
            let target = graph.links[on].target;
            if *graph.ty(cond) != LLType::Bool
                || block.exits.len() != 2
                || joined.contains(&target)
                || target == graph.return_block
            {
                break;
            }
            joined.push(target);
            self.edges.push((graph.links[out].target, None));
            guards.push(Guard {
                at: block.ops.len(),
                cond,
                exit_when: graph.links[out].exitcase == ExitCase::Bool(true),
                edge: Edge {
                    args: graph.links[out].args.to_vec(),
                    to: To::Stub(self.edges.len() as u32 - 1),
                },
            });
            let mut renaming = transform::rewrite::Renaming::default();
            let next = graph.blocks[target].clone();
            for (&p, a) in next.inputargs.iter().zip(&graph.links[on].args) {
                renaming.insert(p, a.clone());
            }
            for mut op in next.ops {
                renaming.args(&mut op.args);
                graph.blocks[b].ops.push(op);
            }
            graph.blocks[b].exitswitch = match next.exitswitch {
                ExitSwitch::Value(v) => ExitSwitch::Value(renaming.resolve(&v)),
                other => other,
            };
            for &l in &next.exits {
                renaming.args(&mut graph.links[l].args);
            }
            graph.blocks[b].exits = next.exits;
            self.stats.guards += 1;
        }
        (graph, guards)
    }

    fn edge(&mut self, graph: &LLGraph, l: LinkId, next: Option<&mut Option<BlockId>>) -> Edge {
        let link = &graph.links[l];
        let args = link.args.to_vec();
        let target = link.target;
        if let Some(v) = self.versions.get(&target) {
            return Edge {
                args,
                to: To::Fragment {
                    address: v.address,
                    entry: v.entry.clone(),
                    extent: v.extent,
                },
            };
        }
        if let Some(k) = self.inside.iter().position(|b| *b == target)
            && (!self.random || self.rng.below(4) > 0)
        {
            let to = To::Inside(k as u32);
            return Edge { args, to };
        }
        if !self.inside.contains(&target)
            && let Some(next @ None) = next
            && (!self.random || self.rng.below(2) == 0)
        {
            *next = Some(target);
            return Edge { args, to: To::Next };
        }
        self.edges.push((target, None));
        let to = To::Stub(self.edges.len() as u32 - 1);
        Edge { args, to }
    }

    /// A block as part of a run.
    fn part(&mut self, b: BlockId) -> Part {
        let (mut graph, guards) = self.straighten(b);
        let block = graph.blocks[b].clone();
        let mut next = None;
        let end = if b == self.graph.return_block {
            let values = block
                .inputargs
                .iter()
                .filter(|v| *self.graph.ty(**v) != LLType::Void)
                .map(|&v| Operand::Var(v))
                .collect();
            FragmentEnd::Exit { code: DONE, values }
        } else if block.exits.is_empty() {
            FragmentEnd::Unreachable
        } else {
            match &block.exitswitch {
                ExitSwitch::Value(Operand::Var(c)) if block.exits.len() > 1 => {
                    let case = |l: LinkId, g: &LLGraph| g.links[l].exitcase.clone();
                    if *self.graph.ty(*c) == LLType::Bool {
                        let (mut y, mut n) = (block.exits[0], block.exits[1]);
                        if case(y, &graph) == ExitCase::Bool(false) {
                            std::mem::swap(&mut y, &mut n);
                        }
                        FragmentEnd::Branch {
                            cond: *c,
                            yes: self.edge(&graph, y, Some(&mut next)),
                            no: self.edge(&graph, n, Some(&mut next)),
                        }
                    } else {
                        let mut cases = Vec::new();
                        let mut default = None;
                        for &l in &block.exits {
                            match case(l, &graph) {
                                ExitCase::Case(k) => {
                                    let e = self.edge(&graph, l, None);
                                    cases.push((k, e));
                                }
                                _ => default = Some(self.edge(&graph, l, Some(&mut next))),
                            }
                        }
                        FragmentEnd::Switch {
                            value: *c,
                            cases,
                            default,
                        }
                    }
                }
                _ => {
                    let live = backend_x86::isel::analysis::live_exits(&graph, b)[0];
                    FragmentEnd::Jump(self.edge(&graph, live, Some(&mut next)))
                }
            }
        };
        graph.start = b;
        graph.blocks[b].exits.clear();
        graph.blocks[b].exitswitch = ExitSwitch::None;
        let locations: Vec<u32> = (0..block.ops.len() as u32).collect();
        Part {
            graph,
            guards,
            end,
            locations,
            next,
        }
    }
}

/// The bytes are instructions, jumps go into the region, patchable displacements lie inside of 8 bytes.
fn check_code(region: &Region, code: &Code) {
    use iced_x86::{Decoder, DecoderOptions, OpKind};
    let bytes = region.bytes(code.address, code.size as usize);
    let mut d = Decoder::with_ip(64, &bytes, code.address, DecoderOptions::NONE);
    while d.can_decode() {
        let i = d.decode();
        assert!(!i.is_invalid(), "no instruction at {:#x}", i.ip());
        if i.op0_kind() == OpKind::NearBranch64 && !i.is_call_near() {
            assert!(region.is_code(i.near_branch64()), "{i}");
        }
    }
    for s in code.edges.iter().filter(|s| s.patch != 0) {
        assert!(s.patch & 7 <= 4);
        let rel = region.bytes(s.patch, 4);
        let rel = i32::from_le_bytes(rel.try_into().expect("4 bytes"));
        assert_eq!((s.patch as i64 + 4 + i64::from(rel)) as u64, s.stub);
        assert_eq!(region.bytes(s.stub, 1), [0x68]);
    }
}

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
        let options = Options::default();
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
    println!(
        "{} programs, {} fragments, {ops} operations: {:.1} hot and {:.1} cold bytes and {:.2} us per operation; {} edge stubs, {} arrivals, {} thunks, {} fragments behind their edges, {} guards",
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
    let entry = [Place::Reg(PReg::new(1, RegClass::Int))];
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
        let run = Run {
            name: "f",
            entry: &entry,
            fragments: &[fragment],
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
