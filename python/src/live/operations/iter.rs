//! Iteration: `iter`, `next`, and the built-in iterators.
//!
//! A built-in iterator is a small state machine ([`IterState`]); exhaustion is `None`, so that `for` loops over
//! built-in objects raise nothing. A user-defined iterator's `StopIteration` is turned into `None` here.
use std::cell::RefCell;
use std::rc::Rc;

use crate::live::objects::kinds::{DictView, ListObj, ViewKind};
use crate::live::operations::attr::n;
use crate::live::{DictObj, PyResult, Space, Value};

/// Which class an iterator shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeName {
    Other,
    Enumerate,
    Reversed,
    Map,
    Filter,
    Zip,
}

/// An iterator that built-in code runs: of a container, `enumerate`, `zip`, a range, and so on.
pub struct IterObj {
    /// What is left.
    pub state: RefCell<IterState>,
    pub class: TypeName,
}

impl IterObj {
    /// Which class it shows.
    pub fn type_name(&self) -> TypeName {
        self.class
    }
}

/// What is left of an iteration.
pub enum IterState {
    /// Nothing.
    Done,
    /// The items of a list from a position, which sees later changes of the list.
    List(Rc<ListObj>, usize),
    /// The items of a tuple.
    Tuple(Rc<[Value]>, usize),
    /// Bytes as one-character strings.
    Str(Rc<crate::live::StrObj>, usize),
    /// Code points as one-character strings.
    Unicode(Rc<crate::live::UnicodeObj>, usize),
    /// Numbers: next, how many are left, step.
    Range(i64, i64, i64),
    /// Part of a dictionary: position, size when begun, which part.
    Dict(Rc<DictObj>, usize, usize, ViewKind),
    /// Anything with `__getitem__`, until `IndexError`.
    Sequence(Value, i64),
    /// The same, backwards.
    Backwards(Value, i64),
    /// `iter(f, sentinel)`
    Sentinel(Value, Value),
    /// `enumerate`
    Enumerate(Value, i64),
    /// `zip`
    Zip(Vec<Value>),
    /// `map`
    Map(Value, Vec<Value>),
    /// `filter`; `None`: by truth.
    Filter(Value, Value),
    /// A sequence of items made beforehand.
    Items(std::vec::IntoIter<Value>),
}

/// A new built-in iterator.
pub fn iterator(state: IterState) -> Value {
    let class = match &state {
        IterState::Enumerate(..) => TypeName::Enumerate,
        IterState::Backwards(..) => TypeName::Reversed,
        IterState::Zip(_) => TypeName::Zip,
        IterState::Map(..) => TypeName::Map,
        IterState::Filter(..) => TypeName::Filter,
        _ => TypeName::Other,
    };
    Value::Iter(Rc::new(IterObj {
        state: RefCell::new(state),
        class,
    }))
}

impl Space {
    /// Whether `iter(v)` works (without calling it).
    pub fn is_iterable(&self, v: &Value) -> bool {
        match v {
            Value::Str(_)
            | Value::Unicode(_)
            | Value::ByteArray(_)
            | Value::Tuple(_)
            | Value::List(_)
            | Value::Dict(_)
            | Value::Set(_)
            | Value::Range(_)
            | Value::DictView(_)
            | Value::Generator(_)
            | Value::Iter(_) => true,
            Value::Instance(i) => {
                let c = i.class();
                c.find(n().iter).is_some()
                    || c.find(n().getitem).is_some()
                    || (c.old_style && c.find(n().getattr).is_some())
                    || !matches!(v.unwrapped(), Value::Instance(_))
            }
            Value::Class(c) => {
                let m = c.metaclass();
                m.find(n().iter).is_some() || m.find(n().getitem).is_some()
            }
            Value::Native(native) => matches!(native.iter(self, v), Ok(Some(_))),
            _ => false,
        }
    }

    /// `iter(v)`
    pub fn iter(&self, v: &Value) -> PyResult {
        Ok(match v {
            Value::List(l) => iterator(IterState::List(l.clone(), 0)),
            Value::Tuple(t) => iterator(IterState::Tuple(t.clone(), 0)),
            Value::Range(r) => iterator(IterState::Range(r.start, r.len(), r.step)),
            Value::Iter(_) | Value::Generator(_) => v.clone(),
            Value::Str(s) => iterator(IterState::Str(s.clone(), 0)),
            Value::Unicode(s) => iterator(IterState::Unicode(s.clone(), 0)),
            Value::ByteArray(b) => {
                let items: Vec<Value> = b
                    .borrow()
                    .iter()
                    .map(|&b| Value::Int(i64::from(b)))
                    .collect();
                iterator(IterState::Items(items.into_iter()))
            }
            Value::Dict(d) => iterator(IterState::Dict(d.clone(), 0, d.len(), ViewKind::Keys)),
            Value::DictView(view) => self.view_iter(view),
            Value::Set(s) => iterator(IterState::Items(s.items().into_iter())),
            Value::Native(native) => match native.iter(self, v)? {
                Some(it) => it,
                None => return Err(self.not_iterable(v)),
            },
            Value::Instance(_) | Value::Class(_) => {
                let user = match v {
                    Value::Instance(i) if i.class().old_style => self.special(v, n().iter)?,
                    _ => self.user_special(v, n().iter)?,
                };
                if let Some(f) = user {
                    let it = self.call(&f, &[])?;
                    return match &it {
                        Value::Iter(_) | Value::Generator(_) => Ok(it),
                        Value::Instance(i)
                            if i.class().find(n().next).is_some()
                                || i.class().find(n().next3).is_some()
                                || i.class().old_style =>
                        {
                            Ok(it)
                        }
                        Value::Native(_) => Ok(it),
                        other => Err(self.type_error(format!(
                            "iter() returned non-iterator of type '{}'",
                            other.type_name()
                        ))),
                    };
                }
                let inner = v.unwrapped();
                if !matches!(inner, Value::Instance(_) | Value::Class(_)) {
                    return self.iter(&inner);
                }
                let has_getitem = match v {
                    Value::Instance(i) => {
                        i.class().find(n().getitem).is_some()
                            || (i.class().old_style && self.special(v, n().getitem)?.is_some())
                    }
                    Value::Class(c) => c.metaclass().find(n().getitem).is_some(),
                    _ => false,
                };
                if has_getitem {
                    return Ok(iterator(IterState::Sequence(v.clone(), 0)));
                }
                return Err(self.not_iterable(v));
            }
            _ => return Err(self.not_iterable(v)),
        })
    }
    fn not_iterable(&self, v: &Value) -> crate::live::PyErr {
        self.type_error(format!("'{}' object is not iterable", v.type_name()))
    }
    fn view_iter(&self, view: &DictView) -> Value {
        iterator(IterState::Dict(
            view.dict.clone(),
            0,
            view.dict.len(),
            view.kind,
        ))
    }

    /// `next(it)`; `None` when exhausted.
    pub fn next(&self, it: &Value) -> PyResult<Option<Value>> {
        match it {
            Value::Iter(i) => self.iter_next(i),
            Value::Generator(g) => self.generator_next(g),
            Value::Native(native) => match native.next(self)? {
                Some(item) => Ok(item),
                None => {
                    Err(self.type_error(format!("'{}' object is not an iterator", it.type_name())))
                }
            },
            Value::Instance(i) => {
                let class = i.class();
                let mut f = class.find(n().next3);
                if f.is_none() {
                    f = class.find(n().next);
                }
                match f {
                    Some(f) => {
                        let f = self.bind(f, it, &class)?;
                        let r = self.call(&f, &[]);
                        self.stop_to_none(r)
                    }
                    None => match self.special(it, n().next)? {
                        Some(f) => {
                            let r = self.call(&f, &[]);
                            self.stop_to_none(r)
                        }
                        None => Err(self
                            .type_error(format!("'{}' object is not an iterator", it.type_name()))),
                    },
                }
            }
            _ => Err(self.type_error(format!("'{}' object is not an iterator", it.type_name()))),
        }
    }

    fn iter_next(&self, it: &Rc<IterObj>) -> PyResult<Option<Value>> {
        let todo = match self.iter_step(&mut it.state.borrow_mut())? {
            Step::Item(item) => return Ok(item),
            Step::Run(todo) => todo,
        };
        let item = self.iter_run(todo)?;
        if item.is_none() {
            *it.state.borrow_mut() = IterState::Done;
        }
        Ok(item)
    }

    /// The next item where that runs no Python code; else what is to be run, taken out of the state.
    fn iter_step(&self, state: &mut IterState) -> PyResult<Step> {
        Ok(match state {
            IterState::Done => Step::Item(None),
            IterState::Range(next, left, step) => {
                if *left == 0 {
                    return Ok(Step::Item(None));
                }
                let v = *next;
                *left -= 1;
                *next = next.wrapping_add(*step);
                Step::Item(Some(Value::Int(v)))
            }
            IterState::List(l, i) => match l.get(*i) {
                Some(v) => {
                    *i += 1;
                    Step::Item(Some(v))
                }
                None => {
                    *state = IterState::Done;
                    Step::Item(None)
                }
            },
            IterState::Tuple(t, i) => {
                let v = t.get(*i).cloned();
                *i += 1;
                Step::Item(v)
            }
            IterState::Str(s, i) => {
                let v = s.bytes.get(*i).map(|&b| byte_string(b));
                *i += 1;
                Step::Item(v)
            }
            IterState::Unicode(s, i) => {
                let v = s.points.get(*i).map(|&c| Value::code_points(vec![c]));
                *i += 1;
                Step::Item(v)
            }
            IterState::Items(items) => Step::Item(items.next()),
            IterState::Dict(d, position, size, kind) => {
                if d.len() != *size {
                    let e = self.error("RuntimeError", "dictionary changed size during iteration");
                    *state = IterState::Done;
                    return Err(e);
                }
                let entry = d.next_entry(*position);
                Step::Item(entry.map(|(next, k, v)| {
                    *position = next;
                    match kind {
                        ViewKind::Keys => k,
                        ViewKind::Values => v,
                        ViewKind::Items => Value::tuple(vec![k, v]),
                    }
                }))
            }
            IterState::Sequence(v, i) => {
                let i0 = *i;
                *i += 1;
                Step::Run(Todo::Item(v.clone(), i0))
            }
            IterState::Backwards(v, i) => {
                if *i < 0 {
                    return Ok(Step::Item(None));
                }
                let i0 = *i;
                *i -= 1;
                Step::Run(Todo::Item(v.clone(), i0))
            }
            IterState::Sentinel(f, end) => Step::Run(Todo::Sentinel(f.clone(), end.clone())),
            IterState::Enumerate(inner, i) => {
                let i0 = *i;
                *i = i.wrapping_add(1);
                Step::Run(Todo::Enumerate(inner.clone(), i0))
            }
            IterState::Zip(its) => Step::Run(Todo::Zip(its.clone())),
            IterState::Map(f, its) => Step::Run(Todo::Map(f.clone(), its.clone())),
            IterState::Filter(f, inner) => Step::Run(Todo::Filter(f.clone(), inner.clone())),
        })
    }

    fn iter_run(&self, todo: Todo) -> PyResult<Option<Value>> {
        match todo {
            Todo::Item(v, i) => match self.getitem(&v, &Value::Int(i)) {
                Ok(v) => Ok(Some(v)),
                Err(e)
                    if self.is_exception(&e, "IndexError")
                        || self.is_exception(&e, "StopIteration") =>
                {
                    Ok(None)
                }
                Err(e) => Err(e),
            },
            Todo::Sentinel(f, end) => {
                let r = self.call(&f, &[]);
                match self.stop_to_none(r)? {
                    Some(v) if self.same(&v, &end)? => Ok(None),
                    other => Ok(other),
                }
            }
            Todo::Enumerate(inner, i) => {
                let item = self.next(&inner)?;
                Ok(item.map(|v| Value::tuple(vec![Value::Int(i), v])))
            }
            Todo::Zip(its) => Ok(self.next_of_all(&its)?.map(Value::tuple)),
            Todo::Map(f, its) => match self.next_of_all(&its)? {
                Some(items) => self.call(&f, &items).map(Some),
                None => Ok(None),
            },
            Todo::Filter(f, inner) => {
                while let Some(v) = self.next(&inner)? {
                    let keep = if f.is_none() {
                        self.is_true(&v)?
                    } else {
                        let r = self.call(&f, std::slice::from_ref(&v))?;
                        self.is_true(&r)?
                    };
                    if keep {
                        return Ok(Some(v));
                    }
                }
                Ok(None)
            }
        }
    }

    /// An item of each iterator; `None` if one of them has ended, or if there are none.
    fn next_of_all(&self, its: &[Value]) -> PyResult<Option<Vec<Value>>> {
        let mut items = Vec::with_capacity(its.len());
        for x in its {
            match self.next(x)? {
                Some(v) => items.push(v),
                None => return Ok(None),
            }
        }
        Ok((!items.is_empty()).then_some(items))
    }

    /// All items of an iterable.
    pub fn iterate_vec(&self, v: &Value) -> PyResult<Vec<Value>> {
        match v {
            Value::List(l) => return Ok(l.to_vec()),
            Value::Tuple(t) => return Ok(t.to_vec()),
            Value::Dict(d) => return Ok(d.keys()),
            Value::Set(s) => return Ok(s.items()),
            _ => {}
        }
        let it = self.iter(v)?;
        let mut out = Vec::new();
        while let Some(x) = self.next(&it)? {
            out.push(x);
            if out.len() & 0xfff == 0 {
                self.tick()?;
            }
        }
        Ok(out)
    }

    /// Counts work done inside built-in loops towards the limits.
    pub(crate) fn tick(&self) -> PyResult<()> {
        let steps = self.steps.get() + 0x1000;
        self.steps.set(steps);
        self.check_memory(0, ir::source::Span::NONE)?;
        if steps >= self.step_limit.get() || self.deadline.get().is_some_and(|d| d.is_over()) {
            let d = ir::diag::Diagnostic::error(
                "E0202",
                self.frames
                    .borrow()
                    .last()
                    .map_or(ir::source::Span::NONE, |f| f.code.name_span),
                "this program did not come to an end within its time limit",
            )
            .with_kind(ir::diag::DiagnosticKind::Runtime);
            return Err(self.abort(d));
        }
        Ok(())
    }
}

/// What a state of an iterator leads to.
enum Step {
    /// The next item; `None` at the end.
    Item(Option<Value>),
    Run(Todo),
}

/// How the next item is found by running Python code.
enum Todo {
    Item(Value, i64),
    Sentinel(Value, Value),
    Enumerate(Value, i64),
    Zip(Vec<Value>),
    Map(Value, Vec<Value>),
    Filter(Value, Value),
}

thread_local! {
    static BYTES: Vec<Value> = (0..=255u8).map(|b| Value::bytes(&[b])).collect();
}

/// The shared one-character string of a byte.
pub fn byte_string(b: u8) -> Value {
    BYTES.with(|t| t[b as usize].clone())
}
