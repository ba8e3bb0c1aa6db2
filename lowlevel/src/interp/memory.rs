//! The interpreter's memory: typed objects, every access checked.
//!
//! A container is a tree of values, mirrored from its type, so a wrong type, an index out of bounds, a freed or null
//! pointer is found at the access. References carry the *epoch* in which they were valid: a relocation
//! ([`Memory::relocate`]) gives every managed object a new epoch and renews the references it is told about (its roots,
//! and what they reach); any other copy is *stale* and faults when used. That makes the interpreter the oracle of the
//! GC transform.
use ir::index::IndexVec;
use ir::lltype::{Container, ContainerId, FieldType, LLType};

use crate::{Const, ExternId, FuncId, Init, ObjId, Program, Value, arith};

/// A value at run time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Val {
    /// Of type Void.
    Void,
    /// Of an integral type; in a pointer: a tagged integer.
    Int(i64),
    /// A float, by bits.
    Float(u64),
    /// The null pointer or address.
    Null,
    /// A pointer to an object.
    Ref(Ref),
    /// An address: an object and a byte offset.
    Adr(Ref, i64),
    Func(FuncId),
    /// A function of the runtime.
    Extern(ExternId),
}

/// A pointer: the object, and the epoch of which this copy is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ref {
    /// Index of the object.
    pub object: u32,
    /// The object's epoch when the pointer was made.
    pub epoch: u32,
}

impl Val {
    /// A float as a value of the interpreter.
    pub fn float(f: f64) -> Val {
        Val::Float(f.to_bits())
    }
    /// The integer; panics if it is none (for tests).
    pub fn int(self) -> i64 {
        match self {
            Val::Int(i) => i,
            other => panic!("not an integer: {other:?}"),
        }
    }
    /// The boolean; panics if it is none (for tests).
    pub fn bool(self) -> bool {
        self.int() != 0
    }
    /// The float; panics if it is none (for tests).
    pub fn as_float(self) -> f64 {
        match self {
            Val::Float(b) => f64::from_bits(b),
            other => panic!("not a float: {other:?}"),
        }
    }
    /// The zero of a type.
    pub fn zero(ty: LLType) -> Val {
        match Const::zero(ty).value {
            Value::Int(i) => Val::Int(i),
            Value::Float(f) => Val::Float(f),
            Value::Null => Val::Null,
            _ => Val::Void,
        }
    }
}

/// A part of an object.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Node {
    Val(Val),
    Struct(Vec<Node>),
    Array(Vec<Node>),
}

#[derive(Clone, Debug)]
pub(super) struct Object {
    pub container: ContainerId,
    pub node: Node,
    pub epoch: u32,
    pub gc: bool,
    pub prebuilt: bool,
    pub freed: bool,
    /// Survived a relocation, or prebuilt: stores of references into it need a barrier.
    pub old: bool,
    /// When a barrier for all of it was last passed.
    pub barrier: Option<u32>,
    /// Items for which a barrier was passed in the current epoch.
    pub barrier_items: Vec<i64>,
}

/// All objects of a run.
pub struct Memory<'p> {
    pub(super) program: &'p Program,
    pub(super) objects: Vec<Object>,
    prebuilt: IndexVec<ObjId, u32>,
    pub(super) epoch: u32,
    /// Objects allocated so far, prebuilt ones excluded.
    pub allocations: usize,
    /// Faults on stores of references into old objects without a barrier.
    pub check_barriers: bool,
    /// Objects with finalisers.
    pub(super) finalizers: super::relocate::Finalizers,
}

type Result<T> = std::result::Result<T, String>;

impl<'p> Memory<'p> {
    pub(super) fn new(program: &'p Program) -> Result<Memory<'p>> {
        let mut m = Memory {
            program,
            objects: Vec::new(),
            prebuilt: IndexVec::new(),
            epoch: 0,
            allocations: 0,
            check_barriers: false,
            finalizers: super::relocate::Finalizers::default(),
        };
        for (id, o) in program.objects.iter_enumerated() {
            m.prebuilt.push(id.0);
            m.objects.push(Object {
                container: o.container,
                node: Node::Val(Val::Void),
                epoch: 0,
                gc: program.types.is_gc(o.container),
                prebuilt: true,
                freed: false,
                old: true,
                barrier: None,
                barrier_items: Vec::new(),
            });
        }
        for (id, o) in program.objects.iter_enumerated() {
            let node = m.node_of(FieldType::Inline(o.container), &o.init)?;
            m.objects[id.0 as usize].node = node;
        }
        Ok(m)
    }
    /// A constant as a value.
    pub fn value(&self, v: Value) -> Val {
        match v {
            Value::Void => Val::Void,
            Value::Int(i) => Val::Int(i),
            Value::Float(f) => Val::Float(f),
            Value::Null => Val::Null,
            Value::Object(o) => Val::Ref(Ref {
                object: self.prebuilt[o],
                epoch: 0,
            }),
            Value::Func(f) => Val::Func(f),
            Value::Extern(x) => Val::Extern(x),
        }
    }
    fn node_of(&self, ty: FieldType, init: &Init) -> Result<Node> {
        let types = &self.program.types;
        Ok(match (init, ty) {
            (Init::Zero, _) => self.zero(ty, 0)?,
            (Init::Value(v), _) => Node::Val(self.value(*v)),
            (Init::Bytes(b), _) => Node::Array(
                b.iter()
                    .map(|&b| Node::Val(Val::Int(i64::from(b))))
                    .collect(),
            ),
            (Init::Struct(parts), FieldType::Inline(c)) => Node::Struct(
                types
                    .as_struct(c)
                    .fields
                    .iter()
                    .zip(parts)
                    .map(|(f, p)| self.node_of(f.ty, p))
                    .collect::<Result<_>>()?,
            ),
            (Init::Array(parts), FieldType::Inline(c)) => {
                let item = types.as_array(c).item;
                Node::Array(
                    parts
                        .iter()
                        .map(|p| self.node_of(item, p))
                        .collect::<Result<_>>()?,
                )
            }
            _ => return Err("contents of a prebuilt object do not fit its type".into()),
        })
    }
    fn zero(&self, ty: FieldType, length: usize) -> Result<Node> {
        match ty {
            FieldType::Value(t) => Ok(Node::Val(Val::zero(t))),
            FieldType::Inline(c) => match self.program.types.get(c) {
                Container::Struct(s) => s
                    .fields
                    .iter()
                    .map(|f| self.zero(f.ty, length))
                    .collect::<Result<_>>()
                    .map(Node::Struct),
                Container::Array(a) => Ok(Node::Array(vec![self.zero(a.item, 0)?; length])),
                _ => Err(format!(
                    "{} has no contents",
                    self.program.types.show_container(c)
                )),
            },
        }
    }
    /// A zeroed object; `length` is that of its variable part.
    pub fn allocate(&mut self, c: ContainerId, length: usize) -> Result<Val> {
        let node = self.zero(FieldType::Inline(c), length)?;
        let r = Ref {
            object: self.objects.len() as u32,
            epoch: self.epoch,
        };
        let gc = self.program.types.is_gc(c);
        self.objects.push(Object {
            container: c,
            node,
            epoch: if gc { self.epoch } else { 0 },
            gc,
            prebuilt: false,
            freed: false,
            old: false,
            barrier: None,
            barrier_items: Vec::new(),
        });
        self.allocations += 1;
        Ok(Val::Ref(Ref {
            epoch: if gc { r.epoch } else { 0 },
            ..r
        }))
    }
    /// Checks that a pointer is valid now.
    pub(super) fn check(&self, v: Val) -> Result<Ref> {
        let r = match v {
            Val::Ref(r) | Val::Adr(r, _) => r,
            Val::Null => return Err("null pointer".into()),
            other => return Err(format!("{other:?} is no pointer to an object")),
        };
        let o = &self.objects[r.object as usize];
        if o.freed {
            return Err(format!(
                "use of a freed {}",
                self.program.types.show_container(o.container)
            ));
        }
        if o.epoch != r.epoch {
            return Err(format!(
                "stale reference to a {}: it was not reloaded after a safepoint",
                self.program.types.show_container(o.container)
            ));
        }
        Ok(r)
    }
    /// How many parents up `c` is from the object's own container. An array is also the array of the same items that
    /// may be written, or not: what fills a list that nobody writes to later sees it as one that may.
    pub(super) fn depth_of(&self, own: ContainerId, c: ContainerId) -> Option<usize> {
        let types = &self.program.types;
        if let (Container::Array(a), Container::Array(b)) = (types.get(own), types.get(c))
            && a.item == b.item
        {
            return Some(0);
        }
        let mut at = own;
        let mut depth = 0;
        while at != c {
            at = self.program.types.super_struct(at)?;
            depth += 1;
        }
        Some(depth)
    }
    fn part(&self, v: Val, c: ContainerId) -> Result<(Ref, usize)> {
        let r = self.check(v)?;
        let own = self.objects[r.object as usize].container;
        let depth = self.depth_of(own, c).ok_or_else(|| {
            let types = &self.program.types;
            format!(
                "wrong type: a {} accessed as {}",
                types.show_container(own),
                types.show_container(c)
            )
        })?;
        Ok((r, depth))
    }
    /// The part of an object that is of container `c`.
    fn node(&self, v: Val, c: ContainerId) -> Result<&Node> {
        let (r, depth) = self.part(v, c)?;
        let mut node = &self.objects[r.object as usize].node;
        for _ in 0..depth {
            node = child(node, 0)?;
        }
        Ok(node)
    }
    fn node_mut(&mut self, v: Val, c: ContainerId) -> Result<&mut Node> {
        let (r, depth) = self.part(v, c)?;
        let mut node = &mut self.objects[r.object as usize].node;
        for _ in 0..depth {
            node = child_mut(node, 0)?;
        }
        Ok(node)
    }
    /// Field `f` of structure `c`.
    pub fn get_field(&self, p: Val, c: ContainerId, f: u32) -> Result<Val> {
        if let Val::Adr(r, at) = p {
            let (offset, ty) = self.field_place(c, f)?;
            return self.raw_load(r, at + offset, ty);
        }
        leaf(child(self.node(p, c)?, f as usize)?)
    }
    /// Sets field `f` of structure `c`.
    pub fn set_field(&mut self, p: Val, c: ContainerId, f: u32, v: Val) -> Result<()> {
        if let Val::Adr(r, at) = p {
            let (offset, ty) = self.field_place(c, f)?;
            return self.raw_store(r, at + offset, ty, v);
        }
        self.barrier_check(p, v, None)?;
        *child_mut(self.node_mut(p, c)?, f as usize)? = Node::Val(v);
        Ok(())
    }
    /// Offset and type of a field, for pointers to parts of objects.
    fn field_place(&self, c: ContainerId, f: u32) -> Result<(i64, LLType)> {
        let types = &self.program.types;
        let offset = types.layout(c).offsets.get(f as usize).copied();
        match (offset, types.as_struct(c).fields.get(f as usize)) {
            (Some(offset), Some(field)) => match field.ty {
                FieldType::Value(t) => Ok((i64::from(offset), t)),
                FieldType::Inline(_) => Err("an inlined container is no value".into()),
            },
            _ => Err(format!("no field {f}")),
        }
    }
    /// The items of an array, or of the array a structure ends in.
    pub(super) fn items(&self, p: Val, c: ContainerId) -> Result<&Vec<Node>> {
        let mut node = self.node(p, c)?;
        loop {
            match node {
                Node::Array(items) => return Ok(items),
                Node::Struct(fields) => {
                    node = fields
                        .last()
                        .ok_or("an empty structure has no items".to_owned())?;
                }
                Node::Val(_) => return Err("the structure does not end in an array".into()),
            }
        }
    }
    pub(super) fn items_mut(&mut self, p: Val, c: ContainerId) -> Result<&mut Vec<Node>> {
        let mut node = self.node_mut(p, c)?;
        loop {
            match node {
                Node::Array(items) => return Ok(items),
                Node::Struct(fields) => {
                    node = fields
                        .last_mut()
                        .ok_or("an empty structure has no items".to_owned())?;
                }
                Node::Val(_) => return Err("the structure does not end in an array".into()),
            }
        }
    }
    fn index(&self, p: Val, c: ContainerId, i: i64) -> Result<usize> {
        let n = self.items(p, c)?.len();
        usize::try_from(i)
            .ok()
            .filter(|&i| i < n)
            .ok_or_else(|| format!("index {i} out of bounds of {n} items"))
    }
    /// Item `i`.
    pub fn get_item(&self, p: Val, c: ContainerId, i: i64) -> Result<Val> {
        let i = self.index(p, c, i)?;
        leaf(&self.items(p, c)?[i])
    }
    /// Sets item `i`.
    pub fn set_item(&mut self, p: Val, c: ContainerId, i: i64, v: Val) -> Result<()> {
        self.barrier_check(p, v, Some(i))?;
        let i = self.index(p, c, i)?;
        self.items_mut(p, c)?[i] = Node::Val(v);
        Ok(())
    }
    /// Field `f` of the structure that is item `i`.
    pub fn get_item_field(&self, p: Val, c: ContainerId, i: i64, f: u32) -> Result<Val> {
        let i = self.index(p, c, i)?;
        leaf(child(&self.items(p, c)?[i], f as usize)?)
    }
    /// Sets field `f` of the structure that is item `i`.
    pub fn set_item_field(&mut self, p: Val, c: ContainerId, i: i64, f: u32, v: Val) -> Result<()> {
        self.barrier_check(p, v, Some(i))?;
        let i = self.index(p, c, i)?;
        *child_mut(&mut self.items_mut(p, c)?[i], f as usize)? = Node::Val(v);
        Ok(())
    }
    /// The number of items.
    pub fn length(&self, p: Val, c: ContainerId) -> Result<usize> {
        Ok(self.items(p, c)?.len())
    }
    /// `copyitems`.
    pub(super) fn copy_items(
        &mut self,
        c: ContainerId,
        (src, dst): (Val, Val),
        (from, to, n): (i64, i64, i64),
    ) -> Result<()> {
        let range = |start: i64, len: usize| {
            let end = start.checked_add(n).filter(|&e| e <= len as i64);
            match end {
                Some(e) if start >= 0 && n >= 0 => Ok(start as usize..e as usize),
                _ => Err(format!("copies items {start}+{n} of {len}")),
            }
        };
        let source = range(from, self.length(src, c)?)?;
        let target = range(to, self.length(dst, c)?)?;
        let part: Vec<Node> = self.items(src, c)?[source].to_vec();
        for p in &part {
            let mut refs = Vec::new();
            collect_refs(p, &mut refs);
            for r in refs {
                self.barrier_check(dst, Val::Ref(r), None)?;
            }
        }
        self.items_mut(dst, c)?[target].clone_from_slice(&part);
        Ok(())
    }
    /// `clearitems`.
    pub(super) fn clear_items(&mut self, c: ContainerId, p: Val, start: i64, n: i64) -> Result<()> {
        let item = crate::verify::array_part(&self.program.types, c).map(|a| a.item);
        let zero = self.zero(item.ok_or("no items")?, 0)?;
        let len = self.length(p, c)?;
        if start < 0 || n < 0 || start.checked_add(n).is_none_or(|e| e > len as i64) {
            return Err(format!("clears items {start}+{n} of {len}"));
        }
        self.items_mut(p, c)?[start as usize..(start + n) as usize].fill(zero);
        Ok(())
    }
    /// Frees raw memory; an error if it is freed already, or is none.
    pub(super) fn free(&mut self, p: Val) -> Result<()> {
        let r = self.check(p)?;
        let o = &mut self.objects[r.object as usize];
        if o.gc || o.prebuilt {
            return Err("frees an object that is not raw memory".into());
        }
        o.freed = true;
        Ok(())
    }
    /// Notes a write barrier.
    pub(super) fn barrier(&mut self, p: Val, item: Option<i64>) -> Result<()> {
        let r = self.check(p)?;
        let epoch = self.epoch;
        let o = &mut self.objects[r.object as usize];
        match item {
            None => o.barrier = Some(epoch),
            Some(i) => o.barrier_items.push(i),
        }
        Ok(())
    }
    fn barrier_check(&self, p: Val, v: Val, item: Option<i64>) -> Result<()> {
        let (true, Val::Ref(v)) = (self.check_barriers, v) else {
            return Ok(());
        };
        let target = &self.objects[v.object as usize];
        let r = self.check(p)?;
        let o = &self.objects[r.object as usize];
        // What is prebuilt or raw never moves, and a raw holder is no holder the collector knows.
        if target.prebuilt || !target.gc || !o.gc || !o.old {
            return Ok(());
        }
        let passed =
            o.barrier == Some(self.epoch) || item.is_some_and(|i| o.barrier_items.contains(&i));
        if passed {
            Ok(())
        } else {
            Err(format!(
                "store of a reference into an old {} without a write barrier",
                self.program.types.show_container(o.container)
            ))
        }
    }
    /// The bytes of a string of the known string type; panics if it is none (for tests).
    pub fn string(&self, s: Val) -> Vec<u8> {
        let c = self
            .program
            .known
            .string
            .expect("the program has a string type");
        let items = self.items(s, c).expect("a string");
        items
            .iter()
            .map(|n| match n {
                Node::Val(Val::Int(i)) => *i as u8,
                _ => 0,
            })
            .collect()
    }
    /// A new string of the known string type.
    pub fn new_string(&mut self, bytes: &[u8]) -> Val {
        let c = self
            .program
            .known
            .string
            .expect("the program has a string type");
        let s = self.allocate(c, bytes.len()).expect("a string");
        let items = self.items_mut(s, c).expect("a string");
        for (node, &b) in items.iter_mut().zip(bytes) {
            *node = Node::Val(Val::Int(i64::from(b)));
        }
        s
    }
    /// A field by name, of the object's own container or a parent's; panics if there is none (for tests).
    pub fn field(&self, p: Val, name: &str) -> Val {
        let r = self.check(p).expect("a valid pointer");
        let mut c = self.objects[r.object as usize].container;
        loop {
            if let Some(f) = self.program.types.field_index(c, name) {
                return self.get_field(p, c, f as u32).expect("a value");
            }
            c = self
                .program
                .types
                .super_struct(c)
                .unwrap_or_else(|| panic!("no field {name}"));
        }
    }
    /// The container of the object.
    pub fn container(&self, p: Val) -> Result<ContainerId> {
        Ok(self.objects[self.check(p)?.object as usize].container)
    }
    /// Whether class `sub` (a vtable) is `class` or a subclass of it, by their ranges.
    pub fn is_subclass(&self, sub: Val, class: Val) -> Result<bool> {
        let c = self.program.known.vtable.ok_or("no vtable type is known")?;
        let field = |v, f| match self.get_field(v, c, f)? {
            Val::Int(i) => Ok(i),
            other => Err(format!("{other:?} is no class range")),
        };
        let n = field(sub, 0)?;
        Ok(field(class, 0)? <= n && n < field(class, 1)?)
    }
    /// Reads raw memory.
    pub(super) fn raw_load(&self, r: Ref, offset: i64, ty: LLType) -> Result<Val> {
        let r = self.check(Val::Ref(r))?;
        let o = &self.objects[r.object as usize];
        if let (Some(base), Node::Array(bytes)) = (self.byte_base(o.container), &o.node) {
            let offset = offset - base;
            let n = ty.size() as usize;
            let mut raw = [0u8; 8];
            for (i, b) in raw.iter_mut().enumerate().take(n.min(8)) {
                let at =
                    usize::try_from(offset + i as i64).map_err(|_| "raw load out of bounds")?;
                match bytes.get(at) {
                    Some(Node::Val(Val::Int(x))) => *b = *x as u8,
                    _ => return Err(format!("raw load at {at} of {} bytes", bytes.len())),
                }
            }
            let bits = i64::from_le_bytes(raw);
            return Ok(match ty {
                LLType::Float => Val::Float(bits as u64),
                LLType::SingleFloat => Val::float(f64::from(f32::from_bits(bits as u32))),
                t => Val::Int(arith::wrap(t, bits)),
            });
        }
        let path = self.locate(o.container, &o.node, offset)?;
        let mut node = &o.node;
        for i in path {
            node = child(node, i)?;
        }
        leaf(node)
    }
    /// Writes raw memory.
    pub(super) fn raw_store(&mut self, r: Ref, offset: i64, ty: LLType, v: Val) -> Result<()> {
        let r = self.check(Val::Ref(r))?;
        let base = self.byte_base(self.objects[r.object as usize].container);
        let o = &mut self.objects[r.object as usize];
        if let (Some(base), Node::Array(bytes)) = (base, &mut o.node) {
            let offset = offset - base;
            let raw = match (v, ty) {
                (Val::Float(b), LLType::SingleFloat) => {
                    u64::from((f64::from_bits(b) as f32).to_bits())
                }
                (Val::Float(b), _) => b,
                (Val::Int(i), _) => i as u64,
                (other, _) => return Err(format!("raw store of {other:?} as bytes")),
            }
            .to_le_bytes();
            for (i, b) in raw.iter().enumerate().take(ty.size() as usize) {
                let at =
                    usize::try_from(offset + i as i64).map_err(|_| "raw store out of bounds")?;
                let n = bytes.len();
                *bytes
                    .get_mut(at)
                    .ok_or_else(|| format!("raw store at {at} of {n} bytes"))? =
                    Node::Val(Val::Int(i64::from(*b)));
            }
            return Ok(());
        }
        let (c, node) = (o.container, o.node.clone());
        let path = self.locate(c, &node, offset)?;
        let mut node = &mut self.objects[r.object as usize].node;
        for i in path {
            node = child_mut(node, i)?;
        }
        *node = Node::Val(v);
        Ok(())
    }
    /// Where the items begin, of an array of bytes: its memory can be read as any type.
    fn byte_base(&self, c: ContainerId) -> Option<i64> {
        match self.program.types.get(c) {
            Container::Array(a) => match a.item {
                FieldType::Value(t) if t.size() == 1 => {
                    Some(i64::from(self.program.types.layout(c).var?.items_offset))
                }
                _ => None,
            },
            _ => None,
        }
    }
    /// The way to the value at a byte offset.
    fn locate(&self, c: ContainerId, node: &Node, offset: i64) -> Result<Vec<usize>> {
        let types = &self.program.types;
        let layout = types.layout(c);
        match types.get(c) {
            Container::Struct(s) => {
                for (i, (f, &o)) in s.fields.iter().zip(&layout.offsets).enumerate().rev() {
                    if offset < i64::from(o) {
                        continue;
                    }
                    match f.ty {
                        FieldType::Value(_) if offset == i64::from(o) => return Ok(vec![i]),
                        FieldType::Value(_) => {}
                        FieldType::Inline(inner) => {
                            let mut path = vec![i];
                            path.extend(self.locate(
                                inner,
                                child(node, i)?,
                                offset - i64::from(o),
                            )?);
                            return Ok(path);
                        }
                    }
                }
            }
            Container::Array(a) => {
                let var = layout.var.ok_or("no items")?;
                let at = offset - i64::from(var.items_offset);
                let i = (at / i64::from(var.item_size.max(1))) as usize;
                let Node::Array(items) = node else {
                    return Err("no items".into());
                };
                if at < 0 || i >= items.len() {
                    return Err(format!("raw access to item {i} of {}", items.len()));
                }
                let rest = at % i64::from(var.item_size.max(1));
                match a.item {
                    FieldType::Value(_) if rest == 0 => return Ok(vec![i]),
                    FieldType::Value(_) => {}
                    FieldType::Inline(c) => {
                        let mut path = vec![i];
                        path.extend(self.locate(c, &items[i], rest)?);
                        return Ok(path);
                    }
                }
            }
            _ => {}
        }
        Err(format!(
            "no value at offset {offset} of {}",
            types.show_container(c)
        ))
    }
}

fn child(node: &Node, i: usize) -> Result<&Node> {
    match node {
        Node::Struct(parts) | Node::Array(parts) => {
            parts.get(i).ok_or_else(|| format!("no part {i}"))
        }
        Node::Val(_) => Err("a value has no parts".into()),
    }
}

fn child_mut(node: &mut Node, i: usize) -> Result<&mut Node> {
    match node {
        Node::Struct(parts) | Node::Array(parts) => {
            parts.get_mut(i).ok_or_else(|| format!("no part {i}"))
        }
        Node::Val(_) => Err("a value has no parts".into()),
    }
}

fn leaf(node: &Node) -> Result<Val> {
    match node {
        Node::Val(v) => Ok(*v),
        _ => Err("an inlined container is no value".into()),
    }
}

pub(super) fn for_refs(node: &mut Node, f: &mut dyn FnMut(&mut Val)) {
    match node {
        Node::Val(v) => f(v),
        Node::Struct(parts) | Node::Array(parts) => {
            for p in parts {
                for_refs(p, f);
            }
        }
    }
}

fn collect_refs(node: &Node, out: &mut Vec<Ref>) {
    match node {
        Node::Val(Val::Ref(r)) => out.push(*r),
        Node::Val(_) => {}
        Node::Struct(parts) | Node::Array(parts) => {
            for p in parts {
                collect_refs(p, out);
            }
        }
    }
}
