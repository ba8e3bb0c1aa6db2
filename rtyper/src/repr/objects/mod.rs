//! Objects: classes with their instances, sets of prebuilt objects, exceptions and their texts, weak references, and
//! bits that say which attributes are set.
pub mod rclass;
mod rexc;
mod rexctext;
pub mod rfamily;
mod rfrozen;
mod rinstance;
mod rjoin;
pub mod rpbc;
mod rpresence;
mod rweakref;
