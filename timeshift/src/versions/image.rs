//! Making the JIT from the tables of the image that is loaded.
use runtime::runtime::Runtime;

use super::jit::Jit;
use super::log::Log;
use super::native::install;
use super::settings::Settings;
use crate::info::JitInfo;

/// What the image tells.
pub struct Tables {
    /// The tables about coloured graphs.
    pub info: JitInfo,
    /// Addresses of functions.
    pub funcs: Vec<u64>,
    /// Addresses of prebuilt objects.
    pub objects: Vec<u64>,
}

/// Makes the JIT of a runtime; `None` (with a message) if that is not possible: the program goes on without.
pub fn make(
    rt: &mut Runtime,
    tables: Tables,
    settings: Settings,
    log: Log,
) -> Option<&'static Jit> {
    let header = &rt.program.view.header;
    let near = header.base + header.total_size;
    let this: *mut Runtime = rt;
    let jit = Jit::new(
        this,
        tables.info,
        tables.funcs,
        tables.objects,
        near,
        settings,
        log,
    )
    .and_then(|jit| install(jit, rt));
    match jit {
        Ok(jit) => Some(jit),
        Err(e) => {
            eprintln!("the JIT cannot start: {e}");
            None
        }
    }
}
