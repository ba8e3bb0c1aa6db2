//! Equality and hash of keys: what the type of the keys says, the functions of an `r_dict`, or those that it holds.
use annotator::defs::GraphId;
use annotator::model::DictId;
use ir::lltype::LLType;
use lowlevel::Const;
use python::live::Value;

use super::{B, DictInfo, HELD, S};
use crate::repr::numbers::rint::k;
use crate::repr::{Repr, ReprId};
use crate::typer::helper::HelperArg;
use crate::typer::lower::{HArg, Opd};
use crate::typer::{Lower, R};

/// Equality and hash of the keys of a dictionary.
#[derive(Clone)]
pub(super) struct KeyFns {
    pub(super) eq: HelperArg,
    pub(super) hash: HelperArg,
    /// They have no effects and depend on the keys alone, which never change.
    pub(super) pure: bool,
}

impl Lower<'_> {
    /// The objects of which the equality and the hash function of an `r_dict` are methods, if they are.
    fn key_receivers(&mut self, d: DictId) -> R<(Option<Value>, Option<Value>)> {
        let Some(custom) = self.rt.pg().dict(d).custom else {
            return Ok((None, None));
        };
        let of = |l: &Self, cell| -> R<Option<Value>> {
            let a = l.rt.pg().cell(cell);
            let desc = match a.descs() {
                Some([d]) => &l.rt.pg().descs[*d],
                _ => return Ok(None),
            };
            match (desc, a.const_value()) {
                (annotator::Desc::Method(_), Some(Value::Method(m))) => Ok(m.receiver.clone()),
                (annotator::Desc::FrozenMethod(m), _) => match &l.rt.pg().descs[m.frozen] {
                    annotator::Desc::Frozen(f) => Ok(Some(f.value.clone())),
                    _ => Ok(None),
                },
                _ => Ok(None),
            }
        };
        Ok((of(self, custom.eq)?, of(self, custom.hash)?))
    }
    pub(super) fn key_fns(&mut self, d: DictId, info: DictInfo) -> R<KeyFns> {
        let kt = self.rt.lltype(info.key)?;
        let kt = self.rt.storage(kt);
        if self.rt.pg().dict(d).custom_held.is_some() {
            return self.held_key_fns(d, info);
        }
        if let Some((eq, hash)) = self.rt.pg().dict(d).custom_graphs {
            let kr = info.key;
            let receivers = self.key_receivers(d)?;
            let (eq_self, hash_self) = receivers;
            let eq =
                self.rt
                    .made_function(&format!("ll_key_eq_{d}"), &[kt, kt], B, |l, args| {
                        l.same_or(args, |l| {
                            let (mut p, r) = l.rt.graph_sig(eq)?;
                            let f = l.rt.func_of(eq)?;
                            let mut vals = Vec::new();
                            if let Some(receiver) = &eq_self {
                                vals.push(k(l.rt.constant(p.remove(0), receiver)?));
                            }
                            for (a, &p) in args.iter().zip(&p) {
                                vals.push(l.convert(a.clone(), kr, p)?);
                            }
                            let v = l.call(f, vals)?;
                            let a = HArg::low(r, v);
                            l.truth(&a)
                        })
                    })?;
            let hash =
                self.rt
                    .made_function(&format!("ll_key_hash_{d}"), &[kt], S, |l, args| {
                        let (mut p, r) = l.rt.graph_sig(hash)?;
                        let f = l.rt.func_of(hash)?;
                        let mut vals = Vec::new();
                        if let Some(receiver) = &hash_self {
                            vals.push(k(l.rt.constant(p.remove(0), receiver)?));
                        }
                        vals.push(l.convert(args[0].clone(), kr, p[0])?);
                        let v = l.call(f, vals)?;
                        let int = l.rt.intern(Repr::Int(S));
                        l.convert(v, r, int)
                    })?;
            return Ok(KeyFns {
                eq: k(self.rt.func_const(eq)).into(),
                hash: k(self.rt.func_const(hash)).into(),
                pure: false,
            });
        }
        let eq = self.eq_function(info.key)?;
        let name = match self.rt.repr(info.key) {
            Repr::Str | Repr::Unicode => Some(("rstr", "ll_strhash")),
            Repr::Int(LLType::Signed) => Some(("rdict", "ll_hash_int")),
            _ => None,
        };
        let hash = match name {
            Some((m, f)) => HelperArg::Func(self.rt.library_function(m, f)?),
            None => {
                let kr = info.key;
                let f = self
                    .rt
                    .made_function(&format!("ll_hash_{kr}"), &[kt], S, |l, args| {
                        let a = HArg {
                            ann: annotator::Annotation::impossible(),
                            repr: kr,
                            opd: args.first().cloned(),
                            const_value: None,
                        };
                        l.hash_value(&a)
                    })?;
                k(self.rt.func_const(f)).into()
            }
        };
        let pure = matches!(
            self.rt.repr(info.key),
            Repr::Str
                | Repr::Unicode
                | Repr::Char
                | Repr::UniChar
                | Repr::Int(_)
                | Repr::Instance(_)
        );
        Ok(KeyFns { eq, hash, pure })
    }
    /// Whether two keys of an r_dict are the same word, or its function says that they are equal: it is not asked
    /// about a key itself, nor about the same number.
    fn same_or(&mut self, keys: &[Opd], equal: impl FnOnce(&mut Self) -> R<Opd>) -> R<Opd> {
        let same = self.helper_as(
            "rlist",
            "ll_eq",
            [keys[0].clone().into(), keys[1].clone().into()],
            B,
        )?;
        self.if_else(same, B, |_| Ok(k(Const::bool(true))), equal)
    }
    /// Functions of the dictionary and the keys, which call what it holds.
    fn held_key_fns(&mut self, d: DictId, info: DictInfo) -> R<KeyFns> {
        let Some((eq, hash)) = self.rt.pg().dict(d).custom_graphs else {
            return Err(self.rt.internal("an r_dict without functions"));
        };
        let kt = self.rt.lltype(info.key)?;
        let kt = self.rt.storage(kt);
        let dt = LLType::Ptr(info.container);
        let eq_name = format!("ll_held_key_eq_{d}");
        let eq = self
            .rt
            .made_function(&eq_name, &[dt, kt, kt], B, |l, args| {
                l.same_or(&args[1..], |l| {
                    let (v, r) = l.call_held((d, info), 0, eq, args)?;
                    l.truth(&HArg::low(r, v))
                })
            })?;
        let hash_name = format!("ll_held_key_hash_{d}");
        let hash = self.rt.made_function(&hash_name, &[dt, kt], S, |l, args| {
            let (v, r) = l.call_held((d, info), 1, hash, args)?;
            let int = l.rt.intern(Repr::Int(S));
            l.convert(v, r, int)
        })?;
        Ok(KeyFns {
            eq: k(self.rt.func_const(eq)).into(),
            hash: k(self.rt.func_const(hash)).into(),
            pure: false,
        })
    }
    /// Calls what a dictionary holds (0: `key_eq`, 1: `key_hash`) by the graph of a function of the library. The
    /// arguments are the dictionary and the keys.
    fn call_held(
        &mut self,
        (d, info): (DictId, DictInfo),
        which: usize,
        graph: GraphId,
        args: &[Opd],
    ) -> R<(Opd, ReprId)> {
        let copy = self.rt.pg().dict(d).custom_held.unwrap_or_default();
        let (p, result) = self.rt.graph_sig(graph)?;
        let f = self.rt.func_of(graph)?;
        let number = self.int(i64::from(copy));
        let int = self.rt.intern(Repr::Int(S));
        let held = self.rt.held(d)?[which];
        let t = self.rt.lltype(held)?;
        let callee = self.getfield(args[0].clone(), HELD[which])?;
        let callee = self.coerce(callee, t);
        let mut values = vec![
            self.convert(number, int, p[0])?,
            self.convert(callee, held, p[1])?,
        ];
        for (a, &p) in args[1..].iter().zip(&p[2..]) {
            values.push(self.convert(a.clone(), info.key, p)?);
        }
        Ok((self.call(f, values)?, result))
    }
}
