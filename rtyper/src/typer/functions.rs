//! The functions of the program: one for each annotated graph that is reached, those made for a purpose, and external
//! ones; their signatures.
use std::collections::VecDeque;

use annotator::defs::GraphId;
use ir::lltype::{ContainerId, LLType};
use ir::name::Name;
use ir::source::Span;
use lowlevel::externs::extern_func;
use lowlevel::{Const, ExternId, FuncId, LLGraph, Value as LLValue};
use rustc_hash::{FxHashMap, FxHashSet};

use super::lower::Opd;
use super::{Lower, R, RTyper};
use crate::repr::ReprId;

/// Representations of the parameters (one per inputarg of the flow graph) and of the result.
type GraphSig = (Vec<ReprId>, ReprId);

/// The functions there are, by what they were made from, and the graphs to be lowered.
#[derive(Default)]
pub(crate) struct Functions {
    of_graph: FxHashMap<GraphId, FuncId>,
    /// Functions made for a purpose, by a description of it (comparison of tuples, class factories, ...).
    made: FxHashMap<String, FuncId>,
    externs: FxHashMap<Name, ExternId>,
    /// The signatures of graphs that take and return more general values than they are annotated with.
    signatures: FxHashMap<GraphId, GraphSig>,
    names: FxHashSet<String>,
    /// Graphs with a function that is still empty.
    queue: VecDeque<GraphId>,
}

impl Functions {
    /// A name not used for another function yet.
    fn unique_name(&mut self, base: &str) -> String {
        let mut name = base.to_string();
        let mut n = 1;
        while !self.names.insert(name.clone()) {
            n += 1;
            name = format!("{base}__{n}");
        }
        name
    }
    /// Gives a graph another signature than that of its annotations.
    pub(crate) fn override_signature(&mut self, g: GraphId, sig: GraphSig) {
        self.signatures.insert(g, sig);
    }
    /// The next graph to be lowered.
    pub(super) fn next_graph(&mut self) -> Option<GraphId> {
        self.queue.pop_front()
    }
}

impl RTyper {
    /// Representations of the parameters (one per inputarg of the flow graph) and of the result of a graph.
    pub fn graph_sig(&mut self, g: GraphId) -> R<GraphSig> {
        if let Some((args, result)) = self.functions.signatures.get(&g) {
            return Ok((args.clone(), *result));
        }
        self.own_graph_sig(g)
    }
    /// The signature by the graph's own annotations.
    pub(crate) fn own_graph_sig(&mut self, g: GraphId) -> R<GraphSig> {
        let info = &self.pg().graphs[g];
        let (args, result) = (info.args(), info.result());
        Ok((self.reprs_of(&args)?, self.repr_of(result)?))
    }
    /// The function type with these parameters, without the void ones.
    pub fn func_type(&mut self, args: &[ReprId], result: ReprId) -> R<ContainerId> {
        let mut types = Vec::new();
        for &a in args {
            let t = self.lltype(a)?;
            if t != LLType::Void {
                types.push(t);
            }
        }
        let r = self.lltype(result)?;
        Ok(self.types_mut().func(&types, r))
    }
    /// An empty low-level graph with result `ty`.
    pub fn new_graph(&self, name: &str, span: Span, ty: LLType) -> LLGraph {
        LLGraph::new(
            name,
            span,
            ty,
            LLType::Ptr(self.basic.vtable),
            LLType::Ptr(self.basic.object),
        )
    }
    /// The low-level function of an annotated graph; it is lowered later.
    pub fn func_of(&mut self, g: GraphId) -> R<FuncId> {
        if let Some(&f) = self.functions.of_graph.get(&g) {
            return Ok(f);
        }
        let (args, result) = self.graph_sig(g)?;
        let sig = self.func_type(&args, result)?;
        let info = &self.pg().graphs[g];
        let base = info.graph().name.clone();
        let span = info.graph().span;
        let attrs = crate::repr::calls::rjit::func_attrs(info);
        let ty = self.types().as_func(sig).result;
        let name = self.functions.unique_name(&base);
        let graph = self.new_graph(&name, span, ty);
        let f = self.prog.funcs.push(lowlevel::Function {
            name,
            sig,
            graph,
            attrs,
        });
        self.functions.of_graph.insert(g, f);
        self.functions.queue.push_back(g);
        Ok(f)
    }
    pub(super) fn lower_graph(&mut self, gid: GraphId) -> R<()> {
        let f = self.functions.of_graph[&gid];
        let g = self.prog.funcs[f].graph.clone();
        self.prog.funcs[f].graph = Lower::graph(self, g, gid)?;
        Ok(())
    }
    /// Makes a function whose graph `body` writes. Its parameters are given as operands; it returns the result.
    pub fn make_function(
        &mut self,
        name: &str,
        args: &[LLType],
        result: LLType,
        body: impl FnOnce(&mut Lower<'_>, &[Opd]) -> R<Opd>,
    ) -> R<FuncId> {
        let f = self.empty_function(name, args, result);
        self.fill_function(f, args, body)?;
        Ok(f)
    }
    fn empty_function(&mut self, name: &str, args: &[LLType], result: LLType) -> FuncId {
        let sig = self.types_mut().func(args, result);
        let name = self.functions.unique_name(name);
        let graph = self.new_graph(&name, Span::NONE, result);
        self.prog.funcs.push(lowlevel::Function {
            name,
            sig,
            graph,
            attrs: lowlevel::FuncAttrs {
                helper: true,
                ..Default::default()
            },
        })
    }
    fn fill_function(
        &mut self,
        f: FuncId,
        args: &[LLType],
        body: impl FnOnce(&mut Lower<'_>, &[Opd]) -> R<Opd>,
    ) -> R<()> {
        let g = self.prog.funcs[f].graph.clone();
        self.prog.funcs[f].graph = Lower::written(self, g, args, body)?;
        Ok(())
    }
    /// Like [`RTyper::make_function`], made once per `key`. Recursive uses see the function while it is made.
    pub fn made_function(
        &mut self,
        key: &str,
        args: &[LLType],
        result: LLType,
        body: impl FnOnce(&mut Lower<'_>, &[Opd]) -> R<Opd>,
    ) -> R<FuncId> {
        if let Some(&f) = self.functions.made.get(key) {
            return Ok(f);
        }
        let f = self.empty_function(key, args, result);
        self.functions.made.insert(key.to_string(), f);
        self.fill_function(f, args, body)?;
        Ok(f)
    }
    /// A constant pointer to a function.
    pub fn func_const(&self, f: FuncId) -> Const {
        Const::new(LLType::Ptr(self.prog.funcs[f].sig), LLValue::Func(f))
    }
    /// The external function of a name.
    pub fn extern_id(&mut self, name: &str) -> R<ExternId> {
        let n = Name::new(name);
        if let Some(&x) = self.functions.externs.get(&n) {
            return Ok(x);
        }
        let (text, instance) = (self.basic.string, self.basic.object);
        let Some(f) = extern_func(name, LLType::Ptr(text), LLType::Ptr(instance)) else {
            return Err(self.internal(format!("no external function {name}")));
        };
        let x = self.prog.externs.push(f);
        self.functions.externs.insert(n, x);
        Ok(x)
    }
}
