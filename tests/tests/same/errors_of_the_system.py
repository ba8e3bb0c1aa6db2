# An error of the system has its number and its text, and keeps them whatever fails later.
# not-low-level: its calls of the system fail as those of the runtime do
import os


class Mine(OSError):
    pass


def opened():
    os.open('/no/such/file', os.O_RDONLY, 0)


def entry_point(argv):
    saved = None
    try:
        opened()
    except OSError as e:
        saved = e
    try:
        os.rmdir('/')
    except OSError as e:
        print(e.strerror)
    try:
        os.read(77, 5)
    except OSError as e:
        print(e.errno)
        print(e.strerror)
    try:
        os.mkdir('/tmp', 511)
    except OSError as e:
        print(e.errno)
        print(e.strerror)
    if saved is not None:
        print(saved.errno)
        print(saved.strerror)
    try:
        raise Mine(7, 'mine')
    except OSError as e:
        print(e.errno)
        print(e.strerror)
    return 0
