//! Reads the text form of low-level programs (see [`super::text`]).
//!
//! Two passes over the lines: the first declares every name (structures, externs, objects, functions with their
//! signatures), so that anything may refer to anything; the second fills in fields, initial contents and graphs.
use ir::lltype::{
    ArrayType, Container, ContainerId, Field, FieldType, FuncType, Immutability, LLType,
    StructHints, StructType,
};
use ir::model::text::{ParseError, Reader, parse_from};
use ir::name::Name;
use ir::source::Span;
use rustc_hash::FxHashMap;

use super::lex::{bytes, call, depth, split, strip_comment, unescape, words};
use super::program::KnownException;
use super::{
    Const, ExternFunc, ExternId, FuncAttrs, FuncId, Function, Init, InlineHint, JitDriver,
    JitDriverId, LL, LLGraph, ObjId, Object, Program, Value,
};

mod operations;

use operations::primitive;

type Result<T> = std::result::Result<T, String>;

/// Reads the text form of a program; errors name the line.
pub fn parse_program(text: &str) -> std::result::Result<Program, ParseError> {
    let mut r = ProgramReader::default();
    let chunks = chunks(text);
    for c in &chunks {
        r.declare(c).map_err(|e| c.error(e))?;
    }
    // Signatures need all structures.
    for c in &chunks {
        r.signatures(c).map_err(|e| c.error(e))?;
    }
    for c in &chunks {
        r.define(c)?;
    }
    Ok(r.program)
}

/// A logical line: a declaration (joined until its brackets balance), or a graph with its body.
struct Chunk {
    line: usize,
    word: String,
    rest: String,
    /// Of a graph: the whole text.
    body: String,
    /// Of a graph: the attributes before it.
    attrs: String,
}

impl Chunk {
    fn error(&self, message: String) -> ParseError {
        ParseError {
            line: self.line,
            message,
        }
    }
}

const DECLARATIONS: [&str; 11] = [
    "struct",
    "cyclic",
    "opaque",
    "forward",
    "known",
    "exception",
    "extern",
    "driver",
    "object",
    "entry",
    "attrs",
];

fn chunks(text: &str) -> Vec<Chunk> {
    let mut out: Vec<Chunk> = Vec::new();
    let mut attrs = String::new();
    let mut open = false;
    for (i, raw) in text.lines().enumerate() {
        let line = strip_comment(raw);
        let trimmed = line.trim();
        let (word, rest) = trimmed.split_once(' ').unwrap_or((trimmed, ""));
        if open {
            let last = out.last_mut().expect("a declaration is open");
            last.rest.push(' ');
            last.rest.push_str(trimmed);
            open = depth(&last.rest) > 0;
        } else if word == "attrs" {
            attrs = rest.to_owned();
        } else if DECLARATIONS.contains(&word) || word == "graph" {
            let graph = word == "graph";
            out.push(Chunk {
                line: i + 1,
                word: word.to_owned(),
                rest: rest.to_owned(),
                body: if graph {
                    line.to_owned()
                } else {
                    String::new()
                },
                attrs: if graph {
                    std::mem::take(&mut attrs)
                } else {
                    String::new()
                },
            });
            open = !graph && depth(rest) > 0;
        } else if let Some(last) = out.last_mut()
            && last.word == "graph"
        {
            last.body.push('\n');
            last.body.push_str(line);
        } else if !trimmed.is_empty() {
            out.push(Chunk {
                line: i + 1,
                word: word.to_owned(),
                rest: rest.to_owned(),
                body: String::new(),
                attrs: String::new(),
            });
        }
    }
    out
}

/// Resolves names against a program that is being read, or has been read.
#[derive(Default)]
struct ProgramReader {
    program: Program,
    structs: FxHashMap<String, ContainerId>,
    objects: FxHashMap<String, ObjId>,
    funcs: FxHashMap<String, FuncId>,
    externs: FxHashMap<String, ExternId>,
    drivers: FxHashMap<String, JitDriverId>,
}

impl ProgramReader {
    fn unique<T>(map: &mut FxHashMap<String, T>, name: &str, id: T) -> Result<()> {
        if map.insert(name.to_owned(), id).is_some() {
            return Err(format!("`{name}` is defined twice"));
        }
        Ok(())
    }
    fn declare(&mut self, c: &Chunk) -> Result<()> {
        match c.word.as_str() {
            "struct" | "opaque" | "forward" | "cyclic" => {
                let head = c.rest.split(['{', '=']).next().unwrap_or_default();
                let mut words = head.split_whitespace();
                let text = words.next().ok_or("expected a name")?;
                let gc = words.any(|w| w == "gc");
                // `Point.2` is the second structure called `Point`.
                let plain = match text.rsplit_once('.') {
                    Some((p, n)) if n.bytes().all(|b| b.is_ascii_digit()) => p,
                    _ => text,
                };
                let name = Name::new(&unescape(plain)?);
                let id = self.program.types.forward(name, gc);
                if c.word == "opaque" {
                    self.program
                        .types
                        .define(id, Container::Opaque { name, gc });
                }
                Self::unique(&mut self.structs, text, id)
            }
            "object" => {
                let (name, _) = c.rest.split_once(':').ok_or("expected `:`")?;
                let name = name.trim().strip_prefix('@').ok_or("expected `@`")?;
                let id = self.program.objects.push(Object {
                    container: ContainerId(0),
                    init: Init::Zero,
                    name: unescape(name)?,
                });
                Self::unique(&mut self.objects, name, id)
            }
            "driver" => {
                let name = c.rest.split_whitespace().next().ok_or("expected a name")?;
                let id = self.program.drivers.push(JitDriver {
                    name: unescape(name)?,
                    greens: Vec::new(),
                    reds: Vec::new(),
                    get_printable_location: None,
                    virtualizables: Vec::new(),
                    is_recursive: false,
                    auto_reds: false,
                    span: Span::NONE,
                });
                Self::unique(&mut self.drivers, name, id)
            }
            "graph" | "extern" | "known" | "exception" | "entry" => Ok(()),
            other => Err(format!("cannot read `{other}`")),
        }
    }
    fn signatures(&mut self, c: &Chunk) -> Result<()> {
        match c.word.as_str() {
            "struct" => self.structure(&c.rest),
            "cyclic" => {
                let (head, description) = c.rest.split_once('=').ok_or("expected `=`")?;
                let name = head.split_whitespace().next().ok_or("expected a name")?;
                let id = self.structs[name];
                let plain = self.container(description)?;
                let definition = self.program.types.get(plain).clone();
                self.program.types.define(id, definition);
                Ok(())
            }
            "graph" => self.function_signature(c),
            "extern" => self.extern_signature(c),
            "object" => {
                let (name, rest) = c.rest.split_once(':').ok_or("expected `:`")?;
                let (ty, _) = split_assign(rest)?;
                let container = self.container(ty)?;
                let id = self.objects[name.trim().trim_start_matches('@')];
                self.program.objects[id].container = container;
                Ok(())
            }
            _ => Ok(()),
        }
    }
    fn function_signature(&mut self, c: &Chunk) -> Result<()> {
        let (name, args, ret) = call(&c.rest)?;
        let args = split(args)
            .into_iter()
            .map(|a| {
                let (_, ty) = a.split_once(':').ok_or("expected a type")?;
                self.ty(ty.trim())
            })
            .collect::<Result<Vec<_>>>()?;
        let result = self.ty(ret.strip_prefix("->").unwrap_or(ret).trim())?;
        let sig = self.program.types.func(&args, result);
        let name = name.to_owned();
        let graph = LLGraph::new(
            name.clone(),
            Span::NONE,
            result,
            LLType::Address,
            LLType::Address,
        );
        let id = self.program.funcs.push(Function {
            name: unescape(&name)?,
            sig,
            graph,
            attrs: attributes(&c.attrs)?,
        });
        Self::unique(&mut self.funcs, &name, id)
    }

    fn extern_signature(&mut self, c: &Chunk) -> Result<()> {
        let (name, args, rest) = call(&c.rest)?;
        let args = split(args)
            .into_iter()
            .map(|a| self.ty(a))
            .collect::<Result<Vec<_>>>()?;
        let rest = rest.strip_prefix("->").ok_or("expected `->`")?.trim();
        let mut words = words(rest);
        if words.is_empty() {
            return Err("expected a result type".into());
        }
        let result = self.ty(words.remove(0))?;
        let mut x = ExternFunc {
            name: Name::new(&unescape(name)?),
            args,
            result,
            can_raise: false,
            can_collect: false,
            pure: false,
            context: false,
            noreturn: false,
        };
        for w in words {
            match w {
                "raises" => x.can_raise = true,
                "collects" => x.can_collect = true,
                "pure" => x.pure = true,
                "context" => x.context = true,
                "noreturn" => x.noreturn = true,
                _ => return Err(format!("unknown mark `{w}`")),
            }
        }
        let id = self.program.externs.push(x);
        Self::unique(&mut self.externs, name, id)
    }

    fn structure(&mut self, rest: &str) -> Result<()> {
        let (head, body) = rest.split_once('{').ok_or("expected `{`")?;
        let body = body.trim().strip_suffix('}').ok_or("expected `}`")?;
        let mut head = head.split_whitespace();
        let id = self.structs[head.next().ok_or("expected a name")?];
        let mut hints = StructHints::default();
        for w in head {
            match w {
                "gc" => {}
                "immutable" => hints.immutable = true,
                "vtable" => hints.vtable = true,
                "finalizer" => hints.finalizer = true,
                "weakref" => hints.weakref = true,
                _ => return Err(format!("unknown mark `{w}`")),
            }
        }
        let mut fields = Vec::new();
        for part in split(body) {
            let (name, ty) = part.split_once(':').ok_or("expected `field: type`")?;
            let words = words(ty.trim());
            let immutable = match words.get(1).copied() {
                None => Immutability::Mutable,
                Some("immutable") => Immutability::Immutable,
                Some("immutable_array") => Immutability::ImmutableArray,
                Some("quasi_immutable") => Immutability::QuasiImmutable,
                Some("quasi_immutable_array") => Immutability::QuasiImmutableArray,
                Some(w) => return Err(format!("unknown mark `{w}`")),
            };
            fields.push(Field {
                name: Name::new(&unescape(name.trim())?),
                ty: self.field_type(words.first().ok_or("expected a type")?)?,
                immutable,
            });
        }
        let (name, gc) = match self.program.types.get(id) {
            Container::Forward { name, gc } => (*name, *gc),
            _ => return Err("is defined twice".into()),
        };
        self.program.types.define(
            id,
            Container::Struct(StructType {
                name,
                gc,
                fields,
                hints,
            }),
        );
        Ok(())
    }
    fn define(&mut self, c: &Chunk) -> std::result::Result<(), ParseError> {
        if c.word == "graph" {
            let (name, ..) = call(&c.rest).map_err(|e| c.error(e))?;
            let id = self.funcs[name];
            let mut graph = parse_from::<LL>(&c.body, c.line, self)?;
            graph.name.clone_from(&self.program.funcs[id].name);
            self.program.funcs[id].graph = graph;
            return Ok(());
        }
        self.define_declaration(c).map_err(|e| c.error(e))
    }
    fn define_declaration(&mut self, c: &Chunk) -> Result<()> {
        match c.word.as_str() {
            "known" => {
                let (role, ty) = c.rest.split_once(' ').ok_or("expected a role and a type")?;
                let ty = self.container(ty.trim())?;
                let known = &mut self.program.known;
                match role {
                    "string" => known.string = Some(ty),
                    "unicode" => known.unicode = Some(ty),
                    "object" => known.object = Some(ty),
                    "vtable" => known.vtable = Some(ty),
                    "environment_error" => known.environment_error = Some(ty),
                    "exception" => known.exception = Some(ty),
                    _ => return Err(format!("unknown role `{role}`")),
                }
            }
            "exception" => {
                let words: Vec<&str> = c.rest.split_whitespace().collect();
                let &[name, vtable, instance] = words.as_slice() else {
                    return Err("expected `exception NAME @vtable @instance`".into());
                };
                let (vtable, instance) = (self.object(vtable)?, self.object(instance)?);
                self.program.known.exceptions.push(KnownException {
                    name: Name::new(&unescape(name)?),
                    vtable,
                    instance,
                });
            }
            "driver" => {
                let mut words = words(&c.rest);
                let id = self.drivers[words.remove(0)];
                for w in words {
                    if w == "recursive" {
                        self.program.drivers[id].is_recursive = true;
                        continue;
                    }
                    if w == "auto_reds" {
                        self.program.drivers[id].auto_reds = true;
                        continue;
                    }
                    let (key, list, _) = call(w)?;
                    let f = self.funcs.get(list).copied();
                    let list = split(list)
                        .into_iter()
                        .map(|n| Ok(Name::new(&unescape(n)?)))
                        .collect::<Result<Vec<_>>>()?;
                    let d = &mut self.program.drivers[id];
                    match key {
                        "greens" => d.greens = list,
                        "reds" => d.reds = list,
                        "virtualizables" => d.virtualizables = list,
                        "printable_location" => d.get_printable_location = f,
                        _ => return Err(format!("unknown key `{key}`")),
                    }
                }
            }
            "object" => {
                let (name, rest) = c.rest.split_once(':').ok_or("expected `:`")?;
                let (_, init) = split_assign(rest)?;
                let id = self.objects[name.trim().trim_start_matches('@')];
                let container = self.program.objects[id].container;
                self.program.objects[id].init = self.init(FieldType::Inline(container), init)?;
            }
            "entry" => {
                let f = self.funcs.get(c.rest.trim());
                self.program.entry = Some(*f.ok_or_else(|| format!("no function `{}`", c.rest))?);
            }
            _ => {}
        }
        Ok(())
    }
    fn object(&self, text: &str) -> Result<ObjId> {
        text.strip_prefix('@')
            .and_then(|n| self.objects.get(n))
            .copied()
            .ok_or_else(|| format!("no object `{text}`"))
    }
    fn func(&self, name: &str) -> Result<FuncId> {
        self.funcs
            .get(name.trim())
            .copied()
            .ok_or_else(|| format!("no function `{name}`"))
    }
    fn field_type(&mut self, text: &str) -> Result<FieldType> {
        if let Some(t) = primitive(text) {
            return Ok(FieldType::Value(t));
        }
        if text.starts_with("Ptr(") {
            return Ok(FieldType::Value(self.ty(text)?));
        }
        Ok(FieldType::Inline(self.container(text)?))
    }
    fn container(&mut self, text: &str) -> Result<ContainerId> {
        let text = text.trim();
        if let Some(&id) = self.structs.get(text) {
            return Ok(id);
        }
        if text.ends_with(')') && text.contains('(') {
            let (head, inner, rest) = call(text)?;
            if head == "Func" && rest.is_empty() {
                let (_, args, ret) = call(inner)?;
                let args = split(args)
                    .into_iter()
                    .map(|a| self.ty(a))
                    .collect::<Result<Vec<_>>>()?;
                let ret = ret.strip_prefix("->").ok_or("expected `->`")?;
                let result = self.ty(ret)?;
                return Ok(self
                    .program
                    .types
                    .intern(Container::Func(FuncType { args, result })));
            }
            let mut h = head;
            let mut take = |word: &str| match h.strip_prefix(word) {
                Some(r) => {
                    h = r;
                    true
                }
                None => false,
            };
            let (gc, immutable, nolength) = (take("Gc"), take("Immutable"), take("NoLength"));
            if h == "Array" && rest.is_empty() {
                let item = self.field_type(inner.trim())?;
                return Ok(self.program.types.intern(Container::Array(ArrayType {
                    gc,
                    item,
                    immutable,
                    nolength,
                })));
            }
        }
        Err(format!("no type `{text}`"))
    }
    fn init(&mut self, ty: FieldType, text: &str) -> Result<Init> {
        let text = text.trim();
        let inside = |open: char, close: char| {
            text.strip_prefix(open)
                .and_then(|t| t.strip_suffix(close))
                .ok_or_else(|| format!("cannot read `{text}` as contents"))
        };
        if text == "zero" {
            return Ok(Init::Zero);
        }
        match ty {
            FieldType::Value(t) => Ok(Init::Value(self.typed_constant(text, Some(t))?.value)),
            FieldType::Inline(c) => match self.program.types.get(c) {
                Container::Struct(s) => {
                    let fields: Vec<FieldType> = s.fields.iter().map(|f| f.ty).collect();
                    let parts = split(inside('{', '}')?);
                    if parts.len() != fields.len() {
                        return Err(format!("expected {} fields: `{text}`", fields.len()));
                    }
                    let parts = fields.into_iter().zip(parts).map(|(f, p)| self.init(f, p));
                    Ok(Init::Struct(parts.collect::<Result<_>>()?))
                }
                Container::Array(a) => {
                    if text.starts_with('"') {
                        return Ok(Init::Bytes(bytes(inside('"', '"')?)?));
                    }
                    let item = a.item;
                    let parts = split(inside('[', ']')?).into_iter();
                    let parts = parts.map(|p| self.init(item, p));
                    Ok(Init::Array(parts.collect::<Result<_>>()?))
                }
                _ => Err("has no contents".into()),
            },
        }
    }
    fn typed_constant(&mut self, text: &str, expected: Option<LLType>) -> Result<Const> {
        let text = text.trim();
        let unknown = || format!("cannot read the constant `{text}`");
        let int = |ty, value| Ok(Const::new(ty, Value::Int(value)));
        match text {
            "void" => return Ok(Const::VOID),
            "true" => return Ok(Const::bool(true)),
            "false" => return Ok(Const::bool(false)),
            "inf" => return Ok(Const::float(f64::INFINITY)),
            "-inf" => return Ok(Const::float(f64::NEG_INFINITY)),
            "NaN" => return Ok(Const::float(f64::NAN)),
            "null" => return Ok(Const::null(expected.ok_or("expected `null(type)`")?)),
            _ => {}
        }
        if text.starts_with('@') {
            let o = self.object(text)?;
            return Ok(Const::new(
                LLType::Ptr(self.program.objects[o].container),
                Value::Object(o),
            ));
        }
        if let Some(name) = text.strip_prefix('&') {
            let f = self.func(name)?;
            return Ok(Const::new(
                LLType::Ptr(self.program.funcs[f].sig),
                Value::Func(f),
            ));
        }
        if let Some(name) = text.strip_prefix('$') {
            let x = *self.externs.get(name).ok_or_else(unknown)?;
            let (args, result) = {
                let x = &self.program.externs[x];
                (x.args.clone(), x.result)
            };
            return Ok(Const::new(
                LLType::Ptr(self.program.types.func(&args, result)),
                Value::Extern(x),
            ));
        }
        if let Some(c) = text.strip_prefix('\'').and_then(|t| t.strip_suffix('\'')) {
            let b = bytes(c)?;
            return match b.as_slice() {
                &[b] => Ok(Const::char(b)),
                _ => Err(unknown()),
            };
        }
        if let Some(c) = text.strip_prefix("u'").and_then(|t| t.strip_suffix('\'')) {
            if let Some(hex) = c.strip_prefix("\\u{").and_then(|h| h.strip_suffix('}')) {
                let n = i64::from_str_radix(hex, 16).map_err(|_| unknown())?;
                return int(LLType::UniChar, n);
            }
            let b = bytes(c)?;
            return match b.as_slice() {
                &[b] => Ok(Const::unichar(u32::from(b))),
                _ => Err(unknown()),
            };
        }
        if text.ends_with(')') {
            return self.written_constant(text);
        }
        if let Some(n) = text.strip_suffix('u') {
            return Ok(Const::unsigned(n.parse().map_err(|_| unknown())?));
        }
        if let Ok(i) = text.parse::<i64>() {
            return Ok(Const::signed(i));
        }
        if text.contains(['.', 'e', 'E'])
            && text.starts_with(|c: char| c.is_ascii_digit() || c == '-')
        {
            return Ok(Const::float(text.parse().map_err(|_| unknown())?));
        }
        Err(unknown())
    }
    /// `null(type)`, `float(bits)`, `cast(constant, type)`, `Type(number)`, ...
    fn written_constant(&mut self, text: &str) -> Result<Const> {
        let unknown = || format!("cannot read the constant `{text}`");
        let (head, inner, rest) = call(text)?;
        if !rest.is_empty() {
            return Err(unknown());
        }
        match head {
            "null" => return Ok(Const::null(self.ty(inner)?)),
            "float" => {
                let hex = inner.strip_prefix("0x").ok_or_else(unknown)?;
                let bits = u64::from_str_radix(hex, 16).map_err(|_| unknown())?;
                return Ok(Const::new(LLType::Float, Value::Float(bits)));
            }
            "single" => {
                let value = self.typed_constant(inner, Some(LLType::Float))?.value;
                return Ok(Const::new(LLType::SingleFloat, value));
            }
            "cast" => {
                let parts = split(inner);
                let &[value, ty] = parts.as_slice() else {
                    return Err(unknown());
                };
                let ty = self.ty(ty)?;
                let value = self.typed_constant(value, Some(ty))?.value;
                return Ok(Const { ty, value });
            }
            _ => {
                if let Some(ty @ LLType::Int { .. }) = primitive(head) {
                    let n = inner.trim().parse().map_err(|_| unknown())?;
                    return Ok(Const::new(ty, Value::Int(n)));
                }
            }
        }
        Err(unknown())
    }

    fn field_named(&mut self, text: &str) -> Result<(ContainerId, u32)> {
        let (c, f) = text
            .rsplit_once('.')
            .ok_or_else(|| format!("expected `Type.field`, found `{text}`"))?;
        let c = self.container(c)?;
        let s = match self.program.types.get(c) {
            Container::Array(ArrayType {
                item: FieldType::Inline(i),
                ..
            }) => *i,
            _ => c,
        };
        let name = unescape(f)?;
        match self.program.types.get(s) {
            Container::Struct(s) => {
                let i = s.fields.iter().position(|f| f.name == *name.as_str());
                Ok((c, i.ok_or_else(|| format!("no field `{text}`"))? as u32))
            }
            _ => Err(format!("`{text}`: not a structure")),
        }
    }
}

fn split_assign(rest: &str) -> Result<(&str, &str)> {
    let (ty, init) = rest.split_once(" = ").ok_or("expected ` = `")?;
    Ok((ty.trim(), init.trim()))
}

fn attributes(text: &str) -> Result<FuncAttrs> {
    let mut a = FuncAttrs::default();
    for w in words(text) {
        match w {
            "always_inline" => a.inline = InlineHint::Always,
            "dont_inline" => a.inline = InlineHint::Never,
            "elidable" => a.elidable = true,
            "unroll_safe" => a.unroll_safe = true,
            "dont_look_inside" => a.dont_look_inside = true,
            "helper" => a.helper = true,
            _ => match call(w) {
                Ok(("oopspec", o, "")) => a.oopspec = Some(Name::new(&unescape(o)?)),
                Ok(("mark", m, "")) => a.marks.push(Name::new(&unescape(m)?)),
                _ => return Err(format!("unknown attribute `{w}`")),
            },
        }
    }
    Ok(a)
}

#[cfg(test)]
mod tests {
    use super::super::text::print_program;
    use super::parse_program;

    /// Every kind of declaration, type, constant and immediate.
    const EXAMPLE: &str = include_str!("../tests/filetests/text/all.ll");

    #[test]
    fn round_trip() {
        let once = print_program(&parse_program(EXAMPLE).unwrap());
        let again = print_program(&parse_program(&once).unwrap());
        assert_eq!(once, again);
        // Nothing got lost: every token of the example is in the print.
        for token in EXAMPLE.lines().filter(|l| !l.starts_with('#')) {
            let token = token.trim();
            if token.starts_with("v") || token.starts_with("struct") || token.starts_with("object")
            {
                let part = token.split(" = ").last().unwrap();
                assert!(once.contains(part), "{part}\n{once}");
            }
        }
    }

    #[test]
    fn errors_name_the_line() {
        let e = parse_program("struct a { x: Signed }\nobject @o: b = zero\n").unwrap_err();
        assert_eq!((e.line, e.message.as_str()), (2, "no type `b`"));
        let e = parse_program("graph f() -> Signed\nb0():\n    goto return(@x)\n").unwrap_err();
        assert_eq!(e.line, 3);
        let e = parse_program("graph f() -> Signed\nb0():\n    v1: Signed = frob()\n").unwrap_err();
        assert!(e.message.contains("frob"));
        assert!(parse_program("nonsense\n").is_err());
        assert!(parse_program("struct a { x: Signed \n").is_err());
    }
}
