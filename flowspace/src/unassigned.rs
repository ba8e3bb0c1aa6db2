//! Local variables that may have no value.
//!
//! At first a variable that some path has not assigned is unbound where the path meets others. If it is read there, the
//! function is explored again with that variable *apart*: as long as it is live, paths with and without it are not
//! joined, so that each read has a value or has none.
//!
//! ```text
//! with m:            the exception of g() may be suppressed: then `a` is unassigned behind the block
//!     a = g()
//! while n > 0: ...   one loop, if nobody reads `a` behind it; else two, and the read raises UnboundLocalError where
//! return a           the exception was suppressed
//! ```
//! In a function with a merge point of a JIT the loop must not be made twice. There a variable that was not assigned
//! yet is unbound where it meets a value, unless that is not enough. What a suppressed exception makes of it is kept
//! apart even so, up to the next such place.
use ir::name::Name;
use python::code::{CodeObject, Instr, LocalId, Pc};
use python::live::Value;
use python::vocabulary::jit::DriverMethod;

use super::value::{FlowValue, constant};

/// Why a local variable has no value. Of two the greater one holds where they meet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Lack {
    /// A `with` statement suppressed an exception that came before the assignment: reading it raises.
    Suppressed,
    /// It was not assigned since the function began: reading it is refused, if the annotator gets there.
    NotYet {
        /// Where it meets a value it is unbound.
        joins: bool,
    },
    /// As `Suppressed`, but it may have been assigned before: reading it is refused, if the annotator gets there.
    Perhaps,
}

/// Stands in a local variable that has no value.
#[derive(Debug)]
pub struct Unassigned {
    pub name: Name,
    pub lack: Lack,
}

/// What stands in the variable `name` if it has no value.
pub fn unassigned(name: Name, lack: Lack) -> FlowValue {
    constant(Value::native(Unassigned { name, lack }))
}

/// The variable that has no value, if `v` says so.
pub fn as_unassigned(v: &FlowValue) -> Option<&Unassigned> {
    match v {
        ir::model::Operand::Const(c) => c.0.as_native::<Unassigned>(),
        ir::model::Operand::Var(_) => None,
    }
}

/// Why there is no value, if `v` says so.
pub fn lack(v: &FlowValue) -> Option<Lack> {
    as_unassigned(v).map(|u| u.lack)
}

/// A local variable that is kept apart.
pub struct Apart {
    pub local: usize,
    pub name: Name,
    /// Where its value may be read later, by instructions.
    live: Vec<bool>,
}

impl Apart {
    /// Whether the value that the variable has at `pc` may be read later.
    pub fn is_live(&self, pc: Pc) -> bool {
        self.live.get(pc.0 as usize) != Some(&false)
    }
}

/// The variables of a function that are kept apart.
#[derive(Clone, Default)]
pub struct Names {
    /// With a flag whether the variable is unbound where it meets a value before any assignment.
    names: Vec<(Name, bool)>,
}

impl Names {
    /// Takes in variables that were read where a path has not assigned them; says whether the function is to be
    /// explored again.
    pub fn extend(&mut self, code: &CodeObject, unbound: Vec<Name>) -> bool {
        let at_first = has_merge_point(code);
        let mut seen: Vec<Name> = Vec::new();
        let mut changed = false;
        for name in unbound {
            if !code.varnames.contains(&name) || seen.contains(&name) {
                continue;
            }
            seen.push(name);
            match self.names.iter_mut().find(|n| n.0 == name) {
                None => self.names.push((name, at_first)),
                Some((_, joins @ true)) => *joins = false,
                Some(_) => continue,
            }
            changed = true;
        }
        changed
    }
    /// What stands in the local variable at the start of the function.
    pub fn at_start(&self, name: Name) -> Option<FlowValue> {
        let &(_, joins) = self.names.iter().find(|n| n.0 == name)?;
        Some(unassigned(name, Lack::NotYet { joins }))
    }
    /// The variables, with the places where they are live.
    pub fn locals(&self, code: &CodeObject) -> Vec<Apart> {
        let locals = code.varnames.iter().enumerate();
        locals
            .filter(|(_, name)| self.names.iter().any(|n| n.0 == **name))
            .map(|(local, &name)| Apart {
                local,
                name,
                live: live(code, LocalId(local as u32)),
            })
            .collect()
    }
}

fn has_merge_point(code: &CodeObject) -> bool {
    let merge_point = DriverMethod::MergePoint.name();
    let mut instrs = code.instrs.iter();
    instrs.any(|i| matches!(i, Instr::LoadAttr(name) if *name == merge_point))
}

/// Where the value of a local variable may be read later.
fn live(code: &CodeObject, local: LocalId) -> Vec<bool> {
    let mut live = vec![false; code.instrs.len()];
    loop {
        let mut changed = false;
        for i in (0..live.len()).rev() {
            let pc = Pc(i as u32);
            let instr = code.instr(pc);
            let at = |t: Pc| live.get(t.0 as usize) == Some(&true);
            let now = match instr {
                Instr::LoadFast(l) | Instr::DeleteFast(l) if l == local => true,
                Instr::StoreFast(l) if l == local => false,
                _ => {
                    (!instr.ends_block() && at(Pc(pc.0 + 1)))
                        || instr.target().is_some_and(at)
                        || code.handler(pc).is_some_and(|h| at(h.target))
                }
            };
            changed |= now && !live[i];
            live[i] = now;
        }
        if !changed {
            return live;
        }
    }
}
