//! Functions and classes of `rpython.rlib` whose meaning the annotator knows.
use ir::diag::Diagnostic;
use ir::name::Name;
use python::live::Value;

use crate::calls::{CallArgs, Site};
use crate::defs::{CustomEq, Desc};
use crate::engine::{Annotator, Res, Stop};
use crate::model::*;

const PREFIX: &str = "rpython.rlib.";

const KNOWN: &[&str] = &[
    "rarithmetic.intmask",
    "rarithmetic.longlongmask",
    "rarithmetic.widen",
    "rarithmetic.ovfcheck",
    "rarithmetic.ovfcheck_float_to_int",
    "rarithmetic.longlonglongmask",
    "rstring.assert_str0",
    "rarithmetic.is_valid_int",
    "rarithmetic.r_singlefloat",
    "objectmodel.we_are_translated",
    "objectmodel.compute_hash",
    "objectmodel.compute_identity_hash",
    "objectmodel.compute_unique_id",
    "objectmodel.current_object_addr_as_int",
    "objectmodel.keepalive_until_here",
    "objectmodel.instantiate",
    "objectmodel.newlist_hint",
    "objectmodel.resizelist_hint",
    "objectmodel.r_dict",
    "objectmodel.r_ordereddict",
    "objectmodel.likely",
    "objectmodel.unlikely",
    "objectmodel.free_non_gc_object",
    "objectmodel.hlinvoke",
    "objectmodel.is_annotation_constant",
    "objectmodel.int_to_bytearray",
    "objectmodel.reversed_dict",
    "objectmodel.iterkeys_with_hash",
    "objectmodel.delitem_if_value_is",
    "objectmodel.move_to_end",
    "objectmodel.prepare_dict_update",
    "objectmodel.newlist_from_size",
    "nonconst.NonConstant",
    "debug.debug_print",
    "debug.debug_start",
    "debug.debug_stop",
    "debug.debug_flush",
    "debug.debug_offset",
    "debug.have_debug_prints",
    "debug.have_debug_prints_for",
    "debug.ll_assert",
    "debug.ll_assert_not_none",
    "debug.fatalerror",
    "debug.fatalerror_notb",
    "debug.make_sure_not_resized",
    "debug.make_sure_not_modified",
    "debug.check_nonneg",
    "debug.check_regular_int",
    "debug.check_list_of_chars",
    "debug.check_annotation",
    "debug.mark_dict_non_null",
    "debug.attach_gdb",
    "jit.hint",
    "jit.promote",
    "jit.promote_string",
    "jit.promote_unicode",
    "jit.we_are_jitted",
    "jit.jit_debug",
    "jit.isconstant",
    "jit.isvirtual",
    "jit.set_param",
    "jit.virtual_ref",
    "jit.virtual_ref_finish",
    "jit.record_exact_class",
    "jit.record_known_class",
    "jit.record_exact_value",
    "jit.ensure_ieee_float",
    "jit.current_trace_length",
    "jit.assert_green",
    "jit.enter_portal_frame",
    "jit.leave_portal_frame",
    "rstring.StringBuilder",
    "rstring.UnicodeBuilder",
    "rfloat.isnan",
    "rfloat.isinf",
    "rfloat.isfinite",
    "rfloat.copysign",
    "rfloat.formatd",
    "rfloat.float_hash",
    "longlong2float.float2longlong",
    "longlong2float.longlong2float",
    "rgc.collect",
    "rgc.collect_step",
    "rgc.enable",
    "rgc.disable",
    "rgc.isenabled",
    "rgc.can_move",
    "rgc.add_memory_pressure",
    "rgc.get_rpy_memory_usage",
    "rstackovf.check_stack_overflow",
    "rstack.stack_almost_full",
    "rstack.stack_check",
];

pub(super) fn is_known(name: &str) -> bool {
    match name.strip_prefix(PREFIX) {
        Some(n) => KNOWN.contains(&n) || int_name(n).is_some(),
        None => false,
    }
}

/// `rarithmetic.r_uint` and its like as constructors.
fn int_name(n: &str) -> Option<IntKind> {
    super::int_class_named(n.strip_prefix("rarithmetic.")?)
}

/// Functions whose rule does not look at its arguments: the least number of them, and what they are. `f` a number, `i`
/// an integer, `s` a string, `o` something with an identity, `d` a dictionary, `*` anything.
const SIGNATURES: &[(&str, usize, &str)] = &[
    ("rarithmetic.ovfcheck", 1, "*"),
    ("rarithmetic.ovfcheck_float_to_int", 1, "f"),
    ("rarithmetic.longlonglongmask", 1, "i"),
    ("rarithmetic.r_singlefloat", 1, "f"),
    ("objectmodel.compute_hash", 1, "*"),
    ("objectmodel.compute_identity_hash", 1, "o"),
    ("objectmodel.compute_unique_id", 1, "o"),
    ("objectmodel.current_object_addr_as_int", 1, "o"),
    ("objectmodel.newlist_hint", 0, "i"),
    ("objectmodel.newlist_from_size", 1, "i"),
    ("objectmodel.resizelist_hint", 2, "*i"),
    ("objectmodel.move_to_end", 2, "d**"),
    ("objectmodel.prepare_dict_update", 2, "di"),
    ("objectmodel.delitem_if_value_is", 3, "d**"),
    ("objectmodel.reversed_dict", 1, "d"),
    ("jit.isconstant", 1, "*"),
    ("jit.isvirtual", 1, "*"),
    ("jit.promote", 1, "*"),
    ("jit.promote_string", 1, "*"),
    ("jit.promote_unicode", 1, "*"),
    ("jit.virtual_ref", 1, "*"),
    ("jit.virtual_ref_finish", 2, "**"),
    ("jit.record_exact_class", 2, "**"),
    ("jit.record_known_class", 2, "**"),
    ("jit.record_exact_value", 2, "**"),
    ("jit.assert_green", 1, "*"),
    ("rfloat.isnan", 1, "f"),
    ("rfloat.isinf", 1, "f"),
    ("rfloat.isfinite", 1, "f"),
    ("rfloat.copysign", 2, "ff"),
    ("rfloat.formatd", 3, "fsii"),
    ("rfloat.float_hash", 1, "f"),
    ("longlong2float.longlong2float", 1, "i"),
    ("longlong2float.float2longlong", 1, "f"),
    ("rgc.can_move", 1, "*"),
    ("debug.ll_assert", 2, "**"),
    ("debug.ll_assert_not_none", 1, "*"),
    ("rstring.StringBuilder", 0, "i"),
    ("rstring.UnicodeBuilder", 0, "i"),
];

/// What `hint(x, NAME=True)` may be called with.
const HINTS: [&str; 12] = [
    "access_directly",
    "concrete",
    "deepfreeze",
    "force_no_const",
    "force_virtualizable",
    "forget",
    "fresh_virtualizable",
    "global_merge_point",
    "promote",
    "promote_string",
    "promote_unicode",
    "variable",
];

/// What `set_param` may name: the parameters of RPython's JIT.
const PARAMETERS: [&str; 17] = [
    "decay",
    "disable_unrolling",
    "enable_opts",
    "function_threshold",
    "inlining",
    "loop_longevity",
    "max_retrace_guards",
    "max_unroll_loops",
    "max_unroll_recursion",
    "pureop_historylength",
    "retrace_limit",
    "threshold",
    "trace_eagerness",
    "trace_limit",
    "vec",
    "vec_all",
    "vec_cost",
];

impl Annotator {
    pub(super) fn call_rlib(&mut self, name: &str, args: &CallArgs) -> Option<Res> {
        let n = name.strip_prefix(PREFIX)?;
        if let Some(kind) = int_name(n) {
            return Some(self.make_int(n, kind, args));
        }
        KNOWN.contains(&n).then(|| self.rlib_rule(n, args))
    }

    fn make_int(&mut self, name: &str, kind: IntKind, args: &CallArgs) -> Res {
        let a = self.fixed(name, args, 0, 1)?.to_vec();
        let Some(&x) = a.first() else {
            return Ok(Annotation::int_kind(kind, true));
        };
        match x.kind() {
            // Of a number that wrapped around the sign is the machine's: a claim about sums says nothing here.
            Kind::Int { kind: from, .. } => Ok(Annotation::int_kind(
                kind,
                !from.signed && from.bits < kind.bits,
            )),
            Kind::Bool(_) => Ok(Annotation::int_kind(kind, true)),
            Kind::Float if kind.bits == 64 => Ok(Annotation::int_kind(kind, false)),
            Kind::Ptr(_) | Kind::Address => Ok(Annotation::int_kind(kind, false)),
            _ => self.bad_argument(name, x),
        }
    }

    /// Checks the arguments of a function in [`SIGNATURES`].
    fn check_signature(&mut self, name: &str, args: &CallArgs) -> Result<(), Stop> {
        let Some((_, least, kinds)) = SIGNATURES.iter().find(|(n, ..)| *n == name) else {
            return Ok(());
        };
        let (n, most) = (args.values.len(), kinds.len());
        if n < *least || n > most {
            let want = match *least == most {
                true => most.to_string(),
                false => format!("{least} to {most}"),
            };
            let plural = if most == 1 { "" } else { "s" };
            let message = format!("{name}() takes {want} argument{plural}, {n} given");
            return self.fail::<()>("E0481", message);
        }
        for (&a, kind) in args.pos().iter().zip(kinds.chars()) {
            let number = matches!(a.kind(), Kind::Int { .. } | Kind::Bool(_));
            let good = match kind {
                'f' => number || matches!(a.kind(), Kind::Float),
                'i' => number,
                's' => matches!(a.kind(), Kind::Str { .. } | Kind::Char { .. }),
                'o' => {
                    let value = matches!(
                        a.kind(),
                        Kind::Float | Kind::SingleFloat | Kind::Char { .. } | Kind::UniChar { .. }
                    );
                    !number && !value && !a.is_none()
                }
                'd' => matches!(a.kind(), Kind::Dict(_)),
                _ => true,
            };
            if !good && !a.is_impossible() {
                self.bad_argument(name, a)?;
            }
        }
        Ok(())
    }

    fn rlib_rule(&mut self, name: &str, args: &CallArgs) -> Res {
        self.check_signature(name, args)?;
        let first = args.values.first().copied();
        let need = |this: &mut Annotator| match first {
            Some(a) => Ok(a),
            None => this.fail("E0481", format!("{name}() needs an argument")),
        };
        let none = Ok(Annotation::none());
        match name {
            "rarithmetic.intmask" | "rarithmetic.longlongmask" | "rarithmetic.widen" => {
                let a = need(self)?;
                match a.kind() {
                    Kind::Int { kind, .. } => Ok(match a.const_i64() {
                        Some(i) => Annotation::const_int(i),
                        // The number may have wrapped around before: that it is not negative is no longer claimed.
                        None => {
                            Annotation::int_kind(IntKind::SIGNED, !kind.signed && kind.bits < 64)
                        }
                    }),
                    Kind::Bool(_) => Ok(Annotation::nonneg()),
                    _ => self.bad_argument(name, a),
                }
            }
            "rarithmetic.ovfcheck" => need(self),
            "rarithmetic.ovfcheck_float_to_int" => Ok(Annotation::int()),
            "rarithmetic.longlonglongmask" => Ok(Annotation::int_kind(
                IntKind {
                    bits: 128,
                    signed: true,
                },
                false,
            )),
            "rstring.assert_str0" => {
                let a = need(self)?;
                Ok(match a.kind() {
                    Kind::Str { nullable, .. } => Annotation::new(Kind::Str {
                        nullable: *nullable,
                        no_nul: true,
                    }),
                    _ => a,
                })
            }
            "rarithmetic.is_valid_int" => {
                let a = need(self)?;
                Ok(Annotation::const_bool(
                    a.as_int_kind().is_some_and(|(k, _)| k == IntKind::SIGNED),
                ))
            }
            "rarithmetic.r_singlefloat" => Ok(Annotation::new(Kind::SingleFloat)),
            "objectmodel.we_are_translated" => Ok(Annotation::const_bool(true)),
            "objectmodel.compute_hash"
            | "objectmodel.compute_identity_hash"
            | "objectmodel.compute_unique_id"
            | "objectmodel.current_object_addr_as_int" => {
                need(self)?;
                Ok(Annotation::int())
            }
            "objectmodel.keepalive_until_here" | "objectmodel.free_non_gc_object" => none,
            "objectmodel.instantiate" => {
                let a = need(self)?;
                match a.kind() {
                    Kind::Pbc { descs, .. } => {
                        let mut r = Annotation::impossible();
                        for &d in descs {
                            let class = match &self.program.descs[d] {
                                Desc::Class(c) => c.class.clone(),
                                _ => return self.bad_argument(name, a),
                            };
                            let c = self.classdef(&class);
                            self.program.classes[c].instantiated = true;
                            r = self.join(r, Annotation::instance(c, false))?;
                        }
                        Ok(r)
                    }
                    Kind::TypeOf { class: Some(c), .. } => Ok(Annotation::instance(*c, false)),
                    _ => self.bad_argument(name, a),
                }
            }
            "objectmodel.newlist_hint" | "objectmodel.newlist_from_size" => {
                let id = self.new_list_here(0);
                let r = Annotation::list(id);
                self.resize_list(r)?;
                Ok(r)
            }
            "objectmodel.resizelist_hint" => {
                let a = need(self)?;
                self.resize_list(a)?;
                none
            }
            "objectmodel.r_dict" | "objectmodel.r_ordereddict" => self.make_r_dict(args),
            "objectmodel.likely" | "objectmodel.unlikely" => need(self),
            "objectmodel.is_annotation_constant" => {
                let a = need(self)?;
                Ok(Annotation::const_bool(a.is_const()))
            }
            "objectmodel.reversed_dict" => {
                let a = need(self)?;
                self.iter_of(a, IterKind::ReversedKeys)
            }
            "objectmodel.move_to_end"
            | "objectmodel.prepare_dict_update"
            | "objectmodel.delitem_if_value_is" => {
                let a = need(self)?;
                if !matches!(a.kind(), Kind::Dict(_)) {
                    return self.bad_argument(name, a);
                }
                none
            }
            "nonconst.NonConstant" => need(self).map(Annotation::without_const),

            "debug.debug_print" | "debug.debug_start" | "debug.debug_stop"
            | "debug.debug_flush" | "debug.attach_gdb" => none,
            "debug.debug_offset" => Ok(Annotation::int()),
            "debug.have_debug_prints" | "debug.have_debug_prints_for" => Ok(Annotation::bool()),
            "debug.ll_assert" => none,
            "debug.ll_assert_not_none" => need(self).map(Annotation::non_none),
            "debug.fatalerror" | "debug.fatalerror_notb" => self.block_harmlessly(),
            "debug.make_sure_not_resized" => {
                let a = need(self)?;
                if let Kind::List(l) = a.kind() {
                    let span = self.span;
                    self.program
                        .lists
                        .get_mut(*l)
                        .must_not_resize
                        .get_or_insert(span);
                    self.check_list_flags(*l);
                }
                Ok(a)
            }
            "debug.make_sure_not_modified" => need(self),
            "debug.mark_dict_non_null" => {
                let a = need(self)?;
                if let Kind::Dict(d) = a.kind() {
                    self.program.dicts.get_mut(*d).force_non_null = true;
                }
                Ok(a)
            }
            "debug.check_nonneg" => {
                let a = need(self)?;
                if a.is_nonneg() {
                    return none;
                }
                self.fail(
                    "E0488",
                    "check_nonneg(): the annotator does not prove that this is non-negative",
                )
            }
            "debug.check_regular_int" => {
                let a = need(self)?;
                if a.as_int_kind().is_some_and(|(k, _)| k == IntKind::SIGNED) {
                    return none;
                }
                self.bad_argument(name, a)
            }
            "debug.check_list_of_chars" => {
                let a = need(self)?;
                match a.kind() {
                    Kind::List(l)
                        if matches!(
                            self.program.list_item(*l).kind(),
                            Kind::Char { .. } | Kind::UniChar { .. } | Kind::Impossible
                        ) =>
                    {
                        none
                    }
                    _ => self.bad_argument(name, a),
                }
            }
            "debug.check_annotation" => {
                let a = need(self)?;
                let checker = args.values.get(1).and_then(|c| self.function_of(*c));
                if let (Some(hooks), Some(checker)) = (self.shared_hooks.clone(), checker)
                    && let Err(d) = hooks.check_annotation(self, a, &checker)
                {
                    return self.fail_with(*d);
                }
                none
            }

            "jit.hint" => {
                let unknown = args
                    .shape
                    .keywords
                    .iter()
                    .find(|k| !HINTS.contains(&k.as_str()));
                if let Some(k) = unknown {
                    return self.fail("E0489", format!("hint(): there is no hint `{k}`"));
                }
                let a = need(self)?;
                Ok(a.without_const().escaping())
            }
            "jit.promote" | "jit.promote_string" | "jit.promote_unicode" | "jit.virtual_ref" => {
                let a = need(self)?;
                Ok(a.without_const().escaping())
            }
            "jit.we_are_jitted" => Ok(Annotation::bool()),
            "jit.isconstant" | "jit.isvirtual" => Ok(Annotation::bool()),
            "jit.set_param" => self.set_param(args),
            "jit.jit_debug"
            | "jit.virtual_ref_finish"
            | "jit.record_exact_class"
            | "jit.record_known_class"
            | "jit.record_exact_value"
            | "jit.assert_green"
            | "jit.enter_portal_frame"
            | "jit.leave_portal_frame" => none,
            "jit.ensure_ieee_float" => need(self),
            "jit.current_trace_length" => Ok(Annotation::int()),

            "rstring.StringBuilder" => Ok(Annotation::new(Kind::StringBuilder)),
            "rstring.UnicodeBuilder" => Ok(Annotation::new(Kind::UnicodeBuilder)),
            "rfloat.isnan" | "rfloat.isinf" | "rfloat.isfinite" => Ok(Annotation::bool()),
            "rfloat.copysign" | "longlong2float.longlong2float" => Ok(Annotation::float()),
            "rfloat.formatd" => Ok(Annotation::str0()),
            "rfloat.float_hash" | "longlong2float.float2longlong" => Ok(Annotation::int()),
            "rgc.collect" | "rgc.enable" | "rgc.disable" | "rgc.add_memory_pressure" => none,
            "rgc.collect_step" | "rgc.isenabled" | "rgc.can_move" => Ok(Annotation::bool()),
            "rgc.get_rpy_memory_usage" => Ok(Annotation::int()),
            "rstackovf.check_stack_overflow" | "rstack.stack_check" => none,
            "rstack.stack_almost_full" => Ok(Annotation::bool()),
            _ => self.unsupported(format!("rpython.rlib.{name}() at run time")),
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
        if !PARAMETERS.contains(&name.as_str()) {
            let message = format!("set_param(): there is no parameter `{name}`");
            return self.fail("E0489", message);
        }
        let good = match value.kind() {
            Kind::Str { .. } => name == "enable_opts",
            Kind::Int { .. } | Kind::Bool(_) => name != "enable_opts",
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
            (None, Some([d])) => self.desc_value(*d),
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
        match name {
            "jit_merge_point" | "can_enter_jit" => {
                if args.shape.positional != 0 {
                    return self.fail("E0489", format!("{name}() takes keyword arguments only"));
                }
                let info = &self.program.drivers[index];
                let mut live = Vec::new();
                let mut missing = Vec::new();
                let reds = info.reds.clone().unwrap_or_default();
                for &g in info.greens.iter().chain(&reds) {
                    // `frame.field` in a declaration means a field of a red.
                    if g.as_str().contains('.') {
                        continue;
                    }
                    match args.shape.keywords.iter().position(|&k| k == g) {
                        Some(i) => live.push((g, args.values[i])),
                        None => missing.push(g),
                    }
                }
                let auto = info.reds.is_none();
                let extra: Vec<Name> = args
                    .shape
                    .keywords
                    .iter()
                    .copied()
                    .filter(|k| !info.greens.contains(k) && !reds.contains(k))
                    .collect();
                let declared = || {
                    let list = |names: &[Name]| -> String {
                        let names: Vec<&str> = names.iter().map(|n| n.as_str()).collect();
                        format!("[{}]", names.join(", "))
                    };
                    let info = &self.program.drivers[index];
                    match &info.reds {
                        Some(reds) => format!(
                            "the driver has greens={} and reds={}",
                            list(&info.greens),
                            list(reds)
                        ),
                        None => format!("the driver has greens={}", list(&info.greens)),
                    }
                };
                let wrong = match (missing.first(), extra.first()) {
                    (Some(m), Some(e)) => {
                        Some(format!("{name}() lacks the variable `{m}`, and gets `{e}`"))
                    }
                    (Some(m), None) => Some(format!("{name}() lacks the variable `{m}`")),
                    (None, Some(e)) if !auto => Some(format!(
                        "{name}(): `{e}` is neither green nor red in this driver"
                    )),
                    _ => None,
                };
                if let Some(message) = wrong {
                    let d =
                        ir::diag::Diagnostic::error("E0489", self.span, message).help(declared());
                    return self.fail_with(d);
                }
                if name == "jit_merge_point" {
                    let here = self.here;
                    self.program.drivers[index]
                        .merge_points
                        .insert(here, live.clone());
                    if self.options.jit {
                        self.annotate_driver_helpers(index, &live);
                    }
                }
                Ok(Annotation::none())
            }
            "loop_header" => Ok(Annotation::none()),
            _ => {
                let d =
                    Diagnostic::unsupported(self.span, format!("the JitDriver method `{name}`"));
                self.fail_with(d)
            }
        }
    }

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
}
