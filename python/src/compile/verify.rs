//! Verifier of code objects: every rule the engine relies on.
//!
//! 1. `spans` and `handler_of` have one entry per instruction; operands are in range.
//! 2. Jump and handler targets are instructions; control never runs off the end.
//! 3. The value stack has one height at every instruction, whatever the path; it never underflows, and never exceeds
//!    `stack_size`.
//! 4. A handler's depth is not above the height of any instruction it protects.
use crate::code::*;

/// Checks a code object and the ones nested in it; returns all violations.
pub fn verify(code: &CodeObject) -> Vec<String> {
    let mut errors = Vec::new();
    one(code, &mut errors);
    errors
}

fn one(code: &CodeObject, errors: &mut Vec<String>) {
    let n = code.instrs.len();
    let name = code.qualname;
    if code.spans.len() != n || code.handler_of.len() != n {
        errors.push(format!("{name}: spans or handler_of have another length"));
        return;
    }
    for (i, instr) in code.instrs.iter().enumerate() {
        if let Some(e) = operand_error(code, *instr) {
            errors.push(format!("{name} @{i}: {e} in {instr:?}"));
            return;
        }
    }
    let mut height: Vec<Option<u32>> = vec![None; n];
    let mut work = vec![(0usize, 0u32)];
    while let Some((pc, h)) = work.pop() {
        if pc >= n {
            errors.push(format!("{name}: control leaves the code at @{pc}"));
            continue;
        }
        match height[pc] {
            Some(known) if known == h => continue,
            Some(known) => {
                errors.push(format!("{name} @{pc}: heights {known} and {h}"));
                continue;
            }
            None => height[pc] = Some(h),
        }
        let instr = code.instrs[pc];
        let (pops, pushes) = code.stack_effect(instr);
        if h < pops {
            errors.push(format!("{name} @{pc}: {instr:?} at height {h}"));
            continue;
        }
        let after = h - pops + pushes;
        if after.max(h) > code.stack_size {
            errors.push(format!("{name} @{pc}: higher than stack_size"));
        }
        if let Some(t) = instr.target() {
            let there = match instr {
                Instr::PopJumpIfFalse(_) | Instr::PopJumpIfTrue(_) | Instr::ForIter(_) => h - 1,
                _ => h,
            };
            work.push((t.0 as usize, there));
        }
        if !instr.ends_block() {
            work.push((pc + 1, after));
        }
        if let Some(handler) = code.handler(Pc(pc as u32)) {
            if handler.depth > h {
                errors.push(format!("{name} @{pc}: handler above the stack"));
            }
            work.push((handler.target.0 as usize, handler.depth + 2));
        }
    }
    if let Some(i) = height.iter().position(Option::is_none) {
        errors.push(format!("{name} @{i}: never reached"));
    }
    for c in &code.consts {
        if let ConstValue::Code(inner) = c {
            one(inner, errors);
        }
    }
}

fn operand_error(code: &CodeObject, instr: Instr) -> Option<&'static str> {
    let local = |l: LocalId| (l.0 as usize) < code.varnames.len();
    let cell = |c: CellId| (c.0 as usize) < code.cellvars.len() + code.freevars.len();
    let ok = match instr {
        Instr::LoadConst(c) => code
            .consts
            .get(c.0 as usize)
            .is_some_and(|c| !matches!(c, ConstValue::Code(_))),
        Instr::MakeFunction { code: c, parts } => match code.consts.get(c.0 as usize) {
            Some(ConstValue::Code(inner)) => parts.closure != inner.freevars.is_empty(),
            _ => false,
        },
        Instr::LoadFast(l) | Instr::StoreFast(l) | Instr::DeleteFast(l) => local(l),
        Instr::LoadDeref(c)
        | Instr::StoreDeref(c)
        | Instr::DeleteDeref(c)
        | Instr::LoadClassDeref(c)
        | Instr::LoadClosure(c) => cell(c),
        Instr::BuildSlice(n) => n == 2 || n == 3,
        _ => instr
            .target()
            .is_none_or(|t| (t.0 as usize) < code.instrs.len()),
    };
    (!ok).then_some("operand out of range")
}
