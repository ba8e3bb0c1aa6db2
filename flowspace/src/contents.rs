//! Contents of prebuilt lists and dictionaries that the program does not change: reads of them with constant keys are
//! carried out while translating.
//!
//! ```text
//! NAMES = {'a': 'first'}
//! def f(x):                                 graph m.f(v0)
//!     if 'b' in NAMES: ...                  (not there)
//!     return getattr(x, NAMES['a'])             v1 = getattr(v0, 'first')
//! ```
//! Whether something changes them is known when the whole program is annotated: the list or dictionary may get
//! anywhere. So reads are carried out first and judged afterwards. If one was wrong, its container is never read from
//! again, and all is done once more:
//!
//! ```text
//! loop {
//!     annotate the program
//!     refused = containers that were read, and that the program writes to or that have other contents now
//!     if refused is empty { break }
//!     forget all graphs
//! }
//! ```
//! Writes to constants are seen while graphs are made: a function that reads and writes (`counter[0] += 1`) is made
//! once more at once, and containers that were written to before the first read are not read from.
use std::cell::{Cell, RefCell};

use ir::model::Operand;
use ir::source::Span;
use python::code::Mode;
use python::live::{Identity, Space, Value};
use rustc_hash::FxHashMap;

use super::fold::{is_immutable, is_stable};
use super::interp;
use super::op::HlOp;
use super::value::{FlowValue, same_const};

/// A read that was carried out.
struct Read {
    op: HlOp,
    args: Vec<Value>,
    mode: Mode,
    result: Value,
}

/// The reads of one container.
struct Reads {
    /// How many containers had been read from before.
    number: usize,
    reads: Vec<Read>,
}

/// What was read of the prebuilt lists and dictionaries of a program. See the header of the module.
#[derive(Default)]
pub struct Contents {
    /// What was read of each container. The container is among the arguments: it is kept alive.
    reads: RefCell<FxHashMap<Identity, Reads>>,
    /// How many containers were ever read from.
    containers: Cell<usize>,
    /// Containers of which nothing is read; they are kept alive.
    refused: RefCell<FxHashMap<Identity, Value>>,
    /// No further container is read from.
    sealed: Cell<bool>,
}

impl Contents {
    /// The container that an operation on constants reads from, if the read may be carried out.
    pub(super) fn container<'v>(&self, op: &HlOp, args: &'v [Value]) -> Option<&'v Value> {
        let container = args.first()?;
        let reads = match (op, container) {
            (HlOp::Len | HlOp::Bool, Value::List(_) | Value::Dict(_)) => true,
            (HlOp::GetItem, Value::List(_) | Value::Dict(_)) => is_immutable(&args[1]),
            // Items and keys are compared with what is looked for.
            (HlOp::Contains, Value::List(l)) => {
                is_immutable(&args[1]) && l.items.borrow().iter().all(is_stable)
            }
            (HlOp::Contains, Value::Dict(_)) => is_immutable(&args[1]),
            _ => false,
        };
        let id = container.identity();
        let open = !self.sealed.get() || self.reads.borrow().contains_key(&id);
        (reads && open && !self.refused.borrow().contains_key(&id)).then_some(container)
    }
    /// Notes the result of a read.
    pub(super) fn note(&self, op: &HlOp, args: &[Value], mode: Mode, result: &Value) {
        let read = Read {
            op: op.clone(),
            args: args.to_vec(),
            mode,
            result: result.clone(),
        };
        let mut all = self.reads.borrow_mut();
        let of_container = all.entry(args[0].identity()).or_insert_with(|| {
            let number = self.containers.get();
            self.containers.set(number + 1);
            Reads {
                number,
                reads: Vec::new(),
            }
        });
        of_container.reads.push(read);
    }
    /// Notes an operation that is recorded: what it writes to is not read from.
    pub(super) fn note_recorded(&self, op: &HlOp, args: &[FlowValue]) {
        let constant = |i: usize| match args.get(i) {
            Some(Operand::Const(c)) => Some(&c.0),
            _ => None,
        };
        let Some(v @ (Value::List(_) | Value::Dict(_))) = constant(0) else {
            return;
        };
        let writes = match (op, constant(1)) {
            (HlOp::SetItem | HlOp::DelItem | HlOp::SetSlice | HlOp::DelSlice, _) => true,
            (HlOp::GetAttr, Some(Value::Str(name))) => WRITERS.contains(&name.name().as_str()),
            _ => op.without_inplace().is_some(),
        };
        // What is sealed was judged.
        let judged = || self.sealed.get() && self.reads.borrow().contains_key(&v.identity());
        if writes && !judged() {
            self.refuse(v);
        }
    }
    fn refuse(&self, container: &Value) {
        let (id, v) = (container.identity(), container.clone());
        self.refused.borrow_mut().insert(id, v);
    }
    /// How many containers were read from so far.
    pub(super) fn count(&self) -> usize {
        self.containers.get()
    }
    /// Whether one of the containers that were read from first since there were `count` is written to. They are
    /// forgotten.
    pub(super) fn forget_written_since(&self, count: usize) -> bool {
        let (mut reads, refused) = (self.reads.borrow_mut(), self.refused.borrow());
        let before = reads.len();
        reads.retain(|id, r| r.number < count || !refused.contains_key(id));
        reads.len() < before
    }
    /// Judges all reads when the program is annotated: whether graphs rest on one that was wrong. `written` tells
    /// whether the program writes to a container. The containers are not read from again.
    pub fn refuse_wrong(&self, space: &Space, written: impl Fn(Identity) -> bool) -> bool {
        let reads = self.reads.take();
        let mut wrong = false;
        for (id, of_container) in reads {
            let reads = &of_container.reads;
            let refused = self.refused.borrow().contains_key(&id);
            if refused || written(id) || !reads.iter().all(|r| holds(space, r)) {
                wrong = true;
                self.refuse(&reads[0].args[0]);
            } else {
                self.reads.borrow_mut().insert(id, of_container);
            }
        }
        if wrong {
            self.reads.borrow_mut().clear();
        }
        wrong
    }
    /// From now on only containers that were read from are.
    pub fn seal(&self) {
        self.sealed.set(true);
    }
}

/// Methods of lists and dictionaries that write to them.
const WRITERS: &[&str] = &[
    "append",
    "extend",
    "insert",
    "pop",
    "remove",
    "reverse",
    "sort",
    "setdefault",
    "update",
    "clear",
    "popitem",
    "move_to_end",
];

/// Whether a read has the same result now.
fn holds(space: &Space, read: &Read) -> bool {
    let compute = || interp::evaluate_pure(space, &read.op, &read.args, Span::NONE);
    match space.in_mode(read.mode, compute) {
        Some(Ok(v)) => same_const(&v, &read.result),
        _ => false,
    }
}
