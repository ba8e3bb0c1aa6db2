//! The object model: every live object is a [`Value`], a cheap handle that clones in a few nanoseconds.
//!
//! *What.* The built-in Python (import time, memo functions, `genext py`) works on these values; the flow space wraps
//! them in constants, the annotator inspects them (PBCs, prebuilt instances, classes). They are the *live
//! objects* of the documents.
//!
//! *One model for both languages.* `Str` is a byte string in Python 2 **and** Python 3 sources, `Unicode` is separate.
//! `Int` is a 64-bit integer, everything larger is a `Long`. In Python 2 modules a `Long` may also hold a small value
//! (`5L`); the classes `int` and `long` are distinct, `long` being a subclass of `int` so that `isinstance(2**70, int)`
//! holds.
//!
//! *Inspection.* All accessors on these types are free of side effects: they never run Python code and never need the
//! space.
//!
//! ```
//! use python::live::{Value, name_value};
//! let a = Value::str("spam");
//! assert_eq!(a.as_text().unwrap(), "spam");
//! let l = Value::list(vec![a.clone(), Value::Int(3)]);
//! let again = l.clone();
//! assert_eq!(l.identity(), again.identity());
//! assert_ne!(l.identity(), Value::list(vec![]).identity());
//! assert!(name_value("spam".into()).same_text(&a));
//! ```
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use dashu_int::IBig;
use ir::name::Name;

use crate::live::objects::class::{ClassObj, ClassRef, InstanceObj};
use crate::live::objects::dict::{DictObj, SetObj};
use crate::live::objects::kinds::*;
use crate::live::operations::iter::IterObj;

/// A live object. Identity (`is`) is [`Value::identity`]; `PartialEq` is deliberately absent, because Python's `==` may
/// run code.
///
/// The tag has a whole word: with a byte beside other bytes a value would be copied in pieces of odd sizes.
#[derive(Clone)]
#[repr(u64)]
pub enum Value {
    /// `None`
    None,
    /// `NotImplemented`
    NotImplemented,
    /// `Ellipsis`
    Ellipsis,
    /// `True`, `False`
    Bool(bool),
    Int(i64),
    /// An integer outside 64 bits, or a Python 2 `long` of any size.
    Long(Rc<IBig>),
    /// `float`
    Float(f64),
    /// `complex`
    Complex(Rc<(f64, f64)>),
    /// A byte string: `str` in both modes.
    Str(Rc<StrObj>),
    /// A string of code points: `unicode`.
    Unicode(Rc<UnicodeObj>),
    /// `bytearray`
    ByteArray(Rc<RefCell<Vec<u8>>>),
    /// `tuple`
    Tuple(Rc<[Value]>),
    /// `list`
    List(Rc<ListObj>),
    /// `dict` (ordered)
    Dict(Rc<DictObj>),
    /// `set` or `frozenset`
    Set(Rc<SetObj>),
    /// `slice`
    Slice(Rc<SliceObj>),
    /// `range` (Python 3) and `xrange` (Python 2)
    Range(Rc<RangeObj>),
    /// `d.keys()`, `d.values()`, `d.items()` as views
    DictView(Rc<DictView>),
    /// A function written in Python.
    Function(Rc<FunctionObj>),
    /// A function written in Rust.
    Builtin(Rc<BuiltinObj>),
    /// A class, user-defined or built in.
    Class(ClassRef),
    /// An instance of a user-defined class, or any exception.
    Instance(Rc<InstanceObj>),
    /// A bound or (Python 2) unbound method.
    Method(Rc<MethodObj>),
    /// `staticmethod(f)`
    StaticMethod(Rc<WrapperObj>),
    /// `classmethod(f)`
    ClassMethod(Rc<WrapperObj>),
    /// `property(fget, fset, fdel, doc)`
    Property(Rc<PropertyObj>),
    /// The descriptor of one name in `__slots__`.
    Member(Rc<MemberObj>),
    /// A descriptor of a built-in type whose value is computed (`f.__name__`, `cls.__mro__`, ...).
    GetSet(Rc<GetSetObj>),
    /// `super(C, self)`
    Super(Rc<SuperObj>),
    Module(Rc<ModuleObj>),
    Generator(Rc<GeneratorObj>),
    Iter(Rc<IterObj>),
    /// A variable shared by closures.
    Cell(Rc<CellObj>),
    Code(Rc<crate::code::CodeObject>),
    /// An object implemented in Rust (files, low-level types, `unrolling_iterable`, ...).
    Native(Rc<dyn NativeObject>),
}

/// The identity of an object: equal iff `a is b`. Small immutable values are identical when equal (and of one type).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Identity(u8, u64);

impl Identity {
    /// A number for `id(x)`.
    pub fn number(self) -> i64 {
        match self.0 {
            20 => self.1 as i64,
            tag => ((self.1 << 8) | u64::from(tag)) as i64 & i64::MAX,
        }
    }
}

fn address<T: ?Sized>(rc: &Rc<T>) -> Identity {
    Identity(20, Rc::as_ptr(rc).cast::<u8>() as usize as u64)
}

impl Value {
    /// The cells of a closure: those of a tuple; none of anything else.
    pub fn cells(&self) -> Vec<Rc<CellObj>> {
        let Value::Tuple(items) = self else {
            return Vec::new();
        };
        let cell = |v: &Value| match v {
            Value::Cell(c) => Some(c.clone()),
            _ => None,
        };
        items.iter().filter_map(cell).collect()
    }
    /// Object identity: what `is` compares, and what PBC sets are keyed by.
    pub fn identity(&self) -> Identity {
        match self {
            Value::None => Identity(0, 0),
            Value::NotImplemented => Identity(0, 1),
            Value::Ellipsis => Identity(0, 2),
            Value::Bool(b) => Identity(1, u64::from(*b)),
            Value::Int(i) => Identity(2, *i as u64),
            Value::Float(f) => Identity(3, f.to_bits()),
            Value::Long(r) => address(r),
            Value::Complex(r) => address(r),
            // One-character and empty strings are shared in CPython; so `is` on them holds.
            Value::Str(r) if r.bytes.len() < 2 => {
                Identity(4, r.bytes.first().map_or(256, |&b| u64::from(b)))
            }
            Value::Str(r) => address(r),
            Value::Unicode(r) => address(r),
            Value::ByteArray(r) => address(r),
            Value::Tuple(r) if r.is_empty() => Identity(5, 0),
            Value::Tuple(r) => address(r),
            Value::List(r) => address(r),
            Value::Dict(r) => address(r),
            Value::Set(r) => address(r),
            Value::Slice(r) => address(r),
            Value::Range(r) => address(r),
            Value::DictView(r) => address(r),
            Value::Function(r) => address(r),
            Value::Builtin(r) => address(r),
            Value::Class(r) => address(r),
            Value::Instance(r) => address(r),
            Value::Method(r) => address(r),
            Value::StaticMethod(r) => address(r),
            Value::ClassMethod(r) => address(r),
            Value::Property(r) => address(r),
            Value::Member(r) => address(r),
            Value::GetSet(r) => address(r),
            Value::Super(r) => address(r),
            Value::Module(r) => address(r),
            Value::Generator(r) => address(r),
            Value::Iter(r) => address(r),
            Value::Cell(r) => address(r),
            Value::Code(r) => address(r),
            Value::Native(r) => address(r),
        }
    }
    /// `self is other`
    pub fn is(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::None, Value::None) => true,
            _ => self.identity() == other.identity(),
        }
    }

    // ---- constructors ----

    /// The byte string with the UTF-8 bytes of a text.
    pub fn str(text: &str) -> Value {
        Value::bytes(text.as_bytes())
    }
    /// The byte string with a copy of these bytes.
    pub fn bytes(bytes: &[u8]) -> Value {
        Value::Str(Rc::new(StrObj::new(bytes)))
    }
    /// A byte string, without a copy.
    pub fn from_vec(bytes: Vec<u8>) -> Value {
        Value::Str(Rc::new(StrObj::from_vec(bytes)))
    }
    /// A byte string, without a copy.
    pub fn string(text: String) -> Value {
        Value::from_vec(text.into_bytes())
    }
    /// A unicode string with the characters of a text.
    pub fn unicode(text: &str) -> Value {
        Value::Unicode(Rc::new(UnicodeObj::new(
            text.chars().map(u32::from).collect(),
        )))
    }
    /// A unicode string of code points (lone surrogates allowed).
    pub fn code_points(points: Vec<u32>) -> Value {
        Value::Unicode(Rc::new(UnicodeObj::new(points)))
    }
    /// A tuple, which keeps the identity of its items.
    pub fn tuple(items: Vec<Value>) -> Value {
        Value::Tuple(items.into())
    }
    /// A new list of its own identity.
    pub fn list(items: Vec<Value>) -> Value {
        Value::List(Rc::new(ListObj::new(items)))
    }
    /// A new dictionary without items.
    pub fn dict() -> Value {
        Value::Dict(Rc::new(DictObj::new()))
    }
    /// A set of already hashed nothing: empty.
    pub fn set(frozen: bool) -> Value {
        Value::Set(Rc::new(SetObj::new(frozen)))
    }
    /// An arbitrary-size integer, as `Int` where it fits.
    pub fn from_big(i: IBig) -> Value {
        match i64::try_from(&i) {
            Ok(small) => Value::Int(small),
            Err(_) => Value::Long(Rc::new(i)),
        }
    }
    /// An object that is implemented in Rust.
    pub fn native<T: NativeObject>(object: T) -> Value {
        Value::Native(Rc::new(object))
    }

    // ---- accessors ----

    /// Whether it is `None`.
    pub fn is_none(&self) -> bool {
        matches!(self, Value::None)
    }
    /// The built-in value inside: an instance of a subclass of `int`, `str`, `list`, ... gives its built-in part; all
    /// else itself.
    pub fn unwrapped(&self) -> Value {
        match self {
            Value::Instance(i) => match &i.payload {
                crate::live::objects::class::Payload::Value(v) => v.borrow().clone(),
                _ => self.clone(),
            },
            _ => self.clone(),
        }
    }
    /// A 64-bit integer (`int` or `bool`, also of a subclass).
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Value::Int(i) => Some(*i),
            Value::Bool(b) => Some(i64::from(*b)),
            Value::Long(l) => i64::try_from(&**l).ok(),
            Value::Instance(_) => match self.unwrapped() {
                Value::Instance(_) => None,
                v => v.as_int(),
            },
            _ => None,
        }
    }
    /// Any integer (`int`, `long`, `bool`, also of a subclass).
    pub fn as_big(&self) -> Option<IBig> {
        match self {
            Value::Int(i) => Some(IBig::from(*i)),
            Value::Bool(b) => Some(IBig::from(*b as u8)),
            Value::Long(l) => Some((**l).clone()),
            Value::Instance(_) => match self.unwrapped() {
                Value::Instance(_) => None,
                v => v.as_big(),
            },
            _ => None,
        }
    }
    /// The low 64 bits of any integer, in two's complement.
    pub fn low_word(&self) -> Option<i64> {
        let big = self.as_big()?;
        if let Ok(i) = i64::try_from(&big) {
            return Some(i);
        }
        let modulus = IBig::from(u64::MAX) + 1;
        let mut rest = big % &modulus;
        if rest < IBig::ZERO {
            rest += &modulus;
        }
        u64::try_from(&rest).ok().map(|low| low as i64)
    }
    /// Of a positive integer beyond the machine word (and no `r_uint`), the bits that it has in common with words that
    /// are not negative.
    pub fn low_bits_of_mask(&self) -> Option<i64> {
        let Value::Long(l) = self else {
            return None;
        };
        let beyond = **l > IBig::ZERO && self.as_int().is_none();
        beyond.then(|| self.low_word().map(|low| low & i64::MAX))?
    }
    /// The bytes of a `str` (also of a subclass).
    pub fn as_str(&self) -> Option<Rc<StrObj>> {
        match self {
            Value::Str(s) => Some(s.clone()),
            Value::Instance(_) => match self.unwrapped() {
                Value::Str(s) => Some(s),
                _ => None,
            },
            _ => None,
        }
    }
    /// The text of a `str` or `unicode`, lossily decoded.
    pub fn as_text(&self) -> Option<String> {
        match self.unwrapped() {
            Value::Str(s) => Some(String::from_utf8_lossy(&s.bytes).into_owned()),
            Value::Unicode(u) => Some(u.to_text()),
            _ => None,
        }
    }
    /// Whether both are byte strings with the same bytes.
    pub fn same_text(&self, other: &Value) -> bool {
        matches!((self, other), (Value::Str(a), Value::Str(b)) if a.bytes == b.bytes)
    }
    /// The items of a tuple (also of a subclass).
    pub fn as_tuple(&self) -> Option<Rc<[Value]>> {
        match self.unwrapped() {
            Value::Tuple(t) => Some(t),
            _ => None,
        }
    }
    /// A list (also of a subclass).
    pub fn as_list(&self) -> Option<Rc<ListObj>> {
        match self.unwrapped() {
            Value::List(l) => Some(l),
            _ => None,
        }
    }
    /// A dictionary (also of a subclass).
    pub fn as_dict(&self) -> Option<Rc<DictObj>> {
        match self.unwrapped() {
            Value::Dict(d) => Some(d),
            _ => None,
        }
    }
    /// The class, if it is one.
    pub fn as_class(&self) -> Option<&ClassRef> {
        match self {
            Value::Class(c) => Some(c),
            _ => None,
        }
    }
    /// An instance of a user class, or an exception.
    pub fn as_instance(&self) -> Option<&Rc<InstanceObj>> {
        match self {
            Value::Instance(i) => Some(i),
            _ => None,
        }
    }
    /// The module, if it is one.
    pub fn as_module(&self) -> Option<&Rc<ModuleObj>> {
        match self {
            Value::Module(m) => Some(m),
            _ => None,
        }
    }
    /// A native object of type `T`.
    pub fn as_native<T: NativeObject>(&self) -> Option<&T> {
        match self {
            Value::Native(n) => n.as_any().downcast_ref::<T>(),
            _ => None,
        }
    }
    /// `module.name` of a function, builtin or class, by which the flow space and the annotator recognise what they
    /// know (`"__builtin__.len"`, `"rpython.rlib.rarithmetic.ovfcheck"`), whether it is written in Rust or in Python
    /// text.
    pub fn qualified_name(&self) -> Option<String> {
        match self {
            Value::Function(f) => Some(format!("{}.{}", f.module_name(), f.name.get())),
            Value::Builtin(b) => Some(format!("{}.{}", b.def.module, b.def.name)),
            Value::Class(c) => Some(format!("{}.{}", c.module_name(), c.name.get())),
            Value::Module(m) => Some(m.name.get().to_string()),
            _ => None,
        }
    }
    /// The class of the object, `type(x)` (classic instances give their class).
    pub fn class(&self) -> ClassRef {
        crate::live::objects::class::class_of(self)
    }
    /// The name of the class, for messages.
    pub fn type_name(&self) -> String {
        match self {
            Value::Native(n) => n.type_name().to_string(),
            _ => self.class().name.get().to_string(),
        }
    }
}

impl std::fmt::Debug for Value {
    /// A short form for diagnostics of the toolchain; Python's `repr` needs the space.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::None => f.write_str("None"),
            Value::NotImplemented => f.write_str("NotImplemented"),
            Value::Ellipsis => f.write_str("Ellipsis"),
            Value::Bool(true) => f.write_str("True"),
            Value::Bool(false) => f.write_str("False"),
            Value::Int(i) => write!(f, "{i}"),
            Value::Long(i) => write!(f, "{i}"),
            Value::Float(x) => f.write_str(&crate::live::text::float_repr(*x)),
            Value::Str(s) => f.write_str(&crate::live::text::bytes_repr(&s.bytes)),
            Value::Unicode(s) => write!(f, "u{:?}", s.to_text()),
            Value::Tuple(t) => {
                f.write_str("(")?;
                for (i, x) in t.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{x:?}")?;
                }
                f.write_str(if t.len() == 1 { ",)" } else { ")" })
            }
            Value::List(l) => match l.items.try_borrow() {
                Ok(items) if items.len() <= 8 => f.debug_list().entries(items.iter()).finish(),
                Ok(items) => write!(f, "<list of {} items>", items.len()),
                Err(_) => f.write_str("<list>"),
            },
            Value::Dict(d) => write!(f, "<dict of {} items>", d.len()),
            Value::Function(x) => write!(f, "<function {}>", x.qualname()),
            Value::Builtin(x) => write!(f, "<built-in function {}>", x.def.name),
            Value::Class(c) => write!(f, "<class {}.{}>", c.module_name(), c.name.get()),
            Value::Instance(i) => write!(f, "<{} object>", i.class().name.get()),
            Value::Method(m) => write!(f, "<method {:?}>", m.func),
            Value::Module(m) => write!(f, "<module {}>", m.name.get()),
            other => write!(f, "<{}>", other.type_name()),
        }
    }
}

/// A byte string with its hash computed once and, where it was used as a name, its interned name.
pub struct StrObj {
    pub bytes: Box<[u8]>,
    hash: Cell<Option<i64>>,
    name: Cell<Option<Name>>,
}

impl StrObj {
    /// A string with a copy of these bytes.
    pub fn new(bytes: &[u8]) -> StrObj {
        StrObj::from_vec(bytes.to_vec())
    }
    /// A string of these bytes, without copying them.
    pub fn from_vec(bytes: Vec<u8>) -> StrObj {
        StrObj {
            bytes: bytes.into_boxed_slice(),
            hash: Cell::new(None),
            name: Cell::new(None),
        }
    }
    /// The hash of Python 2.7's strings (RPython's `compute_hash` of a string is the same function).
    pub fn hash(&self) -> i64 {
        if let Some(h) = self.hash.get() {
            return h;
        }
        let h = crate::live::objects::hash::string_hash(self.bytes.iter().map(|&b| u32::from(b)));
        self.hash.set(Some(h));
        h
    }
    /// The interned name; bytes that are not UTF-8 are decoded lossily.
    pub fn name(&self) -> Name {
        if let Some(n) = self.name.get() {
            return n;
        }
        let n = Name::new(&String::from_utf8_lossy(&self.bytes));
        self.name.set(Some(n));
        n
    }
    /// The text, lossily decoded.
    pub fn text(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }
}

/// A unicode string: code points, O(1) indexing, lone surrogates allowed.
pub struct UnicodeObj {
    pub points: Box<[u32]>,
    hash: Cell<Option<i64>>,
}

impl UnicodeObj {
    /// Takes the code points.
    pub fn new(points: Vec<u32>) -> UnicodeObj {
        UnicodeObj {
            points: points.into_boxed_slice(),
            hash: Cell::new(None),
        }
    }
    /// The hash; equal to that of a byte string with the same (ASCII) characters.
    pub fn hash(&self) -> i64 {
        if let Some(h) = self.hash.get() {
            return h;
        }
        let h = crate::live::objects::hash::string_hash(self.points.iter().copied());
        self.hash.set(Some(h));
        h
    }
    /// As a Rust string; lone surrogates become U+FFFD.
    pub fn to_text(&self) -> String {
        self.points
            .iter()
            .map(|&c| char::from_u32(c).unwrap_or('\u{fffd}'))
            .collect()
    }
}

thread_local! {
    static NAME_VALUES: RefCell<Vec<Option<Value>>> = const { RefCell::new(Vec::new()) };
}

/// The string object of a name: one per name and thread, with its hash cached, so that dictionary lookups compare
/// pointers.
pub fn name_value(name: Name) -> Value {
    NAME_VALUES.with(|t| {
        let mut t = t.borrow_mut();
        let i = name.index();
        if t.len() <= i {
            t.resize(i + 64, None);
        }
        match &t[i] {
            Some(v) => v.clone(),
            None => {
                let s = StrObj::new(name.as_str().as_bytes());
                s.name.set(Some(name));
                s.hash();
                let v = Value::Str(Rc::new(s));
                t[i] = Some(v.clone());
                v
            }
        }
    })
}

/// The class object behind a handle, for code that has only the `Rc`.
pub fn class_value(class: &Rc<ClassObj>) -> Value {
    Value::Class(class.clone())
}
