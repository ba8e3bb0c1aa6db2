# genext: python2
"""Texts of errors."""


def offset_to_lineno(code, offset):
    return code.co_firstlineno


def offset2lineno(code, offset):
    """The line of an instruction of CPython's bytecode: `co_lnotab` has pairs of steps, in bytes and in lines."""
    position, line = 0, code.co_firstlineno
    steps = code.co_lnotab
    for i in range(0, len(steps), 2):
        position += ord(steps[i])
        if position > offset:
            break
        line += ord(steps[i + 1])
    return line


def gather_error(annotator, graph, block, operindex):
    return ''


def format_blocked_annotation_error(annotator, blocked_blocks):
    return ''


def format_simple_call(annotator, oper, msg):
    pass
