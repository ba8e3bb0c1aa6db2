//! The tables of [`JitInfo`] in the form that the support library works with: a low-level program without graphs,
//! layouts, shapes of containers, addresses. Made once, on the first compilation, and never freed.
use std::cell::OnceCell;
use std::ops::Index;

use backend_x86::isel::Cx;
use ir::index::{Idx, IndexVec};
use ir::lltype::{Container, ContainerId, FieldType, LLType, TypeTable};
use ir::model::BlockId;
use ir::source::Span;
use lowlevel::text::{LLPrinter, Names};
use lowlevel::{
    AliasRegion, ExternId, FuncAttrs, FuncId, Function, Init, LLGraph, OUTSIDE_OWNER, ObjId,
    Object, Program, verify::array_part,
};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::boxes::{BoxId, Virtual};
use super::quick::Quick;
use jit_abi::info::{JitInfo, OpId};
use jit_abi::rows::Chunks;

/// A value inside a container: a field of the structure or of a nested one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Leaf {
    /// The structure that declares it.
    pub container: ContainerId,
    /// Its number there.
    pub field: u32,
    pub ty: LLType,
    /// Bytes from the start of the object, or of the item.
    pub offset: u32,
    /// Never changes once set.
    pub immutable: bool,
    /// The items of the array that it points to never change.
    pub immutable_items: bool,
}

/// The variable part of a container.
#[derive(Clone, PartialEq, Debug)]
pub struct ItemShape {
    /// The value in each item (`field` and `container` mean nothing), or, of items that are structures, their leaves.
    pub leaves: Vec<Leaf>,
    /// Items are structures.
    pub inline: bool,
    /// Bytes from the start of the object to item 0.
    pub items_offset: u32,
    /// Distance of items.
    pub item_size: u32,
    /// Offset of the length word.
    pub length_offset: Option<u32>,
}

/// The flattened form of a container: nested structures first to last, depth first; then, for each item, its leaves.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Shape {
    /// Values of the fixed part.
    pub leaves: Vec<Leaf>,
    pub items: Option<ItemShape>,
    /// Objects may be virtual.
    pub virtualisable: bool,
}

impl Shape {
    /// The number of the leaf that is field `f` of structure `c`.
    pub fn leaf(&self, c: ContainerId, f: u32) -> Option<usize> {
        self.leaves
            .iter()
            .position(|l| l.container == c && l.field == f)
    }
    /// The number of a leaf of item `i`: of its value, or of field `f` of its structure.
    pub fn item(&self, i: usize, f: Option<u32>) -> Option<usize> {
        let items = self.items.as_ref()?;
        let k = match f {
            None => 0,
            Some(f) => items.leaves.iter().position(|l| l.field == f)?,
        };
        Some(self.leaves.len() + i * items.leaves.len() + k)
    }
    /// How many values an object with `length` items has.
    pub fn len(&self, length: Option<u32>) -> usize {
        let items = self.items.as_ref().map_or(0, |s| s.leaves.len());
        self.leaves.len() + items * length.unwrap_or(0) as usize
    }
    /// Whether it has no values at all.
    pub fn is_empty(&self) -> bool {
        self.leaves.is_empty() && self.items.is_none()
    }
}

/// The shapes of containers, made when they are asked for.
pub struct Shapes {
    cx: &'static Cx<'static>,
    known: Chunks<ContainerId, OnceCell<Shape>>,
}

impl Shapes {
    fn new(cx: &'static Cx<'static>) -> Shapes {
        Shapes {
            cx,
            known: Chunks::new(cx.program.types.len()),
        }
    }
}

impl Index<ContainerId> for Shapes {
    type Output = Shape;
    #[inline]
    fn index(&self, c: ContainerId) -> &Shape {
        let known = self.known.get(c, |_| OnceCell::new());
        known.get_or_init(|| shape(self.cx, &self.cx.program.types, c))
    }
}

/// Where the image has what its tables have numbers for.
pub struct Addresses {
    /// Addresses of functions; 0 where there is no code.
    pub funcs: IndexVec<FuncId, u64>,
    /// Addresses of prebuilt objects; 0 where there is none.
    pub objects: IndexVec<ObjId, u64>,
    /// All of these, in the order of their addresses.
    pub objects_in_order: Vec<ObjId>,
}

impl Addresses {
    /// Those of functions and objects by number.
    pub fn new(funcs: Vec<u64>, objects: Vec<u64>) -> Addresses {
        let objects = IndexVec::from_raw(objects);
        let mut in_order: Vec<ObjId> = objects.indices().collect();
        in_order.sort_by_key(|&o| objects[o]);
        Addresses {
            funcs: IndexVec::from_raw(funcs),
            objects,
            objects_in_order: in_order,
        }
    }
}

/// Values a virtual structure may have.
pub const MAX_VIRTUAL_FIELDS: usize = 128;
/// Items a virtual array may have.
pub const MAX_VIRTUAL_ITEMS: usize = 64;

/// The program as the JIT sees it: the tables of the image with addresses filled in. It never changes.
pub struct Tables {
    /// What the image carries.
    pub info: JitInfo,
    /// What there is of the program: types and external functions.
    pub program: &'static Program,
    /// Layouts and type ids.
    pub cx: &'static Cx<'static>,
    /// The program with functions and objects, and its names, for printing: made when they are asked for.
    printed: OnceCell<(Program, Names)>,
    /// What a structure or array looks like to virtuals, by container.
    pub shapes: Shapes,
    /// Addresses of functions; 0 where there is no code.
    pub funcs: IndexVec<FuncId, u64>,
    /// Addresses of prebuilt objects; 0 where there is none.
    pub objects: IndexVec<ObjId, u64>,
    /// Those that have an address, in the order of addresses; `None` if that is the order of all.
    funcs_in_order: OnceCell<Option<Vec<FuncId>>>,
    objects_in_order: Vec<ObjId>,
    /// Vtables: address, class range.
    pub classes: Vec<VtableClass>,
    /// `gx_jit_written`.
    pub written: Option<ExternId>,
    /// `gx_jit_redeem`.
    pub redeem: Option<ExternId>,
    /// `gx_jit_claim`.
    pub claim: Option<ExternId>,
    /// What elidable functions read that give no references, and may change.
    pub rewritable: FxHashSet<AliasRegion>,
    /// What elidable functions read that give references, and may change; `None`: that is not known of one of them.
    pub reread: Option<FxHashSet<AliasRegion>>,
    /// [`JitInfo::owners`].
    pub owners: FxHashMap<AliasRegion, u32>,
    /// What refers to the arrays and lists of each of these classes.
    pub referrers: FxHashMap<u32, Vec<ContainerId>>,
    /// Those of these classes whose items may be said never to change (`[*]`).
    pub constant_owners: FxHashSet<u32>,
    /// What is done of operations without further ado.
    quick: Chunks<OpId, Quick>,
}

/// A class with a vtable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VtableClass {
    /// The address of its vtable.
    pub vtable: u64,
    /// Its number in the preorder of classes.
    pub min: i64,
    /// The first number after its subclasses.
    pub max: i64,
}

/// The classes of the references in parts that are listed with one.
fn owners(listed: &[(AliasRegion, u32)]) -> FxHashMap<AliasRegion, u32> {
    let mut all: FxHashMap<AliasRegion, u32> =
        FxHashMap::with_capacity_and_hasher(listed.len(), FxBuildHasher);
    let mut several: FxHashSet<AliasRegion> = FxHashSet::default();
    for &(part, class) in listed {
        if all.insert(part, class).is_some() {
            several.insert(part);
        }
    }
    all.retain(|part, _| !several.contains(part));
    all
}

/// What refers to the arrays and lists of each class, where all that does is known.
fn referrers(owners: &[(AliasRegion, u32)]) -> FxHashMap<u32, Vec<ContainerId>> {
    let mut all: FxHashMap<u32, Vec<ContainerId>> = FxHashMap::default();
    for (part, class) in owners.iter().filter(|o| o.1 != OUTSIDE_OWNER) {
        let list = all.entry(*class).or_default();
        if !list.contains(&part.container()) {
            list.push(part.container());
        }
    }
    all
}

/// The classes of what some part refers to whose items never change. Others than the program's own parts may refer to
/// what is outside.
fn constant_owners(owners: &[(AliasRegion, u32)], types: &TypeTable) -> FxHashSet<u32> {
    let constant = owners
        .iter()
        .filter(|o| o.0.leads_to_immutable_items(types));
    constant.map(|o| o.1).chain([OUTSIDE_OWNER]).collect()
}

impl Tables {
    /// Whether a container is that of the instances of a class.
    pub fn is_class(&self, c: ContainerId) -> bool {
        let root = self.info.known.object;
        root.is_some_and(|root| self.is_subtype(c, root))
    }
    /// Whether an elidable function that gives a reference may read such a part, which may change.
    pub fn may_be_reread(&self, part: AliasRegion) -> bool {
        self.reread.as_ref().is_none_or(|r| r.contains(&part))
    }
    /// Reconstructs everything from the image's tables. The result lives as long as the process.
    pub fn new(mut info: JitInfo, addresses: Addresses) -> &'static Tables {
        let program: &'static Program = Box::leak(Box::new(Program {
            types: std::mem::take(&mut info.types),
            externs: IndexVec::from_raw(std::mem::take(&mut info.externs)),
            known: info.known.clone(),
            ..Program::default()
        }));
        let cx = Cx::with_managed(program, info.managed.iter().copied());
        let cx: &'static Cx<'static> = Box::leak(Box::new(cx));
        let named = |name: &str| {
            let mut externs = program.externs.iter_enumerated();
            externs.find(|(_, x)| x.name.as_str() == name).map(|x| x.0)
        };
        let mut tables = Tables {
            written: named("gx_jit_written"),
            redeem: named("gx_jit_redeem"),
            claim: named("gx_jit_claim"),
            rewritable: info.rewritable.iter().copied().collect(),
            reread: (info.reread.as_ref()).map(|parts| parts.iter().copied().collect()),
            owners: owners(&info.owners),
            referrers: referrers(&info.owners),
            constant_owners: constant_owners(&info.owners, &program.types),
            quick: Chunks::new(info.ops.len()),
            info,
            program,
            cx,
            printed: OnceCell::new(),
            shapes: Shapes::new(cx),
            funcs: addresses.funcs,
            objects: addresses.objects,
            funcs_in_order: OnceCell::new(),
            objects_in_order: addresses.objects_in_order,
            classes: Vec::new(),
        };
        tables.classes = tables.find_classes();
        Box::leak(Box::new(tables))
    }
    /// The function at an address.
    pub fn func_at(&self, address: u64) -> Option<FuncId> {
        match self.funcs_in_order.get_or_init(|| in_order(&self.funcs)) {
            None => self
                .funcs
                .raw()
                .binary_search(&address)
                .ok()
                .map(FuncId::new),
            Some(all) => {
                let at = all.binary_search_by_key(&address, |&f| self.funcs[f]);
                at.ok().map(|at| all[at])
            }
        }
    }
    /// The prebuilt object at an address.
    pub fn object_at(&self, address: u64) -> Option<ObjId> {
        let all = &self.objects_in_order;
        let address_of = |o: &ObjId| self.objects[*o];
        let at = all.binary_search_by_key(&address, address_of).ok()?;
        Some(all[at]).filter(|_| address != 0)
    }
    /// The type of a function.
    pub fn sig(&self, f: FuncId) -> Option<ContainerId> {
        self.info.funcs.get(f)?.sig
    }
    /// What is done of an operation without further ado.
    #[inline]
    pub(super) fn quick(&self, op: OpId) -> &Quick {
        (self.quick).get(op, |op| Quick::new(&self.info.ops[op], self.types()))
    }
    /// Whether a hint of the program may be behind the immutability of a location (see [`KnownTypes::is_of_program`]).
    ///
    /// [`KnownTypes::is_of_program`]: lowlevel::program::KnownTypes::is_of_program
    pub fn is_of_program(&self, part: AliasRegion) -> bool {
        self.info.known.is_of_program(self.types(), part)
    }
    /// The types of the program, by the numbers that operations use.
    pub fn types(&self) -> &'static TypeTable {
        &self.program.types
    }
    /// Whether `c` is `ancestor` or has it nested as first field.
    pub fn is_subtype(&self, c: ContainerId, ancestor: ContainerId) -> bool {
        self.types().is_subtype(c, ancestor)
    }
    /// The value at a location of the object at an address, if it has such a location.
    pub(crate) fn read(
        &self,
        address: u64,
        part: AliasRegion,
        index: Option<i64>,
        ty: LLType,
    ) -> Option<u64> {
        let c = part.container();
        if !self.is_instance(address, c) {
            return None;
        }
        let var = self.cx.layouts[c].var;
        let length = || var?.length_offset.map(|o| address + u64::from(o));
        let item = || {
            let (var, i) = (var?, index?);
            let n = super::memory::word(length()?) as i64;
            (0..n).contains(&i).then(|| {
                address + u64::from(var.items_offset) + i as u64 * u64::from(var.item_size)
            })
        };
        let at = match part {
            AliasRegion::Field(c, f) => {
                address + u64::from(*self.cx.layouts[c].offsets.get(f as usize)?)
            }
            AliasRegion::Length(_) => length()?,
            AliasRegion::Items(_) => item()?,
            AliasRegion::ItemField(c, f) => item()? + self.cx.item_field(c, f).0 as u64,
        };
        Some(super::memory::load(ty, at))
    }
    /// Whether there is an object of this container (or one that extends it, or the same array, whatever is declared of
    /// its items) at an address.
    pub(super) fn is_instance(&self, address: u64, c: ContainerId) -> bool {
        if address == 0 || address & 1 != 0 {
            return false;
        }
        let actual = if self.types().is_gc(c) {
            match self.managed_type(address) {
                Some(actual) => actual,
                None => return false,
            }
        } else {
            match self.object_at(address) {
                Some(o) => self.info.objects[o],
                None => return false,
            }
        };
        self.is_subtype(actual, c) || self.types().is_same_array(actual, c)
    }
    /// The type of the managed object at an address.
    fn managed_type(&self, address: u64) -> Option<ContainerId> {
        let type_id = super::memory::word(address) as u32;
        *self.cx.gc_types.get(type_id as usize)?
    }
    /// Whether the managed object at an address is an instance without attributes, of which nothing can be told but
    /// which one it is: it has a class and what that inherits, and no more.
    pub(super) fn is_token(&self, address: u64) -> bool {
        let mut at = self.managed_type(address);
        while let Some(c) = at {
            if Some(c) == self.info.known.object {
                return true;
            }
            let Container::Struct(s) = self.types().get(c) else {
                return false;
            };
            at = match s.fields.as_slice() {
                [only] => match only.ty {
                    FieldType::Inline(base) => Some(base),
                    FieldType::Value(_) => None,
                },
                _ => None,
            };
        }
        false
    }
    fn find_classes(&self) -> Vec<VtableClass> {
        let Some(root) = self.info.known.vtable else {
            return Vec::new();
        };
        let offsets = &self.cx.layouts[root].offsets;
        let (Some(&min), Some(&max)) = (offsets.first(), offsets.get(1)) else {
            return Vec::new();
        };
        let vtables = self.info.vtables.iter();
        let mut classes: Vec<VtableClass> = vtables
            .filter_map(|&o| {
                let vtable = self.objects.get(o).copied().filter(|&a| a != 0)?;
                let read = |offset: u32| super::memory::word(vtable + u64::from(offset)) as i64;
                Some(VtableClass {
                    vtable,
                    min: read(min),
                    max: read(max),
                })
            })
            .collect();
        classes.sort_by_key(|c| (c.min, std::cmp::Reverse(c.max)));
        classes
    }
    /// What prints operations and functions.
    pub fn printer(&self) -> LLPrinter<'_> {
        let (program, names) = self.printed.get_or_init(|| {
            let program = with_functions(self.program, &self.info);
            let mut names = Names::new(&program);
            self.name_classes(&mut names);
            (program, names)
        });
        LLPrinter { program, names }
    }
    /// Vtables get the names of their classes, for logs: the image's tables have no names of objects.
    fn name_classes(&self, names: &mut Names) {
        let found: Vec<(ObjId, String)> = self
            .classes
            .iter()
            .filter_map(|c| Some((self.object_at(c.vtable)?, self.class_name(c.vtable)?)))
            .collect();
        let mut used = FxHashSet::default();
        for (o, name) in found {
            let mut name = format!("{name}.vtable");
            if !used.insert(name.clone()) {
                name = format!("{name}.{}", o.0);
            }
            names.rename_object(o, &name);
        }
    }
    /// The name of the class of a vtable: the text that its third field leads to.
    pub fn class_name(&self, vtable: u64) -> Option<String> {
        let (root, string) = (self.info.known.vtable?, self.info.known.string?);
        let Container::Struct(fields) = self.types().get(root) else {
            return None;
        };
        let is_text = fields.fields.get(2)?.ty == FieldType::Value(LLType::Ptr(string));
        let offset = *self.cx.layouts[root].offsets.get(2).filter(|_| is_text)?;
        let text = super::memory::word(vtable + u64::from(offset));
        if !self.is_instance(text, string) {
            return None;
        }
        let items = self.shapes[string].items.as_ref()?;
        let length = super::memory::word(text + u64::from(items.length_offset?)).min(200);
        let bytes = super::memory::bytes(text + u64::from(items.items_offset), length as usize);
        Some(String::from_utf8_lossy(bytes).into_owned())
    }
    /// The box of the reference to the object, of a virtual that is an object that exists: the field behind its values
    /// (see [`super::virtualizables`]).
    pub fn home(&self, v: &Virtual) -> Option<BoxId> {
        let values = self.shapes[v.container].len(v.length);
        v.fields.get(values).copied().flatten()
    }
    /// The class of a vtable.
    pub fn class(&self, vtable: u64) -> Option<VtableClass> {
        self.classes.iter().copied().find(|c| c.vtable == vtable)
    }
}

/// The functions that have an address, in the order of addresses, if that is not the order of their numbers.
fn in_order(addresses: &IndexVec<FuncId, u64>) -> Option<Vec<FuncId>> {
    if addresses.raw().first() != Some(&0) && addresses.raw().is_sorted() {
        return None;
    }
    let known = addresses.iter_enumerated().filter(|(_, a)| **a != 0);
    let mut all: Vec<FuncId> = known.map(|(f, _)| f).collect();
    all.sort_unstable_by_key(|&f| addresses[f]);
    Some(all)
}

/// The program with functions and objects, but without graphs and contents.
fn with_functions(types: &Program, info: &JitInfo) -> Program {
    let mut p = Program {
        types: types.types.extensible(),
        externs: types.externs.clone(),
        known: types.known.clone(),
        ..Program::default()
    };
    // Functions without a signature were removed before the tables were made; they keep their numbers.
    let none = p.types.func(&[], LLType::Void);
    for (id, f) in info.funcs.iter_enumerated() {
        p.funcs.push(Function {
            name: info.func_name(id).to_owned(),
            sig: f.sig.unwrap_or(none),
            graph: no_graph(),
            attrs: FuncAttrs {
                elidable: f.elidable,
                ..FuncAttrs::default()
            },
        });
    }
    for &container in info.objects.iter() {
        p.objects.push(Object {
            container,
            init: Init::Zero,
            name: String::new(),
        });
    }
    p
}

/// In the place of a graph that the image does not have: it has not even a start block.
fn no_graph() -> LLGraph {
    LLGraph {
        name: String::new(),
        span: Span::default(),
        blocks: IndexVec::new(),
        links: IndexVec::new(),
        vars: IndexVec::new(),
        start: BlockId(0),
        return_block: BlockId(0),
        except_block: BlockId(0),
    }
}

fn shape(cx: &Cx<'_>, types: &TypeTable, c: ContainerId) -> Shape {
    let mut shape = Shape::default();
    match types.get(c) {
        Container::Struct(s) => {
            flatten(cx, types, c, 0, &mut shape.leaves);
            shape.virtualisable = s.gc
                && !s.hints.finalizer
                && !s.hints.weakref
                && shape.leaves.len() <= MAX_VIRTUAL_FIELDS;
        }
        Container::Array(a) => shape.virtualisable = a.gc,
        _ => return shape,
    }
    let (Some(array), Some(var)) = (array_part(types, c), cx.layouts[c].var) else {
        return shape;
    };
    let mut leaves = Vec::new();
    let inline = match array.item {
        FieldType::Value(ty) => {
            leaves.push(Leaf {
                container: c,
                field: 0,
                ty,
                offset: 0,
                immutable: AliasRegion::Items(c).is_immutable(types),
                immutable_items: false,
            });
            false
        }
        FieldType::Inline(item) => {
            // Inside an item a structure has no header of its own.
            let header = if types.is_gc(item) {
                ir::lltype::GC_HEADER_SIZE
            } else {
                0
            };
            flatten(cx, types, item, 0, &mut leaves);
            for l in &mut leaves {
                l.offset -= header;
            }
            // `getitemfield` reaches fields of the item's structure itself only.
            shape.virtualisable &= leaves.iter().all(|l| l.container == item);
            true
        }
    };
    shape.items = Some(ItemShape {
        leaves,
        inline,
        items_offset: var.items_offset,
        item_size: var.item_size,
        length_offset: var.length_offset,
    });
    shape
}

fn flatten(cx: &Cx<'_>, types: &TypeTable, c: ContainerId, base: u32, out: &mut Vec<Leaf>) {
    let Container::Struct(s) = types.get(c) else {
        return;
    };
    for (i, f) in s.fields.iter().enumerate() {
        let offset = base + cx.layouts[c].offsets[i];
        match f.ty {
            FieldType::Value(ty) => {
                let location = AliasRegion::Field(c, i as u32);
                out.push(Leaf {
                    container: c,
                    field: i as u32,
                    ty,
                    offset,
                    immutable: location.is_immutable(types),
                    immutable_items: location.leads_to_immutable_items(types),
                });
            }
            // A parent's offsets count from the same header.
            FieldType::Inline(inner) if i == 0 && s.gc && types.is_gc(inner) => {
                flatten(cx, types, inner, base, out);
            }
            FieldType::Inline(inner) => flatten(cx, types, inner, offset, out),
        }
    }
}
