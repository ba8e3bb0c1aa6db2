//! The low-level operations, declared once: name, argument and result types, purity, can-raise.
//!
//! Type letters of signatures: `S` Signed, `U` Unsigned, `B` Bool, `C` Char, `H` UniChar, `F` Float, `G` SingleFloat,
//! `A` Address, `P` any pointer, `V` Void, `I` any integral value, `X` anything, `T` same type as the first argument.
//! Integer arithmetic wraps; `*_ovf` operations raise OverflowError instead (before the exception transform they are
//! the last operation of a block; after it they are [`LLOp::IntAddOvf`]-style operations followed by
//! [`LLOp::OvfOccurred`], which must directly follow in the same block and reads the machine's overflow flag).
//! `int_floordiv` and `int_mod` truncate like C and are undefined for divisor 0 and for `MIN / -1`; helpers add
//! Python's rounding and the checks. Shift counts are `0 <= n < 64`.
use std::sync::Arc;

use ir::lltype::{ContainerId, LLType};
use ir::model::OpInfo;

use super::check::Check;
use super::program::{ExternId, FuncId, JitDriverId};

/// Why [`LLOp::Abort`] ends the program.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub enum SafetyError {
    /// An index out of range of a list, string, tuple or array.
    IndexOutOfRange,
    /// A key that a dictionary lacks, where no handler looks.
    KeyNotFound,
    /// A method or attribute that the actual class lacks.
    MissingMethod,
    /// A field read before it was set.
    UnsetField,
    /// A method call or attribute access on None.
    NoneDereference,
    /// Division or modulo by zero where no handler looks.
    ZeroDivision,
    /// A value outside of a conversion's range (`chr(300)`).
    ValueOutOfRange,
    /// A failed `assert` or `ll_assert` that the program left in.
    AssertionFailed,
    /// A call through a function table that lacks an entry.
    BadCall,
    /// An exhausted iterator where no handler looks.
    StopIteration,
    /// A generator or state machine in an impossible state.
    Unreachable,
    /// An operation on None that is neither attribute access nor method call: `len(None)`, `None[i]`, a call of None.
    NoneOperand,
    /// A value that has no machine integer (`int(1e300)`).
    Overflow,
    /// A dictionary that got or lost keys while it is iterated over.
    DictChanged,
    /// `ord` of a string that is no single character.
    NotACharacter,
}

impl SafetyError {
    /// All of them, with names of the text form.
    pub const ALL: [(SafetyError, &'static str); 15] = [
        (SafetyError::IndexOutOfRange, "index_out_of_range"),
        (SafetyError::KeyNotFound, "key_not_found"),
        (SafetyError::MissingMethod, "missing_method"),
        (SafetyError::UnsetField, "unset_field"),
        (SafetyError::NoneDereference, "none_dereference"),
        (SafetyError::ZeroDivision, "zero_division"),
        (SafetyError::ValueOutOfRange, "value_out_of_range"),
        (SafetyError::AssertionFailed, "assertion_failed"),
        (SafetyError::BadCall, "bad_call"),
        (SafetyError::StopIteration, "stop_iteration"),
        (SafetyError::Unreachable, "unreachable"),
        (SafetyError::NoneOperand, "none_operand"),
        (SafetyError::Overflow, "overflow"),
        (SafetyError::DictChanged, "dict_changed"),
        (SafetyError::NotACharacter, "not_a_character"),
    ];
    /// The name in the text form.
    pub fn name(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(e, _)| *e == self)
            .map_or("?", |(_, n)| n)
    }
    /// The builtin exception that handlers see in place of the end of the program; `None` for what nothing catches.
    pub fn exception(self) -> Option<&'static str> {
        Some(match self {
            SafetyError::IndexOutOfRange => "IndexError",
            SafetyError::KeyNotFound => "KeyError",
            SafetyError::MissingMethod | SafetyError::UnsetField | SafetyError::NoneDereference => {
                "AttributeError"
            }
            SafetyError::ZeroDivision => "ZeroDivisionError",
            SafetyError::ValueOutOfRange => "ValueError",
            SafetyError::NoneOperand | SafetyError::NotACharacter | SafetyError::BadCall => {
                "TypeError"
            }
            SafetyError::Overflow => "OverflowError",
            SafetyError::DictChanged => "RuntimeError",
            SafetyError::StopIteration => "StopIteration",
            SafetyError::AssertionFailed | SafetyError::Unreachable => return None,
        })
    }
    /// The code passed to the runtime's reporter: the position in [`SafetyError::ALL`].
    pub fn code(self) -> u32 {
        Self::ALL.iter().position(|(e, _)| *e == self).unwrap_or(0) as u32
    }
}

/// A hint carried for the JIT; without one it is the identity on its first argument.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub enum HintKind {
    /// `promote(x)`: compiled code compares `x` with the values seen so far; green behind it.
    Promote,
    /// The same, strings compared by value.
    PromoteString,
    /// The same for unicode strings.
    PromoteUnicode,
    /// `hint(x, concrete=True)`: `x` has to be green, or it is an error.
    Concrete,
    /// `hint(x, variable=True)`: red from here on, even if it is known.
    Variable,
    /// `hint(x, deepfreeze=True)`: nothing that is reached from `x` ever changes.
    DeepFreeze,
    /// `hint(None, global_merge_point=True)`: a merge point whose greens follow from demands.
    GlobalMergePoint,
    /// `hint(x, forget=True)`: what the compiler knows of `x` is dropped.
    Forget,
    /// Of virtualizables: the identity.
    AccessDirectly,
    /// Of virtualizables: the identity.
    FreshVirtualizable,
    /// Of virtualizables: the identity.
    ForceVirtualizable,
    /// `assert_green(x)`: as [`HintKind::Concrete`].
    AssertGreen,
    /// `isconstant(x)`: whether `x` is constant in compiled code. A Bool; false without a JIT.
    IsConstant,
    /// `isvirtual(x)`: whether `x` is not allocated in compiled code. A Bool; false without a JIT.
    IsVirtual,
    /// `record_exact_class(x, C)`: the class of `x` is the vtable of the second argument. No result.
    RecordExactClass,
    /// `record_exact_value(x, v)`: `x` is the constant `v`. No result.
    RecordExactValue,
    /// `(driver or -1, parameter, value)`: `set_param`, the numbers of [`JitParam`].
    ///
    /// The value [`JitParam::DEFAULT`] stands for the default.
    SetParam,
}

/// A parameter of `set_param` that means something here. The others are accepted, and leave no operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JitParam {
    /// Arrivals at a merge point before it is compiled; 0 or less: never.
    Threshold,
    /// Arrivals at an edge before it is compiled.
    TraceEagerness,
    /// Repetitions of a function in the frames in progress.
    MaxUnrollRecursion,
}

impl JitParam {
    /// All of them in the order of their numbers, with their names.
    pub const ALL: [(&'static str, JitParam); 3] = [
        ("threshold", JitParam::Threshold),
        ("trace_eagerness", JitParam::TraceEagerness),
        ("max_unroll_recursion", JitParam::MaxUnrollRecursion),
    ];
    /// The value that stands for the default.
    pub const DEFAULT: i64 = i64::MIN;
}

/// A marker of a JIT driver; without a JIT it does nothing.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub enum MarkerKind {
    /// `jit_merge_point`: greens, then reds; where compiled code may begin.
    MergePoint,
    /// `can_enter_jit`: a backward jump of the interpreted program, which is counted.
    CanEnterJit,
    /// `loop_header`: accepted, without a meaning of its own.
    LoopHeader,
}

macro_rules! simple_ops {
    ($($variant:ident $name:literal $args:literal -> $result:literal $($flag:ident)*;)*) => {
        /// A low-level operation.
        #[derive(Clone, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
        pub enum LLOp {
            $($variant,)*
            /// `getfield[T.f](p)`: field number `1` of structure `0`.
            GetField(ContainerId, u32),
            /// `setfield[T.f](p, v)`.
            SetField(ContainerId, u32),
            /// `getarrayitem[T](p, i)`; no bounds check.
            GetArrayItem(ContainerId),
            /// `setarrayitem[T](p, i, v)`.
            SetArrayItem(ContainerId),
            /// `getarraysize[T](p)`.
            GetArraySize(ContainerId),
            /// `getinterioritem[T](p, i)`: item of the array inlined at the end of structure `T`.
            GetInteriorItem(ContainerId),
            /// `setinterioritem[T](p, i, v)`.
            SetInteriorItem(ContainerId),
            /// `getinteriorsize[T](p)`.
            GetInteriorSize(ContainerId),
            /// `getitemfield[T.f](p, i)`: field of the structure inlined as item `i` of array `T`.
            GetItemField(ContainerId, u32),
            /// `setitemfield[T.f](p, i, v)`.
            SetItemField(ContainerId, u32),
            /// `copyitems[T](src, dst, srcstart, dststart, length)`: items of two arrays (or trailing arrays) of type
            /// `T`; the ranges may overlap when `src` is `dst`.
            CopyItems(ContainerId),
            /// `clearitems[T](p, start, length)`: sets items to zero.
            ClearItems(ContainerId),
            /// `malloc[T]()`: a fixed-size structure, zeroed. GC containers: a safepoint.
            Malloc(ContainerId),
            /// `mallocvar[T](length)`: an array or a structure that ends in one, zeroed, its length set. A negative
            /// length or one too large raises MemoryError; after the exception transform: returns null with the
            /// exception pending.
            MallocVar(ContainerId),
            /// `free[T](p)`: of raw containers.
            Free(ContainerId),
            /// `direct_call[f](args)`.
            DirectCall(FuncId),
            /// `indirect_call[T](f, args)`: through a function pointer of type `T`; the functions it may be, where
            /// known.
            IndirectCall(ContainerId, Option<Arc<[FuncId]>>),
            /// `extern_call[f](args)`.
            ExternCall(ExternId),
            /// `abort[why]()`: ends the program through the reporter.
            Abort(SafetyError),
            /// `check[test | claim](args)`: of a checked build; see [`super::check`].
            Check(Arc<Check>),
            /// `hint[kind](v, ..)`: identity on `v`.
            Hint(HintKind),
            /// `jit_marker[kind, driver](greens, reds)`.
            JitMarker(MarkerKind, JitDriverId),
            /// `gc_spill[slot](v)`: stores a reference into a root slot of the frame (after the GC transform).
            GcSpill(u32),
            /// `gc_reload[slot]()`: the reference in a root slot, moved if the collector moved it.
            GcReload(u32),
        }
        impl LLOp {
            /// All operations without immediates.
            pub const SIMPLE: &'static [LLOp] = &[$(LLOp::$variant,)*];
            fn simple_facts(&self) -> Option<Facts> {
                match self {
                    $(LLOp::$variant => Some(Facts { name: $name, args: $args, result: $result, flags: 0 $(| $flag)* }),)*
                    _ => None,
                }
            }
        }
    };
}

#[derive(Clone, Copy)]
struct Facts {
    name: &'static str,
    args: &'static str,
    result: &'static str,
    flags: u8,
}
const PURE: u8 = 1;
const RAISES: u8 = 2;
const NORETURN: u8 = 4;

simple_ops! {
    SameAs "same_as" "X" -> "T" PURE;
    BoolNot "bool_not" "B" -> "B" PURE;
    IntIsTrue "int_is_true" "S" -> "B" PURE;
    IntNeg "int_neg" "S" -> "S" PURE;
    IntAbs "int_abs" "S" -> "S" PURE;
    IntInvert "int_invert" "S" -> "S" PURE;
    IntAdd "int_add" "SS" -> "S" PURE;
    IntSub "int_sub" "SS" -> "S" PURE;
    IntMul "int_mul" "SS" -> "S" PURE;
    IntFloordiv "int_floordiv" "SS" -> "S" PURE;
    IntMod "int_mod" "SS" -> "S" PURE;
    IntAnd "int_and" "SS" -> "S" PURE;
    IntOr "int_or" "SS" -> "S" PURE;
    IntXor "int_xor" "SS" -> "S" PURE;
    IntLshift "int_lshift" "SS" -> "S" PURE;
    IntRshift "int_rshift" "SS" -> "S" PURE;
    IntLt "int_lt" "SS" -> "B" PURE;
    IntLe "int_le" "SS" -> "B" PURE;
    IntEq "int_eq" "SS" -> "B" PURE;
    IntNe "int_ne" "SS" -> "B" PURE;
    IntGt "int_gt" "SS" -> "B" PURE;
    IntGe "int_ge" "SS" -> "B" PURE;
    IntBetween "int_between" "SSS" -> "B" PURE;
    IntForceGeZero "int_force_ge_zero" "S" -> "S" PURE;
    IntAddOvf "int_add_ovf" "SS" -> "S" RAISES;
    IntSubOvf "int_sub_ovf" "SS" -> "S" RAISES;
    IntMulOvf "int_mul_ovf" "SS" -> "S" RAISES;
    IntNegOvf "int_neg_ovf" "S" -> "S" RAISES;
    OvfOccurred "ovf_occurred" "" -> "B";
    UintMulHigh "uint_mul_high" "UU" -> "U" PURE;
    UintIsTrue "uint_is_true" "U" -> "B" PURE;
    UintNeg "uint_neg" "U" -> "U" PURE;
    UintInvert "uint_invert" "U" -> "U" PURE;
    UintAdd "uint_add" "UU" -> "U" PURE;
    UintSub "uint_sub" "UU" -> "U" PURE;
    UintMul "uint_mul" "UU" -> "U" PURE;
    UintFloordiv "uint_floordiv" "UU" -> "U" PURE;
    UintMod "uint_mod" "UU" -> "U" PURE;
    UintAnd "uint_and" "UU" -> "U" PURE;
    UintOr "uint_or" "UU" -> "U" PURE;
    UintXor "uint_xor" "UU" -> "U" PURE;
    UintLshift "uint_lshift" "US" -> "U" PURE;
    UintRshift "uint_rshift" "US" -> "U" PURE;
    UintLt "uint_lt" "UU" -> "B" PURE;
    UintLe "uint_le" "UU" -> "B" PURE;
    UintEq "uint_eq" "UU" -> "B" PURE;
    UintNe "uint_ne" "UU" -> "B" PURE;
    UintGt "uint_gt" "UU" -> "B" PURE;
    UintGe "uint_ge" "UU" -> "B" PURE;
    FloatIsTrue "float_is_true" "F" -> "B" PURE;
    FloatNeg "float_neg" "F" -> "F" PURE;
    FloatAbs "float_abs" "F" -> "F" PURE;
    FloatSqrt "float_sqrt" "F" -> "F" PURE;
    FloatAdd "float_add" "FF" -> "F" PURE;
    FloatSub "float_sub" "FF" -> "F" PURE;
    FloatMul "float_mul" "FF" -> "F" PURE;
    FloatTruediv "float_truediv" "FF" -> "F" PURE;
    FloatLt "float_lt" "FF" -> "B" PURE;
    FloatLe "float_le" "FF" -> "B" PURE;
    FloatEq "float_eq" "FF" -> "B" PURE;
    FloatNe "float_ne" "FF" -> "B" PURE;
    FloatGt "float_gt" "FF" -> "B" PURE;
    FloatGe "float_ge" "FF" -> "B" PURE;
    CharLt "char_lt" "CC" -> "B" PURE;
    CharLe "char_le" "CC" -> "B" PURE;
    CharEq "char_eq" "CC" -> "B" PURE;
    CharNe "char_ne" "CC" -> "B" PURE;
    CharGt "char_gt" "CC" -> "B" PURE;
    CharGe "char_ge" "CC" -> "B" PURE;
    UnicharLt "unichar_lt" "HH" -> "B" PURE;
    UnicharLe "unichar_le" "HH" -> "B" PURE;
    UnicharEq "unichar_eq" "HH" -> "B" PURE;
    UnicharNe "unichar_ne" "HH" -> "B" PURE;
    UnicharGt "unichar_gt" "HH" -> "B" PURE;
    UnicharGe "unichar_ge" "HH" -> "B" PURE;
    CastBoolToInt "cast_bool_to_int" "B" -> "S" PURE;
    CastBoolToUint "cast_bool_to_uint" "B" -> "U" PURE;
    CastBoolToFloat "cast_bool_to_float" "B" -> "F" PURE;
    CastCharToInt "cast_char_to_int" "C" -> "S" PURE;
    CastIntToChar "cast_int_to_char" "S" -> "C" PURE;
    CastUnicharToInt "cast_unichar_to_int" "H" -> "S" PURE;
    CastIntToUnichar "cast_int_to_unichar" "S" -> "H" PURE;
    CastIntToUint "cast_int_to_uint" "S" -> "U" PURE;
    CastUintToInt "cast_uint_to_int" "U" -> "S" PURE;
    CastIntToFloat "cast_int_to_float" "S" -> "F" PURE;
    CastUintToFloat "cast_uint_to_float" "U" -> "F" PURE;
    CastFloatToInt "cast_float_to_int" "F" -> "S" PURE;
    CastFloatToUint "cast_float_to_uint" "F" -> "U" PURE;
    CastFloatToSinglefloat "cast_float_to_singlefloat" "F" -> "G" PURE;
    CastSinglefloatToFloat "cast_singlefloat_to_float" "G" -> "F" PURE;
    FloatBits "convert_float_bytes_to_longlong" "F" -> "S" PURE;
    FloatFromBits "convert_longlong_bytes_to_float" "S" -> "F" PURE;
    // Between integral types of any size: truncates or extends by the signedness of the argument.
    CastPrimitive "cast_primitive" "I" -> "I" PURE;
    CastPointer "cast_pointer" "P" -> "P" PURE;
    CastPtrToInt "cast_ptr_to_int" "P" -> "S";
    CastIntToPtr "cast_int_to_ptr" "S" -> "P";
    CastPtrToAdr "cast_ptr_to_adr" "P" -> "A";
    CastAdrToPtr "cast_adr_to_ptr" "A" -> "P";
    CastAdrToInt "cast_adr_to_int" "A" -> "S";
    CastIntToAdr "cast_int_to_adr" "S" -> "A";
    PtrEq "ptr_eq" "PP" -> "B" PURE;
    PtrNe "ptr_ne" "PP" -> "B" PURE;
    PtrNonzero "ptr_nonzero" "P" -> "B" PURE;
    PtrIszero "ptr_iszero" "P" -> "B" PURE;
    AdrAdd "adr_add" "AS" -> "A" PURE;
    AdrSub "adr_sub" "AS" -> "A" PURE;
    AdrDelta "adr_delta" "AA" -> "S" PURE;
    AdrEq "adr_eq" "AA" -> "B" PURE;
    AdrNe "adr_ne" "AA" -> "B" PURE;
    AdrLt "adr_lt" "AA" -> "B" PURE;
    AdrNonzero "adr_nonzero" "A" -> "B" PURE;
    // Raw loads and stores; the type is that of the result or of the value.
    RawLoad "raw_load" "AS" -> "X";
    RawStore "raw_store" "ASX" -> "V";
    // A condition known to be usually true or false (layout only).
    Likely "likely" "B" -> "B" PURE;
    Unlikely "unlikely" "B" -> "B" PURE;
    // Identity: stable under moving.
    GcId "gc_id" "P" -> "S";
    GcIdentityHash "gc_identityhash" "P" -> "S";
    WeakrefCreate "weakref_create" "P" -> "P";
    WeakrefDeref "weakref_deref" "P" -> "P";
    // The reference stays alive up to here.
    KeepAlive "keepalive" "X" -> "V";
    // Pending exception: class (vtable) and value. After the exception transform only.
    ExcOccurred "exc_occurred" "" -> "B";
    ExcType "exc_type" "" -> "P";
    ExcValue "exc_value" "" -> "P";
    ExcSet "exc_set" "PP" -> "V";
    ExcClear "exc_clear" "" -> "V";
    // Notes the operation's span in the ring of traceback entries: at a raise (exc_start), while it propagates
    // (exc_pass), when it is caught (exc_catch).
    TracebackStart "traceback_start" "P" -> "V";
    TracebackPass "traceback_pass" "" -> "V";
    TracebackCatch "traceback_catch" "" -> "V";
    // True if the native stack is nearly used up.
    StackTooBig "stack_too_big" "" -> "B";
    // Before a reference is stored in an old object: of an object; of item `i` of an array.
    WriteBarrier "write_barrier" "P" -> "V";
    WriteBarrierArray "write_barrier_array" "PS" -> "V";
    // True in a translated program with a JIT while residual code runs; false otherwise.
    WeAreJitted "we_are_jitted" "" -> "B" PURE;
}

impl LLOp {
    /// The name, without immediates.
    pub fn name(&self) -> &'static str {
        if let Some(f) = self.simple_facts() {
            return f.name;
        }
        match self {
            LLOp::GetField(..) => "getfield",
            LLOp::SetField(..) => "setfield",
            LLOp::GetArrayItem(_) => "getarrayitem",
            LLOp::SetArrayItem(_) => "setarrayitem",
            LLOp::GetArraySize(_) => "getarraysize",
            LLOp::GetInteriorItem(_) => "getinterioritem",
            LLOp::SetInteriorItem(_) => "setinterioritem",
            LLOp::GetInteriorSize(_) => "getinteriorsize",
            LLOp::GetItemField(..) => "getitemfield",
            LLOp::SetItemField(..) => "setitemfield",
            LLOp::CopyItems(_) => "copyitems",
            LLOp::ClearItems(_) => "clearitems",
            LLOp::Malloc(_) => "malloc",
            LLOp::MallocVar(_) => "mallocvar",
            LLOp::Free(_) => "free",
            LLOp::DirectCall(_) => "direct_call",
            LLOp::IndirectCall(..) => "indirect_call",
            LLOp::ExternCall(_) => "extern_call",
            LLOp::Abort(_) => "abort",
            LLOp::Check(_) => "check",
            LLOp::Hint(_) => "hint",
            LLOp::JitMarker(..) => "jit_marker",
            LLOp::GcSpill(_) => "gc_spill",
            LLOp::GcReload(_) => "gc_reload",
            _ => unreachable!("simple operations have facts"),
        }
    }
    /// Letters of argument and result types (see module header); `None` where immediates decide.
    pub fn signature(&self) -> Option<(&'static str, &'static str)> {
        self.simple_facts().map(|f| (f.args, f.result))
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
        matches!(
            self,
            LLOp::GetField(..)
                | LLOp::GetArrayItem(_)
                | LLOp::GetArraySize(_)
                | LLOp::GetInteriorItem(_)
                | LLOp::GetInteriorSize(_)
                | LLOp::GetItemField(..)
                | LLOp::RawLoad
                | LLOp::WeakrefDeref
        )
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
        if let Some(f) = self.simple_facts() {
            return Some(f.args.len());
        }
        match self {
            LLOp::GetField(..) | LLOp::GetArraySize(_) | LLOp::GetInteriorSize(_) => Some(1),
            LLOp::SetField(..)
            | LLOp::GetArrayItem(_)
            | LLOp::GetInteriorItem(_)
            | LLOp::GetItemField(..) => Some(2),
            LLOp::SetArrayItem(_)
            | LLOp::SetInteriorItem(_)
            | LLOp::SetItemField(..)
            | LLOp::ClearItems(_) => Some(3),
            LLOp::CopyItems(_) => Some(5),
            LLOp::Malloc(_) | LLOp::Abort(_) | LLOp::GcReload(_) => Some(0),
            LLOp::MallocVar(_) | LLOp::Free(_) | LLOp::GcSpill(_) => Some(1),
            LLOp::Check(c) => c.test.arity(),
            _ => None,
        }
    }
    fn is_pure(&self) -> bool {
        self.simple_facts().is_some_and(|f| f.flags & PURE != 0)
    }
    fn can_raise(&self) -> bool {
        self.is_call()
            || matches!(self, LLOp::MallocVar(_))
            || self.simple_facts().is_some_and(|f| f.flags & RAISES != 0)
    }
    fn is_noreturn(&self) -> bool {
        matches!(self, LLOp::Abort(_))
            || self.simple_facts().is_some_and(|f| f.flags & NORETURN != 0)
    }
}
