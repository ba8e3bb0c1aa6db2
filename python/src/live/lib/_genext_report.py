"""Exceptions of tests as text, in the styles of `--tb`."""
import os
import linecache
import pytest
import _genext

_HIDDEN = ('<genext>/_genext_', '<genext>/pytest', '<genext>/hypothesis')
# What is wanted: the style, and whether local variables are shown (`-l`).
options = {'style': 'auto', 'locals': False}
_WIDTH = 80


def entries_of(e):
    """The traceback without the runner's own frames: (path, line, function, text of the line, local variables)."""
    everything = _genext.traceback_list(e)
    kept = _genext.traceback_locals(e)
    if len(kept) != len(everything):
        kept = [None] * len(everything)
    everything = [entry + (names,) for entry, names in zip(everything, kept)]
    entries = list(everything)
    while entries and entries[0][0].startswith(_HIDDEN):
        entries.pop(0)
    while len(entries) > 1 and entries[-1][0].startswith(_HIDDEN):
        entries.pop()
    return entries or everything


def place_of(e):
    entries = entries_of(e)
    if not entries:
        return ''
    return '%s:%d' % (relative(entries[-1][0]), entries[-1][1])


def relative(path):
    cwd = os.getcwd() + '/'
    return path[len(cwd):] if path.startswith(cwd) else path


def crash_line(e):
    if isinstance(e, pytest.FixtureLookupError):
        return str(e)
    if isinstance(e, pytest.Failed):
        return 'Failed: ' + str(e).split('\n')[0]
    text = _genext.explanation(e)
    line = _genext.exception_line(e)
    if text is not None:
        first = text.split('\n')[0]
        if line in ('AssertionError', 'exceptions.AssertionError'):
            return first
    return line.split('\n')[0]


def message_of(e):
    """The lines after `E`."""
    message = 'Failed: ' + str(e) if isinstance(e, pytest.Failed) else _genext.exception_line(e)
    explanation = _genext.explanation(e)
    out = [] if explanation and message == 'AssertionError' else message.split('\n')
    return out + (explanation.split('\n') if explanation else [])


def report(e, collecting=False):
    """The whole text; errors of collection are always short."""
    style = options['style']
    if isinstance(e, pytest.FixtureLookupError):
        return e.text(relative)
    if isinstance(e, pytest.Failed) and not e.pytrace:
        return str(e)
    if style == 'line':
        entries = entries_of(e)
        place = '%s:%d: ' % entries[-1][:2] if entries else ''
        return place + crash_line(e)
    if collecting:
        style = 'short'
    parts = []
    for cause, link in _chain(e):
        if link:
            # Long entries begin with an empty line of their own.
            parts.append('\n%s' % link if style in ('auto', 'long') else '\n%s\n' % link)
        parts.append(_one(cause, style))
    return '\n'.join(parts)


def _chain(e):
    """The exceptions that led to this one, the first of them first, each with the words that connect it."""
    out = []
    seen = []
    while e is not None and not [s for s in seen if s is e]:
        seen.append(e)
        cause = getattr(e, '__cause__', None)
        if cause is not None:
            out.append((e, 'The above exception was the direct cause of the following exception:'))
            e = cause
            continue
        context = getattr(e, '__context__', None)
        if getattr(e, '__suppress_context__', False) or context is None or not _users(context):
            out.append((e, ''))
            break
        out.append((e, 'During handling of the above exception, another exception occurred:'))
        e = context
    out.reverse()
    # After a cycle the first has nothing before it.
    return [(x, link if i else '') for i, (x, link) in enumerate(out)]


def _users(e):
    return bool([t for t in _genext.traceback_list(e) if not t[0].startswith('<genext>')])


def _native(e):
    """As Python prints it."""
    out = ['Traceback (most recent call last):']
    for path, line, function, text, names in entries_of(e):
        out.append('  File "%s", line %d, in %s' % (path, line, function))
        if text.strip():
            out.append('    ' + text.strip())
        _locals(names, out, '    ')
    return '\n'.join(out + message_of(e))


def _one(e, style):
    if style == 'native':
        return _native(e)
    out = []
    entries = entries_of(e)
    repeated = 0
    for i, entry in enumerate(entries):
        path, line, function, text, names = entry
        last = i == len(entries) - 1
        if not last and i > 0 and entries[i - 1][:3] == (path, line, function):
            repeated += 1
            if repeated >= 3:
                continue
        else:
            if repeated >= 3:
                out.append('    [the previous line repeated %d more times]' % (repeated - 2))
            repeated = 0
        long = style == 'long' or style == 'auto' and (i == 0 or last)
        messages = message_of(e) if last else []
        if long:
            if i:
                out.append('_ ' * (_WIDTH // 2))
            out.append('')
            out.extend(_long(path, line, function, text, messages))
            _locals(names, out, '')
            out.append('')
            out.append('%s:%d: %s' % (relative(path), line, type(e).__name__ if last else ''))
        else:
            if style == 'auto' and i == 1:
                out.append('_ ' * (_WIDTH // 2))
            out.append('%s:%d: in %s' % (relative(path), line, function))
            if text.strip():
                out.append('    ' + text.strip())
            out.extend(['E   ' + m for m in messages])
            _locals(names, out, '    ')
    if not entries:
        out.extend(['E   ' + m for m in message_of(e)])
    return '\n'.join(out)


def _locals(names, out, indent):
    if not options['locals'] or not names:
        return
    if indent == '':
        out.append('')
    for name in sorted(names):
        if name.startswith('@'):
            continue
        try:
            text = repr(names[name])
        except Exception as e:
            text = '<repr() failed: %s>' % _genext.exception_line(e)
        if len(text) > 240:
            text = text[:118] + '...' + text[-119:]
        out.append('%s%-10s = %s' % (indent, name, text))


def _indent(line):
    return len(line) - len(line.lstrip())


def _long(path, line, function, text, messages):
    """The function up to the line, then the message below the line."""
    lines = linecache.getlines(path)
    source = [(text or '').rstrip('\n')]
    if 0 < line <= len(lines):
        source = [s.rstrip('\n') for s in lines[_first_line(lines, line, function) - 1:line]]
    indents = [_indent(s) for s in source if s.strip()]
    common = min(indents) if indents else 0
    source = [s[common:] for s in source]
    out = [('    ' + s).rstrip() for s in source[:-1]]
    out.append(('>   ' + source[-1]).rstrip())
    mark = 'E   ' + ' ' * _indent(source[-1])
    return out + [mark + m for m in messages]


def _first_line(lines, line, function):
    """Where the function begins that the line is in, with its decorators."""
    if function.startswith('<'):
        return line
    first = line
    while first > 0:
        words = lines[first - 1].split('(')[0].split()
        if words[:1] == ['async']:
            words = words[1:]
        if len(words) == 2 and words[0] == 'def' and words[1] == function.split('.')[-1]:
            while first > 1 and lines[first - 2].lstrip().startswith('@'):
                first -= 1
            return first
        first -= 1
    return line
