//! Hints that are wrong end the program with a report: `GENEXT_JIT=check` (see
//! [`promises`](crate::support::promises)).
use std::fmt::Write;

use ir::lltype::{FieldType, LLType};
use lowlevel::AliasRegion;

use super::jit::Jit;
use crate::support::memory;
use crate::support::promises::Broken;

/// Promises that are verified when the compiler has run.
pub(super) const AFTER_SESSION: Option<usize> = Some(256);
/// Promises that are verified when residual code is left.
pub(super) const AT_EDGE: Option<usize> = Some(16);

impl Jit {
    /// Verifies so many promises, or all at the end; one that is broken ends the program. Elidable functions are
    /// called: the arrival is visible to the collector.
    pub(super) fn verify(&self, count: Option<usize>) {
        // A function that is called may come here again.
        if !self.state.verifies() || self.verifying.replace(true) {
            return;
        }
        let same = |ty: LLType, a: u64, b: u64| self.same_value(ty, a, b);
        let broken = self.state.broken_promise(count, &same);
        self.verifying.set(false);
        if let Some(&field) = self.state.missed_writes().first() {
            self.log.flush();
            eprintln!(
                "GENEXT_JIT=check: `{}` has changed, and code that rests on it was not told",
                self.field_text(field)
            );
            std::process::exit(1);
        }
        if let Some(broken) = broken {
            self.log.flush();
            eprint!("{}", self.report(&broken));
            std::process::exit(1);
        }
    }
    /// Whether two words are the same value: strings and tuples are compared by what they hold.
    fn same_value(&self, ty: LLType, a: u64, b: u64) -> bool {
        if a == b {
            return true;
        }
        if a == 0 || b == 0 {
            return false;
        }
        if self.is_string(ty) {
            return self.string_bytes(ty, a) == self.string_bytes(ty, b);
        }
        let tables = &self.state.tables;
        let Some((c, tuple)) = ty
            .container()
            .and_then(|c| Some((c, tables.types().as_tuple(c)?)))
        else {
            return false;
        };
        let item = |address, i: usize, ty| {
            let field = AliasRegion::Field(c, i as u32);
            tables.read(address, field, None, ty)
        };
        tuple.fields.iter().enumerate().all(|(i, f)| match f.ty {
            FieldType::Value(ty) => match (item(a, i, ty), item(b, i, ty)) {
                (Some(x), Some(y)) => self.same_value(ty, x, y),
                _ => false,
            },
            FieldType::Inline(_) => false,
        })
    }
    fn report(&self, broken: &Broken) -> String {
        let (what, help) = match self.trusted_text(&broken.op) {
            Some(("function", name)) => (
                format!("the function `{name}` is declared elidable, but its result changes"),
                "An elidable function gives the same result whenever it gets the same arguments.",
            ),
            Some((_, name)) => (
                format!("`{name}` is declared immutable, but changes"),
                "A field that changes now and then is declared with `?` behind its name.",
            ),
            None => (
                "the items of a list are declared immutable (`[*]`), but change".to_owned(),
                "A list that changes is declared without `[*]`.",
            ),
        };
        let (before, now) = broken.words;
        let shown = |w: u64| self.shown(broken.ty, w);
        let now = match now {
            Some(w) if shown(w) == shown(before) => "another one".to_owned(),
            Some(w) => shown(w),
            None => "an exception".to_owned(),
        };
        let mut out = format!("GENEXT_JIT=check: a hint is wrong: {what}\n");
        let at = self.source(broken.location);
        if !at.is_empty() {
            let _ = writeln!(out, "  read at {at}");
        }
        let _ = writeln!(
            out,
            "  It was {} when code was compiled for it, and is {now} now.",
            shown(before)
        );
        let _ = writeln!(out, "  {help}");
        out
    }
    /// A value as the language shows it.
    fn shown(&self, ty: LLType, bits: u64) -> String {
        match ty {
            LLType::Bool => (if bits == 0 { "False" } else { "True" }).to_owned(),
            LLType::Ptr(_) if bits == 0 => "None".to_owned(),
            LLType::Ptr(_) if !self.is_string(ty) => "an object".to_owned(),
            _ => self.word_text(ty, memory::to_state(ty, bits)),
        }
    }
}
