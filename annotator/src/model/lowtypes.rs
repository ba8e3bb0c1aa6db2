//! Low-level types as live objects: what a program writes as `lltype.GcArray(lltype.Signed)` is an object of the
//! library until it becomes a container of the [`ir::lltype::TypeTable`] here.
//!
//! ```text
//! GcStruct('node', ('value', Signed), ('next', Ptr(NODE)))    GcForwardReference NODE, closed by `become`: a nominal structure
//! FixedSizeArray(Char, 4)                                     a structure with the fields item0 .. item3
//! ```
//! Types that are equal by structure are one container; recursive ones are one per `become`.
use ir::lltype::{
    ArrayType, Container, ContainerId, Field, FieldType, FuncType, Immutability, LLType,
    StructHints, StructType,
};
use ir::name::Name;
use python::live::{Identity, Value};
use python::vocabulary::lowlevel::LowLevelFunction;
use rustc_hash::FxHashMap;

use crate::engine::{Annotator, Res};
use crate::model::*;

const LLTYPE: &str = "rpython.rtyper.lltypesystem.lltype";

/// Types met so far.
#[derive(Default)]
pub(crate) struct LowTypes {
    /// By live object, which is kept: identities are addresses.
    known: FxHashMap<Identity, (Value, FieldType)>,
    /// The live object of a container.
    live: FxHashMap<ContainerId, Value>,
    /// Types that functions make of constants.
    made: FxHashMap<(LowLevelFunction, Vec<Annotation>), Value>,
    /// Structures being converted, by the identity of their dictionary of fields, and the container if one refers to
    /// itself.
    open: Vec<(Identity, Option<ContainerId>)>,
    /// Structures that were converted, by the same: a forward reference has the fields of what it became.
    closed: FxHashMap<Identity, (Value, ContainerId)>,
}

impl LowTypes {
    /// The type made of these constants before.
    pub(crate) fn made(&self, key: &(LowLevelFunction, Vec<Annotation>)) -> Option<Value> {
        self.made.get(key).cloned()
    }
    /// Remembers a type made of constants.
    pub(crate) fn remember(&mut self, key: (LowLevelFunction, Vec<Annotation>), made: Value) {
        self.made.insert(key, made);
    }
}

/// The class of the library that a live object is an instance of, if it is a low-level type or pointer.
fn library_class(v: &Value) -> Option<&'static str> {
    const CLASSES: [&str; 8] = [
        "FixedSizeArray",
        "Struct",
        "Array",
        "FuncType",
        "OpaqueType",
        "Ptr",
        "Primitive",
        "_ptr",
    ];
    let Value::Instance(i) = v else { return None };
    let class = i.class();
    class.mro().iter().find_map(|c| {
        let name = c.name.get();
        let known = CLASSES.iter().find(|n| name == **n)?;
        (c.module_name() == LLTYPE).then_some(*known)
    })
}

impl Annotator {
    /// An attribute of a live object.
    fn live_attr(&mut self, v: &Value, name: &str) -> Option<Value> {
        self.front.getattr(v, Name::new(name)).ok().flatten()
    }
    /// An item of a live dictionary.
    fn live_item(&mut self, v: &Value, key: &Value) -> Option<Value> {
        let get = self.live_attr(v, "__getitem__")?;
        self.front.call(&get, std::slice::from_ref(key)).ok()
    }
    fn live_text(&mut self, v: &Value, name: &str) -> Option<String> {
        Some(self.live_attr(v, name)?.as_text()?.to_string())
    }
    fn live_hint(&mut self, v: &Value, name: &str) -> bool {
        let Some(hints) = self.live_attr(v, "_hints") else {
            return false;
        };
        let Some(get) = self.live_attr(&hints, "get") else {
            return false;
        };
        matches!(
            self.front.call(&get, &[Value::str(name)]),
            Ok(Value::Bool(true) | Value::Int(1))
        )
    }

    /// The low-level type that a live object is; containers are inlined field types. `None`: it is no type.
    pub fn live_type(&mut self, v: &Value) -> Option<FieldType> {
        if let Some((_, t)) = self.low_types.known.get(&v.identity()) {
            return Some(*t);
        }
        let t = self.convert_type(v)?;
        self.low_types.known.insert(v.identity(), (v.clone(), t));
        if let FieldType::Inline(c) = t {
            self.low_types.live.entry(c).or_insert_with(|| v.clone());
        }
        Some(t)
    }

    fn convert_type(&mut self, v: &Value) -> Option<FieldType> {
        let gc = |a: &mut Self| a.live_text(v, "_gckind").is_some_and(|k| k == "gc");
        Some(match library_class(v)? {
            "Primitive" => FieldType::Value(self.primitive(v)?),
            "Ptr" => {
                let to = self.live_attr(v, "TO")?;
                match self.live_type(&to)? {
                    FieldType::Inline(c) => FieldType::Value(LLType::Ptr(c)),
                    FieldType::Value(_) => return None,
                }
            }
            "Array" => {
                let item = self.live_attr(v, "OF")?;
                let item = self.live_type(&item)?;
                let array = ArrayType {
                    gc: gc(self),
                    item,
                    immutable: self.live_hint(v, "immutable"),
                    nolength: self.live_hint(v, "nolength"),
                };
                FieldType::Inline(self.program.types.intern(Container::Array(array)))
            }
            "FuncType" => {
                let args = self.live_attr(v, "ARGS")?;
                let result = self.live_attr(v, "RESULT")?;
                let mut types = Vec::new();
                for a in args.as_tuple()?.iter() {
                    types.push(self.value_type(a)?);
                }
                let result = self.value_type(&result)?;
                let f = FuncType {
                    args: types,
                    result,
                };
                FieldType::Inline(self.program.types.intern(Container::Func(f)))
            }
            "OpaqueType" => {
                let c = Container::Opaque {
                    name: Name::new(&self.live_text(v, "tag")?),
                    gc: gc(self),
                };
                FieldType::Inline(self.program.types.intern(c))
            }
            "Struct" | "FixedSizeArray" => {
                let fields = self.live_attr(v, "_flds")?;
                let name = Name::new(&self.live_text(v, "_name")?);
                let gc = gc(self);
                let key = fields.identity();
                if let Some((_, c)) = self.low_types.closed.get(&key) {
                    return Some(FieldType::Inline(*c));
                }
                if let Some(i) = self.low_types.open.iter().position(|o| o.0 == key) {
                    let known = self.low_types.open[i].1;
                    let c = known.unwrap_or_else(|| self.program.types.forward(name, gc));
                    self.low_types.open[i].1 = Some(c);
                    return Some(FieldType::Inline(c));
                }
                self.low_types.open.push((key, None));
                let converted = self.struct_fields(v, &fields);
                let (_, forward) = self.low_types.open.pop()?;
                let c = Container::Struct(StructType {
                    name,
                    gc,
                    fields: converted?,
                    hints: StructHints::default(),
                });
                let c = match forward {
                    Some(id) => {
                        self.program.types.define(id, c);
                        id
                    }
                    None => self.program.types.intern(c),
                };
                self.low_types.closed.insert(key, (fields, c));
                FieldType::Inline(c)
            }
            _ => return None,
        })
    }
    fn struct_fields(&mut self, v: &Value, fields: &Value) -> Option<Vec<Field>> {
        let names = self.live_attr(v, "_names")?;
        let immutable = if self.live_hint(v, "immutable") {
            Immutability::Immutable
        } else {
            Immutability::Mutable
        };
        let mut out = Vec::new();
        for n in names.as_tuple()?.iter() {
            let t = self.live_item(fields, n)?;
            let ty = self.live_type(&t)?;
            // A field without values takes no room.
            if ty != FieldType::Value(LLType::Void) {
                out.push(Field {
                    name: Name::new(&n.as_text()?),
                    ty,
                    immutable,
                });
            }
        }
        Some(out)
    }
    /// A type of values (not a container).
    fn value_type(&mut self, v: &Value) -> Option<LLType> {
        match self.live_type(v)? {
            FieldType::Value(t) => Some(t),
            FieldType::Inline(_) => None,
        }
    }
    fn primitive(&mut self, v: &Value) -> Option<LLType> {
        if let Some(named) = LLType::named(&self.live_text(v, "_name")?) {
            return Some(named);
        }
        let class = self.live_attr(v, "_type")?;
        let bits = self.live_attr(&class, "BITS")?.as_int()?;
        let signed = match self.live_attr(&class, "SIGNED")? {
            Value::Bool(b) => b,
            other => other.as_int()? != 0,
        };
        let bits = u8::try_from(bits).ok()?;
        Some(IntKind { bits, signed }.lltype())
    }

    /// The live object of a low-level type: what `typeOf` gives.
    pub fn type_object(&mut self, t: LLType) -> Option<Value> {
        let module = match t {
            LLType::Ptr(c) => {
                let to = self.low_types.live.get(&c)?.clone();
                let ptr = self.front.import(LLTYPE, "Ptr").ok().flatten()?;
                return self.front.call(&ptr, &[to]).ok();
            }
            LLType::Address => "rpython.rtyper.lltypesystem.llmemory",
            _ => LLTYPE,
        };
        self.front.import(module, t.name()?).ok().flatten()
    }

    /// The annotation of a prebuilt low-level pointer.
    pub(crate) fn prebuilt_pointer(&mut self, v: &Value) -> Res<Option<Annotation>> {
        if library_class(v) != Some("_ptr") {
            return Ok(None);
        }
        match self.prebuilt_pointer_type(v) {
            Some(c) if matches!(self.program.types.get(c), Container::Func(_)) => {
                self.unsupported("a prebuilt pointer to a function")
            }
            Some(c) => Ok(Some(Annotation::ptr(LLType::Ptr(c)).with_const(v.clone()))),
            None => self.unsupported("a prebuilt pointer of such a type"),
        }
    }

    /// The container that a prebuilt low-level pointer is declared to lead to; `None`: it is none.
    pub fn prebuilt_pointer_type(&mut self, v: &Value) -> Option<ContainerId> {
        if library_class(v) != Some("_ptr") {
            return None;
        }
        let ty = self.live_attr(v, "_TYPE")?;
        match self.live_type(&ty)? {
            FieldType::Value(t) => t.container(),
            FieldType::Inline(_) => None,
        }
    }
    /// Whether a prebuilt container is a part of another one.
    pub fn is_part(&mut self, container: &Value) -> bool {
        !matches!(
            self.live_attr(container, "_parent"),
            None | Some(Value::None)
        )
    }
    /// What a prebuilt pointer leads to: the values of the fields or items; `None`: null.
    pub fn pointed_to(&mut self, v: &Value) -> Option<Value> {
        match self.live_attr(v, "_obj0")? {
            Value::None => None,
            container => Some(container),
        }
    }
    /// The pointer behind a prebuilt address; `None`: null.
    pub fn address_of(&mut self, v: &Value) -> Option<Value> {
        self.live_attr(v, "ptr").filter(|p| !p.is_none())
    }
    /// The value of a field of a prebuilt container; a container for an inlined one.
    pub fn prebuilt_field(&mut self, container: &Value, name: &str) -> Option<Value> {
        let values = self.live_attr(container, "_values")?;
        self.live_item(&values, &Value::str(name))
    }
    /// The items of a prebuilt array.
    pub fn prebuilt_items(&mut self, container: &Value) -> Option<Vec<Value>> {
        let get = self.live_attr(container, "_item")?;
        let bounds = self.live_attr(container, "_bounds")?;
        let bounds = self.front.call(&bounds, &[]).ok()?;
        let n = bounds.as_tuple()?.get(1)?.as_int()?;
        (0..n)
            .map(|i| self.front.call(&get, &[Value::Int(i)]).ok())
            .collect()
    }
    /// Whether a slot of a prebuilt container was never written.
    pub fn is_uninitialized(&self, v: &Value) -> bool {
        matches!(v, Value::Instance(i) if i.class().name.get() == "_uninitialized")
    }
}
