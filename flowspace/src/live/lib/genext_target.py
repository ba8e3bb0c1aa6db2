"""The driver object that a target's function `target(driver, args)` gets."""


class Group(object):
    """Options: any attribute can be set; those that were not read as None."""

    def __init__(self, **values):
        self.__dict__.update(values)

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return None

    def suggest(self, **values):
        for name in values:
            if self.__dict__.get(name) is None:
                self.__dict__[name] = values[name]

    def set(self, **values):
        self.__dict__.update(values)


class Driver(object):
    def __init__(self, name):
        self.exe_name = name
        self.extmod_name = None
        self.config = Group(translation=Group(backend='native', gc='generational'),
                            objspace=Group())
        self.options = Group()
        self.default_goal = None
        self.extra_goals = []


def make_driver(name):
    return Driver(name)
