//! Finalisers: `__del__`, and queues for objects that have died (`rgc.FinalizerQueue`).
//!
//! Nothing in the program calls them, the collector does. So a function of the library is annotated for each: one that
//! calls it and takes care of exceptions. The rtyper lets these functions be called where objects are found to have
//! died.
use flowspace::CallShape;
use ir::diag::Diagnostic;
use ir::name::Name;
use python::live::{FunctionObj, Value};

use crate::defs::*;
use crate::engine::{Annotator, Res};
use crate::model::*;

const LIGHT: &str = "_must_be_light_finalizer_";

impl Annotator {
    /// Notes the `__del__` of a class and annotates its call.
    pub(super) fn annotate_finalizer(&mut self, id: ClassId) {
        let name = Name::new("__del__");
        let Some(Value::Function(f)) = self.program.class(id).class_dict.get(&name).cloned() else {
            return;
        };
        self.check_light(id, &f);
        let base = self.program.class(id).base;
        if base.is_some_and(|base| self.program.finalized_as(base).is_some()) {
            return;
        }
        let receiver = Annotation::instance(id, false);
        let g = self.function_for_collector("_call_finalizer", receiver);
        self.program.classes[id].finalizer = g;
    }

    /// A class marked with `must_be_light_finalizer` demands the mark of every `__del__` below.
    fn check_light(&mut self, id: ClassId, f: &FunctionObj) {
        let light = |v: Option<Value>| v.is_some_and(|v| crate::bookkeeper::is_true(&v));
        let class = self.program.class(id);
        let live = class.live.as_class();
        let demanded = live.is_some_and(|c| light(c.find(Name::new(LIGHT))));
        if !demanded || light(f.attr(LIGHT)) {
            return;
        }
        let text = format!(
            "`{}.__del__` is not marked as a light finalizer",
            class.short_name
        );
        let d = Diagnostic::error("E0439", f.span(), text)
            .help("a base class demands it: decorate `__del__` with @rgc.must_be_light_finalizer");
        let demands = |k: &ClassId| {
            let live = self.program.class(*k).live.as_class();
            let name = Name::new(LIGHT);
            live.is_some_and(|c| c.dict.names().iter().any(|(n, _)| *n == name))
        };
        let who = self.program.mro(id).find(demands);
        let place = who.map_or(ir::source::Span::NONE, |k| self.program.class(k).span);
        let d = self.note_made(d, place, "this class demands it of all below");
        self.report(d);
    }

    /// What a finaliser queue gives: an instance of its `Class`, or None. A queue that is met for the first time is
    /// noted, and the call of its `finalizer_trigger` annotated.
    pub(crate) fn finalizer_queue(&mut self, queue: Annotation) -> Res {
        let Some(value) = queue.const_value().cloned() else {
            return self.fail("E0466", "a finalizer queue has to be a constant");
        };
        let known = &self.program.finalizer_queues;
        if let Some(q) = known.iter().find(|q| q.value.is(&value)) {
            return Ok(q.gives);
        }
        let class = self.front.getattr(&value, Name::new("Class"));
        let Ok(Some(Value::Class(class))) = class else {
            return self.fail(
                "E0466",
                "a finalizer queue needs an attribute `Class`, a class",
            );
        };
        let gives = Annotation::instance(self.classdef(&class), true);
        let index = self.program.finalizer_queues.len();
        self.program.finalizer_queues.push(FinalizerQueue {
            value,
            gives,
            trigger: None,
        });
        let trigger = self.function_for_collector("_call_trigger", queue);
        self.program.finalizer_queues[index].trigger = trigger;
        Ok(gives)
    }

    /// Annotates a function of `rgc` that the program calls when something has died.
    fn function_for_collector(&mut self, name: &str, arg: Annotation) -> Option<GraphId> {
        let Ok(Some(Value::Function(f))) = self.front.import("rpython.rlib.rgc", name) else {
            return None;
        };
        let d = self.function_desc(&f);
        let shape = CallShape {
            positional: 1,
            keywords: Vec::new(),
            star: false,
        };
        self.call_function(d, &shape, &[arg], None).ok().flatten()
    }
}
