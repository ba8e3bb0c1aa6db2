# genext: python2
"""Where tests of interpreters look for `LLJitMixin`, too."""
from rpython.jit.metainterp.test.support import LLJitMixin, noConst  # noqa
