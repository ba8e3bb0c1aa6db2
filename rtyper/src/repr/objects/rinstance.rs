//! Operations on instances and classes: attributes, `isinstance`, `type(x)`. The structures they lie in are made in
//! [`super::rclass`].
use crate::repr::Repr;
use crate::repr::numbers::rint::k;
use crate::typer::dispatch::Typed;
use crate::typer::lower::{HArg, Opd};
use crate::typer::{Hop, Lower, R};
use annotator::defs::ClassTest;
use annotator::model::{AnnotationKind, ClassId};
use flowspace::HlOp;
use ir::lltype::LLType;
use ir::name::Name;
use lowlevel::ops::SafetyError;
use lowlevel::{Const, LLOp};
use python::live::{Value, types};

impl Lower<'_> {
    /// A new instance of a class: allocated, with its vtable and the class's defaults.
    pub fn instantiate(&mut self, c: ClassId) -> R<Typed> {
        let tag = self.rt.finalizer_tag(c);
        if tag.is_some() {
            self.run_point()?;
        }
        let info = self.rt.class_info(c)?;
        self.rt.class_fields(c)?;
        let p = self.malloc(info.object);
        let vt = self.rt.vtable_const(c)?;
        let root = self.cast_pointer(p.clone(), LLType::Ptr(self.rt.basic.object));
        self.setfield(root, "typeptr", crate::repr::numbers::rint::k(vt))?;
        for k in self.rt.chain(c) {
            let fields = self.rt.class_fields(k)?;
            for f in &fields.instance {
                let Some(v) = self.rt.class_value(c, k, f.name) else {
                    continue;
                };
                let x = self.rt.class_constant(f.repr, &v)?;
                let t = self.rt.lltype(f.repr)?;
                if x != Const::zero(t) {
                    let st = self.rt.class_info(k)?.object;
                    let q = self.cast_pointer(p.clone(), LLType::Ptr(st));
                    self.emit(
                        LLOp::SetField(st, f.index),
                        [q, crate::repr::numbers::rint::k(x)],
                        LLType::Void,
                    );
                }
            }
            let bits = self
                .rt
                .presence_of(&fields, |me, n| me.class_value(c, k, n).is_some());
            self.start_presence(&p, k, &fields, &bits)?;
        }
        if let Some(tag) = tag {
            self.register_finalizer(p.clone(), tag)?;
        }
        self.typed(p, Repr::Instance(Some(c)))
    }
    /// The vtable of an instance.
    pub fn typeptr(&mut self, p: crate::typer::lower::Opd) -> R<crate::typer::lower::Opd> {
        let root = self.cast_pointer(p, LLType::Ptr(self.rt.basic.object));
        self.getfield(root, "typeptr")
    }
    /// Reads an attribute of an instance.
    pub fn instance_getattr(&mut self, hop: &Hop, class: Option<ClassId>, name: Name) -> R<Typed> {
        if name == "__class__" {
            let p = self.arg(hop, 0)?;
            let v = self.typeptr(p)?;
            return self.typed(v, Repr::Class);
        }
        let Some(c) = class else {
            return Err(self.unsupported_op(hop));
        };
        // A bound method is represented by the receiver.
        let rr = self.rt.repr(hop.rresult);
        if let Repr::Methods { .. } = rr
            && self.rt.is_class_method(c, name)
        {
            let v = self.arg_as(hop, 0, hop.args[0].repr)?;
            let v = self.convert(v, hop.args[0].repr, hop.rresult)?;
            return Ok((v, hop.rresult));
        }
        let Some((owner, f, in_class)) = self.rt.find_field(c, name)? else {
            // Without run-time value.
            return Ok((
                crate::typer::lower::Opd::Const(Const::VOID),
                self.rt.intern(Repr::Void),
            ));
        };
        let info = self.rt.class_info(owner)?;
        let p = self.arg(hop, 0)?;
        let t = self.rt.lltype(f.repr)?;
        let v = if in_class {
            let vt = self.typeptr(p)?;
            let vt = self.cast_pointer(vt, LLType::Ptr(info.vtable));
            self.emit(LLOp::GetField(info.vtable, f.index), [vt], t)
        } else {
            let q = self.cast_pointer(p, LLType::Ptr(info.object));
            self.check_presence(&q, owner, f.index)?;
            self.emit(LLOp::GetField(info.object, f.index), [q], t)
        };
        Ok((v, f.repr))
    }
    /// Where not all classes of an object have what an operation needs: tests the class of the object.
    pub fn class_test(&mut self, hop: &Hop) -> R<()> {
        let Some(tests) = self.rt.pg().class_tests.get(&hop.opref).cloned() else {
            return Ok(());
        };
        // `getattr(x, 'name')` is a call.
        let call = matches!(hop.op, HlOp::SimpleCall | HlOp::CallArgs(_));
        let first =
            usize::from(call && !matches!(self.rt.repr(hop.args[0].repr), Repr::Instance(_)));
        let Some(object) = hop.args.get(first).cloned() else {
            return Ok(());
        };
        if !matches!(self.rt.repr(object.repr), Repr::Instance(_)) {
            return Ok(());
        }
        let p = self.harg_as(&object, object.repr)?;
        let t = self.typeptr(p)?;
        let ok = match self.slot_test(hop, &t, &tests)? {
            Some(ok) => ok,
            None => self.any_class_test(t, &tests)?,
        };
        let why = match hop.op {
            HlOp::GetAttr | HlOp::SetAttr => SafetyError::MissingMethod,
            _ if first == 1 => SafetyError::MissingMethod,
            _ => SafetyError::BadCall,
        };
        self.check(ok, why)
    }
    /// Where many tests of its class would tell whether an object has a method: whether its vtable has one. Vtables of
    /// classes that lack the method have a function in its place that is known.
    fn slot_test(&mut self, hop: &Hop, t: &Opd, tests: &[ClassTest]) -> R<Option<Opd>> {
        if hop.op != HlOp::GetAttr || tests.len() < 2 {
            return Ok(None);
        }
        let name = hop.args[1].const_value.as_ref().and_then(Value::as_text);
        let (Repr::Instance(Some(c)), Some(name)) = (self.rt.repr(hop.args[0].repr), name) else {
            return Ok(None);
        };
        let name = Name::new(&name);
        let Some((owner, f, true)) = self.rt.find_field(c, name)? else {
            return Ok(None);
        };
        let Some(missing) = self.rt.missing_slot(f.repr)? else {
            return Ok(None);
        };
        let tested = |k: ClassId| {
            tests.iter().any(|t| match *t {
                ClassTest::Below(top) => self.rt.pg().mro(k).any(|c| c == top),
                ClassTest::Exactly(c) => c == k,
            })
        };
        let same = |k: &ClassId| tested(*k) == self.rt.class_value(*k, owner, name).is_some();
        if !self.rt.classes_below(c).iter().all(same) {
            return Ok(None);
        }
        let vtable = self.rt.class_info(owner)?.vtable;
        let vt = self.cast_pointer(t.clone(), LLType::Ptr(vtable));
        let slot = self.emit(LLOp::GetField(vtable, f.index), [vt], missing.ty);
        Ok(Some(self.op2(LLOp::PtrNe, slot, k(missing), LLType::Bool)))
    }
    pub(crate) fn any_class_test(
        &mut self,
        t: crate::typer::lower::Opd,
        tests: &[ClassTest],
    ) -> R<crate::typer::lower::Opd> {
        let Some((test, rest)) = tests.split_first() else {
            return Ok(k(Const::bool(false)));
        };
        let hit = match *test {
            ClassTest::Below(c) => self.is_subclass_const(t.clone(), c)?,
            ClassTest::Exactly(c) => {
                let vt = self.rt.vtable_const(c)?;
                self.op2(LLOp::PtrEq, t.clone(), k(vt), LLType::Bool)
            }
        };
        if rest.is_empty() {
            return Ok(hit);
        }
        self.if_else(
            hit,
            LLType::Bool,
            |_| Ok(k(Const::bool(true))),
            |s| s.any_class_test(t, rest),
        )
    }
    /// Writes an attribute of an instance.
    pub fn instance_setattr(&mut self, hop: &Hop, class: Option<ClassId>, name: Name) -> R<Typed> {
        let Some(c) = class else {
            return Err(self.unsupported_op(hop));
        };
        if let Some((owner, f, false)) = self.rt.find_field(c, name)? {
            let info = self.rt.class_info(owner)?;
            let p = self.arg(hop, 0)?;
            let v = self.arg_as(hop, 2, f.repr)?;
            let q = self.cast_pointer(p, LLType::Ptr(info.object));
            self.note_presence(&q, owner, f.index)?;
            self.emit(LLOp::SetField(info.object, f.index), [q, v], LLType::Void);
        }
        self.typed_void()
    }
    /// Whether a dictionary is an `r_dict`.
    fn is_custom(&self, a: &HArg) -> bool {
        let AnnotationKind::Dict(d) = *a.ann.kind() else {
            return false;
        };
        self.rt.pg().dict(d).custom.is_some()
    }
    /// `isinstance(x, C)` or a tuple of classes.
    pub fn isinstance(&mut self, hop: &Hop) -> R<Typed> {
        let p = self.arg(hop, 0)?;
        let LLType::Ptr(_) = self.ty(&p) else {
            return Err(self.unsupported_op(hop));
        };
        let Some(k) = hop.args[1].const_value.clone() else {
            if self.rt.repr(hop.args[1].repr) == Repr::Class {
                let cls = self.arg(hop, 1)?;
                let v = self.test_of_class(p, true, |s, t| s.subclass_of(t, cls))?;
                return self.typed_bool(v);
            }
            return Err(self.unsupported_op(hop));
        };
        let classes: Vec<Value> = match &k {
            Value::Tuple(t) => t.to_vec(),
            v => vec![v.clone()],
        };
        // Strings, lists and the like have one class each; only `None` is none of it.
        let own = match self.rt.repr(hop.args[0].repr) {
            Repr::Instance(_) | Repr::Void | Repr::Only(_) => None,
            Repr::Str => Some(["str", "basestring"]),
            Repr::Unicode => Some(["unicode", "basestring"]),
            Repr::List(_) => Some(["list", "list"]),
            Repr::Dict(_) if self.is_custom(&hop.args[0]) => Some(["r_dict", "r_dict"]),
            Repr::Dict(_) => Some(["dict", "dict"]),
            Repr::ByteArray => Some(["bytearray", "bytearray"]),
            _ => return Err(self.unsupported_op(hop)),
        };
        if let Some(names) = own {
            let is_one = classes.iter().any(|c| match c {
                Value::Class(c) => {
                    let name = c.name.get();
                    let known = c.builtin.is_some() || names.contains(&"r_dict");
                    known && (names.contains(&name.as_str()) || name == "object")
                }
                _ => false,
            });
            if !is_one || !hop.args[0].ann.can_be_none() {
                return self.typed_bool(crate::repr::numbers::rint::k(Const::bool(is_one)));
            }
            let null = self.is_null(p);
            let v = self.not(null);
            return self.typed_bool(v);
        }
        let nullable = hop.args[0].ann.can_be_none();
        let v = self.test_of_class(p, nullable, |s, t| {
            let mut found = None;
            for c in &classes {
                let Value::Class(c) = c else { continue };
                if std::rc::Rc::ptr_eq(c, &types().object) {
                    return Ok(crate::repr::numbers::rint::k(Const::bool(true)));
                }
                let Some(id) = s.rt.class_of_live(c) else {
                    continue;
                };
                let test = s.is_subclass_const(t.clone(), id)?;
                found = Some(match found {
                    None => test,
                    Some(f) => s.if_else(
                        f,
                        LLType::Bool,
                        |_| Ok(crate::repr::numbers::rint::k(Const::bool(true))),
                        |_| Ok(test),
                    )?,
                });
            }
            Ok(found.unwrap_or(crate::repr::numbers::rint::k(Const::bool(false))))
        })?;
        self.typed_bool(v)
    }
    /// `rerased._is_unwrapped(x, C)`: whether an object is an instance that stands for itself as an erased value of the
    /// pair with the class `C`.
    pub fn is_unwrapped(&mut self, hop: &Hop) -> R<Typed> {
        let (p, known) = (&hop.args[1], self.rt.repr(hop.args[1].repr).clone());
        let pair = match &hop.args[2].const_value {
            Some(Value::Class(c)) => self.rt.class_of_live(c),
            _ => None,
        };
        let class = match pair {
            Some(c) => self.rt.unwrapped_class(c)?,
            None => None,
        };
        let (Repr::Instance(known), Some(class)) = (known, class) else {
            return self.typed_bool(k(Const::bool(false)));
        };
        let nullable = p.ann.can_be_none();
        let is_one = |c| self.rt.pg().mro(c).any(|b| b == class);
        if !nullable && known.is_some_and(is_one) {
            return self.typed_bool(k(Const::bool(true)));
        }
        let p = self.arg(hop, 1)?;
        let v = self.test_of_class(p, nullable, |s, t| s.is_subclass_const(t, class))?;
        self.typed_bool(v)
    }
    /// A test of the class of an object; of None it is false.
    fn test_of_class(
        &mut self,
        p: Opd,
        nullable: bool,
        test: impl FnOnce(&mut Self, Opd) -> R<Opd>,
    ) -> R<Opd> {
        let null = self.is_null(p.clone());
        let there = match nullable {
            true => self.not(null),
            false => k(Const::bool(true)),
        };
        self.and_then(there, |s| {
            let t = s.typeptr(p)?;
            test(s, t)
        })
    }
    fn is_subclass_const(
        &mut self,
        t: crate::typer::lower::Opd,
        c: ClassId,
    ) -> R<crate::typer::lower::Opd> {
        if self.rt.pg().class(c).subclasses.is_empty() {
            let vt = self.rt.vtable_const(c)?;
            return Ok(self.op2(
                LLOp::PtrEq,
                t,
                crate::repr::numbers::rint::k(vt),
                LLType::Bool,
            ));
        }
        let (min, max) = self.rt.classes.range(c).unwrap_or((0, 0));
        let m = self.getfield(t, "subclassrange_min")?;
        Ok(self.emit(
            LLOp::IntBetween,
            [self.int(min), m, self.int(max)],
            LLType::Bool,
        ))
    }
    fn subclass_of(
        &mut self,
        t: crate::typer::lower::Opd,
        cls: crate::typer::lower::Opd,
    ) -> R<crate::typer::lower::Opd> {
        let m = self.getfield(t, "subclassrange_min")?;
        let lo = self.getfield(cls.clone(), "subclassrange_min")?;
        let hi = self.getfield(cls, "subclassrange_max")?;
        Ok(self.emit(LLOp::IntBetween, [lo, m, hi], LLType::Bool))
    }
    /// `issubclass(c, C)`
    pub fn issubtype(&mut self, hop: &Hop) -> R<Typed> {
        let class = self.rt.intern(Repr::Class);
        let t = self.arg_as(hop, 0, class)?;
        let known = hop.args[1].const_value.clone();
        if let Some(Value::Class(c)) = &known
            && let Some(id) = self.rt.class_of_live(c)
        {
            let v = self.is_subclass_const(t, id)?;
            return self.typed_bool(v);
        }
        let cls = self.arg_as(hop, 1, class)?;
        let v = self.subclass_of(t, cls)?;
        self.typed_bool(v)
    }
    /// `type(x)`
    pub fn type_op(&mut self, hop: &Hop) -> R<Typed> {
        match self.rt.repr(hop.args[0].repr) {
            Repr::Instance(_) => {
                let p = self.arg(hop, 0)?;
                let nullable = matches!(
                    hop.args[0].ann.kind(),
                    AnnotationKind::Instance { nullable: true, .. }
                );
                if !nullable {
                    let v = self.typeptr(p)?;
                    return self.typed(v, Repr::Class);
                }
                // The class of None is no class of the program.
                let ty = LLType::Ptr(self.rt.basic.vtable);
                let none = self.is_null(p.clone());
                let v = self.if_else(none, ty, |_| Ok(k(Const::null(ty))), |s| s.typeptr(p))?;
                self.typed(v, Repr::Class)
            }
            _ => Err(self.unsupported_op(hop)),
        }
    }
    /// Reads an attribute of a class.
    pub fn class_getattr(&mut self, hop: &Hop, name: Name) -> R<Typed> {
        let class = self.rt.intern(Repr::Class);
        let vt = self.arg_as(hop, 0, class)?;
        if name == "__name__" {
            let v = self.getfield(vt, "name")?;
            return self.typed(v, Repr::Str);
        }
        let c = match hop.args[0].ann.kind() {
            AnnotationKind::TypeOf { class: Some(c), .. } => Some(*c),
            AnnotationKind::Pbc { descs, .. } => self.rt.common_class(descs),
            _ => None,
        };
        let Some(c) = c else {
            return Err(self.unsupported_op(hop));
        };
        let classes = match hop.args[0].ann.kind() {
            AnnotationKind::Pbc { .. } => self.classes_of(&hop.args[0]),
            _ => self.rt.classes_below(c),
        };
        let lacks = |c: &ClassId| {
            let pg = self.rt.pg();
            !pg.mro(*c)
                .any(|k| pg.class(k).class_dict.contains_key(&name))
        };
        let partial = classes.iter().any(lacks);
        match self.rt.find_field(c, name)? {
            Some((owner, f, true)) if !partial => {
                let info = self.rt.class_info(owner)?;
                let t = self.rt.lltype(f.repr)?;
                let q = self.cast_pointer(vt, LLType::Ptr(info.vtable));
                let v = self.emit(LLOp::GetField(info.vtable, f.index), [q], t);
                Ok((v, f.repr))
            }
            _ if self.rt.lltype(hop.rresult)? == LLType::Void && !partial => self.typed_void(),
            _ => {
                let mut found = Vec::new();
                for c in classes {
                    let live = self.rt.pg().class(c).live.clone();
                    if let Some(v) = self.rt.ann.attribute(&live, name) {
                        found.push((c, v));
                    }
                }
                let ty = self.rt.lltype(hop.rresult)?;
                let v = self.class_attribute_chain(&found, !partial, &vt, hop, ty)?;
                Ok((v, hop.rresult))
            }
        }
    }
}
