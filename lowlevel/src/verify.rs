//! Verifier of low-level programs: the rules of the dialect beside those of the graph model ([`ir::model::verify`]).
//!
//! Operations:
//! 1. Arguments and result have the types that signature letters (see [`super::ops`]) or immediates demand; a container
//!    access names the very container its pointer points to (casts are explicit).
//! 2. Calls fit the callee's signature, and candidates of an indirect call have the called type.
//! 3. Phases: exception-state, traceback, `ovf_occurred` operations exist after the exception transform only, exception
//!    switches and exits to `raise` before it only; barriers and root slots exist after the GC transform only.
//! 4. `ovf_occurred` directly follows an `*_ovf` operation, and after the transform every `*_ovf` operation has one.
//!
//! Links: an argument has the type of the inputarg. Switches: cases have the switch's type, exception cases are
//! vtables, and exception exits do not pass the result of the operation that raised.
//! Programs: signatures fit graphs, names are unique, contents of prebuilt objects fit their containers.
use ir::lltype::{Container, ContainerId, FieldType, LLType, TypeTable};
use ir::model::verify::{self as model, DialectRules, Place, Violation};
use ir::model::{Arg, ExitCase, ExitSwitch, OpInfo, Operand, Operation, VarId};
use rustc_hash::FxHashSet;

use super::check::Test;
use super::ops::HintKind;
use super::text::{LLPrinter, Names};
use super::{Const, FuncId, Init, LL, LLGraph, LLOp, ObjId, Program, Value};

/// How far a program has come; each phase has its own rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Phase {
    /// As typed: exceptions travel along exception links.
    Typed,
    /// After the exception transform: exceptions are explicit state.
    Exceptions,
    /// After the GC transform: barriers and root slots are explicit.
    Gc,
}

/// Rules for one program in one phase.
pub struct LLRules<'a> {
    /// The program the graph belongs to.
    pub program: &'a Program,
    pub phase: Phase,
}

/// The type of an operand.
pub fn operand_type(graph: &LLGraph, a: &Arg<LL>) -> LLType {
    match a {
        Operand::Var(v) => graph.vars.get(*v).map_or(LLType::Void, |d| d.ty),
        Operand::Const(c) => c.ty,
    }
}

/// Whether a constant's value is one its type can have.
fn constant_fits(program: &Program, c: Const) -> bool {
    match (c.value, c.ty) {
        (Value::Void, t) => t == LLType::Void,
        (Value::Int(i), LLType::Bool) => i == 0 || i == 1,
        (Value::Int(i), LLType::Char) => (0..256).contains(&i),
        (Value::Int(i), LLType::UniChar) => (0..0x11_0000).contains(&i),
        // Tagged references and small addresses are integers in pointers.
        (Value::Int(_), t) => t.is_integral(),
        (Value::Float(_), t) => matches!(t, LLType::Float | LLType::SingleFloat),
        (Value::Null, t) => matches!(t, LLType::Ptr(_) | LLType::Address),
        (Value::Object(o), t) => match (program.objects.get(o), t) {
            (Some(o), LLType::Ptr(c)) => related(program, o.container, c),
            (Some(_), LLType::Address) => true,
            _ => false,
        },
        (Value::Func(f), t) => match (program.funcs.get(f), t) {
            (Some(f), LLType::Ptr(c)) => match program.types.get(c) {
                Container::Func(_) => f.sig == c,
                // A function that nobody calls is known by its address.
                other => matches!(other, Container::Struct(s) if !s.gc) || is_opaque(other),
            },
            (Some(_), LLType::Address) => true,
            _ => false,
        },
        (Value::Extern(x), t) => {
            (x.0 as usize) < program.externs.len() && matches!(t, LLType::Ptr(_) | LLType::Address)
        }
    }
}

fn is_opaque(c: &Container) -> bool {
    matches!(c, Container::Opaque { .. } | Container::Forward { .. })
}

/// Whether a pointer to `c` may point to an object of container `object`: one begins with the other, or both are
/// instances or vtables (an unreachable way may hold an object cast to a class that it is not of).
fn related(program: &Program, object: ContainerId, c: ContainerId) -> bool {
    let types = &program.types;
    let begins = |mut at: ContainerId, with: ContainerId| loop {
        if at == with {
            return true;
        }
        match types.get(at) {
            Container::Struct(_) => match types.super_struct(at) {
                Some(s) => at = s,
                None => return false,
            },
            _ => return false,
        }
    };
    let vtable = |c: ContainerId| matches!(types.get(c), Container::Struct(s) if s.hints.vtable);
    let instance = |c: ContainerId| is_instance(program, LLType::Ptr(c));
    // Helpers take arrays whether somebody writes to them or not.
    let same_array = match (types.get(object), types.get(c)) {
        (Container::Array(a), Container::Array(b)) => {
            (a.item, a.gc, a.nolength) == (b.item, b.gc, b.nolength)
        }
        _ => false,
    };
    same_array
        || begins(object, c)
        || begins(c, object)
        || is_opaque(types.get(c))
        || is_opaque(types.get(object))
        || vtable(object) && vtable(c)
        || instance(object) && instance(c)
}

/// Whether values of a type are instances: pointers to the root structure or to one that begins with it.
pub fn is_instance(program: &Program, ty: LLType) -> bool {
    let mut at = ty.container();
    while let Some(c) = at {
        if program.known.object == Some(c) {
            return true;
        }
        at = match program.types.get(c) {
            Container::Struct(_) => program.types.super_struct(c),
            _ => None,
        };
    }
    false
}

/// The array at the end of a structure, and the array itself of an array.
pub fn array_part(types: &TypeTable, c: ContainerId) -> Option<&ir::lltype::ArrayType> {
    match types.get(c) {
        Container::Array(a) => Some(a),
        Container::Struct(s) => match s.fields.last()?.ty {
            FieldType::Inline(i) => match types.get(i) {
                Container::Array(a) => Some(a),
                Container::Struct(_) => array_part(types, i),
                _ => None,
            },
            FieldType::Value(_) => None,
        },
        _ => None,
    }
}

/// The type of field `f` of structure `c`, or of the items' structure of array `c`.
pub fn field_of(types: &TypeTable, c: ContainerId, f: u32, item: bool) -> Option<LLType> {
    let s = match (types.get(c), item) {
        (Container::Struct(s), false) => s,
        (Container::Array(a), true) => match a.item {
            FieldType::Inline(i) => match types.get(i) {
                Container::Struct(s) => s,
                _ => return None,
            },
            FieldType::Value(_) => return None,
        },
        _ => return None,
    };
    match s.fields.get(f as usize)?.ty {
        FieldType::Value(t) => Some(t),
        FieldType::Inline(_) => None,
    }
}

impl LLRules<'_> {
    fn show(&self, t: LLType) -> String {
        self.program.types.show(t)
    }
    /// Argument and result types by immediates: `None` stands for any type. An error message if the immediate is bad.
    fn by_immediates(&self, op: &LLOp) -> Result<(Vec<LLType>, LLType), String> {
        use LLType::{Signed, Void};
        let types = &self.program.types;
        let show = |c: ContainerId| types.show_container(c);
        let p = |c: &ContainerId| LLType::Ptr(*c);
        let field = |c: &ContainerId, f: u32, item| {
            field_of(types, *c, f, item)
                .ok_or_else(|| format!("{} has no value field {f}", show(*c)))
        };
        let item = |c: &ContainerId, interior: bool| {
            let a = match (types.get(*c), interior) {
                (Container::Array(_), false) | (Container::Struct(_), true) => {
                    array_part(types, *c)
                }
                _ => None,
            };
            match a.map(|a| a.item) {
                Some(FieldType::Value(t)) => Ok(t),
                _ => Err(format!("{} has no items that are values", show(*c))),
            }
        };
        let sized = |c: &ContainerId, interior: bool| match (types.get(*c), interior) {
            (Container::Array(a), false) if !a.nolength => Ok(()),
            (Container::Struct(_), true) if array_part(types, *c).is_some() => Ok(()),
            _ => Err(format!("{} has no length", show(*c))),
        };
        Ok(match op {
            LLOp::GetField(c, f) => (vec![p(c)], field(c, *f, false)?),
            LLOp::SetField(c, f) => (vec![p(c), field(c, *f, false)?], Void),
            LLOp::GetItemField(c, f) => (vec![p(c), Signed], field(c, *f, true)?),
            LLOp::SetItemField(c, f) => (vec![p(c), Signed, field(c, *f, true)?], Void),
            LLOp::GetArrayItem(c) => (vec![p(c), Signed], item(c, false)?),
            LLOp::SetArrayItem(c) => (vec![p(c), Signed, item(c, false)?], Void),
            LLOp::GetInteriorItem(c) => (vec![p(c), Signed], item(c, true)?),
            LLOp::SetInteriorItem(c) => (vec![p(c), Signed, item(c, true)?], Void),
            LLOp::GetArraySize(c) => {
                sized(c, false)?;
                (vec![p(c)], Signed)
            }
            LLOp::GetInteriorSize(c) => {
                sized(c, true)?;
                (vec![p(c)], Signed)
            }
            LLOp::CopyItems(c) | LLOp::ClearItems(c) if array_part(types, *c).is_none() => {
                return Err(format!("{} has no items", show(*c)));
            }
            LLOp::CopyItems(c) => (vec![p(c), p(c), Signed, Signed, Signed], Void),
            LLOp::ClearItems(c) => (vec![p(c), Signed, Signed], Void),
            LLOp::Malloc(c) => {
                if !matches!(types.get(*c), Container::Struct(_)) || array_part(types, *c).is_some()
                {
                    return Err(format!("{} is no fixed-size structure", show(*c)));
                }
                (vec![], p(c))
            }
            LLOp::MallocVar(c) => {
                if array_part(types, *c).is_none() {
                    return Err(format!("{} is not variable-sized", show(*c)));
                }
                (vec![Signed], p(c))
            }
            LLOp::Free(c) => {
                if types.is_gc(*c) {
                    return Err(format!("{} is managed", show(*c)));
                }
                (vec![p(c)], Void)
            }
            LLOp::DirectCall(f) => {
                let f = self
                    .program
                    .funcs
                    .get(*f)
                    .ok_or_else(|| format!("{f} does not exist"))?;
                let t = types.as_func(f.sig);
                (t.args.clone(), t.result)
            }
            LLOp::IndirectCall(c, candidates) => {
                let Container::Func(t) = types.get(*c) else {
                    return Err(format!("{} is no function type", show(*c)));
                };
                for &f in candidates.iter().flat_map(|c| c.iter()) {
                    match self.program.funcs.get(f) {
                        Some(f) if f.sig == *c => {}
                        Some(f) => return Err(format!("candidate {} has another type", f.name)),
                        None => return Err(format!("candidate {f} does not exist")),
                    }
                }
                let mut args = vec![p(c)];
                args.extend(&t.args);
                (args, t.result)
            }
            LLOp::ExternCall(x) => {
                let x = self
                    .program
                    .externs
                    .get(*x)
                    .ok_or_else(|| format!("{x} does not exist"))?;
                (x.args.clone(), x.result)
            }
            LLOp::Abort(_) => (vec![], Void),
            _ => return Err("has no immediates".into()),
        })
    }
    fn special(&self, graph: &LLGraph, op: &Operation<LL>, errors: &mut Vec<String>) -> bool {
        let result = *graph.ty(op.result);
        let gc_ref = |t: LLType| self.program.types.is_gc_ref(t);
        match &op.op {
            LLOp::Hint(kind) => {
                let first = op.args.first().map(|a| operand_type(graph, a));
                let bool_result = matches!(kind, HintKind::IsConstant | HintKind::IsVirtual);
                if first.is_none() {
                    errors.push("takes at least 1 argument".into());
                } else if bool_result && result != LLType::Bool
                    || !bool_result && result != LLType::Void && Some(result) != first
                {
                    errors.push(format!("has result {}", self.show(result)));
                }
            }
            LLOp::JitMarker(..) => {
                if result != LLType::Void {
                    errors.push("has a result".into());
                }
            }
            LLOp::GcSpill(_) => {
                if !op.args.iter().all(|a| gc_ref(operand_type(graph, a))) {
                    errors.push("spills something that is no reference".into());
                }
            }
            LLOp::GcReload(_) => {
                if !gc_ref(result) {
                    errors.push("reloads something that is no reference".into());
                }
            }
            LLOp::Check(c) => {
                if result != LLType::Void {
                    errors.push("has a result".into());
                }
                self.check_of_claim(graph, op, &c.test, errors);
            }
            _ => return false,
        }
        true
    }
    fn check_of_claim(
        &self,
        graph: &LLGraph,
        op: &Operation<LL>,
        test: &Test,
        errors: &mut Vec<String>,
    ) {
        let ty = |i: usize| op.args.get(i).map(|a| operand_type(graph, a));
        match test {
            Test::Gives(tested) => {
                if !Test::repeatable(tested) {
                    errors.push(format!("{} cannot be executed twice", tested.name()));
                }
                let Some((expected, args)) = op.args.split_last() else {
                    return errors.push("takes at least 1 argument".into());
                };
                let actual: Vec<LLType> = args.iter().map(|a| operand_type(graph, a)).collect();
                self.types_of(tested, &actual, operand_type(graph, expected), errors);
            }
            Test::Class => {
                if !ty(0).is_some_and(|t| is_instance(self.program, t)) {
                    errors.push("argument 0 is no instance".into());
                }
                if (ty(1), ty(2)) != (Some(LLType::Signed), Some(LLType::Signed)) {
                    errors.push("arguments 1 and 2 are the numbers of classes".into());
                }
            }
            Test::Member => {
                let first = ty(0);
                if first.is_none() || (1..op.args.len()).any(|i| ty(i) != first) {
                    errors.push("the candidates have the type of the value".into());
                }
            }
            Test::Never => {}
        }
    }
    /// Whether an operation takes arguments of these types and gives a result of this type.
    fn types_of(&self, op: &LLOp, actual: &[LLType], result: LLType, errors: &mut Vec<String>) {
        if let Some((args, res)) = op.signature() {
            let first = actual.first().copied();
            for (i, (&letter, &t)) in args.as_bytes().iter().zip(actual).enumerate() {
                if !LLOp::matches(letter, t, first) {
                    let t = self.show(t);
                    errors.push(format!(
                        "argument {i} is {t}, should be `{}`",
                        letter as char
                    ));
                }
            }
            if !LLOp::matches(res.as_bytes()[0], result, first) {
                let t = self.show(result);
                errors.push(format!("result is {t}, should be `{res}`"));
            }
            // Raw memory is what the program takes it for.
            if let (LLOp::CastPointer, Some(LLType::Ptr(from)), LLType::Ptr(to)) =
                (op, first, result)
                && self.program.types.is_gc(from)
                && self.program.types.is_gc(to)
                && !related(self.program, from, to)
            {
                let (f, t) = (self.show(LLType::Ptr(from)), self.show(result));
                errors.push(format!("no object is both {f} and {t}"));
            }
            return;
        }
        match self.by_immediates(op) {
            Err(e) => errors.push(e),
            Ok((args, res)) => {
                if args.len() != actual.len() && op.arity().is_none() {
                    let (n, m) = (args.len(), actual.len());
                    errors.push(format!("takes {n} arguments, has {m}"));
                }
                for (i, (&want, &got)) in args.iter().zip(actual).enumerate() {
                    if want != got {
                        let (g, w) = (self.show(got), self.show(want));
                        errors.push(format!("argument {i} is {g}, should be {w}"));
                    }
                }
                if res != result {
                    let (g, w) = (self.show(result), self.show(res));
                    errors.push(format!("result is {g}, should be {w}"));
                }
            }
        }
    }
    fn phase_of(&self, op: &LLOp, errors: &mut Vec<String>) {
        let state = matches!(
            op,
            LLOp::OvfOccurred
                | LLOp::ExcOccurred
                | LLOp::ExcType
                | LLOp::ExcValue
                | LLOp::ExcSet
                | LLOp::ExcClear
                | LLOp::TracebackStart
                | LLOp::TracebackPass
                | LLOp::TracebackCatch
        );
        let gc = matches!(
            op,
            LLOp::WriteBarrier | LLOp::WriteBarrierArray | LLOp::GcSpill(_) | LLOp::GcReload(_)
        );
        if state && self.phase < Phase::Exceptions {
            errors.push("does not exist before the exception transform".into());
        }
        if gc && self.phase < Phase::Gc {
            errors.push("does not exist before the GC transform".into());
        }
        if matches!(op, LLOp::Check(_)) && self.phase >= Phase::Gc {
            errors.push("is expanded before the GC transform".into());
        }
    }
    /// Rules over the sequence of operations and the switch of a block.
    fn blocks(&self, graph: &LLGraph, errors: &mut Vec<Violation>) {
        let mut error = |place, message: String| errors.push(Violation { place, message });
        for b in graph.live_blocks() {
            let block = &graph.blocks[b];
            for (i, op) in block.ops.iter().enumerate() {
                let ovf = |o: Option<&Operation<LL>>| o.is_some_and(|o| is_ovf(&o.op));
                if op.op == LLOp::OvfOccurred && !ovf(i.checked_sub(1).map(|j| &block.ops[j])) {
                    error(Place::Op(b, i), "follows no *_ovf operation".into());
                }
                let next = block.ops.get(i + 1).map(|o| &o.op);
                if self.phase >= Phase::Exceptions
                    && ovf(Some(op))
                    && next != Some(&LLOp::OvfOccurred)
                {
                    error(Place::Op(b, i), "must be followed by ovf_occurred".into());
                }
            }
            if self.phase >= Phase::Exceptions {
                if block.exitswitch == ExitSwitch::LastException {
                    let message = "exception switches end with the exception transform";
                    error(Place::Block(b), message.into());
                }
                if graph.successors(b).any(|t| t == graph.except_block) {
                    let message = "`raise` is not reachable after the exception transform";
                    error(Place::Block(b), message.into());
                }
            }
            let switch = match &block.exitswitch {
                ExitSwitch::Value(v) => Some(operand_type(graph, v)),
                _ => None,
            };
            for (i, &l) in block.exits.iter().enumerate() {
                let link = &graph.links[l];
                let place = Place::Exit(b, i);
                match (&link.exitcase, switch) {
                    (ExitCase::Bool(_), Some(t)) if t != LLType::Bool => {
                        error(place, format!("switches on {} as on Bool", self.show(t)));
                    }
                    (ExitCase::Case(c), Some(t)) if c.ty != t => {
                        let (c, t) = (self.show(c.ty), self.show(t));
                        error(place, format!("case of type {c} in a switch on {t}"));
                    }
                    (ExitCase::Exception(c), _) => {
                        let result = block.ops.last().map(|o| o.result);
                        if link
                            .args
                            .iter()
                            .any(|a| a.var().is_some() && a.var() == result)
                        {
                            let message = "the result does not exist where the operation raised";
                            error(place, message.into());
                        }
                        let (v, o) = (self.program.known.vtable, self.program.known.object);
                        if c.ty.container() != v || v.is_none() {
                            let t = self.show(c.ty);
                            error(place, format!("catches a {t}, which is no vtable"));
                        }
                        for (var, t) in [(link.last_exception, v), (link.last_exc_value, o)] {
                            if var.is_some_and(|x| graph.ty(x).container() != t) {
                                error(place, "exception variable of a wrong type".into());
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Whether it is an arithmetic operation that raises OverflowError.
pub fn is_ovf(op: &LLOp) -> bool {
    matches!(
        op,
        LLOp::IntAddOvf | LLOp::IntSubOvf | LLOp::IntMulOvf | LLOp::IntNegOvf
    )
}

impl DialectRules<LL> for LLRules<'_> {
    fn check_op(&self, graph: &LLGraph, op: &Operation<LL>, errors: &mut Vec<String>) {
        self.phase_of(&op.op, errors);
        for a in &op.args {
            if let Operand::Const(c) = a
                && !constant_fits(self.program, *c)
            {
                errors.push(format!("{:?} is no {}", c.value, self.show(c.ty)));
            }
        }
        if self.special(graph, op, errors) {
            return;
        }
        let actual: Vec<LLType> = op.args.iter().map(|a| operand_type(graph, a)).collect();
        self.types_of(&op.op, &actual, *graph.ty(op.result), errors);
    }
    fn check_link_arg(
        &self,
        graph: &LLGraph,
        arg: &Arg<LL>,
        target: VarId,
        errors: &mut Vec<String>,
    ) {
        let (got, want) = (operand_type(graph, arg), *graph.ty(target));
        if got != want {
            let (g, w) = (self.show(got), self.show(want));
            errors.push(format!("passes {g} to {target}, which is {w}"));
        }
        if let Operand::Const(c) = arg
            && !constant_fits(self.program, *c)
        {
            errors.push(format!("{:?} is no {}", c.value, self.show(c.ty)));
        }
    }
}

/// All violations in one function.
pub fn verify_function(program: &Program, f: FuncId, phase: Phase) -> Vec<Violation> {
    let rules = LLRules { program, phase };
    let func = &program.funcs[f];
    let graph = &func.graph;
    let mut errors = model::verify(graph, &rules);
    // The rest relies on the graph's being well formed.
    if errors.is_empty() {
        rules.blocks(graph, &mut errors);
    }
    let sig = program.types.as_func(func.sig);
    let args: Vec<LLType> = graph.args().iter().map(|&v| *graph.ty(v)).collect();
    if args != sig.args || *graph.ty(graph.return_var()) != sig.result {
        errors.push(Violation {
            place: Place::Block(graph.start),
            message: format!(
                "the signature is {}",
                program.types.show_container(func.sig)
            ),
        });
    }
    errors
}

/// The printed function with its violations, if there are any.
pub fn report_function(
    program: &Program,
    names: &Names,
    f: FuncId,
    phase: Phase,
) -> Option<String> {
    let errors = verify_function(program, f, phase);
    model::report(
        &program.funcs[f].graph,
        &errors,
        &LLPrinter { program, names },
    )
}

/// Checks everything. The error is a text for people.
pub fn verify_program(program: &Program, phase: Phase) -> Result<(), String> {
    let names = Names::new(program);
    let mut out = String::new();
    let mut used = FxHashSet::default();
    for (id, f) in program.funcs.iter_enumerated() {
        if !used.insert(f.name.as_str()) {
            out.push_str(&format!("two functions are called {}\n", f.name));
        }
        out.extend(report_function(program, &names, id, phase));
    }
    if let Err(e) = verify_objects(program) {
        out.push_str(&e);
    }
    if out.is_empty() { Ok(()) } else { Err(out) }
}

/// Checks prebuilt objects. The error is a text for people.
pub fn verify_objects(program: &Program) -> Result<(), String> {
    let mut out = String::new();
    for (id, o) in program.objects.iter_enumerated() {
        if let Err(e) = check_init(program, FieldType::Inline(o.container), &o.init) {
            out.push_str(&format!("object {id} ({}): {e}\n", o.name));
        }
    }
    let exists = |o: ObjId| (o.0 as usize) < program.objects.len();
    for e in &program.known.exceptions {
        if !exists(e.vtable) || !exists(e.instance) {
            out.push_str(&format!("exception {}: no such object\n", e.name));
        }
    }
    if out.is_empty() { Ok(()) } else { Err(out) }
}

fn check_init(program: &Program, ty: FieldType, init: &Init) -> Result<(), String> {
    let types = &program.types;
    match (init, ty) {
        (Init::Zero, _) => Ok(()),
        (Init::Value(v), FieldType::Value(ty)) => {
            if constant_fits(program, Const { ty, value: *v }) {
                Ok(())
            } else {
                Err(format!("{v:?} is no {}", types.show(ty)))
            }
        }
        (Init::Struct(parts), FieldType::Inline(c)) => match types.get(c) {
            Container::Struct(s) if s.fields.len() == parts.len() => s
                .fields
                .iter()
                .zip(parts)
                .try_for_each(|(f, p)| check_init(program, f.ty, p)),
            _ => Err(format!("contents do not fit {}", types.show_container(c))),
        },
        (Init::Array(parts), FieldType::Inline(c)) => match types.get(c) {
            Container::Array(a) => parts
                .iter()
                .try_for_each(|p| check_init(program, a.item, p)),
            _ => Err(format!("contents do not fit {}", types.show_container(c))),
        },
        (Init::Bytes(_), FieldType::Inline(c)) => match types.get(c) {
            Container::Array(a) if a.item == FieldType::Value(LLType::Char) => Ok(()),
            _ => Err(format!("contents do not fit {}", types.show_container(c))),
        },
        _ => Err("contents do not fit".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse::parse_program;
    use super::{Phase, verify_program};

    #[test]
    fn the_example_is_valid() {
        let p = parse_program(include_str!("../tests/filetests/text/all.ll")).unwrap();
        assert_eq!(verify_program(&p, Phase::Typed), Ok(()));
    }

    #[test]
    fn every_violation_is_reported_in_place() {
        let text = "\
struct S gc { x: Signed, a: Ptr(GcArray(Signed)) }
object @o: S = {true, null}
graph f(v0: Ptr(S), v1: Float) -> Signed
b0(v0: Ptr(S), v1: Float):
    v2: Signed = int_add(v1, 1)
    v3: Float = getfield[S.x](v0)
    v4: Signed = getarrayitem[GcArray(Signed)](v0, 1)
    v5: Bool = exc_occurred()
    v6: Void = write_barrier(v0)
    v7: Signed = direct_call[f](v0)
    v8: Ptr(GcArray(Signed)) = malloc[S]()
    if v7 then b1(v3) else return(true)
b1(v9: Signed):
    goto return(v9)
";
        let p = parse_program(text).unwrap();
        let report = verify_program(&p, Phase::Typed).unwrap_err();
        for part in [
            "argument 0 is Float, should be `S`",
            "result is Float, should be Signed",
            "argument 0 is Ptr(S), should be Ptr(GcArray(Signed))",
            "before the exception transform",
            "before the GC transform",
            "takes 2 arguments, has 1",
            "result is Ptr(GcArray(Signed)), should be Ptr(S)",
            "passes Float to v9, which is Signed",
            "passes Bool to",
        ] {
            assert!(report.contains(part), "{part}\n{report}");
        }
        // An operation's message stands under it.
        let lines: Vec<&str> = report.lines().collect();
        let at = lines.iter().position(|l| l.contains("int_add")).unwrap();
        assert!(lines[at + 1].contains('^'));
    }

    #[test]
    fn phases() {
        let text = "\
graph f(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add_ovf(v0, 1)
    v2: Bool = ovf_occurred()
    if v2 then return(0) else return(v1)
";
        let p = parse_program(text).unwrap();
        assert!(verify_program(&p, Phase::Typed).is_err());
        assert_eq!(verify_program(&p, Phase::Exceptions), Ok(()));
        let alone = text.replace(
            "    v2: Bool = ovf_occurred()\n",
            "    v2: Bool = int_lt(v1, 0)\n",
        );
        assert!(verify_program(&parse_program(&alone).unwrap(), Phase::Exceptions).is_err());
    }
}
