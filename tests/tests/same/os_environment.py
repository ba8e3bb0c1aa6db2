# not-low-level: it asks the system
# not-in-process: it changes the environment
"""The environment is that of the run, and programs may change it. Clocks never go back."""
import os
import time


def lookup(name):
    try:
        return os.environ[name]
    except KeyError:
        return 'KeyError'


def show(name):
    value = os.environ.get(name)
    print(name, lookup(name), value is None, os.environ.get(name, 'default'))
    print(name in os.environ, os.getenv(name) is None)


def text_of(name):
    for key, value in os.environ.items():
        if key == name:
            return key + '=' + value
    return 'none'


def clocks():
    """The processor's time goes on while the process works; the others go on while it sleeps."""
    used, passed, other = time.process_time(), time.perf_counter(), time.monotonic()
    while time.process_time() < used + 0.001:
        pass
    time.sleep(0.01)
    print(time.monotonic() >= other + 0.01, time.perf_counter() >= passed + 0.01, time.process_time() >= used)


def entry_point(argv):
    clocks()
    show('GENEXT_TEST_FIRST')
    os.environ['GENEXT_TEST_FIRST'] = 'a=b'
    show('GENEXT_TEST_FIRST')
    print(text_of('GENEXT_TEST_FIRST'))
    print(os.system('test "$GENEXT_TEST_FIRST" = a=b') == 0)
    before = len(os.environ)
    os.environ['GENEXT_TEST_SECOND'] = ''
    show('GENEXT_TEST_SECOND')
    print(len(os.environ) - before, 'GENEXT_TEST_SECOND' in os.environ.keys())
    del os.environ['GENEXT_TEST_FIRST']
    show('GENEXT_TEST_FIRST')
    try:
        del os.environ['GENEXT_TEST_FIRST']
    except KeyError:
        print('KeyError')
    for name in ['']:
        try:
            os.environ[name] = 'x'
        except OSError as e:
            print('OSError', e.errno)
        print(name in os.environ)
    os.putenv('GENEXT_TEST_THIRD', 'x')
    print(os.system('test "$GENEXT_TEST_THIRD" = x') == 0)
    os.unsetenv('GENEXT_TEST_THIRD')
    print(os.system('test -z "$GENEXT_TEST_THIRD"') == 0)
    return 0


def target(driver, args):
    return entry_point


if __name__ == '__main__':
    import sys
    sys.exit(entry_point(sys.argv))
