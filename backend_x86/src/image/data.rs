//! Prebuilt objects as bytes: headers, fields, items, references to be resolved.
//!
//! GC objects go to writable data, those that hold references first (see [`super::format`]). Raw objects that never
//! change (vtables, immutable structures and arrays) go to read-only data, the others to writable data.
use ir::index::IndexVec;
use ir::lltype::{Container, ContainerId, FieldType, GC_HEADER_SIZE, LLType};
use lowlevel::{AliasRegion, Init, ObjId, Value};

use crate::abi::{FLAG_PREBUILT, FLAG_TRACK_WRITES};
use crate::isel::Cx;
use crate::mir::{Stub, Sym};

/// Which part of the image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section {
    /// Read-only.
    Rodata,
    /// Writable.
    Data,
}

/// A 64-bit address to store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DataReloc {
    pub section: Section,
    /// Offset in the section.
    pub at: u32,
    pub sym: Sym,
}

/// Prebuilt objects as bytes of the image, with the places that hold addresses.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// Bytes that are mapped read-only.
    pub rodata: Vec<u8>,
    /// Writable bytes: GC objects with references, GC objects without, raw objects.
    pub data: Vec<u8>,
    /// Where each object is.
    pub places: IndexVec<ObjId, Option<(Section, u32)>>,
    pub relocs: Vec<DataReloc>,
    /// End of GC objects with references, in `data`.
    pub leaf_start: u32,
    /// End of GC objects, in `data`.
    pub gc_end: u32,
    /// Offsets in `data` of references in mutable raw objects.
    pub raw_roots: Vec<u32>,
}

/// Lays out the reachable objects.
pub fn build(cx: &Cx<'_>, reachable: &IndexVec<ObjId, bool>) -> Data {
    let program = cx.program;
    let mut d = Data {
        places: IndexVec::from_elem(None, program.objects.len()),
        ..Data::default()
    };
    let ids: Vec<ObjId> = program
        .objects
        .indices()
        .filter(|&o| reachable[o])
        .collect();
    let class = |o: ObjId| {
        let c = program.objects[o].container;
        let has_refs = has_refs(cx, c);
        match (program.types.is_gc(c), has_refs) {
            (true, true) => 0,
            (true, false) => 1,
            (false, _) if !is_immutable(cx, c) => 2,
            _ => 3,
        }
    };
    // Places first: references go in all directions.
    for k in 0..4 {
        for &o in ids.iter().filter(|&&o| class(o) == k) {
            let object = &program.objects[o];
            let size = size_of(cx, object.container, &object.init).next_multiple_of(8);
            let (section, bytes) = if k == 3 {
                (Section::Rodata, &mut d.rodata)
            } else {
                (Section::Data, &mut d.data)
            };
            let align = cx.layouts[object.container].align.max(8) as usize;
            let at = bytes.len().next_multiple_of(align);
            bytes.resize(at + size as usize, 0);
            d.places[o] = Some((section, at as u32));
        }
        match k {
            0 => d.leaf_start = d.data.len() as u32,
            1 => d.gc_end = d.data.len() as u32,
            _ => {}
        }
    }
    for &o in &ids {
        let object = &program.objects[o];
        let (section, at) = d.places[o].expect("placed above");
        let c = object.container;
        let mut w = Writer {
            cx,
            d: &mut d,
            section,
        };
        if cx.type_ids[c] != 0 {
            let mut header = u64::from(cx.type_ids[c]) | FLAG_PREBUILT;
            if has_refs(cx, c) {
                header |= FLAG_TRACK_WRITES;
            }
            w.bytes(at, &header.to_le_bytes());
        }
        w.init(at, c, &object.init);
        if class(o) == 2 {
            let n = length_of(cx, c, &object.init);
            let types = &program.types;
            d.raw_roots
                .extend(types.gc_ref_offsets(c).into_iter().map(|r| at + r));
            if let Some(v) = cx.layouts[c].var {
                let refs = types.gc_item_offsets(c);
                for i in 0..n {
                    let item = at + v.items_offset + i * v.item_size;
                    d.raw_roots.extend(refs.iter().map(|r| item + r));
                }
            }
        }
    }
    d
}

fn has_refs(cx: &Cx<'_>, c: ContainerId) -> bool {
    let types = &cx.program.types;
    !types.gc_ref_offsets(c).is_empty() || !types.gc_item_offsets(c).is_empty()
}

/// Whether nobody ever writes to a raw object of this container.
fn is_immutable(cx: &Cx<'_>, c: ContainerId) -> bool {
    match cx.program.types.get(c) {
        Container::Struct(s) => s.fields.iter().enumerate().all(|(i, f)| {
            AliasRegion::Field(c, i as u32).is_immutable(&cx.program.types)
                || matches!(f.ty, FieldType::Inline(i) if is_immutable(cx, i))
        }),
        Container::Array(a) => a.immutable,
        _ => false,
    }
}

/// Number of items of the variable part.
fn length_of(cx: &Cx<'_>, c: ContainerId, init: &Init) -> u32 {
    match (cx.program.types.get(c), init) {
        (Container::Array(_), Init::Array(items)) => items.len() as u32,
        (Container::Array(_), Init::Bytes(b)) => b.len() as u32,
        (Container::Struct(s), Init::Struct(parts)) => match (s.fields.last(), parts.last()) {
            (Some(f), Some(p)) => match f.ty {
                FieldType::Inline(inner) => length_of(cx, inner, p),
                FieldType::Value(_) => 0,
            },
            _ => 0,
        },
        _ => 0,
    }
}

fn size_of(cx: &Cx<'_>, c: ContainerId, init: &Init) -> u32 {
    let layout = &cx.layouts[c];
    let fixed = layout
        .size
        .max(if cx.type_ids[c] != 0 && layout.var.is_none() {
            16
        } else {
            8
        });
    match layout.var {
        Some(v) => fixed.max(v.items_offset + length_of(cx, c, init) * v.item_size),
        None => fixed,
    }
}

struct Writer<'a, 'b> {
    cx: &'a Cx<'b>,
    d: &'a mut Data,
    section: Section,
}

impl Writer<'_, '_> {
    fn bytes(&mut self, at: u32, b: &[u8]) {
        let to = match self.section {
            Section::Rodata => &mut self.d.rodata,
            Section::Data => &mut self.d.data,
        };
        to[at as usize..at as usize + b.len()].copy_from_slice(b);
    }
    /// Writes the contents of a container whose layout offsets count from `at`.
    fn init(&mut self, at: u32, c: ContainerId, init: &Init) {
        let cx = self.cx;
        match (cx.program.types.get(c), init) {
            (_, Init::Zero) => {}
            (Container::Struct(s), Init::Struct(parts)) => {
                let offsets = &cx.layouts[c].offsets;
                for (i, ((f, p), &off)) in s.fields.iter().zip(parts).zip(offsets).enumerate() {
                    match f.ty {
                        FieldType::Value(ty) => self.value(at + off, ty, p),
                        FieldType::Inline(inner) => {
                            // A first inlined GC structure shares our header; others are placed as raw memory.
                            let shares = i == 0 && s.gc && cx.program.types.is_gc(inner);
                            let start = if shares {
                                at + off
                            } else {
                                self.raw_start(at + off, inner)
                            };
                            self.init(start, inner, p);
                        }
                    }
                }
            }
            (Container::Array(a), Init::Array(items)) => {
                let v = cx.layouts[c].var.expect("arrays have a variable part");
                self.length(at, v.length_offset, items.len());
                for (i, p) in items.iter().enumerate() {
                    let item = at + v.items_offset + i as u32 * v.item_size;
                    match a.item {
                        FieldType::Value(ty) => self.value(item, ty, p),
                        FieldType::Inline(inner) => {
                            let start = self.raw_start(item, inner);
                            self.init(start, inner, p);
                        }
                    }
                }
            }
            (Container::Array(_), Init::Bytes(b)) => {
                let v = cx.layouts[c].var.expect("arrays have a variable part");
                self.length(at, v.length_offset, b.len());
                self.bytes(at + v.items_offset, b);
            }
            (_, other) => debug_assert!(false, "initialiser {other:?} of {c}"),
        }
    }
    /// Where the layout of an inlined container starts counting: before it, if it counts a header it does not have.
    fn raw_start(&self, at: u32, inner: ContainerId) -> u32 {
        if self.cx.program.types.is_gc(inner) {
            at.wrapping_sub(GC_HEADER_SIZE)
        } else {
            at
        }
    }
    fn length(&mut self, at: u32, offset: Option<u32>, n: usize) {
        if let Some(o) = offset {
            self.bytes(at.wrapping_add(o), &(n as u64).to_le_bytes());
        }
    }
    fn value(&mut self, at: u32, ty: LLType, init: &Init) {
        let Init::Value(v) = init else {
            debug_assert!(matches!(init, Init::Zero), "{init:?} for a value");
            return;
        };
        let sym = match *v {
            Value::Void | Value::Null => return,
            Value::Int(i) => {
                let size = ty.size().min(8) as usize;
                self.bytes(at, &i.to_le_bytes()[..size]);
                if ty.size() == 16 && i < 0 {
                    self.bytes(at + 8, &[0xff; 8]);
                }
                return;
            }
            Value::Float(f) if ty == LLType::SingleFloat => {
                return self.bytes(at, &(f64::from_bits(f) as f32).to_le_bytes());
            }
            Value::Float(f) => return self.bytes(at, &f.to_le_bytes()),
            Value::Object(o) => Sym::Object(o),
            Value::Func(f) => Sym::Func(f),
            Value::Extern(x) => Sym::Stub(Stub::Extern(x)),
        };
        self.d.relocs.push(DataReloc {
            section: self.section,
            at,
            sym,
        });
    }
}
