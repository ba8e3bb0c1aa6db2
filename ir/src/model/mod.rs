//! The graph model: SSI flow graphs with block parameters, used by every stage from flow space to back end.
//!
//! A [`Graph`] is a set of blocks. A block has *inputargs* (variables), operations, an *exitswitch* and *exits*
//! (links). A link carries operands to the inputargs of its target. **SSI property**: a variable is used only in the
//! block that defines it, so every block is a function of its inputargs: links are the only way of data
//! between blocks.
//!
//! * [`ExitSwitch::None`]: one exit, or none for `return`, `except` and *unreachable* ends (the last operation never
//!   returns).
//! * [`ExitSwitch::Value`]: the exits' [`ExitCase`]s are told apart by a value; `Default` may come last.
//! * [`ExitSwitch::LastException`]: the last operation may raise; exit 0 is the normal one ([`ExitCase::Always`]), the
//!   others catch ([`ExitCase::Exception`]) and define `last_exception`/`last_exc_value`, two variables that exist on
//!   the link only.
//!
//! The model is generic over a [`Dialect`] (operations, constants, types of variables): flow-level graphs hold live
//! objects, low-level graphs plain data that is `Send`. Submodules: [`verify`] (rules), [`text`] (print and parse),
//! [`dot`], [`order`] (reverse post-order, dominators, strongly connected regions). What changes graphs is in
//! [`crate::rewrite`], what computes facts about them in [`crate::dataflow`].
//!
//! ```text
//! graph double_up(v0: Signed) -> Signed
//! b0(v0: Signed):
//!     v1: Bool = int_lt(v0, 0)
//!     if v1 then return(0) else b1(v0)
//! b1(v2: Signed):
//!     v3: Signed = int_add(v2, v2)
//!     goto return(v3)
//! ```
use std::fmt;

use smallvec::SmallVec;

use crate::index::{Idx, IndexVec};
use crate::name::Name;
use crate::source::{Inlining, Span};

pub mod dot;
pub mod order;
mod preds;
pub mod text;
pub mod verify;

pub use preds::Predecessors;

crate::entity!(
    /// A block of a graph.
    BlockId,
    "b"
);
crate::entity!(
    /// A variable of a graph.
    VarId,
    "v"
);
crate::entity!(
    /// A link of a graph.
    LinkId,
    "l"
);

/// What a stage puts into the graph model.
pub trait Dialect: Clone + fmt::Debug + Sized + 'static {
    /// Operation names, with their immediates.
    type Op: OpInfo;
    /// What operands are that are no variables.
    type Const: Clone + PartialEq + fmt::Debug;
    /// Types of variables (`()` where a later map holds them).
    type Type: Clone + PartialEq + fmt::Debug;
}

/// Facts about an operation that generic code needs.
pub trait OpInfo: Clone + PartialEq + fmt::Debug {
    /// Number of arguments; `None` if it varies.
    fn arity(&self) -> Option<usize>;
    /// No effect and no dependence on the heap: may be removed when unused, and merged when equal.
    fn is_pure(&self) -> bool;
    /// May raise an exception that a `LastException` switch sees.
    fn can_raise(&self) -> bool;
    /// Control never passes this operation (a block may end after it without exits).
    fn is_noreturn(&self) -> bool {
        false
    }
}

/// An argument of an operation or link.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Operand<C> {
    /// A variable of the same block.
    Var(VarId),
    Const(C),
}

impl<C> Operand<C> {
    /// The variable, if it is one.
    pub fn var(&self) -> Option<VarId> {
        match self {
            Operand::Var(v) => Some(*v),
            Operand::Const(_) => None,
        }
    }
    /// The constant, if it is one.
    pub fn as_const(&self) -> Option<&C> {
        match self {
            Operand::Var(_) => None,
            Operand::Const(c) => Some(c),
        }
    }
}
impl<C> From<VarId> for Operand<C> {
    fn from(v: VarId) -> Self {
        Operand::Var(v)
    }
}

/// An operand of a dialect.
pub type Arg<D> = Operand<<D as Dialect>::Const>;
/// Arguments of operations and links.
pub type Args<D> = SmallVec<[Arg<D>; 4]>;

/// `result = op(args)`.
#[derive(Clone, PartialEq, Debug)]
pub struct Operation<D: Dialect> {
    pub op: D::Op,
    pub args: Args<D>,
    /// The variable it defines (of type Void where there is no result).
    pub result: VarId,
    /// Where it comes from.
    pub span: Span,
}

/// What decides between the exits of a block.
#[derive(Clone, PartialEq, Debug)]
pub enum ExitSwitch<C> {
    /// Nothing: at most one exit.
    None,
    /// A value, compared with the exits' cases.
    Value(Operand<C>),
    /// Whether, and with what, the last operation raises.
    LastException,
}

/// When a link is taken.
#[derive(Clone, PartialEq, Debug)]
pub enum ExitCase<C> {
    /// The only exit, or the normal exit under `LastException`.
    Always,
    /// The switch value is this boolean.
    Bool(bool),
    /// The switch value equals this constant.
    Case(C),
    /// The switch value equals no other case.
    Default,
    /// The exception raised is an instance of this class (flow level: a class object; low level: a vtable constant).
    Exception(C),
}

/// An edge between blocks.
#[derive(Clone, PartialEq, Debug)]
pub struct Link<D: Dialect> {
    /// The block it leads to.
    pub target: BlockId,
    /// One operand for each inputarg of the target.
    pub args: Args<D>,
    /// When it is taken.
    pub exitcase: ExitCase<D::Const>,
    /// Under `Exception`: the class of the exception, defined on this link.
    pub last_exception: Option<VarId>,
    /// Under `Exception`: the exception object, defined on this link.
    pub last_exc_value: Option<VarId>,
    /// Where it comes from.
    pub span: Span,
}

impl<D: Dialect> Link<D> {
    /// The variables that exist on this link only.
    pub fn caught(&self) -> impl Iterator<Item = VarId> + use<D> {
        self.last_exception.into_iter().chain(self.last_exc_value)
    }
    /// A link that is taken whenever its block ends.
    pub fn always(target: BlockId, args: impl IntoIterator<Item = Arg<D>>, span: Span) -> Self {
        Self::when(ExitCase::Always, target, args, span)
    }
    /// A link under a case.
    pub fn when(
        exitcase: ExitCase<D::Const>,
        target: BlockId,
        args: impl IntoIterator<Item = Arg<D>>,
        span: Span,
    ) -> Self {
        Link {
            target,
            args: args.into_iter().collect(),
            exitcase,
            last_exception: None,
            last_exc_value: None,
            span,
        }
    }
}

/// A basic block in SSI form: all that it uses comes in by `inputargs`.
#[derive(Clone, PartialEq, Debug)]
pub struct Block<D: Dialect> {
    /// The variables it is a function of.
    pub inputargs: Vec<VarId>,
    /// Its operations in order.
    pub ops: Vec<Operation<D>>,
    /// What decides between its exits.
    pub exitswitch: ExitSwitch<D::Const>,
    /// Its exits, in the order in which they are tried.
    pub exits: SmallVec<[LinkId; 2]>,
    pub span: Span,
    /// Removed blocks stay as holes until [`Graph::compact`].
    pub dead: bool,
}

/// What is stored of each variable.
#[derive(Clone, PartialEq, Debug)]
pub struct VarData<T> {
    pub ty: T,
    /// The name of the local variable it stands for, if any (for messages and debugging information).
    pub name: Option<Name>,
    /// The copy of a function's body that the name belongs to; told apart where debugging information is wanted.
    pub inlining: Inlining,
}

impl<T> VarData<T> {
    /// Gives it the name of another one, if it has none.
    pub fn take_name<U>(&mut self, other: &VarData<U>) {
        if self.name.is_none() {
            (self.name, self.inlining) = (other.name, other.inlining);
        }
    }
}

/// The flow graph of one function, over the operations of a dialect.
#[derive(Clone, Debug)]
pub struct Graph<D: Dialect> {
    /// `module.function`, for people.
    pub name: String,
    pub span: Span,
    /// The blocks. `start`, `return_block` and `except_block` are among them.
    pub blocks: IndexVec<BlockId, Block<D>>,
    /// The links; a link belongs to the one block whose `exits` name it.
    pub links: IndexVec<LinkId, Link<D>>,
    pub vars: IndexVec<VarId, VarData<D::Type>>,
    /// Entry; its inputargs are the function's parameters.
    pub start: BlockId,
    /// Normal end: one inputarg, no operations, no exits.
    pub return_block: BlockId,
    /// Exceptional end: two inputargs (class, value), no operations, no exits.
    pub except_block: BlockId,
}

impl<D: Dialect> Graph<D> {
    /// An empty graph with `return` and `except` blocks and an empty start block.
    pub fn new(
        name: impl Into<String>,
        span: Span,
        result: D::Type,
        exc_class: D::Type,
        exc_value: D::Type,
    ) -> Self {
        let mut g = Graph {
            name: name.into(),
            span,
            blocks: IndexVec::new(),
            links: IndexVec::new(),
            vars: IndexVec::new(),
            start: BlockId(0),
            return_block: BlockId(1),
            except_block: BlockId(2),
        };
        let r = g.new_var(result);
        let (c, v) = (g.new_var(exc_class), g.new_var(exc_value));
        g.start = g.new_block(Vec::new(), span);
        g.return_block = g.new_block(vec![r], span);
        g.except_block = g.new_block(vec![c, v], span);
        g
    }
    /// A variable that no block defines yet.
    pub fn new_var(&mut self, ty: D::Type) -> VarId {
        self.new_named_var(ty, None)
    }
    /// A fresh variable with a name for people.
    pub fn new_named_var(&mut self, ty: D::Type, name: Option<Name>) -> VarId {
        self.vars.push(VarData {
            ty,
            name,
            inlining: Inlining::NONE,
        })
    }
    /// A fresh variable like another one.
    pub fn copy_var(&mut self, v: VarId) -> VarId {
        let data = self.vars[v].clone();
        self.vars.push(data)
    }
    /// A fresh block without exits.
    pub fn new_block(&mut self, inputargs: Vec<VarId>, span: Span) -> BlockId {
        self.blocks.push(Block {
            inputargs,
            ops: Vec::new(),
            exitswitch: ExitSwitch::None,
            exits: SmallVec::new(),
            span,
            dead: false,
        })
    }
    /// The type of a variable.
    pub fn ty(&self, v: VarId) -> &D::Type {
        &self.vars[v].ty
    }
    /// Appends an operation with a fresh result of type `ty` and returns the result.
    pub fn op(
        &mut self,
        block: BlockId,
        op: D::Op,
        args: impl IntoIterator<Item = Arg<D>>,
        ty: D::Type,
        span: Span,
    ) -> VarId {
        let result = self.new_var(ty);
        self.blocks[block].ops.push(Operation {
            op,
            args: args.into_iter().collect(),
            result,
            span,
        });
        result
    }
    /// Adds a link to the exits of `from`.
    pub fn add_exit(&mut self, from: BlockId, link: Link<D>) -> LinkId {
        let id = self.links.push(link);
        self.blocks[from].exits.push(id);
        id
    }
    /// Ends `from` with an unconditional jump.
    pub fn goto(
        &mut self,
        from: BlockId,
        target: BlockId,
        args: impl IntoIterator<Item = Arg<D>>,
        span: Span,
    ) {
        self.blocks[from].exitswitch = ExitSwitch::None;
        self.blocks[from].exits.clear();
        self.add_exit(from, Link::always(target, args, span));
    }
    /// Ends `from` with a test of a boolean: exits in the order true, false.
    pub fn branch(
        &mut self,
        from: BlockId,
        cond: Arg<D>,
        yes: (BlockId, Args<D>),
        no: (BlockId, Args<D>),
        span: Span,
    ) {
        self.blocks[from].exitswitch = ExitSwitch::Value(cond);
        self.blocks[from].exits.clear();
        self.add_exit(from, Link::when(ExitCase::Bool(true), yes.0, yes.1, span));
        self.add_exit(from, Link::when(ExitCase::Bool(false), no.0, no.1, span));
    }
    /// The parameters: the start block's inputargs.
    pub fn args(&self) -> &[VarId] {
        &self.blocks[self.start].inputargs
    }
    /// The variable that holds the result.
    pub fn return_var(&self) -> VarId {
        self.blocks[self.return_block].inputargs[0]
    }
    /// Whether a block is one of the two final ones.
    pub fn is_final(&self, b: BlockId) -> bool {
        b == self.return_block || b == self.except_block
    }
    /// The blocks that are not dead, in order of number.
    pub fn live_blocks(&self) -> impl Iterator<Item = BlockId> + Clone + '_ {
        let all = (0..self.blocks.len()).map(BlockId::new);
        all.filter(|&b| !self.blocks[b].dead)
    }
    /// The targets of a block's exits.
    pub fn successors(&self, b: BlockId) -> impl Iterator<Item = BlockId> + '_ {
        self.blocks[b].exits.iter().map(|&l| self.links[l].target)
    }
    /// Incoming links of every block, from live blocks.
    pub fn predecessors(&self) -> Predecessors {
        Predecessors::along(self, self.live_blocks(), |b| &self.blocks[b].exits)
    }
    /// Visits what a block reads: arguments of operations, the switch, arguments of links, in this order.
    pub fn reads(&self, b: BlockId, mut f: impl FnMut(&Arg<D>)) {
        let block = &self.blocks[b];
        for op in &block.ops {
            op.args.iter().for_each(&mut f);
        }
        self.exit_reads(b, f);
    }
    /// Visits what the end of a block reads: the switch and the arguments of links.
    pub fn exit_reads(&self, b: BlockId, mut f: impl FnMut(&Arg<D>)) {
        let block = &self.blocks[b];
        if let ExitSwitch::Value(v) = &block.exitswitch {
            f(v);
        }
        for &l in &block.exits {
            self.links[l].args.iter().for_each(&mut f);
        }
    }
    /// Visits what a block reads, for writing.
    pub fn reads_mut(&mut self, b: BlockId, mut f: impl FnMut(&mut Arg<D>)) {
        for op in &mut self.blocks[b].ops {
            op.args.iter_mut().for_each(&mut f);
        }
        self.exit_reads_mut(b, f);
    }
    /// Visits the constants of a graph: what operations, switches and links read, and the cases of exits.
    pub fn constants(&self, mut f: impl FnMut(&D::Const)) {
        for b in self.live_blocks() {
            self.reads(b, |a| a.as_const().into_iter().for_each(&mut f));
            for &l in &self.blocks[b].exits {
                if let ExitCase::Case(c) | ExitCase::Exception(c) = &self.links[l].exitcase {
                    f(c);
                }
            }
        }
    }
    /// Visits the constants of a graph, for writing.
    pub fn constants_mut(&mut self, mut f: impl FnMut(&mut D::Const)) {
        for b in self.blocks.indices() {
            self.reads_mut(b, |a| {
                if let Operand::Const(c) = a {
                    f(c);
                }
            });
            for &l in &self.blocks[b].exits {
                if let ExitCase::Case(c) | ExitCase::Exception(c) = &mut self.links[l].exitcase {
                    f(c);
                }
            }
        }
    }
    /// Visits what the end of a block reads, for writing.
    pub fn exit_reads_mut(&mut self, b: BlockId, mut f: impl FnMut(&mut Arg<D>)) {
        let block = &mut self.blocks[b];
        if let ExitSwitch::Value(v) = &mut block.exitswitch {
            f(v);
        }
        for &l in &block.exits {
            self.links[l].args.iter_mut().for_each(&mut f);
        }
    }
    /// Takes the graph out of its place. What stays is a graph of the same result type that does nothing.
    pub fn take(&mut self) -> Graph<D> {
        let ty = |b: BlockId, i: usize| self.ty(self.blocks[b].inputargs[i]).clone();
        let (class, value) = (ty(self.except_block, 0), ty(self.except_block, 1));
        let result = ty(self.return_block, 0);
        std::mem::replace(self, Graph::new("", Span::NONE, result, class, value))
    }
    /// Number of operations in live blocks.
    pub fn op_count(&self) -> usize {
        self.live_blocks().map(|b| self.blocks[b].ops.len()).sum()
    }
}
