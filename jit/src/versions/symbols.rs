//! Names of residual code for profilers and debuggers: `GENEXT_JIT=perf_map` writes `/tmp/perf-PID.map`, which
//! `perf report` reads; `GENEXT_JIT=gdb` registers each piece with gdb ([`super::gdb`]).
//!
//! ```text
//! 10100240 3b F12 interpret merge point "+-+?" pc=3
//! start, size (hexadecimal), name: the fragment, the point, its greens
//! ```
use std::cell::RefCell;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use backend_x86::residual::symbols::{Symbol, object_file};
use backend_x86::residual::{Code, Region};

use super::code::FragmentId;
use super::emit::Draft;
use super::jit::Jit;
use jit_abi::settings::Settings;

/// Where names go.
#[derive(Debug, Default)]
pub struct Symbols {
    map: Option<RefCell<File>>,
    gdb: bool,
}

impl Symbols {
    /// What the settings ask for, with the code that all fragments of a region share.
    pub fn new(settings: &Settings, region: &Region) -> Symbols {
        let path = format!("/tmp/perf-{}.map", std::process::id());
        let map = settings.perf_map.then(|| create(Path::new(&path)));
        let this = Symbols {
            map: map.flatten(),
            gdb: settings.gdb,
        };
        let (_, size) = region.usage();
        let shared = Symbol {
            name: "genext_jit_edge_stub".to_owned(),
            address: region.base(),
            size: region.shared_size(),
        };
        this.add(&[shared], Some((region.base(), size as u64)));
        this
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
            super::gdb::register(file);
        }
    }
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
    /// Names the fragments of a run: number, draft, code.
    pub(super) fn name_code<'a>(
        &self,
        run: impl Iterator<Item = (FragmentId, &'a Draft, &'a Code)>,
    ) {
        let mut symbols = Vec::new();
        let mut place = String::new();
        for (id, draft, code) in run {
            let version = draft.version.map(|v| self.table.borrow().get(v).key);
            let chain = version.or_else(|| Some(self.code.edges.borrow()[draft.from?].chain));
            if let Some(chain) = chain {
                let point = self.chains.borrow().get(chain).point;
                place = format!("{} {}", self.point_name(point), self.greens_text(chain));
            }
            // What follows straight on has the place of what is before it.
            let symbol = |what: &str, address, size: u32| Symbol {
                name: format!("{id} {}{what}", place.trim_end()),
                address,
                size: u64::from(size),
            };
            if code.size > 0 {
                symbols.push(symbol("", code.address, code.size));
            }
            if code.cold_size > 0 {
                symbols.push(symbol(" (cold)", code.cold, code.cold_size));
            }
        }
        // Addresses in order: hot code, then cold code, each an object file of its own, for files of debuggers cover a
        // range.
        let (cold, hot): (Vec<Symbol>, Vec<Symbol>) = symbols
            .into_iter()
            .partition(|s| s.name.ends_with(" (cold)"));
        for part in [hot, cold] {
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
