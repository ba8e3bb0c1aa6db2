//! Attributes that classes get while the program is annotated: a module is imported only when something needs it, and
//! sets an attribute of a class of another one.
use ir::name::Name;
use python::live::{ClassRef, Value, classes_version};

use super::NOT_ATTRIBUTES;
use crate::ClassId;
use crate::engine::Annotator;

/// The entries of a class dictionary that are attributes of the program. Descriptors of slots are attributes of
/// instances, and what built-in classes define is no RPython code.
pub(super) fn attributes(class: &ClassRef) -> impl Iterator<Item = (Name, Value)> {
    let names = if class.builtin.is_none() {
        class.dict.names()
    } else {
        Vec::new()
    };
    names.into_iter().filter(|(n, v)| usable(*n, v))
}

/// Whether an entry of a class dictionary is an attribute of the program.
pub(super) fn usable(name: Name, value: &Value) -> bool {
    !NOT_ATTRIBUTES.contains(&name.as_str())
        && !matches!(value, Value::Member(_) | Value::GetSet(_))
}

impl Annotator {
    /// Enters what classes got since they were seen first. An attribute that was there before keeps its value.
    pub(crate) fn see_new_class_attributes(&mut self) {
        let version = classes_version();
        if self.work.classes_version == version {
            return;
        }
        self.work.classes_version = version;
        let ids: Vec<ClassId> = self
            .program
            .classes
            .iter_enumerated()
            .map(|c| c.0)
            .collect();
        for id in ids {
            let def = &self.program.classes[id];
            let Some(class) = def.live.as_class().cloned() else {
                continue;
            };
            let entries = class.dict.len();
            if def.entries == entries {
                continue;
            }
            let new: Vec<(Name, Value)> = attributes(&class)
                .filter(|(n, _)| !def.class_dict.contains_key(n))
                .collect();
            self.program.classes[id].entries = entries;
            for (name, value) in new {
                let dict = &mut self.program.classes[id].class_dict;
                dict.insert(name, value.clone());
                self.add_class_attribute(id, name, value);
            }
        }
    }
}
