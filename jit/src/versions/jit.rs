//! The JIT of a process: the support library's state, code memory, keys, versions, edges, cells, and the work at hand.
//!
//! There is one [`Jit`] per process, shared by reference: emitted code, generators and the collector come back into it
//! while it waits for them, so everything that changes is in cells that are borrowed for a moment only.
//!
//! ```text
//! gx_jit_enter ([entry]) ─▶ cell of the greens ─▶ code, or the compiler ([session]) ─▶ fragments ([emit])
//! gx_jit_edge  ([edges]) ─▶ execute ([execute]), or the compiler; promotions ([promotion])
//! ```
//! * A *fragment* is compiled code: of a version, or of what follows an edge.
//! * An *edge* leads out of a fragment: a stub (with a snapshot), linked, or dead (always executed).
//! * A *snapshot* is a chain and a packed context.
//!
//! [entry]: super::entry
//! [edges]: super::edges
//! [session]: super::session
//! [emit]: super::emit
//! [execute]: super::execute
//! [promotion]: super::promotion
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use backend_x86::fragment::Place;
use backend_x86::residual::region::Config;
use backend_x86::residual::{EdgeSite, Region, Target};
use ir::index::IndexVec;
use ir::lltype::{ContainerId, LLType};
use lowlevel::{FuncId, JitDriverId, LLOp, ObjId};
use regalloc2::{PReg, RegClass};
use runtime::runtime::Runtime;
use rustc_hash::{FxHashMap, FxHashSet};

use super::bias::{Arm, Bias};
use super::budget::Budget;
use super::entry::{Candidate, Entered, KnownEntry, Recorded};
use super::keys::{ChainId, Chains};
use super::log::{Level, Log, quoted};
use super::origins::Origins;
use super::run::Frame;
use super::snapshot::Snapshots;
use super::table::{Limits, Table, VersionId};
use crate::support::boxes::BoxId;
use crate::support::memory;
use crate::support::records::{self, EntryKey};
use crate::support::state::State;
use jit_abi::Record;
use jit_abi::info::{JitInfo, PointId, PointInfo};
use jit_abi::settings::Settings;

ir::entity!(
    /// A compiled fragment.
    FragmentId,
    "F"
);
ir::entity!(
    /// An edge out of a fragment; the number that its stub passes to `gx_jit_edge`.
    EdgeId,
    "E"
);

/// What an edge stub does when it is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EdgeKind {
    /// Goes on at the point of its chain.
    Plain,
    /// The slot behind the reds is promoted: its value becomes the result that the point takes. The number of the
    /// promotion.
    Promote(u32),
    /// Does a branch again whose guard was strengthened (see [`guards`](super::session::guards)): its number.
    Undecided(u32),
    /// Leaves the residual code with this code and the values of its slots.
    Exit(i64),
}

/// The state of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EdgeState {
    /// Leads to a stub.
    Stub,
    /// Leads to a fragment; control that arrives late goes on at this address.
    Linked(FragmentId, u64),
    /// Leads to a stub, and is executed for good.
    Dead,
}

/// Where an edge is in the code, packed: see [`SiteRecord::site`].
#[derive(Debug, Default)]
pub struct SiteRecord {
    patch: u64,
    stub: u64,
    extent: u32,
    places: Box<[u32]>,
}

const REG: u32 = 1 << 30;
const SLOT: u32 = 2 << 30;
const BOTH: u32 = 3 << 30;

fn pack_reg(r: PReg) -> u32 {
    r.hw_enc() as u32 + if r.class() == RegClass::Float { 16 } else { 0 }
}
fn unpack_reg(n: u32) -> PReg {
    let class = if n & 16 != 0 {
        RegClass::Float
    } else {
        RegClass::Int
    };
    PReg::new((n & 15) as usize, class)
}

impl SiteRecord {
    /// Packs a site. Its places are registers and slots: arguments of edge stubs are variables.
    pub fn new(site: &EdgeSite) -> SiteRecord {
        let pack = |p: &Place| match *p {
            Place::Reg(r) => REG | pack_reg(r),
            Place::Slot(s) => SLOT | s,
            Place::Both(r, s) => BOTH | pack_reg(r) << 24 | s,
            Place::Const(_) | Place::Unused => {
                debug_assert!(false, "{p:?} is an argument of an edge stub");
                0
            }
        };
        SiteRecord {
            patch: site.patch,
            stub: site.stub,
            extent: site.extent,
            places: site.places.iter().map(pack).collect(),
        }
    }
    /// Where the arguments are.
    pub fn places(&self) -> Vec<Place> {
        let unpack = |&p: &u32| match p & BOTH {
            REG => Place::Reg(unpack_reg(p & 31)),
            SLOT => Place::Slot(p & !BOTH),
            _ => Place::Both(unpack_reg(p >> 24 & 31), p & 0xff_ffff),
        };
        self.places.iter().map(unpack).collect()
    }
    /// The site of an edge that has these of the arguments only.
    pub fn with(&self, args: &[usize]) -> SiteRecord {
        SiteRecord {
            places: args.iter().map(|&i| self.places[i]).collect(),
            ..*self
        }
    }
    /// The site of an edge.
    pub fn site(&self, edge: EdgeId) -> EdgeSite {
        EdgeSite {
            edge: edge.0,
            patch: self.patch,
            stub: self.stub,
            places: self.places(),
            extent: self.extent,
        }
    }
    /// The address of the stub.
    pub fn stub(&self) -> u64 {
        self.stub
    }
}

/// What is kept of an edge as long as the program runs.
#[derive(Debug)]
pub struct EdgeRecord {
    /// What it does.
    pub kind: EdgeKind,
    /// Whether it is linked.
    pub state: EdgeState,
    /// Arrivals so far.
    pub count: u32,
    /// The arm of a branch that it is.
    pub arm: Arm,
    /// The snapshot: frames.
    pub chain: ChainId,
    /// The snapshot: reds (see [`super::snapshot`]).
    pub snapshot: Rc<[u8]>,
    /// Where its jump is, for patching.
    pub site: SiteRecord,
}

/// A fragment; without an address as long as it waits to be compiled.
#[derive(Debug, Default)]
pub struct FragmentRecord {
    /// The version that begins with it.
    pub version: Option<VersionId>,
    /// Where it begins.
    pub address: u64,
    /// Bytes of frame.
    pub extent: u32,
    /// The places of its parameters.
    pub entry: Box<[Place]>,
    /// Calls that were inlined in it (chains of the waiting frames).
    pub inlined: Box<[ChainId]>,
    /// Edges that lead here.
    pub incoming: Vec<EdgeId>,
    /// Fragments whose code goes on here without an edge that could be patched: by falling into it, or by a jump to a
    /// version that was there.
    pub jumps: Vec<FragmentId>,
    /// The portal it belongs to.
    pub portal: u32,
    /// Bytes of code, and of stubs and slow paths.
    pub bytes: (u32, u32),
    /// Its operations.
    pub ops: Box<[LLOp]>,
    /// It was invalidated: its incoming edges were unlinked.
    pub dead: bool,
}

/// A promotion: how many values it took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Promotion {
    /// Values so far.
    pub values: u32,
    /// Too many: arrivals are executed.
    pub closed: bool,
}

/// Words of a run, visited by the collector.
#[derive(Debug, Default)]
pub struct Active {
    /// Words with their types.
    pub words: Vec<(LLType, u64)>,
    /// The frames, the innermost last.
    pub frames: Vec<Frame>,
}

/// Totals of the process, as `GENEXT_LOG=jit:summary` prints them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Totals {
    /// Runs of the compiler.
    pub sessions: u64,
    /// Nanoseconds in them.
    pub nanoseconds: u64,
    /// Fragments compiled.
    pub fragments: u64,
    /// Operations of residual code.
    pub operations: u64,
    /// Guards emitted.
    pub guards: u64,
    /// Entries into residual code.
    pub entries: u64,
    /// Arrivals at edges that were executed.
    pub executed: u64,
    /// Virtuals that residual code allocates.
    pub forced: u64,
    /// Promoted values.
    pub promoted: u64,
    /// Merge points that stopped compiling, and edges that did.
    pub refused: u64,
}

/// Arrivals at an edge that is not compiled from which the log tells of it, ...
const MANY_EXITS: u32 = 1000;
/// ... for so many edges.
const EXITS_TOLD: usize = 10;
/// Warnings of one kind at one point.
const SAME_WARNINGS: u32 = 4;

/// The JIT of a process; see the module's header for why its parts are in cells.
pub struct Jit {
    /// The support library.
    pub state: &'static State,
    /// Settings of `GENEXT_JIT` and of the program's `set_param`.
    pub settings: RefCell<Settings>,
    /// Where `GENEXT_LOG=jit:...` goes.
    pub log: Log,
    pub(super) region: RefCell<Region>,
    pub(super) symbols: super::symbols::Symbols,
    pub(super) chains: RefCell<Chains>,
    pub(super) table: RefCell<Table>,
    pub(super) codes: RefCell<IndexVec<VersionId, Option<FragmentId>>>,
    pub(super) fragments: RefCell<IndexVec<FragmentId, FragmentRecord>>,
    pub(super) edges: RefCell<IndexVec<EdgeId, EdgeRecord>>,
    pub(super) snapshots: RefCell<Snapshots>,
    pub(super) promotions: RefCell<Vec<Promotion>>,
    /// What is undecided at edges of guards that may be strengthened.
    pub(super) undecided: RefCell<Vec<super::session::guards::Undecided>>,
    /// Entries, by the chain of a portal's frame: the first fragment, and the address of the entry.
    pub(super) entries: RefCell<FxHashMap<ChainId, (FragmentId, u64)>>,
    /// The addresses of entries by the words of greens as the interpreter has them.
    pub(super) known_entries: RefCell<FxHashMap<EntryKey, KnownEntry>>,
    /// Those whose words are addresses of objects that may move or die.
    pub(super) passing: RefCell<Vec<EntryKey>>,
    /// Greens at counters that have reached their threshold once.
    pub(super) candidates: RefCell<FxHashMap<u64, Candidate>>,
    /// Some code was left where it could not go on: entries are noted from then on.
    pub(super) watching: Cell<bool>,
    /// The code that was entered last.
    pub(super) entered: Cell<Option<Entered>>,
    /// What the records of entries lead to.
    pub(super) recorded: RefCell<FxHashMap<u64, Recorded>>,
    /// How often entered code was left at once, by the chain of its entry.
    pub(super) failures: RefCell<FxHashMap<ChainId, u32>>,
    /// Entries that wait until there is time to compile what they lead to.
    pub(super) suspended: RefCell<FxHashSet<ChainId>>,
    /// Some counter has reached its threshold.
    pub(super) asked: Cell<bool>,
    /// How often in a row arrivals at a driver's merge point have asked in vain.
    pub(super) fruitless: RefCell<FxHashMap<JitDriverId, u32>>,
    /// When these were forgotten last, in nanoseconds.
    pub(super) explored: Cell<u64>,
    /// How often the greens of a counter were given up.
    pub(super) given_up: RefCell<FxHashMap<u64, u32>>,
    /// Collections since counters decayed.
    pub(super) collections: Cell<u32>,
    /// What was compiled, and what it cost.
    pub(super) budget: Budget,
    pub(super) origins: Origins,
    /// Chains of portals that are not compiled any more.
    pub(super) blacklist: RefCell<FxHashSet<ChainId>>,
    /// The greens of portals that were traced into, by the frames that wait for them.
    pub(super) traced_into: RefCell<FxHashMap<ChainId, smallvec::SmallVec<[u64; 5]>>>,
    /// Calls (chains of the waiting frame) that are not inlined any more.
    pub(super) residual_calls: RefCell<FxHashSet<ChainId>>,
    /// Points whose versions ran out, for one warning each.
    pub(super) refused: RefCell<FxHashSet<PointId>>,
    /// How often each warning was given at each point.
    warned: RefCell<FxHashMap<(String, PointId), u32>>,
    /// Points whose code leads to a merge point without an operation (or was seen not to): they get no versions.
    pub(super) transparent: RefCell<FxHashMap<PointId, bool>>,
    pub(super) bias: RefCell<Bias>,
    /// Runs go on behind promotions with the value that is about to arrive (see [`crate::support::actual`]), and the
    /// one at hand has done so.
    pub(super) follow: Cell<bool>,
    pub(super) followed: Cell<bool>,
    /// How often joins that have all their versions were passed without one.
    pub(super) passes: RefCell<FxHashMap<ChainId, u32>>,
    pub(super) active: RefCell<Vec<Active>>,
    pub(super) buffers: RefCell<Vec<Box<[u64]>>>,
    /// Arrivals that are let pass before another entry is compiled: control has just left a loop that is compiled, and
    /// is likely to come back to its head.
    pub(super) patience: Cell<u32>,
    /// Totals so far.
    pub totals: Cell<Totals>,
    /// A promise is being verified.
    pub(super) verifying: Cell<bool>,
    pub(super) begun: std::time::Instant,
}

impl Jit {
    /// A JIT. `funcs` and `objects` are addresses by number, `near` the end of the image, `edge` the address of
    /// [`gx_jit_edge`](super::native).
    ///
    /// # Errors
    /// If there is no code memory.
    pub fn new(
        runtime: *mut Runtime,
        info: JitInfo,
        funcs: Vec<u64>,
        objects: Vec<u64>,
        near: u64,
        settings: Settings,
        log: Log,
    ) -> std::io::Result<Jit> {
        let state: &'static State = Box::leak(Box::new(State::new(runtime, info, funcs, objects)));
        if settings.hints {
            state.verify_promises();
        }
        let exchange = state.tables.info.exchange;
        let region = Region::new(Config {
            near,
            size: settings.code_size,
            exchange: exchange.map_or(0, |o| state.tables.objects[o]),
            edge: super::native::edge_address(),
        })?;
        Ok(Jit {
            state,
            symbols: super::symbols::Symbols::new(&settings, &region),
            origins: Origins::new(&settings, &log),
            settings: RefCell::new(settings),
            log,
            region: RefCell::new(region),
            chains: RefCell::default(),
            table: RefCell::default(),
            codes: RefCell::new(IndexVec::new()),
            fragments: RefCell::new(IndexVec::new()),
            edges: RefCell::new(IndexVec::new()),
            snapshots: RefCell::default(),
            promotions: RefCell::default(),
            undecided: RefCell::default(),
            entries: RefCell::default(),
            known_entries: RefCell::default(),
            passing: RefCell::default(),
            candidates: RefCell::default(),
            watching: Cell::default(),
            entered: Cell::default(),
            recorded: RefCell::default(),
            failures: RefCell::default(),
            suspended: RefCell::default(),
            asked: Cell::default(),
            fruitless: RefCell::default(),
            explored: Cell::default(),
            given_up: RefCell::default(),
            collections: Cell::default(),
            budget: Budget::new(),
            blacklist: RefCell::default(),
            residual_calls: RefCell::default(),
            traced_into: RefCell::default(),
            refused: RefCell::default(),
            warned: RefCell::default(),
            transparent: RefCell::default(),
            bias: RefCell::default(),
            follow: Cell::new(true),
            followed: Cell::new(false),
            passes: RefCell::default(),
            active: RefCell::default(),
            buffers: RefCell::default(),
            patience: Cell::default(),
            totals: Cell::default(),
            verifying: Cell::new(false),
            begun: std::time::Instant::now(),
        })
    }
    /// The tables.
    pub fn info(&self) -> &'static JitInfo {
        &self.state.tables.info
    }
    /// What the tables say of a point.
    pub fn point(&self, p: PointId) -> &'static PointInfo {
        &self.info().points[p]
    }
    pub(super) fn limits(&self) -> Limits {
        let s = self.settings.borrow();
        Limits {
            cap: s.cap,
            per_point: s.point_limit,
        }
    }
    pub(super) fn count(&self, f: impl FnOnce(&mut Totals)) {
        let mut t = self.totals.get();
        f(&mut t);
        self.totals.set(t);
    }
    /// The function of a point.
    pub(super) fn function(&self, p: PointId) -> FuncId {
        self.info().copies[self.point(p).copy].func
    }
    /// A point for people: function and name.
    pub fn point_name(&self, p: PointId) -> String {
        let f = self.function(p);
        format!(
            "{} {}",
            self.info().funcs.get(f).map_or("?", |f| f.name.as_str()),
            self.point(p).name
        )
    }
    /// The greens of a chain's innermost frame as text for logs.
    pub fn greens_text(&self, chain: ChainId) -> String {
        let chains = self.chains.borrow();
        let link = chains.get(chain);
        let point = self.point(link.point);
        let portal = match point.kind {
            jit_abi::info::PointKind::Portal(n) => self.info().portals.get(n as usize),
            _ => None,
        };
        let mut out = String::new();
        for (i, (&word, &ty)) in link.greens.iter().zip(&point.greens).enumerate() {
            if i > 0 {
                out.push(' ');
            }
            if let Some((name, _)) = portal.and_then(|p| p.greens.get(i)) {
                out.push_str(name);
                out.push('=');
            }
            out.push_str(&self.word_text(ty, word));
        }
        out
    }
    /// A word of a state as text.
    pub(super) fn word_text(&self, ty: LLType, word: u64) -> String {
        match ty {
            LLType::Ptr(_) | LLType::Address if word == 0 => "null".to_owned(),
            LLType::Ptr(c) => {
                if self.is_string(ty) {
                    let bytes = self.string_bytes(ty, word);
                    let text: String = if self.info().known.string == Some(c) {
                        String::from_utf8_lossy(&bytes[..bytes.len().min(40)]).into_owned()
                    } else {
                        let points = bytes.chunks_exact(4).take(40);
                        points
                            .map(|p| u32::from_le_bytes([p[0], p[1], p[2], p[3]]))
                            .map(|p| char::from_u32(p).unwrap_or(char::REPLACEMENT_CHARACTER))
                            .collect()
                    };
                    return format!("{text:?}");
                }
                if let Some(f) = self.state.tables.func_at.get(&word) {
                    return self.info().funcs[*f].name.clone();
                }
                format!("{word:#x}")
            }
            LLType::Address => format!("{word:#x}"),
            LLType::Float | LLType::SingleFloat => format!("{:?}", f64::from_bits(word)),
            LLType::Char => format!("{:?}", word as u8 as char),
            LLType::UniChar => {
                char::from_u32(word as u32).map_or_else(|| word.to_string(), |c| format!("{c:?}"))
            }
            LLType::Unsigned => word.to_string(),
            _ => (word as i64).to_string(),
        }
    }
    /// The structure of strings of this type, and the type of their characters.
    fn string_struct(&self, ty: LLType) -> Option<(ContainerId, LLType)> {
        let LLType::Ptr(c) = ty else { return None };
        let (string, unicode) = (self.info().known.string, self.info().known.unicode);
        match Some(c) {
            c if c == string => Some(LLType::Char),
            c if c == unicode => Some(LLType::UniChar),
            _ => None,
        }
        .map(|item| (c, item))
    }
    /// The bytes of a string of the program; of a unicode string four for each character. They are there until the
    /// program goes on.
    pub(super) fn string_bytes(&self, ty: LLType, address: u64) -> &[u8] {
        let Some((c, item)) = self.string_struct(ty) else {
            return &[];
        };
        let Some(items) = self.state.tables.shapes[c].items.as_ref() else {
            return &[];
        };
        let length = items
            .length_offset
            .map_or(0, |o| memory::word(address + u64::from(o)));
        debug_assert_eq!(items.item_size, item.size());
        let length = length as usize * item.size() as usize;
        memory::bytes(address + u64::from(items.items_offset), length)
    }
    /// The string that stands for all of the value of this one, which is old. It alone is kept.
    pub(super) fn green_string(&self, ty: LLType, address: u64) -> u64 {
        let one = (self.chains.borrow_mut()).string(ty, address, || self.string_bytes(ty, address));
        self.state.keep(one);
        one
    }
    /// The same, if one stands for it already.
    pub(super) fn known_string(&self, ty: LLType, address: u64) -> Option<u64> {
        (self.chains.borrow()).known_string(ty, address, || self.string_bytes(ty, address))
    }
    /// Whether values of a type are strings, which are compared by value.
    pub(super) fn is_string(&self, ty: LLType) -> bool {
        self.string_struct(ty).is_some()
    }
    /// The word of the exchange buffer with this number.
    pub(super) fn exchange(&self, i: usize) -> u64 {
        memory::word(self.region.borrow().exchange() + 8 * i as u64)
    }
    pub(super) fn set_exchange(&self, i: usize, word: u64) {
        let base = self.region.borrow().exchange();
        memory::set_word(base + 8 * i as u64, word);
    }
    /// What a fragment is to an edge.
    pub(super) fn with_target<T>(&self, f: FragmentId, g: impl FnOnce(&Target<'_>) -> T) -> T {
        let fragments = self.fragments.borrow();
        let r = &fragments[f];
        g(&Target {
            address: r.address,
            entry: &r.entry,
            extent: r.extent,
        })
    }
    /// The code of a version, if it has been compiled.
    pub(super) fn code_of(&self, v: VersionId) -> Option<FragmentId> {
        self.codes.borrow().get(v).copied().flatten()
    }
    pub(super) fn set_code(&self, v: VersionId, f: Option<FragmentId>) {
        let mut codes = self.codes.borrow_mut();
        while codes.len() <= v.0 as usize {
            codes.push(None);
        }
        codes[v] = f;
    }
    /// Adds an edge stub.
    pub(super) fn new_edge(
        &self,
        kind: EdgeKind,
        chain: ChainId,
        context: &super::context::Context,
        arm: Arm,
    ) -> EdgeId {
        let bytes = (self.snapshots.borrow_mut()).pack_context(self.state, context);
        self.add_edge(kind, chain, bytes, arm)
    }
    /// Adds an edge stub with a snapshot.
    pub(super) fn add_edge(
        &self,
        kind: EdgeKind,
        chain: ChainId,
        snapshot: Rc<[u8]>,
        arm: Arm,
    ) -> EdgeId {
        self.name_edge(kind, chain);
        self.edges.borrow_mut().push(EdgeRecord {
            kind,
            state: EdgeState::Stub,
            count: 0,
            arm,
            chain,
            snapshot,
            site: SiteRecord::default(),
        })
    }
    /// Adds an edge stub with the snapshot of another one.
    pub(super) fn edge_like(&self, edge: EdgeId, kind: EdgeKind) -> EdgeId {
        let (chain, snapshot) = {
            let edges = self.edges.borrow();
            (edges[edge].chain, edges[edge].snapshot.clone())
        };
        self.add_edge(kind, chain, snapshot, Arm::NONE)
    }
    /// Constants of a context live as long as the process.
    pub(super) fn keep_context(&self, context: &super::context::Context) {
        let types = self.state.tables.types();
        for c in context.classes.iter() {
            if let super::context::Class::Const { ty, bits } = c
                && types.is_gc_ref(*ty)
            {
                debug_assert!(!self.state.is_young(*bits), "a young constant in {context}");
                self.state.keep(*bits);
            }
        }
    }
    /// Writes a warning to the log, but at most [`SAME_WARNINGS`] of one kind at one point: greens that grow without
    /// bound would give one for each iteration.
    pub fn warn(&self, what: &str, point: PointId, chain: Option<ChainId>) {
        {
            let mut warned = self.warned.borrow_mut();
            let times = warned.entry((what.to_owned(), point)).or_insert(0u32);
            *times += 1;
            if *times > SAME_WARNINGS {
                return;
            }
        }
        let greens = chain.map_or_else(String::new, |c| self.greens_text(c));
        self.log.line(
            Level::Summary,
            format_args!(
                "jit warning point={} greens={} what={}",
                quoted(&self.point_name(point)),
                quoted(&greens),
                quoted(what)
            ),
        );
    }
    /// Operations of residual code by name, of all fragments of a portal that are alive.
    pub fn counts(&self, portal: u32) -> BTreeMap<String, u32> {
        let mut out = BTreeMap::new();
        for f in self.fragments.borrow().iter() {
            if f.portal == portal && !f.dead {
                for op in &f.ops {
                    *out.entry(self.op_name(op)).or_default() += 1;
                }
            }
        }
        out
    }
    /// The name of an operation in counts: calls with their target.
    pub(super) fn op_name(&self, op: &LLOp) -> String {
        let info = self.info();
        match op {
            LLOp::DirectCall(f) => {
                let f = info.funcs.get(*f).map_or("?", |f| f.name.as_str());
                format!("direct_call[{f}]")
            }
            LLOp::ExternCall(x) => {
                let x = info.externs.get(x.0 as usize);
                format!("extern_call[{}]", x.map_or("?", |x| x.name.as_str()))
            }
            op => op.name().to_owned(),
        }
    }
    /// A buffer of words for a generator.
    pub(super) fn buffer(&self) -> Box<[u64]> {
        self.buffers
            .borrow_mut()
            .pop()
            .unwrap_or_else(|| vec![0; jit_abi::STATE_WORDS].into_boxed_slice())
    }
    pub(super) fn give_back(&self, b: Box<[u64]>) {
        self.buffers.borrow_mut().push(b);
    }
    /// Visits what the versions hold, for the collector; the support library visits its own.
    pub(super) fn roots(&self, visit: &mut dyn FnMut(*mut usize)) {
        self.moved();
        let types = self.state.tables.types();
        for a in self.active.borrow_mut().iter_mut() {
            for (ty, word) in &mut a.words {
                if types.is_gc_ref(*ty) {
                    visit((word as *mut u64).cast());
                }
            }
            for f in &mut a.frames {
                for (ty, word) in self.info().points[f.point].greens.iter().zip(&mut f.greens) {
                    if types.is_gc_ref(*ty) {
                        visit((word as *mut u64).cast());
                    }
                }
            }
        }
        self.state.roots(visit);
    }
    /// Where residual code was left most often: edges that are not compiled, in the log.
    fn log_exits(&self) {
        let edges = self.edges.borrow();
        let is_left = |e: &EdgeRecord| {
            e.count >= MANY_EXITS
                && !matches!(e.state, EdgeState::Linked(..))
                && !matches!(e.kind, EdgeKind::Exit(_))
        };
        let mut left: Vec<(EdgeId, &EdgeRecord)> = edges
            .iter_enumerated()
            .filter(|(_, e)| is_left(e))
            .collect();
        left.sort_by_key(|(_, e)| std::cmp::Reverse(e.count));
        for (id, e) in left.into_iter().take(EXITS_TOLD) {
            let point = self.chains.borrow().get(e.chain).point;
            self.log.line(
                Level::Summary,
                format_args!(
                    "jit exits edge={id} times={} point={} greens={}",
                    e.count,
                    quoted(&self.point_name(point)),
                    quoted(&self.greens_text(e.chain))
                ),
            );
        }
    }
    /// How often code was entered by a record.
    pub(super) fn direct_entries(&self) -> u64 {
        let records = self.state.records.borrow();
        records.all().map(|r| records::get(r, Record::Count)).sum()
    }
    /// Totals, as the last lines of the log.
    pub fn finish(&self) {
        self.verify(usize::MAX);
        let mut t = self.totals.get();
        t.entries += self.direct_entries();
        self.log_exits();
        let edges = self.edges.borrow();
        let stubs = edges.iter().filter(|e| e.state == EdgeState::Stub).count();
        // Edges may share a snapshot; its counters are two words.
        let mut seen = FxHashSet::default();
        let mut snapshot = |e: &EdgeRecord| match seen.insert(Rc::as_ptr(&e.snapshot)) {
            true => e.snapshot.len() + 16,
            false => 0,
        };
        let bytes: usize = edges
            .iter()
            .map(|e| std::mem::size_of::<EdgeRecord>() + snapshot(e) + 4 * e.site.places.len())
            .sum();
        let bytes = bytes + self.snapshots.borrow().shared_bytes();
        let (used, _) = self.region.borrow().usage();
        let code: u64 = self
            .fragments
            .borrow()
            .iter()
            .map(|f| u64::from(f.bytes.0) + u64::from(f.bytes.1))
            .sum();
        self.log.line(
            Level::Summary,
            format_args!(
                "jit summary sessions={} microseconds={} versions={} fragments={} operations={} guards={} bytes={code} code_memory={used} edges={} stubs={stubs} edge_bytes={bytes} entries={} executed={} promoted={} forced={} refused={} memory={} kept={} milliseconds={}",
                t.sessions,
                t.nanoseconds / 1000,
                self.table.borrow().len(),
                t.fragments,
                t.operations,
                t.guards,
                edges.len(),
                t.entries,
                t.executed,
                t.promoted,
                t.forced,
                t.refused,
                self.memory(),
                self.state.kept(),
                self.begun.elapsed().as_millis()
            ),
        );
        self.log.flush();
    }
    /// The box of a green or constant word of a type.
    /// Whether a point is one of a portal itself, and not of a function that it calls.
    pub(super) fn is_portal(&self, point: PointId) -> bool {
        let copy = self.point(point).copy;
        self.info().portals.iter().any(|p| p.copy == copy)
    }
    pub(super) fn constant(&self, ty: LLType, word: u64) -> BoxId {
        self.state.constant(ty, memory::from_state(ty, word))
    }
}

impl backend_x86::residual::region::Addresses for Jit {
    fn func(&self, f: FuncId) -> Option<u64> {
        self.state.tables.funcs.get(f).copied().filter(|&a| a != 0)
    }
    fn object(&self, o: ObjId) -> Option<u64> {
        self.state
            .tables
            .objects
            .get(o)
            .copied()
            .filter(|&a| a != 0)
    }
    fn runtime(&self, name: &str) -> Option<u64> {
        runtime::externs::address(name)
    }
}
