//! Linking: sections get addresses, references are resolved, tables are written.
//!
//! Everything has a size before it has an address: text (trampoline, stubs, functions), then read-only data with all
//! tables, then data. The segments' order in memory is rodata, text, data (see [`super::format`]).
use ir::index::Idx;
use lowlevel::{FuncId, ObjId};
use rustc_hash::FxHashMap;

use super::data::Section;
use super::format::{
    self, ExceptionInfo, Frame, FunctionInfo, ImageHeader, ImageView, Import as ImportRecord,
    LinePoint, Location, MAGIC, PAGE, Part, Record, Segment, StackMapEntry, StrRef, Table,
    TypeInfo, VERSION, VtableInfo,
};
use super::locations::{Locations, Strings};
use super::{stubs, unwind};
use crate::BackendError;
use crate::abi;
use crate::compile::Module;
use crate::emit::{FuncCode, LINE, Reloc, RelocKind};
use crate::mir::{Import, Stub, Sym};

/// A linked program: the bytes that `genext_rt` loads, and their header.
#[derive(Clone, Debug)]
pub struct Image {
    /// All bytes, from the base on; also what the file holds.
    pub bytes: Vec<u8>,
    pub header: ImageHeader,
    /// Addresses of functions, for tests and tools.
    pub functions: FxHashMap<FuncId, u64>,
    /// Addresses of prebuilt objects, likewise.
    pub objects: FxHashMap<ObjId, u64>,
    /// Where functions were defined, by their addresses; for debugging information.
    pub definitions: FxHashMap<u64, ir::source::Span>,
    /// What else debugging information is made of, where it was asked for.
    pub debug: Option<Box<DebugFacts>>,
}

/// What the tables of an image do not say of its code.
#[derive(Clone, Debug)]
pub struct DebugFacts {
    /// By address.
    pub functions: Vec<DebugFunction>,
    pub types: std::sync::Arc<crate::compile::DebugTypes>,
}

/// A function in the text.
#[derive(Clone, Debug)]
pub struct DebugFunction {
    /// Offset in the text.
    pub start: u32,
    /// From this offset in the function on, code comes from this place, which says what was inlined.
    pub lines: Vec<(u32, ir::source::Span)>,
    pub variables: Option<Box<crate::emit::variables::VariablePlaces>>,
}

impl Image {
    /// Access to the tables.
    pub fn view(&self) -> ImageView<'_> {
        ImageView::trusted(&self.bytes).expect("an image just linked")
    }
}

/// A piece of text.
struct Piece<'a> {
    name: String,
    code: std::borrow::Cow<'a, [u8]>,
    relocs: std::borrow::Cow<'a, [Reloc]>,
    func: Option<(FuncId, &'a FuncCode)>,
    at: u32,
}

impl Piece<'_> {
    /// Stands for whatever has no constants and tables of its own.
    fn none() -> Self {
        Piece {
            name: String::new(),
            code: Vec::new().into(),
            relocs: Vec::new().into(),
            func: None,
            at: 0,
        }
    }
}

/// Links a module at a base address below 2 GiB.
pub fn link(module: &Module, base: u64) -> Result<Image, BackendError> {
    Linker::new(module, base).run()
}

struct Linker<'a> {
    module: &'a Module,
    base: u64,
    pieces: Vec<Piece<'a>>,
    func_at: Vec<u32>,
    stub_at: FxHashMap<Stub, u32>,
    imports: Vec<Import>,
    import_slot: FxHashMap<Import, u32>,
    rodata: Vec<u8>,
    /// Offset in rodata of each function's jump tables.
    tables: FxHashMap<(FuncId, u32), u32>,
    consts: FxHashMap<[u64; 2], u32>,
    const_rodata: u32,
    /// Offset in rodata of the texts.
    raw_text_base: u32,
    raw_rodata: u32,
    strings: Strings,
    /// Bytes of the names that are read at the start.
    early_names: u32,
    text_size: u32,
    text_offset: u64,
    data_offset: u64,
    slots_size: u32,
}

impl<'a> Linker<'a> {
    fn new(module: &'a Module, base: u64) -> Self {
        Linker {
            module,
            base,
            pieces: Vec::new(),
            func_at: vec![u32::MAX; module.funcs.len()],
            stub_at: FxHashMap::default(),
            imports: Vec::new(),
            import_slot: FxHashMap::default(),
            rodata: vec![0; ImageHeader::SIZE],
            tables: FxHashMap::default(),
            consts: FxHashMap::default(),
            const_rodata: 0,
            raw_text_base: 0,
            raw_rodata: 0,
            strings: Strings::default(),
            early_names: 0,
            text_size: 0,
            text_offset: 0,
            data_offset: 0,
            slots_size: 0,
        }
    }

    fn run(mut self) -> Result<Image, BackendError> {
        self.place_text();
        self.add_early_names();
        let mut locations = Locations::new(self.module);
        let (global_locs, lines) = self.number_locations(&mut locations);
        self.place_constants();
        let mut header = ImageHeader {
            magic: MAGIC,
            version: VERSION,
            header_size: ImageHeader::SIZE as u32,
            base: self.base,
            known: self.module.known,
            ..ImageHeader::default()
        };
        self.write_tables(&mut header, &locations.table, &lines);
        self.write_unwind(&mut header)?;
        // Addresses.
        let page = |n: u64| n.next_multiple_of(PAGE);
        self.text_offset = page(self.rodata.len() as u64);
        self.data_offset = page(self.text_offset + u64::from(self.text_size));
        let data_size = u64::from(self.slots_size) + self.module.data.data.len() as u64;
        let total = page(self.data_offset + data_size.max(1));
        if self.base + total > 1 << 31 {
            return Err(BackendError::Unsupported {
                function: "the whole program".to_owned(),
                what: format!("an image of {total} bytes (it must end below 2 GiB)"),
                span: ir::source::Span::NONE,
            });
        }
        // The unwind section holds code addresses, which are known only now; its size stays.
        self.write_unwind(&mut header)?;
        let mut bytes = vec![0u8; total as usize];
        bytes[..self.rodata.len()].copy_from_slice(&self.rodata);
        let data_start = self.data_offset as usize + self.slots_size as usize;
        bytes[data_start..data_start + self.module.data.data.len()]
            .copy_from_slice(&self.module.data.data);
        self.write_text(&mut bytes, &global_locs);
        self.resolve_data(&mut bytes);
        self.finish_header(&mut header, total, data_size);
        self.write_late_tables(&header, &mut bytes);
        sum_generators(&header, &mut bytes);
        // The others are not looked at as a whole: their checksum is 0.
        for part in [format::PART_REPORTS, format::PART_JIT] {
            let part = &mut header.parts[part];
            let start = part.offset as usize;
            part.checksum = format::checksum(&bytes[start..start + part.size as usize]);
        }
        // The checksum is of a header with the checksums of parts.
        let mut h = Vec::new();
        header.write(&mut h);
        bytes[..h.len()].copy_from_slice(&h);
        header.checksum = format::image_checksum(&bytes, &header.parts).unwrap_or_default();
        let at = format::CHECKSUM_OFFSET;
        bytes[at..at + 8].copy_from_slice(&header.checksum.to_le_bytes());
        let functions = self
            .pieces
            .iter()
            .filter_map(|p| p.func.map(|(f, _)| (f, self.text_address(p.at))))
            .collect();
        let definitions = (self.pieces.iter())
            .filter_map(|p| Some((self.text_address(p.at), self.module.descs[p.func?.0].span)))
            .filter(|(_, span)| !span.is_none())
            .collect();
        let debug = self.module.debug.as_ref().map(|types| {
            let functions = self.pieces.iter().filter_map(|p| {
                let (_, code) = p.func?;
                let place = |&(at, loc): &(u32, u32)| (at, code.locs[loc as usize]);
                Some(DebugFunction {
                    start: p.at,
                    lines: code.lines.iter().map(place).collect(),
                    variables: code.variables.clone(),
                })
            });
            Box::new(DebugFacts {
                functions: functions.collect(),
                types: types.clone(),
            })
        });
        let none = Piece::none();
        let objects = self
            .module
            .data
            .places
            .iter_enumerated()
            .filter(|(_, place)| place.is_some())
            .map(|(o, _)| (o, self.address(Sym::Object(o), &none)))
            .collect();
        Ok(Image {
            bytes,
            header,
            functions,
            objects,
            definitions,
            debug,
        })
    }

    // ---- text ------------------------------------------------------------------------------------------------------

    fn place_text(&mut self) {
        let module = self.module;
        self.add_piece(Piece {
            name: "gx_enter".to_owned(),
            code: stubs::enter().into(),
            relocs: Vec::new().into(),
            func: None,
            at: 0,
        });
        let mut wanted = Vec::new();
        let mut note = |sym: Sym| match sym {
            Sym::Stub(s) => wanted.push(s),
            Sym::Import(_) => {}
            _ => {}
        };
        for code in module.funcs.iter().flatten() {
            for r in &code.relocs {
                if let RelocKind::Abs32(s) | RelocKind::Rel32(s) = r.kind {
                    note(s);
                }
            }
        }
        for r in &module.data.relocs {
            note(r.sym);
        }
        wanted.sort_unstable();
        wanted.dedup();
        for s in wanted {
            let (name, code, relocs) = stubs::stub(module, s);
            let at = self.add_piece(Piece {
                name,
                code: code.into(),
                relocs: relocs.into(),
                func: None,
                at: 0,
            });
            self.stub_at.insert(s, at);
        }
        for (f, code) in module.funcs.iter_enumerated() {
            if let Some(code) = code {
                let at = self.add_piece(Piece {
                    name: code.name.clone(),
                    code: (&code.code[..]).into(),
                    relocs: (&code.relocs[..]).into(),
                    func: Some((f, code)),
                    at: 0,
                });
                self.func_at[f.index()] = at;
            }
        }
        // Imports: everything a piece refers to, in order of first use.
        for p in 0..self.pieces.len() {
            for r in 0..self.pieces[p].relocs.len() {
                if let RelocKind::Abs32(Sym::Import(i)) | RelocKind::Rel32(Sym::Import(i)) =
                    self.pieces[p].relocs[r].kind
                    && !self.import_slot.contains_key(&i)
                {
                    self.import_slot.insert(i, 8 * self.imports.len() as u32);
                    self.imports.push(i);
                }
            }
        }
        self.slots_size = (8 * self.imports.len() as u32).next_multiple_of(16);
    }
    fn add_piece(&mut self, mut p: Piece<'a>) -> u32 {
        let at = self.text_size.next_multiple_of(LINE);
        p.at = at;
        self.text_size = at + p.code.len() as u32;
        self.pieces.push(p);
        at
    }
    fn text_address(&self, at: u32) -> u64 {
        self.base + self.text_offset + u64::from(at)
    }

    fn number_locations(
        &mut self,
        locations: &mut Locations<'_>,
    ) -> (Vec<Vec<u32>>, Vec<LinePoint>) {
        let mut global = Vec::with_capacity(self.pieces.len());
        let mut lines: Vec<LinePoint> = Vec::new();
        for p in &self.pieces {
            let Some((f, code)) = p.func else {
                global.push(Vec::new());
                lines.push(LinePoint {
                    pc: p.at,
                    location: 0,
                });
                continue;
            };
            let map: Vec<u32> = code
                .locs
                .iter()
                .map(|&s| locations.add(s, f.index(), &mut self.strings))
                .collect();
            lines.push(LinePoint {
                pc: p.at,
                location: 0,
            });
            for &(at, loc) in &code.lines {
                let point = LinePoint {
                    pc: p.at + at,
                    location: map[loc as usize],
                };
                match lines.last_mut() {
                    Some(l) if l.pc == point.pc => *l = point,
                    Some(l) if l.location == point.location => {}
                    _ => lines.push(point),
                }
            }
            global.push(map);
        }
        (global, lines)
    }

    fn write_text(&self, bytes: &mut [u8], global_locs: &[Vec<u32>]) {
        let text = self.text_offset as usize;
        // The gaps between functions trap.
        bytes[text..text + self.text_size as usize].fill(0xcc);
        for (p, locs) in self.pieces.iter().zip(global_locs) {
            let start = text + p.at as usize;
            bytes[start..start + p.code.len()].copy_from_slice(&p.code);
            for r in p.relocs.iter() {
                let at = start + r.at as usize;
                let value = match r.kind {
                    RelocKind::Abs32(s) => self.address(s, p).wrapping_add(r.addend as u64) as u32,
                    RelocKind::Rel32(s) => {
                        let next = self.base + at as u64 + 4;
                        self.address(s, p).wrapping_sub(next) as u32
                    }
                    RelocKind::Location(l) => locs[l as usize],
                };
                bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
            }
        }
    }

    // ---- addresses -------------------------------------------------------------------------------------------------

    fn address(&self, s: Sym, piece: &Piece<'_>) -> u64 {
        let rodata = |at: u32| self.base + u64::from(at);
        match s {
            Sym::Address(a) => u64::from(a),
            Sym::Func(f) => self.text_address(self.func_at[f.index()]),
            Sym::Stub(s) => self.text_address(self.stub_at[&s]),
            Sym::Object(o) => match self.module.data.places[o] {
                Some((Section::Rodata, at)) => rodata(self.raw_rodata + at),
                Some((Section::Data, at)) => {
                    self.base + self.data_offset + u64::from(self.slots_size + at)
                }
                None => 0,
            },
            Sym::Import(i) => self.base + self.data_offset + u64::from(self.import_slot[&i]),
            Sym::Const(i) => {
                let (_, code) = piece.func.expect("constants belong to functions");
                rodata(self.const_rodata + self.consts[&code.consts[i as usize]])
            }
            Sym::Table(i) => {
                let (f, _) = piece.func.expect("tables belong to functions");
                rodata(self.tables[&(f, i)])
            }
        }
    }
    fn resolve_data(&self, bytes: &mut [u8]) {
        let none = Piece::none();
        for r in &self.module.data.relocs {
            let at = match r.section {
                Section::Rodata => self.raw_rodata as usize,
                Section::Data => self.data_offset as usize + self.slots_size as usize,
            } + r.at as usize;
            let value = self.address(r.sym, &none);
            bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
        }
        for (&(f, t), &at) in &self.tables {
            let code = self.module.funcs[f].as_ref().expect("compiled");
            for (i, &target) in code.tables[t as usize].iter().enumerate() {
                let value = self.text_address(self.func_at[f.index()] + target);
                let at = at as usize + 8 * i;
                bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
            }
        }
    }

    // ---- read-only data --------------------------------------------------------------------------------------------

    fn align_rodata(&mut self, n: usize) -> u32 {
        let len = self.rodata.len().next_multiple_of(n);
        self.rodata.resize(len, 0);
        len as u32
    }
    fn place_constants(&mut self) {
        self.const_rodata = self.align_rodata(16);
        for p in &self.pieces {
            if let Some((_, code)) = p.func {
                for c in &code.consts {
                    let next = 16 * self.consts.len() as u32;
                    if let std::collections::hash_map::Entry::Vacant(e) = self.consts.entry(*c) {
                        e.insert(next);
                        self.rodata.extend_from_slice(&c[0].to_le_bytes());
                        self.rodata.extend_from_slice(&c[1].to_le_bytes());
                    }
                }
            }
        }
        for p in &self.pieces {
            if let Some((f, code)) = p.func {
                for (i, t) in code.tables.iter().enumerate() {
                    self.tables.insert((f, i as u32), self.rodata.len() as u32);
                    self.rodata.resize(self.rodata.len() + 8 * t.len(), 0);
                }
            }
        }
        self.raw_rodata = self.align_rodata(16);
        self.rodata.extend_from_slice(&self.module.data.rodata);
    }
    fn table<T: Record>(&mut self, records: &[T]) -> Table {
        let offset = self.align_rodata(8);
        for r in records {
            r.write(&mut self.rodata);
        }
        Table {
            offset,
            count: records.len() as u32,
        }
    }
    fn reserve<T: Record>(&mut self, count: usize) -> Table {
        let offset = self.align_rodata(8);
        self.rodata.resize(self.rodata.len() + count * T::SIZE, 0);
        Table {
            offset,
            count: count as u32,
        }
    }

    /// Writes the tables whose contents need no addresses, and reserves room for the others.
    fn write_tables(&mut self, h: &mut ImageHeader, locations: &[Location], lines: &[LinePoint]) {
        let module = self.module;
        // All texts first, so that they have offsets.
        let functions: Vec<FunctionInfo> = self
            .pieces
            .iter()
            .map(|p| FunctionInfo {
                start: p.at,
                size: p.code.len() as u32,
                name: self.strings.add(&p.name),
            })
            .collect();
        let type_names: Vec<StrRef> = module
            .types
            .iter()
            .map(|t| self.strings.add(&t.name))
            .collect();
        for (_, n) in &module.vtables {
            self.strings.add(n);
        }
        let text = self.align_rodata(8);
        let bytes = std::mem::take(&mut self.strings.bytes);
        self.rodata.extend_from_slice(&bytes);
        self.strings.bytes = bytes;
        let at = |s: StrRef| StrRef {
            offset: if s.len == 0 { 0 } else { s.offset + text },
            len: s.len,
        };
        let functions: Vec<FunctionInfo> = functions
            .into_iter()
            .map(|f| FunctionInfo {
                name: at(f.name),
                ..f
            })
            .collect();
        h.functions = self.table(&functions);
        let locations: Vec<Location> = locations
            .iter()
            .map(|l| Location {
                function: at(l.function),
                file: at(l.file),
                text: at(l.text),
                ..*l
            })
            .collect();
        h.locations = self.table(&locations);
        h.lines = self.table(lines);
        // Needs addresses: written later by `write_late_tables`.
        h.vtables = self.reserve::<VtableInfo>(module.vtables.len());
        h.parts[format::PART_REPORTS] = self.part(text + self.early_names);
        let names: Vec<StrRef> = type_names.into_iter().map(at).collect();
        self.write_types(h, &names);
        self.write_stack_maps(h);
        // Need addresses, too.
        h.imports = self.reserve::<ImportRecord>(self.imports.len());
        h.exceptions = self.reserve::<ExceptionInfo>(module.exceptions.len());
        h.raw_roots = self.reserve::<u32>(module.data.raw_roots.len());
        let start = self.align_rodata(8);
        if module.jit.is_some() {
            h.jit_funcs = self.reserve::<u32>(module.funcs.len());
            h.jit_objects = self.reserve::<u32>(module.data.places.len());
            h.jit_object_order = self.reserve::<u32>(module.data.places.len());
        }
        let generators = (self.text_size - self.first_generator()) as usize;
        h.generator_sums = self.reserve::<u32>(generators.div_ceil(format::SUMMED));
        h.parts[format::PART_JIT] = self.part(start);
        if let Some(jit) = &module.jit {
            h.jit_info = self.table(&jit.info);
        }
        self.raw_text_base = text;
    }

    /// Names that are read at the start come first: they are no part of what only reports read.
    fn add_early_names(&mut self) {
        for (n, _, _) in &self.module.exceptions {
            self.strings.add(n);
        }
        for i in self.imports.clone() {
            let name = self.import_name(i);
            self.strings.add(&name);
        }
        self.early_names = self.strings.bytes.len() as u32;
    }

    /// What was written to the read-only data since `start`. Its checksum is made in the end.
    fn part(&self, start: u32) -> Part {
        Part {
            offset: u64::from(start),
            size: self.rodata.len() as u64 - u64::from(start),
            checksum: 0,
        }
    }

    /// The types that the collector knows; their names have places.
    fn write_types(&mut self, h: &mut ImageHeader, names: &[StrRef]) {
        let module = self.module;
        let mut ref_offsets: Vec<u32> = Vec::new();
        let types: Vec<TypeInfo> = module
            .types
            .iter()
            .zip(names)
            .map(|(t, &name)| {
                let refs_start = ref_offsets.len() as u32;
                ref_offsets.extend(&t.refs);
                let item_refs_start = ref_offsets.len() as u32;
                ref_offsets.extend(&t.item_refs);
                TypeInfo {
                    refs_start,
                    refs_count: t.refs.len() as u32,
                    item_refs_start,
                    item_refs_count: t.item_refs.len() as u32,
                    name,
                    ..t.info
                }
            })
            .collect();
        h.types = self.table(&types);
        h.ref_offsets = self.table(&ref_offsets);
    }

    fn write_stack_maps(&mut self, h: &mut ImageHeader) {
        let mut slots: Vec<u16> = Vec::new();
        let mut known: FxHashMap<Vec<u16>, u32> = FxHashMap::default();
        let mut frames: Vec<Frame> = Vec::new();
        let mut frame_at: FxHashMap<(u32, u32, u32), u32> = FxHashMap::default();
        let mut entries = Vec::new();
        for p in &self.pieces {
            let Some((_, code)) = p.func else { continue };
            for s in &code.safepoints {
                let roots_start = *known.entry(s.roots.to_vec()).or_insert_with(|| {
                    slots.extend_from_slice(&s.roots);
                    (slots.len() - s.roots.len()) as u32
                });
                let (size, roots_count) = (s.frame_size, s.roots.len() as u32);
                let known = frame_at.entry((size, roots_start, roots_count));
                let frame = *known.or_insert_with(|| {
                    frames.push(Frame {
                        size,
                        roots_start,
                        roots_count,
                    });
                    frames.len() as u32 - 1
                });
                let ret = p.at + s.ret;
                entries.push(StackMapEntry { ret, frame });
            }
        }
        let len = format::stack_map_buckets(entries.len());
        let mut table = vec![StackMapEntry::default(); len];
        for e in entries {
            let mut i = format::stack_map_bucket(e.ret, len);
            while table[i].ret != 0 {
                i = (i + 1) & (len - 1);
            }
            table[i] = e;
        }
        h.stack_maps = self.table(&table);
        h.frames = self.table(&frames);
        h.root_slots = self.table(&slots);
    }

    fn write_unwind(&mut self, h: &mut ImageHeader) -> Result<(), BackendError> {
        let enter = stubs::enter_unwind();
        let bytes = unwind::eh_frame(self.pieces.iter().filter_map(|p| {
            let points = match p.func {
                Some((_, code)) => &code.unwind[..],
                None if p.name == "gx_enter" => &enter[..],
                None => return None,
            };
            Some((self.text_address(p.at), p.code.len() as u32, points))
        }))
        .map_err(|e| BackendError::Internal {
            function: "the whole program".to_owned(),
            what: format!("call frame information: {e}"),
        })?;
        if h.eh_frame.count == 0 {
            h.eh_frame = self.table(&bytes);
        } else {
            let at = h.eh_frame.offset as usize;
            self.rodata[at..at + bytes.len()].copy_from_slice(&bytes);
        }
        Ok(())
    }

    fn import_name(&self, i: Import) -> String {
        match i {
            Import::Runtime(i) => abi::RUNTIME[i as usize].name.to_owned(),
            Import::Extern(x) => self.module.externs[x.index()].name.clone(),
        }
    }

    fn write_late_tables(&mut self, h: &ImageHeader, bytes: &mut [u8]) {
        let none = Piece::none();
        let text = self.raw_text_base;
        let mut put = |table: Table, records: Vec<u8>| {
            let at = table.offset as usize;
            bytes[at..at + records.len()].copy_from_slice(&records);
        };
        let string = |l: &mut Self, s: &str| {
            let r = l.strings.add(s);
            StrRef {
                offset: r.offset + text,
                len: r.len,
            }
        };
        let mut out = Vec::new();
        for i in self.imports.clone() {
            let name = self.import_name(i);
            ImportRecord {
                name: string(self, &name),
                slot: self.data_offset as u32 + self.import_slot[&i],
                reserved: 0,
            }
            .write(&mut out);
        }
        put(h.imports, out);
        let module = self.module;
        let mut vtables: Vec<VtableInfo> = module
            .vtables
            .iter()
            .map(|(o, n)| VtableInfo {
                address: self.address(Sym::Object(*o), &none) as u32,
                reserved: 0,
                name: string(self, n),
            })
            .collect();
        vtables.sort_by_key(|v| v.address);
        let mut out = Vec::new();
        vtables.iter().for_each(|v| v.write(&mut out));
        put(h.vtables, out);
        let mut out = Vec::new();
        for (n, v, i) in &module.exceptions {
            ExceptionInfo {
                name: string(self, n),
                vtable: self.address(Sym::Object(*v), &none) as u32,
                instance: self.address(Sym::Object(*i), &none) as u32,
            }
            .write(&mut out);
        }
        put(h.exceptions, out);
        let mut out = Vec::new();
        for &r in &module.data.raw_roots {
            (self.data_offset as u32 + self.slots_size + r).write(&mut out);
        }
        put(h.raw_roots, out);
        if module.jit.is_some() {
            let mut out = Vec::new();
            for (f, code) in module.funcs.iter_enumerated() {
                let address = match code {
                    Some(_) => self.text_address(self.func_at[f.index()]) as u32,
                    None => 0,
                };
                address.write(&mut out);
            }
            put(h.jit_funcs, out);
            let mut out = Vec::new();
            let address = |o: ObjId| self.address(Sym::Object(o), &none) as u32;
            for o in module.data.places.indices() {
                address(o).write(&mut out);
            }
            put(h.jit_objects, out);
            let mut order: Vec<ObjId> = module.data.places.indices().collect();
            order.sort_by_key(|&o| address(o));
            let mut out = Vec::new();
            for o in order {
                o.0.write(&mut out);
            }
            put(h.jit_object_order, out);
        }
    }

    /// Where generators and executors begin in the text.
    fn first_generator(&self) -> u32 {
        let first = (self.module.jit.as_ref()).and_then(|j| j.generators);
        let made = first.map(|f| self.func_at[f.index()..].iter().copied());
        let at = made.and_then(Iterator::min);
        at.map_or(self.text_size, |at| at.min(self.text_size))
    }

    fn finish_header(&self, h: &mut ImageHeader, total: u64, data_size: u64) {
        let module = self.module;
        h.total_size = total;
        h.rodata = Segment {
            offset: 0,
            size: self.rodata.len() as u64,
        };
        h.text = Segment {
            offset: self.text_offset,
            size: u64::from(self.text_size),
        };
        h.data = Segment {
            offset: self.data_offset,
            size: data_size,
        };
        h.enter = self.text_address(0);
        h.enter_size = self.pieces[0].code.len() as u64;
        h.entry = module
            .entry
            .map_or(0, |f| self.text_address(self.func_at[f.index()]));
        let jit = h.parts[format::PART_JIT];
        h.parts[format::PART_UNCHECKED] = self.part((jit.offset + jit.size) as u32);
        let first = self.first_generator();
        h.parts[format::PART_GENERATORS] = Part {
            offset: self.text_offset + u64::from(first),
            size: u64::from(self.text_size - first),
            checksum: 0,
        };
        let threshold = module.jit.as_ref().and_then(|j| j.threshold);
        h.jit_threshold = threshold.map_or(0, |o| match module.data.places[o] {
            Some((Section::Data, at)) => {
                self.base + self.data_offset + u64::from(self.slots_size + at)
            }
            _ => 0,
        });
        let objects = self.base + self.data_offset + u64::from(self.slots_size);
        h.prebuilt_start = objects;
        h.prebuilt_leaf_start = objects + u64::from(module.data.leaf_start);
        h.prebuilt_end = objects + u64::from(module.data.gc_end);
    }
}

/// Writes the checksums of generators, whose code is complete.
fn sum_generators(h: &ImageHeader, bytes: &mut [u8]) {
    let part = h.parts[format::PART_GENERATORS];
    let code = &bytes[part.offset as usize..(part.offset + part.size) as usize];
    let sums = code.chunks(format::SUMMED).map(format::short_checksum);
    let sums: Vec<u8> = sums.flat_map(u32::to_le_bytes).collect();
    let at = h.generator_sums.offset as usize;
    bytes[at..at + sums.len()].copy_from_slice(&sums);
}
