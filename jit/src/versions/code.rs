//! What has been compiled: code memory, fragments, the edges between them, and the snapshots and promotions of edges.
//!
//! * A *fragment* is compiled code: of a version, or of what follows an edge.
//! * An *edge* leads out of a fragment: a stub (with a snapshot), linked, or dead (always executed).
//! * A *snapshot* is a chain and a packed context.
use std::cell::RefCell;

use backend_x86::fragment::ValueLocation;
use backend_x86::residual::{Region, Target};
use lowlevel::LLOp;
use rustc_hash::FxHashMap;

pub use super::edge::{EdgeKind, EdgeRecord, EdgeState};
use super::keys::ChainId;
use super::numbered::Numbered;
use super::session::guards::Undecided;
use super::snapshot::Snapshots;
use super::table::VersionId;

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

ir::entity!(
    /// A promotion.
    PromotionId,
    "promotion"
);

/// A fragment; without an address as long as it waits to be compiled.
#[derive(Debug, Default)]
pub struct FragmentRecord {
    /// The version that begins with it.
    pub version: Option<VersionId>,
    pub address: u64,
    /// Bytes of frame.
    pub extent: u32,
    /// The places of its parameters.
    pub entry: Box<[ValueLocation]>,
    /// Calls that were inlined in it (chains of the waiting frames).
    pub inlined: Box<[ChainId]>,
    /// Edges that lead here.
    pub incoming: Vec<EdgeId>,
    /// Fragments whose code goes on here without an edge that could be patched: by falling into it, or by a jump to a
    /// version that was there.
    pub jumps: Vec<FragmentId>,
    /// It only brings the values of an edge to the places where this fragment has them, which begins a version, and
    /// allocates what the version takes as an object.
    pub onward: Option<FragmentId>,
    /// Heads of loops with versions that its code passes without one of its own.
    pub heads: Box<[ChainId]>,
    /// The portal it belongs to.
    pub portal: u32,
    /// The fragment that the code was begun with to which it belongs, at an entry.
    pub root: Option<FragmentId>,
    /// Bytes of code, and of stubs and slow paths.
    pub bytes: (u32, u32),
    /// Where stubs and slow paths are.
    pub cold: u64,
    /// Operations of the code by which an entry leads to its edges: of each run of the compiler what it made before
    /// them, and what it costs itself.
    pub depth: u32,
    /// The run that made it was a mature one: for the loop or portal whose first code began with this fragment.
    pub mature: Option<FragmentId>,
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

/// The compiled code of a process. The parts are borrowed one by one.
pub struct Code {
    pub(super) region: RefCell<Region>,
    pub(super) of_version: RefCell<Numbered<VersionId, Option<FragmentId>>>,
    pub(super) fragments: RefCell<Numbered<FragmentId, FragmentRecord>>,
    pub(super) edges: RefCell<Numbered<EdgeId, EdgeRecord>>,
    /// The counters of edges that are counted ([`super::regenerate`]), by number.
    pub(super) counters: RefCell<FxHashMap<EdgeId, u32>>,
    /// What follows these edges is compiled in a mature run, whatever the fragments were made in that they leave.
    pub(super) mature: RefCell<FxHashMap<EdgeId, FragmentId>>,
    pub(super) snapshots: RefCell<Snapshots>,
    pub(super) promotions: RefCell<Numbered<PromotionId, Promotion>>,
    /// What is undecided at edges of guards that may be strengthened.
    pub(super) undecided: RefCell<Vec<Undecided>>,
}

impl Code {
    pub(super) fn new(region: Region) -> Code {
        Code {
            region: RefCell::new(region),
            of_version: RefCell::default(),
            fragments: RefCell::default(),
            edges: RefCell::default(),
            counters: RefCell::default(),
            mature: RefCell::default(),
            snapshots: RefCell::default(),
            promotions: RefCell::default(),
            undecided: RefCell::default(),
        }
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
        self.of_version.borrow().get(v).copied().flatten()
    }
    pub(super) fn set_code(&self, v: VersionId, f: Option<FragmentId>) {
        let mut codes = self.of_version.borrow_mut();
        while codes.next_id() <= v {
            codes.push(None);
        }
        codes[v] = f;
    }
    /// The number of a new promotion.
    pub(super) fn new_promotion(&self, p: Promotion) -> u32 {
        self.promotions.borrow_mut().push(p).0
    }
    /// Bytes of code, stubs and slow paths.
    pub(super) fn bytes(&self) -> u64 {
        let bytes = |f: &FragmentRecord| u64::from(f.bytes.0) + u64::from(f.bytes.1);
        self.fragments.borrow().iter().map(bytes).sum()
    }
    /// Bytes that are kept of edges.
    pub(super) fn edge_bytes(&self) -> usize {
        edge_bytes(self.edges.borrow().len(), &self.snapshots.borrow())
    }
    /// Where the arguments of an edge are.
    pub(super) fn places(&self, edge: EdgeId) -> Vec<ValueLocation> {
        let places = self.edges.borrow()[edge].places;
        self.snapshots.borrow_mut().places(places)
    }
    /// Operations of the code that leads to an edge ([`FragmentRecord::depth`]).
    pub(super) fn depth(&self, edge: EdgeId) -> u32 {
        let from = self.edges.borrow()[edge].from();
        from.map_or(0, |f| self.fragments.borrow()[f].depth)
    }
    /// What follows an edge is compiled in a mature run, for the loop or portal whose first code began with this
    /// fragment.
    pub(super) fn mature(&self, edge: EdgeId) -> Option<FragmentId> {
        let edges = self.edges.borrow();
        match edges[edge].stays_mature() {
            true => self.fragments.borrow()[edges[edge].from()?].mature,
            false => self.mature.borrow().get(&edge).copied(),
        }
    }
    /// The state of an edge is this from now on.
    pub(super) fn set_state(&self, edge: EdgeId, state: EdgeState) {
        self.edges.borrow_mut()[edge].set_state(state);
    }
}

/// Bytes that so many edges need, with their snapshots.
pub(super) fn edge_bytes(edges: usize, snapshots: &Snapshots) -> usize {
    edges * size_of::<EdgeRecord>() + snapshots.bytes()
}
