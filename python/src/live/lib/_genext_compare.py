"""How two values of a failed `assert` differ, for the test runner: lines of text, in the manner of pytest.

`explain(operator, left, right)` gives the lines that follow `assert LEFT OPERATOR RIGHT`, or `None` when there is
nothing to say. Values are looked at when the assertion fails.
"""
import pytest

# How much is told: 0 the first difference, 1 (`-v`) also a comparison of the whole, 2 (`-vv`) all of it.
verbose = [0]
# An explanation longer than this is cut, unless everything is wanted.
_LINES = 8
_TEXT = 42


def explain(op, left, right):
    lines = _lines(op, left, right)
    if not lines:
        return None
    lines = [''] + lines
    shown = _LINES - 1
    if verbose[0] < 2 and len(lines) > shown + 2:
        hidden = len(lines) - shown
        lines = lines[:shown] + ['', "...Full output truncated (%d lines hidden), use '-vv' to show" % hidden]
    return '\n'.join(['  ' + l for text in lines for l in text.split('\n')])


def _lines(op, left, right):
    if op == '==':
        return _equal(left, right)
    if op == 'not in' and _is_text(left) and _is_text(right):
        return _contained(left, right)
    if op in ('<=', '<', '>=', '>') and _is_set(left) and _is_set(right):
        if op in ('<=', '<'):
            return _extra('left', left - right)
        return _extra('right', right - left)
    return None


def _equal(left, right):
    if isinstance(right, pytest.ApproxBase):
        return right.differences(left)
    if isinstance(left, pytest.ApproxBase):
        return left.differences(right)
    if _is_text(left) and _is_text(right):
        return text_lines(left, right)
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        return _sequences(left, right) + _whole(left, right)
    if _is_set(left) and _is_set(right):
        return _extra('left', left - right) + _extra('right', right - left) + _whole(left, right)
    if isinstance(left, dict) and isinstance(right, dict):
        return _dicts(left, right) + _whole(left, right)
    return None


def _is_text(x):
    return isinstance(x, (str, type(u'')))


def _is_set(x):
    return isinstance(x, (set, frozenset))


def _short(x):
    text = repr(x)
    return text if len(text) <= 240 else text[:118] + '...' + text[-119:]


def _sequences(left, right):
    out = []
    for i in range(min(len(left), len(right))):
        if left[i] != right[i]:
            out.append('At index %d diff: %s != %s' % (i, _short(left[i]), _short(right[i])))
            break
    more = len(left) - len(right)
    if more:
        side, extra = ('Left', left[len(right)]) if more > 0 else ('Right', right[len(left)])
        if abs(more) == 1:
            out.append('%s contains one more item: %s' % (side, _short(extra)))
        else:
            out.append('%s contains %d more items, first extra item: %s' % (side, abs(more), _short(extra)))
    return out


def _dicts(left, right):
    out = []
    common = [k for k in left if k in right]
    same = [k for k in common if left[k] == right[k]]
    if same and verbose[0] < 2:
        out.append('Omitting %d identical items, use -vv to show' % len(same))
    elif same:
        out.append('Common items:')
        out.append(_flat(dict([(k, left[k]) for k in same])))
    different = [k for k in common if k not in same]
    if different:
        out.append('Differing items:')
        for k in different:
            out.append('%s != %s' % (_short({k: left[k]}), _short({k: right[k]})))
    for side, here, there in (('Left', left, right), ('Right', right, left)):
        extra = [k for k in here if k not in there]
        if extra:
            out.append('%s contains %d more item%s:' % (side, len(extra), '' if len(extra) == 1 else 's'))
            out.append(_flat(dict([(k, here[k]) for k in extra])))
    return out


def _extra(side, items):
    if not items:
        return []
    return ['Extra items in the %s set:' % side] + [_short(i) for i in _ordered(items)]


def _ordered(items):
    try:
        return sorted(items)
    except Exception:
        return sorted(items, key=repr)


def _flat(d):
    return '{%s}' % ', '.join(['%s: %s' % (_short(k), _short(d[k])) for k in _ordered(d)])


def _whole(left, right):
    """A line by line comparison of containers, of which each element has a line."""
    if verbose[0] < 1:
        return ['Use -v to get more diff']
    return ['', 'Full diff:'] + line_difference(pretty(right), pretty(left))


def pretty(x, indent=0, before='', after=''):
    """A value as lines: each element of a container on its own."""
    kinds = ((dict, '{', '}'), (list, '[', ']'), (tuple, '(', ')'), (set, '{', '}'), (frozenset, 'frozenset({', '})'))
    space = ' ' * indent
    for kind, opening, closing in kinds:
        if type(x) is kind and x:
            out = [space + before + opening]
            if kind is dict:
                for k in x:
                    out.extend(pretty(x[k], indent + 4, repr(k) + ': ', ','))
            else:
                for i in (x if kind in (list, tuple) else _ordered(x)):
                    out.extend(pretty(i, indent + 4, '', ','))
            out.append(space + closing + after)
            return out
    return [space + before + repr(x) + after]


def _contained(needle, text):
    at = text.find(needle)
    without = text[:at] + text[at + len(needle):]
    out = ['%s is contained here:' % _short(needle)]
    for line in text_lines(text, without):
        if not line.startswith(('Skipping', '- ')):
            out.append('  ' + line[2:] if line.startswith('+ ') else line)
    return out


def text_lines(left, right):
    out = []
    if verbose[0] < 1:
        n = 0
        while n < min(len(left), len(right)) and left[n] == right[n]:
            n += 1
        if n > _TEXT:
            n -= 10
            out.append('Skipping %d identical leading characters in diff, use -v to show' % n)
            left, right = left[n:], right[n:]
        n = 0
        while n < min(len(left), len(right)) and left[-1 - n] == right[-1 - n]:
            n += 1
        if n > _TEXT:
            n -= 10
            out.append('Skipping %d identical trailing characters in diff, use -v to show' % n)
            left, right = left[:-n], right[:-n]
    if left.isspace() or right.isspace():
        left, right = repr(str(left)), repr(str(right))
        out.append('Strings contain only whitespace, escaping them using repr()')
    return out + line_difference(right.split('\n'), left.split('\n'))


# ---- comparison of lines

def line_difference(old, new):
    """Lines of `old` that are not in `new` (`- `), those of `new` (`+ `), and those of both; where lines are alike,
    marks below them (`? `)."""
    out = []
    for kind, a, b in _blocks(old, new):
        if kind:
            out.extend(['  ' + line for line in a])
        else:
            _replaced(a, b, out)
    return out


def _matching(a, b):
    """The longest common runs of two sequences, in order: (start in a, start in b, length)."""
    places = {}
    for j, x in enumerate(b):
        places.setdefault(x, []).append(j)
    todo = [(0, len(a), 0, len(b))]
    found = []
    while todo:
        alo, ahi, blo, bhi = todo.pop()
        best = (alo, blo, 0)
        lengths = {}
        for i in range(alo, ahi):
            now = {}
            for j in places.get(a[i], ()):
                if blo <= j < bhi:
                    n = now[j] = lengths.get(j - 1, 0) + 1
                    if n > best[2]:
                        best = (i - n + 1, j - n + 1, n)
            lengths = now
        i, j, n = best
        if n:
            found.append(best)
            todo.append((alo, i, blo, j))
            todo.append((i + n, ahi, j + n, bhi))
    return sorted(found)


def _blocks(a, b):
    """(True, same, same) and (False, part of a, part of b), in order."""
    out = []
    i = j = 0
    for x, y, n in _matching(a, b) + [(len(a), len(b), 0)]:
        if i < x or j < y:
            out.append((False, a[i:x], b[j:y]))
        if n:
            out.append((True, a[x:x + n], b[y:y + n]))
        i, j = x + n, y + n
    return out


def _likeness(a, b):
    if len(a) * len(b) > 250000:
        return 0.0
    return 2.0 * sum([m[2] for m in _matching(a, b)]) / max(1, len(a) + len(b))


def _replaced(a, b, out):
    """Changed lines: the two that are most alike are compared, then those before and after them."""
    best = (0.75, None, None)
    if len(a) * len(b) <= 400:
        for i, x in enumerate(a):
            for j, y in enumerate(b):
                ratio = _likeness(x, y)
                if ratio > best[0]:
                    best = (ratio, i, j)
    ratio, i, j = best
    if i is None:
        out.extend(['- ' + line for line in a])
        out.extend(['+ ' + line for line in b])
        return
    if i or j:
        _replaced(a[:i], b[:j], out)
    _alike(a[i], b[j], out)
    if a[i + 1:] or b[j + 1:]:
        _replaced(a[i + 1:], b[j + 1:], out)


def _alike(old, new, out):
    below_old, below_new = [], []
    for same, x, y in _blocks(old, new):
        if same:
            below_old.append(' ' * len(x))
            below_new.append(' ' * len(y))
        elif len(x) and len(y):
            n = min(len(x), len(y))
            below_old.append('^' * n + '-' * (len(x) - n))
            below_new.append('^' * n + '+' * (len(y) - n))
        else:
            below_old.append('-' * len(x))
            below_new.append('+' * len(y))
    for sign, line, below in (('- ', old, ''.join(below_old)), ('+ ', new, ''.join(below_new))):
        out.append(sign + line)
        if below.strip():
            out.append('? ' + below.rstrip())
