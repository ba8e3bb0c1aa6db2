//! Whole low-level programs: types, functions, external functions, prebuilt objects.
use ir::index::IndexVec;
use ir::lltype::{ContainerId, LLType, TypeTable};
use ir::name::Name;
use ir::source::Span;

use super::{AliasRegion, LLGraph, Value};

ir::entity!(
    /// A function of the program.
    FuncId,
    "f"
);
ir::entity!(
    /// A function of the runtime.
    ExternId,
    "x"
);
ir::entity!(
    /// A prebuilt object.
    ObjId,
    "o"
);
ir::entity!(
    /// A JIT driver.
    JitDriverId,
    "j"
);

/// A function with its graph.
#[derive(Clone, Debug)]
pub struct Function {
    /// `module.function`, unique (a specialised copy has a suffix); the symbol in the executable.
    pub name: String,
    /// Its `FuncType` container.
    pub sig: ContainerId,
    pub graph: LLGraph,
    /// Marks of its author and of passes.
    pub attrs: FuncAttrs,
}

/// What the inliner is told about a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum InlineHint {
    /// By size and hotness.
    #[default]
    Auto,
    /// `@always_inline`, small helpers.
    Always,
    /// `@dont_inline`, slow paths.
    Never,
}

/// Marks on a function.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FuncAttrs {
    pub inline: InlineHint,
    /// Where it is defined.
    pub span: Span,
    /// `@elidable`.
    pub elidable: bool,
    /// `@unroll_safe`.
    pub unroll_safe: bool,
    /// `@dont_look_inside`.
    pub dont_look_inside: bool,
    /// A container operation with a virtual form in the JIT, e.g. `list.append`.
    pub oopspec: Option<Name>,
    /// An LLPython helper of the toolchain, not user code: left out of tracebacks.
    pub helper: bool,
    /// Other marks by attribute name (`_gctransformer_hint_...`, `_jit_...`).
    pub marks: Vec<Name>,
}

/// The mark of the prologue of a portal, which was a part of it: its call of the portal has no place in the source and
/// is left out of tracebacks.
pub const PROLOGUE: &str = "_prologue_";

impl FuncAttrs {
    /// Whether the function has a mark.
    pub fn has_mark(&self, mark: &str) -> bool {
        self.marks.iter().any(|m| m.as_str() == mark)
    }
}

/// A function the runtime provides. It gets the runtime context as hidden first argument if `context`.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct ExternFunc {
    /// Its symbol in the runtime's table.
    pub name: Name,
    pub args: Vec<LLType>,
    pub result: LLType,
    /// May set the pending exception.
    pub can_raise: bool,
    /// May allocate GC memory or call back, hence move objects: a safepoint.
    pub can_collect: bool,
    /// The same result for the same arguments, and no effect.
    pub pure: bool,
    /// Takes the runtime context.
    pub context: bool,
    /// Never returns.
    pub noreturn: bool,
}

/// A prebuilt object: data that exists before the program starts.
#[derive(Clone, PartialEq, Debug)]
pub struct Object {
    pub container: ContainerId,
    pub init: Init,
    /// A name for people, may be empty.
    pub name: String,
}

/// Contents of (a part of) a prebuilt object.
#[derive(Clone, PartialEq, Debug)]
pub enum Init {
    Zero,
    Value(Value),
    /// Of a structure: one per field.
    Struct(Vec<Init>),
    /// Of an array (its length follows).
    Array(Vec<Init>),
    /// Of an array of `Char`.
    Bytes(Vec<u8>),
}

impl Init {
    /// Visits the values, those of parts too.
    pub fn values(&self, f: &mut impl FnMut(Value)) {
        match self {
            Init::Value(v) => f(*v),
            Init::Struct(parts) | Init::Array(parts) => parts.iter().for_each(|p| p.values(f)),
            Init::Zero | Init::Bytes(_) => {}
        }
    }
}

/// A JIT driver as its author wrote it.
#[derive(Clone, PartialEq, Debug)]
pub struct JitDriver {
    pub name: String,
    /// Names of the greens.
    pub greens: Vec<Name>,
    /// Names of the reds.
    pub reds: Vec<Name>,
    /// `get_printable_location`, if given and annotated.
    pub get_printable_location: Option<FuncId>,
    /// Names of virtualizable reds.
    pub virtualizables: Vec<Name>,
    /// `is_recursive`.
    pub is_recursive: bool,
    /// `reds='auto'`: all that is live behind the merge point and not green.
    pub auto_reds: bool,
    /// Where it is made.
    pub span: Span,
}

/// What passes and the back end must know by role: builtin exceptions and root types.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct KnownTypes {
    /// The structure of strings (`hash`, trailing `chars`).
    pub string: Option<ContainerId>,
    /// The structure of unicode strings (`hash`, trailing `chars`).
    pub unicode: Option<ContainerId>,
    /// The root instance structure (first field: the vtable pointer).
    pub object: Option<ContainerId>,
    /// The root vtable structure (first fields: subclass range min, max).
    pub vtable: Option<ContainerId>,
    /// The instance structure of `EnvironmentError`, where the program has it.
    pub environment_error: Option<ContainerId>,
    /// The instance structure of `BaseException`, where exceptions of the program have texts (the field `(text)`).
    pub exception: Option<ContainerId>,
    /// Fields of virtualizables whose arrays are held with them (`_virtualizable_ = ['stack[*]']`).
    pub held_arrays: Vec<(ContainerId, u32)>,
    /// The references of `rlib.jit.virtual_ref`, where the program has them.
    pub reference: Option<VirtualReference>,
    /// Builtin exception classes by name: vtable and a prebuilt instance to raise.
    pub exceptions: Vec<KnownException>,
}

/// The structure of virtual references, which the JIT knows (`jit::support::references`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct VirtualReference {
    pub container: ContainerId,
    /// The field of the target.
    pub target: u32,
    /// The field of the state: 0 if nobody has asked, 1 if somebody has, 2 once the target was left, else a token.
    pub state: u32,
}

impl KnownTypes {
    /// Whether a location is part of what the program declares, so that a hint of the program may be behind its
    /// immutability. The class of an instance, texts and lengths never change anyway.
    pub fn is_of_program(&self, types: &TypeTable, part: AliasRegion) -> bool {
        let c = part.container();
        let own = [self.object, self.string, self.unicode];
        types.is_gc(c) && !own.contains(&Some(c)) && !matches!(part, AliasRegion::Length(_))
    }
    /// Whether a location is the class of instances, which is stored right behind the allocation and never again.
    pub fn is_class(&self, part: AliasRegion) -> bool {
        Some(part.container()) == self.object
    }
}

/// A builtin exception class that passes raise.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct KnownException {
    /// `OverflowError`, `ZeroDivisionError`, `MemoryError`, `RecursionError`, `StopIteration`, `IndexError`,
    /// `KeyError`, `ValueError`, `OSError`, ...
    pub name: Name,
    pub vtable: ObjId,
    /// An instance to raise.
    pub instance: ObjId,
}

/// What must stay although the entry does not reach it: passes that renumber functions and objects keep these lists in
/// order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Kept {
    pub funcs: Vec<FuncId>,
    pub objects: Vec<ObjId>,
}

/// Everything that becomes machine code: types, functions, prebuilt objects, tables of a JIT.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub types: TypeTable,
    pub funcs: IndexVec<FuncId, Function>,
    pub externs: IndexVec<ExternId, ExternFunc>,
    pub objects: IndexVec<ObjId, Object>,
    pub drivers: IndexVec<JitDriverId, JitDriver>,
    /// Things known by role.
    pub known: KnownTypes,
    /// The function the executable starts: `entry(argv: Ptr(list of strings)) -> Signed`, or whatever a test calls.
    pub entry: Option<FuncId>,
    /// What the JIT needs beside what the entry reaches.
    pub kept: Kept,
    /// Functions of the user that are gone: what is left of them was inlined, and keeps their places. Name and
    /// definition.
    pub inlined: Vec<(String, Span)>,
}

impl Function {
    /// Its definition in the source.
    pub fn span(&self) -> Span {
        if self.attrs.span.is_none() {
            self.graph.span
        } else {
            self.attrs.span
        }
    }
}

impl Program {
    /// The known exception of this name.
    pub fn exception(&self, name: &str) -> Option<&KnownException> {
        self.known.exceptions.iter().find(|e| e.name == *name)
    }
    /// The function of this name.
    pub fn func_by_name(&self, name: &str) -> Option<FuncId> {
        self.funcs
            .iter_enumerated()
            .find(|(_, f)| f.name == name)
            .map(|(i, _)| i)
    }
}
