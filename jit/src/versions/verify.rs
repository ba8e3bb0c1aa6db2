//! Hints that are wrong end the program with a report: `GENEXT_JIT=check` (see
//! [`promises`](crate::support::promises)).
use std::fmt::Write;

use ir::lltype::LLType;

use super::jit::Jit;
use crate::support::promises::Broken;

/// Promises that are verified when the compiler has run.
pub(super) const AFTER_SESSION: usize = 256;
/// Promises that are verified when residual code is left.
pub(super) const AT_EDGE: usize = 16;

impl Jit {
    /// Verifies some promises; one that is broken ends the program. With `calls` elidable functions are called: the
    /// arrival is visible to the collector.
    pub(super) fn verify(&self, count: usize, calls: bool) {
        // A function that is called may come here again.
        if !self.state.verifies() || self.verifying.replace(true) {
            return;
        }
        let same = |ty: LLType, a: u64, b: u64| {
            let texts = a != 0 && b != 0 && self.is_string(ty);
            a == b || texts && self.string_bytes(ty, a) == self.string_bytes(ty, b)
        };
        let broken = self.state.broken_promise(count, calls, &same);
        self.verifying.set(false);
        if let Some(broken) = broken {
            self.log.flush();
            eprint!("{}", self.report(&broken));
            std::process::exit(1);
        }
    }
    fn report(&self, broken: &Broken) -> String {
        let what = match self.trusted_text(&broken.op) {
            Some(("function", name)) => {
                format!("the function `{name}` is declared elidable, but its result changes")
            }
            Some((_, name)) => format!("`{name}` is declared immutable, but changes"),
            None => "the items of a list are declared immutable (`[*]`), but change".to_owned(),
        };
        let (before, now) = broken.words;
        let shown = |w: u64| self.show_word(broken.ty, w);
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
        out.push_str(match self.trusted_text(&broken.op) {
            Some(("function", _)) => {
                "  An elidable function gives the same result whenever it gets the same arguments.\n"
            }
            Some(_) => "  A field that changes now and then is declared with `?` behind its name.\n",
            None => "  A list that changes is declared without `[*]`.\n",
        });
        out
    }
    fn show_word(&self, ty: LLType, word: u64) -> String {
        match ty {
            LLType::Bool => (if word == 0 { "False" } else { "True" }).to_owned(),
            LLType::Char => format!("{:?}", word as u8 as char),
            LLType::UniChar => {
                char::from_u32(word as u32).map_or_else(|| word.to_string(), |c| format!("{c:?}"))
            }
            LLType::Float => format!("{:?}", f64::from_bits(word)),
            LLType::SingleFloat => format!("{:?}", f32::from_bits(word as u32)),
            _ if ty.is_signed() => (word as i64).to_string(),
            LLType::Unsigned | LLType::Int { .. } => word.to_string(),
            _ if word == 0 => "None".to_owned(),
            _ if self.is_string(ty) => {
                format!("{:?}", String::from_utf8_lossy(self.string_bytes(ty, word)))
            }
            _ => "an object".to_owned(),
        }
    }
}
