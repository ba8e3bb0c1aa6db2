# genext: python2
"""The rtyper as tests see it: errors, and a class to run it."""
import _genext_annotator as _native
from rpython.rtyper.error import MissingRTypeOperation, TyperError  # noqa
from rpython.rtyper._placeholders import Placeholder

llinterp_backend = Placeholder('llinterp_backend')


class RPythonTyper(object):
    """Types the program of an annotator."""

    def __init__(self, annotator, backend=None):
        self.annotator = annotator
        self.backend = backend
        self.typererrors = []

    def specialize(self, dont_simplify_again=False, crash_on_first_typeerror=True):
        result = _native.specialize(self.annotator.bookkeeper._handle)
        if result is not None:
            raise TyperError(result[4] or result[3])

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        raise NotImplementedError('the rtyper lives in the engine: no %s' % name)
