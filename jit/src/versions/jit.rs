//! The JIT of a process: the support library's state, what was compiled, for which keys and versions, and the work at
//! hand.
//!
//! There is one [`Jit`] per process, shared by reference: emitted code, generators and the collector come back into it
//! while it waits for them, so everything that changes is in cells that are borrowed for a moment only.
//!
//! ```text
//! gx_jit_enter ([entry]) ─▶ cell of the greens ─▶ code, or the compiler ([session]) ─▶ fragments ([emit])
//! gx_jit_edge  ([edges]) ─▶ execute ([execute]), or the compiler; promotions ([promotion])
//! ```
//!
//! [entry]: super::entry
//! [edges]: super::edges
//! [session]: super::session
//! [emit]: super::emit
//! [execute]: super::execute
//! [promotion]: super::promotion
use std::cell::{Cell, RefCell};

use backend_x86::residual::Region;
use backend_x86::residual::region::Config;
use ir::lltype::LLType;
use lowlevel::{FuncId, ObjId};
use runtime::runtime::Runtime;
use rustc_hash::{FxHashMap, FxHashSet};

use super::bias::{Arm, Bias};
use super::budget::Budget;
use super::code::{Code, EdgeId, EdgeKind, EdgeRecord};
use super::entry::handed::Handed;
use super::entry::{Counters, Entries, Outcomes};
use super::flush::Flushes;
use super::keys::{ChainId, Chains};
use super::loans::Loans;
use super::log::Log;
use super::origins::Origins;
use super::pieces::Piece;
use super::promotion::Promotions;
use super::regenerate::Regeneration;
use super::report::Report;
use super::run::{Frame, GreenReference, PointShape, green_references};
use super::session::{CertainCalls, GiveUp, Passed, Visits};
use super::table::{Limits, Maturity, Table};
use crate::support::boxes::BoxId;
use crate::support::memory;
use crate::support::state::SupportState;
use crate::support::tables::Addresses;
use jit_abi::info::{JitInfo, PointId, PointInfo};
use jit_abi::rows::Chunks;
use jit_abi::settings::Settings;

/// What was decided about calls, by the chains of the frames that wait for them.
#[derive(Default)]
pub struct Inlining {
    /// What portals that were traced into run (see [`Jit::program_part`]).
    pub(super) parts: RefCell<FxHashMap<ChainId, u64>>,
    /// Inlined calls, by the chain that waits for them, with their first arguments where these were known references.
    pub(super) receivers: RefCell<FxHashMap<ChainId, u64>>,
    /// The states in which portals begin that were compiled for themselves and whose code calls itself.
    pub(super) recursive: RefCell<FxHashSet<ChainId>>,
    /// How many operations a call came to that was traced into and through, by what it runs.
    pub(super) sizes: RefCell<FxHashMap<u64, u32>>,
    /// Calls that are not inlined any more.
    pub(super) residual_calls: RefCell<FxHashSet<ChainId>>,
}

/// What was decided about points that may have versions.
#[derive(Default)]
pub struct Joins {
    /// Points whose versions ran out, for one warning each.
    pub(super) refused: RefCell<FxHashSet<PointId>>,
    /// Points whose code leads to a merge point without an operation (or was seen not to): they get no versions.
    pub(super) transparent: RefCell<FxHashMap<PointId, bool>>,
    /// How often joins that have all their versions were passed without one.
    pub(super) passes: RefCell<FxHashMap<ChainId, u32>>,
    /// What the generator at work makes code for, if it passes joins without versions by itself.
    pub(super) straight: Cell<Option<Maturity>>,
    /// What the run that it is at work for has passed.
    pub(super) points: RefCell<Passed>,
}

/// Whether runs go on behind promotions with the value that is about to arrive (see [`crate::support::actual`]).
pub struct Following {
    pub(super) enabled: Cell<bool>,
    /// The run at hand has done so.
    pub(super) done: Cell<bool>,
}

impl Following {
    /// Compiles; what could not be compiled may be behind a guess, so it is tried without them.
    pub(super) fn compiling<T>(
        &self,
        mut compile: impl FnMut() -> Result<T, GiveUp>,
    ) -> Result<T, GiveUp> {
        self.done.set(false);
        let result = compile();
        if !matches!(&result, Err(e) if *e != GiveUp::Again) || !self.done.get() {
            return result;
        }
        self.enabled.set(false);
        let result = compile();
        self.enabled.set(true);
        result
    }
}

impl Default for Following {
    fn default() -> Following {
        Following {
            enabled: Cell::new(true),
            done: Cell::new(false),
        }
    }
}

/// The runs at hand, and buffers for their generators.
#[derive(Default)]
pub struct Runs {
    pub(super) active: RefCell<Vec<Active>>,
    buffers: RefCell<Vec<Box<[u64]>>>,
    /// Memory that sessions use again.
    pub(super) visits: RefCell<Visits>,
    /// Frames that have returned, for those to come.
    returned: RefCell<Vec<Frame>>,
}

/// Frames that are kept for others to come, at most.
const RETURNED: usize = 64;

impl Runs {
    /// A frame at a point, without greens and reds.
    pub(super) fn frame(&self, point: PointId) -> Frame {
        let returned = self.returned.borrow_mut().pop();
        let (mut greens, mut reds) = returned.map_or_else(Default::default, |f| (f.greens, f.reds));
        greens.clear();
        reds.clear();
        Frame {
            point,
            greens,
            reds,
            chain: None,
        }
    }
    /// A frame has returned.
    pub(super) fn give_frame_back(&self, frame: Frame) {
        let mut returned = self.returned.borrow_mut();
        if returned.len() < RETURNED {
            returned.push(frame);
        }
    }
}

/// Words of a run, visited by the collector.
#[derive(Debug, Default)]
pub struct Active {
    /// Words with their types.
    pub words: Vec<(LLType, u64)>,
    /// The frames, the innermost last.
    pub frames: Vec<Frame>,
    /// It executes what was left to it, and knows nothing of compiled code any more.
    pub executes: bool,
}

/// The JIT of a process; see the module's header for why its parts are in cells.
pub struct Jit {
    /// The support library.
    pub state: &'static SupportState,
    /// Settings of `GENEXT_JIT` and of the program's `set_param`.
    pub settings: RefCell<Settings>,
    /// Where `GENEXT_LOG=jit:...` goes.
    pub log: Log,
    pub(super) symbols: super::symbols::Symbols,
    pub(super) chains: RefCell<Chains>,
    pub(super) table: RefCell<Table>,
    pub(super) code: Code,
    pub(super) entries: Entries,
    pub(super) counters: Counters,
    pub(super) outcomes: Outcomes,
    pub(super) handed: Handed,
    pub(super) loans: Loans,
    /// What was compiled, and what it cost.
    pub(super) budget: Budget,
    pub(super) origins: Origins,
    pub(super) inlining: Inlining,
    pub(super) promotions: Promotions,
    pub(super) joins: Joins,
    pub(super) bias: RefCell<Bias>,
    pub(super) certain: CertainCalls,
    pub(super) following: Following,
    pub(super) regeneration: Regeneration,
    pub(super) flushes: Flushes,
    pub(super) runs: Runs,
    /// The greens of each point that are references.
    green_references: Chunks<PointId, Box<[GreenReference]>>,
    shapes: Chunks<PointId, PointShape>,
    /// What is counted for the log.
    pub report: Report,
    /// A promise is being verified.
    pub(super) verifying: Cell<bool>,
    pub(super) begun: std::time::Instant,
}

impl Jit {
    /// A JIT. `near` is the end of the image.
    ///
    /// # Errors
    /// If there is no code memory.
    pub fn new(
        runtime: *mut Runtime,
        info: JitInfo,
        addresses: Addresses,
        near: u64,
        settings: Settings,
        log: Log,
    ) -> std::io::Result<Jit> {
        let state: &'static SupportState =
            Box::leak(Box::new(SupportState::new(runtime, info, addresses)));
        if settings.hints {
            state.verify_promises();
        }
        let exchange = state.tables.info.exchange;
        let mut region = Region::new(Config {
            near,
            size: settings.code_size,
            exchange: exchange.map_or(0, |o| state.tables.objects[o]),
            edge: super::native::edge_address(),
        })?;
        let symbols = super::symbols::Symbols::new(&settings, &region);
        region.unnamed = symbols.wanted().then(Vec::new);
        let flushes = Flushes::new(&settings);
        let points = state.tables.info.points.len();
        Ok(Jit {
            state,
            symbols,
            origins: Origins::new(&settings, &log),
            settings: RefCell::new(settings),
            log,
            chains: RefCell::default(),
            table: RefCell::default(),
            code: Code::new(region),
            entries: Entries::default(),
            counters: Counters::default(),
            outcomes: Outcomes::default(),
            handed: Handed::default(),
            loans: Loans::default(),
            budget: Budget::new(),
            inlining: Inlining::default(),
            promotions: Promotions::default(),
            joins: Joins::default(),
            bias: RefCell::default(),
            certain: CertainCalls::default(),
            following: Following::default(),
            regeneration: Regeneration::default(),
            flushes,
            runs: Runs::default(),
            report: Report::default(),
            verifying: Cell::new(false),
            begun: std::time::Instant::now(),
            green_references: Chunks::new(points),
            shapes: Chunks::new(points),
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
    /// The same in few words.
    #[inline]
    pub(super) fn shape(&self, p: PointId) -> &PointShape {
        self.shapes.get(p, |p| self.shape_of(p))
    }
    fn shape_of(&self, id: PointId) -> PointShape {
        let p = self.point(id);
        let copy = &self.info().copies[p.copy];
        PointShape {
            generator: copy.generator,
            executor: copy.executor,
            local: p.local,
            greens: p.greens.len() as u16,
            reds: p.reds.len() as u16,
            references: !self.green_references(id).is_empty(),
            learns: !p.not_negative.is_empty(),
            portal: self.info().portals.iter().any(|q| q.copy == p.copy),
            function: copy.func,
        }
    }
    /// The greens of a point that are references.
    pub(super) fn green_references(&self, p: PointId) -> &[GreenReference] {
        let of = |p| {
            let types = self.state.tables.types();
            green_references(self.point(p), types, |ty| self.is_string(ty))
        };
        self.green_references.get(p, of)
    }
    pub(super) fn limits(&self) -> Limits {
        let s = self.settings.borrow();
        Limits {
            cap: s.cap,
            per_point: s.point_limit,
        }
    }
    /// The function of a point.
    pub(super) fn function(&self, p: PointId) -> FuncId {
        self.shape(p).function
    }
    /// The word of the exchange buffer with this number.
    pub(super) fn exchange(&self, i: usize) -> u64 {
        memory::word(self.code.region.borrow().exchange() + 8 * i as u64)
    }
    pub(super) fn set_exchange(&self, i: usize, word: u64) {
        let base = self.code.region.borrow().exchange();
        memory::set_word(base + 8 * i as u64, word);
    }
    /// Adds an edge stub.
    pub(super) fn new_edge(
        &self,
        kind: EdgeKind,
        chain: ChainId,
        context: &super::context::Context,
        arm: Arm,
    ) -> EdgeId {
        let snapshot = (self.code.snapshots.borrow_mut()).pack_context(self.state, context);
        self.add_edge(kind, chain, snapshot, arm)
    }
    /// Adds an edge stub with a snapshot.
    pub(super) fn add_edge(
        &self,
        kind: EdgeKind,
        chain: ChainId,
        snapshot: Piece,
        arm: Arm,
    ) -> EdgeId {
        self.name_edge(kind, chain);
        self.note_edge(kind, chain, arm);
        let mut record = EdgeRecord::new(kind, chain, snapshot, arm);
        record.set_ahead(self.state.work().ahead);
        self.code.edges.borrow_mut().push(record)
    }
    /// Adds an edge stub with the snapshot of another one.
    pub(super) fn edge_like(&self, edge: EdgeId, kind: EdgeKind) -> EdgeId {
        let (chain, snapshot) = {
            let edges = self.code.edges.borrow();
            (edges[edge].chain, edges[edge].snapshot)
        };
        self.add_edge(kind, chain, snapshot, Arm::NONE)
    }
    /// Constants of a context are kept.
    pub(super) fn keep_context(&self, context: &super::context::Context) {
        let types = self.state.tables.types();
        for c in context.classes.iter() {
            if let super::context::ValueClass::Const { ty, bits } = c
                && types.is_gc_ref(*ty)
            {
                debug_assert!(!self.state.is_young(*bits), "a young constant in {context}");
                self.state.keep(*bits);
            }
        }
    }
    /// A buffer of words for a generator.
    pub(super) fn buffer(&self) -> Box<[u64]> {
        self.runs
            .buffers
            .borrow_mut()
            .pop()
            .unwrap_or_else(|| vec![0; jit_abi::STATE_WORDS].into_boxed_slice())
    }
    pub(super) fn give_back(&self, b: Box<[u64]>) {
        self.runs.buffers.borrow_mut().push(b);
    }
    /// Visits what the versions hold, for the collector; the support library visits its own.
    pub(super) fn roots(&self, visit: &mut dyn FnMut(*mut usize)) {
        self.young_roots(visit);
        self.flushes.roots(visit);
        self.state.old_roots(visit);
    }
    /// The same without what is old.
    pub(super) fn young_roots(&self, visit: &mut dyn FnMut(*mut usize)) {
        self.moved();
        let types = self.state.tables.types();
        for a in self.runs.active.borrow_mut().iter_mut() {
            for (ty, word) in &mut a.words {
                if types.is_gc_ref(*ty) {
                    visit((word as *mut u64).cast());
                }
            }
            for f in &mut a.frames {
                for r in self.green_references(f.point) {
                    visit((&raw mut f.greens[r.index as usize]).cast());
                }
            }
        }
        self.loans.roots(visit);
        self.state.young_roots(visit);
    }
    /// Whether a point is one of a portal itself, and not of a function that it calls.
    pub(super) fn is_portal(&self, point: PointId) -> bool {
        self.shape(point).portal
    }
    /// The box of a green or constant word of a type.
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
