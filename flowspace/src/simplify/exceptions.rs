//! Exception exits.
//!
//! A call in a `try` can raise anything: its block has the exit `BaseException`, and the handler asks with `issubtype`
//! which clause applies. These questions become exits of the raising block:
//!
//! ```text
//! b0: v1 = simple_call(v0)                                  b0: v1 = simple_call(v0)
//!     try { normal => .., BaseException(c, x) => b1(c, x) }     try { normal => .., KeyError(c, x) => b2(x),
//! b1(v2, v3): v4 = issubtype(v2, <KeyError>)            ->            BaseException(c, x) => raise(c, x) }
//!     if v4 then b2(v3) else raise(v2, v3)
//! ```
//! An exit that only raises again is dropped when it is the last one: an exception without exit leaves the function
//! anyway.
use ir::model::{BlockId, ExitCase, ExitSwitch, Link, Operand, VarId};
use python::live::ClassRef;

use super::super::value::Const;
use super::super::{Hl, HlGraph, HlOp, Renaming};

/// Moves chains of `issubtype` into the exits of the raising blocks.
pub fn simplify_exceptions(graph: &mut HlGraph) {
    let blocks: Vec<BlockId> = graph
        .live_blocks()
        .filter(|&b| graph.blocks[b].exitswitch == ExitSwitch::LastException)
        .collect();
    for b in blocks {
        let exits = graph.blocks[b].exits.clone();
        let Some(&last) = exits.last() else { continue };
        if exits.len() < 2 || !takes_any(&graph.links[last]) {
            continue;
        }
        let mut covered: Vec<ClassRef> = exits[1..exits.len() - 1]
            .iter()
            .filter_map(|&l| case_class(&graph.links[l]))
            .collect();
        let mut new_links = Vec::new();
        let mut rest = graph.links[last].clone();
        let mut seen_all = false;
        let mut changed = false;
        while let Some((class, yes, no)) = question(graph, &rest) {
            changed = true;
            let is_covered = covered.iter().any(|c| class.is_subclass(c));
            if !is_covered {
                let mut link = yes;
                link.exitcase = ExitCase::Exception(Const(class_value(&class)));
                new_links.push(link);
                covered.push(class.clone());
            }
            if is_any(&class) {
                seen_all = true;
                break;
            }
            rest = no;
        }
        if !changed {
            continue;
        }
        if !seen_all {
            new_links.push(rest);
        }
        graph.blocks[b].exits.pop();
        for link in new_links {
            let link = with_own_vars(graph, link);
            graph.add_exit(b, link);
        }
    }
    graph.remove_unreachable();
}

fn class_value(c: &ClassRef) -> python::live::Value {
    python::live::Value::Class(c.clone())
}

fn case_class(link: &Link<Hl>) -> Option<ClassRef> {
    match &link.exitcase {
        ExitCase::Exception(c) => c.0.as_class().cloned(),
        _ => None,
    }
}

/// Whether all exceptions are of a class.
fn is_any(class: &ClassRef) -> bool {
    class.builtin.is_some() && class.name.get() == "BaseException"
}

fn takes_any(link: &Link<Hl>) -> bool {
    case_class(link).is_some_and(|c| is_any(&c))
}

/// If the target of an exception link asks for the class of that exception: the class asked for, and the links for yes
/// and no, expressed in the variables of `link`.
fn question(graph: &HlGraph, link: &Link<Hl>) -> Option<(ClassRef, Link<Hl>, Link<Hl>)> {
    let block = &graph.blocks[link.target];
    let [op] = &block.ops[..] else { return None };
    if op.op != HlOp::IsSubtype || block.exitswitch != ExitSwitch::Value(Operand::Var(op.result)) {
        return None;
    }
    let mut renaming = Renaming::default();
    for (&v, a) in block.inputargs.iter().zip(&link.args) {
        renaming.insert(v, a.clone());
    }
    let asked = renaming.resolve(&op.args[0]);
    if asked.var()? != link.last_exception? {
        return None;
    }
    let class = op.args[1].as_const()?.0.as_class()?.clone();
    let mut sides = [None, None];
    for &l in &block.exits {
        let exit = &graph.links[l];
        let ExitCase::Bool(case) = exit.exitcase else {
            return None;
        };
        if exit.args.contains(&Operand::Var(op.result)) {
            return None;
        }
        let mut side = link.clone();
        side.target = exit.target;
        side.args = exit.args.clone();
        renaming.args(&mut side.args);
        side.span = exit.span;
        sides[usize::from(case)] = Some(side);
    }
    let [no, yes] = sides;
    Some((class, yes?, no?))
}

/// The link with exception variables of its own.
fn with_own_vars(graph: &mut HlGraph, mut link: Link<Hl>) -> Link<Hl> {
    let mut renaming = Renaming::default();
    let mut fresh = |v: &mut Option<VarId>, graph: &mut HlGraph| {
        if let Some(old) = *v {
            let new = graph.copy_var(old);
            renaming.insert(old, Operand::Var(new));
            *v = Some(new);
        }
    };
    fresh(&mut link.last_exception, graph);
    fresh(&mut link.last_exc_value, graph);
    renaming.args(&mut link.args);
    link
}

/// Drops exits that an earlier exit shadows, and trailing exits that only raise again.
pub fn remove_dead_exceptions(graph: &mut HlGraph) {
    let blocks: Vec<BlockId> = graph
        .live_blocks()
        .filter(|&b| graph.blocks[b].exitswitch == ExitSwitch::LastException)
        .collect();
    for b in blocks {
        let mut seen: Vec<ClassRef> = Vec::new();
        let mut exits = graph.blocks[b].exits.clone();
        exits.retain(|l| {
            let Some(class) = case_class(&graph.links[*l]) else {
                return true;
            };
            let shadowed = seen.iter().any(|c| class.is_subclass(c));
            seen.push(class);
            !shadowed
        });
        // An exit for a certain exception of an operation that is no call stays: it says that the exception matters
        // here (an index is checked, the operation is not dropped).
        let is_call = graph.blocks[b]
            .ops
            .last()
            .is_some_and(|op| matches!(op.op, HlOp::SimpleCall | HlOp::CallArgs(_)));
        while let Some(&l) = exits.last()
            && (is_call || takes_any(&graph.links[l]))
            && raises_again(graph, &graph.links[l])
        {
            exits.pop();
        }
        if exits.len() == 1 {
            graph.blocks[b].exitswitch = ExitSwitch::None;
        }
        graph.blocks[b].exits = exits;
    }
    graph.remove_unreachable();
}

fn raises_again(graph: &HlGraph, link: &Link<Hl>) -> bool {
    let ExitCase::Exception(case) = &link.exitcase else {
        return false;
    };
    if link.target != graph.except_block || link.args.len() != 2 {
        return false;
    }
    let same_class = link.args[0].var() == link.last_exception && link.last_exception.is_some()
        || link.args[0] == Operand::Const(case.clone());
    same_class && link.args[1].var() == link.last_exc_value && link.last_exc_value.is_some()
}
