//! Calls of user-level callables: functions, bound methods, classes, memo functions, pointers.
//!
//! Annotation tells for each call site what it may call and how the arguments map to parameters ([`CallSiteInfo`]). One
//! callee is a direct call; several are an indirect call through a function pointer, or through the slot of the
//! receiver's vtable; several classes are told apart by their vtables.
//!
//! ```text
//! obj.area()       vt = getfield[object.typeptr](obj); f = getfield[Shape_vtable.area](vt); indirect_call[..](f, obj)
//! C(1)             p = malloc[C](); setfield[object.typeptr](p, C.vtable); direct_call[C.__init__](p, 1)
//! ```
use std::rc::Rc;

use annotator::defs::{ArgSource, CallSiteInfo, Callee, Desc, FamilyId, SpecialCall};
use annotator::model::ClassId;
use flowspace::{CallShape, HlOp};
use ir::diag::Diagnostic;
use ir::lltype::{Container, ContainerId, LLType};
use ir::name::Name;
use lowlevel::ops::SafetyError;
use lowlevel::{Const, LLOp};
use python::live::Value;

use python::vocabulary::functions::Function;

use crate::repr::numbers::rint::k;
use crate::repr::objects::rpbc::CallArgs;
use crate::repr::{Repr, ReprId};
use crate::typer::dispatch::Typed;
use crate::typer::lower::{HArg, Opd};
use crate::typer::{Hop, Lower, R};

impl Lower<'_> {
    /// `simple_call` and `call_args`.
    pub fn call_op(&mut self, hop: &Hop) -> R<Typed> {
        if let Some(done) = self.jit_call(hop)? {
            return Ok(done);
        }
        let callee = &hop.args[0];
        if let annotator::AnnotationKind::Builtin(_)
        | annotator::AnnotationKind::BuiltinMethod { .. } = callee.ann.kind()
            && let Some(info) = self.rt.pg().call(hop.opref).cloned()
            && info.special.is_none()
            && let [one] = info.callees.as_slice()
        {
            // Done by a function of the library: a method gets its receiver as first argument, but for one of a class.
            let mut args = self.call_args(hop)?;
            if let annotator::AnnotationKind::BuiltinMethod { receiver, .. } = callee.ann.kind()
                && !matches!(receiver.kind(), annotator::AnnotationKind::Builtin(_))
            {
                let receiver = self.method_receiver(hop)?;
                args.positional.insert(0, receiver);
            }
            if let annotator::AnnotationKind::Builtin(n) = callee.ann.kind()
                && Function::translated(n.as_str()) == Some(Function::Round)
                && args.positional.len() == 1
                && self.is_python2()
            {
                let zero = self.const_arg(&Value::Int(0))?;
                args.positional.push(zero);
            }
            return self.direct(one, &args);
        }
        match callee.ann.kind() {
            annotator::AnnotationKind::Builtin(name) => return self.builtin_call(hop, *name),
            annotator::AnnotationKind::BuiltinMethod { name, .. } => {
                return self.method_call(hop, *name);
            }
            annotator::AnnotationKind::Ptr(LLType::Ptr(c)) => return self.call_pointer(hop, *c),
            annotator::AnnotationKind::WeakRef(class) => return self.weakref_call(hop, *class),
            _ => {}
        }
        let Some(info) = self.rt.pg().call(hop.opref).cloned() else {
            return Err(self.rt.internal("a call that annotation does not know"));
        };
        let args = self.call_args(hop)?;
        self.call_info(&info, callee.clone(), args, hop)
    }
    /// Operations that annotation found to be calls of special methods.
    pub fn special_method(&mut self, hop: &Hop) -> R<Option<Typed>> {
        let Some((name, info)) = self.rt.pg().special_methods.get(&hop.opref).cloned() else {
            return Ok(None);
        };
        // `int(x)` is a call; `len(x)` and operators are operations on the receiver.
        let call = matches!(hop.op, HlOp::SimpleCall | HlOp::CallArgs(_));
        let first =
            usize::from(call && !matches!(self.rt.reprs[hop.args[0].repr], Repr::Instance(_)));
        let receiver = hop.args[first].clone();
        let class = match self.rt.repr(receiver.repr) {
            Repr::Instance(c) => c,
            _ => None,
        };
        let func = info.callees.first().map(|c| c.desc);
        let family = info
            .family
            .or_else(|| func.and_then(|f| self.rt.family_of_function(f)))
            .map(|f| self.rt.pg().find_family(f));
        let repr = self.rt.intern(Repr::Methods {
            class,
            name,
            family,
        });
        let opd = self.harg_as(&receiver, receiver.repr)?;
        let callee = HArg {
            repr,
            opd: Some(opd),
            const_value: None,
            ..receiver
        };
        let args = match hop.op {
            // `x(1, b=2)`
            HlOp::CallArgs(_) if first == 0 => self.call_args(hop)?,
            // The name of an attribute is an argument of `__getattr__`, and none of a property's functions.
            HlOp::GetAttr | HlOp::SetAttr if name != "__getattr__" => {
                CallArgs::positional(&hop.args[2..])
            }
            _ => CallArgs::positional(&hop.args[first + 1..]),
        };
        let (v, r) = self.call_info(&info, callee, args, hop)?;
        // Untranslated a negative length is a ValueError.
        if name == "__len__"
            && let Repr::Int(t) = self.rt.repr(r)
            && t == LLType::Signed
        {
            let ok = self.op2(LLOp::IntGe, v.clone(), self.int(0), LLType::Bool);
            self.check(ok, SafetyError::ValueOutOfRange)?;
        }
        Ok(Some((v, r)))
    }
    /// A call with `*` as one whose arguments are the items of the tuple; `None` of another operation.
    pub fn spread(&mut self, hop: &Hop) -> R<Option<Hop>> {
        let HlOp::CallArgs(shape) = &hop.op else {
            return Ok(None);
        };
        if !shape.star {
            return Ok(None);
        }
        let call = self.call_args(hop)?;
        if let annotator::AnnotationKind::Builtin(name) = hop.args[0].ann.kind()
            && let Some(op) = Function::translated(name.as_str()).and_then(operation)
            && op.arg_count().is_none_or(|n| n == call.positional.len())
        {
            return Ok(Some(Hop {
                op,
                args: call.positional,
                result: hop.result,
                rresult: hop.rresult,
                opref: hop.opref,
                span: hop.span,
            }));
        }
        let mut args = vec![hop.args[0].clone()];
        let positional = call.positional.len() as u32;
        args.extend(call.positional);
        args.extend(call.keywords.into_iter().map(|(_, a)| a));
        let op = match shape.keywords.is_empty() {
            true => HlOp::SimpleCall,
            false => HlOp::CallArgs(Rc::new(CallShape {
                positional,
                keywords: shape.keywords.clone(),
                star: false,
            })),
        };
        Ok(Some(Hop {
            op,
            args,
            result: hop.result,
            rresult: hop.rresult,
            opref: hop.opref,
            span: hop.span,
        }))
    }
    /// The arguments of a call operation, the `*` tuple spread.
    pub fn call_args(&mut self, hop: &Hop) -> R<CallArgs> {
        let mut out = CallArgs::default();
        match &hop.op {
            HlOp::CallArgs(shape) => {
                let n = shape.positional as usize;
                out.positional = hop.args[1..1 + n].to_vec();
                for (i, &name) in shape.keywords.iter().enumerate() {
                    out.keywords.push((name, hop.args[1 + n + i].clone()));
                }
                if shape.star {
                    let star = hop.args[1 + n + shape.keywords.len()].clone();
                    let items = self.tuple_items(&star)?;
                    out.positional.extend(items);
                }
            }
            _ => out.positional = hop.args[1..].to_vec(),
        }
        Ok(out)
    }
    /// The value for a parameter of representation `r`.
    pub(crate) fn source_arg(&mut self, call: &CallArgs, s: &ArgSource, r: ReprId) -> R<Opd> {
        match s {
            ArgSource::Receiver => match &call.receiver {
                Some(a) => self.harg_as(a, r),
                None => Ok(k(Const::VOID)),
            },
            ArgSource::Positional(i) => match call.positional.get(*i) {
                Some(a) => self.harg_as(a, r),
                None => Err(self.rt.internal("a call with too few arguments")),
            },
            ArgSource::Keyword(i) => match call.keywords.get(*i) {
                Some((_, a)) => self.harg_as(a, r),
                None => Err(self.rt.internal("a call without a keyword argument")),
            },
            ArgSource::Default(v) => Ok(k(self.rt.constant(r, v)?)),
            ArgSource::Star {
                receiver,
                first,
                end,
            } => {
                let rest = call.positional.get(*first..*end).unwrap_or_default();
                let own = call.receiver.iter().filter(|_| *receiver);
                let items: Vec<HArg> = own.chain(rest).cloned().collect();
                self.build_tuple(&items, r)
            }
        }
    }
    fn call_info(
        &mut self,
        info: &CallSiteInfo,
        callee: HArg,
        mut args: CallArgs,
        hop: &Hop,
    ) -> R<Typed> {
        match &info.special {
            Some(SpecialCall::Ignored) => return self.typed_void(),
            Some(SpecialCall::Extension(name)) if *name == "EnvironmentError.__init__" => {
                return self.environment_error(info, &args);
            }
            Some(SpecialCall::Extension(name)) => {
                return self.builtin_call(hop, *name);
            }
            Some(SpecialCall::Memo(_)) | None => {}
        }
        let repr = self.rt.repr(callee.repr);
        match &repr {
            Repr::Methods { .. } => {
                let opd = self.harg_as(&callee, callee.repr)?;
                let LLType::Ptr(_) = self.ty(&opd) else {
                    return Err(self.rt.internal("a method without receiver"));
                };
                let Repr::Methods { class, .. } = repr else {
                    return Err(self.rt.internal("no method"));
                };
                args.receiver = Some(HArg {
                    repr: self.rt.intern(Repr::Instance(class)),
                    opd: Some(opd),
                    const_value: None,
                    ..callee.clone()
                });
            }
            Repr::FrozenMethods(f, _) => {
                let opd = self.harg_as(&callee, callee.repr)?;
                args.receiver = Some(HArg {
                    repr: self.rt.intern(Repr::Frozen(*f)),
                    opd: Some(opd),
                    const_value: None,
                    ..callee.clone()
                });
            }
            Repr::Void | Repr::Only(_) => args.receiver = self.constant_receiver(&callee)?,
            _ => {}
        }
        if let Some(SpecialCall::Memo(table)) = &info.special {
            return self.memo_call(table, info, &args, hop);
        }
        match info.callees.as_slice() {
            [] => {
                // No member can be called: the receiver is None, or the code is not reached.
                self.abort(SafetyError::NoneDereference);
                self.typed_void()
            }
            [one] => self.direct(one, &args),
            // A method of several frozen constants: one function for all receivers.
            [one, rest @ ..]
                if matches!(repr, Repr::FrozenMethods(..))
                    && one.instantiates.is_none()
                    && rest.iter().all(|c| c.graph == one.graph) =>
            {
                self.direct(one, &args)
            }
            many => self.indirect(info, many, &callee, &repr, &args, hop),
        }
    }
    /// `OSError(errno, strerror, filename)`: the class has no `__init__` of its own.
    fn environment_error(&mut self, info: &CallSiteInfo, args: &CallArgs) -> R<Typed> {
        let Some(c) = info.callees.first().and_then(|c| c.instantiates) else {
            return Err(self.rt.internal("an exception without class"));
        };
        let (p, r) = self.instantiate(c)?;
        let names = annotator::environment_attributes(args.positional.len());
        for (a, n) in args.positional.iter().zip(names) {
            if let Some((owner, f, false)) = self.rt.find_field(c, Name::new(n))? {
                let v = self.harg_as(a, f.repr)?;
                let st = self.rt.class_info(owner)?.object;
                let q = self.cast_pointer(p.clone(), LLType::Ptr(st));
                self.emit(LLOp::SetField(st, f.index), [q, v], LLType::Void);
            }
        }
        self.keep_text(&p, c, &args.positional, !args.keywords.is_empty())?;
        Ok((p, r))
    }
    /// The receiver of a constant bound method.
    fn constant_receiver(&mut self, callee: &HArg) -> R<Option<HArg>> {
        if let Some(Value::Method(m)) = &callee.const_value {
            return match &m.receiver {
                Some(r) => Ok(Some(self.const_arg(&r.clone())?)),
                None => Ok(None),
            };
        }
        if let Some([d]) = callee.ann.descs()
            && let Desc::FrozenMethod(m) = &self.rt.pg().descs[*d]
            && let Desc::Frozen(f) = &self.rt.pg().descs[m.frozen]
        {
            let v = f.value.clone();
            return Ok(Some(self.const_arg(&v)?));
        }
        Ok(None)
    }
    /// A call of one known callee.
    pub(crate) fn direct(&mut self, c: &Callee, args: &CallArgs) -> R<Typed> {
        let mut call = args.clone();
        let mut made = None;
        if let Some(class) = c.instantiates {
            let (p, r) = self.instantiate(class)?;
            // In Python 2 only the base's `__init__` keeps arguments.
            let kept = match c.graph {
                Some(_) if self.is_python2() => &[],
                _ => &args.positional[..],
            };
            self.keep_text(&p, class, kept, !args.keywords.is_empty())?;
            call.receiver = Some(HArg::value(
                annotator::Annotation::instance(class, false),
                r,
                p.clone(),
            ));
            made = Some((p, r));
        }
        let Some(gid) = c.graph else {
            return match made {
                Some(m) => Ok(m),
                None => self.typed_void(),
            };
        };
        let (params, result) = self.rt.graph_sig(gid)?;
        let f = self.rt.func_of(gid)?;
        let mut out = Vec::new();
        for (s, &p) in c.args.iter().zip(&params) {
            out.push(self.source_arg(&call, s, p)?);
        }
        let v = self.call(f, out)?;
        Ok(made.unwrap_or((v, result)))
    }
    /// The error that a variable holds methods of classes without a common base.
    fn unrelated_methods(&self, many: &[Callee]) -> Diagnostic {
        let pg = self.rt.pg();
        let mut d = Diagnostic::error(
            "E0605",
            self.span,
            "methods of classes that have no base in common meet in what is called here",
        )
        .label("which of them it is cannot be told at run time");
        for c in many.iter().take(4) {
            let name = pg.desc_name(c.desc);
            d = d.note(pg.desc_span(c.desc), format!("`{name}` is one of them"));
        }
        d.help("give the classes a common base that has the method, or keep the objects in place of the methods")
    }
    fn indirect(
        &mut self,
        info: &CallSiteInfo,
        many: &[Callee],
        callee: &HArg,
        repr: &Repr,
        args: &CallArgs,
        hop: &Hop,
    ) -> R<Typed> {
        if let Repr::Class = repr {
            return self.instantiate_one_of(many, callee, args, hop);
        }
        if let Repr::Methods { class: None, .. } = repr {
            return Err(Box::new(self.unrelated_methods(many)));
        }
        let family = match repr {
            Repr::Functions(f) => Some(*f),
            Repr::Methods { family, .. } => *family,
            _ => None,
        }
        .or(info.family)
        .map(|f| self.rt.pg().find_family(f));
        let Some(f) = family else {
            return Err(self.unsupported_op(hop));
        };
        let rows = self.rt.pg().families.get(f).rows.len();
        // The row: the one that holds all callees at this shape.
        let row = self.find_row(f, info, many)?;
        let sig = self.rt.row_sig(f, row)?;
        self.rt.check_apart(f, row, args)?;
        let table = match repr {
            Repr::Functions(_) => self.harg_as(callee, callee.repr)?,
            Repr::Methods {
                class: Some(c),
                name,
                ..
            } => self.method_slot(callee, *c, *name, f)?,
            _ => return Err(self.unsupported_op(hop)),
        };
        let fnptr = if rows > 1 {
            self.getfield(table, &format!("variant{row}"))?
        } else {
            table
        };
        let n = self.rt.pg().families.get(f).rows[row].shape.positional as usize;
        let mut out = vec![fnptr];
        let mut params = sig.params.iter();
        if sig.receiver
            && let Some(&p) = params.next()
        {
            out.push(self.source_arg(args, &ArgSource::Receiver, p)?);
        }
        for (i, &p) in params.enumerate() {
            let s = if i < n {
                ArgSource::Positional(i)
            } else {
                ArgSource::Keyword(i - n)
            };
            out.push(self.source_arg(args, &s, p)?);
        }
        let mut candidates = Vec::new();
        for c in many {
            let d = self.rt.function_desc(c.desc);
            if let Some(g) = self.rt.row_func(f, row, d)? {
                candidates.push(g);
            }
        }
        let ty = self.rt.lltype(sig.result)?;
        let out = self.drop_void(out);
        self.claim_callee(&out[0], &candidates);
        let op = LLOp::IndirectCall(sig.func, Some(candidates.into()));
        let v = self.emit_raising(op, out, ty)?;
        self.narrowed_result(v, sig.result, hop.rresult)
    }
    /// What the vtable of a receiver has for a method of the class `c`: a member of the family `f`, or its table.
    fn method_slot(&mut self, receiver: &HArg, c: ClassId, name: Name, f: FamilyId) -> R<Opd> {
        let Some((owner, field, true)) = self.rt.find_field(c, name)? else {
            return Err(self
                .rt
                .unsupported(format!("a call of the method `{name}` stored in instances")));
        };
        let p = self.harg_as(receiver, receiver.repr)?;
        let vt = self.typeptr(p)?;
        let ci = self.rt.class_info(owner)?;
        // The slot and the site must speak of the same table.
        match self.rt.repr(field.repr) {
            Repr::Functions(g) if self.rt.pg().find_family(g) == f => {}
            _ => {
                return Err(self.rt.internal(format!(
                    "the slot of the method `{name}` is of another call family than the call"
                )));
            }
        }
        let vt = self.cast_pointer(vt, LLType::Ptr(ci.vtable));
        let t = self.rt.lltype(field.repr)?;
        Ok(self.emit(LLOp::GetField(ci.vtable, field.index), [vt], t))
    }
    /// The result of a call through a row. Members that other sites call may return more than those of this site do:
    /// strings, where here all are characters.
    fn narrowed_result(&mut self, v: Opd, row: ReprId, site: ReprId) -> R<Typed> {
        let wide = matches!(
            (self.rt.repr(row), self.rt.repr(site)),
            (Repr::Str, Repr::Char) | (Repr::Unicode, Repr::UniChar) | (Repr::Int(_), Repr::Bool)
        );
        if !wide {
            return Ok((v, row));
        }
        let before = std::mem::replace(&mut self.narrowing, true);
        let v = self.convert(v, row, site);
        self.narrowing = before;
        Ok((v?, site))
    }
    fn find_row(&self, f: FamilyId, info: &CallSiteInfo, many: &[Callee]) -> R<usize> {
        let rows = &self.rt.pg().families.get(f).rows;
        let receiver = many.iter().any(|c| {
            c.args.iter().any(|s| {
                matches!(
                    s,
                    ArgSource::Receiver | ArgSource::Star { receiver: true, .. }
                )
            })
        });
        let fits = |i: usize| {
            rows[i].shape == info.shape
                && rows[i].receiver == receiver
                && many.iter().all(|c| {
                    let d = self.rt.function_desc(c.desc);
                    rows[i]
                        .graphs
                        .get(&d)
                        .is_some_and(|(g, _)| Some(*g) == c.graph)
                })
        };
        if info.row < rows.len() && fits(info.row) {
            return Ok(info.row);
        }
        // Never through a row that lacks one of the callees.
        (0..rows.len()).find(|&i| fits(i)).ok_or_else(|| {
            let same = |a: &Callee, b: &Callee| {
                self.rt.function_desc(a.desc) == self.rt.function_desc(b.desc)
            };
            match many.split_first() {
                Some((a, rest)) if rest.iter().any(|b| same(a, b) && a.graph != b.graph) => {
                    Box::new(self.one_of_several_copies(a))
                }
                _ => self
                    .rt
                    .internal("no row of the call family holds what is called here"),
            }
        })
    }
    /// The error that a function has a copy for each of several objects, any of which may be meant.
    fn one_of_several_copies(&self, callee: &Callee) -> Diagnostic {
        let pg = self.rt.pg();
        let name = pg.desc_name(callee.desc);
        let text = format!("`{name}` is specialised by its object, which is not known here");
        Diagnostic::error("E0438", self.span, text)
            .note(pg.desc_span(callee.desc), "this function")
            .help("use the object by its name, or leave the specialisation out")
    }
    /// Instantiation of one of several classes: a chain of comparisons.
    fn instantiate_one_of(
        &mut self,
        many: &[Callee],
        callee: &HArg,
        args: &CallArgs,
        hop: &Hop,
    ) -> R<Typed> {
        let cls = self.harg_as(callee, callee.repr)?;
        let ty = self.rt.lltype(hop.rresult)?;
        let v = self.instantiate_chain(many, cls, args, hop, ty)?;
        Ok((v, hop.rresult))
    }
    fn instantiate_chain(
        &mut self,
        many: &[Callee],
        cls: Opd,
        args: &CallArgs,
        hop: &Hop,
        ty: LLType,
    ) -> R<Opd> {
        let Some((c, rest)) = many.split_first() else {
            self.abort(SafetyError::BadCall);
            return Ok(k(Const::zero(ty)));
        };
        let Some(id) = c.instantiates else {
            return Err(self.unsupported_op(hop));
        };
        let vt = self.rt.vtable_const(id)?;
        let eq = self.op2(LLOp::PtrEq, cls.clone(), k(vt), LLType::Bool);
        self.if_else(
            eq,
            ty,
            |s| {
                let (v, r) = s.direct(c, args)?;
                s.convert(v, r, hop.rresult)
            },
            |s| s.instantiate_chain(rest, cls, args, hop, ty),
        )
    }
    /// An attribute of one of several classes of which no common base has it: a chain of comparisons. `all`: the class
    /// is one of these; otherwise it may be one without the attribute.
    pub(crate) fn class_attribute_chain(
        &mut self,
        classes: &[(annotator::ClassId, Value)],
        all: bool,
        cls: &Opd,
        hop: &Hop,
        ty: LLType,
    ) -> R<Opd> {
        let Some(((c, value), rest)) = classes.split_first() else {
            self.abort(SafetyError::MissingMethod);
            return Ok(k(Const::zero(ty)));
        };
        let value = self.rt.constant(hop.rresult, value)?;
        if rest.is_empty() && all {
            return Ok(k(value));
        }
        let vt = self.rt.vtable_const(*c)?;
        let eq = self.op2(LLOp::PtrEq, cls.clone(), k(vt), LLType::Bool);
        self.if_else(
            eq,
            ty,
            |_| Ok(k(value)),
            |s| s.class_attribute_chain(rest, all, cls, hop, ty),
        )
    }
    /// The classes that an argument may be.
    pub(crate) fn classes_of(&self, a: &HArg) -> Vec<annotator::ClassId> {
        let annotator::AnnotationKind::Pbc { descs, .. } = a.ann.kind() else {
            return Vec::new();
        };
        let class = |d: &annotator::DescId| match &self.rt.pg().descs[*d] {
            annotator::Desc::Class(c) => c.classdef,
            _ => None,
        };
        descs.iter().filter_map(class).collect()
    }
    /// `instantiate(cls)` of one of several classes: a chain of comparisons.
    pub(crate) fn instantiate_which(
        &mut self,
        classes: &[annotator::ClassId],
        cls: Opd,
        hop: &Hop,
        ty: LLType,
    ) -> R<Opd> {
        let Some((&c, rest)) = classes.split_first() else {
            self.abort(SafetyError::BadCall);
            return Ok(k(Const::zero(ty)));
        };
        let vt = self.rt.vtable_const(c)?;
        let eq = self.op2(LLOp::PtrEq, cls.clone(), k(vt), LLType::Bool);
        self.if_else(
            eq,
            ty,
            |s| {
                let (v, r) = s.instantiate(c)?;
                s.convert(v, r, hop.rresult)
            },
            |s| s.instantiate_which(rest, cls, hop, ty),
        )
    }
    /// A call through a low-level function pointer (helpers).
    fn call_pointer(&mut self, hop: &Hop, c: ContainerId) -> R<Typed> {
        let Container::Func(sig) = self.rt.container(c).clone() else {
            return Err(self.unsupported_op(hop));
        };
        let mut out = vec![self.arg(hop, 0)?];
        for (i, &t) in sig.args.iter().enumerate() {
            let r = self.rt.ll_repr(t);
            out.push(self.arg_as(hop, i + 1, r)?);
        }
        let v = self.emit_raising(LLOp::IndirectCall(c, None), out, sig.result)?;
        let r = self.rt.ll_repr(sig.result);
        Ok((v, r))
    }
}

/// The operation that a function is when its arguments are written one by one.
fn operation(f: Function) -> Option<HlOp> {
    match f {
        Function::GetAttr => Some(HlOp::GetAttr),
        Function::Hash
        | Function::Len
        | Function::Id
        | Function::Repr
        | Function::Hex
        | Function::Oct
        | Function::Abs
        | Function::Ord
        | Function::Divmod
        | Function::Cmp
        | Function::IsInstance
        | Function::IsSubclass
        | Function::SetAttr
        | Function::Pow
        | Function::Iter
        | Function::Next => HlOp::of_function(f),
        _ => None,
    }
}
