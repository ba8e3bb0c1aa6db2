//! The tables about coloured graphs that the image carries for the support library.
//!
//! They are read on the first compilation only, so a program that never gets hot does not pay for them; of the large
//! ones ([`Rows`]) only what a compilation asks for. Addresses of functions and prebuilt objects stand beside them, in
//! tables of the image by `FuncId` and `ObjId`.
use std::sync::Arc;

use abi::format::checksum;
use ir::lltype::{Container, ContainerId, LLType, StoredContainers, TypeTable};
use lowlevel::binding::{Color, CopyId};
use lowlevel::program::{ExternFunc, KnownTypes};
use lowlevel::{AliasRegion, FuncId, JitDriverId, LLOp, ObjId};
use serde::{Deserialize, Serialize};

use crate::rows::{Place, Rows, store};

ir::entity!(
    /// A place where a generator can stop and resume.
    PointId,
    "p"
);
ir::entity!(
    /// A red operation of a coloured graph.
    OpId,
    "op"
);
ir::entity!(
    /// A call that is inlined.
    CallId,
    "c"
);
ir::entity!(
    /// A source position.
    LocationId,
    "l"
);

/// The tables of an image that the run time of its JIT reads.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct JitInfo {
    /// All container types of the program.
    #[serde(skip)]
    pub types: TypeTable,
    /// Those that the collector manages, in the order of their type ids (see [`JitInfo::summarise`]).
    pub managed: Vec<ContainerId>,
    /// Types that `gx_jit_const` names.
    pub lltypes: Vec<LLType>,
    /// All functions by `FuncId`.
    #[serde(skip)]
    pub funcs: Rows<FuncId, FuncInfo>,
    /// Their names, for logs.
    #[serde(skip)]
    pub func_names: Rows<FuncId, String>,
    pub externs: Vec<ExternFunc>,
    /// Containers of prebuilt objects by `ObjId`.
    #[serde(skip)]
    pub objects: Rows<ObjId, ContainerId>,
    /// For portals that are called: the portal's number, and a call of it (see [`JitInfo::summarise`]).
    pub portal_calls: Vec<(u32, CallId)>,
    /// Objects that are vtables (see [`JitInfo::summarise`]).
    pub vtables: Vec<ObjId>,
    /// What elidable functions read that give no references, and may change (see [`JitInfo::summarise`]).
    pub rewritable: Vec<AliasRegion>,
    /// What elidable functions read that give references, and may change; `None`: that is not known of one of them (see
    /// [`JitInfo::summarise`]).
    pub reread: Option<Vec<AliasRegion>>,
    /// Things known by role.
    pub known: KnownTypes,
    /// Classes of the arrays and lists that fields and items refer to: two of different classes are never the same
    /// object. What is not listed, or with several classes, may be any. More may refer to those of
    /// [`lowlevel::OUTSIDE_OWNER`].
    pub owners: Vec<(AliasRegion, u32)>,
    /// Red operations, as [`gx_jit_op`](crate) is called with their numbers.
    #[serde(skip)]
    pub ops: Rows<OpId, OpInfo>,
    /// Points of all copies, by the numbers that continuations carry.
    #[serde(skip)]
    pub points: Rows<PointId, PointInfo>,
    /// The coloured copies of graphs, each with a generator.
    #[serde(skip)]
    pub copies: Rows<CopyId, CopyInfo>,
    /// Calls that are inlined.
    #[serde(skip)]
    pub calls: Rows<CallId, CallInfo>,
    /// Red switches, by the number in the `SWITCH` action.
    pub switches: Vec<SwitchInfo>,
    /// Functions with a merge point, by the number that `gx_jit_enter` is called with.
    pub portals: Vec<PortalInfo>,
    /// Source positions, without duplicates: points and operations refer to them.
    #[serde(skip)]
    pub locations: Rows<LocationId, LocationInfo>,
    /// Names of points, for logs: of the block or action, `b12`, `after call of f`.
    #[serde(skip)]
    pub point_names: Rows<PointId, String>,
    /// The exchange buffer between the interpreter and the JIT (see [`crate`]).
    pub exchange: Option<ObjId>,
    /// Raw words: how the drivers of the translated interpreter count (see [`crate::Tuning`]).
    pub threshold: Option<ObjId>,
    /// The raw counter table (words), [`crate::COUNTERS`] entries.
    pub counters: Option<ObjId>,
    /// Raw words beside the counters: the [record](crate::Record) that was used last of those whose greens share the
    /// counter.
    pub records: Option<ObjId>,
    /// What stands for an object that waits to be allocated in a frame of residual code: a structure with one field,
    /// its token.
    pub loan: Option<ContainerId>,
    /// Raw words, one for each of the fields in `watchable`: how many objects there are whose field residual code rests
    /// on. Stores to the field call `gx_jit_written` with its number if the word is not 0.
    pub watched: Option<ObjId>,
    /// Fields that change rarely (`name?`), and whose stores tell the JIT; sorted.
    pub watchable: Vec<AliasRegion>,
    /// Whether the program asks for addresses of managed objects. If it does not, `raw_load` and `raw_store` access
    /// memory beside them.
    pub has_managed_addresses: bool,
}

/// Where the large tables lie, behind the rest.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Places {
    types: Place,
    funcs: Place,
    func_names: Place,
    objects: Place,
    ops: Place,
    points: Place,
    copies: Place,
    calls: Place,
    locations: Place,
    point_names: Place,
}

/// The containers of an image.
struct Types(Rows<ContainerId, Container>);

impl StoredContainers for Types {
    fn count(&self) -> usize {
        self.0.len()
    }
    fn container(&self, c: ContainerId) -> &Container {
        &self.0[c]
    }
}

/// Bytes before what is always read: its checksum and its size.
const HEAD: usize = 16;

impl JitInfo {
    /// The name of a function, for people.
    pub fn func_name(&self, f: FuncId) -> &str {
        self.func_names.get(f).map_or("?", |n| n)
    }
    /// Fills in what follows from looking at all functions, objects and calls.
    pub fn summarise(&mut self) {
        self.managed = self.types.managed().collect();
        self.portal_calls.clear();
        for (id, call) in self.calls.iter_enumerated() {
            let known = |p: &u32| self.portal_calls.iter().any(|known| known.0 == *p);
            if let Some(portal) = call.portal.filter(|p| !known(p)) {
                self.portal_calls.push((portal, id));
            }
        }
        let reads = |unsettled: bool| {
            let which = self.funcs.iter().filter(move |f| f.unsettled == unsettled);
            let mut all: Vec<AliasRegion> = which.flat_map(|f| f.reads.iter().copied()).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let (rewritable, reread) = (reads(false), reads(true));
        let is_vtable = |c: ContainerId| {
            let root = self.known.vtable;
            root.is_some_and(|root| self.types.is_subtype(c, root))
        };
        let vtables = self.objects.iter_enumerated();
        self.vtables = vtables
            .filter_map(|(o, &c)| is_vtable(c).then_some(o))
            .collect();
        self.rewritable = rewritable;
        self.reread = (!self.funcs.iter().any(|f| f.reads_more)).then_some(reread);
    }
    /// The bytes in the image: checksum and size of what is always read, that, and the large tables.
    ///
    /// # Errors
    /// Never, for tables made by this program.
    pub fn encode(&self) -> Result<Vec<u8>, String> {
        self.try_encode()
            .map_err(|e| format!("the JIT's tables: {e}"))
    }
    fn try_encode(&self) -> Result<Vec<u8>, postcard::Error> {
        let mut rows = Vec::new();
        let types: Vec<&Container> = self.types.iter().map(|(_, c)| c).collect();
        let places = Places {
            types: store(&types, &mut rows)?,
            funcs: self.funcs.store(&mut rows)?,
            func_names: self.func_names.store(&mut rows)?,
            objects: self.objects.store(&mut rows)?,
            ops: self.ops.store(&mut rows)?,
            points: self.points.store(&mut rows)?,
            copies: self.copies.store(&mut rows)?,
            calls: self.calls.store(&mut rows)?,
            locations: self.locations.store(&mut rows)?,
            point_names: self.point_names.store(&mut rows)?,
        };
        let head = postcard::to_allocvec(&(&places, self))?;
        let mut out = Vec::with_capacity(HEAD + head.len() + rows.len());
        out.extend(checksum(&head).to_le_bytes());
        out.extend((head.len() as u64).to_le_bytes());
        out.extend(head);
        out.extend(rows);
        Ok(out)
    }
    /// The tables in an image.
    ///
    /// # Errors
    /// A message, if the image is damaged. Of the large tables that shows when they are read, which ends the program.
    pub fn decode(bytes: &'static [u8]) -> Result<JitInfo, String> {
        JitInfo::read(bytes).ok_or_else(|| "the JIT's tables are damaged".to_owned())
    }
    fn read(bytes: &'static [u8]) -> Option<JitInfo> {
        let (sum, rest) = bytes.split_first_chunk()?;
        let (size, rest) = rest.split_first_chunk()?;
        let size = usize::try_from(u64::from_le_bytes(*size)).ok()?;
        let (head, rows) = rest.split_at_checked(size)?;
        if checksum(head) != u64::from_le_bytes(*sum) {
            return None;
        }
        let (at, info): (Places, JitInfo) = postcard::from_bytes(head).ok()?;
        Some(JitInfo {
            types: TypeTable::stored(Arc::new(Types(Rows::stored(rows, at.types)?))),
            funcs: Rows::stored(rows, at.funcs)?,
            func_names: Rows::stored(rows, at.func_names)?,
            objects: Rows::stored(rows, at.objects)?,
            ops: Rows::stored(rows, at.ops)?,
            points: Rows::stored(rows, at.points)?,
            copies: Rows::stored(rows, at.copies)?,
            calls: Rows::stored(rows, at.calls)?,
            locations: Rows::stored(rows, at.locations)?,
            point_names: Rows::stored(rows, at.point_names)?,
            ..info
        })
    }
}

/// What the JIT must know of a function that it cannot look at: the image has no graphs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct FuncInfo {
    /// Its `FuncType`.
    pub sig: Option<ContainerId>,
    /// `@elidable`.
    pub elidable: bool,
    /// It changes what others see.
    pub outward: bool,
    /// It gives a reference and reads what may be written: None may become an object later.
    pub unsettled: bool,
    /// Of an elidable function: what it (and what it calls) reads of memory that may change, if that is not much.
    pub reads: Vec<AliasRegion>,
    /// Of an elidable function: it reads more than that, or what it reads is not known.
    pub reads_more: bool,
    /// It may end by an exception: a residual call of it is followed by a test.
    pub can_raise: bool,
    /// It may collect: references are in root slots across a call of it.
    pub can_collect: bool,
    /// It (or what it calls) may access a field of a kind of objects that are held: of a virtualizable.
    pub reads_held: bool,
    /// It (or what it calls) may ask a virtual reference for its target.
    pub asks: bool,
    /// What it (and what it calls) may write: sorted; `None`: anything.
    pub writes: Option<Vec<AliasRegion>>,
    /// The immutable fields that it stores to in its arguments (by index, Void ones left out): it is a constructor, or
    /// calls one.
    pub initialises: Vec<(u32, AliasRegion)>,
}

/// A red operation of some graph, with the types that it has there.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OpInfo {
    pub op: LLOp,
    /// Types of the arguments, Void ones left out (they have no box).
    pub args: Vec<LLType>,
    /// Type of the result.
    pub result: LLType,
    /// Index into [`JitInfo::locations`].
    pub location: u32,
    /// A load of data that never changes though its type does not say so (`deepfreeze`, `[*]`): it folds on constants.
    pub frozen: bool,
}

impl OpInfo {
    /// An operation that the compiler makes.
    pub fn new(op: LLOp, args: Vec<LLType>, result: LLType, location: u32) -> OpInfo {
        OpInfo {
            op,
            args,
            result,
            location,
            frozen: false,
        }
    }
}

/// A place where a generator stops and is resumed (see [`crate`]).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PointInfo {
    pub copy: CopyId,
    /// The number that the generator knows it by.
    pub local: u32,
    /// Types of the greens, in the order of the state.
    pub greens: Vec<LLType>,
    /// Types of the reds, in the order of the state.
    pub reds: Vec<LLType>,
    /// Reds that are not negative by the flow of the program, and whether they are countable (see `transform::ranges`).
    pub not_negative: Vec<(u32, bool)>,
    /// Behind an action: reds that are references to objects which nobody looks into from here on (see
    /// `timeshift::unread`).
    pub unread: Vec<u32>,
    /// A value that the driver appends: result of a call, promoted value.
    pub result: Option<(Color, LLType)>,
    /// Behind a promotion: strings are compared by value (`promote_string`).
    pub by_value: bool,
    /// What it is, for the driver.
    pub kind: PointKind,
    /// What follows runs only when something goes wrong, or is marked as unlikely (`transform::frequency`).
    pub rare: bool,
    /// Index into [`JitInfo::locations`].
    pub location: u32,
}

/// Whether `gx_jit_test` knows an operation: a test of up to two words.
pub fn is_test(op: &LLOp) -> bool {
    use LLOp::*;
    matches!(
        op,
        IntEq
            | IntNe
            | IntLt
            | IntLe
            | IntGt
            | IntGe
            | UintEq
            | UintNe
            | UintLt
            | UintLe
            | UintGt
            | UintGe
            | CharEq
            | CharNe
            | PtrEq
            | PtrNe
            | PtrNonzero
            | PtrIszero
            | IntIsTrue
            | UintIsTrue
            | BoolNot
            | ExcOccurred
    )
}

/// What a point is to the table of versions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PointKind {
    /// Entered from one place only: never worth a version of its own.
    Plain,
    /// Residual control flow may join here.
    Join,
    /// A join that is the head of a loop.
    LoopHead,
    /// The head of a loop in a function that is declared `unroll_safe`: turns with other numbers are code of their own.
    UnrolledHead,
    /// Behind a merge point.
    Portal(u32),
}

impl PointKind {
    /// Whether a loop comes back to it.
    pub fn is_head(self) -> bool {
        matches!(
            self,
            PointKind::LoopHead | PointKind::UnrolledHead | PointKind::Portal(_)
        )
    }
}

/// A function with one assignment of colours.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CopyInfo {
    /// The function whose graph it is.
    pub func: FuncId,
    /// The function that is its generator.
    pub generator: FuncId,
    /// The function that is its executor.
    pub executor: FuncId,
    /// The point at its start (portals: behind the merge point).
    pub start: PointId,
    /// Colour and type of the result.
    pub result: (Color, LLType),
    /// Has loops that are not all green.
    pub has_loops: bool,
}

/// A call that is inlined.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CallInfo {
    /// What to call: one entry for a direct call.
    pub targets: Vec<(FuncId, CopyId)>,
    pub sig: ContainerId,
    /// Where each parameter of the function comes from: colour, in order (greens and reds are stored apart in the
    /// state). Void parameters are green and have no word.
    pub args: Vec<Color>,
    /// Colour and type of the result.
    pub result: (Color, LLType),
    /// The operation as residual call: `direct_call` with all parameters as boxes, or `indirect_call` with the function
    /// pointer before them.
    pub residual: OpId,
    /// Through a function pointer.
    pub indirect: bool,
    /// The number of the portal that is called with the state at its merge point: all arguments are boxes.
    pub portal: Option<u32>,
}

/// A switch on a red value.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SwitchInfo {
    /// Type of the value.
    pub ty: LLType,
    /// The cases as words; the default comes last and has no word.
    pub cases: Vec<u64>,
    /// Whether there is a default.
    pub has_default: bool,
}

/// A function with a merge point: the interpreter loop that compiled code takes the place of.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PortalInfo {
    /// The driver of its merge point.
    pub driver: JitDriverId,
    pub name: String,
    pub func: FuncId,
    /// The copy that starts behind the merge point.
    pub copy: CopyId,
    /// The point behind the merge point.
    pub point: PointId,
    /// Names and types of the greens.
    pub greens: Vec<(String, LLType)>,
    /// Names and types of the reds.
    pub reds: Vec<(String, LLType)>,
    /// Which of the reds, by their numbers at the point, are virtualizables.
    pub virtualizables: Vec<u32>,
    /// Type of the function's result.
    pub result: LLType,
    /// How residual code calls it.
    pub direct: Option<Direct>,
    /// `get_printable_location(greens) -> string`.
    pub printable_location: Option<FuncId>,
    /// Index into [`JitInfo::locations`].
    pub location: u32,
}

/// A call of a portal with known greens enters its residual code (see [`crate::Record`]).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Direct {
    /// `direct(record: Signed, reds...)`: enters the code of the record; where there is none, or it is left at a merge
    /// point, the portal goes on.
    pub func: FuncId,
    /// `resume(record: Signed)`: the same for code that takes other words, which stand in the exchange buffer, from its
    /// beginning on. There is code.
    pub resume: FuncId,
    /// For each value of the state, greens first, the portal's parameter that it is (Void ones not counted).
    pub params: Vec<u32>,
}

/// A source position, for tracebacks and logs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LocationInfo {
    /// The name of the function.
    pub function: String,
    /// The path of the source file.
    pub file: String,
    /// From 1; 0 if unknown.
    pub line: u32,
    /// From 1; 0 if unknown.
    pub column: u32,
    /// The line's text, trimmed.
    pub text: String,
}
