//! Fields that change rarely (`name?`): code that rests on the values which such fields of known objects have.
//!
//! A load from a constant object becomes a constant, and the fragment at hand *watches* the field: it may be entered as
//! long as the field has that value. A write of another value kills the fragments that watch it
//! ([`Jit::written`](crate::versions::jit::Jit)).
//!
//! ```text
//! entry of the fragment        obj.version is 5, or the fragment would have been killed
//! getfield[version](@obj)      5, and the fragment watches (@obj, version)
//! direct_call[f]()             f may write `version`: from here on its loads are emitted, and promoted by a guard
//! getfield[version](@obj)      v1 = getfield...; if v1 != 5 then E0
//! ```
//! So code that is killed while it waits for a call may go on: nothing that it does behind the call rests on the field
//! without a test. For the same reason it must not jump behind the call to code that does, but by an edge that is
//! unlinked when its target is killed: what leads to a version there is a stub (`may_have_changed`).
//!
//! What compiling itself executes may write fields, too (elidable functions fill caches). So values are compared once
//! more when the code is published.
//!
//! A field that was written [`FIELD_WRITES`] times, or [`OBJECT_WRITES`] times in one object, in spite of code that
//! rested on it, does not change rarely: it is not watched any more.
use ir::lltype::{Container, FieldType, LLType};
use lowlevel::{AliasRegion, LLOp};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::boxes::BoxId;
use super::memory;
use super::ops::{Compiler, R, Stop};
use super::state::{ForceReason, SupportState};
use jit_abi::info::OpInfo;

/// Writes to the field of one object that kill code, before it is not watched any more.
const OBJECT_WRITES: u32 = 5;

/// The same of one field, whatever object.
const FIELD_WRITES: u32 = 200;

/// A field of an old object, and the value that code rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Watched {
    /// The object's address: it is kept, and does not move.
    pub object: u64,
    /// The field, an index into [`JitInfo::watchable`](jit_abi::info::JitInfo::watchable).
    pub field: u32,
    /// The type of the value.
    pub ty: LLType,
    /// The value: a reference is that of an object that is kept.
    pub word: u64,
}

/// Fields that may have been written since the fragment at hand was entered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Written {
    /// None.
    #[default]
    Nothing,
    /// These.
    Fields(SmallVec<[u32; 4]>),
    /// Any.
    Anything,
}

impl Written {
    /// Whether a field may have been written.
    pub fn has(&self, field: u32) -> bool {
        match self {
            Written::Nothing => false,
            Written::Fields(list) => list.contains(&field),
            Written::Anything => true,
        }
    }
    fn add(&mut self, field: u32) {
        match self {
            Written::Nothing => *self = Written::Fields([field].into_iter().collect()),
            Written::Fields(list) if !list.contains(&field) => list.push(field),
            Written::Fields(_) | Written::Anything => {}
        }
    }
}

/// What is watched of the field of one object.
#[derive(Default)]
struct Entry {
    ty: Option<LLType>,
    word: u64,
    /// The numbers of the fragments.
    fragments: Vec<u32>,
    /// Writes that have killed fragments.
    writes: u32,
}

/// All fields that are watched.
#[derive(Default)]
pub struct Watchers {
    entries: FxHashMap<(u64, u32), Entry>,
    /// Writes that have killed fragments, by field.
    writes: FxHashMap<u32, u32>,
}

impl Watchers {
    fn gave_up(&self, object: u64, field: u32) -> bool {
        let often = |n: Option<u32>, limit| n.is_some_and(|n| n >= limit);
        often(self.writes.get(&field).copied(), FIELD_WRITES)
            || often(
                self.entries.get(&(object, field)).map(|e| e.writes),
                OBJECT_WRITES,
            )
    }
}

impl SupportState {
    /// The number of a field that may be watched.
    pub(super) fn watchable(&self, part: AliasRegion) -> Option<u32> {
        let n = self.tables.info.watchable.binary_search(&part).ok()?;
        Some(n as u32)
    }
    /// Whether one of these constants is a *version*: an object without attributes that a field has which changes
    /// rarely; the fragment at hand rests on that field, or it is one of another of the constants. A table gets another
    /// version when it changes. So what an elidable function of the version gives it gives as long as code may be
    /// entered that takes it from the field, and None is no exception.
    pub(super) fn has_version(&self, constants: &[(LLType, u64)]) -> bool {
        let w = self.work();
        let types = self.tables.types();
        let rests_on = |word| {
            let is_value = |x: &Watched| x.word == word && types.is_gc_ref(x.ty);
            w.watched.iter().any(is_value)
        };
        let tokens = constants.iter().filter(|c| self.is_token(**c));
        tokens.into_iter().any(|c| rests_on(c.1)) || self.is_version_now(constants)
    }
    /// Whether one of these constants is a version that a field of another one has now.
    pub fn is_version_now(&self, constants: &[(LLType, u64)]) -> bool {
        let types = self.tables.types();
        let objects = || (constants.iter()).filter(|o| o.1 != 0 && types.is_gc_ref(o.0));
        let mut tokens = constants.iter().filter(|c| self.is_token(**c));
        tokens.any(|&(ty, word)| objects().any(|o| self.has_watchable(o.1, ty, word)))
    }
    fn is_token(&self, (ty, word): (LLType, u64)) -> bool {
        word != 0 && self.tables.types().is_gc_ref(ty) && self.tables.is_token(word)
    }
    /// Whether a field of an object that may be watched has this value now.
    fn has_watchable(&self, object: u64, ty: LLType, word: u64) -> bool {
        let types = self.tables.types();
        let holds_ref = |part: AliasRegion| {
            let AliasRegion::Field(c, f) = part else {
                return false;
            };
            let Container::Struct(s) = types.get(c) else {
                return false;
            };
            matches!(s.fields.get(f as usize).map(|f| f.ty), Some(FieldType::Value(t)) if types.is_gc_ref(t))
        };
        let mut fields = self.tables.info.watchable.iter();
        fields
            .any(|&part| holds_ref(part) && self.tables.read(object, part, None, ty) == Some(word))
    }
    /// Whether a field has the value that code rests on.
    pub fn is_unchanged(&self, w: &Watched) -> bool {
        self.read_watched(w.object, w.field, w.ty) == Some(w.word)
    }
    fn read_watched(&self, object: u64, field: u32, ty: LLType) -> Option<u64> {
        let part = *self.tables.info.watchable.get(field as usize)?;
        self.tables.read(object, part, None, ty)
    }
    /// A fragment rests on a field from now on; it has the value.
    pub fn watch(&self, w: &Watched, fragment: u32) {
        let mut watchers = self.watchers.borrow_mut();
        let entry = watchers.entries.entry((w.object, w.field)).or_default();
        let first = entry.fragments.is_empty();
        entry.ty = Some(w.ty);
        entry.word = w.word;
        entry.fragments.push(fragment);
        if first {
            self.count_watched(w.field, 1);
        }
    }
    /// Whether the field with this number is watched in any object. Residual code asks behind each store to it.
    #[inline]
    pub fn is_watched(&self, field: u32) -> bool {
        self.watched_word(field)
            .is_some_and(|at| memory::word(at) != 0)
    }
    #[inline]
    fn watched_word(&self, field: u32) -> Option<u64> {
        let words = self.tables.objects[self.tables.info.watched?];
        (words != 0).then_some(words + 8 * u64::from(field))
    }
    /// The field with this number was written in an object: the fragments that rested on another value, and do not any
    /// more.
    pub fn take_watchers(&self, object: u64, field: u32) -> Vec<u32> {
        let mut watchers = self.watchers.borrow_mut();
        let watchers = &mut *watchers;
        let Some(entry) = watchers.entries.get_mut(&(object, field)) else {
            return Vec::new();
        };
        let now = entry.ty.and_then(|ty| self.read_watched(object, field, ty));
        if entry.fragments.is_empty() || now == Some(entry.word) {
            return Vec::new();
        }
        entry.writes += 1;
        *watchers.writes.entry(field).or_default() += 1;
        self.count_watched(field, -1);
        std::mem::take(&mut entry.fragments)
    }
    fn count_watched(&self, field: u32, by: i64) {
        if let Some(at) = self.watched_word(field) {
            memory::set_word(at, memory::word(at).wrapping_add_signed(by));
        }
    }
    /// The code that rests on fields is forgotten. How often each field was written stays.
    pub(super) fn forget_watchers(&self) {
        let entries = std::mem::take(&mut self.watchers.borrow_mut().entries);
        for ((_, field), _) in entries.iter().filter(|e| !e.1.fragments.is_empty()) {
            self.count_watched(*field, -1);
        }
    }
    /// Fields that code rests on, and that have another value: there are none, unless a write was not told of.
    pub fn missed_writes(&self) -> Vec<u32> {
        let watchers = self.watchers.borrow();
        let changed = |(&(object, field), e): (&(u64, u32), &Entry)| {
            let ty = e.ty.filter(|_| !e.fragments.is_empty())?;
            (self.read_watched(object, field, ty) != Some(e.word)).then_some(field)
        };
        watchers.entries.iter().filter_map(changed).collect()
    }
    /// Whether a field that may be watched may have been written since the fragment at hand was entered: what it jumps
    /// to may be killed meanwhile.
    pub fn may_have_changed(&self) -> bool {
        self.work().written != Written::Nothing
    }
}

impl Compiler<'_> {
    /// The load of a field that changes rarely from a constant object: its value, which the fragment rests on.
    pub(super) fn load_watched(
        &mut self,
        info: &OpInfo,
        base: BoxId,
        part: AliasRegion,
    ) -> R<Option<u64>> {
        let Some(field) = self.s.watchable(part) else {
            return Ok(None);
        };
        let Some(object) = self.constant_of(base) else {
            return Ok(None);
        };
        if self.w.written.has(field) || self.s.watchers.borrow().gave_up(object, field) {
            return Ok(None);
        }
        if self.s.is_young(object) {
            return Err(Stop::Tenure);
        }
        let Some(word) = self.t.read(object, part, None, info.result) else {
            return Ok(None);
        };
        if self.t.types().is_gc_ref(info.result) {
            if self.s.is_young(word) {
                return Err(Stop::Tenure);
            }
            self.s.keep(word);
        }
        self.s.keep(object);
        let watched = Watched {
            object,
            field,
            ty: info.result,
            word,
        };
        if !self.w.watched.contains(&watched) {
            self.w.watched.push(watched);
        }
        Ok(Some(word))
    }
    /// A field was written by what is emitted.
    pub(super) fn note_written(&mut self, part: AliasRegion) {
        if let Some(field) = self.s.watchable(part) {
            self.w.written.add(field);
        }
    }
    /// What is emitted may write these locations (`None`: any).
    pub(super) fn note_writes(&mut self, writes: Option<&[AliasRegion]>) {
        if self.t.info.watchable.is_empty() {
            return;
        }
        match writes {
            Some(list) => list.iter().for_each(|&l| self.note_written(l)),
            None => self.w.written = Written::Anything,
        }
    }
    /// Behind an emitted store: tells of it, if somebody may watch the object's field.
    pub(super) fn tell_written(&mut self, part: AliasRegion, base: BoxId) {
        let Some(field) = self.s.watchable(part) else {
            return;
        };
        if self.w.now.heap.unescaped.contains(&base) {
            return;
        }
        self.w.reversioned = true;
        let ty = self.get(base).ty();
        let object = self.emit_op(
            LLOp::CastPtrToAdr,
            &[ty],
            &[base],
            LLType::Address,
            ForceReason::Address,
        );
        let number = self.constant(LLType::Signed, u64::from(field));
        let Some(written) = self.t.written else {
            return;
        };
        let call = OpInfo::new(
            LLOp::ExternCall(written),
            vec![LLType::Address, LLType::Signed],
            LLType::Void,
            self.w.location,
        );
        self.emit_void(
            call.op.clone(),
            &call,
            &[object, number],
            ForceReason::Address,
        );
        self.w.written.add(field);
    }
}
