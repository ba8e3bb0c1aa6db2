//! The vocabulary of LLPython helpers (they are RPython over low-level types): functions of the module
//! `rpython.rtyper.lltypesystem.ll`. They are rules here and low-level operations in the rtyper; nobody flows into
//! them.
//!
//! ```text
//! p = malloc(P, n)      p: the pointer type P      op(Signed, 'int_add', a, b): Signed      typeOf(p): the type of p
//! ```
use ir::lltype::LLType;
use python::live::Value;
use python::vocabulary::lowlevel::HelperFunction;

use crate::calls::CallArgs;
use crate::calls::specialize::lltype_of;
use crate::engine::{Annotator, Res};
use crate::model::*;

impl Annotator {
    /// The low-level type that an argument names.
    fn lltype_arg(&mut self, a: Annotation) -> Res<LLType> {
        match (a.kind(), a.const_value()) {
            (AnnotationKind::LLType(t), _) => Ok(*t),
            (_, Some(Value::Str(s))) => {
                let name = s.name();
                LLType::named(name.as_str()).map_or_else(
                    || self.fail("E0473", format!("`{name}` is no low-level type")),
                    Ok,
                )
            }
            _ => {
                let what = self.english(a);
                self.fail("E0473", format!("{what} is no low-level type"))
            }
        }
    }

    fn container_arg(&mut self, a: Annotation) -> Res<ir::lltype::ContainerId> {
        match self.lltype_arg(a)? {
            LLType::Ptr(c) => Ok(c),
            t => {
                let t = self.program.types.show(t);
                self.fail("E0473", format!("{t} is no pointer type"))
            }
        }
    }

    pub(super) fn call_ll(&mut self, f: HelperFunction, args: &CallArgs) -> Res {
        use HelperFunction as H;
        let (a, least) = (&args.values, f.row().arity.least);
        if a.len() < least {
            let message = format!("ll.{}() needs {least} arguments", f.name());
            return self.fail("E0481", message);
        }
        let of = |t: LLType| Annotation::from_lltype(t);
        match f {
            H::Malloc | H::NullPtr => {
                let c = self.container_arg(a[0])?;
                Ok(Annotation::ptr(LLType::Ptr(c)))
            }
            H::TypeOf => match lltype_of(a[0]) {
                Some(t) => Ok(Annotation::new(AnnotationKind::LLType(t))),
                None => {
                    let what = self.english(a[0]);
                    self.fail("E0473", format!("typeOf() of {what}"))
                }
            },
            H::FieldType => {
                let c = self.container_arg(a[0])?;
                let name = self.attr_name(a[1])?;
                let t = self.field_lltype(c, name)?;
                Ok(Annotation::new(AnnotationKind::LLType(t)))
            }
            H::HasField => {
                let c = self.container_arg(a[0])?;
                let name = self.attr_name(a[1])?;
                Ok(Annotation::const_bool(self.field(c, name).is_some()))
            }
            H::ItemType => {
                let c = self.container_arg(a[0])?;
                let t = self.ptr_item(c)?;
                Ok(Annotation::new(AnnotationKind::LLType(t)))
            }
            H::CastPointer => {
                let c = self.container_arg(a[0])?;
                Ok(Annotation::ptr(LLType::Ptr(c)))
            }
            H::Zero | H::Op => {
                let t = self.lltype_arg(a[0])?;
                Ok(of(t))
            }
            H::Extern => {
                let t = self.lltype_arg(a[1])?;
                Ok(of(t))
            }
            H::GetItemField | H::SetItemField => {
                let AnnotationKind::Ptr(LLType::Ptr(c)) = a[0].kind() else {
                    let what = self.english(a[0]);
                    return self.fail("E0472", format!("{what} is no array"));
                };
                let LLType::Ptr(inner) = self.ptr_item(*c)? else {
                    return self.fail("E0472", "the items of this array are no structures");
                };
                let field = self.attr_name(a[2])?;
                let t = self.field_lltype(inner, field)?;
                if f == H::SetItemField {
                    return self.store_check(t, a[3]);
                }
                Ok(of(t))
            }
            H::CopyItems | H::ClearItems => Ok(Annotation::none()),
            H::Abort => self.block_harmlessly(),
            H::HintLikely | H::HintUnlikely => Ok(Annotation::bool()),
        }
    }
}
