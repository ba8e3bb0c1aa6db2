//! Rules that can be broken on purpose, to prove that the checks of this module find such faults.
//!
//! A broken rule claims too much: a constant, a sign, a class, a dead branch. Only tests set
//! [`crate::AnnotatorOptions::broken`].
use python::live::Value;

use crate::engine::{Annotator, Res};
use crate::front::hl::{HlOp, HlOperation};
use crate::model::*;

/// A fault that is put into the rules, so that a test can see whether the comparison finds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Broken {
    /// `x - y` is claimed to be non-negative.
    SubtractionSign,
    /// `-x` is claimed to be non-negative.
    NegationSign,
    /// Attributes that are integers are claimed to be non-negative.
    AttributeSign,
    /// Items of lists and dictionaries are claimed not to be `None`.
    ItemNotNone,
    /// The first item of a tuple is taken for all.
    TupleItem,
    /// Two strings together are claimed to be one character.
    ConcatLength,
    /// Characters are claimed not to be `\0`.
    CharNoNul,
    /// `len(x)` is claimed to be 1.
    LengthOne,
    /// `x < y` is claimed to be true.
    ComparisonFolds,
    /// Where `isinstance` is false nothing is left of the variable.
    IsInstanceFalse,
    /// Of the functions that a call may reach only the first counts.
    FirstCalleeOnly,
    /// The first constant that a variable gets is kept.
    JoinKeepsConstant,
    /// The first class that a variable gets is kept.
    JoinKeepsClass,
    /// The readers of a hidden variable are not flowed again.
    ReadersForgotten,
    /// The callers of a function are not flowed again when its result changes.
    CallersForgotten,
    /// `x[i]` is claimed to raise nothing.
    ItemNeverRaises,
    /// `x / y` is claimed to be an integer.
    DivisionKind,
    /// `append` does not tell the list.
    AppendForgotten,
}

impl Broken {
    /// Every fault, for tests that go through them.
    pub const ALL: [Broken; 18] = [
        Broken::SubtractionSign,
        Broken::NegationSign,
        Broken::AttributeSign,
        Broken::ItemNotNone,
        Broken::TupleItem,
        Broken::ConcatLength,
        Broken::CharNoNul,
        Broken::LengthOne,
        Broken::ComparisonFolds,
        Broken::IsInstanceFalse,
        Broken::FirstCalleeOnly,
        Broken::JoinKeepsConstant,
        Broken::JoinKeepsClass,
        Broken::ReadersForgotten,
        Broken::CallersForgotten,
        Broken::ItemNeverRaises,
        Broken::DivisionKind,
        Broken::AppendForgotten,
    ];

    /// What the broken rule says instead of `result`.
    pub(crate) fn distort(
        self,
        a: &Annotator,
        op: &HlOperation,
        args: &[Annotation],
        result: Res,
    ) -> Res {
        let r = result?;
        let nonneg = |r: Annotation| match r.kind() {
            AnnotationKind::Int { kind, .. } if !r.is_const() => Annotation::int_kind(*kind, true),
            _ => r,
        };
        Ok(match (self, &op.op) {
            (Broken::SubtractionSign, HlOp::Sub | HlOp::InplaceSub)
            | (Broken::NegationSign, HlOp::Neg)
            | (Broken::AttributeSign, HlOp::GetAttr) => nonneg(r),
            (Broken::ItemNotNone, HlOp::GetItem) => {
                let n = r.non_none();
                if n.is_impossible() { r } else { n }
            }
            (Broken::TupleItem, HlOp::GetItem) => match args[0].items() {
                Some([first, ..]) => *first,
                _ => r,
            },
            (Broken::ConcatLength, HlOp::Add | HlOp::InplaceAdd) => match r.kind() {
                AnnotationKind::Text(TextKind {
                    wide: false,
                    single: false,
                    no_nul,
                    ..
                }) if !r.is_const() => {
                    Annotation::new(AnnotationKind::Text(TextKind::CHAR.with_no_nul(*no_nul)))
                }
                _ => r,
            },
            (Broken::CharNoNul, HlOp::GetItem) => match r.kind() {
                AnnotationKind::Text(TextKind {
                    wide: false,
                    single: true,
                    ..
                }) if !r.is_const() => {
                    Annotation::new(AnnotationKind::Text(TextKind::CHAR.with_no_nul(true)))
                }
                _ => r,
            },
            (Broken::LengthOne, HlOp::Len) => Annotation::const_int(1),
            (Broken::ComparisonFolds, HlOp::Lt) => match (r.kind(), r.const_value()) {
                (AnnotationKind::Bool(_), None) => r.with_const(Value::Bool(true)),
                _ => r,
            },
            (Broken::IsInstanceFalse, HlOp::IsInstance) => {
                let narrow = r
                    .narrowing()
                    .iter()
                    .map(|n| Narrow {
                        if_false: Some(Annotation::impossible()),
                        ..n.clone()
                    })
                    .collect();
                r.with_narrowing(narrow)
            }
            (Broken::FirstCalleeOnly, HlOp::SimpleCall) => {
                let info = a.program.calls.get(&a.here);
                match info.map(|i| &i.callees[..]) {
                    Some([first, _, ..]) => match first.graph {
                        Some(g) if first.instantiates.is_none() => {
                            let first = a.program.graphs[g].result().escaping();
                            if first.is_impossible() { r } else { first }
                        }
                        _ => r,
                    },
                    _ => r,
                }
            }
            (Broken::DivisionKind, HlOp::TrueDiv | HlOp::Div)
                if r.kind() == &AnnotationKind::Float =>
            {
                Annotation::int()
            }
            _ => r,
        })
    }

    /// What a broken join makes of a variable.
    pub(crate) fn joined(self, old: Annotation, joined: Annotation) -> Annotation {
        match (self, old.kind(), joined.kind()) {
            (Broken::JoinKeepsConstant, _, _) if old.is_const() && !joined.is_const() => old,
            (
                Broken::JoinKeepsClass,
                AnnotationKind::Instance { .. },
                AnnotationKind::Instance { .. },
            ) => old,
            _ => joined,
        }
    }
}
