//! Compiling a run: selection, allocation, plan of its ends, emission, placement.
use regalloc2::{RegClass, VReg};
use smallvec::{SmallVec, smallvec};

use super::alloc::{self, Allocated};
use super::check::check;
use super::patch::Tail;
use super::region::{Addresses, Region, ResidualError, busy, internal, source};
use super::scan::{Scan, like};
use super::{Code, EdgeSite};
use crate::BackendError;
use crate::emit::enc::LINE;
use crate::emit::fragment::{EdgePlan, FragmentBytes, FragmentPlan, Goal, emit_fragment};
use crate::emit::moves::{self, Loc};
use crate::fragment::{FragmentRun, To, ValueLocation};
use crate::frame::SAVED_BYTES;
use crate::isel::fragment::{EndArg, Lowered, lower_run};
use crate::isel::{Cx, class_of, fragment};
use crate::mir::{MFunc, MOp};

/// Most bytes a residual frame may have: less than the room that is left below the stack limit.
pub const MAX_EXTENT: u32 = 32 * 1024;
/// Bytes of all small frames, so that edges need not move the stack pointer.
const MIN_EXTENT: u32 = 256;

/// Memory that is used again from run to run.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    selection: fragment::Scratch,
    allocation: alloc::Scratch,
}

/// Tells the scan of the loops inside of a run. The labels of its fragments, by number.
fn loops(low: &Lowered<'_>, scan: &mut Scan) -> SmallVec<[u32; 8]> {
    let mut labels: SmallVec<[u32; 8]> = smallvec![0];
    let mut last: SmallVec<[usize; 8]> = smallvec![0];
    for (i, inst) in low.f.insts.iter().enumerate() {
        match inst.op {
            MOp::Label(_) => {
                labels.push(i as u32);
                last.push(0);
            }
            MOp::EdgeBr(_, e) | MOp::EdgeJmp(e) => {
                if let To::Inside(k) = low.edges[e as usize].edge.to {
                    last[k as usize] = i;
                }
            }
            _ => {}
        }
    }
    for (&label, &last) in labels.iter().zip(&last).skip(1) {
        if last > 0 {
            scan.add_loop(&low.f, label as usize, last);
        }
    }
    labels
}

/// Tells the scan where edges to existing fragments want their arguments.
fn wishes(low: &Lowered<'_>, run: &FragmentRun<'_>, scan: &mut Scan) {
    scan.reset(&low.f);
    let labels = loops(low, scan);
    for inst in &low.f.insts {
        let (MOp::EdgeBr(_, e) | MOp::EdgeJmp(e)) = inst.op else {
            continue;
        };
        let edge = &low.edges[e as usize];
        let args = &low.args[edge.args.0 as usize..edge.args.1 as usize];
        let first = inst.operands.0 as usize;
        let fixed = match &edge.edge.to {
            To::Fragment { entry, .. } => entry.as_slice(),
            To::Inside(0) => run.entry,
            To::Inside(k) => {
                let label = &low.f.insts[labels[*k as usize] as usize];
                let mut operand = label.operands.0;
                for (a, p) in args.iter().zip(low.params_of(*k as usize)) {
                    let Some(p) = p else { continue };
                    if let EndArg::Operand(n) = a
                        && !scan.is_in_slot(operand)
                    {
                        scan.wish[first + *n as usize] = like(p.vreg());
                    }
                    operand += 1;
                }
                continue;
            }
            To::Stub(_) | To::Next => continue,
        };
        for (a, p) in args.iter().zip(fixed) {
            if let (EndArg::Operand(n), ValueLocation::Reg(r) | ValueLocation::Both(r, _)) = (a, p)
            {
                scan.wish[first + *n as usize] = u32::from(alloc::bit(*r));
            }
        }
    }
}

fn set_roots(f: &mut MFunc, allocated: &Allocated) {
    for (i, roots) in &allocated.roots {
        match &mut f.insts[*i as usize].op {
            MOp::Call(c) => c.roots = Some(roots.clone()),
            MOp::Alloc(a) => a.roots = roots.clone(),
            MOp::AllocVar(a) => a.roots = roots.clone(),
            _ => {}
        }
    }
}

fn resolve(a: &EndArg, places: &[ValueLocation]) -> ValueLocation {
    match a {
        EndArg::Operand(k) => places[*k as usize],
        EndArg::Const(c) => ValueLocation::Const(*c),
    }
}

/// Places for the parameters of a new fragment that an edge with its arguments at these places (and their classes)
/// leads to: the same, but constants and values that occur twice get places of their own.
pub fn entry_places(args: &[(ValueLocation, RegClass)]) -> Vec<ValueLocation> {
    let (mut regs, mut slots) = (0u32, Vec::new());
    let number =
        |r: regalloc2::PReg| r.hw_enc() as u32 + if r.class() == RegClass::Float { 16 } else { 0 };
    let mut out: Vec<Option<ValueLocation>> = Vec::with_capacity(args.len());
    for (p, _) in args {
        let (r, s) = match p {
            ValueLocation::Reg(r) => (Some(*r), None),
            ValueLocation::Slot(s) => (None, Some(*s)),
            ValueLocation::Both(r, s) => (Some(*r), Some(*s)),
            ValueLocation::Const(_) | ValueLocation::Unused => (None, None),
        };
        let clash = r.is_some_and(|r| regs & (1 << number(r)) != 0)
            || s.is_some_and(|s| slots.contains(&s));
        if clash || (r, s) == (None, None) {
            out.push(None);
            continue;
        }
        regs |= r.map_or(0, |r| 1 << number(r));
        slots.extend(s);
        out.push(Some(*p));
    }
    for (o, (_, class)) in out.iter_mut().zip(args) {
        if o.is_none() {
            *o = Some(free_place(*class, &mut regs, &mut slots, 3));
        }
    }
    out.into_iter()
        .map(|p| p.unwrap_or(ValueLocation::Slot(0)))
        .collect()
}

/// Integer registers in the order in which parameters get them: those that survive calls first.
const PARAM_ORDER: [usize; 13] = [3, 12, 13, 14, 6, 7, 8, 9, 10, 11, 1, 2, 0];

/// A free place; some integer registers stay free for what the code computes.
fn free_place(class: RegClass, regs: &mut u32, slots: &mut Vec<u32>, keep: usize) -> ValueLocation {
    let found = match class {
        RegClass::Float => (0..16 - keep)
            .find(|n| *regs & (1 << (16 + n)) == 0)
            .map(crate::mir::regs::xmm),
        _ => PARAM_ORDER[..13 - keep]
            .iter()
            .find(|&&n| *regs & (1 << n) == 0)
            .map(|&n| regalloc2::PReg::new(n, RegClass::Int)),
    };
    if let Some(r) = found {
        *regs |= 1 << (r.hw_enc() + if r.class() == RegClass::Float { 16 } else { 0 });
        return ValueLocation::Reg(r);
    }
    let s = (0..)
        .find(|s| !slots.contains(s))
        .expect("there are many numbers");
    slots.push(s);
    ValueLocation::Slot(s)
}

/// Places for the parameters of a fragment that is entered from Rust.
pub fn first_places(types: &[ir::lltype::LLType]) -> Vec<ValueLocation> {
    let (mut regs, mut slots) = (0, Vec::new());
    types
        .iter()
        .map(|&t| free_place(class_of(t), &mut regs, &mut slots, 3))
        .collect()
}

fn extent_of(f: &MFunc, slots: u32) -> Result<u32, ResidualError> {
    let need = (SAVED_BYTES + 8 * slots + f.outgoing).max(MIN_EXTENT);
    let extent = need.next_power_of_two();
    if extent > MAX_EXTENT {
        return Err(BackendError::Unsupported {
            function: f.name.clone(),
            what: format!("residual code with {slots} values in its frame"),
            span: ir::source::Span::NONE,
        }
        .into());
    }
    Ok(extent)
}

/// What is decided about the ends of a run.
#[derive(Default)]
struct Plans {
    /// The entry of each fragment.
    entries: Vec<Vec<ValueLocation>>,
    edges: Vec<EdgePlan>,
    /// The arguments' places of all edges, and where those of each edge begin and end.
    args: Vec<ValueLocation>,
    of_edge: Vec<(u32, u32)>,
    /// Words of the exit.
    exit: Vec<Loc>,
    leave: u64,
}

impl Plans {
    fn args_of(&self, edge: u32) -> &[ValueLocation] {
        let (from, to) = self.of_edge[edge as usize];
        &self.args[from as usize..to as usize]
    }
}

impl Region {
    /// Compiles a run: its fragments, in order. If the code before ends in an edge that is to be
    /// [followed](Region::follow), it is placed there, with moves if its entry differs.
    ///
    /// # Errors
    /// If the region is full, or the back end does not support the code. Then nothing has changed.
    pub fn compile(
        &mut self,
        cx: &Cx<'_>,
        addresses: &dyn Addresses,
        run: &FragmentRun<'_>,
    ) -> Result<Vec<Code>, ResidualError> {
        let follow = self.pending.as_ref().map(|p| p.site.clone());
        let resume = self.hot_address();
        let mut scratch = std::mem::take(&mut self.scratch);
        let result = self.compile_with(cx, addresses, run, &mut scratch);
        self.scratch = scratch;
        match (&result, follow) {
            (Err(_), _) => self.cancel_follow(),
            (Ok(codes), Some(site)) if codes[0].address >= resume => {
                self.set_followed(&site, codes[0].address, resume);
            }
            _ => {}
        }
        result
    }

    fn compile_with(
        &mut self,
        cx: &Cx<'_>,
        addresses: &dyn Addresses,
        run: &FragmentRun<'_>,
        scratch: &mut Scratch,
    ) -> Result<Vec<Code>, ResidualError> {
        let mut low = lower_run(cx, run, &mut scratch.selection)?;
        let entry = |low: &Lowered<'_>| -> SmallVec<[(VReg, ValueLocation); 16]> {
            let params = low.params_of(0).iter().zip(run.entry);
            params.filter_map(|(v, p)| v.map(|v| (v, *p))).collect()
        };
        wishes(&low, run, &mut scratch.allocation.scan);
        let entry = entry(&low);
        alloc::allocate(
            &low.f,
            &low.gc,
            entry.iter().copied(),
            &mut scratch.allocation,
        )
        .map_err(|what| internal(format!("allocation of {}: {what}\n{}", run.name, low.f)))?;
        let allocated = &scratch.allocation.done;
        if self.check {
            check(&low.f, &low.gc, &entry, allocated).map_err(|what| {
                internal(format!(
                    "allocation of {} is wrong: {what}\n{}\n{allocated:?}",
                    run.name, low.f
                ))
            })?;
        }
        set_roots(&mut low.f, allocated);
        let result = self.finish(cx, addresses, run, &low, allocated);
        scratch.selection.recycle(low.f);
        result
    }

    /// Where the edges go, and what must be moved on the way.
    fn plan(
        &mut self,
        run: &FragmentRun<'_>,
        low: &Lowered<'_>,
        allocated: &Allocated,
    ) -> Result<Plans, ResidualError> {
        let mut plans = Plans {
            entries: Vec::with_capacity(run.fragments.len()),
            edges: Vec::with_capacity(low.edges.len()),
            args: Vec::with_capacity(low.args.len()),
            of_edge: vec![(0, 0); low.edges.len()],
            ..Plans::default()
        };
        let first = low.params_of(0).iter().zip(run.entry);
        let used =
            |(v, p): (&Option<VReg>, &ValueLocation)| v.map_or(ValueLocation::Unused, |_| *p);
        plans.entries.push(first.map(used).collect());
        for (i, inst) in low.f.insts.iter().enumerate() {
            let places = || allocated.places_of(&low.f, i as u32);
            match inst.op {
                MOp::EdgeBr(_, e) | MOp::EdgeJmp(e) => {
                    let places = places();
                    let (from, to) = low.edges[e as usize].args;
                    let args = low.args[from as usize..to as usize].iter();
                    let start = plans.args.len() as u32;
                    plans.args.extend(args.map(|a| resolve(a, places)));
                    plans.of_edge[e as usize] = (start, plans.args.len() as u32);
                }
                MOp::Label(k) => {
                    let mut places = places().iter();
                    let params = low.params_of(k as usize).iter();
                    let place = |v: &Option<VReg>| v.and_then(|_| places.next().copied());
                    plans.entries.push(
                        params
                            .map(place)
                            .map(|p| p.unwrap_or(ValueLocation::Unused))
                            .collect(),
                    );
                }
                MOp::Exit(code) => {
                    for a in &low.exit {
                        plans.exit.push(source(resolve(a, places()))?);
                    }
                    plans.leave = self.leave(code)?;
                }
                _ => {}
            }
        }
        for (n, e) in (0..).zip(&low.edges) {
            let args = plans.args_of(n);
            let mut list = Vec::new();
            let (goal, to): (Goal, &[ValueLocation]) = match &e.edge.to {
                To::Stub(n) => (Goal::Stub(*n), &[]),
                To::Fragment {
                    address,
                    entry,
                    extent,
                } => {
                    if entry.len() != args.len() {
                        return Err(internal("an edge with as many arguments as its target"));
                    }
                    (Goal::Address(*address as u32, *extent), entry)
                }
                To::Inside(k) => (Goal::Inside(*k), &plans.entries[*k as usize]),
                To::Next => return Err(internal("an edge to what follows is none")),
            };
            for (&from, &to) in args.iter().zip(to) {
                moves::between(from, to, &mut list).map_err(internal)?;
            }
            let busy = busy(args) | busy(to);
            plans.edges.push(EdgePlan {
                goal,
                moves: list,
                busy,
            });
        }
        Ok(plans)
    }

    fn finish(
        &mut self,
        cx: &Cx<'_>,
        addresses: &dyn Addresses,
        run: &FragmentRun<'_>,
        low: &Lowered<'_>,
        allocated: &Allocated,
    ) -> Result<Vec<Code>, ResidualError> {
        let mut plans = self.plan(run, low, allocated)?;
        // What is handed on but not used needs its slots all the same: none.
        let extent = extent_of(&low.f, allocated.slots)?;
        let entry = plans.entries[0].clone();
        // Nothing but a jump without moves is no code at all: what leads here can go there.
        if let ([plan], [only]) = (plans.edges.as_slice(), low.f.insts.as_slice())
            && let (
                MOp::EdgeJmp(_),
                To::Fragment {
                    address, extent, ..
                },
            ) = (&only.op, &low.edges[0].edge.to)
            && plan.moves.is_empty()
        {
            self.cancel_follow();
            return Ok(vec![Code {
                address: *address,
                extent: *extent,
                entry,
                ..Code::default()
            }]);
        }
        let arrival = match &self.pending {
            None => None,
            Some(p) => {
                if p.site.places.len() != entry.len() {
                    return Err(internal("the code before has an edge to another fragment"));
                }
                let mut list: Vec<(Loc, Loc)> = Vec::new();
                for (&from, &to) in p.site.places.iter().zip(&entry) {
                    moves::between(from, to, &mut list).map_err(internal)?;
                }
                (!list.is_empty() || p.site.extent != extent).then(|| {
                    let stay = busy(&p.site.places) | busy(&entry);
                    (p.site.extent, list, stay)
                })
            }
        };
        if self.pending.is_none() {
            self.align_hot();
        }
        let hot = self.hot_address();
        let inside = |e: &EdgePlan| match e.goal {
            Goal::Inside(k) => k + 1,
            _ => 0,
        };
        let plan = FragmentPlan {
            extent,
            phase: (hot % u64::from(LINE)) as u32,
            hot: run.hot,
            arrival,
            saves: &allocated.saves,
            fragments: run.fragments.len() as u32,
            inside: plans.edges.iter().map(inside).max().unwrap_or(0),
            edges: &plans.edges,
            exit: &plans.exit,
            exchange: self.exchange(),
            leave: plans.leave as u32,
            common: self.common() as u32,
        };
        let bytes = emit_fragment(&low.f, &allocated.out, &plan)?;
        let codes = self.place(cx, addresses, low, bytes, extent, &mut plans)?;
        self.pending = None;
        Ok(codes)
    }

    /// Copies code into the region and resolves its references.
    fn place(
        &mut self,
        cx: &Cx<'_>,
        addresses: &dyn Addresses,
        low: &Lowered<'_>,
        bytes: FragmentBytes,
        extent: u32,
        plans: &mut Plans,
    ) -> Result<Vec<Code>, ResidualError> {
        let FragmentBytes {
            mut code,
            starts,
            hot: hot_size,
            relocs,
            label_refs,
            safepoints,
            lines,
            mut sites,
            tail,
            tail_pad,
        } = bytes;
        if !self.has_room(code.len()) {
            return Err(ResidualError::Exhausted);
        }
        let total = code.len() as u32;
        // A byte between the parts: a label at the end of hot code is not one at the start of cold code.
        let cold_start = hot_size + 1;
        let cold_size = total - cold_start;
        let hot = self.hot_address();
        let cold = self.reserve_cold(cold_size as usize, 1)?;
        // Where offset 0 would lie if all code lay where this offset's part does.
        let part = |at: u32| {
            if at < cold_start {
                hot
            } else {
                cold - u64::from(cold_start)
            }
        };
        let address = |at: u32| part(at) + u64::from(at);
        self.resolve(cx, addresses, &low.f.consts, &mut code, &relocs, part, hot)?;
        for at in label_refs {
            let i = at as usize;
            let rel = i32::from_le_bytes([code[i], code[i + 1], code[i + 2], code[i + 3]]);
            let target = (i64::from(at) + 4 + i64::from(rel)) as u32;
            let to = address(target);
            let rel = (to as i64 - (address(at) + 4) as i64) as i32;
            code[i..i + 4].copy_from_slice(&rel.to_le_bytes());
        }
        self.place_hot(&code[..hot_size as usize], 1)?;
        self.fill(cold, &code[cold_start as usize..]);
        let ends = starts.iter().skip(1).copied().chain([hot_size]);
        let mut out: Vec<Code> = starts
            .iter()
            .zip(ends)
            .zip(&mut plans.entries)
            .map(|((&start, end), entry)| Code {
                address: hot + u64::from(start),
                entry: std::mem::take(entry),
                size: end - start,
                cold_size: 0,
                cold,
                extent,
                edges: Vec::new(),
            })
            .collect();
        out[0].cold_size = cold_size;
        sites.sort_unstable_by_key(|s| s.edge);
        let jump = |e: u32| {
            let s = sites.iter().find(|s| s.edge == e)?;
            Some((address(s.stub), address(s.patch)))
        };
        self.tail = tail.and_then(|(last, cond)| {
            Some(Tail {
                last: jump(last)?,
                cond: cond.and_then(jump),
                pad: tail_pad,
                end: hot + u64::from(hot_size),
            })
        });
        for s in &sites {
            let edge = &low.edges[s.edge as usize];
            if let To::Stub(n) = edge.edge.to {
                out[edge.fragment as usize].edges.push(EdgeSite {
                    edge: n,
                    patch: address(s.patch),
                    stub: address(s.stub),
                    places: plans.args_of(s.edge).to_vec(),
                    extent,
                });
            }
        }
        for s in &safepoints {
            // The return address is the end of the call, which may be the end of its part.
            let ret = address(s.ret - 1) + 1;
            let slots = s.roots.iter().map(|&w| 8 * u32::from(w)).collect();
            self.add_frame(ret, s.frame_size, slots);
        }
        let first_cold = lines.partition_point(|l| l.0 < cold_start);
        self.add_lines(
            (hot, cold),
            &lines[..first_cold],
            hot_size,
            &lines[first_cold..],
            (cold_start, total),
        );
        Ok(out)
    }
}
