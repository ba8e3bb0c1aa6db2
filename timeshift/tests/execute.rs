//! The support library with a real runtime, and a collection at every allocation: virtual objects become objects, and
//! calls are made for real; elidable calls of constants are made while compiling; young objects are tenured before they
//! become constants.
mod common;
mod programs;

use common::Loaded;
use ir::lltype::LLType;
use jit::support::boxes::{BoxId, BoxValue, Virtual};
use jit::support::memory;
use jit::support::state::{ForceReason, Mode, SupportState};
use jit::support::tables::Addresses;
use jit_abi::info::OpInfo;
use lowlevel::parse::parse_program;
use lowlevel::{LLOp, Program};
use programs::PRELUDE;
use runtime::heap::config::Config;
use runtime::jit::Jit;
use runtime::runtime::Runtime;

/// Functions beside the prelude's that the test needs.
const MORE: &str = "
attrs elidable
graph fresh(v0: Signed) -> Ptr(A)
b0(v0: Signed):
    v1: Ptr(A) = malloc[A]()
    v2: Void = setfield[A.x](v1, v0)
    goto return(v1)

attrs elidable
graph half(v0: Signed, v1: Float) -> Float
b0(v0: Signed, v1: Float):
    v2: Float = cast_int_to_float(v0)
    v3: Float = float_mul(v2, 0.5)
    v4: Float = float_add(v3, v1)
    goto return(v4)

attrs elidable
graph fails(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Void = exc_set(@avt, cast(@a, Ptr(object)))
    goto return(v0)

graph many(v0: Signed, v1: Float, v2: Signed, v3: Signed, v4: Signed, v5: Signed, v6: Signed, v7: Signed, v8: Signed) -> Signed
b0(v0: Signed, v1: Float, v2: Signed, v3: Signed, v4: Signed, v5: Signed, v6: Signed, v7: Signed, v8: Signed):
    v9: Signed = cast_float_to_int(v1)
    v10: Signed = int_mul(v9, 1000)
    v11: Signed = int_mul(v7, 100)
    v12: Signed = int_mul(v8, 10)
    v13: Signed = int_add(v10, v11)
    v14: Signed = int_add(v13, v12)
    v15: Signed = int_add(v14, v6)
    goto return(v15)

";

struct TestJit(&'static SupportState);
impl Jit for TestJit {
    fn roots(&mut self, visit: &mut dyn FnMut(*mut usize)) {
        self.0.roots(visit);
    }
    fn finish(&mut self) {}
}

/// The program's text with one function per prebuilt object that returns it.
fn with_addresses(text: &str, objects: &[(String, String)]) -> String {
    let mut out = text.to_owned();
    for (name, ty) in objects {
        out += &format!("graph address.{name}() -> {ty}\nb0():\n    goto return(@{name})\n\n");
    }
    out
}

struct Machine {
    rt: Box<Runtime>,
    state: &'static SupportState,
    base: Program,
}

impl Machine {
    fn new() -> Machine {
        let text = format!("{PRELUDE}{MORE}");
        let base = parse_program(&text).expect("the functions");
        let objects: Vec<(String, String)> = base
            .objects
            .iter()
            .map(|o| (o.name.clone(), base.types.show(LLType::Ptr(o.container))))
            .collect();
        let compiled = parse_program(&with_addresses(&text, &objects)).expect("the functions");
        let module =
            backend_x86::compile_program(&compiled, &Default::default()).expect("compiled");
        let image = backend_x86::link(&module, abi::context::IMAGE_BASE).expect("linked");
        let program = runtime::loader::LoadedProgram::map(image.view().bytes()).expect("mapped");
        let config = Config {
            debug: true,
            ..Config::default()
        };
        let mut rt = Runtime::new(program, config, vec![]).expect("a runtime");
        let header = rt.program.view.header;
        let text_at = header.base + header.text.offset;
        let address = |rt: &Runtime, name: &str| {
            rt.program
                .view
                .iter::<abi::format::FunctionInfo>(header.functions)
                .find(|f| rt.program.view.str(f.name) == name)
                .map(|f| text_at + u64::from(f.start))
        };
        let funcs: Vec<u64> = base
            .funcs
            .iter()
            .map(|f| address(&rt, &f.name).unwrap_or(0))
            .collect();
        assert!(funcs.iter().all(|&f| f != 0));
        let objects: Vec<u64> = objects
            .iter()
            .map(|(name, _)| {
                let f = address(&rt, &format!("address.{name}")).expect("compiled");
                rt.call(f, 0)
            })
            .collect();
        let loaded = Loaded {
            program: base.clone(),
            objects: objects.clone(),
            funcs: funcs.clone(),
        };
        let this: *mut Runtime = &raw mut *rt;
        let state: &'static SupportState = Box::leak(Box::new(SupportState::new(
            this,
            loaded.info(),
            Addresses::new(funcs, objects),
        )));
        rt.jit = Some(Box::new(TestJit(state)));
        Machine { rt, state, base }
    }
    fn int(&self, value: i64) -> BoxId {
        self.state.constant(LLType::Signed, value as u64)
    }
}

fn op(m: &Machine, op: LLOp, args: &[(BoxId, LLType)], result: LLType) -> Option<BoxId> {
    let info = OpInfo::new(op, args.iter().map(|a| a.1).collect(), result, 0);
    let boxes: Vec<BoxId> = args.iter().map(|a| a.0).collect();
    m.state.perform_info(&info, &boxes)
}

/// Calls and constants while compiling.
fn compile_mode(m: &Machine) {
    let f = |n: &str| LLOp::DirectCall(m.base.func_by_name(n).expect("a function"));
    let a = m
        .base
        .objects
        .iter()
        .find(|o| o.name == "a")
        .unwrap()
        .container;
    let pointer = LLType::Ptr(a);
    let emitted = || m.state.work().fragment.ops().len();
    m.state.begin(Mode::Compile);
    // A new object becomes a constant: it is old.
    let n = m.int(42);
    let made = op(m, f("fresh"), &[(n, LLType::Signed)], pointer).unwrap();
    let address = m.state.work().now.boxes.get(made).constant().unwrap();
    assert!(address != 0 && !m.state.is_young(address));
    m.state.keep(address);
    assert_eq!(emitted(), 0);
    let x = op(m, LLOp::GetField(a, 1), &[(made, pointer)], LLType::Signed).unwrap();
    assert_eq!(emitted(), 1, "the field may change");
    assert!(m.state.work().now.boxes.get(x).constant().is_none());
    // Floats.
    let half = m.state.constant(LLType::Float, 1.25f64.to_bits());
    let seven = m.int(7);
    let args = [(seven, LLType::Signed), (half, LLType::Float)];
    let r = op(m, f("half"), &args, LLType::Float).unwrap();
    let bits = m.state.work().now.boxes.get(r).constant();
    assert_eq!(bits, Some(4.75f64.to_bits()));
    // One that raises is emitted, and the exception it raised is gone.
    let r = op(m, f("fails"), &[(n, LLType::Signed)], LLType::Signed).unwrap();
    assert!(m.state.work().now.boxes.get(r).constant().is_none());
    assert_eq!(emitted(), 2);
    assert_eq!(m.rt.context.exc_type, 0);
    // An immutable field of a constant with a young object in it.
    m.state.begin(Mode::Compile);
    let young = m
        .state
        .with_runtime(|rt| rt.allocate(1, 16).address() as u64);
    assert!(m.state.is_young(young));
    let b = m.state.constant(pointer, young);
    let bits = m.state.work().now.boxes.get(b).constant().unwrap();
    assert!(!m.state.is_young(bits));
}

/// More arguments than registers, in execute mode; virtuals with a cycle become objects.
fn execute_mode(m: &Machine) {
    m.state.begin(Mode::Execute);
    let f = m.base.func_by_name("many").expect("a function");
    let s = LLType::Signed;
    let mut args: Vec<(BoxId, LLType)> = (0..8).map(|i| (m.int(i), s)).collect();
    let float = m.state.constant(LLType::Float, 3.0f64.to_bits());
    args.insert(1, (float, LLType::Float));
    let r = op(m, LLOp::DirectCall(f), &args, s).unwrap();
    assert_eq!(m.state.bits(r), 3675);
    let a = m
        .base
        .objects
        .iter()
        .find(|o| o.name == "a")
        .unwrap()
        .container;
    let pointer = LLType::Ptr(a);
    let five = m.int(5);
    let boxes: Vec<BoxId> = {
        let mut w = m.state.work_mut();
        (0..2)
            .map(|_| {
                w.now.boxes.push(BoxValue::Virtual(Virtual {
                    ty: pointer,
                    container: a,
                    length: None,
                    fields: vec![None; 5],
                }))
            })
            .collect()
    };
    for (i, &b) in boxes.iter().enumerate() {
        let mut w = m.state.work_mut();
        if let BoxValue::Virtual(v) = w.now.boxes.get_mut(b) {
            v.fields[1] = Some(five);
            v.fields[2] = Some(boxes[1 - i]);
        }
    }
    m.state.force(boxes[0], ForceReason::Exit);
    let offsets = m.base.types.layout(a).offsets;
    let get = |b: BoxId, f: usize| memory::word(m.state.bits(b) + u64::from(offsets[f]));
    assert_eq!(get(boxes[0], 1), 5);
    assert_eq!(get(boxes[0], 2), m.state.bits(boxes[1]));
    assert_eq!(get(boxes[1], 2), m.state.bits(boxes[0]));
    // Boxes are roots.
    let before = m.state.bits(boxes[1]);
    m.state.tenure();
    assert_ne!(m.state.bits(boxes[1]), before, "it was young");
    assert_eq!(get(boxes[1], 1), 5);
    // A nested run does not disturb the outer one.
    m.state.enter(Mode::Compile);
    assert!(m.state.work().now.boxes.is_empty());
    m.state.tenure();
    m.state.leave();
    assert_eq!(get(boxes[1], 2), m.state.bits(boxes[0]));
}

// One test: an image can be mapped once, and a runtime belongs to one thread.
#[test]
fn with_a_runtime() {
    let m = Machine::new();
    execute_mode(&m);
    compile_mode(&m);
}
