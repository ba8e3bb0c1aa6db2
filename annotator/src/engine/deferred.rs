//! Calls of functions that are specialised by what they are called with: when they are carried out.
//!
//! Which copy such a call goes to depends on the arguments, and arguments become more general while the
//! program is annotated. If the call were carried out whenever its block is flowed, it would depend on the order of
//! work which copies exist: one schedule sees `f(0)` before `f(1)` arrives at the same place and makes a copy for the
//! constant 0, another sees an integer at once. So such calls *wait* until everything else is at rest. Then all that
//! wait are carried out together, each with the arguments that it has at that moment, and work goes on; until nothing
//! waits any more.
//!
//! ```text
//! repeat {
//!     run the worklist;
//!     for each waiting call: select its copy by its arguments;  pass all arguments;  schedule the callers
//! }
//! ```
//! Without these calls the state at rest does not depend on the schedule: rules are monotone, and there is one
//! least fixed point. So neither does the set of calls that wait then, nor the state after they are carried out, and by
//! induction nor the final state. Between two rests a call has the result of the copies that it was carried out with,
//! and it waits again once its arguments have changed.
//!
//! A call may still move from one copy to another: if its argument becomes more general only after it has returned
//! (`x = f(x)`, the next round of a loop). It does so under every schedule, and what the earlier copy returned stays
//! part of the result.
use ir::source::Span;

use crate::defs::*;
use crate::engine::{Annotator, NOWHERE, OpArgs, Res, Stop};
use crate::model::*;

/// A call of a function by an operation. An operation may call several, and one function for several receivers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SpecialSite {
    op: OpRef,
    func: DescId,
    receiver: Option<Annotation>,
}

/// A call that is to be carried out at the next rest.
pub(crate) struct Waiting {
    inputs: OpArgs,
    watched: Option<Annotation>,
    span: Span,
}

/// A call as it was carried out last.
pub(crate) struct CarriedOut {
    inputs: OpArgs,
    /// What else selects the copy: the items of a list (`arglistitemtype`).
    watched: Option<Annotation>,
    /// The copy.
    graph: Res<GraphId>,
    /// What copies returned that were called earlier.
    earlier: Annotation,
}

impl Specialize {
    /// Whether the arguments of a call select the copy.
    pub(crate) fn by_arguments(&self) -> bool {
        match self {
            Specialize::Arg(_)
            | Specialize::ArgOrVar(_)
            | Specialize::ArgType(_)
            | Specialize::ArgListItemType(_)
            | Specialize::LowLevel { .. } => true,
            Specialize::Default
            | Specialize::CallLocation
            | Specialize::Memo
            | Specialize::Ignore => false,
        }
    }
}

impl Annotator {
    /// A call by the current operation whose arguments select the copy: the copy and the result as known so far.
    pub(crate) fn call_deferred(
        &mut self,
        func: DescId,
        receiver: Option<Annotation>,
        inputs: OpArgs,
    ) -> Res<(GraphId, Annotation)> {
        let site = SpecialSite {
            op: self.here,
            func,
            receiver,
        };
        let watched = self.watched(func, &inputs);
        let carried_out = self.special.carried_out.get(&site);
        let same = carried_out.is_some_and(|s| s.inputs == inputs && s.watched == watched);
        let now = carried_out.map(|s| (s.graph, s.earlier));
        if same {
            // It waits no longer if it did: annotations that were refined before the block was flowed again.
            self.special.waiting.swap_remove(&site);
        } else {
            let span = self.span;
            let waiting = Waiting {
                inputs,
                watched,
                span,
            };
            self.special.waiting.insert(site, waiting);
        }
        let (graph, earlier) = now.ok_or(Stop::Blocked)?;
        let graph = graph?;
        let result = self.program.graphs[graph].result().escaping();
        // A call that does not return is a call all the same: the caller records the graph, and goes no further.
        Ok((graph, self.join(earlier, result)?))
    }

    /// What selects the copy besides the arguments themselves.
    fn watched(&mut self, func: DescId, inputs: &[Annotation]) -> Option<Annotation> {
        let Specialize::ArgListItemType(i) = self.program.function(func)?.specialize else {
            return None;
        };
        let AnnotationKind::List(l) = inputs.get(i)?.kind() else {
            return None;
        };
        let c = self.program.list(*l).item;
        Some(self.read_cell(c))
    }

    /// Carries out the calls that wait; whether there were any.
    pub(crate) fn carry_out_deferred(&mut self) -> bool {
        if self.special.waiting.is_empty() {
            return false;
        }
        let waiting = std::mem::take(&mut self.special.waiting);
        // First all copies are selected, then arguments are passed: what is passed must not select anything.
        let mut calls = Vec::with_capacity(waiting.len());
        for (site, mut w) in waiting {
            (self.here, self.span) = (site.op, w.span);
            let before = w.inputs.clone();
            let graph = match self.specialization_key(site.func, &mut w.inputs) {
                Ok(key) => self.graph_of(site.func, key),
                Err(e) => Err(e),
            };
            calls.push((site, before, w, graph));
        }
        for (site, before, w, graph) in calls {
            (self.here, self.span) = (site.op, w.span);
            let earlier = match self.special.carried_out.get(&site) {
                Some(s) if s.graph != graph => {
                    let (old, result) = (s.earlier, s.graph);
                    let result = match result {
                        Ok(g) => self.program.graphs[g].result().escaping(),
                        Err(_) => Annotation::impossible(),
                    };
                    self.join(old, result).unwrap_or(Annotation::error())
                }
                Some(s) => s.earlier,
                None => Annotation::impossible(),
            };
            if let Ok(g) = graph {
                // The result is read when the caller is flowed.
                let _ = self.call_graph(g, &w.inputs);
            }
            let carried_out = CarriedOut {
                inputs: before,
                watched: w.watched,
                graph,
                earlier,
            };
            self.special.carried_out.insert(site, carried_out);
            self.reschedule_from(site.op.block_ref(), site.op.index);
        }
        self.here = NOWHERE;
        true
    }
}
