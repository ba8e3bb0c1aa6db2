//! The toolchain as RPython's test files see it: `rpython.annotator.*`, `rpython.translator.*`, `rpython.flowspace.*`.
//!
//! RPython projects test against the toolchain's own objects: `a.build_types(f, [int])` gives an annotation object
//! whose class, `knowntype`, `const`, `listdef` they look at; `graphof(a, f)` gives a graph with blocks and operations.
//! Here these objects are Python text (`lib/`) over a native module, [`native`], which hands out plain descriptions of
//! what the crates below hold:
//!
//! ```text
//! s = a.build_types(f, [int])      Python objects -> descriptions -> annotator::Annotation, the real engine, and back
//! ```
//! Nothing below knows this crate. Names that are not provided raise `ImportError`, as for any module without them.
//!
//! Use: put [`EXTENSION`] into [`python::live::SpaceConfig::extensions`] and call [`attach`] with the space.
use std::cell::RefCell;
use std::rc::{Rc, Weak};

use python::live::{Extension, Space};

mod describe;
mod graphs;
mod handle;
mod interpret;
pub mod native;
mod system;

/// The modules of this crate.
pub const EXTENSION: Extension = Extension {
    modules: &[("_genext_annotator", native::init)],
    library: LIBRARY,
};

include!(concat!(env!("OUT_DIR"), "/library.rs"));

thread_local! {
    static SPACES: RefCell<Vec<Weak<Space>>> = const { RefCell::new(Vec::new()) };
}

/// Makes a space known to the modules of this crate (a space belongs to one thread).
pub fn attach(space: &Rc<Space>) {
    SPACES.with_borrow_mut(|s| {
        s.retain(|w| w.strong_count() > 0);
        s.push(Rc::downgrade(space));
    });
}

/// The attached space at this address.
pub fn attached(space: &Space) -> Option<Rc<Space>> {
    SPACES.with_borrow(|s| {
        s.iter()
            .filter_map(Weak::upgrade)
            .find(|r| std::ptr::eq(Rc::as_ptr(r), space))
    })
}
