//! The text form of low-level programs: printing. Reading is in [`super::parse`]; both round-trip.
//!
//! ```text
//! struct object gc { typeptr: Ptr(vtable) immutable }
//! struct vtable vtable { min: Signed, max: Signed }
//! struct str gc { hash: Signed, chars: Array(Char) immutable }
//! known object object
//! known vtable vtable
//! exception OverflowError @ov_vtable @ov_instance
//! extern write(Signed, Ptr(Array(Char)), Signed) -> Signed raises
//! driver main greens(pc, code) reds(frame)
//! object @ov_vtable: vtable = {2, 3}
//! object @ov_instance: object = {@ov_vtable}
//! object @hello: str = {0, "hello"}
//! entry demo.main
//! attrs always_inline elidable oopspec(list.append)
//! graph demo.main(v0: Signed) -> Signed
//! b0(v0: Signed):
//!     v1: Signed = getfield[object.typeptr](v0)
//!     goto return(v1)
//! ```
//! *Types.* Structures are named (`Point`; later ones of the same name are `Point.2`, ...), arrays and functions
//! written out: `GcArray(Signed)`, `NoLengthArray(Char)`, `Func((Signed) -> Void)`; one that is part of itself has a
//! name, too: `cyclic cyclic gc = GcArray(Ptr(cyclic))`. A field or item whose type is a container (not `Ptr`) is
//! inlined.
//!
//! *Constants.* `5` Signed, `5u` Unsigned, `true`, `'a'` Char, `u'a'` UniChar, `1.5` Float (`float(0x7ff8000000000001)`
//! by bits), `single(1.5)`, `Int32(-5)`, `void`, `null(Ptr(T))`, `@object`, `&function`, `$extern`,
//! `cast(@object, Ptr(T))` where the type is not the natural one.
//!
//! *Operations* have their immediates in brackets: `getfield[Point.x]`, `direct_call[f]`,
//! `indirect_call[Func((Signed) -> Void) | f, g]`, `abort[index_out_of_range]`, `check[int_ge | "claim"]`,
//! `hint[promote]`, `jit_marker[merge_point, main]`, `gc_spill[0]`. Characters outside of `[A-Za-z0-9_.$-]` in names
//! are written `%XX`.
use std::fmt::Write;
use std::sync::Arc;

use ir::index::IndexVec;
use ir::lltype::{Container, ContainerId, FieldType, Immutability, LLType, TypeTable};
use ir::model::VarId;
use ir::model::text::{self, Printer};
use rustc_hash::{FxHashMap, FxHashSet};

use super::check::{Check, Test};
use super::ops::{HintKind, MarkerKind, SafetyError, ShowImmediates};
use super::{
    Const, ExternId, FuncId, Function, Init, InlineHint, JitDriverId, LL, LLGraph, LLOp, ObjId,
    Program, Value,
};

/// Writes a name so that it reads back as one token.
pub fn escape(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for b in name.bytes() {
        match b {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.' | b'$' | b'-' => {
                out.push(b as char)
            }
            _ => {
                let _ = write!(out, "%{b:02X}");
            }
        }
    }
    out
}

/// Names of hints in the text form.
pub const HINTS: [(HintKind, &str); 19] = [
    (HintKind::Promote, "promote"),
    (HintKind::PromoteString, "promote_string"),
    (HintKind::PromoteUnicode, "promote_unicode"),
    (HintKind::PromoteKnown, "promote_known"),
    (HintKind::Certain, "certain"),
    (HintKind::Concrete, "concrete"),
    (HintKind::Variable, "variable"),
    (HintKind::DeepFreeze, "deepfreeze"),
    (HintKind::GlobalMergePoint, "global_merge_point"),
    (HintKind::Forget, "forget"),
    (HintKind::AccessDirectly, "access_directly"),
    (HintKind::FreshVirtualizable, "fresh_virtualizable"),
    (HintKind::ForceVirtualizable, "force_virtualizable"),
    (HintKind::AssertGreen, "assert_green"),
    (HintKind::IsConstant, "isconstant"),
    (HintKind::IsVirtual, "isvirtual"),
    (HintKind::RecordExactClass, "record_exact_class"),
    (HintKind::RecordExactValue, "record_exact_value"),
    (HintKind::SetParam, "set_param"),
];

/// Names of markers in the text form.
pub const MARKERS: [(MarkerKind, &str); 3] = [
    (MarkerKind::MergePoint, "merge_point"),
    (MarkerKind::CanEnterJit, "can_enter_jit"),
    (MarkerKind::LoopHeader, "loop_header"),
];

/// The names of all entities of a program, made once and used by printers.
#[derive(Clone, Debug, Default)]
pub struct Names {
    structs: FxHashMap<ContainerId, String>,
    objects: IndexVec<ObjId, String>,
}

impl Names {
    /// Names everything in `program`.
    pub fn new(program: &Program) -> Names {
        let mut n = Names {
            structs: struct_names(&program.types),
            objects: IndexVec::new(),
        };
        let mut used = FxHashSet::default();
        for (i, o) in program.objects.iter_enumerated() {
            let mut name = escape(&o.name);
            if name.is_empty() || !used.insert(name.clone()) {
                name = format!("{name}.{}", i.0);
                used.insert(name.clone());
            }
            n.objects.push(name);
        }
        n
    }
    /// Gives an object another name, which nothing else in the text may have.
    pub fn rename_object(&mut self, object: ObjId, name: &str) {
        self.objects[object] = escape(name);
    }
    /// The name of a container in the text form; unnamed ones are written out.
    pub fn container(&self, types: &TypeTable, c: ContainerId) -> String {
        if let Some(name) = self.structs.get(&c) {
            return name.clone();
        }
        self.description(types, c)
    }
    /// A container written out, if it can be.
    fn description(&self, types: &TypeTable, c: ContainerId) -> String {
        match types.get(c) {
            Container::Struct(_) | Container::Opaque { .. } | Container::Forward { .. } => {
                c.to_string()
            }
            Container::Array(a) => {
                let gc = if a.gc { "Gc" } else { "" };
                let imm = if a.immutable { "Immutable" } else { "" };
                let hint = if a.nolength { "NoLength" } else { "" };
                format!("{gc}{imm}{hint}Array({})", self.field_type(types, a.item))
            }
            Container::Func(f) => {
                let args: Vec<String> = f.args.iter().map(|&a| self.ty(types, a)).collect();
                format!(
                    "Func(({}) -> {})",
                    args.join(", "),
                    self.ty(types, f.result)
                )
            }
        }
    }
    /// A type of values.
    pub fn ty(&self, types: &TypeTable, ty: LLType) -> String {
        match ty {
            LLType::Ptr(c) => format!("Ptr({})", self.container(types, c)),
            other => types.show(other),
        }
    }
    fn field_type(&self, types: &TypeTable, t: FieldType) -> String {
        match t {
            FieldType::Value(t) => self.ty(types, t),
            FieldType::Inline(c) => self.container(types, c),
        }
    }
}

fn struct_names(types: &TypeTable) -> FxHashMap<ContainerId, String> {
    let mut count: FxHashMap<String, u32> = FxHashMap::default();
    let mut names = FxHashMap::default();
    for (id, c) in types.iter() {
        let name = match c {
            Container::Struct(s) => escape(s.name.as_str()),
            Container::Opaque { name, .. } | Container::Forward { name, .. } => {
                escape(name.as_str())
            }
            Container::Array(_) | Container::Func(_) if types.is_inside_itself(id) => {
                "cyclic".to_owned()
            }
            Container::Array(_) | Container::Func(_) => continue,
        };
        let n = count.entry(name.clone()).or_default();
        *n += 1;
        let text = if *n == 1 { name } else { format!("{name}.{n}") };
        names.insert(id, text);
    }
    names
}

/// Prints graphs of a program.
pub struct LLPrinter<'a> {
    pub program: &'a Program,
    pub names: &'a Names,
}

impl LLPrinter<'_> {
    /// A type in the text form.
    pub fn type_name(&self, ty: LLType) -> String {
        self.names.ty(&self.program.types, ty)
    }
    /// The text form of a container type, by name where it has one.
    pub fn container(&self, c: ContainerId) -> String {
        self.names.container(&self.program.types, c)
    }
    fn func(&self, f: FuncId) -> String {
        self.program
            .funcs
            .get(f)
            .map_or_else(|| format!("missing.{f}"), |f| escape(&f.name))
    }
    fn ext(&self, f: ExternId) -> String {
        self.program
            .externs
            .get(f)
            .map_or_else(|| format!("missing.{f}"), |f| escape(f.name.as_str()))
    }
    fn object(&self, o: ObjId) -> String {
        self.names
            .objects
            .get(o)
            .cloned()
            .unwrap_or_else(|| format!("missing.{o}"))
    }
    fn field_name(&self, c: ContainerId, f: u32) -> String {
        let name = match self.program.types.get(c) {
            Container::Struct(s) => s.fields.get(f as usize).map(|f| f.name),
            Container::Array(a) => match a.item {
                FieldType::Inline(i) => match self.program.types.get(i) {
                    Container::Struct(s) => s.fields.get(f as usize).map(|f| f.name),
                    _ => None,
                },
                FieldType::Value(_) => None,
            },
            _ => None,
        };
        let name = name.map_or_else(
            || format!("%{f}"),
            |n| escape(n.as_str()).replace('.', "%2E"),
        );
        format!("{}.{name}", self.container(c))
    }
    /// A value of a type known from its place.
    pub fn value(&self, ty: LLType, value: Value) -> String {
        match value {
            Value::Void => "void".into(),
            Value::Null => "null".into(),
            Value::Object(o) => format!("@{}", self.object(o)),
            Value::Func(f) => format!("&{}", self.func(f)),
            Value::Extern(x) => format!("${}", self.ext(x)),
            Value::Float(bits) => {
                let f = f64::from_bits(bits);
                let text = if f.is_nan() && bits != f64::NAN.to_bits() {
                    format!("float({bits:#x})")
                } else {
                    format!("{f:?}")
                };
                if ty == LLType::SingleFloat {
                    format!("single({text})")
                } else {
                    text
                }
            }
            Value::Int(i) => match ty {
                LLType::Unsigned => format!("{}u", i as u64),
                LLType::Bool if i == 0 => "false".into(),
                LLType::Bool if i == 1 => "true".into(),
                LLType::Char if (0..256).contains(&i) => quoted_char(i as u8),
                LLType::UniChar => match u32::try_from(i).ok().and_then(char::from_u32) {
                    Some(c) if i < 128 => format!("u{}", quoted_char(c as u8)),
                    _ => format!("u'\\u{{{i:x}}}'"),
                },
                LLType::Int { .. } => format!("{}({i})", self.type_name(ty)),
                _ => i.to_string(),
            },
        }
    }
    fn init(&self, ty: FieldType, init: &Init, out: &mut String) {
        let list = |out: &mut String, open: char, close: char, parts: Vec<(FieldType, &Init)>| {
            out.push(open);
            for (i, (t, init)) in parts.into_iter().enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                self.init(t, init, out);
            }
            out.push(close);
        };
        match (init, ty) {
            (Init::Zero, _) => out.push_str("zero"),
            (Init::Value(v), FieldType::Value(t)) => out.push_str(&self.value(t, *v)),
            (Init::Value(v), FieldType::Inline(_)) => out.push_str(&self.value(LLType::Signed, *v)),
            (Init::Bytes(b), _) => out.push_str(&quoted_bytes(b)),
            (Init::Struct(parts), FieldType::Inline(c)) => {
                let parts = match self.program.types.get(c) {
                    Container::Struct(s) => {
                        s.fields.iter().map(|f| f.ty).zip(parts.iter()).collect()
                    }
                    _ => Vec::new(),
                };
                list(out, '{', '}', parts);
            }
            (Init::Array(parts), FieldType::Inline(c)) => {
                let parts = match self.program.types.get(c) {
                    Container::Array(a) => parts.iter().map(|p| (a.item, p)).collect(),
                    _ => Vec::new(),
                };
                list(out, '[', ']', parts);
            }
            (Init::Struct(_) | Init::Array(_), FieldType::Value(_)) => out.push_str("invalid"),
        }
    }
}

/// `'a'` with escapes.
fn quoted_char(c: u8) -> String {
    match c {
        b'\n' => "'\\n'".into(),
        b'\'' => "'\\''".into(),
        b'\\' => "'\\\\'".into(),
        0x20..=0x7e => format!("'{}'", c as char),
        _ => format!("'\\x{c:02x}'"),
    }
}

/// `"abc"` with escapes.
fn quoted_bytes(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for &b in bytes {
        match b {
            b'\n' => out.push_str("\\n"),
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            0x20..=0x7e => out.push(b as char),
            _ => {
                let _ = write!(out, "\\x{b:02x}");
            }
        }
    }
    out.push('"');
    out
}

impl Printer<LL> for LLPrinter<'_> {
    fn ty(&self, graph: &LLGraph, v: VarId) -> String {
        self.type_name(*graph.ty(v))
    }
    fn constant(&self, c: &Const) -> String {
        let text = self.value(c.ty, c.value);
        let natural = match c.value {
            Value::Void => c.ty == LLType::Void,
            Value::Null => return format!("null({})", self.type_name(c.ty)),
            Value::Float(_) => matches!(c.ty, LLType::Float | LLType::SingleFloat),
            Value::Int(_) => !matches!(c.ty, LLType::Ptr(_) | LLType::Address | LLType::Void),
            Value::Object(o) => {
                c.ty.container() == self.program.objects.get(o).map(|o| o.container)
            }
            Value::Func(f) => c.ty.container() == self.program.funcs.get(f).map(|f| f.sig),
            Value::Extern(x) => match (
                c.ty.container().map(|c| self.program.types.get(c)),
                self.program.externs.get(x),
            ) {
                (Some(Container::Func(t)), Some(x)) => t.args == x.args && t.result == x.result,
                _ => false,
            },
        };
        if natural {
            text
        } else {
            format!("cast({text}, {})", self.type_name(c.ty))
        }
    }
    fn op(&self, op: &LLOp) -> String {
        match op.show_immediates(self) {
            Some(immediates) => format!("{}[{immediates}]", op.name()),
            None => op.name().into(),
        }
    }
}

impl ShowImmediates for LLPrinter<'_> {
    fn field(&self, c: &ContainerId, f: &u32) -> String {
        self.field_name(*c, *f)
    }
    fn container(&self, c: &ContainerId) -> String {
        LLPrinter::container(self, *c)
    }
    fn function(&self, f: &FuncId) -> String {
        self.func(*f)
    }
    fn candidates(&self, c: &ContainerId, fs: &Option<Arc<[FuncId]>>) -> String {
        let c = LLPrinter::container(self, *c);
        match fs {
            None => c,
            Some(fs) => {
                let fs: Vec<String> = fs.iter().map(|&f| self.func(f)).collect();
                format!("{c} | {}", fs.join(", "))
            }
        }
    }
    fn external(&self, x: &ExternId) -> String {
        self.ext(*x)
    }
    fn reason(&self, why: &SafetyError) -> String {
        why.name().into()
    }
    fn claim(&self, c: &Arc<Check>) -> String {
        let test = match &c.test {
            Test::Gives(op) => self.op(op),
            other => other.name().into(),
        };
        format!("{test} | {}", quoted_bytes(c.claim.as_bytes()))
    }
    fn hint(&self, kind: &HintKind) -> String {
        let name = HINTS.iter().find(|(h, _)| h == kind);
        name.map_or("?", |h| h.1).into()
    }
    fn marker(&self, kind: &MarkerKind, driver: &JitDriverId) -> String {
        let kind = MARKERS.iter().find(|(m, _)| m == kind).map_or("?", |m| m.1);
        let name = self.program.drivers.get(*driver);
        let name = name.map_or_else(|| driver.to_string(), |d| escape(&d.name));
        format!("{kind}, {name}")
    }
    fn slot(&self, slot: &u32) -> String {
        slot.to_string()
    }
}

/// Prints one function with its attributes.
pub fn print_function(program: &Program, names: &Names, f: &Function) -> String {
    let mut out = attributes(f);
    let body = text::print(&f.graph, &LLPrinter { program, names });
    out.push_str(&with_name(&body, &f.graph.name, &f.name));
    out
}

/// The text of a graph headed by the function's unique name in place of the graph's own.
pub(super) fn with_name(body: &str, graph_name: &str, name: &str) -> String {
    let rest = body
        .strip_prefix("graph ")
        .and_then(|r| r.strip_prefix(graph_name))
        .unwrap_or(body);
    format!("graph {}{rest}", escape(name))
}

fn attributes(f: &Function) -> String {
    let a = &f.attrs;
    let mut words: Vec<String> = Vec::new();
    match a.inline {
        InlineHint::Auto => {}
        InlineHint::Always => words.push("always_inline".into()),
        InlineHint::Never => words.push("dont_inline".into()),
    }
    for (set, word) in [
        (a.elidable, "elidable"),
        (a.unroll_safe, "unroll_safe"),
        (a.dont_look_inside, "dont_look_inside"),
        (a.helper, "helper"),
    ] {
        if set {
            words.push(word.into());
        }
    }
    if let Some(o) = a.oopspec {
        words.push(format!("oopspec({})", escape(o.as_str())));
    }
    for m in &a.marks {
        words.push(format!("mark({})", escape(m.as_str())));
    }
    if words.is_empty() {
        String::new()
    } else {
        format!("attrs {}\n", words.join(" "))
    }
}

/// Prints a whole program.
pub fn print_program(program: &Program) -> String {
    let names = Names::new(program);
    let mut out = print_declarations(program, &names);
    for f in program.funcs.iter() {
        out.push('\n');
        out.push_str(&print_function(program, &names, f));
    }
    out
}

/// Prints only the functions of a program (for filetests, whose declarations do not change).
pub fn print_functions(program: &Program) -> String {
    let names = Names::new(program);
    let texts: Vec<String> = program
        .funcs
        .iter()
        .map(|f| print_function(program, &names, f))
        .collect();
    texts.join("\n")
}

fn print_declarations(program: &Program, names: &Names) -> String {
    let p = LLPrinter { program, names };
    let mut out = String::new();
    print_types(&p, &mut out);
    for (role, c) in [
        ("string", program.known.string),
        ("unicode", program.known.unicode),
        ("object", program.known.object),
        ("vtable", program.known.vtable),
        ("environment_error", program.known.environment_error),
        ("exception", program.known.exception),
    ] {
        if let Some(c) = c {
            let _ = writeln!(out, "known {role} {}", p.container(c));
        }
    }
    for e in &program.known.exceptions {
        let (name, v, i) = (e.name, p.object(e.vtable), p.object(e.instance));
        let _ = writeln!(out, "exception {} @{v} @{i}", escape(name.as_str()));
    }
    print_externs(&p, &mut out);
    print_drivers(&p, &mut out);
    for (id, o) in program.objects.iter_enumerated() {
        let _ = write!(
            out,
            "object @{}: {} = ",
            p.object(id),
            p.container(o.container)
        );
        p.init(FieldType::Inline(o.container), &o.init, &mut out);
        out.push('\n');
    }
    if let Some(f) = program.entry {
        let _ = writeln!(out, "entry {}", p.func(f));
    }
    out
}

fn print_types(p: &LLPrinter<'_>, out: &mut String) {
    for (id, c) in p.program.types.iter() {
        let gc = if p.program.types.is_gc(id) { " gc" } else { "" };
        match c {
            Container::Struct(s) => {
                let _ = write!(out, "struct {}{gc}", p.container(id));
                for (set, word) in [
                    (s.hints.immutable, " immutable"),
                    (s.hints.vtable, " vtable"),
                    (s.hints.finalizer, " finalizer"),
                    (s.hints.weakref, " weakref"),
                ] {
                    out.push_str(if set { word } else { "" });
                }
                let fields: Vec<String> = s
                    .fields
                    .iter()
                    .map(|f| {
                        let suffix = match f.immutable {
                            Immutability::Mutable => "",
                            Immutability::Immutable => " immutable",
                            Immutability::ImmutableArray => " immutable_array",
                            Immutability::QuasiImmutable => " quasi_immutable",
                            Immutability::QuasiImmutableArray => " quasi_immutable_array",
                        };
                        let name = escape(f.name.as_str()).replace('.', "%2E");
                        format!(
                            "{name}: {}{suffix}",
                            p.names.field_type(&p.program.types, f.ty)
                        )
                    })
                    .collect();
                let _ = writeln!(out, " {{ {} }}", fields.join(", "));
            }
            Container::Opaque { .. } => {
                let _ = writeln!(out, "opaque {}{gc}", p.container(id));
            }
            Container::Forward { .. } => {
                let _ = writeln!(out, "forward {}{gc}", p.container(id));
            }
            Container::Array(_) | Container::Func(_) if p.names.structs.contains_key(&id) => {
                let description = p.names.description(&p.program.types, id);
                let _ = writeln!(out, "cyclic {}{gc} = {description}", p.container(id));
            }
            Container::Array(_) | Container::Func(_) => {}
        }
    }
}

fn print_externs(p: &LLPrinter<'_>, out: &mut String) {
    for x in p.program.externs.iter() {
        let args: Vec<String> = x.args.iter().map(|&t| p.type_name(t)).collect();
        let name = escape(x.name.as_str());
        let _ = write!(
            out,
            "extern {name}({}) -> {}",
            args.join(", "),
            p.type_name(x.result)
        );
        for (set, word) in [
            (x.can_raise, " raises"),
            (x.can_collect, " collects"),
            (x.pure, " pure"),
            (x.context, " context"),
            (x.noreturn, " noreturn"),
        ] {
            out.push_str(if set { word } else { "" });
        }
        out.push('\n');
    }
}

fn print_drivers(p: &LLPrinter<'_>, out: &mut String) {
    for d in p.program.drivers.iter() {
        let list = |names: &[ir::name::Name]| {
            names
                .iter()
                .map(|n| escape(n.as_str()))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let _ = write!(
            out,
            "driver {} greens({}) reds({}) virtualizables({})",
            escape(&d.name),
            list(&d.greens),
            list(&d.reds),
            list(&d.virtualizables)
        );
        if let Some(f) = d.get_printable_location {
            let _ = write!(out, " printable_location({})", p.func(f));
        }
        out.push_str(if d.auto_reds { " auto_reds" } else { "" });
        out.push_str(if d.is_recursive { " recursive\n" } else { "\n" });
    }
}
