//! Names of residual code for profilers and debuggers: `GENEXT_JIT=perf_map` writes `/tmp/perf-PID.map`, which
//! `perf report` reads; `GENEXT_JIT=gdb` registers each piece with gdb ([`super::gdb`]).
//!
//! ```text
//! 10100240 3b F12 fib.kite:3 CALL
//! start, size (hexadecimal), name: the fragment, the place in the interpreted program
//! ```
//! The place is what the program's `get_printable_location` says of the merge point that the fragment belongs to. If
//! there is none, it is the point of the interpreter, its greens, and the interpreter's line. The program is asked when
//! a request ends, as its code may allocate: until then names wait.
use std::cell::RefCell;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{Seek as _, Write as _};
use std::path::Path;

use backend_x86::residual::symbols::{Symbol, object_file};
use backend_x86::residual::{Code, Region};

use super::code::{EdgeId, FragmentId};
use super::emit::Draft;
use super::gdb::FileId;
use super::jit::Jit;
use super::keys::ChainId;
use super::origins::Marks;
use jit_abi::settings::Settings;

/// Where names go.
#[derive(Debug, Default)]
pub struct Symbols {
    map: Option<RefCell<File>>,
    gdb: bool,
    /// What gdb knows of the code there is.
    named: RefCell<Named>,
    /// Of the request at hand.
    waiting: RefCell<Vec<WaitingName>>,
}

/// Files that gdb has of some code.
#[derive(Debug, Default)]
pub(super) struct Named(Vec<FileId>);

/// Code whose name is not known yet.
#[derive(Debug)]
struct WaitingName {
    id: FragmentId,
    /// The chain where the fragment starts; if there is none, it follows straight on the one before.
    start: Option<ChainId>,
    merge: Option<ChainId>,
    /// Addresses and sizes of hot and cold code.
    hot: (u64, u32),
    cold: (u64, u32),
}

impl Symbols {
    /// What the settings ask for, with the code that all fragments of a region share.
    pub fn new(settings: &Settings, region: &Region) -> Symbols {
        let path = format!("/tmp/perf-{}.map", std::process::id());
        let map = settings.perf_map.then(|| create(Path::new(&path)));
        let this = Symbols {
            map: map.flatten(),
            gdb: settings.gdb,
            named: RefCell::default(),
            waiting: RefCell::default(),
        };
        this.add_shared(region);
        this
    }
    fn add_shared(&self, region: &Region) {
        let (_, size) = region.usage();
        let shared = Symbol {
            name: "genext_jit_edge_stub".to_owned(),
            address: region.base(),
            size: region.shared_size(),
        };
        self.add(&[shared], Some((region.base(), size as u64)));
    }
    /// All code is forgotten, and its region begins anew. The map for perf does, too: it has one name for an address.
    pub(super) fn begin_anew(&self, region: &Region) {
        self.forget(self.named.take());
        if let Some(map) = &self.map {
            let mut map = map.borrow_mut();
            let _ = map.set_len(0).and_then(|()| map.rewind());
        }
        self.add_shared(region);
    }
    /// All code is forgotten, but may be on the stack; there is another region for what comes next.
    pub(super) fn retire(&self, region: &Region) -> Named {
        let old = self.named.take();
        self.add_shared(region);
        old
    }
    /// There is no such code any more.
    pub(super) fn forget(&self, names: Named) {
        names.0.into_iter().for_each(super::gdb::unregister);
    }
    /// Whether anybody wants names.
    pub fn wanted(&self) -> bool {
        self.map.is_some() || self.gdb
    }
    /// Adds names; `frames`: the range whose frames debuggers must know of.
    fn add(&self, symbols: &[Symbol], frames: Option<(u64, u64)>) {
        if let Some(map) = &self.map {
            // A map that cannot be written is no reason to stop the program.
            let _ = map.borrow_mut().write_all(lines(symbols).as_bytes());
        }
        if self.gdb
            && let Ok(file) = object_file(symbols, frames)
        {
            let file = super::gdb::register(file);
            self.named.borrow_mut().0.push(file);
        }
    }
}

/// What names of cold code end with.
const COLD: &str = " (cold)";

/// A name as both formats can hold it: texts of the program may have line ends and zeros.
fn one_line(name: &str) -> String {
    name.replace(|c: char| c.is_control(), " ")
}

fn create(path: &Path) -> Option<RefCell<File>> {
    match File::create(path) {
        Ok(f) => Some(RefCell::new(f)),
        Err(e) => {
            eprintln!("GENEXT_JIT: cannot write {}: {e}", path.display());
            None
        }
    }
}

fn lines(symbols: &[Symbol]) -> String {
    let mut out = String::new();
    for s in symbols.iter().filter(|s| s.size > 0) {
        let _ = writeln!(out, "{:x} {:x} {}", s.address, s.size, s.name);
    }
    out
}

impl Jit {
    /// Notes that the fragments of a run need names: number, draft, merge points, code.
    pub(super) fn name_code<'a>(
        &self,
        run: impl Iterator<Item = (FragmentId, &'a Draft, &'a Marks, &'a Code)>,
    ) {
        for (id, draft, marks, code) in run {
            let version = draft.version.map(|v| self.table.borrow().get(v).key);
            let edge = |e: EdgeId| self.code.edges.borrow()[e].chain;
            let start = version.or_else(|| draft.from.map(edge));
            self.symbols.waiting.borrow_mut().push(WaitingName {
                id,
                start,
                merge: start.and_then(|s| self.merge_of(s, marks)),
                hot: (code.address, code.size),
                cold: (code.cold, code.cold_size),
            });
        }
    }
    /// The place of code in the interpreted program. The arrival that is compiled for is visible to the collector.
    fn place_of(&self, start: ChainId, merge: Option<ChainId>) -> String {
        if let Some(text) = merge.and_then(|m| self.printable(m)) {
            return text;
        }
        let point = self.chains.borrow().get(start).point;
        let mut place = format!("{} {}", self.point_name(point), self.greens_text(start));
        place.truncate(place.trim_end().len());
        let line = self.source(self.point(point).location);
        if !line.is_empty() {
            place.push_str(" at ");
            place.push_str(&line);
        }
        place
    }
    /// Names the code of a request that ends. The arrival that is compiled for is visible to the collector.
    pub(super) fn name_waiting(&self) {
        let waiting = self.symbols.waiting.take();
        // Hot and cold code in object files of their own, for files of debuggers cover a range.
        let (mut hot, mut cold) = (Vec::new(), Vec::new());
        let mut place = String::new();
        for w in waiting {
            if let Some(start) = w.start {
                place = self.place_of(start, w.merge);
            }
            let parts = [(&mut hot, "", w.hot), (&mut cold, COLD, w.cold)];
            for (list, what, (address, size)) in parts.into_iter().filter(|p| p.2.1 > 0) {
                list.push(Symbol {
                    name: one_line(&format!("{} {place}{what}", w.id)),
                    address,
                    size: u64::from(size),
                });
            }
        }
        let unnamed = self
            .code
            .region
            .borrow_mut()
            .unnamed
            .as_mut()
            .map(std::mem::take);
        for (address, size, what) in unnamed.unwrap_or_default() {
            cold.push(Symbol {
                name: what.to_owned(),
                address,
                size: u64::from(size),
            });
        }
        for mut part in [hot, cold] {
            part.sort_by_key(|s| s.address);
            if !part.is_empty() {
                self.symbols.add(&part, None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_the_program_do_not_end_the_line_of_a_map() {
        assert_eq!(one_line("F1 a\nb\0c é"), "F1 a b c é");
    }

    #[test]
    fn a_map_has_a_line_for_each_piece_of_code() {
        let symbol = |name: &str, size| Symbol {
            name: name.to_owned(),
            address: 0x1010_0240,
            size,
        };
        let text = lines(&[symbol("F1 interpret pc=3", 0x3b), symbol("nothing", 0)]);
        assert_eq!(text, "10100240 3b F1 interpret pc=3\n");
    }
}
