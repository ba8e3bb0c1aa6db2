//! Types, constants and operations with their immediates, as the parser of graphs asks for them.
use std::sync::Arc;

use ir::lltype::{ContainerId, LLType};
use ir::model::text::Reader;
use rustc_hash::FxHashMap;

use super::{ProgramReader, Result};
use crate::check::{Check, Test};
use crate::lex::{bytes, split};
use crate::ops::{HintKind, MarkerKind, ReadImmediates, SafetyError};
use crate::text::{HINTS, MARKERS};
use crate::{Const, ExternId, FuncId, JitDriverId, LL, LLOp};

pub(super) fn primitive(text: &str) -> Option<LLType> {
    if let Some(named) = LLType::named(text) {
        return Some(named);
    }
    let (signed, bits) = match text.strip_prefix("UInt") {
        Some(b) => (false, b),
        None => (true, text.strip_prefix("Int")?),
    };
    let bits = bits.parse().ok()?;
    matches!(bits, 8 | 16 | 32 | 128).then_some(LLType::Int { bits, signed })
}

impl Reader<LL> for ProgramReader {
    fn ty(&mut self, text: &str) -> Result<LLType> {
        let text = text.trim();
        if text.is_empty() {
            return Err("expected a type".into());
        }
        if let Some(t) = primitive(text) {
            return Ok(t);
        }
        let inner = text
            .strip_prefix("Ptr(")
            .and_then(|t| t.strip_suffix(')'))
            .ok_or_else(|| format!("`{text}` is not a type of values"))?;
        Ok(LLType::Ptr(self.container(inner)?))
    }
    fn constant(&mut self, text: &str) -> Result<Const> {
        self.typed_constant(text, None)
    }
    fn op(&mut self, text: &str) -> Result<LLOp> {
        let text = text.trim();
        let Some((name, imm)) = text.split_once('[') else {
            return simple_op(text).ok_or_else(|| format!("unknown operation `{text}`"));
        };
        let imm = imm.strip_suffix(']').ok_or("expected `]`")?.trim();
        LLOp::read(name, imm, self).unwrap_or_else(|| Err(format!("unknown operation `{name}`")))
    }
    fn exception_types(&mut self) -> (LLType, LLType) {
        let ptr = |c: Option<ContainerId>| c.map_or(LLType::Address, LLType::Ptr);
        (
            ptr(self.program.known.vtable),
            ptr(self.program.known.object),
        )
    }
}

impl ReadImmediates for ProgramReader {
    fn field(&mut self, text: &str) -> Result<(ContainerId, u32)> {
        self.field_named(text)
    }
    fn container(&mut self, text: &str) -> Result<(ContainerId,)> {
        Ok((ProgramReader::container(self, text)?,))
    }
    fn function(&mut self, text: &str) -> Result<(FuncId,)> {
        Ok((self.func(text)?,))
    }
    fn candidates(&mut self, text: &str) -> Result<(ContainerId, Option<Arc<[FuncId]>>)> {
        let Some((c, fs)) = text.split_once('|') else {
            return Ok((ProgramReader::container(self, text)?, None));
        };
        let c = ProgramReader::container(self, c)?;
        let fs = split(fs).into_iter().map(|f| self.func(f));
        Ok((c, Some(fs.collect::<Result<Vec<_>>>()?.into())))
    }
    fn external(&mut self, text: &str) -> Result<(ExternId,)> {
        let x = self.externs.get(text);
        Ok((*x.ok_or_else(|| format!("no extern `{text}`"))?,))
    }
    fn reason(&mut self, text: &str) -> Result<(SafetyError,)> {
        let reason = SafetyError::ALL.iter().find(|(_, n)| *n == text);
        Ok((reason.ok_or_else(|| format!("unknown reason `{text}`"))?.0,))
    }
    fn claim(&mut self, text: &str) -> Result<(Arc<Check>,)> {
        let (test, claim) = text
            .split_once(" | \"")
            .ok_or("expected test | \"claim\"")?;
        let claim = claim.strip_suffix('"').ok_or("expected `\"`")?;
        let claim = String::from_utf8(bytes(claim)?).map_err(|e| e.to_string())?;
        let test = match test {
            "class" => Test::Class,
            "member" => Test::Member,
            "never" => Test::Never,
            op => Test::Gives(Box::new(self.op(op)?)),
        };
        Ok((Arc::new(Check { test, claim }),))
    }
    fn hint(&mut self, text: &str) -> Result<(HintKind,)> {
        let hint = HINTS.iter().find(|(_, n)| *n == text);
        Ok((hint.ok_or_else(|| format!("unknown hint `{text}`"))?.0,))
    }
    fn marker(&mut self, text: &str) -> Result<(MarkerKind, JitDriverId)> {
        let (kind, driver) = text.split_once(',').ok_or("expected kind and driver")?;
        let kind = MARKERS.iter().find(|(_, n)| *n == kind.trim());
        let kind = kind.ok_or_else(|| format!("unknown marker `{text}`"))?.0;
        let d = self.drivers.get(driver.trim());
        Ok((kind, *d.ok_or_else(|| format!("no driver `{driver}`"))?))
    }
    fn slot(&mut self, text: &str) -> Result<(u32,)> {
        Ok((text.parse().map_err(|_| format!("bad slot `{text}`"))?,))
    }
}

fn simple_op(name: &str) -> Option<LLOp> {
    use std::sync::OnceLock;
    static TABLE: OnceLock<FxHashMap<&'static str, LLOp>> = OnceLock::new();
    TABLE
        .get_or_init(|| LLOp::SIMPLE.iter().map(|o| (o.name(), o.clone())).collect())
        .get(name)
        .cloned()
}
