//! Attributes of instances, and methods of built-in types.
//!
//! A table of pairs of class and name says what the class has under the name, as CPython's type cache does. An entry is
//! good as long as no class changed ([`classes_version`]). It also holds a hint where in the dictionaries of instances
//! the name is: instances of a class mostly get their attributes in one order.
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ir::name::Name;

use crate::live::objects::class::classes_version;
use crate::live::operations::attr::n;
use crate::live::quick::push_copy;
use crate::live::{ClassRef, InstanceObj, PyResult, Space, StrObj, Value, types};

/// Number of entries, a power of two.
const ENTRIES: usize = 1 << 11;

/// What a class has under a name, as the generic attribute protocol sees it.
#[derive(Clone)]
enum Found {
    /// Something that needs the full protocol.
    Other,
    /// Nothing, or the descriptor of a slot: what counts is the instance.
    Nothing,
    /// A function, which an instance binds.
    Method(Value),
    /// Anything that is not bound.
    Value(Value),
}

struct Entry {
    class: u64,
    version: u64,
    name: Name,
    key: Rc<StrObj>,
    found: Found,
    /// Whether an assignment goes into the instance's dictionary.
    store: bool,
    hint: Cell<u32>,
}

/// What is remembered about pairs of class and name.
#[derive(Default)]
pub(crate) struct AttributeCache {
    entries: RefCell<Vec<Option<Entry>>>,
}

/// What was pushed for an attribute.
enum Pushed {
    /// Nothing: the full protocol is needed.
    Nothing,
    Value,
    /// A function that takes the object as its first argument.
    Method,
}

fn slot(class: u64, name: Name) -> usize {
    let mixed = (class as usize)
        .wrapping_mul(31)
        .wrapping_add(name.index())
        .wrapping_mul(0x9e37_79b9);
    (mixed >> 7) & (ENTRIES - 1)
}

impl Space {
    /// Applies something to the entry of a class and a name.
    fn with_entry<T>(&self, class: &ClassRef, name: Name, f: impl FnOnce(&Entry) -> T) -> T {
        let at = slot(class.id, name);
        {
            let entries = self.attributes.entries.borrow();
            if let Some(Some(e)) = entries.get(at)
                && e.class == class.id
                && e.name == name
                && e.version == classes_version()
            {
                return f(e);
            }
        }
        let entry = self.attribute_entry(class, name);
        let result = f(&entry);
        let old = {
            let mut entries = self.attributes.entries.borrow_mut();
            if entries.is_empty() {
                entries.resize_with(ENTRIES, || None);
            }
            entries[at].replace(entry)
        };
        // What it held may run a long time when it is dropped: behind the borrow.
        drop(old);
        result
    }

    #[cold]
    fn attribute_entry(&self, class: &ClassRef, name: Name) -> Entry {
        let names = n();
        let overridden = |special| {
            class
                .lookup(special)
                .is_some_and(|(owner, _)| owner.builtin.is_none())
        };
        let raw = class.find(name);
        let special = name == names.class || name == names.dict;
        let found = match &raw {
            _ if special || overridden(names.getattribute) => Found::Other,
            None => Found::Nothing,
            Some(Value::Member(m)) if m.name == name => Found::Nothing,
            Some(v @ Value::Function(_)) => Found::Method(v.clone()),
            Some(v @ Value::Builtin(b)) if b.def.method => Found::Method(v.clone()),
            Some(
                Value::StaticMethod(_)
                | Value::ClassMethod(_)
                | Value::Property(_)
                | Value::Member(_)
                | Value::GetSet(_)
                | Value::Instance(_)
                | Value::Method(_),
            ) => Found::Other,
            Some(v) => Found::Value(v.clone()),
        };
        let store = !special
            && !overridden(names.setattr)
            && match &raw {
                None => class.has_dict,
                Some(Value::Member(m)) => m.name == name,
                Some(Value::Property(_) | Value::GetSet(_) | Value::Instance(_)) => false,
                Some(_) => class.has_dict,
            };
        Entry {
            class: class.id,
            version: classes_version(),
            name,
            key: super::name_text(name),
            found,
            store,
            hint: Cell::new(u32::MAX),
        }
    }

    /// Pushes the attribute of an instance, if the generic protocol finds it without running Python code.
    fn push_attribute(&self, i: &InstanceObj, name: Name, stack: &mut Vec<Value>) -> Pushed {
        let class = i.class_ref();
        self.with_entry(&class, name, |e| {
            if let Found::Other = e.found {
                return Pushed::Nothing;
            }
            if let Some(d) = &*i.dict_ref()
                && d.push_hinted(&e.key, &e.hint, stack)
            {
                return Pushed::Value;
            }
            match &e.found {
                Found::Other | Found::Nothing => Pushed::Nothing,
                Found::Method(f) => {
                    push_copy(stack, f);
                    Pushed::Method
                }
                Found::Value(v) => {
                    push_copy(stack, v);
                    Pushed::Value
                }
            }
        })
    }

    /// Pushes `obj.name`.
    pub(super) fn push_attr(
        &self,
        obj: &Value,
        name: Name,
        stack: &mut Vec<Value>,
    ) -> PyResult<()> {
        if let Value::Instance(i) = obj {
            match self.push_attribute(i, name, stack) {
                Pushed::Value => return Ok(()),
                Pushed::Method => {
                    stack.pop();
                }
                Pushed::Nothing => {}
            }
        }
        stack.push(self.getattr(obj, name)?);
        Ok(())
    }

    /// Replaces the object on top by its attribute.
    pub(super) fn quick_attr(&self, stack: &mut Vec<Value>, name: Name) -> PyResult<()> {
        let obj = match stack.last() {
            Some(Value::Instance(i)) => i.clone(),
            Some(other) => {
                let v = self.getattr(other, name)?;
                stack.pop();
                stack.push(v);
                return Ok(());
            }
            None => return Ok(()),
        };
        stack.pop();
        match self.push_attribute(&obj, name, stack) {
            Pushed::Value => return Ok(()),
            Pushed::Method => {
                stack.pop();
            }
            Pushed::Nothing => {}
        }
        stack.push(self.getattr(&Value::Instance(obj), name)?);
        Ok(())
    }

    /// Pushes what a call of `obj.name` calls, `obj` being on top: a function that takes the object, or anything else,
    /// instead of the object, and `None`.
    pub(super) fn quick_method(&self, stack: &mut Vec<Value>, name: Name) -> PyResult<()> {
        let t = types();
        let class = match stack.last() {
            Some(Value::Instance(i)) => {
                let i = i.clone();
                match self.push_attribute(&i, name, stack) {
                    Pushed::Method => return Ok(()),
                    Pushed::Value => {
                        let n = stack.len();
                        stack[n - 2] = Value::None;
                        return Ok(());
                    }
                    Pushed::Nothing => None,
                }
            }
            Some(Value::List(_)) => Some(&t.list),
            Some(Value::Str(_)) => Some(&t.str),
            Some(Value::Dict(_)) => Some(&t.dict),
            Some(Value::Unicode(_)) => Some(&t.unicode),
            Some(Value::Set(s)) if !s.frozen => Some(&t.set),
            Some(Value::Tuple(_)) => Some(&t.tuple),
            _ => None,
        };
        if let Some(class) = class {
            let found = self.with_entry(class, name, |e| match &e.found {
                Found::Method(f) => {
                    push_copy(stack, f);
                    true
                }
                _ => false,
            });
            if found {
                return Ok(());
            }
        }
        let Some(obj) = stack.last_mut() else {
            return Ok(());
        };
        let v = self.getattr(obj, name)?;
        *obj = Value::None;
        stack.push(v);
        Ok(())
    }

    /// `obj.name = value`
    pub(super) fn quick_setattr(&self, obj: &Value, name: Name, value: Value) -> PyResult<()> {
        if let Value::Instance(i) = obj {
            let class = i.class();
            let stored = self.with_entry(&class, name, |e| {
                if !e.store {
                    return Err(value);
                }
                if let Some(d) = &*i.dict_ref() {
                    return Ok(d.set_hinted(&e.key, &e.hint, value));
                }
                Ok(i.attrs().set_hinted(&e.key, &e.hint, value))
            });
            return match stored {
                // What was replaced is dropped here, where nothing is borrowed.
                Ok(_old) => Ok(()),
                Err(value) => self.setattr(obj, name, value),
            };
        }
        self.setattr(obj, name, value)
    }
}
