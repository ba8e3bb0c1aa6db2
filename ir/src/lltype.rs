//! The language of low-level types: what memory looks like, without any operation.
//!
//! It lives in this crate, not in `lowlevel`, because annotations speak of low-level pointers (helpers are written in
//! LLPython) and the live space hands out type objects.
//!
//! Primitive types are word-like values. *Containers* (structures, arrays, functions, opaque) are never values
//! themselves; values are pointers to them ([`LLType::Ptr`]). A container is *gc* (managed, carries a collector header
//! that is not part of its fields) or *raw*. Structures nest: an instance structure of `B(A)` has the structure of `A`
//! inlined as its first field. A structure may end in an inlined variable-sized array (strings).
//!
//! Containers are interned in a [`TypeTable`]; equal descriptions get the same [`ContainerId`]. Recursive types are
//! made with [`TypeTable::forward`] and [`TypeTable::define`]; they are nominal.
//!
//! Layout rules (x86-64): fields in declaration order, natural alignment; a GC container starts with an 8-byte header
//! before offset 0 of its first field, **pointers point at the header**, so the first field is at offset 8 (see
//! [`TypeTable::layout`]).
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::name::Name;

mod containers;

use containers::Containers;
pub use containers::StoredContainers;

crate::entity!(
    /// A container type of a [`TypeTable`].
    ContainerId,
    "T"
);

/// A low-level type of values: of variables, fields and array items.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub enum LLType {
    /// No value at all.
    Void,
    /// One byte, 0 or 1.
    Bool,
    /// One byte.
    Char,
    /// 32 bits, a code point.
    UniChar,
    /// The signed machine word, 64 bits.
    Signed,
    /// The unsigned machine word, 64 bits.
    Unsigned,
    /// An integer of another size: 8, 16, 32 or 128 bits (64 bits are `Signed`/`Unsigned`).
    Int {
        /// 8, 16, 32 or 128.
        bits: u8,
        signed: bool,
    },
    /// IEEE binary64.
    Float,
    /// IEEE binary32.
    SingleFloat,
    /// A raw machine address.
    Address,
    /// A pointer to a container (null allowed).
    Ptr(ContainerId),
}

impl LLType {
    /// Whether it is `Ptr`.
    pub fn container(self) -> Option<ContainerId> {
        match self {
            LLType::Ptr(c) => Some(c),
            _ => None,
        }
    }
    /// Size in bytes when stored in memory (`Void`: 0).
    pub fn size(self) -> u32 {
        match self {
            LLType::Void => 0,
            LLType::Bool | LLType::Char => 1,
            LLType::UniChar | LLType::SingleFloat => 4,
            LLType::Int { bits, .. } => u32::from(bits) / 8,
            LLType::Signed
            | LLType::Unsigned
            | LLType::Float
            | LLType::Address
            | LLType::Ptr(_) => 8,
        }
    }
    /// Whether a register of the integer class holds it.
    pub fn is_integral(self) -> bool {
        !matches!(self, LLType::Void | LLType::Float | LLType::SingleFloat)
    }
    /// Whether comparisons and widening treat it as signed.
    pub fn is_signed(self) -> bool {
        matches!(self, LLType::Signed | LLType::Int { signed: true, .. })
    }
}

/// A field of a structure.
#[derive(Clone, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct Field {
    pub name: Name,
    pub ty: FieldType,
    /// Never written after initialisation (`_immutable_fields_`, vtable entries): loads may be folded on constants.
    pub immutable: Immutability,
}

/// Whether a field or array may change after initialisation.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize,
)]
pub enum Immutability {
    /// May change at any time.
    #[default]
    Mutable,
    /// Never changes once set.
    Immutable,
    /// Never changes, and neither do the items of the array it points to (`[*]`).
    ImmutableArray,
    /// Changes rarely (`?`): the JIT knows its value behind a guard.
    QuasiImmutable,
    /// Changes rarely, and the items of the array it points to never do (`?[*]`).
    QuasiImmutableArray,
}

/// What a field holds: a value, or an inlined container.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum FieldType {
    Value(LLType),
    /// An inlined structure (first field of an instance: its parent), or, as last field, an inlined variable-sized
    /// array.
    Inline(ContainerId),
}

/// The item type of an array: a value or an inlined structure.
pub type ItemType = FieldType;

/// What a pointer may point to.
#[derive(Clone, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum Container {
    Struct(StructType),
    /// An array; its length is a word before the items unless `nolength`.
    Array(ArrayType),
    Func(FuncType),
    /// Something of which only the address is known.
    Opaque {
        name: Name,
        /// Managed by the collector.
        gc: bool,
    },
    /// Declared, not yet defined.
    Forward {
        name: Name,
        /// Managed by the collector.
        gc: bool,
    },
}

/// A structure type: fields of fixed types, the last of which may be an inlined array.
#[derive(Clone, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct StructType {
    pub name: Name,
    /// Managed by the collector.
    pub gc: bool,
    /// Its fields in order.
    pub fields: Vec<Field>,
    pub hints: StructHints,
}

/// Hints on a structure type.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize,
)]
pub struct StructHints {
    /// All fields are immutable.
    pub immutable: bool,
    /// It is a vtable (static, read-only).
    pub vtable: bool,
    /// Objects of this type have a finalizer.
    pub finalizer: bool,
    /// Objects of this type are weak references: their one pointer field does not keep its target alive.
    pub weakref: bool,
}

/// A type of arrays, whose length is that of each object.
#[derive(Clone, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct ArrayType {
    /// Managed by the collector.
    pub gc: bool,
    /// What its items are.
    pub item: ItemType,
    /// Items never change after initialisation.
    pub immutable: bool,
    /// Raw arrays only: no length word.
    pub nolength: bool,
}

/// The types of a function's arguments and result.
#[derive(Clone, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct FuncType {
    pub args: Vec<LLType>,
    pub result: LLType,
}

/// Where things lie in a container, in bytes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layout {
    /// Size of the fixed part, header and (for arrays) length word included; multiple of `align`.
    pub size: u32,
    pub align: u32,
    /// Structures: the offset of each field. Of an inlined array: of its length word.
    pub offsets: Vec<u32>,
    /// The variable part, if there is one.
    pub var: Option<VarLayout>,
}

/// The variable-sized part of an array, or of a structure that ends in one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VarLayout {
    /// Offset of the length word (`None` under `nolength`).
    pub length_offset: Option<u32>,
    /// Offset of item 0.
    pub items_offset: u32,
    /// Bytes from one item to the next.
    pub item_size: u32,
}

/// Size of the collector's header at the start of every GC object.
pub const GC_HEADER_SIZE: u32 = 8;

/// All container types of a program.
#[derive(Clone, Debug, Default)]
pub struct TypeTable {
    containers: Containers,
    interned: FxHashMap<Container, ContainerId>,
}

impl TypeTable {
    /// A table without any container.
    pub fn new() -> TypeTable {
        TypeTable::default()
    }
    /// A complete table, whose containers are read when they are asked for.
    pub fn stored(containers: Arc<dyn StoredContainers>) -> TypeTable {
        TypeTable {
            containers: Containers::Stored(containers),
            interned: FxHashMap::default(),
        }
    }
    /// The same types in a table that may get more.
    #[must_use]
    pub fn extensible(&self) -> TypeTable {
        let all = self.iter().map(|(_, c)| c.clone()).collect();
        TypeTable {
            containers: Containers::Made(all),
            interned: self.interned.clone(),
        }
    }
    /// The types of objects that the collector manages, in order: their type ids are 1 and so on.
    pub fn managed(&self) -> impl Iterator<Item = ContainerId> {
        let allocatable = |c: &Container| matches!(c, Container::Struct(_) | Container::Array(_));
        let all = self.iter().filter(move |(_, c)| allocatable(c));
        all.map(|(id, _)| id).filter(|&id| self.is_gc(id))
    }
    /// The container with this description; structural equality.
    pub fn intern(&mut self, c: Container) -> ContainerId {
        if let Some(&id) = self.interned.get(&c) {
            return id;
        }
        let id = self.containers.push(c.clone());
        self.interned.insert(c, id);
        id
    }
    /// Declares a nominal structure to be defined later (recursive types).
    pub fn forward(&mut self, name: Name, gc: bool) -> ContainerId {
        self.containers.push(Container::Forward { name, gc })
    }
    /// Defines a declared container. Panics if it is already defined (our bug).
    pub fn define(&mut self, id: ContainerId, c: Container) {
        assert!(
            matches!(self.containers[id], Container::Forward { .. }),
            "{id} is already defined"
        );
        self.containers[id] = c;
    }
    /// Replaces the definition of a nominal structure (fields found later). Not for interned containers.
    pub fn redefine(&mut self, id: ContainerId, c: Container) {
        debug_assert!(
            !self.interned.contains_key(&self.containers[id])
                || self.interned[&self.containers[id]] != id
        );
        self.containers[id] = c;
    }
    /// A nominal structure (never merged with another of the same shape).
    pub fn nominal_struct(&mut self, s: StructType) -> ContainerId {
        self.containers.push(Container::Struct(s))
    }
    /// A structure, interned by its description.
    pub fn structure(&mut self, name: &str, gc: bool, fields: &[(&str, FieldType)]) -> ContainerId {
        self.structure_with(name, gc, fields, StructHints::default())
    }
    /// A structure with hints, interned by its description.
    pub fn structure_with(
        &mut self,
        name: &str,
        gc: bool,
        fields: &[(&str, FieldType)],
        hints: StructHints,
    ) -> ContainerId {
        let fields = fields
            .iter()
            .map(|&(n, ty)| Field {
                name: Name::new(n),
                ty,
                immutable: Immutability::Mutable,
            })
            .collect();
        self.intern(Container::Struct(StructType {
            name: Name::new(name),
            gc,
            fields,
            hints,
        }))
    }
    /// An array with a length, interned by its description.
    pub fn array(&mut self, gc: bool, item: ItemType) -> ContainerId {
        self.array_with(gc, item, false)
    }
    /// An array with a length; `immutable`: nobody writes to its items once it is filled.
    pub fn array_with(&mut self, gc: bool, item: ItemType, immutable: bool) -> ContainerId {
        self.intern(Container::Array(ArrayType {
            gc,
            item,
            immutable,
            nolength: false,
        }))
    }
    /// A function type, interned.
    pub fn func(&mut self, args: &[LLType], result: LLType) -> ContainerId {
        self.intern(Container::Func(FuncType {
            args: args.to_vec(),
            result,
        }))
    }
    /// What the number stands for.
    pub fn get(&self, id: ContainerId) -> &Container {
        &self.containers[id]
    }
    /// The structure; panics if it is none (our bug).
    pub fn as_struct(&self, id: ContainerId) -> &StructType {
        match &self.containers[id] {
            Container::Struct(s) => s,
            other => panic!("{id} is not a structure but {other:?}"),
        }
    }
    /// The array; panics if it is none (our bug).
    pub fn as_array(&self, id: ContainerId) -> &ArrayType {
        match &self.containers[id] {
            Container::Array(a) => a,
            other => panic!("{id} is not an array but {other:?}"),
        }
    }
    /// The function type; panics if it is none (our bug).
    pub fn as_func(&self, id: ContainerId) -> &FuncType {
        match &self.containers[id] {
            Container::Func(f) => f,
            other => panic!("{id} is not a function type but {other:?}"),
        }
    }
    /// All containers, in order of creation.
    pub fn iter(&self) -> impl Iterator<Item = (ContainerId, &Container)> {
        self.containers.iter_enumerated()
    }
    /// How many there are.
    pub fn len(&self) -> usize {
        self.containers.len()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The structure of a tuple: `item0`, `item1`, ... and nothing else, which never change.
    pub fn as_tuple(&self, id: ContainerId) -> Option<&StructType> {
        let Container::Struct(s) = &self.containers[id] else {
            return None;
        };
        let item = |f: &Field| f.name.as_str().starts_with("item");
        let tuple = s.gc && s.hints.immutable && s.name.as_str().starts_with("tuple");
        (tuple && s.fields.iter().all(item)).then_some(s)
    }
    /// Whether the collector manages objects of this container.
    pub fn is_gc(&self, id: ContainerId) -> bool {
        match &self.containers[id] {
            Container::Struct(s) => s.gc,
            Container::Array(a) => a.gc,
            Container::Func(_) => false,
            Container::Opaque { gc, .. } | Container::Forward { gc, .. } => *gc,
        }
    }
    /// Whether values of this type are references the collector must know.
    pub fn is_gc_ref(&self, ty: LLType) -> bool {
        ty.container().is_some_and(|c| self.is_gc(c))
    }
    /// The number of a field.
    pub fn field_index(&self, id: ContainerId, name: &str) -> Option<usize> {
        self.as_struct(id)
            .fields
            .iter()
            .position(|f| f.name == *name)
    }
    /// A container, its parent, and so on outwards (see [`TypeTable::super_struct`]).
    pub fn lineage(&self, id: ContainerId) -> impl Iterator<Item = ContainerId> + '_ {
        std::iter::successors(Some(id), |&c| self.super_struct(c))
    }
    /// Whether a container is another one or has it nested as first field.
    pub fn is_subtype(&self, id: ContainerId, ancestor: ContainerId) -> bool {
        self.lineage(id).any(|c| c == ancestor)
    }
    /// Whether two containers are arrays that differ at most in whether their items are immutable: a list is made as an
    /// array that is written to, and cast when it is filled.
    pub fn is_same_array(&self, a: ContainerId, b: ContainerId) -> bool {
        match (self.get(a), self.get(b)) {
            (Container::Array(a), Container::Array(b)) => {
                (a.gc, &a.item, a.nolength) == (b.gc, &b.item, b.nolength)
            }
            _ => false,
        }
    }
    /// The structure inlined as first field, if any (the parent of an instance structure or vtable).
    pub fn super_struct(&self, id: ContainerId) -> Option<ContainerId> {
        match &self.containers[id] {
            Container::Struct(s) => match s.fields.first()?.ty {
                FieldType::Inline(p) if matches!(self.containers[p], Container::Struct(_)) => {
                    Some(p)
                }
                _ => None,
            },
            _ => None,
        }
    }
    /// Whether a field is the length of the toolchain's own lists (`length`, `items`), which is never negative.
    pub fn is_list_length(&self, id: ContainerId, field: u32) -> bool {
        match &self.containers[id] {
            Container::Struct(s) => {
                s.fields.len() == 2
                    && self.super_struct(id).is_none()
                    && s.fields[field as usize].name == "length"
                    && s.fields.iter().any(|f| f.name == "items")
            }
            _ => false,
        }
    }
    /// Whether objects of a type are the toolchain's own iterators over a list (`list`, `index`), or tuples (`item0`,
    /// `item1`, ..).
    pub fn is_iterator_or_tuple(&self, id: ContainerId) -> bool {
        let Container::Struct(s) = &self.containers[id] else {
            return false;
        };
        let names = || s.fields.iter().map(|f| f.name.as_str());
        let tuple = names().next() == Some("item0");
        s.gc && (tuple || names().eq(["list", "index"]))
    }
    /// The item type and length of an array of fixed size: a structure with fields `item0`, `item1`, ....
    pub fn fixed_array(&self, id: ContainerId) -> Option<(FieldType, usize)> {
        let Container::Struct(s) = &self.containers[id] else {
            return None;
        };
        let first = s.fields.first().filter(|f| f.name == "item0")?.ty;
        let all = s
            .fields
            .iter()
            .enumerate()
            .all(|(i, f)| f.ty == first && f.name.as_str() == format!("item{i}"));
        all.then_some((first, s.fields.len()))
    }
    /// The type of the items of an array, of the array at the end of a structure, or of an array of fixed size.
    pub fn item_type(&self, id: ContainerId) -> Option<FieldType> {
        if let Some((item, _)) = self.fixed_array(id) {
            return Some(item);
        }
        match &self.containers[id] {
            Container::Array(a) => Some(a.item),
            Container::Struct(s) => match s.fields.last()?.ty {
                FieldType::Inline(c) => match &self.containers[c] {
                    Container::Array(a) => Some(a.item),
                    _ => None,
                },
                FieldType::Value(_) => None,
            },
            _ => None,
        }
    }
    /// The raw array of these items that does not know its length.
    pub fn raw_array(&mut self, item: ItemType) -> ContainerId {
        self.intern(Container::Array(ArrayType {
            gc: false,
            item,
            immutable: false,
            nolength: true,
        }))
    }
    /// Where things lie. The layout of a structure inlined in a GC structure does not repeat the header: offsets of an
    /// inlined parent equal those of the parent itself, so upcasts are free.
    pub fn layout(&self, id: ContainerId) -> Layout {
        let header = if self.is_gc(id) { GC_HEADER_SIZE } else { 0 };
        self.layout_from(id, header)
    }
    fn layout_from(&self, id: ContainerId, start: u32) -> Layout {
        match &self.containers[id] {
            Container::Struct(s) => self.struct_layout(s, start),
            Container::Array(a) => self.array_layout(a, start),
            Container::Func(_) | Container::Opaque { .. } | Container::Forward { .. } => Layout {
                size: start,
                align: 8,
                ..Layout::default()
            },
        }
    }
    fn struct_layout(&self, s: &StructType, start: u32) -> Layout {
        let mut at = start;
        let mut layout = Layout {
            align: if s.gc { 8 } else { 1 },
            ..Layout::default()
        };
        for (i, f) in s.fields.iter().enumerate() {
            match f.ty {
                FieldType::Value(t) => {
                    let size = t.size();
                    let align = size.max(1);
                    at = at.next_multiple_of(align);
                    layout.align = layout.align.max(align);
                    layout.offsets.push(at);
                    at += size;
                }
                FieldType::Inline(c) => {
                    // A first inlined structure shares our header; any other container is placed as raw memory.
                    let first_gc = i == 0 && s.gc && self.is_gc(c);
                    let inner = if first_gc {
                        self.layout(c)
                    } else {
                        self.layout_from(c, 0)
                    };
                    if first_gc {
                        layout.offsets.push(0);
                        at = inner.size;
                    } else {
                        at = at.next_multiple_of(inner.align.max(1));
                        layout.offsets.push(at);
                        if let Some(v) = inner.var {
                            layout.var = Some(VarLayout {
                                length_offset: v.length_offset.map(|o| o + at),
                                items_offset: v.items_offset + at,
                                item_size: v.item_size,
                            });
                        }
                        at += inner.size;
                    }
                    layout.align = layout.align.max(inner.align);
                }
            }
        }
        layout.size = if layout.var.is_some() {
            at
        } else {
            at.next_multiple_of(layout.align.max(1))
        };
        layout
    }

    fn array_layout(&self, a: &ArrayType, start: u32) -> Layout {
        let (item_size, item_align) = match a.item {
            FieldType::Value(t) => (t.size(), t.size().max(1)),
            FieldType::Inline(c) => {
                let l = self.layout_from(c, 0);
                (l.size, l.align)
            }
        };
        let length_offset = (!a.nolength).then_some(start);
        let at = start + if a.nolength { 0 } else { 8 };
        let items_offset = at.next_multiple_of(item_align.max(1));
        let align = if a.nolength { item_align } else { 8 };
        Layout {
            size: items_offset,
            align,
            offsets: Vec::new(),
            var: Some(VarLayout {
                length_offset,
                items_offset,
                item_size,
            }),
        }
    }

    /// Offsets of collector references in the fixed part, nested structures included.
    pub fn gc_ref_offsets(&self, id: ContainerId) -> Vec<u32> {
        let mut out = Vec::new();
        self.gc_refs_into(id, 0, &self.layout(id), &mut out);
        out
    }
    fn gc_refs_into(&self, id: ContainerId, base: u32, layout: &Layout, out: &mut Vec<u32>) {
        let Container::Struct(s) = &self.containers[id] else {
            return;
        };
        for (i, (f, &off)) in s.fields.iter().zip(&layout.offsets).enumerate() {
            match f.ty {
                FieldType::Value(t) if self.is_gc_ref(t) => out.push(base + off),
                FieldType::Inline(c) if matches!(self.containers[c], Container::Struct(_)) => {
                    let shares = i == 0 && s.gc && self.is_gc(c);
                    let inner = if shares {
                        self.layout(c)
                    } else {
                        self.layout_from(c, 0)
                    };
                    self.gc_refs_into(c, base + off, &inner, out);
                }
                _ => {}
            }
        }
    }
    /// Offsets of collector references inside one item of the variable part.
    pub fn gc_item_offsets(&self, id: ContainerId) -> Vec<u32> {
        let array = match &self.containers[id] {
            Container::Array(a) => a,
            Container::Struct(s) => match s.fields.last().map(|f| f.ty) {
                Some(FieldType::Inline(c)) => match &self.containers[c] {
                    Container::Array(a) => a,
                    _ => return Vec::new(),
                },
                _ => return Vec::new(),
            },
            _ => return Vec::new(),
        };
        match array.item {
            FieldType::Value(t) if self.is_gc_ref(t) => vec![0],
            FieldType::Value(_) => Vec::new(),
            FieldType::Inline(c) => {
                let mut out = Vec::new();
                self.gc_refs_into(c, 0, &self.layout_from(c, 0), &mut out);
                out
            }
        }
    }
    /// Whether an array or function type is part of its own description, as that of a list of such lists is. It cannot
    /// be written out.
    pub fn is_inside_itself(&self, c: ContainerId) -> bool {
        let mut todo = vec![c];
        let mut seen = Vec::new();
        while let Some(at) = todo.pop() {
            let mut parts = Vec::new();
            match &self.containers[at] {
                Container::Array(a) => parts.push(a.item),
                Container::Func(f) => {
                    let types = f.args.iter().chain([&f.result]);
                    parts.extend(types.map(|&t| FieldType::Value(t)));
                }
                _ => {}
            }
            for part in parts {
                let (FieldType::Value(LLType::Ptr(inner)) | FieldType::Inline(inner)) = part else {
                    continue;
                };
                if inner == c {
                    return true;
                }
                if !seen.contains(&inner) {
                    seen.push(inner);
                    todo.push(inner);
                }
            }
        }
        false
    }
    /// The name of a type for people and for the text form: `Signed`, `Ptr(Point)`. Nominal containers of the same name
    /// are told apart by their number.
    pub fn show(&self, ty: LLType) -> String {
        self.show_inside(ty, &mut Vec::new())
    }
    /// The name of a container.
    pub fn show_container(&self, c: ContainerId) -> String {
        self.show_container_inside(c, &mut Vec::new())
    }
    fn show_inside(&self, ty: LLType, around: &mut Vec<ContainerId>) -> String {
        match ty {
            LLType::Ptr(c) => format!("Ptr({})", self.show_container_inside(c, around)),
            LLType::Int { bits, signed } => {
                format!("{}{bits}", if signed { "Int" } else { "UInt" })
            }
            other => format!("{other:?}"),
        }
    }
    fn show_container_inside(&self, c: ContainerId, around: &mut Vec<ContainerId>) -> String {
        // See `is_inside_itself`.
        if around.contains(&c) {
            return c.to_string();
        }
        around.push(c);
        let text = self.describe_container(c, around);
        around.pop();
        text
    }
    fn describe_container(&self, c: ContainerId, around: &mut Vec<ContainerId>) -> String {
        match &self.containers[c] {
            Container::Struct(s) => {
                // First in the table keeps the plain name.
                let earlier = self
                    .containers
                    .iter_enumerated()
                    .take(c.0 as usize)
                    .any(|(_, o)| match o {
                        Container::Struct(o) => o.name == s.name,
                        Container::Forward { name, .. } | Container::Opaque { name, .. } => {
                            *name == s.name
                        }
                        _ => false,
                    });
                if earlier {
                    format!("{}.{}", s.name, c.0)
                } else {
                    s.name.to_string()
                }
            }
            Container::Array(a) => {
                let gc = if a.gc { "Gc" } else { "" };
                let hint = if a.nolength { "NoLength" } else { "" };
                let imm = if a.immutable { "Immutable" } else { "" };
                let item = match a.item {
                    FieldType::Value(t) => self.show_inside(t, around),
                    FieldType::Inline(c) => self.show_container_inside(c, around),
                };
                format!("{gc}{imm}{hint}Array({item})")
            }
            Container::Func(f) => {
                let args = f.args.iter().map(|&a| self.show_inside(a, around));
                let args: Vec<String> = args.collect();
                let result = self.show_inside(f.result, around);
                format!("Func(({}) -> {result})", args.join(", "))
            }
            Container::Opaque { name, .. } | Container::Forward { name, .. } => name.to_string(),
        }
    }
}

/// The types that have names, as RPython and the text form call them.
const NAMED: [(LLType, &str); 9] = [
    (LLType::Void, "Void"),
    (LLType::Bool, "Bool"),
    (LLType::Char, "Char"),
    (LLType::UniChar, "UniChar"),
    (LLType::Signed, "Signed"),
    (LLType::Unsigned, "Unsigned"),
    (LLType::Float, "Float"),
    (LLType::SingleFloat, "SingleFloat"),
    (LLType::Address, "Address"),
];

impl LLType {
    /// The type of this name; pointers and integers of other sizes than a word have none.
    pub fn named(name: &str) -> Option<LLType> {
        NAMED.iter().find(|t| t.1 == name).map(|t| t.0)
    }
    /// Its name, if it has one.
    pub fn name(self) -> Option<&'static str> {
        NAMED.iter().find(|t| t.0 == self).map(|t| t.1)
    }
}

impl std::fmt::Debug for LLType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LLType::Int { bits, signed } => {
                write!(f, "{}{bits}", if *signed { "Int" } else { "UInt" })
            }
            LLType::Ptr(c) => write!(f, "Ptr({c})"),
            named => f.write_str(named.name().unwrap_or_default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_of_such_arrays_has_a_description() {
        let mut t = TypeTable::new();
        let c = t.forward(Name::new("list"), true);
        let twin = t.array(true, FieldType::Value(LLType::Ptr(c)));
        let definition = t.get(twin).clone();
        t.define(c, definition);
        assert!(t.is_inside_itself(c));
        assert!(!t.is_inside_itself(twin));
        assert_eq!(t.show_container(c), format!("GcArray(Ptr({c}))"));
    }
    #[test]
    fn parents_share_offsets_and_strings_are_inline() {
        let mut t = TypeTable::new();
        let obj = t.structure(
            "object",
            true,
            &[("typeptr", FieldType::Value(LLType::Address))],
        );
        let a = t.structure(
            "A",
            true,
            &[
                ("super", FieldType::Inline(obj)),
                ("flag", FieldType::Value(LLType::Bool)),
                ("next", FieldType::Value(LLType::Ptr(obj))),
            ],
        );
        let l = t.layout(a);
        assert_eq!(l.offsets, [0, 16, 24]);
        assert_eq!(l.size, 32);
        assert_eq!(t.gc_ref_offsets(a), [24]);
        let chars = t.array(false, FieldType::Value(LLType::Char));
        let s = t.structure(
            "rpy_string",
            true,
            &[
                ("hash", FieldType::Value(LLType::Signed)),
                ("chars", FieldType::Inline(chars)),
            ],
        );
        let l = t.layout(s);
        assert_eq!(
            l.var,
            Some(VarLayout {
                length_offset: Some(16),
                items_offset: 24,
                item_size: 1
            })
        );
        assert_eq!(l.size, 24);
        let arr = t.array(true, FieldType::Value(LLType::Ptr(a)));
        assert_eq!(t.gc_item_offsets(arr), [0]);
        assert_eq!(t.layout(arr).var.unwrap().items_offset, 16);
        assert_eq!(t.array(true, FieldType::Value(LLType::Ptr(a))), arr);
        assert_eq!(t.show(LLType::Ptr(arr)), "Ptr(GcArray(Ptr(A)))");
    }
}
