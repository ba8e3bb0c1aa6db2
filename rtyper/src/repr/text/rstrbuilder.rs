//! `StringBuilder` and `UnicodeBuilder`: a string buffer with spare room and the length used. `build()` cuts it to size
//! once.
use ir::lltype::{ContainerId, FieldType, LLType};
use ir::name::Name;
use lowlevel::{Init, ObjId, Value as LLValue};
use python::live::Value;

use crate::repr::{Repr, ReprId};
use crate::typer::dispatch::Typed;
use crate::typer::helper::HelperArg;
use crate::typer::lower::HArg;
use crate::typer::{Hop, Lower, R, RTyper};
use python::vocabulary::methods::BuilderMethod;

const S: LLType = LLType::Signed;

impl RTyper {
    /// The structure of string builders, made when the first one is met.
    pub fn builder_struct(&mut self, unicode: bool) -> ContainerId {
        let s = self.basic.text(unicode);
        let name = if unicode {
            "unicodebuilder"
        } else {
            "stringbuilder"
        };
        self.types_mut().structure(
            name,
            true,
            &[
                ("length", FieldType::Value(S)),
                ("buf", FieldType::Value(LLType::Ptr(s))),
            ],
        )
    }
    /// The contents of a prebuilt builder. Its string is full, so that the first `append` makes another one.
    pub(crate) fn fill_builder(&mut self, o: ObjId, r: ReprId, v: &Value) -> R<()> {
        let unicode = self.repr(r) == Repr::UnicodeBuilder;
        let mut points: Vec<u32> = Vec::new();
        let parts = self.ann.attribute(v, Name::new("_parts"));
        let parts = parts.as_ref().and_then(|p| match p {
            Value::List(l) => Some(l.to_vec()),
            _ => None,
        });
        for part in parts.ok_or_else(|| self.internal("a builder without parts"))? {
            match part.unwrapped() {
                Value::Str(s) => points.extend(s.bytes.iter().map(|&b| u32::from(b))),
                Value::Unicode(u) => points.extend(u.points.iter()),
                _ => return Err(self.internal("a builder of something else")),
            }
        }
        let text = if unicode {
            self.unicode_const(&points)
        } else {
            let bytes: Vec<u8> = points.iter().map(|&p| p as u8).collect();
            self.string_const(&bytes)
        };
        self.prog.objects[o].init = Init::Struct(vec![
            Init::Value(LLValue::Int(points.len() as i64)),
            Init::Value(text.value),
        ]);
        Ok(())
    }
}

impl Lower<'_> {
    /// `StringBuilder(size)`
    pub fn builder_new(&mut self, hop: &Hop, unicode: bool) -> R<Typed> {
        let c = LLType::Ptr(self.rt.builder_struct(unicode));
        let n = if hop.args.len() > 1 {
            self.int_arg(&hop.args[1], S)?
        } else {
            self.int(100)
        };
        let v = self.helper_as("rbuilder", "ll_new", [HelperArg::Type(c), n.into()], c)?;
        self.typed(
            v,
            if unicode {
                Repr::UnicodeBuilder
            } else {
                Repr::StringBuilder
            },
        )
    }
    /// A call of a method of a builder.
    pub(crate) fn builder_method(&mut self, hop: &Hop, m: BuilderMethod, a: &HArg) -> R<Typed> {
        use BuilderMethod as M;
        let u = self.rt.repr(a.repr) == Repr::UnicodeBuilder;
        let b = self.harg_as(a, a.repr)?;
        match m {
            M::Append => {
                let x = hop.args[1].clone();
                if matches!(self.rt.repr(x.repr), Repr::Char | Repr::UniChar) {
                    let c = self.harg_as(&x, x.repr)?;
                    self.helper("rbuilder", "ll_append_char", [b.into(), c.into()])?;
                } else {
                    let s = self.as_string(&x, u)?;
                    self.helper("rbuilder", "ll_append", [b.into(), s.into()])?;
                }
                self.typed_void()
            }
            M::AppendSlice => {
                let s = self.as_string(&hop.args[1], u)?;
                let (i, j) = (
                    self.int_arg(&hop.args[2], S)?,
                    self.int_arg(&hop.args[3], S)?,
                );
                self.helper(
                    "rbuilder",
                    "ll_append_slice",
                    [b.into(), s.into(), i.into(), j.into()],
                )?;
                self.typed_void()
            }
            M::AppendMultipleChar => {
                let c = self.one_character(&hop.args[1].clone())?;
                let m = self.int_arg(&hop.args[2], S)?;
                self.helper(
                    "rbuilder",
                    "ll_append_multiple_char",
                    [b.into(), c.into(), m.into()],
                )?;
                self.typed_void()
            }
            M::Build => {
                let t = LLType::Ptr(self.rt.basic.text(u));
                let v = self.helper_as("rbuilder", "ll_build", [b.into()], t)?;
                self.typed(v, if u { Repr::Unicode } else { Repr::Str })
            }
            M::GetLength => {
                let v = self.getfield(b, "length")?;
                self.typed_int(v)
            }
            // Refused by the annotator.
            M::AppendCharpsize | M::AppendUtf8 => Err(self.no_method(m.row(), "a string builder")),
        }
    }
}
