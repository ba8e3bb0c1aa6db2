//! Functions and classes of `rpython.rlib` whose meaning the annotator knows.
use ir::diag::Diagnostic;
use ir::name::Name;
use python::live::Value;
use python::vocabulary::jit::{DriverMethod, Hint, Parameter};
use python::vocabulary::library::{
    DebugFunction, IntClass, JitFunction, LibraryFunction, LibraryRow, MemoryFunction,
    NumberFunction, ObjectFunction,
};

use super::int_kind;
use crate::calls::{CallArgs, Site};
use crate::defs::{CustomEq, Desc};
use crate::engine::{Annotator, Res, Stop};
use crate::model::*;

impl Annotator {
    /// `r_uint(x)` and its like.
    pub(super) fn make_int(&mut self, class: IntClass, args: &CallArgs) -> Res {
        let (name, kind) = (format!("rarithmetic.{}", class.name()), int_kind(class));
        let a = self.fixed(&name, args, 0, 1)?.to_vec();
        let Some(&x) = a.first() else {
            return Ok(Annotation::int_kind(kind, true));
        };
        match x.kind() {
            // Of a number that wrapped around the sign is the machine's: a claim about sums says nothing here.
            AnnotationKind::Int { kind: from, .. } => Ok(Annotation::int_kind(
                kind,
                !from.signed && from.bits < kind.bits,
            )),
            AnnotationKind::Bool(_) => Ok(Annotation::int_kind(kind, true)),
            AnnotationKind::Float if kind.bits == 64 => Ok(Annotation::int_kind(kind, false)),
            AnnotationKind::Ptr(_) | AnnotationKind::Address => {
                Ok(Annotation::int_kind(kind, false))
            }
            _ => self.bad_argument(&name, x),
        }
    }

    /// Checks the arguments of a function of the library by the table.
    fn check_library_arguments(&mut self, f: &LibraryRow, args: &CallArgs) -> Result<(), Stop> {
        let name = f.name;
        let (n, least, most) = (args.values.len(), f.arity.least, f.arity.most);
        if !f.arity.holds(n) {
            let want = match least == most {
                true => most.to_string(),
                false => format!("{least} to {most}"),
            };
            let plural = if most == 1 { "" } else { "s" };
            let message = format!("{name}() takes {want} argument{plural}, {n} given");
            return self.fail::<()>("E0481", message);
        }
        for (&a, kind) in args.pos().iter().zip(f.kinds.chars()) {
            let number = matches!(
                a.kind(),
                AnnotationKind::Int { .. } | AnnotationKind::Bool(_)
            );
            let good = match kind {
                'f' => number || matches!(a.kind(), AnnotationKind::Float),
                'i' => number,
                's' => matches!(a.kind(), AnnotationKind::Text(TextKind { wide: false, .. })),
                'o' => {
                    let value = matches!(
                        a.kind(),
                        AnnotationKind::Float
                            | AnnotationKind::SingleFloat
                            | AnnotationKind::Text(TextKind { single: true, .. })
                    );
                    !number && !value && !a.is_none()
                }
                'd' => matches!(a.kind(), AnnotationKind::Dict(_)),
                _ => true,
            };
            if !good && !a.is_impossible() {
                self.bad_argument(name, a)?;
            }
        }
        Ok(())
    }

    /// A call of a function of the library.
    pub(super) fn call_library(&mut self, f: LibraryFunction, args: &CallArgs) -> Res {
        self.check_library_arguments(f.row(), args)?;
        // Where a rule looks at it, the table says that it is there.
        let a = args.values.first().copied();
        let a = a.unwrap_or(Annotation::impossible());
        match f {
            LibraryFunction::Number(f) => self.number_function(f, a),
            LibraryFunction::Object(f) => self.object_function(f, a, args),
            LibraryFunction::Debug(f) => self.debug_function(f, a, args),
            LibraryFunction::Jit(f) => self.jit_function(f, a, args),
            LibraryFunction::Memory(f) => self.memory_function(f, a),
        }
    }

    fn number_function(&mut self, f: NumberFunction, a: Annotation) -> Res {
        use NumberFunction as F;
        Ok(match f {
            F::Intmask | F::Longlongmask | F::Widen => return self.low_bits(f, a),
            F::Longlonglongmask => Annotation::int_kind(int_kind(IntClass::RLonglonglong), false),
            F::UintMulHigh => Annotation::int_kind(IntKind::UNSIGNED, false),
            F::SingleFloat => Annotation::new(AnnotationKind::SingleFloat),
            F::IsValidInt => Annotation::const_bool(is_signed(a)),
            F::Ovfcheck => a,
            F::OvfcheckFloatToInt | F::FloatHash | F::Float2Longlong => Annotation::int(),
            F::IsNan | F::IsInf | F::IsFinite => Annotation::bool(),
            F::Copysign | F::Longlong2Float => Annotation::float(),
            F::Formatd => Annotation::str0(),
        })
    }

    fn object_function(&mut self, f: ObjectFunction, a: Annotation, args: &CallArgs) -> Res {
        use ObjectFunction as F;
        Ok(match f {
            F::WeAreTranslated => Annotation::const_bool(true),
            F::IsAnnotationConstant => Annotation::const_bool(a.is_const()),
            F::AssertStr0 => match a.kind() {
                AnnotationKind::Text(t) if !t.wide && !t.single => {
                    Annotation::new(AnnotationKind::Text(t.with_no_nul(true)))
                }
                _ => a,
            },
            F::Likely | F::Unlikely => a,
            F::NonConstant => a.without_const(),
            F::IsUnwrapped => Annotation::bool(),
            F::Unwrapped => return self.unwrapped_instance(a, args.values[1]),
            F::ComputeHash
            | F::ComputeIdentityHash
            | F::ComputeUniqueId
            | F::CurrentObjectAddrAsInt => Annotation::int(),
            F::StringBuilder => Annotation::new(AnnotationKind::StringBuilder),
            F::UnicodeBuilder => Annotation::new(AnnotationKind::UnicodeBuilder),
            F::KeepaliveUntilHere | F::FreeNonGcObject => Annotation::none(),
            F::DelitemIfValueIs | F::MoveToEnd | F::PrepareDictUpdate => {
                if let AnnotationKind::Dict(d) = a.kind() {
                    self.mutate_dict(*d);
                }
                Annotation::none()
            }
            F::Instantiate => return self.instantiate_function(f, a),
            F::NewlistHint | F::NewlistFromSize => {
                let r = Annotation::list(self.new_list_here(0));
                self.resize_list(r)?;
                r
            }
            F::ResizelistHint => {
                self.resize_list(a)?;
                Annotation::none()
            }
            F::RDict | F::ROrderedDict => return self.make_r_dict(args),
            F::ReversedDict => return self.iter_of(a, IterKind::ReversedKeys),
            F::DictKeyHash => {
                let &AnnotationKind::Dict(d) = a.kind() else {
                    return Err(Stop::Blocked);
                };
                self.dict_key_hash(d, args.values[1])?
            }
            F::Hlinvoke | F::IntToBytearray => {
                return self.unsupported(format!("rpython.rlib.{}() at run time", f.name()));
            }
        })
    }

    fn debug_function(&mut self, f: DebugFunction, a: Annotation, args: &CallArgs) -> Res {
        use DebugFunction as F;
        Ok(match f {
            F::DebugPrint | F::DebugFlush | F::DebugPrintTraceback | F::AttachGdb | F::LlAssert => {
                Annotation::none()
            }
            F::DebugOffset => Annotation::int(),
            F::HaveDebugPrints | F::HaveDebugPrintsFor => Annotation::bool(),
            F::LlAssertNotNone => a.non_none(),
            F::Fatalerror | F::FatalerrorNotb => return self.block_harmlessly(),
            F::MakeSureNotModified => a,
            F::MakeSureNotResized => {
                if let AnnotationKind::List(l) = a.kind() {
                    let span = self.span;
                    let def = self.program.lists.get_mut(*l);
                    def.must_not_resize.get_or_insert(span);
                    self.check_list_flags(*l);
                }
                a
            }
            F::MarkDictNonNull => {
                if let AnnotationKind::Dict(d) = a.kind() {
                    self.program.dicts.get_mut(*d).force_non_null = true;
                }
                a
            }
            F::CheckNonneg | F::CheckRegularInt | F::CheckListOfChars | F::CheckAnnotation => {
                return self.check_function(f, a, args);
            }
        })
    }

    fn jit_function(&mut self, f: JitFunction, a: Annotation, args: &CallArgs) -> Res {
        use JitFunction as F;
        Ok(match f {
            F::Hint => return self.hint_function(args),
            F::SetParam => return self.set_param(args),
            F::Promote | F::PromoteString | F::PromoteUnicode => a.without_const().escaping(),
            F::EnsureIeeeFloat => a,
            F::CurrentTraceLength => Annotation::int(),
            F::WeAreJitted | F::IsConstant | F::IsVirtual => Annotation::bool(),
            F::JitDebug
            | F::RecordExactClass
            | F::RecordKnownClass
            | F::RecordExactValue
            | F::AssertGreen
            | F::EnterPortalFrame
            | F::LeavePortalFrame
            | F::Redeem => Annotation::none(),
        })
    }

    /// The functions that take the low bits of an integer.
    fn low_bits(&mut self, f: NumberFunction, a: Annotation) -> Res {
        match a.kind() {
            // What is no smaller than a word, and no word with a sign, stays what it is.
            AnnotationKind::Int { kind, .. }
                if f == NumberFunction::Widen
                    && (kind.bits > 64 || kind.bits == 64 && !kind.signed) =>
            {
                Ok(a)
            }
            AnnotationKind::Int { kind, .. } => Ok(match a.const_i64() {
                Some(i) => Annotation::const_int(i),
                // The number may have wrapped around before: that it is not negative is no longer claimed.
                None => Annotation::int_kind(IntKind::SIGNED, !kind.signed && kind.bits < 64),
            }),
            AnnotationKind::Bool(_) => Ok(Annotation::nonneg()),
            _ => self.bad_argument(f.name(), a),
        }
    }

    fn instantiate_function(&mut self, f: ObjectFunction, a: Annotation) -> Res {
        match a.kind() {
            AnnotationKind::Pbc { descs, .. } => {
                let mut r = Annotation::impossible();
                for &d in descs {
                    let class = match &self.program.descs[d] {
                        Desc::Class(c) => c.class.clone(),
                        _ => return self.bad_argument(f.name(), a),
                    };
                    let c = self.classdef(&class);
                    self.program.classes[c].instantiated = true;
                    r = self.join(r, Annotation::instance(c, false))?;
                }
                Ok(r)
            }
            AnnotationKind::TypeOf { class: Some(c), .. } => Ok(Annotation::instance(*c, false)),
            _ => self.bad_argument(f.name(), a),
        }
    }

    /// `rerased._unwrapped(x, C)`: an instance as an erased value, or as what the values of the pair with the class `C`
    /// are. Pairs of other values have no such instances.
    fn unwrapped_instance(&mut self, x: Annotation, class: Annotation) -> Res {
        let Some(Value::Class(class)) = class.const_value() else {
            return self.bad_argument("rerased._unwrapped", class);
        };
        let c = self.classdef(class);
        let known = match self.program.erased_base(c) {
            Some(base) if base != c => self.get_attribute(c, Name::new("value"), false)?,
            _ => Annotation::instance(c, false),
        };
        match (x.kind(), known.kind()) {
            (AnnotationKind::Instance { .. }, AnnotationKind::Instance { class, .. }) => {
                Ok(Annotation::instance(*class, false))
            }
            _ => self.block_harmlessly(),
        }
    }

    /// Functions that check what the annotator knows, and give their argument.
    fn check_function(&mut self, f: DebugFunction, a: Annotation, args: &CallArgs) -> Res {
        let holds = match f {
            DebugFunction::CheckNonneg if !a.is_nonneg() => {
                let message =
                    "check_nonneg(): the annotator does not prove that this is non-negative";
                return self.fail("E0488", message);
            }
            DebugFunction::CheckRegularInt => is_signed(a),
            DebugFunction::CheckListOfChars => match a.kind() {
                AnnotationKind::List(l) => matches!(
                    self.program.list_item(*l).kind(),
                    AnnotationKind::Text(TextKind { single: true, .. })
                        | AnnotationKind::Impossible
                ),
                kind => matches!(kind, AnnotationKind::None),
            },
            DebugFunction::CheckAnnotation => {
                let checker = args.values.get(1).and_then(|c| self.function_of(*c));
                if let (Some(hooks), Some(checker)) = (self.shared_hooks.clone(), checker)
                    && let Err(d) = hooks.check_annotation(self, a, &checker)
                {
                    return self.fail_with(*d);
                }
                true
            }
            _ => true,
        };
        if holds {
            Ok(a)
        } else {
            self.bad_argument(f.name(), a)
        }
    }

    /// `hint(x, NAME=True)`
    fn hint_function(&mut self, args: &CallArgs) -> Res {
        let mut keywords = args.shape.keywords.iter();
        if let Some(k) = keywords.find(|k| Hint::named(k.as_str()).is_none()) {
            self.findings.unknown_hints.insert(self.span, *k);
        }
        match args.values.first() {
            Some(a) => Ok(a.without_const().escaping()),
            None => self.fail("E0481", "jit.hint() needs an argument"),
        }
    }

    /// `set_param(driver, name, value)`: the name is known, the value an integer, or None for the default.
    fn set_param(&mut self, args: &CallArgs) -> Res {
        let [_, name, value] = self.fixed("jit.set_param", args, 3, 3)?[..] else {
            return Err(Stop::Failed);
        };
        let Some(name) = name.const_value().and_then(Value::as_text) else {
            return self.fail("E0489", "set_param(): the parameter's name is not constant");
        };
        let Some(parameter) = Parameter::named(&name) else {
            let message = format!("set_param(): there is no parameter `{name}`");
            return self.fail("E0489", message);
        };
        let good = match value.kind() {
            AnnotationKind::Text(t) if !t.wide && !t.single => parameter == Parameter::EnableOpts,
            AnnotationKind::Int { .. } | AnnotationKind::Bool(_) => {
                parameter != Parameter::EnableOpts
            }
            _ => value.is_none(),
        };
        if good {
            Ok(Annotation::none())
        } else {
            self.bad_argument("jit.set_param", value)
        }
    }

    /// The live function that an annotation stands for.
    fn function_of(&self, a: Annotation) -> Option<Value> {
        match (a.const_value(), a.descs()) {
            (Some(v), _) => Some(v.clone()),
            (None, Some([d])) => self.program.desc_value(*d),
            _ => None,
        }
    }

    fn make_r_dict(&mut self, args: &CallArgs) -> Res {
        let pos = args.pos();
        let (Some(&eq), Some(&hash)) = (pos.first(), pos.get(1)) else {
            return self.fail("E0481", "r_dict() needs the functions key_eq and key_hash");
        };
        let flag = |name: &str, at: usize| {
            args.keyword(name)
                .or(pos.get(at).copied())
                .and_then(|a| a.const_truth())
                .unwrap_or(false)
        };
        let (non_null, simple) = (flag("force_non_null", 2), flag("simple_hash_eq", 3));
        let id = self.new_dict_here(0);
        if self.program.dict(id).custom.is_none() {
            let (e, h) = (
                self.new_cell(Annotation::impossible()),
                self.new_cell(Annotation::impossible()),
            );
            let def = self.program.dicts.get_mut(id);
            def.custom = Some(CustomEq { eq: e, hash: h });
            def.force_non_null = non_null;
            def.simple_hash_eq = simple;
        }
        if let Some(c) = self.program.dict(id).custom {
            self.write_cell(c.eq, eq, "key_eq functions")?;
            self.write_cell(c.hash, hash, "key_hash functions")?;
        }
        self.check_custom_dict(id);
        Ok(Annotation::dict(id))
    }

    /// Methods of a `JitDriver`: merge points keep what they need for the JIT.
    pub(super) fn driver_method(&mut self, driver: &Value, name: &str, args: &CallArgs) -> Res {
        let index = self.driver(driver);
        match DriverMethod::named(name) {
            Some(DriverMethod::MergePoint) => {
                let live = self.driver_variables(index, name, args)?;
                let here = self.here;
                self.program.drivers[index]
                    .merge_points
                    .insert(here, live.clone());
                if self.options.jit {
                    self.annotate_driver_helpers(index, &live);
                }
            }
            Some(DriverMethod::CanEnterJit) => {
                self.driver_variables(index, name, args)?;
            }
            Some(DriverMethod::LoopHeader) => {}
            None => {
                let what = format!("the JitDriver method `{name}`");
                return self.fail_with(Diagnostic::unsupported(self.span, what));
            }
        }
        Ok(Annotation::none())
    }

    /// The variables that a driver declares, as a call of its method `name` gives them.
    fn driver_variables(
        &mut self,
        index: usize,
        name: &str,
        args: &CallArgs,
    ) -> Res<Vec<(Name, Annotation)>> {
        if args.shape.positional != 0 {
            return self.fail("E0489", format!("{name}() takes keyword arguments only"));
        }
        let info = &self.program.drivers[index];
        let (mut live, mut missing) = (Vec::new(), None);
        let reds = info.reds.clone().unwrap_or_default();
        for &g in info.greens.iter().chain(&reds) {
            // `frame.field` in a declaration means a field of a red.
            if g.as_str().contains('.') {
                continue;
            }
            match args.shape.keywords.iter().position(|&k| k == g) {
                Some(i) => live.push((g, args.values[i])),
                None => missing = missing.or(Some(g)),
            }
        }
        let mut keywords = args.shape.keywords.iter();
        let extra = keywords.find(|k| !info.greens.contains(k) && !reds.contains(k));
        let wrong = match (missing, extra) {
            (Some(m), Some(e)) => format!("{name}() lacks the variable `{m}`, and gets `{e}`"),
            (Some(m), None) => format!("{name}() lacks the variable `{m}`"),
            (None, Some(e)) if info.reds.is_some() => {
                format!("{name}(): `{e}` is neither green nor red in this driver")
            }
            _ => return Ok(live),
        };
        let list = |names: &[Name]| -> String {
            let names: Vec<&str> = names.iter().map(|n| n.as_str()).collect();
            format!("[{}]", names.join(", "))
        };
        let greens = list(&info.greens);
        let declared = match &info.reds {
            Some(reds) => format!("the driver has greens={greens} and reds={}", list(reds)),
            None => format!("the driver has greens={greens}"),
        };
        let d = Diagnostic::error("E0489", self.span, wrong).help(declared);
        self.fail_with(d)
    }

    /// Annotates the functions that a driver is asked with, such as `get_printable_location`, for its greens.
    fn annotate_driver_helpers(&mut self, index: usize, live: &[(Name, Annotation)]) {
        let n = self.program.drivers[index].greens.len();
        let greens: Vec<Annotation> = live
            .iter()
            .take(n)
            .map(|(_, a)| a.without_const())
            .collect();
        let v = self.program.drivers[index].value.clone();
        for h in [
            "get_printable_location",
            "get_location",
            "get_unique_id",
            "should_unroll_one_iteration",
        ] {
            let name = Name::new(h);
            let Ok(Some(f)) = self.front.getattr(&v, name) else {
                continue;
            };
            if f.is_none() {
                continue;
            }
            let a = self.constant(&f);
            let _ = self.call(a, &CallArgs::positional(&greens), Site::Unrecorded);
            if let Some([d]) = a.descs()
                && let Some(fd) = self.program.function(*d)
                && let Some((_, &g)) = fd.graphs.first()
            {
                self.program.drivers[index].helpers.insert(name, g);
            }
        }
    }

    fn memory_function(&mut self, f: MemoryFunction, a: Annotation) -> Res {
        use MemoryFunction as F;
        Ok(match f {
            F::GcIsEnabled | F::GcCanMove | F::StackAlmostFull => Annotation::bool(),
            F::GcCollectStep => Annotation::int(),
            F::FinalizerNext => self.finalizer_queue(a)?,
            F::FinalizerRegister => {
                self.finalizer_queue(a)?;
                Annotation::none()
            }
            F::GcCollect
            | F::GcEnable
            | F::GcDisable
            | F::GcAddMemoryPressure
            | F::CheckStackOverflow
            | F::StackCheck => Annotation::none(),
        })
    }
}

/// Whether it is an integer of the usual size.
fn is_signed(a: Annotation) -> bool {
    a.as_int_kind().is_some_and(|(k, _)| k == IntKind::SIGNED)
}
