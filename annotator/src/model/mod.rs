//! Annotations: the lattice of types, extended by constants and by what tests tell of variables (narrowing).
//!
//! An [`Annotation`] describes a set of possible run-time values. It is a `Copy` handle to an interned [`Term`]: two
//! equal annotations have the same number, so *did it change?* is one comparison. Terms are interned per thread (they
//! hold live objects, which belong to one thread) and live as long as the thread does.
//!
//! ```text
//!                                   Top (an error at its first appearance: [`AnnotationKind::Error`])
//!       /          |           |        |         |            |             |
//!    Float      NullStr   NullUnicode  List(v)  Dict(k,v)  NullInst(base)  NullPbc(all)  Tuple ... Ptr(T)
//!    /   \      /    \       |    \                         /      \          |      \
//!  Int  r_uint Str  [None]  Unicode                   NullInst(sub) Inst(base) ..   Pbc(all)
//!     \  /      |            |                               \      /                 |
//!   NonNegInt  Char        UniChar                          Inst(sub)              Pbc(subset)
//!      |
//!     Bool
//!        \_________ each with constant variants below ________ Impossible (bottom) at the very bottom
//! ```
//! Lists and dictionaries are terms per hidden variable ([`ListId`], [`DictId`]): joining two of them *identifies* the
//! variables (the equivalence E of the paper) instead of making a larger term. `List`/`Dict` are implicitly nullable.
use std::cell::{Cell, OnceCell, RefCell};
use std::marker::PhantomData;

use ir::lltype::LLType;
use ir::model::VarId;
use ir::name::Name;
use python::live::Value;
use rustc_hash::FxHashMap;

use crate::model::constant::Const;

pub mod constant;
pub mod lattice;
pub(crate) mod lowtypes;
mod make;
pub mod show;
pub mod text;

pub use text::TextKind;

ir::entity!(
    /// A list definition: what is known of all lists that may meet. Equal modulo
    /// [`crate::AnnotatedProgram::find_list`].
    ListId,
    "list"
);
ir::entity!(
    /// A dictionary definition. Equal modulo [`crate::AnnotatedProgram::find_dict`].
    DictId,
    "dict"
);
ir::entity!(
    /// A class as it is instantiated ([`crate::defs::ClassDef`]).
    ClassId,
    "class"
);
ir::entity!(
    /// A description of a prebuilt object that takes part in PBC sets ([`crate::defs::Desc`]).
    DescId,
    "desc"
);

/// Width and signedness of an integer annotation. On the 64-bit target `r_longlong` is `int` and `r_ulonglong` is
/// `r_uint`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct IntKind {
    /// 8, 16, 32, 64 or 128.
    pub bits: u8,
    /// Two's complement or not.
    pub signed: bool,
}

impl IntKind {
    /// The machine word: `int`, `r_int`, `r_longlong`.
    pub const SIGNED: IntKind = IntKind {
        bits: 64,
        signed: true,
    };
    /// `r_uint`, `r_ulonglong`.
    pub const UNSIGNED: IntKind = IntKind {
        bits: 64,
        signed: false,
    };
    /// The low-level type that holds it.
    pub fn lltype(self) -> LLType {
        match (self.bits, self.signed) {
            (64, true) => LLType::Signed,
            (64, false) => LLType::Unsigned,
            (bits, signed) => LLType::Int { bits, signed },
        }
    }
    /// The name RPython gives it.
    pub fn rpython_name(self) -> &'static str {
        match (self.bits, self.signed) {
            (64, true) => "int",
            (64, false) => "r_uint",
            (8, true) => "r_int8",
            (8, false) => "r_uint8",
            (16, true) => "r_int16",
            (16, false) => "r_uint16",
            (32, true) => "r_int32",
            (32, false) => "r_uint32",
            (128, true) => "r_longlonglong",
            _ => "r_ulonglonglong",
        }
    }
}

/// What is learned about a variable of the same block when a boolean is true or false.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Narrow {
    pub var: VarId,
    /// Its annotation where the boolean is true (`None`: nothing learned).
    pub if_true: Option<Annotation>,
    /// Its annotation where the boolean is false.
    pub if_false: Option<Annotation>,
}

/// Which items an iterator yields.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum IterKind {
    /// The items of a list, string, tuple, bytearray; the keys of a dictionary.
    Items,
    /// `itervalues()` of a dictionary.
    Values,
    /// `iteritems()`: pairs.
    Pairs,
    /// `enumerate(x, start)`: pairs of a non-negative integer and an item.
    Enumerate,
    /// `reversed(x)`.
    Reversed,
    /// `reversed(d)` of an ordered dictionary: keys from the last on.
    ReversedKeys,
    /// `zip(x, y)`: pairs; the other container.
    Zip(Annotation),
    /// Iterating over an instance: `container` is the instance whose `next`/`__next__` method is called.
    User,
}

/// The sort of an annotation, without its constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AnnotationKind {
    /// Bottom: no value at all; code that needs it is not reached (yet).
    Impossible,
    /// Top, after the error was reported: absorbs everything and silences follow-up errors.
    Error,
    Int {
        /// How many bits, and whether signed.
        kind: IntKind,
        /// Known to be >= 0 (always true for unsigned kinds).
        nonneg: bool,
        /// May be a boolean untranslated: one that met an integer in a variable. Translated it is 0 or 1 (`W0455`).
        maybe_bool: bool,
    },
    /// A boolean, with what it tells of other variables (sorted by variable).
    Bool(Box<[Narrow]>),
    /// A binary64.
    Float,
    /// A binary32 (`r_singlefloat`).
    SingleFloat,
    Text(TextKind),
    /// A bytearray (may be `None`).
    ByteArray,
    /// A list (may be `None`).
    List(ListId),
    /// A dictionary, `r_dict` or `OrderedDict` (may be `None`).
    Dict(DictId),
    /// A tuple of known length.
    Tuple(Box<[Annotation]>),
    Iterator {
        /// What it iterates over.
        container: Annotation,
        /// What it yields.
        kind: IterKind,
    },
    /// `slice(start, stop)` made at run time: start and stop, each `None` or an integer; step must be 1.
    Slice {
        start: Annotation,
        stop: Annotation,
    },
    /// An instance of a class or of a subclass of it.
    Instance {
        class: ClassId,
        /// May be `None`.
        nullable: bool,
    },
    /// One of a set of prebuilt constants: functions, classes, bound methods, frozen objects. Never empty.
    Pbc {
        /// Sorted.
        descs: Box<[DescId]>,
        /// May be `None`.
        nullable: bool,
    },
    /// The value `None`.
    None,
    /// A built-in or external function, known by its qualified name (`"len"`, `"math.sin"`, `"os.open"`).
    Builtin(Name),
    /// A method of a built-in type, bound: `"append"` of a list. Methods of pointers included.
    BuiltinMethod {
        /// Name of the method.
        name: Name,
        /// What it is bound to.
        receiver: Annotation,
    },
    /// `type(x)` of an instance: the class is one of the subclasses of `class`.
    TypeOf {
        /// Variables of the same block whose type it is (for narrowing by `is`), sorted.
        vars: Box<[VarId]>,
        /// Base of what it may be; `None`: any class whatever (of an exception: `last_exception`).
        class: Option<ClassId>,
        /// May be `None`.
        nullable: bool,
    },
    /// A property object read from a class (only as a class attribute).
    Property,
    /// A weak reference to an instance (`None`: to nothing, a dead one).
    WeakRef(Option<ClassId>),
    /// A low-level pointer or a low-level primitive that has no other annotation (helpers are written in LLPython).
    Ptr(LLType),
    /// A method of a low-level ADT (`p.ll_method`): the pointer type and the function.
    AdtMethod {
        ptr: LLType,
        func: DescId,
    },
    Address,
    /// A low-level type used as a value (always constant).
    LLType(LLType),
    /// `rstring.StringBuilder`
    StringBuilder,
    /// `rstring.UnicodeBuilder`
    UnicodeBuilder,
    /// A module, or another object without run-time form, that only occurs as a constant (attribute reads fold).
    Static,
}

/// An interned annotation: a kind and, if the value is known, the value.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Term {
    pub kind: AnnotationKind,
    /// The value, if there is exactly one.
    pub const_value: Option<Const>,
}

/// A handle to an interned [`Term`]; `==` compares numbers. See the module header.
///
/// The low bits number the term; the high bits say what the engine asks of every annotation it touches, so that it need
/// not look at the term: whether the value is known, whether the annotation speaks of variables of its block, and
/// whether it is low-level.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Annotation(u32, PhantomData<*const Term>);

/// The value is known.
const CONST: u32 = 1 << 31;
/// What a boolean or a type tells of variables of the same block.
const VARS: u32 = 1 << 30;
/// A low-level pointer or an address.
const LOW_LEVEL: u32 = 1 << 29;
/// The bits of the number.
const NUMBER: u32 = LOW_LEVEL - 1;

impl std::fmt::Debug for Annotation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.kind())?;
        match self.const_value() {
            Some(c) => write!(f, "={c:?}"),
            None => Ok(()),
        }
    }
}

/// Finds the term that is there already.
struct Interner {
    terms: FxHashMap<&'static Term, Annotation>,
    /// Lists, instances, nullable instances and dictionaries by number: rules make them all the time.
    numbered: [Vec<Option<Annotation>>; 4],
}

/// Terms by number, in chunks that never move: chunk `k` holds `FIRST_CHUNK << k` of them.
type Chunk = &'static [OnceCell<Term>];

const FIRST_CHUNK: usize = 1 << 10;

thread_local! {
    static INTERNER: RefCell<Interner> = RefCell::new(Interner::new());
    static CHUNKS: [Cell<Chunk>; 20] = const { [const { Cell::new(&[]) }; 20] };
}

/// The chunk of the term with this number, and its place there.
fn place(number: usize) -> (usize, usize) {
    let n = number / FIRST_CHUNK + 1;
    let chunk = n.ilog2() as usize;
    (chunk, number - FIRST_CHUNK * ((1 << chunk) - 1))
}

/// The terms with fixed numbers.
mod fixed {
    pub(super) const IMPOSSIBLE: u32 = 0;
    pub(super) const ERROR: u32 = 1;
    pub(super) const INT: u32 = 2;
    pub(super) const NONNEG: u32 = 3;
    pub(super) const BOOL: u32 = 4;
    pub(super) const FLOAT: u32 = 5;
    pub(super) const STR: u32 = 6;
    pub(super) const CHAR: u32 = 7;
    pub(super) const NONE: u32 = 8;
    pub(super) const STR0: u32 = 9;
    pub(super) const UNICODE: u32 = 10;
    pub(super) const UNICHAR: u32 = 11;
    pub(super) const COUNT: u32 = 12;
}

impl Interner {
    #[allow(clippy::mutable_key_type)] // See `add`.
    fn new() -> Interner {
        let mut interner = Interner {
            terms: FxHashMap::default(),
            numbered: Default::default(),
        };
        for i in 0..fixed::COUNT {
            let kind = match i {
                fixed::IMPOSSIBLE => AnnotationKind::Impossible,
                fixed::ERROR => AnnotationKind::Error,
                fixed::INT => AnnotationKind::Int {
                    kind: IntKind::SIGNED,
                    nonneg: false,
                    maybe_bool: false,
                },
                fixed::NONNEG => AnnotationKind::Int {
                    kind: IntKind::SIGNED,
                    nonneg: true,
                    maybe_bool: false,
                },
                fixed::BOOL => AnnotationKind::Bool(Box::new([])),
                fixed::FLOAT => AnnotationKind::Float,
                fixed::STR => AnnotationKind::Text(TextKind::STR),
                fixed::CHAR => AnnotationKind::Text(TextKind::CHAR),
                fixed::NONE => AnnotationKind::None,
                fixed::STR0 => AnnotationKind::Text(TextKind::STR.with_no_nul(true)),
                fixed::UNICODE => AnnotationKind::Text(TextKind::UNICODE),
                _ => AnnotationKind::Text(TextKind::UNICHAR),
            };
            let const_value = matches!(kind, AnnotationKind::None).then_some(Const(Value::None));
            let a = interner.add(Term { kind, const_value });
            debug_assert_eq!(a.0 & NUMBER, i);
        }
        interner
    }
    fn add(&mut self, term: Term) -> Annotation {
        if let Some(&a) = self.terms.get(&term) {
            return a;
        }
        let mut handle = self.terms.len() as u32;
        assert!(handle < NUMBER, "too many annotations");
        let (chunk, at) = place(handle as usize);
        if term.const_value.is_some() {
            handle |= CONST;
        }
        match &term.kind {
            AnnotationKind::Bool(n) if !n.is_empty() => handle |= VARS,
            AnnotationKind::TypeOf { vars, .. } if !vars.is_empty() => handle |= VARS,
            AnnotationKind::Ptr(_) | AnnotationKind::Address => handle |= LOW_LEVEL,
            _ => {}
        }
        let term = CHUNKS.with(|chunks| {
            if chunks[chunk].get().is_empty() {
                let mut fresh = Vec::new();
                fresh.resize_with(FIRST_CHUNK << chunk, OnceCell::new);
                // Terms live as long as the thread's interner, that is for ever; see the module header.
                chunks[chunk].set(fresh.leak());
            }
            let cell: &'static OnceCell<Term> = &chunks[chunk].get()[at];
            cell.get_or_init(|| term)
        });
        let a = Annotation(handle, PhantomData);
        self.terms.insert(term, a);
        a
    }
}

const fn common(i: u32) -> Annotation {
    let flags = if i == fixed::NONE { CONST } else { 0 };
    Annotation(i | flags, PhantomData)
}

/// The annotation with this number in one of the tables of [`Interner::numbered`].
fn numbered(table: usize, i: u32, kind: impl FnOnce() -> AnnotationKind) -> Annotation {
    INTERNER.with(|interner| {
        let interner = &mut *interner.borrow_mut();
        let i = i as usize;
        if let Some(Some(a)) = interner.numbered[table].get(i) {
            return *a;
        }
        let a = interner.add(Term {
            kind: kind(),
            const_value: None,
        });
        let table = &mut interner.numbered[table];
        if table.len() <= i {
            table.resize(i + 1, None);
        }
        table[i] = Some(a);
        a
    })
}

fn intern(kind: AnnotationKind, const_value: Option<Const>) -> Annotation {
    INTERNER.with(|i| i.borrow_mut().add(Term { kind, const_value }))
}

impl Annotation {
    /// Whether it is an integer that may be a boolean untranslated.
    pub fn maybe_bool(self) -> bool {
        matches!(
            self.kind(),
            AnnotationKind::Int {
                maybe_bool: true,
                ..
            }
        )
    }

    /// The annotation without its constant.
    pub fn kind(self) -> &'static AnnotationKind {
        &self.term().kind
    }
    fn term(self) -> &'static Term {
        let (chunk, at) = place((self.0 & NUMBER) as usize);
        let chunk = CHUNKS.with(|c| c[chunk].get());
        match chunk.get(at).and_then(OnceCell::get) {
            Some(t) => t,
            None => self.first_term(),
        }
    }
    /// The terms with fixed numbers are made when first asked for.
    #[cold]
    fn first_term(self) -> &'static Term {
        INTERNER.with(|_| ());
        let (chunk, at) = place((self.0 & NUMBER) as usize);
        let chunk: Chunk = CHUNKS.with(|c| c[chunk].get());
        chunk[at].get().expect("an annotation of this thread")
    }
    /// The constant value, if known.
    pub fn const_value(self) -> Option<&'static Value> {
        if !self.is_const() {
            return None;
        }
        self.term().const_value.as_ref().map(|c| &c.0)
    }
    /// Whether the value is known.
    pub fn is_const(self) -> bool {
        self.0 & CONST != 0
    }
    /// The constant boolean value of a `Bool`.
    pub fn const_truth(self) -> Option<bool> {
        match self.const_value() {
            Some(Value::Bool(b)) => Some(*b),
            _ => None,
        }
    }
    /// A constant integer that fits 64 bits.
    pub fn const_i64(self) -> Option<i64> {
        self.const_value().and_then(Value::as_int)
    }
    /// Whether it is bottom: no value gets there (yet).
    pub fn is_impossible(self) -> bool {
        self == common(fixed::IMPOSSIBLE)
    }
    /// Whether an error was reported for it; what follows from it is silent.
    pub fn is_error(self) -> bool {
        self == common(fixed::ERROR)
    }
    /// `None` and nothing else?
    pub fn is_none(self) -> bool {
        self == common(fixed::NONE)
    }
    /// Whether it is an iterator, an instance or a dictionary: what gives its items one after the other, and not by
    /// their numbers.
    pub(crate) fn has_items_without_numbers(self) -> bool {
        matches!(
            self.kind(),
            AnnotationKind::Iterator { .. }
                | AnnotationKind::Instance { .. }
                | AnnotationKind::Dict(_)
        )
    }
    /// Whether `None` is among the values.
    pub fn can_be_none(self) -> bool {
        match *self.kind() {
            AnnotationKind::None | AnnotationKind::Error => true,
            AnnotationKind::Text(TextKind { nullable, .. })
            | AnnotationKind::Instance { nullable, .. }
            | AnnotationKind::TypeOf { nullable, .. }
            | AnnotationKind::Pbc { nullable, .. } => nullable && !self.is_const(),
            AnnotationKind::List(_)
            | AnnotationKind::Dict(_)
            | AnnotationKind::ByteArray
            | AnnotationKind::StringBuilder
            | AnnotationKind::UnicodeBuilder
            | AnnotationKind::WeakRef(_) => !self.is_const(),
            AnnotationKind::Ptr(_) => false,
            _ => false,
        }
    }
    /// The same without `None`; `None` itself becomes bottom. Lists and the like are always nullable and stay.
    pub fn non_none(self) -> Annotation {
        match *self.kind() {
            AnnotationKind::None => Annotation::impossible(),
            _ => self.set_nullable(false),
        }
    }
    /// The nullable twin, where there is one; other annotations are returned as they are.
    pub fn nullable(self) -> Annotation {
        self.set_nullable(true)
    }
    fn set_nullable(self, to: bool) -> Annotation {
        let kind = match self.kind() {
            AnnotationKind::Text(t) if t.nullable != to => {
                AnnotationKind::Text(t.with_nullable(to))
            }
            AnnotationKind::Instance { class, nullable } if *nullable != to => {
                AnnotationKind::Instance {
                    class: *class,
                    nullable: to,
                }
            }
            AnnotationKind::Pbc { descs, nullable } if *nullable != to => AnnotationKind::Pbc {
                descs: descs.clone(),
                nullable: to,
            },
            AnnotationKind::TypeOf {
                vars,
                class,
                nullable,
            } if *nullable != to => AnnotationKind::TypeOf {
                vars: vars.clone(),
                class: *class,
                nullable: to,
            },
            _ => return self,
        };
        let a = Annotation::new(kind);
        match self.const_value() {
            // A constant is one value: it stays known when `None` is taken away, not when it is added.
            Some(v) if !to => a.with_const(v.clone()),
            _ => a,
        }
    }
    /// The prebuilt constants that it may be; `None` if it is no PBC.
    pub fn descs(self) -> Option<&'static [DescId]> {
        match self.kind() {
            AnnotationKind::Pbc { descs, .. } => Some(descs),
            _ => None,
        }
    }
    /// The class of an instance annotation.
    pub fn class(self) -> Option<ClassId> {
        match self.kind() {
            AnnotationKind::Instance { class, .. } => Some(*class),
            _ => None,
        }
    }
    /// Items of a tuple.
    pub fn items(self) -> Option<&'static [Annotation]> {
        match self.kind() {
            AnnotationKind::Tuple(items) => Some(items),
            _ => None,
        }
    }
    /// Whether it is an integer or a boolean.
    pub fn is_integer(self) -> bool {
        matches!(
            self.kind(),
            AnnotationKind::Int { .. } | AnnotationKind::Bool(_)
        )
    }
    /// Width and non-negativity of an integer or boolean.
    pub fn as_int_kind(self) -> Option<(IntKind, bool)> {
        match self.kind() {
            AnnotationKind::Int { kind, nonneg, .. } => Some((*kind, *nonneg)),
            AnnotationKind::Bool(_) => Some((IntKind::SIGNED, true)),
            _ => None,
        }
    }
    /// Whether it is an integer that is never negative.
    pub fn is_nonneg(self) -> bool {
        self.as_int_kind().is_some_and(|(_, n)| n)
    }
    /// What a boolean tells of variables.
    pub fn narrowing(self) -> &'static [Narrow] {
        if !self.tells_of_vars() {
            return &[];
        }
        match self.kind() {
            AnnotationKind::Bool(n) => n,
            _ => &[],
        }
    }
    /// Whether it refers to variables of its block.
    pub fn tells_of_vars(self) -> bool {
        self.0 & VARS != 0
    }
    /// Whether it is a low-level pointer or an address.
    pub fn is_low_level(self) -> bool {
        self.0 & LOW_LEVEL != 0
    }
    /// A boolean that tells of variables, with the same constant. What it tells of the case that it never has is
    /// dropped.
    pub fn with_narrowing(self, mut narrow: Vec<Narrow>) -> Annotation {
        for n in &mut narrow {
            match self.const_truth() {
                Some(true) => n.if_false = None,
                Some(false) => n.if_true = None,
                None => {}
            }
        }
        narrow.retain(|n| n.if_true.is_some() || n.if_false.is_some());
        narrow.sort_by_key(|n| n.var);
        let a = Annotation::new(AnnotationKind::Bool(narrow.into()));
        match self.const_value() {
            Some(v) => a.with_const(v.clone()),
            None => a,
        }
    }
    /// What may leave a graph: without references to variables of one block.
    pub fn escaping(self) -> Annotation {
        if !self.tells_of_vars() {
            return self;
        }
        match self.kind() {
            AnnotationKind::Bool(n) if !n.is_empty() => self.with_narrowing(Vec::new()),
            AnnotationKind::TypeOf {
                vars,
                class,
                nullable,
            } if !vars.is_empty() => {
                let a = Annotation::new(AnnotationKind::TypeOf {
                    vars: Box::new([]),
                    class: *class,
                    nullable: *nullable,
                });
                match self.const_value() {
                    Some(v) => a.with_const(v.clone()),
                    None => a,
                }
            }
            _ => self,
        }
    }
}
