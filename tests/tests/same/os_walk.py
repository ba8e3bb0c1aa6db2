# not-low-level: it makes no files
"""`os.walk` in both directions, with folders left out on the way."""
import os


def show(root, path, folders, files):
    print('%s: %s; %s' % (path[len(root):], ' '.join(sorted_texts(folders)), ' '.join(sorted_texts(files))))


def sorted_texts(texts):
    result = []
    for text in texts:
        i = 0
        while i < len(result) and result[i] < text:
            i += 1
        result.insert(i, text)
    return result


def complain(error):
    print('error %d' % error.errno)


def entry_point(argv):
    root = '/tmp/genext-walk-%d' % os.getpid()
    for path in ['', '/a', '/a/b', '/a/b/c', '/a/skipped', '/a/skipped/d']:
        os.mkdir(root + path)
    for path in ['/f', '/a/g', '/a/b/h']:
        os.close(os.open(root + path, os.O_CREAT | os.O_WRONLY, 0o644))
    os.symlink(root + '/a/b', root + '/link')
    for path, folders, files in os.walk(root):
        if 'skipped' in folders:
            folders.remove('skipped')
        if len(folders) == 2:
            folders[:] = sorted_texts(folders)
        show(root, path, folders, files)
    found = {}
    order = []
    for path, folders, files in os.walk(root, topdown=False, followlinks=True):
        found[path[len(root):]] = len(folders) * 10 + len(files)
        order.append(path)
    print(order[len(order) - 1] == root)
    for path in sorted_texts(found.keys()):
        print('%s %d' % (path, found[path]))
    for path, folders, files in os.walk(root + '/nowhere', onerror=complain):
        print('not reached')
    for path, folders, files in os.walk(root, topdown=False):
        for name in files + ([name for name in folders if os.path.islink(os.path.join(path, name))]):
            os.unlink(os.path.join(path, name))
        os.rmdir(path)
    print(os.path.exists(root))
    return 0


def target(driver, args):
    return entry_point, None
