//! Reading prebuilt objects at translation time.
use ir::lltype::{ContainerId, FieldType, LLType};
use lowlevel::{Init, ObjId, Program, Value};

fn zero(ty: LLType) -> Value {
    lowlevel::Const::zero(ty).value
}

/// The part of a prebuilt object that is of container `c` (itself or a parent).
fn part(program: &Program, o: ObjId, c: ContainerId) -> Option<&Init> {
    let object = program.objects.get(o)?;
    let mut at = object.container;
    let mut init = &object.init;
    while at != c {
        at = program.types.super_struct(at)?;
        init = match init {
            Init::Struct(parts) => parts.first()?,
            Init::Zero => init,
            _ => return None,
        };
    }
    Some(init)
}

/// The initial value of field `f` of structure `c` in a prebuilt object.
pub fn read_field(program: &Program, o: ObjId, c: ContainerId, f: u32) -> Option<Value> {
    let FieldType::Value(ty) = program.types.as_struct(c).fields.get(f as usize)?.ty else {
        return None;
    };
    match part(program, o, c)? {
        Init::Zero => Some(zero(ty)),
        Init::Struct(parts) => match parts.get(f as usize)? {
            Init::Zero => Some(zero(ty)),
            Init::Value(v) => Some(*v),
            _ => None,
        },
        _ => None,
    }
}

/// The items of a prebuilt array, or of the array at the end of a prebuilt structure.
fn items(program: &Program, o: ObjId, c: ContainerId) -> Option<&Init> {
    let mut init = part(program, o, c)?;
    while let Init::Struct(parts) = init {
        init = parts.last()?;
    }
    Some(init)
}

/// The number of items of a prebuilt array or string.
pub fn read_length(program: &Program, o: ObjId, c: ContainerId) -> Option<usize> {
    match items(program, o, c)? {
        Init::Array(parts) => Some(parts.len()),
        Init::Bytes(b) => Some(b.len()),
        Init::Zero => Some(0),
        _ => None,
    }
}

/// The initial value of item `i`.
pub fn read_item(program: &Program, o: ObjId, c: ContainerId, i: i64) -> Option<Value> {
    let i = usize::try_from(i).ok()?;
    match items(program, o, c)? {
        Init::Bytes(b) => b.get(i).map(|&b| Value::Int(i64::from(b))),
        Init::Array(parts) => match parts.get(i)? {
            Init::Value(v) => Some(*v),
            Init::Zero => match lowlevel::verify::array_part(&program.types, c)?.item {
                FieldType::Value(t) => Some(zero(t)),
                FieldType::Inline(_) => None,
            },
            _ => None,
        },
        _ => None,
    }
}
