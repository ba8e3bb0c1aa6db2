//! Low-level objects inside of programs: the functions of `rpython.rtyper.lltypesystem.lltype`, `llmemory` and `rffi`.
//! (The toolchain's own helpers use the shorter vocabulary of [`super::llops`].)
//!
//! ```text
//! lltype.malloc(T, n, flavor='raw'): Ptr(T)      rffi.cast(rffi.UINT, x): r_uint32
//! llmemory.cast_ptr_to_adr(p): Address
//! ```
use ir::diag::Diagnostic;
use ir::lltype::{Container, ContainerId, FieldType, LLType};
use python::live::Value;
use python::vocabulary::lowlevel::LowLevelFunction;

use crate::calls::CallArgs;
use crate::calls::specialize::lltype_of;
use crate::engine::{Annotator, Res};
use crate::model::*;

impl Annotator {
    /// The low-level type that an argument is; a constant.
    pub(crate) fn type_arg(&mut self, name: &str, a: Annotation) -> Res<FieldType> {
        if let Some(v) = a.const_value()
            && let Some(t) = self.live_type(v)
        {
            return Ok(t);
        }
        let what = self.english(a);
        let d = self
            .error(
                "E0473",
                format!("{name}() needs a low-level type: {what} is none"),
            )
            .help("the type must be a constant, such as a global variable");
        let d = self.with_operand_origin(d, 1);
        self.fail_with(d)
    }
    fn container_type(&mut self, name: &str, a: Annotation) -> Res<ContainerId> {
        match self.type_arg(name, a)? {
            FieldType::Inline(c) => Ok(c),
            FieldType::Value(t) => {
                let t = self.program.types.show(t);
                self.fail("E0473", format!("{name}() of {t}, which is no container"))
            }
        }
    }
    fn pointer_type(&mut self, name: &str, a: Annotation) -> Res<ContainerId> {
        match self.type_arg(name, a)? {
            FieldType::Value(LLType::Ptr(c)) => Ok(c),
            FieldType::Value(t) => {
                let t = self.program.types.show(t);
                self.fail("E0473", format!("{name}() to {t}, which is no pointer"))
            }
            FieldType::Inline(c) => {
                let t = self.program.types.show_container(c);
                let d = self
                    .error("E0473", format!("{name}() to {t}, which is a container"))
                    .help("use a pointer to it: lltype.Ptr(...)");
                self.fail_with(d)
            }
        }
    }
    fn pointer(&mut self, name: &str, a: Annotation) -> Res<ContainerId> {
        match a.kind() {
            AnnotationKind::Ptr(LLType::Ptr(c)) => Ok(*c),
            _ => self.bad_argument(name, a).map(|_| ContainerId(0)),
        }
    }
    fn raw_pointer(&mut self, name: &str, a: Annotation) -> Res<ContainerId> {
        let c = self.pointer(name, a)?;
        if self.program.types.is_gc(c) {
            let t = self.program.types.show_container(c);
            let d = self
                .error(
                    "E0474",
                    format!("{name}() of {t}, which the collector manages"),
                )
                .label("managed objects move and are freed by the collector")
                .help("allocate it with flavor='raw', as lltype.Struct or lltype.Array");
            return self.fail_with(d);
        }
        Ok(c)
    }
    fn address_arg(&mut self, name: &str, a: Annotation) -> Res<()> {
        match a.kind() {
            AnnotationKind::Address => Ok(()),
            _ => self.bad_argument(name, a).map(|_| ()),
        }
    }

    /// A call of one of the functions.
    pub(super) fn call_lltypes(&mut self, f: LowLevelFunction, args: &CallArgs) -> Res {
        use LowLevelFunction as L;
        self.check_lltypes_arguments(f, args)?;
        let (name, a) = (f.place().1, args.pos());
        match f {
            L::Malloc => self.malloc_rule(args),
            L::Free | L::RenderImmortal => {
                self.raw_pointer(name, a[0])?;
                Ok(Annotation::none())
            }
            L::NullPtr => {
                let c = self.container_type(name, a[0])?;
                Ok(Annotation::ptr(LLType::Ptr(c)))
            }
            L::TypeOf => {
                let t = lltype_of(a[0]);
                match t.and_then(|t| self.type_object(t)) {
                    Some(v) => Ok(self.constant(&v)),
                    None => self.bad_argument(name, a[0]),
                }
            }
            L::CastPrimitive | L::Cast => self.cast_primitive_rule(name, a[0], a[1]),
            L::CastPointer
            | L::CastOpaquePtr
            | L::CastIntToPtr
            | L::CastPtrToInt
            | L::IdentityHash
            | L::IdentityHashNocache => self.pointer_rule(f, name, a),
            L::DirectFieldPtr | L::DirectArrayItems | L::DirectPtrAdd | L::PtrAdd => {
                self.part_rule(f, name, a)
            }
            L::Ptr
            | L::Array
            | L::GcArray
            | L::FixedSizeArray
            | L::CArray
            | L::CArrayPtr
            | L::CFixedArray => self.made_type(f, a),
            L::CastPtrToAdr
            | L::CastAdrToPtr
            | L::CastAdrToInt
            | L::CastIntToAdr
            | L::RawMalloc
            | L::RawFree
            | L::RawMemclear
            | L::RawMemcopy
            | L::RawMemmove => self.address_rule(f, name, a),
            L::SizeOf | L::CSizeOf | L::OffsetOf | L::ItemOffsetOf | L::ArrayLengthOffset => {
                self.layout_rule(f, name, a)
            }
        }
    }

    /// The number of arguments, and their names.
    fn check_lltypes_arguments(&mut self, f: LowLevelFunction, args: &CallArgs) -> Res<()> {
        let (row, name) = (f.row(), f.place().1);
        let mut keywords = args.shape.keywords.iter();
        if let Some(k) = keywords.find(|k| !row.keywords.contains(&k.as_str())) {
            let text = format!("{name}() takes no keyword argument `{k}`");
            return self.fail("E0481", text);
        }
        let (count, least, most) = (args.pos().len(), row.arity.least, row.arity.most);
        if !row.arity.holds(count) {
            let want = if least == most {
                format!("{least}")
            } else {
                format!("{least} to {most}")
            };
            let text = format!("{name}() takes {want} positional arguments, {count} given");
            return self.fail("E0481", text);
        }
        Ok(())
    }

    /// Pointers from and to other pointers and numbers.
    fn pointer_rule(&mut self, f: LowLevelFunction, name: &str, a: &[Annotation]) -> Res {
        use LowLevelFunction as L;
        match f {
            L::CastPointer | L::CastOpaquePtr => {
                let to = self.pointer_type(name, a[0])?;
                let from = self.pointer(name, a[1])?;
                self.cast_rule(name, from, to)
            }
            L::CastIntToPtr => {
                let to = self.pointer_type(name, a[0])?;
                if !a[1].is_integer() {
                    return self.bad_argument(name, a[1]);
                }
                Ok(Annotation::ptr(LLType::Ptr(to)))
            }
            // cast_ptr_to_int, identityhash
            _ => {
                self.pointer(name, a[0])?;
                Ok(Annotation::int())
            }
        }
    }

    /// Pointers to parts of raw memory.
    fn part_rule(&mut self, f: LowLevelFunction, name: &str, a: &[Annotation]) -> Res {
        let c = self.raw_pointer(name, a[0])?;
        let item = match f {
            LowLevelFunction::DirectFieldPtr => {
                let field = self.attr_name(a[1])?;
                match self.field_lltype(c, field)? {
                    LLType::Ptr(inner) if self.is_inlined(c, field) => FieldType::Inline(inner),
                    t => FieldType::Value(t),
                }
            }
            LowLevelFunction::DirectArrayItems => match self.program.types.item_type(c) {
                Some(item) => item,
                None => return self.bad_argument(name, a[0]),
            },
            // direct_ptradd, ptradd
            _ => {
                let open = matches!(self.program.types.get(c), Container::Array(t) if t.nolength);
                if !open || !a[1].is_integer() {
                    return self.bad_argument(name, if open { a[1] } else { a[0] });
                }
                return Ok(a[0].without_const());
            }
        };
        let array = self.program.types.raw_array(item);
        Ok(Annotation::ptr(LLType::Ptr(array)))
    }

    /// Addresses, and raw memory behind them.
    fn address_rule(&mut self, f: LowLevelFunction, name: &str, a: &[Annotation]) -> Res {
        use LowLevelFunction as L;
        match f {
            L::CastPtrToAdr => {
                self.pointer(name, a[0])?;
                Ok(Annotation::new(AnnotationKind::Address))
            }
            L::CastAdrToPtr => {
                self.address_arg(name, a[0])?;
                let to = self.pointer_type(name, a[1])?;
                Ok(Annotation::ptr(LLType::Ptr(to)))
            }
            L::CastAdrToInt => {
                self.address_arg(name, a[0])?;
                Ok(Annotation::int())
            }
            L::RawMalloc | L::CastIntToAdr => {
                if !a[0].is_integer() {
                    return self.bad_argument(name, a[0]);
                }
                Ok(Annotation::new(AnnotationKind::Address))
            }
            L::RawFree => {
                self.address_arg(name, a[0])?;
                Ok(Annotation::none())
            }
            // raw_memclear, raw_memcopy, raw_memmove
            _ => {
                let (size, addresses) = (a[a.len() - 1], &a[..a.len() - 1]);
                for &x in addresses {
                    self.address_arg(name, x)?;
                }
                if !size.is_integer() {
                    return self.bad_argument(name, size);
                }
                Ok(Annotation::none())
            }
        }
    }

    /// `sizeof`, `offsetof` and their kin: integers that are known after layout only.
    fn layout_rule(&mut self, f: LowLevelFunction, name: &str, a: &[Annotation]) -> Res {
        use LowLevelFunction as L;
        match f {
            L::SizeOf | L::CSizeOf => {
                self.type_arg(name, a[0])?;
            }
            L::OffsetOf => {
                let c = self.container_type(name, a[0])?;
                let field = self.attr_name(a[1])?;
                self.field_lltype(c, field)?;
            }
            // itemoffsetof, arraylengthoffset
            _ => {
                let c = self.container_type(name, a[0])?;
                if self.program.types.item_type(c).is_none() {
                    return self.bad_argument(name, a[0]);
                }
            }
        }
        Ok(Annotation::nonneg())
    }

    /// A type made of constants inside of a function: made once for each.
    fn made_type(&mut self, f: LowLevelFunction, a: &[Annotation]) -> Res {
        let mut values = Vec::new();
        for &x in a {
            match x.const_value() {
                Some(v) => values.push(v.clone()),
                None => {
                    self.type_arg(f.name(), x)?;
                }
            }
        }
        let key = (f, a.to_vec());
        if let Some(v) = self.low_types.made(&key) {
            return Ok(self.constant(&v));
        }
        let (module, name) = f.place();
        let made = match self.front.import(&module, name) {
            Ok(Some(f)) => self.front.call(&f, &values),
            Ok(None) => return self.unsupported(format!("{}()", f.name())),
            Err(d) => Err(d),
        };
        match made {
            Ok(v) => {
                self.low_types.remember(key, v.clone());
                Ok(self.constant(&v))
            }
            Err(d) => self.fail_with(*d),
        }
    }

    fn malloc_rule(&mut self, args: &CallArgs) -> Res {
        let a = args.pos();
        let c = self.container_type("malloc", a[0])?;
        let n = a.get(1).copied().or_else(|| args.keyword("n"));
        let n = n.filter(|n| !n.is_none());
        let shown = self.program.types.show_container(c);
        let flavor = args
            .keyword("flavor")
            .and_then(|f| f.const_value()?.as_text());
        let immortal = args.keyword("immortal").and_then(|i| i.const_truth()) == Some(true);
        let gc = self.program.types.is_gc(c);
        if immortal {
            return self.unsupported("malloc() of an immortal object at run time");
        }
        let help = match (gc, flavor.as_deref()) {
            (true, Some("raw")) => Some("leave flavor='raw' out, or make the type a raw one"),
            (false, None | Some("gc")) => Some("write flavor='raw', and free() it"),
            _ => None,
        };
        if let Some(help) = help {
            let kind = if gc { "a managed" } else { "a raw" };
            let d = Diagnostic::error(
                "E0474",
                self.span,
                format!(
                    "malloc() of {kind} object with flavor='{}'",
                    flavor.as_deref().unwrap_or("gc")
                ),
            )
            .label(format!("{shown} is {kind} container"))
            .help(help);
            return self.fail_with(d);
        }
        match (self.program.types.get(c), self.array_of(c), n) {
            (Container::Struct(_) | Container::Array(_), Some(_), Some(n)) if n.is_integer() => {}
            (Container::Struct(_) | Container::Array(_), Some(_), Some(n)) => {
                return self.bad_argument("malloc", n);
            }
            (Container::Struct(_), None, None) => {}
            (Container::Struct(_), None, Some(_)) => {
                return self.fail("E0474", format!("malloc() of {shown} with a length"));
            }
            (_, Some(_), None) => {
                let d = self
                    .error("E0474", format!("malloc() of {shown} without a length"))
                    .help("its items have no fixed number: malloc(T, n)");
                return self.fail_with(d);
            }
            _ => return self.unsupported(format!("malloc() of {shown}")),
        }
        Ok(Annotation::ptr(LLType::Ptr(c)))
    }

    /// Casts between pointers: up and down the first inlined structures, and to and from opaque ones.
    fn cast_rule(&mut self, name: &str, from: ContainerId, to: ContainerId) -> Res {
        let types = &self.program.types;
        let opaque = |c| matches!(types.get(c), Container::Opaque { .. });
        let related =
            opaque(from) || opaque(to) || types.is_subtype(from, to) || types.is_subtype(to, from);
        if !related || types.is_gc(from) != types.is_gc(to) {
            let (f, t) = (types.show_container(from), types.show_container(to));
            let d = self
                .error("E0475", format!("{name}() from Ptr({f}) to Ptr({t})"))
                .label("neither is the first part of the other");
            let d = self.with_operand_origin(d, 2);
            return self.fail_with(d);
        }
        Ok(Annotation::ptr(LLType::Ptr(to)))
    }

    fn cast_primitive_rule(&mut self, name: &str, to: Annotation, value: Annotation) -> Res {
        let FieldType::Value(to) = self.type_arg(name, to)? else {
            return self.bad_argument(name, to);
        };
        let pointers = name == "cast";
        let from = match lltype_of(value) {
            Some(t) if t != LLType::Void => t,
            _ => return self.bad_argument(name, value),
        };
        let raw = |a: &Annotator, t: LLType| match t {
            LLType::Ptr(c) => !a.program.types.is_gc(c),
            _ => true,
        };
        let is_pointer = |t| matches!(t, LLType::Ptr(_) | LLType::Address);
        let ok = match (is_pointer(from), is_pointer(to)) {
            (false, false) => to != LLType::Void,
            (true, true) => pointers && (from == to || raw(self, from) && raw(self, to)),
            (true, false) => pointers && to.is_integral() && raw(self, from),
            (false, true) => pointers && from.is_integral() && raw(self, to),
        };
        if !ok {
            let what = self.english(value);
            let t = self.program.types.show(to);
            let d = self.error(
                "E0475",
                format!("{name}() of {what} to {t} is not possible"),
            );
            let d = self.with_operand_origin(d, 2);
            return self.fail_with(d);
        }
        let result = Annotation::from_lltype(to);
        // A constant stays one where nothing is lost.
        match (value.const_i64(), result.as_int_kind()) {
            (Some(i), _) if to == LLType::Bool => Ok(Annotation::const_bool(i != 0)),
            (Some(i), Some((k, _))) if k == IntKind::SIGNED => Ok(Annotation::const_int(i)),
            (Some(i), Some((k, _))) if k.signed && k.bits < 64 => {
                let half = 1i64 << (k.bits - 1);
                Ok(Annotation::int_kind(k, i >= 0 && i < half))
            }
            _ => Ok(result),
        }
    }
}

/// Low-level pointers met as live objects.
pub(super) fn native(a: &mut Annotator, v: &Value) -> Option<Res> {
    match a.prebuilt_pointer(v) {
        Ok(Some(found)) => Some(Ok(found)),
        Ok(None) => None,
        Err(e) => Some(Err(e)),
    }
}
