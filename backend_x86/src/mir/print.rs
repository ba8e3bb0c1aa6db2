//! Text of machine IR, for traces and error reports: `v5 = Add v3, v4` with the operands' constraints.
use std::fmt::{self, Display, Write};

use super::MFunc;

impl Display for MFunc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "mir {}", self.name)?;
        for (i, b) in self.blocks.iter().enumerate() {
            let params: Vec<String> = b.params.iter().map(ToString::to_string).collect();
            writeln!(
                f,
                "block{i}({}){}:",
                params.join(", "),
                if b.cold { " cold" } else { "" }
            )?;
            for n in b.insts.0..b.insts.1 {
                let inst = &self.insts[n as usize];
                let mut line = format!("  {n:4} {:?}", inst.op);
                for o in self.operands_of(inst) {
                    write!(line, "  {o}")?;
                }
                writeln!(f, "{line}")?;
            }
            let succs: Vec<String> = b.succs.iter().map(|s| s.index().to_string()).collect();
            let args: Vec<String> = b.jump_args.iter().map(ToString::to_string).collect();
            writeln!(f, "       -> {} ({})", succs.join(", "), args.join(", "))?;
        }
        Ok(())
    }
}
