"""Attributes that a class gets while the program is annotated, when a prebuilt object is prepared."""


class Context(object):
    def __init__(self):
        self.name = 'context'


context = Context()


class Loader(object):
    """A prebuilt object, which is prepared when the program is annotated."""

    def __init__(self):
        self.values = None

    def _cleanup_(self):
        if self.values is None:
            Context.late = None
            Context.label = 'late ' + Context.__name__
            self.values = [1, 2]


loader = Loader()


def remember(c, n):
    if c.late is None:
        c.late = []
    c.late.append(n)
    return len(c.late)


def entry_point(argv):
    print(context.name)
    if not loader.values:
        # Untranslated.
        loader._cleanup_()
    for i in range(3):
        print(remember(context, i))
    print(context.label)
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    entry_point([])
