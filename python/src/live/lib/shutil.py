"""Copying and removing trees."""
import os


class Error(EnvironmentError):
    pass


def copyfileobj(a, b, length=65536):
    while True:
        data = a.read(length)
        if not data:
            return
        b.write(data)


def copyfile(src, dst):
    a = open(src, 'rb')
    b = open(dst, 'wb')
    copyfileobj(a, b)
    a.close()
    b.close()


def copymode(src, dst):
    os.chmod(dst, os.stat(src).st_mode & 0o7777)


def copy(src, dst):
    if os.path.isdir(dst):
        dst = os.path.join(dst, os.path.basename(src))
    copyfile(src, dst)
    copymode(src, dst)
    return dst


copy2 = copy


def copytree(src, dst, symlinks=False, ignore=None):
    os.makedirs(dst)
    for name in os.listdir(src):
        a, b = os.path.join(src, name), os.path.join(dst, name)
        if os.path.isdir(a):
            copytree(a, b, symlinks, ignore)
        else:
            copy(a, b)
    return dst


def rmtree(path, ignore_errors=False, onerror=None):
    try:
        if os.path.islink(path) or not os.path.isdir(path):
            raise OSError(20, 'Not a directory', path)
        for name in os.listdir(path):
            full = os.path.join(path, name)
            if os.path.isdir(full) and not os.path.islink(full):
                rmtree(full, ignore_errors, onerror)
            else:
                os.unlink(full)
        os.rmdir(path)
    except OSError:
        if not ignore_errors:
            raise


def move(src, dst):
    if os.path.isdir(dst):
        dst = os.path.join(dst, os.path.basename(src.rstrip('/')))
    os.rename(src, dst)


def which(cmd, mode=None, path=None):
    if '/' in cmd:
        return cmd if os.access(cmd, os.X_OK) else None
    for folder in (path or os.environ.get('PATH', '')).split(':'):
        full = os.path.join(folder, cmd)
        if os.path.isfile(full) and os.access(full, os.X_OK):
            return full
    return None
