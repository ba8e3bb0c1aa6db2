//! What a layer above needs that shows the annotator to Python code (crate `compat`): building types step by step,
//! reading and generalising hidden variables from outside, and a hook through which Python functions look at
//! annotations.
//!
//! ```text
//! let r = annotator.build_types(&f, &[Annotation::int()])?;      // b of the result
//! ```
use std::rc::Rc;

use ir::diag::Diagnostic;
use ir::model::VarId;
use ir::source::Span;
use python::live::{ClassRef, Value};

use crate::calls::{CallArgs, Site};
use crate::defs::*;
use crate::engine::{Annotator, NOWHERE, Stop};
use crate::front::hl::{HlOp, HlOperation};
use crate::model::lattice::TopError;
use crate::model::*;

/// Python functions that are shown annotations while annotating (`check_annotation(x, checker)`).
pub trait Hooks {
    /// `checker(annotation, bookkeeper)`.
    ///
    /// # Errors
    /// What the function raised.
    fn check_annotation(
        &self,
        annotator: &mut Annotator,
        a: Annotation,
        checker: &Value,
    ) -> Result<(), Box<Diagnostic>>;
    /// The annotation that a declared parameter type stands for, when it is an object this crate does not know (an
    /// annotation shown to Python, or a function of the arguments' annotations).
    ///
    /// # Errors
    /// What a function raised.
    fn declared(
        &self,
        annotator: &mut Annotator,
        declaration: &Value,
        args: &[Annotation],
    ) -> Result<Option<Annotation>, Box<Diagnostic>>;
}

/// The hooks of an annotator; shared, so that they can be called while the annotator is borrowed.
pub type SharedHooks = Rc<dyn Hooks>;

impl Annotator {
    /// Annotates a function with these arguments to the fixed point; the annotation of its result. May be called again.
    ///
    /// # Errors
    /// All diagnostics; [`Annotator::first_error`] is the one met first.
    pub fn build_types(
        &mut self,
        func: &Value,
        args: &[Annotation],
    ) -> Result<Annotation, Vec<Diagnostic>> {
        self.errors.first = None;
        let g = self.run(func, args)?;
        Ok(self.program.graphs[g].result())
    }

    /// The error met first in the last run, and if two annotations did not unite, which.
    pub fn first_error(&self) -> Option<(&Diagnostic, Option<TopError>)> {
        self.errors.first.as_ref().map(|(d, e, _)| (d, *e))
    }
    /// The function in which the first error was met.
    pub fn function_of_first_error(&self) -> Option<&str> {
        let (_, _, here) = self.errors.first.as_ref()?;
        Some(&self.program.graphs.get(here.graph)?.graph().name)
    }
    /// What was known of the operands of the operation at the first error: names (or constants) and annotations.
    pub fn known_at_first_error(&self) -> Vec<(String, String)> {
        let Some((_, _, here)) = &self.errors.first else {
            return Vec::new();
        };
        let Some(info) = self.program.graphs.get(here.graph) else {
            return Vec::new();
        };
        let graph = info.graph();
        let Some(block) = graph.blocks.get(here.block) else {
            return Vec::new();
        };
        let mut vars = block.inputargs.clone();
        let op = block.ops.get(here.index as usize);
        vars.extend(op.iter().flat_map(|op| &op.args).filter_map(|a| a.var()));
        let links = block.exits.iter().map(|&l| &graph.links[l]);
        if op.is_none() {
            vars.extend(links.flat_map(|l| &l.args).filter_map(|a| a.var()));
        }
        vars.sort_unstable();
        vars.dedup();
        vars.into_iter()
            .map(|v| {
                let name = graph.vars[v].name;
                (
                    name.map_or(v.to_string(), |n| n.to_string()),
                    crate::model::show::compact(&self.program, info.bindings[v]),
                )
            })
            .collect()
    }

    /// A dictionary with a definition of its own.
    pub fn fresh_dict(&mut self, key: Annotation, value: Annotation) -> Annotation {
        let (key, value) = (
            self.new_cell(key.escaping()),
            self.new_cell(value.escaping()),
        );
        let id = self.program.dicts.push(DictDef::new(key, value, self.span));
        Annotation::dict(id)
    }

    /// Merges into the items of a list; `false` if they do not unite.
    pub fn generalize_item(&mut self, l: ListId, a: Annotation) -> bool {
        let c = self.program.list(l).item;
        self.write_cell(c, a, "list items").is_ok()
    }
    /// Merges into the keys and values of a dictionary; `false` if they do not unite.
    pub fn generalize_entry(&mut self, d: DictId, key: Annotation, value: Annotation) -> bool {
        let (k, v) = (self.program.dict(d).key, self.program.dict(d).value);
        self.write_cell(k, key, "dictionary keys").is_ok()
            && self.write_cell(v, value, "dictionary values").is_ok()
    }
    /// Demands that a list is never resized.
    pub fn never_resize(&mut self, l: ListId) -> bool {
        let span = self.span;
        let def = self.program.lists.get_mut(l);
        def.must_not_resize.get_or_insert(span);
        self.check_list_flags(l);
        let def = self.program.list(l);
        !def.resized
    }
    /// Marks a list as resized.
    pub fn mark_resized(&mut self, l: ListId) {
        let _ = self.resize_list(Annotation::list(l));
    }
    /// Marks a list as mutated.
    pub fn mark_mutated(&mut self, l: ListId) {
        self.mutate_list(Annotation::list(l));
    }
    /// The class definition of a live class.
    pub fn class_of(&mut self, c: &ClassRef) -> ClassId {
        self.classdef(c)
    }
    /// Calls what `f` stands for, outside of any operation; bottom if nothing is known yet.
    pub fn emulate_call(&mut self, f: Annotation, args: &[Annotation]) -> Option<Annotation> {
        self.here = NOWHERE;
        match self.call(f, &CallArgs::positional(args), Site::Unrecorded) {
            Ok(a) => Some(a),
            Err(Stop::Blocked) => Some(Annotation::impossible()),
            Err(Stop::Failed) => None,
        }
    }
    /// Applies the rule of one operation, outside of any graph: the result (`None`: blocked or failed), and the classes
    /// of the exceptions it may raise (`None`: any).
    pub fn consider(
        &mut self,
        op: HlOp,
        args: &[Annotation],
    ) -> (Option<Annotation>, Option<Vec<ClassId>>) {
        self.here = NOWHERE;
        let operation = HlOperation {
            op,
            args: (0..args.len() as u32).map(|i| VarId(i).into()).collect(),
            result: VarId(args.len() as u32),
            span: Span::NONE,
        };
        let known = args.iter().all(|a| !a.is_impossible());
        let result = if known {
            self.apply(&operation, args).ok()
        } else {
            None
        };
        let raises = match self.exceptions_of(&operation, args) {
            crate::engine::exceptions::Raises::Any => None,
            crate::engine::exceptions::Raises::Only(classes) => Some(classes),
        };
        (result, raises)
    }
    /// Flows to the fixed point whatever is scheduled.
    ///
    /// # Errors
    /// All diagnostics.
    pub fn complete(&mut self) -> Result<(), Vec<Diagnostic>> {
        self.finish()
    }
    /// Drops what was reported so far.
    pub fn forget_errors(&mut self) {
        self.errors.found.clear();
        self.errors.first = None;
    }
    /// The annotation of a variable.
    pub fn binding(&self, g: GraphId, v: VarId) -> Annotation {
        self.program.graphs[g].bindings[v]
    }
    /// The place of the operation being annotated.
    pub fn place(&self) -> Span {
        self.span
    }
    /// What a desc stands for in the live space, or nothing for bound methods.
    pub fn hooks(&mut self, hooks: SharedHooks) {
        self.shared_hooks = Some(hooks);
    }
    /// The names of the attributes of a class definition, at the place where they live.
    pub fn attribute_names(&self, c: ClassId) -> Vec<ir::name::Name> {
        self.program.class(c).attrs.keys().copied().collect()
    }
}
