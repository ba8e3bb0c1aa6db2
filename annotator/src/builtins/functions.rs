//! Python's built-in functions and types as functions.
use python::live::Value;
use python::vocabulary::functions::Function;

use crate::calls::{CallArgs, Site};
use crate::defs::RangeStep;
use crate::engine::{Annotator, Res, Stop};
use crate::front::hl::HlOp;
use crate::model::*;

fn is_text(k: &AnnotationKind) -> bool {
    matches!(k, AnnotationKind::Text(_))
}

impl Annotator {
    /// The arguments of a built-in function, when there are no keywords and their number is right.
    fn function_arguments<'a>(&mut self, f: Function, args: &'a CallArgs) -> Res<&'a [Annotation]> {
        let row = f.row();
        let arity = row.translated.unwrap_or(row.arity);
        self.fixed(row.name, args, arity.least, arity.most)
    }

    /// A call of a built-in function.
    pub(super) fn python_function(&mut self, f: Function, args: &CallArgs) -> Res {
        use Function as F;
        match f {
            F::Int | F::Long => self.fn_int(f, args),
            F::Float => self.fn_float(f, args),
            F::Bool => self.fn_bool(f, args),
            F::Str => self.fn_str(f, args),
            F::Repr => {
                let a = self.function_arguments(f, args)?[0];
                self.text_of(a, false)
            }
            F::Unicode => self.fn_unicode(f, args),
            F::List => self.fn_list(f, args),
            F::Tuple => self.fn_tuple(f, args),
            F::Dict | F::OrderedDict => self.fn_dict(f, args),
            F::ByteArray => self.fn_bytearray(f, args),
            F::Set | F::FrozenSet => self.no_sets(),
            F::Slice => self.fn_slice(f, args),
            F::Len => {
                let a = self.function_arguments(f, args)?[0];
                self.len(a)
            }
            F::Range | F::Xrange => self.fn_range(f, args),
            F::Enumerate => self.fn_enumerate(f, args),
            F::Reversed => self.fn_reversed(f, args),
            F::Zip => self.fn_zip(f, args),
            F::Min | F::Max => self.fn_minmax(f, args),
            F::Chr => self.fn_chr(f, args),
            F::Unichr => self.fn_unichr(f, args),
            F::Callable => self.fn_callable(f, args),
            F::HasAttr => self.fn_hasattr(f, args),
            F::GetAttr => self.fn_getattr(f, args),
            F::SetAttr => {
                let a = self.function_arguments(f, args)?.to_vec();
                self.setattr(a[0], a[1], a[2])
            }
            F::WeakRef => self.fn_weakref(f, args),
            F::Any | F::All => self.redirect("rpython.rlib.pyfuncs", f.name(), args),
            F::Sorted => self.redirect("rpython.rlib.pyfuncs", "sorted_list", args),
            F::Open | F::File => self.redirect("rpython.rlib.rfile", "create_file", args),
            F::Round => self.fn_round(f, args),
            F::Sum => self.fn_sum(f, args),
            F::Ord
            | F::Hex
            | F::Oct
            | F::Hash
            | F::Id
            | F::Abs
            | F::Divmod
            | F::Pow
            | F::Cmp
            | F::Type
            | F::Iter
            | F::Next
            | F::IsInstance
            | F::IsSubclass => self.operator_as_function(f, args),
            F::Complex
            | F::Object
            | F::Print
            | F::Map
            | F::Filter
            | F::Input
            | F::RawInput
            | F::Super
            | F::StaticMethod
            | F::ClassMethod
            | F::Property
            | F::BaseString
            | F::NoneType
            | F::Ascii
            | F::Apply
            | F::Bin
            | F::Coerce
            | F::Compile
            | F::DelAttr
            | F::Dir
            | F::Eval
            | F::Exec
            | F::ExecFile
            | F::Format
            | F::Globals
            | F::Locals
            | F::Vars
            | F::Intern
            | F::Reduce
            | F::Reload
            | F::Import
            | F::BuildClass => {
                let d = self
                    .error(
                        "E0480",
                        format!("`{}` is not available in RPython", f.name()),
                    )
                    .label("used at run time");
                self.fail_with(d)
            }
        }
    }

    fn fn_float(&mut self, f: Function, args: &CallArgs) -> Res {
        let name = f.name();
        let a = self.function_arguments(f, args)?;
        match a.first().map(|a| a.kind()) {
            None => Ok(self.constant(&Value::Float(0.0))),
            Some(
                AnnotationKind::Int { .. }
                | AnnotationKind::Bool(_)
                | AnnotationKind::Float
                | AnnotationKind::SingleFloat
                | AnnotationKind::Text(TextKind { wide: false, .. }),
            ) => Ok(Annotation::float()),
            Some(AnnotationKind::Instance { .. }) => {
                let x = a[0];
                match self.special_method(x, "__float__", &[]) {
                    Some(r) => r,
                    None => self.bad_argument(name, x),
                }
            }
            _ => self.bad_argument(name, a[0]),
        }
    }

    fn fn_bool(&mut self, f: Function, args: &CallArgs) -> Res {
        let a = self.function_arguments(f, args)?;
        Ok(if a.is_empty() {
            Annotation::const_bool(false)
        } else {
            Annotation::bool()
        })
    }

    fn fn_str(&mut self, f: Function, args: &CallArgs) -> Res {
        let a = self.function_arguments(f, args)?.to_vec();
        match a.first() {
            None => Ok(self.constant(&Value::str(""))),
            Some(&x) => self.text_of(x, true),
        }
    }

    fn fn_unicode(&mut self, f: Function, args: &CallArgs) -> Res {
        let name = f.name();
        let a = self.function_arguments(f, args)?.to_vec();
        if let [x] = a[..]
            && let Some(text) = x.const_value().and_then(ascii_text)
        {
            return Ok(self.constant(&Value::unicode(&text)));
        }
        match a.first().map(|a| a.kind()) {
            None => Ok(self.constant(&Value::unicode(""))),
            Some(_) if a.len() > 1 => {
                if !matches!(
                    a[0].kind(),
                    AnnotationKind::Text(TextKind { wide: false, .. })
                ) {
                    return self.bad_argument(name, a[0]);
                }
                self.codec_arguments(&a[1..])?;
                Ok(Annotation::unicode())
            }
            Some(k)
                if is_text(k)
                    || matches!(
                        k,
                        AnnotationKind::Int { .. }
                            | AnnotationKind::Bool(_)
                            | AnnotationKind::Float
                    ) =>
            {
                Ok(Annotation::unicode())
            }
            _ => self.bad_argument(name, a[0]),
        }
    }

    fn fn_list(&mut self, f: Function, args: &CallArgs) -> Res {
        if let [a] = &args.values[..]
            && matches!(
                a.kind(),
                AnnotationKind::Iterator { .. } | AnnotationKind::Instance { .. }
            )
        {
            return self.redirect("rpython.rlib.pyfuncs", "list_of", args);
        }
        let a = self.function_arguments(f, args)?.to_vec();
        let id = self.new_list_here(0);
        let r = Annotation::list(id);
        if let Some(&x) = a.first() {
            self.extend_list(r, x)?;
        }
        Ok(r)
    }

    fn fn_tuple(&mut self, f: Function, args: &CallArgs) -> Res {
        let a = self.function_arguments(f, args)?;
        match a.first().map(|a| a.kind()) {
            None => Ok(self.newtuple(&[])),
            Some(AnnotationKind::Tuple(_)) => Ok(a[0]),
            _ => self.fail("E0483", "tuple() of something whose length is not known"),
        }
    }

    fn fn_dict(&mut self, f: Function, args: &CallArgs) -> Res {
        let a = self.function_arguments(f, args)?.to_vec();
        let id = self.new_dict_here(0);
        match a.first().map(|a| a.kind()) {
            None => {}
            Some(AnnotationKind::Dict(other)) => {
                let (k, v) = (
                    self.program.dict(*other).key,
                    self.program.dict(*other).value,
                );
                let (k, v) = (self.read_cell(k), self.read_cell(v));
                let (key, value) = (self.program.dict(id).key, self.program.dict(id).value);
                self.write_cell(key, k, "dictionary keys")?;
                self.write_cell(value, v, "dictionary values")?;
            }
            Some(AnnotationKind::None) => return self.bad_argument(f.name(), a[0]),
            Some(_) => return self.redirect("rpython.rlib.pyfuncs", "dict_of", args),
        }
        Ok(Annotation::dict(id))
    }

    fn fn_bytearray(&mut self, f: Function, args: &CallArgs) -> Res {
        let name = f.name();
        let a = self.function_arguments(f, args)?;
        match a.first().map(|a| a.kind()) {
            None
            | Some(
                AnnotationKind::Text(TextKind { wide: false, .. })
                | AnnotationKind::Int { .. }
                | AnnotationKind::Bool(_)
                | AnnotationKind::ByteArray,
            ) => Ok(Annotation::new(AnnotationKind::ByteArray)),
            _ => self.bad_argument(name, a[0]),
        }
    }

    fn no_sets(&mut self) -> Res {
        let d = ir::diag::Diagnostic::error("E0422", self.span, "RPython has no sets")
            .help("use a dictionary with None or True as values");
        self.fail_with(d)
    }

    fn fn_slice(&mut self, f: Function, args: &CallArgs) -> Res {
        let a = self.function_arguments(f, args)?;
        let none = Annotation::none();
        let (start, stop, step) = match *a {
            [x] => (none, x, none),
            [x, y] => (x, y, none),
            [x, y, z] => (x, y, z),
            _ => return Err(Stop::Failed),
        };
        self.newslice(&[start, stop, step])
    }

    fn fn_enumerate(&mut self, f: Function, args: &CallArgs) -> Res {
        let name = f.name();
        let a = self.function_arguments(f, args)?.to_vec();
        if let Some(&start) = a.get(1) {
            self.nonneg_argument(name, start, 2, "start")?;
        }
        if is_user_iterator(&a[0]) {
            return self.no_iterator_of(f, a[0], "count in a variable");
        }
        self.iter_of(a[0], IterKind::Enumerate)
    }

    fn fn_reversed(&mut self, f: Function, args: &CallArgs) -> Res {
        let name = f.name();
        let a = self.function_arguments(f, args)?[0];
        match a.kind() {
            AnnotationKind::Dict(_) => self.iter_of(a, IterKind::ReversedKeys),
            AnnotationKind::Instance { .. } => match self.special_method(a, "__reversed__", &[]) {
                Some(r) => r,
                None => self.bad_argument(name, a),
            },
            AnnotationKind::Iterator { .. } => self.bad_argument(name, a),
            _ => self.iter_of(a, IterKind::Reversed),
        }
    }

    /// The error for an object whose `next` a loop would have to call beside other things.
    fn no_iterator_of(&mut self, f: Function, x: Annotation, instead: &str) -> Res {
        let what = self.english(x);
        let d = self
            .error("E0482", format!("{}() of {what}", f.name()))
            .help(format!(
                "loop over it and {instead}, or make a list of it first: list(x)"
            ));
        let d = self.with_operand_origin(d, 1);
        self.fail_with(d)
    }

    fn fn_zip(&mut self, f: Function, args: &CallArgs) -> Res {
        let a = self.function_arguments(f, args)?.to_vec();
        let lazy = !self.in_python2();
        let iterator = |x: &Annotation| matches!(x.kind(), AnnotationKind::Iterator { .. });
        if !lazy && a.iter().any(|x| iterator(x) || is_user_iterator(x)) {
            return self.redirect("rpython.rlib.pyfuncs", "zip_list", args);
        }
        if let Some(&x) = a.iter().find(|x| is_user_iterator(x)) {
            return self.no_iterator_of(f, x, "call next() of it in the loop");
        }
        let pair_iter = self.iter_of(a[0], IterKind::Zip(a[1].without_const()))?;
        if lazy {
            return match self.next(pair_iter) {
                Ok(_) | Err(Stop::Blocked) => Ok(pair_iter),
                Err(e) => Err(e),
            };
        }
        // A list of pairs, as in Python 2.
        let item = self.next(pair_iter);
        match item {
            Ok(i) => self.list_of(i, 0),
            Err(Stop::Blocked) => {
                let id = self.new_list_here(0);
                Ok(Annotation::list(id))
            }
            Err(e) => Err(e),
        }
    }

    fn fn_chr(&mut self, f: Function, args: &CallArgs) -> Res {
        let name = f.name();
        let a = self.function_arguments(f, args)?[0];
        match (a.const_i64(), a.is_integer()) {
            (Some(i @ 0..=255), _) => Ok(self.constant(&Value::bytes(&[i as u8]))),
            (_, true) => Ok(Annotation::char()),
            _ => self.bad_argument(name, a),
        }
    }

    fn fn_unichr(&mut self, f: Function, args: &CallArgs) -> Res {
        let name = f.name();
        let a = self.function_arguments(f, args)?[0];
        if a.is_integer() {
            Ok(Annotation::unichar())
        } else {
            self.bad_argument(name, a)
        }
    }

    fn fn_callable(&mut self, f: Function, args: &CallArgs) -> Res {
        let a = self.function_arguments(f, args)?[0];
        Ok(match a.kind() {
            AnnotationKind::Pbc {
                nullable: false, ..
            }
            | AnnotationKind::Builtin(_)
            | AnnotationKind::BuiltinMethod { .. } => Annotation::const_bool(true),
            AnnotationKind::Pbc { .. } | AnnotationKind::Instance { .. } => Annotation::bool(),
            _ => Annotation::const_bool(false),
        })
    }

    fn fn_hasattr(&mut self, f: Function, args: &CallArgs) -> Res {
        let a = self.function_arguments(f, args)?.to_vec();
        let attr = self.attr_name(a[1])?;
        match (a[0].const_value().cloned(), a[0].kind()) {
            (
                Some(v),
                AnnotationKind::Pbc { .. } | AnnotationKind::Static | AnnotationKind::Builtin(_),
            ) => match self.front.getattr(&v, attr) {
                Ok(x) => Ok(Annotation::const_bool(x.is_some())),
                Err(d) => self.fail_with(*d),
            },
            (_, AnnotationKind::Pbc { descs, .. }) => {
                let mut all = Vec::new();
                for &d in descs {
                    let v = self.program.desc_value(d).unwrap_or(Value::None);
                    match self.front.getattr(&v, attr) {
                        Ok(x) => all.push(x.is_some()),
                        Err(d) => return self.fail_with(*d),
                    }
                }
                Ok(match (all.contains(&true), all.contains(&false)) {
                    (true, false) => Annotation::const_bool(true),
                    (false, _) => Annotation::const_bool(false),
                    _ => Annotation::bool(),
                })
            }
            _ => {
                let what = self.english(a[0]);
                self.fail(
                    "E0484",
                    format!("hasattr() of {what}: RPython allows it on constants only"),
                )
            }
        }
    }

    fn fn_getattr(&mut self, f: Function, args: &CallArgs) -> Res {
        let a = self.function_arguments(f, args)?.to_vec();
        if a.len() == 2 {
            return self.getattr(a[0], a[1]);
        }
        let attr = self.attr_name(a[1])?;
        let Some(v) = a[0].const_value().cloned() else {
            return self.fail(
                "E0484",
                "getattr() with a default: RPython allows it on constants only",
            );
        };
        match self.front.getattr(&v, attr) {
            Ok(Some(_)) => self.getattr(a[0], a[1]),
            Ok(None) => Ok(a[2]),
            Err(d) => self.fail_with(*d),
        }
    }

    fn fn_weakref(&mut self, f: Function, args: &CallArgs) -> Res {
        let a = self.function_arguments(f, args)?[0];
        match a.kind() {
            AnnotationKind::Instance { class, .. } => {
                Ok(Annotation::new(AnnotationKind::WeakRef(Some(*class))))
            }
            // It may become an instance or None later.
            AnnotationKind::None => Ok(Annotation::new(AnnotationKind::WeakRef(None))),
            _ => self.bad_argument("weakref.ref", a),
        }
    }

    fn fn_round(&mut self, f: Function, args: &CallArgs) -> Res {
        let name = f.name();
        let a = self.function_arguments(f, args)?.to_vec();
        if a.len() == 1 && !self.in_python2() {
            let args = CallArgs::positional(&[Annotation::float()]);
            return match a[0].kind() {
                AnnotationKind::Float => {
                    self.redirect("rpython.rlib.rfloat", "round_to_int", &args)
                }
                AnnotationKind::Int { kind, .. } if *kind == IntKind::SIGNED => {
                    Ok(a[0].without_const().without_bool())
                }
                AnnotationKind::Bool(_) => Ok(Annotation::nonneg()),
                _ => self.bad_argument(name, a[0]),
            };
        }
        if !self.in_python2() {
            // An integer stays one.
            return match a[0].kind() {
                AnnotationKind::Float => {
                    let args = CallArgs::positional(&[Annotation::float(), a[1]]);
                    self.redirect("rpython.rlib.rfloat", "round_to_digits", &args)
                }
                AnnotationKind::Int { kind, .. } if *kind == IntKind::SIGNED => {
                    self.redirect("rpython.rlib.rfloat", "round_integer", args)
                }
                AnnotationKind::Bool(_) => {
                    let args = CallArgs::positional(&[Annotation::nonneg(), a[1]]);
                    self.redirect("rpython.rlib.rfloat", "round_integer", &args)
                }
                _ => self.bad_argument(name, a[0]),
            };
        }
        if a[0].is_integer() || a[0].kind() == &AnnotationKind::Float {
            self.redirect(
                "rpython.rlib.rfloat",
                "round_double",
                &CallArgs::positional(&[
                    Annotation::float(),
                    a.get(1).copied().unwrap_or(Annotation::const_int(0)),
                ]),
            )
        } else {
            self.bad_argument(name, a[0])
        }
    }

    fn fn_sum(&mut self, f: Function, args: &CallArgs) -> Res {
        // Lists are summed by a helper of the rtyper; iterators and instances by RPython text.
        if let Some(a) = args.values.first()
            && !matches!(a.kind(), AnnotationKind::List(_))
        {
            return self.redirect("rpython.rlib.pyfuncs", "sum_of", args);
        }
        let name = f.name();
        let a = self.function_arguments(f, args)?.to_vec();
        let it = self.iter_of(a[0], IterKind::Items)?;
        let item = match self.next(it) {
            Ok(i) => i,
            Err(Stop::Blocked) => return Ok(Annotation::int()),
            Err(e) => return Err(e),
        };
        let start = a.get(1).copied().unwrap_or(Annotation::int());
        let j = self.join(start.without_const(), item.without_const())?;
        if j.is_integer() || j.kind() == &AnnotationKind::Float {
            Ok(match j.kind() {
                AnnotationKind::Int { kind, .. } => Annotation::int_kind(*kind, false),
                AnnotationKind::Bool(_) => Annotation::int(),
                _ => j,
            })
        } else {
            self.bad_argument(name, a[0])
        }
    }

    /// Whether the code that is annotated is Python 2.
    pub(crate) fn in_python2(&self) -> bool {
        self.program
            .graphs
            .get(self.here.graph)
            .is_some_and(|g| g.flow.func.code.borrow().mode == python::code::Mode::Py2)
    }

    /// Calls a function of the library, written in RPython, in place of a built-in one.
    pub(crate) fn redirect(&mut self, module: &str, name: &str, args: &CallArgs) -> Res {
        match self.front.import(module, name) {
            Ok(Some(v)) => {
                let f = self.constant(&v);
                self.call(f, args, Site::Call)
            }
            Ok(None) => self.unsupported(format!("`{name}` at run time")),
            Err(_) => self.unsupported(format!("`{name}` at run time")),
        }
    }

    fn fn_int(&mut self, f: Function, args: &CallArgs) -> Res {
        let a = self.function_arguments(f, args)?.to_vec();
        let Some(&x) = a.first() else {
            return Ok(Annotation::const_int(0));
        };
        if let AnnotationKind::Text(TextKind { wide: true, .. }) = x.kind() {
            return self.int_of_unicode(&a);
        }
        if let Some(base) = a.get(1) {
            if !matches!(x.kind(), AnnotationKind::Text(TextKind { wide: false, .. }))
                || !base.is_integer()
            {
                return self.bad_argument("int", x);
            }
            return Ok(Annotation::int());
        }
        match x.kind() {
            AnnotationKind::Int { kind, nonneg, .. } => match x.const_i64() {
                Some(i) => Ok(Annotation::const_int(i)),
                None if *kind == IntKind::SIGNED => Ok(x.without_bool()),
                // As in RPython, int() of a narrower integer widens it.
                None => Ok(Annotation::int_kind(
                    IntKind::SIGNED,
                    *nonneg && (kind.signed || kind.bits < 64),
                )),
            },
            AnnotationKind::Bool(_) => Ok(match x.const_truth() {
                Some(b) => Annotation::const_int(i64::from(b)),
                None => Annotation::nonneg(),
            }),
            AnnotationKind::Float | AnnotationKind::Text(TextKind { wide: false, .. }) => {
                Ok(Annotation::int())
            }
            AnnotationKind::Instance { .. } => match self.special_method(x, "__int__", &[]) {
                Some(r) => {
                    let r = r?;
                    Ok(match r.kind() {
                        AnnotationKind::Bool(_) => Annotation::nonneg(),
                        _ => r,
                    })
                }
                None => self.bad_argument("int", x),
            },
            _ => self.bad_argument("int", x),
        }
    }

    /// `int(u)`, `int(u, base)`: digits are those of all scripts.
    fn int_of_unicode(&mut self, a: &[Annotation]) -> Res {
        if let Some(&base) = a.get(1).filter(|base| !base.is_integer()) {
            return self.bad_argument("int", base);
        }
        let module = if self.in_python2() {
            "rpython.rlib._unicodetext"
        } else {
            "rpython.rlib._unicodeint"
        };
        let args: Vec<Annotation> = a.iter().map(|x| x.without_const()).collect();
        self.redirect(module, "to_int", &CallArgs::positional(&args))
    }

    fn fn_range(&mut self, f: Function, args: &CallArgs) -> Res {
        let name = f.name();
        let a = self.function_arguments(f, args)?.to_vec();
        for &x in &a {
            if !x.is_integer() {
                return self.bad_argument(name, x);
            }
        }
        let (start, stop, step) = match a[..] {
            [stop] => (Annotation::const_int(0), stop, Annotation::const_int(1)),
            [start, stop] => (start, stop, Annotation::const_int(1)),
            [start, stop, step] => (start, stop, step),
            _ => return Err(Stop::Failed),
        };
        let range = match step.const_i64() {
            Some(0) => return self.fail("E0485", format!("{name}() with step 0")),
            Some(n) => RangeStep::Const(n),
            None => RangeStep::Variable,
        };
        let nonneg = match range {
            RangeStep::Const(n) if n > 0 => start.is_nonneg(),
            // Counting down, the values stay above the limit.
            RangeStep::Const(_) => stop.is_nonneg() || stop.const_i64() == Some(-1),
            RangeStep::Variable if step.is_nonneg() => start.is_nonneg(),
            _ => start.is_nonneg() && (stop.is_nonneg() || stop.const_i64() == Some(-1)),
        };
        let beyond = |x: &Annotation| x.as_int_kind().is_some_and(|(k, _)| k.bits > 64);
        if a.iter().any(beyond) {
            return self.unsupported(format!("{name}() of integers of more than 64 bits"));
        }
        let bounds = (start.const_i64(), stop.const_i64(), step.const_i64());
        let empty =
            matches!(bounds, (Some(i), Some(j), Some(k)) if if k > 0 { i >= j } else { i <= j });
        let fresh = !self.sites.lists.contains_key(&(self.here, 0));
        let id = self.new_list_here(0);
        let def = self.program.lists.get_mut(id);
        if fresh {
            def.range = range;
        } else if def.range != RangeStep::No && def.range != range {
            def.range = RangeStep::Variable; // The step was constant when this was flowed first.
        }
        if empty {
            return Ok(Annotation::list(id)); // No item; code that takes one out is not reached.
        }
        // Bounds of other kinds are taken as machine integers, or raise OverflowError.
        self.list_of(Annotation::int_kind(IntKind::SIGNED, nonneg), 0)
    }

    fn fn_minmax(&mut self, f: Function, args: &CallArgs) -> Res {
        let a = self.function_arguments(f, args)?.to_vec();
        if let [items] = a[..] {
            let name = if f == Function::Max {
                "max_of"
            } else {
                "min_of"
            };
            let plain = matches!(
                items.kind(),
                AnnotationKind::List(_) | AnnotationKind::Text(_) | AnnotationKind::Tuple(_)
            );
            if !plain {
                return self.redirect("rpython.rlib.pyfuncs", name, args);
            }
            let it = self.iter_of(items, IterKind::Items)?;
            let item = self.next(it).map(Annotation::without_const)?;
            // Instances have methods that order them.
            if let AnnotationKind::Instance { .. } = item.kind() {
                return self.redirect("rpython.rlib.pyfuncs", name, args);
            }
            if !is_ordered(&item) {
                return self.bad_argument(f.name(), item);
            }
            return Ok(item);
        }
        // In Python 2, None is less than everything else.
        if let Some(&none) = a.iter().find(|x| x.is_none())
            && !self.in_python2()
        {
            return self.bad_argument(f.name(), none);
        }
        let mut r = a[0].without_const();
        for &x in &a[1..] {
            r = self.join(r, x.without_const())?;
        }
        // max(x, nonneg) is not negative.
        if f == Function::Max && a.iter().any(|x| x.is_nonneg()) {
            r = r.with_sign(true);
        }
        match r.kind() {
            AnnotationKind::Int { .. }
            | AnnotationKind::Bool(_)
            | AnnotationKind::Float
            | AnnotationKind::Text(TextKind { wide: false, .. }) => Ok(r.escaping()),
            AnnotationKind::Instance { .. } if a.len() == 2 => {
                let name = if f == Function::Max {
                    "greater_of"
                } else {
                    "less_of"
                };
                self.redirect("rpython.rlib.pyfuncs", name, args)
            }
            _ => self.bad_argument(f.name(), r),
        }
    }

    /// Functions that are operations in graphs, met as values (`map`-like uses through variables).
    fn operator_as_function(&mut self, f: Function, args: &CallArgs) -> Res {
        let op = HlOp::of_function(f).expect("a function that is an operation");
        let values = self.function_arguments(f, args)?.to_vec();
        let operation = crate::front::hl::HlOperation {
            op,
            args: values
                .iter()
                .map(|_| ir::model::Operand::Const(crate::model::constant::Const(Value::None)))
                .collect(),
            result: ir::model::VarId(0),
            span: self.span,
        };
        self.apply(&operation, &values)
    }
}

/// A constant text without characters that would need a codec.
fn ascii_text(v: &Value) -> Option<String> {
    let text = match v.unwrapped() {
        Value::Str(_) | Value::Unicode(_) => v.as_text()?,
        _ => return None,
    };
    text.is_ascii().then_some(text)
}

/// Whether a method of the program's own gives the items.
fn is_user_iterator(a: &Annotation) -> bool {
    match a.kind() {
        AnnotationKind::Instance { .. } => true,
        AnnotationKind::Iterator { container, kind } => match kind {
            IterKind::User => true,
            IterKind::Zip(other) => is_user_iterator(container) || is_user_iterator(other),
            _ => is_user_iterator(container),
        },
        _ => false,
    }
}

/// Whether the values of an annotation have an order that is not that of methods.
fn is_ordered(a: &Annotation) -> bool {
    match a.kind() {
        AnnotationKind::Int { .. }
        | AnnotationKind::Bool(_)
        | AnnotationKind::Float
        | AnnotationKind::Text(_) => true,
        AnnotationKind::Tuple(items) => items.iter().all(is_ordered),
        _ => false,
    }
}
