//! Facts of the whole program that selection of every function shares: layouts, type ids, memory types.
use std::ops::Index;
use std::sync::OnceLock;

use fixedbitset::FixedBitSet;
use ir::index::{Idx, IndexVec};
use ir::lltype::{Container, ContainerId, FieldType, LLType, Layout, TypeTable};
use lowlevel::{Effect, LLOp, Program};

use crate::mir::MemTy;

/// The layouts of containers, computed when they are asked for: a JIT needs few of them.
pub struct Layouts<'a> {
    types: &'a TypeTable,
    known: IndexVec<ContainerId, OnceLock<Box<Layout>>>,
}

impl<'a> Layouts<'a> {
    fn new(types: &'a TypeTable) -> Layouts<'a> {
        Layouts {
            types,
            known: (0..types.len()).map(|_| OnceLock::new()).collect(),
        }
    }
    /// Those of all containers.
    pub fn all(&self) -> IndexVec<ContainerId, Layout> {
        self.known.indices().map(|c| self[c].clone()).collect()
    }
}

impl Index<ContainerId> for Layouts<'_> {
    type Output = Layout;
    #[inline]
    fn index(&self, c: ContainerId) -> &Layout {
        self.known[c].get_or_init(|| Box::new(self.types.layout(c)))
    }
}

/// What compiling any function of a program needs to know: shared between threads, read-only.
pub struct Cx<'a> {
    pub program: &'a Program,
    /// Layout of each container.
    pub layouts: Layouts<'a>,
    /// Type id of each GC container; 0 for the others.
    pub type_ids: IndexVec<ContainerId, u32>,
    /// GC containers by type id; entry 0 is unused.
    pub gc_types: Vec<Option<ContainerId>>,
    /// Code keeps track of the variables of the source, for debugging information. These functions may collect.
    pub collecting: Option<FixedBitSet>,
}

impl<'a> Cx<'a> {
    /// Numbers the GC containers.
    pub fn new(program: &'a Program) -> Cx<'a> {
        Cx::with_managed(program, program.types.managed())
    }
    /// The same where the types that the collector manages ([`TypeTable::managed`]) are known already.
    pub fn with_managed(
        program: &'a Program,
        managed: impl Iterator<Item = ContainerId>,
    ) -> Cx<'a> {
        let mut type_ids = IndexVec::from_raw(vec![0; program.types.len()]);
        let mut gc_types = vec![None];
        for c in managed {
            type_ids[c] = gc_types.len() as u32;
            gc_types.push(Some(c));
        }
        Cx {
            program,
            layouts: Layouts::new(&program.types),
            type_ids,
            gc_types,
            collecting: None,
        }
    }
    /// Asks for the variables of the source.
    pub fn track_variables(&mut self) {
        self.collecting = Some(collecting(self.program));
    }
    /// Whether a call is known to move no object (only where variables are tracked).
    pub fn is_still(&self, op: &LLOp) -> bool {
        let may = self.collecting.as_ref();
        may.is_some_and(|found| !collects(self.program, found, op))
    }
    /// Offset and memory type of a structure's field.
    pub fn field(&self, c: ContainerId, f: u32) -> (i32, LLType) {
        let s = self.program.types.as_struct(c);
        let ty = match s.fields[f as usize].ty {
            FieldType::Value(t) => t,
            FieldType::Inline(_) => LLType::Void,
        };
        (self.layouts[c].offsets[f as usize] as i32, ty)
    }
    /// The item type of an array or of the array a structure ends in.
    pub fn item(&self, c: ContainerId) -> FieldType {
        match self.program.types.get(c) {
            Container::Array(a) => a.item,
            Container::Struct(s) => match s.fields.last().map(|f| f.ty) {
                Some(FieldType::Inline(inner)) => self.item(inner),
                _ => FieldType::Value(LLType::Void),
            },
            _ => FieldType::Value(LLType::Void),
        }
    }
    /// Offset (inside the item) and type of a field of an item that is an inlined structure.
    pub fn item_field(&self, c: ContainerId, f: u32) -> (i32, LLType) {
        match self.item(c) {
            FieldType::Inline(s) => {
                let (off, ty) = self.field(s, f);
                let header = if self.program.types.is_gc(s) {
                    ir::lltype::GC_HEADER_SIZE as i32
                } else {
                    0
                };
                (off - header, ty)
            }
            FieldType::Value(t) => (0, t),
        }
    }
}

/// The functions that may collect, so that references move.
fn collecting(program: &Program) -> FixedBitSet {
    let mut found = FixedBitSet::with_capacity(program.funcs.len());
    loop {
        let before = found.count_ones(..);
        for (f, function) in program.funcs.iter_enumerated() {
            let g = &function.graph;
            let mut ops = g.live_blocks().flat_map(|b| &g.blocks[b].ops);
            if !found.contains(f.index()) && ops.any(|op| collects(program, &found, &op.op)) {
                found.insert(f.index());
            }
        }
        if found.count_ones(..) == before {
            return found;
        }
    }
}

/// Whether an operation may collect; `found` are functions that may.
fn collects(program: &Program, found: &FixedBitSet, op: &LLOp) -> bool {
    match op {
        LLOp::DirectCall(f) => found.contains(f.index()),
        LLOp::IndirectCall(_, Some(fs)) => fs.iter().any(|f| found.contains(f.index())),
        LLOp::IndirectCall(_, None) => true,
        LLOp::ExternCall(x) => program.externs[*x].can_collect,
        op => match op.effect() {
            Effect::Allocates(c) => c.is_none_or(|c| program.types.is_gc(c)),
            _ => false,
        },
    }
}

/// How a value of a type lies in memory; `None` for `Void` and for integers wider than a register.
pub fn mem_ty(ty: LLType) -> Option<MemTy> {
    Some(match ty {
        LLType::Void => return None,
        LLType::Bool | LLType::Char => MemTy::U8,
        LLType::UniChar => MemTy::U32,
        LLType::Signed | LLType::Unsigned | LLType::Address | LLType::Ptr(_) => MemTy::I64,
        LLType::Float => MemTy::F64,
        LLType::SingleFloat => MemTy::F32,
        LLType::Int { bits, signed } => match (bits, signed) {
            (8, true) => MemTy::S8,
            (8, false) => MemTy::U8,
            (16, true) => MemTy::S16,
            (16, false) => MemTy::U16,
            (32, true) => MemTy::S32,
            (32, false) => MemTy::U32,
            _ => return None,
        },
    })
}
