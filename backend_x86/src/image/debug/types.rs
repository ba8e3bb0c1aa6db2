//! Types as debugging information describes them: numbers, and pointers to structures with their fields.
//!
//! ```text
//! DW_TAG_structure_type  program.Point     an instance: `super` (what its base class has), then its own fields
//! DW_TAG_structure_type  rpy_string        a variable-sized object: its length, and an array of that many items
//!   DW_TAG_member        chars
//!     DW_TAG_subrange_type                 count: the word `length` of the object, read by the debugger
//! ```
//! Only types that some variable reaches are described.
use gimli::write::{AttributeValue, DwarfUnit, Expression, UnitEntryId};
use ir::lltype::{Container, ContainerId, FieldType, GC_HEADER_SIZE, LLType, VarLayout};
use rustc_hash::FxHashMap;

use crate::compile::DebugTypes;

pub(super) struct Writer<'a> {
    types: &'a DebugTypes,
    values: FxHashMap<LLType, UnitEntryId>,
    /// Structures and arrays; those inside of other objects have no header of the collector.
    containers: FxHashMap<(ContainerId, bool), UnitEntryId>,
    /// Containers that are still to be described.
    todo: Vec<(ContainerId, bool, UnitEntryId)>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(types: &'a DebugTypes) -> Self {
        Writer {
            types,
            values: FxHashMap::default(),
            containers: FxHashMap::default(),
            todo: Vec::new(),
        }
    }

    /// The description of a value's type; none where a value has no place.
    pub(super) fn value(&mut self, dwarf: &mut DwarfUnit, ty: LLType) -> Option<UnitEntryId> {
        if let Some(&known) = self.values.get(&ty) {
            return Some(known);
        }
        let root = dwarf.unit.root();
        let id = match ty {
            LLType::Void => return None,
            LLType::Ptr(c) => {
                let to = match self.types.table.get(c) {
                    Container::Struct(_) | Container::Array(_) => {
                        Some(self.container(dwarf, c, true))
                    }
                    _ => None,
                };
                let id = dwarf.unit.add(root, gimli::DW_TAG_pointer_type);
                let entry = dwarf.unit.get_mut(id);
                entry.set(gimli::DW_AT_byte_size, AttributeValue::Udata(8));
                if let Some(to) = to {
                    entry.set(gimli::DW_AT_type, AttributeValue::UnitRef(to));
                }
                id
            }
            LLType::Address => {
                let id = dwarf.unit.add(root, gimli::DW_TAG_pointer_type);
                let size = AttributeValue::Udata(8);
                dwarf.unit.get_mut(id).set(gimli::DW_AT_byte_size, size);
                id
            }
            number => {
                let (encoding, name) = match number {
                    LLType::Bool => (gimli::DW_ATE_boolean, "bool"),
                    LLType::Char => (gimli::DW_ATE_unsigned_char, "char"),
                    LLType::UniChar => (gimli::DW_ATE_UTF, "char32_t"),
                    LLType::Float => (gimli::DW_ATE_float, "Float"),
                    LLType::SingleFloat => (gimli::DW_ATE_float, "SingleFloat"),
                    LLType::Unsigned => (gimli::DW_ATE_unsigned, "Unsigned"),
                    LLType::Int { signed: false, .. } => (gimli::DW_ATE_unsigned, "UInt"),
                    LLType::Int { signed: true, .. } => (gimli::DW_ATE_signed, "Int"),
                    _ => (gimli::DW_ATE_signed, "Signed"),
                };
                let name = match number {
                    LLType::Int { bits, .. } => format!("{name}{bits}"),
                    _ => name.to_owned(),
                };
                let name = AttributeValue::StringRef(dwarf.strings.add(name));
                let id = dwarf.unit.add(root, gimli::DW_TAG_base_type);
                let entry = dwarf.unit.get_mut(id);
                entry.set(gimli::DW_AT_name, name);
                entry.set(gimli::DW_AT_encoding, AttributeValue::Encoding(encoding));
                let size = AttributeValue::Udata(u64::from(number.size()));
                entry.set(gimli::DW_AT_byte_size, size);
                id
            }
        };
        self.values.insert(ty, id);
        Some(id)
    }

    /// Describes what is left; descriptions lead to further ones.
    pub(super) fn finish(&mut self, dwarf: &mut DwarfUnit) {
        while let Some((c, header, id)) = self.todo.pop() {
            self.describe(dwarf, c, header, id);
        }
    }

    fn container(&mut self, dwarf: &mut DwarfUnit, c: ContainerId, header: bool) -> UnitEntryId {
        let header = header && self.types.table.is_gc(c);
        let todo = &mut self.todo;
        *self.containers.entry((c, header)).or_insert_with(|| {
            let root = dwarf.unit.root();
            let id = dwarf.unit.add(root, gimli::DW_TAG_structure_type);
            todo.push((c, header, id));
            id
        })
    }

    fn describe(&mut self, dwarf: &mut DwarfUnit, c: ContainerId, header: bool, id: UnitEntryId) {
        let types = self.types;
        let layout = &types.layouts[c];
        // The layout of an object of the collector counts its header.
        let skip = match types.table.is_gc(c) && !header {
            true => GC_HEADER_SIZE,
            false => 0,
        };
        let name = match types.table.get(c) {
            Container::Struct(s) => s.name.to_string(),
            _ => types.table.show_container(c),
        };
        let name = AttributeValue::StringRef(dwarf.strings.add(name.replace('\0', "?")));
        let size = AttributeValue::Udata(u64::from(layout.size.saturating_sub(skip)));
        let entry = dwarf.unit.get_mut(id);
        entry.set(gimli::DW_AT_name, name);
        entry.set(gimli::DW_AT_byte_size, size);
        match types.table.get(c) {
            Container::Struct(s) => {
                for (i, (f, &at)) in s.fields.iter().zip(&layout.offsets).enumerate() {
                    let at = at.saturating_sub(skip);
                    match f.ty {
                        FieldType::Value(t) => {
                            if let Some(t) = self.value(dwarf, t) {
                                self.member(dwarf, id, f.name.as_str(), at, t);
                            }
                        }
                        FieldType::Inline(inner) => match (types.table.get(inner), layout.var) {
                            (Container::Array(a), Some(var)) => {
                                self.items(dwarf, id, f.name.as_str(), a.item, var, skip);
                            }
                            _ => {
                                let first = i == 0 && header;
                                let inner = self.container(dwarf, inner, first);
                                self.member(dwarf, id, f.name.as_str(), at, inner);
                            }
                        },
                    }
                }
            }
            Container::Array(a) => {
                if let Some(var) = layout.var {
                    self.items(dwarf, id, "items", a.item, var, skip);
                }
            }
            _ => {}
        }
    }

    fn member(&self, dwarf: &mut DwarfUnit, of: UnitEntryId, name: &str, at: u32, ty: UnitEntryId) {
        let name = AttributeValue::StringRef(dwarf.strings.add(name.replace('\0', "?")));
        let id = dwarf.unit.add(of, gimli::DW_TAG_member);
        let entry = dwarf.unit.get_mut(id);
        entry.set(gimli::DW_AT_name, name);
        entry.set(gimli::DW_AT_type, AttributeValue::UnitRef(ty));
        let at = AttributeValue::Udata(u64::from(at));
        entry.set(gimli::DW_AT_data_member_location, at);
    }

    /// The variable part of an object: its length, and its items.
    fn items(
        &mut self,
        dwarf: &mut DwarfUnit,
        of: UnitEntryId,
        name: &str,
        item: FieldType,
        var: VarLayout,
        skip: u32,
    ) {
        let item = match item {
            FieldType::Value(t) => self.value(dwarf, t),
            FieldType::Inline(c) => Some(self.container(dwarf, c, false)),
        };
        let Some(item) = item else { return };
        if let Some(at) = var.length_offset
            && let Some(signed) = self.value(dwarf, LLType::Signed)
        {
            self.member(dwarf, of, "length", at - skip, signed);
        }
        let root = dwarf.unit.root();
        let array = dwarf.unit.add(root, gimli::DW_TAG_array_type);
        let entry = dwarf.unit.get_mut(array);
        entry.set(gimli::DW_AT_type, AttributeValue::UnitRef(item));
        let range = dwarf.unit.add(array, gimli::DW_TAG_subrange_type);
        if let Some(at) = var.length_offset {
            // The items' address is known where the array is shown; the length is before it.
            let mut count = Expression::new();
            count.op(gimli::DW_OP_push_object_address);
            count.op_constu(u64::from(var.items_offset - at));
            count.op(gimli::DW_OP_minus);
            count.op_deref();
            let entry = dwarf.unit.get_mut(range);
            entry.set(gimli::DW_AT_count, AttributeValue::Exprloc(count));
        }
        self.member(dwarf, of, name, var.items_offset - skip, array);
    }
}
