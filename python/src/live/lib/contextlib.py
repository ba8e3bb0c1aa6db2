"""Context managers."""
import sys
from functools import wraps


class _GeneratorContextManager(object):
    def __init__(self, gen):
        self.gen = gen

    def __enter__(self):
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield")

    def __exit__(self, type, value, traceback):
        if type is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            raise RuntimeError("generator didn't stop")
        if value is None:
            value = type()
        try:
            self.gen.throw(type, value, traceback)
        except StopIteration as exc:
            return exc is not value
        except BaseException as exc:
            if exc is value:
                return False
            raise
        raise RuntimeError("generator didn't stop after throw()")

    def __call__(self, func):
        @wraps(func)
        def inner(*args, **kw):
            with self:
                return func(*args, **kw)
        return inner


def contextmanager(func):
    @wraps(func)
    def helper(*args, **kw):
        return _GeneratorContextManager(func(*args, **kw))
    return helper


class closing(object):
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *exc):
        self.thing.close()


class suppress(object):
    def __init__(self, *exceptions):
        self.exceptions = exceptions

    def __enter__(self):
        pass

    def __exit__(self, type, value, tb):
        return type is not None and issubclass(type, self.exceptions)


class nullcontext(object):
    def __init__(self, value=None):
        self.value = value

    def __enter__(self):
        return self.value

    def __exit__(self, *exc):
        pass


class _Redirect(object):
    def __init__(self, target):
        self.target = target
        self.saved = []

    def __enter__(self):
        self.saved.append(getattr(sys, self.stream))
        setattr(sys, self.stream, self.target)
        return self.target

    def __exit__(self, *exc):
        setattr(sys, self.stream, self.saved.pop())


class redirect_stdout(_Redirect):
    stream = 'stdout'


class redirect_stderr(_Redirect):
    stream = 'stderr'


class ExitStack(object):
    def __init__(self):
        self.callbacks = []

    def enter_context(self, cm):
        result = cm.__enter__()
        self.callbacks.append(cm.__exit__)
        return result

    def callback(self, f, *args, **kw):
        self.callbacks.append(lambda *exc: f(*args, **kw) and False)
        return f

    def push(self, f):
        self.callbacks.append(getattr(f, '__exit__', f))
        return f

    def close(self):
        self.__exit__(None, None, None)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        swallowed = False
        pending = None
        while self.callbacks:
            f = self.callbacks.pop()
            try:
                if f(type, value, tb):
                    type = value = tb = pending = None
                    swallowed = True
            except BaseException as e:
                pending = e
                type, value, tb = e.__class__, e, None
                swallowed = False
        if pending is not None:
            raise pending
        return swallowed


class ContextDecorator(object):
    def __call__(self, func):
        @wraps(func)
        def inner(*args, **kw):
            with self:
                return func(*args, **kw)
        return inner


AbstractContextManager = object


def nested(*managers):
    stack = ExitStack()
    return _nested(stack, managers)


@contextmanager
def _nested(stack, managers):
    with stack:
        yield tuple([stack.enter_context(m) for m in managers])
