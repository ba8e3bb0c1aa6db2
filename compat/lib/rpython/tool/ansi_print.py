# genext: python2
"""Log lines on standard error."""
import sys


def ansi_print(text, colors=()):
    sys.stderr.write('%s\n' % (text,))


def ansi_log(msg):
    ansi_print(msg)


class AnsiLogger(object):
    def __init__(self, name):
        self.name = name
        self.output_disabled = False

    def __call__(self, text):
        if not self.output_disabled:
            for line in str(text).split('\n'):
                ansi_print('[%s] %s' % (self.name, line))

    def __getattr__(self, subname):
        if subname.startswith('_'):
            raise AttributeError(subname)

        def log(text):
            if not self.output_disabled:
                for line in str(text).split('\n'):
                    ansi_print('[%s:%s] %s' % (self.name, subname, line))
        log.__name__ = subname
        self.__dict__[subname] = log
        return log

    def dot(self):
        pass

    def debug(self, info):
        pass
