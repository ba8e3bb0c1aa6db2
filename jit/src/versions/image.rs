//! Making the JIT from the tables of the image that is loaded.
use ir::index::IndexVec;
use lowlevel::ObjId;
use runtime::abi::format::PART_JIT;
use runtime::runtime::Runtime;

use super::idle::Idle;
use super::jit::Jit;
use super::log::{Log, LogLevel};
use super::native::install;
use super::params::set_threshold;
use crate::support::tables::Addresses;
use jit_abi::info::JitInfo;
use jit_abi::settings::Settings;

/// What the image tells.
pub struct ImageTables {
    /// The tables about coloured graphs.
    pub info: JitInfo,
    pub addresses: Addresses,
}

/// The tables of the image that a runtime has loaded; `None` (with a message) if they are damaged, or if there are
/// none.
pub fn read(rt: &Runtime) -> Option<ImageTables> {
    let view = &rt.program.view;
    if view.header.jit_info.count == 0 {
        return None;
    }
    if !rt.program.is_whole(PART_JIT) {
        eprintln!(
            "the program image is damaged (what the JIT is made of); it runs without the JIT"
        );
        return None;
    }
    let info = match JitInfo::decode(view.jit_info()) {
        Ok(info) => info,
        Err(message) => {
            eprintln!("{message}");
            return None;
        }
    };
    let addresses = |t| view.iter::<u32>(t).map(u64::from).collect();
    let order = view.iter::<u32>(view.header.jit_object_order);
    let addresses = Addresses {
        funcs: IndexVec::from_raw(addresses(view.header.jit_funcs)),
        objects: IndexVec::from_raw(addresses(view.header.jit_objects)),
        objects_in_order: order.map(ObjId).collect(),
    };
    Some(ImageTables { info, addresses })
}

/// Before the program starts: its counters get a threshold, so that hot loops ask for the JIT. Nothing else is done
/// until one does.
pub fn start(rt: &mut Runtime) {
    let thresholds = rt.program.view.header.jit_threshold;
    if thresholds == 0 {
        return;
    }
    let settings = Settings::from_env();
    if !settings.off {
        set_threshold(thresholds, None, settings.threshold);
        let idle = Idle::of(rt, thresholds);
        rt.jit = idle.map(|i| Box::new(i) as Box<dyn runtime::jit::Jit>);
    }
    super::native::keep(settings);
}

/// Makes the JIT of a runtime; `None` (with a message) if that is not possible: the program goes on without.
pub fn make(
    rt: &mut Runtime,
    tables: ImageTables,
    settings: Settings,
    log: Log,
) -> Option<&'static Jit> {
    let header = &rt.program.view.header;
    let near = header.base + header.total_size;
    let image = header.base..near;
    let this: *mut Runtime = rt;
    let jit = Jit::new(this, tables.info, tables.addresses, near, settings, log)
        .and_then(|jit| install(jit, rt));
    match jit {
        Ok(jit) => {
            if jit.log.wants(LogLevel::Versions) {
                let region = jit.code.region.borrow();
                let code = (region.base(), region.usage().1 as u64);
                super::sampling::start(code, image);
            }
            Some(jit)
        }
        Err(e) => {
            eprintln!("the JIT cannot start: {e}");
            None
        }
    }
}
