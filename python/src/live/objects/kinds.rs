//! The built-in object kinds that are not classes, dictionaries or iterators: lists, functions, methods, descriptors,
//! modules, cells, generators, and the extension point for objects implemented in Rust.
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ir::name::Name;
use ir::source::Span;

use crate::code::{CodeObject, Mode};
use crate::live::objects::class::ClassRef;
use crate::live::objects::dict::DictObj;
use crate::live::space::Space;
use crate::live::{Args, PyResult, Value, name_value};

/// A list of the program: shared by identity, changed in place.
pub struct ListObj {
    pub items: RefCell<Vec<Value>>,
}

impl ListObj {
    /// A list of these items, without copying them.
    pub fn new(items: Vec<Value>) -> ListObj {
        ListObj {
            items: RefCell::new(items),
        }
    }
    /// The number of its items.
    pub fn len(&self) -> usize {
        self.items.borrow().len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// A copy of the items.
    pub fn to_vec(&self) -> Vec<Value> {
        self.items.borrow().clone()
    }
    /// The item at an index that is not negative, if there is one.
    pub fn get(&self, i: usize) -> Option<Value> {
        self.items.borrow().get(i).cloned()
    }
}

/// `slice(start, stop, step)`
pub struct SliceObj {
    /// First index or `None`.
    pub start: Value,
    /// End or `None`.
    pub stop: Value,
    /// Step or `None`.
    pub step: Value,
}

/// `range(start, stop, step)`; in Python 2 modules it is `xrange`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RangeObj {
    pub start: i64,
    pub stop: i64,
    /// Step, not 0.
    pub step: i64,
    /// Made by Python 2's `xrange`.
    pub xrange: bool,
}

impl RangeObj {
    /// How many values; `i64::MAX` stands for more.
    pub fn len(&self) -> i64 {
        self.exact_len().unwrap_or(i64::MAX)
    }
    /// How many values, if an `int` can tell.
    pub fn exact_len(&self) -> Option<i64> {
        let (lo, hi, step) = if self.step > 0 {
            (self.start, self.stop, self.step as i128)
        } else {
            (self.stop, self.start, -(self.step as i128))
        };
        if lo >= hi {
            return Some(0);
        }
        let n = (hi as i128 - lo as i128 - 1) / step + 1;
        i64::try_from(n).ok()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The i-th value (0 <= i < len).
    pub fn get(&self, i: i64) -> i64 {
        self.start.wrapping_add(i.wrapping_mul(self.step))
    }
}

/// Which part of a dictionary a view shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ViewKind {
    /// `keys()`
    Keys,
    /// `values()`
    Values,
    /// `items()`
    Items,
}

/// What `keys()`, `values()` and `items()` of Python 3 return.
pub struct DictView {
    pub dict: Rc<DictObj>,
    pub kind: ViewKind,
}

/// A function written in Python.
///
/// What the flow space and the annotator need: [`FunctionObj::code`], [`FunctionObj::globals`] (constant for them),
/// [`FunctionObj::closure`] (cells, in the order of `code.freevars`), [`FunctionObj::defaults`], and marks such as
/// `_annspecialcase_` through [`FunctionObj::attr`].
pub struct FunctionObj {
    /// `__name__`
    pub name: Cell<Name>,
    /// `__qualname__`, if it was set; otherwise the code's.
    pub qualname: Cell<Option<Name>>,
    /// The code. `f.__code__ = ...` may replace it.
    pub code: RefCell<Rc<CodeObject>>,
    /// The globals: the module's dictionary.
    pub globals: Rc<DictObj>,
    /// Defaults of the last positional parameters.
    pub defaults: RefCell<Rc<[Value]>>,
    /// Defaults of keyword-only parameters.
    pub kwdefaults: RefCell<Vec<(Name, Value)>>,
    /// Cells of the free variables.
    pub closure: Vec<Rc<CellObj>>,
    /// `__annotations__`: a dict, or `None`.
    pub annotations: RefCell<Value>,
    /// `__doc__`
    pub doc: RefCell<Value>,
    /// `__module__`, if it was set.
    pub module: RefCell<Option<Value>>,
    /// The attributes (`f.x = 1`), made on demand.
    pub dict: RefCell<Option<Rc<DictObj>>>,
    /// The constants of `code` as objects (shared by all functions of one code).
    pub consts: RefCell<Rc<[Value]>>,
}

impl FunctionObj {
    /// The code; assigning `__code__` changes it.
    pub fn code(&self) -> Rc<CodeObject> {
        self.code.borrow().clone()
    }
    /// The place of the definition.
    pub fn span(&self) -> Span {
        let c = self.code.borrow();
        if c.name_span.is_none() {
            c.span
        } else {
            c.name_span
        }
    }
    /// Python 2 or 3.
    pub fn mode(&self) -> Mode {
        self.code.borrow().mode
    }
    /// `f.__module__` as text: the `__name__` of its globals.
    pub fn module_name(&self) -> String {
        if let Some(m) = &*self.module.borrow() {
            return m.as_text().unwrap_or_default();
        }
        self.globals
            .get_name("__name__".into())
            .and_then(|v| v.as_text())
            .unwrap_or_default()
    }
    /// `__qualname__`
    pub fn qualname(&self) -> Name {
        self.qualname
            .get()
            .unwrap_or_else(|| self.code.borrow().qualname)
    }
    /// A function attribute such as `_annspecialcase_`, `_jit_unroll_safe_`, `_elidable_function_`.
    pub fn attr(&self, name: &str) -> Option<Value> {
        self.dict.borrow().as_ref()?.get_name(name.into())
    }
    /// Sets a function attribute.
    pub fn set_attr(&self, name: &str, value: Value) {
        self.attrs().set_name(name.into(), value);
    }
    /// Its `__dict__`, made when it is first asked for.
    pub fn attrs(&self) -> Rc<DictObj> {
        self.dict
            .borrow_mut()
            .get_or_insert_with(|| Rc::new(DictObj::new()))
            .clone()
    }
    /// The default value of the positional parameter `i` (0-based), if it has one.
    pub fn default_of(&self, i: usize) -> Option<Value> {
        let d = self.defaults.borrow();
        let n = self.code.borrow().argcount as usize;
        let first = n.checked_sub(d.len())?;
        d.get(i.checked_sub(first)?).cloned()
    }
    /// A global of the function (not a builtin).
    pub fn global(&self, name: Name) -> Option<Value> {
        self.globals.get_name(name)
    }
}

/// The code of a function written in Rust.
pub type BuiltinFn = fn(&Space, &Args) -> PyResult;

/// The description of a function written in Rust.
pub struct BuiltinDef {
    /// `len`, `append`
    pub name: &'static str,
    /// `__builtin__`, `math`, ... or the name of the type whose method it is.
    pub module: &'static str,
    /// Whether it is a method (binds to an instance when found in a class).
    pub method: bool,
    pub call: BuiltinFn,
}

/// A function written in Rust. Identity: [`Value::identity`]; recognise it by [`Value::qualified_name`] or
/// [`BuiltinObj::def`].
pub struct BuiltinObj {
    pub def: BuiltinDef,
    /// State captured by functions made at run time (`operator.itemgetter(3)`, ...).
    pub captured: Vec<Value>,
    /// Whether it is one of those that look at their caller (`locals()`).
    pub sees_caller: bool,
    pub(crate) quick: Option<crate::live::quick::QuickCall>,
}

impl BuiltinObj {
    /// A function of a description.
    pub fn new(def: BuiltinDef, captured: Vec<Value>) -> BuiltinObj {
        let sees_caller = crate::live::operations::engine_impl::sees_caller(&def);
        let quick = crate::live::quick::quick_builtin(def.module, def.name);
        BuiltinObj {
            def,
            captured,
            sees_caller,
            quick,
        }
    }
}

/// A bound method, or (Python 2) an unbound one.
pub struct MethodObj {
    /// The function: any callable.
    pub func: Value,
    /// `__self__`; `None` here means unbound.
    pub receiver: Option<Value>,
    /// `im_class`: the class through which it was found.
    pub class: Option<ClassRef>,
}

/// What `staticmethod` and `classmethod` wrap.
pub struct WrapperObj {
    pub func: Value,
}

/// `property`
pub struct PropertyObj {
    /// Getter or `None`.
    pub fget: Value,
    /// Setter or `None`.
    pub fset: Value,
    /// Deleter or `None`.
    pub fdel: Value,
    pub doc: Value,
}

/// The descriptor of a name in `__slots__`.
pub struct MemberObj {
    pub name: Name,
}

/// A computed attribute of a built-in type.
pub struct GetSetObj {
    pub name: &'static str,
    /// Reads it.
    pub get: fn(&Space, &Value) -> PyResult,
    /// Writes it; `None` value: deletes.
    pub set: Option<fn(&Space, &Value, Option<Value>) -> PyResult<()>>,
}

/// `super(C, obj)`
pub struct SuperObj {
    /// The class after which the search begins.
    pub class: ClassRef,
    /// The object or class it is bound to.
    pub receiver: Option<Value>,
    /// The class whose MRO is searched.
    pub start: Option<ClassRef>,
}

/// A module and its globals.
pub struct ModuleObj {
    pub name: Cell<Name>,
    pub dict: Rc<DictObj>,
    /// Python 2 or 3.
    pub mode: Mode,
    /// Part of genext's own library (`rpython.*`, `collections`, ...) or a built-in module.
    pub builtin: bool,
}

impl ModuleObj {
    /// A name of the module's namespace.
    pub fn get(&self, name: &str) -> Option<Value> {
        self.dict.get_name(name.into())
    }
    /// Binds a name in the module's namespace.
    pub fn set(&self, name: &str, value: Value) {
        self.dict.set_name(name.into(), value);
    }
    /// `__file__`
    pub fn file(&self) -> Option<String> {
        self.get("__file__")?.as_text()
    }
}

/// A variable shared by closures; `None` while unassigned.
#[derive(Default)]
pub struct CellObj {
    pub value: RefCell<Option<Value>>,
}

impl CellObj {
    /// A filled or empty cell.
    pub fn new(value: Option<Value>) -> Rc<CellObj> {
        Rc::new(CellObj {
            value: RefCell::new(value),
        })
    }
    /// The value of the variable, if it is bound.
    pub fn get(&self) -> Option<Value> {
        self.value.borrow().clone()
    }
    /// Binds the variable, or unbinds it.
    pub fn set(&self, value: Option<Value>) {
        *self.value.borrow_mut() = value;
    }
}

/// How a suspended generator goes on.
pub enum Resume {
    /// `next()` or `send(value)`
    Send(Value),
    /// `throw(...)`
    Throw(crate::live::PyErr),
}

/// What a generator's frame did.
pub enum Resumed {
    /// `yield value`
    Yield(Value),
    /// `return value`
    Return(Value),
}

/// The suspended body of a generator.
pub trait GeneratorBody {
    /// Runs to the next `yield` or the end.
    fn resume(&mut self, space: &Space, how: Resume) -> PyResult<Resumed>;
    /// Whether it has not run yet.
    fn fresh(&self) -> bool;
}

/// A generator: a frame that was left in the middle.
pub struct GeneratorObj {
    /// The name of its function.
    pub name: Name,
    pub code: Rc<CodeObject>,
    /// The frame; taken while running, `None` for good when exhausted.
    pub body: RefCell<Option<Box<dyn GeneratorBody>>>,
    pub running: Cell<bool>,
}

/// An object implemented in Rust: files, low-level types and pointers, `unrolling_iterable`, annotations seen by tests,
/// ...
///
/// Every method has a default that behaves like a plain object. Binary operators return `None` for `NotImplemented`.
pub trait NativeObject: Any {
    /// For downcasts; write `self`.
    fn as_any(&self) -> &dyn Any;
    /// The name of its Python class.
    fn type_name(&self) -> &str;
    /// Its Python class; by default a class made from `type_name`.
    fn class(&self) -> Option<ClassRef> {
        None
    }
    /// Reads an attribute; `None`: there is none.
    fn getattr(&self, space: &Space, this: &Value, name: Name) -> PyResult<Option<Value>> {
        let _ = (space, this, name);
        Ok(None)
    }
    /// Writes an attribute; `false`: not possible.
    fn setattr(&self, space: &Space, name: Name, value: Value) -> PyResult<bool> {
        let _ = (space, name, value);
        Ok(false)
    }
    /// Calls it; `None`: not callable.
    fn call(&self, space: &Space, args: &Args) -> PyResult<Option<Value>> {
        let _ = (space, args);
        Ok(None)
    }
    /// Whether `callable(x)`.
    fn callable(&self) -> bool {
        false
    }
    /// `repr(x)`
    fn repr(&self, space: &Space) -> PyResult<String> {
        let _ = space;
        Ok(format!("<{} object>", self.type_name()))
    }
    /// `hash(x)`; `None`: by identity.
    fn hash(&self, space: &Space) -> PyResult<Option<i64>> {
        let _ = space;
        Ok(None)
    }
    /// `x == y`; `None`: by identity.
    fn eq(&self, space: &Space, other: &Value) -> PyResult<Option<bool>> {
        let _ = (space, other);
        Ok(None)
    }
    /// Other comparisons, as `-1, 0, 1`.
    fn cmp(&self, space: &Space, other: &Value) -> PyResult<Option<i64>> {
        let _ = (space, other);
        Ok(None)
    }
    /// `bool(x)`
    fn is_true(&self, space: &Space) -> PyResult<bool> {
        let _ = space;
        Ok(true)
    }
    /// `len(x)`
    fn len(&self, space: &Space) -> PyResult<Option<usize>> {
        let _ = space;
        Ok(None)
    }
    /// `iter(x)`
    fn iter(&self, space: &Space, this: &Value) -> PyResult<Option<Value>> {
        let _ = (space, this);
        Ok(None)
    }
    /// `next(x)` for iterators: outer `None`: not an iterator; inner `None`: exhausted.
    fn next(&self, space: &Space) -> PyResult<Option<Option<Value>>> {
        let _ = space;
        Ok(None)
    }
    /// `x[key]`
    fn getitem(&self, space: &Space, key: &Value) -> PyResult<Option<Value>> {
        let _ = (space, key);
        Ok(None)
    }
    /// `x[key] = value`
    fn setitem(&self, space: &Space, key: &Value, value: Value) -> PyResult<bool> {
        let _ = (space, key, value);
        Ok(false)
    }
    /// `x op y` (`reflected`: `y op x`), by the operator's method name without underscores: `add`, `sub`, ...
    fn binary(
        &self,
        space: &Space,
        op: &str,
        other: &Value,
        reflected: bool,
    ) -> PyResult<Option<Value>> {
        let _ = (space, op, other, reflected);
        Ok(None)
    }
    /// Names for `dir(x)`.
    fn dir(&self) -> Vec<Name> {
        Vec::new()
    }
}

/// Turns a constant of a code object into an object.
pub fn const_value(c: &crate::code::ConstValue) -> Value {
    use crate::code::ConstValue as C;
    match c {
        C::None => Value::None,
        C::Bool(b) => Value::Bool(*b),
        C::Int(i) => Value::Int(*i),
        C::Long(l) => Value::Long(Rc::new(l.clone())),
        C::Float(f) => Value::Float(*f),
        C::Imaginary(f) => Value::Complex(Rc::new((0.0, *f))),
        // Short strings that look like names are shared, as CPython interns them.
        C::Str(s) if s.len() <= 64 && s.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'_') => {
            name_value(Name::new(std::str::from_utf8(s).unwrap_or("")))
        }
        C::Str(s) => Value::bytes(s),
        C::Unicode(u) => Value::code_points(u.to_vec()),
        C::Tuple(items) => Value::Tuple(items.iter().map(const_value).collect()),
        C::Ellipsis => Value::Ellipsis,
        C::Code(code) => Value::Code(code.clone()),
    }
}
