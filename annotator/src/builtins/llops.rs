//! The vocabulary of LLPython helpers (they are RPython over low-level types): functions of the module
//! `rpython.rtyper.lltypesystem.ll`. They are rules here and low-level operations in the rtyper; nobody flows into
//! them.
//!
//! ```text
//! p = malloc(P, n)      p: the pointer type P      op(Signed, 'int_add', a, b): Signed      typeOf(p): the type of p
//! ```
use ir::lltype::LLType;
use python::live::Value;

use crate::calls::CallArgs;
use crate::calls::specialize::lltype_of;
use crate::engine::{Annotator, Res};
use crate::model::*;

const PREFIX: &str = "rpython.rtyper.lltypesystem.ll.";

const KNOWN: &[&str] = &[
    "malloc",
    "nullptr",
    "typeOf",
    "fieldtype",
    "itemtype",
    "cast_pointer",
    "zero",
    "op",
    "extern",
    "getitemfield",
    "setitemfield",
    "copyitems",
    "clearitems",
    "abort",
    "hint_likely",
    "hint_unlikely",
    "is_const",
    "keepalive",
];

pub(super) fn is_known(name: &str) -> bool {
    name.strip_prefix(PREFIX)
        .is_some_and(|n| KNOWN.contains(&n))
}

/// Whether a name belongs to this table.
pub(super) fn owns(name: &str) -> bool {
    name.starts_with(PREFIX)
}

impl Annotator {
    /// The low-level type that an argument names.
    fn lltype_arg(&mut self, a: Annotation) -> Res<LLType> {
        match (a.kind(), a.const_value()) {
            (Kind::LLType(t), _) => Ok(*t),
            (_, Some(Value::Str(s))) => Ok(match s.name().as_str() {
                "Signed" => LLType::Signed,
                "Unsigned" => LLType::Unsigned,
                "Bool" => LLType::Bool,
                "Char" => LLType::Char,
                "UniChar" => LLType::UniChar,
                "Float" => LLType::Float,
                "SingleFloat" => LLType::SingleFloat,
                "Void" => LLType::Void,
                "Address" => LLType::Address,
                other => return self.fail("E0473", format!("`{other}` is no low-level type")),
            }),
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

    pub(super) fn call_ll(&mut self, name: &str, args: &CallArgs) -> Option<Res> {
        let n = name.strip_prefix(PREFIX)?;
        Some(self.ll_rule(n, &args.values))
    }

    fn ll_rule(&mut self, name: &str, a: &[Annotation]) -> Res {
        let least = match name {
            "abort" | "keepalive" => 0,
            "fieldtype" | "cast_pointer" | "op" | "extern" => 2,
            "getitemfield" | "clearitems" => 3,
            "setitemfield" => 4,
            "copyitems" => 5,
            _ => 1,
        };
        if a.len() < least {
            return self.fail("E0481", format!("ll.{name}() needs {least} arguments"));
        }
        let of = |t: LLType| Annotation::from_lltype(t);
        match name {
            "malloc" | "nullptr" => {
                let c = self.container_arg(a[0])?;
                Ok(Annotation::ptr(LLType::Ptr(c)))
            }
            "typeOf" => match lltype_of(a[0]) {
                Some(t) => Ok(Annotation::new(Kind::LLType(t))),
                None => {
                    let what = self.english(a[0]);
                    self.fail("E0473", format!("typeOf() of {what}"))
                }
            },
            "fieldtype" => {
                let c = self.container_arg(a[0])?;
                let name = self.attr_name(a[1])?;
                let t = self.field_lltype(c, name)?;
                Ok(Annotation::new(Kind::LLType(t)))
            }
            "itemtype" => {
                let c = self.container_arg(a[0])?;
                let t = self.ptr_item(c)?;
                Ok(Annotation::new(Kind::LLType(t)))
            }
            "cast_pointer" => {
                let c = self.container_arg(a[0])?;
                Ok(Annotation::ptr(LLType::Ptr(c)))
            }
            "zero" | "op" => {
                let t = self.lltype_arg(a[0])?;
                Ok(of(t))
            }
            "extern" => {
                let t = self.lltype_arg(a[1])?;
                Ok(of(t))
            }
            "getitemfield" | "setitemfield" => {
                let Kind::Ptr(LLType::Ptr(c)) = a[0].kind() else {
                    let what = self.english(a[0]);
                    return self.fail("E0472", format!("{what} is no array"));
                };
                let LLType::Ptr(inner) = self.ptr_item(*c)? else {
                    return self.fail("E0472", "the items of this array are no structures");
                };
                let field = self.attr_name(a[2])?;
                let t = self.field_lltype(inner, field)?;
                if name == "setitemfield" {
                    return self.store_check(t, a[3]);
                }
                Ok(of(t))
            }
            "copyitems" | "clearitems" | "keepalive" => Ok(Annotation::none()),
            "abort" => self.block_harmlessly(),
            "hint_likely" | "hint_unlikely" => Ok(Annotation::bool()),
            "is_const" => Ok(Annotation::const_bool(a[0].is_const())),
            _ => self.unsupported(format!("ll.{name}()")),
        }
    }
}
