//! Register allocation by regalloc2, and its symbolic check.
//!
//! Ion (backtracking, with live-range splitting and bundle merging) is the allocator of translated code; Fastalloc is
//! one pass and meant for code that must be there soon. Both see the same machine IR; `check` runs regalloc2's checker,
//! an independent symbolic execution of the result.
use regalloc2::{Algorithm, Output, RegallocOptions, checker::Checker};

use crate::BackendError;
use crate::mir::{MFunc, regs};

/// Which of regalloc2's algorithms allocates registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Allocator {
    /// Best code.
    #[default]
    Ion,
    /// Fastest compilation.
    Fast,
}

/// Allocates registers; with `check`, verifies the result.
pub fn allocate(f: &MFunc, allocator: Allocator, check: bool) -> Result<Output, BackendError> {
    thread_local! {
        static CTX: std::cell::RefCell<regalloc2::Ctx> = std::cell::RefCell::default();
    }
    let options = RegallocOptions {
        verbose_log: false,
        validate_ssa: check,
        algorithm: match allocator {
            Allocator::Ion => Algorithm::Ion,
            Allocator::Fast => Algorithm::Fastalloc,
        },
    };
    let env = regs::machine_env();
    let internal = |what: String| BackendError::Internal {
        function: f.name.clone(),
        what,
    };
    let out = CTX.with(|ctx| {
        let ctx = &mut *ctx.borrow_mut();
        regalloc2::run_with_ctx(f, env, &options, ctx)
            .map(|_| ())
            .map_err(|e| internal(format!("register allocation: {e}\n{f}")))?;
        Ok(std::mem::take(&mut ctx.output))
    })?;
    if check {
        let mut checker = Checker::new(f, env);
        checker.prepare(&out);
        checker
            .run()
            .map_err(|e| internal(format!("register allocation is wrong: {e:?}\n{f}")))?;
    }
    Ok(out)
}
