"""What a target file says, as RPython's `translate.py` reads it: its functions `target`, `handle_config`, ... and their driver."""


class Group(object):
    """Options: any attribute can be set; those that were not read as None."""

    def __init__(self, **values):
        self.__dict__['_chosen'] = set()
        self.__dict__.update(values)

    def __setattr__(self, name, value):
        self._chosen.add(name)
        self.__dict__[name] = value

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return None

    def _freeze_(self):
        return True

    def setoption(self, name, value, who='user'):
        """Who sets by default or suggests gives way to what was chosen."""
        if who not in ('default', 'suggested'):
            self._chosen.add(name)
        elif name in self._chosen:
            return
        self.__dict__[name] = value

    def suggest(self, **values):
        for path in values:
            self._at(path, values[path], 'suggested')

    def set(self, **values):
        for path in values:
            self._at(path, values[path], 'user')

    def override(self, values):
        self.set(**values)

    def _at(self, path, value, who):
        """Sets an option by its dotted path."""
        parts = path.split('.')
        home = self
        for part in parts[:-1]:
            group = getattr(home, part)
            if group is None:
                group = Group()
                setattr(home, part, group)
            home = group
        home.setoption(parts[-1], value, who)


def make_config(jit=False):
    translation = Group(
        backend='native', type_system='lltype', gc='generational', gctransformer='framework', jit=jit,
        continuation=False, stackless=False, thread=False, sandbox=False, shared=False, taggedpointers=False,
        rweakref=True, verbose=False, list_comprehension_operations=False, check_str_without_nul=False,
        backendopt=Group(inline=True, none=False))
    return Group(translation=translation, objspace=Group(usemodules=Group()))


class Driver(object):
    def __init__(self, name, config):
        self.exe_name = name
        self.extmod_name = None
        self.config = config
        self.options = Group()
        self.default_goal = None
        self.extra_goals = []
        self.extra = {}

    def set_extra_goals(self, goals):
        self.extra_goals = goals


class Loaded(object):
    """A target as it was loaded."""
    entry = None
    types = None        # of the entry point's arguments, if it is no program of its own
    ignored = False     # whether there were arguments that the target does not take
    driver = None


def positional(function, wanted):
    """How many of the wanted arguments a function takes."""
    code = getattr(function, '__code__', None)
    if code is None or code.co_flags & 4:
        return len(wanted)
    return min(code.co_argcount, len(wanted)) if code.co_argcount > 2 else 2


def load(module, name, args, jit=False):
    """Runs the functions of a target in the order in which `translate.py` does."""
    found = Loaded()
    found.ignored = bool(args) and not getattr(module, 'take_options', False)
    config = make_config(jit)
    describe = getattr(module, 'get_additional_config_options', None)
    if describe is not None:
        from rpython.config.config import Config
        own = Config(describe(), toplevel=config)
        for option in own.names():
            setattr(config, option, getattr(own, option))
    handle = getattr(module, 'handle_config', None)
    if handle is not None:
        handle(config, Group(goals=[], opt='jit' if jit else '2'))
    driver = found.driver = Driver(name, config)
    driver.extra = vars(module)
    target = module.target
    given = (driver, list(args), config)
    found.entry = target(*given[:positional(target, given)])
    if isinstance(found.entry, tuple):
        result = found.entry
        found.entry = result[0] if result else None
        if len(result) > 1 and isinstance(result[1], (list, tuple)):
            found.types = list(result[1])
    return found


def policy(module, loaded):
    """What says which functions a JIT looks into, or None."""
    make = getattr(module, 'jitpolicy', None)
    return None if make is None else make(loaded.driver)


def looks_inside(policy, function):
    """Whether the policy lets a JIT look into a function."""
    decide = getattr(policy, 'look_inside_function', None)
    return decide is None or bool(decide(function))
