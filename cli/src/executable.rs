//! Standalone executables: a copy of the stub whose ELF gains load segments for the image, sections for it, and
//! symbols.
//!
//! ```text
//! ELF header, program headers | stub's bytes (one static patched) | image (rodata, text, data)
//! | symbols, strings, call-frame information, sections
//! ```
//! The program headers stay where tools that copy executables (`strip`, `objcopy`) put them: behind the ELF header.
//! Room for those of the image is made by giving up `PT_PHDR` (only programs that are relocated need it), `PT_NOTE` and
//! the notes themselves. For the same tools each byte that is loaded belongs to a section. The stub is not
//! position-independent and the image is linked at a fixed base, so there is nothing to relocate.
//!
//! A program starts at `genext_start` of the stub, which looks whether the stub is as it was built
//! ([`format::StubInfo`]) and goes on with the C library's start.
use std::convert::Infallible;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;

use abi::format::{self, ImageView};
use backend_x86::image::debug::DebugSection;
use object::elf::{self, FileHeader64, ProgramHeader64, SectionHeader64, Sym64};
use object::endian::LittleEndian as LE;
use object::pod::{bytes_of, bytes_of_slice};
use object::read::elf::{FileHeader, ProgramHeader, SectionHeader, SectionTable, Sym};

/// The stub of programs without a JIT, built with this program.
static PLAIN_STUB: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/genext-rt"));
/// The stub of programs with a JIT.
static JIT_STUB: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/genext-rt-jit"));

const PAGE: u64 = 4096;

/// Makes the bytes of an executable from an image.
///
/// # Errors
/// If the stub or the image is damaged (our bug, or a damaged installation).
pub fn make(image: &[u8]) -> Result<Vec<u8>, String> {
    make_with(image, &[])
}

/// Makes the bytes of an executable from an image, with sections of debugging information (name, bytes).
///
/// # Errors
/// As [`make`].
pub fn make_with(image: &[u8], debug: &[DebugSection]) -> Result<Vec<u8>, String> {
    build(image, debug).map_err(|e| format!("cannot make an executable: {e}"))
}

fn build(image: &[u8], debug: &[DebugSection]) -> Result<Vec<u8>, String> {
    let view = ImageView::new(image).map_err(|e| e.to_string())?;
    let h = view.header;
    let stub = if h.jit_info.count > 0 {
        JIT_STUB
    } else {
        PLAIN_STUB
    };
    let text = |e: object::Error| e.to_string();
    let header = FileHeader64::<LE>::parse(stub).map_err(text)?;
    let old_segments = header.program_headers(LE, stub).map_err(text)?;
    let loads: Vec<_> = old_segments
        .iter()
        .filter(|p| p.p_type(LE) == elf::PT_LOAD)
        .collect();
    let first = loads.first().ok_or("the stub has no load segments")?;
    if first.p_offset(LE) != 0 {
        return Err("the stub's first segment has no headers".into());
    }
    let end = loads
        .iter()
        .map(|p| p.p_vaddr(LE) + p.p_memsz(LE))
        .max()
        .unwrap_or(0);

    let image_at = (stub.len() as u64).next_multiple_of(PAGE);
    if end > h.base {
        return Err("the stub reaches into the image's addresses".into());
    }
    let mut segments: Vec<ProgramHeader64<LE>> = (old_segments.iter().copied())
        .filter(|p| !matches!(p.p_type(LE), elf::PT_PHDR | elf::PT_NOTE))
        .collect();
    let image_segments = [
        (h.rodata, elf::PF_R),
        (h.text, elf::PF_R | elf::PF_X),
        (h.data, elf::PF_R | elf::PF_W),
    ]
    .map(|(s, flags)| {
        let (offset, address) = (image_at + s.offset, h.base + s.offset);
        let size = s.size.next_multiple_of(PAGE);
        segment(elf::PT_LOAD, flags, offset, address, size)
    });
    // Load segments must come in the order of their addresses.
    let after_loads = segments
        .iter()
        .rposition(|p| p.p_type(LE) == elf::PT_LOAD)
        .map_or(0, |i| i + 1);
    segments.splice(after_loads..after_loads, image_segments);

    let headers_at = size_of::<FileHeader64<LE>>();
    let headers_end = headers_at + segments.len() * size_of::<ProgramHeader64<LE>>();
    let table = header.sections(LE, stub).map_err(text)?;
    let kept = table
        .iter()
        .filter(|s| is_loaded(s) && s.sh_type(LE) != elf::SHT_NOTE);
    if kept.clone().any(|s| s.sh_offset(LE) < headers_end as u64) {
        return Err("the stub has no room for program headers".into());
    }

    // With the symbols, which are more than those of the stub by those of the image.
    let mut out = Vec::with_capacity(stub.len() + stub.len() / 4 + 2 * view.bytes().len());
    out.extend_from_slice(stub);
    let first_kept = kept.clone().map(|s| s.sh_offset(LE) as usize).min();
    out[headers_at..first_kept.unwrap_or(headers_end)].fill(0);
    out[headers_at..headers_end].copy_from_slice(bytes_of_slice(&segments));
    out.resize(image_at as usize, 0);
    out.extend_from_slice(view.bytes());
    out.resize(out.len().next_multiple_of(PAGE as usize), 0);
    let sections_at = symbols_and_sections(&mut out, stub, header, &view, image_at, debug)?;

    let kept: Vec<_> = kept.copied().collect();
    patch_stub_info(&mut out, stub, h.base, h.total_size, &kept)?;
    let start = symbol(&table, stub, b"genext_start")?.ok_or("the stub has no `genext_start`")?;
    let mut new_header = *header;
    new_header.e_entry.set(LE, start);
    new_header.e_phoff.set(LE, headers_at as u64);
    new_header.e_phnum.set(LE, segments.len() as u16);
    new_header.e_shoff.set(LE, sections_at.0);
    new_header.e_shnum.set(LE, sections_at.1);
    out[..headers_at].copy_from_slice(bytes_of(&new_header));
    Ok(out)
}

/// Whether a section is in memory when the program starts, with bytes of the file.
fn is_loaded(s: &SectionHeader64<LE>) -> bool {
    s.sh_flags(LE).contains(elf::SHF_ALLOC)
        && !matches!(s.sh_type(LE), elf::SHT_NOBITS | elf::SHT_NULL)
}

/// The address of a symbol.
fn symbol(
    table: &SectionTable<'static, FileHeader64<LE>>,
    stub: &'static [u8],
    name: &[u8],
) -> Result<Option<u64>, String> {
    let text = |e: object::Error| e.to_string();
    let symbols = table.symbols(LE, stub, elf::SHT_SYMTAB).map_err(text)?;
    let found = symbols
        .iter()
        .find(|s| s.name(LE, symbols.strings()).is_ok_and(|n| n == name));
    Ok(found.map(|s| s.st_value(LE)))
}

fn segment(
    kind: elf::ProgramType,
    flags: elf::ProgramFlags,
    offset: u64,
    address: u64,
    size: u64,
) -> ProgramHeader64<LE> {
    let word = |v| object::U64::new(LE, v);
    ProgramHeader64 {
        p_type: object::U32::new(LE, kind),
        p_flags: object::U32::new(LE, flags),
        p_offset: word(offset),
        p_vaddr: word(address),
        p_paddr: word(address),
        p_filesz: word(size),
        p_memsz: word(size),
        p_align: word(PAGE),
    }
}

/// Appends the merged symbol table, its strings and the section headers; returns the headers' place and number.
fn symbols_and_sections(
    out: &mut Vec<u8>,
    stub: &'static [u8],
    header: &FileHeader64<LE>,
    view: &ImageView<'_>,
    image_at: u64,
    debug: &[DebugSection],
) -> Result<(u64, u16), String> {
    let text = |e: object::Error| e.to_string();
    let h = view.header;
    let table = header.sections(LE, stub).map_err(text)?;
    let old_symbols = table.symbols(LE, stub, elf::SHT_SYMTAB).map_err(text)?;
    let mut sections: Vec<SectionHeader64<LE>> = table.iter().copied().collect();
    // The program headers lie where the notes were. The number of a section is part of symbols, so they keep theirs.
    for s in sections
        .iter_mut()
        .filter(|s| s.sh_type(LE) == elf::SHT_NOTE)
    {
        *s = section(0, elf::SHT_NULL, elf::SectionFlags(0), 0, 0, 0);
        s.sh_addralign.set(LE, 0);
    }
    let mut names = table
        .section(object::SectionIndex(
            header.shstrndx(LE, stub).map_err(text)? as usize,
        ))
        .and_then(|s| s.data(LE, stub))
        .map_err(text)?
        .to_vec();

    let mut strings = vec![0u8];
    let mut symbols: Vec<Sym64<LE>> = Vec::new();
    let (mut local, mut global) = (Vec::new(), Vec::new());
    for s in old_symbols.iter() {
        let mut s = *s;
        let name = s.name(LE, old_symbols.strings()).map_err(text)?;
        s.st_name.set(LE, intern(&mut strings, name));
        if s.st_bind() == elf::STB_LOCAL {
            local.push(s)
        } else {
            global.push(s)
        }
    }
    let text_section = sections.len() as u16 + 1;
    let start = h.base + h.text.offset;
    for f in view.iter::<format::FunctionInfo>(h.functions) {
        global.push(Sym64 {
            st_name: object::U32::new(LE, intern(&mut strings, view.str(f.name).as_bytes())),
            st_info: elf::SymbolInfo::new(elf::STB_GLOBAL, elf::STT_FUNC),
            st_other: elf::SymbolOther(0),
            st_shndx: object::U16::new(LE, elf::SymbolSection(text_section)),
            st_value: object::U64::new(LE, start + u64::from(f.start)),
            st_size: object::U64::new(LE, u64::from(f.size)),
        });
    }
    let locals = local.len() as u32;
    symbols.append(&mut local);
    symbols.append(&mut global);

    let progbits =
        |name: &str, s: format::Segment, flags: elf::SectionFlags, names: &mut Vec<u8>| {
            let mut section = section(
                intern(names, name.as_bytes()),
                elf::SHT_PROGBITS,
                flags,
                h.base + s.offset,
                image_at + s.offset,
                // The whole of its last page, so that what is loaded stays the same when the file is copied.
                s.size.next_multiple_of(PAGE),
            );
            section.sh_addralign.set(LE, PAGE);
            section
        };
    let alloc = elf::SHF_ALLOC;
    sections.push(progbits(".genext.rodata", h.rodata, alloc, &mut names));
    sections.push(progbits(
        ".genext.text",
        h.text,
        alloc | elf::SHF_EXECINSTR,
        &mut names,
    ));
    sections.push(progbits(
        ".genext.data",
        h.data,
        alloc | elf::SHF_WRITE,
        &mut names,
    ));

    let put = |out: &mut Vec<u8>, bytes: &[u8]| {
        out.resize(out.len().next_multiple_of(8), 0);
        let at = out.len() as u64;
        out.extend_from_slice(bytes);
        (at, bytes.len() as u64)
    };
    let (offset, size) = (h.eh_frame.offset as usize, h.eh_frame.count as usize);
    let eh_frame = view.bytes().get(offset..offset + size).unwrap_or(&[]);
    let debug_frame = put(out, &debug_frame(eh_frame));
    sections.push(section(
        intern(&mut names, b".debug_frame"),
        elf::SHT_PROGBITS,
        elf::SectionFlags(0),
        0,
        debug_frame.0,
        debug_frame.1,
    ));
    for (name, bytes) in debug {
        let (offset, size) = put(out, bytes);
        let name = intern(&mut names, name.as_bytes());
        let kind = elf::SHT_PROGBITS;
        let mut section = section(name, kind, elf::SectionFlags(0), 0, offset, size);
        section.sh_addralign.set(LE, 1);
        sections.push(section);
    }
    let symtab = put(out, bytes_of_slice(&symbols));
    let strtab = put(out, &strings);
    let shstrtab = put(out, &names);
    let shstrndx = header.shstrndx(LE, stub).map_err(text)? as usize;
    let mut strtab_index = None;
    for s in sections
        .iter_mut()
        .filter(|s| s.sh_type(LE) == elf::SHT_SYMTAB)
    {
        s.sh_offset.set(LE, symtab.0);
        s.sh_size.set(LE, symtab.1);
        s.sh_info.set(LE, locals);
        strtab_index = Some(s.sh_link(LE) as usize);
    }
    for (index, (at, size)) in [(strtab_index.unwrap_or(0), strtab), (shstrndx, shstrtab)] {
        if index == 0 {
            return Err("the stub has no symbols".into());
        }
        sections[index].sh_offset.set(LE, at);
        sections[index].sh_size.set(LE, size);
    }
    let (at, _) = put(out, bytes_of_slice(&sections));
    Ok((at, sections.len() as u16))
}

/// Call-frame information as debuggers find it beside the stub's own `.eh_frame`, of which there can be only one: the
/// same entries, but for how a function's entry refers to the common one.
fn debug_frame(eh_frame: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(eh_frame.len());
    let word = |at: usize| {
        Some(u32::from_le_bytes(
            eh_frame.get(at..at + 4)?.try_into().ok()?,
        ))
    };
    let mut at = 0;
    while let (Some(length), Some(reference)) = (word(at), word(at + 4)) {
        let end = at + 4 + length as usize;
        let Some(rest) = eh_frame.get(at + 8..end) else {
            break;
        };
        // 0 is the mark of a common entry, else it is as far before this word as the word says.
        let reference = match reference {
            0 => u32::MAX,
            back => (at as u32 + 4).wrapping_sub(back),
        };
        out.extend_from_slice(&length.to_le_bytes());
        out.extend_from_slice(&reference.to_le_bytes());
        out.extend_from_slice(rest);
        at = end;
    }
    out
}

fn section(
    name: u32,
    kind: elf::SectionType,
    flags: elf::SectionFlags,
    address: u64,
    offset: u64,
    size: u64,
) -> SectionHeader64<LE> {
    let word = |v| object::U64::new(LE, v);
    SectionHeader64 {
        sh_name: object::U32::new(LE, name),
        sh_type: object::U32::new(LE, kind),
        sh_flags: object::U64::new(LE, flags),
        sh_addr: word(address),
        sh_offset: word(offset),
        sh_size: word(size),
        sh_link: object::U32::new(LE, 0),
        sh_info: object::U32::new(LE, 0),
        sh_addralign: word(16),
        sh_entsize: word(0),
    }
}

fn intern(strings: &mut Vec<u8>, name: &[u8]) -> u32 {
    let at = strings.len() as u32;
    strings.extend_from_slice(name);
    strings.push(0);
    at
}

/// Tells the stub where its image is, and what of itself it is to check: fills in its static [`format::StubInfo`].
fn patch_stub_info(
    out: &mut [u8],
    stub: &[u8],
    base: u64,
    image_size: u64,
    sections: &[SectionHeader64<LE>],
) -> Result<(), String> {
    let magic: Vec<u8> = (format::STUB_MAGIC.iter())
        .flat_map(|w| w.to_le_bytes())
        .collect();
    // A window at a time would take longer than all else that is done to the file.
    let mut places = memchr::memmem::find_iter(stub, &magic);
    let (Some(at), None) = (places.next(), places.next()) else {
        return Err("the stub's information is missing or ambiguous".into());
    };
    let size = size_of::<format::StubInfo>();
    // (offset in the file, address, size), without the static itself.
    let mut ranges: Vec<(usize, u64, usize)> = Vec::new();
    for s in sections {
        let (offset, address) = (s.sh_offset(LE) as usize, s.sh_addr(LE));
        let length = s.sh_size(LE) as usize;
        if (offset..offset + length).contains(&at) {
            ranges.push((offset, address, at - offset));
            let behind = at + size;
            let skipped = (behind - offset) as u64;
            ranges.push((behind, address + skipped, offset + length - behind));
        } else {
            ranges.push((offset, address, length));
        }
    }
    ranges.retain(|r| r.2 > 0);
    let mut words = vec![base, image_size, 0];
    for &(offset, address, length) in &ranges {
        words[2] = format::fold_checksum(words[2], &out[offset..offset + length]);
        words.extend([address, length as u64]);
    }
    let mut bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    let checked = size - format::STUB_INFO_CHECKED;
    // One pair of zeros ends the list.
    if bytes.len() + 16 > checked {
        return Err("the stub has too many sections".into());
    }
    bytes.resize(checked, 0);
    let own = format::fold_checksum(0, &bytes);
    out[at + magic.len()..at + format::STUB_INFO_CHECKED].copy_from_slice(&own.to_le_bytes());
    out[at + format::STUB_INFO_CHECKED..at + size].copy_from_slice(&bytes);
    Ok(())
}

/// Runs an executable in the place of this process, from memory. Returns only if that fails.
///
/// `name` is what the program finds as its own name, in front of its arguments.
///
/// # Errors
/// A message for the user.
pub fn run(bytes: &[u8], name: &OsStr, args: &[OsString]) -> Result<Infallible, String> {
    let execute = |mut file: File| -> io::Error {
        // A file that is open for writing is not executed, unless it is in memory only.
        let written = (file.write_all(bytes))
            .and_then(|()| File::open(format!("/proc/self/fd/{}", file.as_raw_fd())));
        let readable = match written {
            Ok(readable) => readable,
            Err(e) => return e,
        };
        drop(file);
        std::process::Command::new(format!("/proc/self/fd/{}", readable.as_raw_fd()))
            .arg0(name)
            .args(args)
            .exec()
    };
    let failure = match runtime::process::memory_file(c"genext-run") {
        Ok(file) => execute(file),
        Err(e) => e,
    };
    // There are systems that do not execute what is in memory only.
    let failure = match unnamed_file() {
        Ok(file) => execute(file),
        Err(_) => failure,
    };
    Err(format!(
        "cannot run the translated program: {}",
        reason(&failure)
    ))
}

/// A file that may be executed, in the folder of temporary files, without a name there.
fn unnamed_file() -> io::Result<File> {
    let path = std::env::temp_dir().join(format!("genext-run-{}", std::process::id()));
    let file = std::fs::OpenOptions::new()
        .read(true)
        .write(true)
        .create_new(true)
        .mode(0o700)
        .open(&path)?;
    std::fs::remove_file(&path)?;
    Ok(file)
}

/// Writes an executable file: under a temporary name in the same folder, then renamed, so that no half-written file is
/// left.
///
/// # Errors
/// A message for the user.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    write_file(path, bytes, 0o755)
}

/// Writes a file under a temporary name in the same folder, then renames it. What is no ordinary file (a device, a
/// pipe) is written to as it is; behind a symbolic link the file it leads to is replaced.
///
/// # Errors
/// A message for the user.
pub fn write_file(path: &Path, bytes: &[u8], mode: u32) -> Result<(), String> {
    let fail = |why: &str| Err(format!("cannot write `{}`: {why}", path.display()));
    let existing = std::fs::metadata(path).ok();
    if existing.as_ref().is_some_and(std::fs::Metadata::is_dir) {
        return fail("it is a directory");
    }
    if existing.as_ref().is_some_and(|m| !m.is_file()) {
        let written = std::fs::OpenOptions::new()
            .write(true)
            .open(path)
            .and_then(|mut f| f.write_all(bytes));
        return written.or_else(|e| fail(&reason(&e)));
    }
    let real = match std::fs::canonicalize(path) {
        Ok(real) if existing.is_some() => real,
        _ => path.to_path_buf(),
    };
    let Some(name) = real.file_name() else {
        return fail("it has no file name");
    };
    let folder = match real.parent() {
        Some(p) if !p.as_os_str().is_empty() => p,
        _ => Path::new("."),
    };
    if !folder.exists() {
        return fail(&format!("there is no folder `{}`", folder.display()));
    }
    if !folder.is_dir() {
        return fail(&format!("`{}` is not a folder", folder.display()));
    }
    let mut temporary = std::ffi::OsString::from(".");
    temporary.push(name);
    temporary.push(format!(".{}.tmp", std::process::id()));
    let temporary = real.with_file_name(temporary);
    let result = std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(mode)
        .open(&temporary)
        .and_then(|mut f| {
            f.write_all(bytes)?;
            f.flush()
        })
        .and_then(|()| std::fs::rename(&temporary, &real));
    result.or_else(|e| {
        // Best effort: the message is about the first failure.
        let _ = std::fs::remove_file(&temporary);
        fail(&reason(&e))
    })
}

/// What the system says, without its error number.
pub(crate) fn reason(e: &std::io::Error) -> String {
    let text = e.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_functions_name_the_common_one_by_its_offset() {
        let words = |list: &[u32]| {
            list.iter()
                .flat_map(|w| w.to_le_bytes())
                .collect::<Vec<u8>>()
        };
        // A common entry of 8 bytes, two functions' entries of 12 bytes, which are 16 and 32 behind it; the end.
        let eh_frame = words(&[8, 0, 1, 12, 16, 100, 10, 12, 32, 200, 20, 0]);
        let want = words(&[8, u32::MAX, 1, 12, 0, 100, 10, 12, 0, 200, 20]);
        assert_eq!(debug_frame(&eh_frame), want);
        assert_eq!(debug_frame(&[]), Vec::<u8>::new());
    }
}
