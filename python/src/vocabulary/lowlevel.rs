//! Functions over low-level types and pointers, those of programs and those of LLPython helpers. They exist in
//! translated code; the live space runs the first ones as Python text where their meaning is Python's.
use super::{ANY, Arity};

/// The package that holds the modules of all of them.
const PACKAGE: &str = "rpython.rtyper.lltypesystem.";

/// What is known of a function of programs.
#[derive(Debug)]
pub struct LowLevelRow {
    /// Its name behind `rpython.rtyper.lltypesystem.`.
    pub name: &'static str,
    /// The positional arguments that it takes.
    pub arity: Arity,
    /// The names under which arguments may be given.
    pub keywords: &'static [&'static str],
}

impl LowLevelRow {
    const fn or(mut self, keywords: &'static [&'static str]) -> LowLevelRow {
        self.keywords = keywords;
        self
    }
}

/// A function that takes so many arguments.
const fn takes(name: &'static str, least: usize, most: usize) -> LowLevelRow {
    LowLevelRow {
        name,
        arity: Arity::new(least, most),
        keywords: &[],
    }
}

const MALLOC: &[&str] = &[
    "n",
    "flavor",
    "immortal",
    "zero",
    "track_allocation",
    "add_memory_pressure",
    "nonmovable",
];

super::table! {
    /// Functions of `rpython.rtyper.lltypesystem.lltype`, `llmemory` and `rffi`, for programs.
    LowLevelFunction of LowLevelRow {
        Malloc = takes("lltype.malloc", 1, 2).or(MALLOC),
        Free = takes("lltype.free", 1, 2).or(&["flavor", "track_allocation"]),
        RenderImmortal = takes("lltype.render_immortal", 1, 1).or(&["track_allocation"]),
        NullPtr = takes("lltype.nullptr", 1, 1),
        CastPointer = takes("lltype.cast_pointer", 2, 2),
        CastOpaquePtr = takes("lltype.cast_opaque_ptr", 2, 2),
        CastPtrToInt = takes("lltype.cast_ptr_to_int", 1, 1),
        CastIntToPtr = takes("lltype.cast_int_to_ptr", 2, 2),
        CastPrimitive = takes("lltype.cast_primitive", 2, 2),
        TypeOf = takes("lltype.typeOf", 1, 1),
        IdentityHash = takes("lltype.identityhash", 1, 1),
        IdentityHashNocache = takes("lltype.identityhash_nocache", 1, 1),
        DirectFieldPtr = takes("lltype.direct_fieldptr", 2, 2),
        DirectArrayItems = takes("lltype.direct_arrayitems", 1, 1),
        DirectPtrAdd = takes("lltype.direct_ptradd", 2, 2),
        Ptr = takes("lltype.Ptr", 1, 1),
        Array = takes("lltype.Array", 1, 1),
        GcArray = takes("lltype.GcArray", 1, 1),
        FixedSizeArray = takes("lltype.FixedSizeArray", 2, 2),
        CastPtrToAdr = takes("llmemory.cast_ptr_to_adr", 1, 1),
        CastAdrToPtr = takes("llmemory.cast_adr_to_ptr", 2, 2),
        CastAdrToInt = takes("llmemory.cast_adr_to_int", 1, 2).or(&["mode"]),
        CastIntToAdr = takes("llmemory.cast_int_to_adr", 1, 1),
        RawMalloc = takes("llmemory.raw_malloc", 1, 1),
        RawFree = takes("llmemory.raw_free", 1, 1),
        RawMemclear = takes("llmemory.raw_memclear", 2, 2),
        RawMemcopy = takes("llmemory.raw_memcopy", 3, 3),
        RawMemmove = takes("llmemory.raw_memmove", 3, 3),
        SizeOf = takes("llmemory.sizeof", 1, 2).or(&["n"]),
        OffsetOf = takes("llmemory.offsetof", 2, 2),
        ItemOffsetOf = takes("llmemory.itemoffsetof", 1, 2).or(&["n"]),
        ArrayLengthOffset = takes("llmemory.arraylengthoffset", 1, 1),
        CArray = takes("rffi.CArray", 1, 1),
        CArrayPtr = takes("rffi.CArrayPtr", 1, 1),
        CFixedArray = takes("rffi.CFixedArray", 2, 2),
        Cast = takes("rffi.cast", 2, 2),
        CSizeOf = takes("rffi.sizeof", 1, 1),
        PtrAdd = takes("rffi.ptradd", 2, 2),
    }
}

impl LowLevelFunction {
    /// The function of this qualified name.
    pub fn qualified(name: &str) -> Option<LowLevelFunction> {
        LowLevelFunction::named(name.strip_prefix(PACKAGE)?)
    }
    /// The qualified name of its module, and its name there.
    pub fn place(self) -> (String, &'static str) {
        let (module, name) = self.name().split_once('.').unwrap_or(("", self.name()));
        (format!("{PACKAGE}{module}"), name)
    }
}

/// What is known of a function of helpers.
#[derive(Debug)]
pub struct HelperRow {
    /// Its name in the module `rpython.rtyper.lltypesystem.ll`.
    pub name: &'static str,
    /// The arguments that it takes.
    pub arity: Arity,
}

const fn helper(name: &'static str, least: usize, most: usize) -> HelperRow {
    HelperRow {
        name,
        arity: Arity::new(least, most),
    }
}

super::table! {
    /// Functions of `rpython.rtyper.lltypesystem.ll`, of which LLPython helpers are made.
    HelperFunction of HelperRow {
        Malloc = helper("malloc", 1, 2),
        NullPtr = helper("nullptr", 1, 1),
        Zero = helper("zero", 1, 1),
        TypeOf = helper("typeOf", 1, 1),
        FieldType = helper("fieldtype", 2, 2),
        HasField = helper("hasfield", 2, 2),
        ItemType = helper("itemtype", 1, 1),
        CastPointer = helper("cast_pointer", 2, 2),
        Op = helper("op", 2, ANY),
        Extern = helper("extern", 2, ANY),
        GetItemField = helper("getitemfield", 3, 3),
        SetItemField = helper("setitemfield", 4, 4),
        CopyItems = helper("copyitems", 5, 5),
        ClearItems = helper("clearitems", 3, 3),
        Abort = helper("abort", 1, 1),
        HintLikely = helper("hint_likely", 1, 1),
        HintUnlikely = helper("hint_unlikely", 1, 1),
    }
}

impl HelperFunction {
    /// The function of this qualified name.
    pub fn qualified(name: &str) -> Option<HelperFunction> {
        HelperFunction::named(name.strip_prefix(PACKAGE)?.strip_prefix("ll.")?)
    }
}
