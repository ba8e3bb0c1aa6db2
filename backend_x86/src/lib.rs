//! x86-64 back end: instruction selection, register allocation, emission, images.
//!
//! ```text
//! low-level graph ──isel──▶ machine IR ──regalloc──▶ + locations ──emit──▶ code, relocations, maps ──link──▶ image
//! ```
//! * [`abi`]: what emitted code and the runtime agree on.
//! * [`isel`]: instruction selection; [`mir`]: its result.
//! * [`regalloc`], [`frame`], [`emit`]: from machine IR to bytes.
//! * [`compile`]: whole programs, in parallel over functions.
//! * [`image`]: linked programs as bytes; [`image::format`] is what the runtime's loader reads.
//! * [`residual`]: code made at run time, out of [`fragment`]s.
//! * [`codemem`]: executable memory.
//!
//! **Unsafe code** is in `codemem`, `residual::memory`, `residual::region` and `residual::patch`, each block with its
//! reason.
use ir::source::Span;

pub use ::abi::context as abi;
pub mod codemem;
pub mod compile;
pub mod emit;
pub mod fragment;
pub mod frame;
pub mod image;
pub mod isel;
pub mod mir;
pub mod regalloc;
pub mod residual;

pub use compile::{BackendOptions, JitTables, Module, compile_program};
pub use image::{Image, link};

/// Why a program cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BackendError {
    /// Valid, but not supported.
    Unsupported {
        function: String,
        what: String,
        span: Span,
    },
    /// A bug of the toolchain.
    Internal { function: String, what: String },
}

impl std::fmt::Display for BackendError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BackendError::Unsupported { function, what, .. } => {
                write!(f, "{function}: {what} is not supported")
            }
            BackendError::Internal { function, what } => {
                write!(
                    f,
                    "internal error in the back end, function {function}: {what}"
                )
            }
        }
    }
}
impl std::error::Error for BackendError {}
