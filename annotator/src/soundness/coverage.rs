//! Which sorts of annotations occur in an annotated program: what a check of soundness has seen.
//!
//! The generator of programs claims to produce every annotation that a program can have. [`Coverage::missing`] names
//! those that did not occur.
//!
//! ```text
//! Int 812, Int+ 403, Str? 17, Pbc of functions 22, Iterator of pairs 4, ...
//! ```
use crate::defs::{Desc, FxIndexMap};
use crate::model::*;
use crate::program::AnnotatedProgram;

/// How many variables (of graphs and hidden ones) have an annotation of each sort.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    counts: FxIndexMap<&'static str, u64>,
}

impl Coverage {
    /// The sorts that programs can have, refined where rules treat them differently. Not among them: bottom, the error,
    /// properties (they are attributes of classes only, and reading one is a call), iterators over instances that have
    /// `next` and no `__iter__` (Python has none), iterators of `zip` (a list, as in Python 2).
    pub const SORTS: [&'static str; 56] = [
        "Int",
        "Int+",
        "Int=constant",
        "r_uint",
        "r_int32 or narrower",
        "r_uint32 or narrower",
        "r_longlonglong",
        "Bool",
        "Bool=constant",
        "Bool that tells of variables",
        "Float",
        "SingleFloat",
        "Char",
        "Char0",
        "Str",
        "Str0",
        "Str?",
        "Str0?",
        "Str=constant",
        "UniChar",
        "Unicode",
        "Unicode?",
        "ByteArray",
        "List",
        "List that is resized",
        "List that is a range",
        "Dict",
        "r_dict",
        "Tuple",
        "Tuple=constant",
        "Iterator",
        "Iterator of values",
        "Iterator of pairs",
        "Iterator that enumerates",
        "Iterator from the end",
        "Iterator of keys from the end",
        "Slice",
        "Inst",
        "Inst?",
        "Inst=constant",
        "Pbc of functions",
        "Pbc of classes",
        "Pbc of methods",
        "Pbc of frozen objects",
        "Pbc of methods of frozen objects",
        "Pbc?",
        "None",
        "Builtin",
        "BuiltinMethod",
        "TypeOf",
        "TypeOf a variable",
        "WeakRef",
        "WeakRef to nothing",
        "StringBuilder",
        "UnicodeBuilder",
        "Static",
    ];
    /// The sorts of low-level code, which helpers consist of.
    pub const LOW_LEVEL: [&'static str; 4] = ["Ptr", "AdtMethod", "Address", "LLType"];

    /// Of all variables of a program, and of the constants in its reached code.
    pub fn of(p: &AnnotatedProgram) -> Coverage {
        let mut all = Coverage::default();
        for info in p.graphs.iter() {
            for &a in info.bindings.iter() {
                all.count(p, a);
            }
        }
        for (_, cell) in p.cells.iter() {
            all.count(p, cell.annotation);
        }
        all
    }

    fn count(&mut self, p: &AnnotatedProgram, a: Annotation) {
        for sort in sorts(p, a) {
            *self.counts.entry(sort).or_default() += 1;
        }
    }

    /// Adds what another program has.
    pub fn merge(&mut self, other: &Coverage) {
        for (sort, n) in &other.counts {
            *self.counts.entry(sort).or_default() += n;
        }
    }
    /// How many variables have a sort.
    pub fn get(&self, sort: &str) -> u64 {
        self.counts.get(sort).copied().unwrap_or(0)
    }
    /// The sorts of [`Coverage::SORTS`] that do not occur.
    pub fn missing(&self) -> Vec<&'static str> {
        Self::SORTS
            .into_iter()
            .filter(|s| self.get(s) == 0)
            .collect()
    }
    /// `Int 3, Str 2`, in the order of [`Coverage::SORTS`].
    pub fn text(&self) -> String {
        let parts: Vec<String> = Self::SORTS
            .into_iter()
            .chain(Self::LOW_LEVEL)
            .filter(|s| self.get(s) > 0)
            .map(|s| format!("{s} {}", self.get(s)))
            .collect();
        parts.join(", ")
    }
}

/// The sorts that an annotation counts for: one, and those of its refinements.
fn sorts(p: &AnnotatedProgram, a: Annotation) -> Vec<&'static str> {
    let constant = a.is_const();
    let first = match a.kind() {
        AnnotationKind::Impossible | AnnotationKind::Error | AnnotationKind::Property => {
            return Vec::new();
        }
        AnnotationKind::Int { .. } if constant => "Int=constant",
        AnnotationKind::Int { kind, nonneg, .. } => match (kind.bits, kind.signed) {
            (64, true) if *nonneg => "Int+",
            (64, true) => "Int",
            (64, false) => "r_uint",
            (128, _) => "r_longlonglong",
            (_, true) => "r_int32 or narrower",
            (_, false) => "r_uint32 or narrower",
        },
        AnnotationKind::Bool(n) if !n.is_empty() => "Bool that tells of variables",
        AnnotationKind::Bool(_) if constant => "Bool=constant",
        AnnotationKind::Bool(_) => "Bool",
        AnnotationKind::Float => "Float",
        AnnotationKind::SingleFloat => "SingleFloat",
        AnnotationKind::Text(TextKind { wide: false, .. }) if constant => "Str=constant",
        AnnotationKind::Text(t) => match (t.name(), t.nullable, t.no_nul) {
            ("Char", _, true) => "Char0",
            ("Str", false, true) => "Str0",
            ("Str", true, false) => "Str?",
            ("Str", true, true) => "Str0?",
            ("Unicode", true, _) => "Unicode?",
            (name, ..) => name,
        },
        AnnotationKind::ByteArray => "ByteArray",
        AnnotationKind::List(l) => {
            let def = p.list(*l);
            let range = def.range != crate::defs::RangeStep::No;
            return match (def.resized, range && !def.mutated) {
                (true, _) => vec!["List", "List that is resized"],
                (false, true) => vec!["List", "List that is a range"],
                _ => vec!["List"],
            };
        }
        AnnotationKind::Dict(d) if p.dict(*d).custom.is_some() => "r_dict",
        AnnotationKind::Dict(_) => "Dict",
        AnnotationKind::Tuple(_) if constant => "Tuple=constant",
        AnnotationKind::Tuple(_) => "Tuple",
        AnnotationKind::Iterator { kind, .. } => match kind {
            IterKind::Items => "Iterator",
            IterKind::Values => "Iterator of values",
            IterKind::Pairs => "Iterator of pairs",
            IterKind::Enumerate => "Iterator that enumerates",
            IterKind::Reversed => "Iterator from the end",
            IterKind::ReversedKeys => "Iterator of keys from the end",
            IterKind::Zip(_) | IterKind::User => return Vec::new(),
        },
        AnnotationKind::Slice { .. } => "Slice",
        AnnotationKind::Instance { .. } if constant => "Inst=constant",
        AnnotationKind::Instance { nullable, .. } if *nullable => "Inst?",
        AnnotationKind::Instance { .. } => "Inst",
        AnnotationKind::Pbc { descs, nullable } => {
            let sort = match p.descs[descs[0]] {
                Desc::Function(_) => "Pbc of functions",
                Desc::Class(_) => "Pbc of classes",
                Desc::Method(_) => "Pbc of methods",
                Desc::FrozenMethod(_) => "Pbc of methods of frozen objects",
                Desc::Frozen(_) => "Pbc of frozen objects",
            };
            return if *nullable {
                vec![sort, "Pbc?"]
            } else {
                vec![sort]
            };
        }
        AnnotationKind::None => "None",
        AnnotationKind::Builtin(_) => "Builtin",
        AnnotationKind::BuiltinMethod { .. } => "BuiltinMethod",
        AnnotationKind::TypeOf { vars, .. } if !vars.is_empty() => "TypeOf a variable",
        AnnotationKind::TypeOf { .. } => "TypeOf",
        AnnotationKind::WeakRef(Some(_)) => "WeakRef",
        AnnotationKind::WeakRef(None) => "WeakRef to nothing",
        AnnotationKind::Ptr(_) => "Ptr",
        AnnotationKind::AdtMethod { .. } => "AdtMethod",
        AnnotationKind::Address => "Address",
        AnnotationKind::LLType(_) => "LLType",
        AnnotationKind::StringBuilder => "StringBuilder",
        AnnotationKind::UnicodeBuilder => "UnicodeBuilder",
        AnnotationKind::Static => "Static",
    };
    vec![first]
}
