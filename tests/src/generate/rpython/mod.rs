//! Random RPython programs: what real interpreters are made of, with values and exceptions that every level of the
//! toolchain must agree on.
//!
//! A program is valid by construction: well-typed as RPython understands it, within what Python 2.7, Python 3, the
//! stand-in library and RPython have in common, and it ends, since every function and every loop uses up fuel. It
//! prints values as it runs, never addresses.
//!
//! | module | |
//! |---|---|
//! | `tree` | programs as trees, and their text |
//! | `plan` | features; classes, functions and their signatures, before any body exists |
//! | `expr` | expressions of a type: numbers, truth values |
//! | `data` | expressions: texts, containers, instances, functions |
//! | `stmt` | statements: assignments, branches, loops |
//! | `effect` | statements: containers changed, exceptions |
//! | `program` | bodies of classes and functions, prebuilt objects, the whole |
//! | `machine` | interpreters with a `JitDriver`, and programs for them |
//! | `dynamic` | interpreters of a language with dynamic types, and programs in it |
//! | `loops` | interpreters on numbers, arrays and objects, and short loops for them |
//! | `reduce` | the minimiser |
//! | `check` | a program at every level, and the signature of a failure |
pub mod check;
mod data;
mod dynamic;
mod effect;
mod expr;
mod loops;
mod machine;
mod plan;
mod program;
pub mod reduce;
mod stmt;
pub mod tree;

pub use plan::Feature;
use tree::Stmt;

/// A program that is valid by construction, with the features that it uses.
#[derive(Clone, Debug)]
pub struct Generated {
    pub tree: Vec<Stmt>,
    /// What it is made of.
    pub features: Vec<Feature>,
    /// It is an interpreter with a `JitDriver`.
    pub machine: bool,
}

impl Generated {
    /// Its text as RPython.
    pub fn text(&self) -> String {
        tree::text(&self.tree)
    }
}

/// The program of a seed. Every eighth is an interpreter with a `JitDriver`.
pub fn program(seed: u64) -> Generated {
    program::generate(seed, seed % 8 == 7)
}

/// The interpreter of a seed: an interpreter with a `JitDriver`, and programs for it. There are three sorts of them.
pub fn interpreter(seed: u64) -> Generated {
    match seed % 4 {
        0 | 2 => dynamic::generate(seed),
        1 => loops::generate(seed),
        _ => program::generate(seed, true),
    }
}
