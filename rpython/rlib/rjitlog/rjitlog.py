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


# What `get_location` of a driver tells of a place.
MP_STR, MP_INT = (1 << 7), (0 << 7)
MP_INDEX, MP_SCOPE, MP_FILENAME, MP_OPCODE, MP_LINENO = range(1, 6)


def returns(*kinds):
    """Declares what a `get_location` function tells, in this order."""
    def declare(function):
        function._loc_types = kinds
        return function
    return declare
