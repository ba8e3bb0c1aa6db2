//! `set_param` in the program becomes a call of the support library.
//!
//! ```text
//! hint[set_param](0, 0, v5)      →      extern_call[gx_jit_set_param](0, 0, v5)
//! ```
//! This happens before colours are found: the generators see a call with effects, which stays in residual code.
use ir::lltype::LLType::{Signed, Void};
use ir::model::BlockId;
use ir::name::Name;
use lowlevel::ops::HintKind;
use lowlevel::{ExternFunc, ExternId, FuncId, LLOp, Program};

/// Rewrites all of them.
pub fn rewrite(program: &mut Program) {
    let set = LLOp::Hint(HintKind::SetParam);
    let funcs: Vec<FuncId> = program.funcs.indices().collect();
    let mut declared: Option<ExternId> = None;
    for f in funcs {
        let blocks: Vec<BlockId> = program.funcs[f].graph.live_blocks().collect();
        for b in blocks {
            for i in 0..program.funcs[f].graph.blocks[b].ops.len() {
                if program.funcs[f].graph.blocks[b].ops[i].op == set {
                    let x = *declared.get_or_insert_with(|| declare(program));
                    program.funcs[f].graph.blocks[b].ops[i].op = LLOp::ExternCall(x);
                }
            }
        }
    }
}

fn declare(program: &mut Program) -> ExternId {
    program.externs.push(ExternFunc {
        name: Name::new("gx_jit_set_param"),
        args: vec![Signed; 3],
        result: Void,
        can_raise: false,
        can_collect: false,
        pure: false,
        context: true,
        noreturn: false,
    })
}
