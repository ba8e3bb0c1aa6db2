//! What went wrong, and where typing is.
use ir::diag::Diagnostic;
use ir::source::Span;

/// How many errors there may be before the rest of the program is left alone.
const ENOUGH: usize = 20;

/// What went wrong so far, and where typing is.
#[derive(Default)]
pub(crate) struct Report {
    /// Where the operation being lowered is, for messages.
    span: Span,
    diagnostics: Vec<Diagnostic>,
}

impl Report {
    /// Notes where the operation is that is lowered next.
    pub(super) fn at(&mut self, span: Span) {
        self.span = span;
    }
    /// Where the operation being lowered is.
    pub(crate) fn span(&self) -> Span {
        self.span
    }
    /// Adds diagnostics to those of the program.
    pub(super) fn add(&mut self, list: impl IntoIterator<Item = Diagnostic>) {
        self.diagnostics.extend(list);
    }
    /// Whether so much went wrong that more is of no use.
    pub(super) fn is_full(&self) -> bool {
        self.diagnostics.len() > ENOUGH
    }
    /// The diagnostics, if one of them is an error.
    pub(super) fn finish(self) -> Result<(), Vec<Diagnostic>> {
        if self.diagnostics.iter().any(Diagnostic::is_error) {
            return Err(self.diagnostics);
        }
        Ok(())
    }
}
