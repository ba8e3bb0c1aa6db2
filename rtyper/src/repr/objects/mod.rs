//! Objects: classes with their instances, sets of prebuilt objects, exceptions and their texts, weak references, and
//! bits that say which attributes are set.
pub mod rclass;
pub mod rexc;
pub mod rexctext;
pub mod rfamily;
pub mod rfrozen;
pub mod rinstance;
pub mod rpbc;
pub mod rpresence;
pub mod rweakref;
