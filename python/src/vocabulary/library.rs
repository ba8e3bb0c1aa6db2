//! Functions and classes of `rpython.rlib` whose meaning the annotator and the typer know. Untranslated they run as
//! Python text.
use super::{ANY, Arity};

/// What is known of a function of the library.
#[derive(Debug)]
pub struct LibraryRow {
    /// Its name behind `rpython.rlib.`.
    pub name: &'static str,
    pub arity: Arity,
    /// What the arguments must be, a letter for each: `f` a number, `i` an integer, `s` a string, `o` something with an
    /// identity, `d` a dictionary, `*` anything. The rules look at those without a letter.
    pub kinds: &'static str,
    /// What it raises.
    pub raises: &'static [&'static str],
}

impl LibraryRow {
    const fn raises(mut self, raises: &'static [&'static str]) -> LibraryRow {
        self.raises = raises;
        self
    }
}

/// A function that takes at least so many arguments, and at most those that letters stand for.
const fn takes(name: &'static str, least: usize, kinds: &'static str) -> LibraryRow {
    LibraryRow {
        name,
        arity: Arity::new(least, kinds.len()),
        kinds,
        raises: &[],
    }
}
/// A function with keywords, or one that ignores its arguments.
const fn any(name: &'static str) -> LibraryRow {
    LibraryRow {
        name,
        arity: Arity::new(0, ANY),
        kinds: "",
        raises: &[],
    }
}

super::table! {
    /// Numbers: `rarithmetic`, `rfloat`, `longlong2float`.
    NumberFunction of LibraryRow {
        Intmask = takes("rarithmetic.intmask", 1, "*"),
        Longlongmask = takes("rarithmetic.longlongmask", 1, "*"),
        Longlonglongmask = takes("rarithmetic.longlonglongmask", 1, "i"),
        Widen = takes("rarithmetic.widen", 1, "*"),
        Ovfcheck = takes("rarithmetic.ovfcheck", 1, "*"),
        OvfcheckFloatToInt = takes("rarithmetic.ovfcheck_float_to_int", 1, "f").raises(&["OverflowError"]),
        IsValidInt = takes("rarithmetic.is_valid_int", 1, "*"),
        UintMulHigh = takes("rarithmetic.uint_mul_high", 2, "ii"),
        SingleFloat = takes("rarithmetic.r_singlefloat", 1, "f"),
        IsNan = takes("rfloat.isnan", 1, "f"),
        IsInf = takes("rfloat.isinf", 1, "f"),
        IsFinite = takes("rfloat.isfinite", 1, "f"),
        Copysign = takes("rfloat.copysign", 2, "ff"),
        Formatd = takes("rfloat.formatd", 3, "fsii"),
        FloatHash = takes("rfloat.float_hash", 1, "f"),
        Float2Longlong = takes("longlong2float.float2longlong", 1, "f"),
        Longlong2Float = takes("longlong2float.longlong2float", 1, "i"),
    }
}

super::table! {
    /// Objects, containers and texts: `objectmodel`, `rstring`.
    ObjectFunction of LibraryRow {
        WeAreTranslated = any("objectmodel.we_are_translated"),
        ComputeHash = takes("objectmodel.compute_hash", 1, "*"),
        ComputeIdentityHash = takes("objectmodel.compute_identity_hash", 1, "o"),
        ComputeUniqueId = takes("objectmodel.compute_unique_id", 1, "o"),
        CurrentObjectAddrAsInt = takes("objectmodel.current_object_addr_as_int", 1, "o"),
        KeepaliveUntilHere = any("objectmodel.keepalive_until_here"),
        FreeNonGcObject = any("objectmodel.free_non_gc_object"),
        Instantiate = takes("objectmodel.instantiate", 1, "**"),
        NewlistHint = takes("objectmodel.newlist_hint", 0, "i"),
        NewlistFromSize = takes("objectmodel.newlist_from_size", 1, "i"),
        ResizelistHint = takes("objectmodel.resizelist_hint", 2, "*i"),
        RDict = any("objectmodel.r_dict"),
        ROrderedDict = any("objectmodel.r_ordereddict"),
        Likely = takes("objectmodel.likely", 1, "*"),
        Unlikely = takes("objectmodel.unlikely", 1, "*"),
        IsAnnotationConstant = takes("objectmodel.is_annotation_constant", 1, "*"),
        ReversedDict = takes("objectmodel.reversed_dict", 1, "d"),
        DelitemIfValueIs = takes("objectmodel.delitem_if_value_is", 3, "d**"),
        MoveToEnd = takes("objectmodel.move_to_end", 2, "d**").raises(&["KeyError"]),
        PrepareDictUpdate = takes("objectmodel.prepare_dict_update", 2, "di"),
        Hlinvoke = any("objectmodel.hlinvoke"),
        IntToBytearray = any("objectmodel.int_to_bytearray"),
        DictKeyHash = takes("objectmodel._key_hash", 2, "d*").raises(&["KeyError"]),
        NonConstant = takes("nonconst.NonConstant", 1, "*"),
        IsUnwrapped = takes("rerased._is_unwrapped", 2, "**"),
        Unwrapped = takes("rerased._unwrapped", 2, "**"),
        AssertStr0 = takes("rstring.assert_str0", 1, "*"),
        StringBuilder = takes("rstring.StringBuilder", 0, "i"),
        UnicodeBuilder = takes("rstring.UnicodeBuilder", 0, "i"),
    }
}

super::table! {
    /// Reports, checks, and statements of the author: `debug`.
    DebugFunction of LibraryRow {
        DebugPrint = any("debug.debug_print"),
        DebugPrintTraceback = any("debug.debug_print_traceback"),
        DebugFlush = any("debug.debug_flush"),
        DebugOffset = any("debug.debug_offset"),
        HaveDebugPrints = any("debug.have_debug_prints"),
        HaveDebugPrintsFor = any("debug.have_debug_prints_for"),
        LlAssert = takes("debug.ll_assert", 2, "**"),
        LlAssertNotNone = takes("debug.ll_assert_not_none", 1, "*"),
        Fatalerror = takes("debug.fatalerror", 1, "*"),
        FatalerrorNotb = takes("debug.fatalerror_notb", 1, "*"),
        MakeSureNotResized = takes("debug.make_sure_not_resized", 1, "*"),
        MakeSureNotModified = takes("debug.make_sure_not_modified", 1, "*"),
        MarkDictNonNull = takes("debug.mark_dict_non_null", 1, "*"),
        CheckNonneg = takes("debug.check_nonneg", 1, "*"),
        CheckRegularInt = takes("debug.check_regular_int", 1, "*"),
        CheckListOfChars = takes("debug.check_list_of_chars", 1, "*"),
        CheckAnnotation = takes("debug.check_annotation", 1, "**"),
        AttachGdb = any("debug.attach_gdb"),
    }
}

super::table! {
    /// What concerns the JIT: `jit`.
    JitFunction of LibraryRow {
        Hint = any("jit.hint"),
        Promote = takes("jit.promote", 1, "*"),
        PromoteString = takes("jit.promote_string", 1, "*"),
        PromoteUnicode = takes("jit.promote_unicode", 1, "*"),
        WeAreJitted = any("jit.we_are_jitted"),
        JitDebug = any("jit.jit_debug"),
        IsConstant = takes("jit.isconstant", 1, "*"),
        IsVirtual = takes("jit.isvirtual", 1, "*"),
        SetParam = takes("jit.set_param", 3, "***"),
        RecordExactClass = takes("jit.record_exact_class", 2, "**"),
        RecordKnownClass = takes("jit.record_known_class", 2, "**"),
        RecordExactValue = takes("jit.record_exact_value", 2, "**"),
        EnsureIeeeFloat = takes("jit.ensure_ieee_float", 1, "*"),
        CurrentTraceLength = any("jit.current_trace_length"),
        AssertGreen = takes("jit.assert_green", 1, "*"),
        EnterPortalFrame = any("jit.enter_portal_frame"),
        LeavePortalFrame = any("jit.leave_portal_frame"),
        Redeem = takes("jit._redeem", 1, "*"),
    }
}

super::table! {
    /// The collector and the stack: `rgc`, `rstack`.
    MemoryFunction of LibraryRow {
        GcCollect = any("rgc.collect"),
        GcCollectStep = any("rgc.collect_step"),
        GcEnable = any("rgc.enable"),
        GcDisable = any("rgc.disable"),
        GcIsEnabled = any("rgc.isenabled"),
        GcCanMove = takes("rgc.can_move", 1, "*"),
        GcAddMemoryPressure = any("rgc.add_memory_pressure"),
        FinalizerRegister = takes("rgc._register_finalizer", 2, "**"),
        FinalizerNext = takes("rgc._next_dead", 1, "*"),
        CheckStackOverflow = any("rstackovf.check_stack_overflow"),
        StackAlmostFull = any("rstack.stack_almost_full"),
        StackCheck = any("rstack.stack_check"),
    }
}

/// A function or class of `rpython.rlib`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LibraryFunction {
    Number(NumberFunction),
    Object(ObjectFunction),
    Debug(DebugFunction),
    Jit(JitFunction),
    Memory(MemoryFunction),
}

impl LibraryFunction {
    /// The function of this qualified name, which starts with `rpython.rlib.`.
    pub fn qualified(name: &str) -> Option<LibraryFunction> {
        use LibraryFunction as L;
        let name = name.strip_prefix("rpython.rlib.")?;
        NumberFunction::named(name)
            .map(L::Number)
            .or_else(|| ObjectFunction::named(name).map(L::Object))
            .or_else(|| DebugFunction::named(name).map(L::Debug))
            .or_else(|| JitFunction::named(name).map(L::Jit))
            .or_else(|| MemoryFunction::named(name).map(L::Memory))
    }
    /// What the tables say of it.
    pub fn row(self) -> &'static LibraryRow {
        match self {
            LibraryFunction::Number(f) => f.row(),
            LibraryFunction::Object(f) => f.row(),
            LibraryFunction::Debug(f) => f.row(),
            LibraryFunction::Jit(f) => f.row(),
            LibraryFunction::Memory(f) => f.row(),
        }
    }
    /// Its name behind `rpython.rlib.`.
    pub fn name(self) -> &'static str {
        self.row().name
    }
}

/// What is known of a class of integers.
#[derive(Debug)]
pub struct IntRow {
    /// Its name in `rpython.rlib.rarithmetic`.
    pub name: &'static str,
    /// How many bits its numbers have.
    pub bits: u8,
    /// Whether its numbers may be negative.
    pub signed: bool,
}

const fn signed(name: &'static str, bits: u8) -> IntRow {
    IntRow {
        name,
        bits,
        signed: true,
    }
}
const fn unsigned(name: &'static str, bits: u8) -> IntRow {
    IntRow {
        name,
        bits,
        signed: false,
    }
}

super::table! {
    /// Classes of integers of `rpython.rlib.rarithmetic`.
    IntClass of IntRow {
        RInt = signed("r_int", 64),
        RLonglong = signed("r_longlong", 64),
        RInt64 = signed("r_int64", 64),
        RUint = unsigned("r_uint", 64),
        RUlonglong = unsigned("r_ulonglong", 64),
        RUint64 = unsigned("r_uint64", 64),
        RInt8 = signed("r_int8", 8),
        RSignedchar = signed("r_signedchar", 8),
        RUint8 = unsigned("r_uint8", 8),
        RInt16 = signed("r_int16", 16),
        RShort = signed("r_short", 16),
        RUint16 = unsigned("r_uint16", 16),
        RUshort = unsigned("r_ushort", 16),
        RInt32 = signed("r_int32", 32),
        RUint32 = unsigned("r_uint32", 32),
        RLonglonglong = signed("r_longlonglong", 128),
        RUlonglonglong = unsigned("r_ulonglonglong", 128),
    }
}

impl IntClass {
    /// The module of all of them.
    pub const MODULE: &str = "rpython.rlib.rarithmetic";

    /// The class of this qualified name.
    pub fn qualified(name: &str) -> Option<IntClass> {
        IntClass::named(name.strip_prefix(IntClass::MODULE)?.strip_prefix('.')?)
    }
}
