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
use ir::lltype::{Container, ContainerId, FieldType, LLType};
use ir::model::verify::{self as model, DialectRules, Site, Violation};
use ir::model::{Arg, ExitCase, ExitSwitch, Operand, Operation, VarId};
use rustc_hash::FxHashSet;

use super::check::Test;
use super::ops::{AliasRegion, HintKind};
pub use super::ops::{Phase, array_part};
use super::text::{LLPrinter, Names};
use super::{Const, FuncId, Init, LL, LLGraph, LLOp, ObjId, Program, Value};

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

/// What an argument or a result has to be.
enum Want {
    /// See [`super::ops`].
    Letter(u8),
    Type(LLType),
}

impl LLRules<'_> {
    fn show(&self, t: LLType) -> String {
        self.program.types.show(t)
    }
    /// Whether the container of an operation is of the kind that the operation works on.
    fn container_fits(&self, op: &LLOp) -> Result<(), String> {
        let types = &self.program.types;
        let Some(c) = op.container() else {
            return Ok(());
        };
        let is_struct = matches!(types.get(c), Container::Struct(_));
        let (fits, why) = match (op, op.location()) {
            (LLOp::GetArrayItem(_) | LLOp::SetArrayItem(_), _) => {
                (!is_struct, "has no items that are values")
            }
            (LLOp::GetInteriorItem(_) | LLOp::SetInteriorItem(_), _) => {
                (is_struct, "has no items that are values")
            }
            (LLOp::GetArraySize(_), _) => (!is_struct, "has no length"),
            (LLOp::GetInteriorSize(_), _) => (is_struct, "has no length"),
            (LLOp::CopyItems(_) | LLOp::ClearItems(_), _) => {
                (array_part(types, c).is_some(), "has no items")
            }
            (LLOp::Malloc(_), _) => (
                is_struct && array_part(types, c).is_none(),
                "is no fixed-size structure",
            ),
            (LLOp::MallocVar(_), _) => (array_part(types, c).is_some(), "is not variable-sized"),
            (LLOp::Free(_), _) => (!types.is_gc(c), "is managed"),
            _ => (true, ""),
        };
        if fits {
            Ok(())
        } else {
            Err(format!("{} {why}", types.show_container(c)))
        }
    }
    fn location_type(&self, l: AliasRegion) -> Result<LLType, String> {
        let types = &self.program.types;
        l.ty(types).ok_or_else(|| {
            let show = types.show_container(l.container());
            match l {
                AliasRegion::Field(_, f) | AliasRegion::ItemField(_, f) => {
                    format!("{show} has no value field {f}")
                }
                AliasRegion::Items(_) => format!("{show} has no items that are values"),
                AliasRegion::Length(_) => format!("{show} has no length"),
            }
        })
    }
    /// What a letter of an operation's signature stands for.
    fn want(&self, op: &LLOp, letter: u8) -> Result<Want, String> {
        Ok(match letter {
            b'c' => Want::Type(LLType::Ptr(op.container().expect("its letter says so"))),
            b'v' => Want::Type(self.location_type(op.location().expect("its letter says so"))?),
            letter => Want::Letter(letter),
        })
    }
    /// Argument and result types of a call by its callee; an error message if there is no such callee.
    fn by_callee(&self, op: &LLOp) -> Result<(Vec<LLType>, LLType), String> {
        let types = &self.program.types;
        Ok(match op {
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
                    return Err(format!("{} is no function type", types.show_container(*c)));
                };
                for &f in candidates.iter().flat_map(|c| c.iter()) {
                    match self.program.funcs.get(f) {
                        Some(f) if f.sig == *c => {}
                        Some(f) => return Err(format!("candidate {} has another type", f.name)),
                        None => return Err(format!("candidate {f} does not exist")),
                    }
                }
                let mut args = vec![LLType::Ptr(*c)];
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
            _ => return Err("cannot be tested".into()),
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
            LLOp::GcReload(_) | LLOp::GcKeep(_) => {
                if !op.args.iter().all(|a| gc_ref(operand_type(graph, a))) {
                    errors.push("keeps something that is no reference".into());
                }
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
        if let Err(e) = self.types(op, actual, result, errors) {
            errors.push(e);
        }
    }
    /// An error message if the immediates are bad, so that nothing is known of the types.
    fn types(
        &self,
        op: &LLOp,
        actual: &[LLType],
        result: LLType,
        errors: &mut Vec<String>,
    ) -> Result<(), String> {
        let first = actual.first().copied();
        // The message is made for what does not fit only: most operations do.
        let misfit = |want: Want, got: LLType| {
            let want = match want {
                Want::Letter(l) if LLOp::matches(l, got, first) => return None,
                Want::Letter(l) => format!("`{}`", l as char),
                Want::Type(t) if t == got => return None,
                Want::Type(t) => self.show(t),
            };
            Some(format!("{}, should be {want}", self.show(got)))
        };
        let mut argument = |i: usize, want: Want, got: LLType| {
            errors.extend(misfit(want, got).map(|m| format!("argument {i} is {m}")));
        };
        let (args, res) = op.signature();
        let res = if args == "*" {
            let (args, res) = self.by_callee(op)?;
            for (i, (&want, &got)) in args.iter().zip(actual).enumerate() {
                argument(i, Want::Type(want), got);
            }
            if args.len() != actual.len() {
                let (n, m) = (args.len(), actual.len());
                errors.push(format!("takes {n} arguments, has {m}"));
            }
            Want::Type(res)
        } else {
            self.container_fits(op)?;
            for (i, (&letter, &got)) in args.as_bytes().iter().zip(actual).enumerate() {
                argument(i, self.want(op, letter)?, got);
            }
            self.want(op, res.as_bytes()[0])?
        };
        errors.extend(misfit(res, result).map(|m| format!("result is {m}")));
        // Raw memory is what the program takes it for.
        if let (LLOp::CastPointer, Some(LLType::Ptr(from)), LLType::Ptr(to)) = (op, first, result)
            && self.program.types.is_gc(from)
            && self.program.types.is_gc(to)
            && !related(self.program, from, to)
        {
            let (f, t) = (self.show(LLType::Ptr(from)), self.show(result));
            errors.push(format!("no object is both {f} and {t}"));
        }
        Ok(())
    }
    fn phase_of(&self, op: &LLOp, errors: &mut Vec<String>) {
        let (since, until) = op.phases();
        if self.phase < since {
            let transform = match since {
                Phase::Gc => "GC",
                _ => "exception",
            };
            errors.push(format!("does not exist before the {transform} transform"));
        }
        if self.phase > until {
            errors.push("is expanded before the GC transform".into());
        }
    }
    /// Rules over the sequence of operations and the switch of a block.
    fn blocks(&self, graph: &LLGraph, errors: &mut Vec<Violation>) {
        let mut error = |place, message: String| errors.push(Violation { place, message });
        for b in graph.live_blocks() {
            let block = &graph.blocks[b];
            for (i, op) in block.ops.iter().enumerate() {
                let ovf = |o: Option<&Operation<LL>>| o.is_some_and(|o| o.op.is_ovf());
                if op.op == LLOp::OvfOccurred && !ovf(i.checked_sub(1).map(|j| &block.ops[j])) {
                    error(Site::Op(b, i), "follows no *_ovf operation".into());
                }
                let next = block.ops.get(i + 1).map(|o| &o.op);
                if self.phase >= Phase::Exceptions
                    && ovf(Some(op))
                    && next != Some(&LLOp::OvfOccurred)
                {
                    error(Site::Op(b, i), "must be followed by ovf_occurred".into());
                }
            }
            if self.phase >= Phase::Exceptions {
                if block.exitswitch == ExitSwitch::LastException {
                    let message = "exception switches end with the exception transform";
                    error(Site::Block(b), message.into());
                }
                if graph.successors(b).any(|t| t == graph.except_block) {
                    let message = "`raise` is not reachable after the exception transform";
                    error(Site::Block(b), message.into());
                }
            }
            let switch = match &block.exitswitch {
                ExitSwitch::Value(v) => Some(operand_type(graph, v)),
                _ => None,
            };
            for (i, &l) in block.exits.iter().enumerate() {
                let link = &graph.links[l];
                let place = Site::Exit(b, i);
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
            place: Site::Block(graph.start),
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
