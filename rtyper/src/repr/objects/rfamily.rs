//! Families of functions that are called at the same places: the signature of a row of their tables, the function that
//! each member puts there, and constants made of them.
use super::rpbc::CallArgs;
use crate::repr::numbers::rint::k;
use crate::repr::{Repr, ReprId};
use crate::typer::lower::{HArg, Opd};
use crate::typer::{Lower, R, RTyper};
use annotator::defs::{ArgSource, AttrFamilyId, Desc, FamilyId, GraphId};
use annotator::model::DescId;
use ir::diag::Diagnostic;
use ir::lltype::{
    Container, ContainerId, Field, FieldType, Immutability, LLType, StructHints, StructType,
};
use ir::name::Name;
use lowlevel::{Const, FuncId, Init, ObjId, Value as LLValue};
use python::live::Value;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The signature of a row of a call family.
#[derive(Clone, Debug)]
pub struct RowSig {
    /// Receiver (if any), positional arguments, keywords.
    pub params: Vec<ReprId>,
    /// The parameters for which the members have representations that cannot be joined, such as different lists. What
    /// a call passes for one of them joins the parameters of all members, so it can be None only: the row passes
    /// nothing, and each adapter passes its own None.
    pub apart: Vec<bool>,
    /// Whether the first parameter is a receiver.
    pub receiver: bool,
    pub result: ReprId,
    pub func: ContainerId,
    pub descs: Vec<DescId>,
}

impl RowSig {
    /// Whether the arguments of a call go to the parameters one to one. `n`: the positional arguments of the shape.
    fn is_identity(&self, sources: &[ArgSource], n: usize) -> bool {
        let shift = usize::from(self.receiver);
        sources.len() == self.params.len()
            && sources.iter().enumerate().all(|(i, s)| match s {
                ArgSource::Receiver => i == 0,
                ArgSource::Positional(j) => i == j + shift,
                ArgSource::Keyword(j) => i == n + j + shift,
                _ => false,
            })
    }
}

/// What was made of the families of callables, and of those of frozen objects.
#[derive(Default)]
pub(crate) struct Families {
    rows: FxHashMap<(FamilyId, usize), Rc<RowSig>>,
    /// The types of the tables of families with several rows.
    structs: FxHashMap<FamilyId, ContainerId>,
    /// The tables of their members.
    tables: FxHashMap<(FamilyId, DescId), ObjId>,
    /// What a row calls for a member: the member's function, or one that adapts the arguments.
    adapters: FxHashMap<(FamilyId, usize, DescId), FuncId>,
    /// The call families of functions that are not called themselves.
    shared: OnceCell<FxHashMap<DescId, FamilyId>>,
    /// The types of tables of attributes.
    pub(super) frozen: FxHashMap<AttrFamilyId, ContainerId>,
}

impl Families {
    /// The call family of a function desc. A function that is never called has the one of functions that share a
    /// variable with it: it must be the same value in all variables.
    pub(super) fn of_function(
        &self,
        pg: &annotator::AnnotatedProgram,
        d: DescId,
    ) -> Option<FamilyId> {
        let found = pg.family_of.get(&d).or_else(|| match &pg.descs[d] {
            Desc::Method(m) => pg.family_of.get(&m.func),
            _ => None,
        });
        let shared = || self.shared.get_or_init(|| shared_families(pg)).get(&d);
        found.or_else(shared).map(|&f| pg.find_family(f))
    }
}

impl RTyper {
    /// The signature of a row.
    pub(crate) fn row_sig(&mut self, f: FamilyId, row: usize) -> R<Rc<RowSig>> {
        if let Some(s) = self.families.rows.get(&(f, row)) {
            return Ok(s.clone());
        }
        let r = self.pg().families.get(f).rows[row].clone();
        let n = r.shape.positional as usize;
        let mut receiver: Vec<ReprId> = Vec::new();
        let mut has_receiver = false;
        let mut slots: Vec<Vec<ReprId>> = vec![Vec::new(); n + r.shape.keywords.len()];
        let mut result: Option<ReprId> = None;
        let mut returned: Vec<ReprId> = Vec::new();
        for (gid, sources) in r.graphs.values() {
            let (params, res) = self.own_graph_sig(*gid)?;
            returned.push(res);
            result = Some(match result {
                None => res,
                Some(x) => self.join_repr(x, res)?,
            });
            for (s, &p) in sources.iter().zip(&params) {
                match s {
                    ArgSource::Receiver => {
                        has_receiver = true;
                        receiver.push(p);
                    }
                    ArgSource::Positional(i) => slots[*i].push(p),
                    ArgSource::Keyword(i) => slots[n + i].push(p),
                    ArgSource::Default(_) => {}
                    ArgSource::Star {
                        receiver: with,
                        first,
                        end,
                    } => {
                        if let Repr::Tuple(items) = self.repr(p) {
                            if *with {
                                has_receiver = true;
                                receiver.push(items[0]);
                            }
                            let items = items.iter().skip(usize::from(*with));
                            for (slot, &item) in slots[*first..*end].iter_mut().zip(items) {
                                slot.push(item);
                            }
                        }
                    }
                }
            }
        }
        let results: Vec<annotator::Annotation> = (r.graphs.values())
            .map(|(g, _)| self.pg().graphs[*g].result())
            .collect();
        if let Some(one) = self.joined_pbc(&results)? {
            result = Some(one);
        }
        let void = self.intern(Repr::Void);
        // An integer that is passed on as a float would come back as one from some members only.
        let narrows = !self.are_different_numbers(&returned);
        let (mut params, mut apart) = (Vec::new(), Vec::new());
        for slot in has_receiver.then_some(receiver).iter().chain(&slots) {
            let (p, a) = self.join_params(slot, narrows)?;
            params.push(p);
            apart.push(a);
        }
        let result = result.unwrap_or(void);
        let func = self.func_type(&params, result)?;
        let sig = Rc::new(RowSig {
            params,
            apart,
            receiver: has_receiver,
            result,
            func,
            descs: r.graphs.keys().copied().collect(),
        });
        self.families.rows.insert((f, row), sig.clone());
        Ok(sig)
    }
    /// An error if a call passes more than None where the members of the row are apart.
    pub(crate) fn check_apart(&mut self, f: FamilyId, row: usize, call: &CallArgs) -> R<()> {
        let sig = self.row_sig(f, row)?;
        let args = (call.receiver.iter())
            .chain(&call.positional)
            .chain(call.keywords.iter().map(|(_, a)| a));
        for (a, (&p, &apart)) in args.zip(sig.params.iter().zip(&sig.apart)) {
            if apart && !self.is_none_where_apart(a.repr, p) {
                return Err(Box::new(self.different_members(f, row)));
            }
        }
        Ok(())
    }
    /// Functions that are called through one row take and return instances in the representation of the row, so that
    /// they need no adapter: a method takes its receiver as the base class's.
    pub(crate) fn generalise_signatures(&mut self) -> R<()> {
        let families: Vec<(FamilyId, usize)> = self
            .pg()
            .families
            .iter()
            .map(|(f, x)| (f, x.rows.len()))
            .collect();
        let mut proposed: FxHashMap<GraphId, Option<(Vec<ReprId>, ReprId)>> = FxHashMap::default();
        for (f, rows) in families {
            for row in 0..rows {
                let r = self.pg().families.get(f).rows[row].clone();
                // Rows that cannot be typed are reported where they are used.
                let Ok(sig) = self.row_sig(f, row) else {
                    continue;
                };
                let n = r.shape.positional as usize;
                for (gid, sources) in r.graphs.values() {
                    let (mut params, mut result) = self.own_graph_sig(*gid)?;
                    if !sig.is_identity(sources, n) || params.len() != sig.params.len() {
                        continue;
                    }
                    for (p, &q) in params.iter_mut().zip(&sig.params) {
                        if self.both_instances(*p, q) {
                            *p = q;
                        }
                    }
                    if self.both_instances(result, sig.result) {
                        result = sig.result;
                    }
                    let new = Some((params, result));
                    match proposed.get_mut(gid) {
                        // Two rows disagree: the graph keeps its own signature.
                        Some(old) if *old != new => *old = None,
                        Some(_) => {}
                        None => {
                            proposed.insert(*gid, new);
                        }
                    }
                }
            }
        }
        for (g, p) in proposed {
            if let Some(p) = p {
                self.functions.override_signature(g, p);
            }
        }
        Ok(())
    }
    fn both_instances(&self, a: ReprId, b: ReprId) -> bool {
        matches!(
            (&self.reprs[a], &self.reprs[b]),
            (Repr::Instance(_), Repr::Instance(_))
        )
    }
    /// The low-level type of values of a call family.
    pub(crate) fn family_lltype(&mut self, f: FamilyId) -> R<LLType> {
        let n = self.pg().families.get(f).rows.len();
        if n == 1 {
            return Ok(LLType::Ptr(self.row_sig(f, 0)?.func));
        }
        if n == 0 {
            return Ok(LLType::Ptr(self.opaque_struct()));
        }
        if let Some(&c) = self.families.structs.get(&f) {
            return Ok(LLType::Ptr(c));
        }
        let mut fields = Vec::new();
        for row in 0..n {
            let sig = self.row_sig(f, row)?;
            fields.push(Field {
                name: Name::new(&format!("variant{row}")),
                ty: FieldType::Value(LLType::Ptr(sig.func)),
                immutable: Immutability::Immutable,
            });
        }
        let c = self.types_mut().nominal_struct(StructType {
            name: Name::new(&format!("specfunc_{}", f.0)),
            gc: false,
            fields,
            hints: StructHints {
                immutable: true,
                ..StructHints::default()
            },
        });
        self.families.structs.insert(f, c);
        Ok(LLType::Ptr(c))
    }
    /// The error that no common way to call the members of a row exists.
    fn different_members(&self, f: FamilyId, row: usize) -> Diagnostic {
        let pg = self.pg();
        let mut d = Diagnostic::error(
            "E0604",
            self.report.span(),
            "functions that may be called here take or return different types",
        )
        .label("one way to call them all is needed");
        for (&desc, &(g, _)) in pg.families.get(f).rows[row].graphs.iter().take(4) {
            let info = &pg.graphs[g];
            let english = |a| annotator::model::show::english(pg, a);
            let names = info
                .graph()
                .args()
                .iter()
                .map(|&v| info.graph().vars[v].name);
            let args = (info.args().into_iter().zip(names))
                .filter(|(_, name)| name.is_none_or(|n| n != "self"))
                .map(|(a, name)| match name {
                    Some(n) => format!("`{n}`: {}", english(a)),
                    None => english(a),
                });
            let args: Vec<String> = args.collect();
            let text = format!(
                "`{}` takes {} and returns {}",
                pg.desc_name(desc),
                if args.is_empty() {
                    "nothing".into()
                } else {
                    args.join(", ")
                },
                english(info.result())
            );
            d = d.note(pg.desc_span(desc), text);
        }
        d.help("convert what is passed, so that each argument has one type in all of them: float(x), [x]")
    }
    /// The function that a row calls for a member.
    pub(crate) fn row_func(&mut self, f: FamilyId, row: usize, d: DescId) -> R<Option<FuncId>> {
        if let Some(&a) = self.families.adapters.get(&(f, row, d)) {
            return Ok(Some(a));
        }
        let sig = self.row_sig(f, row)?;
        let Some((gid, sources)) = self.pg().families.get(f).rows[row].graphs.get(&d).cloned()
        else {
            return Ok(None);
        };
        let (params, result) = self.graph_sig(gid)?;
        let shift = usize::from(sig.receiver);
        let n = self.pg().families.get(f).rows[row].shape.positional as usize;
        let identity = params == sig.params && result == sig.result && sig.is_identity(&sources, n);
        let target = self.func_of(gid)?;
        if identity {
            self.families.adapters.insert((f, row, d), target);
            return Ok(Some(target));
        }
        let mut types = Vec::new();
        for &p in &sig.params {
            types.push(self.lltype(p)?);
        }
        let passed: Vec<LLType> = types
            .iter()
            .copied()
            .filter(|&t| t != LLType::Void)
            .collect();
        let rt = self.lltype(sig.result)?;
        let name = format!("{}__adapter", self.prog.funcs[target].name);
        let sig2 = sig.clone();
        let adapter = self.make_function(&name, &passed, rt, move |l, args| {
            l.narrowing = true;
            let mut it = args.iter();
            let mut all: Vec<HArg> = Vec::new();
            for (&r, &t) in sig2.params.iter().zip(&types) {
                let v = if t == LLType::Void {
                    k(Const::VOID)
                } else {
                    it.next().cloned().unwrap_or(k(Const::VOID))
                };
                all.push(HArg::low(r, v));
            }
            let call = CallArgs {
                receiver: sig2.receiver.then(|| all[0].clone()),
                positional: all[shift..shift + n].to_vec(),
                keywords: all[shift + n..]
                    .iter()
                    .map(|a| (Name::new(""), a.clone()))
                    .collect(),
            };
            let mut out = Vec::new();
            for (s, &p) in sources.iter().zip(&params) {
                out.push(l.source_arg(&call, s, p)?);
            }
            let v = l.call(target, out)?;
            l.convert(v, result, sig2.result)
        });
        let id = match adapter {
            Ok(id) => id,
            Err(e) if e.code == "E0900" => return Err(Box::new(self.different_members(f, row))),
            Err(e) => return Err(e),
        };
        self.families.adapters.insert((f, row, d), id);
        Ok(Some(id))
    }
    /// The constant of a function (or unbound method) in a family.
    pub(crate) fn function_const(&mut self, f: FamilyId, v: &Value) -> R<Const> {
        let ty = self.family_lltype(f)?;
        let id = v.identity();
        let found = self
            .pg()
            .families
            .get(f)
            .rows
            .iter()
            .flat_map(|r| r.graphs.keys())
            .chain(self.pg().families.get(f).descs.iter())
            .map(|&d| self.function_desc(d))
            .find(|&d| match &self.pg().descs[d] {
                Desc::Function(x) => Value::Function(x.func.clone()).identity() == id,
                _ => false,
            });
        let Some(d) = found else {
            if let Value::Function(_) = v {
                return self.uncalled(f, ty, v);
            }
            return Ok(Const::null(ty));
        };
        self.desc_const(f, d)
    }
    /// The pointer that stands for a function nobody calls: not null, and different from those of other functions. What
    /// is called through it all the same is a report.
    fn uncalled(&mut self, f: FamilyId, ty: LLType, function: &Value) -> R<Const> {
        let LLType::Ptr(c) = ty else {
            return Ok(Const::null(ty));
        };
        if let Container::Func(_) = self.container(c) {
            let g = self.raiser(c, function)?;
            return Ok(self.func_const(g));
        }
        let r = self.intern(Repr::Ptr(c));
        let (o, new) = self.cached_object(r, function, c, || format!("{function:?}"));
        if new {
            let mut fields = Vec::new();
            for row in 0..self.pg().families.get(f).rows.len() {
                let func = self.row_sig(f, row)?.func;
                let g = self.raiser(func, function)?;
                fields.push(Init::Value(LLValue::Func(g)));
            }
            if !fields.is_empty() {
                self.prog.objects[o].init = Init::Struct(fields);
            }
        }
        Ok(Const::new(ty, LLValue::Object(o)))
    }
    /// A function of type `c` that reports a call of something that is never called in this way.
    fn raiser(&mut self, c: ContainerId, function: &Value) -> R<FuncId> {
        let Container::Func(sig) = self.container(c).clone() else {
            return Err(self.internal("a function type that is none"));
        };
        let key = format!(
            "uncalled_{}_{}_{}",
            function.qualified_name().unwrap_or_default(),
            function.identity().number(),
            c.0
        );
        let result = sig.result;
        self.made_function(&key, &sig.args, result, |l, _| {
            l.abort(lowlevel::ops::SafetyError::BadCall);
            Ok(crate::typer::lower::Opd::Const(Const::zero(result)))
        })
    }
    fn uncalled_desc(&mut self, f: FamilyId, ty: LLType, d: DescId) -> R<Const> {
        match &self.pg().descs[d] {
            Desc::Function(x) => {
                let function = Value::Function(x.func.clone());
                self.uncalled(f, ty, &function)
            }
            _ => Ok(Const::null(ty)),
        }
    }
    pub(crate) fn desc_const(&mut self, f: FamilyId, d: DescId) -> R<Const> {
        let ty = self.family_lltype(f)?;
        let n = self.pg().families.get(f).rows.len();
        if n == 0 {
            return self.uncalled_desc(f, ty, d);
        }
        if n == 1 {
            return match self.row_func(f, 0, d)? {
                Some(g) => Ok(self.func_const(g)),
                None => self.uncalled_desc(f, ty, d),
            };
        }
        let LLType::Ptr(c) = ty else {
            return Err(self.internal("a family without a table"));
        };
        let key = (f, d);
        if let Some(&o) = self.families.tables.get(&key) {
            return Ok(Const::new(ty, LLValue::Object(o)));
        }
        let name = format!("{}.table", self.pg().desc_name(d));
        let o = self.new_object(c, &name);
        self.families.tables.insert(key, o);
        let mut fields = Vec::new();
        for row in 0..n {
            fields.push(Init::Value(match self.row_func(f, row, d)? {
                Some(g) => LLValue::Func(g),
                None => {
                    let func = self.row_sig(f, row)?.func;
                    match &self.pg().descs[d] {
                        Desc::Function(x) => {
                            let function = Value::Function(x.func.clone());
                            LLValue::Func(self.raiser(func, &function)?)
                        }
                        _ => LLValue::Null,
                    }
                }
            }));
        }
        self.prog.objects[o].init = Init::Struct(fields);
        Ok(Const::new(ty, LLValue::Object(o)))
    }
}

impl Lower<'_> {
    /// Converts between two call families (one was merged into the other for reading).
    pub(crate) fn convert_family(&mut self, v: Opd, a: FamilyId, b: FamilyId) -> R<Opd> {
        let (ta, tb) = (self.rt.family_lltype(a)?, self.rt.family_lltype(b)?);
        if ta == tb {
            return Ok(v);
        }
        Err(self
            .rt
            .unsupported("functions of one variable called in incompatible ways"))
    }
}

/// The call families of functions that are never called themselves, but meet functions that are: `x.f = called` here,
/// `x.f = other` there.
fn shared_families(pg: &annotator::program::AnnotatedProgram) -> FxHashMap<DescId, FamilyId> {
    let mut sets: BTreeSet<Vec<DescId>> = BTreeSet::default();
    let bindings = pg.graphs.iter().flat_map(|g| g.bindings.iter().copied());
    let cells = pg.cells.iter().map(|(_, c)| c.annotation);
    bindings
        .chain(cells)
        .for_each(|a| function_sets(pg, a, &mut sets));
    let mut shared: FxHashMap<DescId, FamilyId> = FxHashMap::default();
    loop {
        let before = shared.len();
        for set in &sets {
            let known = |d: &DescId| pg.family_of.get(d).or_else(|| shared.get(d)).copied();
            let Some(f) = set.iter().find_map(known) else {
                continue;
            };
            let new: Vec<DescId> = set.iter().copied().filter(|d| known(d).is_none()).collect();
            shared.extend(new.into_iter().map(|d| (d, f)));
        }
        if shared.len() == before {
            return shared;
        }
    }
}

/// The sets of several functions in an annotation.
fn function_sets(
    pg: &annotator::program::AnnotatedProgram,
    a: annotator::Annotation,
    found: &mut BTreeSet<Vec<DescId>>,
) {
    match a.kind() {
        annotator::AnnotationKind::Tuple(items) => {
            items.iter().for_each(|&i| function_sets(pg, i, found));
        }
        annotator::AnnotationKind::Pbc { descs, .. }
            if descs.len() > 1
                && descs
                    .iter()
                    .all(|&d| matches!(pg.descs[d], Desc::Function(_))) =>
        {
            found.insert(descs.to_vec());
        }
        _ => {}
    }
}
