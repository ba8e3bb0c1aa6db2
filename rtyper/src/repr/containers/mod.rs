//! Containers: lists, ranges, dictionaries, tuples, slices, and iterators over them.
use std::rc::Rc;

use annotator::model::{DictId, ListId};
use ir::lltype::ContainerId;
use rustc_hash::FxHashMap;

use rdict::DictInfo;
use rlist::ListInfo;

pub mod rdict;
mod riter;
pub mod rlist;
mod rlistops;
mod rrange;
pub mod rslice;
mod rtuple;

/// The types of lists and dictionaries.
#[derive(Default)]
pub(crate) struct Containers {
    pub(crate) lists: FxHashMap<ListId, Rc<ListInfo>>,
    /// Lists whose types are being found, with a declared type if an item refers back.
    pub(crate) lists_begun: FxHashMap<ListId, Option<ContainerId>>,
    pub(crate) dicts: FxHashMap<DictId, Rc<DictInfo>>,
}
