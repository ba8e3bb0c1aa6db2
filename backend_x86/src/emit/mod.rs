//! Emission: allocated machine IR becomes bytes, relocations, stack maps and line points.
//!
//! Blocks are emitted in layout order with the cold ones last; after them come the slow paths of inline sequences
//! (allocation, write barriers). Blocks that hold nothing but a jump are skipped and branches to them go to their
//! target. The prologue pushes what the allocation uses; a function without calls, spills and slots has none.
use dynasmrt::DynamicLabel;
use ir::source::Span;
use regalloc2::{Allocation, Block, Edit, Inst as InstIdx, Output, PReg, ProgPoint, RegClass};

use crate::BackendError;
use crate::frame::{FrameLayout, Save};
use crate::mir::{self, Base, Cc, MFunc, MOp, Mem, Roots, Stub};

pub mod enc;
pub mod fragment;
mod insts;
pub mod moves;
pub mod variables;

use enc::{Addr, Asm, Rm};
pub use enc::{LINE, Reloc, RelocKind};

/// A safepoint of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Safepoint {
    /// Offset of the return address in the code.
    pub ret: u32,
    /// Bytes from rsp at the call to the function's own return address.
    pub frame_size: u32,
    /// Live root slots, in words from rsp at the call.
    pub roots: Roots,
}

/// A state of the frame for unwinding: from `at` on, the return address is `depth` bytes above rsp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnwindPoint {
    /// Offset in the code.
    pub at: u32,
    /// Bytes from rsp to the return address.
    pub depth: u32,
    /// A register pushed just before, now at rsp.
    pub pushed: Option<PReg>,
}

/// The code of one function.
#[derive(Clone, Debug, Default)]
pub struct FuncCode {
    pub name: String,
    /// Position-independent up to `relocs`.
    pub code: Vec<u8>,
    pub relocs: Vec<Reloc>,
    /// Safepoints in order of address.
    pub safepoints: Vec<Safepoint>,
    /// From this offset on, code belongs to this local location (0: none).
    pub lines: Vec<(u32, u32)>,
    /// Local locations.
    pub locs: Vec<Span>,
    /// 16-byte constants ([`crate::mir::Sym::Const`]).
    pub consts: Vec<[u64; 2]>,
    /// Jump tables: code offsets ([`crate::mir::Sym::Table`]).
    pub tables: Vec<Vec<u32>>,
    pub unwind: Vec<UnwindPoint>,
    /// Variables of the source, and where they are.
    pub variables: Option<Box<variables::VariablePlaces>>,
}

/// A slow path emitted after the blocks.
struct Cold {
    label: DynamicLabel,
    back: DynamicLabel,
    loc: u32,
    what: ColdPath,
}

enum ColdPath {
    /// Allocation into a register, with a stub; what to push (the length, or zero).
    Alloc {
        dst: u8,
        push: Pushed,
        stub: Stub,
        roots: Roots,
        inst: u32,
        /// Registers whose references go through root slots.
        kept: Vec<(u8, u32)>,
        /// Where control goes if there is no object: the code behind the allocation does not ask.
        failed: Option<DynamicLabel>,
    },
    /// A write barrier: registers to push in order, or a symbol.
    Barrier { push: Vec<Pushed>, stub: Stub },
}

enum Pushed {
    Reg(u8),
    Sym(crate::mir::Sym),
    Imm(i32),
}

/// A location of a value.
#[derive(Clone, Copy)]
enum Loc {
    Reg(u8),
    Stack(i32),
}

struct Emitter<'a> {
    f: &'a MFunc,
    frame: FrameLayout,
    asm: Asm,
    labels: Vec<DynamicLabel>,
    /// Where a branch to the block really goes.
    forward: Vec<u32>,
    cold: Vec<Cold>,
    safepoints: Vec<Safepoint>,
    lines: Vec<(u32, u32)>,
    tables: Vec<Vec<DynamicLabel>>,
    unwind: Vec<UnwindPoint>,
    /// References that slow paths of allocations save, by instruction (fragments only).
    saves: &'a [(u32, Vec<Save>)],
    /// The register that the zero flag tells about, as long as code ends here.
    zero_flag: Option<(u8, u32)>,
    /// The instruction that tests what the one before has allocated, if the slow path does it.
    not_null: Option<u32>,
    current: u32,
    /// Allocations of the current instruction and the next to read.
    allocs: &'a [Allocation],
    next: usize,
    loc: u32,
    /// Where instructions are, if variables of the source are wanted.
    offsets: Vec<variables::Offsets>,
}

/// Bytes of a conditional jump.
const JCC: u32 = 6;

/// How code is laid out in memory.
#[derive(Clone, Copy, Debug)]
pub struct EmitOptions {
    /// Align heads of loops to this many bytes (1: not), and keep conditional jumps in lines.
    pub loop_align: u32,
}

impl Default for EmitOptions {
    fn default() -> Self {
        EmitOptions { loop_align: 16 }
    }
}

/// Emits a function whose registers are allocated (`out`).
pub fn emit(f: &MFunc, out: &Output, options: EmitOptions) -> Result<FuncCode, BackendError> {
    let mut e = Emitter::new(f, FrameLayout::new(f, out));
    e.forward = e.find_forward(out);
    e.prologue();
    e.blocks(out, options);
    e.cold_paths();
    let variables = f.variables.as_ref().map(|v| {
        let (frame, offsets) = (&e.frame, &e.offsets);
        Box::new(variables::places(f, v, out, frame, offsets))
    });
    let mut code = e.finish()?;
    code.variables = variables;
    Ok(code)
}

impl<'a> Emitter<'a> {
    fn new(f: &'a MFunc, frame: FrameLayout) -> Emitter<'a> {
        let mut asm = Asm::new();
        let labels = f.blocks.iter().map(|_| asm.label()).collect();
        Emitter {
            f,
            frame,
            asm,
            labels,
            forward: Vec::new(),
            cold: Vec::new(),
            safepoints: Vec::new(),
            lines: Vec::new(),
            tables: vec![Vec::new(); f.tables as usize],
            unwind: Vec::new(),
            saves: &[],
            zero_flag: None,
            not_null: None,
            current: 0,
            allocs: &[],
            next: 0,
            loc: u32::MAX,
            offsets: match f.variables {
                Some(_) => vec![variables::Offsets::default(); f.insts.len()],
                None => Vec::new(),
            },
        }
    }

    /// Blocks that only jump are replaced by their targets.
    fn find_forward(&self, out: &Output) -> Vec<u32> {
        let n = self.f.blocks.len();
        let mut edited = vec![false; self.f.insts.len()];
        for (p, _) in &out.edits {
            edited[p.inst().index()] = true;
        }
        let mut to: Vec<u32> = (0..n as u32).collect();
        for (i, b) in self.f.blocks.iter().enumerate() {
            let (start, end) = b.insts;
            if i > 0
                && end - start == 1
                && matches!(self.f.insts[start as usize].op, MOp::Jmp)
                && !edited[start as usize]
            {
                to[i] = b.succs[0].index() as u32;
            }
        }
        (0..n as u32)
            .map(|start| {
                let mut b = start;
                for _ in 0..n {
                    if to[b as usize] == b {
                        return b;
                    }
                    b = to[b as usize];
                }
                // An endless loop of empty blocks stays as it is.
                start
            })
            .collect()
    }

    fn prologue(&mut self) {
        let mut depth = 0;
        self.unwind.push(UnwindPoint {
            at: 0,
            depth,
            pushed: None,
        });
        for r in self.frame.saved.clone() {
            self.asm.push(r.hw_enc() as u8);
            depth += 8;
            self.unwind.push(UnwindPoint {
                at: self.asm.pos(),
                depth,
                pushed: Some(r),
            });
        }
        if self.frame.body > 0 {
            self.adjust_rsp(5, self.frame.body);
            self.unwind.push(UnwindPoint {
                at: self.asm.pos(),
                depth: self.frame.size,
                pushed: None,
            });
        }
    }
    /// `ext` 0 add, 5 sub.
    fn adjust_rsp(&mut self, ext: u8, n: u32) {
        self.asm.group_imm(8, ext, Rm::R(4), n as i32);
    }
    fn epilogue(&mut self) {
        if self.frame.body > 0 {
            self.adjust_rsp(0, self.frame.body);
        }
        let mut depth = self.frame.size - self.frame.body;
        self.unwind_note(depth);
        for r in self.frame.saved.clone().into_iter().rev() {
            self.asm.pop(r.hw_enc() as u8);
            depth -= 8;
            self.unwind_note(depth);
        }
        self.asm.ret();
        // What follows has the full frame again.
        self.unwind_note(self.frame.size);
    }
    fn unwind_note(&mut self, depth: u32) {
        let at = self.asm.pos();
        if self.unwind.last().is_some_and(|u| u.depth != depth) {
            self.unwind.push(UnwindPoint {
                at,
                depth,
                pushed: None,
            });
        }
    }

    fn blocks(&mut self, out: &'a Output, options: EmitOptions) {
        let emitted: Vec<u32> = self
            .f
            .layout
            .iter()
            .copied()
            .filter(|&b| self.forward[b as usize] == b)
            .collect();
        let edits = out.edits.as_slice();
        for (k, &b) in emitted.iter().enumerate() {
            let block = &self.f.blocks[b as usize];
            if block.loop_head && !block.cold && options.loop_align > 1 {
                self.asm.align(options.loop_align);
            }
            let label = self.labels[b as usize];
            self.asm.bind(label);
            self.zero_flag = None;
            let next = emitted.get(k + 1).copied();
            let first = ProgPoint::before(InstIdx::new(block.insts.0 as usize));
            let mut at = edits.partition_point(|e| e.0 < first);
            for i in block.insts.0..block.insts.1 {
                let idx = InstIdx::new(i as usize);
                self.note_line(self.f.insts[i as usize].loc);
                let moves = self.asm.pos();
                while at < edits.len() && edits[at].0 == ProgPoint::before(idx) {
                    self.edit(&edits[at].1);
                    at += 1;
                }
                self.allocs = out.inst_allocs(idx);
                self.next = 0;
                let begin = self.asm.pos();
                let crosses = |e: &Self| {
                    options.loop_align > 1 && !block.cold && !e.asm.is_in_line(begin, JCC)
                };
                // What sets the flags has been placed for it, if it stands right before.
                if matches!(self.f.insts[i as usize].op, MOp::Br(_)) && crosses(self) {
                    self.asm.void(begin);
                }
                self.inst(i as usize, Block::new(b as usize), next);
                let alone = |n: u32| {
                    let behind = ProgPoint::before(InstIdx::new((i + n) as usize));
                    edits.get(at).is_none_or(|e| e.0 > behind)
                };
                if alone(2) {
                    self.note_null_test(i, block, out);
                }
                let alone = alone(1);
                if alone && self.fuses(i, block.insts.1) && crosses(self) {
                    self.again(begin, i as usize, Block::new(b as usize), next);
                }
                if let Some(offsets) = self.offsets.get_mut(i as usize) {
                    let end = self.asm.pos();
                    *offsets = variables::Offsets { moves, begin, end };
                }
                while at < edits.len() && edits[at].0 == ProgPoint::after(idx) {
                    self.edit(&edits[at].1);
                    at += 1;
                }
            }
        }
    }

    /// If instruction `i` allocates, and the two behind it test the result against null and branch: an object that was
    /// allocated in line is not null, so the slow path tests it and no one else.
    fn note_null_test(&mut self, i: u32, block: &mir::MBlock, out: &Output) {
        let op = |i: u32| &self.f.insts[i as usize].op;
        if i + 3 != block.insts.1 || !matches!(op(i), MOp::Alloc(_) | MOp::AllocVar(_)) {
            return;
        }
        let (MOp::TestSelf(8), MOp::Br(cc @ (Cc::E | Cc::NE))) = (op(i + 1), op(i + 2)) else {
            return;
        };
        let of = |i: u32| out.inst_allocs(InstIdx::new(i as usize)).first().copied();
        if of(i) != of(i + 1) {
            return;
        }
        let null = block.succs[usize::from(*cc == Cc::NE)];
        let label = self.labels[self.forward[null.index()] as usize];
        if let Some(Cold {
            what: ColdPath::Alloc { failed, .. },
            ..
        }) = self.cold.last_mut()
        {
            *failed = Some(label);
            self.not_null = Some(i + 1);
        }
    }

    /// Instruction `i`, which begins at `begin`, is placed in the next line instead.
    fn again(&mut self, begin: u32, i: usize, block: Block, next: Option<u32>) {
        self.asm.void(begin);
        self.next = 0;
        self.inst(i, block, next);
    }
    /// Whether instruction `i` of a block up to `end` sets the flags for a conditional jump right behind it.
    fn fuses(&self, i: u32, end: u32) -> bool {
        let op = |i: u32| &self.f.insts[i as usize].op;
        i + 1 < end && op(i).may_fuse() && matches!(op(i + 1), MOp::Br(_))
    }

    fn note_line(&mut self, loc: u32) {
        if loc != self.loc {
            self.loc = loc;
            let at = self.asm.pos();
            match self.lines.last_mut() {
                Some(l) if l.0 == at => l.1 = loc,
                _ => self.lines.push((at, loc)),
            }
        }
    }

    fn edit(&mut self, e: &Edit) {
        let Edit::Move { from, to } = e;
        let base = self.frame.base();
        let class = from
            .as_reg()
            .or(to.as_reg())
            .map_or(RegClass::Int, PReg::class);
        match (self.loc_of(*from), self.loc_of(*to), class) {
            (Loc::Reg(a), Loc::Reg(b), RegClass::Float) => self.asm.sse(0, 0x28, b, Rm::R(a)),
            (Loc::Reg(a), Loc::Reg(b), _) => self.asm.mov(b, a),
            (Loc::Stack(o), Loc::Reg(b), RegClass::Float) => {
                self.asm.sse(0xf2, 0x10, b, Rm::M(Addr::base(base, o)));
            }
            (Loc::Stack(o), Loc::Reg(b), _) => {
                self.asm.rm(8, &[0x8b], b, Rm::M(Addr::base(base, o)));
            }
            (Loc::Reg(a), Loc::Stack(o), RegClass::Float) => {
                self.asm.sse(0xf2, 0x11, a, Rm::M(Addr::base(base, o)));
            }
            (Loc::Reg(a), Loc::Stack(o), _) => {
                self.asm.rm(8, &[0x89], a, Rm::M(Addr::base(base, o)));
            }
            (Loc::Stack(a), Loc::Stack(b), _) => {
                // The allocator resolves these itself; kept correct all the same.
                self.asm.op(
                    0,
                    false,
                    &[0xff],
                    6,
                    Rm::M(Addr::base(base, a)),
                    (false, false),
                );
                self.asm.op(
                    0,
                    false,
                    &[0x8f],
                    0,
                    Rm::M(Addr::base(base, b)),
                    (false, false),
                );
            }
        }
    }
    fn loc_of(&self, a: Allocation) -> Loc {
        if let Some(r) = a.as_reg() {
            return Loc::Reg(r.hw_enc() as u8);
        }
        Loc::Stack(self.frame.slot(a.as_stack().map_or(0, |s| s.index())))
    }

    // ---- operands of the current instruction -----------------------------------------------------------------------

    fn take(&mut self) -> Loc {
        let a = self.allocs[self.next];
        self.next += 1;
        self.loc_of(a)
    }
    /// The next operand, which is a register.
    fn reg(&mut self) -> u8 {
        match self.take() {
            Loc::Reg(r) => r,
            Loc::Stack(_) => unreachable!("operand constrained to a register"),
        }
    }
    /// The next operand, register or slot.
    fn rm(&mut self) -> Rm {
        match self.take() {
            Loc::Reg(r) => Rm::R(r),
            Loc::Stack(o) => Rm::M(Addr::base(self.frame.base(), o)),
        }
    }
    /// A memory operand, its registers being the next operands.
    fn mem(&mut self, m: &Mem) -> Addr {
        let (base, disp) = match m.base {
            Base::Reg => (Some(self.reg()), m.disp),
            Base::Abs => (None, m.disp),
            Base::Ctx => (Some(15), m.disp),
            Base::Root(s) => (Some(4), m.disp + self.frame.roots as i32 + 8 * s as i32),
            Base::Incoming => (Some(4), m.disp + self.frame.size as i32 + 8),
            Base::Outgoing => (Some(4), m.disp),
            Base::Frame => (Some(5), m.disp),
        };
        let index = m.index.map(|s| (self.reg(), s));
        Addr {
            base,
            index,
            disp,
            sym: m.sym,
        }
    }

    fn safepoint(&mut self, roots: &Roots, pushed: u32) {
        let word = (pushed / 8) as u16;
        self.safepoints.push(Safepoint {
            ret: self.asm.pos(),
            frame_size: self.frame.size + pushed,
            roots: roots
                .iter()
                .map(|&s| self.frame.root_word(s) + word)
                .collect(),
        });
    }

    fn cold_paths(&mut self) {
        for c in std::mem::take(&mut self.cold) {
            self.note_line(c.loc);
            self.asm.bind(c.label);
            match c.what {
                ColdPath::Alloc {
                    dst,
                    push,
                    stub,
                    roots,
                    inst,
                    kept,
                    failed,
                } => {
                    let saves = mir::of_inst(self.saves, inst);
                    let saves = saves.map_or(&[][..], |s| s);
                    for s in saves.iter().filter(|s| s.store) {
                        self.save(0x89, s);
                    }
                    self.root_slots(0x89, &kept);
                    self.push(push);
                    self.asm.call_sym(crate::mir::Sym::Stub(stub));
                    self.safepoint(&roots, 8);
                    self.asm.pop(dst);
                    for s in saves {
                        self.save(0x8b, s);
                    }
                    self.root_slots(0x8b, &kept);
                    if let Some(failed) = failed {
                        self.asm.rm(8, &[0x85], dst, Rm::R(dst));
                        self.asm.jcc(4, failed);
                    }
                }
                ColdPath::Barrier { push, stub } => {
                    for p in push {
                        self.push(p);
                    }
                    self.asm.call_sym(crate::mir::Sym::Stub(stub));
                }
            }
            self.asm.jmp(c.back);
        }
    }

    /// Stores (0x89) registers into root slots or loads (0x8b) them from there.
    fn root_slots(&mut self, opcode: u8, kept: &[(u8, u32)]) {
        for &(r, slot) in kept {
            let m = Addr::base(4, self.frame.roots as i32 + 8 * slot as i32);
            self.asm.rm(8, &[opcode], r, Rm::M(m));
        }
    }
    /// Stores (0x89) or loads (0x8b) a register that a slow path saves.
    fn save(&mut self, opcode: u8, s: &Save) {
        let m = Addr::base(self.frame.base(), self.frame.slot(s.slot as usize));
        self.asm.rm(8, &[opcode], s.reg.hw_enc() as u8, Rm::M(m));
    }

    fn push(&mut self, p: Pushed) {
        match p {
            Pushed::Reg(r) => self.asm.push(r),
            Pushed::Sym(s) => self.asm.push_sym(s),
            Pushed::Imm(i) => self.asm.push_imm(i),
        }
    }

    fn finish(mut self) -> Result<FuncCode, BackendError> {
        let internal = |what: String| BackendError::Internal {
            function: self.f.name.clone(),
            what,
        };
        self.asm
            .ops
            .commit()
            .map_err(|e| internal(format!("assembler: {e:?}")))?;
        let labels = self.asm.ops.labels();
        let mut tables = Vec::new();
        for t in &self.tables {
            let mut offsets = Vec::new();
            for &l in t {
                let at = labels
                    .resolve_dynamic(l)
                    .map_err(|e| internal(format!("jump table: {e:?}")))?;
                offsets.push(at.0 as u32);
            }
            tables.push(offsets);
        }
        let code = self
            .asm
            .ops
            .finalize()
            .map_err(|e| BackendError::Internal {
                function: self.f.name.clone(),
                what: format!("assembler: {e:?}"),
            })?;
        self.safepoints.sort_by_key(|s| s.ret);
        Ok(FuncCode {
            name: self.f.name.clone(),
            code,
            relocs: self.asm.relocs,
            safepoints: self.safepoints,
            lines: self.lines,
            locs: self.f.locs.clone(),
            consts: self.f.consts.clone(),
            tables,
            unwind: self.unwind,
            variables: None,
        })
    }

    /// Branches to `yes` if the condition holds, else goes to `no`.
    fn branch(&mut self, cc: Cc, yes: u32, no: u32, next: Option<u32>) {
        if yes == no {
            return self.jump(yes, next);
        }
        if next == Some(yes) {
            return self.branch_if(cc.negate(), no, yes);
        }
        self.branch_if(cc, yes, no);
        self.jump(no, next);
    }
    /// Conditional jumps to `to`; `other` is where control goes otherwise.
    fn branch_if(&mut self, cc: Cc, to: u32, other: u32) {
        let l = self.labels[to as usize];
        match cc.code() {
            Some(code) => self.asm.jcc(code, l),
            None if cc == Cc::FEq => {
                let o = self.labels[other as usize];
                self.asm.jcc(10, o);
                self.asm.jcc(4, l);
            }
            None => {
                self.asm.jcc(10, l);
                self.asm.jcc(5, l);
            }
        }
    }
    fn jump(&mut self, to: u32, next: Option<u32>) {
        if next != Some(to) {
            let l = self.labels[to as usize];
            self.asm.jmp(l);
        }
    }
}
