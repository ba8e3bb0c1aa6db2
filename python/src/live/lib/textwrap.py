"""Indentation and filling of text."""


def dedent(text):
    lines = text.split('\n')
    margin = None
    for line in lines:
        stripped = line.lstrip()
        if stripped:
            indent = line[:len(line) - len(stripped)]
            if margin is None:
                margin = indent
            else:
                n = 0
                while n < len(margin) and n < len(indent) and margin[n] == indent[n]:
                    n += 1
                margin = margin[:n]
    margin = margin or ''
    return '\n'.join([line[len(margin):] if line.strip() else '' for line in lines])


def indent(text, prefix, predicate=None):
    out = []
    for line in text.splitlines(True):
        keep = predicate(line) if predicate is not None else line.strip()
        out.append(prefix + line if keep else line)
    return ''.join(out)


def wrap(text, width=70):
    lines = []
    line = ''
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = line + ' ' + word if line else word
    if line:
        lines.append(line)
    return lines


def fill(text, width=70):
    return '\n'.join(wrap(text, width))
