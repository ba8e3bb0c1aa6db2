//! Finds lists that a loop fills and then leaves alone: their length is fixed from there on.
//!
//! ```text
//! l = newlist()                               l = newlist()
//! it = iter(y)                                it = iter(y); l1 = hint_maxlength(l, y)
//! loop: x = next(it) ... l.append(f(x))       loop: x = next(it) ... l1.append(f(x))
//! end: uses l                           ->    end: l2 = hint_fence(l1); uses l2
//! ```
//! `hint_maxlength` tells how many items the list will have at most: what fills it need not move them.
//! `hint_fence` gives the list as a list of a new kind to the annotator: one that is never resized, if nothing later in
//! the program resizes it. List comprehensions are of this form, and loops written by hand.
//!
//! The conditions, for a loop with `iter` in one block leading to a block that consists of `next`:
//! 1. the `append` is reached from the `newlist` through the loop's `iter` only, and at most once per `next`;
//! 2. after the loop's end no `append` is reached without a new `newlist`;
//! 3. before and in the loop the list is used by that `append` (and by reading items) only.
use ir::index::{Idx, IndexVec};
use ir::model::{BlockId, ExitCase, ExitSwitch, Link, LinkId, Operand, VarId};
use python::live::Value;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::value::FlowValue;
use super::super::{HlGraph, HlOp};

/// Inserts `hint_fence` where such a list leaves its loop.
pub fn detect(graph: &mut HlGraph) {
    let mut done: FxHashSet<VarId> = FxHashSet::default();
    // Each round changes the graph at one list; the number of `newlist`s bounds the rounds.
    while let Some(list) = round(graph, &mut done) {
        done.insert(list);
    }
}

/// A loop: the block of its `next`, and the block of its `iter`.
struct Loop {
    next: BlockId,
    iter: BlockId,
}

fn round(graph: &mut HlGraph, done: &mut FxHashSet<VarId>) -> Option<VarId> {
    let mut has_empty_list = false;
    for b in graph.live_blocks() {
        has_empty_list |= graph.blocks[b]
            .ops
            .iter()
            .any(|op| op.op == HlOp::NewList && op.args.is_empty() && !done.contains(&op.result));
    }
    if !has_empty_list {
        return None;
    }
    let families = Families::new(graph);
    let mut lists: FxHashMap<VarId, (BlockId, VarId)> = FxHashMap::default();
    let mut iters: FxHashMap<VarId, BlockId> = FxHashMap::default();
    let mut appends: Vec<(VarId, VarId, BlockId)> = Vec::new();
    for b in graph.live_blocks() {
        let block = &graph.blocks[b];
        for (i, op) in block.ops.iter().enumerate() {
            match op.op {
                HlOp::NewList if op.args.is_empty() && !done.contains(&op.result) => {
                    lists.insert(families.of(op.result), (b, op.result));
                }
                HlOp::Iter => {
                    iters.insert(families.of(op.result), b);
                }
                HlOp::GetAttr if is_append(&op.args[1]) => {
                    let (at, method, rest) = call_place(graph, b, i, op.result);
                    let called = graph.blocks[at].ops[rest..].iter().any(|call| {
                        call.op == HlOp::SimpleCall
                            && call.args.len() == 2
                            && call.args[0] == Operand::Var(method)
                    });
                    if let (true, Some(list)) = (called, op.args[0].var()) {
                        appends.push((list, op.result, b));
                    }
                }
                _ => {}
            }
        }
    }
    let loops = find_loops(graph, &families, &iters);
    for (list, method, append) in appends {
        let family = families.of(list);
        let Some(&(newlist, result)) = lists.get(&family) else {
            continue;
        };
        let finder = Finder {
            graph,
            families: &families,
            family,
            newlist,
            append,
            method,
        };
        if let Some((iter, exits)) = finder.find(&loops) {
            for l in exits {
                fence(graph, &families, family, l);
            }
            expect_length(graph, &families, family, iter);
            return Some(result);
        }
    }
    None
}

/// Where the method that operation `i` of block `b` looks up can be called: in the rest of the block, or behind the
/// handlers of the operation, under another name.
fn call_place(graph: &HlGraph, b: BlockId, i: usize, method: VarId) -> (BlockId, VarId, usize) {
    let block = &graph.blocks[b];
    if block.exitswitch == ExitSwitch::LastException && i + 1 == block.ops.len() {
        let normal = &graph.links[block.exits[0]];
        let mut passed = normal
            .args
            .iter()
            .zip(&graph.blocks[normal.target].inputargs);
        if let Some((_, &v)) = passed.find(|(a, _)| **a == Operand::Var(method)) {
            return (normal.target, v, 0);
        }
    }
    (b, method, i + 1)
}

fn is_append(name: &FlowValue) -> bool {
    matches!(name.as_const().map(|c| &c.0), Some(Value::Str(s)) if &*s.bytes == b"append")
}

fn find_loops(
    graph: &HlGraph,
    families: &Families,
    iters: &FxHashMap<VarId, BlockId>,
) -> Vec<Loop> {
    let mut loops = Vec::new();
    for b in graph.live_blocks() {
        let block = &graph.blocks[b];
        let [op] = &block.ops[..] else { continue };
        if op.op != HlOp::Next || block.exitswitch != ExitSwitch::LastException {
            continue;
        }
        let Some(&iter) = op.args[0].var().and_then(|v| iters.get(&families.of(v))) else {
            continue;
        };
        let before = &graph.blocks[iter];
        if before.exitswitch == ExitSwitch::None
            && before.exits.len() == 1
            && graph.links[before.exits[0]].target == b
        {
            loops.push(Loop { next: b, iter });
        }
    }
    loops
}

/// Variables of different blocks that always hold one value: an inputarg is of the family of its arguments if they are
/// of one.
struct Families {
    parent: IndexVec<VarId, VarId>,
}

impl Families {
    fn new(graph: &HlGraph) -> Families {
        let mut f = Families {
            parent: (0..graph.vars.len()).map(VarId::new).collect(),
        };
        let preds = graph.predecessors();
        let blocks: Vec<BlockId> = graph
            .live_blocks()
            .filter(|&b| b != graph.start && !preds[b].is_empty())
            .collect();
        let mut progress = true;
        while progress {
            progress = false;
            for &b in &blocks {
                for (i, &input) in graph.blocks[b].inputargs.iter().enumerate() {
                    let own = f.of(input);
                    let mut source = None;
                    let same = preds[b].iter().all(|&(_, l)| match graph.links[l].args[i] {
                        Operand::Const(_) => false,
                        Operand::Var(v) => {
                            let v = f.of(v);
                            v == own || *source.get_or_insert(v) == v
                        }
                    });
                    if let (true, Some(v)) = (same, source) {
                        f.parent[own] = v;
                        progress = true;
                    }
                }
            }
        }
        f
    }
    fn of(&self, v: VarId) -> VarId {
        let mut at = v;
        while self.parent[at] != at {
            at = self.parent[at];
        }
        at
    }
}

/// The test of one `append` against the loops.
struct Finder<'g> {
    graph: &'g HlGraph,
    families: &'g Families,
    family: VarId,
    newlist: BlockId,
    append: BlockId,
    method: VarId,
}

impl Finder<'_> {
    /// The block with the `iter` of the loop that the list is filled by, if it is, and the links on which it leaves it.
    fn find(&self, loops: &[Loop]) -> Option<(BlockId, Vec<LinkId>)> {
        if self.method_escapes() {
            return None;
        }
        let (body, filled) = loops.iter().find_map(|l| self.accept(l).map(|b| (b, l)))?;
        let mut exits = Vec::new();
        for &b in &body {
            for &l in &self.graph.blocks[b].exits {
                let link = &self.graph.links[l];
                if !body.contains(&link.target) && self.has_list(&link.args) {
                    exits.push(l);
                }
            }
        }
        Some((filled.iter, exits))
    }

    fn method_escapes(&self) -> bool {
        let ops = &self.graph.blocks[self.append].ops;
        let i = ops.iter().position(|o| o.result == self.method);
        let place = i.map(|i| call_place(self.graph, self.append, i, self.method));
        let (at, method, _) = place.unwrap_or((self.append, self.method, 0));
        let block = &self.graph.blocks[at];
        let method = Operand::Var(method);
        block.ops.iter().any(|op| {
            let args = if op.op == HlOp::SimpleCall {
                &op.args[1..]
            } else {
                &op.args[..]
            };
            args.contains(&method)
        }) || block
            .exits
            .iter()
            .any(|&l| self.graph.links[l].args.contains(&method))
    }

    /// The blocks of the loop's body, if the loop fills the list.
    fn accept(&self, l: &Loop) -> Option<Vec<BlockId>> {
        let ends: Vec<BlockId> = self.graph.blocks[l.next]
            .exits
            .iter()
            .map(|&x| &self.graph.links[x])
            .filter(|x| x.exitcase != ExitCase::Always)
            .map(|x| x.target)
            .collect();
        if !self.is_alive(l.next)
            || self.reaches(self.newlist, self.append, l.iter)
            || self.reaches(l.next, l.iter, self.newlist)
            || self.reaches(self.append, self.append, l.next)
            || ends
                .iter()
                .any(|&e| e == self.append || self.reaches(e, self.append, self.newlist))
        {
            return None;
        }
        let body: Vec<BlockId> = self
            .graph
            .live_blocks()
            .filter(|&b| {
                self.is_alive(b) && (b == self.append || self.reaches(b, self.append, l.iter))
            })
            .filter(|&b| self.reaches(l.next, b, l.iter) || b == l.next)
            .collect();
        if !body.contains(&self.append) || !body.contains(&l.next) {
            return None;
        }
        let header = self.alive_from(self.newlist, l.next);
        let quiet = header.iter().chain(&body).all(|&b| !self.escapes(b));
        quiet.then_some(body)
    }

    fn has_list(&self, args: &[FlowValue]) -> bool {
        args.iter()
            .any(|a| a.var().is_some_and(|v| self.families.of(v) == self.family))
    }
    /// Whether the list is at hand in a block.
    fn is_alive(&self, b: BlockId) -> bool {
        b == self.newlist
            || self.graph.blocks[b]
                .inputargs
                .iter()
                .any(|&v| self.families.of(v) == self.family)
    }
    /// Whether a block does with the list what is not known to be harmless.
    fn escapes(&self, b: BlockId) -> bool {
        self.graph.is_final(b)
            || self.graph.blocks[b].ops.iter().any(|op| {
                op.result != self.method && op.op != HlOp::GetItem && self.has_list(&op.args)
            })
    }
    /// The blocks with the list on the way from `from`, not beyond `avoid`.
    fn alive_from(&self, from: BlockId, avoid: BlockId) -> Vec<BlockId> {
        let mut found = vec![from];
        let mut i = 0;
        while i < found.len() {
            for t in self.graph.successors(found[i]) {
                if t != avoid && !found.contains(&t) && self.is_alive(t) {
                    found.push(t);
                }
            }
            i += 1;
        }
        found
    }
    /// Whether a path of at least one link leads from `from` to `to` without passing `avoid`.
    fn reaches(&self, from: BlockId, to: BlockId, avoid: BlockId) -> bool {
        if from == avoid || to == avoid {
            return false;
        }
        let mut seen = FxHashSet::default();
        let mut todo = vec![from];
        while let Some(b) = todo.pop() {
            for t in self.graph.successors(b) {
                if t == to {
                    return true;
                }
                if t != avoid && seen.insert(t) {
                    todo.push(t);
                }
            }
        }
        false
    }
}

/// Puts `hint_maxlength` behind the `iter` of the loop.
fn expect_length(graph: &mut HlGraph, families: &Families, family: VarId, b: BlockId) {
    let is_list = |a: &FlowValue| {
        a.var()
            .is_some_and(|v| v.index() < families.parent.len() && families.of(v) == family)
    };
    let block = &graph.blocks[b];
    let Some(iter) = block.ops.iter().rposition(|op| op.op == HlOp::Iter) else {
        return;
    };
    let iterable = block.ops[iter].args[0].clone();
    let passed = block.exits.first().map(|&l| &graph.links[l].args);
    let Some(list) = passed.and_then(|args| args.iter().find(|a| is_list(a)).cloned()) else {
        return;
    };
    // Behind the `iter`, which tells what has no items to go through, as `None`. If its exceptions are handled here, it
    // is the last operation.
    if block.exitswitch == ExitSwitch::LastException {
        return;
    }
    let span = block.ops[iter].span;
    let hinted = graph.op(b, HlOp::HintMaxLength, [list, iterable], (), span);
    for l in graph.blocks[b].exits.clone() {
        for a in graph.links[l].args.iter_mut().filter(|a| is_list(a)) {
            *a = Operand::Var(hinted);
        }
    }
}

/// Puts a block with `hint_fence` on a link.
fn fence(graph: &mut HlGraph, families: &Families, family: VarId, l: LinkId) {
    let link = graph.links[l].clone();
    let span = link.span;
    let inputs: Vec<VarId> = graph.blocks[link.target]
        .inputargs
        .clone()
        .into_iter()
        .map(|v| graph.copy_var(v))
        .collect();
    let block = graph.new_block(inputs.clone(), span);
    let mut onward: Vec<FlowValue> = inputs.iter().map(|&v| Operand::Var(v)).collect();
    let mut fenced = None;
    for (i, a) in link.args.iter().enumerate() {
        if a.var()
            .is_some_and(|v| v.index() < families.parent.len() && families.of(v) == family)
        {
            let result = *fenced.get_or_insert_with(|| {
                graph.op(block, HlOp::HintFence, [Operand::Var(inputs[i])], (), span)
            });
            onward[i] = Operand::Var(result);
        }
    }
    graph.add_exit(block, Link::always(link.target, onward, span));
    graph.links[l].target = block;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::HlText;
    use ir::model::{text, verify};

    fn fences(source: &str) -> usize {
        let mut reader = HlText::default();
        let mut graph = text::parse(source, &mut reader).expect("the graph parses");
        detect(&mut graph);
        let violations = verify::verify(&graph, &verify::NoRules);
        assert_eq!(verify::report(&graph, &violations, &reader), None);
        graph
            .live_blocks()
            .map(|b| &graph.blocks[b])
            .map(|b| b.ops.iter().filter(|op| op.op == HlOp::HintFence).count())
            .sum()
    }

    const LOOP: &str = "graph f(v0)
b0(v0):
    v1 = newlist()
    v2 = iter(v0)
    goto b1(v1, v2)
b1(v3, v4):
    v5 = next(v4)
    try { normal => b2(v3, v4, v5), <class:StopIteration>(v6, v7) => return(v3) }
b2(v8, v9, v10):
    v11 = getattr(v8, 'append')
    v12 = simple_call(v11, v10)
    goto b1(v8, v9)
";

    #[test]
    fn a_filled_list_is_fenced_where_it_leaves_the_loop() {
        assert_eq!(fences(LOOP), 1);
    }
    #[test]
    fn a_list_that_is_looked_at_in_the_loop_is_not() {
        let looked = LOOP.replace("    v11 =", "    v13 = len(v8)\n    v11 =");
        assert_eq!(fences(&looked), 0);
    }
    #[test]
    fn two_appends_an_item_are_too_many() {
        let twice = LOOP.replace(
            "    goto b1(v8, v9)",
            "    goto b3(v8, v9, v10)\nb3(v14, v15, v16):
    v17 = getattr(v14, 'append')
    v18 = simple_call(v17, v16)
    goto b1(v14, v15)",
        );
        assert_eq!(fences(&twice), 0);
    }
}
