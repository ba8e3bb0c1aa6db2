//! Flow graphs as the engine walks them: operands as indices, and what each operation remembers of its last application.
//!
//! A flow graph is made for reading and printing; its operands are large and its constants are live objects. The engine visits
//! each operation several times, so it walks a [`Plan`] beside the graph: every operand is a [`Slot`], the number of a variable
//! or of a constant whose annotation was found once. Copies of a specialised function share the plan of their flow graph.
//!
//! ```text
//! v3 = getattr(v0, 'size')      slots: var 0, const 0          const 0 = Str='size', once it was needed
//! ```
//! Cost: a machine word per operand and 40 bytes per operation of each copy.
use std::cell::Cell;
use std::collections::BinaryHeap;
use std::rc::Rc;

use fixedbitset::FixedBitSet;
use flowspace::index::Idx;
use flowspace::model::{BlockId, ExitSwitch, LinkId, Operand, VarId, order};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::defs::*;
use crate::engine::Schedule;
use crate::hl::{FlowGraph, HlOperand};
use crate::model::*;

/// An operand: a variable of the graph or a constant of the plan.
#[derive(Clone, Copy)]
pub(crate) struct Slot(u32);

const CONST: u32 = 1 << 31;

impl Slot {
    /// The variable, or the number of the constant.
    pub fn get(self) -> Result<VarId, usize> {
        if self.0 & CONST == 0 {
            Ok(VarId(self.0))
        } else {
            Err((self.0 & !CONST) as usize)
        }
    }
}

/// What the engine reads instead of the operands of a flow graph.
pub(crate) struct Plan {
    /// The flow graph; kept, since the plan is found by its address.
    pub flow: Rc<FlowGraph>,
    /// Position of each block in reverse post-order.
    pub ranks: Vec<u32>,
    /// The number of the first operation of each block. The exits of a block count as one more operation.
    first_op: Vec<u32>,
    /// The first slot of each operation.
    op_slots: Vec<u32>,
    /// The first slot of each link.
    link_slots: Vec<u32>,
    slots: Vec<Slot>,
    /// Annotations of constants, once they were needed.
    consts: Vec<Cell<Option<Annotation>>>,
    /// How many operations there are, exits included.
    pub operations: usize,
}

impl Plan {
    fn new(flow: &Rc<FlowGraph>) -> Plan {
        let graph = &flow.graph;
        let mut ranks = vec![u32::MAX; graph.blocks.len()];
        for (i, b) in order::reverse_postorder(graph).into_iter().enumerate() {
            ranks[b.index()] = i as u32;
        }
        let mut plan = Plan {
            flow: flow.clone(),
            ranks,
            first_op: Vec::with_capacity(graph.blocks.len()),
            op_slots: Vec::new(),
            link_slots: Vec::with_capacity(graph.links.len() + 1),
            slots: Vec::new(),
            consts: Vec::new(),
            operations: 0,
        };
        for block in graph.blocks.iter() {
            plan.first_op.push(plan.op_slots.len() as u32);
            for op in &block.ops {
                plan.op_slots.push(plan.slots.len() as u32);
                op.args.iter().for_each(|a| plan.push(a));
            }
            plan.op_slots.push(plan.slots.len() as u32);
            if let ExitSwitch::Value(switch) = &block.exitswitch {
                plan.push(switch);
            }
        }
        plan.operations = plan.op_slots.len();
        plan.op_slots.push(plan.slots.len() as u32);
        for link in graph.links.iter() {
            plan.link_slots.push(plan.slots.len() as u32);
            link.args.iter().for_each(|a| plan.push(a));
        }
        plan.link_slots.push(plan.slots.len() as u32);
        plan
    }
    fn push(&mut self, arg: &HlOperand) {
        self.slots.push(match arg {
            Operand::Var(v) => Slot(v.0),
            Operand::Const(_) => {
                self.consts.push(Cell::new(None));
                Slot(CONST | (self.consts.len() - 1) as u32)
            }
        });
    }
    /// The number of an operation within the graph; `index` one past the last stands for the exits.
    pub fn op(&self, block: BlockId, index: usize) -> usize {
        self.first_op[block.index()] as usize + index
    }
    /// The operands of an operation by number (of the exits: the switch).
    pub fn args_of(&self, op: usize) -> &[Slot] {
        &self.slots[self.op_slots[op] as usize..self.op_slots[op + 1] as usize]
    }
    /// The operands of a link.
    pub fn args_of_link(&self, l: LinkId) -> &[Slot] {
        let i = l.index();
        &self.slots[self.link_slots[i] as usize..self.link_slots[i + 1] as usize]
    }
    /// The annotation of a constant, if it was needed before.
    pub fn known(&self, constant: usize) -> Option<Annotation> {
        self.consts[constant].get()
    }
    /// Remembers the annotation of a constant.
    pub fn learn(&self, constant: usize, a: Annotation) {
        self.consts[constant].set(Some(a));
    }
}

/// An argument of a remembered call.
#[derive(Clone, Copy)]
pub(crate) enum Passed {
    /// The argument of the operation with this number (the callee is number 0).
    Arg(u32),
    /// The receiver, or the default of a parameter.
    Known(Annotation),
}

/// A callee of a remembered call: one graph for all calls, whatever is passed.
pub(crate) struct MemoCallee {
    /// The graph, its first block and its result; `None`: a class without `__init__`.
    pub graph: Option<(GraphId, BlockId, VarId)>,
    /// Its parameters and what is passed for them.
    pub args: SmallVec<[(VarId, Passed); 4]>,
    /// The new instance, if a class is called.
    pub instance: Option<Annotation>,
}

/// A call that only passes its arguments on, as long as the callee stays the same.
pub(crate) struct CallMemo {
    /// What is called.
    pub callee: Annotation,
    /// The graphs.
    pub callees: SmallVec<[MemoCallee; 1]>,
}

/// An attribute of instances of a class, found once.
#[derive(Clone, Copy)]
pub(crate) struct AttrMemo {
    /// The class.
    pub class: ClassId,
    /// The name, a constant.
    pub name: Annotation,
    /// Its hidden variable (modulo E).
    pub cell: CellId,
    /// What the hidden variable held, and what of it a lookup on the class finds.
    pub found: (Annotation, Annotation),
}

/// What an operation of a graph remembers. None of it is part of the state: it says what need not be done again.
#[derive(Default)]
pub(crate) struct OpMemo {
    /// The call.
    pub call: Option<Rc<CallMemo>>,
    /// The attribute that was read or written.
    pub attr: Option<AttrMemo>,
    /// The hidden variable whose readers include the block.
    pub reads: Option<CellId>,
}

/// What the engine keeps of a graph of the program.
pub(crate) struct Running {
    /// The plan of its flow graph.
    pub plan: Rc<Plan>,
    /// Blocks that are in the worklist.
    queued: FixedBitSet,
    /// Per operation, exits included.
    pub memo: Vec<OpMemo>,
}

/// Plans by the address of the flow graph.
#[derive(Default)]
pub(crate) struct Plans(FxHashMap<usize, Rc<Plan>>);

impl Plans {
    /// What the engine needs to run a graph.
    pub fn running(&mut self, flow: &Rc<FlowGraph>) -> Running {
        let plan = self
            .0
            .entry(Rc::as_ptr(flow) as usize)
            .or_insert_with(|| Rc::new(Plan::new(flow)))
            .clone();
        let mut memo = Vec::new();
        memo.resize_with(plan.operations, OpMemo::default);
        Running {
            queued: FixedBitSet::with_capacity(plan.ranks.len()),
            memo,
            plan,
        }
    }
}

/// The blocks to be flowed.
#[derive(Default)]
pub(crate) struct Worklist {
    order: Vec<BlockRef>,
    head: usize,
    /// Depth first: (graph, `u32::MAX` - position in reverse post-order, block).
    heap: BinaryHeap<(GraphId, u32, BlockId)>,
    seed: u64,
}

impl Worklist {
    /// Adds a block, unless it is there.
    pub fn push(&mut self, b: BlockRef, running: &mut Running, how: Schedule) {
        if running.queued.put(b.block.index()) {
            return;
        }
        match how {
            Schedule::DepthFirst => {
                let rank = running.plan.ranks[b.block.index()];
                self.heap.push((b.graph, u32::MAX - rank, b.block));
            }
            _ => self.order.push(b),
        }
    }
    /// Takes the next block.
    pub fn pop(&mut self, running: &mut [Running], how: Schedule) -> Option<BlockRef> {
        let b = self.choose(how)?;
        running[b.graph.index()].queued.set(b.block.index(), false);
        Some(b)
    }
    fn choose(&mut self, how: Schedule) -> Option<BlockRef> {
        if how == Schedule::DepthFirst {
            let (graph, _, block) = self.heap.pop()?;
            return Some(BlockRef { graph, block });
        }
        if self.head == self.order.len() {
            self.head = 0;
            self.order.clear();
            return None;
        }
        Some(match how {
            Schedule::Random(seed) => {
                if self.seed == 0 {
                    self.seed = seed | 1;
                }
                self.seed ^= self.seed << 13;
                self.seed ^= self.seed >> 7;
                self.seed ^= self.seed << 17;
                let i = (self.seed % self.order.len() as u64) as usize;
                self.order.swap_remove(i)
            }
            _ => {
                self.head += 1;
                self.order[self.head - 1]
            }
        })
    }
}
