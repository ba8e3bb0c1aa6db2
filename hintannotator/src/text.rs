//! The text form of coloured graphs: the graphs' text with a colour before every type.
//!
//! ```text
//! portal main.loop driver loop copy0 b3 greens(pc: Signed) reds(acc: Signed)
//! copy0 main.loop(red, red) -> red
//! graph main.loop(v0: red Signed, v1: red Signed) -> red Signed
//! b1(v2: green Signed, v3: red Signed):
//!     v4: green Bool = int_lt(v2, 10)
//!     # inline copy1
//!     v5: red Signed = direct_call[step](v3)
//! ```
use std::fmt::Write;

use ir::lltype::LLType;
use ir::model::text::{Printer, print_annotated};
use ir::model::verify::Site;
use ir::model::{BlockId, VarId};
use lowlevel::binding::Color;
use lowlevel::text::{LLPrinter, Names};
use lowlevel::{Const, LL, LLGraph, LLOp, Program};

use crate::{CallPlan, Colored, GraphCopy};

/// Prints the types of a copy's variables with colours.
pub struct CopyPrinter<'a> {
    inner: LLPrinter<'a>,
    copy: &'a GraphCopy,
}

impl<'a> CopyPrinter<'a> {
    /// A printer for one copy.
    pub fn new(program: &'a Program, names: &'a Names, copy: &'a GraphCopy) -> CopyPrinter<'a> {
        CopyPrinter {
            inner: LLPrinter { program, names },
            copy,
        }
    }
}

/// The word of the text form.
pub fn color_name(c: Color) -> &'static str {
    match c {
        Color::Green => "green",
        Color::Red => "red",
    }
}

impl Printer<LL> for CopyPrinter<'_> {
    fn ty(&self, graph: &LLGraph, v: VarId) -> String {
        let ty = self.inner.ty(graph, v);
        if *graph.ty(v) == LLType::Void {
            return ty;
        }
        format!("{} {ty}", color_name(self.copy.colors[v]))
    }
    fn constant(&self, c: &Const) -> String {
        self.inner.constant(c)
    }
    fn op(&self, op: &LLOp) -> String {
        self.inner.op(op)
    }
}

fn plan(program: &Program, p: &CallPlan) -> String {
    match p {
        CallPlan::Inline(c) => format!("inline {c}"),
        CallPlan::Portal(c) => format!("portal {c}"),
        CallPlan::Residual => "residual".to_owned(),
        CallPlan::Indirect { targets, .. } => {
            let list: Vec<String> = targets
                .iter()
                .map(|(f, c)| format!("{} {c}", program.funcs[*f].name))
                .collect();
            format!("inline one of {}", list.join(", "))
        }
    }
}

/// One copy, without its head line.
pub fn print_copy(program: &Program, names: &Names, copy: &GraphCopy) -> String {
    let printer = CopyPrinter::new(program, names, copy);
    print_annotated(&copy.graph, &printer, &mut |place| match place {
        Site::Op(b, i) => notes(program, copy, b, i),
        _ => Vec::new(),
    })
}

fn notes(program: &Program, copy: &GraphCopy, b: BlockId, i: usize) -> Vec<String> {
    let mut out = Vec::new();
    if i + 1 == copy.graph.blocks[b].ops.len()
        && let Some(p) = copy.calls.get(&b)
    {
        out.push(format!("# {}", plan(program, p)));
    }
    if copy.frozen_loads.contains(&(b, i)) {
        out.push("# of frozen data".into());
    }
    out
}

/// Everything.
pub fn print(program: &Program, colored: &Colored) -> String {
    let names = Names::new(program);
    let types = |list: &[(ir::name::Name, LLType)]| {
        list.iter()
            .map(|(n, t)| format!("{n}: {}", names.ty(&program.types, *t)))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let mut out = String::new();
    for p in &colored.portals {
        let _ = writeln!(
            out,
            "portal {} driver {} {} {} greens({}) reds({})",
            program.funcs[p.func].name,
            program.drivers[p.driver].name,
            p.copy,
            p.block,
            types(&p.greens),
            types(&p.reds)
        );
    }
    for (id, c) in colored.copies.iter_enumerated() {
        let args: Vec<&str> = c.args.iter().map(|&a| color_name(a)).collect();
        let _ = writeln!(
            out,
            "\n{id} {}({}) -> {}",
            program.funcs[c.func].name,
            args.join(", "),
            color_name(c.result)
        );
        out.push_str(&print_copy(program, &names, c));
    }
    out
}
