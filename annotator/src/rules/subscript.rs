//! Subscription, slices, lengths.
//!
//! ```text
//! z = getitem(l, i)      b(l) = List(v):  b(z) = b(v), and this block is a reader of v
//! setitem(l, i, x)       b(l) = List(v):  v ⊔= b(x)
//! ```
use crate::engine::{Annotator, Res, Stop};
use crate::model::*;
use ir::diag::Diagnostic;
use ir::source::Span;
use python::live::Value;

impl Annotator {
    pub(crate) fn newslice(&mut self, args: &[Annotation]) -> Res {
        if !args[2].is_none() && args[2].const_i64() != Some(1) {
            return self.fail("E0454", "a slice with a step: RPython has none");
        }
        Ok(Annotation::new(AnnotationKind::Slice {
            start: args[0].escaping(),
            stop: args[1].escaping(),
        }))
    }
    pub(crate) fn len(&mut self, a: Annotation) -> Res {
        match a.kind() {
            AnnotationKind::Text(t) => match a.const_value() {
                Some(Value::Str(s)) if !t.wide => Ok(Annotation::const_int(s.bytes.len() as i64)),
                _ if t.single => Ok(Annotation::const_int(1)),
                _ => Ok(Annotation::nonneg()),
            },
            AnnotationKind::ByteArray => Ok(Annotation::nonneg()),
            AnnotationKind::List(l) => {
                // An empty list is a constant: code for its items is not reached.
                let cell = self.program.list(*l).item;
                let resized = self.program.list(*l).resized;
                if self.read_cell(cell).is_impossible() && !resized {
                    return Ok(Annotation::const_int(0));
                }
                Ok(Annotation::nonneg())
            }
            AnnotationKind::Dict(d) => {
                let cell = self.program.dict(*d).key;
                if self.read_cell(cell).is_impossible() {
                    return Ok(Annotation::const_int(0));
                }
                Ok(Annotation::nonneg())
            }
            AnnotationKind::Tuple(items) => Ok(Annotation::const_int(items.len() as i64)),
            AnnotationKind::Instance { .. } => match self.special_method(a, "__len__", &[]) {
                Some(r) => {
                    let r = r?;
                    Ok(if r.is_impossible() {
                        r
                    } else {
                        Annotation::nonneg()
                    })
                }
                None => self.no_len(a),
            },
            AnnotationKind::None => {
                let d = Diagnostic::error("E0455", self.span, "len() of None")
                    .label("this is always None here");
                self.block_because(d)
            }
            _ => self.no_len(a),
        }
    }
    fn no_len(&mut self, a: Annotation) -> Res {
        let what = self.english(a);
        let d = Diagnostic::error("E0455", self.span, format!("{what} has no len()"));
        let d = self.with_operand_origin(d, 0);
        self.fail_with(d)
    }
    pub(crate) fn index_check(&mut self, index: Annotation) -> Res<()> {
        if index.is_integer() {
            return Ok(());
        }
        if index.is_none() {
            return self.block_because(Diagnostic::error("E0456", self.span, "the index is None"));
        }
        let what = self.english(index);
        let d = Diagnostic::error("E0456", self.span, format!("the index is {what}"))
            .label("it must be an integer");
        let d = self.with_operand_origin(d, 1);
        self.fail_with(d)
    }
    /// What becomes an item of a bytearray.
    fn byte_check(&mut self, value: Annotation) -> Res<()> {
        if value.is_integer() {
            return Ok(());
        }
        if value.is_none() {
            let d = Diagnostic::error("E0456", self.span, "None becomes a byte of a bytearray");
            return self.block_because(d);
        }
        let what = self.english(value);
        let message = format!("{what} becomes a byte of a bytearray");
        let d = Diagnostic::error("E0456", self.span, message)
            .label("a byte is an integer")
            .help("use its code: b[i] = ord(c)");
        let d = self.with_operand_origin(d, 2);
        self.fail_with(d)
    }
    pub(crate) fn getitem(&mut self, a: Annotation, index: Annotation) -> Res {
        if let AnnotationKind::Slice { start, stop } = index.kind() {
            return self.getslice(a, *start, *stop);
        }
        self.note_index(a, index);
        match a.kind() {
            AnnotationKind::List(l) => {
                self.index_check(index)?;
                let cell = self.program.list(*l).item;
                Ok(self.read_cell(cell))
            }
            AnnotationKind::Dict(d) => {
                let (key, value) = (self.program.dict(*d).key, self.program.dict(*d).value);
                self.write_cell(key, index, "dictionary keys")?;
                self.check_custom_dict(*d);
                Ok(self.read_cell(value))
            }
            AnnotationKind::Tuple(items) => self.tuple_item(items, index),
            AnnotationKind::Text(TextKind {
                wide: false,
                single: false,
                no_nul,
                mixed,
                ..
            }) => {
                self.index_check(index)?;
                if let (Some(Value::Str(s)), Some(i)) = (a.const_value(), index.const_i64()) {
                    let at = if i < 0 { i + s.bytes.len() as i64 } else { i };
                    if let Some(&b) = usize::try_from(at).ok().and_then(|i| s.bytes.get(i)) {
                        return Ok(self.constant(&Value::bytes(&[b])));
                    }
                }
                Ok(Annotation::new(AnnotationKind::Text(TextKind {
                    mixed: *mixed,
                    ..TextKind::CHAR.with_no_nul(*no_nul)
                })))
            }
            AnnotationKind::Text(t) => {
                self.index_check(index)?;
                let single = TextKind {
                    single: true,
                    ..t.with_nullable(false)
                };
                Ok(Annotation::new(AnnotationKind::Text(single)))
            }
            AnnotationKind::ByteArray => {
                self.index_check(index)?;
                Ok(Annotation::nonneg())
            }
            AnnotationKind::Instance { .. } => {
                match self.special_method(a, "__getitem__", &[index]) {
                    Some(r) => r,
                    None => self.not_indexable(a),
                }
            }
            AnnotationKind::None => {
                let d = Diagnostic::error("E0458", self.span, "None is indexed")
                    .label("this is always None here");
                self.block_because(d)
            }
            _ => self.not_indexable(a),
        }
    }
    fn tuple_item(&mut self, items: &[Annotation], index: Annotation) -> Res {
        self.index_check(index)?;
        match index.const_i64() {
            Some(i) => {
                let n = items.len() as i64;
                let at = if i < 0 { i + n } else { i };
                match usize::try_from(at).ok().and_then(|i| items.get(i)) {
                    Some(&x) => Ok(x),
                    None => self.fail("E0457", format!("index {i} of a tuple of {n} items")),
                }
            }
            None => {
                // Items of one type are fine, as those of a list would be.
                let mut r = Annotation::impossible();
                for &i in items.iter() {
                    r = match self.try_join(r, i) {
                        Ok(r) => r,
                        Err(_) => {
                            let d = self
                                .error("E0457", "a tuple is indexed with a variable")
                                .label("its items are of different types")
                                .help("index a tuple with a constant, or use a list");
                            return self.fail_with(d);
                        }
                    };
                }
                if items.is_empty() {
                    return Err(Stop::Blocked);
                }
                Ok(r.without_const())
            }
        }
    }

    fn not_indexable(&mut self, a: Annotation) -> Res {
        let what = self.english(a);
        let d = Diagnostic::error("E0458", self.span, format!("{what} cannot be indexed"));
        let d = self.with_operand_origin(d, 0);
        self.fail_with(d)
    }
    pub(crate) fn setitem(
        &mut self,
        a: Annotation,
        index: Annotation,
        value: Annotation,
    ) -> Res<()> {
        match a.kind() {
            AnnotationKind::List(l) => {
                self.index_check(index)?;
                self.mutate_list(a);
                let cell = self.program.list(*l).item;
                self.write_cell(cell, value, "list items")
            }
            AnnotationKind::Dict(d) => {
                self.mutate_dict(*d);
                let (key, cell) = (self.program.dict(*d).key, self.program.dict(*d).value);
                self.write_cell(key, index, "dictionary keys")?;
                self.write_cell(cell, value, "dictionary values")?;
                self.check_custom_dict(*d);
                Ok(())
            }
            AnnotationKind::ByteArray => {
                self.index_check(index)?;
                self.byte_check(value)
            }
            AnnotationKind::Instance { .. } => {
                match self.special_method(a, "__setitem__", &[index, value]) {
                    Some(Ok(_)) => Ok(()),
                    Some(Err(e)) => Err(e),
                    None => self.not_indexable(a).map(|_| ()),
                }
            }
            AnnotationKind::None => {
                self.suspect_none("an item of None is set");
                Ok(())
            }
            _ => self.not_indexable(a).map(|_| ()),
        }
    }
    pub(crate) fn delitem(&mut self, a: Annotation, index: Annotation) -> Res<()> {
        match a.kind() {
            AnnotationKind::List(_) => {
                self.index_check(index)?;
                self.resize_list(a)
            }
            AnnotationKind::Dict(d) => {
                self.mutate_dict(*d);
                let key = self.program.dict(*d).key;
                self.write_cell(key, index, "dictionary keys")?;
                self.check_custom_dict(*d);
                Ok(())
            }
            AnnotationKind::Instance { .. } => {
                match self.special_method(a, "__delitem__", &[index]) {
                    Some(r) => r.map(|_| ()),
                    None => self.not_indexable(a).map(|_| ()),
                }
            }
            _ => self.not_indexable(a).map(|_| ()),
        }
    }
    fn bound_check(&mut self, start: Annotation, stop: Annotation) -> Res<()> {
        for (b, which) in [(start, "start"), (stop, "stop")] {
            let constant_minus_one = b.const_i64() == Some(-1) && which == "stop";
            if b.is_none() || constant_minus_one || b.is_nonneg() {
                continue;
            }
            if !b.is_integer() {
                let what = self.english(b);
                return self.fail("E0459", format!("the {which} of a slice is {what}"));
            }
            if let Some(n) = b.const_i64() {
                let d = self.negative_bound(which, n);
                return self.fail_with(d);
            }
            let d = self
                .error(
                    "E0459",
                    format!("the {which} of a slice is not proven to be non-negative"),
                )
                .help(format!("add `assert {which} >= 0` before the slice"));
            return self.fail_with(d);
        }
        Ok(())
    }
    /// A slice with a bound that counts from the end.
    fn negative_bound(&self, which: &str, n: i64) -> Diagnostic {
        let d = self
            .error("E0459", format!("the {which} of a slice is negative: {n}"))
            .label("RPython does not count from the end here");
        let exact = self.subject_of_slice(&n.to_string());
        let name = exact.as_ref().map_or("s", |(name, _)| name);
        let bound = format!("max(len({name}) - {}, 0)", n.unsigned_abs());
        let shown = match which {
            "start" => format!("{name}[{bound}:]"),
            _ => format!("{name}[:{bound}]"),
        };
        let help = format!("write the {which} with the length: `{shown}`");
        match exact {
            Some((_, place)) => d.fix(help, place, bound),
            None => d.help(help),
        }
    }
    /// The name in front of the brackets of this slice, and the place of its one negative bound.
    fn subject_of_slice(&self, bound: &str) -> Option<(String, Span)> {
        let file = ir::source::file(self.span.file);
        let text = file
            .text
            .get(self.span.start as usize..self.span.end as usize)?;
        let at = text
            .rfind(bound)
            .filter(|_| text.matches(bound).count() == 1)?;
        let start = self.span.start + at as u32;
        let place = Span::new(self.span.file, start, start + bound.len() as u32);
        let before = file.text.get(..start as usize)?;
        let (before, _) = before.rsplit_once('[')?;
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let name = &before[before.trim_end_matches(is_part).len()..];
        let usable = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        usable.then(|| (name.to_owned(), place))
    }
    pub(crate) fn getslice(&mut self, a: Annotation, start: Annotation, stop: Annotation) -> Res {
        if let AnnotationKind::Instance { .. } = a.kind() {
            return match self.special_method(a, "__getslice__", &[start, stop]) {
                Some(r) => r,
                None => self.not_indexable(a),
            };
        }
        if let AnnotationKind::None = a.kind() {
            let d = Diagnostic::error("E0458", self.span, "a slice of None")
                .label("this is always None here");
            return self.block_because(d);
        }
        if let AnnotationKind::Tuple(items) = a.kind() {
            let n = items.len() as i64;
            let at = |b: Annotation, default: i64| {
                if b.is_none() {
                    Some(default)
                } else {
                    b.const_i64()
                        .map(|i| if i < 0 { (i + n).max(0) } else { i.min(n) })
                }
            };
            return match (at(start, 0), at(stop, n)) {
                (Some(i), Some(j)) => {
                    let part = if i < j {
                        items[i as usize..j as usize].to_vec()
                    } else {
                        Vec::new()
                    };
                    Ok(self.newtuple(&part))
                }
                _ => self.fail("E0457", "a tuple is sliced with variables"),
            };
        }
        self.bound_check(start, stop)?;
        match a.kind() {
            AnnotationKind::List(_) => {
                let id = self.new_list_here(0);
                let r = Annotation::list(id);
                self.extend_list(r, a)?;
                Ok(r)
            }
            AnnotationKind::Text(t) if t.wide && t.mixed => {
                let d = self.mixed_text("a slice");
                self.fail_with(d)
            }
            AnnotationKind::Text(t) => {
                let part = TextKind {
                    single: false,
                    ..t.with_nullable(false)
                };
                Ok(Annotation::new(AnnotationKind::Text(part)))
            }
            AnnotationKind::ByteArray => Ok(Annotation::new(AnnotationKind::ByteArray)),
            _ => self.not_indexable(a),
        }
    }
    pub(crate) fn setslice(
        &mut self,
        a: Annotation,
        start: Annotation,
        stop: Annotation,
        value: Annotation,
    ) -> Res<()> {
        match a.kind() {
            AnnotationKind::List(_) => {
                self.bound_check(start, stop)?;
                self.resize_list(a)?;
                self.has_numbered_items(value)?;
                self.extend_list(a, value)
            }
            AnnotationKind::Instance { .. } => {
                match self.special_method(a, "__setslice__", &[start, stop, value]) {
                    Some(r) => r.map(|_| ()),
                    None => self.not_indexable(a).map(|_| ()),
                }
            }
            _ => self.not_indexable(a).map(|_| ()),
        }
    }
    pub(crate) fn delslice(
        &mut self,
        a: Annotation,
        start: Annotation,
        stop: Annotation,
    ) -> Res<()> {
        match a.kind() {
            AnnotationKind::List(_) | AnnotationKind::ByteArray => {
                self.bound_check(start, stop)?;
                self.resize_list(a)
            }
            _ => self.not_indexable(a).map(|_| ()),
        }
    }
}
