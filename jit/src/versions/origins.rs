//! What sessions start from: names that are the same in each run of a program, for `GENEXT_JIT=only=...` and
//! `genext jit-bisect`.
//!
//! The numbers of sessions are not good for that: if one is left out, all later ones have others. A session is asked
//! for by a *request*, an arrival that finds no code, and what it compiles is determined by where it starts. The
//! [`RequestName`] of a request is a hash of that:
//!
//! ```text
//! an entry     the portal and its greens; which one of those that cannot be told apart
//! an edge      the request that has made it, its kind and the frames of its snapshot with their greens; which one of
//!              those that cannot be told apart
//! ```
//! Numbers, strings (by value), functions and prebuilt objects among greens can be told apart in another process, other
//! objects cannot: their addresses differ. Requests at the same place have the same name: the sessions of one are
//! allowed or left out together. What is left out is executed, like all else that may not be compiled; what starts at
//! an edge of it is never asked for.
//!
//! Names are made, and noted for each edge, only if `only` is set or the log has the lines of sessions:
//!
//! ```text
//! jit session number=3 name=5e6f7a8b parent=1a2b3c4d from=E3 point="run b7" greens="pc=3" at=/t/vm.py:31
//!     merge="run merge point" merge_greens="pc=3" printable="3: ADD"                 (one line)
//! jit place session=3 key=c9 point="run merge point" greens="pc=5" printable="5: JUMP"
//! jit trust session=3 kind=field name=Code.limit at=/t/vm.py:34
//! ```
//! `merge` is the merge point that was passed last on the way to where the session starts; `place` lines are the merge
//! points that it passes. `trust` lines name immutable fields and elidable functions: values of theirs that are taken
//! to be the same as before, which is wrong if their declarations are. What generators read by themselves, in green
//! operations, is not among them.
use std::cell::{Cell, RefCell};
use std::hash::{Hash, Hasher};

use indexmap::IndexSet;
use ir::lltype::LLType;
use lowlevel::{AliasRegion, FuncId, LLOp};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHasher};

use super::code::{EdgeId, EdgeKind};
use super::jit::Jit;
use super::keys::ChainId;
use super::log::{Log, LogLevel, quoted};
use super::numbered::Numbered;
use crate::support::state::Trusted;
use jit_abi::info::{LocationId, PointKind};
use jit_abi::settings::Settings;

/// The name of a request.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct RequestName(pub u32);

impl std::fmt::Display for RequestName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

fn name(of: impl Hash) -> RequestName {
    let mut h = FxHasher::default();
    // Zeros alone would have the hash 0, which is no request.
    (0x6a69_7462_u32, of).hash(&mut h);
    let h = h.finish();
    RequestName((h ^ h >> 32) as u32)
}

/// Merge points that a request tells of.
const PLACES: usize = 64;

/// Where an edge comes from.
#[derive(Clone, Copy, Debug, Default)]
struct RequestOrigin {
    name: RequestName,
    /// The request that has made it.
    parent: RequestName,
    /// The merge point before it.
    merge: Option<ChainId>,
}

/// Merge points of a fragment.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// The one before it.
    pub before: Option<ChainId>,
    /// Those passed in it: behind how many operations.
    pub passed: Vec<(u32, ChainId)>,
}

impl std::fmt::Display for Marks {
    /// `c3 0:c4 7:c9`; `-` is no merge point.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.before {
            Some(chain) => write!(f, "{chain}")?,
            None => f.write_str("-")?,
        }
        self.passed
            .iter()
            .try_for_each(|(n, chain)| write!(f, " {n}:{chain}"))
    }
}

/// The request at hand.
#[derive(Default)]
struct Current {
    origin: RequestOrigin,
    from: Option<EdgeId>,
    chain: Option<ChainId>,
    /// The text of the merge point that it starts behind.
    printable: Option<String>,
    /// The merge points passed so far.
    places: IndexSet<ChainId, FxBuildHasher>,
    /// The merge point before the fragment at hand, and those passed in it: behind how many operations.
    before: Option<ChainId>,
    marks: Vec<(u32, ChainId)>,
    /// How many edges with the same kind and frames it has made.
    alike: FxHashMap<u64, u32>,
}

/// A request that has begun: what was at hand before it.
#[must_use]
pub struct Request(Option<(Current, Option<Trusted>)>);

/// Names of requests, and the request at hand.
#[derive(Default)]
pub struct Origins {
    /// Somebody wants names.
    wanted: bool,
    /// The log wants lines.
    logged: bool,
    /// Debuggers or profilers want names of code ([`super::symbols`]).
    named: bool,
    current: RefCell<Current>,
    /// Of each edge.
    edges: RefCell<Numbered<EdgeId, RequestOrigin>>,
    /// What is known of chains in all processes.
    hashes: RefCell<FxHashMap<ChainId, u64>>,
    /// Chains of entries with the same hash, in the order in which they were asked for.
    entries: RefCell<FxHashMap<u64, IndexSet<ChainId, FxBuildHasher>>>,
    /// Texts of merge points.
    printable: RefCell<FxHashMap<ChainId, Option<String>>>,
    /// A text is being made: what is compiled meanwhile needs none.
    asking: Cell<bool>,
}

impl Origins {
    /// What settings and log want.
    pub(super) fn new(settings: &Settings, log: &Log) -> Origins {
        let logged = log.wants(LogLevel::Versions);
        let named = settings.perf_map || settings.gdb;
        Origins {
            wanted: logged || named || settings.only.is_some(),
            logged,
            named,
            ..Origins::default()
        }
    }
    /// A text of the program is being made.
    pub(super) fn is_asking(&self) -> bool {
        self.asking.get()
    }
    /// All edges and chains are forgotten.
    pub(super) fn forget(&self) {
        if self.wanted {
            self.edges.borrow_mut().retire();
        }
        self.hashes.take();
        self.entries.take();
        self.printable.take();
    }
    /// Whether somebody wants to know of merge points.
    pub(super) fn is_wanted(&self) -> bool {
        self.wanted
    }
    /// The session at hand passes a merge point, behind so many operations of its fragment.
    pub(super) fn passed(&self, chain: ChainId, operations: usize) {
        if self.wanted {
            let mut current = self.current.borrow_mut();
            current.origin.merge = Some(chain);
            if self.logged || self.named {
                current.marks.push((operations as u32, chain));
                if current.places.len() < PLACES {
                    current.places.insert(chain);
                }
            }
        }
    }
    /// The fragment at hand ends: the merge point before it, and those passed in it.
    pub(super) fn take_marks(&self) -> Marks {
        if !self.logged && !self.named {
            return Marks::default();
        }
        let mut current = self.current.borrow_mut();
        let merge = current.origin.merge;
        Marks {
            before: std::mem::replace(&mut current.before, merge),
            passed: std::mem::take(&mut current.marks),
        }
    }
}

impl Jit {
    /// A hash of the frames of a chain that is the same in each process.
    fn chain_hash(&self, chain: ChainId) -> u64 {
        if let Some(&h) = self.origins.hashes.borrow().get(&chain) {
            return h;
        }
        let link = self.chains.borrow().get(chain).clone();
        let mut h = FxHasher::default();
        link.parent.map(|p| self.chain_hash(p)).hash(&mut h);
        link.point.0.hash(&mut h);
        for (&ty, &word) in self.point(link.point).greens.iter().zip(&link.greens) {
            let is_address = matches!(ty, LLType::Ptr(_) | LLType::Address);
            if word != 0 && self.is_string(ty) {
                self.string_bytes(ty, word).hash(&mut h);
            } else if !is_address || word == 0 {
                word.hash(&mut h);
            } else {
                let tables = self.state.tables;
                tables.func_at(word).map(|f| f.0).hash(&mut h);
                tables.object_at(word).map(|o| o.0).hash(&mut h);
            }
        }
        let h = h.finish();
        self.origins.hashes.borrow_mut().insert(chain, h);
        h
    }
    /// Notes the name of an edge that is about to be made.
    pub(super) fn name_edge(&self, kind: EdgeKind, chain: ChainId) {
        let o = &self.origins;
        if !o.wanted {
            return;
        }
        let kind = match kind {
            EdgeKind::Plain => 0,
            EdgeKind::Promote(_) => 1,
            EdgeKind::Undecided(_) => 2,
            EdgeKind::Exit(code) => 3 + code,
            EdgeKind::Loan(_) => i64::MAX,
        };
        let hash = u64::from(name((kind, self.chain_hash(chain))).0);
        let mut current = o.current.borrow_mut();
        let parent = current.origin.name;
        let alike = current.alike.entry(hash).or_default();
        *alike += 1;
        let name = name((parent.0, hash, *alike));
        let merge = current.origin.merge;
        o.edges.borrow_mut().push(RequestOrigin {
            name,
            parent,
            merge,
        });
    }
    /// An entry is to be compiled. `None`: it is not among those that may be.
    pub(super) fn request_entry(&self, portal: u32, chain: ChainId) -> Option<Request> {
        let o = &self.origins;
        if !o.wanted {
            return Some(Request(None));
        }
        let hash = self.chain_hash(chain);
        let which = (o.entries.borrow_mut().entry(hash).or_default())
            .insert_full(chain)
            .0;
        let origin = RequestOrigin {
            name: name((portal, hash, which)),
            parent: RequestName::default(),
            merge: Some(chain),
        };
        self.request(origin, chain, None)
    }
    /// What follows an edge is to be compiled. `None`: it is not among those that may be.
    pub(super) fn request_edge(&self, edge: EdgeId, chain: ChainId) -> Option<Request> {
        if !self.origins.wanted {
            return Some(Request(None));
        }
        let origin = self.origins.edges.borrow()[edge];
        self.request(origin, chain, Some(edge))
    }
    fn request(
        &self,
        origin: RequestOrigin,
        chain: ChainId,
        from: Option<EdgeId>,
    ) -> Option<Request> {
        if let Some(only) = &self.settings.borrow().only
            && only.binary_search(&origin.name.0).is_err()
        {
            return None;
        }
        let printable = origin.merge.and_then(|m| self.printable(m));
        let o = &self.origins;
        super::sampling::compiling(true);
        let before = o.current.replace(Current {
            origin,
            before: origin.merge,
            from,
            chain: Some(chain),
            printable,
            ..Current::default()
        });
        let trusted = o.logged.then(Trusted::default);
        Some(Request(Some((before, self.state.trusted.replace(trusted)))))
    }
    /// A request has been dealt with: the log is told what the last session of it has passed. The arrival is visible to
    /// the collector.
    pub(super) fn end_request(&self, request: Request) {
        self.verify(super::verify::AFTER_SESSION);
        let Some((before, trusted)) = request.0 else {
            return;
        };
        let outer = before.origin.name != RequestName::default();
        let done = self.origins.current.replace(before);
        super::sampling::compiling(outer);
        let trusted = self.state.trusted.replace(trusted);
        self.name_waiting();
        if !self.origins.logged {
            return;
        }
        let session = self.report.totals.get().sessions;
        for chain in done.places {
            let text = self.printable(chain);
            let (point, greens) = self.place_text(chain);
            self.log.line(
                LogLevel::Versions,
                format_args!(
                    "jit place session={session} key={chain} point={point} greens={greens}{}",
                    printable_text(text.as_ref())
                ),
            );
        }
        for (op, location) in trusted.unwrap_or_default() {
            if let Some((kind, name)) = self.trusted_text(&op) {
                self.log.line(
                    LogLevel::Versions,
                    format_args!(
                        "jit trust session={session} kind={kind} name={} at={}",
                        quoted(&name),
                        quoted(&self.source(location))
                    ),
                );
            }
        }
    }
    /// The line of a session that begins; it is written at once, as the program may end in it.
    pub(super) fn log_session(&self, number: u64) {
        let current = self.origins.current.borrow();
        let Some(chain) = current.chain else {
            return;
        };
        let (point, greens) = self.place_text(chain);
        let from = current.from.map_or("-".to_owned(), |e| e.to_string());
        let merge = current.origin.merge.map_or(String::new(), |m| {
            let (point, greens) = self.place_text(m);
            format!(" merge={point} merge_greens={greens}")
        });
        let at = self.point(self.chains.borrow().get(chain).point).location;
        self.log.line(
            LogLevel::Versions,
            format_args!(
                "jit session number={number} name={} parent={} from={from} point={point} greens={greens} at={}{merge}{}",
                current.origin.name,
                current.origin.parent,
                quoted(&self.source(at)),
                printable_text(current.printable.as_ref())
            ),
        );
        self.log.flush();
    }
    /// The point of a chain's innermost frame, and its greens, as values of a line.
    fn place_text(&self, chain: ChainId) -> (String, String) {
        let point = self.chains.borrow().get(chain).point;
        (
            quoted(&self.point_name(point)),
            quoted(&self.greens_text(chain)),
        )
    }
    /// `FILE:LINE` of an index into the table of locations; empty if it is not known.
    pub(super) fn source(&self, location: u32) -> String {
        match self.info().locations.get(LocationId(location)) {
            Some(l) if l.line > 0 => format!("{}:{}", l.file, l.line),
            _ => String::new(),
        }
    }
    /// The merge point that a fragment belongs to: that at its start, else the last before it, else the first in it.
    pub(super) fn merge_of(&self, start: ChainId, marks: &Marks) -> Option<ChainId> {
        let point = self.chains.borrow().get(start).point;
        match self.point(point).kind {
            PointKind::Portal(_) => Some(start),
            _ => marks.before.or_else(|| marks.passed.first().map(|m| m.1)),
        }
    }
    /// The kind and name of what is trusted: fields of the program's objects, and functions.
    pub(super) fn trusted_text(&self, op: &LLOp) -> Option<(&'static str, String)> {
        let function = |f: FuncId| {
            self.info().funcs.get(f).filter(|f| f.elidable)?;
            Some(("function", self.info().func_name(f).to_owned()))
        };
        match op {
            LLOp::DirectCall(f) => function(*f),
            LLOp::IndirectCall(_, Some(fs)) => fs.first().and_then(|f| function(*f)),
            _ => match op.location()? {
                part @ AliasRegion::Field(..) if self.state.tables.is_of_program(part) => {
                    let tables = self.state.tables;
                    let items = part.leads_to_immutable_items(tables.types());
                    let name = op.show_immediates(&tables.printer())?;
                    Some(("field", if items { name + "[*]" } else { name }))
                }
                _ => None,
            },
        }
    }
    /// What the program's `get_printable_location` says of a merge point. The arrival that is compiled for is visible
    /// to the collector.
    pub(super) fn printable(&self, chain: ChainId) -> Option<String> {
        let o = &self.origins;
        if !(o.logged || o.named) || o.asking.get() {
            return None;
        }
        if let Some(known) = o.printable.borrow().get(&chain) {
            return known.clone();
        }
        o.asking.set(true);
        let text = self.ask_printable(chain);
        o.asking.set(false);
        o.printable.borrow_mut().insert(chain, text.clone());
        text
    }
    fn ask_printable(&self, chain: ChainId) -> Option<String> {
        let link = self.chains.borrow().get(chain).clone();
        let PointKind::Portal(n) = self.point(link.point).kind else {
            return None;
        };
        let portal = self.info().portals.get(n as usize)?;
        let f = portal.printable_location?;
        let sig = self.info().funcs.get(f)?.sig?;
        let address = *self.state.tables.funcs.get(f).filter(|&&a| a != 0)?;
        let sig = self.state.tables.types().as_func(sig);
        let given: Vec<LLType> = portal.greens.iter().map(|g| g.1).collect();
        let taken = sig.args.iter().filter(|t| **t != LLType::Void);
        // Words of chains are as states have them, which is not as calls pass them for all types.
        let odd = given.contains(&LLType::SingleFloat);
        if odd || !taken.eq(given.iter()) || !self.is_string(sig.result) {
            return None;
        }
        let word = (self.state).call_for_value(address, &given, &link.greens, sig.result, false)?;
        if word == 0 {
            return None;
        }
        let bytes = self.string_bytes(sig.result, word);
        let is_text = self.info().known.string == sig.result.container();
        is_text.then(|| String::from_utf8_lossy(bytes).into_owned())
    }
}

fn printable_text(text: Option<&String>) -> String {
    text.map_or(String::new(), |t| format!(" printable={}", quoted(t)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_same_in_each_process() {
        // They are written down by users.
        assert_eq!(name((1u32, 2u64, 3usize)), name((1u32, 2u64, 3usize)));
        assert_ne!(name((1u32, 2u64, 3usize)), name((1u32, 2u64, 4usize)));
        assert_eq!(RequestName(0xa).to_string(), "0000000a");
    }

    #[test]
    fn nothing_is_noted_if_nobody_asks() {
        let off = Origins::new(&Settings::default(), &Log::memory(LogLevel::Summary));
        assert!(!off.wanted && !off.logged);
        let settings = Settings::parse("only=1").expect("good");
        let names = Origins::new(&settings, &Log::memory(LogLevel::Off));
        assert!(names.wanted && !names.logged);
        let log = Origins::new(&Settings::default(), &Log::memory(LogLevel::Versions));
        assert!(log.wanted && log.logged);
        let settings = Settings::parse("perf_map").expect("good");
        let named = Origins::new(&settings, &Log::memory(LogLevel::Off));
        assert!(named.wanted && named.named && !named.logged);
    }
}
