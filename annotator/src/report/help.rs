//! Help lines for the mistakes that are made most often: what is wrong is in the message, how to mend it is here.
//!
//! A rule that knows better (which bound of which slice) sets its own help; this table is asked for the rest, by code
//! and what the message speaks of.
use ir::diag::Diagnostic;

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
        "single-precision float",
        "single-precision floats are compared for equality and converted only: take float(x) of each",
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
        "int() of a single-precision float",
        "convert it to a double first: int(float(x))",
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
        "E0490",
        "is taken out of a container",
        "nothing is ever put in: is a method that fills it never called?",
    ),
    (
        "E0406",
        "",
        "it must be a tuple of a known length: pass the arguments one by one",
    ),
    (
        "E0407",
        "",
        "call it while the module is imported, or write a version of it for translated code",
    ),
    (
        "E0421",
        "",
        "use r_uint(...), r_longlonglong(...) or rbigint for larger values",
    ),
    ("E0422", "", "use a dictionary with None or True as values"),
    (
        "E0423",
        "",
        "use None, or an object of a class of your own, as a marker",
    ),
    (
        "E0430",
        "",
        "keep one base class, and give the other `_mixin_ = True`",
    ),
    (
        "E0431",
        "",
        "give the base class `_attrs_` too (`_attrs_ = []`), or leave it out here",
    ),
    ("E0432", "", "use a static method, or a function"),
    (
        "E0433",
        "",
        "add it to the `_attrs_` or `__slots__` of the class",
    ),
    (
        "E0434",
        "",
        "make a class that inherits from it (and one other class), and use that",
    ),
    ("E0435", "", "it must return None"),
    (
        "E0436",
        "",
        "pass one of a known set of constants: classes, functions, frozen objects, booleans",
    ),
    (
        "E0437",
        "",
        "convert the value, or declare the type that it has",
    ),
    (
        "E0438",
        "",
        "pass a constant, or leave the specialisation out",
    ),
    (
        "E0439",
        "",
        "decorate it with @rgc.must_be_light_finalizer, too",
    ),
    (
        "E0466",
        "",
        "make the queue in the module: an instance of a class below FinalizerQueue with an attribute `Class`",
    ),
    ("E0440", "", "index it first: ord(s[0])"),
    (
        "E0441",
        "",
        "both operands must be of types that have this operation: convert one of them",
    ),
    (
        "E0442",
        "",
        "keys are numbers, strings, tuples of those, and instances: use a tuple for a list that does not change",
    ),
    (
        "E0444",
        "",
        "byte strings and unicode strings do not mix: use encode() or decode()",
    ),
    (
        "E0445",
        "",
        "a format says for each value what it is: %d for integers, %s for texts, %f for floats",
    ),
    ("E0446", "", "name the class, or a tuple of classes"),
    (
        "E0451",
        "",
        "is this the object that was meant? Attributes must be set on the class or its instances somewhere",
    ),
    (
        "E0452",
        "",
        "give the property a function for that: property(getter, setter)",
    ),
    (
        "E0453",
        "",
        "constants do not change at run time: keep the value in an attribute of an instance",
    ),
    (
        "E0454",
        "",
        "write the loop: for i in range(start, stop, step)",
    ),
    ("E0456", "", "indices are integers"),
    (
        "E0457",
        "",
        "the items of a tuple have types of their own: use a list, or test the index against constants",
    ),
    (
        "E0458",
        "",
        "lists, strings, tuples, dictionaries and objects with __getitem__ have items",
    ),
    (
        "E0459",
        "",
        "say what is known: `assert n >= 0` before the slice",
    ),
    (
        "E0460",
        "",
        "lists, strings, tuples, dictionaries, ranges and objects with __iter__ can be looped over",
    ),
    (
        "E0461",
        "",
        "key_eq(a, b) returns a boolean, key_hash(a) an integer",
    ),
    (
        "E0470",
        "",
        "its fields are those that its lltype.Struct or GcStruct was made with",
    ),
    (
        "E0471",
        "",
        "convert it: rffi.cast(T, x) for numbers, lltype.cast_pointer(T, p) for pointers",
    ),
    (
        "E0472",
        "",
        "only pointers to lltype.Array, GcArray and FixedSizeArray have items",
    ),
    (
        "E0473",
        "",
        "the type must be a constant, such as a global variable",
    ),
    (
        "E0475",
        "",
        "pointers are cast to what they were made as, or to the first structure in it",
    ),
    (
        "E0480",
        "",
        "see docs/rpython.md for what translated code may call, or do it while the module is imported",
    ),
    ("E0481", "", "give it the arguments that it takes"),
    ("E0482", "", "convert it first"),
    (
        "E0483",
        "",
        "the length of a tuple is a part of its type: use the list",
    ),
    ("E0485", "", "the step is a constant other than 0"),
    (
        "E0486",
        "",
        "convert the items first: [str(i) for i in items]",
    ),
    ("E0487", "", "use 'ascii', 'latin-1' or 'utf-8'"),
    ("E0488", "", "say what is known: `assert n >= 0` before it"),
    (
        "E0489",
        "",
        "pass all green and red variables of the driver by name, and no others",
    ),
    (
        "E0490",
        "",
        "the code after it is never reached; is something never set or never called?",
    ),
];

/// A help line for a diagnostic that has none.
pub(crate) fn for_diagnostic(d: &Diagnostic) -> Option<&'static str> {
    COMMON
        .iter()
        .find(|(code, part, _)| *code == d.code && d.message.contains(part))
        .map(|(_, _, help)| *help)
}
