//! Flow graphs as the engine walks them: operands as indices, and what each operation remembers of its last
//! application.
//!
//! A flow graph is made for reading and printing; its operands are large and its constants are live objects. The engine
//! visits each operation several times, so it walks a [`LinearGraph`] beside the graph: blocks, operations, exits and
//! operands in one array each, in the order in which they are visited. Every operand is a [`Slot`], the number of a
//! variable or of a constant whose annotation was found once. Copies of a specialised function share that of their flow
//! graph.
//!
//! ```text
//! v3 = getattr(v0, 'size')      slots: var 0, const 0          const 0 = Str='size', once it was needed
//! ```
//! Cost: four bytes per operand, 24 bytes per operation, and 8 bytes per operation of each copy.
use std::cell::Cell;
use std::collections::BinaryHeap;
use std::ops::Range;
use std::rc::Rc;

use fixedbitset::FixedBitSet;
use ir::index::Idx;
use ir::model::{BlockId, ExitCase, ExitSwitch, LinkId, Operand, VarId, order};
use ir::source::Span;
use rustc_hash::FxHashMap;

use crate::defs::*;
use crate::engine::Schedule;
use crate::front::hl::{FlowGraph, HlOp, HlOperand};
use crate::model::*;

/// An operand: a variable of the graph or a constant of the linear form.
#[derive(Clone, Copy)]
pub(crate) struct Slot(u32);

const CONST: u32 = 1 << 31;

impl Slot {
    /// The variable, or the number of the constant.
    pub(crate) fn get(self) -> Result<VarId, usize> {
        if self.0 & CONST == 0 {
            Ok(VarId(self.0))
        } else {
            Err((self.0 & !CONST) as usize)
        }
    }
}

/// Which operations the engine remembers something of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OpKind {
    /// `simple_call`
    Call,
    /// `getattr`
    GetAttr,
    /// `setattr`
    SetAttr,
    /// Anything else.
    Other,
}

/// An operation of a block as the engine flows it, with what it remembers from the last time.
#[derive(Clone, Copy)]
pub(crate) struct LinearOp {
    /// Its first slot; the next operation's is one past its last.
    slots: u32,
    /// The variable it defines; of exits: none.
    pub result: VarId,
    /// Which sort of operation.
    pub kind: OpKind,
}

/// How the exits of a block are chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Switch {
    /// A final block: it is never flowed.
    Final,
    /// All exits there are.
    None,
    Value,
    /// By the exception of the last operation.
    LastException,
}

#[derive(Clone, Copy)]
pub(crate) struct LinearBlock {
    /// Its first operation; the exits count as one more operation after its last.
    first_op: u32,
    /// How many operations it has, exits not counted.
    pub ops: u32,
    /// Its first inputarg; the next block's is one past its last.
    inputs: u32,
    /// Its first exit; the next block's is one past its last.
    exits: u32,
    /// Position in reverse post-order.
    rank: u32,
    /// How its exits are chosen.
    pub switch: Switch,
}

/// When an exit is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    /// A value decides: this boolean.
    Bool(bool),
    /// As the link says.
    Other,
}

/// An exit of a block.
#[derive(Clone, Copy)]
pub(crate) struct LinearLink {
    pub link: LinkId,
    /// Where it leads to.
    pub target: BlockId,
    /// Its first slot; the next exit's is one past its last.
    slots: u32,
    /// When it is taken.
    pub case: Case,
    /// It carries an exception: what is passed is not always what the operand is.
    pub exceptional: bool,
}

/// What the engine reads instead of a flow graph.
pub(crate) struct LinearGraph {
    /// The flow graph; kept, since the linear form is found by its address.
    pub flow: Rc<FlowGraph>,
    blocks: Vec<LinearBlock>,
    ops: Vec<LinearOp>,
    spans: Vec<Span>,
    links: Vec<LinearLink>,
    inputs: Vec<VarId>,
    slots: Vec<Slot>,
    /// Annotations of constants, once they were needed.
    consts: Vec<Cell<Option<Annotation>>>,
}

impl LinearGraph {
    fn new(flow: &Rc<FlowGraph>) -> LinearGraph {
        let graph = &flow.graph;
        let mut linear = LinearGraph {
            flow: flow.clone(),
            blocks: Vec::with_capacity(graph.blocks.len() + 1),
            ops: Vec::new(),
            spans: Vec::new(),
            links: Vec::with_capacity(graph.links.len() + 1),
            inputs: Vec::new(),
            slots: Vec::new(),
            consts: Vec::new(),
        };
        for (id, block) in graph.blocks.iter_enumerated() {
            linear.blocks.push(LinearBlock {
                first_op: linear.ops.len() as u32,
                ops: block.ops.len() as u32,
                inputs: linear.inputs.len() as u32,
                exits: linear.links.len() as u32,
                rank: u32::MAX,
                switch: match &block.exitswitch {
                    _ if graph.is_final(id) => Switch::Final,
                    ExitSwitch::None => Switch::None,
                    ExitSwitch::Value(_) => Switch::Value,
                    ExitSwitch::LastException => Switch::LastException,
                },
            });
            linear.inputs.extend(&block.inputargs);
            for op in &block.ops {
                let kind = match op.op {
                    HlOp::SimpleCall => OpKind::Call,
                    HlOp::GetAttr => OpKind::GetAttr,
                    HlOp::SetAttr => OpKind::SetAttr,
                    _ => OpKind::Other,
                };
                linear.push_op(op.result, kind, op.span);
                op.args.iter().for_each(|a| linear.push(a));
            }
            linear.push_op(NO_RESULT, OpKind::Other, Span::NONE);
            if let ExitSwitch::Value(switch) = &block.exitswitch {
                linear.push(switch);
            }
            for &l in &block.exits {
                let link = &graph.links[l];
                linear.links.push(LinearLink {
                    link: l,
                    target: link.target,
                    slots: linear.slots.len() as u32,
                    case: match link.exitcase {
                        ExitCase::Bool(b) => Case::Bool(b),
                        _ => Case::Other,
                    },
                    exceptional: link.target == graph.except_block
                        || matches!(link.exitcase, ExitCase::Exception(_)),
                });
                link.args.iter().for_each(|a| linear.push(a));
            }
        }
        // Ends of the last block, operation and link.
        linear.push_op(NO_RESULT, OpKind::Other, Span::NONE);
        linear.blocks.push(LinearBlock {
            first_op: linear.ops.len() as u32,
            ops: 0,
            inputs: linear.inputs.len() as u32,
            exits: linear.links.len() as u32,
            rank: u32::MAX,
            switch: Switch::Final,
        });
        linear.links.push(LinearLink {
            link: LinkId(u32::MAX),
            target: graph.return_block,
            slots: linear.slots.len() as u32,
            case: Case::Other,
            exceptional: false,
        });
        for (i, b) in order::reverse_postorder(graph).into_iter().enumerate() {
            linear.blocks[b.index()].rank = i as u32;
        }
        linear
    }
    fn push_op(&mut self, result: VarId, kind: OpKind, span: Span) {
        self.ops.push(LinearOp {
            slots: self.slots.len() as u32,
            result,
            kind,
        });
        self.spans.push(span);
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
    /// The block as it is walked.
    pub(crate) fn block(&self, b: BlockId) -> &LinearBlock {
        &self.blocks[b.index()]
    }
    /// How many blocks there are.
    pub(crate) fn block_count(&self) -> usize {
        self.blocks.len() - 1
    }
    /// How many operations there are, exits included.
    pub(crate) fn op_count(&self) -> usize {
        self.ops.len() - 1
    }
    /// The inputargs of a block.
    pub(crate) fn inputs(&self, b: BlockId) -> &[VarId] {
        let i = b.index();
        &self.inputs[self.blocks[i].inputs as usize..self.blocks[i + 1].inputs as usize]
    }
    /// The exits of a block: numbers of links.
    pub(crate) fn exits(&self, b: BlockId) -> Range<usize> {
        let i = b.index();
        self.blocks[i].exits as usize..self.blocks[i + 1].exits as usize
    }
    /// An exit by number.
    pub(crate) fn link(&self, i: usize) -> LinearLink {
        self.links[i]
    }
    /// The number of an operation within the graph; `index` one past the last stands for the exits.
    pub(crate) fn op(&self, block: BlockId, index: usize) -> usize {
        self.blocks[block.index()].first_op as usize + index
    }
    /// An operation by number.
    pub(crate) fn op_at(&self, op: usize) -> LinearOp {
        self.ops[op]
    }
    /// The place of an operation by number.
    pub(crate) fn span(&self, op: usize) -> Span {
        self.spans[op]
    }
    /// The operands of an operation by number (of the exits: the switch).
    pub(crate) fn args_of(&self, op: usize) -> &[Slot] {
        let first = self.ops[op].slots as usize;
        let switch = self.ops[op].result == NO_RESULT;
        // The slots of the links follow those of the switch.
        let end = if switch {
            first + 1
        } else {
            self.ops[op + 1].slots as usize
        };
        &self.slots[first..end]
    }
    /// The operands of an exit by number.
    pub(crate) fn args_of_link(&self, i: usize) -> &[Slot] {
        let first = self.links[i].slots as usize;
        let count = self.inputs(self.links[i].target).len();
        &self.slots[first..first + count]
    }
    /// The annotation of a constant, if it was needed before.
    pub(crate) fn known(&self, constant: usize) -> Option<Annotation> {
        self.consts[constant].get()
    }
    /// Remembers the annotation of a constant.
    pub(crate) fn remember(&self, constant: usize, a: Annotation) {
        self.consts[constant].set(Some(a));
    }
}

/// The "result" of the exits of a block.
const NO_RESULT: VarId = VarId(u32::MAX);

/// An argument of a remembered call.
#[derive(Clone, Copy)]
pub(crate) enum Passed {
    /// The argument of the operation with this number (the callee is number 0).
    Arg(u32),
    /// The receiver, or the default of a parameter.
    Known(Annotation),
}

/// A callee of a remembered call: one graph for all calls, whatever is passed.
#[derive(Clone, Copy)]
pub(crate) struct MemoCallee {
    /// The graph, its first block and its result; `None`: a class without `__init__`.
    pub graph: Option<(GraphId, BlockId, VarId)>,
    /// The new instance, if a class is called.
    pub instance: Option<Annotation>,
    /// Its parameters and what is passed for them, in [`Running::passed`].
    pub args: (u32, u32),
}

/// A call that only passes its arguments on, as long as the callee stays the same.
#[derive(Clone, Copy)]
pub(crate) struct CallMemo {
    pub callee: Annotation,
    /// The graphs, in [`Running::callees`].
    pub callees: (u32, u32),
}

/// An attribute of instances of a class, found once.
#[derive(Clone, Copy)]
pub(crate) struct AttrMemo {
    pub class: ClassId,
    /// The name, a constant.
    pub name: Annotation,
    /// Its hidden variable (modulo E).
    pub cell: CellId,
    /// What the hidden variable held, and what of it a lookup on the class finds.
    pub found: (Annotation, Annotation),
}

/// What an operation of a graph remembers. None of it is part of the state: it says what need not be done again.
#[derive(Clone, Copy)]
pub(crate) struct OpMemo {
    /// The call in [`Running::calls`], or the attribute in [`Running::attrs`]; `NOTHING`: none.
    pub at: u32,
    /// The hidden variable whose readers include the block; `NOTHING`: none.
    pub reads: CellId,
}

/// Index of an operation that remembers nothing.
pub(crate) const NOTHING: u32 = u32::MAX;

/// What the engine keeps of a graph of the program.
pub(crate) struct Running {
    /// The linear form of its flow graph.
    pub linear: Rc<LinearGraph>,
    /// Blocks that are in the worklist.
    queued: FixedBitSet,
    /// Blocks that are noted as blocked.
    pub blocked: FixedBitSet,
    /// Per block: the first operation whose rule must be applied when the block is flowed next.
    pub from: Vec<u32>,
    /// Per operation, exits included.
    pub memo: Vec<OpMemo>,
    /// Calls that `LinearOp` refers to.
    pub calls: Vec<CallMemo>,
    pub callees: Vec<MemoCallee>,
    /// What is passed for the parameters of the callees.
    pub passed: Vec<(VarId, Passed)>,
    /// Attributes that `LinearOp` refers to.
    pub attrs: Vec<AttrMemo>,
}

/// LinearGraphs by the address of the flow graph.
#[derive(Default)]
pub(crate) struct LinearGraphs(FxHashMap<usize, Rc<LinearGraph>>);

impl LinearGraphs {
    /// What the engine needs to run a graph.
    pub(crate) fn running(&mut self, flow: &Rc<FlowGraph>) -> Running {
        let linear = self
            .0
            .entry(Rc::as_ptr(flow) as usize)
            .or_insert_with(|| Rc::new(LinearGraph::new(flow)))
            .clone();
        let nothing = OpMemo {
            at: NOTHING,
            reads: CellId(NOTHING),
        };
        Running {
            queued: FixedBitSet::with_capacity(linear.block_count()),
            blocked: FixedBitSet::with_capacity(linear.block_count()),
            from: vec![u32::MAX; linear.block_count()],
            memo: vec![nothing; linear.op_count()],
            calls: Vec::new(),
            callees: Vec::new(),
            passed: Vec::new(),
            attrs: Vec::new(),
            linear,
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
    /// Adds a block, unless it is there; rules are applied from the operation `from` on.
    pub(crate) fn push(&mut self, b: BlockRef, from: u32, running: &mut Running, how: Schedule) {
        let first = &mut running.from[b.block.index()];
        *first = from.min(*first);
        if running.queued.put(b.block.index()) {
            return;
        }
        match how {
            Schedule::DepthFirst => {
                let rank = running.linear.block(b.block).rank;
                self.heap.push((b.graph, u32::MAX - rank, b.block));
            }
            _ => self.order.push(b),
        }
    }
    /// Takes the next block.
    pub(crate) fn pop(&mut self, running: &mut [Running], how: Schedule) -> Option<BlockRef> {
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
