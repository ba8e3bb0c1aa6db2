//! Abstract classes: which abstract methods a class still has.
use ir::name::Name;

use crate::live::{ClassRef, Value};

/// The names of abstract methods that keep a class from being instantiated, if its metaclass is `ABCMeta`.
pub fn abstract_names(class: &ClassRef) -> Option<Vec<String>> {
    if !class.has_custom_metaclass() {
        return None;
    }
    let set = class.own(Name::new("__abstractmethods__"))?;
    let Value::Set(set) = set else { return None };
    let mut names: Vec<String> = set.items().iter().filter_map(Value::as_text).collect();
    if names.is_empty() {
        return None;
    }
    names.sort();
    Some(names)
}
