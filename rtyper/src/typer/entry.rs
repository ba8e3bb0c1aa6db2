//! The entry wrapper: builds `argv` from the runtime and calls the user's entry point.
//!
//! ```text
//! gx_entry() -> Signed:  n = gx_argc(); l = list of n strings gx_argv(i); return entry_point(l)
//! ```
use annotator::defs::GraphId;
use ir::lltype::LLType;
use lowlevel::{Const, FuncId, LLOp};

use super::lower::Opd;
use super::{R, RTyper};

impl RTyper {
    pub(crate) fn entry_wrapper(&mut self, g: GraphId, f: FuncId) -> R<FuncId> {
        let (params, result) = self.graph_sig(g)?;
        let rt = self.lltype(result)?;
        let id = self.make_function("gx_entry", &[], LLType::Signed, |l, _| {
            let mut args = Vec::new();
            match params.as_slice() {
                [] => {}
                [p] => {
                    let n = l.call_extern("gx_argc", vec![])?;
                    let list = l.new_list_of(*p, n.clone())?;
                    // for i in range(n): list[i] = gx_argv(i)
                    let (head, vals) = l.new_block(&[LLType::Signed]);
                    let zero = l.int(0);
                    l.goto(head, [zero]);
                    l.block = head;
                    let i = vals[0].clone();
                    let more = l.op2(LLOp::IntLt, i.clone(), n, LLType::Bool);
                    let (body, done) = l.fork(more);
                    l.block = body;
                    let s = l.call_extern("gx_argv", vec![i.clone()])?;
                    l.set_list_item(*p, list.clone(), i.clone(), s)?;
                    let next = l.op2(LLOp::IntAdd, i, l.int(1), LLType::Signed);
                    l.goto(head, [next]);
                    l.block = done;
                    args.push(list);
                }
                _ => return Err(l.rt.unsupported("an entry point with several parameters")),
            }
            let v = l.call(f, args)?;
            Ok(match rt {
                LLType::Signed => v,
                LLType::Bool => l.emit(LLOp::CastBoolToInt, [v], LLType::Signed),
                LLType::Void => Opd::Const(Const::signed(0)),
                t if t.is_integral() && !matches!(t, LLType::Ptr(_)) => {
                    l.emit(LLOp::CastPrimitive, [v], LLType::Signed)
                }
                _ => {
                    return Err(l
                        .rt
                        .unsupported("an entry point that does not return an int"));
                }
            })
        })?;
        self.prog.funcs[id].attrs.helper = true;
        Ok(id)
    }
}
