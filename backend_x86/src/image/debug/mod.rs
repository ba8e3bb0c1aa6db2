//! Debugging information (DWARF): which line of which file each address of the text comes from, where functions were
//! defined, which calls were inlined, and where variables are and of which types.
//!
//! ```text
//! DW_TAG_compile_unit            the whole program
//!   DW_TAG_subprogram            an emitted function or stub: name, range, file and line of its definition; `scopes`
//!   DW_TAG_base_type, ...        the types of variables: `types`
//! .debug_line                    the location table of the image, one sequence for the whole text
//! .debug_loc, .debug_ranges      places of variables and code of inlined calls, relative to the text
//! ```
//! It is made of a linked image and lies beside it in the executable: nothing of it is loaded. Inlined code has the
//! lines of the function that it was written in; helpers of the toolchain that were inlined into the user's code have
//! the line of the call and are no inlined call. The information says that the language is C: debuggers that know no
//! compiled Python then still accept names and expressions.
use std::collections::hash_map::Entry;

use gimli::write::{
    Address, AttributeValue, DwarfUnit, EndianVec, Error, FileId, LineProgram, LineString, Sections,
};
use gimli::{Encoding, Format, LineEncoding, LittleEndian, SectionId};
use rustc_hash::FxHashMap;

use super::format::{FunctionInfo, ImageView, LinePoint, Location, StrRef};
use super::link::Image;

mod scopes;
mod types;

/// Version 4 has one table of texts, and tools of all ages read it.
const ENCODING: Encoding = Encoding {
    address_size: 8,
    format: Format::Dwarf32,
    version: 4,
};

/// A section of debugging information: its name, its bytes.
pub type DebugSection = (&'static str, Vec<u8>);

/// The sections for an image. `directory`: what relative paths of sources are relative to; `name`: the program.
///
/// # Errors
/// If the information cannot be encoded: a program whose information has more than 4 GiB.
pub fn sections(image: &Image, directory: &str, name: &str) -> Result<Vec<DebugSection>, Error> {
    let view = image.view();
    let mut writer = Writer::new(image, &view, clean(directory), clean(name));
    let functions: Vec<FunctionInfo> = view.iter(view.header.functions).collect();
    writer.lines(&functions);
    writer.functions(&functions);
    let mut sections = Sections::new(EndianVec::new(LittleEndian));
    writer.dwarf.write(&mut sections)?;
    let mut out = Vec::new();
    sections.for_each_mut(|id: SectionId, data| {
        if !data.slice().is_empty() {
            out.push((id.name(), data.take()));
        }
        Ok::<(), Error>(())
    })?;
    Ok(out)
}

/// Paths are neither empty nor hold zeros in DWARF.
fn clean(path: &str) -> String {
    match path.replace('\0', "?") {
        path if path.is_empty() => ".".to_owned(),
        path => path,
    }
}

struct Writer<'a> {
    image: &'a Image,
    view: &'a ImageView<'a>,
    dwarf: DwarfUnit,
    /// The address of the text.
    start: u64,
    files: FxHashMap<String, FileId>,
    /// Files of the image's texts, which are stored once each.
    by_text: FxHashMap<u32, FileId>,
}

impl<'a> Writer<'a> {
    fn new(image: &'a Image, view: &'a ImageView<'a>, directory: String, name: String) -> Self {
        let mut dwarf = DwarfUnit::new(ENCODING);
        let text = |s: &str| LineString::String(s.as_bytes().to_vec());
        dwarf.unit.line_program = LineProgram::new(
            ENCODING,
            LineEncoding::default(),
            text(&directory),
            None,
            text(&name),
            None,
        );
        let h = view.header;
        let start = h.base + h.text.offset;
        let strings = [
            (gimli::DW_AT_name, name),
            (gimli::DW_AT_comp_dir, directory),
            (
                gimli::DW_AT_producer,
                concat!("genext ", env!("CARGO_PKG_VERSION")).to_owned(),
            ),
        ]
        .map(|(at, s)| (at, AttributeValue::StringRef(dwarf.strings.add(s))));
        let root = dwarf.unit.root();
        let root = dwarf.unit.get_mut(root);
        for (at, value) in strings {
            root.set(at, value);
        }
        root.set(
            gimli::DW_AT_language,
            AttributeValue::Language(gimli::DW_LANG_C99),
        );
        let low = AttributeValue::Address(Address::Constant(start));
        root.set(gimli::DW_AT_low_pc, low);
        root.set(gimli::DW_AT_high_pc, AttributeValue::Udata(h.text.size));
        root.set(gimli::DW_AT_stmt_list, AttributeValue::LineProgramRef);
        Writer {
            image,
            view,
            dwarf,
            start,
            files: FxHashMap::default(),
            by_text: FxHashMap::default(),
        }
    }

    fn file(&mut self, path: &str) -> FileId {
        match self.files.entry(clean(path)) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                let program = &mut self.dwarf.unit.line_program;
                let directory = program.default_directory();
                let path = LineString::String(new.key().as_bytes().to_vec());
                *new.insert(program.add_file(path, directory, None))
            }
        }
    }

    fn file_of_text(&mut self, path: StrRef) -> FileId {
        if let Some(&known) = self.by_text.get(&path.offset) {
            return known;
        }
        let file = self.file(self.view.str(path));
        self.by_text.insert(path.offset, file);
        file
    }

    /// The file and line of a place in the source.
    fn place(&mut self, span: ir::source::Span) -> Option<(FileId, u64)> {
        if span.is_none() {
            return None;
        }
        let source = ir::source::file(span.file);
        let line = source.line_column(span.start).0;
        Some((self.file(&source.display), u64::from(line)))
    }

    /// The file and line where the function at an address was defined.
    fn definition(&mut self, address: u64) -> Option<(FileId, u64)> {
        let span = *self.image.definitions.get(&address)?;
        self.place(span)
    }

    /// The line table. A function starts at the line of its definition, so that a breakpoint there is somewhere.
    fn lines(&mut self, functions: &[FunctionInfo]) {
        let view = self.view;
        let locations: Vec<Location> = view.iter(view.header.locations).collect();
        let mut starts = functions.iter().map(|f| f.start).peekable();
        let program = &mut self.dwarf.unit.line_program;
        program.begin_sequence(Some(Address::Constant(self.start)));
        for point in view.iter::<LinePoint>(view.header.lines) {
            while starts.next_if(|&s| s < point.pc).is_some() {}
            let begins = starts.peek() == Some(&point.pc);
            let known = locations.get(point.location as usize);
            let place = match known.filter(|l| l.line > 0 && l.file.len > 0) {
                Some(l) if !begins => Some((
                    self.file_of_text(l.file),
                    u64::from(l.line),
                    u64::from(l.column),
                )),
                _ if begins => {
                    let definition = self.definition(self.start + u64::from(point.pc));
                    definition.map(|(file, line)| (file, line, 0))
                }
                _ => None,
            };
            let program = &mut self.dwarf.unit.line_program;
            let row = program.row();
            row.address_offset = u64::from(point.pc);
            (row.line, row.column) = (0, 0);
            row.is_statement = place.is_some();
            if let Some((file, line, column)) = place {
                (row.file, row.line, row.column) = (file, line, column);
            }
            program.generate_row();
        }
        let program = &mut self.dwarf.unit.line_program;
        program.end_sequence(view.header.text.size);
    }

    fn functions(&mut self, functions: &[FunctionInfo]) {
        let root = self.dwarf.unit.root();
        let mut shared = self.image.debug.as_deref().map(scopes::Shared::new);
        for f in functions.iter().filter(|f| f.size > 0) {
            let address = self.start + u64::from(f.start);
            let definition = self.definition(address);
            let name = self.dwarf.strings.add(self.view.str(f.name));
            let id = self.dwarf.unit.add(root, gimli::DW_TAG_subprogram);
            let entry = self.dwarf.unit.get_mut(id);
            entry.set(gimli::DW_AT_name, AttributeValue::StringRef(name));
            let low = AttributeValue::Address(Address::Constant(address));
            entry.set(gimli::DW_AT_low_pc, low);
            let size = AttributeValue::Udata(u64::from(f.size));
            entry.set(gimli::DW_AT_high_pc, size);
            if let Some((file, line)) = definition {
                let file = AttributeValue::FileIndex(Some(file));
                entry.set(gimli::DW_AT_decl_file, file);
                entry.set(gimli::DW_AT_decl_line, AttributeValue::Udata(line));
            }
            if let Some(shared) = &mut shared {
                shared.function(self, id, f.start, f.size);
            }
        }
        if let Some(shared) = &mut shared {
            shared.finish(self);
        }
    }
}
