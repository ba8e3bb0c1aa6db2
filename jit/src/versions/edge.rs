//! What is kept of an edge, in 48 bytes: there are thousands of edges, and most of them stay stubs.
//!
//! ```text
//! record   kind, state, arrivals, where the jump and the stub are, fragments, flags
//!          snapshot ─▶ Snapshots: the context       places ─▶ Snapshots: where the values of its parameters are
//! ```
//! Addresses in code memory are below 2 GiB. What few edges have is elsewhere: counters of those that are counted
//! ([`super::code::Code::counters`]), and what only some of them are compiled for ([`super::code::Code::mature`]).
use backend_x86::fragment::ValueLocation;
use backend_x86::residual::{EdgeSite, MAX_EXTENT};
use regalloc2::{PReg, RegClass};

use super::bias::Arm;
use super::code::{EdgeId, FragmentId};
use super::keys::ChainId;
use super::pieces::Piece;
use super::snapshot::Snapshots;
use super::snapshot::bytes::{Reader, Writer};

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

impl EdgeKind {
    /// A tag and a number. Codes of exits are small.
    fn packed(self) -> (u8, u32) {
        match self {
            EdgeKind::Plain => (0, 0),
            EdgeKind::Promote(n) => (1, n),
            EdgeKind::Undecided(n) => (2, n),
            EdgeKind::Loan(n) => (3, n),
            EdgeKind::Exit(code) => {
                assert_eq!(i64::from(code as i32), code, "codes of exits are small");
                (4, code as i32 as u32)
            }
        }
    }
    fn unpacked((tag, number): (u8, u32)) -> EdgeKind {
        match tag {
            0 => EdgeKind::Plain,
            1 => EdgeKind::Promote(number),
            2 => EdgeKind::Undecided(number),
            3 => EdgeKind::Loan(number),
            _ => EdgeKind::Exit(i64::from(number as i32)),
        }
    }
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

/// No fragment.
const NONE: u32 = u32::MAX;
/// In the place of an address, without a fragment.
const STUB: u32 = 0;
const DEAD: u32 = 1;

const LEAVES_MATURE: u8 = 1;
const AHEAD: u8 = 2;
const STAYS_MATURE: u8 = 4;

/// What is kept of an edge.
#[derive(Clone, Debug)]
pub struct EdgeRecord {
    /// Arrivals so far.
    pub count: u32,
    /// The arm of a branch that it is.
    pub arm: Arm,
    /// The snapshot: frames.
    pub chain: ChainId,
    /// The snapshot: reds (see [`super::snapshot`]).
    pub snapshot: Piece,
    /// Where its arguments are.
    pub places: Piece,
    /// Where the rel32 of its jump is, and its stub.
    patch: u32,
    stub: u32,
    /// The extent of the fragment that it leaves.
    extent: u16,
    kind: u8,
    flags: u8,
    /// Of its kind.
    number: u32,
    /// What it is linked to, and the address at which control that arrives late goes on.
    to: u32,
    address: u32,
    from: u32,
}

const _: () = assert!(size_of::<EdgeRecord>() == 48);
const _: () = assert!(MAX_EXTENT <= u16::MAX as u32);

fn fragment(n: u32) -> Option<FragmentId> {
    (n != NONE).then_some(FragmentId(n))
}

impl EdgeRecord {
    /// A stub that was not made yet.
    pub fn new(kind: EdgeKind, chain: ChainId, snapshot: Piece, arm: Arm) -> EdgeRecord {
        let (kind, number) = kind.packed();
        EdgeRecord {
            count: 0,
            arm,
            chain,
            snapshot,
            places: Piece::EMPTY,
            patch: 0,
            stub: 0,
            extent: 0,
            kind,
            flags: 0,
            number,
            to: NONE,
            address: STUB,
            from: NONE,
        }
    }
    /// What the stub does.
    pub fn kind(&self) -> EdgeKind {
        EdgeKind::unpacked((self.kind, self.number))
    }
    /// It does something else from now on.
    pub fn set_kind(&mut self, kind: EdgeKind) {
        (self.kind, self.number) = kind.packed();
    }
    /// Whether it is linked.
    pub fn state(&self) -> EdgeState {
        match (fragment(self.to), self.address) {
            (Some(f), address) => EdgeState::Linked(f, u64::from(address)),
            (None, DEAD) => EdgeState::Dead,
            (None, _) => EdgeState::Stub,
        }
    }
    /// It is linked, a stub again, or dead from now on.
    pub fn set_state(&mut self, state: EdgeState) {
        (self.to, self.address) = match state {
            EdgeState::Stub => (NONE, STUB),
            EdgeState::Dead => (NONE, DEAD),
            EdgeState::Linked(f, address) => (f.0, address32(address)),
        };
    }
    /// The fragment that it leaves, once that is compiled.
    pub fn from(&self) -> Option<FragmentId> {
        fragment(self.from)
    }
    /// It leaves this fragment.
    pub fn set_from(&mut self, from: FragmentId) {
        self.from = from.0;
    }
    /// What follows is compiled in a mature run as the fragment that it leaves was, for the same.
    pub fn stays_mature(&self) -> bool {
        self.has(STAYS_MATURE)
    }
    /// Whether it is compiled so.
    pub fn set_stays_mature(&mut self, stays: bool) {
        self.set(STAYS_MATURE, stays);
    }
    fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
    fn set(&mut self, flag: u8, on: bool) {
        self.flags = if on {
            self.flags | flag
        } else {
            self.flags & !flag
        };
    }
    /// It leaves code of a mature run.
    pub fn leaves_mature(&self) -> bool {
        self.has(LEAVES_MATURE)
    }
    /// Whether it leaves such code.
    pub fn set_leaves_mature(&mut self, leaves: bool) {
        self.set(LEAVES_MATURE, leaves);
    }
    /// Something was promoted on the way while stores of virtual objects were deferred.
    pub fn is_ahead(&self) -> bool {
        self.has(AHEAD)
    }
    /// Whether something was promoted so.
    pub fn set_ahead(&mut self, ahead: bool) {
        self.set(AHEAD, ahead);
    }
    /// It was compiled: where it is.
    pub fn set_site(&mut self, site: &EdgeSite, snapshots: &mut Snapshots) {
        self.patch = address32(site.patch);
        self.stub = address32(site.stub);
        self.extent = site.extent as u16;
        self.places = snapshots.add_places(&site.places);
    }
    /// Where it is, without where its arguments are: enough to change its jump.
    pub fn jump(&self, edge: EdgeId) -> EdgeSite {
        EdgeSite {
            edge: edge.0,
            patch: u64::from(self.patch),
            stub: u64::from(self.stub),
            places: Vec::new(),
            extent: u32::from(self.extent),
        }
    }
}

fn address32(address: u64) -> u32 {
    assert!(address < 1 << 31, "{address:x} is no address of code");
    address as u32
}

/// Numbers below are registers; from here on registers whose value is in the slot with the next number, too; ...
const BOTH: u32 = 32;
/// ... and slots.
const SLOT: u32 = 64;

fn packed_register(r: PReg) -> u32 {
    r.hw_enc() as u32 + if r.class() == RegClass::Float { 16 } else { 0 }
}

fn register(n: u32) -> PReg {
    let class = if n & 16 != 0 {
        RegClass::Float
    } else {
        RegClass::Int
    };
    PReg::new((n & 15) as usize, class)
}

/// Writes places, most of them in a byte. Arguments of edge stubs are variables.
pub(super) fn pack_places(places: &[ValueLocation], to: &mut Writer) {
    to.begin(2 * places.len());
    for p in places {
        match *p {
            ValueLocation::Reg(r) => to.put(packed_register(r)),
            ValueLocation::Both(r, s) => {
                to.put(BOTH + packed_register(r));
                to.put(s);
            }
            ValueLocation::Slot(s) => to.put(SLOT + s),
            ValueLocation::Const(_) | ValueLocation::Unused => {
                unreachable!("{p:?} is an argument of an edge stub")
            }
        }
    }
}

/// The places that were packed.
pub(super) fn unpack_places(bytes: &[u8]) -> Vec<ValueLocation> {
    let mut places = Vec::with_capacity(bytes.len());
    let mut r = Reader::new(bytes);
    while !r.is_at_end() {
        places.push(match r.get() {
            n @ SLOT.. => ValueLocation::Slot(n - SLOT),
            n @ BOTH.. => ValueLocation::Both(register(n - BOTH), r.get()),
            n => ValueLocation::Reg(register(n)),
        });
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        let mut places = Vec::new();
        for n in 0..32 {
            places.push(ValueLocation::Reg(register(n)));
            for s in [0, 1, 63, 64, 127, 255, 4095, 1 << 20] {
                places.push(ValueLocation::Slot(s));
                places.push(ValueLocation::Both(register(n), s));
            }
        }
        let mut bytes = Writer::default();
        pack_places(&places, &mut bytes);
        assert_eq!(unpack_places(bytes.written()), places);
        assert_eq!(unpack_places(&[]), []);
    }

    #[test]
    fn a_record_says_what_was_set() {
        let mut e = EdgeRecord::new(EdgeKind::Plain, ChainId(3), Piece::EMPTY, Arm::NONE);
        assert_eq!((e.kind(), e.state()), (EdgeKind::Plain, EdgeState::Stub));
        assert_eq!((e.from(), e.stays_mature()), (None, false));
        for kind in [
            EdgeKind::Promote(u32::MAX),
            EdgeKind::Undecided(7),
            EdgeKind::Loan(0),
            EdgeKind::Exit(3),
            EdgeKind::Exit(-1),
            EdgeKind::Plain,
        ] {
            e.set_kind(kind);
            assert_eq!(e.kind(), kind);
        }
        for state in [
            EdgeState::Linked(FragmentId(0), 0x7fff_ffff),
            EdgeState::Dead,
            EdgeState::Linked(FragmentId(9), 1),
            EdgeState::Stub,
        ] {
            e.set_state(state);
            assert_eq!(e.state(), state);
        }
        e.set_ahead(true);
        e.set_leaves_mature(true);
        e.set_ahead(false);
        assert_eq!((e.is_ahead(), e.leaves_mature()), (false, true));
        e.set_from(FragmentId(5));
        e.set_stays_mature(true);
        assert_eq!(e.from(), Some(FragmentId(5)));
        assert_eq!((e.is_ahead(), e.stays_mature()), (false, true));
    }
}
