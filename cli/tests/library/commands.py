"""Commands of the shell behind pipes, and programs in processes of their own."""
import os
from rpython.rlib import rpath, rposix, rtimer, rurandom
from rpython.rlib.rfile import create_popen_file


def show(text):
    os.write(1, text + '\n')


def entry_point(argv):
    f = create_popen_file('echo one; echo two; exit 3', 'r')
    show(f.readline().rstrip('\n'))
    show(f.read().rstrip('\n'))
    show(str(os.WEXITSTATUS(f.close())))
    show(str(f.close()))

    f = create_popen_file('tr a-z A-Z', 'w')
    f.write('some ')
    f.write('text\n')
    f.flush()
    show(str(f.close()))

    f = create_popen_file('kill -9 $$', 'r')
    show('[%s]' % f.read())
    status = f.close()
    show('%s %d' % (os.WIFSIGNALED(status), os.WTERMSIG(status)))
    try:
        create_popen_file('true', 'rw')
    except ValueError:
        show('no such mode')

    show(str(rposix.spawnv(rposix.P_WAIT, '/bin/sh', ['sh', '-c', 'echo spawned; exit 5'])))
    show(str(rposix.spawnv(rposix.P_WAIT, '/no/such/program', ['program'])))
    pid = rposix.spawnv(rposix.P_NOWAIT, '/bin/sh', ['sh', '-c', 'exit 2'])
    waited, status = os.waitpid(pid, 0)
    show('%s %d' % (waited == pid, os.WEXITSTATUS(status)))

    show('%s %s' % (rpath.risdir('/'), rpath.risdir('/no/such/folder')))
    show('%d %d' % (len(rurandom.urandom(rurandom.init_urandom(), 9)), rtimer.get_timestamp_unit()))
    return 0


def target(driver, args):
    return entry_point, None
