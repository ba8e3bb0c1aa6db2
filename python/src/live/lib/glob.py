"""Files that match shell patterns."""
import os
import fnmatch

_MAGIC = '*?['


def glob(pattern):
    folder, name = os.path.split(pattern)
    if not any(c in pattern for c in _MAGIC):
        return [pattern] if os.path.lexists(pattern) else []
    folders = glob(folder) if any(c in folder for c in _MAGIC) else [folder]
    out = []
    for d in folders:
        try:
            names = os.listdir(d or '.')
        except OSError:
            continue
        for n in sorted(names):
            if fnmatch.fnmatchcase(n, name) and (not n.startswith('.') or name.startswith('.')):
                out.append(os.path.join(d, n))
    return out


iglob = glob
