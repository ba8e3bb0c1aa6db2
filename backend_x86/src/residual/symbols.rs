//! Names of code made at run time, as an object file in memory: what debuggers read of it (gdb's interface for JIT
//! compilers).
//!
//! ```text
//! ELF header | .debug_frame | .symtab | .strtab | .shstrtab | section headers
//! .text: no bytes, the addresses of the code
//! ```
//! All residual code has the same frame: rbp points to the saved rbp, below it are the callee-saved registers. So one
//! entry of call-frame information tells how to leave it, wherever it is.
use object::elf::{self, FileHeader64, SectionHeader64, Sym64};
use object::endian::{LittleEndian as LE, U16, U32, U64};
use object::pod::{bytes_of, bytes_of_slice};

use crate::image::unwind;

/// A piece of code with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Symbol {
    pub name: String,
    pub address: u64,
    /// Its size in bytes.
    pub size: u64,
}

/// An object file that names code. `frames`: a range of addresses, the whole code region, whose frames it describes.
///
/// # Errors
/// If the call-frame information cannot be written (a bug).
pub fn object_file(symbols: &[Symbol], frames: Option<(u64, u64)>) -> Result<Vec<u8>, String> {
    let start = symbols.iter().map(|s| s.address).min().unwrap_or(0);
    let end = symbols.iter().map(|s| s.address + s.size).max();
    let mut strings = vec![0u8];
    // The first symbol is none.
    let mut table = vec![Sym64::<LE>::default()];
    for s in symbols {
        table.push(Sym64 {
            st_name: U32::new(LE, intern(&mut strings, &s.name)),
            st_info: elf::SymbolInfo::new(elf::STB_GLOBAL, elf::STT_FUNC),
            st_other: elf::SymbolOther(0),
            st_shndx: U16::new(LE, elf::SymbolSection(TEXT)),
            st_value: U64::new(LE, s.address - start),
            st_size: U64::new(LE, s.size),
        });
    }
    let frames = match frames {
        Some((address, size)) => unwind::frame_pointer(address, size as u32)
            .map_err(|e| format!("call-frame information: {e}"))?,
        None => Vec::new(),
    };
    let mut out = vec![0; size_of::<FileHeader64<LE>>()];
    let mut put = |bytes: &[u8]| {
        out.resize(out.len().next_multiple_of(8), 0);
        let at = out.len() as u64;
        out.extend_from_slice(bytes);
        (at, bytes.len() as u64)
    };
    let mut names = vec![0u8];
    let frames = put(&frames);
    let symtab = put(bytes_of_slice(&table));
    let strtab = put(&strings);
    let mut sections = vec![section(0, elf::SHT_NULL, (0, 0), 1)];
    let mut text = section(
        intern(&mut names, ".text"),
        elf::SHT_NOBITS,
        (0, end.unwrap_or(start) - start),
        16,
    );
    text.sh_flags.set(LE, elf::SHF_ALLOC | elf::SHF_EXECINSTR);
    text.sh_addr.set(LE, start);
    sections.push(text);
    let name = intern(&mut names, ".debug_frame");
    sections.push(section(name, elf::SHT_PROGBITS, frames, 8));
    let name = intern(&mut names, ".symtab");
    let mut of_symbols = section(name, elf::SHT_SYMTAB, symtab, 8);
    of_symbols.sh_link.set(LE, STRTAB);
    of_symbols.sh_info.set(LE, 1);
    of_symbols.sh_entsize.set(LE, size_of::<Sym64<LE>>() as u64);
    sections.push(of_symbols);
    let name = intern(&mut names, ".strtab");
    sections.push(section(name, elf::SHT_STRTAB, strtab, 1));
    let name = intern(&mut names, ".shstrtab");
    let of_names = put(&names);
    sections.push(section(name, elf::SHT_STRTAB, of_names, 1));
    let headers = put(bytes_of_slice(&sections));
    let header = FileHeader64::<LE> {
        e_ident: elf::Ident {
            magic: elf::ELFMAG,
            class: elf::ELFCLASS64,
            data: elf::ELFDATA2LSB,
            version: elf::EV_CURRENT,
            os_abi: elf::ELFOSABI_NONE,
            abi_version: 0,
            padding: [0; 7],
        },
        e_type: U16::new(LE, elf::ET_REL),
        e_machine: U16::new(LE, elf::EM_X86_64),
        e_version: U32::new(LE, 1),
        e_entry: U64::new(LE, 0),
        e_phoff: U64::new(LE, 0),
        e_shoff: U64::new(LE, headers.0),
        e_flags: U32::default(),
        e_ehsize: U16::new(LE, size_of::<FileHeader64<LE>>() as u16),
        e_phentsize: U16::new(LE, 0),
        e_phnum: U16::new(LE, 0),
        e_shentsize: U16::new(LE, size_of::<SectionHeader64<LE>>() as u16),
        e_shnum: U16::new(LE, sections.len() as u16),
        e_shstrndx: U16::new(LE, elf::SymbolSection(sections.len() as u16 - 1)),
    };
    out[..size_of::<FileHeader64<LE>>()].copy_from_slice(bytes_of(&header));
    Ok(out)
}

/// Number of the section with code in the section table.
const TEXT: u16 = 1;
const STRTAB: u32 = 4;

fn section(
    name: u32,
    kind: elf::SectionType,
    (offset, size): (u64, u64),
    align: u64,
) -> SectionHeader64<LE> {
    SectionHeader64 {
        sh_name: U32::new(LE, name),
        sh_type: U32::new(LE, kind),
        sh_flags: U64::new(LE, elf::SectionFlags(0)),
        sh_addr: U64::new(LE, 0),
        sh_offset: U64::new(LE, offset),
        sh_size: U64::new(LE, size),
        sh_link: U32::new(LE, 0),
        sh_info: U32::new(LE, 0),
        sh_addralign: U64::new(LE, align),
        sh_entsize: U64::new(LE, 0),
    }
}

fn intern(strings: &mut Vec<u8>, name: &str) -> u32 {
    let at = strings.len() as u32;
    // A name ends at its first zero.
    strings.extend(name.bytes().filter(|&b| b != 0));
    strings.push(0);
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use gimli::UnwindSection as _;
    use object::{Object as _, ObjectSection as _, ObjectSymbol as _};

    #[test]
    fn an_object_file_names_code_and_describes_its_frames() {
        let symbol = |name: &str, address, size| Symbol {
            name: name.to_owned(),
            address,
            size,
        };
        let symbols = [
            symbol("later", 0x1100_0040, 8),
            symbol("first", 0x1100_0000, 0x20),
        ];
        let bytes = object_file(&symbols, Some((0x1100_0000, 0x1000))).expect("it is made");
        let file = object::File::parse(bytes.as_slice()).expect("it is an object file");
        let text = file.section_by_name(".text").expect("code");
        assert_eq!((text.address(), text.size()), (0x1100_0000, 0x48));
        let found: Vec<(String, u64, u64)> = file
            .symbols()
            .map(|s| (s.name().unwrap_or("?").to_owned(), s.address(), s.size()))
            .collect();
        // Of a relocatable file: relative to their section.
        let want = [("later".to_owned(), 0x40, 8), ("first".to_owned(), 0, 0x20)];
        assert_eq!(found, want);
        let frames = file.section_by_name(".debug_frame").expect("frames");
        let data = frames.data().expect("bytes");
        let frames = gimli::DebugFrame::new(data, gimli::LittleEndian);
        let bases = gimli::BaseAddresses::default();
        let mut context = gimli::UnwindContext::new();
        let row = frames
            .unwind_info_for_address(
                &bases,
                &mut context,
                0x1100_0123,
                gimli::DebugFrame::cie_from_offset,
            )
            .expect("an entry");
        let cfa = gimli::CfaRule::RegisterAndOffset {
            register: gimli::X86_64::RBP,
            offset: 16,
        };
        assert_eq!(row.cfa(), &cfa);
        let rule = |offset| Some(gimli::RegisterRule::Offset(offset));
        assert_eq!(row.register(gimli::X86_64::RA), rule(-8));
        assert_eq!(row.register(gimli::X86_64::RBX), rule(-24));
        assert_eq!(row.register(gimli::X86_64::R14), rule(-48));
    }
}
