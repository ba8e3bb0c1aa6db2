//! Lists, dictionaries, tuples, strings as containers; iterators and slices.
//!
//! ```text
//! z = newlist(x, y)      b(z) = List(v), v fresh per operation, v ⊔= b(x), b(y)
//! z = getitem(l, i)      b(l) = List(v):  b(z) = b(v), and this block is a reader of v
//! setitem(l, i, x)       b(l) = List(v):  v ⊔= b(x)
//! ```
use ir::model::LinkId;
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
        if let Some(&l) = self.sites.lists.get(&(self.here, which)) {
            return l;
        }
        let item = self.new_cell(Annotation::impossible());
        let id = self.program.lists.push(ListDef::new(item, self.span));
        self.sites.lists.insert((self.here, which), id);
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
        Annotation::list(self.program.lists.push(ListDef::new(item, self.span)))
    }
    /// The dictionary definition that belongs to the current operation.
    pub(crate) fn new_dict_here(&mut self, which: u8) -> DictId {
        if let Some(&d) = self.sites.dicts.get(&(self.here, which)) {
            return d;
        }
        let key = self.new_cell(Annotation::impossible());
        let value = self.new_cell(Annotation::impossible());
        let id = self.program.dicts.push(DictDef::new(key, value, self.span));
        self.sites.dicts.insert((self.here, which), id);
        id
    }

    /// `l` is resized.
    pub(crate) fn resize_list(&mut self, l: Annotation) -> Res<()> {
        let AnnotationKind::List(id) = l.kind() else {
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
        let AnnotationKind::List(id) = l.kind() else {
            return;
        };
        self.program.lists.get_mut(*id).mutated = true;
    }
    /// The hash of a key that is in a dictionary: it is compared with the keys.
    pub(crate) fn dict_key_hash(&mut self, d: DictId, key: Annotation) -> Res {
        let cell = self.program.dict(d).key;
        self.write_cell(cell, key, "dictionary keys")?;
        self.check_custom_dict(d);
        Ok(Annotation::int())
    }
    /// Keys or values of `d` change.
    pub(crate) fn mutate_dict(&mut self, d: DictId) {
        self.program.dicts.get_mut(d).mutated = true;
    }
    /// Reports a list that is resized and must not be.
    pub(crate) fn check_list_flags(&mut self, id: ListId) {
        let def = self.program.list(id);
        if def.resized
            && let Some(demanded) = def.must_not_resize
        {
            let d = self
                .error("E0412", "a list that must not be resized is resized")
                .note(demanded, "it must not be resized because of this")
                .note(def.span, "the list is made here");
            self.report(d);
        }
    }

    /// All items of the iterable `from` become items of list `to`.
    pub(crate) fn extend_list(&mut self, to: Annotation, from: Annotation) -> Res<()> {
        let AnnotationKind::List(id) = to.kind() else {
            return Ok(());
        };
        let cell = self.program.list(*id).item;
        let item = match from.kind() {
            AnnotationKind::List(other) => {
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

    /// Refuses what has no items with numbers where these are put into a list in one operation.
    pub(crate) fn has_numbered_items(&mut self, from: Annotation) -> Res<()> {
        if !from.has_items_without_numbers() {
            return Ok(());
        }
        let what = self.english(from);
        let d = self
            .error("E0482", format!("{what} stands where a list is needed"))
            .help("make a list of it first: list(x)");
        self.fail_with(d)
    }

    // ---- making containers ----

    pub(crate) fn newlist(&mut self, items: &[Annotation]) -> Res {
        let fresh = !self.sites.lists.contains_key(&(self.here, 0));
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
            self.note_uncalled_within(pair[0], &["__eq__", "__hash__"]);
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
        if !matches!(tuple.kind(), AnnotationKind::Tuple(_)) {
            return false;
        }
        let d = flowspace::unpacking_error(self.span, n as usize, wanted as usize, starred);
        let d = self.with_provenance(d, self.here.graph, v, tuple);
        self.report(d);
        true
    }

    // ---- iteration ----

    /// A comprehension's list while it is filled stays as it is; when it is complete, the result is a list of its own,
    /// which may be of fixed size.
    pub(crate) fn hint_list(&mut self, op: &HlOp, args: &[Annotation]) -> Res {
        if *op == HlOp::HintMaxLength || !matches!(args[0].kind(), AnnotationKind::List(_)) {
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
            AnnotationKind::Dict(d) => self.program.dict(*d).custom.is_some(),
            _ => false,
        }
    }

    /// Annotates the calls of `key_eq` and `key_hash` with the keys known so far.
    pub(crate) fn check_custom_dict(&mut self, d: DictId) {
        let key = self.program.dict(d).key;
        let key = self.read_cell(key);
        let Some(custom) = self.program.dict(d).custom else {
            return self.note_uncalled_within(key, &["__eq__", "__hash__"]);
        };
        if key.is_impossible() || key.is_error() {
            return;
        }
        let (eq, hash) = (self.read_cell(custom.eq), self.read_cell(custom.hash));
        let key = key.without_const();
        for (f, name, args) in [
            (eq, "key_eq", &[key, key][..]),
            (hash, "key_hash", &[key][..]),
        ] {
            self.check_key_function(name, f, args);
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
        let held = self.program.dict(d).custom_held.is_some();
        if let (Some(e), Some(h), false) = (graph(self, eq), graph(self, hash), held) {
            self.program.dicts.get_mut(d).custom_graphs = Some((e, h));
        }
    }

    /// Whether the dictionaries of one definition may have different functions of keys: there are several, or one is
    /// not known before the program runs, or it has several graphs.
    fn differs(&self, f: Annotation) -> bool {
        let func = match f.descs() {
            None => return false,
            Some([d]) => match &self.program.descs[*d] {
                Desc::Function(_) => *d,
                Desc::FrozenMethod(m) => m.func,
                Desc::Method(m) if f.const_value().is_some() => m.func,
                _ => return true,
            },
            Some(_) => return true,
        };
        let func = self.program.function(func);
        func.is_none_or(|f| f.graphs.len() > 1)
    }

    /// At the fixed point: the dictionaries whose functions of keys differ hold their own, which functions of the
    /// library call. Whether there were new ones.
    pub(crate) fn hold_key_functions(&mut self) -> bool {
        let mut new: Vec<(String, DictId)> = Vec::new();
        for (d, def) in self.program.dicts.iter() {
            let Some(custom) = def.custom else { continue };
            let parts = [custom.eq, custom.hash, def.key].map(|c| self.program.cell(c));
            let unknown = |a: &Annotation| a.is_impossible() || a.is_error();
            if parts.iter().any(unknown) || !parts[..2].iter().any(|&f| self.differs(f)) {
                continue;
            }
            // What looks the same has one copy. Numbers do not depend on the order of work.
            let text = parts.map(|a| crate::model::show::compact(&self.program, a));
            let text = text.join(", ");
            let numbers = &self.sites.held_key_functions;
            if def.custom_held.is_none() || numbers.get(&text).copied() != def.custom_held {
                new.push((text, d));
            }
        }
        new.sort();
        for (text, d) in &new {
            let numbers = &mut self.sites.held_key_functions;
            let next = numbers.len() as u32;
            let number = *numbers.entry(text.clone()).or_insert(next);
            self.hold_functions_of(*d, number);
        }
        !new.is_empty()
    }

    fn hold_functions_of(&mut self, d: DictId, number: u32) {
        let def = self.program.dict(d);
        let Some(custom) = def.custom else { return };
        self.span = def.span;
        let [eq, hash, key] = [custom.eq, custom.hash, def.key].map(|c| self.program.cell(c));
        let key = key.without_const();
        let copy = Annotation::const_int(i64::from(number));
        let mut graphs = [None; 2];
        for (at, (name, args)) in [
            ("key_eq", &[copy, eq, key, key][..]),
            ("key_hash", &[copy, hash, key][..]),
        ]
        .into_iter()
        .enumerate()
        {
            let found = self.front.import("rpython.rlib.pyfuncs", name);
            if let Ok(Some(Value::Function(f))) = found {
                let caller = self.function_desc(&f);
                let shape = CallArgs::positional(args).shape;
                let graph = self.call_function(caller, &shape, args, None);
                graphs[at] = graph.ok().flatten();
            }
        }
        let def = self.program.dicts.get_mut(d);
        def.custom_held = Some(number);
        if let [Some(e), Some(h)] = graphs {
            def.custom_graphs = Some((e, h));
        }
    }

    /// Annotates a call of `key_eq` or `key_hash` and looks at the result.
    fn check_key_function(&mut self, name: &str, f: Annotation, args: &[Annotation]) {
        let r = self.call(f, &CallArgs::positional(args), Site::Unrecorded);
        if let Ok(r) = r
            && !r.is_integer()
        {
            let what = self.english(r);
            let must = match name {
                "key_eq" => "it must return a boolean",
                _ => "it must return an integer",
            };
            let message = format!("the {name} function of an r_dict returns {what}");
            let d = self.error("E0461", message).label(must);
            let d = self.with_result_origin(d, f, r);
            self.report(d);
        }
    }
}
