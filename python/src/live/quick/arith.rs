//! Operations on numbers that need neither Python code nor large integers.
use crate::code::{BinOp, CompareOp};
use crate::engine::Frame;
use crate::live::{Space, Value};

/// `a op b` of two integers, if it is an integer of 64 bits.
fn integers(op: BinOp, x: i64, y: i64) -> Option<i64> {
    match op {
        BinOp::Add => x.checked_add(y),
        BinOp::Sub => x.checked_sub(y),
        BinOp::Mul => x.checked_mul(y),
        BinOp::And => Some(x & y),
        BinOp::Or => Some(x | y),
        BinOp::Xor => Some(x ^ y),
        BinOp::FloorDiv | BinOp::Div => {
            let quotient = x.checked_div(y)?;
            // Rust rounds towards zero.
            Some(if x % y != 0 && (x < 0) != (y < 0) {
                quotient - 1
            } else {
                quotient
            })
        }
        BinOp::Mod => {
            let rest = x.checked_rem(y)?;
            Some(if rest != 0 && (rest < 0) != (y < 0) {
                rest + y
            } else {
                rest
            })
        }
        BinOp::LShift if (0..63).contains(&y) => {
            let r = x << y;
            (r >> y == x).then_some(r)
        }
        BinOp::RShift if y >= 0 => Some(x >> y.min(63)),
        _ => None,
    }
}

/// `x / y` of integers as a float.
fn quotient(x: i64, y: i64) -> Option<f64> {
    // Both are exact as floats, so that the quotient is rounded once.
    const EXACT: i64 = 1 << 53;
    let exact = |i: i64| (-EXACT..=EXACT).contains(&i);
    (y != 0 && exact(x) && exact(y)).then(|| x as f64 / y as f64)
}

/// `a op b` of two floats.
fn floats(op: BinOp, x: f64, y: f64) -> Option<f64> {
    match op {
        BinOp::Add => Some(x + y),
        BinOp::Sub => Some(x - y),
        BinOp::Mul => Some(x * y),
        BinOp::TrueDiv | BinOp::Div if y != 0.0 => Some(x / y),
        _ => None,
    }
}

/// Puts `a op b` in the place of the two values on top, if they are numbers and the result is simple; whether it did.
pub(super) fn binary(frame: &mut Frame<Space>, op: BinOp) -> bool {
    let [.., a, b] = frame.stack.as_mut_slice() else {
        return false;
    };
    let float = match (&*a, &*b) {
        (Value::Int(x), Value::Int(y)) if op == BinOp::TrueDiv => quotient(*x, *y),
        (Value::Int(x), Value::Int(y)) => {
            let Some(r) = integers(op, *x, *y) else {
                return false;
            };
            *a = Value::Int(r);
            frame.stack.pop();
            return true;
        }
        (Value::Float(x), Value::Float(y)) => floats(op, *x, *y),
        (Value::Float(x), Value::Int(y)) => floats(op, *x, *y as f64),
        (Value::Int(x), Value::Float(y)) => floats(op, *x as f64, *y),
        _ => None,
    };
    let Some(r) = float else {
        return false;
    };
    *a = Value::Float(r);
    frame.stack.pop();
    true
}

/// [`binary`] for one operator.
#[inline(always)]
pub(super) fn replace(
    frame: &mut Frame<Space>,
    integers: impl Fn(i64, i64) -> Option<i64>,
    floats: impl Fn(f64, f64) -> f64,
) -> bool {
    let [.., a, b] = frame.stack.as_mut_slice() else {
        return false;
    };
    match (&*a, &*b) {
        (Value::Int(x), Value::Int(y)) => {
            let Some(r) = integers(*x, *y) else {
                return false;
            };
            *a = Value::Int(r);
        }
        (Value::Float(x), Value::Float(y)) => *a = Value::Float(floats(*x, *y)),
        (Value::Float(x), Value::Int(y)) => *a = Value::Float(floats(*x, *y as f64)),
        (Value::Int(x), Value::Float(y)) => *a = Value::Float(floats(*x as f64, *y)),
        _ => return false,
    }
    frame.stack.pop();
    true
}

fn ordered<T: PartialOrd>(op: CompareOp, x: &T, y: &T) -> Option<bool> {
    Some(match op {
        CompareOp::Lt => x < y,
        CompareOp::Le => x <= y,
        CompareOp::Eq => x == y,
        CompareOp::Ne => x != y,
        CompareOp::Gt => x > y,
        CompareOp::Ge => x >= y,
        _ => return None,
    })
}

/// `item in container`, where that needs no Python code.
fn contains(container: &Value, item: &Value) -> Option<bool> {
    match (container, item) {
        (Value::Dict(d), Value::Str(_) | Value::Int(_)) => Some(d.get_simple(item)?.is_some()),
        _ => None,
    }
}

/// A comparison that needs no Python code.
#[inline(always)]
pub(super) fn compare(op: CompareOp, a: &Value, b: &Value) -> Option<bool> {
    match op {
        CompareOp::Is => return Some(a.is(b)),
        CompareOp::IsNot => return Some(!a.is(b)),
        CompareOp::In | CompareOp::NotIn => {
            return contains(b, a).map(|r| r == (op == CompareOp::In));
        }
        _ => {}
    }
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => ordered(op, x, y),
        (Value::Float(x), Value::Float(y)) => ordered(op, x, y),
        (Value::Str(x), Value::Str(y)) => match op {
            CompareOp::Eq => Some(x.bytes == y.bytes),
            CompareOp::Ne => Some(x.bytes != y.bytes),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down_and_the_rest_has_the_sign_of_the_divisor() {
        for (x, y, quotient, rest) in [
            (7, 2, 3, 1),
            (-7, 2, -4, 1),
            (7, -2, -4, -1),
            (-7, -2, 3, -1),
            (-6, 3, -2, 0),
        ] {
            assert_eq!(integers(BinOp::FloorDiv, x, y), Some(quotient));
            assert_eq!(integers(BinOp::Mod, x, y), Some(rest));
        }
    }

    #[test]
    fn what_does_not_fit_is_left_to_the_space() {
        assert_eq!(integers(BinOp::Add, i64::MAX, 1), None);
        assert_eq!(integers(BinOp::Mul, i64::MIN, -1), None);
        assert_eq!(integers(BinOp::FloorDiv, i64::MIN, -1), None);
        assert_eq!(integers(BinOp::Mod, i64::MIN, -1), None);
        assert_eq!(integers(BinOp::FloorDiv, 1, 0), None);
        assert_eq!(integers(BinOp::LShift, 1, 62), Some(1 << 62));
        assert_eq!(integers(BinOp::LShift, 1, 63), None);
        assert_eq!(integers(BinOp::LShift, -1, 64), None);
        assert_eq!(integers(BinOp::RShift, -5, 100), Some(-1));
        assert_eq!(quotient(1, 0), None);
        assert_eq!(quotient(1 << 60, 3), None);
        assert_eq!(quotient(7, 2), Some(3.5));
    }
}
