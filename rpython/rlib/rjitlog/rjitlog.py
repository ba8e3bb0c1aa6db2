"""The binary log of RPython's JIT, as programs see it: it cannot be enabled, `GENEXT_LOG=jit:residual:FILE` writes
another one."""


class JitlogError(Exception):
    def __init__(self, msg):
        self.msg = msg

    def __str__(self):
        return self.msg


def stats_flush_trace_counts(warmrunnerdesc):
    pass


def enable_jitlog(fileno):
    raise JitlogError("the binary log is not there")


def disable_jitlog():
    pass
