//! Algebraic rules of operations: what an operation gives that need not be executed. Once for the passes, which know
//! constants and definitions, and for the JIT, which knows the ranges of values besides.
//!
//! ```text
//! int_add(v0, 0)                           v0
//! int_mul_ovf(v0, 1)                       v0, no overflow
//! uint_and(v0, v0)                         v0
//! char_ge(v0, '\0')                        true
//! cast_int_to_char(cast_char_to_int(v0))   v0
//! int_lt(v0, v1)                           true, if v0 is at most 4 and v1 at least 5
//! ```
//! The arguments are not all constant: that is the matter of [`super::arith`]. Which operations compare, swap or undo
//! each other is declared in [`super::ops`].
use ir::model::OpInfo;

use super::LLOp;
use super::ops::{Compared, Comparison};

/// What the rules ask of values.
pub trait Algebra {
    /// A value; equal ones hold the same at run time.
    type Value: Clone + PartialEq;
    /// The operation that made it, and its first argument.
    fn definition(&self, v: &Self::Value) -> Option<(&LLOp, Self::Value)>;
    /// The number that it is (floats and pointers: `None`).
    fn constant(&self, v: &Self::Value) -> Option<i64>;
    /// The least and the greatest number that it may be, as signed numbers.
    fn interval(&self, v: &Self::Value) -> (i64, i64) {
        self.constant(v).map_or((i64::MIN, i64::MAX), |n| (n, n))
    }
}

/// What an operation gives. Those that may overflow do not.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Known<V> {
    /// A value that there is.
    Value(V),
    /// A number of the result's type.
    Number(i64),
}

/// What a rule relied on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis {
    /// How the arguments were made, or that they are the same.
    Form,
    /// The constants among the arguments, too.
    Constants,
    /// The intervals of the arguments.
    Intervals,
}

/// What an operation gives, if it needs not be executed, and why.
pub fn simplify<A: Algebra>(
    a: &A,
    op: &LLOp,
    args: &[A::Value],
) -> Option<(Known<A::Value>, Basis)> {
    match args {
        [x] => unary(a, op, x),
        [x, y] => match op.comparison() {
            Some((what, how)) => compare(a, what, how, x, y),
            None => binary(a, op, x, y),
        },
        [low, x, high] if *op == LLOp::IntBetween => {
            let (low, x, high) = (a.interval(low), a.interval(x), a.interval(high));
            let truth = if low.1 <= x.0 && x.1 < high.0 {
                true
            } else if x.1 < low.0 || x.0 >= high.1 {
                false
            } else {
                return None;
            };
            Some((Known::Number(truth.into()), Basis::Intervals))
        }
        _ => None,
    }
}

fn unary<A: Algebra>(a: &A, op: &LLOp, x: &A::Value) -> Option<(Known<A::Value>, Basis)> {
    // Casts of addresses are no numbers: objects move.
    if op.is_pure()
        && let (Some(undone), Some((d, inner))) = (op.undoes(), a.definition(x))
        && d == undone
    {
        return Some((Known::Value(inner), Basis::Form));
    }
    let (low, _) = a.interval(x);
    let known = match op {
        LLOp::IntIsTrue if low >= 1 => Known::Number(1),
        LLOp::IntAbs | LLOp::IntForceGeZero if low >= 0 => Known::Value(x.clone()),
        _ => return None,
    };
    Some((known, Basis::Intervals))
}

fn binary<A: Algebra>(
    a: &A,
    op: &LLOp,
    x: &A::Value,
    y: &A::Value,
) -> Option<(Known<A::Value>, Basis)> {
    use LLOp::*;
    let (cx, cy) = (a.constant(x), a.constant(y));
    let left = || Some((Known::Value(x.clone()), Basis::Constants));
    let right = || Some((Known::Value(y.clone()), Basis::Constants));
    let zero = |basis| Some((Known::Number(0), basis));
    // No rule of what wraps is one where it overflows.
    match op.wrapping().unwrap_or(op) {
        IntAdd | UintAdd | IntOr | UintOr | IntXor | UintXor if cx == Some(0) => right(),
        IntAdd | UintAdd | IntSub | UintSub | IntOr | UintOr | IntXor | UintXor | IntLshift
        | UintLshift | IntRshift | UintRshift
            if cy == Some(0) =>
        {
            left()
        }
        IntMul | UintMul if cx == Some(1) => right(),
        IntMul | UintMul | IntFloordiv | UintFloordiv if cy == Some(1) => left(),
        IntMul | UintMul | IntAnd | UintAnd if cx == Some(0) || cy == Some(0) => {
            zero(Basis::Constants)
        }
        IntAnd | UintAnd if cx == Some(-1) => right(),
        IntAnd | UintAnd if cy == Some(-1) => left(),
        IntMod | UintMod if cy == Some(1) => zero(Basis::Constants),
        IntSub | UintSub | IntXor | UintXor if x == y => zero(Basis::Form),
        IntAnd | UintAnd | IntOr | UintOr if x == y => Some((Known::Value(x.clone()), Basis::Form)),
        IntRshift if cy == Some(63) && a.interval(x).0 >= 0 => zero(Basis::Intervals),
        _ => None,
    }
}

fn compare<A: Algebra>(
    a: &A,
    what: Compared,
    how: Comparison,
    x: &A::Value,
    y: &A::Value,
) -> Option<(Known<A::Value>, Basis)> {
    use Comparison::*;
    let truth = |t: bool, basis| Some((Known::Number(t.into()), basis));
    // A float may be no number, and that is not equal to itself.
    if x == y && what != Compared::Float {
        return truth(how.of_equals(), Basis::Form);
    }
    let (cx, cy) = (a.constant(x), a.constant(y));
    // A converted truth value.
    if what == Compared::Int
        && matches!((how, cy), (Ne, Some(0)) | (Eq, Some(1)))
        && let Some((LLOp::CastBoolToInt, inner)) = a.definition(x)
    {
        return Some((Known::Value(inner), Basis::Constants));
    }
    match what {
        Compared::Uint | Compared::Char | Compared::Unichar => {
            // Nothing is less than zero, and nothing is greater than the greatest number.
            let is_most = |c| what == Compared::Uint && c == Some(-1);
            match how {
                Lt | Ge if cy == Some(0) || is_most(cx) => {
                    return truth(how == Ge, Basis::Constants);
                }
                Gt | Le if cx == Some(0) || is_most(cy) => {
                    return truth(how == Le, Basis::Constants);
                }
                _ => {}
            }
            if what == Compared::Uint {
                return None;
            }
        }
        Compared::Int => {}
        Compared::Float | Compared::Ptr | Compared::Adr => return None,
    }
    let ((xl, xh), (yl, yh)) = (a.interval(x), a.interval(y));
    let decided = match how {
        Lt if xh < yl => true,
        Lt if xl >= yh => false,
        Le if xh <= yl => true,
        Le if xl > yh => false,
        Gt if xl > yh => true,
        Gt if xh <= yl => false,
        Ge if xl >= yh => true,
        Ge if xh < yl => false,
        Eq | Ne if xh < yl || yh < xl => how == Ne,
        _ => return None,
    };
    truth(decided, Basis::Intervals)
}

#[cfg(test)]
mod tests {
    use ir::lltype::LLType;

    use super::*;
    use crate::{Value, arith};

    const SAMPLES: [i64; 11] = [0, 1, 2, 63, 64, 255, -1, -2, i64::MAX, i64::MIN, 97];

    /// Two variables with values, of which little is known, and constants.
    struct Sample {
        values: [i64; 2],
        /// How the first one was made, and of what.
        made: Option<(LLOp, i64)>,
        /// Both are known to lie around their values.
        narrow: bool,
    }

    #[derive(Clone, Copy, PartialEq, Debug)]
    enum V {
        Var(usize),
        Inner(i64),
        Const(i64),
    }

    impl Sample {
        fn value(&self, v: V) -> i64 {
            match v {
                V::Var(i) => self.values[i],
                V::Inner(n) | V::Const(n) => n,
            }
        }
    }

    impl Algebra for Sample {
        type Value = V;
        fn definition(&self, v: &V) -> Option<(&LLOp, V)> {
            let (op, inner) = self.made.as_ref()?;
            (*v == V::Var(0)).then_some((op, V::Inner(*inner)))
        }
        fn constant(&self, v: &V) -> Option<i64> {
            match v {
                V::Const(n) => Some(*n),
                _ => None,
            }
        }
        fn interval(&self, v: &V) -> (i64, i64) {
            let n = self.value(*v);
            match v {
                V::Const(_) => (n, n),
                _ if self.narrow => (n.saturating_sub(1), n.saturating_add(1)),
                _ => (i64::MIN, i64::MAX),
            }
        }
    }

    fn fits(letter: u8, n: i64) -> bool {
        match letter {
            b'S' | b'U' => true,
            b'B' => n == 0 || n == 1,
            b'C' => (0..256).contains(&n),
            b'H' => (0..0x11_0000).contains(&n),
            _ => false,
        }
    }

    /// Checks the rule for one choice of arguments; whether there was one.
    fn check(s: &Sample, op: &LLOp, args: &[V]) -> bool {
        let values: Vec<Value> = args.iter().map(|&v| Value::Int(s.value(v))).collect();
        let ty = match op.signature().1 {
            "C" => LLType::Char,
            "H" => LLType::UniChar,
            _ => LLType::Signed,
        };
        let int = |i: usize| args.get(i).map_or(0, |&v| s.value(v));
        let expected = match arith::eval_ovf(op, int(0), int(1)) {
            Some((n, overflow)) => (!overflow).then_some(Value::Int(n)),
            None => arith::eval(op, &values, ty),
        };
        let Some((known, _)) = simplify(s, op, args) else {
            return false;
        };
        let got = match known {
            Known::Value(v) => s.value(v),
            Known::Number(n) => n,
        };
        assert_eq!(
            Some(Value::Int(got)),
            expected,
            "{op:?} {args:?} {:?}",
            s.values
        );
        true
    }

    #[test]
    fn rules_give_what_the_operations_give() {
        let mut applied = 0;
        for op in LLOp::SIMPLE.iter().filter(|o| o.is_pure() || o.is_ovf()) {
            let letters = op.signature().0.as_bytes();
            let all = |i: usize| {
                let letter = letters.get(i).copied();
                let fits = move |&n: &i64| letter.map_or(n == 0, |l| fits(l, n));
                SAMPLES.into_iter().filter(fits)
            };
            for x in all(0) {
                for y in all(1) {
                    for narrow in [false, true] {
                        let s = Sample {
                            values: [x, y],
                            made: None,
                            narrow,
                        };
                        let forms: &[&[V]] = match letters.len() {
                            1 => &[&[V::Var(0)]],
                            2 if x == y => &[
                                &[V::Var(0), V::Const(y)],
                                &[V::Const(x), V::Var(1)],
                                &[V::Var(0); 2],
                            ],
                            2 => &[
                                &[V::Var(0), V::Const(y)],
                                &[V::Const(x), V::Var(1)],
                                &[V::Var(0), V::Var(1)],
                            ],
                            3 => &[
                                &[V::Var(0), V::Var(1), V::Const(64)],
                                &[V::Const(2), V::Var(0), V::Var(1)],
                            ],
                            _ => &[],
                        };
                        applied += forms.iter().filter(|f| check(&s, op, f)).count();
                    }
                }
            }
        }
        assert!(applied > 1000, "{applied}");
    }

    #[test]
    fn what_was_made_by_another_operation() {
        let made = |op: LLOp, inner: i64, x: i64| Sample {
            values: [x, 0],
            made: Some((op, inner)),
            narrow: false,
        };
        let x = V::Var(0);
        let char = made(LLOp::CastCharToInt, 65, 65);
        assert!(check(&char, &LLOp::CastIntToChar, &[x]));
        assert!(!check(&char, &LLOp::CastIntToUnichar, &[x]));
        for b in [0, 1] {
            let bool = made(LLOp::CastBoolToInt, b, b);
            assert!(check(&bool, &LLOp::IntNe, &[x, V::Const(0)]));
            assert!(check(&bool, &LLOp::IntEq, &[x, V::Const(1)]));
            assert!(check(&bool, &LLOp::IntIsTrue, &[x]));
        }
        assert!(check(&made(LLOp::IntInvert, 5, -6), &LLOp::IntInvert, &[x]));
    }
}
