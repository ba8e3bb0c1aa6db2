//! Whole programs: every function from graph to code, in parallel; prebuilt data; and what the linker must know
//! besides.
//!
//! The result is deterministic: functions and objects keep the order of their numbers, whatever order they were
//! compiled in.
use std::sync::Arc;

use ir::index::{Idx, IndexVec};
use ir::lltype::{Container, ContainerId, FieldType, LLType, Layout, TypeTable};
use ir::model::Operand;
use ir::source::Span;
use lowlevel::{Const, ExternFunc, FuncId, LLGraph, LLOp, ObjId, Program, Value};
use rayon::prelude::*;

use crate::BackendError;
use crate::emit::{self, EmitOptions, FuncCode};
use crate::image::data::{self, Data};
use crate::image::format::{
    self, KnownLayout, TYPE_ENVIRONMENT_ERROR, TYPE_EXCEPTION, TYPE_LEAF, TYPE_VAR, TYPE_VAR_REFS,
    TYPE_WEAKREF,
};
use crate::isel::{self, Cx};
use crate::regalloc::{self, Allocator};

/// How a program becomes machine code: allocator, checks, what a JIT needs.
#[derive(Clone, Debug, Default)]
pub struct BackendOptions {
    pub allocator: Allocator,
    /// Check every allocation (slow).
    pub check: bool,
    pub emit: EmitOptions,
    /// Keep what debugging information is made of.
    pub debug: bool,
    /// Functions to keep beside the entry point and what it reaches. Without an entry point all functions are kept.
    pub roots: Vec<FuncId>,
}

/// A collector type with its name.
#[derive(Clone, Debug, Default)]
pub struct TypeDesc {
    /// Facts, without the references into the image.
    pub info: format::TypeInfo,
    pub name: String,
    /// Offsets of references in the fixed part.
    pub refs: Vec<u32>,
    /// Offsets of references in an item.
    pub item_refs: Vec<u32>,
}

/// An external function as calls of it and the image's imports see it.
#[derive(Clone, Debug)]
pub struct ExternDesc {
    pub name: String,
    /// Takes the runtime context.
    pub context: bool,
    /// Is a safepoint.
    pub collects: bool,
    /// Never returns: it may report where the program stands.
    pub noreturn: bool,
    /// A result smaller than a register, whose upper part C leaves undefined.
    pub narrow: Option<crate::mir::MemTy>,
}

impl ExternDesc {
    /// What the back end must know of an external function.
    pub fn new(x: &ExternFunc) -> ExternDesc {
        ExternDesc {
            name: x.name.to_string(),
            context: x.context,
            collects: x.can_collect,
            noreturn: x.noreturn,
            narrow: isel::cx::mem_ty(x.result).filter(|t| t.size() < 8 && !t.is_float()),
        }
    }
}

/// Where a function is defined.
#[derive(Clone, Debug)]
pub struct FuncDesc {
    pub name: String,
    pub span: Span,
    /// Left out of tracebacks.
    pub helper: bool,
}

/// What the image of a program with a JIT holds besides.
#[derive(Clone, Debug, Default)]
pub struct JitTables {
    /// The tables as bytes.
    pub info: Vec<u8>,
    /// The word that counters are compared with.
    pub threshold: Option<ObjId>,
    /// From this function on, all are generators and executors.
    pub generators: Option<FuncId>,
}

/// A compiled program, to be linked at some base.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Code of the functions that are reached.
    pub funcs: IndexVec<FuncId, Option<FuncCode>>,
    pub descs: IndexVec<FuncId, FuncDesc>,
    /// Names and definitions of functions that are there as inlined code only.
    pub inlined: Vec<(String, Span)>,
    pub data: Data,
    /// Collector types by id.
    pub types: Vec<TypeDesc>,
    /// Type id by container.
    pub type_ids: Vec<u32>,
    pub externs: Vec<ExternDesc>,
    /// Vtables with their class names.
    pub vtables: Vec<(ObjId, String)>,
    /// Builtin exceptions: name, vtable, instance.
    pub exceptions: Vec<(String, ObjId, ObjId)>,
    /// Layouts the runtime knows.
    pub known: KnownLayout,
    pub entry: Option<FuncId>,
    /// The JIT's tables. To be set before linking.
    pub jit: Option<JitTables>,
    /// Types and layouts, for debugging information.
    pub debug: Option<Arc<DebugTypes>>,
}

/// The types of a program, for debugging information.
#[derive(Clone, Debug, Default)]
pub struct DebugTypes {
    pub table: TypeTable,
    /// Layout of each container.
    pub layouts: IndexVec<ContainerId, Layout>,
}

/// Compiles a program after all transforms.
pub fn compile_program(
    program: &Program,
    options: &BackendOptions,
) -> Result<Module, BackendError> {
    let mut cx = Cx::new(program);
    if options.debug {
        cx.track_variables();
    }
    let reach = Reach::new(program, &options.roots);
    let ids: Vec<FuncId> = program
        .funcs
        .indices()
        .filter(|&f| reach.funcs[f])
        .collect();
    let codes: Result<Vec<FuncCode>, BackendError> = ids
        .par_iter()
        .map(|&f| compile_function(&cx, f, options))
        .collect();
    let mut funcs = IndexVec::from_elem(None, program.funcs.len());
    for (f, code) in ids.into_iter().zip(codes?) {
        funcs[f] = Some(code);
    }
    let descs = program
        .funcs
        .iter()
        .map(|f| FuncDesc {
            name: f.name.clone(),
            span: f.span(),
            helper: f.attrs.helper,
        })
        .collect();
    let vtables = program
        .objects
        .iter_enumerated()
        .filter(|(o, object)| {
            reach.objects[*o]
                && matches!(program.types.get(object.container), Container::Struct(s) if s.hints.vtable)
        })
        .map(|(o, object)| {
            // Reports name the class, not the table.
            let name = object.name.strip_suffix(".vtable").unwrap_or(&object.name);
            (o, name.to_owned())
        })
        .collect();
    Ok(Module {
        funcs,
        descs,
        inlined: program.inlined.clone(),
        data: data::build(&cx, &reach.objects),
        types: types(&cx),
        type_ids: cx.type_ids.raw().to_vec(),
        externs: program.externs.iter().map(ExternDesc::new).collect(),
        vtables,
        exceptions: program
            .known
            .exceptions
            .iter()
            .map(|e| (e.name.to_string(), e.vtable, e.instance))
            .collect(),
        known: known_layout(&cx),
        entry: program.entry,
        jit: None,
        debug: options.debug.then(|| {
            Arc::new(DebugTypes {
                table: program.types.clone(),
                layouts: cx.layouts.all(),
            })
        }),
    })
}

/// Selects, allocates and emits one function; the verifier of allocation runs where the options ask for it.
pub fn compile_function(
    cx: &Cx<'_>,
    f: FuncId,
    options: &BackendOptions,
) -> Result<FuncCode, BackendError> {
    let function = &cx.program.funcs[f];
    let mut mir = isel::lower(cx, &function.graph)?;
    mir.name = function.name.clone();
    let out = regalloc::allocate(&mir, options.allocator, options.check)?;
    emit::emit(&mir, &out, options.emit)
}

/// Whether a structure is another one or begins with it.
fn begins_with(types: &TypeTable, mut c: ContainerId, base: ContainerId) -> bool {
    loop {
        if c == base {
            return true;
        }
        let Container::Struct(s) = types.get(c) else {
            return false;
        };
        match s.fields.first().map(|f| f.ty) {
            Some(FieldType::Inline(part)) => c = part,
            _ => return false,
        }
    }
}

fn types(cx: &Cx<'_>) -> Vec<TypeDesc> {
    let types = &cx.program.types;
    let known = &cx.program.known;
    let families = [
        (known.environment_error, TYPE_ENVIRONMENT_ERROR),
        (known.exception, TYPE_EXCEPTION),
    ];
    cx.gc_types
        .iter()
        .map(|c| {
            let Some(c) = *c else {
                return TypeDesc::default();
            };
            let layout = &cx.layouts[c];
            let (refs, item_refs) = (types.gc_ref_offsets(c), types.gc_item_offsets(c));
            let mut info = format::TypeInfo {
                size: layout.size.max(16),
                ..format::TypeInfo::default()
            };
            if let Some(v) = layout.var {
                info.size = layout.size;
                info.item_size = v.item_size;
                info.length_offset = v.length_offset.unwrap_or(0);
                info.items_offset = v.items_offset;
                info.flags |= TYPE_VAR;
            }
            if !item_refs.is_empty() {
                info.flags |= TYPE_VAR_REFS;
            }
            if refs.is_empty() && item_refs.is_empty() {
                info.flags |= TYPE_LEAF;
            }
            if let Container::Struct(s) = types.get(c) {
                if s.hints.weakref {
                    info.flags |= TYPE_WEAKREF;
                }
                for (base, flag) in families {
                    if base.is_some_and(|e| begins_with(types, c, e)) {
                        info.flags |= flag;
                    }
                }
            }
            TypeDesc {
                info,
                name: types.show_container(c),
                refs,
                item_refs,
            }
        })
        .collect()
}

fn known_layout(cx: &Cx<'_>) -> KnownLayout {
    let program = cx.program;
    let types = &program.types;
    let mut known = KnownLayout::default();
    if let Some(s) = program.known.string {
        known.string_type = cx.type_ids[s];
        let layout = &cx.layouts[s];
        if let (Some(hash), Some(var)) = (types.field_index(s, "hash"), layout.var) {
            known.string_hash = layout.offsets[hash];
            known.string_length = var.length_offset.unwrap_or(0);
            known.string_chars = var.items_offset;
        }
    }
    if let Some(o) = program.known.object {
        known.instance_vtable = cx.layouts[o].offsets.first().copied().unwrap_or(0);
    }
    let offset = |c, name| (types.field_index(c, name)).map_or(0, |i| cx.layouts[c].offsets[i]);
    if let Some(e) = program.known.environment_error {
        known.error_number = offset(e, "errno");
        known.error_text = offset(e, "strerror");
    }
    if let Some(e) = program.known.exception {
        known.exception_text = offset(e, "(text)");
    }
    // The entry's parameter: a structure with a length and an array of strings.
    let list = program
        .entry
        .and_then(|e| types.as_func(program.funcs[e].sig).args.first().copied())
        .and_then(LLType::container);
    if let Some(list) = list
        && let Container::Struct(s) = types.get(list)
    {
        let mut length = None;
        let mut items = None;
        for (f, &off) in s.fields.iter().zip(&cx.layouts[list].offsets) {
            match f.ty {
                FieldType::Value(LLType::Signed) if length.is_none() => length = Some(off),
                FieldType::Value(LLType::Ptr(a)) if matches!(types.get(a), Container::Array(_)) => {
                    items = Some((off, a));
                }
                _ => {}
            }
        }
        if let (Some(length), Some((items, array))) = (length, items)
            && let Some(var) = cx.layouts[array].var
        {
            known.argv_list_type = cx.type_ids[list];
            known.argv_list_length = length;
            known.argv_list_items = items;
            known.argv_array_type = cx.type_ids[array];
            known.argv_array_length = var.length_offset.unwrap_or(0);
            known.argv_array_items = var.items_offset;
        }
    }
    known
}

/// What the entry point reaches: functions by calls and pointers, objects by constants and pointers.
struct Reach {
    funcs: IndexVec<FuncId, bool>,
    objects: IndexVec<ObjId, bool>,
    todo_funcs: Vec<FuncId>,
    todo_objects: Vec<ObjId>,
}

impl Reach {
    fn new(program: &Program, roots: &[FuncId]) -> Reach {
        let mut r = Reach {
            funcs: IndexVec::from_elem(false, program.funcs.len()),
            objects: IndexVec::from_elem(false, program.objects.len()),
            todo_funcs: Vec::new(),
            todo_objects: Vec::new(),
        };
        for e in &program.known.exceptions {
            r.object(e.vtable);
            r.object(e.instance);
        }
        match program.entry {
            Some(e) => r.func(e),
            None => program.funcs.indices().for_each(|f| r.func(f)),
        }
        for &f in roots {
            r.func(f);
        }
        if program.entry.is_none() && roots.is_empty() {
            program.objects.indices().for_each(|o| r.object(o));
        }
        loop {
            if let Some(f) = r.todo_funcs.pop() {
                r.graph(&program.funcs[f].graph);
            } else if let Some(o) = r.todo_objects.pop() {
                program.objects[o].init.values(&mut |v| r.value(v));
            } else {
                return r;
            }
        }
    }
    fn func(&mut self, f: FuncId) {
        if f.index() < self.funcs.len() && !std::mem::replace(&mut self.funcs[f], true) {
            self.todo_funcs.push(f);
        }
    }
    fn object(&mut self, o: ObjId) {
        if o.index() < self.objects.len() && !std::mem::replace(&mut self.objects[o], true) {
            self.todo_objects.push(o);
        }
    }
    fn value(&mut self, v: Value) {
        match v {
            Value::Object(o) => self.object(o),
            Value::Func(f) => self.func(f),
            _ => {}
        }
    }
    fn operand(&mut self, a: &Operand<Const>) {
        if let Operand::Const(c) = a {
            self.value(c.value);
        }
    }
    fn graph(&mut self, g: &LLGraph) {
        for b in g.live_blocks() {
            let block = &g.blocks[b];
            for op in &block.ops {
                if let LLOp::DirectCall(f) = op.op {
                    self.func(f);
                }
                op.args.iter().for_each(|a| self.operand(a));
            }
            for &l in &block.exits {
                let link = &g.links[l];
                link.args.iter().for_each(|a| self.operand(a));
                if let ir::model::ExitCase::Case(c) = &link.exitcase {
                    self.value(c.value);
                }
            }
        }
    }
}
