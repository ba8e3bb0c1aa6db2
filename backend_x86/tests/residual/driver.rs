//! A stand-in for the JIT: compiles fragments when control arrives at them, with places and edges chosen at random.
use super::*;

pub(super) struct Known {
    pub(super) funcs: HashMap<FuncId, u64>,
    pub(super) objects: HashMap<ObjId, u64>,
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

pub(super) struct Version {
    pub(super) address: u64,
    pub(super) size: u32,
    pub(super) entry: Vec<ValueLocation>,
    pub(super) extent: u32,
}

#[derive(Default, Debug)]
pub(super) struct Stats {
    pub(super) ops: usize,
    pub(super) fragments: usize,
    pub(super) hot: usize,
    pub(super) cold: usize,
    pub(super) stubs: usize,
    pub(super) arrivals: usize,
    pub(super) thunks: usize,
    pub(super) follows: usize,
    /// Counted edges that arrived again.
    pub(super) due: usize,
    pub(super) guards: usize,
    pub(super) nanoseconds: u128,
}

/// A block on the way to be compiled, and the one that is to follow.
pub(super) struct Part {
    pub(super) graph: LLGraph,
    pub(super) guards: Vec<Guard>,
    pub(super) end: FragmentEnd,
    pub(super) locations: Vec<u32>,
    pub(super) next: Option<BlockId>,
}

/// Compiles a graph's blocks as edges ask for them.
pub(super) struct Driver {
    pub(super) region: Region,
    pub(super) cx: Cx<'static>,
    pub(super) known: Known,
    pub(super) graph: LLGraph,
    pub(super) versions: HashMap<BlockId, Version>,
    /// Blocks of the run that is being made.
    pub(super) inside: Vec<BlockId>,
    /// By edge number: where it leads, and its site once it is known.
    pub(super) edges: Vec<(BlockId, Option<EdgeSite>)>,
    /// Edges that are counted: counter, and where they lead.
    pub(super) counted: HashMap<usize, (u32, u64)>,
    pub(super) rng: Rng,
    pub(super) stats: Stats,
    pub(super) check: bool,
    /// Places, order and seals by chance.
    pub(super) random: bool,
    pub(super) exchange: Exchange,
}

/// An exchange buffer in reach of 32-bit addresses.
pub(super) struct Exchange(pub(super) *mut u64);

impl Exchange {
    pub(super) fn new() -> Exchange {
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
    pub(super) fn word(&self, n: usize) -> u64 {
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
    pub(super) static DRIVER: RefCell<Option<Driver>> = const { RefCell::new(None) };
}

pub(super) fn with_driver<R>(f: impl FnOnce(&mut Driver) -> R) -> R {
    DRIVER.with(|d| f(d.borrow_mut().as_mut().expect("a driver")))
}

pub(super) extern "C" fn on_edge(_ctx: *mut (), edge: u64, saved: *mut Saved) -> u64 {
    // SAFETY: the stub passes its own structure.
    let saved = unsafe { &mut *saved };
    with_driver(|d| d.arrive(edge as usize, saved))
}

pub(super) fn frames(ret: u64) -> Option<(u32, Vec<u32>)> {
    DRIVER.with(|d| {
        let d = d.borrow();
        let (size, slots) = d.as_ref()?.region.frame(ret)?;
        Some((size, slots.to_vec()))
    })
}

impl Driver {
    pub(super) fn arrive(&mut self, edge: usize, saved: &mut Saved) -> u64 {
        self.stats.arrivals += 1;
        let (block, site) = self.edges[edge].clone();
        let site = site.expect("its fragment is compiled");
        for &p in &site.places {
            let v = saved.read(p);
            if !matches!(p, ValueLocation::Const(_)) {
                saved.write(p, v);
                assert_eq!(saved.read(p), v);
            }
        }
        if !self.versions.contains_key(&block) {
            let types = self.param_types(block);
            let arrival: Vec<(ValueLocation, RegClass)> = site
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
        if let Some((counter, address)) = self.counted.remove(&edge) {
            assert!(self.region.is_due(counter), "a counted edge arrives early");
            self.stats.due += 1;
            match self.rng.below(3) {
                0 => {
                    self.region
                        .count_again(counter, 1 + self.rng.below(3) as u32);
                    self.counted.insert(edge, (counter, address));
                    return address;
                }
                n => {
                    self.region.free_counter(counter);
                    if n == 1 {
                        // Not worth while.
                        self.region.patch(&site, address);
                        return address;
                    }
                }
            }
        }
        let v = &self.versions[&block];
        let target = Target {
            address: v.address,
            entry: &v.entry,
            extent: v.extent,
        };
        if self.random && self.rng.below(3) == 0 {
            let times = 1 + self.rng.below(3) as u32;
            let counted = self.region.link_counted(&site, &target, times);
            let (counter, address) = counted.expect("room").expect("a counter");
            self.counted.insert(edge, (counter, address));
            return address;
        }
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
    pub(super) fn follow_in_vain(&mut self, site: &EdgeSite) {
        let start = (site.patch - 64).max(self.region.base());
        let before = self.region.bytes(start, 128);
        if self.region.follow(site) {
            let nothing = FragmentRun {
                name: "nothing",
                entry: &[],
                fragments: &[],
                hot: false,
            };
            let result = self.region.compile(&self.cx, &self.known, &nothing);
            assert!(result.is_err());
        }
        assert_eq!(self.region.bytes(start, 128), before);
    }
    pub(super) fn param_types(&self, b: BlockId) -> Vec<LLType> {
        let args = &self.graph.blocks[b].inputargs;
        args.iter().map(|&v| *self.graph.ty(v)).collect()
    }
    pub(super) fn random_places(&mut self, types: &[LLType]) -> Vec<ValueLocation> {
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
                return ValueLocation::Slot(slot);
            }
            let r = list.remove(rng.below(list.len()));
            if rng.below(4) == 0 {
                slots.remove(k);
                return ValueLocation::Both(PReg::new(r, class), slot);
            }
            ValueLocation::Reg(PReg::new(r, class))
        };
        types.iter().map(|&t| take(&mut self.rng, t)).collect()
    }

    /// Compiles a block and those that follow it directly.
    pub(super) fn compile_chain(&mut self, block: BlockId, entry: &[ValueLocation]) {
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
        let run = FragmentRun {
            name: "test",
            entry,
            fragments: &fragments,
            // Jumps are laid out in two ways.
            hot: self.edges.len() % 2 == 1,
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
    pub(super) fn straighten(&mut self, b: BlockId) -> (LLGraph, Vec<Guard>) {
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

    pub(super) fn edge(
        &mut self,
        graph: &LLGraph,
        l: LinkId,
        next: Option<&mut Option<BlockId>>,
    ) -> Edge {
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
    pub(super) fn part(&mut self, b: BlockId) -> Part {
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
pub(super) fn check_code(region: &Region, code: &Code) {
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
