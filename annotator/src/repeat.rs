//! Rules that are applied again: calls whose callee is the same, attributes of the same class.
//!
//! A call site is flowed again when an argument or a result has become more general. Which functions it calls and how its
//! arguments go to their parameters depends on the callee alone, as long as each function has one graph for all calls. Then the
//! site remembers them ([`CallMemo`]).
//!
//! ```text
//! v2 = simple_call(f, v1)     remembered: f = Pbc{f} -> graph of f with (v1);   again: b(f.arg0) ⊔= b(v1), b(v2) ⊔= b(f.result)
//! ```
use std::rc::Rc;

use flowspace::model::{BlockId, VarId};
use flowspace::name::Name;
use smallvec::SmallVec;

use crate::defs::*;
use crate::engine::{Annotator, OpArgs, Res, Stop};
use crate::lattice;
use crate::model::*;
use crate::plan::{AttrMemo, CallMemo, MemoCallee, Passed};

impl Annotator {
    /// Applies the rule of a call whose callee is the same as before; `None`: it must be applied in full.
    pub(crate) fn repeat_call(&mut self, args: &[Annotation]) -> Option<Res> {
        let memo = self.memo()?.call.as_ref()?;
        if memo.callee != args[0] {
            return None;
        }
        let memo = memo.clone();
        let mut result = Annotation::impossible();
        for callee in &memo.callees {
            let returned = match callee.graph {
                Some((g, start, result)) => {
                    self.pass_again(g, start, &callee.args, args);
                    self.program.graphs[g].bindings[result].escaping()
                }
                None => Annotation::none(),
            };
            let returned = match callee.instance {
                Some(_) if returned.is_impossible() => returned,
                Some(i) if returned.is_none() => i,
                Some(_) => return None,
                None => returned,
            };
            result = self.try_join(result, returned).ok()?;
        }
        Some(if result.is_impossible() {
            Err(Stop::Blocked)
        } else {
            Ok(result)
        })
    }

    /// Merges the arguments of a remembered call; most often they are nothing new.
    fn pass_again(
        &mut self,
        g: GraphId,
        start: BlockId,
        passed: &[(VarId, Passed)],
        args: &[Annotation],
    ) {
        let value = |p: Passed| match p {
            Passed::Arg(i) => args[i as usize].escaping(),
            Passed::Known(a) => a,
        };
        // The first block was reached by the first call.
        let bindings = &self.program.graphs[g].bindings;
        if passed.iter().all(|&(v, p)| bindings[v] == value(p)) {
            self.stats.phis += passed.len() as u64;
            return;
        }
        let inputs: OpArgs = passed.iter().map(|&(_, p)| value(p)).collect();
        self.enter_block(g, start, &inputs);
    }

    /// Reads the same attribute of the same class again; `None`: the rule must be applied in full.
    pub(crate) fn repeat_getattr(&mut self, args: &[Annotation]) -> Option<Res> {
        let class = args[0].class()?;
        let attr = self.memo()?.attr?;
        if attr.class != class || attr.name != args[1] {
            return None;
        }
        let a = self.read_cell(attr.cell);
        if a == attr.found.0 {
            return Some(Ok(attr.found.1));
        }
        match a.kind() {
            Kind::Impossible | Kind::Property | Kind::List(_) | Kind::Pbc { .. } => None,
            _ => Some(Ok(a)),
        }
    }

    /// Sets the same attribute of the same class again, to nothing new; `None`: the rule must be applied in full.
    pub(crate) fn repeat_setattr(&mut self, args: &[Annotation]) -> Option<Res> {
        let class = args[0].class()?;
        let attr = self.memo()?.attr?;
        if attr.class != class || attr.name != args[1] {
            return None;
        }
        let old = self.program.cell(attr.cell);
        let new = args[2].escaping();
        let known = old == new
            || !matches!(new.kind(), Kind::List(_) | Kind::Dict(_))
                && lattice::contains(&self.program, old, new);
        known.then_some(Ok(Annotation::none()))
    }
    /// Remembers the attribute that the current operation read (as `result`) or set.
    pub(crate) fn remember_attr(
        &mut self,
        class: ClassId,
        name: Name,
        text: Annotation,
        result: Annotation,
    ) {
        let Some((_, attr)) = self.program.find_attr(class, name) else {
            return;
        };
        let cell = attr.cell;
        let found = (self.program.cell(cell), result);
        if let Some(m) = self.memo() {
            m.attr = Some(AttrMemo {
                class,
                name: text,
                cell,
                found,
            });
        }
    }

    /// Remembers the call that the current operation made in full.
    pub(crate) fn remember_call(&mut self, callee: Annotation) {
        let known = self.memo().and_then(|m| m.call.as_ref());
        if known.is_some_and(|m| m.callee == callee) {
            return;
        }
        let Some(info) = self.program.calls.get(&self.here) else {
            return;
        };
        let Some(descs) = callee.descs() else { return };
        if info.special.is_some() || info.callees.len() != descs.len() {
            return;
        }
        let callees = info.callees.clone();
        let mut remembered = SmallVec::new();
        for c in callees {
            let Some(m) = self.repeatable(&c) else { return };
            remembered.push(m);
        }
        let memo = CallMemo {
            callee,
            callees: remembered,
        };
        if let Some(m) = self.memo() {
            m.call = Some(Rc::new(memo));
        }
    }

    fn repeatable(&mut self, c: &Callee) -> Option<MemoCallee> {
        let (func, receiver) = match &self.program.descs[c.desc] {
            Desc::Function(_) => (c.desc, None),
            Desc::Method(m) => (m.func, m.receiver.map(|c| Annotation::instance(c, false))),
            Desc::Class(cd) if !cd.ctr_location => {
                let instance = Annotation::instance(c.instantiates?, false);
                if c.graph.is_none() {
                    return Some(MemoCallee {
                        graph: None,
                        args: SmallVec::new(),
                        instance: Some(instance),
                    });
                }
                let func = self.program.graphs[c.graph?].desc?;
                (func, Some(instance))
            }
            _ => return None,
        };
        let f = self.program.function(func)?;
        if f.specialize != Specialize::Default
            || f.enforce.is_some()
            || f.signature.varargname.is_some()
        {
            return None;
        }
        let mut passed: SmallVec<[Passed; 4]> = SmallVec::new();
        for s in c.args.iter() {
            passed.push(match s {
                ArgSource::Receiver => Passed::Known(receiver?),
                ArgSource::Positional(i) => Passed::Arg(*i as u32 + 1),
                ArgSource::Default(v) => Passed::Known(self.constant(v).escaping()),
                _ => return None,
            });
        }
        let graph = c.graph?;
        let flow = self.program.graphs[graph].graph();
        Some(MemoCallee {
            graph: Some((graph, flow.start, flow.return_var())),
            args: flow.args().iter().copied().zip(passed).collect(),
            instance: c.instantiates.map(|k| Annotation::instance(k, false)),
        })
    }
}
