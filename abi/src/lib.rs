//! What translation time and run time agree on. It is a crate of its own, with almost no dependencies, so that the stub
//! of translated programs is small and quick to build.
//!
//! * [`context`]: the runtime context, registers, calls, frames, headers (re-exported as `backend_x86::abi`).
//! * [`format`]: the image's bytes (re-exported as `backend_x86::image::format`).
//! * [`floattext`]: floats as text, the same untranslated and translated.
//! * [`times`]: times of files, the same untranslated and translated.
pub mod context;
pub mod floattext;
pub mod format;
pub mod times;
