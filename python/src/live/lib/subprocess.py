"""Child processes."""
import os
import _poll

PIPE = -1
STDOUT = -2
DEVNULL = -3


class SubprocessError(Exception):
    pass


class CalledProcessError(SubprocessError):
    def __init__(self, returncode, cmd, output=None, stderr=None):
        self.returncode, self.cmd, self.output, self.stderr = returncode, cmd, output, stderr
        self.stdout = output

    def __str__(self):
        return "Command '%s' returned non-zero exit status %d" % (self.cmd, self.returncode)


class TimeoutExpired(SubprocessError):
    pass


def list2cmdline(seq):
    return ' '.join(seq)


def _fd(f):
    return f if isinstance(f, int) else f.fileno()


class Popen(object):
    def __init__(self, args, bufsize=0, executable=None, stdin=None, stdout=None, stderr=None,
                 preexec_fn=None, close_fds=False, shell=False, cwd=None, env=None,
                 universal_newlines=False, startupinfo=None, creationflags=0, text=None, **kw):
        if shell:
            args = ['/bin/sh', '-c', args if isinstance(args, (str, type(u''))) else args[0]]
        elif isinstance(args, (str, type(u''))):
            args = [args]
        args = [str(a) for a in args]
        self.args = args
        self.returncode = None
        self.stdin = self.stdout = self.stderr = None
        child = [None, None, None]
        mine = [None, None, None]
        for i, what in enumerate((stdin, stdout, stderr)):
            if what is None:
                continue
            if what == PIPE:
                r, w = os.pipe()
                child[i], mine[i] = (r, w) if i == 0 else (w, r)
            elif what == STDOUT:
                child[i] = child[1] if child[1] is not None else 1
            elif what == DEVNULL:
                child[i] = os.open('/dev/null', os.O_RDWR)
            else:
                child[i] = _fd(what)
        status_r, status_w = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                os.close(status_r)
                for i in range(3):
                    if child[i] is not None and child[i] != i:
                        os.dup2(child[i], i)
                for fd in range(3, 256):
                    if fd != status_w:
                        try:
                            os.close(fd)
                        except OSError:
                            pass
                if cwd is not None:
                    os.chdir(str(cwd))
                if preexec_fn is not None:
                    preexec_fn()
                # The exec closes the descriptor that reports its failure.
                _cloexec(status_w)
                program = executable or args[0]
                if env is None:
                    os.execvp(program, args)
                else:
                    for folder in _candidates(program, env):
                        try:
                            os.execve(folder, args, env)
                        except OSError as e:
                            error = e
                    raise error
            except BaseException as e:
                os.write(status_w, str(getattr(e, 'errno', 1)))
            os._exit(127)
        os.close(status_w)
        for i, what in enumerate((stdin, stdout, stderr)):
            if what == PIPE or what == DEVNULL:
                os.close(child[i])
        failure = os.read(status_r, 100)
        os.close(status_r)
        if failure:
            os.waitpid(pid, 0)
            raise OSError(int(failure), os.strerror(int(failure)))
        self.pid = pid
        if mine[0] is not None:
            self.stdin = os.fdopen(mine[0], 'w')
        if mine[1] is not None:
            self.stdout = os.fdopen(mine[1], 'r')
        if mine[2] is not None:
            self.stderr = os.fdopen(mine[2], 'r')

    def _finished(self, status):
        if os.WIFSIGNALED(status):
            self.returncode = -os.WTERMSIG(status)
        else:
            self.returncode = os.WEXITSTATUS(status)
        return self.returncode

    def poll(self):
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid == self.pid:
                self._finished(status)
        return self.returncode

    def wait(self, timeout=None):
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, 0)
            self._finished(status)
        return self.returncode

    def communicate(self, input=None, timeout=None):
        if self.stdin is not None:
            if input:
                self.stdin.write(input)
            self.stdin.close()
        files = [f for f in (self.stdout, self.stderr) if f is not None]
        data = dict((f.fileno(), []) for f in files)
        open_fds = list(data)
        while open_fds:
            for fd in _poll.poll(open_fds, -1):
                part = os.read(fd, 65536)
                if part:
                    data[fd].append(part)
                else:
                    open_fds.remove(fd)
        out = [''.join(data[f.fileno()]) if f is not None else None for f in (self.stdout, self.stderr)]
        for f in files:
            f.close()
        self.wait()
        return tuple(out)

    def send_signal(self, sig):
        os.kill(self.pid, sig)

    def terminate(self):
        self.send_signal(15)

    def kill(self):
        self.send_signal(9)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.wait()


def _cloexec(fd):
    os.set_cloexec(fd)


def _candidates(program, env):
    if '/' in program:
        return [program]
    return [os.path.join(p, program) for p in env.get('PATH', '/bin:/usr/bin').split(':')]


def call(*args, **kw):
    return Popen(*args, **kw).wait()


def check_call(*args, **kw):
    code = call(*args, **kw)
    if code:
        raise CalledProcessError(code, kw.get('args') or args[0])
    return 0


def check_output(*args, **kw):
    p = Popen(stdout=PIPE, *args, **kw)
    out = p.communicate()[0]
    if p.returncode:
        raise CalledProcessError(p.returncode, kw.get('args') or args[0], out)
    return out


class CompletedProcess(object):
    def __init__(self, args, returncode, stdout, stderr):
        self.args, self.returncode, self.stdout, self.stderr = args, returncode, stdout, stderr


def run(*args, **kw):
    input = kw.pop('input', None)
    check = kw.pop('check', False)
    if kw.pop('capture_output', False):
        kw['stdout'] = kw['stderr'] = PIPE
    if input is not None:
        kw['stdin'] = PIPE
    p = Popen(*args, **kw)
    out, err = p.communicate(input)
    if check and p.returncode:
        raise CalledProcessError(p.returncode, p.args, out, err)
    return CompletedProcess(p.args, p.returncode, out, err)


def getstatusoutput(cmd):
    p = Popen(cmd, shell=True, stdout=PIPE, stderr=STDOUT)
    out = p.communicate()[0]
    return p.returncode, out.rstrip('\n')


def getoutput(cmd):
    return getstatusoutput(cmd)[1]
