//! Help lines for the mistakes that are made most often: what is wrong is in the message, how to mend it is here.
//!
//! A rule that knows better (which bound of which slice) sets its own help; this table is asked for the rest, by code and what the
//! message speaks of.
use flowspace::diag::Diagnostic;

/// Code, a part of the message (empty: any), help.
const COMMON: &[(&str, &str, &str)] = &[
    (
        "E0403",
        "missing argument",
        "pass it, or give the parameter a default",
    ),
    (
        "E0403",
        "`**` parameters",
        "name the parameters and give them defaults, or pass an object with the options",
    ),
    (
        "E0403",
        "parameter of a method is the instance",
        "begin the parameters of the method with `self`",
    ),
    (
        "E0403",
        "too many arguments",
        "leave the argument out, or add a parameter",
    ),
    (
        "E0404",
        "None is called",
        "nothing but None is ever stored here: is the function set before it is called?",
    ),
    (
        "E0404",
        "",
        "only functions, methods, classes and instances with __call__ can be called",
    ),
    (
        "E0410",
        "",
        "make them the same kind: r_uint(n) for unsigned, intmask(n) for signed",
    ),
    (
        "E0413",
        "",
        "a variable holds r_dicts or ordinary dictionaries, never both: make both with r_dict()",
    ),
    (
        "E0414",
        "and None meet",
        "numbers and tuples cannot be None: use a list of objects, or a special value such as -1",
    ),
    (
        "E0414",
        "",
        "a list holds one type of items: use a tuple for a fixed number of different ones, or objects of a common class",
    ),
    (
        "E0411",
        "dictionary keys",
        "the keys of a dictionary are of one type",
    ),
    (
        "E0411",
        "dictionary values",
        "the values of a dictionary are of one type: use objects of a common class",
    ),
    (
        "E0411",
        "values of attribute",
        "an attribute is of one type in a class and all its subclasses: use two attributes",
    ),
    (
        "E0411",
        "the functions called here",
        "functions that are called from one place must return the same type",
    ),
    (
        "E0411",
        "the results of",
        "a function returns one type: on every path, and never None where another path returns a number",
    ),
    (
        "E0411",
        "",
        "a variable is of one type wherever its values meet: use another variable, or convert with str() or int()",
    ),
    (
        "E0412",
        "",
        "make a new list instead: l + [x], or build it completely before it is stored",
    ),
    (
        "E0441",
        "a string and an integer",
        "convert the number: s + str(n)",
    ),
    (
        "E0441",
        "an integer and a string",
        "convert the number: str(n) + s",
    ),
    (
        "E0441",
        "a string and the integer",
        "convert the number: s + str(n)",
    ),
    (
        "E0441",
        "a character and",
        "convert the number with str(n); or take the character's code: ord(c)",
    ),
    (
        "E0441",
        "a float",
        "floats have no bit operations and no %: convert with int()",
    ),
    (
        "E0443",
        "",
        "the name must be a constant; loop over an unrolling_iterable of names, or use a dictionary",
    ),
    (
        "E0445",
        "is not constant",
        "formats are checked while translating: write the format here, or put the text together with +",
    ),
    ("E0445", "`%d` with", "use %s for texts, int(x) for floats"),
    ("E0445", "`%s` with", "use %d for numbers"),
    (
        "E0445",
        "the format needs",
        "give one value for each %, as a tuple",
    ),
    (
        "E0450",
        "",
        "nothing but None is ever stored here: set it before, or test `if x is not None`",
    ),
    (
        "E0451",
        "an integer",
        "numbers have no methods: is this the object that was meant?",
    ),
    (
        "E0451",
        "instances of",
        "set it in `__init__`, or give the class a default of the attribute's type",
    ),
    (
        "E0455",
        "",
        "only strings, lists, dictionaries, tuples and objects with __len__ have a length",
    ),
    ("E0456", "a float", "convert it: l[int(x)]"),
    (
        "E0456",
        "a string",
        "lists are indexed with integers: is a dictionary meant?",
    ),
    ("E0456", "a character", "use its code: l[ord(c)]"),
    (
        "E0458",
        "an integer",
        "a number has no items: is it the list or string that was meant?",
    ),
    ("E0458", "an iterator", "make a list of it first"),
    ("E0460", "an integer", "loop over its values with range(n)"),
    (
        "E0460",
        "an instance",
        "define __iter__ and next in its class",
    ),
    (
        "E0454",
        "a slice with a step",
        "loop with range(start, stop, step)",
    ),
    ("E0481", "dict() takes no keyword", "write {'name': value}"),
    (
        "E0482",
        "append() of an integer",
        "builders take strings: b.append(str(n)), or b.append(chr(code))",
    ),
    (
        "E0482",
        "append() of a float",
        "builders take strings: b.append(str(x))",
    ),
    (
        "E0482",
        "int() of",
        "int() takes numbers and strings; test for None first",
    ),
    (
        "E0484",
        "",
        "ask with isinstance(), or define the attribute in the base class",
    ),
    (
        "E0900",
        "indexing a tuple with a variable",
        "the items of a tuple have types of their own: use a list, or test the index against constants",
    ),
    (
        "E0490",
        "is taken out of a container",
        "nothing is ever put in: is a method that fills it never called?",
    ),
];

/// A help line for a diagnostic that has none.
pub(crate) fn for_diagnostic(d: &Diagnostic) -> Option<&'static str> {
    COMMON
        .iter()
        .find(|(code, part, _)| *code == d.code && d.message.contains(part))
        .map(|(_, _, help)| *help)
}
