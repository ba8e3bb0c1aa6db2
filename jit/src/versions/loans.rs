//! Loans at run time: what an activation of residual code has lent to what it calls, and what becomes of it.
//!
//! ```text
//! caller:  resume(record)  ─▶ callee: gx_jit_redeem(token)     the caller's snapshot: all its virtuals are allocated
//!          redeemed = this frame?  ─▶ edge: executed from the snapshot with the objects that there are now
//! ```
//! A call that [lends](crate::support::loans) is a *site*: its edge has the snapshot of what holds behind the call, and
//! tells where the values are that it needs, which are in slots of the frame. A token names frame, site and object. The
//! first token of an activation that is redeemed allocates all virtuals of the snapshot; they may be changed from then
//! on, so what the caller knows is void, and it is left by the edge as soon as the call returns. **An activation whose
//! objects were redeemed never goes on in its code.**
//!
//! A token may also be in the state of a virtual reference ([`crate::support::references`]), where code that is not
//! residual finds it: the runtime redeems it by the function that the JIT has given it.
//!
//! What is redeemed may refer to loans of frames further out. These are redeemed first, one after the other: a chain of
//! activations may be as long as the stack allows.
//!
//! What is redeemed again and again had better be allocated before the call: it is not lent at such a place any more,
//! and the code that does so is killed.
use std::cell::RefCell;

use backend_x86::fragment::ValueLocation;
use backend_x86::frame::slot_offset;
use backend_x86::residual::EdgeSite;
use ir::lltype::Container;
use jit_abi::Record;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::bridge::materialise;
use super::code::{EdgeId, EdgeKind, EdgeRecord};
use super::context::{Context, ValueClass, ValueClassId};
use super::jit::Jit;
use super::run::GeneratorRun;
use super::snapshot::Snapshots;
use crate::support::loans::{Holder, SITES, Token};
use crate::support::memory;
use crate::support::records;
use crate::support::state::Mode;

/// So often a place is redeemed that lends, at least, ...
const OFTEN: u32 = 3;
/// ... and at one of so many calls: to leave a frame and execute it takes as long as to allocate the objects of that
/// many calls, more or less. (RPySOM's Permute: with 3 alone its turns took 1.6 ms at first, and 7 after twenty turns,
/// for what was redeemed while it began.)
const CALLS: u64 = 64;

/// The same, if nobody counts the calls.
const UNCOUNTED: u32 = 20;

/// Objects of an activation, by their classes in the snapshot of the site.
pub(super) type Objects = Vec<(ValueClassId, u64)>;

/// A call that lends.
#[derive(Debug)]
struct Site {
    edge: EdgeId,
    /// What is called: a part of the interpreted program ([`Jit::program_part`]).
    callee: u64,
    /// What is lent, and where the callee has it.
    objects: SmallVec<[(ValueClassId, Holder); 4]>,
    /// The slot behind the reds is what the call returns.
    result: bool,
    /// How often the code was left because of it.
    times: u32,
    /// The record of the callee's entry, which counts calls, if there is one.
    record: Option<u64>,
}

/// A place of a callee that refers to what was lent.
#[derive(Clone, Copy, Default, Debug)]
struct Place {
    /// How often that was redeemed.
    times: u32,
    /// It is allocated before the call.
    eager: bool,
}

/// An activation whose objects were redeemed.
#[derive(Debug)]
struct Redeemed {
    frame: u64,
    objects: Objects,
}

/// What was lent.
#[derive(Default)]
pub(super) struct Loans {
    /// By number; numbers go on when code is forgotten.
    sites: RefCell<Vec<Option<Box<Site>>>>,
    /// The outermost first: addresses fall.
    redeemed: RefCell<Vec<Redeemed>>,
    /// Places of callees where something was redeemed.
    places: RefCell<FxHashMap<(u64, Holder), Place>>,
}

impl Loans {
    /// The number of the next site, if there can be one more.
    pub(super) fn next(&self) -> Option<u32> {
        let n = self.sites.borrow().len();
        (n < SITES).then_some(n as u32)
    }
    /// What a site lends.
    pub(super) fn set(
        &self,
        site: u32,
        (edge, result): (EdgeId, bool),
        (callee, record): (u64, Option<u64>),
        objects: impl IntoIterator<Item = (ValueClassId, Holder)>,
    ) {
        let mut sites = self.sites.borrow_mut();
        debug_assert_eq!(sites.len(), site as usize);
        sites.push(Some(Box::new(Site {
            edge,
            callee,
            objects: objects.into_iter().collect(),
            result,
            times: 0,
            record,
        })));
    }
    /// The sites of edges that are gone are, too.
    pub(super) fn retain(&self, is_there: impl Fn(EdgeId) -> bool) {
        for site in self.sites.borrow_mut().iter_mut() {
            *site = site.take().filter(|s| is_there(s.edge));
        }
    }
    fn find(&self, frame: u64) -> Result<usize, usize> {
        let redeemed = self.redeemed.borrow();
        redeemed.binary_search_by(|r| frame.cmp(&r.frame))
    }
    /// Visits the objects, for the collector.
    pub(super) fn roots(&self, visit: &mut dyn FnMut(*mut usize)) {
        for r in self.redeemed.borrow_mut().iter_mut() {
            for (_, word) in &mut r.objects {
                visit((&raw mut *word).cast());
            }
        }
    }
    /// All code is forgotten.
    pub(super) fn forget(&self) {
        self.places.take();
    }
}

/// The words of an edge's arguments in the frame that waits at it; 0 for what the call is going to return.
fn waiting_words(
    places: Vec<ValueLocation>,
    context: &Context,
    frame: u64,
    result: bool,
) -> Vec<u64> {
    let result = result.then(|| result_param(context)).flatten();
    let word = |(i, p): (usize, ValueLocation)| match p {
        _ if Some(i) == result => 0,
        ValueLocation::Slot(s) | ValueLocation::Both(_, s) => {
            memory::word(frame.wrapping_add_signed(i64::from(slot_offset(s))))
        }
        _ => unreachable!("what a waiting frame needs is in slots"),
    };
    places.into_iter().enumerate().map(word).collect()
}

/// Which parameter of a site's edge is what the call returns.
fn result_param(context: &Context) -> Option<usize> {
    context.param_of(*context.reds().last()?)
}

impl Jit {
    /// Whether all that a waiting frame needs of an edge's arguments is in slots.
    pub(super) fn is_readable(&self, edge: &EdgeSite) -> bool {
        let EdgeKind::Loan(site) = self.code.edges.borrow()[EdgeId(edge.edge)].kind() else {
            return true;
        };
        let sites = self.loans.sites.borrow();
        let Some(Some(site)) = sites.get(site as usize) else {
            return false;
        };
        let snapshot = self.code.edges.borrow()[EdgeId(edge.edge)].snapshot;
        let context = self.code.snapshots.borrow_mut().unpack(snapshot);
        let result = site.result.then(|| result_param(&context)).flatten();
        let in_slot =
            |p: &ValueLocation| matches!(p, ValueLocation::Slot(_) | ValueLocation::Both(..));
        let mut places = edge.places.iter().enumerate();
        places.all(|(i, p)| Some(i) == result || in_slot(p))
    }
    /// The object that a token stands for.
    pub(super) fn redeem(&self, word: u64) -> u64 {
        let token = Token::of(word);
        let mut todo = vec![token];
        while let Some(&t) = todo.last() {
            if self.loans.find(t.frame).is_ok() {
                todo.pop();
                continue;
            }
            let (context, words) = self.waiting_state(t);
            let missing = self.tokens(&context, &words);
            let before = todo.len();
            todo.extend(missing.filter(|m| self.loans.find(m.frame).is_err()));
            if todo.len() == before {
                self.allocate_lent(t.frame, &context, &words);
                todo.pop();
            }
        }
        let sites = self.loans.sites.borrow();
        let site = sites[token.site as usize].as_ref().expect("a site");
        let (class, holder) = site.objects[token.object as usize];
        {
            let mut places = self.loans.places.borrow_mut();
            let place = places.entry((site.callee, holder)).or_default();
            place.times += 1;
            place.eager |= match site.record {
                Some(record) => {
                    let calls = records::get(record, Record::Count);
                    place.times >= OFTEN && u64::from(place.times) * CALLS >= calls
                }
                None => place.times >= UNCOUNTED,
            };
        }
        let at = self.loans.find(token.frame).expect("it was redeemed");
        let redeemed = self.loans.redeemed.borrow();
        let found = redeemed[at].objects.iter().find(|o| o.0 == class);
        found.expect("what is lent is virtual").1
    }
    /// The object that a token stands for, which was redeemed a moment ago, is this one.
    pub(super) fn claim(&self, word: u64, object: u64) {
        let token = Token::of(word);
        let sites = self.loans.sites.borrow();
        let site = sites[token.site as usize].as_ref().expect("a site");
        let (class, _) = site.objects[token.object as usize];
        let at = self.loans.find(token.frame).expect("it was redeemed");
        let mut redeemed = self.loans.redeemed.borrow_mut();
        let objects = redeemed[at].objects.iter_mut();
        for o in objects.filter(|o| o.0 == class) {
            o.1 = object;
        }
    }
    /// The state of an activation that waits.
    fn waiting_state(&self, t: Token) -> (Context, Vec<u64>) {
        let (edge, result) = {
            let sites = self.loans.sites.borrow();
            let site = sites[t.site as usize].as_ref().expect("a site");
            (site.edge, site.result)
        };
        let state = |e: &EdgeRecord, snapshots: &mut Snapshots| {
            let context = snapshots.unpack(e.snapshot);
            let places = snapshots.places(e.places);
            let words = waiting_words(places, &context, t.frame, result);
            (context, words)
        };
        if let Some(e) = self.code.edges.borrow().get(edge) {
            return state(e, &mut self.code.snapshots.borrow_mut());
        }
        self.with_old_edge(edge, state)
    }
    /// The tokens in a state: of loans, and of objects that are claimed.
    fn tokens<'a>(
        &'a self,
        context: &'a Context,
        words: &'a [u64],
    ) -> impl Iterator<Item = Token> + 'a {
        let tokens = context.classes.iter().filter_map(|c| match c {
            ValueClass::Virtual {
                container,
                length,
                fields,
                ..
            } => *fields.get(self.state.tables.token_slot(*container, *length))?,
            _ => None,
        });
        tokens.filter_map(|k| Some(Token::of(words[context.param_of(k)?])))
    }
    /// Allocates the virtuals of an activation.
    fn allocate_lent(&self, frame: u64, context: &Context, words: &[u64]) {
        let run = GeneratorRun::new(self, Mode::Execute);
        let boxes = materialise(self.state, context, words, &[]);
        let objects = context.classes.iter_enumerated();
        let objects = objects.filter(|(_, c)| c.is_virtual());
        let objects = objects.map(|(k, _)| (k, self.state.bits(boxes[k.0 as usize])));
        let redeemed = Redeemed {
            frame,
            objects: objects.collect(),
        };
        let at = self.loans.find(frame).unwrap_or_else(|at| at);
        self.loans.redeemed.borrow_mut().insert(at, redeemed);
        drop(run);
        self.count(|t| t.redeemed += 1);
        self.set_innermost();
    }
    fn set_innermost(&self) {
        let redeemed = self.loans.redeemed.borrow();
        let innermost = redeemed.last().map_or(0, |r| r.frame);
        self.set_exchange(jit_abi::REDEEMED_WORD, innermost);
    }
    /// An activation is left because its objects were redeemed: gives these. They are no roots any more.
    pub(super) fn take_redeemed(&self, site: u32, frame: u64) -> Objects {
        let at = self.loans.find(frame).expect("it was redeemed");
        let taken = self.loans.redeemed.borrow_mut().remove(at);
        self.set_innermost();
        let often = {
            let mut sites = self.loans.sites.borrow_mut();
            let site = sites[site as usize].as_mut().expect("a site");
            site.times += 1;
            let places = self.loans.places.borrow();
            let place = |o: &(ValueClassId, Holder)| places.get(&(site.callee, o.1)).copied();
            let mut all = site.objects.iter().filter_map(place);
            let often = site.times >= OFTEN && all.any(|p| p.eager);
            (often && self.settings.borrow().lend < 2).then_some(site.edge)
        };
        let from = often.and_then(|e| self.code.edges.borrow().get(e)?.from());
        if let Some(from) = from.filter(|&f| !self.is_dead(f)) {
            self.kill(vec![from]);
        }
        taken.objects
    }
    /// Whether what a callee refers to at a place may be lent, or handed over though the caller needs to know which
    /// object it is.
    pub(super) fn lends(&self, callee: u64, holder: Holder) -> bool {
        if self.settings.borrow().lend > 1 {
            return true;
        }
        let types = self.state.tables.types();
        // Arrays hold arguments, which are used.
        let fields = matches!(types.get(holder.0), Container::Struct(_));
        let place = || self.loans.places.borrow().get(&(callee, holder)).copied();
        fields && place().is_none_or(|p| !p.eager)
    }
}
