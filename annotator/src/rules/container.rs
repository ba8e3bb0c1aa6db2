//! Lists, dictionaries, tuples, strings as containers; iterators and slices.
//!
//! ```text
//! z = newlist(x, y)      b(z) = List(v), v fresh per operation, v ⊔= b(x), b(y)
//! z = getitem(l, i)      b(l) = List(v):  b(z) = b(v), and this block is a reader of v
//! setitem(l, i, x)       b(l) = List(v):  v ⊔= b(x)
//! ```
use ir::diag::Diagnostic;
use ir::model::LinkId;
use ir::name::Name;
use python::live::Value;

use crate::calls::{CallArgs, Site};
use crate::defs::*;
use crate::engine::{Annotator, Res, Stop};
use crate::front::hl::{HlOp, HlOperation};
use crate::model::*;
use crate::report::warnings::Shortest;

impl Annotator {
    // ---- definitions ----

    /// The list definition that belongs to the current operation (`which` tells several of one operation apart).
    pub(crate) fn new_list_here(&mut self, which: u8) -> ListId {
        if let Some(&l) = self.lists_at.get(&(self.here, which)) {
            return l;
        }
        let item = self.new_cell(Annotation::impossible());
        let id = self.program.lists.push(ListDef {
            item,
            resized: false,
            mutated: false,
            range: RangeStep::No,
            immutable: false,
            must_not_resize: None,
            shortest: Shortest::Unknown,
            span: self.span,
        });
        self.lists_at.insert((self.here, which), id);
        id
    }
    /// A list of `item`s made by the current operation.
    pub(crate) fn list_of(&mut self, item: Annotation, which: u8) -> Res {
        let id = self.new_list_here(which);
        let cell = self.program.list(id).item;
        self.write_cell(cell, item, "list items")?;
        Ok(Annotation::list(id))
    }
    /// A list not tied to an operation (arguments of the entry point).
    pub fn fresh_list(&mut self, item: Annotation) -> Annotation {
        let item = self.new_cell(item);
        Annotation::list(self.program.lists.push(ListDef {
            item,
            resized: false,
            mutated: false,
            range: RangeStep::No,
            immutable: false,
            must_not_resize: None,
            shortest: Shortest::Unknown,
            span: self.span,
        }))
    }
    /// The dictionary definition that belongs to the current operation.
    pub(crate) fn new_dict_here(&mut self, which: u8) -> DictId {
        if let Some(&d) = self.dicts_at.get(&(self.here, which)) {
            return d;
        }
        let key = self.new_cell(Annotation::impossible());
        let value = self.new_cell(Annotation::impossible());
        let id = self.program.dicts.push(DictDef::new(key, value, self.span));
        self.dicts_at.insert((self.here, which), id);
        id
    }

    /// `l` is resized.
    pub(crate) fn resize_list(&mut self, l: Annotation) -> Res<()> {
        let Kind::List(id) = l.kind() else {
            return Ok(());
        };
        let def = self.program.lists.get_mut(*id);
        def.resized = true;
        def.mutated = true;
        def.range = RangeStep::No;
        self.check_list_flags(*id);
        Ok(())
    }
    /// Items of `l` are replaced.
    pub(crate) fn mutate_list(&mut self, l: Annotation) {
        let Kind::List(id) = l.kind() else { return };
        self.program.lists.get_mut(*id).mutated = true;
    }
    /// Reports a list that is resized and must not be.
    pub(crate) fn check_list_flags(&mut self, id: ListId) {
        let def = self.program.list(id);
        if def.resized
            && let Some(demanded) = def.must_not_resize
        {
            let d = Diagnostic::error(
                "E0412",
                self.span,
                "a list that must not be resized is resized",
            )
            .note(demanded, "it must not be resized because of this")
            .note(def.span, "the list is made here");
            self.report(d);
        }
    }

    /// All items of the iterable `from` become items of list `to`.
    pub(crate) fn extend_list(&mut self, to: Annotation, from: Annotation) -> Res<()> {
        let Kind::List(id) = to.kind() else {
            return Ok(());
        };
        let cell = self.program.list(*id).item;
        let item = match from.kind() {
            Kind::List(other) => {
                let c = self.program.list(*other).item;
                self.read_cell(c)
            }
            _ => {
                let it = self.iter_of(from, IterKind::Items)?;
                match self.next(it) {
                    Ok(i) => i,
                    Err(Stop::Blocked) => return Ok(()),
                    Err(e) => return Err(e),
                }
            }
        };
        self.write_cell(cell, item, "list items")
    }

    // ---- making containers ----

    pub(crate) fn newlist(&mut self, items: &[Annotation]) -> Res {
        let fresh = !self.lists_at.contains_key(&(self.here, 0));
        let id = self.new_list_here(0);
        if fresh {
            self.program.lists.get_mut(id).shortest = Shortest::Items(items.len() as u32);
        }
        let cell = self.program.list(id).item;
        let mut failed = false;
        for &i in items {
            failed |= self.write_cell(cell, i, "list items").is_err();
        }
        if failed {
            Err(Stop::Failed)
        } else {
            Ok(Annotation::list(id))
        }
    }
    pub(crate) fn newdict(&mut self, items: &[Annotation]) -> Res {
        let id = self.new_dict_here(0);
        let (key, value) = (self.program.dict(id).key, self.program.dict(id).value);
        for pair in items.chunks(2) {
            self.write_cell(key, pair[0], "dictionary keys")?;
            self.write_cell(value, pair[1], "dictionary values")?;
        }
        Ok(Annotation::dict(id))
    }
    pub(crate) fn newtuple(&mut self, items: &[Annotation]) -> Annotation {
        let items: Vec<Annotation> = items.iter().map(|i| i.escaping()).collect();
        let t = Annotation::tuple(items.clone());
        let consts: Option<Vec<Value>> = items.iter().map(|i| i.const_value().cloned()).collect();
        match consts {
            Some(v) => t.with_const(Value::tuple(v)),
            None => t,
        }
    }
    pub(crate) fn newslice(&mut self, args: &[Annotation]) -> Res {
        if !args[2].is_none() && args[2].const_i64() != Some(1) {
            return self.fail("E0454", "a slice with a step: RPython has none");
        }
        Ok(Annotation::new(Kind::Slice {
            start: args[0].escaping(),
            stop: args[1].escaping(),
        }))
    }

    // ---- access ----

    /// The test of the length that unpacking begins with, where a tuple is unpacked into another number of names:
    /// reported.
    ///
    /// The length is taken at the same place as the test: nothing else does so.
    pub(crate) fn unpacks_other_length(&mut self, op: &HlOperation, args: &[Annotation]) -> bool {
        let (Some(n), Some(wanted)) = (args[0].const_i64(), args[1].const_i64()) else {
            return false;
        };
        let starred = op.op == HlOp::Ge;
        if n == wanted || starred && n > wanted {
            return false;
        }
        let info = &self.program.graphs[self.here.graph];
        let graph = info.graph();
        // A handler in the same function sees the exception.
        let leaves = |l: &LinkId| {
            let target = graph.links[*l].target;
            let next = graph.blocks[target].exits.first();
            target == graph.except_block
                || next.is_some_and(|&l| graph.links[l].target == graph.except_block)
        };
        if !graph.blocks[self.here.block].exits.iter().any(leaves) {
            return false;
        }
        let before = (self.here.index as usize)
            .checked_sub(1)
            .map(|i| &graph.blocks[self.here.block].ops[i]);
        let Some(len) = before.filter(|b| {
            b.op == HlOp::Len && op.args[0].var() == Some(b.result) && b.span == op.span
        }) else {
            return false;
        };
        let Some(v) = len.args[0].var() else {
            return false;
        };
        let tuple = info.bindings[v];
        if !matches!(tuple.kind(), Kind::Tuple(_)) {
            return false;
        }
        let d = flowspace::unpacking_error(self.span, n as usize, wanted as usize, starred);
        let d = self.with_provenance(d, self.here.graph, v, tuple);
        self.report(d);
        true
    }

    pub(crate) fn len(&mut self, a: Annotation) -> Res {
        match a.kind() {
            Kind::Str { .. } | Kind::Char { .. } => match a.const_value() {
                Some(Value::Str(s)) => Ok(Annotation::const_int(s.bytes.len() as i64)),
                _ if matches!(a.kind(), Kind::Char { .. }) => Ok(Annotation::const_int(1)),
                _ => Ok(Annotation::nonneg()),
            },
            Kind::UniChar { .. } => Ok(Annotation::const_int(1)),
            Kind::Unicode { .. } | Kind::ByteArray => Ok(Annotation::nonneg()),
            Kind::List(l) => {
                // An empty list is a constant: code for its items is not reached.
                let cell = self.program.list(*l).item;
                let resized = self.program.list(*l).resized;
                if self.read_cell(cell).is_impossible() && !resized {
                    return Ok(Annotation::const_int(0));
                }
                Ok(Annotation::nonneg())
            }
            Kind::Dict(d) => {
                let cell = self.program.dict(*d).key;
                if self.read_cell(cell).is_impossible() {
                    return Ok(Annotation::const_int(0));
                }
                Ok(Annotation::nonneg())
            }
            Kind::Tuple(items) => Ok(Annotation::const_int(items.len() as i64)),
            Kind::Instance { .. } => match self.special_method(a, "__len__", &[]) {
                Some(r) => {
                    let r = r?;
                    Ok(if r.is_integer() {
                        Annotation::nonneg()
                    } else {
                        r
                    })
                }
                None => self.no_len(a),
            },
            Kind::None => {
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

    fn index_check(&mut self, index: Annotation) -> Res<()> {
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

    pub(crate) fn getitem(&mut self, a: Annotation, index: Annotation) -> Res {
        if let Kind::Slice { start, stop } = index.kind() {
            return self.getslice(a, *start, *stop);
        }
        self.note_index(a, index);
        match a.kind() {
            Kind::List(l) => {
                self.index_check(index)?;
                let cell = self.program.list(*l).item;
                Ok(self.read_cell(cell))
            }
            Kind::Dict(d) => {
                let (key, value) = (self.program.dict(*d).key, self.program.dict(*d).value);
                self.write_cell(key, index, "dictionary keys")?;
                self.check_custom_dict(*d);
                Ok(self.read_cell(value))
            }
            Kind::Tuple(items) => {
                self.index_check(index)?;
                match index.const_i64() {
                    Some(i) => {
                        let n = items.len() as i64;
                        let at = if i < 0 { i + n } else { i };
                        match usize::try_from(at).ok().and_then(|i| items.get(i)) {
                            Some(&x) => Ok(x),
                            None => {
                                self.fail("E0457", format!("index {i} of a tuple of {n} items"))
                            }
                        }
                    }
                    None => {
                        // All items of one annotation are fine as a list would be.
                        let mut r = Annotation::impossible();
                        for &i in items.iter() {
                            r = match self.try_join(r, i) {
                                Ok(r) => r,
                                Err(_) => {
                                    let d = Diagnostic::error(
                                        "E0457",
                                        self.span,
                                        "a tuple is indexed with a variable",
                                    )
                                    .label("its items are of different types")
                                    .help("index a tuple with a constant, or use a list");
                                    return self.fail_with(d);
                                }
                            };
                        }
                        if items.is_empty() {
                            return Err(Stop::Blocked);
                        }
                        self.unsupported("indexing a tuple with a variable")
                    }
                }
            }
            Kind::Str { no_nul, .. } => {
                self.index_check(index)?;
                if let (Some(Value::Str(s)), Some(i)) = (a.const_value(), index.const_i64()) {
                    let at = if i < 0 { i + s.bytes.len() as i64 } else { i };
                    if let Some(&b) = usize::try_from(at).ok().and_then(|i| s.bytes.get(i)) {
                        return Ok(self.constant(&Value::bytes(&[b])));
                    }
                }
                Ok(Annotation::new(Kind::Char { no_nul: *no_nul }))
            }
            Kind::Char { no_nul } => {
                self.index_check(index)?;
                Ok(Annotation::new(Kind::Char { no_nul: *no_nul }))
            }
            Kind::Unicode { no_nul, .. } | Kind::UniChar { no_nul } => {
                self.index_check(index)?;
                Ok(Annotation::new(Kind::UniChar { no_nul: *no_nul }))
            }
            Kind::ByteArray => {
                self.index_check(index)?;
                Ok(Annotation::nonneg())
            }
            Kind::Instance { .. } => match self.special_method(a, "__getitem__", &[index]) {
                Some(r) => r,
                None => self.not_indexable(a),
            },
            Kind::None => {
                let d = Diagnostic::error("E0458", self.span, "None is indexed")
                    .label("this is always None here");
                self.block_because(d)
            }
            _ => self.not_indexable(a),
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
            Kind::List(l) => {
                self.index_check(index)?;
                self.mutate_list(a);
                let cell = self.program.list(*l).item;
                self.write_cell(cell, value, "list items")
            }
            Kind::Dict(d) => {
                let (key, cell) = (self.program.dict(*d).key, self.program.dict(*d).value);
                self.write_cell(key, index, "dictionary keys")?;
                self.write_cell(cell, value, "dictionary values")?;
                self.check_custom_dict(*d);
                Ok(())
            }
            Kind::ByteArray => {
                self.index_check(index)?;
                self.index_check(value)
            }
            Kind::Instance { .. } => match self.special_method(a, "__setitem__", &[index, value]) {
                Some(Ok(_)) => Ok(()),
                Some(Err(e)) => Err(e),
                None => self.not_indexable(a).map(|_| ()),
            },
            Kind::None => {
                self.suspect_none("an item of None is set");
                Ok(())
            }
            _ => self.not_indexable(a).map(|_| ()),
        }
    }

    pub(crate) fn delitem(&mut self, a: Annotation, index: Annotation) -> Res<()> {
        match a.kind() {
            Kind::List(_) => {
                self.index_check(index)?;
                self.resize_list(a)
            }
            Kind::Dict(d) => {
                let key = self.program.dict(*d).key;
                self.write_cell(key, index, "dictionary keys")?;
                self.check_custom_dict(*d);
                Ok(())
            }
            Kind::Instance { .. } => match self.special_method(a, "__delitem__", &[index]) {
                Some(r) => r.map(|_| ()),
                None => self.not_indexable(a).map(|_| ()),
            },
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
            let d = Diagnostic::error(
                "E0459",
                self.span,
                format!("the {which} of a slice is not proven to be non-negative"),
            )
            .help(format!("add `assert {which} >= 0` before the slice"));
            return self.fail_with(d);
        }
        Ok(())
    }

    pub(crate) fn getslice(&mut self, a: Annotation, start: Annotation, stop: Annotation) -> Res {
        if let Kind::Instance { .. } = a.kind() {
            return match self.special_method(a, "__getslice__", &[start, stop]) {
                Some(r) => r,
                None => self.not_indexable(a),
            };
        }
        if let Kind::None = a.kind() {
            let d = Diagnostic::error("E0458", self.span, "a slice of None")
                .label("this is always None here");
            return self.block_because(d);
        }
        if let Kind::Tuple(items) = a.kind() {
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
            Kind::List(_) => {
                let id = self.new_list_here(0);
                let r = Annotation::list(id);
                self.extend_list(r, a)?;
                Ok(r)
            }
            Kind::Str { no_nul, .. } | Kind::Char { no_nul } => Ok(Annotation::new(Kind::Str {
                nullable: false,
                no_nul: *no_nul,
            })),
            Kind::Unicode { no_nul, .. } | Kind::UniChar { no_nul } => {
                Ok(Annotation::new(Kind::Unicode {
                    nullable: false,
                    no_nul: *no_nul,
                }))
            }
            Kind::ByteArray => Ok(Annotation::new(Kind::ByteArray)),
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
            Kind::List(_) => {
                self.bound_check(start, stop)?;
                self.resize_list(a)?;
                self.extend_list(a, value)
            }
            Kind::Instance { .. } => {
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
            Kind::List(_) | Kind::ByteArray => {
                self.bound_check(start, stop)?;
                self.resize_list(a)
            }
            _ => self.not_indexable(a).map(|_| ()),
        }
    }

    // ---- iteration ----

    pub(crate) fn iter_of(&mut self, a: Annotation, kind: IterKind) -> Res {
        match a.kind() {
            Kind::List(_)
            | Kind::Dict(_)
            | Kind::Str { .. }
            | Kind::Char { .. }
            | Kind::Unicode { .. }
            | Kind::UniChar { .. }
            | Kind::ByteArray
            | Kind::Tuple(_) => Ok(Annotation::new(Kind::Iterator {
                container: a.without_const().non_none(),
                kind,
            })),
            Kind::Iterator { .. } => Ok(a),
            Kind::Instance { .. } => {
                if let Some(r) = self.special_method(a, "__iter__", &[]) {
                    return r;
                }
                let user = self.special_method_exists(a, "next")
                    || self.special_method_exists(a, "__next__");
                if user {
                    return Ok(Annotation::new(Kind::Iterator {
                        container: a.non_none(),
                        kind: IterKind::User,
                    }));
                }
                if self.special_method_exists(a, "__getitem__") {
                    return self.unsupported("iterating through `__getitem__`; define `__iter__`");
                }
                self.not_iterable(a)
            }
            Kind::None => {
                let d = Diagnostic::error("E0460", self.span, "None is iterated over")
                    .label("this is always None here");
                self.block_because(d)
            }
            _ => self.not_iterable(a),
        }
    }

    fn special_method_exists(&mut self, a: Annotation, name: &str) -> bool {
        a.class().is_some_and(|c| {
            let n = Name::new(name);
            self.find_in_class_dicts(c, n).is_some()
                || self
                    .program
                    .subclasses(c)
                    .iter()
                    .any(|&k| self.program.class(k).class_dict.contains_key(&n))
        })
    }

    fn not_iterable(&mut self, a: Annotation) -> Res {
        let what = self.english(a);
        let d = Diagnostic::error(
            "E0460",
            self.span,
            format!("{what} cannot be iterated over"),
        );
        let d = self.with_operand_origin(d, 0);
        self.fail_with(d)
    }

    /// What an iterator over `a` yields.
    fn item_of(&mut self, a: Annotation) -> Res {
        Ok(match a.kind() {
            Kind::List(l) => {
                let c = self.program.list(*l).item;
                self.read_cell(c)
            }
            Kind::Dict(d) => {
                let c = self.program.dict(*d).key;
                self.read_cell(c)
            }
            Kind::Str { no_nul, .. } | Kind::Char { no_nul } => {
                Annotation::new(Kind::Char { no_nul: *no_nul })
            }
            Kind::Unicode { no_nul, .. } | Kind::UniChar { no_nul } => {
                Annotation::new(Kind::UniChar { no_nul: *no_nul })
            }
            Kind::ByteArray => Annotation::nonneg(),
            Kind::Tuple(items) => {
                let mut r = Annotation::impossible();
                for &i in items.iter() {
                    r = match self.try_join(r, i) {
                        Ok(r) => r,
                        Err(e) => {
                            let mut d = self.union_error(self.span, e);
                            d.message = format!(
                                "a tuple with items of different types is iterated over: {}",
                                d.message
                            );
                            return self.fail_with(d);
                        }
                    };
                }
                r
            }
            Kind::Iterator { .. } => return self.next(a),
            _ => return self.not_iterable(a),
        })
    }

    /// `next(it)`
    pub(crate) fn next(&mut self, it: Annotation) -> Res {
        let (container, kind) = match it.kind() {
            Kind::Iterator { container, kind } => (*container, kind.clone()),
            Kind::Instance { .. } => {
                for name in ["next", "__next__"] {
                    if let Some(r) = self.special_method(it, name, &[]) {
                        return r;
                    }
                }
                let what = self.english(it);
                return self.fail("E0460", format!("{what} is no iterator"));
            }
            _ => {
                let what = self.english(it);
                return self.fail("E0460", format!("{what} is no iterator"));
            }
        };
        let item = match kind {
            IterKind::Items | IterKind::Reversed | IterKind::ReversedKeys => {
                self.item_of(container)?
            }
            IterKind::Values => match container.kind() {
                Kind::Dict(d) => {
                    let c = self.program.dict(*d).value;
                    self.read_cell(c)
                }
                _ => return self.not_iterable(container),
            },
            IterKind::Pairs => match container.kind() {
                Kind::Dict(d) => {
                    let (k, v) = (self.program.dict(*d).key, self.program.dict(*d).value);
                    let (k, v) = (self.read_cell(k), self.read_cell(v));
                    if k.is_impossible() || v.is_impossible() {
                        return Err(Stop::Blocked);
                    }
                    self.newtuple(&[k, v])
                }
                _ => return self.not_iterable(container),
            },
            IterKind::Enumerate => {
                let item = self.item_of(container)?;
                if item.is_impossible() {
                    return Err(Stop::Blocked);
                }
                self.newtuple(&[Annotation::nonneg(), item])
            }
            IterKind::Zip(other) => {
                let (a, b) = (self.item_of(container)?, self.item_of(other)?);
                if a.is_impossible() || b.is_impossible() {
                    return Err(Stop::Blocked);
                }
                self.newtuple(&[a, b])
            }
            IterKind::User => {
                for name in ["next", "__next__"] {
                    let n = Name::new(name);
                    let Some(class) = container.class() else {
                        break;
                    };
                    if self.special_method_exists(container, name) {
                        let m = self.get_attribute(class, n, false)?;
                        return self.call(m, &CallArgs::positional(&[]), Site::Special(n));
                    }
                }
                return self.not_iterable(container);
            }
        };
        if item.is_impossible() {
            Err(Stop::Blocked)
        } else {
            Ok(item)
        }
    }

    /// A comprehension's list while it is filled stays as it is; when it is complete, the result is a list of its own,
    /// which may be of fixed size.
    pub(crate) fn hint_list(&mut self, op: &HlOp, args: &[Annotation]) -> Res {
        if *op == HlOp::HintMaxLength || !matches!(args[0].kind(), Kind::List(_)) {
            return Ok(args[0]);
        }
        let id = self.new_list_here(0);
        let r = Annotation::list(id);
        self.extend_list(r, args[0])?;
        Ok(r)
    }

    // ---- r_dict ----

    pub(crate) fn is_custom_dict(&self, a: Annotation) -> bool {
        match a.kind() {
            Kind::Dict(d) => self.program.dict(*d).custom.is_some(),
            _ => false,
        }
    }

    /// Annotates the calls of `key_eq` and `key_hash` with the keys known so far.
    pub(crate) fn check_custom_dict(&mut self, d: DictId) {
        let Some(custom) = self.program.dict(d).custom else {
            return;
        };
        let key = self.program.dict(d).key;
        let key = self.read_cell(key);
        if key.is_impossible() || key.is_error() {
            return;
        }
        let (eq, hash) = (self.read_cell(custom.eq), self.read_cell(custom.hash));
        let key = key.without_const();
        let r = self.call(eq, &CallArgs::positional(&[key, key]), Site::Unrecorded);
        if let Ok(r) = r
            && !r.is_integer()
        {
            let what = self.english(r);
            let d = Diagnostic::error(
                "E0461",
                self.span,
                format!("the key_eq function of an r_dict returns {what}"),
            )
            .label("it must return a boolean");
            let d = self.with_result_origin(d, eq, r);
            self.report(d);
        }
        let r = self.call(hash, &CallArgs::positional(&[key]), Site::Unrecorded);
        if let Ok(r) = r
            && !r.is_integer()
        {
            let what = self.english(r);
            let d = Diagnostic::error(
                "E0461",
                self.span,
                format!("the key_hash function of an r_dict returns {what}"),
            )
            .label("it must return an integer");
            let d = self.with_result_origin(d, hash, r);
            self.report(d);
        }
        let graph = |this: &Annotator, a: Annotation| match a.descs() {
            Some([d]) => match &this.program.descs[*d] {
                Desc::Function(f) => f.graphs.first().map(|(_, &g)| g),
                Desc::FrozenMethod(m) => this
                    .program
                    .function(m.func)
                    .and_then(|f| f.graphs.first().map(|(_, &g)| g)),
                Desc::Method(m) => this
                    .program
                    .function(m.func)
                    .and_then(|f| f.graphs.first().map(|(_, &g)| g)),
                _ => None,
            },
            _ => None,
        };
        if let (Some(e), Some(h)) = (graph(self, eq), graph(self, hash)) {
            self.program.dicts.get_mut(d).custom_graphs = Some((e, h));
        }
    }
}
