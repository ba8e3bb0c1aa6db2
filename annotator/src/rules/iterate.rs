//! Iteration: `iter`, `next`, and what iterators give.
use crate::calls::{CallArgs, Site};
use crate::engine::{Annotator, Res, Stop};
use crate::front::hl::{HlGraph, HlOp};
use crate::model::*;
use ir::diag::Diagnostic;
use ir::model::{BlockId, ExitSwitch, Operand, VarId};
use ir::name::Name;

impl Annotator {
    pub(crate) fn iter_of(&mut self, a: Annotation, kind: IterKind) -> Res {
        match a.kind() {
            AnnotationKind::List(_)
            | AnnotationKind::Dict(_)
            | AnnotationKind::Text(_)
            | AnnotationKind::ByteArray
            | AnnotationKind::Tuple(_) => {
                let kind = match kind {
                    IterKind::Zip(other) => IterKind::Zip(self.of_one_kind(other)),
                    other => other,
                };
                Ok(Annotation::new(AnnotationKind::Iterator {
                    container: self.of_one_kind(a.without_const().non_none()),
                    kind,
                }))
            }
            AnnotationKind::Iterator { .. } => match kind {
                // What is iterated over along with something else.
                IterKind::Enumerate | IterKind::Zip(_) => {
                    Ok(Annotation::new(AnnotationKind::Iterator {
                        container: a,
                        kind,
                    }))
                }
                _ => Ok(a),
            },
            AnnotationKind::Instance { .. } => {
                if let Some(r) = self.special_method(a, "__iter__", &[]) {
                    return r;
                }
                let user = self.special_method_exists(a, "next")
                    || self.special_method_exists(a, "__next__");
                if user {
                    return Ok(Annotation::new(AnnotationKind::Iterator {
                        container: a.non_none(),
                        kind: IterKind::User,
                    }));
                }
                if self.special_method_exists(a, "__getitem__") {
                    return self.unsupported("iterating through `__getitem__`; define `__iter__`");
                }
                self.not_iterable(a)
            }
            AnnotationKind::None => {
                let d = Diagnostic::error("E0460", self.span, "None is iterated over")
                    .label("this is always None here");
                self.block_because(d)
            }
            _ => self.not_iterable(a),
        }
    }
    /// Whether the result of the operation that is annotated is iterated over and not used otherwise, in code of Python
    /// 3: what gives an iterator or a view there need not be a list then.
    pub(crate) fn is_iterated_at_once(&self) -> bool {
        let here = self.here;
        let Some(info) = self.program.graphs.get(here.graph) else {
            return false;
        };
        if self.in_python2() {
            return false;
        }
        let graph = info.graph();
        let ops = &graph.blocks[here.block].ops;
        match ops.get(here.index as usize) {
            Some(op) if matches!(op.op, HlOp::SimpleCall | HlOp::CallArgs(_)) => {
                is_only_iterated(graph, here.block, here.index as usize + 1, op.result)
            }
            _ => false,
        }
    }
    /// What is iterated over for `a`: of a tuple with items of several kinds, one whose items are all of their union.
    /// If they have none, `next` reports it.
    fn of_one_kind(&mut self, a: Annotation) -> Annotation {
        let AnnotationKind::Tuple(items) = a.kind() else {
            return a;
        };
        let mut joined = Annotation::impossible();
        for &i in items.iter() {
            match self.try_join(joined, i) {
                Ok(j) => joined = j,
                Err(_) => return a,
            }
        }
        if items.iter().all(|i| *i == joined) {
            return a;
        }
        Annotation::tuple(vec![joined; items.len()])
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
        let d = self.error("E0460", format!("{what} cannot be iterated over"));
        let d = self.with_operand_origin(d, 0);
        self.fail_with(d)
    }
    /// What an iterator over `a` yields.
    fn item_of(&mut self, a: Annotation) -> Res {
        Ok(match a.kind() {
            AnnotationKind::List(l) => {
                let c = self.program.list(*l).item;
                self.read_cell(c)
            }
            AnnotationKind::Dict(d) => {
                let c = self.program.dict(*d).key;
                self.read_cell(c)
            }
            AnnotationKind::Text(t) => Annotation::new(AnnotationKind::Text(TextKind {
                single: true,
                ..t.with_nullable(false)
            })),
            AnnotationKind::ByteArray => Annotation::nonneg(),
            AnnotationKind::Tuple(items) => {
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
            AnnotationKind::Iterator { .. } => return self.next(a),
            _ => return self.not_iterable(a),
        })
    }
    /// `next(it)`
    pub(crate) fn next(&mut self, it: Annotation) -> Res {
        let (container, kind) = match it.kind() {
            AnnotationKind::Iterator { container, kind } => (*container, kind.clone()),
            AnnotationKind::Instance { .. } => {
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
                AnnotationKind::Dict(d) => {
                    let c = self.program.dict(*d).value;
                    self.read_cell(c)
                }
                _ => return self.not_iterable(container),
            },
            IterKind::Pairs => match container.kind() {
                AnnotationKind::Dict(d) => {
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
}

/// Where a block hands a variable on to.
pub(crate) enum HandedOn {
    Nowhere,
    /// To one block, which nothing else leads to, and its name there.
    To(BlockId, VarId),
    /// To several, or to one that others lead to as well.
    Elsewhere,
}

/// Where a block hands a variable on to: a call that may raise ends a block, and what follows it goes on in the next
/// one.
pub(crate) fn handed_on(graph: &HlGraph, block: BlockId, v: VarId) -> HandedOn {
    let mut next = None;
    for &l in &graph.blocks[block].exits {
        let link = &graph.links[l];
        for (a, &input) in link.args.iter().zip(&graph.blocks[link.target].inputargs) {
            if *a == Operand::Var(v) && next.replace((link.target, input)).is_some() {
                return HandedOn::Elsewhere;
            }
        }
    }
    let Some((target, input)) = next else {
        return HandedOn::Nowhere;
    };
    let exits = graph.live_blocks().flat_map(|b| graph.successors(b));
    match exits.filter(|&t| t == target).count() {
        1 => HandedOn::To(target, input),
        _ => HandedOn::Elsewhere,
    }
}

/// Whether the one thing that is done with `v`, from an operation of `block` on, is `iter`. What asks for its length to
/// make room for a list (`hint_maxlength`) does without one.
fn is_only_iterated(graph: &HlGraph, block: BlockId, from: usize, v: VarId) -> bool {
    let (mut block, mut from, mut v) = (block, from, v);
    let mut iterated = 0;
    for _ in 0..graph.blocks.len() {
        let b = &graph.blocks[block];
        for op in &b.ops[from..] {
            for (i, a) in op.args.iter().enumerate() {
                if *a == Operand::Var(v) {
                    match op.op {
                        HlOp::Iter => iterated += 1,
                        HlOp::HintMaxLength if i == 1 => {}
                        _ => return false,
                    }
                }
            }
        }
        if matches!(&b.exitswitch, ExitSwitch::Value(x) if *x == Operand::Var(v)) {
            return false;
        }
        let (target, input) = match handed_on(graph, block, v) {
            HandedOn::Nowhere => return iterated == 1,
            HandedOn::To(target, input) if iterated == 0 => (target, input),
            HandedOn::To(..) | HandedOn::Elsewhere => return false,
        };
        (block, from, v) = (target, 0, input);
    }
    false
}
