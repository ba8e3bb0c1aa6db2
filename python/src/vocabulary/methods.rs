//! Methods of built-in types.
//!
//! The tables hold the methods that programs call by their names and that translated code has or may be expected to
//! have; special methods (`__len__`) stand for operations. Of sets, tuples and the like translated code has none.
use super::{ANY, Arity};

/// A kind of value that has methods in translated code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Receiver {
    /// Byte strings, and single characters of them.
    Str,
    /// Unicode strings, and single characters of them.
    Unicode,
    ByteArray,
    List,
    Dict,
    /// `StringBuilder` and `UnicodeBuilder` of `rpython.rlib.rstring`.
    Builder,
    Iterator,
}

/// What is known of a method, whoever asks.
#[derive(Debug)]
pub struct MethodRow {
    pub name: &'static str,
    /// The arguments that Python takes.
    pub arity: Arity,
    /// Those that translated code may give.
    pub translated: Arity,
    /// Of which values translated code has the method; of no other do the rest of these facts speak.
    pub receivers: &'static [Receiver],
    /// What it raises beside TypeError and MemoryError.
    pub raises: &'static [&'static str],
    /// Whether each argument must not be None: it is read through, or compared with nothing that may be None.
    pub refuses_none: bool,
}

impl MethodRow {
    const fn new(name: &'static str, least: usize, most: usize) -> MethodRow {
        let arity = Arity::new(least, most);
        MethodRow {
            name,
            arity,
            translated: arity,
            receivers: &[],
            raises: &[],
            refuses_none: false,
        }
    }
    const fn of(mut self, receivers: &'static [Receiver]) -> MethodRow {
        self.receivers = receivers;
        self
    }
    const fn translated(mut self, least: usize, most: usize) -> MethodRow {
        self.translated = Arity::new(least, most);
        self
    }
    const fn raises(mut self, raises: &'static [&'static str]) -> MethodRow {
        self.raises = raises;
        self
    }
    const fn refuses_none(mut self) -> MethodRow {
        self.refuses_none = true;
        self
    }
    /// Whether values of this kind have the method in translated code.
    pub fn is_of(&self, receiver: Receiver) -> bool {
        self.receivers.contains(&receiver)
    }
}

/// One that only the live space has.
const fn live(name: &'static str, least: usize, most: usize) -> MethodRow {
    MethodRow::new(name, least, most)
}
/// One of strings of both kinds.
const fn text(name: &'static str, least: usize, most: usize) -> MethodRow {
    MethodRow::new(name, least, most).of(&[Receiver::Str, Receiver::Unicode])
}
/// One of byte strings.
const fn bytes(name: &'static str, least: usize, most: usize) -> MethodRow {
    MethodRow::new(name, least, most).of(&[Receiver::Str])
}
const fn list(name: &'static str, least: usize, most: usize) -> MethodRow {
    MethodRow::new(name, least, most).of(&[Receiver::List])
}
const fn bytearray(name: &'static str, least: usize, most: usize) -> MethodRow {
    MethodRow::new(name, least, most).of(&[Receiver::ByteArray])
}
const fn dict(name: &'static str, least: usize, most: usize) -> MethodRow {
    MethodRow::new(name, least, most).of(&[Receiver::Dict])
}
const fn builder(name: &'static str, least: usize, most: usize) -> MethodRow {
    let row = MethodRow::new(name, least, most).refuses_none();
    row.of(&[Receiver::Builder])
}
const fn iterator(name: &'static str) -> MethodRow {
    let row = MethodRow::new(name, 0, 0).raises(&["StopIteration"]);
    row.of(&[Receiver::Iterator])
}

const VALUE_ERROR: &[&str] = &["ValueError"];

super::table! {
    /// Methods of `str`, `unicode` and `bytearray` alike.
    TextMethod of MethodRow {
        Find = text("find", 1, 3).refuses_none(),
        Rfind = text("rfind", 1, 3).refuses_none(),
        Index = text("index", 1, 3).refuses_none().raises(VALUE_ERROR),
        Rindex = text("rindex", 1, 3).refuses_none().raises(VALUE_ERROR),
        Count = text("count", 1, 3).refuses_none(),
        StartsWith = text("startswith", 1, 3).refuses_none(),
        EndsWith = text("endswith", 1, 3).refuses_none(),
        Replace = text("replace", 2, 3).refuses_none(),
        Split = text("split", 0, 2).raises(VALUE_ERROR),
        Rsplit = text("rsplit", 0, 2).raises(VALUE_ERROR),
        Splitlines = text("splitlines", 0, 1).refuses_none(),
        Partition = live("partition", 1, 1),
        Rpartition = live("rpartition", 1, 1),
        Join = text("join", 1, 1).refuses_none(),
        Strip = text("strip", 0, 1),
        Lstrip = text("lstrip", 0, 1),
        Rstrip = text("rstrip", 0, 1),
        RemovePrefix = live("removeprefix", 1, 1),
        RemoveSuffix = live("removesuffix", 1, 1),
        Upper = text("upper", 0, 0),
        Lower = text("lower", 0, 0),
        Casefold = live("casefold", 0, 0),
        Swapcase = live("swapcase", 0, 0),
        Capitalize = live("capitalize", 0, 0),
        Title = live("title", 0, 0),
        IsTitle = live("istitle", 0, 0),
        IsAlpha = text("isalpha", 0, 0),
        IsDigit = text("isdigit", 0, 0),
        IsDecimal = live("isdecimal", 0, 0),
        IsNumeric = live("isnumeric", 0, 0),
        IsAlnum = text("isalnum", 0, 0),
        IsSpace = text("isspace", 0, 0),
        IsPrintable = live("isprintable", 0, 0),
        IsIdentifier = live("isidentifier", 0, 0),
        IsAscii = live("isascii", 0, 0),
        IsUpper = bytes("isupper", 0, 0),
        IsLower = bytes("islower", 0, 0),
        Ljust = bytes("ljust", 1, 2).refuses_none(),
        Rjust = bytes("rjust", 1, 2).refuses_none(),
        Center = bytes("center", 1, 2).refuses_none(),
        Zfill = bytes("zfill", 1, 1).refuses_none(),
        ExpandTabs = live("expandtabs", 0, 1),
        Translate = live("translate", 1, 2),
        Hex = live("hex", 0, 0),
        Decode = DECODE,
        Encode = ENCODE,
        // Known in translated code only to say what to write instead.
        Format = bytes("format", 0, ANY),
        FormatMap = live("format_map", 1, 1),
    }
}

const DECODE: MethodRow = MethodRow::new("decode", 0, 2)
    .of(&[Receiver::Str, Receiver::ByteArray])
    .raises(&["UnicodeDecodeError"]);
const ENCODE: MethodRow = MethodRow::new("encode", 0, 2)
    .of(&[Receiver::Unicode])
    .raises(&["UnicodeEncodeError"]);

super::table! {
    /// Methods of `list`.
    ListMethod of MethodRow {
        Append = list("append", 1, 1),
        Extend = list("extend", 1, 1).refuses_none(),
        Insert = list("insert", 2, 2),
        Pop = list("pop", 0, 1).raises(&["IndexError"]),
        Remove = list("remove", 1, 1).raises(VALUE_ERROR),
        Index = list("index", 1, 3).translated(1, 1).raises(VALUE_ERROR),
        Count = list("count", 1, 1),
        Reverse = list("reverse", 0, 0),
        // Known in translated code only to say what to write instead.
        Sort = list("sort", 0, 3),
        Clear = live("clear", 0, 0),
        Copy = live("copy", 0, 0),
    }
}

super::table! {
    /// Methods of `bytearray` beside those of texts.
    ByteArrayMethod of MethodRow {
        Append = bytearray("append", 1, 1).raises(VALUE_ERROR),
        Extend = bytearray("extend", 1, 1).raises(VALUE_ERROR).refuses_none(),
        Insert = bytearray("insert", 2, 2).raises(VALUE_ERROR),
        Pop = bytearray("pop", 0, 1).raises(&["IndexError"]),
    }
}

super::table! {
    /// Methods of `dict`.
    DictMethod of MethodRow {
        Get = dict("get", 1, 2),
        SetDefault = dict("setdefault", 1, 2).translated(2, 2),
        Update = dict("update", 0, 1).translated(1, 1).refuses_none(),
        Keys = dict("keys", 0, 0),
        Values = dict("values", 0, 0),
        Items = dict("items", 0, 0),
        IterKeys = dict("iterkeys", 0, 0),
        IterValues = dict("itervalues", 0, 0),
        IterItems = dict("iteritems", 0, 0),
        ViewKeys = live("viewkeys", 0, 0),
        ViewValues = live("viewvalues", 0, 0),
        ViewItems = live("viewitems", 0, 0),
        HasKey = dict("has_key", 1, 1),
        Pop = dict("pop", 1, 2).raises(KEY_ERROR),
        PopItem = dict("popitem", 0, 0).raises(KEY_ERROR),
        Clear = dict("clear", 0, 0),
        Copy = dict("copy", 0, 0),
        // Of ordered dictionaries.
        MoveToEnd = dict("move_to_end", 1, 2).raises(KEY_ERROR),
    }
}

const KEY_ERROR: &[&str] = &["KeyError"];

super::table! {
    /// Methods of string builders, which run untranslated as Python text.
    BuilderMethod of MethodRow {
        Append = builder("append", 1, 1),
        AppendSlice = builder("append_slice", 3, 3),
        AppendMultipleChar = builder("append_multiple_char", 2, 2),
        AppendCharpsize = builder("append_charpsize", 2, 2),
        AppendUtf8 = builder("append_utf8", 1, 1),
        GetLength = builder("getlength", 0, 0),
        Build = builder("build", 0, 0),
    }
}

super::table! {
    /// Methods of iterators.
    IteratorMethod of MethodRow {
        Next = iterator("next"),
        DunderNext = iterator("__next__"),
    }
}

/// A method of some built-in type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    Text(TextMethod),
    List(ListMethod),
    ByteArray(ByteArrayMethod),
    Dict(DictMethod),
    Builder(BuilderMethod),
    Iterator(IteratorMethod),
}

impl Method {
    /// The method of this name that values of a kind have in translated code.
    pub fn of(receiver: Receiver, name: &str) -> Option<Method> {
        let text = || TextMethod::named(name).map(Method::Text);
        let found = match receiver {
            Receiver::Str | Receiver::Unicode => text(),
            Receiver::ByteArray => ByteArrayMethod::named(name)
                .map(Method::ByteArray)
                .or_else(text),
            Receiver::List => ListMethod::named(name).map(Method::List),
            Receiver::Dict => DictMethod::named(name).map(Method::Dict),
            Receiver::Builder => BuilderMethod::named(name).map(Method::Builder),
            Receiver::Iterator => IteratorMethod::named(name).map(Method::Iterator),
        };
        found.filter(|m| m.row().is_of(receiver))
    }
    /// All methods that values of a kind have in translated code.
    pub fn all_of(receiver: Receiver) -> impl Iterator<Item = &'static MethodRow> {
        let text = TextMethod::ALL.iter().map(|m| m.row());
        text.chain(ListMethod::ALL.iter().map(|m| m.row()))
            .chain(ByteArrayMethod::ALL.iter().map(|m| m.row()))
            .chain(DictMethod::ALL.iter().map(|m| m.row()))
            .chain(BuilderMethod::ALL.iter().map(|m| m.row()))
            .chain(IteratorMethod::ALL.iter().map(|m| m.row()))
            .filter(move |row| row.is_of(receiver))
    }
    /// What the tables say of it.
    pub fn row(self) -> &'static MethodRow {
        match self {
            Method::Text(m) => m.row(),
            Method::List(m) => m.row(),
            Method::ByteArray(m) => m.row(),
            Method::Dict(m) => m.row(),
            Method::Builder(m) => m.row(),
            Method::Iterator(m) => m.row(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What values have in translated code is what is found of them, and takes no more than Python gives.
    #[test]
    fn methods_of_receivers() {
        use Receiver::*;
        for r in [Str, Unicode, ByteArray, List, Dict, Builder, Iterator] {
            for row in Method::all_of(r) {
                assert_eq!(
                    Method::of(r, row.name).map(|m| m.row().name),
                    Some(row.name)
                );
                assert!(row.translated.most <= row.arity.most, "{}", row.name);
            }
        }
        assert_eq!(Method::of(Str, "encode"), None);
        assert_eq!(Method::of(ByteArray, "find"), None);
    }
}
