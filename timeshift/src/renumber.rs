//! Coloured graphs follow the numbers of the program: passes drop functions and objects and number the rest anew.
//!
//! Functions are known by their names. Objects have none of their own, so those that coloured graphs mention are listed
//! in [`Program::kept`], which `prune` keeps and renumbers.
use std::sync::Arc;

use hintannotator::{CallPlan, Colored};
use ir::index::IndexVec;
use lowlevel::{FuncId, LLOp, ObjId, Program, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use transform::prune::renumber_graph;

/// The numbers of before.
#[derive(Debug, Default)]
pub struct Numbers {
    names: IndexVec<FuncId, String>,
    objects: Vec<ObjId>,
}

/// From old numbers to new ones.
#[derive(Debug, Default)]
pub struct Renumbering {
    funcs: FxHashMap<FuncId, FuncId>,
    objects: FxHashMap<ObjId, ObjId>,
}

/// Makes a program keep what coloured graphs mention, and these functions and objects.
pub fn keep(
    program: &mut Program,
    colored: &Colored,
    funcs: impl Iterator<Item = FuncId>,
    objects: &[ObjId],
) -> Numbers {
    let mut f: FxHashSet<FuncId> = colored.roots.iter().copied().chain(funcs).collect();
    let mut o: FxHashSet<ObjId> = objects.iter().copied().collect();
    for copy in colored.copies.iter() {
        f.insert(copy.func);
        for b in copy.graph.live_blocks() {
            for op in &copy.graph.blocks[b].ops {
                if let LLOp::DirectCall(callee) = op.op {
                    f.insert(callee);
                }
            }
        }
        copy.graph.constants(|c| match c.value {
            Value::Func(x) => {
                f.insert(x);
            }
            Value::Object(x) => {
                o.insert(x);
            }
            _ => {}
        });
        for plan in copy.calls.values() {
            if let CallPlan::Indirect { targets, .. } = plan {
                f.extend(targets.iter().map(|t| t.0));
            }
        }
    }
    for p in &colored.portals {
        f.insert(p.func);
        let driver = program.drivers.get(p.driver);
        f.extend(driver.and_then(|d| d.get_printable_location));
    }
    let mut funcs: Vec<FuncId> = f.into_iter().collect();
    funcs.sort_unstable();
    let mut objects: Vec<ObjId> = o.into_iter().collect();
    objects.sort_unstable();
    program.kept.funcs = funcs;
    program.kept.objects = objects.clone();
    Numbers {
        names: program.funcs.iter().map(|f| f.name.clone()).collect(),
        objects,
    }
}

impl Numbers {
    /// What has become of the numbers in a program.
    pub fn follow(&self, program: &Program) -> Renumbering {
        let by_name: FxHashMap<&str, FuncId> = program
            .funcs
            .iter_enumerated()
            .map(|(f, func)| (func.name.as_str(), f))
            .collect();
        Renumbering {
            funcs: self
                .names
                .iter_enumerated()
                .filter_map(|(f, name)| Some((f, *by_name.get(name.as_str())?)))
                .collect(),
            objects: self
                .objects
                .iter()
                .copied()
                .zip(program.kept.objects.iter().copied())
                .collect(),
        }
    }
}

impl Renumbering {
    /// The new number of a function that is kept.
    pub fn func(&self, f: FuncId) -> FuncId {
        *self
            .funcs
            .get(&f)
            .expect("functions of coloured graphs are kept")
    }
    /// The new number of an object that is kept.
    pub fn object(&self, o: ObjId) -> ObjId {
        *self
            .objects
            .get(&o)
            .expect("objects of coloured graphs are kept")
    }
    fn value(&self, v: &mut Value) {
        match v {
            Value::Func(f) => *f = self.func(*f),
            Value::Object(o) => *o = self.object(*o),
            _ => {}
        }
    }
    /// Renumbers everything.
    pub fn colored(&self, colored: &mut Colored) {
        for copy in colored.copies.iter_mut() {
            copy.func = self.func(copy.func);
            let known = |f: FuncId| self.funcs.get(&f).copied();
            renumber_graph(Arc::make_mut(&mut copy.graph), known, |v| self.value(v));
            for plan in copy.calls.values_mut() {
                if let CallPlan::Indirect { targets, .. } = plan {
                    targets.iter_mut().for_each(|t| t.0 = self.func(t.0));
                }
            }
        }
        for p in &mut colored.portals {
            p.func = self.func(p.func);
        }
        colored.roots.iter_mut().for_each(|f| *f = self.func(*f));
        colored.graphs.clear();
    }
}
