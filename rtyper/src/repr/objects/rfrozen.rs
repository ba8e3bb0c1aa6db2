//! Frozen objects: those of a family as one table of their fields.
use crate::repr::{Repr, ReprId};
use crate::typer::consts::Pending;
use crate::typer::dispatch::Typed;
use crate::typer::{Hop, Lower, R, RTyper};
use annotator::defs::AttrFamilyId;
use ir::lltype::{
    Container, ContainerId, Field, FieldType, Immutability, LLType, StructHints, StructType,
};
use ir::name::Name;
use lowlevel::{Const, Init, LLOp, Value as LLValue};
use python::live::Value;

impl RTyper {
    /// The structure of attributes read from a family of frozen objects.
    pub(crate) fn frozen_table(&mut self, f: AttrFamilyId) -> R<ContainerId> {
        if let Some(&c) = self.families.frozen.get(&f) {
            return Ok(c);
        }
        let c = self
            .types_mut()
            .forward(Name::new(&format!("pbc_{}", f.0)), false);
        self.families.frozen.insert(f, c);
        let fields = self.frozen_fields(f)?;
        let mut out = vec![Field {
            name: Name::new("dummy"),
            ty: FieldType::Value(LLType::Signed),
            immutable: Immutability::Immutable,
        }];
        for (name, r) in fields {
            let ty = self.lltype(r)?;
            out.push(Field {
                name,
                ty: FieldType::Value(ty),
                immutable: Immutability::Immutable,
            });
        }
        self.types_mut().define(
            c,
            Container::Struct(StructType {
                name: Name::new(&format!("pbc_{}", f.0)),
                gc: false,
                fields: out,
                hints: StructHints {
                    immutable: true,
                    ..StructHints::default()
                },
            }),
        );
        Ok(c)
    }
    /// Attributes with a run-time value of a family of frozen objects.
    fn frozen_fields(&mut self, f: AttrFamilyId) -> R<Vec<(Name, ReprId)>> {
        let attrs: Vec<_> = self
            .pg()
            .attr_families
            .get(f)
            .attrs
            .iter()
            .map(|(n, a)| (*n, *a))
            .collect();
        let mut out = Vec::new();
        for (n, a) in attrs {
            let r = self.repr_of(a.without_const())?;
            if self.lltype(r)? != LLType::Void {
                out.push((n, r));
            }
        }
        Ok(out)
    }
    /// The table of a frozen object.
    pub(crate) fn frozen_const(&mut self, f: AttrFamilyId, v: &Value) -> R<Const> {
        let c = self.frozen_table(f)?;
        let r = self.intern(Repr::Frozen(f));
        let pending = |o, _, v| Pending::Frozen(o, f, v);
        Ok(self.prebuilt(r, v, c, || format!("{v:?}"), pending))
    }
    pub(crate) fn fill_frozen(&mut self, o: lowlevel::ObjId, f: AttrFamilyId, v: &Value) -> R<()> {
        let mut init = vec![Init::Value(LLValue::Int(0))];
        for (name, r) in self.frozen_fields(f)? {
            let x = match self.ann.attribute(v, name) {
                Some(x) => self.constant(r, &x)?.value,
                None => {
                    let t = self.lltype(r)?;
                    Const::zero(t).value
                }
            };
            init.push(Init::Value(x));
        }
        self.prog.objects[o].init = Init::Struct(init);
        Ok(())
    }
}

impl Lower<'_> {
    /// Reads an attribute of frozen objects.
    pub(crate) fn frozen_getattr(&mut self, hop: &Hop, name: Name) -> R<Typed> {
        let Repr::Frozen(f) = self.rt.repr(hop.args[0].repr) else {
            return Err(self.unsupported_op(hop));
        };
        if let Repr::FrozenMethods(..) = self.rt.repr(hop.rresult) {
            let v = self.arg(hop, 0)?;
            return Ok((v, hop.rresult));
        }
        let fields = self.rt.frozen_fields(f)?;
        let Some(&(_, r)) = fields.iter().find(|(n, _)| *n == name) else {
            return self.typed_void();
        };
        let p = self.arg(hop, 0)?;
        let v = self.getfield(p, name.as_str())?;
        // The table holds what all objects of the family have: a float, where some have integers. The objects read here
        // are those.
        if self.rt.repr(r) == Repr::Float
            && let Repr::Int(t) = self.rt.repr(hop.rresult)
        {
            let i = self.emit(LLOp::CastFloatToInt, [v], LLType::Signed);
            return Ok((self.int_to_int(i, LLType::Signed, t), hop.rresult));
        }
        Ok((v, r))
    }
}
