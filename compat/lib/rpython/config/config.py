# genext: python2
"""Options of programs and their values: what `get_additional_config_options()` of a target describes.

    descr = OptionDescription('vm', 'my vm', [BoolOption('tagged', 'tag integers', default=False)])
    Config(descr).tagged
"""

from optparse import OptionParser

DEFAULT_OPTION_NAME = object()
SUPPRESS_USAGE = 'SUPPRESSUSAGE'

# Who set a value. A value set by one of the weak ones gives way to any other.
WEAK = ('default', 'suggested')


class NoMatchingOptionFound(AttributeError):
    """There is no option of this name."""


class AmbigousOptionError(Exception):
    """There are several."""


class ConfigError(Exception):
    """A value that an option cannot have."""


class ConflictConfigError(ConfigError):
    """A value that other options forbid."""


class Option(object):
    """One setting. Subclasses say which values are allowed (`validate`), and which other settings a value entails."""

    def __init__(self, name, doc, default=None, cmdline=DEFAULT_OPTION_NAME):
        self._name = name
        self.doc = doc
        self.default = default
        self.cmdline = cmdline

    def getdefault(self):
        return self.default

    def convert(self, value):
        return value

    def validate(self, value):
        return True

    def entailed(self, value):
        """Two lists of pairs of a path and a value: those required by this value, those suggested."""
        return [], []


class BoolOption(Option):
    def __init__(self, name, doc, default=None, requires=None, suggests=None, validator=None, cmdline=DEFAULT_OPTION_NAME,
                 negation=True):
        Option.__init__(self, name, doc, default, cmdline)
        self.requires = requires or []
        self.suggests = suggests or []
        self.validator = validator
        self.negation = negation

    def validate(self, value):
        return isinstance(value, bool)

    def entailed(self, value):
        return (self.requires, self.suggests) if value else ([], [])


class ChoiceOption(Option):
    def __init__(self, name, doc, values, default=None, requires=None, suggests=None, cmdline=DEFAULT_OPTION_NAME):
        Option.__init__(self, name, doc, default, cmdline)
        self.values = values
        self.requires = requires or {}
        self.suggests = suggests or {}

    def validate(self, value):
        return value is None or value in self.values

    def entailed(self, value):
        return self.requires.get(value, []), self.suggests.get(value, [])


class _NumberOption(Option):
    def convert(self, value):
        try:
            return self.number(value)
        except (TypeError, ValueError):
            raise ConfigError('invalid value %s for option %s' % (value, self._name))


class IntOption(_NumberOption):
    number = int


class FloatOption(_NumberOption):
    number = float


class StrOption(Option):
    def validate(self, value):
        return isinstance(value, str)


class ArbitraryOption(Option):
    def __init__(self, name, doc, default=None, defaultfactory=None):
        Option.__init__(self, name, doc, default, None)
        self.defaultfactory = defaultfactory

    def getdefault(self):
        return self.default if self.defaultfactory is None else self.defaultfactory()


class OptionDescription(object):
    """A group of options and of further groups."""
    cmdline = None

    def __init__(self, name, doc, children):
        self.doc, self._name = doc, name
        self._children = children
        for child in children:
            setattr(self, child._name, child)

    def getpaths(self, include_groups=False, currpath=None):
        """The dotted names of all options below."""
        before = currpath or []
        paths = []
        for child in self._children:
            here = before + [child._name]
            if not isinstance(child, OptionDescription):
                paths.append('.'.join(here))
                continue
            if include_groups:
                paths.append('.'.join(here))
            paths += child.getpaths(include_groups, here)
        return paths


class Config(object):
    """The values of a group of options."""

    def __init__(self, descr, parent=None, toplevel=None, **overrides):
        own = self.__dict__
        own['_descr'] = descr
        own['_parent'] = parent
        own['_toplevel'] = toplevel
        own['_values'] = values = {}
        own['_owners'] = owners = {}
        own['_warnings'] = []
        own['_frozen'] = False
        for child in descr._children:
            if isinstance(child, OptionDescription):
                values[child._name] = Config(child, parent=self)
            else:
                values[child._name] = child.getdefault()
                owners[child._name] = 'default'
        self.override(overrides)

    def names(self):
        return [child._name for child in self._descr._children]

    def top(self):
        """Where the paths of requirements begin."""
        config = self
        while config._parent is not None:
            config = config._parent
        return config if config._toplevel is None else config._toplevel

    def _home(self, path):
        steps = path.split('.')
        config = self
        for step in steps[:-1]:
            config = getattr(config, step)
        return config, steps[-1]

    def __getattr__(self, name):
        if '.' in name:
            config, name = self._home(name)
            return getattr(config, name)
        try:
            return self.__dict__['_values'][name]
        except KeyError:
            raise AttributeError('no option %s' % (name,))

    def __setattr__(self, name, value):
        if self._frozen and getattr(self, name) != value:
            raise TypeError('trying to change a frozen option object')
        self.setoption(name, value, 'user')

    def __delattr__(self, name):
        child = getattr(self._descr, name)
        if isinstance(child, OptionDescription):
            raise AttributeError('%s is a group of options' % (name,))
        self._values[name] = child.getdefault()
        self._owners[name] = 'default'

    def setoption(self, name, value, who):
        if name not in self._owners:
            raise AttributeError('unknown option %s' % (name,))
        option = getattr(self._descr, name)
        if self._owners[name] not in WEAK:
            if self._values[name] == value or who in WEAK:
                return
            raise ConflictConfigError('cannot override value to %s for option %s' % (value, name))
        if not (who == 'default' and value is None):
            value = option.convert(value)
            if not option.validate(value):
                raise ConfigError('invalid value %s for option %s' % (value, name))
        if getattr(option, 'validator', None) is not None and value:
            option.validator(self.top())
        required, suggested = option.entailed(value)
        for path, other in required:
            self._entail(path, other, 'default' if who == 'default' else 'required')
        for path, other in suggested:
            self._entail(path, other, 'suggested')
        self._values[name] = value
        self._owners[name] = who

    def _entail(self, path, value, who):
        steps = path.split('.')
        home = self.top()
        for step in steps[:-1]:
            home = getattr(home, step)
        home.setoption(steps[-1], value, who)

    def suggestoption(self, name, value):
        self.setoption(name, value, 'suggested')

    def suggest(self, **values):
        for name in values:
            self.suggestoption(name, values[name])

    def override(self, overrides):
        for path in overrides:
            config, name = self._home(path)
            config.setoption(name, overrides[path], 'default')

    def set(self, **values):
        """By the end of an option's path, if only one has it."""
        paths = [path.split('.') for path in self.getpaths()]
        for key in values:
            wanted = key.split('.')
            matches = [path for path in paths if path[-len(wanted):] == wanted]
            if not matches:
                raise NoMatchingOptionFound('there is no option that matches %s' % (key,))
            if len(matches) > 1:
                raise AmbigousOptionError('more than one option that ends with %s' % (key,))
            config, name = self._home('.'.join(matches[0]))
            config.setoption(name, values[key], 'user')

    def copy(self, as_default=False, parent=None):
        result = Config(self._descr, parent, self._toplevel)
        for name, value in self._values.items():
            if isinstance(value, Config):
                result._values[name] = value.copy(as_default, result)
            else:
                result._values[name] = value
                result._owners[name] = 'default' if as_default else self._owners[name]
        return result

    def add_warning(self, warning):
        self._warnings.append(warning)

    def get_warnings(self):
        return self._warnings

    def getpaths(self, include_groups=False):
        return self._descr.getpaths(include_groups)

    def getkey(self):
        values = [self._values[name] for name in self.names()]
        return tuple([v.getkey() if isinstance(v, Config) else v for v in values])

    def _freeze_(self):
        self.__dict__['_frozen'] = True
        return True

    def __hash__(self):
        return hash(self.getkey())

    def __ne__(self, other):
        return self.getkey() != other.getkey()

    def __eq__(self, other):
        return self.getkey() == other.getkey()

    def __iter__(self):
        for name in self.names():
            if name in self._owners:
                yield name, self._values[name]

    def __str__(self):
        lines = []
        for path in self.getpaths():
            config, name = self._home(path)
            if config._owners[name] != 'default':
                lines.append('%s = %s' % (path, getattr(config, name)))
        return '\n'.join(lines)


def make_dict(config):
    return dict([(path, getattr(config, path)) for path in config.getpaths()])


class _ConfigParser(OptionParser):
    """A command line whose options are those of a configuration: what is given there is set at once."""

    def add(self, home, path, option):
        names = option.cmdline
        if names is None:
            return
        if names is DEFAULT_OPTION_NAME:
            names = '--' + path.replace('.', '-')
        names = names.split()
        if not isinstance(option, BoolOption):
            self.add_option(*names, dest=path, help=option.doc).home = home
            return
        self.add_option(*names, dest=path, action='store_true', help=option.doc).home = home
        if option.negation:
            negated = ['--no-' + name[2:] for name in names if name.startswith('--')]
            if negated:
                self.add_option(*negated, dest=path, action='store_false').home = home

    def _store(self, values, option, text):
        OptionParser._store(self, values, option, text)
        try:
            option.home.setoption(option.dest.split('.')[-1], getattr(values, option.dest), 'cmdline')
        except (ConfigError, ValueError) as e:
            self.error(str(e))


def _wanted(path, patterns):
    """Whether a path is one of `patterns`, or below one that ends with `.*`."""
    if patterns is None:
        return True
    return any(path == p or p.endswith('.*') and path.startswith(p[:-1]) for p in patterns)


def to_optparse(config, useoptions=None, parser=None, parserargs=None, parserkwargs=None):
    """A parser for the options of a configuration, or of the groups that are attributes of it."""
    parser = _ConfigParser(*(parserargs or []), **(parserkwargs or {}))
    if '_descr' in vars(config):
        groups = [('', config)]
    else:
        groups = [(name + '.', group) for name, group in sorted(vars(config).items()) if isinstance(group, Config)]
    for before, group in groups:
        for path in group.getpaths():
            if _wanted(before + path, useoptions):
                home, name = group._home(path)
                parser.add(home, before + path, getattr(home._descr, name))
    return parser
