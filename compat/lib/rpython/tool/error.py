# genext: python2
"""Texts of errors."""


def offset_to_lineno(code, offset):
    return code.co_firstlineno


def gather_error(annotator, graph, block, operindex):
    return ''


def format_blocked_annotation_error(annotator, blocked_blocks):
    return ''


def format_simple_call(annotator, oper, msg):
    pass
