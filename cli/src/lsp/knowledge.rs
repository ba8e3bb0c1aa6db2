//! What a check knows of a program beyond single places: the names of functions and modules with their types, what the
//! types have, what is called how, and binding times.
//!
//! ```text
//! scopes["/p/vm.py"]["Word.size"].vars["w"]  ->  types[3] = { text: "Word", members: [text: str, size(self)] }
//! ```
//! Types refer to each other by number, so that `w.text.split(",")[0].` can be followed without another check. The
//! server asks for them by the name of the enclosing function, which survives while lines move and texts are broken.
use std::collections::{BTreeMap, BTreeSet, HashMap};

use annotator::defs::Desc;
use annotator::{Annotation, AnnotationKind, Annotator, ClassId, DescId};
use flowspace::HlOp;
use ir::model::Operand;
use ir::source;
use python::live::{FunctionObj, Space, Value};
use python::vocabulary::Arity;
use python::vocabulary::methods::{
    ByteArrayMethod, DictMethod, ListMethod, MethodRow, Receiver, TextMethod,
};
use serde::{Deserialize, Serialize};

use super::facts::{FileRange, absolute};

/// The number of a type in [`Knowledge::types`].
pub(super) type TypeId = usize;

/// How something is called.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Signature {
    /// `size(w: Word) -> int`
    pub label: String,
    /// `w: Word`, in order.
    pub params: Vec<String>,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sort {
    Variable,
    Constant,
    Attribute,
    Function,
    Method,
    Class,
    Module,
}

/// A name of a class, a module or a built-in type.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Member {
    pub name: String,
    pub sort: Sort,
    /// Its type or signature.
    pub detail: String,
    pub ty: Option<TypeId>,
    pub call: Option<Signature>,
    /// Where it is defined.
    pub place: Option<FileRange>,
}

/// An inferred type, as hover and completion show it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TypeInfo {
    /// As programmers write it: `list[Word]`.
    pub text: String,
    pub members: Vec<Member>,
    /// Of what indexing gives.
    pub item: Option<TypeId>,
    /// Of what a call gives.
    pub result: Option<TypeId>,
}

/// The inferred type of a variable, as text and by number.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Known {
    pub text: String,
    pub ty: Option<TypeId>,
}

/// What is inferred inside one function or module.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ScopeInfo {
    pub vars: BTreeMap<String, Known>,
    /// What it returns; empty if it does not.
    pub result: String,
    pub call: Signature,
}

/// A module that was imported.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ModuleInfo {
    /// None of modules that are part of genext.
    pub path: Option<String>,
    pub members: Vec<Member>,
}

/// Whether a name is green, red, or both on a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paint {
    pub green: bool,
    pub red: bool,
}

/// See the module header.
#[derive(Default, Debug, Serialize, Deserialize)]
pub struct Knowledge {
    pub types: Vec<TypeInfo>,
    /// By path and qualified name.
    pub scopes: BTreeMap<String, BTreeMap<String, ScopeInfo>>,
    /// By dotted name.
    pub modules: BTreeMap<String, ModuleInfo>,
    /// By path: where the text of an attribute ends, and which attribute it is.
    pub attributes: BTreeMap<String, Vec<((u32, u32), String)>>,
    /// By path, line (from zero) and name.
    pub colours: BTreeMap<String, BTreeMap<u32, BTreeMap<String, Paint>>>,
}

impl Knowledge {
    /// The module of a file.
    pub fn module_of(&self, path: &str) -> Option<(&str, &ModuleInfo)> {
        let mut all = self.modules.iter();
        let found = all.find(|(_, m)| m.path.as_deref() == Some(path))?;
        Some((found.0, found.1))
    }
    /// A function of a file.
    pub fn scope(&self, path: &str, qualname: &str) -> Option<&ScopeInfo> {
        self.scopes.get(path)?.get(qualname)
    }
    /// A name of a module.
    pub fn global(&self, path: &str, name: &str) -> Option<&Member> {
        let (_, module) = self.module_of(path)?;
        module.members.iter().find(|m| m.name == name)
    }
    /// What a type has under a name.
    pub fn member(&self, ty: TypeId, name: &str) -> Option<&Member> {
        self.types.get(ty)?.members.iter().find(|m| m.name == name)
    }
}

/// Collects all of it but the colours.
pub(super) fn collect(a: &Annotator, space: &Space) -> Knowledge {
    let mut c = Collector {
        a,
        out: Knowledge::default(),
        types: HashMap::new(),
        functions: functions(a),
    };
    c.scopes();
    c.modules(space);
    c.attributes();
    c.out
}

/// The graphs of functions, for their signatures.
fn functions(a: &Annotator) -> HashMap<DescId, annotator::GraphId> {
    let graphs = a.program().graphs.iter_enumerated();
    graphs.filter_map(|(g, i)| Some((i.desc?, g))).collect()
}

struct Collector<'a> {
    a: &'a Annotator,
    out: Knowledge,
    types: HashMap<String, TypeId>,
    functions: HashMap<DescId, annotator::GraphId>,
}

impl Collector<'_> {
    /// An annotation as programmers write types.
    fn short(&self, a: Annotation, depth: u32) -> String {
        let p = self.a.program();
        if depth == 0 {
            return "...".to_owned();
        }
        let inner = |a: Annotation| self.short(a, depth - 1);
        let text = match a.kind() {
            AnnotationKind::Int { kind, .. } if *kind == annotator::IntKind::SIGNED => {
                "int".to_owned()
            }
            AnnotationKind::Bool(_) => "bool".to_owned(),
            AnnotationKind::Float => "float".to_owned(),
            AnnotationKind::Text(t) if t.wide => "unicode".to_owned(),
            AnnotationKind::Text(_) => "str".to_owned(),
            AnnotationKind::ByteArray => "bytearray".to_owned(),
            AnnotationKind::List(l) => format!("list[{}]", inner(p.list_item(*l))),
            AnnotationKind::Dict(d) => {
                let (key, value) = (p.dict_key(*d), p.dict_value(*d));
                format!("dict[{}, {}]", inner(key), inner(value))
            }
            AnnotationKind::Tuple(items) => {
                let items: Vec<String> = items.iter().map(|&i| inner(i)).collect();
                format!("({})", items.join(", "))
            }
            AnnotationKind::Instance { class, .. } => p.class(*class).short_name.to_string(),
            AnnotationKind::None => "None".to_owned(),
            AnnotationKind::Impossible | AnnotationKind::Error => "?".to_owned(),
            AnnotationKind::StringBuilder => "StringBuilder".to_owned(),
            AnnotationKind::UnicodeBuilder => "UnicodeBuilder".to_owned(),
            AnnotationKind::Builtin(name) => name.to_string(),
            _ => self.a.english(a).replace('`', ""),
        };
        // Lists and the like may always be None: that says nothing.
        let nullable = match a.kind() {
            AnnotationKind::Text(_) | AnnotationKind::Instance { .. } => a.can_be_none(),
            _ => false,
        };
        if nullable { text + " or None" } else { text }
    }
    fn text(&self, a: Annotation) -> String {
        self.short(a, 4)
    }

    /// The number of a type; none of what has neither members nor items.
    fn type_of(&mut self, a: Annotation) -> Option<TypeId> {
        let p = self.a.program();
        let key = match a.kind() {
            AnnotationKind::Instance { class, .. } => format!("class {class:?}"),
            AnnotationKind::Pbc { descs, .. } => format!("pbc {descs:?}"),
            AnnotationKind::Text(_)
            | AnnotationKind::List(_)
            | AnnotationKind::Dict(_)
            | AnnotationKind::ByteArray
            | AnnotationKind::StringBuilder
            | AnnotationKind::UnicodeBuilder => self.text(a.non_none()),
            _ => return None,
        };
        if let Some(&known) = self.types.get(&key) {
            return Some(known);
        }
        let id = self.out.types.len();
        let text = self.text(a.non_none());
        self.out.types.push(TypeInfo {
            text,
            ..TypeInfo::default()
        });
        self.types.insert(key, id);
        let (mut members, mut item, mut result) = (Vec::new(), None, None);
        match a.kind() {
            AnnotationKind::Instance { class, .. } => members = self.class_members(*class),
            AnnotationKind::Pbc { descs, .. } => match &p.descs[descs[0]] {
                Desc::Class(c) => {
                    if let Some(class) = c.classdef {
                        members = self.class_members(class);
                        members.retain(|m| m.sort != Sort::Attribute);
                        result = self.type_of(Annotation::instance(class, false));
                    }
                }
                Desc::Function(_) => result = self.result_of(descs[0]),
                Desc::Method(m) => result = self.result_of(m.func),
                _ => {}
            },
            AnnotationKind::Text(t) => {
                let receiver = if t.wide {
                    Receiver::Unicode
                } else {
                    Receiver::Str
                };
                members = methods(TextMethod::ALL.iter().map(|m| m.row()), receiver);
            }
            AnnotationKind::ByteArray => {
                members = methods(
                    ByteArrayMethod::ALL.iter().map(|m| m.row()),
                    Receiver::ByteArray,
                );
            }
            AnnotationKind::List(l) => {
                members = methods(ListMethod::ALL.iter().map(|m| m.row()), Receiver::List);
                item = self.type_of(p.list_item(*l));
            }
            AnnotationKind::Dict(d) => {
                members = methods(DictMethod::ALL.iter().map(|m| m.row()), Receiver::Dict);
                item = self.type_of(p.dict_value(*d));
            }
            AnnotationKind::StringBuilder | AnnotationKind::UnicodeBuilder => {
                let all = python::vocabulary::methods::BuilderMethod::ALL;
                members = methods(all.iter().map(|m| m.row()), Receiver::Builder);
            }
            _ => {}
        }
        let info = &mut self.out.types[id];
        (info.members, info.item, info.result) = (members, item, result);
        Some(id)
    }

    fn result_of(&mut self, d: DescId) -> Option<TypeId> {
        let g = *self.functions.get(&d)?;
        self.type_of(self.a.program().graphs[g].result())
    }

    fn class_members(&mut self, class: ClassId) -> Vec<Member> {
        let p = self.a.program();
        let mut found: BTreeMap<String, Member> = BTreeMap::new();
        let above: Vec<ClassId> = p.mro(class).collect();
        for c in above {
            let def = p.class(c);
            for (name, at) in &def.attrs {
                let name = name.to_string();
                if found.contains_key(&name)
                    || def.class_dict.get(&at.name).is_some_and(is_function)
                {
                    continue;
                }
                let a = p.cell(at.cell);
                let member = Member {
                    sort: Sort::Attribute,
                    detail: self.text(a),
                    ty: self.type_of(a),
                    call: None,
                    place: FileRange::of(at.span),
                    name: name.clone(),
                };
                found.insert(name, member);
            }
            for (name, v) in &def.class_dict {
                let name = name.to_string();
                let function = match v {
                    Value::Function(f) => f.clone(),
                    Value::StaticMethod(w) => match &w.func {
                        Value::Function(f) => f.clone(),
                        _ => continue,
                    },
                    _ => continue,
                };
                if found.contains_key(&name) || is_generated(&name) {
                    continue;
                }
                let bound = matches!(v, Value::Function(_));
                found.insert(
                    name.clone(),
                    self.function(&name, &function, bound, Sort::Method),
                );
            }
        }
        found.into_values().collect()
    }

    /// A function as a member; a bound one without its first parameter.
    fn function(&mut self, name: &str, f: &FunctionObj, bound: bool, sort: Sort) -> Member {
        let graph = self.graph_of(f);
        let call = self.signature(name, f, graph, bound);
        let result = graph.and_then(|g| {
            let result = self.a.program().graphs[g].result();
            self.type_of(result)
        });
        let ty = result.map(|result| {
            self.out.types.push(TypeInfo {
                text: "function".to_owned(),
                result: Some(result),
                ..TypeInfo::default()
            });
            self.out.types.len() - 1
        });
        Member {
            name: name.to_owned(),
            sort,
            detail: call.label.clone(),
            ty,
            call: Some(call),
            place: FileRange::of(f.span()),
        }
    }

    fn graph_of(&self, f: &FunctionObj) -> Option<annotator::GraphId> {
        let graphs = self.a.program().graphs.iter_enumerated();
        let mut of_f = graphs.filter(|(_, i)| std::ptr::eq(&*i.flow.func, f));
        of_f.next().map(|(g, _)| g)
    }

    fn signature(
        &self,
        name: &str,
        f: &FunctionObj,
        graph: Option<annotator::GraphId>,
        bound: bool,
    ) -> Signature {
        let s = flowspace::Signature::of(f);
        let types: Vec<Annotation> =
            graph.map_or_else(Vec::new, |g| self.a.program().graphs[g].args());
        let first_default = s.argnames.len() - s.defaults.len();
        let positional = s.argnames.iter().enumerate().map(|(i, n)| {
            let default = i.checked_sub(first_default).map(|d| &s.defaults[d]);
            (n.to_string(), default)
        });
        let keyword = s.kwonly.iter().map(|n| {
            let default = s.kwdefaults.iter().find(|(k, _)| k == n).map(|(_, v)| v);
            (n.to_string(), default)
        });
        let rest = s.varargname.iter().map(|n| (format!("*{n}"), None));
        let mut params = Vec::new();
        for (i, (name, default)) in positional.chain(keyword).chain(rest).enumerate() {
            if bound && i == 0 {
                continue;
            }
            let mut text = name;
            if let Some(a) = types.get(i).filter(|a| !a.is_impossible()) {
                text = format!("{text}: {}", self.text(*a));
            }
            if let Some(v) = default {
                text = format!("{text} = {}", shown(v));
            }
            params.push(text);
        }
        let result = graph.map(|g| self.a.program().graphs[g].result());
        let result = match result.filter(|a| !a.is_impossible()) {
            Some(a) => format!(" -> {}", self.text(a)),
            None => String::new(),
        };
        Signature {
            label: format!("{name}({}){result}", params.join(", ")),
            params,
        }
    }

    fn scopes(&mut self) {
        let p = self.a.program();
        // Copies of one function are shown as one.
        let mut texts: BTreeMap<(String, String), BTreeMap<String, BTreeSet<String>>> =
            BTreeMap::new();
        for (g, info) in p.graphs.iter_enumerated() {
            let graph = info.graph();
            let span = graph.span;
            if info.low_level || span.is_none() {
                continue;
            }
            let Some(path) = source::file(span.file).path.as_deref().map(absolute) else {
                continue;
            };
            let func = info.flow.func.clone();
            let qualname = func.qualname().to_string();
            let mut vars: Vec<(String, Annotation)> = Vec::new();
            for v in graph.vars.indices() {
                let s = info.binding(v);
                if let (Some(name), false) = (graph.vars[v].name, s.is_impossible()) {
                    vars.push((name.to_string(), s));
                }
            }
            let name = func.name.get().to_string();
            let call = self.signature(&name, &func, Some(g), false);
            let result = info.result();
            let result = match result.is_impossible() {
                true => String::new(),
                false => self.text(result),
            };
            let typed: Vec<(String, String, Option<TypeId>)> = vars
                .into_iter()
                .map(|(n, a)| (n, self.text(a), self.type_of(a)))
                .collect();
            let known = texts.entry((path.clone(), qualname.clone())).or_default();
            let scope = self
                .out
                .scopes
                .entry(path)
                .or_default()
                .entry(qualname)
                .or_default();
            scope.call = call;
            scope.result = result;
            for (name, text, ty) in typed {
                known.entry(name.clone()).or_default().insert(text);
                let var = scope.vars.entry(name.clone()).or_default();
                var.ty = var.ty.or(ty);
                let all: Vec<&str> = known[&name].iter().map(String::as_str).collect();
                // `Word` and `Word or None` are one variable at two places.
                let all = all
                    .iter()
                    .filter(|t| !all.contains(&format!("{t} or None").as_str()));
                var.text = all.copied().collect::<Vec<_>>().join(" | ");
            }
        }
    }

    fn modules(&mut self, space: &Space) {
        for (name, v) in space.modules.names() {
            let Value::Module(m) = v else { continue };
            let dotted = name.to_string();
            let file = m
                .get("__file__")
                .and_then(|f| f.as_text().map(|t| t.to_string()));
            let path = file
                .filter(|_| !m.builtin)
                .map(|f| absolute(std::path::Path::new(&f)));
            let mut members = Vec::new();
            for (name, v) in m.dict.names() {
                let name = name.to_string();
                if !name.starts_with("__") {
                    members.push(self.global(name, &v));
                }
            }
            let info = ModuleInfo { path, members };
            // The target is `__main__`, too.
            self.out.modules.insert(dotted, info);
        }
    }

    fn global(&mut self, name: String, v: &Value) -> Member {
        let plain = |sort, detail: String, place| Member {
            name: name.clone(),
            sort,
            detail,
            ty: None,
            call: None,
            place,
        };
        match v {
            Value::Function(f) => self.function(&name, f, false, Sort::Function),
            Value::Module(m) => plain(Sort::Module, m.name.get().to_string(), None),
            Value::Class(c) => {
                let place = FileRange::of(c.span.get());
                let mut member = plain(Sort::Class, format!("class {}", c.name.get()), place);
                let init = c.mro().iter().find_map(|c| c.own("__init__".into()));
                if let Some(Value::Function(f)) = init {
                    member.call = Some(self.signature(&name, &f, self.graph_of(&f), true));
                }
                member.ty = self.class_type(v);
                member
            }
            Value::Instance(i) => {
                let class = Value::Class(i.class());
                let mut member = plain(Sort::Variable, i.class().name.get().to_string(), None);
                member.ty = self
                    .class_type(&class)
                    .and_then(|t| self.out.types[t].result);
                member
            }
            other if is_plain(other) => plain(Sort::Constant, shown(other), None),
            other => plain(Sort::Variable, other.type_name().to_string(), None),
        }
    }

    /// The type of a class of the program.
    fn class_type(&mut self, class: &Value) -> Option<TypeId> {
        let p = self.a.program();
        let id = p
            .classes
            .iter_enumerated()
            .find(|(_, c)| c.live.is(class))
            .map(|(c, _)| c)?;
        let key = format!("class object {id:?}");
        if let Some(&known) = self.types.get(&key) {
            return Some(known);
        }
        let instance = self.type_of(Annotation::instance(id, false));
        let mut members = self.class_members(id);
        members.retain(|m| m.sort != Sort::Attribute);
        let ty = self.out.types.len();
        self.out.types.push(TypeInfo {
            text: p.class(id).short_name.to_string(),
            members,
            item: None,
            result: instance,
        });
        self.types.insert(key, ty);
        Some(ty)
    }

    fn attributes(&mut self) {
        let p = self.a.program();
        for (_, info) in p.graphs.iter_enumerated() {
            let graph = info.graph();
            for b in graph.live_blocks().filter(|&b| info.is_reached(b)) {
                for op in &graph.blocks[b].ops {
                    if !matches!(op.op, HlOp::GetAttr | HlOp::SetAttr) {
                        continue;
                    }
                    let name = op.args.get(1).and_then(|c| c.as_const()?.as_name());
                    let receiver = op.args.first().and_then(Operand::var);
                    let class = receiver.and_then(|v| info.binding(v).class());
                    let (Some(name), Some(class)) = (name, class) else {
                        continue;
                    };
                    // The class that has it first: overriding methods are one attribute.
                    let above: Vec<ClassId> = p.mro(class).collect();
                    let has = |c: &ClassId| {
                        let def = p.class(*c);
                        def.attrs.contains_key(&name) || def.class_dict.contains_key(&name)
                    };
                    let Some(home) = above.into_iter().rev().find(has) else {
                        continue;
                    };
                    let Some(place) = FileRange::of(op.span) else {
                        continue;
                    };
                    let key = format!("{}.{name}", p.class(home).name);
                    let found = self.out.attributes.entry(place.path.clone()).or_default();
                    found.push((place.last(), key));
                }
            }
        }
        for found in self.out.attributes.values_mut() {
            found.sort();
            found.dedup();
        }
    }
}

fn is_function(v: &Value) -> bool {
    matches!(v, Value::Function(_) | Value::StaticMethod(_))
}

/// Names that the toolchain makes.
fn is_generated(name: &str) -> bool {
    name.contains('#') || name.contains('<')
}

/// Values whose text says all.
fn is_plain(v: &Value) -> bool {
    match v {
        Value::None | Value::Bool(_) | Value::Int(_) | Value::Long(_) => true,
        Value::Float(_) | Value::Str(_) | Value::Unicode(_) => true,
        Value::Tuple(items) => items.len() <= 8 && items.iter().all(is_plain),
        _ => false,
    }
}

/// A value as text, not too long.
pub(super) fn shown(v: &Value) -> String {
    if !is_plain(v) {
        return v.type_name().to_string();
    }
    let text = flowspace::text::constant(v);
    match text.char_indices().nth(60) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text,
    }
}

fn methods<'r>(rows: impl Iterator<Item = &'r MethodRow>, receiver: Receiver) -> Vec<Member> {
    let of_receiver = rows.filter(|r| r.is_of(receiver) && !r.name.starts_with("__"));
    let member = |r: &MethodRow| {
        let Arity { least, most } = r.translated;
        // Some take any number.
        let shown = most.min(least + 4);
        let mut params: Vec<String> = (0..shown)
            .map(|i| match i < least {
                true => format!("x{}", i + 1),
                false => format!("x{} = ...", i + 1),
            })
            .collect();
        if shown < most {
            params.truncate(least);
            params.push("*rest".to_owned());
        }
        let call = Signature {
            label: format!("{}({})", r.name, params.join(", ")),
            params,
        };
        Member {
            name: r.name.to_owned(),
            sort: Sort::Method,
            detail: call.label.clone(),
            ty: None,
            call: Some(call),
            place: None,
        }
    };
    of_receiver.map(member).collect()
}

/// Which names are green and red, line by line.
pub(super) fn colours(
    program: &lowlevel::Program,
    colored: &hintannotator::Colored,
) -> BTreeMap<String, BTreeMap<u32, BTreeMap<String, Paint>>> {
    use lowlevel::binding::Color;
    let mut out: BTreeMap<String, BTreeMap<u32, BTreeMap<String, Paint>>> = BTreeMap::new();
    for copy in colored.copies.iter() {
        if program.funcs[copy.func].attrs.helper {
            continue;
        }
        let g = &copy.graph;
        for b in g.live_blocks() {
            for op in &g.blocks[b].ops {
                let Some(place) = FileRange::of(op.span) else {
                    continue;
                };
                let void = *g.ty(op.result) == ir::lltype::LLType::Void;
                let vars = op.args.iter().filter_map(Operand::var);
                for v in vars.chain((!void).then_some(op.result)) {
                    let Some(name) = g.vars[v].name else { continue };
                    let lines = out.entry(place.path.clone()).or_default();
                    let line = lines.entry(place.first().0).or_default();
                    let paint = line.entry(name.to_string()).or_default();
                    match copy.colors[v] {
                        Color::Green => paint.green = true,
                        Color::Red => paint.red = true,
                    }
                }
            }
        }
    }
    out
}
