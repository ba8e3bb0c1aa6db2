//! The state (b, E): merging annotations into variables and hidden variables, and identifying hidden variables.
//!
//! Every change of a hidden variable schedules its readers. Joins of lists and dictionaries leave obligations to
//! identify their definitions; these are discharged with a queue, so that recursive structures end.
//!
//! ```text
//! write_cell(v, a):  b(v) := b(v) ⊔ a;  if it changed: readers of v are scheduled
//! identify(v ~ w):   one cell with b(v) ⊔ b(w) and both sets of readers
//! ```
use ir::model::VarId;

use crate::defs::*;
use crate::engine::{Annotator, Res, Stop};
use crate::model::lattice::{self, Identify, Obligations};
use crate::model::*;
use crate::report::warnings::Shortest;

impl Annotator {
    /// `a ⊔ b` with all identifications carried out; the error is reported by the caller.
    pub(crate) fn try_join(
        &mut self,
        a: Annotation,
        b: Annotation,
    ) -> Result<Annotation, lattice::TopError> {
        if a == b {
            return Ok(a);
        }
        let mut todo = Obligations::new();
        let r = lattice::join(&self.program, a, b, &mut todo)?;
        if !todo.is_empty() {
            self.identify(todo);
        }
        Ok(r)
    }
    /// `a ⊔ b`, or an error at the current operation.
    pub(crate) fn join(&mut self, a: Annotation, b: Annotation) -> Res {
        match self.try_join(a, b) {
            Ok(r) => Ok(r),
            Err(e) => {
                let d = self.union_error(self.span, e);
                self.fail_with(d)
            }
        }
    }
    /// For later stages: the union of two annotations, if they have one.
    pub fn union(&mut self, a: Annotation, b: Annotation) -> Option<Annotation> {
        self.try_join(a, b).ok()
    }
    /// `a ≤ b`, where booleans are integers.
    pub fn contains(&self, b: Annotation, a: Annotation) -> bool {
        lattice::fits(&self.program, b, a)
    }

    /// Discharges the obligations of joins.
    pub(crate) fn identify(&mut self, todo: Obligations) {
        let mut queue: Vec<Identify> = todo.into_vec();
        while let Some(next) = queue.pop() {
            match next {
                Identify::Lists(a, b) => {
                    let Some((x, y)) = self.program.lists.take_union(a, b) else {
                        continue;
                    };
                    let (i, j) = (x.item, y.item);
                    let merged = self.merge_list_defs(x, y);
                    self.program.lists.set(a, merged);
                    self.unify_cells(i, j, &mut queue, "list items");
                }
                Identify::Dicts(a, b) => {
                    let Some((x, y)) = self.program.dicts.take_union(a, b) else {
                        continue;
                    };
                    let (k1, k2, v1, v2) = (x.key, y.key, x.value, y.value);
                    let custom = (x.custom, y.custom);
                    let made = (x.span, y.span);
                    let merged = DictDef {
                        custom: x.custom.or(y.custom),
                        mutated: x.mutated || y.mutated,
                        force_non_null: x.force_non_null && y.force_non_null,
                        simple_hash_eq: x.simple_hash_eq && y.simple_hash_eq,
                        custom_graphs: x.custom_graphs.or(y.custom_graphs),
                        custom_held: x.custom_held.or(y.custom_held),
                        ..x
                    };
                    let mixed = custom.0.is_some() != custom.1.is_some();
                    let fresh = [k1, k2]
                        .iter()
                        .any(|&k| self.program.cell(k).is_impossible());
                    self.program.dicts.set(a, merged);
                    if mixed && !fresh {
                        let d = self
                            .error("E0413", "an r_dict meets an ordinary dictionary")
                            .label("they meet here")
                            .note(made.0, "one is made here")
                            .note(made.1, "the other is made here");
                        self.report(d);
                    }
                    self.unify_cells(k1, k2, &mut queue, "dictionary keys");
                    self.unify_cells(v1, v2, &mut queue, "dictionary values");
                    if let (Some(c), Some(d)) = custom {
                        self.unify_cells(c.eq, d.eq, &mut queue, "key_eq functions");
                        self.unify_cells(c.hash, d.hash, &mut queue, "key_hash functions");
                    }
                }
            }
        }
    }

    fn merge_list_defs(&mut self, x: ListDef, y: ListDef) -> ListDef {
        let range = match (x.range, y.range) {
            (a, b) if a == b => a,
            (RangeStep::No, _) | (_, RangeStep::No) => RangeStep::No,
            _ => RangeStep::Variable,
        };
        let merged = ListDef {
            item: x.item,
            resized: x.resized || y.resized,
            mutated: x.mutated || y.mutated,
            range,
            immutable: x.immutable && y.immutable,
            shortest: x.shortest.merge(y.shortest),
            must_not_resize: x.must_not_resize.or(y.must_not_resize),
            // Messages show where the shortest is made.
            span: match (x.shortest, y.shortest) {
                _ if x.span.is_none() => y.span,
                _ if y.span.is_none() => x.span,
                (Shortest::Items(a), Shortest::Items(b)) if b < a => y.span,
                _ => x.span,
            },
        };
        if merged.resized
            && let Some(demanded) = merged.must_not_resize
        {
            let d = self
                .error("E0412", "a list that must not be resized is resized")
                .label("a resized list meets it here")
                .note(demanded, "it must not be resized because of this");
            self.report(d);
        }
        merged
    }

    pub(crate) fn unify_cells(
        &mut self,
        a: CellId,
        b: CellId,
        queue: &mut Vec<Identify>,
        what: &str,
    ) {
        let Some((x, y)) = self.program.cells.take_union(a, b) else {
            return;
        };
        let (old_x, old_y) = (x.annotation, y.annotation);
        let mut readers = Readers::default();
        let mut todo = Obligations::new();
        let mut cell = Cell {
            annotation: old_x,
            readers: x.readers.clone(),
            history: x.history,
        };
        add_readers(&mut cell.readers, &y.readers);
        cell.history.extend(y.history);
        self.program.cells.set(a, cell);
        let joined = match lattice::join(&self.program, old_x, old_y, &mut todo) {
            Ok(j) => j,
            Err(e) => {
                let mut d = self.union_error(self.span, e);
                let history = self.program.cells.get(a).history.clone();
                d.message = format!("{what} that meet here do not go together: {}", d.message);
                for o in history.iter().take(4) {
                    if !o.span.is_none() && o.span != d.span {
                        let text = format!("{} was put in here", self.english(o.what));
                        d = d.note(o.span, text);
                    }
                }
                self.report(d);
                Annotation::error()
            }
        };
        if joined != old_x {
            add_readers(&mut readers, &x.readers);
        }
        // `old_y` may be the same modulo E but another handle; readers of the second cell see it through `find`.
        if joined != old_y {
            add_readers(&mut readers, &y.readers);
        }
        self.program.cells.get_mut(a).annotation = joined;
        queue.extend(todo);
        self.reschedule_all(&readers);
    }

    /// A fresh hidden variable.
    pub(crate) fn new_cell(&mut self, annotation: Annotation) -> CellId {
        let history = if annotation.is_impossible() {
            Vec::new()
        } else {
            vec![Origin {
                what: annotation,
                span: self.span,
            }]
        };
        self.program.cells.push(Cell {
            annotation,
            readers: Readers::default(),
            history,
        })
    }
    /// Reads a hidden variable on behalf of the current block.
    pub(crate) fn read_cell(&mut self, c: CellId) -> Annotation {
        let here = self.here;
        let read_before = match self.running_op() {
            Some((running, op)) => std::mem::replace(&mut running.memo[op].reads, c) == c,
            None => true,
        };
        let cell = self.program.cells.get_mut(c);
        if !read_before {
            let first = cell.readers.entry(here.block_ref()).or_insert(here.index);
            *first = here.index.min(*first);
        }
        cell.annotation
    }
    /// Merges into a hidden variable; `what` says of what kind it is for messages.
    pub(crate) fn write_cell(&mut self, c: CellId, a: Annotation, what: &str) -> Res<()> {
        let a = a.escaping();
        let old = self.program.cells.get(c).annotation;
        if a == old {
            return Ok(());
        }
        let joined = match self.try_join(old, a) {
            Ok(j) => j,
            Err(e) => {
                let d = self.cell_error(c, a, e, what);
                self.report(d);
                Annotation::error()
            }
        };
        if joined != old {
            let span = self.span;
            let cell = self.program.cells.get_mut(c);
            // A join may have identified this cell with another: keep what it holds by now.
            let now = cell.annotation;
            cell.annotation = joined;
            cell.history.push(Origin { what: a, span });
            // Not cloned: nothing that follows reads the set.
            let readers = std::mem::take(&mut cell.readers);
            if now != old
                && now != joined
                && let Ok(j) = self.try_join(joined, now)
            {
                self.program.cells.get_mut(c).annotation = j;
            }
            self.reschedule_all(&readers);
            let cell = self.program.cells.get_mut(c);
            let others = std::mem::replace(&mut cell.readers, readers);
            add_readers(&mut cell.readers, &others);
        }
        if joined.is_error() && !a.is_error() {
            Err(Stop::Failed)
        } else {
            Ok(())
        }
    }

    /// Merges into a variable of a graph; whether it changed.
    pub(crate) fn merge_var(&mut self, g: GraphId, v: VarId, a: Annotation) -> bool {
        let old = self.program.graphs[g].bindings[v];
        if old == a {
            return false;
        }
        let joined = match self.try_join(old, a) {
            Ok(j) => j,
            Err(e) => {
                let d = self.var_union_error(g, v, e);
                self.report(d);
                Annotation::error()
            }
        };
        let joined = match self.options.broken {
            Some(b) if !old.is_impossible() => b.joined(old, joined),
            _ => joined,
        };
        if joined == old {
            return false;
        }
        self.program.graphs[g].bindings[v] = joined;
        true
    }
}

fn add_readers(to: &mut Readers, more: &Readers) {
    for (&block, &index) in more {
        let first = to.entry(block).or_insert(index);
        *first = index.min(*first);
    }
}
