//! Removes functions and prebuilt objects that the entry cannot reach, and candidates of indirect calls that no pointer
//! can hold.
//!
//! Reachable are: the entry, what the program keeps for a JIT, known exceptions, what their graphs call or mention, and
//! what prebuilt objects mention. A function that is only in a list of candidates is not called: its address is
//! nowhere. Without an entry (tests of single functions) nothing is removed.
use ir::index::IndexVec;
use lowlevel::{FuncId, Init, LLGraph, LLOp, ObjId, Program, Value};

use super::PassOptions;

/// Removes what is unreachable; how many things.
pub fn run(program: &mut Program, options: &PassOptions) -> Result<usize, String> {
    let Some(r) = reach(program, options) else {
        return Ok(0);
    };
    let (funcs, objects) = (r.funcs, r.objects);
    let dead = |seen: &[bool]| seen.iter().filter(|s| !**s).count();
    let removed = dead(funcs.raw()) + dead(objects.raw());
    if removed > 0 {
        renumber(program, &funcs, &objects);
    }
    Ok(removed)
}

/// The functions that stay; none are known without an entry.
pub fn reached(program: &Program, options: &PassOptions) -> Option<IndexVec<FuncId, bool>> {
    reach(program, options).map(|r| r.funcs)
}

fn reach<'a>(program: &'a Program, options: &PassOptions) -> Option<Reach<'a>> {
    let entry = program.entry?;
    let mut r = Reach {
        program,
        funcs: IndexVec::from_elem(false, program.funcs.len()),
        objects: IndexVec::from_elem(false, program.objects.len()),
        todo: Vec::new(),
    };
    r.func(entry);
    for e in &program.known.exceptions {
        r.object(e.vtable);
        r.object(e.instance);
    }
    for d in program.drivers.iter().filter(|_| options.jit) {
        d.get_printable_location.into_iter().for_each(|f| r.func(f));
    }
    program.kept.funcs.iter().for_each(|&f| r.func(f));
    program.kept.objects.iter().for_each(|&o| r.object(o));
    r.run();
    Some(r)
}

enum Item {
    Func(FuncId),
    Object(ObjId),
}

struct Reach<'a> {
    program: &'a Program,
    funcs: IndexVec<FuncId, bool>,
    objects: IndexVec<ObjId, bool>,
    todo: Vec<Item>,
}

impl Reach<'_> {
    fn func(&mut self, f: FuncId) {
        if !std::mem::replace(&mut self.funcs[f], true) {
            self.todo.push(Item::Func(f));
        }
    }
    fn object(&mut self, o: ObjId) {
        if !std::mem::replace(&mut self.objects[o], true) {
            self.todo.push(Item::Object(o));
        }
    }
    fn value(&mut self, v: Value) {
        match v {
            Value::Func(f) => self.func(f),
            Value::Object(o) => self.object(o),
            _ => {}
        }
    }
    fn run(&mut self) {
        let program = self.program;
        while let Some(item) = self.todo.pop() {
            match item {
                Item::Object(o) => program.objects[o].init.values(&mut |v| self.value(v)),
                Item::Func(f) => {
                    let g = &program.funcs[f].graph;
                    for b in g.live_blocks() {
                        for op in &g.blocks[b].ops {
                            if let LLOp::DirectCall(f) = op.op {
                                self.func(f);
                            }
                        }
                    }
                    g.constants(|c| self.value(c.value));
                }
            }
        }
    }
}

/// Gives the functions and constants of a graph other numbers. What it calls directly must have one; candidates of an
/// indirect call that have none go.
pub fn renumber_graph(
    g: &mut LLGraph,
    func: impl Fn(FuncId) -> Option<FuncId>,
    value: impl Fn(&mut Value),
) {
    for op in g.blocks.iter_mut().flat_map(|b| &mut b.ops) {
        match &mut op.op {
            LLOp::DirectCall(f) => *f = func(*f).expect("a called function is reachable"),
            LLOp::IndirectCall(_, Some(fs)) => *fs = fs.iter().filter_map(|&f| func(f)).collect(),
            _ => {}
        }
    }
    g.constants_mut(|c| value(&mut c.value));
}

/// Dense new numbers for what stays.
fn numbers<I: ir::index::Idx>(keep: &IndexVec<I, bool>) -> IndexVec<I, Option<I>> {
    let mut n = 0;
    keep.iter()
        .map(|&k| {
            k.then(|| {
                n += 1;
                I::new(n - 1)
            })
        })
        .collect()
}

fn renumber(
    program: &mut Program,
    funcs: &IndexVec<FuncId, bool>,
    objects: &IndexVec<ObjId, bool>,
) {
    let (f_map, o_map) = (numbers(funcs), numbers(objects));
    // What a dead candidate or a dead driver mentioned is gone.
    let value = |v: &mut Value| match v {
        Value::Func(f) => *f = f_map[*f].expect("a mentioned function is reachable"),
        Value::Object(o) => *o = o_map[*o].expect("a mentioned object is reachable"),
        _ => {}
    };
    fn init(i: &mut Init, value: &dyn Fn(&mut Value)) {
        match i {
            Init::Value(v) => value(v),
            Init::Struct(parts) | Init::Array(parts) => {
                parts.iter_mut().for_each(|p| init(p, value));
            }
            Init::Zero | Init::Bytes(_) => {}
        }
    }
    let old_objects = std::mem::take(&mut program.objects);
    for (o, mut object) in old_objects.into_raw().into_iter().enumerate() {
        if objects[ObjId(o as u32)] {
            init(&mut object.init, &value);
            program.objects.push(object);
        }
    }
    let old_funcs = std::mem::take(&mut program.funcs);
    for (f, mut func) in old_funcs.into_raw().into_iter().enumerate() {
        if !funcs[FuncId(f as u32)] {
            if !func.attrs.helper && !func.span().is_none() {
                let span = func.span();
                program.inlined.push((func.name, span));
            }
            continue;
        }
        renumber_graph(&mut func.graph, |f| f_map[f], value);
        program.funcs.push(func);
    }
    program.entry = program.entry.and_then(|f| f_map[f]);
    for f in &mut program.kept.funcs {
        *f = f_map[*f].expect("kept functions are reachable");
    }
    for o in &mut program.kept.objects {
        *o = o_map[*o].expect("kept objects are reachable");
    }
    for e in &mut program.known.exceptions {
        e.vtable = o_map[e.vtable].expect("known exceptions are reachable");
        e.instance = o_map[e.instance].expect("known exceptions are reachable");
    }
    for d in program.drivers.iter_mut() {
        d.get_printable_location = d.get_printable_location.and_then(|f| f_map[f]);
    }
}
