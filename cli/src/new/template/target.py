"""@name@: the command line, and what `genext` translates."""
import os

from compiler import Compiler
from lexer import LanguageError
from machine import execute


def read_file(name):
    fd = os.open(name, os.O_RDONLY, 0o644)
    parts = []
    while True:
        part = os.read(fd, 4096)
        if not part:
            break
        parts.append(part)
    os.close(fd)
    return ''.join(parts)


def entry_point(argv):
    if len(argv) != 2:
        os.write(2, "usage: @name@ FILE\n")
        return 2
    try:
        source = read_file(argv[1])
    except OSError:
        os.write(2, "@name@: cannot read %s\n" % argv[1])
        return 1
    try:
        execute(Compiler(source).program())
    except LanguageError as e:
        os.write(2, "%s:%d: %s\n" % (argv[1], e.line, e.message))
        return 1
    return 0


def target(driver, args):
    return entry_point
