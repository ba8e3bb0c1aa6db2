//! Functions outside of the program: operating system, time, mathematics. Untranslated, they are the live space's
//! ([`crate::live`]); the annotator reads their types here, and the typer what does their work.
//!
//! Types are written with one letter per value: `i` int, `n` non-negative int, `f` float, `s` str, `0` str without
//! `\0`, `S` the same or None, `b` bool, `N` None, `L` list of str, `(..)` tuple; among arguments `?`: optional from
//! here on; as the result `!`: it does not return.

/// What is known of an external function, whoever asks.
#[derive(Debug)]
pub struct ExternalRow {
    /// Its name with its module: `os.read`.
    pub name: &'static str,
    /// The letters of its arguments.
    pub args: &'static str,
    /// The letter, or the letters in parentheses, of its result.
    pub result: &'static str,
    /// The exceptions that it raises.
    pub raises: &'static [&'static str],
    /// Whether it gives an integer in Python 3, where that of an integer is itself.
    pub rounds: bool,
    /// What does its work in translated programs.
    pub body: Body,
}

/// What does the work of an external function in translated programs.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// A helper in LLPython: its module in `rpython/rtyper/lltypesystem`, its name. One that gives a string takes the
    /// type of strings first.
    Helper(&'static str, &'static str),
    /// A function of the runtime over floats, which raises nothing.
    Runtime(&'static str),
    /// A tuple, each item of which has a body of its own.
    Pair(&'static [Body; 2]),
    /// The argument itself, before it is rounded.
    Argument,
    /// Nothing: the typer refuses it.
    Missing,
}

impl ExternalRow {
    const fn by(mut self, body: Body) -> ExternalRow {
        self.body = body;
        self
    }
    const fn rounds(mut self) -> ExternalRow {
        self.rounds = true;
        self
    }
    const fn os(self, helper: &'static str) -> ExternalRow {
        self.by(Body::Helper("ll_os", helper))
    }
    const fn math(self, helper: &'static str) -> ExternalRow {
        self.by(Body::Helper("ll_math", helper))
    }
    const fn runtime(self, function: &'static str) -> ExternalRow {
        self.by(Body::Runtime(function))
    }
}

const OS: &[&str] = &["OSError"];
const VALUE: &[&str] = &["ValueError"];
const OS_VALUE: &[&str] = &["OSError", "ValueError"];
const RANGE: &[&str] = &["ValueError", "OverflowError"];
const OVERFLOW: &[&str] = &["OverflowError"];
const PURE: &[&str] = &[];

const fn ext(
    name: &'static str,
    args: &'static str,
    result: &'static str,
    raises: &'static [&'static str],
) -> ExternalRow {
    ExternalRow {
        name,
        args,
        result,
        raises,
        rounds: false,
        body: Body::Missing,
    }
}

super::table! {
    /// Functions of the operating system and of the C library.
    External of ExternalRow {
        MathAcos = ext("math.acos", "f", "f", VALUE).math("ll_math_acos"),
        MathAcosh = ext("math.acosh", "f", "f", VALUE).math("ll_math_acosh"),
        MathAsin = ext("math.asin", "f", "f", VALUE).math("ll_math_asin"),
        MathAsinh = ext("math.asinh", "f", "f", PURE).runtime("gx_math_asinh"),
        MathAtan = ext("math.atan", "f", "f", PURE).runtime("gx_math_atan"),
        MathAtan2 = ext("math.atan2", "ff", "f", PURE).runtime("gx_math_atan2"),
        MathAtanh = ext("math.atanh", "f", "f", VALUE).math("ll_math_atanh"),
        MathCeil = ext("math.ceil", "f", "f", RANGE).runtime("gx_math_ceil").rounds(),
        MathCopysign = ext("math.copysign", "ff", "f", PURE).runtime("gx_math_copysign"),
        MathCos = ext("math.cos", "f", "f", VALUE).math("ll_math_cos"),
        MathCosh = ext("math.cosh", "f", "f", OVERFLOW).math("ll_math_cosh"),
        MathDegrees = ext("math.degrees", "f", "f", PURE),
        MathErf = ext("math.erf", "f", "f", PURE).runtime("gx_math_erf"),
        MathErfc = ext("math.erfc", "f", "f", PURE).runtime("gx_math_erfc"),
        MathExp = ext("math.exp", "f", "f", OVERFLOW).math("ll_math_exp"),
        MathExpm1 = ext("math.expm1", "f", "f", OVERFLOW).math("ll_math_expm1"),
        MathFabs = ext("math.fabs", "f", "f", PURE).runtime("gx_math_fabs"),
        MathFloor = ext("math.floor", "f", "f", RANGE).runtime("gx_math_floor").rounds(),
        MathFmod = ext("math.fmod", "ff", "f", VALUE).math("ll_math_fmod"),
        MathFrexp = ext("math.frexp", "f", "(fi)", PURE).by(FREXP),
        MathGamma = ext("math.gamma", "f", "f", RANGE).math("ll_math_gamma"),
        MathHypot = ext("math.hypot", "ff", "f", OVERFLOW).math("ll_math_hypot"),
        MathIsfinite = ext("math.isfinite", "f", "b", PURE).math("ll_math_isfinite"),
        MathIsinf = ext("math.isinf", "f", "b", PURE).math("ll_math_isinf"),
        MathIsnan = ext("math.isnan", "f", "b", PURE).math("ll_math_isnan"),
        MathLdexp = ext("math.ldexp", "fi", "f", OVERFLOW).math("ll_math_ldexp"),
        MathLgamma = ext("math.lgamma", "f", "f", RANGE).math("ll_math_lgamma"),
        MathLog = ext("math.log", "f", "f", VALUE).math("ll_math_log"),
        MathLog10 = ext("math.log10", "f", "f", VALUE).math("ll_math_log10"),
        MathLog1p = ext("math.log1p", "f", "f", VALUE).math("ll_math_log1p"),
        MathLog2 = ext("math.log2", "f", "f", VALUE).math("ll_math_log2"),
        MathModf = ext("math.modf", "f", "(ff)", PURE).by(MODF),
        MathPow = ext("math.pow", "ff", "f", RANGE).math("ll_math_pow"),
        MathRadians = ext("math.radians", "f", "f", PURE),
        MathSin = ext("math.sin", "f", "f", VALUE).math("ll_math_sin"),
        MathSinh = ext("math.sinh", "f", "f", OVERFLOW).math("ll_math_sinh"),
        MathSqrt = ext("math.sqrt", "f", "f", VALUE).math("ll_math_sqrt"),
        MathTan = ext("math.tan", "f", "f", VALUE).math("ll_math_tan"),
        MathTanh = ext("math.tanh", "f", "f", PURE).runtime("gx_math_tanh"),
        MathTrunc = ext("math.trunc", "f", "i", RANGE).by(Body::Argument).rounds(),
        OsExit = ext("os._exit", "i", "!", PURE).os("ll_os_exit"),
        OsAccess = ext("os.access", "0i", "b", OS).os("ll_os_access"),
        OsChdir = ext("os.chdir", "0", "N", OS).os("ll_os_chdir"),
        OsChmod = ext("os.chmod", "0i", "N", OS).os("ll_os_chmod"),
        OsUtime = ext("os._utime", "0ff", "N", OS).os("ll_os_utime"),
        OsChown = ext("os.chown", "0ii", "N", OS).os("ll_os_chown"),
        OsChroot = ext("os.chroot", "0", "N", OS).os("ll_os_chroot"),
        OsClose = ext("os.close", "i", "N", OS).os("ll_os_close"),
        OsDup = ext("os.dup", "i", "i", OS).os("ll_os_dup"),
        OsDup2 = ext("os.dup2", "ii", "N", OS).os("ll_os_dup2"),
        OsEnvironment = ext("os._environment", "", "s", OS).os("ll_os_environment"),
        OsExecv = ext("os._execv", "0s", "N", OS).os("ll_os_execv"),
        OsExecve = ext("os._execve", "0ss", "N", OS).os("ll_os_execve"),
        OsFchmod = ext("os.fchmod", "ii", "N", OS).os("ll_os_fchmod"),
        OsFork = ext("os.fork", "", "i", OS).os("ll_os_fork"),
        OsFstatus = ext("os._fstatus", "i", "s", OS).os("ll_os_fstatus"),
        OsFsync = ext("os.fsync", "i", "N", OS).os("ll_os_fsync"),
        OsFtruncate = ext("os.ftruncate", "ii", "N", OS).os("ll_os_ftruncate"),
        OsGetcwd = ext("os.getcwd", "", "0", OS).os("ll_os_getcwd"),
        OsGetegid = ext("os.getegid", "", "n", PURE).os("ll_os_getegid"),
        OsGetenv = ext("os.getenv", "0", "S", PURE).os("ll_os_getenv"),
        OsGeteuid = ext("os.geteuid", "", "n", PURE).os("ll_os_geteuid"),
        OsGetgid = ext("os.getgid", "", "n", PURE).os("ll_os_getgid"),
        OsGetgroups = ext("os._getgroups", "", "s", OS).os("ll_os_getgroups"),
        OsGetlogin = ext("os.getlogin", "", "s", OS).os("ll_os_getlogin"),
        OsGetpgid = ext("os.getpgid", "i", "i", OS).os("ll_os_getpgid"),
        OsGetpgrp = ext("os.getpgrp", "", "i", PURE).os("ll_os_getpgrp"),
        OsGetpid = ext("os.getpid", "", "i", PURE).os("ll_os_getpid"),
        OsGetppid = ext("os.getppid", "", "i", PURE).os("ll_os_getppid"),
        OsGetsid = ext("os.getsid", "i", "i", OS).os("ll_os_getsid"),
        OsGetuid = ext("os.getuid", "", "n", PURE).os("ll_os_getuid"),
        OsHeapFigure = ext("os._heap_figure", "i", "i", PURE).os("ll_heap_figure"),
        OsIsatty = ext("os.isatty", "i", "b", PURE).os("ll_os_isatty"),
        OsKill = ext("os.kill", "ii", "N", OS).os("ll_os_kill"),
        OsSignal = ext("os._signal", "ii", "N", OS).os("ll_os_signal"),
        OsSignalPoll = ext("os._signal_poll", "", "i", PURE).os("ll_os_signal_poll"),
        OsSignalPlace = ext("os._signal_place", "", "i", PURE).os("ll_os_signal_place"),
        OsAlarm = ext("os._alarm", "i", "n", PURE).os("ll_os_alarm"),
        OsPause = ext("os._pause", "", "N", PURE).os("ll_os_pause"),
        OsKillpg = ext("os.killpg", "ii", "N", OS).os("ll_os_killpg"),
        OsLink = ext("os.link", "00", "N", OS).os("ll_os_link"),
        OsListing = ext("os._listing", "0", "s", OS).os("ll_os_listing"),
        OsLseek = ext("os.lseek", "iii", "i", OS).os("ll_os_lseek"),
        OsMapAddress = ext("os._map_address", "i", "i", OS).os("ll_map_address"),
        OsMapClose = ext("os._map_close", "i", "N", OS).os("ll_map_close"),
        OsMapOpen = ext("os._map_open", "iiiii", "i", OS).os("ll_map_open"),
        OsMapRead = ext("os._map_read", "iii", "s", OS).os("ll_map_read"),
        OsMapResize = ext("os._map_resize", "ii", "N", OS).os("ll_map_resize"),
        OsMapSync = ext("os._map_sync", "iii", "N", OS).os("ll_map_sync"),
        OsMapWrite = ext("os._map_write", "iis", "N", OS).os("ll_map_write"),
        OsMkdir = ext("os.mkdir", "0?i", "N", OS).os("ll_os_mkdir"),
        OsMkfifo = ext("os.mkfifo", "0i", "N", OS).os("ll_os_mkfifo"),
        OsOpen = ext("os.open", "0i?i", "i", OS).os("ll_os_open"),
        OsPathExists = ext("os.path.exists", "0", "b", PURE).os("ll_os_exists"),
        OsPathIsdir = ext("os.path.isdir", "0", "b", PURE).os("ll_os_isdir"),
        OsPathIsfile = ext("os.path.isfile", "0", "b", PURE).os("ll_os_isfile"),
        OsPipe = ext("os._pipe", "", "i", OS).os("ll_os_pipe"),
        OsPutenv = ext("os.putenv", "00", "N", OS).os("ll_os_putenv"),
        OsRead = ext("os.read", "ii", "s", OS).os("ll_os_read"),
        OsReadlink = ext("os.readlink", "0", "0", OS).os("ll_os_readlink"),
        OsRemove = ext("os.remove", "0", "N", OS).os("ll_os_unlink"),
        OsRename = ext("os.rename", "00", "N", OS).os("ll_os_rename"),
        OsRmdir = ext("os.rmdir", "0", "N", OS).os("ll_os_rmdir"),
        OsSetegid = ext("os.setegid", "i", "N", OS).os("ll_os_setegid"),
        OsSeteuid = ext("os.seteuid", "i", "N", OS).os("ll_os_seteuid"),
        OsSetgid = ext("os.setgid", "i", "N", OS).os("ll_os_setgid"),
        OsSetpgid = ext("os.setpgid", "ii", "N", OS).os("ll_os_setpgid"),
        OsSetsid = ext("os.setsid", "", "N", OS).os("ll_os_setsid"),
        OsSetuid = ext("os.setuid", "i", "N", OS).os("ll_os_setuid"),
        OsStatus = ext("os._status", "0i", "s", OS).os("ll_os_status"),
        OsStrerror = ext("os.strerror", "i", "0", PURE).os("ll_os_strerror"),
        OsSymlink = ext("os.symlink", "00", "N", OS).os("ll_os_symlink"),
        OsSystem = ext("os.system", "0", "i", OS).os("ll_os_system"),
        OsTimes = ext("os._times", "", "s", PURE).os("ll_os_times"),
        OsTtyname = ext("os.ttyname", "i", "s", OS).os("ll_os_ttyname"),
        OsUmask = ext("os.umask", "i", "i", PURE).os("ll_os_umask"),
        OsUname = ext("os._uname", "", "s", OS).os("ll_os_uname"),
        OsUnlink = ext("os.unlink", "0", "N", OS).os("ll_os_unlink"),
        OsUnsetenv = ext("os.unsetenv", "0", "N", OS).os("ll_os_unsetenv"),
        OsUrandom = ext("os.urandom", "i", "s", OS_VALUE).os("ll_os_urandom"),
        OsWaitpid = ext("os._waitpid", "ii", "i", OS).os("ll_os_waitpid"),
        OsWrite = ext("os.write", "is", "n", OS).os("ll_os_write"),
        SysGetrecursionlimit = ext("sys.getrecursionlimit", "", "i", PURE),
        TimeClock = ext("time.clock", "", "f", PURE).os("ll_time_clock"),
        TimeClockGettime = ext("time._clock_gettime", "i", "i", OS).os("ll_time_clock_gettime"),
        TimeMonotonic = ext("time.monotonic", "", "f", PURE).os("ll_time_perf_counter"),
        TimePerfcounter = ext("time.perf_counter", "", "f", PURE).os("ll_time_perf_counter"),
        TimeProcesstime = ext("time.process_time", "", "f", PURE).os("ll_time_clock"),
        TimeSleep = ext("time.sleep", "f", "N", PURE).os("ll_time_sleep"),
        TimeTime = ext("time.time", "", "f", PURE).os("ll_time_time"),
    }
}

const FREXP: Body = Body::Pair(&[
    Body::Runtime("gx_math_frexp_m"),
    Body::Runtime("gx_math_frexp_e"),
]);
const MODF: Body = Body::Pair(&[
    Body::Helper("ll_math", "ll_math_modf_frac"),
    Body::Helper("ll_math", "ll_math_modf_int"),
]);
