"""The interactive loop of `genext py`: reads statements, runs them, prints what expressions give."""
import sys
import _genext


def main(module, python2):
    names = module.__dict__
    sys.stdout.write('%s\nType statements; end with Ctrl-D.\n' % banner(python2))
    while True:
        text = read()
        if text is None:
            sys.stdout.write('\n')
            return
        if not text.strip():
            continue
        try:
            run(text, names)
        except SystemExit:
            raise
        except BaseException as e:
            sys.stdout.flush()
            sys.stderr.write(shown(e))


def banner(python2):
    return 'genext, the language of Python %s' % ('2.7' if python2 else '3.11')


def run(text, names):
    code = None
    try:
        code = _genext.compile_in_module(text, '<stdin>', 'eval', names)
    except SyntaxError:
        pass
    if code is None:
        code = _genext.compile_in_module(text, '<stdin>', 'exec', names)
        _genext.exec_in_module(code, names, names)
        return
    value = _genext.eval_in_module(code, names, names)
    if value is not None:
        # In the Python of the statements: `3L` or `3`.
        own = {'_': value, '__builtins__': names['__builtins__']}
        sys.stdout.write(_genext.eval_in_module('repr(_)', own, own) + '\n')
        names['_'] = value


def shown(e):
    """The traceback, from the statement that was entered on."""
    lines = _genext.traceback_text(e).split('\n')
    out = []
    inside = False
    for line in lines:
        if line.startswith('  File "'):
            inside = line.startswith('  File "<genext>/_genext_repl')
        elif not line.startswith('    '):
            inside = False
        if not inside:
            out.append(line.replace(', in <expression>', ', in <module>'))
    # What does not compile was not called.
    if len(out) > 1 and not out[1].startswith('  File'):
        out = out[1:]
    return '\n'.join(out)


# A line that was read and belongs to the next statement.
_left = []


def read():
    """The lines of one statement; `None` at the end of the input."""
    lines = []
    while True:
        if _left:
            line = _left.pop()
        else:
            sys.stdout.write('... ' if lines else '>>> ')
            sys.stdout.flush()
            line = sys.stdin.readline()
        if not line:
            return '\n'.join(lines) if lines else None
        if lines and is_next(line, lines):
            _left.append(line)
            return '\n'.join(lines) + '\n'
        lines.append(line.rstrip('\n'))
        if complete(lines):
            return '\n'.join(lines) + '\n'


def is_next(line, lines):
    """Whether a line behind a block is none of it: what is pasted has no empty line there."""
    if not line.strip() or line[0] in ' \t#' or lines[-1].endswith('\\') or lines[-1].startswith('@'):
        return False
    words = line.replace(':', ' ').split()
    return words[0] not in ('else', 'elif', 'except', 'finally') and not open_text('\n'.join(lines) + '\n')


def complete(lines):
    """Whether a statement ends here: one that spans lines ends with an empty one."""
    text = '\n'.join(lines) + '\n'
    if not lines[-1].strip():
        return not open_text(text)
    if lines[-1].endswith('\\') or open_text(text):
        return False
    block = lines[0].lstrip().startswith('@') or lines[0].split('#')[0].rstrip().endswith(':')
    return not block and len(lines) == 1 or not block and not lines[0].startswith((' ', '\t'))


def open_text(text):
    """Whether a bracket or a text with three quotes is still open."""
    try:
        _genext.compile_in_module(text, '<stdin>', 'exec', {})
    except SyntaxError as e:
        message = str(e.args[0])
        return 'never closed' in message or 'unterminated triple-quoted' in message
    return False
