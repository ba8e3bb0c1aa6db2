//! Loading images: checks, mapping, imports, and access to the tables.
//!
//! Two ways lead here: the executable's program headers have already mapped the image, or its bytes are mapped now
//! (tests, which run images in their own process). Either way it lies at its base address and never moves.
use std::sync::OnceLock;

pub use abi::format::ImageError;
use abi::format::{self, Frame, ImageHeader, ImageView, Record, StackMapEntry};

use crate::externs;
use crate::heap::object::{TypeInfo, VarInfo};
use crate::pages;
use crate::runtime::Runtime;
use crate::stack::{FrameInfo, FrameMap};

/// Why a program cannot be loaded.
#[derive(Debug)]
pub enum LoadError {
    /// The bytes are no image, or a damaged one.
    Image(ImageError),
    /// The image calls a function that this runtime lacks.
    MissingImport(String),
    /// The image's addresses are taken, or the system has no memory.
    Map(std::io::Error),
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LoadError::Image(e) => e.fmt(f),
            LoadError::MissingImport(name) => write!(
                f,
                "the program needs the runtime function `{name}`, which this runtime lacks"
            ),
            LoadError::Map(e) => write!(f, "cannot map the program image: {e}"),
        }
    }
}
impl std::error::Error for LoadError {}

/// An image that is mapped at its address, ready to run.
pub struct LoadedProgram {
    pub view: ImageView<'static>,
    /// Parts of the image are checked before they are read.
    checked: bool,
    /// The part that reports read is whole.
    reports: OnceLock<bool>,
    stack_maps: &'static [StackMapEntry],
    frames: &'static [Frame],
    root_slots: Vec<u32>,
    text: std::ops::Range<u64>,
}

impl LoadedProgram {
    /// Maps an image's bytes at its base.
    ///
    /// # Errors
    /// See [`LoadError`].
    pub fn map(bytes: &[u8]) -> Result<LoadedProgram, LoadError> {
        let header = ImageView::new(bytes).map_err(LoadError::Image)?.header;
        let size = header.total_size as usize;
        // SAFETY: a fixed mapping that must not replace another one touches no memory of ours.
        let p = unsafe {
            libc::mmap(
                header.base as *mut libc::c_void,
                size,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED_NOREPLACE,
                -1,
                0,
            )
        };
        if p == libc::MAP_FAILED || p as u64 != header.base {
            return Err(LoadError::Map(std::io::Error::last_os_error()));
        }
        // SAFETY: the mapping is new, writable and `size` bytes long, and `bytes` has at least as many (checked by the
        // view).
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), p.cast(), size) };
        for (segment, protection) in [
            (header.rodata, libc::PROT_READ),
            (header.text, libc::PROT_READ | libc::PROT_EXEC),
        ] {
            let start = (header.base + segment.offset) as *mut libc::c_void;
            // SAFETY: the pages are those of our new mapping.
            let failed = segment.size > 0
                && unsafe {
                    libc::mprotect(
                        start,
                        (segment.size as usize).next_multiple_of(pages::PAGE),
                        protection,
                    )
                } != 0;
            if failed {
                return Err(LoadError::Map(std::io::Error::last_os_error()));
            }
        }
        LoadedProgram::mapped(header.base, header.total_size, false)
    }

    /// The image that lies at an address already, as its program headers mapped it.
    ///
    /// # Errors
    /// See [`LoadError`].
    pub fn mapped(base: u64, size: u64, check: bool) -> Result<LoadedProgram, LoadError> {
        // SAFETY: the caller names the place and the size of a mapped image, which has at least a page.
        let bytes: &'static [u8] = unsafe {
            let head = std::slice::from_raw_parts(base as *const u8, pages::PAGE);
            if head[..8] != format::MAGIC {
                return Err(LoadError::Image(ImageError::BadMagic));
            }
            if ImageHeader::read(head).total_size != size {
                return Err(LoadError::Image(ImageError::BadChecksum));
            }
            std::slice::from_raw_parts(base as *const u8, size as usize)
        };
        let view = if check {
            ImageView::at_start(bytes)
        } else {
            ImageView::trusted(bytes)
        }
        .map_err(LoadError::Image)?;
        let h = view.header;
        for import in view.iter::<format::Import>(h.imports) {
            let name = view.str(import.name);
            let address =
                externs::address(name).ok_or_else(|| LoadError::MissingImport(name.to_owned()))?;
            // SAFETY: the slot lies in the image's writable data segment (checked when it was linked).
            unsafe { *((base + u64::from(import.slot)) as *mut u64) = address };
        }
        // SAFETY: the tables lie inside the image (checked), aligned to 8; their records are plain integers.
        let (stack_maps, frames) = unsafe {
            (
                std::slice::from_raw_parts(
                    (base + u64::from(h.stack_maps.offset)) as *const StackMapEntry,
                    h.stack_maps.count as usize,
                ),
                std::slice::from_raw_parts(
                    (base + u64::from(h.frames.offset)) as *const Frame,
                    h.frames.count as usize,
                ),
            )
        };
        // In bytes, so that the collector need not scale.
        let root_slots = view
            .iter::<u16>(h.root_slots)
            .map(|w| u32::from(w) * 8)
            .collect();
        let text = h.base + h.text.offset..h.base + h.text.offset + h.text.size;
        Ok(LoadedProgram {
            view,
            checked: check,
            reports: OnceLock::new(),
            stack_maps,
            frames,
            root_slots,
            text,
        })
    }

    /// Whether a part of the image may be read: it is as it was written, or as a debugger has made it.
    pub fn is_whole(&self, part: usize) -> bool {
        !self.checked || self.view.is_whole(part) || is_traced()
    }
    /// The same of the code of a generator or executor ([`ImageView::is_code_whole`]).
    pub fn is_code_whole(&self, start: u64, end: Option<u64>) -> bool {
        !self.checked || self.view.is_code_whole(start, end) || is_traced()
    }
    /// The image, if the part of it that reports read is as it was written: else nobody is told wrong places.
    pub fn for_reports(&self) -> Option<&ImageView<'static>> {
        let whole = self.reports.get_or_init(|| {
            let whole = self.is_whole(format::PART_REPORTS);
            if !whole {
                eprintln!("the program image is damaged (what errors are reported with)");
            }
            whole
        });
        whole.then_some(&self.view)
    }
    /// The collector's type table.
    pub fn types(&self) -> Vec<TypeInfo> {
        let refs: Vec<u32> = self.view.iter(self.view.header.ref_offsets).collect();
        let range = |start: u32, count: u32| -> Box<[u32]> {
            refs.get(start as usize..(start + count) as usize)
                .unwrap_or_default()
                .into()
        };
        self.view
            .iter::<format::TypeInfo>(self.view.header.types)
            .map(|t| TypeInfo {
                size: t.size,
                refs: range(t.refs_start, t.refs_count),
                var: (t.flags & format::TYPE_VAR != 0).then(|| VarInfo {
                    length_offset: t.length_offset,
                    items_offset: t.items_offset,
                    item_size: t.item_size,
                    refs: range(t.item_refs_start, t.item_refs_count),
                }),
                weakref: t.flags & format::TYPE_WEAKREF != 0,
            })
            .collect()
    }
    /// The type id of strings.
    pub fn string_type(&self) -> u32 {
        self.view.header.known.string_type
    }
    /// Vtable and prebuilt instance of a builtin exception.
    pub fn exception(&self, name: &str) -> Option<(u64, u64)> {
        self.view
            .iter::<format::ExceptionInfo>(self.view.header.exceptions)
            .find(|e| self.view.str(e.name) == name)
            .map(|e| (u64::from(e.vtable), u64::from(e.instance)))
    }
    /// Reference words in mutable raw data.
    pub fn raw_roots(&self) -> impl Iterator<Item = *mut usize> + '_ {
        let base = self.view.header.base;
        self.view
            .iter::<u32>(self.view.header.raw_roots)
            .map(move |o| (base + u64::from(o)) as *mut usize)
    }
    /// Calls an emitted function through the image's trampoline.
    pub fn enter(&self, runtime: *mut Runtime, function: u64, argument: u64) -> u64 {
        self.enter4(runtime, function, [argument, 0, 0, 0])
    }
    /// Calls an emitted function of up to four integer words.
    pub fn enter4(&self, runtime: *mut Runtime, function: u64, args: [u64; 4]) -> u64 {
        type Enter = extern "C" fn(*mut Runtime, u64, u64, u64, u64, u64) -> u64;
        // SAFETY: `header.enter` is the address of emitted code with this signature; `function` is an emitted function.
        let enter = unsafe { std::mem::transmute::<u64, Enter>(self.view.header.enter) };
        enter(runtime, function, args[0], args[1], args[2], args[3])
    }
    /// Whether an address lies in emitted code.
    pub fn is_code(&self, address: u64) -> bool {
        self.text.contains(&address)
    }
}

/// Whether a debugger is attached: its breakpoints change the code.
pub fn is_traced() -> bool {
    std::fs::read_to_string("/proc/self/status").is_ok_and(|t| {
        t.lines().any(|l| {
            l.strip_prefix("TracerPid:")
                .is_some_and(|p| p.trim() != "0")
        })
    })
}

impl FrameMap for LoadedProgram {
    fn frame(&self, return_address: u64) -> Option<FrameInfo<'_>> {
        if !self.text.contains(&return_address) {
            return None;
        }
        let e = format::find_stack_map(self.stack_maps, (return_address - self.text.start) as u32)?;
        let e = self.frames.get(e.frame as usize)?;
        let start = e.roots_start as usize;
        let slots = self.root_slots.get(start..start + e.roots_count as usize)?;
        Some(FrameInfo {
            size: e.size,
            slots,
        })
    }
}
