//! Low-level objects inside of programs: the functions of `rpython.rtyper.lltypesystem.lltype`, `llmemory` and `rffi`,
//! and the parts of containers.
//!
//! ```text
//! lltype.malloc(T, n, flavor='raw')    mallocvar[T](n)                  p.part    cast_adr_to_ptr(adr_add(cast_ptr_to_adr(p), offset))
//! p[i] of an array without length      raw_load(cast_ptr_to_adr(p), i * size)
//! ```
//! Arrays without length and of fixed size are read and written as raw memory: pointers to them may be made by casts,
//! so nothing is known of what else they share their memory with.
use ir::lltype::{Container, ContainerId, FieldType, LLType};
use lowlevel::{Const, Init, LLOp, ObjId, Value as LLValue};
use python::live::Value;
use python::vocabulary::lowlevel::LowLevelFunction;

use crate::repr::numbers::rint::k;
use crate::repr::objects::rpbc::CallArgs;
use crate::repr::{Repr, ReprId};
use crate::typer::consts::Pending;
use crate::typer::dispatch::Typed;
use crate::typer::lower::{HArg, Opd};
use crate::typer::{Hop, Lower, R, RTyper};

const S: LLType = LLType::Signed;

impl Lower<'_> {
    /// The low-level type that an argument is.
    fn type_of_arg(&mut self, a: &HArg) -> R<FieldType> {
        let t = match &a.const_value {
            Some(v) => self.rt.ann.annotator().live_type(v),
            None => None,
        };
        t.ok_or_else(|| {
            self.rt
                .internal("a low-level type that annotation does not know")
        })
    }
    fn container_of_arg(&mut self, a: &HArg) -> R<ContainerId> {
        match self.type_of_arg(a)? {
            FieldType::Inline(c) | FieldType::Value(LLType::Ptr(c)) => Ok(c),
            FieldType::Value(_) => Err(self.rt.internal("a primitive type for a container")),
        }
    }
    fn text_arg(&self, a: &HArg) -> R<String> {
        a.const_value
            .as_ref()
            .and_then(Value::as_text)
            .ok_or_else(|| self.rt.internal("no constant name"))
    }

    /// A call of one of the functions.
    pub fn lltype_call(&mut self, hop: &Hop, f: LowLevelFunction) -> R<Typed> {
        use LowLevelFunction as L;
        let call = self.call_args(hop)?;
        let pos = call.positional.clone();
        match f {
            L::Malloc => self.malloc_call(&call),
            L::Free => {
                let p = self.harg_as(&pos[0], pos[0].repr)?;
                if let LLType::Ptr(c) = self.ty(&p) {
                    self.emit(LLOp::Free(c), [p], LLType::Void);
                }
                self.typed_void()
            }
            // Types are no values at run time.
            L::RenderImmortal
            | L::Ptr
            | L::Array
            | L::GcArray
            | L::FixedSizeArray
            | L::CArray
            | L::CArrayPtr
            | L::CFixedArray => self.typed_void(),
            L::TypeOf => {
                if self.rt.lltype(hop.rresult)? == LLType::Void {
                    return self.typed_void();
                }
                let t = self.rt.lltype(pos[0].repr)?;
                let Some(v) = self.rt.ann.annotator().type_object(t) else {
                    return Err(self.unsupported_op(hop));
                };
                let c = self.rt.constant(hop.rresult, &v)?;
                Ok((k(c), hop.rresult))
            }
            L::NullPtr => {
                let c = self.container_of_arg(&pos[0])?;
                self.typed(k(Const::null(LLType::Ptr(c))), Repr::Ptr(c))
            }
            L::CastPointer
            | L::CastOpaquePtr
            | L::CastPtrToInt
            | L::CastIntToPtr
            | L::CastPrimitive
            | L::Cast
            | L::IdentityHash
            | L::IdentityHashNocache => self.cast_call(f, &pos),
            L::DirectFieldPtr | L::DirectArrayItems | L::DirectPtrAdd | L::PtrAdd => {
                self.part_call(f, &pos)
            }
            L::CastPtrToAdr | L::CastAdrToPtr | L::CastAdrToInt | L::CastIntToAdr => {
                self.address_call(f, &pos)
            }
            L::RawMalloc | L::RawFree | L::RawMemclear | L::RawMemcopy | L::RawMemmove => {
                self.raw_memory_call(f, &pos)
            }
            L::SizeOf | L::CSizeOf | L::OffsetOf | L::ItemOffsetOf | L::ArrayLengthOffset => {
                self.layout_call(hop, f, &call)
            }
        }
    }
    /// Pointers and numbers as pointers and numbers of other types.
    fn cast_call(&mut self, f: LowLevelFunction, pos: &[HArg]) -> R<Typed> {
        use LowLevelFunction as L;
        match f {
            L::CastPointer | L::CastOpaquePtr => {
                let c = self.container_of_arg(&pos[0])?;
                let p = self.harg_as(&pos[1], pos[1].repr)?;
                let v = self.cast_pointer(p, LLType::Ptr(c));
                self.typed(v, Repr::Ptr(c))
            }
            L::CastIntToPtr => {
                let c = self.container_of_arg(&pos[0])?;
                let i = self.int_arg(&pos[1], S)?;
                let v = self.emit(LLOp::CastIntToPtr, [i], LLType::Ptr(c));
                self.typed(v, Repr::Ptr(c))
            }
            L::CastPrimitive | L::Cast => {
                let FieldType::Value(to) = self.type_of_arg(&pos[0])? else {
                    return Err(self.rt.internal("a cast to a container"));
                };
                let v = self.harg_as(&pos[1], pos[1].repr)?;
                let v = self.cast_value(v, to)?;
                let r = self.rt.ll_repr(to);
                Ok((v, r))
            }
            // cast_ptr_to_int, identityhash
            _ => {
                let op = match f {
                    L::CastPtrToInt => LLOp::CastPtrToInt,
                    _ => LLOp::GcIdentityHash,
                };
                let p = self.harg_as(&pos[0], pos[0].repr)?;
                let v = self.emit(op, [p], S);
                self.typed_int(v)
            }
        }
    }
    /// Pointers to parts of raw memory.
    fn part_call(&mut self, f: LowLevelFunction, pos: &[HArg]) -> R<Typed> {
        let p = self.harg_as(&pos[0], pos[0].repr)?;
        let (offset, item) = match f {
            LowLevelFunction::DirectFieldPtr => {
                let name = self.text_arg(&pos[1])?;
                self.field_place(&p, &name)?
            }
            LowLevelFunction::DirectArrayItems => {
                let (item, offset, _) = self.items_place(&p)?;
                (offset, item)
            }
            // direct_ptradd, ptradd
            _ => {
                let t = self.ty(&p);
                let i = self.int_arg(&pos[1], S)?;
                let (_, _, size) = self.items_place(&p)?;
                let offset = self.scaled(i, size, 0);
                let v = self.part(p, offset, t);
                let r = self.rt.ll_repr(t);
                return Ok((v, r));
            }
        };
        let array = self.rt.types_mut().raw_array(item);
        let v = self.part(p, self.int(offset), LLType::Ptr(array));
        self.typed(v, Repr::Ptr(array))
    }
    /// Addresses from and to pointers and numbers.
    fn address_call(&mut self, f: LowLevelFunction, pos: &[HArg]) -> R<Typed> {
        use LowLevelFunction as L;
        match f {
            L::CastPtrToAdr => {
                let p = self.harg_as(&pos[0], pos[0].repr)?;
                let v = self.address_of(p);
                self.typed(v, Repr::Address)
            }
            L::CastAdrToPtr => {
                let a = self.harg_as(&pos[0], pos[0].repr)?;
                let c = self.container_of_arg(&pos[1])?;
                let v = self.emit(LLOp::CastAdrToPtr, [a], LLType::Ptr(c));
                self.typed(v, Repr::Ptr(c))
            }
            L::CastAdrToInt => {
                let a = self.harg_as(&pos[0], pos[0].repr)?;
                let v = self.emit(LLOp::CastAdrToInt, [a], S);
                self.typed_int(v)
            }
            // cast_int_to_adr
            _ => {
                let i = self.int_arg(&pos[0], S)?;
                let v = self.emit(LLOp::CastIntToAdr, [i], LLType::Address);
                self.typed(v, Repr::Address)
            }
        }
    }
    /// The type of raw memory: bytes.
    fn raw_bytes(&mut self) -> ContainerId {
        let byte = FieldType::Value(LLType::Char);
        self.rt.types_mut().raw_array(byte)
    }
    /// Raw memory behind addresses.
    fn raw_memory_call(&mut self, f: LowLevelFunction, pos: &[HArg]) -> R<Typed> {
        use LowLevelFunction as L;
        match f {
            L::RawMalloc => {
                let n = self.int_arg(&pos[0], S)?;
                let bytes = self.raw_bytes();
                let op = LLOp::MallocVar(bytes);
                let p = self.emit_raising(op, [n], LLType::Ptr(bytes))?;
                let v = self.address_of(p);
                return self.typed(v, Repr::Address);
            }
            L::RawFree => {
                let a = self.harg_as(&pos[0], pos[0].repr)?;
                let bytes = self.raw_bytes();
                let p = self.emit(LLOp::CastAdrToPtr, [a], LLType::Ptr(bytes));
                self.emit(LLOp::Free(bytes), [p], LLType::Void);
            }
            L::RawMemclear => {
                let a = self.harg_as(&pos[0], pos[0].repr)?;
                let n = self.int_arg(&pos[1], S)?;
                self.call_extern("gx_memzero", vec![a, n])?;
            }
            // raw_memcopy, raw_memmove
            _ => {
                let from = self.harg_as(&pos[0], pos[0].repr)?;
                let to = self.harg_as(&pos[1], pos[1].repr)?;
                let n = self.int_arg(&pos[2], S)?;
                self.call_extern("gx_memmove", vec![to, from, n])?;
            }
        }
        self.typed_void()
    }
    /// `sizeof`, `offsetof` and their kin: constants that the layout fixes.
    fn layout_call(&mut self, hop: &Hop, f: LowLevelFunction, call: &CallArgs) -> R<Typed> {
        use LowLevelFunction as L;
        let pos = &call.positional;
        let count = || {
            let keyword = call.keywords.iter().find(|(k, _)| k.as_str() == "n");
            pos.get(1).or(keyword.map(|(_, a)| a)).cloned()
        };
        match f {
            L::SizeOf | L::CSizeOf => {
                let (fixed, item) = match self.type_of_arg(&pos[0])? {
                    FieldType::Value(t) => (t.size(), 0),
                    FieldType::Inline(c) => {
                        let l = self.rt.types().layout(c);
                        (l.size, l.var.map_or(0, |v| v.item_size))
                    }
                };
                self.size_of(fixed, item, count())
            }
            L::ItemOffsetOf => {
                let c = self.container_of_arg(&pos[0])?;
                let null = k(Const::null(LLType::Ptr(c)));
                let (_, offset, size) = self.items_place(&null)?;
                self.size_of(offset as u32, size as u32, count())
            }
            // offsetof, arraylengthoffset
            _ => {
                let c = self.container_of_arg(&pos[0])?;
                let types = self.rt.types();
                let layout = types.layout(c);
                let offset = if f == L::OffsetOf {
                    let field = self.text_arg(&pos[1])?;
                    types.field_index(c, &field).map(|i| layout.offsets[i])
                } else {
                    layout.var.and_then(|v| v.length_offset)
                };
                let Some(offset) = offset else {
                    return Err(self.unsupported_op(hop));
                };
                let v = self.int(i64::from(offset));
                self.typed_int(v)
            }
        }
    }

    /// `fixed + n * item`
    fn size_of(&mut self, fixed: u32, item: u32, n: Option<HArg>) -> R<Typed> {
        let n = match n {
            Some(n) if !n.ann.is_none() => self.int_arg(&n, S)?,
            _ => self.int(0),
        };
        let v = self.scaled(n, i64::from(item), i64::from(fixed));
        self.typed_int(v)
    }
    /// `base + i * size`
    fn scaled(&mut self, i: Opd, size: i64, base: i64) -> Opd {
        if let Opd::Const(Const {
            value: LLValue::Int(i),
            ..
        }) = &i
        {
            return self.int(base + i * size);
        }
        let i = match size {
            1 => i,
            _ => self.op2(LLOp::IntMul, i, self.int(size), S),
        };
        match base {
            0 => i,
            _ => self.op2(LLOp::IntAdd, i, self.int(base), S),
        }
    }
    fn address_of(&mut self, p: Opd) -> Opd {
        self.emit(LLOp::CastPtrToAdr, [p], LLType::Address)
    }
    /// A pointer to what lies `offset` bytes further.
    fn part(&mut self, p: Opd, offset: Opd, to: LLType) -> Opd {
        let a = self.address_of(p);
        let a = match &offset {
            Opd::Const(c) if c.value == LLValue::Int(0) => a,
            _ => self.op2(LLOp::AdrAdd, a, offset, LLType::Address),
        };
        self.emit(LLOp::CastAdrToPtr, [a], to)
    }
    /// Offset and type of a field.
    fn field_place(&mut self, p: &Opd, name: &str) -> R<(i64, FieldType)> {
        let types = self.rt.types();
        let found = match self.ty(p) {
            LLType::Ptr(c) => types.field_index(c, name).map(|i| (c, i)),
            _ => None,
        };
        let Some((c, i)) = found else {
            return Err(self.rt.internal(format!("no field {name}")));
        };
        let offset = i64::from(types.layout(c).offsets[i]);
        Ok((offset, types.as_struct(c).fields[i].ty))
    }
    /// Items behind a pointer: their type, the offset of the first, their distance.
    fn items_place(&mut self, p: &Opd) -> R<(FieldType, i64, i64)> {
        let LLType::Ptr(c) = self.ty(p) else {
            return Err(self.rt.internal("items of no pointer"));
        };
        let types = self.rt.types();
        if let Some((item, _)) = self.rt.types().fixed_array(c) {
            let layout = types.layout(c);
            let size = match item {
                FieldType::Value(t) => t.size(),
                FieldType::Inline(inner) => types.layout(inner).size,
            };
            return Ok((item, i64::from(layout.offsets[0]), i64::from(size)));
        }
        let found = types
            .layout(c)
            .var
            .zip(lowlevel::verify::array_part(types, c).map(|a| a.item));
        let Some((var, item)) = found else {
            return Err(self.rt.unsupported("items of such a pointer"));
        };
        let offset = i64::from(var.items_offset);
        Ok((item, offset, i64::from(var.item_size)))
    }
    /// Whether the items are raw memory.
    fn raw_items(&self, c: ContainerId) -> bool {
        matches!(self.rt.container(c), Container::Array(a) if a.nolength)
            || self.rt.types().fixed_array(c).is_some()
    }

    /// `p[i]` of arrays that only programs have; `None`: an ordinary array.
    pub fn raw_getitem(&mut self, hop: &Hop, c: ContainerId) -> R<Option<Typed>> {
        let p = self.arg(hop, 0)?;
        let inlined = matches!(self.rt.types().item_type(c), Some(FieldType::Inline(_)));
        if !inlined && !self.raw_items(c) {
            return Ok(None);
        }
        let i = self.int_arg(&hop.args[1], S)?;
        let (item, offset, size) = self.items_place(&p)?;
        let offset = self.scaled(i, size, offset);
        Ok(Some(match item {
            FieldType::Inline(inner) => {
                let t = LLType::Ptr(inner);
                let v = self.part(p, offset, t);
                (v, self.rt.ll_repr(t))
            }
            FieldType::Value(t) => {
                let a = self.address_of(p);
                let v = self.emit(LLOp::RawLoad, [a, offset], t);
                (v, self.rt.ll_repr(t))
            }
        }))
    }
    /// `p[i] = v` of arrays that only programs have; whether it was one.
    pub fn raw_setitem(&mut self, hop: &Hop, c: ContainerId) -> R<bool> {
        if !self.raw_items(c) {
            return Ok(false);
        }
        let p = self.arg(hop, 0)?;
        let i = self.int_arg(&hop.args[1], S)?;
        let (FieldType::Value(t), offset, size) = self.items_place(&p)? else {
            return Err(self.unsupported_op(hop));
        };
        let offset = self.scaled(i, size, offset);
        let r = self.rt.ll_repr(t);
        let v = self.ll_arg(&hop.args[2], r)?;
        let a = self.address_of(p);
        self.emit(LLOp::RawStore, [a, offset, v], LLType::Void);
        Ok(true)
    }
    /// `p.name` where `name` is an inlined container: a pointer to it. `None`: it is a value.
    pub fn inlined_part(&mut self, p: Opd, name: &str) -> R<Option<Typed>> {
        let (offset, FieldType::Inline(inner)) = self.field_place(&p, name)? else {
            return Ok(None);
        };
        let t = LLType::Ptr(inner);
        let managed = self.rt.types().is_gc(inner);
        let v = if managed {
            self.cast_pointer(p, t)
        } else {
            self.part(p, self.int(offset), t)
        };
        Ok(Some((v, self.rt.ll_repr(t))))
    }

    fn malloc_call(&mut self, call: &CallArgs) -> R<Typed> {
        let c = self.container_of_arg(&call.positional[0])?;
        let keyword = call.keywords.iter().find(|(k, _)| k.as_str() == "n");
        let n = call.positional.get(1).or(keyword.map(|(_, a)| a)).cloned();
        let v = match n {
            Some(n) if !n.ann.is_none() => {
                let n = self.int_arg(&n, S)?;
                self.emit_raising(LLOp::MallocVar(c), [n], LLType::Ptr(c))?
            }
            _ => self.malloc(c),
        };
        self.typed(v, Repr::Ptr(c))
    }

    /// A value of another type: integers are cut or extended, pointers to raw memory are numbers.
    pub fn cast_value(&mut self, v: Opd, to: LLType) -> R<Opd> {
        use LLType::{Address, Float, Ptr, SingleFloat, Unsigned};
        let from = self.ty(&v);
        if from == to {
            return Ok(v);
        }
        Ok(match (from, to) {
            (SingleFloat, _) => {
                let v = self.emit(LLOp::CastSinglefloatToFloat, [v], Float);
                self.cast_value(v, to)?
            }
            (_, SingleFloat) => {
                let v = self.cast_value(v, Float)?;
                self.emit(LLOp::CastFloatToSinglefloat, [v], to)
            }
            (Float, LLType::Bool) => self.emit(LLOp::FloatIsTrue, [v], to),
            (Float, Unsigned) => self.emit(LLOp::CastFloatToUint, [v], to),
            (Float, _) => {
                let v = self.emit(LLOp::CastFloatToInt, [v], S);
                self.cast_value(v, to)?
            }
            (Unsigned, Float) => self.emit(LLOp::CastUintToFloat, [v], to),
            (S, Float) => self.emit(LLOp::CastIntToFloat, [v], to),
            (_, Float) => {
                let v = self.cast_value(v, S)?;
                self.emit(LLOp::CastIntToFloat, [v], to)
            }
            (Ptr(_), Address) => self.address_of(v),
            (Address, Ptr(_)) => self.emit(LLOp::CastAdrToPtr, [v], to),
            (Ptr(_), Ptr(_)) => self.part(v, self.int(0), to),
            (Ptr(_), _) => {
                let v = self.emit(LLOp::CastPtrToInt, [v], S);
                self.cast_value(v, to)?
            }
            (Address, _) => {
                let v = self.emit(LLOp::CastAdrToInt, [v], S);
                self.cast_value(v, to)?
            }
            (_, Ptr(_)) => {
                let v = self.cast_value(v, S)?;
                self.emit(LLOp::CastIntToPtr, [v], to)
            }
            (_, Address) => {
                let v = self.cast_value(v, S)?;
                self.emit(LLOp::CastIntToAdr, [v], to)
            }
            (a, b) if a.is_integral() && b.is_integral() => self.int_cast(v, a, b),
            _ => return Err(self.rt.internal("a cast of no value")),
        })
    }
}

impl RTyper {
    /// A prebuilt low-level pointer: one object per container that it leads to. `None`: another object.
    pub(crate) fn pointer_const(
        &mut self,
        r: ReprId,
        c: ContainerId,
        v: &Value,
    ) -> R<Option<Const>> {
        if !matches!(self.ann.annotator().prebuilt_pointer_type(v), Some(own) if own == c) {
            return Ok(None);
        }
        let ty = LLType::Ptr(c);
        let Some(container) = self.ann.annotator().pointed_to(v) else {
            return Ok(Some(Const::null(ty)));
        };
        if self.ann.annotator().is_part(&container) {
            return Err(self.unsupported("a prebuilt pointer to a part of a low-level object"));
        }
        let name = self.types().show_container(c);
        let constant = self.prebuilt(
            r,
            &container,
            c,
            || name,
            |o, _, v| Pending::LowLevel(o, c, v),
        );
        Ok(Some(constant))
    }
    /// A prebuilt address: null, or that of a low-level object.
    pub(crate) fn address_const(&mut self, v: &Value) -> R<Const> {
        let ty = LLType::Address;
        match self.ann.annotator().address_of(v) {
            None => Ok(Const::null(ty)),
            Some(p) => {
                let Some(c) = self.ann.annotator().prebuilt_pointer_type(&p) else {
                    return Err(self.unsupported("a prebuilt address of such an object"));
                };
                let r = self.ll_repr(LLType::Ptr(c));
                let value = self.constant(r, &p)?.value;
                Ok(Const { ty, value })
            }
        }
    }
    /// Makes the contents of a low-level object.
    pub(crate) fn fill_low_level(&mut self, o: ObjId, c: ContainerId, v: &Value) -> R<()> {
        let init = self.low_level_init(FieldType::Inline(c), v)?;
        self.prog.objects[o].init = init;
        Ok(())
    }
    fn low_level_init(&mut self, ty: FieldType, v: &Value) -> R<Init> {
        if self.ann.annotator().is_uninitialized(v) {
            return Ok(Init::Zero);
        }
        let c = match ty {
            FieldType::Value(t) => {
                let r = self.ll_repr(t);
                return Ok(Init::Value(self.constant(r, v)?.value));
            }
            FieldType::Inline(c) => c,
        };
        let missing = |s: &RTyper| s.internal("contents of a prebuilt low-level object");
        match self.types().get(c).clone() {
            Container::Struct(s) => {
                let mut parts = Vec::new();
                for f in &s.fields {
                    let Some(x) = self.ann.annotator().prebuilt_field(v, f.name.as_str()) else {
                        return Err(missing(self));
                    };
                    parts.push(self.low_level_init(f.ty, &x)?);
                }
                Ok(Init::Struct(parts))
            }
            Container::Array(a) => {
                let Some(items) = self.ann.annotator().prebuilt_items(v) else {
                    return Err(missing(self));
                };
                let parts: R<Vec<Init>> = items
                    .iter()
                    .map(|x| match self.low_level_init(a.item, x)? {
                        // The number of items counts: none may be left out.
                        Init::Zero => self.zero_init(a.item),
                        init => Ok(init),
                    })
                    .collect();
                Ok(Init::Array(parts?))
            }
            _ => Ok(Init::Zero),
        }
    }
    fn zero_init(&mut self, ty: FieldType) -> R<Init> {
        Ok(match ty {
            FieldType::Value(t) => Init::Value(Const::zero(t).value),
            FieldType::Inline(_) => Init::Zero,
        })
    }
}
