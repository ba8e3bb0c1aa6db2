//! Which classes have an attribute: reads of what only some of them have are tested at run time.
//!
//! An attribute lives at the class at which it is met: reading it on a base gives all subclasses a field
//! or a slot, and objects of classes that never define it hold nothing there. Untranslated, such a read is an
//! `AttributeError`. So where the object may be of a class without the attribute, the read tests the class first.
//!
//! ```text
//! class Base: pass              def f(x): return x.m()      v1 = getattr(x: Base, 'm')     test: x is a Sub
//! class Sub(Base): def m(self)
//! ```
use ir::diag::Diagnostic;
use ir::name::Name;
use python::live::Value;
use rustc_hash::FxHashMap;

use crate::defs::*;
use crate::engine::Annotator;
use crate::model::*;
use crate::program::AnnotatedProgram;

/// The classes on which each attribute is set by the program.
pub(crate) type Writers = FxHashMap<Name, FxIndexSet<ClassId>>;

/// Whether instances of exactly `k` (may) have the attribute.
pub(crate) fn has_attribute(
    p: &AnnotatedProgram,
    writers: &Writers,
    k: ClassId,
    name: Name,
) -> bool {
    let writers = writers.get(&name);
    p.mro(k).any(|c| {
        let def = p.class(c);
        def.class_dict.contains_key(&name)
            || def.allowed.as_ref().is_some_and(|a| a.contains(&name))
            || writers.is_some_and(|w| w.contains(&c))
    }) || p.class(k).instances.iter().any(|v| match v {
        Value::Instance(i) => i.get(name).is_some(),
        _ => false,
    })
}

/// Whether there may be objects of exactly this class. Any exception of Python's may be raised by the program's
/// operations.
pub(crate) fn exists(p: &AnnotatedProgram, k: ClassId) -> bool {
    let def = p.class(k);
    let builtin = def.live.as_class().is_some_and(|c| c.builtin.is_some());
    def.instantiated || !def.instances.is_empty() || builtin
}

impl Annotator {
    /// At rest: handlers in the same function see the `AttributeError` of reads that meet an object without the
    /// attribute. Whether there are such objects is known only when everything else is, so these exits are opened last.
    /// Returns whether any was.
    pub(crate) fn open_exits_of_reads(&mut self) -> bool {
        let p = &self.program;
        let lacks = |class: ClassId, name: Name| {
            let writers = &self.findings.notes.writers;
            (p.subclasses(class).into_iter())
                .any(|k| exists(p, k) && !has_attribute(p, writers, k, name))
        };
        let reads = self.findings.notes.reads.iter();
        let found: Vec<OpRef> = reads
            .filter(|&(at, _)| !self.findings.lacking.contains(at) && self.is_guarded(*at))
            .filter(|&(_, &(class, name, _))| lacks(class, name))
            .map(|(&at, _)| at)
            .collect();
        for &at in &found {
            self.findings.lacking.insert(at);
            self.reschedule(at.block_ref());
        }
        !found.is_empty()
    }
    /// Reports reads of attributes that some classes have and others make by `__getattr__`: which of the two it is
    /// depends on the object, and one operation does only one of them.
    pub(crate) fn check_hooks(&mut self) {
        let (p, notes) = (&self.program, &self.findings.notes);
        let hook = Name::new("__getattr__");
        let hooked = |k: ClassId| p.mro(k).any(|c| p.class(c).class_dict.contains_key(&hook));
        if !p.classes.iter().any(|c| c.class_dict.contains_key(&hook)) {
            return;
        }
        let reads = notes.reads.iter().map(|(_, r)| (r, false));
        let calls = notes.hooked.iter().map(|(_, r)| (r, true));
        let mut found = Vec::new();
        for (&(class, name, span), called) in reads.chain(calls) {
            let has = |k| has_attribute(p, &notes.writers, k, name);
            let wrong = |&k: &ClassId| exists(p, k) && hooked(k) && has(k) == called;
            if let Some(k) = p.subclasses(class).into_iter().find(wrong) {
                found.push((span, name, k, called));
            }
        }
        for (span, name, k, called) in found {
            let def = self.program.class(k);
            let (owner, place) = (def.short_name, def.span);
            let does = match called {
                true => "has the attribute, and others make it by `__getattr__`",
                false => "makes it by `__getattr__`, and others have the attribute",
            };
            let what = format!("`{name}` is an attribute of some classes only");
            let d = Diagnostic::error("E0451", span, what)
                .label(format!("`{owner}` {does}"))
                .note(place, format!("class `{owner}`"))
                .help(format!(
                    "give all of the classes an attribute `{name}`, or call a method"
                ));
            self.report(d);
        }
    }
    /// The tests that reads of attributes in graphs from `first` on need.
    pub(crate) fn find_class_tests(&mut self, first: GraphId) {
        let notes = std::mem::take(&mut self.findings.notes);
        let reads = notes.reads.iter().map(|(&at, r)| (at, r.0, r.1));
        let special = notes.special.iter().map(|(&at, r)| (at, r.0, r.1));
        for (at, class, name) in reads.chain(special).filter(|r| r.0.graph >= first) {
            let p = &self.program;
            let has = |k: ClassId| has_attribute(p, &notes.writers, k, name);
            let exists = |k: &ClassId| exists(p, *k);
            let all = p.subclasses(class);
            if !all.iter().any(|k| exists(k) && !has(*k)) {
                continue;
            }
            let below = |k: &ClassId| *k == class || p.class(*k).base.is_none_or(|b| !has(b));
            let mut tops: Vec<ClassId> = Vec::new();
            for k in all.iter().copied().filter(|&k| has(k) && below(&k)) {
                tops.push(k);
            }
            // A prebuilt instance has an attribute for its own class only.
            let exact = |k: ClassId| p.subclasses(k).into_iter().any(|s| exists(&s) && !has(s));
            let tests = tops
                .iter()
                .flat_map(|&k| match exact(k) {
                    false => vec![ClassTest::Below(k)],
                    true => p
                        .subclasses(k)
                        .into_iter()
                        .filter(|&s| has(s))
                        .map(ClassTest::Exactly)
                        .collect(),
                })
                .collect();
            self.program.class_tests.insert(at, tests);
        }
        self.findings.notes = notes;
    }
}
