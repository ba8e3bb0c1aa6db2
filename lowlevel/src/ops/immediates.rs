//! Immediates of operations that are no numbers: reasons, hints, markers.
#[cfg(doc)]
use super::LLOp;

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
    /// Of a field that changes rarely (first argument) of an object (second): promoted where the object is known. A
    /// green object: green behind it. A red one: known behind it where the object was a constant of the compiler. What
    /// is its own object is promoted as long as few values come.
    PromoteKnown,
    /// What follows is a call of an elidable function (arguments: its own) that others see, or whose result may be None
    /// for a while: made while compiling, it must be certain that the program gets there, and code tests for None.
    Certain,
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
    /// What counts of arrivals lose from one tick to the next, in thousandths.
    Decay,
}

impl JitParam {
    /// All of them in the order of their numbers, with their names.
    pub const ALL: [(&'static str, JitParam); 4] = [
        ("threshold", JitParam::Threshold),
        ("trace_eagerness", JitParam::TraceEagerness),
        ("max_unroll_recursion", JitParam::MaxUnrollRecursion),
        ("decay", JitParam::Decay),
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
