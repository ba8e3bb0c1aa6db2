//! Calls of a portal with known greens: the function that enters the residual code for them.
//!
//! ```text
//! direct(record, reds...):
//!     the stack is checked
//!     exchange[greens...] ← reds
//!     entry = record.entry;  if entry = 0 then interpret
//!     record.count += 1;  exchange[direct] = record
//!     call entry: DONE → return the first word of the buffer, RAISED → return with the exception, CONTINUE → go on
//! interpret:  exchange ← greens of the record;  go on
//! go on:      return portal(greens and reds of the buffer)
//! ```
//! Neither the portal's prologue nor its counter is in between. What residual code brings back to a merge point is the
//! state with which the portal begins, since its parameters are that state (see `hintannotator::split`).
//!
//! Where the caller knows more of the state than its words, it hands over what the record's code takes instead:
//!
//! ```text
//! resume(record):              the words that the code takes stand in the exchange buffer, from its beginning on
//!     the stack is checked;  enter as above, go on as above
//! ```
use ir::lltype::LLType;
use ir::model::{Arg, Args, BlockId, Operand, VarId};
use ir::source::Span;
use jit_abi::Record;
use jit_abi::info::Direct;
use lowlevel::{Const, FuncAttrs, FuncId, Function, InlineHint, LL, LLGraph, LLOp, Program};

use super::counting::{Machinery, choose};
use super::words::{from_word, to_word};

/// Adds the functions for a portal. `params` as of [`hintannotator::state_parameters`]; `types` are those of the state.
///
/// # Errors
/// The program has no exception for a stack overflow.
pub fn declare(
    program: &mut Program,
    machinery: &Machinery,
    portal: FuncId,
    greens: usize,
    types: &[LLType],
    params: Vec<u32>,
) -> Result<Direct, String> {
    let add = |program: &mut Program, kind: Kind| {
        let (name, result) = {
            let f = &program.funcs[portal];
            (
                format!("{}.{}", f.name, kind.name()),
                *f.graph.ty(f.graph.return_var()),
            )
        };
        let mut taken = vec![LLType::Signed];
        if kind == Kind::Direct {
            taken.extend(&types[greens..]);
        }
        let sig = program.types.func(&taken, result);
        let mut b = DirectBuilder {
            g: LLGraph::new(
                name.clone(),
                Span::NONE,
                result,
                exception_type(program, portal, 0),
                exception_type(program, portal, 1),
            ),
            machinery,
        };
        let callee = &program.funcs[portal].graph;
        b.build(kind, callee, portal, greens, types, &params);
        program.funcs.push(Function {
            name,
            sig,
            graph: b.g,
            attrs: FuncAttrs {
                inline: InlineHint::Never,
                helper: true,
                ..FuncAttrs::default()
            },
        })
    };
    let func = add(program, Kind::Direct);
    let resume = add(program, Kind::Resume);
    // A cycle through residual code is none of the program's call graph.
    transform::stackcheck::add(program, &[func, resume])?;
    Ok(Direct {
        func,
        resume,
        params,
    })
}

/// What is handed over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// The reds of the portal.
    Direct,
    /// What the code takes.
    Resume,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Direct => "direct",
            Kind::Resume => "resume",
        }
    }
}

/// The types of the exceptional end are the same in all graphs.
fn exception_type(program: &Program, f: FuncId, i: usize) -> LLType {
    let g = &program.funcs[f].graph;
    *g.ty(g.blocks[g.except_block].inputargs[i])
}

struct DirectBuilder<'a> {
    g: LLGraph,
    machinery: &'a Machinery,
}

fn signed(n: usize) -> Arg<LL> {
    Operand::Const(Const::signed(n as i64))
}

impl DirectBuilder<'_> {
    fn emit(
        &mut self,
        b: BlockId,
        op: LLOp,
        args: impl IntoIterator<Item = Arg<LL>>,
        ty: LLType,
    ) -> Arg<LL> {
        Operand::Var(self.g.op(b, op, args, ty, Span::NONE))
    }
    fn load(&mut self, b: BlockId, from: &Arg<LL>, i: usize) -> Arg<LL> {
        (self.machinery).load(&mut self.g, b, from.clone(), i, Span::NONE)
    }
    fn store(&mut self, b: BlockId, to: &Arg<LL>, i: usize, word: Arg<LL>) {
        let set = LLOp::SetArrayItem(self.machinery.words);
        self.emit(b, set, [to.clone(), signed(i), word], LLType::Void);
    }
    fn block(&mut self, types: &[LLType]) -> (BlockId, Vec<Arg<LL>>) {
        let inputs: Vec<VarId> = types.iter().map(|&t| self.g.new_var(t)).collect();
        let args = inputs.iter().map(|&v| Operand::Var(v)).collect();
        (self.g.new_block(inputs, Span::NONE), args)
    }
    fn build(
        &mut self,
        kind: Kind,
        callee: &LLGraph,
        portal: FuncId,
        greens: usize,
        types: &[LLType],
        params: &[u32],
    ) {
        let m = self.machinery;
        let exchange = m.pointer(m.exchange);
        let start = self.g.start;
        let record = self.g.new_var(LLType::Signed);
        let taken = match kind {
            Kind::Direct => &types[greens..],
            Kind::Resume => &[],
        };
        let reds: Vec<VarId> = taken.iter().map(|&t| self.g.new_var(t)).collect();
        self.g.blocks[start].inputargs = std::iter::once(record)
            .chain(reds.iter().copied())
            .collect();
        for (i, &v) in reds.iter().enumerate() {
            let word = to_word(&mut self.g, start, &Operand::Var(v), Span::NONE);
            self.store(start, &exchange, greens + i, word);
        }
        let word = Operand::Var(record);
        let pointer = LLType::Ptr(m.words);
        let record = self.emit(start, LLOp::CastIntToPtr, [word.clone()], pointer);
        let entry = self.load(start, &record, Record::Entry as usize);
        let (go_on, _) = self.block(&[]);
        // Code for what is handed over is there before a call of it is.
        let (enter, word, entry, first) = match kind {
            Kind::Direct => {
                let there = self.emit(start, LLOp::IntIsTrue, [entry.clone()], LLType::Bool);
                let there = self.emit(start, LLOp::Likely, [there], LLType::Bool);
                let (enter, taken) = self.block(&[LLType::Signed; 2]);
                let (interpret, bare) = self.block(&[pointer]);
                let go: Args<LL> = [word, entry].into_iter().collect();
                let not: Args<LL> = [record].into_iter().collect();
                self.g
                    .branch(start, there, (enter, go), (interpret, not), Span::NONE);
                for i in 0..greens {
                    let word = self.load(interpret, &bare[0], Record::Greens as usize + i);
                    self.store(interpret, &exchange, i, word);
                }
                self.g.goto(interpret, go_on, [], Span::NONE);
                (enter, taken[0].clone(), taken[1].clone(), greens)
            }
            Kind::Resume => (start, word, entry, 0),
        };
        m.note_entry(&mut self.g, enter, &word, Span::NONE);
        let reds = m.reds(&mut self.g, enter, first, Span::NONE);
        let code = m.call_entry(&mut self.g, enter, entry, reds, Span::NONE);
        let (done, _) = self.block(&[]);
        let none = Args::<LL>::new;
        choose(
            &mut self.g,
            enter,
            code,
            jit_abi::CONTINUE,
            (go_on, none()),
            (done, none()),
            Span::NONE,
        );
        let value = m.result(&mut self.g, done, Span::NONE);
        let ret = self.g.return_block;
        self.g.goto(done, ret, [value], Span::NONE);

        let words: Vec<Arg<LL>> = (types.iter().enumerate())
            .map(|(i, &ty)| {
                let word = self.load(go_on, &exchange, i);
                from_word(&mut self.g, go_on, word, ty, Span::NONE)
            })
            .collect();
        let mut number = 0;
        let args: Args<LL> = (callee.args().iter())
            .map(|&v| {
                if *callee.ty(v) == LLType::Void {
                    return Operand::Const(Const::VOID);
                }
                let k = params.iter().position(|&p| p == number);
                number += 1;
                words[k.expect("each parameter is part of the state")].clone()
            })
            .collect();
        let result = *self.g.ty(self.g.return_var());
        let value = self.emit(go_on, LLOp::DirectCall(portal), args, result);
        self.g.goto(go_on, ret, [value], Span::NONE);
    }
}
