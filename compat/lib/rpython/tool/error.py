# genext: python2
"""Texts of errors."""


def offset_to_lineno(code, offset):
    return code.co_firstlineno


def offset2lineno(code, offset):
    """The line of an instruction of CPython's bytecode: `co_lnotab` has pairs of steps, in bytes and in lines."""
    position, line = 0, code.co_firstlineno
    steps = [ord(c) for c in code.co_lnotab]
    for bytes_on, lines_on in zip(steps[::2], steps[1::2]):
        position += bytes_on
        if position > offset:
            break
        line += lines_on
    return line


def gather_error(annotator, graph, block, operindex):
    return ''


def format_blocked_annotation_error(annotator, blocked_blocks):
    return ''


def format_simple_call(annotator, oper, msg):
    pass
