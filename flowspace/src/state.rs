//! Frame states and their union.
//!
//! A state is the position (two states with different positions are never merged: the value stack's height and the
//! handlers follow from it) and a flat list of slots: locals, cells, stack. The union keeps equal constants and makes
//! everything else a fresh variable; a local unbound on one side is unbound in the union.
//!
//! ```text
//! at @8: [n=v3, i=0 | it]   union   at @8: [n=v7, i=1 | it]   =   at @8: [n=fresh, i=fresh | it]
//! ```
use std::rc::Rc;

use ir::model::{Operand, VarId};
use python::code::Pc;
use python::engine::FrameState;
use python::live::CellObj;

use super::special::is_ovfcheck;
use super::unassigned::{Lack, lack};
use super::value::{FlowValue, is_spec_tag};
use crate::space::FlowSpace;

/// The state of a frame of the flow space.
pub type State<'a> = FrameState<FlowSpace<'a>>;

/// A cell as the flow space sees it.
#[derive(Clone)]
pub enum FlowCell {
    /// A variable of this function that a nested function uses. It is part of the state like a local variable.
    Own(Option<FlowValue>),
    /// A variable of an enclosing function: a constant.
    Outer(Rc<CellObj>),
}

/// What the union of two slots is.
#[derive(Clone, PartialEq, Debug)]
pub enum Slot {
    Unbound,
    /// The same on both sides.
    Same(FlowValue),
    /// Different: a fresh variable.
    Fresh,
}

/// The slots of a state: locals, own cells, stack.
pub fn slots<'s>(state: &'s State<'_>) -> impl Iterator<Item = Option<&'s FlowValue>> {
    let locals = state.locals.iter().map(Option::as_ref);
    let cells = state.cells.iter().filter_map(|c| match c {
        FlowCell::Own(v) => Some(v.as_ref()),
        FlowCell::Outer(_) => None,
    });
    locals.chain(cells).chain(state.stack.iter().map(Some))
}

/// Replaces the slots in order.
pub fn set_slots(state: &mut State<'_>, mut next: impl FnMut(usize) -> Option<FlowValue>) {
    let mut i = 0;
    let mut take = || {
        let v = next(i);
        i += 1;
        v
    };
    for v in &mut state.locals {
        *v = take();
    }
    for c in &mut state.cells {
        if let FlowCell::Own(v) = c {
            *v = take();
        }
    }
    for v in &mut state.stack {
        *v = take().expect("the stack has no unbound slots");
    }
}

/// The union of two states at one position; `None` if they must not be merged.
pub fn union(a: &State<'_>, b: &State<'_>) -> Option<Vec<Slot>> {
    debug_assert_eq!(a.pc, b.pc);
    if a.stack.len() != b.stack.len() || await_ovfcheck(&a.stack, &b.stack) {
        return None;
    }
    slots(a).zip(slots(b)).map(|(a, b)| slot(a, b)).collect()
}

/// Whether two different results wait for `ovfcheck()` to be called with them. The call speaks about the operation that
/// made its argument, which a merged value would hide; the two calls are as many as the operations, so that the
/// recording still ends.
fn await_ovfcheck(a: &[FlowValue], b: &[FlowValue]) -> bool {
    let mut pairs = a.windows(2).zip(b.windows(2));
    pairs.any(|(a, b)| a[0] == b[0] && a[1] != b[1] && is_ovfcheck(&a[0]))
}

fn slot(a: Option<&FlowValue>, b: Option<&FlowValue>) -> Option<Slot> {
    let (Some(a), Some(b)) = (a, b) else {
        return Some(Slot::Unbound);
    };
    if a == b {
        return Some(Slot::Same(a.clone()));
    }
    match (lack(a), lack(b)) {
        (None, None) => {}
        (x, y) if x == y => return Some(Slot::Same(a.clone())),
        (Some(Lack::NotYet { joins: true }), _) | (_, Some(Lack::NotYet { joins: true })) => {
            return Some(Slot::Unbound);
        }
        (Some(x), Some(y)) => return Some(Slot::Same(if x > y { a } else { b }.clone())),
        _ => return None,
    }
    if let (Operand::Const(a), Operand::Const(b)) = (a, b)
        && (is_spec_tag(&a.0) || is_spec_tag(&b.0))
    {
        return None;
    }
    Some(Slot::Fresh)
}

/// Whether the union is not more general than `state` (they differ in the names of variables only).
pub fn covers(state: &State<'_>, union: &[Slot]) -> bool {
    slots(state).zip(union).all(|(v, u)| match (v, u) {
        (None, Slot::Unbound) => true,
        (Some(Operand::Var(_)), Slot::Fresh) => true,
        (Some(v), Slot::Same(w)) => {
            v == w
                || (v.var().is_some() && w.var().is_some())
                || (lack(v).is_some() && lack(v) == lack(w))
        }
        _ => false,
    })
}

/// The variables of a state, in slot order: the inputargs of its block. A variable in several slots comes several
/// times.
pub fn variables(state: &State<'_>) -> Vec<VarId> {
    slots(state)
        .filter_map(|v| v.and_then(|v| v.var()))
        .collect()
}

/// The values of `from` at the slots where `to` has variables: the arguments of a link.
pub fn link_args(from: &State<'_>, to: &State<'_>) -> Vec<FlowValue> {
    slots(from)
        .zip(slots(to))
        .filter(|(_, t)| matches!(t, Some(Operand::Var(_))))
        .map(|(f, _)| {
            f.cloned()
                .expect("a slot bound in the target is bound in the source")
        })
        .collect()
}

/// An empty state at the start of the code.
pub fn at_start<'a>(locals: Vec<Option<FlowValue>>, cells: Vec<FlowCell>) -> State<'a> {
    FrameState {
        pc: Pc(0),
        locals,
        cells,
        stack: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::constant;
    use python::live::Value;

    fn state(values: &[Option<FlowValue>]) -> State<'static> {
        at_start(values.to_vec(), Vec::new())
    }
    fn var(n: u32) -> Option<FlowValue> {
        Some(Operand::Var(VarId(n)))
    }
    fn int(n: i64) -> Option<FlowValue> {
        Some(constant(Value::Int(n)))
    }

    #[test]
    fn equal_constants_stay_all_else_becomes_fresh() {
        let a = state(&[int(1), int(2), var(0), None]);
        let b = state(&[int(1), int(3), int(4), int(5)]);
        let u = union(&a, &b).unwrap();
        assert_eq!(
            u,
            vec![
                Slot::Same(constant(Value::Int(1))),
                Slot::Fresh,
                Slot::Fresh,
                Slot::Unbound
            ]
        );
        assert!(!covers(&a, &u));
        assert!(!covers(&b, &u));
    }
    #[test]
    fn union_is_an_upper_bound_and_commutes() {
        let choices = [None, int(1), int(2), var(0), var(1)];
        for x in &choices {
            for y in &choices {
                let (a, b) = (
                    state(std::slice::from_ref(x)),
                    state(std::slice::from_ref(y)),
                );
                let (u, v) = (union(&a, &b).unwrap(), union(&b, &a).unwrap());
                assert_eq!(u, v);
                // The state of the union covers both.
                let mut s = a.clone();
                set_slots(&mut s, |_| match &u[0] {
                    Slot::Unbound => None,
                    Slot::Same(v) => Some(v.clone()),
                    Slot::Fresh => var(9),
                });
                assert!(covers(&s, &union(&s, &a).unwrap()), "{x:?} {y:?}");
                assert!(covers(&s, &union(&s, &b).unwrap()), "{x:?} {y:?}");
            }
        }
    }
}
