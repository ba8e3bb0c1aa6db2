//! Compiling a fragment: selection, allocation, plan of its end, emission, placement.
use regalloc2::RegClass;

use super::alloc::{self, Allocated, Wanted};
use super::check::check;
use super::moves::{self, Loc};
use super::region::{Addresses, Pending, Region, ResidualError, Tail, busy, internal, source};
use super::{Code, Edge, EdgeSite, End, Fragment, Place, SAVED_BYTES, Safepoint, To};
use crate::BackendError;
use crate::emit::fragment::{EdgePlan, FragmentBytes, FragmentPlan, Goal, emit_fragment};
use crate::isel::fragment::{EndArg, Lowered, lower_fragment};
use crate::isel::{Cx, class_of};
use crate::mir::{MFunc, MOp};

/// Most bytes a residual frame may have: less than the room that is left below the stack limit.
pub const MAX_EXTENT: u32 = 32 * 1024;
/// Bytes of all small frames, so that edges need not move the stack pointer.
const MIN_EXTENT: u32 = 256;

fn edges_of(end: &End) -> Vec<&Edge> {
    match end {
        End::Jump(e) => vec![e],
        End::Branch { yes, no, .. } => vec![yes, no],
        End::Switch { cases, default, .. } => {
            cases.iter().map(|c| &c.1).chain(default.as_ref()).collect()
        }
        End::Exit { .. } | End::Unreachable => Vec::new(),
    }
}

/// Where edges to existing fragments want their arguments.
fn wanted(low: &Lowered, edges: &[&Edge]) -> Wanted {
    let mut out = Vec::new();
    for (i, inst) in low.f.insts.iter().enumerate() {
        let (MOp::EdgeBr(_, e) | MOp::EdgeJmp(e)) = inst.op else {
            continue;
        };
        let To::Fragment { entry, .. } = &edges[e as usize].to else {
            continue;
        };
        let n = low.f.operands_of(inst).len();
        let mut regs = vec![None; n];
        for (a, p) in low.edges[e as usize].iter().zip(entry) {
            if let (EndArg::Operand(k), Place::Reg(r) | Place::Both(r, _)) = (a, p) {
                regs[*k as usize] = Some(*r);
            }
        }
        out.push((i as u32, regs));
    }
    out
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

fn resolve_args(args: &[EndArg], places: &[Place]) -> Vec<Place> {
    args.iter()
        .map(|a| match a {
            EndArg::Operand(k) => places[*k as usize],
            EndArg::Const(c) => Place::Const(*c),
        })
        .collect()
}

/// Places for the parameters of a new fragment that an edge with its arguments at these places (and their classes) leads to: the same, but constants and values
/// that occur twice get places of their own.
pub fn entry_places(args: &[(Place, RegClass)]) -> Vec<Place> {
    let (mut regs, mut slots) = (0u32, Vec::new());
    let number =
        |r: regalloc2::PReg| r.hw_enc() as u32 + if r.class() == RegClass::Float { 16 } else { 0 };
    let mut out: Vec<Option<Place>> = Vec::with_capacity(args.len());
    for (p, _) in args {
        let (r, s) = match p {
            Place::Reg(r) => (Some(*r), None),
            Place::Slot(s) => (None, Some(*s)),
            Place::Both(r, s) => (Some(*r), Some(*s)),
            Place::Const(_) => (None, None),
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
        .map(|p| p.unwrap_or(Place::Slot(0)))
        .collect()
}

/// Integer registers in the order in which parameters get them: those that survive calls first.
const PARAM_ORDER: [usize; 13] = [3, 12, 13, 14, 6, 7, 8, 9, 10, 11, 1, 2, 0];

/// A free place; some integer registers stay free for what the code computes.
fn free_place(class: RegClass, regs: &mut u32, slots: &mut Vec<u32>, keep: usize) -> Place {
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
        return Place::Reg(r);
    }
    let s = (0..)
        .find(|s| !slots.contains(s))
        .expect("there are many numbers");
    slots.push(s);
    Place::Slot(s)
}

/// Places for the parameters of a fragment that is entered from Rust.
pub fn first_places(types: &[flowspace::lltype::LLType]) -> Vec<Place> {
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
            span: flowspace::source::Span::NONE,
        }
        .into());
    }
    Ok(extent)
}

impl Region {
    /// Compiles a fragment. If the one before it ends in an edge to what follows, it is placed there, with moves if its entry differs.
    ///
    /// # Errors
    /// If the region is full, or the back end does not support the code. Then nothing has changed.
    pub fn compile(
        &mut self,
        cx: &Cx<'_>,
        addresses: &dyn Addresses,
        fragment: &Fragment<'_>,
    ) -> Result<Code, ResidualError> {
        let follow = self.pending.as_ref().and_then(|p| p.follow.clone());
        let resume = self.hot_address();
        let result = self.compile_pending(cx, addresses, fragment);
        match (&result, follow) {
            (Err(_), _) => self.cancel_follow(),
            (Ok(code), Some((site, ..))) if code.address >= resume => {
                self.set_followed(&site, code.address, resume);
            }
            _ => {}
        }
        result
    }

    fn compile_pending(
        &mut self,
        cx: &Cx<'_>,
        addresses: &dyn Addresses,
        fragment: &Fragment<'_>,
    ) -> Result<Code, ResidualError> {
        let mut low = lower_fragment(cx, fragment)?;
        let edges = edges_of(&fragment.end);
        let entry: Vec<_> = low
            .params
            .iter()
            .zip(fragment.entry)
            .filter_map(|(v, p)| v.map(|v| (v, *p)))
            .collect();
        let allocated =
            alloc::allocate(&low.f, &low.gc, &entry, &wanted(&low, &edges)).map_err(|what| {
                internal(format!(
                    "allocation of {}: {what}\n{}",
                    fragment.name, low.f
                ))
            })?;
        if self.check {
            check(&low.f, &low.gc, &entry, &allocated).map_err(|what| {
                internal(format!(
                    "allocation of {} is wrong: {what}\n{}\n{allocated:?}",
                    fragment.name, low.f
                ))
            })?;
        }
        set_roots(&mut low.f, &allocated);
        self.finish(cx, addresses, fragment, &low, &allocated, &edges)
    }

    fn finish(
        &mut self,
        cx: &Cx<'_>,
        addresses: &dyn Addresses,
        fragment: &Fragment<'_>,
        low: &Lowered,
        allocated: &Allocated,
        edges: &[&Edge],
    ) -> Result<Code, ResidualError> {
        let places_of = |i: usize| {
            let p = allocated.places.iter().find(|p| p.0 == i as u32);
            p.map_or(&[][..], |p| &p.1)
        };
        // Places of the arguments of each edge, and of the words of the exit.
        let mut args = vec![Vec::new(); edges.len()];
        let mut exit = Vec::new();
        let mut leave = 0;
        for (i, inst) in low.f.insts.iter().enumerate() {
            match inst.op {
                MOp::EdgeBr(_, e) | MOp::EdgeJmp(e) => {
                    args[e as usize] = resolve_args(&low.edges[e as usize], places_of(i));
                }
                MOp::Exit(code) => {
                    for p in resolve_args(&low.exit, places_of(i)) {
                        exit.push(source(p)?);
                    }
                    leave = self.leave(code)?;
                }
                _ => {}
            }
        }
        let mut slots = allocated.slots;
        let mut next = None;
        let mut plans = Vec::with_capacity(edges.len());
        for (e, args) in edges.iter().zip(&mut args) {
            let mut list = Vec::new();
            let mut to_places: &[Place] = &[];
            let settled;
            let goal = match &e.to {
                To::Unborn(n) => Goal::Stub(*n),
                To::Fragment {
                    address,
                    entry,
                    extent,
                } => {
                    if entry.len() != args.len() {
                        return Err(internal("an edge with as many arguments as its target"));
                    }
                    to_places = entry;
                    Goal::Address(*address as u32, *extent)
                }
                To::Next(_) => {
                    if next.is_some() {
                        return Err(internal("two edges to what follows"));
                    }
                    let with_class: Vec<(Place, RegClass)> = args
                        .iter()
                        .zip(&e.args)
                        .map(|(p, a)| (*p, class_of(arg_type(fragment, a))))
                        .collect();
                    settled = entry_places(&with_class);
                    to_places = &settled;
                    for p in &settled {
                        if let Place::Slot(s) | Place::Both(_, s) = p {
                            slots = slots.max(s + 1);
                        }
                    }
                    next = Some(());
                    Goal::Next
                }
            };
            for (&from, &to) in args.iter().zip(to_places) {
                moves::between(from, to, &mut list).map_err(internal)?;
            }
            let stay = busy(args) | busy(to_places);
            if goal == Goal::Next {
                *args = to_places.to_vec();
            }
            plans.push(EdgePlan {
                goal,
                moves: list,
                busy: stay,
            });
        }
        let extent = extent_of(&low.f, slots)?;
        // Nothing but a jump without moves is no code at all: what leads here can go there.
        let falls = self
            .pending
            .as_ref()
            .is_some_and(|p| p.follow.is_none() || p.places != fragment.entry);
        if let ([plan], [only], false) = (plans.as_slice(), low.f.insts.as_slice(), falls)
            && let (
                MOp::EdgeJmp(_),
                To::Fragment {
                    address, extent, ..
                },
            ) = (&only.op, &edges[0].to)
            && plan.moves.is_empty()
        {
            self.cancel_follow();
            return Ok(Code {
                address: *address,
                extent: *extent,
                ..Code::default()
            });
        }
        let arrival = match &self.pending {
            None => None,
            Some(p) => {
                if p.places.len() != fragment.entry.len() {
                    return Err(internal("the code before has an edge to another fragment"));
                }
                let mut list: Vec<(Loc, Loc)> = Vec::new();
                for (&from, &to) in p.places.iter().zip(fragment.entry) {
                    moves::between(from, to, &mut list).map_err(internal)?;
                }
                (!list.is_empty() || p.extent != extent).then(|| {
                    let stay = busy(&p.places) | busy(fragment.entry);
                    (p.extent, list, stay)
                })
            }
        };
        if self.pending.is_none() {
            self.align_hot();
        }
        let hot = self.hot_address();
        let plan = FragmentPlan {
            extent,
            phase: (hot & 7) as u32,
            arrival,
            saves: &allocated.saves,
            edges: &plans,
            exit: &exit,
            exchange: self.exchange(),
            leave: leave as u32,
            common: self.common() as u32,
        };
        let bytes = emit_fragment(&low.f, &allocated.out, &plan)?;
        let mut code = self.place(cx, addresses, low, bytes, extent)?;
        for s in &mut code.edges {
            s.places = std::mem::take(&mut args[s.edge as usize]);
            if let To::Unborn(n) | To::Next(n) = edges[s.edge as usize].to {
                s.edge = n;
            }
        }
        self.pending = None;
        if let Some(i) = edges.iter().position(|e| matches!(e.to, To::Next(_)))
            && let To::Next(n) = edges[i].to
        {
            let site = EdgeSite {
                edge: n,
                patch: 0,
                stub: 0,
                places: std::mem::take(&mut args[i]),
                extent,
            };
            self.pending = Some(Pending {
                places: site.places.clone(),
                extent,
                follow: None,
            });
            let at = edges[..i]
                .iter()
                .filter(|e| matches!(e.to, To::Unborn(_)))
                .count();
            code.edges.insert(at, site);
        }
        Ok(code)
    }

    /// Copies code into the region and resolves its references.
    fn place(
        &mut self,
        cx: &Cx<'_>,
        addresses: &dyn Addresses,
        low: &Lowered,
        bytes: FragmentBytes,
        extent: u32,
    ) -> Result<Code, ResidualError> {
        let FragmentBytes {
            mut code,
            entry,
            hot: hot_size,
            relocs,
            label_refs,
            safepoints,
            lines,
            mut sites,
            tail,
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
        let mut out = Code {
            address: hot + u64::from(entry),
            size: hot_size - entry,
            cold_size,
            extent,
            ..Code::default()
        };
        sites.sort_by_key(|s| s.edge);
        out.edges = sites
            .iter()
            .map(|s| EdgeSite {
                edge: s.edge,
                patch: address(s.patch),
                stub: address(s.stub),
                places: Vec::new(),
                extent,
            })
            .collect();
        let jump = |e: u32| {
            let s = sites.iter().find(|s| s.edge == e)?;
            Some((address(s.stub), address(s.patch)))
        };
        self.tail = tail.and_then(|(last, cond)| {
            Some(Tail {
                last: jump(last)?,
                cond: cond.and_then(jump),
                end: hot + u64::from(hot_size),
            })
        });
        for s in &safepoints {
            // The return address is the end of the call, which may be the end of its part.
            let ret = address(s.ret - 1) + 1;
            let slots: Vec<u32> = s.roots.iter().map(|&w| 8 * u32::from(w)).collect();
            self.add_frame(ret, s.frame_size, &slots);
            out.safepoints.push(Safepoint {
                ret,
                frame_size: s.frame_size,
                slots,
            });
        }
        out.lines = lines.iter().map(|&(at, l)| (address(at), l)).collect();
        let (h, c): (Vec<_>, Vec<_>) = lines.iter().partition(|l| l.0 < cold_start);
        let lift = |l: Vec<&(u32, u32)>| l.iter().map(|&&(at, l)| (address(at), l)).collect();
        let h: Vec<&(u32, u32)> = h;
        let last_hot = h.last().map(|l| l.1);
        self.add_lines(hot, hot + u64::from(hot_size), lift(h));
        let mut c: Vec<(u64, u32)> = lift(c);
        if c.first().is_none_or(|l| l.0 > cold)
            && let Some(l) = last_hot
        {
            c.insert(0, (cold, l));
        }
        if cold_size > 0 {
            self.add_lines(cold, cold + u64::from(cold_size), c);
        }
        Ok(out)
    }
}

fn arg_type(
    fragment: &Fragment<'_>,
    a: &flowspace::model::Arg<rtyper::ll::LL>,
) -> flowspace::lltype::LLType {
    match a {
        flowspace::model::Operand::Var(v) => *fragment.graph.ty(*v),
        flowspace::model::Operand::Const(c) => c.ty,
    }
}
