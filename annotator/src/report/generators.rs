//! `W0459`: generators whose `finally` (or `with`) waits for the end.
//!
//! In translated code nobody closes a generator that is left before its end, so what would be carried out then is not.
//!
//! ```text
//! def lines(f):                       for line in lines(f):
//!     try:                                if not line:
//!         yield f.readline()                  break          untranslated f is closed here, or soon
//!     finally:
//!         f.close()
//! ```
use ir::diag::Diagnostic;
use ir::source::Span;
use python::code::{Instr, Pc};
use rustc_hash::FxHashSet;

use crate::engine::Annotator;
use crate::report::python_only::is_embedded;

impl Annotator {
    /// Warnings: generators that wait inside of a `finally` or `with`.
    pub(crate) fn waiting_generators(&self) -> Vec<Diagnostic> {
        let mut seen: FxHashSet<Span> = FxHashSet::default();
        let mut out = Vec::new();
        for info in self.program.graphs.iter() {
            let code = info.flow.func.code();
            let place = code.name_span;
            if !code.is_generator || is_embedded(place) || !seen.insert(place) {
                continue;
            }
            let yields = |pc: &Pc| matches!(code.instr(*pc), Instr::YieldValue | Instr::YieldFrom);
            let mut all = (0..code.instrs.len() as u32).map(Pc).filter(yields);
            let Some(waits) = all.find(|&pc| code.is_within_finally(pc)) else {
                continue;
            };
            let text = format!("the generator `{}` may be left before its end", code.name);
            out.push(
                Diagnostic::warning("W0459", code.span_at(waits), text)
                    .label("then the `finally` or `with` around this is not carried out in translated code")
                    .help("go through all that it gives, or put the `finally` around the loop that uses it"),
            );
        }
        out
    }
}
