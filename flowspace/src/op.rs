//! The operations of flow-level (HL) graphs, declared once: name, arity, facts.
//!
//! The set is RPython's. An operation acts on Python values of any type; the annotator finds out which, the rtyper
//! replaces it. Facts of an operation:
//!
//! * `fold`: on constant arguments it is evaluated by the flow space (the result depends on the arguments only);
//! * `drop`: it may be removed when its result is unused, it is not the raising operation of its block, and its
//!   arguments are of types for which it raises nothing and calls nothing (see [`HlOp::has_effect`]);
//! * `raises`: the exceptions that fork the graph in a guarded region (unguarded ones propagate
//!   implicitly). The list is in the order in which the exits are tried. It is what *some* types of arguments need: the
//!   annotator prunes the exits.
//!
//! ```text
//! v3 = add(v1, v2)                 fold drop
//! v4 = getitem(v1, v2)             fold drop   raises IndexError, KeyError, Exception
//! v5 = call_args[1;key](v0, v1, v2)            raises Exception
//! ```
use std::fmt;
use std::rc::Rc;

use ir::model::OpInfo;
use ir::name::Name;
use python::code::BinOp;
use python::live::Value;
use python::vocabulary::functions::Function;

/// How the arguments of a `call_args` are to be read: after the callable come `positional` arguments, then one for each
/// keyword, then the `*` sequence if `star`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CallShape {
    /// Number of positional arguments.
    pub positional: u32,
    /// Names of the keyword arguments, sorted.
    pub keywords: Vec<Name>,
    /// Whether the last argument is the sequence of `*args`.
    pub star: bool,
}

impl fmt::Display for CallShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.positional)?;
        for k in &self.keywords {
            write!(f, ";{k}")?;
        }
        if self.star {
            f.write_str(";*")?;
        }
        Ok(())
    }
}

impl std::str::FromStr for CallShape {
    type Err = String;
    fn from_str(text: &str) -> Result<CallShape, String> {
        let mut parts = text.split(';');
        let first = parts.next().unwrap_or_default();
        let positional = first
            .parse()
            .map_err(|_| format!("`{first}` is not a number of arguments"))?;
        let mut shape = CallShape {
            positional,
            keywords: Vec::new(),
            star: false,
        };
        for p in parts {
            if p == "*" {
                shape.star = true;
            } else {
                shape.keywords.push(Name::new(p));
            }
        }
        Ok(shape)
    }
}

const NONE: &[&str] = &[];
const ANY: &[&str] = &["Exception"];
const TYPE: &[&str] = &["TypeError"];
const ITEM: &[&str] = &["IndexError", "KeyError", "Exception"];
const ZERO: &[&str] = &["ZeroDivisionError", "Exception"];
const VALUE: &[&str] = &["ValueError", "Exception"];
const ZERO_FLOAT: &[&str] = &["ZeroDivisionError", "OverflowError", "Exception"];
const POW: &[&str] = &[
    "ZeroDivisionError",
    "ValueError",
    "OverflowError",
    "Exception",
];
// Operations of `ovfcheck`: on machine integers only.
const OVF: &[&str] = &["OverflowError"];
const ZERO_OVF: &[&str] = &["ZeroDivisionError", "OverflowError"];
const VALUE_OVF: &[&str] = &["ValueError", "OverflowError"];
const NEXT: &[&str] = &["StopIteration", "Exception"];

macro_rules! hl_ops {
    ($($(#[$doc:meta])* $variant:ident $name:literal $arity:tt $fold:tt $drop:tt $raises:ident;)*) => {
        /// An operation of a flow-level graph. See the module header for the facts.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub enum HlOp {
            $($(#[$doc])* $variant,)*
            /// `f(a, b, k=v, *s)`: callable, then the arguments as the shape says.
            CallArgs(Rc<CallShape>),
        }
        impl HlOp {
            /// All operations without immediates.
            pub const ALL: &[HlOp] = &[$(HlOp::$variant),*];
            /// The name, without immediates.
            pub fn name(&self) -> &'static str {
                match self {
                    $(HlOp::$variant => $name,)*
                    HlOp::CallArgs(_) => "call_args",
                }
            }
            /// Number of arguments, `None` if it varies.
            pub fn arg_count(&self) -> Option<usize> {
                match self {
                    $(HlOp::$variant => hl_ops!(@arity $arity),)*
                    HlOp::CallArgs(shape) => {
                        Some(1 + shape.positional as usize + shape.keywords.len() + usize::from(shape.star))
                    }
                }
            }
            /// Whether the flow space evaluates it on constants.
            pub fn folds(&self) -> bool {
                match self {
                    $(HlOp::$variant => hl_ops!(@yes $fold),)*
                    HlOp::CallArgs(_) => false,
                }
            }
            /// Whether it may be removed when its result is unused, for some types of its arguments.
            pub fn droppable(&self) -> bool {
                match self {
                    $(HlOp::$variant => hl_ops!(@yes $drop),)*
                    HlOp::CallArgs(_) => false,
                }
            }
            /// The names of the (built-in) exceptions that fork the graph in a guarded region.
            pub fn exceptions(&self) -> &'static [&'static str] {
                match self {
                    $(HlOp::$variant => $raises,)*
                    HlOp::CallArgs(_) => ANY,
                }
            }
        }
    };
    (@arity n) => { None };
    (@arity $n:literal) => { Some($n) };
    (@yes _) => { false };
    (@yes $yes:ident) => { true };
}

hl_ops! {
    /// `+x`
    Pos "pos" 1 fold drop ANY;
    /// `-x`
    Neg "neg" 1 fold drop ANY;
    /// `ovfcheck(-x)`
    NegOvf "neg_ovf" 1 _ _ OVF;
    /// `~x`
    Invert "invert" 1 fold drop ANY;
    /// `abs(x)`
    Abs "abs" 1 fold drop ANY;
    /// `ovfcheck(abs(x))`
    AbsOvf "abs_ovf" 1 _ _ OVF;
    /// The truth of `x`, a bool.
    Bool "bool" 1 fold drop ANY;
    /// `len(x)`
    Len "len" 1 fold drop ANY;
    /// `hash(x)`
    Hash "hash" 1 _ drop ANY;
    /// `id(x)`
    Id "id" 1 _ drop NONE;
    /// `type(x)`
    Type "type" 1 fold drop NONE;
    /// `repr(x)`
    Repr "repr" 1 fold drop ANY;
    /// `str(x)`
    Str "str" 1 fold drop ANY;
    /// `format(x, spec)`, and a field of an f-string: the specification is empty if there is none.
    Format "format" 2 fold drop ANY;
    /// `hex(x)`
    Hex "hex" 1 fold drop ANY;
    /// `oct(x)`
    Oct "oct" 1 fold drop ANY;
    /// `ord(x)`
    Ord "ord" 1 fold _ ANY;
    /// `iter(x)`
    Iter "iter" 1 _ drop ANY;
    /// The next item of an iterator, or `StopIteration`.
    Next "next" 1 _ _ NEXT;
    /// `yield x` (only in the graph of a generator before it is transformed).
    Yield "yield_" 1 _ _ NONE;

    /// `a + b`
    Add "add" 2 fold drop ANY;
    /// `ovfcheck(a + b)`
    AddOvf "add_ovf" 2 _ _ OVF;
    /// `a - b`
    Sub "sub" 2 fold drop ANY;
    /// `ovfcheck(a - b)`
    SubOvf "sub_ovf" 2 _ _ OVF;
    /// `a * b`
    Mul "mul" 2 fold drop ANY;
    /// `ovfcheck(a * b)`
    MulOvf "mul_ovf" 2 _ _ OVF;
    /// Python 2's `a / b`
    Div "div" 2 fold _ ZERO;
    /// `ovfcheck(a / b)`
    DivOvf "div_ovf" 2 _ _ ZERO_OVF;
    /// `a // b`
    FloorDiv "floordiv" 2 fold _ ZERO;
    /// `ovfcheck(a // b)`
    FloorDivOvf "floordiv_ovf" 2 _ _ ZERO_OVF;
    /// True division.
    TrueDiv "truediv" 2 fold _ ZERO_FLOAT;
    /// `a % b`, also string formatting.
    Mod "mod" 2 fold _ ZERO;
    /// `ovfcheck(a % b)`
    ModOvf "mod_ovf" 2 _ _ ZERO_OVF;
    /// `divmod(a, b)`
    DivMod "divmod" 2 fold _ ZERO_FLOAT;
    /// `a ** b`, `pow(a, b, c)`; two or three arguments.
    Pow "pow" n fold _ POW;
    /// `a << b`
    LShift "lshift" 2 fold drop VALUE;
    /// `ovfcheck(a << b)`
    LShiftOvf "lshift_ovf" 2 _ _ VALUE_OVF;
    /// `a >> b`
    RShift "rshift" 2 fold drop VALUE;
    /// `a & b`
    And "and_" 2 fold drop ANY;
    /// `a | b`
    Or "or_" 2 fold drop ANY;
    /// `a ^ b`
    Xor "xor" 2 fold drop ANY;
    /// `a += b`
    InplaceAdd "inplace_add" 2 _ _ ANY;
    /// `a -= b`
    InplaceSub "inplace_sub" 2 _ _ ANY;
    /// `a *= b`
    InplaceMul "inplace_mul" 2 _ _ ANY;
    /// Python 2's `a /= b`
    InplaceDiv "inplace_div" 2 _ _ ZERO;
    /// `a //= b`
    InplaceFloorDiv "inplace_floordiv" 2 _ _ ZERO;
    /// `a /= b`, true division
    InplaceTrueDiv "inplace_truediv" 2 _ _ ZERO_FLOAT;
    /// `a %= b`
    InplaceMod "inplace_mod" 2 _ _ ZERO;
    /// `a **= b`
    InplacePow "inplace_pow" 2 _ _ POW;
    /// `a <<= b`
    InplaceLShift "inplace_lshift" 2 _ _ VALUE;
    /// `a >>= b`
    InplaceRShift "inplace_rshift" 2 _ _ VALUE;
    /// `a &= b`
    InplaceAnd "inplace_and" 2 _ _ ANY;
    /// `a |= b`
    InplaceOr "inplace_or" 2 _ _ ANY;
    /// `a ^= b`
    InplaceXor "inplace_xor" 2 _ _ ANY;

    /// `a < b`
    Lt "lt" 2 fold drop ANY;
    /// `a <= b`
    Le "le" 2 fold drop ANY;
    /// `a == b`
    Eq "eq" 2 fold drop ANY;
    /// `a != b`
    Ne "ne" 2 fold drop ANY;
    /// `a > b`
    Gt "gt" 2 fold drop ANY;
    /// `a >= b`
    Ge "ge" 2 fold drop ANY;
    /// `a is b`
    Is "is_" 2 fold drop NONE;
    /// `cmp(a, b)`
    Cmp "cmp" 2 fold drop ANY;
    /// `coerce(a, b)`
    Coerce "coerce" 2 fold drop ANY;
    /// `isinstance(x, class)`
    IsInstance "isinstance" 2 fold drop TYPE;
    /// `issubclass(c, class)`
    IsSubtype "issubtype" 2 fold drop TYPE;
    /// `b in a`: the container comes first.
    Contains "contains" 2 fold drop ANY;
    /// `a[i]`
    GetItem "getitem" 2 fold _ ITEM;
    /// `a[i] = v`: arguments `a, i, v`.
    SetItem "setitem" 3 _ _ ITEM;
    /// `del a[i]`
    DelItem "delitem" 2 _ _ ITEM;
    /// `a[start:stop]`; a missing bound is `None`.
    GetSlice "getslice" 3 fold drop ANY;
    /// `a[start:stop] = v`: arguments `a, start, stop, v`.
    SetSlice "setslice" 4 _ _ ANY;
    /// `del a[start:stop]`
    DelSlice "delslice" 3 _ _ ANY;
    /// `x.name`: the name is a string argument.
    GetAttr "getattr" 2 fold _ ANY;
    /// `x.name = v`: arguments `x, name, v`.
    SetAttr "setattr" 3 _ _ ANY;
    /// `del x.name`
    DelAttr "delattr" 2 _ _ ANY;

    /// `[a, b]`
    NewList "newlist" n _ drop ANY;
    /// `{}`; arguments come in pairs.
    NewDict "newdict" n _ drop ANY;
    /// `(a, b)`
    NewTuple "newtuple" n fold drop ANY;
    /// `start:stop:step`
    NewSlice "newslice" 3 _ drop NONE;
    /// `f(a, b)`: the callable, then positional arguments.
    SimpleCall "simple_call" n _ _ ANY;
    /// `hint_maxlength(list, iterable)`: the list, to be filled with at most as many items as the iterable has.
    HintMaxLength "hint_maxlength" 2 _ _ NONE;
    /// `hint_fence(list)`: the list of a comprehension when it is complete; it may become of fixed size.
    HintFence "hint_fence" 1 _ _ NONE;
    /// `hint_fence_exact(list)`: the same, and the list has the length announced by `hint_maxlength`.
    HintFenceExact "hint_fence_exact" 1 _ _ NONE;
}

impl HlOp {
    /// Which arguments must not be `None` (attribute access and calls are not among these operations).
    pub fn operands_not_none(&self) -> std::ops::Range<usize> {
        let op = self.without_inplace();
        let n = match op.as_ref().unwrap_or(self) {
            HlOp::Pos
            | HlOp::Neg
            | HlOp::Invert
            | HlOp::Abs
            | HlOp::Len
            | HlOp::Ord
            | HlOp::Iter
            | HlOp::Next
            | HlOp::Contains
            | HlOp::GetItem
            | HlOp::SetItem
            | HlOp::DelItem
            | HlOp::GetSlice
            | HlOp::SetSlice
            | HlOp::DelSlice
            // The right operand of `%` may be an argument of a format.
            | HlOp::Mod => 1,
            HlOp::Add
            | HlOp::Sub
            | HlOp::Mul
            | HlOp::And
            | HlOp::Or
            | HlOp::Xor
            | HlOp::Lt
            | HlOp::Le
            | HlOp::Gt
            | HlOp::Ge
            | HlOp::IsSubtype => 2,
            HlOp::IsInstance => return 1..2,
            _ => 0,
        };
        0..n
    }
    /// Whether it may do something besides giving its result, for some types of its arguments: `c + 1` calls a method
    /// where `c` is an instance. Such an operation stays in the graph until types are known
    /// (`annotator::engine::unused`).
    pub fn has_effect(&self, args: &[super::value::FlowValue]) -> bool {
        match self {
            HlOp::Is
            | HlOp::Id
            | HlOp::Type
            | HlOp::NewList
            | HlOp::NewDict
            | HlOp::NewTuple
            | HlOp::NewSlice => false,
            // What may be None instead of a class raises.
            HlOp::IsInstance => args[1].var().is_some(),
            HlOp::Bool => !matches!(args[0].as_const(), Some(c) if matches!(c.0, Value::Bool(_))),
            _ => true,
        }
    }
    /// Whether the result is a boolean, whatever the arguments are.
    pub fn gives_bool(&self) -> bool {
        matches!(
            self,
            HlOp::Is
                | HlOp::IsInstance
                | HlOp::IsSubtype
                | HlOp::Contains
                | HlOp::Bool
                | HlOp::Lt
                | HlOp::Le
                | HlOp::Eq
                | HlOp::Ne
                | HlOp::Gt
                | HlOp::Ge
        )
    }
    /// The operation that a call of a built-in function with the right number of arguments is.
    pub fn of_function(f: Function) -> Option<HlOp> {
        Some(match f {
            Function::Len => HlOp::Len,
            Function::Hash => HlOp::Hash,
            Function::Id => HlOp::Id,
            Function::Repr => HlOp::Repr,
            Function::Format => HlOp::Format,
            Function::Hex => HlOp::Hex,
            Function::Oct => HlOp::Oct,
            Function::Ord => HlOp::Ord,
            Function::Abs => HlOp::Abs,
            Function::Bool => HlOp::Bool,
            Function::Str => HlOp::Str,
            Function::Type => HlOp::Type,
            Function::Divmod => HlOp::DivMod,
            Function::Cmp => HlOp::Cmp,
            Function::Coerce => HlOp::Coerce,
            Function::IsInstance => HlOp::IsInstance,
            Function::IsSubclass => HlOp::IsSubtype,
            Function::SetAttr => HlOp::SetAttr,
            Function::DelAttr => HlOp::DelAttr,
            Function::Pow => HlOp::Pow,
            Function::Iter => HlOp::Iter,
            Function::Next => HlOp::Next,
            _ => return None,
        })
    }
    /// The operation of a binary operator.
    pub fn binary(op: BinOp) -> Option<HlOp> {
        Some(match op {
            BinOp::Add => HlOp::Add,
            BinOp::Sub => HlOp::Sub,
            BinOp::Mul => HlOp::Mul,
            BinOp::MatMul => return None,
            BinOp::Div => HlOp::Div,
            BinOp::TrueDiv => HlOp::TrueDiv,
            BinOp::FloorDiv => HlOp::FloorDiv,
            BinOp::Mod => HlOp::Mod,
            BinOp::Pow => HlOp::Pow,
            BinOp::LShift => HlOp::LShift,
            BinOp::RShift => HlOp::RShift,
            BinOp::And => HlOp::And,
            BinOp::Or => HlOp::Or,
            BinOp::Xor => HlOp::Xor,
        })
    }
    /// The operation of an in-place operator.
    pub fn inplace(op: BinOp) -> Option<HlOp> {
        Some(match op {
            BinOp::Add => HlOp::InplaceAdd,
            BinOp::Sub => HlOp::InplaceSub,
            BinOp::Mul => HlOp::InplaceMul,
            BinOp::MatMul => return None,
            BinOp::Div => HlOp::InplaceDiv,
            BinOp::TrueDiv => HlOp::InplaceTrueDiv,
            BinOp::FloorDiv => HlOp::InplaceFloorDiv,
            BinOp::Mod => HlOp::InplaceMod,
            BinOp::Pow => HlOp::InplacePow,
            BinOp::LShift => HlOp::InplaceLShift,
            BinOp::RShift => HlOp::InplaceRShift,
            BinOp::And => HlOp::InplaceAnd,
            BinOp::Or => HlOp::InplaceOr,
            BinOp::Xor => HlOp::InplaceXor,
        })
    }
    /// The binary operation of an in-place operation: `inplace_add` -> `add`.
    pub fn without_inplace(&self) -> Option<HlOp> {
        Some(match self {
            HlOp::InplaceAdd => HlOp::Add,
            HlOp::InplaceSub => HlOp::Sub,
            HlOp::InplaceMul => HlOp::Mul,
            HlOp::InplaceDiv => HlOp::Div,
            HlOp::InplaceTrueDiv => HlOp::TrueDiv,
            HlOp::InplaceFloorDiv => HlOp::FloorDiv,
            HlOp::InplaceMod => HlOp::Mod,
            HlOp::InplacePow => HlOp::Pow,
            HlOp::InplaceLShift => HlOp::LShift,
            HlOp::InplaceRShift => HlOp::RShift,
            HlOp::InplaceAnd => HlOp::And,
            HlOp::InplaceOr => HlOp::Or,
            HlOp::InplaceXor => HlOp::Xor,
            _ => return None,
        })
    }
    /// The overflow-checking variant, for `ovfcheck`.
    pub fn ovf_variant(&self) -> Option<HlOp> {
        Some(match self {
            HlOp::Neg => HlOp::NegOvf,
            HlOp::Abs => HlOp::AbsOvf,
            HlOp::Add => HlOp::AddOvf,
            HlOp::Sub => HlOp::SubOvf,
            HlOp::Mul => HlOp::MulOvf,
            HlOp::Div => HlOp::DivOvf,
            HlOp::FloorDiv => HlOp::FloorDivOvf,
            HlOp::Mod => HlOp::ModOvf,
            HlOp::LShift => HlOp::LShiftOvf,
            _ => return None,
        })
    }
    /// The plain operation of an overflow-checking variant.
    pub fn without_ovf(&self) -> Option<HlOp> {
        Some(match self {
            HlOp::NegOvf => HlOp::Neg,
            HlOp::AbsOvf => HlOp::Abs,
            HlOp::AddOvf => HlOp::Add,
            HlOp::SubOvf => HlOp::Sub,
            HlOp::MulOvf => HlOp::Mul,
            HlOp::DivOvf => HlOp::Div,
            HlOp::FloorDivOvf => HlOp::FloorDiv,
            HlOp::ModOvf => HlOp::Mod,
            HlOp::LShiftOvf => HlOp::LShift,
            _ => return None,
        })
    }
}

impl fmt::Display for HlOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            HlOp::CallArgs(shape) => write!(f, "[{shape}]"),
            _ => Ok(()),
        }
    }
}

impl std::str::FromStr for HlOp {
    type Err = String;
    fn from_str(text: &str) -> Result<HlOp, String> {
        if let Some(rest) = text.strip_prefix("call_args[") {
            let shape = rest.strip_suffix(']').ok_or("`]` is missing")?;
            return Ok(HlOp::CallArgs(Rc::new(shape.parse()?)));
        }
        HlOp::ALL
            .iter()
            .find(|op| op.name() == text)
            .cloned()
            .ok_or_else(|| format!("unknown operation `{text}`"))
    }
}

impl OpInfo for HlOp {
    fn arity(&self) -> Option<usize> {
        self.arg_count()
    }
    fn is_pure(&self) -> bool {
        // At this level most operations may read the heap or allocate, depending on the types.
        matches!(
            self,
            HlOp::Is | HlOp::Type | HlOp::IsInstance | HlOp::IsSubtype | HlOp::Ord | HlOp::NewTuple
        )
    }
    fn can_raise(&self) -> bool {
        // Any operation may: a `getattr` may call a property, an `add` a method.
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for op in HlOp::ALL {
            assert_eq!(op.to_string().parse::<HlOp>().as_ref(), Ok(op));
        }
        let call = "call_args[1;key;other;*]";
        assert_eq!(call.parse::<HlOp>().unwrap().to_string(), call);
        assert_eq!(call.parse::<HlOp>().unwrap().arity(), Some(5));
        assert!("call_args[x]".parse::<HlOp>().is_err());
        assert!("spam".parse::<HlOp>().is_err());
    }
    #[test]
    fn names_are_unique() {
        let mut names: Vec<&str> = HlOp::ALL.iter().map(HlOp::name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), HlOp::ALL.len());
    }
    #[test]
    fn overflow_variants_are_paired() {
        for op in HlOp::ALL {
            if let Some(ovf) = op.ovf_variant() {
                assert_eq!(ovf.without_ovf().as_ref(), Some(op));
                assert!(ovf.exceptions().contains(&"OverflowError"));
            }
        }
    }
}
