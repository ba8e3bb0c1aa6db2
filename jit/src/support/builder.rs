//! The residual graph under construction: one block of low-level operations in the text form all stages share.
//!
//! ```text
//! b0(v3: Ptr(W_Int), v4: Signed):
//!     v5: Signed = getfield[W_Int.value](v3)
//!     v6: Signed = int_add(v5, v4)
//! ```
//! Constants of pointer types are addresses (see `backend_x86::residual`). Pointers of residual code are used under any
//! pointer type: there are no pointer casts.
use backend_x86::fragment::{Edge, Guard};
use ir::lltype::LLType;
use ir::model::{Arg, Args, Operand, Operation, VarId};
use ir::source::Span;
use lowlevel::{Const, LL, LLGraph, LLOp, Value};

/// A graph under construction.
#[derive(Debug)]
pub struct FragmentBuilder {
    graph: LLGraph,
    /// Index into [`JitInfo::locations`](jit_abi::info::JitInfo::locations) of each operation.
    locations: Vec<u32>,
    /// Side exits: guards before the end.
    guards: Vec<Guard>,
    /// Graphs for the fragments that come next.
    spare: Vec<LLGraph>,
}

/// Variables of the blocks that every graph has, and that residual code does not use.
const RESERVED: usize = 3;

fn empty_graph(name: &str) -> LLGraph {
    let void = LLType::Void;
    let graph = LLGraph::new(name, Span::default(), void, void, void);
    debug_assert_eq!(graph.vars.len(), RESERVED);
    graph
}

fn clear_graph(graph: &mut LLGraph) {
    graph.vars.truncate(RESERVED);
    let start = &mut graph.blocks[graph.start];
    start.inputargs.clear();
    start.ops.clear();
}

impl Default for FragmentBuilder {
    fn default() -> Self {
        FragmentBuilder::new("")
    }
}

impl FragmentBuilder {
    /// A fragment without parameters and operations.
    pub fn new(name: &str) -> FragmentBuilder {
        FragmentBuilder {
            graph: empty_graph(name),
            locations: Vec::new(),
            guards: Vec::new(),
            spare: Vec::new(),
        }
    }
    /// Adds a parameter of the fragment.
    pub fn param(&mut self, ty: LLType) -> VarId {
        let v = self.graph.new_var(ty);
        let start = self.graph.start;
        self.graph.blocks[start].inputargs.push(v);
        v
    }
    /// Appends an operation; its result (a variable of type Void where there is none).
    pub fn emit(
        &mut self,
        op: LLOp,
        args: impl IntoIterator<Item = Arg<LL>>,
        result: LLType,
        location: u32,
    ) -> VarId {
        self.emit_args(op, args.into_iter().collect(), result, location)
    }
    /// The same with arguments that are in place already.
    pub fn emit_args(&mut self, op: LLOp, args: Args<LL>, ty: LLType, location: u32) -> VarId {
        self.locations.push(location);
        let result = self.graph.new_var(ty);
        let start = self.graph.start;
        self.graph.blocks[start].ops.push(Operation {
            op,
            args,
            result,
            span: Span::default(),
        });
        result
    }
    /// Leaves along an edge to a stub, if the condition has this value. The number of the guard.
    pub fn guard(&mut self, cond: VarId, exit_when: bool, edge: Edge) -> usize {
        self.guards.push(Guard {
            at: self.ops().len(),
            cond,
            exit_when,
            edge,
        });
        self.guards.len() - 1
    }
    /// Gives a guard another test: `op(base, number)`, or `op(base, limit - number)`; it leaves if that is true.
    pub fn bound_guard(
        &mut self,
        guard: usize,
        op: LLOp,
        base: Arg<LL>,
        limit: Option<Arg<LL>>,
        number: Const,
    ) {
        let start = self.graph.start;
        let end = self.ops().len();
        let at = self.guards[guard].at;
        let location = at.checked_sub(1).map_or(0, |i| self.locations[i]);
        let number = Operand::Const(number);
        let number = match limit {
            Some(n) => {
                let args = [n, number];
                Operand::Var(self.emit(LLOp::IntSub, args, LLType::Signed, location))
            }
            None => number,
        };
        let cond = self.emit(op, [base, number], LLType::Bool, location);
        // They belong before the guard.
        let added = self.ops().len() - end;
        self.graph.blocks[start].ops[at..].rotate_right(added);
        self.locations[at..].rotate_right(added);
        for g in &mut self.guards[guard..] {
            g.at += added;
        }
        let g = &mut self.guards[guard];
        (g.cond, g.exit_when) = (cond, true);
    }
    /// Changes the number in the test of a guard (see [`FragmentBuilder::bound_guard`]).
    pub fn change_bound(&mut self, guard: usize, has_limit: bool, number: Const) {
        let start = self.graph.start;
        let at = self.guards[guard].at - 1 - usize::from(has_limit);
        self.graph.blocks[start].ops[at].args[1] = Operand::Const(number);
    }
    /// Forgets the last operation, if this is its result. Nothing may use it.
    pub fn drop_last(&mut self, result: VarId) {
        let start = self.graph.start;
        let ops = &mut self.graph.blocks[start].ops;
        let at = self.guards.last().map_or(0, |g| g.at);
        if ops.len() > at && ops.last().is_some_and(|o| o.result == result) {
            ops.pop();
            self.locations.pop();
        }
    }
    /// The last guard.
    pub fn last_guard(&self) -> Option<&Guard> {
        self.guards.last()
    }
    /// Operations and guards so far: whether there is any code.
    pub fn size(&self) -> usize {
        self.ops().len() + self.guards.len()
    }
    /// The operations so far.
    pub fn ops(&self) -> &[Operation<LL>] {
        &self.graph.blocks[self.graph.start].ops
    }
    /// The graph so far.
    pub fn graph(&self) -> &LLGraph {
        &self.graph
    }
    /// The locations so far, parallel to the operations.
    pub fn locations(&self) -> &[u32] {
        &self.locations
    }
    /// The type of a variable.
    pub fn ty(&self, v: VarId) -> LLType {
        *self.graph.ty(v)
    }
    /// An empty block again.
    pub fn clear(&mut self) {
        clear_graph(&mut self.graph);
        self.locations.clear();
        self.guards.clear();
    }
    /// The graph, the locations of its operations, and the guards; an empty block remains.
    pub fn take(&mut self) -> (LLGraph, Vec<u32>, Vec<Guard>) {
        let next = match self.spare.pop() {
            Some(graph) => graph,
            None => empty_graph(&self.graph.name),
        };
        (
            std::mem::replace(&mut self.graph, next),
            std::mem::take(&mut self.locations),
            std::mem::take(&mut self.guards),
        )
    }
    /// Takes back the memory of a graph that is not needed any more.
    pub fn give_back(&mut self, mut graph: LLGraph) {
        clear_graph(&mut graph);
        self.spare.push(graph);
    }
}

/// A word as a constant of residual code: pointers by address, floats by their bits.
pub fn constant(ty: LLType, bits: u64) -> Const {
    let value = match ty {
        LLType::Void => Value::Void,
        LLType::Float => Value::Float(bits),
        // In registers a SingleFloat is a binary32; constants hold it as binary64.
        LLType::SingleFloat => Value::Float(f64::from(f32::from_bits(bits as u32)).to_bits()),
        LLType::Ptr(_) | LLType::Address if bits == 0 => Value::Null,
        _ => Value::Int(bits as i64),
    };
    Const { ty, value }
}

/// The word of a constant of residual code, the inverse of [`constant`].
pub fn word(c: Const) -> u64 {
    match (c.ty, c.value) {
        (LLType::SingleFloat, Value::Float(bits)) => {
            u64::from((f64::from_bits(bits) as f32).to_bits())
        }
        (_, Value::Int(i)) => i as u64,
        (_, Value::Float(bits)) => bits,
        _ => 0,
    }
}

/// A word as an operand of residual code.
pub fn constant_operand(ty: LLType, bits: u64) -> Arg<LL> {
    Operand::Const(constant(ty, bits))
}
