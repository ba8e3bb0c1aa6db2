//! The built-in types of a thread: one [`ClassObj`] per type and exception, made once, shared by all spaces of the
//! thread.
//!
//! Their methods are filled in by `live/methods`.
use std::rc::Rc;

use ir::name::Name;
use rustc_hash::FxHashMap;

use crate::live::Value;
use crate::live::objects::class::{ClassObj, ClassRef};
use crate::live::objects::dict::DictObj;
use crate::live::objects::kinds::ViewKind;
use crate::live::operations::iter;

/// Which built-in type a class is, or its instances extend.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum BuiltinType {
    Object,
    Type,
    ClassObj,
    InstanceType,
    NoneType,
    NotImplementedType,
    EllipsisType,
    Int,
    Long,
    Bool,
    Float,
    Complex,
    BaseString,
    Str,
    Unicode,
    ByteArray,
    Tuple,
    List,
    Dict,
    Set,
    FrozenSet,
    Slice,
    Range,
    DictKeys,
    DictValues,
    DictItems,
    Function,
    Builtin,
    Method,
    StaticMethod,
    ClassMethod,
    Property,
    Member,
    GetSet,
    Super,
    Module,
    Generator,
    Iterator,
    Cell,
    CodeObject,
    Exception,
    Native,
}

macro_rules! declare_types {
    ($object:ident; $($field:ident $name:literal $kind:ident : $base:ident;)*) => {
        /// The built-in types; each field is the class of that name.
        pub struct Types {
            pub $object: ClassRef,
            $(pub $field: ClassRef,)*
            exceptions: FxHashMap<&'static str, ClassRef>,
            natives: std::cell::RefCell<FxHashMap<String, ClassRef>>,
        }
        fn make_types() -> Types {
            let $object = make("object", BuiltinType::Object, vec![]);
            $(let $field = make($name, BuiltinType::$kind, vec![$base.clone()]);)*
            let mut exceptions = FxHashMap::default();
            let base = make("BaseException", BuiltinType::Exception, vec![$object.clone()]);
            exceptions.insert("BaseException", base);
            for (name, parent) in EXCEPTIONS {
                let parent: &ClassRef = &exceptions[parent];
                let class = make(name, BuiltinType::Exception, vec![parent.clone()]);
                exceptions.insert(name, class);
            }
            Types { $object, $($field,)* exceptions, natives: Default::default() }
        }
    };
}

declare_types! {
    object;
    type_ "type" Type: object;
    classobj "classobj" ClassObj: object;
    instance "instance" InstanceType: object;
    none_type "NoneType" NoneType: object;
    not_implemented "NotImplementedType" NotImplementedType: object;
    ellipsis "ellipsis" EllipsisType: object;
    int "int" Int: object;
    long "long" Long: int;
    bool_ "bool" Bool: int;
    float "float" Float: object;
    complex "complex" Complex: object;
    basestring "basestring" BaseString: object;
    str "str" Str: basestring;
    unicode "unicode" Unicode: basestring;
    bytearray "bytearray" ByteArray: object;
    tuple "tuple" Tuple: object;
    list "list" List: object;
    dict "dict" Dict: object;
    set "set" Set: object;
    frozenset "frozenset" FrozenSet: object;
    slice "slice" Slice: object;
    range "range" Range: object;
    xrange "xrange" Range: object;
    dict_keys "dict_keys" DictKeys: object;
    dict_values "dict_values" DictValues: object;
    dict_items "dict_items" DictItems: object;
    function "function" Function: object;
    builtin "builtin_function_or_method" Builtin: object;
    method "instancemethod" Method: object;
    staticmethod "staticmethod" StaticMethod: object;
    classmethod "classmethod" ClassMethod: object;
    property "property" Property: object;
    member "member_descriptor" Member: object;
    getset "getset_descriptor" GetSet: object;
    super_ "super" Super: object;
    module "module" Module: object;
    generator "generator" Generator: object;
    iterator "iterator" Iterator: object;
    enumerate "enumerate" Iterator: object;
    reversed "reversed" Iterator: object;
    map "map" Iterator: object;
    filter "filter" Iterator: object;
    zip "zip" Iterator: object;
    cell "cell" Cell: object;
    code "code" CodeObject: object;
}

/// Name and base of each built-in exception, bases first.
pub const EXCEPTIONS: &[(&str, &str)] = &[
    ("SystemExit", "BaseException"),
    ("KeyboardInterrupt", "BaseException"),
    ("GeneratorExit", "BaseException"),
    ("Exception", "BaseException"),
    ("StopIteration", "Exception"),
    ("StandardError", "Exception"),
    ("Warning", "Exception"),
    ("ArithmeticError", "StandardError"),
    ("FloatingPointError", "ArithmeticError"),
    ("OverflowError", "ArithmeticError"),
    ("ZeroDivisionError", "ArithmeticError"),
    ("AssertionError", "StandardError"),
    ("AttributeError", "StandardError"),
    ("BufferError", "StandardError"),
    ("EOFError", "StandardError"),
    ("EnvironmentError", "StandardError"),
    ("OSError", "EnvironmentError"),
    // In Python 2 a class beside OSError, in Python 3 the same: below it, handlers of both catch what `open` raises.
    ("IOError", "OSError"),
    ("FileNotFoundError", "OSError"),
    ("FileExistsError", "OSError"),
    ("PermissionError", "OSError"),
    ("IsADirectoryError", "OSError"),
    ("NotADirectoryError", "OSError"),
    ("BrokenPipeError", "OSError"),
    ("ImportError", "StandardError"),
    ("ModuleNotFoundError", "ImportError"),
    ("LookupError", "StandardError"),
    ("IndexError", "LookupError"),
    ("KeyError", "LookupError"),
    ("MemoryError", "StandardError"),
    ("NameError", "StandardError"),
    ("UnboundLocalError", "NameError"),
    ("ReferenceError", "StandardError"),
    ("RuntimeError", "StandardError"),
    ("NotImplementedError", "RuntimeError"),
    ("RecursionError", "RuntimeError"),
    ("SyntaxError", "StandardError"),
    ("IndentationError", "SyntaxError"),
    ("TabError", "IndentationError"),
    ("SystemError", "StandardError"),
    ("TypeError", "StandardError"),
    ("ValueError", "StandardError"),
    ("UnicodeError", "ValueError"),
    ("UnicodeDecodeError", "UnicodeError"),
    ("UnicodeEncodeError", "UnicodeError"),
    ("UnicodeTranslateError", "UnicodeError"),
    ("BytesWarning", "Warning"),
    ("DeprecationWarning", "Warning"),
    ("FutureWarning", "Warning"),
    ("ImportWarning", "Warning"),
    ("PendingDeprecationWarning", "Warning"),
    ("ResourceWarning", "Warning"),
    ("RuntimeWarning", "Warning"),
    ("SyntaxWarning", "Warning"),
    ("UnicodeWarning", "Warning"),
    ("UserWarning", "Warning"),
];

fn make(name: &str, kind: BuiltinType, bases: Vec<ClassRef>) -> ClassRef {
    ClassObj::new(
        Name::new(name),
        bases,
        Rc::new(DictObj::new()),
        false,
        Some(kind),
    )
    .expect("built-in types have a linearisation")
}

impl Types {
    /// A built-in exception class. Panics on a name that is not one.
    pub fn exc(&self, name: &str) -> &ClassRef {
        &self.exceptions[name]
    }
    /// A built-in exception class.
    pub fn exception(&self, name: &str) -> Option<&ClassRef> {
        self.exceptions.get(name)
    }
    /// The class of native objects of a type name, made on first use.
    pub fn native(&self, name: &str) -> ClassRef {
        self.natives
            .borrow_mut()
            .entry(name.to_string())
            .or_insert_with(|| make(name, BuiltinType::Native, vec![self.object.clone()]))
            .clone()
    }
}

thread_local! {
    static TYPES: &'static Types = {
        // Built-in types live as long as their thread; leaking gives cheap shared access.
        let t: &'static Types = Box::leak(Box::new(make_types()));
        t
    };
}

/// The built-in types of this thread. Their methods are filled in when the first `Space` of the thread is made.
pub fn types() -> &'static Types {
    TYPES.with(|t| *t)
}

/// `type(x)`; a classic instance gives its class.
pub fn class_of(v: &Value) -> ClassRef {
    let t = types();
    match v {
        Value::Instance(i) => return i.class(),
        Value::Class(c) => return c.metaclass(),
        Value::Native(n) => return n.class().unwrap_or_else(|| t.native(n.type_name())),
        _ => {}
    }
    match v {
        Value::None => &t.none_type,
        Value::NotImplemented => &t.not_implemented,
        Value::Ellipsis => &t.ellipsis,
        Value::Bool(_) => &t.bool_,
        Value::Int(_) => &t.int,
        Value::Long(_) => &t.long,
        Value::Float(_) => &t.float,
        Value::Complex(_) => &t.complex,
        Value::Str(_) => &t.str,
        Value::Unicode(_) => &t.unicode,
        Value::ByteArray(_) => &t.bytearray,
        Value::Tuple(_) => &t.tuple,
        Value::List(_) => &t.list,
        Value::Dict(_) => &t.dict,
        Value::Set(s) if s.frozen => &t.frozenset,
        Value::Set(_) => &t.set,
        Value::Slice(_) => &t.slice,
        Value::Range(r) if r.xrange => &t.xrange,
        Value::Range(_) => &t.range,
        Value::DictView(d) => match d.kind {
            ViewKind::Keys => &t.dict_keys,
            ViewKind::Values => &t.dict_values,
            ViewKind::Items => &t.dict_items,
        },
        Value::Function(_) => &t.function,
        Value::Builtin(_) => &t.builtin,
        Value::Method(_) => &t.method,
        Value::StaticMethod(_) => &t.staticmethod,
        Value::ClassMethod(_) => &t.classmethod,
        Value::Property(_) => &t.property,
        Value::Member(_) => &t.member,
        Value::GetSet(_) => &t.getset,
        Value::Super(_) => &t.super_,
        Value::Module(_) => &t.module,
        Value::Generator(_) => &t.generator,
        Value::Iter(i) => match i.type_name() {
            iter::TypeName::Enumerate => &t.enumerate,
            iter::TypeName::Reversed => &t.reversed,
            iter::TypeName::Map => &t.map,
            iter::TypeName::Filter => &t.filter,
            iter::TypeName::Zip => &t.zip,
            iter::TypeName::Other => &t.iterator,
        },
        Value::Cell(_) => &t.cell,
        Value::Code(_) => &t.code,
        Value::Instance(_) | Value::Class(_) | Value::Native(_) => &t.object,
    }
    .clone()
}
