//! The low-level operations, declared once: name, argument and result types, effect, and how operations belong
//! together.
//!
//! Each line of the table below is one operation:
//!
//! ```text
//! IntLt "int_lt" "SS" -> "B" Pure, compares(Compared::Int, Comparison::Lt);
//! GetField(c: ContainerId, f: u32) as field "getfield" "c" -> "v" Loads(Location::Field(*c, *f));
//! ```
//! Variant, immediates and their text form ([`ShowImmediates`], [`ReadImmediates`]), name, letters of the types, what
//! it does beside giving a result ([`Effect`]), then facts that only some operations have ([`Facts`]). Verifier,
//! printer, parser, passes, code selection and the JIT read the table; none of them lists operations for a fact that
//! stands here.
//!
//! Type letters of signatures: `S` Signed, `U` Unsigned, `B` Bool, `C` Char, `H` UniChar, `F` Float, `G` SingleFloat,
//! `A` Address, `P` any pointer, `V` Void, `I` any integral value, `X` anything, `T` same type as the first argument;
//! by immediates: `c` pointer to the container, `v` value of the location, `*` any number of arguments, or the result,
//! as the verifier knows it ([`super::verify`]).
//!
//! Integer arithmetic wraps; `*_ovf` operations raise OverflowError instead (before the exception transform they are
//! the last operation of a block; after it they are [`LLOp::IntAddOvf`]-style operations followed by
//! [`LLOp::OvfOccurred`], which must directly follow in the same block and reads the machine's overflow flag).
//! `int_floordiv` and `int_mod` truncate like C and are undefined for divisor 0 and for `MIN / -1`; helpers add
//! Python's rounding and the checks. Shift counts are `0 <= n < 64`.
use std::sync::{Arc, OnceLock};

use ir::lltype::{ContainerId, LLType};
use ir::model::OpInfo;

use super::check::Check;
use super::program::{ExternId, FuncId, JitDriverId};

mod facts;
mod immediates;

pub use facts::{
    AliasRegion, Compared, Comparison, Effect, Facts, OUTSIDE_OWNER, Phase, State, array_part,
};
pub use immediates::{HintKind, JitParam, MarkerKind, SafetyError};

/// How the immediates of each form are printed.
pub trait ShowImmediates {
    /// Of `getfield` and the like.
    fn field(&self, c: &ContainerId, f: &u32) -> String;
    /// Of what works on one container.
    fn container(&self, c: &ContainerId) -> String;
    /// Of `direct_call`.
    fn function(&self, f: &FuncId) -> String;
    /// Of `indirect_call`.
    fn candidates(&self, c: &ContainerId, fs: &Option<Arc<[FuncId]>>) -> String;
    /// Of `extern_call`.
    fn external(&self, x: &ExternId) -> String;
    /// Of `abort`.
    fn reason(&self, why: &SafetyError) -> String;
    /// Of `check`.
    fn claim(&self, c: &Arc<Check>) -> String;
    /// Of `hint`.
    fn hint(&self, kind: &HintKind) -> String;
    /// Of `jit_marker`.
    fn marker(&self, kind: &MarkerKind, driver: &JitDriverId) -> String;
    /// Of `gc_spill`, `gc_reload` and `gc_keep`.
    fn slot(&self, slot: &u32) -> String;
}

/// How the immediates of each form are read; the errors are messages.
pub trait ReadImmediates {
    /// Of `getfield` and the like.
    fn field(&mut self, text: &str) -> Result<(ContainerId, u32), String>;
    /// Of what works on one container.
    fn container(&mut self, text: &str) -> Result<(ContainerId,), String>;
    /// Of `direct_call`.
    fn function(&mut self, text: &str) -> Result<(FuncId,), String>;
    /// Of `indirect_call`.
    fn candidates(&mut self, text: &str) -> Result<(ContainerId, Option<Arc<[FuncId]>>), String>;
    /// Of `extern_call`.
    fn external(&mut self, text: &str) -> Result<(ExternId,), String>;
    /// Of `abort`.
    fn reason(&mut self, text: &str) -> Result<(SafetyError,), String>;
    /// Of `check`.
    fn claim(&mut self, text: &str) -> Result<(Arc<Check>,), String>;
    /// Of `hint`.
    fn hint(&mut self, text: &str) -> Result<(HintKind,), String>;
    /// Of `jit_marker`.
    fn marker(&mut self, text: &str) -> Result<(MarkerKind, JitDriverId), String>;
    /// Of `gc_spill`, `gc_reload` and `gc_keep`.
    fn slot(&mut self, text: &str) -> Result<(u32,), String>;
}

macro_rules! operations {
    (
        simple {$(
            $variant:ident $name:literal $args:literal -> $result:literal
            $effect:ident $(($of:expr))? $(, $fact:ident $(($($value:expr),*))?)*;
        )*}
        with immediates {$(
            $(#[$doc:meta])*
            $ivariant:ident($($imm:ident: $ty:ty),*) as $form:ident $iname:literal $iargs:literal -> $iresult:literal
            $ieffect:ident $(($iof:expr))? $(, $ifact:ident $(($($ivalue:expr),*))?)*;
        )*}
    ) => {
        /// An operation on words and pointers, with its immediates.
        #[derive(Clone, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
        pub enum LLOp {
            $($variant,)*
            $($(#[$doc])* $ivariant($($ty),*),)*
        }
        impl LLOp {
            /// All operations without immediates.
            pub const SIMPLE: &'static [LLOp] = &[$(LLOp::$variant,)*];
            /// What is declared of it, beside its effect.
            pub fn facts(&self) -> &'static Facts {
                match self {
                    $(LLOp::$variant => {
                        const FACTS: &Facts = &Facts::new($name, $args, $result)$(.$fact($($($value),*)?))*;
                        FACTS
                    })*
                    $(LLOp::$ivariant(..) => {
                        const FACTS: &Facts = &Facts::new($iname, $iargs, $iresult)$(.$ifact($($($ivalue),*)?))*;
                        FACTS
                    })*
                }
            }
            /// What it does beside giving a result.
            #[allow(unused_variables, reason = "not all immediates say what an operation does")]
            pub fn effect(&self) -> Effect {
                match self {
                    $(LLOp::$variant => Effect::$effect $(($of))?,)*
                    $(LLOp::$ivariant($($imm),*) => Effect::$ieffect $(($iof))?,)*
                }
            }
            /// Its immediates in the text form; `None` if it has none.
            pub fn show_immediates(&self, p: &impl ShowImmediates) -> Option<String> {
                match self {
                    $(LLOp::$variant)|* => None,
                    $(LLOp::$ivariant($($imm),*) => Some(p.$form($($imm),*)),)*
                }
            }
            /// The operation of this name with the immediates that a text gives; `None` if there is none.
            pub fn read(name: &str, text: &str, r: &mut impl ReadImmediates) -> Option<Result<LLOp, String>> {
                match name {
                    $($iname => Some(r.$form(text).map(|($($imm,)*)| LLOp::$ivariant($($imm),*))),)*
                    _ => None,
                }
            }
        }
    };
}

operations! {
    simple {
        SameAs "same_as" "X" -> "T" Pure, copies;
        BoolNot "bool_not" "B" -> "B" Pure, undoes(&LLOp::BoolNot);
        IntIsTrue "int_is_true" "S" -> "B" Pure, undoes(&LLOp::CastBoolToInt);
        IntNeg "int_neg" "S" -> "S" Pure, undoes(&LLOp::IntNeg);
        IntAbs "int_abs" "S" -> "S" Pure;
        IntInvert "int_invert" "S" -> "S" Pure, undoes(&LLOp::IntInvert);
        IntAdd "int_add" "SS" -> "S" Pure, commutes;
        IntSub "int_sub" "SS" -> "S" Pure;
        IntMul "int_mul" "SS" -> "S" Pure, commutes;
        IntFloordiv "int_floordiv" "SS" -> "S" Pure;
        IntMod "int_mod" "SS" -> "S" Pure;
        IntAnd "int_and" "SS" -> "S" Pure, commutes;
        IntOr "int_or" "SS" -> "S" Pure, commutes;
        IntXor "int_xor" "SS" -> "S" Pure, commutes;
        IntLshift "int_lshift" "SS" -> "S" Pure;
        IntRshift "int_rshift" "SS" -> "S" Pure;
        IntLt "int_lt" "SS" -> "B" Pure, compares(Compared::Int, Comparison::Lt);
        IntLe "int_le" "SS" -> "B" Pure, compares(Compared::Int, Comparison::Le);
        IntEq "int_eq" "SS" -> "B" Pure, compares(Compared::Int, Comparison::Eq);
        IntNe "int_ne" "SS" -> "B" Pure, compares(Compared::Int, Comparison::Ne);
        IntGt "int_gt" "SS" -> "B" Pure, compares(Compared::Int, Comparison::Gt);
        IntGe "int_ge" "SS" -> "B" Pure, compares(Compared::Int, Comparison::Ge);
        IntBetween "int_between" "SSS" -> "B" Pure;
        IntForceGeZero "int_force_ge_zero" "S" -> "S" Pure;
        IntAddOvf "int_add_ovf" "SS" -> "S" Writes(State::Flags), raises, wraps(&LLOp::IntAdd), commutes;
        IntSubOvf "int_sub_ovf" "SS" -> "S" Writes(State::Flags), raises, wraps(&LLOp::IntSub);
        IntMulOvf "int_mul_ovf" "SS" -> "S" Writes(State::Flags), raises, wraps(&LLOp::IntMul), commutes;
        IntNegOvf "int_neg_ovf" "S" -> "S" Writes(State::Flags), raises, wraps(&LLOp::IntNeg);
        OvfOccurred "ovf_occurred" "" -> "B" Reads(State::Flags), since(Phase::Exceptions);
        UintMulHigh "uint_mul_high" "UU" -> "U" Pure, commutes;
        UintIsTrue "uint_is_true" "U" -> "B" Pure, undoes(&LLOp::CastBoolToUint);
        UintNeg "uint_neg" "U" -> "U" Pure, undoes(&LLOp::UintNeg);
        UintInvert "uint_invert" "U" -> "U" Pure, undoes(&LLOp::UintInvert);
        UintAdd "uint_add" "UU" -> "U" Pure, commutes;
        UintSub "uint_sub" "UU" -> "U" Pure;
        UintMul "uint_mul" "UU" -> "U" Pure, commutes;
        UintFloordiv "uint_floordiv" "UU" -> "U" Pure;
        UintMod "uint_mod" "UU" -> "U" Pure;
        UintAnd "uint_and" "UU" -> "U" Pure, commutes;
        UintOr "uint_or" "UU" -> "U" Pure, commutes;
        UintXor "uint_xor" "UU" -> "U" Pure, commutes;
        UintLshift "uint_lshift" "US" -> "U" Pure;
        UintRshift "uint_rshift" "US" -> "U" Pure;
        UintLt "uint_lt" "UU" -> "B" Pure, compares(Compared::Uint, Comparison::Lt);
        UintLe "uint_le" "UU" -> "B" Pure, compares(Compared::Uint, Comparison::Le);
        UintEq "uint_eq" "UU" -> "B" Pure, compares(Compared::Uint, Comparison::Eq);
        UintNe "uint_ne" "UU" -> "B" Pure, compares(Compared::Uint, Comparison::Ne);
        UintGt "uint_gt" "UU" -> "B" Pure, compares(Compared::Uint, Comparison::Gt);
        UintGe "uint_ge" "UU" -> "B" Pure, compares(Compared::Uint, Comparison::Ge);
        FloatIsTrue "float_is_true" "F" -> "B" Pure;
        FloatNeg "float_neg" "F" -> "F" Pure, undoes(&LLOp::FloatNeg);
        FloatAbs "float_abs" "F" -> "F" Pure;
        FloatSqrt "float_sqrt" "F" -> "F" Pure;
        FloatAdd "float_add" "FF" -> "F" Pure, commutes;
        FloatSub "float_sub" "FF" -> "F" Pure;
        FloatMul "float_mul" "FF" -> "F" Pure, commutes;
        FloatTruediv "float_truediv" "FF" -> "F" Pure;
        FloatLt "float_lt" "FF" -> "B" Pure, compares(Compared::Float, Comparison::Lt);
        FloatLe "float_le" "FF" -> "B" Pure, compares(Compared::Float, Comparison::Le);
        FloatEq "float_eq" "FF" -> "B" Pure, compares(Compared::Float, Comparison::Eq);
        FloatNe "float_ne" "FF" -> "B" Pure, compares(Compared::Float, Comparison::Ne);
        FloatGt "float_gt" "FF" -> "B" Pure, compares(Compared::Float, Comparison::Gt);
        FloatGe "float_ge" "FF" -> "B" Pure, compares(Compared::Float, Comparison::Ge);
        CharLt "char_lt" "CC" -> "B" Pure, compares(Compared::Char, Comparison::Lt);
        CharLe "char_le" "CC" -> "B" Pure, compares(Compared::Char, Comparison::Le);
        CharEq "char_eq" "CC" -> "B" Pure, compares(Compared::Char, Comparison::Eq);
        CharNe "char_ne" "CC" -> "B" Pure, compares(Compared::Char, Comparison::Ne);
        CharGt "char_gt" "CC" -> "B" Pure, compares(Compared::Char, Comparison::Gt);
        CharGe "char_ge" "CC" -> "B" Pure, compares(Compared::Char, Comparison::Ge);
        UnicharLt "unichar_lt" "HH" -> "B" Pure, compares(Compared::Unichar, Comparison::Lt);
        UnicharLe "unichar_le" "HH" -> "B" Pure, compares(Compared::Unichar, Comparison::Le);
        UnicharEq "unichar_eq" "HH" -> "B" Pure, compares(Compared::Unichar, Comparison::Eq);
        UnicharNe "unichar_ne" "HH" -> "B" Pure, compares(Compared::Unichar, Comparison::Ne);
        UnicharGt "unichar_gt" "HH" -> "B" Pure, compares(Compared::Unichar, Comparison::Gt);
        UnicharGe "unichar_ge" "HH" -> "B" Pure, compares(Compared::Unichar, Comparison::Ge);
        CastBoolToInt "cast_bool_to_int" "B" -> "S" Pure, copies;
        CastBoolToUint "cast_bool_to_uint" "B" -> "U" Pure, copies;
        CastBoolToFloat "cast_bool_to_float" "B" -> "F" Pure;
        CastCharToInt "cast_char_to_int" "C" -> "S" Pure, copies;
        CastIntToChar "cast_int_to_char" "S" -> "C" Pure, undoes(&LLOp::CastCharToInt);
        CastUnicharToInt "cast_unichar_to_int" "H" -> "S" Pure, copies;
        CastIntToUnichar "cast_int_to_unichar" "S" -> "H" Pure, undoes(&LLOp::CastUnicharToInt);
        CastIntToUint "cast_int_to_uint" "S" -> "U" Pure, undoes(&LLOp::CastUintToInt), copies;
        CastUintToInt "cast_uint_to_int" "U" -> "S" Pure, undoes(&LLOp::CastIntToUint), copies;
        CastIntToFloat "cast_int_to_float" "S" -> "F" Pure;
        CastUintToFloat "cast_uint_to_float" "U" -> "F" Pure;
        CastFloatToInt "cast_float_to_int" "F" -> "S" Pure;
        CastFloatToUint "cast_float_to_uint" "F" -> "U" Pure;
        CastFloatToSinglefloat "cast_float_to_singlefloat" "F" -> "G" Pure;
        CastSinglefloatToFloat "cast_singlefloat_to_float" "G" -> "F" Pure;
        FloatBits "convert_float_bytes_to_longlong" "F" -> "S" Pure, undoes(&LLOp::FloatFromBits);
        FloatFromBits "convert_longlong_bytes_to_float" "S" -> "F" Pure, undoes(&LLOp::FloatBits);
        // Between integral types of any size: truncates or extends by the signedness of the argument.
        CastPrimitive "cast_primitive" "I" -> "I" Pure;
        CastPointer "cast_pointer" "P" -> "P" Pure, copies;
        CastPtrToInt "cast_ptr_to_int" "P" -> "S" Reads(State::Addresses), undoes(&LLOp::CastIntToPtr), copies;
        CastIntToPtr "cast_int_to_ptr" "S" -> "P" Reads(State::Addresses), copies;
        CastPtrToAdr "cast_ptr_to_adr" "P" -> "A" Reads(State::Addresses), copies;
        CastAdrToPtr "cast_adr_to_ptr" "A" -> "P" Reads(State::Addresses), copies;
        CastAdrToInt "cast_adr_to_int" "A" -> "S" Reads(State::Addresses), undoes(&LLOp::CastIntToAdr), copies;
        CastIntToAdr "cast_int_to_adr" "S" -> "A" Reads(State::Addresses), undoes(&LLOp::CastAdrToInt), copies;
        PtrEq "ptr_eq" "PP" -> "B" Pure, compares(Compared::Ptr, Comparison::Eq);
        PtrNe "ptr_ne" "PP" -> "B" Pure, compares(Compared::Ptr, Comparison::Ne);
        PtrNonzero "ptr_nonzero" "P" -> "B" Pure, inverse(&LLOp::PtrIszero);
        PtrIszero "ptr_iszero" "P" -> "B" Pure, inverse(&LLOp::PtrNonzero);
        AdrAdd "adr_add" "AS" -> "A" Pure;
        AdrSub "adr_sub" "AS" -> "A" Pure;
        AdrDelta "adr_delta" "AA" -> "S" Pure;
        AdrEq "adr_eq" "AA" -> "B" Pure, compares(Compared::Adr, Comparison::Eq);
        AdrNe "adr_ne" "AA" -> "B" Pure, compares(Compared::Adr, Comparison::Ne);
        AdrLt "adr_lt" "AA" -> "B" Pure, compares(Compared::Adr, Comparison::Lt);
        AdrNonzero "adr_nonzero" "A" -> "B" Pure;
        // Raw loads and stores; the type is that of the result or of the value.
        RawLoad "raw_load" "AS" -> "X" ReadsMemory;
        RawStore "raw_store" "ASX" -> "V" WritesMemory;
        // A condition known to be usually true or false (layout only).
        Likely "likely" "B" -> "B" Pure, copies;
        Unlikely "unlikely" "B" -> "B" Pure, copies;
        // Identity: stable under moving.
        GcId "gc_id" "P" -> "S" Reads(State::Identity);
        GcIdentityHash "gc_identityhash" "P" -> "S" Reads(State::Identity);
        WeakrefCreate "weakref_create" "P" -> "P" Allocates(None);
        WeakrefDeref "weakref_deref" "P" -> "P" ReadsMemory;
        // The reference stays alive up to here.
        KeepAlive "keepalive" "X" -> "V" Nothing;
        // Pending exception: class (vtable) and value. After the exception transform only.
        ExcOccurred "exc_occurred" "" -> "B" Reads(State::Exception), since(Phase::Exceptions);
        ExcType "exc_type" "" -> "P" Reads(State::Exception), since(Phase::Exceptions);
        ExcValue "exc_value" "" -> "P" Reads(State::Exception), since(Phase::Exceptions);
        ExcSet "exc_set" "PP" -> "V" Writes(State::Exception), since(Phase::Exceptions);
        ExcClear "exc_clear" "" -> "V" Writes(State::Exception), since(Phase::Exceptions);
        // Notes the operation's span in the ring of traceback entries: at a raise, when an exception that was caught is
        // raised again, while it propagates, when it is caught.
        TracebackStart "traceback_start" "P" -> "V" Writes(State::Traceback), since(Phase::Exceptions);
        TracebackAgain "traceback_again" "" -> "V" Writes(State::Traceback), since(Phase::Exceptions);
        TracebackPass "traceback_pass" "" -> "V" Writes(State::Traceback), since(Phase::Exceptions);
        TracebackCatch "traceback_catch" "" -> "V" Writes(State::Traceback), since(Phase::Exceptions);
        // True if the native stack is nearly used up.
        StackTooBig "stack_too_big" "" -> "B" Reads(State::Stack);
        // The address of the activation of residual code. What lives on from here is in slots of its frame as well.
        FrameAddress "frame_address" "" -> "S" Reads(State::Stack), since(Phase::Gc);
        // Before a reference is stored in an old object: of an object; of item `i` of an array.
        WriteBarrier "write_barrier" "P" -> "V" Writes(State::Barrier), since(Phase::Gc);
        WriteBarrierArray "write_barrier_array" "PS" -> "V" Writes(State::Barrier), since(Phase::Gc);
        // True in a translated program with a JIT while residual code runs; false otherwise.
        WeAreJitted "we_are_jitted" "" -> "B" Pure;
    }
    with immediates {
        /// `getfield[T.f](p)`: field number `1` of structure `0`.
        GetField(c: ContainerId, f: u32) as field "getfield" "c" -> "v" Loads(AliasRegion::Field(*c, *f));
        /// `setfield[T.f](p, v)`.
        SetField(c: ContainerId, f: u32) as field "setfield" "cv" -> "V" Stores(AliasRegion::Field(*c, *f));
        /// `getarrayitem[T](p, i)`; no bounds check.
        GetArrayItem(c: ContainerId) as container "getarrayitem" "cS" -> "v" Loads(AliasRegion::Items(*c));
        /// `setarrayitem[T](p, i, v)`.
        SetArrayItem(c: ContainerId) as container "setarrayitem" "cSv" -> "V" Stores(AliasRegion::Items(*c));
        /// `getarraysize[T](p)`.
        GetArraySize(c: ContainerId) as container "getarraysize" "c" -> "v" Loads(AliasRegion::Length(*c));
        /// `getinterioritem[T](p, i)`: item of the array inlined at the end of structure `T`.
        GetInteriorItem(c: ContainerId) as container "getinterioritem" "cS" -> "v" Loads(AliasRegion::Items(*c));
        /// `setinterioritem[T](p, i, v)`.
        SetInteriorItem(c: ContainerId) as container "setinterioritem" "cSv" -> "V" Stores(AliasRegion::Items(*c));
        /// `getinteriorsize[T](p)`.
        GetInteriorSize(c: ContainerId) as container "getinteriorsize" "c" -> "v" Loads(AliasRegion::Length(*c));
        /// `getitemfield[T.f](p, i)`: field of the structure inlined as item `i` of array `T`.
        GetItemField(c: ContainerId, f: u32) as field "getitemfield" "cS" -> "v" Loads(AliasRegion::ItemField(*c, *f));
        /// `setitemfield[T.f](p, i, v)`.
        SetItemField(c: ContainerId, f: u32) as field "setitemfield" "cSv" -> "V" Stores(AliasRegion::ItemField(*c, *f));
        /// `copyitems[T](src, dst, srcstart, dststart, length)`: items of two arrays (or trailing arrays) of type `T`;
        /// the ranges may overlap when `src` is `dst`.
        CopyItems(c: ContainerId) as container "copyitems" "ccSSS" -> "V" Fills(*c);
        /// `clearitems[T](p, start, length)`: sets items to zero.
        ClearItems(c: ContainerId) as container "clearitems" "cSS" -> "V" Fills(*c);
        /// `malloc[T]()`: a fixed-size structure, zeroed. GC containers: a safepoint.
        Malloc(c: ContainerId) as container "malloc" "" -> "c" Allocates(Some(*c));
        /// `mallocvar[T](length)`: an array or a structure that ends in one, zeroed, its length set. A negative length
        /// or one too large raises MemoryError; after the exception transform: returns null with the exception pending.
        MallocVar(c: ContainerId) as container "mallocvar" "S" -> "c" Allocates(Some(*c)), raises;
        /// `free[T](p)`: of raw containers.
        Free(c: ContainerId) as container "free" "c" -> "V" Frees(*c);
        /// `direct_call[f](args)`.
        DirectCall(f: FuncId) as function "direct_call" "*" -> "*" Calls, raises;
        /// `indirect_call[T](f, args)`: through a function pointer of type `T`; the functions it may be, where known.
        IndirectCall(c: ContainerId, fs: Option<Arc<[FuncId]>>) as candidates "indirect_call" "*" -> "*" Calls, raises;
        /// `extern_call[f](args)`.
        ExternCall(x: ExternId) as external "extern_call" "*" -> "*" Calls, raises;
        /// `abort[why]()`: ends the program through the reporter.
        Abort(why: SafetyError) as reason "abort" "" -> "V" Ends;
        /// `check[test | claim](args)`: of a checked build; see [`super::check`].
        Check(c: Arc<Check>) as claim "check" "*" -> "V" Tests, until(Phase::Exceptions);
        /// `hint[kind](v, ..)`: identity on `v`.
        Hint(kind: HintKind) as hint "hint" "*" -> "*" Nothing, copies;
        /// `jit_marker[kind, driver](greens, reds)`.
        JitMarker(kind: MarkerKind, driver: JitDriverId) as marker "jit_marker" "*" -> "V" Nothing;
        /// `gc_spill[slot](v)`: stores a reference into a root slot of the frame (after the GC transform).
        GcSpill(slot: u32) as slot "gc_spill" "P" -> "X" Writes(State::Roots), since(Phase::Gc);
        /// `gc_reload[slot]()`: the reference in a root slot, moved if the collector moved it.
        GcReload(slot: u32) as slot "gc_reload" "" -> "P" Reads(State::Roots), since(Phase::Gc);
        /// `gc_keep[slot](v)`, behind an allocation: `v` after it. Where the allocation collects, `v` is stored into
        /// the root slot before, and read back. Otherwise the slot is not touched.
        GcKeep(slot: u32) as slot "gc_keep" "P" -> "P" Reads(State::Roots), since(Phase::Gc);
    }
}

impl LLOp {
    /// The name, without immediates.
    pub fn name(&self) -> &'static str {
        self.facts().name
    }
    /// Letters of argument and result types (see module header).
    pub fn signature(&self) -> (&'static str, &'static str) {
        let f = self.facts();
        (f.args, f.result)
    }
    /// Whether it is a call of any kind.
    pub fn is_call(&self) -> bool {
        matches!(
            self,
            LLOp::DirectCall(_) | LLOp::IndirectCall(..) | LLOp::ExternCall(_)
        )
    }
    /// Reads memory that others may write, and has no other effect: may be removed when unused, not moved over writes.
    pub fn is_load(&self) -> bool {
        matches!(self.effect(), Effect::Loads(_) | Effect::ReadsMemory)
    }
    /// The part of an object that it reads or writes, which its first argument points to: that is not null.
    pub fn location(&self) -> Option<AliasRegion> {
        match self.effect() {
            Effect::Loads(l) | Effect::Stores(l) => Some(l),
            _ => None,
        }
    }
    /// The container that its immediates name, if it works on objects.
    pub fn container(&self) -> Option<ContainerId> {
        match self.effect() {
            Effect::Loads(l) | Effect::Stores(l) => Some(l.container()),
            Effect::Fills(c) | Effect::Frees(c) => Some(c),
            Effect::Allocates(c) => c,
            _ => None,
        }
    }
    /// The operation that loads what this one stores.
    pub fn load_of_stored(&self) -> Option<LLOp> {
        Some(match *self {
            LLOp::SetField(c, f) => LLOp::GetField(c, f),
            LLOp::SetArrayItem(c) => LLOp::GetArrayItem(c),
            LLOp::SetInteriorItem(c) => LLOp::GetInteriorItem(c),
            LLOp::SetItemField(c, f) => LLOp::GetItemField(c, f),
            _ => return None,
        })
    }
    /// Whether its first two arguments may be swapped.
    pub fn commutes(&self) -> bool {
        let f = self.facts();
        f.commutes || f.compares.is_some_and(|(_, how)| how.mirror() == how)
    }
    /// The operation that gives the same of swapped arguments.
    pub fn mirror(&self) -> Option<LLOp> {
        let f = self.facts();
        match f.compares {
            Some((what, how)) => LLOp::comparing(what, how.mirror()),
            None => f.commutes.then(|| self.clone()),
        }
    }
    /// The test that is true where this one is false (comparisons of floats have none, because of NaN).
    pub fn inverse(&self) -> Option<LLOp> {
        let f = self.facts();
        match f.compares {
            Some((Compared::Float, _)) => None,
            Some((what, how)) => LLOp::comparing(what, how.inverse()),
            None => f.inverse.cloned(),
        }
    }
    /// What it compares, and how, if it is a comparison of two values.
    pub fn comparison(&self) -> Option<(Compared, Comparison)> {
        self.facts().compares
    }
    /// The operation that compares so, if there is one.
    pub fn comparing(what: Compared, how: Comparison) -> Option<LLOp> {
        static TABLE: OnceLock<Vec<Option<LLOp>>> = OnceLock::new();
        let at = |what: Compared, how: Comparison| what as usize * 6 + how as usize;
        let table = TABLE.get_or_init(|| {
            let mut table = vec![None; at(Compared::Adr, Comparison::Ge) + 1];
            for op in LLOp::SIMPLE {
                if let Some((what, how)) = op.comparison() {
                    table[at(what, how)] = Some(op.clone());
                }
            }
            table
        });
        table[at(what, how)].clone()
    }
    /// The operation of whose result this one gives the argument: `cast_int_to_char` undoes `cast_char_to_int`.
    pub fn undoes(&self) -> Option<&'static LLOp> {
        self.facts().undoes
    }
    /// Whether the result is the first argument, unchanged, as the machine sees it.
    pub fn copies(&self) -> bool {
        self.facts().copies
    }
    /// Whether it notes a place in the ring of traceback entries.
    pub fn is_traceback(&self) -> bool {
        matches!(self.effect(), Effect::Writes(State::Traceback))
    }
    /// Whether it is an arithmetic operation that raises OverflowError.
    pub fn is_ovf(&self) -> bool {
        self.wrapping().is_some()
    }
    /// The same arithmetic without the exception.
    pub fn wrapping(&self) -> Option<&'static LLOp> {
        self.facts().wraps
    }
    /// The first and the last phase in which it exists.
    pub fn phases(&self) -> (Phase, Phase) {
        let f = self.facts();
        (f.since, f.until)
    }
    /// Whether a type matches a letter of a signature.
    pub fn matches(letter: u8, ty: LLType, first: Option<LLType>) -> bool {
        match letter {
            b'S' => ty == LLType::Signed,
            b'U' => ty == LLType::Unsigned,
            b'B' => ty == LLType::Bool,
            b'C' => ty == LLType::Char,
            b'H' => ty == LLType::UniChar,
            b'F' => ty == LLType::Float,
            b'G' => ty == LLType::SingleFloat,
            b'A' => ty == LLType::Address,
            b'P' => matches!(ty, LLType::Ptr(_)),
            b'V' => ty == LLType::Void,
            b'I' => ty.is_integral() && !matches!(ty, LLType::Ptr(_) | LLType::Address),
            b'T' => first.is_none_or(|f| f == ty),
            _ => true,
        }
    }
}

impl OpInfo for LLOp {
    fn arity(&self) -> Option<usize> {
        match self {
            LLOp::Check(c) => c.test.arity(),
            op => {
                let args = op.facts().args;
                (args != "*").then_some(args.len())
            }
        }
    }
    fn is_pure(&self) -> bool {
        matches!(self.effect(), Effect::Pure)
    }
    fn can_raise(&self) -> bool {
        self.facts().raises
    }
    fn is_noreturn(&self) -> bool {
        matches!(self.effect(), Effect::Ends)
    }
}

#[cfg(test)]
mod tests;
