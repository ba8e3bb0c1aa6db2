//! Folding and simplification of every pure operation on numbers agree with `ll::arith`, whichever operands are
//! constant, and whatever is known of the others.
mod common;

use common::{Loaded, Path, interp};
use ir::lltype::LLType;
use ir::model::OpInfo as _;
use ir::model::Operand;
use jit::support::boxes::{BoxFacts, BoxId, BoxValue, Range};
use jit::support::builder::{constant, word};
use jit::support::state::{Mode, SupportState};
use jit_abi::info::OpInfo;
use lowlevel::interp::Val;
use lowlevel::parse::parse_program;
use lowlevel::{LLOp, Value, arith};
use proptest::prelude::*;

fn ty(letter: u8) -> Option<LLType> {
    Some(match letter {
        b'S' => LLType::Signed,
        b'U' => LLType::Unsigned,
        b'B' => LLType::Bool,
        b'C' => LLType::Char,
        b'H' => LLType::UniChar,
        b'F' => LLType::Float,
        b'G' => LLType::SingleFloat,
        _ => return None,
    })
}

/// Pure operations on numbers, with their types.
fn operations() -> Vec<(LLOp, Vec<LLType>, LLType)> {
    LLOp::SIMPLE
        .iter()
        .filter(|op| op.is_pure() && !matches!(op, LLOp::WeAreJitted))
        .filter_map(|op| {
            let (args, result) = op.signature();
            let args: Option<Vec<LLType>> = args.bytes().map(ty).collect();
            let args = args?;
            let result = match result.as_bytes()[0] {
                b'T' => args[0],
                letter => ty(letter)?,
            };
            Some((op.clone(), args, result))
        })
        .collect()
}

fn operand(ty: LLType, pick: u64) -> u64 {
    let ints = [
        0i64,
        1,
        -1,
        2,
        3,
        5,
        63,
        64,
        255,
        256,
        -128,
        1 << 32,
        i64::MAX,
        i64::MIN,
        -7,
        10,
    ];
    let floats = [
        0.0,
        -0.0,
        1.0,
        -1.5,
        2.5,
        1e300,
        -1e300,
        9.3e18,
        1e-310,
        f64::INFINITY,
        f64::NAN,
        3.0,
    ];
    let i = ints[(pick % ints.len() as u64) as usize];
    let f = floats[(pick % floats.len() as u64) as usize];
    match ty {
        LLType::Bool => i as u64 & 1,
        LLType::Char => i as u64 & 0xff,
        LLType::UniChar => i as u64 & 0xffff,
        LLType::Float => f.to_bits(),
        LLType::SingleFloat => u64::from((f as f32).to_bits()),
        _ => i as u64,
    }
}

/// The facts that hold for a value.
fn facts(ty: LLType, bits: u64, known: bool) -> BoxFacts {
    let range = match ty {
        LLType::Signed if known => Range::of_number(bits as i64),
        _ => Range::FULL,
    };
    BoxFacts {
        range,
        ..BoxFacts::default()
    }
}

fn same(a: Value, b: Value) -> bool {
    match (a, b) {
        (Value::Float(a), Value::Float(b)) => {
            let (a, b) = (f64::from_bits(a), f64::from_bits(b));
            a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
        }
        (a, b) => a == b,
    }
}

fn check(
    loaded: &Loaded,
    state: &SupportState,
    op: &(LLOp, Vec<LLType>, LLType),
    picks: [u64; 3],
    constants: u8,
    equal: bool,
) -> Result<(), String> {
    let (op, args, result) = op;
    let bits: Vec<u64> = args
        .iter()
        .enumerate()
        .map(|(i, &t)| {
            let i = if equal { 0 } else { i };
            operand(t, picks[i])
        })
        .collect();
    let values: Vec<Value> = args
        .iter()
        .zip(&bits)
        .map(|(&t, &b)| constant(t, b).value)
        .collect();
    let wanted = arith::eval(op, &values, *result);
    state.begin(Mode::Compile);
    let mut boxes: Vec<BoxId> = Vec::new();
    let mut params = Vec::new();
    for (i, (&t, &b)) in args.iter().zip(&bits).enumerate() {
        if equal && i > 0 && args[0] == t {
            boxes.push(boxes[0]);
            continue;
        }
        if constants & (1 << i) != 0 {
            boxes.push(state.constant(t, b));
            continue;
        }
        let mut w = state.work_mut();
        let v = w.fragment.param(t);
        let known = facts(t, b, constants & 8 != 0);
        boxes.push(w.now.boxes.residual(v, t, known));
        params.push(match constant(t, b).value {
            Value::Int(n) => Val::Int(n),
            Value::Float(f) => Val::Float(f),
            other => panic!("{other:?}"),
        });
    }
    let info = OpInfo::new(op.clone(), args.clone(), *result, 0);
    let b = state.perform_info(&info, &boxes).expect("a result");
    let value = state.work().now.boxes.get(b).clone();
    let what = || {
        format!(
            "{} {values:?} constants {constants:#b} equal {equal}",
            op.name()
        )
    };
    let got = match value {
        BoxValue::Const { ty, bits } => Some(constant(ty, bits).value),
        _ if params.is_empty() => {
            if wanted.is_some() {
                return Err(format!("{} is not folded", what()));
            }
            None
        }
        BoxValue::Residual { var, .. } => {
            let path = Path {
                loaded,
                state,
                passed: vec![],
                result: None,
            };
            let (p, f) = path.residual_program(Operand::Var(var));
            let mut i = interp(&p);
            match i.call(f, &params) {
                Ok(Val::Int(n)) => Some(Value::Int(n)),
                Ok(Val::Float(f)) => Some(Value::Float(f)),
                _ => None,
            }
        }
        BoxValue::Virtual(_) => return Err("a virtual number".into()),
    };
    match (wanted, got) {
        (Some(w), Some(g)) if same(w, g) => Ok(()),
        (None, None) => Ok(()),
        // An operation that has no value here must stay, whatever the machine makes of it.
        (None, Some(_)) if !state.work().fragment.ops().is_empty() => Ok(()),
        (None, Some(g)) => Err(format!("{} is {g:?}", what())),
        (w, g) => Err(format!("{} is {g:?}, not {w:?}", what())),
    }
}

proptest! {
    #[test]
    fn folding_agrees_with_arithmetic(
        picks in prop::array::uniform3(any::<u64>()),
        constants in 0u8..16,
        equal in prop::bool::weighted(0.2),
    ) {
        let loaded = Loaded::new(parse_program("graph f() -> Signed\nb0():\n    goto return(1)\n").unwrap());
        let state = loaded.state();
        for op in operations() {
            if let Err(e) = check(&loaded, &state, &op, picks, constants, equal) {
                prop_assert!(false, "{e}");
            }
        }
    }
}

/// One step of a chain: an operation on the value before (or on an earlier one) and a constant (or an earlier value).
#[derive(Clone, Debug)]
struct Step {
    op: u8,
    /// The operand that is no constant: so many values back.
    back: u8,
    /// The other one, a constant, or so many values back.
    other: Result<u64, u8>,
    /// The constant comes first.
    swapped: bool,
}

/// Operations that simplification looks through, and those whose facts it uses, in both kinds of words.
fn chained(unsigned: bool) -> Vec<LLOp> {
    use LLOp::*;
    if unsigned {
        return vec![
            UintAdd,
            UintSub,
            UintMul,
            UintAnd,
            UintOr,
            UintXor,
            UintLshift,
            UintRshift,
            UintNeg,
            UintInvert,
            UintFloordiv,
            UintMod,
            UintLt,
            UintLe,
            UintGt,
            UintGe,
            UintEq,
            UintNe,
        ];
    }
    vec![
        IntAdd,
        IntAdd,
        IntSub,
        IntSub,
        IntAnd,
        IntAnd,
        IntMul,
        IntOr,
        IntXor,
        IntLshift,
        IntRshift,
        IntNeg,
        IntInvert,
        IntAbs,
        IntFloordiv,
        IntMod,
        IntLt,
        IntLe,
        IntGt,
        IntGe,
        IntEq,
        IntNe,
    ]
}

/// Performs the steps on two unknown values; the last value is what arithmetic says.
fn check_chain(
    loaded: &Loaded,
    state: &SupportState,
    unsigned: bool,
    inputs: [u64; 2],
    facts_known: bool,
    steps: &[Step],
) -> Result<(), String> {
    let word_type = if unsigned {
        LLType::Unsigned
    } else {
        LLType::Signed
    };
    state.begin(Mode::Compile);
    let mut params = Vec::new();
    let mut values: Vec<(BoxId, Value)> = Vec::new();
    for bits in inputs {
        let mut w = state.work_mut();
        let v = w.fragment.param(word_type);
        let known = facts(word_type, bits, facts_known);
        let value = constant(word_type, bits).value;
        values.push((w.now.boxes.residual(v, word_type, known), value));
        let Value::Int(n) = value else {
            panic!("{value:?}")
        };
        params.push(Val::Int(n));
    }
    let ops = chained(unsigned);
    let mut last = None;
    for step in steps {
        let op = &ops[step.op as usize % ops.len()];
        let (args, result) = op.signature();
        let earlier = |back: u8| values[values.len() - 1 - back as usize % values.len()];
        let mut operands = vec![earlier(step.back)];
        if args.len() == 2 {
            operands.push(match step.other {
                Ok(bits) => (
                    state.constant(ty(args.as_bytes()[1]).expect("a number"), bits),
                    constant(word_type, bits).value,
                ),
                Err(back) => earlier(back),
            });
            // The count of a shift is of a type of its own.
            if step.swapped && args.as_bytes()[0] == args.as_bytes()[1] {
                operands.swap(0, 1);
            }
        }
        let types: Vec<LLType> = args.bytes().filter_map(ty).collect();
        if unsigned && types.contains(&LLType::Signed) && step.other.is_err() {
            continue;
        }
        let result = match result.as_bytes()[0] {
            b'T' => types[0],
            letter => ty(letter).expect("a number"),
        };
        let known: Vec<Value> = operands.iter().map(|o| o.1).collect();
        // Operations without a value (a division by zero) would end the program.
        let Some(value) = arith::eval(op, &known, result) else {
            continue;
        };
        let info = OpInfo::new(op.clone(), types, result, 0);
        let boxes: Vec<BoxId> = operands.iter().map(|o| o.0).collect();
        let b = state.perform_info(&info, &boxes).expect("a result");
        last = Some((b, value));
        if result == word_type {
            values.push((b, value));
        }
    }
    let Some((b, wanted)) = last else {
        return Ok(());
    };
    let value = state.work().now.boxes.get(b).clone();
    let got = match value {
        BoxValue::Const { ty, bits } => constant(ty, bits).value,
        BoxValue::Residual { var, .. } => {
            let path = Path {
                loaded,
                state,
                passed: vec![],
                result: None,
            };
            let (p, f) = path.residual_program(Operand::Var(var));
            match interp(&p).call(f, &params) {
                Ok(Val::Int(n)) => Value::Int(n),
                other => return Err(format!("{other:?}, not {wanted:?}")),
            }
        }
        BoxValue::Virtual(_) => return Err("a virtual number".into()),
    };
    if same(wanted, got) {
        return Ok(());
    }
    Err(format!("{got:?}, not {wanted:?}"))
}

/// Where wrapping around, signs, masks and counts of shifts change.
fn boundary() -> impl Strategy<Value = u64> {
    let named = prop::sample::select(vec![
        0i64,
        1,
        -1,
        2,
        -2,
        7,
        63,
        64,
        127,
        128,
        255,
        256,
        -256,
        0x7fff_ffff,
        0x8000_0000,
        0xffff_ffff,
        i64::MAX,
        i64::MAX - 1,
        i64::MIN,
        i64::MIN + 1,
    ]);
    prop_oneof![8 => named.prop_map(|n| n as u64), 1 => any::<u64>()]
}

fn step() -> impl Strategy<Value = Step> {
    let other = prop_oneof![4 => boundary().prop_map(Ok), 1 => (0u8..4).prop_map(Err)];
    let back = prop_oneof![4 => Just(0u8), 1 => 0u8..4];
    (any::<u8>(), back, other, prop::bool::weighted(0.2)).prop_map(|(op, back, other, swapped)| {
        Step {
            op,
            back,
            other,
            swapped,
        }
    })
}

/// What simplification makes of a chain is performed by the machine; the interpreter of low-level programs does it
/// here.
fn chains(unsigned: bool, cases: u32) {
    let text = "graph f() -> Signed\nb0():\n    goto return(1)\n";
    let loaded = Loaded::new(parse_program(text).expect("a program"));
    let state = loaded.state();
    let inputs = prop::array::uniform2(boundary());
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    });
    let chain = (inputs, any::<bool>(), prop::collection::vec(step(), 2..5));
    let found = runner.run(&chain, |(inputs, known, steps)| {
        check_chain(&loaded, &state, unsigned, inputs, known, &steps).map_err(TestCaseError::fail)
    });
    if let Err(e) = found {
        panic!("{e}\nof {:?}", chained(unsigned));
    }
}

#[test]
fn chains_of_signed_operations_agree_with_arithmetic() {
    chains(false, 20_000);
}

#[test]
fn chains_of_unsigned_operations_agree_with_arithmetic() {
    chains(true, 10_000);
}

#[test]
fn all_kinds_of_operations_are_tried() {
    let n = operations().len();
    assert!(n > 80, "only {n}");
    assert_eq!(
        word(constant(LLType::SingleFloat, 0x3fc0_0000)),
        0x3fc0_0000
    );
}
