//! Changes of expressions.
use std::ops::Range;

use super::tree::{ExprNode, Shape, Tree};
use super::{Change, Edit};
use crate::generate::Random;

/// The changes, with names.
pub(super) const CHANGES: &[(&str, Change)] = &[
    ("constant", constant),
    ("constant", constant),
    ("value", value),
    ("value", value),
    ("name", name),
    ("name", name),
    ("copy", copy),
    ("copy", copy),
    ("exchange", exchange),
    ("operands", operands),
    ("operator", operator),
    ("operator", operator),
    ("argument-drop", drop_item),
    ("argument-add", add_argument),
    ("argument-swap", swap_arguments),
    ("attribute", attribute),
    ("around", around),
    ("around", around),
    ("convert", convert),
    ("nest", nest),
    ("target", target),
    ("item", item),
];

/// Values at the edges of types, and of other types.
const VALUES: &[&str] = &[
    "None",
    "None",
    "0",
    "1",
    "-1",
    "2",
    "255",
    "256",
    "0x7fffffffffffffff",
    "-0x8000000000000000",
    "0x8000000000000000",
    "0xffffffffffffffff",
    "10 ** 30",
    "-(10 ** 30)",
    "1 << 63",
    "1 << 64",
    "1 << 200",
    "0.0",
    "-0.0",
    "1.5",
    "1e308",
    "1e400",
    "float('nan')",
    "float('inf')",
    "True",
    "False",
    "''",
    "'a'",
    "'\\x00'",
    "'\\xff'",
    "'abc' * 3",
    "u''",
    "u'\\u1234'",
    "u'\\U0001f600'",
    "b'x'",
    "[]",
    "[None]",
    "[1, 2]",
    "[[]]",
    "['a']",
    "[0] * 3",
    "()",
    "(1,)",
    "(1, 'a')",
    "{}",
    "{1: 2}",
    "{'a': None}",
    "set()",
    "object()",
    "object",
    "int",
    "str",
    "len",
    "lambda: 1",
    "lambda x: x",
    "ValueError",
    "ValueError('x')",
    "KeyError",
    "range(3)",
    "range(-1)",
    "iter([1])",
    "sys",
    "...",
    "1j",
    "NotImplemented",
    "Exception()",
    "'%d' % 1",
    "'%s %d'",
    "chr(0)",
    "unichr(0)",
    "100000L",
];
const BINARY: &[&str] = &[
    "+",
    "-",
    "*",
    "/",
    "//",
    "%",
    "**",
    "<<",
    ">>",
    "&",
    "|",
    "^",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "is",
    "is not",
    "in",
    "not in",
    "and",
    "or",
    ",",
    "if 1 else",
    "@",
    "<>",
    ".",
    "=",
];
const UNARY: &[&str] = &[
    "-", "not ", "~", "+", "*", "**", "yield ", "lambda: ", "await ",
];
const FUNCTIONS: &[&str] = &[
    "str",
    "int",
    "float",
    "len",
    "bool",
    "ord",
    "chr",
    "hash",
    "id",
    "repr",
    "list",
    "tuple",
    "abs",
    "type",
    "iter",
    "next",
    "unicode",
    "long",
    "hex",
    "oct",
    "reversed",
    "sorted",
    "min",
    "max",
    "sum",
    "range",
    "xrange",
    "enumerate",
    "zip",
    "isinstance",
    "callable",
    "dict",
    "super",
    "print",
    "dir",
    "vars",
    "any",
    "all",
    "map",
    "divmod",
    "getattr",
    "bytearray",
    "object",
    "unichr",
    "open",
    "id",
];

fn readable(e: &ExprNode) -> bool {
    !e.target
}

fn value(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    let e = tree.expr(random, readable)?;
    Some(vec![(e.place.clone(), random.pick(VALUES).to_owned())])
}
fn constant(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    let e = tree.expr(random, |e| matches!(e.shape, Shape::Constant))?;
    let new = match tree.slice(&e.place).parse::<i64>() {
        Ok(n) if random.chance(50) => match random.below(6) {
            0 => (n + 1).to_string(),
            1 => (n - 1).to_string(),
            2 => format!("-{n}"),
            3 => format!("{n}0000000000"),
            4 => format!("{n}.0"),
            _ => format!("'{n}'"),
        },
        _ => random.pick(VALUES).to_owned(),
    };
    Some(vec![(e.place.clone(), new)])
}
fn name(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    let e = tree.expr(random, |e| matches!(e.shape, Shape::Name))?;
    let new = tree.name(random, e.scope)?;
    Some(vec![(e.place.clone(), new.to_owned())])
}
/// One expression where another is, from the same function mostly.
fn copy(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    let to = tree.expr(random, |_| true)?;
    let near = random.chance(75);
    let from = tree.expr(random, |e| readable(e) && (!near || e.scope == to.scope))?;
    let new = match to.target {
        true => tree.slice(&from.place).to_owned(),
        false => format!("({})", tree.slice(&from.place)),
    };
    Some(vec![(to.place.clone(), new)])
}
fn exchange(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    let a = tree.expr(random, readable)?;
    let b = tree.expr(random, |e| {
        readable(e) && e.scope == a.scope && disjoint(&a.place, &e.place)
    })?;
    Some(swap(tree, &a.place, &b.place))
}
fn disjoint(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.end <= b.start || b.end <= a.start
}
fn swap(tree: &Tree, a: &Range<usize>, b: &Range<usize>) -> Vec<Edit> {
    let text = |r| format!("({})", tree.slice(r));
    vec![(a.clone(), text(b)), (b.clone(), text(a))]
}
fn binary<'a>(tree: &'a Tree, random: &mut Random) -> Option<(&'a Range<usize>, &'a Range<usize>)> {
    let e = tree.expr(random, |e| matches!(e.shape, Shape::Binary(..)))?;
    match &e.shape {
        Shape::Binary(a, b) if a.end <= b.start => Some((a, b)),
        _ => None,
    }
}
fn operands(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    let (a, b) = binary(tree, random)?;
    Some(match random.below(4) {
        0 => vec![(a.clone(), tree.slice(b).to_owned())],
        1 => vec![(b.clone(), tree.slice(a).to_owned())],
        _ => swap(tree, a, b),
    })
}
fn operator(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    let (a, b) = binary(tree, random)?;
    // Parentheses around the operands are in between.
    let between = tree.slice(&(a.end..b.start));
    let core = between.trim_matches([' ', '(', ')', '\n', '\\']);
    let at = a.end + between.find(core)?;
    (!core.is_empty()).then(|| vec![(at..at + core.len(), format!(" {} ", random.pick(BINARY)))])
}
fn call<'a>(
    tree: &'a Tree,
    random: &mut Random,
    wanted: impl Fn(&[Range<usize>]) -> bool,
) -> Option<(&'a ExprNode, &'a Range<usize>, &'a [Range<usize>])> {
    let e = tree.expr(
        random,
        |e| matches!(&e.shape, Shape::Call(_, args) if wanted(args)),
    )?;
    match &e.shape {
        Shape::Call(f, args) => Some((e, f, args)),
        _ => None,
    }
}
fn drop_item(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    let items = |e: &ExprNode| match &e.shape {
        Shape::Call(_, items) | Shape::Items(items) => items.clone(),
        _ => Vec::new(),
    };
    let e = tree.expr(random, |e| !items(e).is_empty())?;
    let items = items(e);
    let i = random.below(items.len() as u64) as usize;
    // With the comma behind it, or before it if it is the last.
    let gap = match (items.get(i + 1), i.checked_sub(1)) {
        (Some(next), _) => items[i].start..next.start,
        (None, Some(before)) => items[before].end..items[i].end,
        (None, None) => items[i].clone(),
    };
    Some(vec![(gap, String::new())])
}
fn add_argument(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    let (e, f, args) = call(tree, random, |_| true)?;
    let mut new = match random.below(4) {
        0 => "None".to_owned(),
        1 => random.pick(VALUES).to_owned(),
        2 => random
            .pick(&["*[1]", "*()", "**{}", "x=1", "self", "*args", "*(1, 2)"])
            .to_owned(),
        _ => tree.name(random, e.scope)?.to_owned(),
    };
    if args.is_empty() {
        let open = f.end + tree.slice(&(f.end..e.place.end)).find('(')? + 1;
        return Some(vec![(open..open, new)]);
    }
    let before = &args[random.below(args.len() as u64) as usize];
    new.push_str(", ");
    Some(vec![(before.start..before.start, new)])
}
fn swap_arguments(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    let (_, _, args) = call(tree, random, |args| args.len() > 1)?;
    let i = random.below(args.len() as u64 - 1) as usize;
    Some(swap(tree, &args[i], &args[i + 1]))
}
fn attribute(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    const OTHERS: &[&str] = &[
        "append",
        "pop",
        "get",
        "keys",
        "items",
        "join",
        "split",
        "__class__",
        "__init__",
        "__dict__",
        "__name__",
        "next",
        "insert",
        "extend",
        "find",
        "strip",
        "replace",
        "startswith",
        "lower",
        "encode",
        "decode",
        "sort",
        "reverse",
        "index",
        "build",
        "im_func",
        "nothing",
        "__del__",
        "setdefault",
        "values",
        "iteritems",
        "remove",
        "clear",
        "copy",
        "update",
        "count",
        "upper",
        "format",
    ];
    let e = tree.expr(random, |e| matches!(e.shape, Shape::Attribute(_)))?;
    let Shape::Attribute(name) = &e.shape else {
        return None;
    };
    let own = &tree.attributes;
    let new = match random.chance(60) {
        true => own[random.below(own.len() as u64) as usize].clone(),
        false => random.pick(OTHERS).to_owned(),
    };
    Some(vec![(name.clone(), new)])
}
/// Puts something around an expression.
fn around(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    let e = tree.expr(random, readable)?;
    let old = tree.slice(&e.place);
    let other = tree.name(random, e.scope).unwrap_or("x");
    let constant = random.pick(VALUES);
    let new = match random.below(21) {
        0 => format!("({}{old})", random.pick(UNARY)),
        1 => format!("({old} {} {constant})", random.pick(BINARY)),
        2 => format!("({constant} {} {old})", random.pick(BINARY)),
        3 => format!("({old} {} {other})", random.pick(BINARY)),
        4 => format!("[{old}]"),
        5 => format!("[{old}, {constant}]"),
        6 => format!("({old}, {other})"),
        7 => format!("{{{old}: {other}}}"),
        8 => format!("({old} if {other} else {constant})"),
        9 => format!("({constant} if {other} else {old})"),
        10 => format!("[{old} for {other} in [{constant}]][0]"),
        11 => format!("(lambda: {old})()"),
        12 => format!("(lambda {other}: {old})({constant})"),
        13 => format!("{old}[{constant}]"),
        14 => format!("{old}[{constant}:{other}]"),
        15 => format!("{old}()"),
        16 => format!("({old} or {constant})"),
        17 => format!("({old} and {constant})"),
        18 => format!("('%s' % ({old},))"),
        19 => format!("{{'a': {old}}}.get({constant}, {other})"),
        _ => format!(
            "{old}.{}",
            random.pick(&["append", "x", "__class__", "get", "join", "keys()"])
        ),
    };
    Some(vec![(e.place.clone(), new)])
}
fn convert(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    let e = tree.expr(random, readable)?;
    let old = tree.slice(&e.place);
    let f = match tree.name(random, 0) {
        Some(own) if random.chance(30) => own,
        _ => random.pick(FUNCTIONS),
    };
    let new = match random.below(8) {
        0 => format!("{f}({old}, {})", random.pick(VALUES)),
        1 => f.to_owned(),
        _ => format!("{f}({old})"),
    };
    Some(vec![(e.place.clone(), new)])
}
/// A deep or large expression.
fn nest(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    // One in six is enough: they take long.
    if !random.chance(17) {
        return None;
    }
    let e = tree.expr(random, readable)?;
    let old = tree.slice(&e.place);
    let n = random.pick(&[10, 50, 99, 150, 300, 1000, 3000, 20000]);
    let few = n.min(300);
    let both = |open: &str, close: &str| format!("{}{old}{}", open.repeat(n), close.repeat(n));
    let new = match random.below(22) {
        0 => both("(", ")"),
        1 => both("[", "]"),
        2 => both("-", ""),
        3 => both("not ", ""),
        4 => both("f(", ")"),
        5 => format!("({old}{})", " + 1".repeat(n)),
        6 => format!("({old}{})", " if 1 else 2".repeat(n)),
        7 => format!("{old}{}", ".x".repeat(n)),
        8 => format!("{old}{}", "[0]".repeat(n)),
        9 => format!("{old}{}", "()".repeat(n)),
        10 => format!("{}{old}", "lambda: ".repeat(n)),
        11 => both("{1: ", "}"),
        12 => format!("({old}{})", " == 1".repeat(n)),
        13 => format!("({old}{})", " and 1".repeat(n)),
        14 => format!("[{}]", format!("{old}, ").repeat(few)),
        15 => "9".repeat(n),
        16 => format!("'{}'", "a".repeat(n * 10)),
        17 => format!("1{}", " ** 9".repeat(few)),
        18 => format!("('a' * {}99999)", "9".repeat(n % 7)),
        19 => format!("([0] * {}9999)", "9".repeat(n % 7)),
        20 => format!("(1 << {}99)", "9".repeat(n % 9)),
        _ => format!("f'{}'", "{".repeat(n) + old + &"}".repeat(n)),
    };
    Some(vec![(e.place.clone(), new)])
}
fn target(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    let e = tree.expr(random, |e| e.target)?;
    let other = tree.name(random, e.scope).unwrap_or("x").to_owned();
    let attribute = tree.attributes.first().map_or("a", String::as_str);
    let new = match random.below(9) {
        0 => format!("{other}, {}", tree.slice(&e.place)),
        1 => format!("{other}.{attribute}"),
        2 => format!("{other}[0]"),
        3 => format!("{other}[0:1]"),
        4 => format!("[{other}, *{other}]"),
        5 => "None".to_owned(),
        6 => format!("({},)", tree.slice(&e.place)),
        _ => other,
    };
    Some(vec![(e.place.clone(), new)])
}
/// Doubles an item of a call, list or dictionary.
fn item(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    let e = tree.expr(
        random,
        |e| matches!(&e.shape, Shape::Items(i) if !i.is_empty()),
    )?;
    let Shape::Items(items) = &e.shape else {
        return None;
    };
    let one = &items[random.below(items.len() as u64) as usize];
    let text = tree.slice(one).to_owned();
    Some(vec![(one.start..one.start, format!("{text}, "))])
}
