//! Containers: lists, ranges, dictionaries, tuples, slices, and iterators over them.
use annotator::model::DictId;
use rustc_hash::FxHashMap;

pub mod rdict;
mod riter;
pub mod rlist;
mod rlistops;
mod rrange;
pub mod rslice;
mod rtuple;

/// The low-level types of the program's lists and dictionaries.
#[derive(Default)]
pub(crate) struct Containers {
    lists: rlist::Lists,
    dicts: FxHashMap<DictId, rdict::DictInfo>,
}
