//! How annotations are made.
use ir::lltype::LLType;
use python::live::Value;

use super::*;
use crate::model::constant::Const;

impl Annotation {
    /// The annotation of a kind, without a constant (`None` has its constant anyway).
    pub fn new(kind: AnnotationKind) -> Annotation {
        if kind == AnnotationKind::None {
            return Annotation::none();
        }
        intern(kind, None)
    }
    /// The same kind with a constant.
    pub fn with_const(self, value: Value) -> Annotation {
        intern(self.kind().clone(), Some(Const(value)))
    }
    /// The same kind without constant. `None` stays.
    pub fn without_const(self) -> Annotation {
        if !self.is_const() || self.is_none() {
            return self;
        }
        Annotation::new(self.kind().clone())
    }
    /// Bottom: no value gets there (yet).
    pub const fn impossible() -> Annotation {
        common(fixed::IMPOSSIBLE)
    }
    /// The silent error annotation.
    pub const fn error() -> Annotation {
        common(fixed::ERROR)
    }
    /// `int`
    pub const fn int() -> Annotation {
        common(fixed::INT)
    }
    /// A non-negative `int`
    pub const fn nonneg() -> Annotation {
        common(fixed::NONNEG)
    }
    /// An integer of some kind.
    pub fn int_kind(kind: IntKind, nonneg: bool) -> Annotation {
        Annotation::new(AnnotationKind::Int {
            kind,
            nonneg: nonneg || !kind.signed,
            maybe_bool: false,
        })
    }
    /// The same integers, with another claim about their sign. Other annotations are returned as they are.
    pub fn with_sign(self, nonneg: bool) -> Annotation {
        match *self.kind() {
            AnnotationKind::Int {
                kind, maybe_bool, ..
            } if !self.is_const() => Annotation::new(AnnotationKind::Int {
                kind,
                nonneg: nonneg || !kind.signed,
                maybe_bool,
            }),
            _ => self,
        }
    }
    /// What is an integer for sure: the result of arithmetic. Other annotations are returned as they are.
    pub fn without_bool(self) -> Annotation {
        self.set_maybe_bool(false)
    }
    /// An integer that may be a boolean untranslated. Other annotations are returned as they are.
    pub fn with_bool(self) -> Annotation {
        self.set_maybe_bool(true)
    }
    fn set_maybe_bool(self, to: bool) -> Annotation {
        match *self.kind() {
            AnnotationKind::Int {
                kind,
                nonneg,
                maybe_bool,
            } if maybe_bool != to => {
                let a = Annotation::new(AnnotationKind::Int {
                    kind,
                    nonneg,
                    maybe_bool: to,
                });
                self.const_value().map_or(a, |v| a.with_const(v.clone()))
            }
            _ => self,
        }
    }
    /// `bool`
    pub const fn bool() -> Annotation {
        common(fixed::BOOL)
    }
    /// `float`
    pub const fn float() -> Annotation {
        common(fixed::FLOAT)
    }
    /// `str`, not `None`
    pub const fn str() -> Annotation {
        common(fixed::STR)
    }
    /// A `str` without `\0`, not `None`
    pub const fn str0() -> Annotation {
        common(fixed::STR0)
    }
    /// A `str` of exactly one byte.
    pub const fn char() -> Annotation {
        common(fixed::CHAR)
    }
    /// `unicode`, not `None`
    pub const fn unicode() -> Annotation {
        common(fixed::UNICODE)
    }
    /// A `unicode` of exactly one code point.
    pub const fn unichar() -> Annotation {
        common(fixed::UNICHAR)
    }
    /// `None`
    pub const fn none() -> Annotation {
        common(fixed::NONE)
    }
    /// A tuple with these items; its length is part of the type.
    pub fn tuple(items: impl Into<Box<[Annotation]>>) -> Annotation {
        Annotation::new(AnnotationKind::Tuple(items.into()))
    }
    /// A list; what it holds is the hidden variable of `id`.
    pub fn list(id: ListId) -> Annotation {
        numbered(0, id.0, || AnnotationKind::List(id))
    }
    /// A dictionary, not `None`, with the keys and values of this definition.
    pub fn dict(id: DictId) -> Annotation {
        numbered(3, id.0, || AnnotationKind::Dict(id))
    }
    /// An instance of the class or a subclass of it, or None if `nullable`.
    pub fn instance(class: ClassId, nullable: bool) -> Annotation {
        numbered(1 + usize::from(nullable), class.0, || {
            AnnotationKind::Instance { class, nullable }
        })
    }
    /// A set of prebuilt constants (sorted here). An empty set is `None` or bottom.
    pub fn pbc(mut descs: Vec<DescId>, nullable: bool) -> Annotation {
        descs.sort_unstable();
        descs.dedup();
        match (descs.is_empty(), nullable) {
            (true, true) => Annotation::none(),
            (true, false) => Annotation::impossible(),
            _ => Annotation::new(AnnotationKind::Pbc {
                descs: descs.into(),
                nullable,
            }),
        }
    }
    /// A `bool` that is always this one.
    pub fn const_bool(b: bool) -> Annotation {
        Annotation::bool().with_const(Value::Bool(b))
    }
    /// A constant `int`.
    pub fn const_int(i: i64) -> Annotation {
        if i >= 0 {
            Annotation::nonneg()
        } else {
            Annotation::int()
        }
        .with_const(Value::Int(i))
    }
    /// A low-level pointer (or other low-level type without an annotation of its own).
    pub fn ptr(ty: LLType) -> Annotation {
        Annotation::new(AnnotationKind::Ptr(ty))
    }
    /// The annotation of values of a low-level type.
    pub fn from_lltype(ty: LLType) -> Annotation {
        match ty {
            LLType::Void => Annotation::none(),
            LLType::Bool => Annotation::bool(),
            LLType::Char => Annotation::char(),
            LLType::UniChar => Annotation::unichar(),
            LLType::Signed => Annotation::int(),
            LLType::Unsigned => Annotation::int_kind(IntKind::UNSIGNED, true),
            LLType::Int { bits, signed } => Annotation::int_kind(IntKind { bits, signed }, !signed),
            LLType::Float => Annotation::float(),
            LLType::SingleFloat => Annotation::new(AnnotationKind::SingleFloat),
            LLType::Address => Annotation::new(AnnotationKind::Address),
            LLType::Ptr(_) => Annotation::ptr(ty),
        }
    }
}
