//! The verifier of the graph model. It collects all violations; [`report`] prints them under the offending lines.
//!
//! Rules:
//! 1. Every variable is defined at most once (inputarg, operation result, or link exception variable).
//! 2. SSI: an operation, exitswitch or link uses only variables defined earlier in the same block, or (link arguments
//!    only) the link's own exception variables.
//! 3. A link has as many arguments as its target has inputargs, and its target is not dead.
//! 4. Operations have the number of arguments their name demands.
//! 5. `return` has one inputarg, `except` two; both have no operations and no exits.
//! 6. A block without exits that is not final ends in an operation that never returns.
//! 7. `None`: one `Always` exit. `Value`: boolean cases come as a pair of different ones, or distinct cases with
//!    `Default` last at most once. `LastException`: the last operation can raise, exit 0 is `Always`, the others
//!    `Exception` with both exception variables; no other link has such variables.
//! 8. A link belongs to one block only.
//!
//! A dialect adds its own rules (types of arguments) through [`DialectRules`].
use super::text::{self, Printer};
use super::{BlockId, Dialect, ExitCase, ExitSwitch, Graph, LinkId, OpInfo, Operand, VarId};
use crate::index::IndexVec;

/// Where a violation is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Site {
    /// The head of a block.
    Block(BlockId),
    /// The n-th operation of a block.
    Op(BlockId, usize),
    /// The n-th exit of a block.
    Exit(BlockId, usize),
}

/// A rule that a graph breaks, and where.
#[derive(Clone, PartialEq, Debug)]
pub struct Violation {
    pub place: Site,
    pub message: String,
}

/// Rules of a dialect, checked beside the generic ones.
pub trait DialectRules<D: Dialect> {
    /// Checks one operation; pushes messages.
    fn check_op(&self, graph: &Graph<D>, op: &super::Operation<D>, errors: &mut Vec<String>);
    /// Checks one operand passed to an inputarg.
    fn check_link_arg(
        &self,
        graph: &Graph<D>,
        arg: &super::Arg<D>,
        target: VarId,
        errors: &mut Vec<String>,
    );
}

/// No rules beside the generic ones.
pub struct NoRules;
impl<D: Dialect> DialectRules<D> for NoRules {
    fn check_op(&self, _: &Graph<D>, _: &super::Operation<D>, _: &mut Vec<String>) {}
    fn check_link_arg(&self, _: &Graph<D>, _: &super::Arg<D>, _: VarId, _: &mut Vec<String>) {}
}

/// Checks the rules of every graph and those of the dialect; all violations.
pub fn verify<D: Dialect>(graph: &Graph<D>, rules: &dyn DialectRules<D>) -> Vec<Violation> {
    let mut c = Checker {
        graph,
        rules,
        errors: Vec::new(),
        defined_in: IndexVec::from_elem(None, graph.vars.len()),
        owner: IndexVec::from_elem(None, graph.links.len()),
    };
    for b in graph.live_blocks() {
        c.block(b);
    }
    c.final_blocks();
    c.errors.sort_by_key(|v| v.place);
    c.errors
}

/// The printed graph with the violations under their lines; `None` if there are none.
pub fn report<D: Dialect>(
    graph: &Graph<D>,
    violations: &[Violation],
    printer: &dyn Printer<D>,
) -> Option<String> {
    if violations.is_empty() {
        return None;
    }
    Some(text::print_annotated(graph, printer, &mut |place| {
        violations
            .iter()
            .filter(|v| v.place == place)
            .map(|v| format!("^ {}", v.message))
            .collect()
    }))
}

struct Checker<'a, D: Dialect> {
    graph: &'a Graph<D>,
    rules: &'a dyn DialectRules<D>,
    errors: Vec<Violation>,
    defined_in: IndexVec<VarId, Option<BlockId>>,
    owner: IndexVec<LinkId, Option<BlockId>>,
}

impl<D: Dialect> Checker<'_, D> {
    fn error(&mut self, place: Site, message: impl Into<String>) {
        self.errors.push(Violation {
            place,
            message: message.into(),
        });
    }
    fn define(&mut self, v: VarId, b: BlockId, place: Site) {
        if v.0 as usize >= self.graph.vars.len() {
            return self.error(place, format!("{v} does not exist"));
        }
        if let Some(other) = self.defined_in[v] {
            self.error(place, format!("{v} is defined twice (also in {other})"));
        }
        self.defined_in[v] = Some(b);
    }
    fn use_of(&mut self, a: &super::Arg<D>, b: BlockId, place: Site) {
        if let Operand::Var(v) = a {
            match self.defined_in.get(*v) {
                None => self.error(place, format!("{v} does not exist")),
                Some(Some(d)) if *d == b => {}
                Some(Some(d)) => {
                    let message = format!("{v} is used outside its block {d}");
                    self.error(place, message);
                }
                Some(None) => self.error(place, format!("{v} is used before it is defined")),
            }
        }
    }
    fn block(&mut self, b: BlockId) {
        let graph = self.graph;
        let block = &graph.blocks[b];
        for &v in &block.inputargs {
            self.define(v, b, Site::Block(b));
        }
        for (i, op) in block.ops.iter().enumerate() {
            let place = Site::Op(b, i);
            for a in &op.args {
                self.use_of(a, b, place);
            }
            if let Some(n) = op.op.arity()
                && n != op.args.len()
            {
                self.error(place, format!("takes {n} arguments, has {}", op.args.len()));
            }
            self.define(op.result, b, place);
            let mut messages = Vec::new();
            self.rules.check_op(graph, op, &mut messages);
            for m in messages {
                self.error(place, m);
            }
        }
        if let ExitSwitch::Value(v) = &block.exitswitch {
            self.use_of(v, b, Site::Exit(b, 0));
        }
        for (i, &l) in block.exits.iter().enumerate() {
            self.exit(b, i, l);
        }
        self.switch(b);
    }
    fn exit(&mut self, b: BlockId, i: usize, l: LinkId) {
        let graph = self.graph;
        let place = Site::Exit(b, i);
        let link = &graph.links[l];
        if let Some(other) = self.owner[l].replace(b) {
            self.error(place, format!("{l} also belongs to {other}"));
        }
        for v in link.caught() {
            self.define(v, b, place);
        }
        for a in &link.args {
            self.use_of(a, b, place);
            // The exception variables of one link are unknown to its siblings.
            if let Some(v) = a.var() {
                let foreign = graph.blocks[b].exits.iter().any(|&o| {
                    o != l
                        && (graph.links[o].last_exception == Some(v)
                            || graph.links[o].last_exc_value == Some(v))
                });
                if foreign {
                    self.error(
                        place,
                        format!("{v} is an exception variable of another link"),
                    );
                }
            }
        }
        let Some(target) = graph.blocks.get(link.target) else {
            return self.error(place, format!("{} does not exist", link.target));
        };
        if target.dead {
            self.error(place, format!("leads to {}, which is dead", link.target));
        }
        if target.inputargs.len() != link.args.len() {
            let n = target.inputargs.len();
            self.error(
                place,
                format!(
                    "passes {} arguments to {}, which takes {n}",
                    link.args.len(),
                    link.target
                ),
            );
        } else {
            let mut messages = Vec::new();
            for (a, &v) in link.args.iter().zip(&target.inputargs) {
                self.rules.check_link_arg(graph, a, v, &mut messages);
            }
            for m in messages {
                self.error(place, m);
            }
        }
    }
    fn switch(&mut self, b: BlockId) {
        let graph = self.graph;
        let block = &graph.blocks[b];
        let at = |i| Site::Exit(b, i);
        let case = |i: usize| &graph.links[block.exits[i]].exitcase;
        let n = block.exits.len();
        if graph.is_final(b) {
            return;
        }
        for (i, &l) in block.exits.iter().enumerate() {
            let link = &graph.links[l];
            let catches = matches!(link.exitcase, ExitCase::Exception(_));
            if catches != link.last_exception.is_some() || catches != link.last_exc_value.is_some()
            {
                self.error(
                    at(i),
                    "exception variables belong to exception exits, both of them",
                );
            }
        }
        match &block.exitswitch {
            ExitSwitch::None if n == 0 => {
                if !block.ops.last().is_some_and(|o| o.op.is_noreturn()) {
                    self.error(Site::Block(b), "has no exit");
                }
            }
            ExitSwitch::None => {
                if n != 1 || !matches!(case(0), ExitCase::Always) {
                    self.error(at(0), "without a switch there is one unconditional exit");
                }
            }
            ExitSwitch::Value(_) if n == 0 => {
                self.error(Site::Block(b), "has a switch and no exit")
            }
            ExitSwitch::Value(_) => {
                if matches!(case(0), ExitCase::Bool(_)) {
                    let both = n == 2
                        && matches!((case(0), case(1)), (ExitCase::Bool(x), ExitCase::Bool(y)) if x != y);
                    if !both {
                        self.error(at(0), "a boolean switch has one true and one false exit");
                    }
                    return;
                }
                for i in 0..n {
                    match case(i) {
                        ExitCase::Case(c) => {
                            if (0..i).any(|j| matches!(case(j), ExitCase::Case(d) if c == d)) {
                                self.error(at(i), "repeats a case");
                            }
                        }
                        ExitCase::Default if i == n - 1 => {}
                        ExitCase::Default => self.error(at(i), "the default exit comes last"),
                        _ => self.error(at(i), "is not a case of a value"),
                    }
                }
            }
            ExitSwitch::LastException => {
                if !block.ops.last().is_some_and(|o| o.op.can_raise()) {
                    self.error(Site::Block(b), "the last operation cannot raise");
                }
                if n == 0 || !matches!(case(0), ExitCase::Always) {
                    self.error(
                        Site::Block(b),
                        "the first exit of an exception switch is the normal one",
                    );
                }
                for i in 1..n {
                    if !matches!(case(i), ExitCase::Exception(_)) {
                        self.error(at(i), "catches nothing");
                    }
                }
            }
        }
    }
    fn final_blocks(&mut self) {
        for (b, n) in [(self.graph.return_block, 1), (self.graph.except_block, 2)] {
            let block = &self.graph.blocks[b];
            if block.inputargs.len() != n || !block.ops.is_empty() || !block.exits.is_empty() {
                self.error(
                    Site::Block(b),
                    format!("a final block has {n} inputargs, no operations and no exits"),
                );
            }
        }
    }
}
