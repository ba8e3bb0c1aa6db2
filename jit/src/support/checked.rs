//! Generators and executors: each is compared with what was written when the JIT first runs it.
//!
//! Those of a large interpreter are tens of megabytes of which a program needs a small part. All entries to one go
//! through the driver, or through a generator that asks before it calls another one.
use std::cell::Cell;

use ir::index::Idx;
use lowlevel::FuncId;

use super::state::SupportState;

/// Functions that may run.
#[derive(Debug)]
pub struct Checked {
    /// A bit for each function.
    whole: Box<[Cell<u64>]>,
}

impl Checked {
    /// None of so many functions.
    pub fn new(functions: usize) -> Checked {
        Checked {
            whole: vec![Cell::new(0); functions.div_ceil(64)].into_boxed_slice(),
        }
    }
}

impl SupportState {
    /// The address of a generator or executor, which is as it was written: the program ends if it is not.
    #[inline]
    pub fn checked_code(&self, f: FuncId) -> u64 {
        if self.checked.whole[f.index() / 64].get() >> (f.index() % 64) & 1 == 0 {
            self.check_code(f);
        }
        self.tables.funcs[f]
    }
    #[cold]
    fn check_code(&self, f: FuncId) {
        let funcs = &self.tables.funcs;
        let mut later = (f.index() + 1..funcs.len()).map(|i| funcs[FuncId::new(i)]);
        let end = later.find(|&a| a != 0);
        if !self.with_runtime(|rt| rt.program.is_code_whole(funcs[f], end)) {
            eprintln!("the program image is damaged (what the JIT is made of)");
            std::process::exit(1);
        }
        let bits = &self.checked.whole[f.index() / 64];
        bits.set(bits.get() | 1 << (f.index() % 64));
    }
}
