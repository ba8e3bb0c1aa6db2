"""The library that RPython programs import.

Its modules have two meanings.  Live (at import time and under `genext py`) they
are ordinary Python.  In translated code the functions marked *translated
natively* are known to the toolchain by their qualified names; all others are
translated like the program's own.
"""
