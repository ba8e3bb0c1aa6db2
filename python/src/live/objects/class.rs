//! Classes and instances.
//!
//! A class is a [`ClassObj`]: name, bases, C3 linearisation, dictionary, metaclass. Built-in types are classes too,
//! marked with their [`BuiltinType`]. Classic classes (Python 2's `class A:`) are flagged [`ClassObj::old_style`];
//! their linearisation is depth-first.
//!
//! Lookups along the MRO are cached per class and name; a global version number, bumped whenever any class changes,
//! keeps the caches honest.
//!
//! ```text
//! class W_Root: ...                 ClassObj { name: W_Root, bases: [object], mro: [W_Root, object] }
//! class W_Int(W_Root):              lookup("add") -> (class where found, raw value in that class's dictionary)
//!     def add(self, other): ...
//! ```
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use ir::name::Name;
use ir::source::Span;
use rustc_hash::FxHashMap;

use crate::live::finalizers::{self, Life};
use crate::live::objects::dict::DictObj;
use crate::live::{FunctionObj, Value, name_value};

pub use crate::live::objects::types::{BuiltinType, Types, class_of, types};

/// A handle of a class.
pub type ClassRef = Rc<ClassObj>;

thread_local! {
    static VERSION: Cell<u64> = const { Cell::new(1) };
}

fn fresh_id() -> u64 {
    thread_local! {
        static LAST: Cell<u64> = const { Cell::new(0) };
    }
    LAST.with(|last| {
        last.set(last.get() + 1);
        last.get()
    })
}

/// A number that changes whenever any class changes.
pub fn classes_version() -> u64 {
    VERSION.with(Cell::get)
}

/// A class, user-defined or built in.
pub struct ClassObj {
    /// `__name__`
    pub name: Cell<Name>,
    /// `__bases__`
    pub bases: RefCell<Vec<ClassRef>>,
    /// The linearisation, beginning with the class itself.
    pub mro: RefCell<Rc<[ClassRef]>>,
    /// The namespace. Change it through [`ClassObj::set_attr`], so that lookup caches notice.
    pub dict: Rc<DictObj>,
    /// The metaclass if it is not `type`.
    pub metaclass: RefCell<Option<ClassRef>>,
    /// A classic class of Python 2.
    pub old_style: bool,
    /// Which built-in type it is, if it is one.
    pub builtin: Option<BuiltinType>,
    /// Which built-in type its instances extend: [`BuiltinType::Object`] for plain classes, [`BuiltinType::Exception`]
    /// for exceptions, [`BuiltinType::Int`] for subclasses of `int`, ...
    pub layout: BuiltinType,
    /// Names declared by `__slots__` of this class, if it has that attribute.
    pub slots: Option<Vec<Name>>,
    /// Whether instances have a `__dict__` (no class of the MRO lacks `__slots__`).
    pub has_dict: bool,
    /// Where the class statement is.
    pub span: Cell<Span>,
    pub(crate) subclasses: RefCell<Vec<Weak<ClassObj>>>,
    cache: RefCell<FxHashMap<Name, Option<(ClassRef, Value)>>>,
    cache_version: Cell<u64>,
    /// For a version of the classes: `__init__`, if that is all there is to the making of an instance.
    pub(crate) plain_init: RefCell<Option<(u64, Option<Rc<FunctionObj>>)>>,
    /// For a version of the classes: whether instances have `__del__`.
    finalizer: Cell<(u64, bool)>,
    /// A number that no other class of this thread has or had.
    pub(crate) id: u64,
}

impl ClassObj {
    /// Makes a class; the caller has checked the bases and computed nothing. Errors when no linearisation exists.
    pub fn new(
        name: Name,
        bases: Vec<ClassRef>,
        dict: Rc<DictObj>,
        old_style: bool,
        builtin: Option<BuiltinType>,
    ) -> Result<ClassRef, String> {
        ClassObj::make(name, bases, dict, old_style, builtin, None, true)
    }
    /// Like [`ClassObj::new`], for a class statement with `__slots__`.
    pub fn with_slots(
        name: Name,
        bases: Vec<ClassRef>,
        dict: Rc<DictObj>,
        slots: Vec<Name>,
        has_dict: bool,
    ) -> Result<ClassRef, String> {
        ClassObj::make(name, bases, dict, false, None, Some(slots), has_dict)
    }
    fn make(
        name: Name,
        bases: Vec<ClassRef>,
        dict: Rc<DictObj>,
        old_style: bool,
        builtin: Option<BuiltinType>,
        slots: Option<Vec<Name>>,
        has_dict: bool,
    ) -> Result<ClassRef, String> {
        let layout = match builtin {
            Some(k) => k,
            None => {
                let mut layout = BuiltinType::Object;
                for b in &bases {
                    if b.layout != BuiltinType::Object && layout == BuiltinType::Object {
                        layout = b.layout;
                    } else if b.layout != BuiltinType::Object
                        && b.layout != layout
                        && !compatible(layout, b.layout)
                    {
                        return Err("multiple bases have instance lay-out conflict".into());
                    } else if compatible(b.layout, layout) && b.layout == BuiltinType::Long {
                        layout = BuiltinType::Long;
                    }
                }
                layout
            }
        };
        let class = Rc::new(ClassObj {
            name: Cell::new(name),
            bases: RefCell::new(bases),
            mro: RefCell::new(Rc::new([])),
            dict,
            metaclass: RefCell::new(None),
            old_style,
            builtin,
            layout,
            slots,
            has_dict,
            span: Cell::new(Span::NONE),
            subclasses: RefCell::new(Vec::new()),
            cache: RefCell::new(FxHashMap::default()),
            cache_version: Cell::new(0),
            plain_init: RefCell::new(None),
            finalizer: Cell::new((0, false)),
            id: fresh_id(),
        });
        let mro = linearise(&class)?;
        *class.mro.borrow_mut() = mro.into();
        for b in class.bases.borrow().iter() {
            b.subclasses.borrow_mut().push(Rc::downgrade(&class));
        }
        Ok(class)
    }
    /// Looks a name up along the MRO: the class that defines it and the raw value in its dictionary (functions unbound,
    /// descriptors as they are).
    pub fn lookup(&self, name: Name) -> Option<(ClassRef, Value)> {
        let version = VERSION.with(Cell::get);
        if self.cache_version.get() != version {
            self.cache.borrow_mut().clear();
            self.cache_version.set(version);
        } else if let Some(found) = self.cache.borrow().get(&name) {
            return found.clone();
        }
        let key = name_value(name);
        let mut found = None;
        for c in self.mro.borrow().iter() {
            if let Some(v) = c.dict.get_quick(&key) {
                found = Some((c.clone(), v));
                break;
            }
        }
        self.cache.borrow_mut().insert(name, found.clone());
        found
    }
    /// Whether instances have `__del__`. It is asked when an instance is dropped, which may happen while the cache of
    /// names changes.
    fn has_finalizer(&self) -> bool {
        let Ok(version) = VERSION.try_with(Cell::get) else {
            return false;
        };
        let (known, answer) = self.finalizer.get();
        if known == version {
            return answer;
        }
        let name = name_value(Name::new("__del__"));
        let found = self
            .mro
            .borrow()
            .iter()
            .any(|c| c.dict.get_quick(&name).is_some());
        self.finalizer.set((version, found));
        found
    }
    /// The raw value found along the MRO.
    pub fn find(&self, name: Name) -> Option<Value> {
        Some(self.lookup(name)?.1)
    }
    /// The raw value in this class's own dictionary.
    pub fn own(&self, name: Name) -> Option<Value> {
        self.dict.get_name(name)
    }
    /// Sets an entry of the class dictionary (what `C.x = v` does for a class with metaclass `type`).
    pub fn set_attr(&self, name: Name, value: Value) {
        self.dict.set_name(name, value);
        bump_version();
    }
    /// Removes an entry of the class dictionary.
    pub fn remove_attr(&self, name: Name) -> Option<Value> {
        let old = self.dict.remove_name(name);
        bump_version();
        old
    }
    /// `issubclass(self, other)` by the MRO.
    pub fn is_subclass(&self, other: &ClassRef) -> bool {
        self.mro.borrow().iter().any(|c| Rc::ptr_eq(c, other))
    }
    /// The classes in which attributes are looked up, in order: itself first.
    pub fn mro(&self) -> Rc<[ClassRef]> {
        self.mro.borrow().clone()
    }
    /// The classes that the `class` statement names.
    pub fn bases(&self) -> Vec<ClassRef> {
        self.bases.borrow().clone()
    }
    /// The direct subclasses that are still alive, in order of creation.
    pub fn subclasses(&self) -> Vec<ClassRef> {
        self.subclasses
            .borrow()
            .iter()
            .filter_map(Weak::upgrade)
            .collect()
    }
    /// `__module__`
    pub fn module_name(&self) -> String {
        match self.dict.get_name("__module__".into()) {
            Some(v) => v.as_text().unwrap_or_default(),
            None => "__builtin__".into(),
        }
    }
    /// Whether it is an exception class.
    pub fn is_exception(&self) -> bool {
        self.layout == BuiltinType::Exception
    }
    /// Whether its metaclass is user-defined.
    pub fn has_custom_metaclass(&self) -> bool {
        self.metaclass.borrow().is_some()
    }
    /// The class of the class: `type` if nothing else was said.
    pub fn metaclass(&self) -> ClassRef {
        match &*self.metaclass.borrow() {
            Some(m) => m.clone(),
            None if self.old_style => types().classobj.clone(),
            None => types().type_.clone(),
        }
    }
    /// Replaces the bases and recomputes the linearisation (assignment to `__bases__`).
    pub fn set_bases(self: &Rc<Self>, bases: Vec<ClassRef>) -> Result<(), String> {
        let old = self.bases.replace(bases);
        match linearise(self) {
            Ok(mro) => {
                *self.mro.borrow_mut() = mro.into();
                for b in self.bases.borrow().iter() {
                    b.subclasses.borrow_mut().push(Rc::downgrade(self));
                }
                bump_version();
                Ok(())
            }
            Err(e) => {
                *self.bases.borrow_mut() = old;
                Err(e)
            }
        }
    }
}

/// Tells all classes that some class changed.
pub fn bump_version() {
    VERSION.with(|v| v.set(v.get() + 1));
}

fn compatible(a: BuiltinType, b: BuiltinType) -> bool {
    a == b
        || matches!(
            (a, b),
            (BuiltinType::Int, BuiltinType::Long) | (BuiltinType::Long, BuiltinType::Int)
        )
}

/// C3 for new-style classes, depth-first left-to-right for classic ones.
fn linearise(class: &ClassRef) -> Result<Vec<ClassRef>, String> {
    let bases = class.bases.borrow();
    if class.old_style {
        let mut out = vec![class.clone()];
        for b in bases.iter() {
            for c in b.mro.borrow().iter() {
                if !out.iter().any(|x| Rc::ptr_eq(x, c)) {
                    out.push(c.clone());
                }
            }
        }
        return Ok(out);
    }
    let mut lists: Vec<Vec<ClassRef>> = bases.iter().map(|b| b.mro.borrow().to_vec()).collect();
    lists.push(bases.clone());
    let mut out = vec![class.clone()];
    loop {
        lists.retain(|l| !l.is_empty());
        if lists.is_empty() {
            return Ok(out);
        }
        let next = lists.iter().map(|l| l[0].clone()).find(|c| {
            !lists
                .iter()
                .any(|l| l[1..].iter().any(|x| Rc::ptr_eq(x, c)))
        });
        let Some(next) = next else {
            let names: Vec<&str> = bases.iter().map(|b| b.name.get().as_str()).collect();
            return Err(format!(
                "Cannot create a consistent method resolution order (MRO) for bases {}",
                names.join(", ")
            ));
        };
        for l in &mut lists {
            if Rc::ptr_eq(&l[0], &next) {
                l.remove(0);
            }
        }
        out.push(next);
    }
}

/// The built-in part of an instance.
pub enum Payload {
    None,
    /// The `int`, `str`, `list`, ... that an instance of a subclass of that type is.
    Value(RefCell<Value>),
    Exc(Box<ExcState>),
}

/// What an exception carries.
pub struct ExcState {
    /// `args`
    pub args: RefCell<Rc<[Value]>>,
    /// The frames it passed, outermost last.
    pub traceback: RefCell<Vec<TraceEntry>>,
    /// `__cause__`
    pub cause: RefCell<Value>,
    /// `__context__`
    pub context: RefCell<Value>,
    /// `__suppress_context__`
    pub suppress_context: Cell<bool>,
    /// What a failed assertion compared (see `live::explain`).
    pub explanation: RefCell<Option<Rc<str>>>,
}

/// One frame of a traceback.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TraceEntry {
    pub function: Name,
    pub span: Span,
}

/// An instance of a user-defined class, or an exception.
pub struct InstanceObj {
    class: RefCell<ClassRef>,
    /// Attributes and slots, made on demand.
    dict: RefCell<Option<Rc<DictObj>>>,
    pub payload: Payload,
    life: Cell<Life>,
}

impl Drop for InstanceObj {
    fn drop(&mut self) {
        let life = self.life.get();
        let kept = match life {
            Life::New => self.class.get_mut().has_finalizer(),
            Life::Finalized => false,
            Life::Registered { .. } => true,
        };
        if kept {
            let class = self.class();
            let dict = self.dict.take();
            let payload = std::mem::replace(&mut self.payload, Payload::None);
            finalizers::dying(self, life, |life| {
                Rc::new(InstanceObj {
                    class: RefCell::new(class),
                    dict: RefCell::new(dict),
                    payload,
                    life: Cell::new(life),
                })
            });
        }
    }
}

impl InstanceObj {
    /// A new instance without attributes. The built-in part of a subclass of `int` etc. is given by `payload`.
    pub fn new(class: ClassRef, payload: Payload) -> Rc<InstanceObj> {
        Rc::new(InstanceObj {
            class: RefCell::new(class),
            dict: RefCell::new(None),
            payload,
            life: Cell::new(Life::New),
        })
    }
    pub(crate) fn life(&self) -> Life {
        self.life.get()
    }
    pub(crate) fn set_life(&self, life: Life) {
        self.life.set(life);
    }
    /// Its class as of now: `__class__` may be assigned.
    pub fn class(&self) -> ClassRef {
        self.class.borrow().clone()
    }
    /// Its class, without counting a reference.
    pub(crate) fn class_ref(&self) -> std::cell::Ref<'_, ClassRef> {
        self.class.borrow()
    }
    /// The dictionary, if one was made, borrowed.
    pub(crate) fn dict_ref(&self) -> std::cell::Ref<'_, Option<Rc<DictObj>>> {
        self.dict.borrow()
    }
    /// Assignment to `__class__`.
    pub fn set_class(&self, class: ClassRef) {
        *self.class.borrow_mut() = class;
    }
    /// The value of an instance attribute or slot (not of the class).
    pub fn get(&self, name: Name) -> Option<Value> {
        self.dict.borrow().as_ref()?.get_name(name)
    }
    /// Sets an instance attribute.
    pub fn set(&self, name: Name, value: Value) {
        self.attrs().set_name(name, value);
    }
    /// All instance attributes and slots, in the order of their first assignment.
    pub fn attributes(&self) -> Vec<(Name, Value)> {
        match &*self.dict.borrow() {
            Some(d) => d.names(),
            None => Vec::new(),
        }
    }
    /// The dictionary of attributes and slots.
    pub fn attrs(&self) -> Rc<DictObj> {
        self.dict
            .borrow_mut()
            .get_or_insert_with(|| Rc::new(DictObj::new()))
            .clone()
    }
    /// The dictionary, if one was made.
    pub fn attrs_if_any(&self) -> Option<Rc<DictObj>> {
        self.dict.borrow().clone()
    }
    /// Assignment to `__dict__`.
    pub fn set_attrs(&self, dict: Rc<DictObj>) {
        *self.dict.borrow_mut() = Some(dict);
    }
    /// The state of an exception.
    pub fn exc(&self) -> Option<&ExcState> {
        match &self.payload {
            Payload::Exc(e) => Some(e),
            _ => None,
        }
    }
}

impl ExcState {
    /// The state of an exception that was not raised yet.
    pub fn new(args: Rc<[Value]>) -> ExcState {
        ExcState {
            args: RefCell::new(args),
            traceback: RefCell::new(Vec::new()),
            cause: RefCell::new(Value::None),
            context: RefCell::new(Value::None),
            suppress_context: Cell::new(false),
            explanation: RefCell::new(None),
        }
    }
}
