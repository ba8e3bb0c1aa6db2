# genext: python2
"""What the profiler asks of C: it is not there."""

IS_SUPPORTED = False
NATIVE_PROFILING_SUPPORTED = False
