"""The parts of `logging` that programs and tests use: loggers in a tree, handlers, formatters.

Records do not know the line that they come from (`lineno` is 0): frames of the built-in Python do not tell it.
"""
import os
import sys
import time
import traceback

CRITICAL = FATAL = 50
ERROR = 40
WARNING = WARN = 30
INFO = 20
DEBUG = 10
NOTSET = 0

raiseExceptions = True
_names = {CRITICAL: 'CRITICAL', ERROR: 'ERROR', WARNING: 'WARNING', INFO: 'INFO', DEBUG: 'DEBUG', NOTSET: 'NOTSET'}
_levels = dict([(name, level) for level, name in _names.items()])
_levels['WARN'] = WARNING
_levels['FATAL'] = CRITICAL
_disabled = [NOTSET]
BASIC_FORMAT = '%(levelname)s:%(name)s:%(message)s'


def getLevelName(level):
    if level in _names:
        return _names[level]
    return _levels.get(level, 'Level %s' % level)


def addLevelName(level, name):
    _names[level] = name
    _levels[name] = level


def _level(x):
    if isinstance(x, int):
        return x
    if isinstance(x, str):
        if x not in _levels:
            raise ValueError('Unknown level: %r' % x)
        return _levels[x]
    raise TypeError('Level not an integer or a valid string: %r' % (x,))


class LogRecord(object):
    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None, sinfo=None, **kw):
        if args and len(args) == 1 and isinstance(args[0], dict) and args[0]:
            args = args[0]
        self.name, self.msg, self.args = name, msg, args
        self.levelno, self.levelname = level, getLevelName(level)
        self.pathname, self.lineno, self.funcName = pathname, lineno, func
        self.filename = os.path.basename(pathname)
        self.module = os.path.splitext(self.filename)[0]
        self.exc_info, self.exc_text, self.stack_info = exc_info, None, sinfo
        self.created = time.time()
        self.msecs = (self.created - int(self.created)) * 1000
        self.process = os.getpid()
        self.processName, self.threadName, self.thread = 'MainProcess', 'MainThread', 0

    def getMessage(self):
        text = str(self.msg)
        return text % self.args if self.args else text

    def __repr__(self):
        return '<LogRecord: %s, %s, %s, %s, "%s">' % (self.name, self.levelno, self.pathname, self.lineno, self.msg)


class Formatter(object):
    default_time_format = '%Y-%m-%d %H:%M:%S'

    def __init__(self, fmt=None, datefmt=None, style='%', validate=True):
        if style not in ('%', '{'):
            raise ValueError("Style must be one of: %, {")
        self._style = style
        self._fmt = fmt or ('%(message)s' if style == '%' else '{message}')
        self.datefmt = datefmt

    def formatTime(self, record, datefmt=None):
        t = time.localtime(record.created)
        if datefmt:
            return time.strftime(datefmt, t)
        return '%s,%03d' % (time.strftime(self.default_time_format, t), record.msecs)

    def formatException(self, info):
        return ''.join(traceback.format_exception(*info)).rstrip('\n')

    def format(self, record):
        record.message = record.getMessage()
        if 'asctime' in self._fmt:
            record.asctime = self.formatTime(record, self.datefmt)
        text = self._fmt % record.__dict__ if self._style == '%' else self._fmt.format(**record.__dict__)
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        if record.exc_text:
            text = text.rstrip('\n') + '\n' + record.exc_text
        return text


class Filterer(object):
    def __init__(self):
        self.filters = []

    def addFilter(self, f):
        if f not in self.filters:
            self.filters.append(f)

    def removeFilter(self, f):
        if f in self.filters:
            self.filters.remove(f)

    def filter(self, record):
        for f in self.filters:
            passes = f.filter(record) if hasattr(f, 'filter') else f(record)
            if not passes:
                return False
        return True


class Filter(object):
    def __init__(self, name=''):
        self.name = name

    def filter(self, record):
        return not self.name or record.name == self.name or record.name.startswith(self.name + '.')


class Handler(Filterer):
    def __init__(self, level=NOTSET):
        Filterer.__init__(self)
        self.level = _level(level)
        self.formatter = None
        self.name = None

    def setLevel(self, level):
        self.level = _level(level)

    def setFormatter(self, formatter):
        self.formatter = formatter

    def format(self, record):
        return (self.formatter or _default).format(record)

    def handle(self, record):
        if self.filter(record):
            self.emit(record)

    def emit(self, record):
        raise NotImplementedError('emit must be implemented by Handler subclasses')

    def flush(self):
        pass

    def close(self):
        pass

    def acquire(self):
        pass

    release = acquire


class StreamHandler(Handler):
    terminator = '\n'

    def __init__(self, stream=None):
        Handler.__init__(self)
        self.stream = stream if stream is not None else sys.stderr

    def emit(self, record):
        self.stream.write(self.format(record) + self.terminator)
        self.flush()

    def flush(self):
        if hasattr(self.stream, 'flush'):
            self.stream.flush()


class FileHandler(StreamHandler):
    def __init__(self, filename, mode='a', encoding=None, delay=False):
        self.baseFilename = os.path.abspath(os.fspath(filename))
        StreamHandler.__init__(self, open(self.baseFilename, mode))

    def close(self):
        self.stream.close()


class NullHandler(Handler):
    def handle(self, record):
        pass

    emit = handle


class _LastResort(Handler):
    def emit(self, record):
        sys.stderr.write(self.format(record) + '\n')


_default = Formatter()
lastResort = _LastResort(WARNING)


class Logger(Filterer):
    def __init__(self, name, level=NOTSET):
        Filterer.__init__(self)
        self.name, self.level, self.parent = name, _level(level), None
        self.handlers = []
        self.propagate = True
        self.disabled = False

    def setLevel(self, level):
        self.level = _level(level)

    def getEffectiveLevel(self):
        logger = self
        while logger is not None:
            if logger.level:
                return logger.level
            logger = logger.parent
        return NOTSET

    def isEnabledFor(self, level):
        return not self.disabled and level > _disabled[0] and level >= self.getEffectiveLevel()

    def addHandler(self, handler):
        if handler not in self.handlers:
            self.handlers.append(handler)

    def removeHandler(self, handler):
        if handler in self.handlers:
            self.handlers.remove(handler)

    def hasHandlers(self):
        logger = self
        while logger is not None:
            if logger.handlers:
                return True
            logger = logger.parent if logger.propagate else None
        return False

    def getChild(self, suffix):
        return getLogger(suffix if self is root else self.name + '.' + suffix)

    def log(self, level, msg, *args, **kw):
        if self.isEnabledFor(level):
            self._log(level, msg, args, **kw)

    def debug(self, msg, *args, **kw):
        self.log(DEBUG, msg, *args, **kw)

    def info(self, msg, *args, **kw):
        self.log(INFO, msg, *args, **kw)

    def warning(self, msg, *args, **kw):
        self.log(WARNING, msg, *args, **kw)

    warn = warning

    def error(self, msg, *args, **kw):
        self.log(ERROR, msg, *args, **kw)

    def exception(self, msg, *args, **kw):
        kw.setdefault('exc_info', True)
        self.log(ERROR, msg, *args, **kw)

    def critical(self, msg, *args, **kw):
        self.log(CRITICAL, msg, *args, **kw)

    fatal = critical

    def _log(self, level, msg, args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        if isinstance(exc_info, BaseException):
            exc_info = (type(exc_info), exc_info, getattr(exc_info, '__traceback__', None))
        elif exc_info and not isinstance(exc_info, tuple):
            exc_info = sys.exc_info()
        path, function = _caller()
        record = LogRecord(self.name, level, path, 0, msg, args, exc_info or None, function)
        for key, value in (extra or {}).items():
            if key in ('message', 'asctime') or key in record.__dict__:
                raise KeyError('Attempt to overwrite %r in LogRecord' % key)
            setattr(record, key, value)
        self.handle(record)

    def handle(self, record):
        if not self.filter(record):
            return
        found = False
        logger = self
        while logger is not None:
            for handler in logger.handlers:
                found = True
                if record.levelno >= handler.level:
                    handler.handle(record)
            logger = logger.parent if logger.propagate else None
        if not found and record.levelno >= lastResort.level:
            lastResort.handle(record)

    def __repr__(self):
        return '<%s %s (%s)>' % (self.__class__.__name__, self.name, getLevelName(self.getEffectiveLevel()))


def _caller():
    """The file and the name of the function that logs."""
    depth = 1
    while True:
        try:
            code = sys._getframe(depth).f_code
        except ValueError:
            return '', '<unknown>'
        if not code.co_filename.startswith('<genext>/logging'):
            return code.co_filename, code.co_name
        depth += 1


class RootLogger(Logger):
    pass


class LoggerAdapter(object):
    def __init__(self, logger, extra=None):
        self.logger, self.extra = logger, extra

    def process(self, msg, kw):
        kw['extra'] = self.extra
        return msg, kw

    def log(self, level, msg, *args, **kw):
        msg, kw = self.process(msg, kw)
        self.logger.log(level, msg, *args, **kw)

    def debug(self, msg, *args, **kw):
        self.log(DEBUG, msg, *args, **kw)

    def info(self, msg, *args, **kw):
        self.log(INFO, msg, *args, **kw)

    def warning(self, msg, *args, **kw):
        self.log(WARNING, msg, *args, **kw)

    def error(self, msg, *args, **kw):
        self.log(ERROR, msg, *args, **kw)

    def critical(self, msg, *args, **kw):
        self.log(CRITICAL, msg, *args, **kw)


root = RootLogger('root', WARNING)
Logger.root = root
_loggers = {}


def getLogger(name=None):
    if not name or name == 'root':
        return root
    if name not in _loggers:
        logger = _loggers[name] = Logger(name)
        logger.parent = getLogger(name.rpartition('.')[0])
        # Loggers below it that were made before it.
        for other, child in _loggers.items():
            if other.startswith(name + '.') and not child.parent.name.startswith(name):
                child.parent = logger
    return _loggers[name]


def basicConfig(**kw):
    if root.handlers and not kw.get('force'):
        return
    if kw.get('force'):
        root.handlers = []
    handlers = kw.get('handlers')
    if handlers is None:
        if kw.get('filename'):
            handlers = [FileHandler(kw['filename'], kw.get('filemode', 'a'))]
        else:
            handlers = [StreamHandler(kw.get('stream'))]
    style = kw.get('style', '%')
    plain = BASIC_FORMAT if style == '%' else '{levelname}:{name}:{message}'
    formatter = Formatter(kw.get('format', plain), kw.get('datefmt'), style)
    for h in handlers:
        if h.formatter is None:
            h.setFormatter(formatter)
        root.addHandler(h)
    if kw.get('level') is not None:
        root.setLevel(kw['level'])


def disable(level=CRITICAL):
    _disabled[0] = _level(level)


def _with_handler(level):
    def log(msg, *args, **kw):
        if not root.handlers:
            basicConfig()
        root.log(level, msg, *args, **kw)
    return log


debug, info, warning = _with_handler(DEBUG), _with_handler(INFO), _with_handler(WARNING)
warn = warning
error, critical = _with_handler(ERROR), _with_handler(CRITICAL)
fatal = critical


def exception(msg, *args, **kw):
    kw.setdefault('exc_info', True)
    error(msg, *args, **kw)


def log(level, msg, *args, **kw):
    if not root.handlers:
        basicConfig()
    root.log(level, msg, *args, **kw)


def shutdown():
    for logger in [root] + list(_loggers.values()):
        for h in logger.handlers:
            h.flush()


def captureWarnings(capture):
    import warnings
    if capture:
        def show(message, category, filename, lineno, file=None, line=None):
            getLogger('py.warnings').warning('%s', warnings.formatwarning(message, category, filename, lineno, line))
        _saved.append(warnings.showwarning)
        warnings.showwarning = show
    elif _saved:
        warnings.showwarning = _saved.pop()


_saved = []
