//! Weak references: a structure with one pointer that does not keep its target alive. `ref()` gives the target or null.
//!
//! ```text
//! w = weakref.ref(x)      w = weakref_create(x)               the collector clears the field when only weak references are left
//! y = w()                 y = cast_pointer(weakref_deref(w))  a strong reference again, or null
//! ```
use annotator::model::{AnnotationKind, ClassId};
use ir::lltype::{
    Container, ContainerId, Field, FieldType, Immutability, LLType, StructHints, StructType,
};
use ir::name::Name;
use lowlevel::{Const, Init, LLOp, Value as LLValue};
use python::live::Value;

use crate::repr::{Repr, ReprId};
use crate::typer::dispatch::Typed;
use crate::typer::{Hop, Lower, R, RTyper};

impl RTyper {
    /// The structure of weak references.
    pub fn weakref_struct(&mut self) -> ContainerId {
        let object = self.basic.object;
        self.types_mut().intern(Container::Struct(StructType {
            name: Name::new("weakref"),
            gc: true,
            fields: vec![Field {
                name: Name::new("target"),
                ty: FieldType::Value(LLType::Ptr(object)),
                immutable: Immutability::Mutable,
            }],
            hints: StructHints {
                weakref: true,
                ..StructHints::default()
            },
        }))
    }
    /// A prebuilt weak reference: its target is prebuilt too, so it never dies.
    pub(crate) fn weakref_const(&mut self, _r: ReprId, v: &Value) -> R<Const> {
        let target = self.ann.weakref_target(v);
        let root = self.intern(Repr::Instance(None));
        let t = match target {
            Some(t) => self.constant(root, &t)?.value,
            None => LLValue::Null,
        };
        let c = self.weakref_struct();
        Ok(self.object_with(c, Init::Struct(vec![Init::Value(t)]), "weakref"))
    }
}

impl Lower<'_> {
    /// `weakref.ref(x)`
    pub fn weakref_new(&mut self, hop: &Hop) -> R<Typed> {
        let class = match hop.result.kind() {
            AnnotationKind::WeakRef(class) => *class,
            _ => None,
        };
        let root = self.rt.intern(Repr::Instance(None));
        let p = self.arg_as(hop, 1, root)?;
        let c = self.rt.weakref_struct();
        let v = self.emit(LLOp::WeakrefCreate, [p], LLType::Ptr(c));
        self.typed(v, Repr::WeakRef(class))
    }
    /// `ref()`: the target, or null if the collector cleared it.
    pub fn weakref_call(&mut self, hop: &Hop, class: Option<ClassId>) -> R<Typed> {
        let Some(class) = class else {
            // It never referred to anything.
            return self.typed_void();
        };
        let p = self.arg(hop, 0)?;
        let t = LLType::Ptr(self.rt.basic.object);
        let v = self.emit(LLOp::WeakrefDeref, [p], t);
        let (root, precise) = (
            self.rt.intern(Repr::Instance(None)),
            self.rt.intern(Repr::Instance(Some(class))),
        );
        let v = self.convert(v, root, precise)?;
        Ok((v, precise))
    }
}
