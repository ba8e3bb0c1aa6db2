//! Representations: for every annotation one low-level type and the knowledge of how operations on it
//! are done.
//!
//! A [`Repr`] is made once per annotation (constants and narrowing stripped) and interned, so two variables have the
//! same representation iff their [`ReprId`]s are equal, and conversion is needed iff they differ. The operations live
//! in one file per family of representations, in a folder per kind of value, as methods of [`crate::typer::Lower`]:
//!
//! | file | annotations | low-level type |
//! | --- | --- | --- |
//! | [`numbers::rint`] | all integers, `Bool` arithmetic | `Signed`, `Unsigned`, `Int{bits}` |
//! | [`numbers::rfloat`] | `Float`, `SingleFloat` | `Float`, `SingleFloat` |
//! | [`text::rstr`], [`text::rstrmethods`] | `Char`, `Str`, `UniChar`, `Unicode` | `Char`, `Ptr(rpy_string)`, ... |
//! | [`containers::rlist`], [`containers::rlistops`] | `List` | `Ptr(GcArray)` (never resized) or `Ptr(list{length, items})` |
//! | [`containers::rrange`] | `List` made by `range` only | `Ptr(range{start, stop})` |
//! | [`containers::rdict`] | `Dict` | `Ptr(dict{...})` |
//! | [`containers::rtuple`] | `Tuple` | `Ptr(tuple{item0, ...})`, empty: `Void` |
//! | [`objects::rclass`] | `Instance`, classes, `type(x)` | `Ptr(instance structure)`, `Ptr(vtable)` |
//! | [`objects::rpbc`], [`calls::rcall`] | `Pbc` of functions, bound methods, classes, frozen objects | `Void`, function pointer, table, receiver |
//! | [`containers::riter`] | `Iterator` | `Ptr(iterator structure)` |
//! | [`calls::rbuiltin`], [`calls::rlibrary`], [`calls::rexternal`] | `Builtin`, `BuiltinMethod` | `Void`, that of the receiver |
//! | [`pointers::rptr`] | `Ptr` (LLPython) | the pointer itself |
//!
//! [`text::rtext`] makes the texts of values of all of them (`str(x)`, `repr(x)`). Values of representations of type
//! `Void` are never passed, stored or returned.
use std::ops::Index;
use std::rc::Rc;

use annotator::defs::{AttrFamilyId, FamilyId, RangeStep};
use annotator::model::{Annotation, AnnotationKind, ClassId, DescId, DictId, IterKind, ListId};
use ir::index::IndexVec;
use ir::lltype::{Container, ContainerId, FieldType, LLType};
use ir::name::Name;
use rustc_hash::FxHashMap;

use crate::typer::{R, RTyper};

pub mod calls;
pub mod containers;
pub mod numbers;
pub mod objects;
pub mod pointers;
pub mod text;

ir::entity!(
    /// An interned representation.
    ReprId,
    "r"
);

/// A representation. Variants hold what tells them apart; derived facts are in tables of [`RTyper`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Repr {
    /// No run-time value: `None`, builtins, low-level types, unreachable values.
    Void,
    /// The one function, class or frozen object that a value can be: no run-time value either, but what it is where it
    /// meets others.
    Only(DescId),
    /// An integer of this low-level type.
    Int(LLType),
    /// `Bool`
    Bool,
    /// `Float`
    Float,
    /// `SingleFloat`
    SingleFloat,
    /// `Char`
    Char,
    /// `UniChar`
    UniChar,
    /// `Ptr(rpy_string)`, nullable.
    Str,
    /// `Ptr(rpy_unicode)`, nullable.
    Unicode,
    /// A bytearray: a resizable list of characters.
    ByteArray,
    List(ListId),
    /// A range: `step` is 0 if variable.
    Range {
        /// The constant step or 0.
        step: i64,
    },
    Dict(DictId),
    /// A tuple of these items (void items take no space).
    Tuple(Rc<[ReprId]>),
    /// An instance; `None`: the root, any instance.
    Instance(Option<ClassId>),
    /// A class or `type(x)`: a pointer to the vtable.
    Class,
    /// One of several functions.
    Functions(FamilyId),
    /// Bound methods of one name: represented by the receiver.
    Methods {
        /// The class from which the method is looked up.
        class: Option<ClassId>,
        name: Name,
        /// The function descs, if the receiver's class does not decide: none here.
        family: Option<FamilyId>,
    },
    /// One of several frozen objects: a pointer to the table of the attributes read.
    Frozen(AttrFamilyId),
    /// A method of one of several frozen objects: represented by the frozen object.
    FrozenMethods(AttrFamilyId, DescId),
    /// A method of a builtin type, represented by its receiver.
    BuiltinMethod {
        receiver: ReprId,
        name: Name,
    },
    /// An iterator over a container.
    Iter {
        container: ReprId,
        /// What it yields.
        kind: IterShape,
    },
    /// A slice object; flags: has start, has stop.
    Slice {
        /// There is a start.
        start: bool,
        /// There is a stop.
        stop: bool,
    },
    WeakRef(Option<ClassId>),
    Ptr(ContainerId),
    Address,
    /// `StringBuilder`
    StringBuilder,
    /// `UnicodeBuilder`
    UnicodeBuilder,
}

/// [`IterKind`] over representations.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum IterShape {
    /// Items of a list, string; keys of a dictionary.
    Items,
    /// Values of a dictionary.
    Values,
    /// Items of a dictionary.
    Pairs,
    /// `enumerate`
    Enumerate,
    /// `reversed`
    Reversed,
    /// Keys, from the last.
    ReversedKeys,
    /// `zip` with another container.
    Zip(ReprId),
    /// An instance with a `next` method.
    User,
}

/// All representations, with what is known of them.
#[derive(Default)]
pub(crate) struct Reprs {
    list: IndexVec<ReprId, Repr>,
    ids: FxHashMap<Repr, ReprId>,
    of_annotation: FxHashMap<Annotation, ReprId>,
    lltypes: FxHashMap<ReprId, LLType>,
}

impl Reprs {
    fn intern(&mut self, r: Repr) -> ReprId {
        if let Some(&id) = self.ids.get(&r) {
            return id;
        }
        let id = self.list.push(r.clone());
        self.ids.insert(r, id);
        id
    }
}

impl Index<ReprId> for Reprs {
    type Output = Repr;

    fn index(&self, r: ReprId) -> &Repr {
        &self.list[r]
    }
}

impl RTyper {
    /// The number of a representation: equal ones have one number.
    pub fn intern(&mut self, r: Repr) -> ReprId {
        self.reprs.intern(r)
    }
    /// The representation of an annotation.
    pub fn repr_of(&mut self, a: Annotation) -> R<ReprId> {
        if let Some(&id) = self.reprs.of_annotation.get(&a) {
            return Ok(id);
        }
        let r = self.make_repr(a)?;
        let id = self.reprs.intern(r);
        self.reprs.of_annotation.insert(a, id);
        Ok(id)
    }
    /// The representations of several annotations.
    pub fn reprs_of(&mut self, list: &[Annotation]) -> R<Vec<ReprId>> {
        list.iter().map(|&a| self.repr_of(a)).collect()
    }
    fn make_repr(&mut self, a: Annotation) -> R<Repr> {
        Ok(match a.kind() {
            AnnotationKind::Impossible
            | AnnotationKind::None
            | AnnotationKind::Builtin(_)
            | AnnotationKind::Static
            | AnnotationKind::Property
            | AnnotationKind::LLType(_)
            | AnnotationKind::AdtMethod { .. } => Repr::Void,
            AnnotationKind::Error => {
                return Err(self.internal("an erroneous annotation reached typing"));
            }
            AnnotationKind::Int { kind, .. } => Repr::Int(kind.lltype()),
            AnnotationKind::Bool(_) => Repr::Bool,
            AnnotationKind::Float => Repr::Float,
            AnnotationKind::SingleFloat => Repr::SingleFloat,
            AnnotationKind::Text(t) => match (t.wide, t.single) {
                (false, true) => Repr::Char,
                (false, false) => Repr::Str,
                (true, true) => Repr::UniChar,
                (true, false) => Repr::Unicode,
            },
            AnnotationKind::ByteArray => Repr::ByteArray,
            AnnotationKind::List(l) => {
                let l = self.pg().find_list(*l);
                let def = self.pg().list(l);
                match def.range {
                    RangeStep::Const(step) if !def.mutated && !def.resized && step != 0 => {
                        Repr::Range { step }
                    }
                    RangeStep::Variable if !def.mutated && !def.resized => Repr::Range { step: 0 },
                    _ => Repr::List(l),
                }
            }
            AnnotationKind::Dict(d) => Repr::Dict(self.pg().find_dict(*d)),
            AnnotationKind::Tuple(items) => Repr::Tuple(self.reprs_of(items)?.into()),
            AnnotationKind::Iterator { container, kind } => {
                let container = self.repr_of(*container)?;
                let kind = match kind {
                    IterKind::Items => IterShape::Items,
                    IterKind::Values => IterShape::Values,
                    IterKind::Pairs => IterShape::Pairs,
                    IterKind::Enumerate => IterShape::Enumerate,
                    IterKind::Reversed => IterShape::Reversed,
                    IterKind::ReversedKeys => IterShape::ReversedKeys,
                    IterKind::Zip(o) => IterShape::Zip(self.repr_of(*o)?),
                    IterKind::User => IterShape::User,
                };
                Repr::Iter { container, kind }
            }
            AnnotationKind::Slice { start, stop } => Repr::Slice {
                start: !start.is_none(),
                stop: !stop.is_none(),
            },
            AnnotationKind::Instance { class, .. } => {
                let erased = self.pg().erased_base(*class) == Some(*class);
                Repr::Instance((!erased).then_some(*class))
            }
            AnnotationKind::TypeOf { .. } => Repr::Class,
            AnnotationKind::Pbc { descs, nullable } => self.pbc_repr(descs, *nullable)?,
            AnnotationKind::BuiltinMethod { name, receiver } => Repr::BuiltinMethod {
                receiver: self.repr_of(*receiver)?,
                name: *name,
            },
            AnnotationKind::WeakRef(c) => Repr::WeakRef(*c),
            AnnotationKind::Ptr(LLType::Ptr(c)) => Repr::Ptr(*c),
            AnnotationKind::Ptr(LLType::Address) | AnnotationKind::Address => Repr::Address,
            AnnotationKind::Ptr(other) => {
                return self.make_repr(Annotation::from_lltype(*other));
            }
            AnnotationKind::StringBuilder => Repr::StringBuilder,
            AnnotationKind::UnicodeBuilder => Repr::UnicodeBuilder,
        })
    }
    /// What a number stands for.
    pub fn repr(&self, r: ReprId) -> Repr {
        self.reprs[r].clone()
    }
    /// The low-level type of values of a representation.
    pub fn lltype(&mut self, r: ReprId) -> R<LLType> {
        if let Some(&t) = self.reprs.lltypes.get(&r) {
            return Ok(t);
        }
        let t = match self.repr(r) {
            Repr::Void | Repr::Only(_) => LLType::Void,
            Repr::Int(t) => t,
            Repr::Bool => LLType::Bool,
            Repr::Float => LLType::Float,
            Repr::SingleFloat => LLType::SingleFloat,
            Repr::Char => LLType::Char,
            Repr::UniChar => LLType::UniChar,
            Repr::Str => LLType::Ptr(self.basic.string),
            Repr::Unicode => LLType::Ptr(self.basic.unicode),
            Repr::ByteArray => {
                let item = FieldType::Value(LLType::Char);
                LLType::Ptr(self.list_struct(item, Name::new("bytearray")))
            }
            Repr::List(l) => LLType::Ptr(self.list_info(l)?.container),
            Repr::Range { step } => LLType::Ptr(self.range_struct(step)),
            Repr::Dict(d) => LLType::Ptr(self.dict_info(d)?.container),
            Repr::Tuple(items) => match self.tuple_struct(&items)? {
                Some(c) => LLType::Ptr(c),
                None => LLType::Void,
            },
            Repr::Instance(None) => LLType::Ptr(self.basic.object),
            Repr::Instance(Some(c)) => LLType::Ptr(self.class_info(c)?.object),
            Repr::Class => LLType::Ptr(self.basic.vtable),
            Repr::Functions(f) => self.family_lltype(f)?,
            Repr::Methods { class, family, .. } => match (class, family) {
                (Some(c), _) => LLType::Ptr(self.class_info(c)?.object),
                (None, _) => LLType::Ptr(self.basic.object),
            },
            Repr::Frozen(f) | Repr::FrozenMethods(f, _) => LLType::Ptr(self.frozen_table(f)?),
            Repr::BuiltinMethod { receiver, .. } => self.lltype(receiver)?,
            Repr::Iter { container, kind } => self.iter_lltype(container, &kind)?,
            Repr::Slice { start, stop } => LLType::Ptr(self.slice_struct(start, stop)),
            Repr::WeakRef(_) => LLType::Ptr(self.weakref_struct()),
            Repr::Ptr(c) => LLType::Ptr(c),
            Repr::Address => LLType::Address,
            Repr::StringBuilder => LLType::Ptr(self.builder_struct(false)),
            Repr::UnicodeBuilder => LLType::Ptr(self.builder_struct(true)),
        };
        self.reprs.lltypes.insert(r, t);
        Ok(t)
    }
    /// The representation of plain low-level values: pointers are [`Repr::Ptr`], strings too.
    pub fn ll_repr(&mut self, t: LLType) -> ReprId {
        let r = match t {
            LLType::Void => Repr::Void,
            LLType::Bool => Repr::Bool,
            LLType::Char => Repr::Char,
            LLType::UniChar => Repr::UniChar,
            LLType::Signed | LLType::Unsigned | LLType::Int { .. } => Repr::Int(t),
            LLType::Float => Repr::Float,
            LLType::SingleFloat => Repr::SingleFloat,
            LLType::Address => Repr::Address,
            LLType::Ptr(c) => Repr::Ptr(c),
        };
        self.intern(r)
    }
    /// How a value of this type lies in arrays, where `Void` is not possible.
    pub fn storage(&self, t: LLType) -> LLType {
        if t == LLType::Void { LLType::Bool } else { t }
    }
    /// A human name of a representation, for messages.
    pub fn show_repr(&self, r: ReprId) -> String {
        match &self.reprs[r] {
            Repr::Instance(Some(c)) => format!("instance of {}", self.pg().class(*c).name),
            Repr::Ptr(c) => format!("pointer to {}", self.types().show_container(*c)),
            other => format!("{other:?}"),
        }
    }
    /// The description of a container.
    pub fn container(&self, c: ContainerId) -> &Container {
        self.types().get(c)
    }
}
