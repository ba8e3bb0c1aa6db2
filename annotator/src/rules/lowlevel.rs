//! Rules on low-level pointers: helpers are written in LLPython, against low-level types.
//!
//! ```text
//! p.field -> the field's type      p[i], len(p) on arrays and on structures that end in one
//! p(args): a function pointer
//! ```
use ir::diag::Diagnostic;
use ir::lltype::{Container, ContainerId, FieldType, LLType};
use ir::name::Name;
use python::live::Value;

use crate::calls::CallArgs;
use crate::engine::{Annotator, Res};
use crate::front::hl::{HlOp, HlOperation};
use crate::model::*;

impl Annotator {
    /// The rule of an operation whose first argument is low-level; `None`: the general rule does.
    pub(crate) fn low_level_rule(&mut self, op: &HlOperation, args: &[Annotation]) -> Option<Res> {
        let a = args[0];
        let &AnnotationKind::Ptr(ty) = a.kind() else {
            return match op.op {
                HlOp::Eq | HlOp::Ne | HlOp::Lt | HlOp::Le | HlOp::Gt | HlOp::Ge | HlOp::Bool => {
                    Some(Ok(Annotation::bool()))
                }
                HlOp::Add | HlOp::InplaceAdd if args[1].is_integer() => Some(Ok(a.without_const())),
                HlOp::Sub | HlOp::InplaceSub if args[1].is_integer() => Some(Ok(a.without_const())),
                HlOp::Sub => Some(Ok(Annotation::int())),
                _ => None,
            };
        };
        let LLType::Ptr(c) = ty else { return None };
        Some(match op.op {
            HlOp::GetAttr => self.ptr_getattr(c, args[1]),
            HlOp::SetAttr => self.ptr_setattr(c, args[1], args[2]),
            HlOp::GetItem => self.index_check(args[1]).and_then(|()| self.ptr_getitem(c)),
            HlOp::SetItem => self
                .index_check(args[1])
                .and_then(|()| self.ptr_setitem(c, args[2])),
            HlOp::Len if self.program.types.fixed_array(c).is_some() => Ok(Annotation::nonneg()),
            HlOp::Len => match self.array_of(c) {
                Some(array) if self.program.types.as_array(array).nolength => {
                    let t = self.program.types.show(LLType::Ptr(c));
                    self.fail("E0472", format!("{t} does not know its length"))
                }
                Some(_) => Ok(Annotation::nonneg()),
                None => self.no_array(c).map(|_| Annotation::nonneg()),
            },
            HlOp::Bool => Ok(Annotation::bool()),
            HlOp::Eq | HlOp::Ne | HlOp::Is => {
                if matches!(
                    args[1].kind(),
                    AnnotationKind::Ptr(_) | AnnotationKind::None
                ) {
                    Ok(Annotation::bool())
                } else {
                    self.bad_operand(&op.op, args)
                }
            }
            _ => return None,
        })
    }

    /// The annotation of a value of a low-level type that was loaded.
    pub(crate) fn of_lltype(&mut self, t: LLType) -> Annotation {
        Annotation::from_lltype(t)
    }

    pub(crate) fn field(&mut self, c: ContainerId, name: Name) -> Option<FieldType> {
        match self.program.types.get(c) {
            Container::Struct(s) => {
                if let Some(f) = s.fields.iter().find(|f| f.name == name) {
                    return Some(f.ty);
                }
                // A field of the inlined parent.
                let parent = self.program.types.super_struct(c)?;
                self.field(parent, name)
            }
            _ => None,
        }
    }

    /// The type of `P.field` for helpers that ask.
    pub(crate) fn field_lltype(&mut self, c: ContainerId, name: Name) -> Res<LLType> {
        match self.field(c, name) {
            Some(FieldType::Value(t)) => Ok(t),
            Some(FieldType::Inline(inner)) => Ok(LLType::Ptr(inner)),
            None => {
                let t = self.program.types.show(LLType::Ptr(c));
                self.fail("E0470", format!("{t} has no field `{name}`"))
            }
        }
    }

    /// Whether a field is an inlined container.
    pub(crate) fn is_inlined(&mut self, c: ContainerId, name: Name) -> bool {
        matches!(self.field(c, name), Some(FieldType::Inline(_)))
    }
    /// A part of a managed object has no pointer of its own, since the object may move; its first structure is the
    /// object itself.
    fn part_check(&mut self, c: ContainerId, part: ContainerId) -> Res<()> {
        if !self.program.types.is_gc(c) || self.program.types.super_struct(c) == Some(part) {
            return Ok(());
        }
        let what = self.program.types.show_container(c);
        self.unsupported(format!("a pointer to a part of a managed object ({what})"))
    }

    fn ptr_getattr(&mut self, c: ContainerId, name: Annotation) -> Res {
        let name = self.attr_name(name)?;
        let t = self.field_lltype(c, name)?;
        if let (LLType::Ptr(part), true) = (t, self.is_inlined(c, name)) {
            self.part_check(c, part)?;
        }
        Ok(self.of_lltype(t))
    }

    fn ptr_setattr(&mut self, c: ContainerId, name: Annotation, value: Annotation) -> Res {
        let name = self.attr_name(name)?;
        let t = self.field_lltype(c, name)?;
        if self.is_inlined(c, name) {
            return self.part_is_set(c);
        }
        self.store_check(t, value)
    }
    fn has_inlined_items(&self, c: ContainerId) -> bool {
        matches!(self.program.types.item_type(c), Some(FieldType::Inline(_)))
    }
    fn ptr_getitem(&mut self, c: ContainerId) -> Res {
        let t = self.ptr_item(c)?;
        if let (LLType::Ptr(part), true) = (t, self.has_inlined_items(c)) {
            self.part_check(c, part)?;
        }
        Ok(self.of_lltype(t))
    }
    fn ptr_setitem(&mut self, c: ContainerId, value: Annotation) -> Res {
        let t = self.ptr_item(c)?;
        if self.has_inlined_items(c) {
            return self.part_is_set(c);
        }
        self.store_check(t, value)
    }
    /// A part is assigned to as a whole: it is no reference that could be another one.
    fn part_is_set(&mut self, c: ContainerId) -> Res {
        let what = self.program.types.show_container(c);
        let d = Diagnostic::error(
            "E0471",
            self.span,
            format!("a part of {what} is assigned to"),
        )
        .label("this is a structure or an array inside of it, not a pointer")
        .help("assign to the fields of the part, one by one");
        self.fail_with(d)
    }

    /// Whether `value` may be stored where `t` is expected.
    pub(crate) fn store_check(&mut self, t: LLType, value: Annotation) -> Res {
        let want = Annotation::from_lltype(t);
        let ok = match (want.kind(), value.kind()) {
            (AnnotationKind::Ptr(_), AnnotationKind::None) => true,
            (AnnotationKind::Ptr(LLType::Ptr(x)), AnnotationKind::Ptr(LLType::Ptr(y))) => x == y,
            (AnnotationKind::Int { kind, .. }, AnnotationKind::Int { kind: k2, .. }) => {
                kind == k2 || value.is_const()
            }
            (AnnotationKind::Int { .. }, AnnotationKind::Bool(_)) => true,
            (AnnotationKind::None, _) => true,
            // An integer is not made a float, as in RPython.
            (AnnotationKind::Float, found) => matches!(found, AnnotationKind::Float),
            _ => self.contains(want, value.without_const()),
        };
        if ok {
            return Ok(Annotation::none());
        }
        let what = self.english(value);
        let t = self.program.types.show(t);
        self.fail("E0471", format!("{what} is stored where {t} is expected"))
    }

    /// The array a pointer leads to: itself, or the one at the end of its structure.
    pub(crate) fn array_of(&self, c: ContainerId) -> Option<ContainerId> {
        match self.program.types.get(c) {
            Container::Array(_) => Some(c),
            Container::Struct(s) => match s.fields.last()?.ty {
                FieldType::Inline(inner)
                    if matches!(self.program.types.get(inner), Container::Array(_)) =>
                {
                    Some(inner)
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn no_array(&mut self, c: ContainerId) -> Res<LLType> {
        let t = self.program.types.show(LLType::Ptr(c));
        self.fail("E0472", format!("{t} is no array"))
    }

    /// The item type of the array behind a pointer (inlined structures: a pointer to them).
    pub(crate) fn ptr_item(&mut self, c: ContainerId) -> Res<LLType> {
        let Some(item) = self.program.types.item_type(c) else {
            return self.no_array(c);
        };
        Ok(match item {
            FieldType::Value(t) => t,
            FieldType::Inline(inner) => LLType::Ptr(inner),
        })
    }

    /// The call of a function pointer.
    pub(crate) fn call_pointer(&mut self, t: LLType, args: &CallArgs) -> Res {
        let LLType::Ptr(c) = t else {
            return self.fail("E0404", "this low-level value cannot be called");
        };
        let Container::Func(f) = self.program.types.get(c) else {
            let t = self.program.types.show(t);
            return self.fail("E0404", format!("{t} cannot be called"));
        };
        let f = f.clone();
        if f.args.len() != args.values.len() {
            return self.fail(
                "E0403",
                format!(
                    "{} arguments given to a function pointer of {}",
                    args.values.len(),
                    f.args.len()
                ),
            );
        }
        for (&t, &a) in f.args.iter().zip(&args.values) {
            self.store_check(t, a)?;
        }
        Ok(Annotation::from_lltype(f.result))
    }

    /// A native live object: low-level types, pointers and the like come from the front end as natives.
    pub(crate) fn native_constant(&mut self, v: &Value) -> Res {
        if v.type_name() == "weakref" {
            return self.prebuilt_weakref(v);
        }
        Ok(Annotation::new(AnnotationKind::Static).with_const(v.clone()))
    }

    /// A weak reference made while the program was imported: its target is prebuilt, too, or it is dead for ever.
    fn prebuilt_weakref(&mut self, v: &Value) -> Res {
        let target = match self.front.call(v, &[]) {
            Ok(target) => target,
            Err(d) => return self.fail_with(*d),
        };
        let target = self.constant(&target);
        let kind = match target.kind() {
            AnnotationKind::Instance { class, .. } => AnnotationKind::WeakRef(Some(*class)),
            AnnotationKind::None => AnnotationKind::WeakRef(None),
            _ => {
                let what = self.english(target);
                return self.unsupported(format!("a prebuilt weak reference to {what}"));
            }
        };
        Ok(Annotation::new(kind).with_const(v.clone()))
    }
}
