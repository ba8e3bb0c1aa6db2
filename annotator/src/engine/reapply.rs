//! Rules that are applied again: calls whose callee is the same, attributes of the same class.
//!
//! A call site is flowed again when an argument or a result has become more general. Which functions it calls and how
//! its arguments go to their parameters depends on the callee alone, as long as each function has one graph for all
//! calls. Then the site remembers them ([`CallMemo`]).
//!
//! ```text
//! v2 = simple_call(f, v1)     remembered: f = Pbc{f} -> graph of f with (v1);
//!                             again: b(f.arg0) ⊔= b(v1), b(v2) ⊔= b(f.result)
//! ```
use ir::index::Idx;
use ir::model::{BlockId, VarId};
use ir::name::Name;
use smallvec::SmallVec;

use crate::defs::*;
use crate::engine::linear::{AttrMemo, CallMemo, MemoCallee, OpKind, Passed};
use crate::engine::{Annotator, OpArgs, Res, Stop};
use crate::model::lattice;
use crate::model::*;

/// Parameters and what is passed for them.
type PassedArgs = SmallVec<[(VarId, Passed); 4]>;

impl Annotator {
    /// Applies the rule of a call whose callee is the same as before; `None`: it must be applied in full.
    pub(crate) fn reapply_call(&mut self, args: &[Annotation]) -> Option<Res> {
        let g = self.here.graph.index();
        let memo = self.remembered_call()?;
        if memo.callee != args[0] {
            return None;
        }
        let mut result = Annotation::impossible();
        let (first, count) = memo.callees;
        for i in first..first + count {
            let callee = self.work.running[g].callees[i as usize];
            let returned = match callee.graph {
                Some((graph, start, result)) => {
                    self.pass_again(graph, start, callee.args, args);
                    self.program.graphs[graph].bindings[result].escaping()
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

    fn remembered_call(&self) -> Option<CallMemo> {
        let running = self.work.running.get(self.here.graph.index())?;
        let op = running.linear.op(self.here.block, self.here.index as usize);
        running.calls.get(running.memo[op].at as usize).copied()
    }
    fn remembered_attr(&self) -> Option<AttrMemo> {
        let running = self.work.running.get(self.here.graph.index())?;
        let op = running.linear.op(self.here.block, self.here.index as usize);
        running.attrs.get(running.memo[op].at as usize).copied()
    }

    /// Merges the arguments of a remembered call; most often they are nothing new.
    fn pass_again(
        &mut self,
        g: GraphId,
        start: BlockId,
        (first, count): (u32, u32),
        args: &[Annotation],
    ) {
        let value = |p: Passed| match p {
            Passed::Arg(i) => args[i as usize].escaping(),
            Passed::Known(a) => a,
        };
        let passed = &self.work.running[self.here.graph.index()].passed;
        let passed = &passed[first as usize..(first + count) as usize];
        // The first block was reached by the first call.
        let bindings = &self.program.graphs[g].bindings;
        if passed.iter().all(|&(v, p)| bindings[v] == value(p)) {
            self.stats.phis += u64::from(count);
            return;
        }
        let inputs: OpArgs = passed.iter().map(|&(_, p)| value(p)).collect();
        self.enter_block(g, start, &inputs);
    }

    /// Reads the same attribute of the same class again; `None`: the rule must be applied in full.
    pub(crate) fn reapply_getattr(&mut self, args: &[Annotation]) -> Option<Res> {
        let class = args[0].class()?;
        let attr = self.remembered_attr()?;
        if attr.class != class || attr.name != args[1] {
            return None;
        }
        let a = self.read_cell(attr.cell);
        if a == attr.found.0 {
            return Some(Ok(attr.found.1));
        }
        match a.kind() {
            AnnotationKind::Impossible
            | AnnotationKind::Property
            | AnnotationKind::List(_)
            | AnnotationKind::Pbc { .. } => None,
            _ => Some(Ok(a)),
        }
    }

    /// Sets the same attribute of the same class again, to nothing new; `None`: the rule must be applied in full.
    pub(crate) fn reapply_setattr(&mut self, args: &[Annotation]) -> Option<Res> {
        let class = args[0].class()?;
        let attr = self.remembered_attr()?;
        if attr.class != class || attr.name != args[1] {
            return None;
        }
        let old = self.program.cell(attr.cell);
        let new = args[2].escaping();
        let known = old == new
            || !matches!(
                new.kind(),
                AnnotationKind::List(_) | AnnotationKind::Dict(_)
            ) && lattice::contains(&self.program, old, new);
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
        let memo = AttrMemo {
            class,
            name: text,
            cell,
            found,
        };
        // `getattr()` is a call: it has no attribute to remember.
        if let Some((running, op)) = self.running_op()
            && matches!(
                running.linear.op_at(op).kind,
                OpKind::GetAttr | OpKind::SetAttr
            )
        {
            put(&mut running.attrs, &mut running.memo[op].at, memo);
        }
    }

    /// Remembers the call that the current operation made in full.
    pub(crate) fn remember_call(&mut self, callee: Annotation) {
        match self.running_op() {
            Some((running, op)) if running.linear.op_at(op).kind == OpKind::Call => {}
            _ => return,
        }
        if self.remembered_call().is_some_and(|m| m.callee == callee) {
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
        let mut remembered: SmallVec<[_; 2]> = SmallVec::new();
        for c in callees {
            let Some(m) = self.memoised(&c) else { return };
            remembered.push(m);
        }
        let Some((running, op)) = self.running_op() else {
            return;
        };
        let first = running.callees.len() as u32;
        for (mut callee, passed) in remembered {
            callee.args = (running.passed.len() as u32, passed.len() as u32);
            running.passed.extend(passed);
            running.callees.push(callee);
        }
        let memo = CallMemo {
            callee,
            callees: (first, running.callees.len() as u32 - first),
        };
        put(&mut running.calls, &mut running.memo[op].at, memo);
    }

    fn memoised(&mut self, c: &Callee) -> Option<(MemoCallee, PassedArgs)> {
        let (func, receiver) = match &self.program.descs[c.desc] {
            Desc::Function(_) => (c.desc, None),
            Desc::Method(m) => (m.func, m.receiver.map(|c| Annotation::instance(c, false))),
            Desc::Class(cd) if !cd.ctr_location => {
                let instance = Annotation::instance(c.instantiates?, false);
                if c.graph.is_none() {
                    let callee = MemoCallee {
                        graph: None,
                        args: (0, 0),
                        instance: Some(instance),
                    };
                    return Some((callee, SmallVec::new()));
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
        let callee = MemoCallee {
            graph: Some((graph, flow.start, flow.return_var())),
            args: (0, 0),
            instance: c.instantiates.map(|k| Annotation::instance(k, false)),
        };
        Some((callee, flow.args().iter().copied().zip(passed).collect()))
    }
}

/// Puts a memo in the place of the one before, or at the end, and tells the operation where (`at`: past the end if it
/// has none).
fn put<T>(list: &mut Vec<T>, at: &mut u32, memo: T) {
    match list.get_mut(*at as usize) {
        Some(old) => *old = memo,
        None => {
            *at = list.len() as u32;
            list.push(memo);
        }
    }
}
