//! What programs say to the JIT by name: the methods of its drivers, the keywords of `hint`, the parameters of
//! `set_param`. Untranslated they are Python text (`rpython.rlib.jit`).

/// The class of drivers.
pub const DRIVER: &str = "rpython.rlib.jit.JitDriver";

/// What is known of a name of the JIT.
#[derive(Debug)]
pub struct JitRow {
    /// The method, keyword or parameter.
    pub name: &'static str,
}

const fn named(name: &'static str) -> JitRow {
    JitRow { name }
}

super::table! {
    /// Methods of `JitDriver` in translated code.
    DriverMethod of JitRow {
        MergePoint = named("jit_merge_point"),
        CanEnterJit = named("can_enter_jit"),
        LoopHeader = named("loop_header"),
    }
}

super::table! {
    /// What `hint(x, NAME=True)` may be called with.
    Hint of JitRow {
        AccessDirectly = named("access_directly"),
        Concrete = named("concrete"),
        DeepFreeze = named("deepfreeze"),
        ForceNoConst = named("force_no_const"),
        ForceVirtualizable = named("force_virtualizable"),
        Forget = named("forget"),
        FreshVirtualizable = named("fresh_virtualizable"),
        GlobalMergePoint = named("global_merge_point"),
        Promote = named("promote"),
        PromoteString = named("promote_string"),
        PromoteUnicode = named("promote_unicode"),
        Variable = named("variable"),
    }
}

super::table! {
    /// What `set_param` may name: the parameters of RPython's JIT.
    Parameter of JitRow {
        Decay = named("decay"),
        DisableUnrolling = named("disable_unrolling"),
        EnableOpts = named("enable_opts"),
        FunctionThreshold = named("function_threshold"),
        Inlining = named("inlining"),
        LoopLongevity = named("loop_longevity"),
        MaxRetraceGuards = named("max_retrace_guards"),
        MaxUnrollLoops = named("max_unroll_loops"),
        MaxUnrollRecursion = named("max_unroll_recursion"),
        PureopHistoryLength = named("pureop_historylength"),
        RetraceLimit = named("retrace_limit"),
        Threshold = named("threshold"),
        TraceEagerness = named("trace_eagerness"),
        TraceLimit = named("trace_limit"),
        Vec = named("vec"),
        VecAll = named("vec_all"),
        VecCost = named("vec_cost"),
    }
}
