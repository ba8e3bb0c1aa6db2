//! Where an annotation came from: a short chain of places through calls, attributes, list items and arguments.
//!
//! Provenance is reconstructed when an error is reported, not kept while annotating: from a variable backwards over the
//! links to the operation that made the value; from the result of a call into the callee; from a parameter to the call
//! that passed it; from a read of an attribute or item to the place that put it in (hidden variables keep the merges
//! that changed them).
//!
//! ```text
//! n = size(w)              an integer comes from here         <- the error is about n
//! def size(x): return x.n  returned by `size`
//! w.n = len(s)             attribute `n` is set to an integer here
//! ```
use ir::diag::Diagnostic;
use ir::model::{Operand, VarId};
use ir::source::Span;
use python::code::Instr;
use python::live::Value;
use python::vocabulary::methods::{DictMethod, ListMethod, Method};
use rustc_hash::FxHashSet;

use crate::defs::*;
use crate::engine::{Annotator, NOWHERE};
use crate::front::hl::{HlOp, HlOperand, HlOperation};
use crate::model::*;

/// The longest chain that is shown.
const LONGEST: usize = 4;

/// The places a value came through, nearest first.
#[derive(Default)]
struct Chain {
    steps: Vec<(Span, String)>,
    seen: FxHashSet<(GraphId, VarId)>,
}

impl Chain {
    fn full(&self) -> bool {
        self.steps.len() >= LONGEST || self.seen.len() > 200
    }
    fn push(&mut self, span: Span, text: String) {
        if !span.is_none() && !self.steps.iter().any(|(s, _)| *s == span) {
            self.steps.push((span, text));
        }
    }
}

/// Whether a `return` statement stands at a place: without one a function's end gives None.
pub(crate) fn is_return(place: Span) -> bool {
    let file = ir::source::file(place.file);
    let (line, column) = file.line_column(place.start);
    let rest: String = (file.line_text(line).chars())
        .skip(column as usize - 1)
        .collect();
    rest.starts_with("return") || rest.starts_with("None") || rest.starts_with("lambda")
}

impl Annotator {
    /// Adds to `d` where the annotation `side` of variable `v` comes from.
    pub(crate) fn with_provenance(
        &self,
        mut d: Diagnostic,
        g: GraphId,
        v: VarId,
        side: Annotation,
    ) -> Diagnostic {
        let mut chain = Chain::default();
        self.trace(g, v, side, &mut chain);
        for (span, text) in chain.steps {
            if span == d.span {
                if d.label.is_empty() || d.label == "they meet here" {
                    d.label = text;
                }
                continue;
            }
            d = self.note_made(d, span, &text);
        }
        d
    }

    /// A place other than `not` where a function returns something of the sort of `side`.
    pub(crate) fn place_of_return(&self, g: GraphId, side: Annotation, not: Span) -> Option<Span> {
        let info = &self.program.graphs[g];
        let graph = info.graph();
        let mut exits = graph
            .live_blocks()
            .flat_map(|b| graph.blocks[b].exits.iter().copied());
        exits.find_map(|l| {
            let link = &graph.links[l];
            if link.target != graph.return_block || !info.is_followed(l) || link.span == not {
                return None;
            }
            let fits = match &link.args[0] {
                Operand::Var(w) => same_sort(info.bindings[*w], side),
                Operand::Const(c) => self.is_sort(c, side),
            };
            (fits && !link.span.is_none()).then_some(link.span)
        })
    }

    /// Follows a variable to where its value was made; whether it was found.
    fn trace(&self, g: GraphId, v: VarId, side: Annotation, chain: &mut Chain) -> bool {
        if chain.full() || !chain.seen.insert((g, v)) {
            return false;
        }
        let info = &self.program.graphs[g];
        let graph = info.graph();
        for b in graph.live_blocks() {
            let block = &graph.blocks[b];
            if let Some(i) = block.ops.iter().position(|op| op.result == v) {
                let here = OpRef::new(g, b, i);
                self.trace_operation(here, &block.ops[i], side, chain);
                return true;
            }
            let Some(index) = block.inputargs.iter().position(|&x| x == v) else {
                continue;
            };
            if b == graph.start {
                return self.trace_argument(g, v, index, side, chain);
            }
            for from in graph.live_blocks() {
                for &l in &graph.blocks[from].exits {
                    let link = &graph.links[l];
                    if link.target != b || !info.is_followed(l) {
                        continue;
                    }
                    match &link.args[index] {
                        Operand::Var(w) => {
                            let a = info.bindings[*w];
                            if !a.is_impossible()
                                && same_sort(a, side)
                                && self.trace(g, *w, side, chain)
                            {
                                return true;
                            }
                        }
                        Operand::Const(c) => {
                            if self.is_sort(c, side) {
                                let place = self.place_of_constant(g, c).unwrap_or(link.span);
                                let what = self.english(side);
                                let text = if c.0.is_none()
                                    && b == graph.return_block
                                    && !is_return(place)
                                {
                                    format!(
                                        "behind this the function ends without `return`: {what}"
                                    )
                                } else {
                                    format!("{what} comes from here")
                                };
                                chain.push(place, text);
                                return true;
                            }
                        }
                    }
                }
            }
            return false;
        }
        false
    }

    /// From a parameter to the call that passed something of this sort.
    fn trace_argument(
        &self,
        g: GraphId,
        v: VarId,
        index: usize,
        side: Annotation,
        chain: &mut Chain,
    ) -> bool {
        let info = &self.program.graphs[g];
        for &site in &info.callers {
            let caller = &self.program.graphs[site.graph];
            let Some(op) = caller.graph().blocks[site.block]
                .ops
                .get(site.index as usize)
            else {
                continue;
            };
            if self.leaves_out(site, g, index, side) {
                let name = info.graph().vars[v].name;
                let name = name.map_or_else(|| "it".to_owned(), |n| format!("`{n}`"));
                chain.push(
                    op.span,
                    format!("{name} is left out here: {}", self.english(side)),
                );
                return true;
            }
            let Some(arg) = self.argument_at(site, op, g, index) else {
                continue;
            };
            let fits = match arg {
                Operand::Var(w) => same_sort(caller.bindings[*w], side),
                Operand::Const(c) => self.is_sort(c, side),
            };
            if !fits && info.callers.len() > 1 {
                continue;
            }
            let name = info.graph().vars[v].name;
            let what = self.english(side);
            chain.push(
                op.span,
                match name {
                    Some(n) => format!("{what} is passed as `{n}` here"),
                    None => format!("{what} comes from here"),
                },
            );
            if let Operand::Var(w) = arg {
                self.trace(site.graph, *w, side, chain);
            }
            return true;
        }
        false
    }

    /// Where a parameter has a default of the sort of one of `sides`, if calls of the function leave it out.
    pub(super) fn default_of(
        &self,
        g: GraphId,
        v: VarId,
        name: &str,
        sides: [Annotation; 2],
    ) -> Option<Span> {
        let info = &self.program.graphs[g];
        let index = info.graph().args().iter().position(|&a| a == v)?;
        let s = &info.flow.signature;
        let first = s.argnames.len() - s.defaults.len();
        let value = index.checked_sub(first).and_then(|i| s.defaults.get(i))?;
        let value = flowspace::Const(value.clone());
        if !sides.iter().any(|&side| self.is_sort(&value, side)) {
            return None;
        }
        let code = info.flow.func.code();
        super::python_only::place_of_default(code.name_span, name)
    }

    /// The operand of a call that becomes a parameter of graph `g`.
    fn argument_at<'a>(
        &self,
        site: OpRef,
        op: &'a HlOperation,
        g: GraphId,
        index: usize,
    ) -> Option<&'a HlOperand> {
        let info = self.program.calls.get(&site)?;
        let callee = info.callees.iter().find(|c| c.graph == Some(g))?;
        match callee.args.get(index)? {
            ArgSource::Positional(i) => op.args.get(i + 1),
            ArgSource::Keyword(i) => op.args.get(1 + info.shape.positional as usize + i),
            _ => None,
        }
    }

    /// Whether a call leaves a parameter to its default, which is of the sort of `side`.
    fn leaves_out(&self, site: OpRef, g: GraphId, index: usize, side: Annotation) -> bool {
        let callee = self.program.calls.get(&site);
        let callee = callee.and_then(|info| info.callees.iter().find(|c| c.graph == Some(g)));
        match callee.and_then(|c| c.args.get(index)) {
            Some(ArgSource::Default(v)) => self.is_sort(&flowspace::Const(v.clone()), side),
            _ => false,
        }
    }

    fn trace_operation(&self, here: OpRef, op: &HlOperation, side: Annotation, chain: &mut Chain) {
        let what = self.english(side);
        chain.push(op.span, format!("{what} comes from here"));
        if chain.full() {
            return;
        }
        let bindings = &self.program.graphs[here.graph].bindings;
        let arg = |i: usize| match op.args.get(i) {
            Some(Operand::Var(v)) => Some(bindings[*v]),
            Some(Operand::Const(c)) => self.constants.annotations.get(c).copied(),
            None => None,
        };
        match &op.op {
            HlOp::SimpleCall | HlOp::CallArgs(_) => {
                let Some(info) = self.program.calls.get(&here) else {
                    self.trace_method(arg(0), side, chain);
                    return;
                };
                // Into the callee that returns something of this sort.
                for callee in info.callees.iter().filter(|c| c.instantiates.is_none()) {
                    let Some(g) = callee.graph else { continue };
                    let info = &self.program.graphs[g];
                    if !same_sort(info.result(), side) {
                        continue;
                    }
                    let before = chain.steps.len();
                    self.trace(g, info.graph().return_var(), side, chain);
                    if let Some((_, text)) = chain.steps.get_mut(before) {
                        *text = format!("returned by `{}`", short(&info.graph().name));
                    }
                    return;
                }
            }
            HlOp::GetAttr => {
                let name = op.args.get(1).and_then(|a| a.as_const()?.as_name());
                if let (Some(class), Some(name)) = (arg(0).and_then(|a| a.class()), name)
                    && let Some((_, attr)) = self.program.find_attr(class, name)
                {
                    let text = format!("attribute `{name}` is set to {{}} here");
                    self.trace_cell(attr.cell, side, &text, chain);
                }
            }
            HlOp::GetItem => match arg(0).map(|a| a.kind()) {
                Some(AnnotationKind::List(l)) => {
                    let cell = self.program.list(*l).item;
                    self.trace_cell(cell, side, "{} is put into the list here", chain);
                }
                Some(AnnotationKind::Dict(d)) => {
                    let cell = self.program.dict(*d).value;
                    self.trace_cell(cell, side, "{} is put into the dictionary here", chain);
                }
                _ => {}
            },
            HlOp::Next => {
                let container = match arg(0).map(|a| a.kind()) {
                    Some(AnnotationKind::Iterator { container, .. }) => *container,
                    _ => return,
                };
                let cell = match container.kind() {
                    AnnotationKind::List(l) => self.program.list(*l).item,
                    AnnotationKind::Dict(d) => self.program.dict(*d).key,
                    _ => return,
                };
                self.trace_cell(cell, side, "{} is put in here", chain);
            }
            _ => {}
        }
    }

    /// What a method of a container takes out was put in somewhere.
    fn trace_method(&self, callee: Option<Annotation>, side: Annotation, chain: &mut Chain) {
        let Some(AnnotationKind::BuiltinMethod { name, receiver }) = callee.map(|a| a.kind())
        else {
            return;
        };
        let Some(method) = crate::builtins::method(receiver.kind(), name.as_str()) else {
            return;
        };
        match (receiver.kind(), method) {
            (AnnotationKind::List(l), Method::List(ListMethod::Pop)) => {
                let cell = self.program.list(*l).item;
                self.trace_cell(cell, side, "{} is put into the list here", chain);
            }
            (
                AnnotationKind::Dict(d),
                Method::Dict(DictMethod::Get | DictMethod::Pop | DictMethod::SetDefault),
            ) => {
                let cell = self.program.dict(*d).value;
                self.trace_cell(cell, side, "{} is put into the dictionary here", chain);
            }
            _ => {}
        }
    }

    /// The merge into a hidden variable that brought this sort.
    fn trace_cell(&self, c: CellId, side: Annotation, text: &str, chain: &mut Chain) {
        let cell = self.program.cells.get(c);
        let found = cell
            .history
            .iter()
            .find(|o| same_sort(o.what, side) && !o.span.is_none());
        if let Some(o) = found {
            let what = self.english(o.what);
            chain.push(o.span, text.replace("{}", &what));
        }
    }

    /// Where the code of a graph mentions a constant, if it does so only once.
    fn place_of_constant(&self, g: GraphId, c: &flowspace::Const) -> Option<Span> {
        let code = self.program.graphs[g].flow.func.code();
        let mut found = None;
        for (i, instr) in code.instrs.iter().enumerate() {
            let Instr::LoadConst(id) = instr else {
                continue;
            };
            let value = python::live::const_value(&code.consts[id.0 as usize]);
            if crate::model::constant::same(&value, &c.0) {
                if found.is_some() {
                    return None;
                }
                found = Some(code.spans[i]);
            }
        }
        found
    }

    /// Whether a constant of a graph is of the sort of `side`.
    fn is_sort(&self, c: &flowspace::Const, side: Annotation) -> bool {
        match &c.0 {
            Value::None => side.is_none(),
            Value::Int(_) => matches!(side.kind(), AnnotationKind::Int { .. }),
            Value::Str(_) => matches!(
                side.kind(),
                AnnotationKind::Text(TextKind { wide: false, .. })
            ),
            _ => self
                .constants
                .annotations
                .get(c)
                .is_some_and(|&a| same_sort(a, side)),
        }
    }

    /// Adds where operand `i` of the current operation came from.
    pub(crate) fn with_operand_origin(&self, d: Diagnostic, i: usize) -> Diagnostic {
        if self.here == NOWHERE {
            return d;
        }
        let graph = self.program.graphs[self.here.graph].graph();
        let Some(op) = graph.blocks[self.here.block]
            .ops
            .get(self.here.index as usize)
        else {
            return d;
        };
        let Some(Operand::Var(v)) = op.args.get(i) else {
            return d;
        };
        let a = self.program.graphs[self.here.graph].bindings[*v];
        self.with_provenance(d, self.here.graph, *v, a)
    }
    /// Adds the function that `callee` is, and where what it returns came from.
    pub(crate) fn with_result_origin(
        &self,
        mut d: Diagnostic,
        callee: Annotation,
        side: Annotation,
    ) -> Diagnostic {
        for &desc in callee.descs().unwrap_or_default() {
            d = self.note_made(d, self.program.desc_span(desc), "this is the function");
            if let Some(f) = self.program.function(desc)
                && let Some((_, &g)) = f.graphs.first()
            {
                let v = self.program.graphs[g].graph().return_var();
                d = self.with_provenance(d, g, v, side);
            }
        }
        d
    }
    /// Adds where the operands of the current operation came from: of a call, its arguments.
    pub(crate) fn with_operand_origins(&self, mut d: Diagnostic) -> Diagnostic {
        if self.here == NOWHERE {
            return d;
        }
        let graph = self.program.graphs[self.here.graph].graph();
        let block = &graph.blocks[self.here.block];
        let Some(op) = block.ops.get(self.here.index as usize) else {
            return d;
        };
        let call = matches!(op.op, HlOp::SimpleCall | HlOp::CallArgs(_));
        let first = usize::from(call && op.args.len() > 1);
        let operands = match op.op {
            // What is stored, then where.
            HlOp::SetAttr | HlOp::SetItem => [2, 0],
            _ => [first, first + 1],
        };
        for i in operands {
            d = self.with_operand_origin(d, i);
        }
        d
    }
    pub(crate) fn with_callee_origin(&self, d: Diagnostic) -> Diagnostic {
        self.with_operand_origin(d, 0)
    }
}

/// The last part of a dotted name.
pub(super) fn short(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// Roughly one kind of thing, for finding which side of a union a value is.
pub(crate) fn same_sort(a: Annotation, b: Annotation) -> bool {
    match (a.kind(), b.kind()) {
        (AnnotationKind::Text(x), AnnotationKind::Text(y)) => x.wide == y.wide,
        (AnnotationKind::Bool(_), AnnotationKind::Int { .. })
        | (
            AnnotationKind::Int {
                maybe_bool: true, ..
            },
            AnnotationKind::Bool(_),
        ) => true,
        (x, y) => std::mem::discriminant(x) == std::mem::discriminant(y),
    }
}
