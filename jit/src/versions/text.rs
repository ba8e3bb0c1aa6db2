//! Texts: the strings of the program, and names of points, greens and operations for people.
use ir::lltype::{ContainerId, LLType};
use lowlevel::LLOp;

use super::jit::Jit;
use super::keys::ChainId;
use crate::support::memory;
use jit_abi::info::PointId;

impl Jit {
    /// A point for people: function and name.
    pub fn point_name(&self, p: PointId) -> String {
        let f = self.function(p);
        format!(
            "{} {}",
            self.info().func_name(f),
            self.info().point_names.get(p).map_or("?", |n| n)
        )
    }
    /// The greens of a chain's innermost frame as text for logs.
    pub fn greens_text(&self, chain: ChainId) -> String {
        let chains = self.chains.borrow();
        let link = chains.get(chain);
        let point = self.point(link.point);
        let portal = match point.kind {
            jit_abi::info::PointKind::Portal(n) => self.info().portals.get(n as usize),
            _ => None,
        };
        let mut out = String::new();
        for (i, (&word, &ty)) in link.greens.iter().zip(&point.greens).enumerate() {
            if i > 0 {
                out.push(' ');
            }
            if let Some((name, _)) = portal.and_then(|p| p.greens.get(i)) {
                out.push_str(name);
                out.push('=');
            }
            out.push_str(&self.word_text(ty, word));
        }
        out
    }
    /// A word of a state as text.
    pub(super) fn word_text(&self, ty: LLType, word: u64) -> String {
        match ty {
            LLType::Ptr(_) | LLType::Address if word == 0 => "null".to_owned(),
            LLType::Ptr(c) => {
                if self.is_string(ty) {
                    let bytes = self.string_bytes(ty, word);
                    let text: String = if self.info().known.string == Some(c) {
                        String::from_utf8_lossy(&bytes[..bytes.len().min(40)]).into_owned()
                    } else {
                        let points = bytes.chunks_exact(4).take(40);
                        points
                            .map(|p| u32::from_le_bytes([p[0], p[1], p[2], p[3]]))
                            .map(|p| char::from_u32(p).unwrap_or(char::REPLACEMENT_CHARACTER))
                            .collect()
                    };
                    return format!("{text:?}");
                }
                if let Some(f) = self.state.tables.func_at(word) {
                    return self.info().func_name(f).to_owned();
                }
                if self.state.tables.class(word).is_some()
                    && let Some(name) = self.state.tables.class_name(word)
                {
                    return format!("class {name}");
                }
                format!("{word:#x}")
            }
            LLType::Address => format!("{word:#x}"),
            LLType::Float | LLType::SingleFloat => format!("{:?}", f64::from_bits(word)),
            LLType::Char => format!("{:?}", word as u8 as char),
            LLType::UniChar => {
                char::from_u32(word as u32).map_or_else(|| word.to_string(), |c| format!("{c:?}"))
            }
            LLType::Unsigned => word.to_string(),
            _ => (word as i64).to_string(),
        }
    }
    /// The name of an operation in counts: calls with their target.
    pub(super) fn op_name(&self, op: &LLOp) -> String {
        let info = self.info();
        match op {
            LLOp::DirectCall(f) => format!("direct_call[{}]", info.func_name(*f)),
            LLOp::ExternCall(x) => {
                let x = info.externs.get(x.0 as usize);
                format!("extern_call[{}]", x.map_or("?", |x| x.name.as_str()))
            }
            op => op.name().to_owned(),
        }
    }
    /// The structure of strings of this type, and the type of their characters.
    fn string_struct(&self, ty: LLType) -> Option<(ContainerId, LLType)> {
        let LLType::Ptr(c) = ty else { return None };
        let (string, unicode) = (self.info().known.string, self.info().known.unicode);
        match Some(c) {
            c if c == string => Some(LLType::Char),
            c if c == unicode => Some(LLType::UniChar),
            _ => None,
        }
        .map(|item| (c, item))
    }
    /// The bytes of a string of the program; of a unicode string four for each character. They are there until the
    /// program goes on.
    pub(super) fn string_bytes(&self, ty: LLType, address: u64) -> &[u8] {
        let Some((c, item)) = self.string_struct(ty) else {
            return &[];
        };
        let Some(items) = self.state.tables.shapes[c].items.as_ref() else {
            return &[];
        };
        let length = items
            .length_offset
            .map_or(0, |o| memory::word(address + u64::from(o)));
        debug_assert_eq!(items.item_size, item.size());
        let length = length as usize * item.size() as usize;
        memory::bytes(address + u64::from(items.items_offset), length)
    }
    /// The string that stands for all of the value of this one, which is old. It alone is kept.
    pub(super) fn green_string(&self, ty: LLType, address: u64) -> u64 {
        let one = (self.chains.borrow_mut()).string(ty, address, || self.string_bytes(ty, address));
        self.state.keep(one);
        one
    }
    /// The same, if one stands for it already.
    pub(super) fn known_string(&self, ty: LLType, address: u64) -> Option<u64> {
        (self.chains.borrow()).known_string(ty, address, || self.string_bytes(ty, address))
    }
    /// Whether values of a type are strings, which are compared by value.
    pub(super) fn is_string(&self, ty: LLType) -> bool {
        self.string_struct(ty).is_some()
    }
}
