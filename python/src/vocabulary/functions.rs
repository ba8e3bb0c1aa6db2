//! Python's built-in functions, and the built-in classes that programs call as functions.
use super::{ANY, Arity};

/// What is known of a function, whoever asks.
#[derive(Debug)]
pub struct FunctionRow {
    /// Its name in `__builtin__` (`builtins`), or with its module.
    pub name: &'static str,
    /// The arguments that Python takes.
    pub arity: Arity,
    /// Those that translated code may give; `None`: it does not have the function.
    pub translated: Option<Arity>,
    /// What it raises in translated code; `None`: anything, as a function of the library does it.
    pub raises: Option<&'static [&'static str]>,
}

impl FunctionRow {
    const fn takes(mut self, least: usize, most: usize) -> FunctionRow {
        self.translated = Some(Arity::new(least, most));
        self
    }
    const fn raises(mut self, raises: &'static [&'static str]) -> FunctionRow {
        self.raises = Some(raises);
        self
    }
    const fn raises_anything(mut self) -> FunctionRow {
        self.raises = None;
        self
    }
}

/// One that only the live space has.
const fn live(name: &'static str, least: usize, most: usize) -> FunctionRow {
    FunctionRow {
        name,
        arity: Arity::new(least, most),
        translated: None,
        raises: Some(&[]),
    }
}
/// One with the same arguments untranslated and translated.
const fn both(name: &'static str, least: usize, most: usize) -> FunctionRow {
    live(name, least, most).takes(least, most)
}

const CONVERSION: &[&str] = &["ValueError", "OverflowError"];
const ITEMS: &[&str] = &["ValueError", "TypeError", "MemoryError"];

super::table! {
    /// Built-in functions and classes.
    Function of FunctionRow {
        Int = both("int", 0, 2).raises(CONVERSION),
        Long = both("long", 0, 2).raises(CONVERSION),
        Float = both("float", 0, 1).raises(CONVERSION),
        Complex = live("complex", 0, 2),
        Bool = both("bool", 0, 1),
        Str = live("str", 0, 3).takes(0, 1).raises(ITEMS),
        Unicode = both("unicode", 0, 3)
            .raises(&["UnicodeDecodeError", "ValueError", "TypeError", "MemoryError"]),
        List = both("list", 0, 1).raises(ITEMS),
        Tuple = both("tuple", 0, 1).raises(ITEMS),
        Dict = live("dict", 0, 1).takes(0, 1),
        OrderedDict = live("collections.OrderedDict", 0, 1).takes(0, 1),
        ByteArray = live("bytearray", 0, 3).takes(0, 1).raises(ITEMS),
        Object = both("object", 0, 0),
        Slice = both("slice", 1, 3),
        WeakRef = live("weakref.ref", 1, 2).takes(1, 1),

        Len = both("len", 1, 1),
        Range = both("range", 1, 3).raises(&["ValueError", "OverflowError", "TypeError", "MemoryError"]),
        Xrange = both("xrange", 1, 3).raises(&["ValueError", "OverflowError", "TypeError", "MemoryError"]),
        Enumerate = both("enumerate", 1, 2).raises(ITEMS),
        Reversed = both("reversed", 1, 1).raises(ITEMS),
        Zip = live("zip", 0, ANY).takes(2, 2).raises(ITEMS),
        Min = live("min", 1, ANY).takes(1, 16).raises(&["ValueError", "TypeError"]),
        Max = live("max", 1, ANY).takes(1, 16).raises(&["ValueError", "TypeError"]),
        Sum = both("sum", 1, 2),
        Sorted = live("sorted", 1, 4).takes(0, ANY).raises_anything(),
        Any = live("any", 1, 1).takes(0, ANY).raises_anything(),
        All = live("all", 1, 1).takes(0, ANY).raises_anything(),
        Abs = both("abs", 1, 1),
        Divmod = both("divmod", 2, 2),
        Pow = both("pow", 2, 3),
        Round = both("round", 1, 2).raises_anything(),
        Chr = both("chr", 1, 1).raises(&["ValueError", "OverflowError"]),
        Unichr = both("unichr", 1, 1).raises(&["ValueError", "OverflowError"]),
        Ord = both("ord", 1, 1),
        Hex = both("hex", 1, 1),
        Oct = both("oct", 1, 1),
        Repr = both("repr", 1, 1),
        Hash = both("hash", 1, 1),
        Id = both("id", 1, 1),
        Cmp = both("cmp", 2, 2),
        Iter = live("iter", 1, 2).takes(1, 1),
        Next = live("next", 1, 2).takes(1, 1),
        Type = live("type", 1, 3).takes(1, 1),
        Callable = both("callable", 1, 1),
        IsInstance = both("isinstance", 2, 2),
        IsSubclass = both("issubclass", 2, 2),
        HasAttr = both("hasattr", 2, 2),
        GetAttr = both("getattr", 2, 3),
        SetAttr = both("setattr", 3, 3),
        Open = live("open", 1, 8).takes(0, ANY).raises_anything(),
        File = live("file", 1, 8).takes(0, ANY).raises_anything(),

        // Known in translated code only to say that they are not available.
        Set = live("set", 0, 1).takes(0, ANY),
        FrozenSet = live("frozenset", 0, 1).takes(0, ANY),
        Print = live("print", 0, ANY).takes(0, ANY),
        Map = live("map", 2, ANY).takes(0, ANY),
        Filter = live("filter", 2, 2).takes(0, ANY),
        Input = live("input", 0, 1).takes(0, ANY),
        RawInput = live("raw_input", 0, 1).takes(0, ANY),
        Super = live("super", 0, 2).takes(0, ANY),
        StaticMethod = live("staticmethod", 1, 1).takes(0, ANY),
        ClassMethod = live("classmethod", 1, 1).takes(0, ANY),
        Property = live("property", 0, 4).takes(0, ANY),
        BaseString = live("basestring", 0, 0).takes(0, ANY),
        NoneType = live("NoneType", 0, 0).takes(0, ANY),

        Ascii = live("ascii", 1, 1),
        Apply = live("apply", 1, 3),
        Bin = live("bin", 1, 1),
        Coerce = live("coerce", 2, 2),
        Compile = live("compile", 3, 5),
        DelAttr = live("delattr", 2, 2),
        Dir = live("dir", 0, 1),
        Eval = live("eval", 1, 3),
        Exec = live("exec", 1, 3),
        ExecFile = live("execfile", 1, 3),
        Format = live("format", 1, 2),
        Globals = live("globals", 0, 0),
        Locals = live("locals", 0, 0),
        Vars = live("vars", 0, 1),
        Intern = live("intern", 1, 1),
        Reduce = live("reduce", 2, 3),
        Reload = live("reload", 1, 1),
        Import = live("__import__", 1, 5),
        BuildClass = live("__build_class__", 2, ANY),
    }
}

impl Function {
    /// The function of this qualified name, if translated code has or may be expected to have it.
    pub fn translated(name: &str) -> Option<Function> {
        let f = match name {
            "weakref.ReferenceType" => Function::WeakRef,
            "OrderedDict" => Function::OrderedDict,
            _ => Function::named(name)?,
        };
        f.row().translated.map(|_| f)
    }
}
