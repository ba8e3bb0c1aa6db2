"""The profiler vmprof, as programs see it: code objects may be registered; profiling cannot be enabled, `perf` and
`genext jitlog` are there instead."""

MAX_FUNC_NAME = 1023


class VMProfError(Exception):
    def __init__(self, msg):
        self.msg = msg

    def __str__(self):
        return self.msg


class VMProfPlatformUnsupported(Exception):
    pass


def register_code_object_class(CodeClass, full_name_func):
    """While the program is imported: how code objects of a class are called."""


def register_code(code, name):
    pass


def get_unique_id(code):
    assert code is not None
    return 0


def vmprof_execute_code(name, get_code_fn, result_class=None, _hack_update_stack_untranslated=False):
    """A decorator of the function that runs a code object: the function stays as it is."""
    def decorate(func):
        return func
    return decorate


def enable(fileno, interval, memory=0, native=0, real_time=0):
    raise VMProfError("vmprof is not there")


def disable():
    raise VMProfError("vmprof is not enabled")


def is_enabled():
    return False


def get_profile_path(space):
    return None


def stop_sampling(space):
    return -1


def start_sampling(space):
    pass
