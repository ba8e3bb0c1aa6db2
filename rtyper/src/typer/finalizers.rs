//! Finalisers: where objects are registered, and where the finalisers of those that died are called.
//!
//! The collector only notes what has died (`runtime/src/heap/finalizers.rs`). It may run at every allocation, and that
//! is no place for code of the program: it would see objects half made and change what the code around an allocation
//! has just read. So finalisers are called at *run points*, by an ordinary call, whose effects every pass sees:
//!
//! ```text
//! rgc.collect()                        behind it
//! C(...), C has a finaliser            before the object is made
//! queue.register_finalizer(x)          before
//! os.write(...) and other calls of the system
//! ```
//! Each calls one function, which is made here from all that has a finaliser:
//!
//! ```text
//! run_finalizers():
//!     if gx_fin_begin():
//!         while True:
//!             tag = gx_fin_next()                     # what has died is told apart by tags
//!             if tag == -1:  _call_finalizer(gx_fin_object(-1))    # a class with __del__ and those below
//!             elif tag == 1: _call_trigger(queue)                  # a FinalizerQueue
//!             else: break
//! ```
//! Tags of queues are 1, 2, ..., those of classes -1, -2, ...
use annotator::ClassId;
use ir::lltype::LLType;
use lowlevel::{Const, FuncId, LLOp};

use super::dispatch::Typed;
use super::lower::{Lower, Opd};
use super::{Hop, R, RTyper};
use crate::repr::Repr;

/// The tag of a class at a place among those that have one.
fn class_tag(place: usize) -> i64 {
    -1 - place as i64
}

impl RTyper {
    /// Classes with a tag of their own, in the order of tags.
    fn finalized_classes(&self) -> Vec<ClassId> {
        let classes = self.pg().classes.iter_enumerated();
        let own = classes.filter(|(_, def)| def.finalizer.is_some());
        own.map(|(c, _)| c).collect()
    }
    /// The tag of instances of a class with `__del__`.
    pub fn finalizer_tag(&self, c: ClassId) -> Option<i64> {
        let top = self.pg().finalized_as(c)?;
        let place = self.finalized_classes().iter().position(|&k| k == top)?;
        Some(class_tag(place))
    }
    /// The number of a queue among the program's, and its tag.
    fn queue_tag(&self, hop: &Hop) -> Option<(usize, i64)> {
        let value = hop.args.get(1)?.const_value.as_ref()?;
        let queues = &self.pg().finalizer_queues;
        let i = queues.iter().position(|q| q.value.is(value))?;
        Some((i, i as i64 + 1))
    }
    /// The function that calls finalisers; `None` if there are none.
    fn run_finalizers(&mut self) -> R<Option<FuncId>> {
        if !self.pg().has_finalizers() {
            return Ok(None);
        }
        let f = self.made_function("run_finalizers", &[], LLType::Void, |l, _| {
            l.finalizer_loop()?;
            Ok(Opd::Const(Const::VOID))
        })?;
        self.prog.funcs[f].attrs.dont_look_inside = true;
        Ok(Some(f))
    }
}

impl Lower<'_> {
    /// A place where finalisers of objects that died are called.
    pub fn run_point(&mut self) -> R<()> {
        if let Some(f) = self.rt.run_finalizers()? {
            self.call(f, [])?;
        }
        Ok(())
    }
    /// Registers a new instance of a class with `__del__`.
    pub fn register_finalizer(&mut self, p: Opd, tag: i64) -> R<()> {
        let root = self.cast_pointer(p, LLType::Ptr(self.rt.basic.object));
        let tag = self.int(tag);
        self.call_extern("gx_fin_register", vec![root, tag])?;
        Ok(())
    }
    /// `rgc._register_finalizer(queue, x)`
    pub fn register_with_queue(&mut self, hop: &Hop) -> R<Typed> {
        let Some((_, tag)) = self.rt.queue_tag(hop) else {
            return Err(self.unsupported_op(hop));
        };
        self.run_point()?;
        let root = self.rt.intern(Repr::Instance(None));
        let p = self.arg_as(hop, 2, root)?;
        self.register_finalizer(p, tag)?;
        self.typed_void()
    }
    /// `rgc._next_dead(queue)`
    pub fn next_of_queue(&mut self, hop: &Hop) -> R<Typed> {
        let Some((i, tag)) = self.rt.queue_tag(hop) else {
            return Err(self.unsupported_op(hop));
        };
        let gives = self.rt.pg().finalizer_queues[i].gives;
        let to = self.rt.repr_of(gives)?;
        let v = self.dead_object(tag, to)?;
        Ok((v, to))
    }
    /// The next dead object of a tag, as an instance.
    fn dead_object(&mut self, tag: i64, to: crate::repr::ReprId) -> R<Opd> {
        let tag = self.int(tag);
        let v = self.call_extern("gx_fin_object", vec![tag])?;
        let root = self.rt.intern(Repr::Instance(None));
        self.convert(v, root, to)
    }
    fn finalizer_loop(&mut self) -> R<()> {
        let zero = self.int(0);
        let some = self.call_extern("gx_fin_begin", vec![])?;
        let some = self.op2(LLOp::IntNe, some, zero, LLType::Bool);
        let (begin, done) = self.fork(some);
        let (head, _) = self.new_block(&[]);
        self.block = begin;
        self.goto(head, []);
        self.block = head;
        let tag = self.call_extern("gx_fin_next", vec![])?;
        for (i, c) in self.rt.finalized_classes().into_iter().enumerate() {
            let own = class_tag(i);
            let next = self.case(&tag, own);
            if let Some(g) = self.rt.pg().classes[c].finalizer {
                let to = self.rt.intern(Repr::Instance(Some(c)));
                let v = self.dead_object(own, to)?;
                let f = self.rt.func_of(g)?;
                self.call(f, [v])?;
            }
            self.goto(head, []);
            self.block = next;
        }
        for i in 0..self.rt.pg().finalizer_queues.len() {
            let next = self.case(&tag, i as i64 + 1);
            if let Some(g) = self.rt.pg().finalizer_queues[i].trigger {
                let f = self.rt.func_of(g)?;
                self.call(f, [])?;
            }
            self.goto(head, []);
            self.block = next;
        }
        self.goto(done, []);
        self.block = done;
        Ok(())
    }
    /// Goes on where the tag is this one; the block for all others.
    fn case(&mut self, tag: &Opd, this: i64) -> ir::model::BlockId {
        let this = self.int(this);
        let same = self.op2(LLOp::IntEq, tag.clone(), this, LLType::Bool);
        let (body, next) = self.fork(same);
        self.block = body;
        next
    }
}
