//! The contract between generators, the translated interpreter, and the support library.
//!
//! Crate `timeshift` makes generators, and the tables of [`info`]; crate `jit`, which is linked into translated
//! programs with a JIT, calls and reads them. [`settings`] are those of such a program. Neither crate depends on the
//! other.
//!
//! ## Generators
//! For each copy of a coloured graph there is one emitted function
//! `gen(point: Signed, in: Address, out: Address) -> Signed` (emitted convention). `point` is the local number of one
//! of the copy's *points*; `in` holds the point's state: first its greens (one 8-byte word each, as in registers:
//! integers extended to 64 bits, floats as bits), then its reds (box handles), in the order of
//! [`PointInfo`](crate::info::PointInfo), then, where the point takes a result, that one word. It runs the native
//! operations and calls the support library for the red ones, up to the next *action*, stores what the action needs in
//! `out`, and returns the action's code.
//!
//! The word of a `SingleFloat` is that of the same value as `Float`.
//!
//! A *box handle* is a nonzero word; it is valid until the generator returns, and as part of a state handed to the
//! driver.
//!
//! ## Actions
//! `out` holds operands, then *continuations*: each the global number of a point, followed by the words of its state
//! (greens, reds, without the result).
//!
//! | code | operands | continuations | |
//! |---|---|---|---|
//! | [`GOTO`] | | 1 | the block of the point may be entered from elsewhere: the driver may switch to a version |
//! | [`BRANCH`] | box of the condition | 2: if true, if false | red branch |
//! | [`SWITCH`] | box of the value, number of a [`SwitchInfo`](crate::info::SwitchInfo) | one per case, default last | red switch |
//! | [`CALL`] | number of a [`CallInfo`](crate::info::CallInfo), green function pointer or 0 | 2: after the call (takes the result, unless Void); start of the callee | the second continuation's point number is that of the plan's first target (any target has the same layout), its words are the arguments. Of a portal ([`CallInfo::portal`](crate::info::CallInfo::portal)), and of a call without targets: instead of it the boxes of all arguments |
//! | [`RETURN`] | result: box or green word (0 if Void) | | |
//! | [`PROMOTE`] | box, 0 or box of the object whose field it is | 1: takes the green value as result; with an object: the box | with an object that is not constant, nothing is promoted |
//! | [`MERGE_POINT`] | number of the portal | 1: behind the merge point | its state is exactly the portal's greens and reds, in order |
//! | [`UNREACHABLE`] | | | an operation that never returns was emitted |
//! | [`CERTAIN`] | number of a function, count, box of each argument | 1: behind it | a call of an elidable function that others see comes next: if it is one of constants, the program has to be there |
//! | [`STOP`] | | | the generator gives up (`gx_jit_tick` said so) |
//!
//! ## Functions of the support library that generators call
//! All take the runtime context as hidden first argument, may collect, and never raise.
//! * `gx_jit_const(type, bits) -> box`: `type` numbers [`JitInfo::lltypes`](crate::info::JitInfo::lltypes); not for
//!   collected references.
//! * `gx_jit_const_ref(type, address) -> box`: of a collected reference.
//! * `gx_jit_op(op, a, b, c) -> box`: performs red operation number `op` of [`JitInfo::ops`](crate::info::JitInfo::ops)
//!   on up to three boxes (others 0); 0 if the result is Void.
//! * `gx_jit_opn(op, args: Address) -> box`: the same with any number of boxes, stored at `args` (the generator uses
//!   `out`).
//! * `gx_jit_tick() -> Bool`: on every back edge inside the generator; true: return [`STOP`].
//! * `gx_jit_known(box) -> Signed`: what a test is known to give, 1 for false and 2 for true; 0 if that is not known,
//!   or the fragment has grown so large that it has to end. If an arm of a branch is no join, the generator asks before
//!   it returns [`BRANCH`], and goes straight on if that way is known.
//! * `gx_jit_test(op, a, b, word) -> Signed`: the same for operation number `op`, a test (`info::is_test`) of the box
//!   `a` (0: it has no argument) and the box `b`, or if that is 0, the word. It is not performed where the result is 0.
//! * `gx_jit_promoted(box, owner, word: Address) -> Signed`: whether [`PROMOTE`] with these operands need not be
//!   returned. The result is the value of the box, a constant, which is at `word` then; with an owner it is the box.
//!   The generator asks before it returns [`PROMOTE`].
//! * `gx_jit_calls(point, start, kind, out) -> Address`: if it is not null, the generator calls that of the callee
//!   itself, instead of returning [`CALL`]. `point` is the one behind the call, `start` the one at the callee's start,
//!   whose state stands in `out`; strings in it are replaced by those that stand for their values. `kind`
//!   ([`receiver`]) says what the callee's first argument is. At the address stands that of the callee's generator; to
//!   the words behind it the generator stores the greens of `point`. The callee stores its action to `out`, too. At
//!   most [`NESTED`] calls are in each other.
//! * `gx_jit_calls_one(call, point, function, kind, out) -> Address`: the same for a call through the green function
//!   pointer `function`; `call` is the number of its [`CallInfo`](crate::info::CallInfo).
//! * `gx_jit_returned()`: the callee has returned [`RETURN`].
//! * `gx_jit_waits(point) -> Address`: the callee has returned another action than [`RETURN`]. The caller waits for it
//!   at `point`: it stores the state there, greens, then reds, to the words at the address, and returns the same
//!   action. Callees tell of their frames before callers.
//! * `gx_jit_lends() -> Bool`: whether a call that is not looked into, of a function that may ask virtual references
//!   for their targets, lends some; the generator returns [`CALL`] then, of a call without targets, and performs the
//!   operation otherwise.
//! * `gx_jit_passes(point) -> Bool`: whether the generator may go on at a join itself, instead of returning [`GOTO`]:
//!   no code is there yet, and none need begin there.
//! * `gx_jit_joins(out) -> Bool`: the same if that was denied because there is code; at `out` stands the operand of
//!   [`GOTO`]. False: none of that code is for these frames, and the generator goes on.
//! * `gx_jit_heads(out) -> Bool`: whether [`GOTO`] must be returned at the head of a loop that is to be unrolled
//!   ([`UnrolledHead`](crate::info::PointKind::UnrolledHead)); at `out` stands its operand. False: the generator goes
//!   on.
//! * `gx_jit_certain(function, count, out) -> Bool`: whether [`CERTAIN`] with these operands, the boxes stored at
//!   `out`, need not be returned: the call may be made.
//! * `gx_jit_learn(countable, a, b, c)`: what the driver does where it goes on at a point with
//!   [`not_negative`](crate::info::PointInfo::not_negative) reds, for up to three of them (others 0); bit `i` of
//!   `countable` belongs to the one with this number.
//! * `gx_jit_trust(op, words: Address)`: behind a native load of what a hint declares immutable, and a native call of
//!   an elidable function: its arguments and its result stand at `words`, so that they can be verified
//!   (`GENEXT_JIT=check`).
//!
//! ## Executors
//! For each copy there is also `exec(point: Signed, in: Address) -> Signed`, which does what code behind the point
//! would do: words of the state at `in` are values, as in the exchange buffer, not boxes. It returns [`RETURN`], with
//! the result in the exchange buffer and perhaps a pending exception, or [`MERGE_POINT`] at the merge point of the
//! portal whose copy it is, with greens and reds in the exchange buffer. Calls in it are calls of the translated
//! functions.
//!
//! ## The translated interpreter
//! `gx_jit_enter(portal) -> Signed` is called where a counter reaches the threshold. Greens, then reds, stand in the
//! *exchange buffer* (a mutable prebuilt raw array, [`JitInfo::exchange`](crate::info::JitInfo::exchange)), each as one
//! word. It returns [`INTERPRET`] (go on as if nothing had happened) or [`ENTER`]: the buffer's word [`ENTRY_WORD`] is
//! the address of residual code, which the interpreter itself calls with the word [`ARGUMENTS_WORD`] (no frame of the
//! JIT lies between a portal and its residual code: portals recurse). Residual code returns [`CONTINUE`] (at the merge
//! point, with greens and reds in the buffer), [`DONE`] (return the word in the buffer), or [`RAISED`] (return with the
//! pending exception). After [`CONTINUE`] the interpreter calls `gx_jit_enter(portal | LEFT)`, which returns [`ENTER`]
//! again if there is code for that state, or
//! [`CONTINUE`]: go on behind the merge point, with greens and reds from the buffer.
//!
//! Records of entries ([`Record`]) make this cheap. The interpreter looks for one in the word of
//! [`JitInfo::records`](crate::info::JitInfo::records) with the number of the counter; if its greens are those of the
//! arrival, and it has an entry, that is called at once. Residual code that calls a portal with known greens calls its
//! [direct function](crate::info::Direct) with the record and the reds.
//!
//! One such entry by the interpreter in [`SAMPLED`] is timed: `gx_jit_begins() -> clock` before the call of the code,
//! and `gx_jit_ended(clock)` behind it. The clock is never 0.
//!
//! `gx_jit_redeem(token) -> Address` allocates an object that an activation of residual code further out has not
//! allocated, and gives its address. Residual code calls it with a token that it was handed. `gx_jit_claim(token,
//! object)` says that this is the object, whatever was redeemed: residual code was handed it with its contents.
//!
//! `gx_jit_set_param(driver, parameter, value)` is the program's `set_param`: a driver's number or -1, the number of a
//! [`JitParam`](lowlevel::ops::JitParam), a value or [`JitParam::DEFAULT`](lowlevel::ops::JitParam::DEFAULT).

pub mod info;
pub mod rows;
pub mod settings;

/// See the module's table.
pub const GOTO: i64 = 0;
/// See the module's table.
pub const BRANCH: i64 = 1;
/// See the module's table.
pub const SWITCH: i64 = 2;
/// See the module's table.
pub const CALL: i64 = 3;
/// See the module's table.
pub const RETURN: i64 = 4;
/// See the module's table.
pub const PROMOTE: i64 = 5;
/// See the module's table.
pub const MERGE_POINT: i64 = 6;
/// See the module's table.
pub const UNREACHABLE: i64 = 7;
/// See the module's table.
pub const STOP: i64 = 8;
/// See the module's table.
pub const CERTAIN: i64 = 9;
/// The number of the function in [`CERTAIN`] for an indirect call, whose first argument is the function's pointer.
pub const INDIRECT: u32 = u32::MAX;

/// Result of `gx_jit_enter`.
pub const INTERPRET: i64 = 0;
/// Result of residual code, and of `gx_jit_enter` behind it: ContinueRunningNormally.
pub const CONTINUE: i64 = 1;
/// Result of residual code: DoneWithThisFrame.
pub const DONE: i64 = 2;
/// Result of residual code: ExitFrameWithException.
pub const RAISED: i64 = 3;
/// Result of `gx_jit_enter`: residual code is to be called.
pub const ENTER: i64 = 4;
/// One entry of a record by the interpreter in so many is timed: a power of two.
pub const SAMPLED: i64 = 64;
/// Added to the number of a portal where residual code was left at its merge point.
pub const LEFT: u64 = 1 << 32;

/// Words of the exchange buffer.
pub const EXCHANGE_WORDS: usize = 256;
/// The word of the exchange buffer that holds the number of the counter that reached the threshold (entry of
/// [`JitInfo::counters`](crate::info::JitInfo::counters)), at a call of `gx_jit_enter`. The JIT sets that counter: back
/// to 0 or less to be asked later, as it is to be asked again at the next arrival.
pub const COUNTER_WORD: usize = EXCHANGE_WORDS - 1;
/// The word of the exchange buffer with the address of the residual code that is to be called.
pub const ENTRY_WORD: usize = EXCHANGE_WORDS - 2;
/// The word of the exchange buffer with its argument: the address of the reds.
pub const ARGUMENTS_WORD: usize = EXCHANGE_WORDS - 3;
/// The word of the exchange buffer with the arrivals that follow before the next one that counts: set by each
/// `gx_jit_enter`.
pub const BUDGET_WORD: usize = EXCHANGE_WORDS - 4;
/// The word of the exchange buffer with the record of the residual code that was entered last without `gx_jit_enter`; 0
/// if there was none since the JIT has looked.
pub const DIRECT_WORD: usize = EXCHANGE_WORDS - 5;
/// The word of the exchange buffer with the address of the innermost activation of residual code whose objects were
/// redeemed while it waits for a call (`gx_jit_redeem`); 0 if there is none.
pub const REDEEMED_WORD: usize = EXCHANGE_WORDS - 6;
/// The word of the exchange buffer that is not 0 if it was the interpreter that entered residual code without
/// `gx_jit_enter` since the JIT has looked, not residual code alone.
pub const INTERPRETED_WORD: usize = EXCHANGE_WORDS - 7;
/// Words of the exchange buffer that states may take.
pub const EXCHANGED: usize = INTERPRETED_WORD;

/// Words of the record of an entry: what residual code and the interpreter need to enter the code for certain greens of
/// a portal by themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Record {
    /// The address of the entry, which is called with the address of the reds; 0 if there is none at present.
    Entry,
    /// How often it was entered.
    Count,
    /// For the JIT itself: one more than it had counted at an earlier time, 0 if it was not there.
    Before,
    /// The number of the portal.
    Portal,
    /// The first word of the greens.
    Greens,
}

/// How a driver counts: words of the array [`JitInfo::threshold`](crate::info::JitInfo::threshold), of which the first
/// holds the number of drivers.
///
/// ```text
/// each arrival    budget -= 1; if it was less than 1:
///                     counters[hash(greens)] += weight (of an entry, or of an arrival in the loop)
///                     budget = stride; if the counter is at least the threshold: gx_jit_enter
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tuning {
    /// What the counters are compared with.
    First,
    /// The threshold, for the JIT itself.
    Threshold,
    /// The budget at the entry of the portal's function: [`Tuning::ENTRY`] to count the first arrival, [`Tuning::OFF`]
    /// to count none.
    Start,
    /// The budget behind an arrival that was counted: so many of those that follow are not.
    Stride,
    /// What the first arrival behind an entry counts.
    EntryWeight,
    /// What an arrival counts that is behind one stride: the arrivals of the stride, and itself. The word behind that
    /// of the entries.
    Weight,
    /// Of the copies of the loop one counts (a constant of the program).
    Copies,
    /// Not 0: an arrival asks `gx_jit_enter` even if there is a record of its greens, so that the JIT sees that
    /// counting brings something again.
    Ask,
}

impl Tuning {
    /// Words of a driver.
    const WORDS: usize = 8;
    /// The budget with which the first arrival counts as that of an entry.
    pub const ENTRY: i64 = -1;
    /// The budget with which nothing is counted.
    pub const OFF: i64 = i64::MAX;
    /// The number of a driver's word.
    pub const fn word(self, driver: usize) -> usize {
        1 + driver * Tuning::WORDS + self as usize
    }
    /// Words of all drivers.
    pub const fn words(drivers: usize) -> usize {
        1 + drivers * Tuning::WORDS
    }
}

/// Words of `in` and of `out` that the driver provides to generators.
pub const STATE_WORDS: usize = 4096;
/// Generators that generators call inside each other, at most.
pub const NESTED: usize = 16;
/// What a generator tells of the first argument of a callee whose generator it is about to call: where it is in the
/// callee's state.
pub mod receiver {
    /// Nothing: the callee cannot be in progress.
    pub const NOT_RECURSIVE: i64 = 0;
    /// It is no collected reference.
    pub const NONE: i64 = 1;
    /// The first red, a box.
    pub const BOX: i64 = 2;
    /// The first green, a collected reference.
    pub const WORD: i64 = 3;
}
/// Entries of the counter table of the translated interpreter, a power of two.
pub const COUNTERS: usize = 4096;
