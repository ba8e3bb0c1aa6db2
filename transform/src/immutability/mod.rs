//! Declarations of immutability that the program itself does not keep.
//!
//! `_immutable_fields_` promises that a field never changes once its object is initialised; loads of it are folded and
//! shared on that promise, and the JIT folds them before the code that it emits has run. Interpreters declare fields
//! that they set later, too (`node._parent = self` when a node is adopted): untranslated that works. So what is stored
//! to by anything but a constructor counts as a field that changes rarely (`name?`): the JIT knows its value behind a
//! guard, and the passes take it as one that changes.
//!
//! A store is a constructor's if it is one of an `__init__` to its own object, or one to an object that the same
//! function has just allocated.
use ir::lltype::{Container, ContainerId, Immutability};
use ir::model::VarId;
use lowlevel::{AliasRegion, Function, LLOp, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::rewrite::SameObjects;

mod inferred;
pub use inferred::infer;

/// Makes fields of instances that are declared immutable, and stored to by other code than constructors, fields that
/// change rarely.
pub fn demote(program: &mut Program) {
    let Some(root) = program.known.object else {
        return;
    };
    let types = &program.types;
    let declared = |c: ContainerId, f: u32| {
        c != root && AliasRegion::Field(c, f).is_immutable(types) && types.is_subtype(c, root)
    };
    let mut stored: FxHashSet<(ContainerId, u32)> = FxHashSet::default();
    for function in program.funcs.iter().filter(|f| !f.attrs.helper) {
        let mut fresh = None;
        let g = &function.graph;
        for op in g.live_blocks().flat_map(|b| &g.blocks[b].ops) {
            let LLOp::SetField(c, f) = op.op else {
                continue;
            };
            if stored.contains(&(c, f)) || !declared(c, f) {
                continue;
            }
            let fresh = fresh.get_or_insert_with(|| constructed(function));
            if !op.args[0].var().is_some_and(|v| fresh.contains(&v)) {
                stored.insert((c, f));
            }
        }
    }
    let mut by_type: FxHashMap<ContainerId, Vec<u32>> = FxHashMap::default();
    for (c, f) in stored {
        by_type.entry(c).or_default().push(f);
    }
    for (c, fields) in by_type {
        let Container::Struct(s) = program.types.get(c) else {
            continue;
        };
        let mut s = s.clone();
        if std::mem::take(&mut s.hints.immutable) {
            for f in &mut s.fields {
                if f.immutable == Immutability::Mutable {
                    f.immutable = Immutability::Immutable;
                }
            }
        }
        for f in fields {
            let how = &mut s.fields[f as usize].immutable;
            *how = match how {
                Immutability::ImmutableArray => Immutability::QuasiImmutableArray,
                _ => Immutability::QuasiImmutable,
            };
        }
        program.types.redefine(c, Container::Struct(s));
    }
}

/// The variables that hold an object which this function initialises: its own, of an `__init__`, and what it allocates.
fn constructed(function: &Function) -> FxHashSet<VarId> {
    let g = &function.graph;
    let name = function.name.rsplit('.').next().unwrap_or_default();
    let mut fresh: FxHashSet<VarId> = FxHashSet::default();
    if name.starts_with("__init__")
        && let Some(&own) = g.args().first()
    {
        fresh.insert(own);
    }
    let ops = g.live_blocks().flat_map(|b| &g.blocks[b].ops);
    fresh.extend(
        ops.filter(|o| matches!(o.op, LLOp::Malloc(_)))
            .map(|o| o.result),
    );
    let objects = SameObjects::new(g);
    (g.vars.indices())
        .filter(|&v| fresh.contains(&objects.of_var(v)))
        .collect()
}
