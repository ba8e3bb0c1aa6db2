//! `W0458`: what `keys`, `values` and `items` of a dictionary give in Python 3.
//!
//! Untranslated it is a view, which follows what the dictionary gets and loses; in translated code it is a list, unless
//! it is only iterated over. There is no difference where it is read at once, or where no such dictionary changes.
//!
//! ```text
//! n = len(d.keys())           read at once
//! names = sorted(d.keys())    read at once
//! k = d.keys(); d[x] = y      a warning: len(k) is what it was before
//! ```
use ir::diag::Diagnostic;
use ir::model::{BlockId, ExitSwitch, Operand};
use ir::source::Span;
use python::live::Value;

use crate::defs::OpRef;
use crate::engine::Annotator;
use crate::front::hl::{HlGraph, HlOp, HlOperation};
use crate::model::DictId;
use crate::report::python_only::is_embedded;
use crate::report::warnings::Notes;
use crate::rules::iterate::{HandedOn, handed_on};

/// A view that a program makes, as a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MadeView {
    dict: DictId,
    method: &'static str,
    span: Span,
}

impl Annotator {
    /// The call at hand, of `keys`, `values` or `items` of a dictionary, gives a list.
    pub(crate) fn note_view(&mut self, dict: DictId, method: &'static str) {
        let here = self.here;
        let span = self.span;
        let library = (self.program.graphs.get(here.graph)).is_none_or(|g| g.is_library());
        if !library && !is_embedded(span) && !self.in_python2() {
            let view = MadeView { dict, method, span };
            self.findings.notes.views.insert(here, view);
        }
    }
    /// Warnings: views that are kept while their dictionaries change.
    pub(crate) fn kept_views(&self, notes: &Notes) -> Vec<Diagnostic> {
        let changes = |view: &MadeView| self.program.dict(view.dict).mutated;
        let kept = |here: &OpRef| {
            let graph = self.program.graphs[here.graph].graph();
            !is_read_at_once(graph, here.block, here.index as usize)
        };
        (notes.views.iter())
            .filter(|(here, view)| changes(view) && kept(here))
            .map(|(_, view)| {
                let method = view.method;
                let text = format!("what `{method}()` gives is a list in translated code");
                Diagnostic::warning("W0458", view.span, text)
                    .label("untranslated it follows later changes of the dictionary")
                    .help(format!(
                        "write `list(d.{method}())` if it need not follow them, and call `{method}()` again if it must"
                    ))
            })
            .collect()
    }
}

/// Of a call: whether it is one of a builtin function or class, or of a method of one of these names, looked up in the
/// block.
fn calls(graph: &HlGraph, block: BlockId, op: &HlOperation, methods: &[&str]) -> Option<bool> {
    let (HlOp::SimpleCall | HlOp::CallArgs(_)) = &op.op else {
        return None;
    };
    Some(match &op.args[0] {
        Operand::Const(c) => matches!(c.0, Value::Builtin(_) | Value::Class(_)),
        Operand::Var(f) => {
            let made = graph.blocks[block].ops.iter().find(|o| o.result == *f);
            made.is_some_and(|o| match o.args.get(1) {
                Some(Operand::Const(c)) if o.op == HlOp::GetAttr => (c.0.as_str())
                    .is_some_and(|n| methods.iter().any(|m| *n.bytes == *m.as_bytes())),
                _ => false,
            })
        }
    })
}

/// Whether an operation leaves dictionaries as they are, as far as that can be seen.
fn leaves_dictionaries(graph: &HlGraph, block: BlockId, op: &HlOperation) -> bool {
    match &op.op {
        HlOp::SetItem | HlOp::DelItem | HlOp::SetAttr => false,
        _ => calls(graph, block, op, &["keys", "values", "items", "get"]).unwrap_or(true),
    }
}

/// Whether an operation reads the whole of what it gets, and keeps nothing of it.
fn reads_at_once(graph: &HlGraph, block: BlockId, op: &HlOperation) -> bool {
    match &op.op {
        HlOp::Iter | HlOp::Len | HlOp::Contains | HlOp::Bool | HlOp::Eq | HlOp::Ne => true,
        HlOp::HintMaxLength => true,
        _ => calls(graph, block, op, &["join", "extend", "update"]).unwrap_or(false),
    }
}

/// Whether the one thing that is done with the result of an operation is to read it, before anything else changes.
fn is_read_at_once(graph: &HlGraph, block: BlockId, index: usize) -> bool {
    let (mut block, mut from) = (block, index + 1);
    let Some(mut v) = graph.blocks[block].ops.get(index).map(|op| op.result) else {
        return false;
    };
    let (mut read, mut changed) = (false, false);
    for _ in 0..graph.blocks.len() {
        let b = &graph.blocks[block];
        for op in &b.ops[from..] {
            if op.args.contains(&Operand::Var(v)) {
                if read || changed || !reads_at_once(graph, block, op) {
                    return false;
                }
                read = true;
            } else if !leaves_dictionaries(graph, block, op) {
                changed = true;
            }
        }
        if matches!(&b.exitswitch, ExitSwitch::Value(x) if *x == Operand::Var(v)) {
            return !read && !changed;
        }
        let (target, input) = match handed_on(graph, block, v) {
            HandedOn::Nowhere => return true,
            HandedOn::To(target, input) if !read => (target, input),
            HandedOn::To(..) | HandedOn::Elsewhere => return false,
        };
        (block, from, v) = (target, 0, input);
    }
    false
}
