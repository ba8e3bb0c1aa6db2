"""The few names of `rpython` that untranslated programs need under CPython 3.

Translation never sees this package: it only gives the library functions their
run-before-translation meaning, so that the sources under `examples/` can be
compared with CPython.  `examples/run_cpython.py` puts it on the module path.
"""
