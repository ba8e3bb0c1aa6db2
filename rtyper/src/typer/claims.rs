//! Checked builds: a check for what the annotator claims of a value, where the value is made.
//!
//! An annotation is a claim about every value that a variable takes. The typer relies on it when it chooses the
//! representation, leaves out a conversion, a test or a way that no value takes. In a checked build
//! ([`super::RTyper::check`]) the raw result of every operation is tested before the conversion to the representation
//! that its annotation demands, and so is every parameter, every value that a link narrows, and every condition of
//! which annotation follows one way only. [`lowlevel::check`] describes the operation.
//!
//! ```text
//! v2 = getattr(v1, 'c')     Char+      v2 = getfield[A.c](v1)
//!                                      check[char_ne | "a.py:7: `c` is a character other than \0 (..)"](v2, '\0', true)
//! ```
//! That an integer is not negative is no claim about machine integers, which wrap around: it holds of Python's, says
//! which slices are accepted, and is used for nothing else ([`crate::repr::numbers::rint::never_negative`]).
//! Operations whose result is a known constant are executed too, if they can be lowered, and compared with the
//! constant.
use annotator::defs::Desc;
use annotator::front::hl::HlGraph;
use annotator::model::{Annotation, AnnotationKind, ClassId, DescId};
use ir::lltype::LLType;
use ir::model::{ExitCase, LinkId, Operand};
use lowlevel::check::Test;
use lowlevel::check::place;
use lowlevel::{Const, LLOp};
use python::live::Value;

use super::R;
use super::lower::{HArg, Hop, Lower, Opd, is_constant};
use crate::repr::{Repr, ReprId};

/// A set of more prebuilt constants than this is not compared one by one.
const MOST_CANDIDATES: usize = 16;
/// Tuples in tuples are looked at this deeply.
const DEPTH: usize = 3;

/// What a value is, in the text of a claim.
#[derive(Clone, Copy)]
pub(super) struct Subject<'a> {
    /// `the result of getattr`, ...
    pub what: &'a str,
    pub rule: &'a str,
}

impl Lower<'_> {
    /// Whether this is a checked build.
    pub(super) fn checked(&self) -> bool {
        self.rt.check
    }
    fn claim_text(&self, s: Subject<'_>, claimed: &str) -> String {
        format!(
            "{}{} is {claimed} (claimed by {})",
            place(self.span),
            s.what,
            s.rule
        )
    }
    fn english(&self, ann: Annotation) -> String {
        if let Some(k) = ann.const_value() {
            return format!("the constant {}", flowspace::text::constant(k));
        }
        let shown = annotator::model::show::english(self.rt.pg(), ann);
        let more = match ann.kind() {
            AnnotationKind::Text(t) if t.single && t.no_nul => " other than \\0",
            AnnotationKind::Tuple(_) | AnnotationKind::TypeOf { .. } => "",
            _ if ann.can_be_none() => "",
            _ => ", never None",
        };
        format!("{shown}{more}")
    }
    fn emit_check(&mut self, test: Test, args: Vec<Opd>, claim: String) {
        self.emit(LLOp::check(test, claim), args, LLType::Void);
    }
    /// Checks that `op(args)` gives `expected`.
    fn check_gives(&mut self, op: LLOp, mut args: Vec<Opd>, expected: Const, claim: String) {
        args.push(Operand::Const(expected));
        self.emit_check(Test::Gives(Box::new(op)), args, claim);
    }
    /// The end of a way that annotation says nothing takes.
    pub(super) fn check_never(&mut self, what: &str, rule: &str) {
        if self.checked() {
            let claim = format!("{}{what} (claimed by {rule})", place(self.span));
            self.emit_check(Test::Never, Vec::new(), claim);
        }
    }
    /// Checks that a value of representation `r` is as annotated.
    pub(super) fn claim(&mut self, v: &Opd, r: ReprId, ann: Annotation, s: Subject<'_>) -> R<()> {
        if self.checked() && !self.dead && self.ty(v) != LLType::Void {
            // The operations of a check raise nothing, so no handler must see them.
            let handlers = std::mem::take(&mut self.handlers);
            let done = self.claim_value(v, r, ann, s, DEPTH);
            self.handlers = handlers;
            done?;
        }
        Ok(())
    }
    fn claim_value(
        &mut self,
        v: &Opd,
        r: ReprId,
        ann: Annotation,
        s: Subject<'_>,
        depth: usize,
    ) -> R<()> {
        let ty = self.ty(v);
        let pointer = matches!(ty, LLType::Ptr(_));
        let text = self.claim_text(s, &self.english(ann));
        let yes = Const::bool(true);
        if ann.is_none() {
            if pointer {
                self.check_gives(LLOp::PtrIszero, vec![v.clone()], yes, text);
            }
            return Ok(());
        }
        if let Some(k) = ann.const_value().cloned() {
            return self.claim_constant(v, r, ann, &k, text);
        }
        let not_null = |me: &mut Self| {
            if pointer {
                me.check_gives(LLOp::PtrNonzero, vec![v.clone()], yes, text.clone());
            }
        };
        match ann.kind() {
            AnnotationKind::Text(t) if t.no_nul && ty == LLType::Char => {
                let args = vec![v.clone(), Operand::Const(Const::char(0))];
                self.check_gives(LLOp::CharNe, args, yes, text);
            }
            AnnotationKind::Text(t) if t.no_nul && ty == LLType::UniChar => {
                let args = vec![v.clone(), Operand::Const(Const::unichar(0))];
                self.check_gives(LLOp::UnicharNe, args, yes, text);
            }
            AnnotationKind::Text(t) if !t.single && !t.nullable => {
                not_null(self);
            }
            AnnotationKind::Instance { class, nullable } => {
                if !nullable {
                    not_null(self);
                }
                if matches!(self.rt.repr(r), Repr::Instance(_)) {
                    self.claim_class(v, *class, text);
                }
            }
            AnnotationKind::Pbc { descs, nullable } => {
                if !nullable {
                    not_null(self);
                }
                self.claim_members(v, r, descs, *nullable, text)?;
            }
            AnnotationKind::TypeOf { class: Some(c), .. }
                if matches!(self.rt.repr(r), Repr::Class) =>
            {
                self.claim_subclass(v, *c, text)?;
            }
            AnnotationKind::Tuple(items) if pointer => {
                not_null(self);
                self.claim_items(v, r, items, s, depth)?;
            }
            _ => {}
        }
        Ok(())
    }
    /// A class below this one, or the class of None, which is a null.
    fn claim_subclass(&mut self, v: &Opd, class: ClassId, text: String) -> R<()> {
        let Some((min, max)) = self.rt.classes.range(class) else {
            return Ok(());
        };
        let null = self.is_null(v.clone());
        let v = v.clone();
        let nothing = Opd::Const(Const::VOID);
        let done = nothing.clone();
        self.if_else(
            null,
            LLType::Void,
            |_| Ok(nothing),
            |me| {
                let root = me.rt.basic.vtable;
                let n = me.emit(LLOp::GetField(root, 0), [v], LLType::Signed);
                let (min, max) = (me.int(min), me.int(max));
                let yes = Const::bool(true);
                me.check_gives(LLOp::IntBetween, vec![min, n, max], yes, text);
                Ok(done)
            },
        )?;
        Ok(())
    }
    /// A tuple of such items, down to a depth.
    fn claim_items(
        &mut self,
        v: &Opd,
        r: ReprId,
        items: &[Annotation],
        s: Subject<'_>,
        depth: usize,
    ) -> R<()> {
        let Repr::Tuple(reprs) = self.rt.repr(r) else {
            return Ok(());
        };
        if depth == 0 || reprs.len() != items.len() {
            return Ok(());
        }
        for (i, (&item, &ir)) in items.iter().zip(reprs.iter()).enumerate() {
            if !self.says_something(item) || self.rt.lltype(ir)? == LLType::Void {
                continue;
            }
            let x = self.tuple_item(v.clone(), i, ir)?;
            let what = format!("item {i} of {}", s.what);
            let s = Subject { what: &what, ..s };
            self.claim_value(&x, ir, item, s, depth - 1)?;
        }
        Ok(())
    }
    /// Whether an annotation claims more than the representation shows.
    fn says_something(&self, ann: Annotation) -> bool {
        ann.is_const()
            || match ann.kind() {
                AnnotationKind::Text(t) if t.single => t.no_nul,
                AnnotationKind::Text(t) => !t.nullable,
                AnnotationKind::Instance { .. }
                | AnnotationKind::Pbc { .. }
                | AnnotationKind::Tuple(_)
                | AnnotationKind::None => true,
                AnnotationKind::TypeOf { class, .. } => class.is_some(),
                _ => false,
            }
    }
    fn claim_class(&mut self, v: &Opd, class: ClassId, text: String) {
        // An erased instance is itself, so it is of any class.
        if self.rt.pg().erased_base(class) == Some(class) {
            return;
        }
        let Some((min, max)) = self.rt.classes.range(class) else {
            return;
        };
        let bounds = [min, max].map(|n| Operand::Const(Const::signed(n)));
        let args = [v.clone()].into_iter().chain(bounds).collect();
        self.emit_check(Test::Class, args, text);
    }
    /// One of a set of prebuilt constants.
    fn claim_members(
        &mut self,
        v: &Opd,
        r: ReprId,
        descs: &[DescId],
        nullable: bool,
        text: String,
    ) -> R<()> {
        let repr = self.rt.repr(r);
        if let Repr::Methods { class: Some(c), .. } = repr {
            self.claim_class(v, c, text);
            return Ok(());
        }
        if descs.len() > MOST_CANDIDATES {
            return Ok(());
        }
        let ty = self.ty(v);
        let mut args = vec![v.clone()];
        for &d in descs {
            let Some(c) = self.member(&repr, d)? else {
                return Ok(());
            };
            if c.ty != ty {
                return Ok(());
            }
            args.push(Operand::Const(c));
        }
        if nullable {
            args.push(Operand::Const(Const::null(ty)));
        }
        self.emit_check(Test::Member, args, text);
        Ok(())
    }
    /// A prebuilt constant in the representation of its set.
    fn member(&mut self, repr: &Repr, d: DescId) -> R<Option<Const>> {
        Ok(match repr {
            Repr::Functions(f) => {
                let d = self.rt.function_desc(d);
                Some(self.rt.desc_const(*f, d)?)
            }
            Repr::Class => match &self.rt.pg().descs[d] {
                Desc::Class(c) => {
                    let class = Value::Class(c.class.clone());
                    Some(self.rt.vtable_of_value(&class)?)
                }
                _ => None,
            },
            Repr::Frozen(f) => match &self.rt.pg().descs[d] {
                Desc::Frozen(x) => {
                    let value = x.value.clone();
                    Some(self.rt.frozen_const(*f, &value)?)
                }
                _ => None,
            },
            _ => None,
        })
    }
    fn claim_constant(
        &mut self,
        v: &Opd,
        r: ReprId,
        ann: Annotation,
        k: &Value,
        text: String,
    ) -> R<()> {
        let ty = self.ty(v);
        match (self.rt.repr(r), ty) {
            (Repr::Str | Repr::Unicode, _) => {
                let yes = Const::bool(true);
                self.check_gives(LLOp::PtrNonzero, vec![v.clone()], yes, text.clone());
                let a = HArg::value(ann.without_const(), r, v.clone());
                let b = self.const_arg(k)?;
                let equal = self.eq_values(&a, &b)?;
                self.check_gives(LLOp::SameAs, vec![equal], yes, text);
            }
            (Repr::Instance(_), _) => {
                if let AnnotationKind::Instance {
                    class,
                    nullable: false,
                } = ann.kind()
                {
                    let yes = Const::bool(true);
                    self.check_gives(LLOp::PtrNonzero, vec![v.clone()], yes, text.clone());
                    self.claim_class(v, *class, text.clone());
                }
                let c = self.rt.constant(r, k)?;
                if c.ty == ty && *v != Operand::Const(c) {
                    self.check_gives(LLOp::SameAs, vec![v.clone()], c, text);
                }
            }
            (
                Repr::Int(_)
                | Repr::Bool
                | Repr::Float
                | Repr::SingleFloat
                | Repr::Char
                | Repr::UniChar,
                _,
            ) => {
                let c = match self.rt.constant(r, k) {
                    Ok(c) if c.ty == ty => c,
                    // A constant of another sort altogether.
                    _ => {
                        self.emit_check(Test::Never, Vec::new(), text);
                        return Ok(());
                    }
                };
                if *v != Operand::Const(c) {
                    self.check_gives(LLOp::SameAs, vec![v.clone()], c, text);
                }
            }
            _ => {}
        }
        Ok(())
    }
    /// The result of an operation.
    pub(super) fn claim_result(
        &mut self,
        hop: &Hop,
        name: Option<ir::name::Name>,
        v: &Opd,
        r: ReprId,
    ) -> R<()> {
        if !self.checked() || !self.says_something(hop.result) {
            return Ok(());
        }
        let what = match name {
            Some(n) => format!("`{n}`"),
            None => format!("the result of `{}`", hop.op),
        };
        let rule = format!("the annotator's rule for `{}`", hop.op);
        let s = Subject {
            what: &what,
            rule: &rule,
        };
        self.claim(v, r, hop.result, s)
    }
    /// Executes an operation whose result is a known constant, and compares; does nothing if it cannot be lowered.
    pub(super) fn claim_skipped(&mut self, hop: &Hop, name: Option<ir::name::Name>) -> R<()> {
        let primitive = !matches!(
            self.rt.lltype(hop.rresult)?,
            LLType::Void | LLType::Ptr(_) | LLType::Address
        );
        if !self.checked() || !primitive || hop.args.iter().all(|a| a.const_value.is_some()) {
            return Ok(());
        }
        let (block, before) = (self.block, self.g.blocks[self.block].clone());
        let result = hop.result.without_const();
        let own = Hop {
            op: hop.op.clone(),
            args: hop.args.clone(),
            result,
            rresult: hop.rresult,
            opref: hop.opref,
            span: hop.span,
        };
        match self.dispatch(&own) {
            Ok((v, r)) => self.claim_result(hop, name, &v, r),
            Err(_) => {
                self.g.blocks[block] = before;
                self.block = block;
                self.dead = false;
                Ok(())
            }
        }
    }
    pub(super) fn claim_parameter(
        &mut self,
        v: &Opd,
        r: ReprId,
        ann: Annotation,
        name: Option<ir::name::Name>,
    ) -> R<()> {
        if !self.checked() || !self.says_something(ann) {
            return Ok(());
        }
        let what = match name {
            Some(n) => format!("parameter `{n}`"),
            None => "a parameter".to_owned(),
        };
        let rule = "the annotator: the join of what the calls pass";
        self.claim(v, r, ann, Subject { what: &what, rule })
    }
    /// A value passed by a link to a variable of another annotation.
    pub(super) fn claim_passed(
        &mut self,
        a: &HArg,
        ann: Annotation,
        name: Option<ir::name::Name>,
    ) -> R<()> {
        if !self.checked() || self.dead || a.ann == ann || !self.says_something(ann) {
            return Ok(());
        }
        let what = match name {
            Some(n) => format!("`{n}` behind this"),
            None => "a value passed on".to_owned(),
        };
        let rule = "the annotator: the join of all ways, narrowed by conditions";
        let s = Subject { what: &what, rule };
        if self.rt.lltype(a.repr)? == LLType::Void {
            // Only None has no run-time value and yet goes where others do.
            let nullable = ann.is_none() || ann.can_be_none();
            if a.ann.is_none() && !nullable {
                let text = self.claim_text(s, &self.english(ann));
                self.emit_check(Test::Never, Vec::new(), text);
            }
            return Ok(());
        }
        let v = self.harg_as(a, a.repr)?;
        self.claim(&v, a.repr, ann, s)
    }
    /// Where annotation follows one exit of several: the condition takes no other.
    pub(super) fn claim_way(&mut self, src: &HlGraph, condition: &HArg, l: LinkId) -> R<()> {
        if !self.checked() || self.dead || is_constant(condition.ann) {
            return Ok(());
        }
        let ExitCase::Bool(way) = src.links[l].exitcase else {
            return Ok(());
        };
        let Some(opd) = condition.opd.clone() else {
            return Ok(());
        };
        if self.ty(&opd) == LLType::Bool {
            let text = format!(
                "{}this condition is always {way} (claimed by the annotator: nothing is left of a variable otherwise)",
                place(self.span)
            );
            self.check_gives(LLOp::SameAs, vec![opd], Const::bool(way), text);
        }
        Ok(())
    }
    /// A conversion of an instance to a class that its own class is not below.
    pub(super) fn claim_downcast(&mut self, v: &Opd, from: Option<ClassId>, to: ClassId) {
        let upcast = from.is_some_and(|c| self.rt.pg().mro(c).any(|k| k == to));
        if !self.checked() || self.dead || upcast || v.as_const().is_some() {
            return;
        }
        let text = format!(
            "{}a value used here is an instance of class `{}` (claimed by the annotator, who found no other)",
            place(self.span),
            self.rt.pg().class(to).short_name
        );
        self.claim_class(v, to, text);
    }
    /// The function that an indirect call reaches is one of those found.
    pub fn claim_callee(&mut self, pointer: &Opd, candidates: &[lowlevel::FuncId]) {
        if !self.checked() || candidates.len() > MOST_CANDIDATES {
            return;
        }
        let mut args = vec![pointer.clone()];
        let ty = self.ty(pointer);
        for &f in candidates {
            let c = self.rt.func_const(f);
            args.push(Operand::Const(Const { ty, ..c }));
        }
        let text = format!(
            "{}the function called here is one of {} found (claimed by the annotator's rule for calls)",
            place(self.span),
            candidates.len()
        );
        self.emit_check(Test::Member, args, text);
    }
}
