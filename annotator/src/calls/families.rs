//! Call families: functions of which one value may be any, and the tables by which they are called.
//!
//! Functions that meet at a call site, in a variable, or as the methods that one slot of a vtable may hold, form one
//! family: they have one representation. Each *row* of a family says which graph is called for each member, at one
//! shape of call. Only sites that can reach several functions need a row; a site with one callee calls its graph
//! directly.
//!
//! ```text
//! class A: def f(self)              o.f() with o an A:   family {A.f, B.f}, row 0 = shape(0),
//!                                                        receiver: {A.f -> g1, B.f -> g2}
//! class B(A): def f(self, k=0)      B().f(1):            B.f's graph, directly: no row
//! class C(B): pass                  B.f(o, 1) in C:      the same, without receiver: no row either
//! ```
//! What a slot may hold are the methods that a lookup can *find* from the class where the slot is
//! ([`AnnotatedProgram::reachable`]). The attribute's annotation holds more: what bases define and the class overrides.
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::defs::*;
use crate::engine::Annotator;
use crate::model::*;
use crate::program::AnnotatedProgram;

/// What a site calls: function, graph, where its arguments come from.
type Members = Vec<(DescId, GraphId, Rc<[ArgSource]>)>;

fn has_receiver(sources: &[ArgSource]) -> bool {
    sources.iter().any(|s| {
        matches!(
            s,
            ArgSource::Receiver | ArgSource::Star { receiver: true, .. }
        )
    })
}

impl CallRow {
    fn first(&self) -> DescId {
        self.graphs.keys().copied().next().unwrap_or(DescId(0))
    }

    /// Whether both can be one row: they do not disagree, and some function is in both.
    fn belongs_to(&self, other: &CallRow) -> bool {
        let mut common = false;
        self.shape == other.shape
            && self.receiver == other.receiver
            && self.graphs.iter().all(|(d, (g, _))| {
                other.graphs.get(d).is_none_or(|(h, _)| {
                    common = true;
                    g == h
                })
            })
            && common
            && self.takes_the_same(other)
    }

    /// Whether the members of both can be called with the same arguments: nowhere do they take different lists, or a
    /// list and a string, unless the members of each row do already. Those can be called together with None only.
    fn takes_the_same(&self, other: &CallRow) -> bool {
        let none = BTreeSet::new();
        let mut paths = self.referents.keys().chain(other.referents.keys());
        paths.all(|path| {
            let (a, b) = (self.referents.get(path), other.referents.get(path));
            let (a, b) = (a.unwrap_or(&none), b.unwrap_or(&none));
            a == b || a.union(b).count() == 1
        })
    }

    /// Adds the members of another row.
    fn take(&mut self, other: CallRow) {
        self.graphs.extend(other.graphs);
        for (path, referents) in other.referents {
            self.referents.entry(path).or_default().extend(referents);
        }
    }

    /// Whether it says all that `site` needs.
    fn covers(&self, site: &CallRow) -> bool {
        let same = |(d, (g, _)): (&DescId, &(GraphId, Rc<[ArgSource]>))| {
            self.graphs.get(d).is_some_and(|(h, _)| g == h)
        };
        self.shape == site.shape
            && self.receiver == site.receiver
            && site.graphs.iter().all(same)
            && self.takes_the_same(site)
    }
}

impl AnnotatedProgram {
    /// The function behind a function or method desc.
    pub fn function_behind(&self, d: DescId) -> DescId {
        match &self.descs[d] {
            Desc::Method(m) => m.func,
            Desc::FrozenMethod(m) => m.func,
            _ => d,
        }
    }

    /// The descs that a lookup on an instance of `c` (or of a subclass) can find, of all that the attribute may be.
    /// Methods that are not bound yet are found below `c`; upwards only the nearest counts.
    pub fn reachable(&self, c: ClassId, descs: &[DescId]) -> Vec<DescId> {
        let mut up: Option<(ClassId, DescId)> = None;
        let mut out = Vec::with_capacity(descs.len());
        for &d in descs {
            let origin = match &self.descs[d] {
                Desc::Method(m) if m.receiver.is_none() => m.origin,
                _ => {
                    out.push(d);
                    continue;
                }
            };
            if origin != c && self.is_subclass(origin, c) {
                out.push(d);
            } else if self.is_subclass(c, origin)
                && up.is_none_or(|(k, _)| self.is_subclass(origin, k))
            {
                up = Some((origin, d));
            }
        }
        out.extend(up.map(|(_, d)| d));
        out.sort_unstable();
        out
    }

    /// What members of a row take that may be None.
    fn referents_of(&self, members: &Members) -> BTreeMap<ArgPath, BTreeSet<Referent>> {
        let mut out = BTreeMap::new();
        for (_, g, sources) in members {
            for (&a, source) in self.graphs[*g].args().iter().zip(sources.iter()) {
                match (source, a.kind()) {
                    (ArgSource::Positional(i), _) => self.add_referents(a, vec![*i], &mut out),
                    (ArgSource::Keyword(i), _) => {
                        self.add_referents(a, vec![KEYWORDS + i], &mut out);
                    }
                    (ArgSource::Star { first, end, .. }, AnnotationKind::Tuple(items)) => {
                        // The receiver is the first item, if it is in the tuple.
                        let own = items.len().saturating_sub(end - first);
                        for (i, &item) in items.iter().skip(own).enumerate() {
                            self.add_referents(item, vec![first + i], &mut out);
                        }
                    }
                    _ => (),
                }
            }
        }
        out
    }

    fn add_referents(
        &self,
        a: Annotation,
        path: ArgPath,
        out: &mut BTreeMap<ArgPath, BTreeSet<Referent>>,
    ) {
        let referent = match a.kind() {
            AnnotationKind::List(l) => Referent::List(self.find_list(*l)),
            AnnotationKind::Dict(d) => Referent::Dict(self.find_dict(*d)),
            AnnotationKind::Text(TextKind { wide: false, .. }) => Referent::Str,
            AnnotationKind::Text(TextKind { wide: true, .. }) => Referent::Unicode,
            AnnotationKind::ByteArray => Referent::ByteArray,
            AnnotationKind::Instance { .. } => Referent::Instance,
            AnnotationKind::Pbc { .. } => Referent::Callable,
            AnnotationKind::Tuple(items) => {
                for (i, &item) in items.iter().enumerate() {
                    let path = path.iter().copied().chain([i]).collect();
                    self.add_referents(item, path, out);
                }
                return;
            }
            _ => return,
        };
        out.entry(path).or_default().insert(referent);
    }

    /// The row of a family that a site calls through.
    fn row_of(&self, f: FamilyId, site: &CallRow) -> Option<usize> {
        self.families
            .get(f)
            .rows
            .iter()
            .position(|r| r.covers(site))
    }
}

impl Annotator {
    /// Forms call families from the call sites of graphs from `first` on, and from what variables and slots of vtables
    /// hold.
    pub(crate) fn form_families(&mut self, first: GraphId) {
        let new = |s: &&OpRef| s.graph >= first;
        let mut sites: Vec<OpRef> = self.program.calls.keys().filter(new).copied().collect();
        sites.extend(self.program.special_methods.keys().filter(new).copied());
        sites.sort_unstable();
        let mut found: Vec<(OpRef, bool, CallRow)> = Vec::with_capacity(sites.len());
        for site in sites {
            let special = !self.program.calls.contains_key(&site);
            let info = match special {
                true => &self.program.special_methods[&site].1,
                false => &self.program.calls[&site],
            };
            if info.family.is_some() {
                continue;
            }
            let members: Members = info
                .callees
                .iter()
                .filter_map(|c| {
                    let d = self.program.function_behind(c.desc);
                    Some((d, c.graph?, c.args.clone()))
                })
                .collect();
            let Some(&(one, ..)) = members.first() else {
                continue;
            };
            let several = members.len() > 1;
            let row = CallRow {
                shape: info.shape.clone(),
                receiver: members.iter().any(|m| has_receiver(&m.2)),
                referents: match several {
                    true => self.program.referents_of(&members),
                    false => BTreeMap::new(),
                },
                graphs: members
                    .iter()
                    .map(|(d, g, a)| (*d, (*g, a.clone())))
                    .collect(),
            };
            let family = self.family(one);
            for m in &members[1..] {
                let other = self.family(m.0);
                self.merge_families(family, other);
            }
            self.program.families.get_mut(family).sites += 1;
            found.push((site, special, row));
        }
        // Helpers that are annotated while types are made find the families as they are.
        if first == GraphId(0) {
            self.merge_families_of_values();
        }
        for (_, _, row) in found.iter().filter(|f| f.2.graphs.len() > 1) {
            self.add_row(row, first == GraphId(0));
        }
        for (site, special, row) in found {
            let family = self.family(row.first());
            let family = self.program.find_family(family);
            let number = self.program.row_of(family, &row).unwrap_or(0);
            let stored = if special {
                self.program.special_methods.get_mut(&site).map(|(_, i)| i)
            } else {
                self.program.calls.get_mut(&site)
            };
            if let Some(i) = stored {
                i.family = Some(family);
                i.row = number;
            }
        }
    }

    /// Adds what a site calls to the rows of its family. `free`: rows may still be joined, since nothing refers to them
    /// yet.
    fn add_row(&mut self, row: &CallRow, free: bool) {
        let family = self.family(row.first());
        if self.program.row_of(family, row).is_some() {
            return;
        }
        let rows = &mut self.program.families.get_mut(family).rows;
        if !free {
            match rows.iter_mut().find(|r| row.belongs_to(r)) {
                Some(r) => r.take(row.clone()),
                None => rows.push(row.clone()),
            }
            return;
        }
        let mut new = row.clone();
        let mut i = 0;
        while i < rows.len() {
            if rows[i].belongs_to(&new) {
                new.take(rows.remove(i));
                i = 0;
            } else {
                i += 1;
            }
        }
        rows.push(new);
    }

    /// Functions that one variable or one slot may hold are of one family, whether or not some site calls them
    /// together.
    fn merge_families_of_values(&mut self) {
        let mut seen: FxHashSet<Annotation> = FxHashSet::default();
        let mut attributes: FxHashSet<CellId> = FxHashSet::default();
        let mut sets: Vec<Vec<DescId>> = Vec::new();
        for (c, def) in self.program.classes.iter_enumerated() {
            for attr in def.attrs.values() {
                attributes.insert(self.program.cells.find(attr.cell));
                if let Some(descs) = self.program.cell(attr.cell).descs() {
                    sets.push(self.program.reachable(c, descs));
                }
            }
        }
        let variables = self.program.graphs.iter().flat_map(|g| g.bindings.iter());
        let hidden = (self.program.cells.iter())
            .filter(|(c, _)| !attributes.contains(&self.program.cells.find(*c)))
            .map(|(_, cell)| &cell.annotation);
        for a in variables.chain(hidden) {
            if let AnnotationKind::Pbc { descs, .. } = a.kind()
                && descs.len() > 1
                && seen.insert(*a)
            {
                sets.push(descs.to_vec());
            }
        }
        for set in sets {
            let mut one: Option<FamilyId> = None;
            for d in set {
                let d = self.program.function_behind(d);
                let Some(&f) = self.program.family_of.get(&d) else {
                    continue;
                };
                match one {
                    None => one = Some(f),
                    Some(g) => self.merge_families(g, f),
                }
            }
        }
    }

    fn family(&mut self, d: DescId) -> FamilyId {
        if let Some(&f) = self.program.family_of.get(&d) {
            return f;
        }
        let mut fam = CallFamily::default();
        fam.descs.insert(d);
        let f = self.program.families.push(fam);
        self.program.family_of.insert(d, f);
        f
    }

    fn merge_families(&mut self, a: FamilyId, b: FamilyId) {
        let moved = self.program.find_family(b);
        let offset = self.program.families.get(a).rows.len();
        if moved == self.program.find_family(a) {
            return;
        }
        if offset > 0 && !self.program.families.get(b).rows.is_empty() {
            // The rows of `b` come after those of `a`.
            let families = &self.program.families;
            let infos = (self.program.calls.values_mut())
                .chain(self.program.special_methods.values_mut().map(|(_, i)| i));
            for i in infos.filter(|i| i.family.is_some_and(|f| families.find(f) == moved)) {
                i.row += offset;
            }
        }
        let Some((mut x, y)) = self.program.families.take_union(a, b) else {
            return;
        };
        x.descs.extend(y.descs);
        x.sites += y.sites;
        x.rows.extend(y.rows);
        self.program.families.set(a, x);
    }
}
