//! The join of representations: what a row of a call family takes and returns, by what its members do.
use annotator::model::DescId;
use ir::lltype::LLType;

use crate::repr::{Repr, ReprId};
use crate::typer::{R, RTyper};

impl RTyper {
    /// The join of two representations, for row signatures.
    pub(super) fn join_repr(&mut self, a: ReprId, b: ReprId) -> R<ReprId> {
        if a == b {
            return Ok(a);
        }
        let (ra, rb) = (self.repr(a), self.repr(b));
        Ok(match (&ra, &rb) {
            (Repr::Only(x), Repr::Only(y)) => {
                let both = self.pbc_repr(&[*x, *y], false)?;
                self.intern(both)
            }
            // It may be None.
            (Repr::Only(d), Repr::Void) | (Repr::Void, Repr::Only(d)) => {
                let both = self.pbc_repr(&[*d], true)?;
                self.intern(both)
            }
            (Repr::Void | Repr::Only(_), _) => b,
            (_, Repr::Void | Repr::Only(_)) => a,
            (Repr::Instance(x), Repr::Instance(y)) => {
                let base = match (x, y) {
                    (Some(x), Some(y)) => self.pg().common_base(*x, *y),
                    _ => None,
                };
                self.intern(Repr::Instance(base))
            }
            (Repr::Bool, Repr::Int(_) | Repr::Float) | (Repr::Int(_), Repr::Float) => b,
            (Repr::Int(_) | Repr::Float, Repr::Bool) | (Repr::Float, Repr::Int(_)) => a,
            (Repr::Char, Repr::Str) | (Repr::UniChar, Repr::Unicode) => b,
            (Repr::Str, Repr::Char) | (Repr::Unicode, Repr::UniChar) => a,
            (Repr::Int(LLType::Signed), Repr::Int(_)) => b,
            (Repr::Int(_), Repr::Int(LLType::Signed)) => a,
            (Repr::Range { .. }, Repr::List(_)) => b,
            (Repr::List(_), Repr::Range { .. }) => a,
            (Repr::Tuple(x), Repr::Tuple(y)) if x.len() == y.len() => {
                let mut items = Vec::new();
                for (&i, &j) in x.clone().iter().zip(y.clone().iter()) {
                    items.push(self.join_repr(i, j)?);
                }
                self.intern(Repr::Tuple(items.into()))
            }
            (
                Repr::Methods {
                    class: x,
                    name,
                    family,
                },
                Repr::Methods { class: y, .. },
            ) => {
                let base = match (x, y) {
                    (Some(x), Some(y)) => self.pg().common_base(*x, *y),
                    _ => None,
                };
                let (name, family) = (*name, *family);
                self.intern(Repr::Methods {
                    class: base,
                    name,
                    family,
                })
            }
            _ => {
                let (x, y) = (self.show_repr(a), self.show_repr(b));
                return Err(self.unsupported(format!(
                    "callables of one call site with parameters or results of different types: {x}, {y}"
                )));
            }
        })
    }
    /// The join of what the members of a row take for one argument; whether it fails ([`RowSig::apart`]). `narrows`: of
    /// different numbers the narrower one is passed.
    pub(super) fn join_params(&mut self, list: &[ReprId], narrows: bool) -> R<(ReprId, bool)> {
        let mut columns: Vec<Vec<ReprId>> = Vec::new();
        for &r in list {
            match self.repr(r) {
                Repr::Tuple(items) if columns.is_empty() || columns.len() == items.len() => {
                    columns.resize(items.len(), Vec::new());
                    for (column, &item) in columns.iter_mut().zip(items.iter()) {
                        column.push(item);
                    }
                }
                Repr::Void => {}
                _ => {
                    columns.clear();
                    break;
                }
            }
        }
        if !columns.is_empty() {
            let (mut items, mut apart) = (Vec::new(), false);
            for column in &columns {
                let (item, a) = self.join_params(column, narrows)?;
                items.push(item);
                apart |= a;
            }
            return Ok((self.intern(Repr::Tuple(items.into())), apart));
        }
        let void = self.intern(Repr::Void);
        let Some((&first, rest)) = list.split_first() else {
            return Ok((void, false));
        };
        let mut joined = first;
        for &r in rest {
            if let Some(narrower) = self.narrower_number(joined, r).filter(|_| narrows) {
                joined = narrower;
                continue;
            }
            match self.join_repr(joined, r) {
                Ok(j) => joined = j,
                Err(e) if e.code == "E0900" => return Ok((void, true)),
                Err(e) => return Err(e),
            }
        }
        Ok((joined, false))
    }
    /// Of a float and another number: the other one, which can be converted. Members of a row that take the one or the
    /// other are passed integers, since what a call passes is part of what each of them takes: those that take floats
    /// are passed them by calls of other rows.
    fn narrower_number(&self, a: ReprId, b: ReprId) -> Option<ReprId> {
        match (&self.reprs[a], &self.reprs[b]) {
            (Repr::Int(_) | Repr::Bool, Repr::Float) => Some(a),
            (Repr::Float, Repr::Int(_) | Repr::Bool) => Some(b),
            _ => None,
        }
    }
    /// Whether floats are among these, and other numbers.
    pub(super) fn are_different_numbers(&self, list: &[ReprId]) -> bool {
        let any = |is: fn(&Repr) -> bool| list.iter().any(|&r| is(&self.reprs[r]));
        any(|r| matches!(r, Repr::Float)) && any(|r| matches!(r, Repr::Int(_) | Repr::Bool))
    }
    /// Whether an argument of this representation is None wherever the parameters of a row are apart.
    pub(super) fn is_none_where_apart(&self, argument: ReprId, row: ReprId) -> bool {
        match (&self.reprs[argument], &self.reprs[row]) {
            (a, Repr::Void) => matches!(a, Repr::Void),
            (Repr::Tuple(a), Repr::Tuple(b)) => {
                (a.iter().zip(b.iter())).all(|(&a, &b)| self.is_none_where_apart(a, b))
            }
            _ => true,
        }
    }
    /// The representation of all functions, classes or frozen objects that these annotations are together; `None` if
    /// they are others.
    pub(super) fn joined_pbc(&mut self, list: &[annotator::Annotation]) -> R<Option<ReprId>> {
        use annotator::AnnotationKind;
        let (mut all, mut none): (Vec<DescId>, bool) = (Vec::new(), false);
        for a in list {
            match a.kind() {
                AnnotationKind::Pbc { descs, nullable } => {
                    none |= nullable;
                    for &d in descs {
                        if !all.contains(&d) {
                            all.push(d);
                        }
                    }
                }
                AnnotationKind::None => none = true,
                AnnotationKind::Impossible => {}
                _ => return Ok(None),
            }
        }
        if all.is_empty() {
            return Ok(None);
        }
        let repr = self.pbc_repr(&all, none)?;
        Ok(Some(self.intern(repr)))
    }
}
