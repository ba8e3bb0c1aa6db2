//! The facts of the table that follow from the meaning of operations, against [`crate::arith`].
use ir::model::OpInfo;

use super::*;
use crate::{Value, arith};

fn ty(letter: u8) -> Option<LLType> {
    Some(match letter {
        b'S' => LLType::Signed,
        b'U' => LLType::Unsigned,
        b'B' => LLType::Bool,
        b'C' => LLType::Char,
        b'H' => LLType::UniChar,
        b'F' => LLType::Float,
        _ => return None,
    })
}

fn samples(ty: LLType) -> Vec<Value> {
    let ints = [0, 1, 2, 3, 64, 255, 0x10_ffff, i64::MAX, -1, -2, i64::MIN];
    let floats = [0.0, -0.0, 1.0, 1.5, -3.0, 1e300, f64::INFINITY, f64::NAN];
    match ty {
        LLType::Float => floats.iter().map(|f| Value::Float(f.to_bits())).collect(),
        LLType::Bool => vec![Value::Int(0), Value::Int(1)],
        LLType::Char | LLType::UniChar => (ints[..6].iter().map(|&i| Value::Int(i))).collect(),
        _ => ints.iter().map(|&i| Value::Int(i)).collect(),
    }
}

/// Pure operations on numbers with the types of arguments and result.
fn operations() -> impl Iterator<Item = (&'static LLOp, Vec<LLType>, LLType)> {
    LLOp::SIMPLE
        .iter()
        .filter(|o| o.is_pure())
        .filter_map(|op| {
            let (args, result) = op.signature();
            let args: Option<Vec<LLType>> = args.bytes().map(ty).collect();
            Some((op, args?, ty(result.as_bytes()[0])?))
        })
}

/// Equal results: NaN is NaN, whatever its bits.
fn same(a: Option<Value>, b: Option<Value>) -> bool {
    match (a, b) {
        (Some(Value::Float(x)), Some(Value::Float(y))) => {
            x == y || f64::from_bits(x).is_nan() && f64::from_bits(y).is_nan()
        }
        (a, b) => a == b,
    }
}

/// Whether two operations give the same of all samples, the arguments of the second one swapped.
fn mirrors(op: &LLOp, other: &LLOp, args: &[LLType], result: LLType) -> bool {
    let all = || samples(args[0]).into_iter();
    all().all(|x| {
        samples(args[1]).into_iter().all(|y| {
            let a = arith::eval(op, &[x, y], result);
            same(a, arith::eval(other, &[y, x], result))
        })
    })
}

#[test]
fn an_operation_commutes_if_swapped_arguments_give_the_same() {
    for (op, args, result) in operations() {
        if let [a, b] = args[..]
            && a == b
        {
            assert_eq!(op.commutes(), mirrors(op, op, &args, result), "{op:?}");
            if let Some(m) = op.mirror() {
                assert!(mirrors(op, &m, &args, result), "{op:?} and {m:?}");
                assert_eq!(m.mirror().as_ref(), Some(op));
            }
        } else {
            assert_eq!(op.mirror(), None, "{op:?}");
        }
    }
}

#[test]
fn every_comparison_of_two_numbers_is_declared() {
    for (op, args, result) in operations() {
        let compares = args.len() == 2 && result == LLType::Bool;
        assert_eq!(op.comparison().is_some(), compares, "{op:?}");
        let Some((what, how)) = op.comparison() else {
            continue;
        };
        assert_eq!(LLOp::comparing(what, how).as_ref(), Some(op));
        for x in samples(args[0]) {
            let nan = matches!(x, Value::Float(f) if f64::from_bits(f).is_nan());
            let equal = Some(Value::Int(i64::from(how.of_equals())));
            assert!(nan || arith::eval(op, &[x, x], result) == equal, "{op:?}");
        }
    }
}

#[test]
fn an_inverse_gives_the_opposite() {
    for (op, args, result) in operations() {
        let opposite = |other: &LLOp| {
            samples(args[0]).into_iter().all(|x| {
                samples(args[1]).into_iter().all(|y| {
                    let not = arith::eval(
                        &LLOp::BoolNot,
                        &[arith::eval(op, &[x, y], result).unwrap()],
                        result,
                    );
                    not == arith::eval(other, &[x, y], result)
                })
            })
        };
        if let Some(inverse) = op.inverse() {
            assert!(opposite(&inverse), "{op:?} and {inverse:?}");
            assert_eq!(inverse.inverse().as_ref(), Some(op));
        }
    }
    for op in LLOp::SIMPLE.iter().filter(|o| o.inverse().is_some()) {
        assert_eq!(op.inverse().unwrap().inverse().as_ref(), Some(op));
        assert_eq!(op.signature(), op.inverse().unwrap().signature());
    }
}

#[test]
fn what_undoes_an_operation_gives_its_argument() {
    for (op, args, result) in operations() {
        let Some(undone) = op.undoes() else { continue };
        let (inner, to) = undone.signature();
        assert_eq!(Some(args[0]), ty(to.as_bytes()[0]), "{op:?}");
        assert_eq!(Some(result), ty(inner.as_bytes()[0]), "{op:?}");
        for x in samples(result) {
            let there = arith::eval(undone, &[x], args[0]).expect("defined for all");
            let back = arith::eval(op, &[there], result);
            assert!(same(back, Some(x)), "{op:?} of {undone:?} of {x:?}");
        }
    }
}

#[test]
fn a_copy_has_the_bits_of_its_argument() {
    for (op, args, result) in operations() {
        let copies = args.len() == 1
            && samples(args[0])
                .into_iter()
                .all(|x| arith::eval(op, &[x], result) == Some(x));
        // The bits of a float move to another register; a word of 0 or 1 is not always one.
        let word = !matches!(op, LLOp::IntIsTrue | LLOp::UintIsTrue);
        if word {
            assert_eq!(op.copies(), copies, "{op:?}");
        }
    }
}

#[test]
fn what_overflows_has_a_form_that_wraps() {
    for op in LLOp::SIMPLE {
        let Some(wrapping) = op.wrapping() else {
            assert!(arith::eval_ovf(op, 1, 1).is_none(), "{op:?}");
            continue;
        };
        assert_eq!(op.signature(), wrapping.signature());
        assert!(op.can_raise() && wrapping.is_pure());
        for (x, y) in [
            (3, 4),
            (i64::MAX, i64::MAX),
            (i64::MIN, -1),
            (i64::MIN, i64::MAX),
        ] {
            let args = [Value::Int(x), Value::Int(y)];
            let args = &args[..wrapping.arity().unwrap()];
            let value = arith::eval(wrapping, args, LLType::Signed);
            let (wrapped, _) = arith::eval_ovf(op, x, y).unwrap();
            assert_eq!(value, Some(Value::Int(wrapped)), "{op:?}");
            assert!(!op.commutes() || arith::eval_ovf(op, x, y) == arith::eval_ovf(op, y, x));
        }
    }
}

#[test]
fn what_is_stored_is_loaded_from_the_same_location() {
    let mut types = ir::lltype::TypeTable::new();
    let c = types.func(&[], LLType::Void);
    for store in [
        LLOp::SetField(c, 1),
        LLOp::SetArrayItem(c),
        LLOp::SetInteriorItem(c),
        LLOp::SetItemField(c, 1),
    ] {
        let load = store.load_of_stored().unwrap();
        assert_eq!(load.location(), store.location());
        assert!(matches!(store.effect(), Effect::Stores(_)) && load.is_load());
        assert_eq!(load.arity().map(|n| n + 1), store.arity());
        assert_eq!(load.load_of_stored(), None);
    }
}
