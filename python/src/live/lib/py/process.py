"""Running commands."""
import os
import subprocess


class ExecutionFailed(Exception):
    def __init__(self, status, systemstatus, cmd, out, err):
        Exception.__init__(self)
        self.status, self.systemstatus, self.cmd, self.out, self.err = status, systemstatus, cmd, out, err

    def __str__(self):
        return 'ExecutionFailed: %d  %s\n%s' % (self.status, self.cmd, self.err)


Error = ExecutionFailed


def cmdexec(cmd):
    p = subprocess.Popen(str(cmd), shell=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = p.communicate()
    if p.returncode:
        raise ExecutionFailed(p.returncode, p.returncode, cmd, out, err)
    return out


cmdexec.Error = ExecutionFailed


def kill(pid):
    os.kill(pid, 15)
