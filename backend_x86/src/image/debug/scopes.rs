//! What is inside of a function: the calls that were inlined, and the variables of the source.
//!
//! ```text
//! DW_TAG_subprogram                  program.report
//!   DW_TAG_formal_parameter          n: rdi, then rbx
//!   DW_TAG_inlined_subroutine        program.triangle, called at program.py:11, with its ranges of code
//!     DW_TAG_variable                total: rax, in some of them
//! ```
use gimli::write::{
    Address, AttributeValue, Expression, Location, LocationList, Range, RangeList, UnitEntryId,
};
use ir::lltype::LLType;
use ir::source::{self, InlinedCall, Inlining};
use rustc_hash::FxHashMap;

use super::Writer;
use super::types;
use crate::emit::variables::{VariablePlace, VariablePlaces};
use crate::image::link::{DebugFacts, DebugFunction};
use crate::image::unwind::dwarf_register;
use crate::mir::Sym;

/// Descriptions that all functions share.
pub(super) struct Shared<'a> {
    facts: &'a DebugFacts,
    types: types::Writer<'a>,
    /// Functions of which there are copies, by name and definition.
    originals: FxHashMap<(ir::name::Name, source::Span), UnitEntryId>,
}

impl<'a> Shared<'a> {
    pub(super) fn new(facts: &'a DebugFacts) -> Self {
        Shared {
            facts,
            types: types::Writer::new(&facts.types),
            originals: FxHashMap::default(),
        }
    }
    /// Describes the function of this entry, whose code is `size` bytes at `start` of the text.
    pub(super) fn function(
        &mut self,
        w: &mut Writer<'_>,
        entry: UnitEntryId,
        start: u32,
        size: u32,
    ) {
        let facts = self.facts;
        let found = facts.functions.binary_search_by_key(&start, |f| f.start);
        let Some(f) = found.ok().map(|i| &facts.functions[i]) else {
            return;
        };
        let mut base = Expression::new();
        base.op(gimli::DW_OP_call_frame_cfa);
        let base = AttributeValue::Exprloc(base);
        (w.dwarf.unit.get_mut(entry)).set(gimli::DW_AT_frame_base, base);
        let mut scopes = FxHashMap::default();
        scopes.insert(Inlining::NONE, entry);
        // Parameters come first.
        if let Some(places) = &f.variables {
            self.variables(w, f, places, &scopes);
        }
        for (inlining, ranges) in ranges(f, size) {
            if let Some(call) = inlining.call() {
                let scope = self.inlined(w, f, call, &ranges, &scopes);
                scopes.insert(inlining, scope);
            }
        }
        if let Some(places) = &f.variables {
            scopes.remove(&Inlining::NONE);
            self.variables(w, f, places, &scopes);
        }
    }

    pub(super) fn finish(&mut self, w: &mut Writer<'_>) {
        self.types.finish(&mut w.dwarf);
    }

    /// An inlined call; those around it have been described.
    fn inlined(
        &mut self,
        w: &mut Writer<'_>,
        f: &DebugFunction,
        call: InlinedCall,
        ranges: &[(u32, u32)],
        scopes: &FxHashMap<Inlining, UnitEntryId>,
    ) -> UnitEntryId {
        let original = self.original(w, call);
        let around = scopes[&call.call.inlining()];
        let place = w.place(call.call);
        let list = ranges.iter().map(|&(from, to)| Range::OffsetPair {
            begin: u64::from(f.start + from),
            end: u64::from(f.start + to),
        });
        let list = RangeList(list.collect());
        let list = w.dwarf.unit.ranges.add(list);
        let id = (w.dwarf.unit).add(around, gimli::DW_TAG_inlined_subroutine);
        let entry = w.dwarf.unit.get_mut(id);
        let original = AttributeValue::UnitRef(original);
        entry.set(gimli::DW_AT_abstract_origin, original);
        let list = AttributeValue::RangeListRef(list);
        entry.set(gimli::DW_AT_ranges, list);
        if let Some((file, line)) = place {
            let file = AttributeValue::FileIndex(Some(file));
            entry.set(gimli::DW_AT_call_file, file);
            entry.set(gimli::DW_AT_call_line, AttributeValue::Udata(line));
        }
        id
    }

    /// The function that a call was inlined of.
    fn original(&mut self, w: &mut Writer<'_>, call: InlinedCall) -> UnitEntryId {
        let key = (call.function, call.definition);
        if let Some(&known) = self.originals.get(&key) {
            return known;
        }
        let place = w.place(call.definition);
        let name = call.function.as_str().replace('\0', "?");
        let name = AttributeValue::StringRef(w.dwarf.strings.add(name));
        let root = w.dwarf.unit.root();
        let id = w.dwarf.unit.add(root, gimli::DW_TAG_subprogram);
        let entry = w.dwarf.unit.get_mut(id);
        entry.set(gimli::DW_AT_name, name);
        let inline = AttributeValue::Inline(gimli::DW_INL_inlined);
        entry.set(gimli::DW_AT_inline, inline);
        if let Some((file, line)) = place {
            let file = AttributeValue::FileIndex(Some(file));
            entry.set(gimli::DW_AT_decl_file, file);
            entry.set(gimli::DW_AT_decl_line, AttributeValue::Udata(line));
        }
        self.originals.insert(key, id);
        id
    }

    /// The variables of these scopes, parameters first.
    fn variables(
        &mut self,
        w: &mut Writer<'_>,
        f: &DebugFunction,
        places: &VariablePlaces,
        scopes: &FxHashMap<Inlining, UnitEntryId>,
    ) {
        let others = (0..places.list.len() as u32).filter(|v| !places.params.contains(v));
        let all = (places.params.iter().map(|&v| (v, true))).chain(others.map(|v| (v, false)));
        for (v, parameter) in all {
            let variable = &places.list[v as usize];
            let Some(&scope) = scopes.get(&variable.inlining) else {
                continue;
            };
            let from = places.ranges.partition_point(|r| r.variable < v);
            let ranges = places.ranges[from..].iter().take_while(|r| r.variable == v);
            let list: Vec<Location> = ranges
                .filter_map(|r| {
                    Some(Location::OffsetPair {
                        begin: u64::from(f.start + r.from),
                        end: u64::from(f.start + r.to),
                        data: expression(w, r.place, variable.ty)?,
                    })
                })
                .collect();
            let Some(ty) = self.types.value(&mut w.dwarf, variable.ty) else {
                continue;
            };
            let list = (!list.is_empty()).then(|| w.dwarf.unit.locations.add(LocationList(list)));
            let name = AttributeValue::StringRef(w.dwarf.strings.add(variable.name.as_str()));
            let tag = match parameter {
                true => gimli::DW_TAG_formal_parameter,
                false => gimli::DW_TAG_variable,
            };
            let id = w.dwarf.unit.add(scope, tag);
            let entry = w.dwarf.unit.get_mut(id);
            entry.set(gimli::DW_AT_name, name);
            entry.set(gimli::DW_AT_type, AttributeValue::UnitRef(ty));
            if let Some(list) = list {
                let list = AttributeValue::LocationListRef(list);
                entry.set(gimli::DW_AT_location, list);
            }
        }
    }
}

/// How a debugger finds a value.
fn expression(w: &Writer<'_>, place: VariablePlace, ty: LLType) -> Option<Expression> {
    let mut e = Expression::new();
    match place {
        VariablePlace::Reg(r) => {
            let number = match r.class() {
                regalloc2::RegClass::Float => gimli::Register(17 + r.hw_enc() as u16),
                _ => dwarf_register(r.hw_enc()),
            };
            e.op_reg(number);
        }
        VariablePlace::Frame(offset) => e.op_fbreg(i64::from(offset)),
        VariablePlace::Imm(i) => {
            e.op_consts(i);
            e.op(gimli::DW_OP_stack_value);
        }
        VariablePlace::Float(bits) => {
            let bytes = bits.to_le_bytes();
            e.op_implicit_value(bytes[..(ty.size() as usize).min(8)].into());
        }
        VariablePlace::Sym(s) => {
            let address = match s {
                Sym::Object(o) => *w.image.objects.get(&o)?,
                Sym::Func(f) => *w.image.functions.get(&f)?,
                Sym::Address(a) => u64::from(a),
                _ => return None,
            };
            e.op_addr(Address::Constant(address));
            e.op(gimli::DW_OP_stack_value);
        }
    }
    Some(e)
}

/// The ranges of code of each inlined call of a function, outer calls before those inside of them. Code without a place
/// belongs to what is before it.
fn ranges(f: &DebugFunction, size: u32) -> Vec<(Inlining, Vec<(u32, u32)>)> {
    let mut order: Vec<(Inlining, Vec<(u32, u32)>)> = Vec::new();
    let mut known: FxHashMap<Inlining, usize> = FxHashMap::default();
    let mut last = Inlining::NONE;
    for (i, &(from, span)) in f.lines.iter().enumerate() {
        let to = f.lines.get(i + 1).map_or(size, |l| l.0);
        if !span.is_none() {
            last = span.inlining();
        }
        let mut chain = Vec::new();
        let mut at = last;
        while let Some(call) = at.call() {
            chain.push(at);
            at = call.call.inlining();
        }
        for inlining in chain.into_iter().rev() {
            let n = *known.entry(inlining).or_insert(order.len());
            if n == order.len() {
                order.push((inlining, Vec::new()));
            }
            match order[n].1.last_mut() {
                Some(range) if range.1 == from => range.1 = to,
                _ if from < to => order[n].1.push((from, to)),
                _ => {}
            }
        }
    }
    order.retain(|(_, ranges)| !ranges.is_empty());
    order
}
