//! Emission of runs of fragments: hot code with a patchable jump per edge stub, then cold code: slow paths, moves of
//! taken edges, stubs.
//!
//! ```text
//! cmp rcx, rdx                           hot
//! jl  stub 0      (patchable rel32)
//! mov rbx, rcx    (moves of edge 1)
//! jmp fragment
//! stub 0: push 17; jmp common            cold
//! ```
//! Of the two edges of a branch, a jump that needs no moves becomes the conditional one.
use dynasmrt::{DynamicLabel, DynasmApi};
use regalloc2::{Block, Inst as InstIdx, Output, ProgPoint, RegClass};

use super::enc::{Addr, Reloc, Rm};
use super::moves::{self, Loc};
use super::{Emitter, JCC, Safepoint};
use crate::BackendError;
use crate::frame::{FrameLayout, Save, slot_offset};
use crate::mir::{Cc, MFunc, MOp, Sym};

const RAX: u8 = 0;

/// Where an edge goes, for emission.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// To a stub of its own.
    Stub(u32),
    /// To an address, with this extent.
    Address(u32, u32),
    /// To the fragment of the run with this number.
    Inside(u32),
}

/// An edge, for emission.
#[derive(Clone, Debug)]
pub struct EdgePlan {
    pub goal: Goal,
    /// What must be moved.
    pub moves: Vec<(Loc, Loc)>,
    /// Integer registers with arguments that stay where they are.
    pub busy: u16,
}

/// All the emitter needs beside instructions and allocation.
#[derive(Debug)]
pub struct FragmentPlan<'a> {
    /// How far the frame reaches below rbp, in bytes.
    pub extent: u32,
    /// Where the first byte of hot code will lie in its [line](super::enc::LINE).
    pub phase: u32,
    /// Conditional jumps stay in lines.
    pub hot: bool,
    /// Moves on arrival from the code before it (which falls through), before the entry: extent there, moves, integer
    /// registers that stay.
    pub arrival: Option<(u32, Vec<(Loc, Loc)>, u16)>,
    /// See [`Save`].
    pub saves: &'a [(u32, Vec<Save>)],
    /// How many fragments there are, and to how many of them (the first ones) edges inside of the run may lead.
    pub fragments: u32,
    /// See there.
    pub inside: u32,
    pub edges: &'a [EdgePlan],
    /// Words of the exit, and the address they go to.
    pub exit: &'a [Loc],
    /// Of the exchange buffer.
    pub exchange: u64,
    /// Shared code that leaves residual code with the exit's code.
    pub leave: u32,
    /// Shared code of stubs.
    pub common: u32,
}

/// An edge that can be patched.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// Which of the fragment's edges.
    pub edge: u32,
    /// Offset of the rel32.
    pub patch: u32,
    /// Offset of the stub.
    pub stub: u32,
}

/// A fragment's bytes: hot code, then cold code.
#[derive(Debug, Default)]
pub struct FragmentBytes {
    /// All bytes.
    pub code: Vec<u8>,
    /// Where the fragments begin (the first one behind the moves on arrival).
    pub starts: Vec<u32>,
    /// Where hot code ends; cold code starts a byte behind.
    pub hot: u32,
    pub relocs: Vec<Reloc>,
    /// Offsets of 32-bit relative references between parts.
    pub label_refs: Vec<u32>,
    /// Safepoints, in order of their offsets.
    pub safepoints: Vec<Safepoint>,
    /// Location numbers by offset.
    pub lines: Vec<(u32, u32)>,
    pub sites: Vec<Site>,
    /// If hot code ends in the jump of an edge: that edge, and the edge of the conditional jump directly before it.
    pub tail: Option<(u32, Option<u32>)>,
    /// No-ops before that jump.
    pub tail_pad: u32,
}

/// Cold parts of edges.
enum Late {
    /// A stub, with the position of its jump.
    Stub(DynamicLabel, u32),
    /// Moves of an edge taken by a conditional jump.
    Moves(DynamicLabel, u32),
    /// Clears the zero flag after an unordered comparison and goes back.
    Unordered(DynamicLabel, DynamicLabel),
}

struct Ends<'a> {
    plan: &'a FragmentPlan<'a>,
    late: Vec<Late>,
    sites: Vec<(u32, u32, DynamicLabel)>,
    /// Where the fragments begin.
    starts: Vec<u32>,
    labels: Vec<DynamicLabel>,
    tail: Option<(u32, Option<u32>)>,
    tail_pad: u32,
}

/// Emits a fragment.
///
/// # Errors
/// If labels cannot be resolved (a bug).
pub fn emit_fragment(
    f: &MFunc,
    out: &Output,
    plan: &FragmentPlan<'_>,
) -> Result<FragmentBytes, BackendError> {
    let mut e = Emitter::new(f, FrameLayout::fragment(plan.extent));
    e.saves = plan.saves;
    e.asm.phase = plan.phase;
    let mut ends = Ends {
        plan,
        late: Vec::new(),
        sites: Vec::new(),
        starts: Vec::with_capacity(plan.fragments as usize),
        labels: (0..plan.inside).map(|_| e.asm.label()).collect(),
        tail: None,
        tail_pad: 0,
    };
    if let Some((extent, moves, busy)) = &plan.arrival {
        e.cross(*extent, plan.extent, moves, *busy);
    }
    ends.start(&mut e);
    let mut at = 0;
    let mut i = 0;
    while i < f.insts.len() {
        e.note_line(f.insts[i].loc);
        let before = ProgPoint::before(InstIdx::new(i));
        while at < out.edits.len() && out.edits[at].0 == before {
            e.edit(&out.edits[at].1);
            at += 1;
        }
        match f.insts[i].op {
            MOp::EdgeBr(cc, edge) => match f.insts.get(i + 1).map(|n| &n.op) {
                Some(&MOp::EdgeJmp(other)) => {
                    ends.branch(&mut e, cc, edge, other);
                    i += 1;
                }
                _ => ends.conditional(&mut e, cc, edge),
            },
            MOp::EdgeJmp(edge) => ends.last(&mut e, edge),
            MOp::Label(_) => ends.start(&mut e),
            MOp::Exit(_) => ends.exit(&mut e),
            _ => {
                e.allocs = out.inst_allocs(InstIdx::new(i));
                e.next = 0;
                let begin = e.asm.pos();
                e.inst(i, Block::new(0), None);
                let behind = ProgPoint::before(InstIdx::new(i + 1));
                // A comparison and the jump that is fused with it: see `LINE`.
                if plan.hot
                    && f.insts[i].op.may_fuse()
                    && let Some(&MOp::EdgeBr(_, edge)) = f.insts.get(i + 1).map(|n| &n.op)
                    && out.edits.get(at).is_none_or(|e| e.0 > behind)
                    && e.asm.pos() > begin
                    && !e.asm.is_in_line(begin, ends.size_of_jump(&e, edge))
                {
                    e.again(begin, i, Block::new(0), None);
                }
            }
        }
        i += 1;
    }
    let hot = e.asm.pos();
    // Never executed (see `Region::place`).
    e.asm.ops.push(0xcc);
    e.cold_paths();
    ends.late(&mut e);
    e.finish_fragment(hot, ends)
}

impl Emitter<'_> {
    fn set_extent(&mut self, extent: u32) {
        let m = Addr::base(5, -(extent as i32));
        self.asm.rm(8, &[0x8d], 4, Rm::M(m));
    }
    /// Moves, and the stack pointer from one extent to another: larger ones first, so that no slot lies below it.
    fn cross(&mut self, from: u32, to: u32, list: &[(Loc, Loc)], busy: u16) {
        if to > from {
            self.set_extent(to);
        }
        moves::emit(&mut self.asm, list, busy);
        if to < from {
            self.set_extent(to);
        }
    }

    fn finish_fragment(mut self, hot: u32, ends: Ends<'_>) -> Result<FragmentBytes, BackendError> {
        let name = &self.f.name;
        let internal = |what: String| BackendError::Internal {
            function: name.clone(),
            what,
        };
        self.asm
            .ops
            .commit()
            .map_err(|e| internal(format!("assembler: {e:?}")))?;
        let labels = self.asm.ops.labels();
        let mut sites = Vec::with_capacity(ends.sites.len());
        for &(edge, patch, stub) in &ends.sites {
            let stub = labels
                .resolve_dynamic(stub)
                .map_err(|e| internal(format!("stub: {e:?}")))?;
            sites.push(Site {
                edge,
                patch,
                stub: stub.0 as u32,
            });
        }
        let code = self
            .asm
            .ops
            .finalize()
            .map_err(|e| internal(format!("assembler: {e:?}")))?;
        Ok(FragmentBytes {
            code,
            starts: ends.starts,
            hot,
            relocs: self.asm.relocs,
            label_refs: self.asm.label_refs,
            safepoints: self.safepoints,
            lines: self.lines,
            sites,
            tail: ends.tail,
            tail_pad: ends.tail_pad,
        })
    }
}

impl Ends<'_> {
    fn edge(&self, edge: u32) -> &EdgePlan {
        &self.plan.edges[edge as usize]
    }
    fn same_extent(&self, edge: u32) -> bool {
        !matches!(self.edge(edge).goal, Goal::Address(_, extent) if extent != self.plan.extent)
    }
    /// One jump does it.
    fn is_plain(&self, edge: u32) -> bool {
        let e = self.edge(edge);
        e.moves.is_empty() && self.same_extent(edge)
    }
    /// The next fragment begins.
    fn start(&mut self, e: &mut Emitter<'_>) {
        if let Some(&l) = self.labels.get(self.starts.len()) {
            e.asm.bind(l);
        }
        e.zero_flag = None;
        self.starts.push(e.asm.pos());
    }
    /// By how many bytes a conditional jump's instruction must be longer, so that its rel32 does not cross a word of 8
    /// bytes: it can be written at once.
    fn pad(&self, e: &Emitter<'_>) -> u32 {
        let at = (self.plan.phase + e.asm.pos() + 2) % 8;
        if at > 4 { 8 - at } else { 0 }
    }
    /// Bytes of the conditional jump of an edge, if it stands here.
    fn size_of_jump(&self, e: &Emitter<'_>, edge: u32) -> u32 {
        match self.edge(edge).goal {
            Goal::Stub(_) => JCC + self.pad(e),
            Goal::Address(..) | Goal::Inside(_) => JCC,
        }
    }

    /// Two ways, chosen by flags.
    fn branch(&mut self, e: &mut Emitter<'_>, cc: Cc, yes: u32, no: u32) {
        let born = |s: &Self, x: u32| !matches!(s.edge(x).goal, Goal::Stub(_));
        let swap = match () {
            () if born(self, yes) && self.is_plain(yes) => false,
            () if born(self, no) && self.is_plain(no) => true,
            // Moves in line, the other way out of it.
            () => born(self, yes) && !born(self, no),
        };
        let (cc, taken, last) = if swap {
            (cc.negate(), no, yes)
        } else {
            (cc, yes, no)
        };
        self.conditional(e, cc, taken);
        self.last(e, last);
        if matches!(self.edge(taken).goal, Goal::Stub(_))
            && let Some(tail) = &mut self.tail
        {
            tail.1 = Some(taken);
        }
    }

    /// Along an edge if the flags say so.
    fn conditional(&mut self, e: &mut Emitter<'_>, cc: Cc, edge: u32) {
        let code = cc.code().unwrap_or_else(|| {
            // Unordered operands set ZF as equal ones do, and PF beside it.
            let (fix, back) = (e.asm.label(), e.asm.label());
            e.asm.jcc(10, fix);
            e.asm.bind(back);
            self.late.push(Late::Unordered(fix, back));
            if cc == Cc::FEq { 4 } else { 5 }
        });
        match self.edge(edge).goal {
            Goal::Stub(_) => {
                // The prefixes say that the jump is not likely; no-ops would stand between a comparison and its jump.
                for _ in 0..self.pad(e) {
                    e.asm.ops.push(0x2e);
                }
                let l = e.asm.label();
                self.sites.push((edge, e.asm.pos() + 2, l));
                self.late.push(Late::Stub(l, edge));
                e.asm.jcc(code, l);
            }
            Goal::Address(a, _) if self.is_plain(edge) => e.asm.jcc_sym(code, Sym::Address(a)),
            Goal::Inside(k) if self.is_plain(edge) => e.asm.jcc(code, self.labels[k as usize]),
            Goal::Address(..) | Goal::Inside(_) => {
                let l = e.asm.label();
                self.late.push(Late::Moves(l, edge));
                e.asm.jcc(code, l);
            }
        }
    }

    /// Along an edge, as the end of hot code.
    fn last(&mut self, e: &mut Emitter<'_>, edge: u32) {
        match self.edge(edge).goal {
            Goal::Stub(_) => {
                // The whole instruction lies in one word: it may become a no-op, and a jump again.
                let at = (self.plan.phase + e.asm.pos()) % 8;
                if at > 3 {
                    e.asm.nops(8 - at);
                    self.tail_pad = 8 - at;
                }
                self.tail = Some((edge, None));
                let l = e.asm.label();
                self.sites.push((edge, e.asm.pos() + 1, l));
                self.late.push(Late::Stub(l, edge));
                e.asm.jmp(l);
            }
            Goal::Address(..) | Goal::Inside(_) => self.go(e, edge),
        }
    }
    fn go(&self, e: &mut Emitter<'_>, edge: u32) {
        let plan = self.edge(edge);
        match plan.goal {
            Goal::Address(a, extent) => {
                e.cross(self.plan.extent, extent, &plan.moves, plan.busy);
                e.asm.jmp_sym(Sym::Address(a));
            }
            Goal::Inside(k) => {
                moves::emit(&mut e.asm, &plan.moves, plan.busy);
                e.asm.jmp(self.labels[k as usize]);
            }
            Goal::Stub(_) => {}
        }
    }
    fn exit(&self, e: &mut Emitter<'_>) {
        let at = |k: usize| Addr {
            base: None,
            index: None,
            disp: self.plan.exchange as i32 + 8 * k as i32,
            sym: None,
        };
        let words = || self.plan.exit.iter().enumerate();
        for (k, l) in words() {
            if let Loc::Reg(r) = l {
                let n = r.hw_enc() as u8;
                match r.class() {
                    RegClass::Float => e.asm.sse(0xf2, 0x11, n, Rm::M(at(k))),
                    _ => e.asm.rm(8, &[0x89], n, Rm::M(at(k))),
                }
            }
        }
        for (k, l) in words() {
            match l {
                Loc::Slot(s) => {
                    let m = Addr::base(5, slot_offset(*s));
                    e.asm.rm(8, &[0x8b], RAX, Rm::M(m));
                    e.asm.rm(8, &[0x89], RAX, Rm::M(at(k)));
                }
                Loc::Bits(bits) => moves::store_bits(&mut e.asm, *bits, at(k), Some(RAX)),
                Loc::Reg(_) | Loc::Scratch => {}
            }
        }
        e.asm.jmp_sym(Sym::Address(self.plan.leave));
    }

    fn late(&mut self, e: &mut Emitter<'_>) {
        for l in std::mem::take(&mut self.late) {
            match l {
                Late::Stub(label, edge) => {
                    e.asm.bind(label);
                    if let Goal::Stub(n) = self.edge(edge).goal {
                        // Always five bytes.
                        e.asm.ops.push(0x68);
                        e.asm.imm32(n as i32);
                    }
                    e.asm.jmp_sym(Sym::Address(self.plan.common));
                }
                Late::Moves(label, edge) => {
                    e.asm.bind(label);
                    self.go(e, edge);
                }
                Late::Unordered(fix, back) => {
                    e.asm.bind(fix);
                    e.asm.rm(8, &[0x85], 4, Rm::R(4));
                    e.asm.jmp(back);
                }
            }
        }
    }
}
