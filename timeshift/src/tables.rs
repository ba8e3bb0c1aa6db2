//! The tables of the image under construction: types, locations, switches are kept once.
use ir::lltype::LLType;
use ir::source::{self, Span};
use jit_abi::info::{JitInfo, LocationInfo, SwitchInfo};
use rustc_hash::FxHashMap;

/// The tables, and what is in them already.
#[derive(Default)]
pub struct TableBuilder {
    /// All of them.
    pub info: JitInfo,
    lltypes: FxHashMap<LLType, u32>,
    locations: FxHashMap<(Span, String), u32>,
    switches: FxHashMap<SwitchKey, u32>,
}

type SwitchKey = (LLType, Vec<u64>, bool);

impl TableBuilder {
    /// The number of a type.
    pub fn lltype(&mut self, ty: LLType) -> u32 {
        let list = &mut self.info.lltypes;
        *self.lltypes.entry(ty).or_insert_with(|| {
            list.push(ty);
            list.len() as u32 - 1
        })
    }
    /// The number of a position in a function.
    pub fn location(&mut self, span: Span, function: &str) -> u32 {
        let span = span.original();
        let list = &mut self.info.locations;
        let key = (span, function.to_owned());
        *self.locations.entry(key).or_insert_with(|| {
            let mut info = LocationInfo {
                function: function.to_owned(),
                ..LocationInfo::default()
            };
            if let Some(at) = span.location() {
                info.file = at.path.to_string();
                info.line = at.line;
                info.column = at.column;
                info.text = source::file(span.file).line_text(at.line).trim().to_owned();
            }
            list.push(info).0
        })
    }
    /// The number of a red switch.
    pub fn switch(&mut self, s: SwitchInfo) -> u32 {
        let list = &mut self.info.switches;
        let key = (s.ty, s.cases.clone(), s.has_default);
        *self.switches.entry(key).or_insert_with(|| {
            list.push(s);
            list.len() as u32 - 1
        })
    }
}
