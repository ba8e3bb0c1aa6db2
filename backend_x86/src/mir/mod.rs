//! Machine IR: what instruction selection makes and the register allocator reads.
//!
//! An instruction is an opcode ([`MOp`], with immediates) and a list of operands with constraints (regalloc2's). The
//! order of operands is fixed per opcode and documented there: definitions first, then uses, registers of a memory
//! operand (base, index) where the opcode says `mem`. After allocation the emitter reads locations in the same order,
//! so instructions never hold register names themselves.
//!
//! Blocks are in reverse post-order, with the order of emission beside it. Values are in SSA form; the merges that
//! remain are block parameters. Only jumps (one successor) carry arguments, since critical edges are split and
//! parameters of blocks with one predecessor are replaced by their arguments ([`crate::isel::analysis`]).
//!
//! Instructions that set flags stand directly before the one that reads them; only moves of the allocator come between,
//! which leave the flags alone.
use fixedbitset::FixedBitSet;
use ir::lltype::ContainerId;
use lowlevel::{ExternId, FuncId, ObjId};
use regalloc2::{Block, Inst as InstIdx, InstRange, Operand, PReg, PRegSet, RegClass, VReg};

pub mod cond;
pub mod print;
pub mod regs;

pub use cond::Cc;

/// Something with an address that the linker knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Sym {
    Func(FuncId),
    Object(ObjId),
    /// The slot that holds the address of a runtime function.
    Import(Import),
    Stub(Stub),
    /// A known address (residual code).
    Address(u32),
    /// A 16-byte aligned constant of the function's pool.
    Const(u32),
    /// A jump table of the function.
    Table(u32),
}

/// A function outside of the image.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Import {
    /// One of [`crate::abi::RUNTIME`], by index.
    Runtime(u32),
    /// One of the program's externs.
    Extern(ExternId),
}

/// A piece of shared code that the linker makes on demand (see [`crate::image::stubs`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Stub {
    /// Slow path of a fixed-size allocation.
    Malloc(ContainerId),
    /// Slow path of a variable-sized allocation; the length is on the stack.
    MallocVar(ContainerId),
    /// Slow path of the write barrier; the object is on the stack.
    WriteBarrier,
    /// Array and index are on the stack.
    WriteBarrierArray,
    /// Array, start and length are on the stack.
    WriteBarrierRange,
    /// Adds a traceback entry of a kind (`TRACEBACK_*` >> 32); location id on the stack.
    Traceback(u32),
    /// Ends the program; code and location id are on the stack.
    Abort,
    /// The address of an external function for use as function pointer: passes the context and sets the anchor where
    /// needed.
    Extern(ExternId),
}

/// How a value lies in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MemTy {
    U8,
    S8,
    U16,
    S16,
    U32,
    S32,
    I64,
    F32,
    F64,
}

impl MemTy {
    /// How many bytes it has in memory.
    pub fn size(self) -> u32 {
        match self {
            MemTy::U8 | MemTy::S8 => 1,
            MemTy::U16 | MemTy::S16 => 2,
            MemTy::U32 | MemTy::S32 | MemTy::F32 => 4,
            MemTy::I64 | MemTy::F64 => 8,
        }
    }
    /// Whether a float register holds it.
    pub fn is_float(self) -> bool {
        matches!(self, MemTy::F32 | MemTy::F64)
    }
}

/// The base of a memory operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Base {
    /// The next operand of the instruction.
    Reg,
    /// None: the displacement is the address (with [`Mem::sym`]).
    Abs,
    /// The runtime context (r15).
    Ctx,
    /// A root slot of the frame.
    Root(u32),
    /// The caller's outgoing area: bytes above the return address.
    Incoming,
    /// This frame's outgoing area.
    Outgoing,
    /// The activation of residual code (rbp).
    Frame,
}

/// A memory operand; registers are operands of the instruction, base before index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mem {
    pub base: Base,
    /// Log2 of the scale of the index register (the next operand), if there is one.
    pub index: Option<u8>,
    pub disp: i32,
    /// A symbol whose (32-bit) address is added.
    pub sym: Option<Sym>,
}

impl Mem {
    /// `[ctx + disp]`
    pub fn ctx(disp: i32) -> Mem {
        Mem::of(Base::Ctx, disp)
    }
    /// `[base + disp]`
    pub fn of(base: Base, disp: i32) -> Mem {
        Mem {
            base,
            index: None,
            disp,
            sym: None,
        }
    }
    /// `[sym + disp]`
    pub fn symbol(sym: Sym, disp: i32) -> Mem {
        Mem {
            base: Base::Abs,
            index: None,
            disp,
            sym: Some(sym),
        }
    }
}

/// Second source of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Src {
    /// The next operand: a register or spill slot.
    Reg,
    Imm(i32),
    /// The address of a symbol, as immediate.
    Sym(Sym),
    /// Memory, with its registers as next operands.
    Mem(Mem),
}

/// Integer arithmetic whose first operand is the result, too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AluOp {
    Add,
    Sub,
    And,
    Or,
    Xor,
    Imul,
}

/// Shifts of 64 bits; the processor takes the count modulo 64.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ShiftOp {
    Shl,
    Shr,
    Sar,
}

/// Arithmetic on binary64 whose first operand is the result, too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FAluOp {
    Add,
    Sub,
    Mul,
    Div,
    Xor,
    And,
}

/// What a call calls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// An emitted function or stub.
    Direct(Sym),
    /// Through an import slot.
    Import(Import),
    /// The next operand (first use).
    Reg,
    /// A function pointer in memory (registers are the first uses).
    Mem(Mem),
}

/// Opcodes. `d` is the definition, `a`, `b` uses in order; "same" means `d` is allocated to the register of `a`.
#[derive(Clone, PartialEq, Debug)]
pub enum MOp {
    /// Defines the parameters in their registers.
    Args,
    /// d = constant.
    MovImm(i64),
    /// d = address of a symbol plus offset.
    MovSym(Sym, i32),
    /// d(float) = constant bits.
    FImm(u64),
    /// d = a + b, without flags.
    Add,
    /// d = a + imm, without flags.
    AddImm(i32),
    /// d = a op src (same), sets flags. Size 4 or 8 bytes.
    Alu(AluOp, u8, Src),
    /// d = a * imm; `a` is register or slot. Sets flags.
    ImulImm(i32),
    /// d = a << n without flags (n is 1..63), or `same` not needed.
    ShlImm(u8),
    /// d = a shift imm (same).
    ShiftImm(ShiftOp, u8),
    /// d = a shift b (same; b in rcx).
    ShiftCl(ShiftOp),
    /// d = -a (same), sets flags.
    Neg,
    /// d = !a (same).
    Not,
    /// d(rdx) = high half of a(rax) * b; clobbers rax.
    MulHi { signed: bool },
    /// d(rax or rdx) = a(rax) / or % b; clobbers the other.
    Div {
        signed: bool,
        /// Remainder instead of quotient.
        rem: bool,
    },
    /// d = address of mem.
    Lea(Mem),
    /// d = \[mem\], extended to 64 bits.
    Load(MemTy, Mem),
    /// \[mem\] = a (Reg), immediate or symbol. Operands: source register if any, then mem.
    Store(MemTy, Mem, Src),
    /// \[mem\] = \[mem\] op src. Operands: source register if any, then mem.
    Rmw(AluOp, MemTy, Mem, Src),
    /// Flags of a - src; size in bytes.
    Cmp(u8, Src),
    /// Flags of \[mem\] - src, src a register or immediate; operands: source register if any, then mem.
    CmpMem(u8, Mem, Src),
    /// Flags of a & a.
    TestSelf(u8),
    /// Flags of a & src (register or immediate).
    Test(u8, Src),
    /// Flags of \[mem\] & imm.
    TestMem(u8, Mem, i32),
    /// Float flags of a ? src.
    FCmp(Src),
    /// d = flags satisfy cc.
    SetCc(Cc),
    /// d = cc ? b : a (same as a).
    CMov(Cc),
    /// d = a extended from a part.
    Extend(MemTy),
    /// d(float) = a op src (same).
    FAlu(FAluOp, Src),
    /// d(float) = sqrt(src).
    FSqrt,
    /// d(float) = a (int).
    CvtIntToFloat,
    /// d(float) = a (unsigned); second definition: int temporary.
    CvtUintToFloat,
    /// d = truncated a (float).
    CvtFloatToInt,
    /// d = truncated a (float) as unsigned; second definition: float temporary.
    CvtFloatToUint,
    /// d(float) = a (single).
    CvtSingleToFloat,
    /// d(single) = a (float).
    CvtFloatToSingle,
    /// d = bits of a (float).
    FBits,
    /// d(float) = from bits a.
    FFromBits,
    /// Call. Operands: definitions of results, then target registers, then fixed argument registers.
    Call(Box<CallInfo>),
    /// d = new object. Operands: d, temporary definition.
    Alloc(Box<AllocInfo>),
    /// d = new object of length a. Operands: d, temporary, a.
    AllocVar(Box<AllocVarInfo>),
    /// Write barrier of object a (Reg) or symbol.
    Barrier(Src),
    /// Write barrier of array a, index b.
    BarrierArray,
    /// Write barrier of array a, items b .. b+c.
    BarrierRange,
    /// Adds a traceback entry of this kind; operand a: the exception's class, for a start only.
    Traceback(u32),
    /// d = the runtime context.
    GetCtx,
    /// Flags of rsp - stack limit.
    CmpStackLimit,

    // Terminators.
    /// To the only successor, with the block's `jump_args`.
    Jmp,
    /// To successor 0 if cc, else successor 1.
    Br(Cc),
    /// Through a table: operand a is the index (already in range), successors by the table's entries.
    JmpTable(Box<JmpTable>),
    /// Result in its fixed register.
    Ret,
    /// Never returns: reporter.
    Abort(u32),
    /// Never reached.
    Trap,

    // Ends of fragments (see [`crate::residual`]).
    /// Along an edge of the fragment if cc, else on; operands: uses of the edge's arguments that are variables, in any
    /// place.
    EdgeBr(Cc, u32),
    /// Along an edge; operands as above.
    EdgeJmp(u32),
    /// The fragment with this number of a run begins here; operands: uses of its parameters, in any place.
    Label(u32),
    /// Out of residual code with this code; operands: uses of the variables to hand over, in any place.
    Exit(i64),
}

impl MOp {
    /// Whether processors fuse it with a conditional jump behind it. It is one instruction without labels.
    pub fn may_fuse(&self) -> bool {
        matches!(
            self,
            MOp::Alu(..)
                | MOp::Cmp(..)
                | MOp::CmpMem(..)
                | MOp::TestSelf(_)
                | MOp::Test(..)
                | MOp::TestMem(..)
        )
    }
}

/// Facts of a call.
#[derive(Clone, PartialEq, Debug)]
pub struct CallInfo {
    pub target: Target,
    /// A safepoint: root slots live after the call.
    pub roots: Option<Roots>,
    /// Store rsp in the anchor first.
    pub anchor: bool,
    /// It is known that no object moves (only where variables are tracked).
    pub still: bool,
}

/// Root slots live at a safepoint.
pub type Roots = smallvec::SmallVec<[u16; 4]>;

/// Facts of an allocation.
#[derive(Clone, PartialEq, Debug)]
pub struct AllocInfo {
    pub container: ContainerId,
    /// Header word (the type id).
    pub header: u32,
    /// Total size, a multiple of 8.
    pub size: u32,
    /// A variable-sized object of constant length: the length and the offset of its word.
    pub length: Option<(i32, u32)>,
    pub roots: Roots,
    /// References that the slow path takes through root slots. Two operands each, behind the others: before and after,
    /// in one register.
    pub kept: Vec<u32>,
}

/// Facts of a variable-sized allocation.
#[derive(Clone, PartialEq, Debug)]
pub struct AllocVarInfo {
    pub container: ContainerId,
    /// Header word (the type id).
    pub header: u32,
    pub items_offset: u32,
    /// Bytes from one item to the next.
    pub item_size: u32,
    /// Offset of the length word.
    pub length_offset: u32,
    pub roots: Roots,
    /// As in [`AllocInfo`].
    pub kept: Vec<u32>,
}

/// A table of code addresses that an indexed jump goes through.
#[derive(Clone, PartialEq, Debug)]
pub struct JmpTable {
    /// Number in the function (for [`Sym::Table`]).
    pub id: u32,
    /// Successor by index value.
    pub entries: Vec<u32>,
}

/// An instruction over virtual registers, with its operands' constraints.
#[derive(Clone, Debug)]
pub struct Inst {
    pub op: MOp,
    /// Range in [`MFunc::operands`].
    pub operands: (u32, u32),
    /// Clobbered registers beside definitions.
    pub clobbers: Clobbers,
    /// Local location number, 0: none.
    pub loc: u32,
}

/// Sets of clobbered registers that occur.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Clobbers {
    None,
    /// All registers that a callee may change.
    Call,
    /// All caller-saved but rax.
    CallButRax,
    /// All caller-saved but xmm0.
    CallButXmm0,
    /// All that values may be in, but rax.
    AllButRax,
    Rax,
    Rdx,
}

/// A basic block as the register allocator sees it.
#[derive(Clone, Debug, Default)]
pub struct MBlock {
    /// Range of instructions.
    pub insts: (u32, u32),
    pub succs: Vec<Block>,
    pub preds: Vec<Block>,
    pub params: Vec<VReg>,
    /// Arguments of its jump.
    pub jump_args: Vec<VReg>,
    /// Placed out of line.
    pub cold: bool,
    pub loop_head: bool,
}

/// A local variable of the source. In one function there may be several of a name: of other types, or of functions that
/// were inlined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Variable {
    pub name: ir::name::Name,
    /// The copy of a function that it belongs to.
    pub inlining: ir::source::Inlining,
    pub ty: ir::lltype::LLType,
}

/// What a variable of the source is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value of a register.
    Reg(VReg),
    Imm(i64),
    /// The bits of a float.
    Float(u64),
    Sym(Sym),
    /// No value is kept.
    Nothing,
}

/// Which values the variables of the source are.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    pub list: Vec<Variable>,
    /// From an instruction on, a variable is a value; in order of instructions.
    pub bindings: Vec<(u32, u32, Bound)>,
    /// Parameters of the function: variables, and the registers that the call leaves them in.
    pub params: Vec<(u32, Option<PReg>)>,
    /// Registers that hold references to objects, which move; behind the registers, variables that do.
    pub refs: FixedBitSet,
}

/// A function before allocation.
#[derive(Clone, Debug, Default)]
pub struct MFunc {
    pub name: String,
    /// Instructions, block after block.
    pub insts: Vec<Inst>,
    /// Operands of all instructions.
    pub operands: Vec<Operand>,
    /// Blocks in reverse post-order; block 0 is the entry.
    pub blocks: Vec<MBlock>,
    /// Blocks in the order of emission, the entry first.
    pub layout: Vec<u32>,
    /// Number of virtual registers.
    pub vregs: u32,
    /// Number of root slots.
    pub root_slots: u32,
    /// Bytes of outgoing stack arguments.
    pub outgoing: u32,
    /// Has instructions that call (so needs an aligned frame).
    pub has_calls: bool,
    /// Source positions by local location number (0: none).
    pub locs: Vec<ir::source::Span>,
    /// Pool of 16-byte constants.
    pub consts: Vec<[u64; 2]>,
    /// Number of jump tables.
    pub tables: u32,
    /// Variables of the source, if somebody wants to know.
    pub variables: Option<Box<Variables>>,
}

impl MFunc {
    /// Operands of an instruction.
    pub fn operands_of(&self, inst: &Inst) -> &[Operand] {
        &self.operands[inst.operands.0 as usize..inst.operands.1 as usize]
    }
}

impl Clobbers {
    /// As the allocator wants it.
    pub fn set(self) -> PRegSet {
        match self {
            Clobbers::None => PRegSet::empty(),
            Clobbers::Call => regs::caller_saved(),
            Clobbers::CallButRax => {
                let mut s = regs::caller_saved();
                s.remove(regs::RAX);
                s
            }
            Clobbers::CallButXmm0 => {
                let mut s = regs::caller_saved();
                s.remove(PReg::new(0, RegClass::Float));
                s
            }
            Clobbers::AllButRax => {
                let kept = [regs::RBX, regs::R12, regs::R13, regs::R14];
                let mut s = kept.into_iter().fold(regs::caller_saved(), PRegSet::with);
                s.remove(regs::RAX);
                s
            }
            Clobbers::Rax => PRegSet::empty().with(regs::RAX),
            Clobbers::Rdx => PRegSet::empty().with(regs::RDX),
        }
    }
}

impl regalloc2::Function for MFunc {
    fn num_insts(&self) -> usize {
        self.insts.len()
    }
    fn num_blocks(&self) -> usize {
        self.blocks.len()
    }
    fn entry_block(&self) -> Block {
        Block::new(0)
    }
    fn block_insns(&self, block: Block) -> InstRange {
        let (a, b) = self.blocks[block.index()].insts;
        InstRange::new(InstIdx::new(a as usize), InstIdx::new(b as usize))
    }
    fn block_succs(&self, block: Block) -> &[Block] {
        &self.blocks[block.index()].succs
    }
    fn block_preds(&self, block: Block) -> &[Block] {
        &self.blocks[block.index()].preds
    }
    fn block_params(&self, block: Block) -> &[VReg] {
        &self.blocks[block.index()].params
    }
    fn is_ret(&self, insn: InstIdx) -> bool {
        matches!(
            self.insts[insn.index()].op,
            MOp::Ret | MOp::Abort(_) | MOp::Trap | MOp::EdgeJmp(_) | MOp::Exit(_)
        )
    }
    fn is_branch(&self, insn: InstIdx) -> bool {
        matches!(
            self.insts[insn.index()].op,
            MOp::Jmp | MOp::Br(_) | MOp::JmpTable(_)
        )
    }
    fn branch_blockparams(&self, block: Block, _insn: InstIdx, _succ_idx: usize) -> &[VReg] {
        &self.blocks[block.index()].jump_args
    }
    fn inst_operands(&self, insn: InstIdx) -> &[Operand] {
        self.operands_of(&self.insts[insn.index()])
    }
    fn inst_clobbers(&self, insn: InstIdx) -> PRegSet {
        self.insts[insn.index()].clobbers.set()
    }
    fn num_vregs(&self) -> usize {
        self.vregs as usize
    }
    fn spillslot_size(&self, _regclass: RegClass) -> usize {
        1
    }
}

/// What belongs to an instruction in a list sorted by instruction.
pub fn of_inst<T>(list: &[(u32, T)], i: u32) -> Option<&T> {
    let at = list.binary_search_by_key(&i, |x| x.0).ok()?;
    Some(&list[at].1)
}
