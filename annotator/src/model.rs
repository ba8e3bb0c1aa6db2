//! Annotations: the lattice of D05.1 §6.3, extended as §6.10.3 (constants) and §6.10.4 (narrowing) say.
//!
//! An [`Annotation`] describes a set of possible run-time values. It is a `Copy` handle to an interned [`Term`]: two equal
//! annotations are the same pointer, so *did it change?* is one comparison. Terms are interned per thread (they hold live
//! objects, which belong to one thread) and live as long as the thread does.
//!
//! ```text
//!                                   Top (an error at its first appearance: [`Kind::Error`])
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
use std::cell::RefCell;
use std::hash::{Hash, Hasher};

use flowspace::live::Value;
use flowspace::lltype::LLType;
use flowspace::model::VarId;
use flowspace::name::Name;
use rustc_hash::FxHashSet;

use crate::konst::Const;

flowspace::entity!(
    /// A list definition: what is known of all lists that may meet. Equal modulo [`crate::Program::find_list`].
    ListId,
    "list"
);
flowspace::entity!(
    /// A dictionary definition. Equal modulo [`crate::Program::find_dict`].
    DictId,
    "dict"
);
flowspace::entity!(
    /// A class as it is instantiated ([`crate::defs::ClassDef`]).
    ClassId,
    "class"
);
flowspace::entity!(
    /// A description of a prebuilt object that takes part in PBC sets ([`crate::defs::Desc`]).
    DescId,
    "desc"
);

/// Width and signedness of an integer annotation. On the 64-bit target `r_longlong` is `int` and `r_ulonglong` is `r_uint`.
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

/// What is learned about a variable of the same block when a boolean is true or false (§6.10.4).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Narrow {
    /// The variable.
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
pub enum Kind {
    /// Bottom: no value at all; code that needs it is not reached (yet).
    Impossible,
    /// Top, after the error was reported: absorbs everything and silences follow-up errors.
    Error,
    /// An integer.
    Int {
        /// Width and sign.
        kind: IntKind,
        /// Known to be >= 0 (always true for unsigned kinds).
        nonneg: bool,
    },
    /// A boolean, with what it tells of other variables (sorted by variable).
    Bool(Box<[Narrow]>),
    /// A binary64.
    Float,
    /// A binary32 (`r_singlefloat`).
    SingleFloat,
    /// A byte string of length one.
    Char {
        /// Known not to be `\0`.
        no_nul: bool,
    },
    /// A byte string.
    Str {
        /// May be `None`.
        nullable: bool,
        /// Known to hold no `\0`.
        no_nul: bool,
    },
    /// A unicode string of length one.
    UniChar {
        /// Known not to be `\0`.
        no_nul: bool,
    },
    /// A unicode string.
    Unicode {
        /// May be `None`.
        nullable: bool,
        /// Known to hold no `\0`.
        no_nul: bool,
    },
    /// A bytearray (may be `None`).
    ByteArray,
    /// A list (may be `None`).
    List(ListId),
    /// A dictionary, `r_dict` or `OrderedDict` (may be `None`).
    Dict(DictId),
    /// A tuple of known length.
    Tuple(Box<[Annotation]>),
    /// An iterator.
    Iterator {
        /// What it iterates over.
        container: Annotation,
        /// What it yields.
        kind: IterKind,
    },
    /// `slice(start, stop)` made at run time: start and stop, each `None` or an integer; step must be 1.
    Slice {
        /// Start.
        start: Annotation,
        /// Stop.
        stop: Annotation,
    },
    /// An instance of a class or of a subclass of it.
    Instance {
        /// The class.
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
    /// The value `None` (D05.1: `Pbc({None})`).
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
    },
    /// A property object read from a class (only as a class attribute).
    Property,
    /// A weak reference to an instance (`None`: to nothing, a dead one).
    WeakRef(Option<ClassId>),
    /// A low-level pointer or a low-level primitive that has no other annotation (helpers are written in LLPython).
    Ptr(LLType),
    /// A method of a low-level ADT (`p.ll_method`): the pointer type and the function.
    AdtMethod {
        /// The pointer.
        ptr: LLType,
        /// The function.
        func: DescId,
    },
    /// A raw address.
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
    /// The sort.
    pub kind: Kind,
    /// The value, if there is exactly one.
    pub konst: Option<Const>,
}

/// A handle to an interned [`Term`]; `==` is pointer equality. See the module header.
#[derive(Clone, Copy)]
pub struct Annotation(&'static Term);

impl PartialEq for Annotation {
    fn eq(&self, other: &Annotation) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}
impl Eq for Annotation {}
impl Hash for Annotation {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::from_ref(self.0).hash(state);
    }
}
impl std::fmt::Debug for Annotation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.0.kind)?;
        match &self.0.konst {
            Some(c) => write!(f, "={:?}", c.0),
            None => Ok(()),
        }
    }
}

struct Interner {
    terms: FxHashSet<&'static Term>,
    common: [Annotation; COMMON],
    /// Lists, instances and nullable instances by number: rules make them all the time.
    numbered: [Vec<Option<Annotation>>; 3],
}

const COMMON: usize = 12;

thread_local! {
    static INTERNER: RefCell<Interner> = RefCell::new(Interner::new());
    static FAST: [Annotation; COMMON] = INTERNER.with(|i| i.borrow().common);
}

impl Interner {
    #[allow(clippy::mutable_key_type)] // See `add`.
    fn new() -> Interner {
        let mut terms = FxHashSet::default();
        let common = std::array::from_fn(|i| {
            let kind = match i {
                0 => Kind::Impossible,
                1 => Kind::Error,
                2 => Kind::Int {
                    kind: IntKind::SIGNED,
                    nonneg: false,
                },
                3 => Kind::Int {
                    kind: IntKind::SIGNED,
                    nonneg: true,
                },
                4 => Kind::Bool(Box::new([])),
                5 => Kind::Float,
                6 => Kind::Str {
                    nullable: false,
                    no_nul: false,
                },
                7 => Kind::Char { no_nul: false },
                8 => Kind::None,
                9 => Kind::Str {
                    nullable: false,
                    no_nul: true,
                },
                10 => Kind::Unicode {
                    nullable: false,
                    no_nul: false,
                },
                _ => Kind::UniChar { no_nul: false },
            };
            let konst = matches!(kind, Kind::None).then_some(Const(Value::None));
            Self::add(&mut terms, Term { kind, konst })
        });
        Interner {
            terms,
            common,
            numbered: Default::default(),
        }
    }
    #[allow(clippy::mutable_key_type)] // Live objects compare as constants by identity or immutable value.
    fn add(terms: &mut FxHashSet<&'static Term>, term: Term) -> Annotation {
        if let Some(&t) = terms.get(&term) {
            return Annotation(t);
        }
        // Terms live as long as the thread's interner, that is for ever; see the module header.
        let t: &'static Term = Box::leak(Box::new(term));
        terms.insert(t);
        Annotation(t)
    }
}

fn common(i: usize) -> Annotation {
    FAST.with(|c| c[i])
}

/// The annotation with this number in one of the tables of [`Interner::numbered`].
fn numbered(table: usize, i: u32, kind: impl FnOnce() -> Kind) -> Annotation {
    INTERNER.with(|interner| {
        let interner = &mut *interner.borrow_mut();
        let i = i as usize;
        if let Some(Some(a)) = interner.numbered[table].get(i) {
            return *a;
        }
        let term = Term {
            kind: kind(),
            konst: None,
        };
        let a = Interner::add(&mut interner.terms, term);
        let table = &mut interner.numbered[table];
        if table.len() <= i {
            table.resize(i + 1, None);
        }
        table[i] = Some(a);
        a
    })
}

impl Annotation {
    /// The annotation of a kind, without a constant (`None` has its constant anyway).
    pub fn new(kind: Kind) -> Annotation {
        if kind == Kind::None {
            return Annotation::none();
        }
        INTERNER.with(|i| Interner::add(&mut i.borrow_mut().terms, Term { kind, konst: None }))
    }
    /// The same kind with a constant.
    pub fn with_const(self, value: Value) -> Annotation {
        let term = Term {
            kind: self.0.kind.clone(),
            konst: Some(Const(value)),
        };
        INTERNER.with(|i| Interner::add(&mut i.borrow_mut().terms, term))
    }
    /// The same kind without constant. `None` stays.
    pub fn without_const(self) -> Annotation {
        if self.0.konst.is_none() || self.0.kind == Kind::None {
            return self;
        }
        Annotation::new(self.0.kind.clone())
    }
    /// Bottom.
    pub fn impossible() -> Annotation {
        common(0)
    }
    /// The silent error annotation.
    pub fn error() -> Annotation {
        common(1)
    }
    /// `int`
    pub fn int() -> Annotation {
        common(2)
    }
    /// A non-negative `int`
    pub fn nonneg() -> Annotation {
        common(3)
    }
    /// An integer of some kind.
    pub fn int_kind(kind: IntKind, nonneg: bool) -> Annotation {
        Annotation::new(Kind::Int {
            kind,
            nonneg: nonneg || !kind.signed,
        })
    }
    /// `bool`
    pub fn bool() -> Annotation {
        common(4)
    }
    /// `float`
    pub fn float() -> Annotation {
        common(5)
    }
    /// `str`, not `None`
    pub fn str() -> Annotation {
        common(6)
    }
    /// A `str` without `\0`, not `None`
    pub fn str0() -> Annotation {
        common(9)
    }
    /// One byte character
    pub fn char() -> Annotation {
        common(7)
    }
    /// `unicode`, not `None`
    pub fn unicode() -> Annotation {
        common(10)
    }
    /// One unicode character
    pub fn unichar() -> Annotation {
        common(11)
    }
    /// `None`
    pub fn none() -> Annotation {
        common(8)
    }
    /// A tuple.
    pub fn tuple(items: impl Into<Box<[Annotation]>>) -> Annotation {
        Annotation::new(Kind::Tuple(items.into()))
    }
    /// A list.
    pub fn list(id: ListId) -> Annotation {
        numbered(0, id.0, || Kind::List(id))
    }
    /// A dictionary.
    pub fn dict(id: DictId) -> Annotation {
        Annotation::new(Kind::Dict(id))
    }
    /// An instance.
    pub fn instance(class: ClassId, nullable: bool) -> Annotation {
        numbered(1 + usize::from(nullable), class.0, || Kind::Instance {
            class,
            nullable,
        })
    }
    /// A set of prebuilt constants (sorted here). An empty set is `None` or bottom.
    pub fn pbc(mut descs: Vec<DescId>, nullable: bool) -> Annotation {
        descs.sort_unstable();
        descs.dedup();
        match (descs.is_empty(), nullable) {
            (true, true) => Annotation::none(),
            (true, false) => Annotation::impossible(),
            _ => Annotation::new(Kind::Pbc {
                descs: descs.into(),
                nullable,
            }),
        }
    }
    /// A constant boolean.
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
        Annotation::new(Kind::Ptr(ty))
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
            LLType::SingleFloat => Annotation::new(Kind::SingleFloat),
            LLType::Address => Annotation::new(Kind::Address),
            LLType::Ptr(_) => Annotation::ptr(ty),
        }
    }

    /// The sort.
    pub fn kind(self) -> &'static Kind {
        &self.0.kind
    }
    /// The constant value, if known.
    pub fn konst(self) -> Option<&'static Value> {
        self.0.konst.as_ref().map(|c| &c.0)
    }
    /// Whether the value is known.
    pub fn is_const(self) -> bool {
        self.0.konst.is_some()
    }
    /// The constant boolean value of a `Bool`.
    pub fn const_truth(self) -> Option<bool> {
        match self.konst() {
            Some(Value::Bool(b)) => Some(*b),
            _ => None,
        }
    }
    /// A constant integer that fits 64 bits.
    pub fn const_i64(self) -> Option<i64> {
        self.konst().and_then(Value::as_int)
    }
    /// Bottom?
    pub fn is_impossible(self) -> bool {
        matches!(self.0.kind, Kind::Impossible)
    }
    /// The silent error?
    pub fn is_error(self) -> bool {
        matches!(self.0.kind, Kind::Error)
    }
    /// `None` and nothing else?
    pub fn is_none(self) -> bool {
        matches!(self.0.kind, Kind::None)
    }
    /// Whether `None` is among the values.
    pub fn can_be_none(self) -> bool {
        match self.0.kind {
            Kind::None | Kind::Error => true,
            Kind::Str { nullable, .. }
            | Kind::Unicode { nullable, .. }
            | Kind::Instance { nullable, .. }
            | Kind::Pbc { nullable, .. } => nullable && self.0.konst.is_none(),
            Kind::List(_)
            | Kind::Dict(_)
            | Kind::ByteArray
            | Kind::StringBuilder
            | Kind::UnicodeBuilder
            | Kind::WeakRef(_) => self.0.konst.is_none(),
            Kind::Ptr(_) => false,
            _ => false,
        }
    }
    /// The same without `None`; `None` itself becomes bottom. Lists and the like are always nullable and stay.
    pub fn non_none(self) -> Annotation {
        match *self.kind() {
            Kind::None => Annotation::impossible(),
            _ => self.set_nullable(false),
        }
    }
    /// The nullable twin, where there is one; other annotations are returned as they are.
    pub fn nullable(self) -> Annotation {
        self.set_nullable(true)
    }
    fn set_nullable(self, to: bool) -> Annotation {
        let kind = match self.kind() {
            Kind::Str { nullable, no_nul } if *nullable != to => Kind::Str {
                nullable: to,
                no_nul: *no_nul,
            },
            Kind::Unicode { nullable, no_nul } if *nullable != to => Kind::Unicode {
                nullable: to,
                no_nul: *no_nul,
            },
            Kind::Char { no_nul } if to => Kind::Str {
                nullable: true,
                no_nul: *no_nul,
            },
            Kind::UniChar { no_nul } if to => Kind::Unicode {
                nullable: true,
                no_nul: *no_nul,
            },
            Kind::Instance { class, nullable } if *nullable != to => Kind::Instance {
                class: *class,
                nullable: to,
            },
            Kind::Pbc { descs, nullable } if *nullable != to => Kind::Pbc {
                descs: descs.clone(),
                nullable: to,
            },
            _ => return self,
        };
        let a = Annotation::new(kind);
        match self.konst() {
            // A constant is one value: it stays known when `None` is taken away, not when it is added.
            Some(v) if !to => a.with_const(v.clone()),
            _ => a,
        }
    }
    /// The PBC set.
    pub fn descs(self) -> Option<&'static [DescId]> {
        match self.kind() {
            Kind::Pbc { descs, .. } => Some(descs),
            _ => None,
        }
    }
    /// The class of an instance annotation.
    pub fn class(self) -> Option<ClassId> {
        match self.kind() {
            Kind::Instance { class, .. } => Some(*class),
            _ => None,
        }
    }
    /// Items of a tuple.
    pub fn items(self) -> Option<&'static [Annotation]> {
        match self.kind() {
            Kind::Tuple(items) => Some(items),
            _ => None,
        }
    }
    /// Whether it is an integer or a boolean.
    pub fn is_integer(self) -> bool {
        matches!(self.kind(), Kind::Int { .. } | Kind::Bool(_))
    }
    /// Width and non-negativity of an integer or boolean.
    pub fn as_int_kind(self) -> Option<(IntKind, bool)> {
        match self.kind() {
            Kind::Int { kind, nonneg } => Some((*kind, *nonneg)),
            Kind::Bool(_) => Some((IntKind::SIGNED, true)),
            _ => None,
        }
    }
    /// Whether it is an integer that is never negative.
    pub fn is_nonneg(self) -> bool {
        self.as_int_kind().is_some_and(|(_, n)| n)
    }
    /// What a boolean tells of variables.
    pub fn narrowing(self) -> &'static [Narrow] {
        match self.kind() {
            Kind::Bool(n) => n,
            _ => &[],
        }
    }
    /// A boolean that tells of variables, with the same constant.
    pub fn with_narrowing(self, mut narrow: Vec<Narrow>) -> Annotation {
        narrow.retain(|n| n.if_true.is_some() || n.if_false.is_some());
        narrow.sort_by_key(|n| n.var);
        let a = Annotation::new(Kind::Bool(narrow.into()));
        match self.konst() {
            Some(v) => a.with_const(v.clone()),
            None => a,
        }
    }
    /// What may leave a graph: without references to variables of one block.
    pub fn escaping(self) -> Annotation {
        match self.kind() {
            Kind::Bool(n) if !n.is_empty() => self.with_narrowing(Vec::new()),
            Kind::TypeOf { vars, class } if !vars.is_empty() => {
                let a = Annotation::new(Kind::TypeOf {
                    vars: Box::new([]),
                    class: *class,
                });
                match self.konst() {
                    Some(v) => a.with_const(v.clone()),
                    None => a,
                }
            }
            _ => self,
        }
    }
}
