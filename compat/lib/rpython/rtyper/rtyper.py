# genext: python2
"""The rtyper as tests see it: errors, and a class to run it."""
from rpython.rtyper.error import MissingRTypeOperation, TyperError  # noqa
from rpython.rtyper._placeholders import Placeholder

llinterp_backend = Placeholder('llinterp_backend')
RPythonTyper = Placeholder('RPythonTyper')
