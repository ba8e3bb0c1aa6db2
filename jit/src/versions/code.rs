//! What has been compiled: code memory, fragments, the edges between them, and the snapshots and promotions of edges.
//!
//! * A *fragment* is compiled code: of a version, or of what follows an edge.
//! * An *edge* leads out of a fragment: a stub (with a snapshot), linked, or dead (always executed).
//! * A *snapshot* is a chain and a packed context.
use std::cell::RefCell;
use std::rc::Rc;

use backend_x86::fragment::ValueLocation;
use backend_x86::residual::{EdgeSite, Region, Target};
use lowlevel::LLOp;
use regalloc2::{PReg, RegClass};
use rustc_hash::FxHashSet;

use super::bias::Arm;
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
    /// Behind a call that lends, if something was redeemed: is executed with what there is (see
    /// [`loans`](super::loans)). The number of the site. The slot behind the reds is the result of the call, if there
    /// is one.
    Loan(u32),
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
        let pack = |p: &ValueLocation| match *p {
            ValueLocation::Reg(r) => REG | pack_reg(r),
            ValueLocation::Slot(s) => SLOT | s,
            ValueLocation::Both(r, s) => BOTH | pack_reg(r) << 24 | s,
            ValueLocation::Const(_) | ValueLocation::Unused => {
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
    pub fn places(&self) -> Vec<ValueLocation> {
        let unpack = |&p: &u32| match p & BOTH {
            REG => ValueLocation::Reg(unpack_reg(p & 31)),
            SLOT => ValueLocation::Slot(p & !BOTH),
            _ => ValueLocation::Both(unpack_reg(p >> 24 & 31), p & 0xff_ffff),
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

/// What is kept of an edge.
#[derive(Debug)]
pub struct EdgeRecord {
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
    /// The fragment that it leaves, once that is compiled.
    pub from: Option<FragmentId>,
    /// The number of its counter, while it is counted ([`super::regenerate`]).
    pub counter: Option<u32>,
    /// What follows is compiled in a mature run, for the loop or portal whose first code began with this fragment.
    pub mature: Option<FragmentId>,
    /// It leaves code of a mature run.
    pub leaves_mature: bool,
    /// Something was promoted on the way while stores of virtual objects were deferred.
    pub ahead: bool,
    /// Operations of the code by which an entry leads here: of each run of the compiler what it made before the edge,
    /// and what it costs itself.
    pub depth: u32,
}

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
    /// The portal it belongs to.
    pub portal: u32,
    /// The fragment that the code was begun with to which it belongs, at an entry.
    pub root: Option<FragmentId>,
    /// Bytes of code, and of stubs and slow paths.
    pub bytes: (u32, u32),
    /// Where stubs and slow paths are.
    pub cold: u64,
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
        edge_bytes(&self.edges.borrow()) + self.snapshots.borrow().shared_bytes()
    }
}

/// Bytes that edges need, with their snapshots.
fn edge_bytes(edges: &Numbered<EdgeId, EdgeRecord>) -> usize {
    // Edges may share a snapshot; its counters are two words.
    let mut seen = FxHashSet::default();
    let mut snapshot = |e: &EdgeRecord| match seen.insert(Rc::as_ptr(&e.snapshot)) {
        true => e.snapshot.len() + 16,
        false => 0,
    };
    let own = |e: &EdgeRecord| size_of::<EdgeRecord>() + 4 * e.site.places.len();
    edges.iter().map(|e| own(e) + snapshot(e)).sum()
}
