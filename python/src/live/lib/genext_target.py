"""What a target file says, as RPython's `translate.py` reads it: its functions `target`, `handle_config`, ... and their driver."""
import os
import sys
import types


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
        if '.' in name:
            group, rest = name.split('.', 1)
            return getattr(getattr(self, group), rest)
        return None

    def getpaths(self, include_groups=False):
        """Dotted names of all options, as a Config gives them."""
        paths = []
        for name in sorted(self.__dict__):
            value = self.__dict__[name]
            if not name.startswith('_'):
                inner = getattr(value, 'getpaths', None)
                if inner is None or include_groups:
                    paths.append(name)
                if inner is not None:
                    paths.extend([name + '.' + path for path in inner(include_groups)])
        return paths

    def _freeze_(self):
        return True

    @property
    def _cfgimpl_value_owners(self):
        """Who set each option, by name: targets ask whether the level was given on the command line."""
        return dict((name, 'cmdline' if name in self._chosen else 'default') for name in self.__dict__)

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


class Log(object):
    """What a target says while it is translated: each method writes its text, under its name."""

    def __init__(self, name):
        self._name = name

    def __call__(self, text):
        for line in str(text).splitlines():
            sys.stderr.write('[%s] %s\n' % (self._name, line))

    def __getattr__(self, kind):
        if kind.startswith('_'):
            raise AttributeError(kind)
        return Log(self._name if kind == 'info' else '%s:%s' % (self._name, kind))


class Driver(object):
    def __init__(self, name, config):
        self.log = Log('translation')
        self.exe_name = name
        self.extmod_name = None
        self.config = config
        self.options = Group()
        self.default_goal = None
        self.extra_goals = []
        self.tasks = {}
        self._disabled = []     # goals
        self.extra = {}

    def set_extra_goals(self, goals):
        self.extra_goals = goals


class Loaded(object):
    """A target as it was loaded."""
    entry = None
    types = None        # of the entry point's arguments, if it is no program of its own
    program = None      # then: the program that takes these arguments from the command line, or a text: why there is none
    ignored = False     # whether there were arguments that the target does not take
    driver = None
    own_specializations = []    # names of those that a policy of annotation defines


def own_specializations(policy):
    """The names `x` of the methods `specialize__x` of a policy of annotation."""
    return [name[len('specialize__'):] for name in dir(policy) if name.startswith('specialize__')]


def positional(function, wanted):
    """How many of the wanted arguments a function or a bound method takes."""
    code = getattr(function, '__code__', None)
    if code is None or code.co_flags & 4:
        return len(wanted)
    takes = code.co_argcount
    if getattr(function, '__self__', None) is not None:
        takes -= 1
    return min(takes, len(wanted)) if takes > 2 else 2


def provide_translate():
    """Targets import `translate`, the script that reads them, from which they may have their options shown."""
    if 'translate' in sys.modules or any(os.path.exists(os.path.join(p, 'translate.py')) for p in sys.path):
        return
    script = types.ModuleType('translate')
    script.log_config = lambda config, header='config used': None
    sys.modules['translate'] = script


def load(module, name, args, jit=False):
    """Runs the functions of a target in the order in which `translate.py` does."""
    found = Loaded()
    found.ignored = bool(args) and not getattr(module, 'take_options', False)
    config = make_config(jit)
    describe = getattr(module, 'get_additional_config_options', None)
    if describe is not None:
        from rpython.config.config import Config
        from rpython.config.translationoption import CombinedOptions
        # A program may ask whether it is a Config.
        values, config = vars(config), type('Configuration', (Group, CombinedOptions), {})()
        vars(config).update(values)
        description = describe()
        setattr(config, description._name, Config(description, toplevel=config))
    handle = getattr(module, 'handle_config', None)
    if handle is not None:
        options = Group(goals=[])
        options.set(opt='jit' if jit else '2')
        handle(config, options)
    driver = found.driver = Driver(name, config)
    driver.extra = vars(module)
    provide_translate()
    target = module.target
    given = (driver, list(args), config)
    found.entry = target(*given[:positional(target, given)])
    if isinstance(found.entry, tuple):
        result = found.entry
        found.entry = result[0] if result else None
        if len(result) > 2:
            found.own_specializations = own_specializations(result[2])
        if len(result) > 1 and isinstance(result[1], (list, tuple)):
            found.types = [plain_type(t) for t in result[1]]
            if found.types == [[str]]:
                found.types = None
            else:
                found.program = program(found.entry, found.types)
    return found


unicode = type(u'')
PLAIN = {
    'SomeInteger': int, 'SomeBool': bool, 'SomeFloat': float, 'SomeString': str, 'SomeChar': str, 'SomeUnicodeString': unicode,
    'SomeUnicodeCodePoint': unicode, 'SomeNone': type(None),
}


def plain_type(t):
    """A type instead of an annotation: `int` for `SomeInteger()`, `[str]` for `s_list_of_strings`."""
    name = type(t).__name__
    if name == 'SomeInteger':
        return t.knowntype
    if name == 'SomeList':
        return [plain_type(t.listdef.listitem.s_value)]
    if name == 'SomeInstance':
        return t.classdef.classdesc.pyobj
    if isinstance(t, list):
        return [plain_type(item) for item in t]
    return PLAIN.get(name, t)


class Misuse(Exception):
    """The command line does not fit."""

    def __init__(self, text):
        self.text = text


def to_int(text, number):
    try:
        return int(text)
    except ValueError:
        raise Misuse("argument %d must be an integer, not '%s'" % (number, text))


def to_float(text, number):
    try:
        return float(text)
    except ValueError:
        raise Misuse("argument %d must be a number, not '%s'" % (number, text))


def to_bool(text, number):
    if text in ('1', 'true', 'True', 'yes'):
        return True
    if text in ('0', 'false', 'False', 'no'):
        return False
    raise Misuse("argument %d must be true or false, not '%s'" % (number, text))


def to_str(text, number):
    return text


def to_unicode(text, number):
    try:
        return text.decode('utf-8')
    except UnicodeDecodeError:
        raise Misuse('argument %d is not UTF-8' % number)


CONVERSIONS = {int: to_int, float: to_float, bool: to_bool, str: to_str, unicode: to_unicode}
if type(1 << 80) is not int:
    CONVERSIONS[type(1 << 80)] = to_int


def misused(name, text, usage):
    os.write(2, '%s: %s\nusage: %s%s\n' % (name, text, name, usage))
    return 2


def type_text(t):
    if isinstance(t, list):
        return '[%s]' % ', '.join([type_text(item) for item in t])
    return getattr(t, '__name__', None) or repr(t)


def program(function, types):
    """A program around a function: arguments from the command line, the result printed. A text if its arguments cannot be written there."""
    names = {'function': function, 'Misuse': Misuse, 'misused': misused}
    parts, usage = [], ''
    for i, t in enumerate(types):
        many = isinstance(t, list) and len(t) == 1 and i == len(types) - 1
        one = t[0] if many else t
        convert = CONVERSIONS.get(one) if isinstance(one, type) else None
        if convert is None:
            return 'an argument of the type %s' % type_text(t)
        names['convert%d' % i] = convert
        word = (one.__name__ if one is not str else 'text').upper()
        if many:
            parts.append('[convert%d(argv[i], i) for i in range(%d, len(argv))]' % (i, i + 1))
            usage += ' %s...' % word
        else:
            parts.append('convert%d(argv[%d], %d)' % (i, i + 1, i + 1))
            usage += ' ' + word
    fixed = len(types) - usage.endswith('...')
    wrong = 'len(argv) %s %d' % ('<' if usage.endswith('...') else '!=', fixed + 1)
    names['usage'] = usage
    least = 'at least ' if usage.endswith('...') else ''
    names['count'] = '%s%d argument%s expected' % (least, fixed, '' if fixed == 1 else 's')
    lines = ['def entry_point(argv):', '    if %s:' % wrong, '        return misused(argv[0], count, usage)']
    if parts:
        lines.append('    try:')
        lines += ['        a%d = %s' % (i, part) for i, part in enumerate(parts)]
        lines += ['    except Misuse as e:', '        return misused(argv[0], e.text, usage)']
    lines.append('    result = function(%s)' % ', '.join(['a%d' % i for i in range(len(parts))]))
    lines += ['    if result is not None:', '        print(result)', '    return 0', '']
    exec('\n'.join(lines), names)
    return names['entry_point']


def policy(module, loaded):
    """What says which functions a JIT looks into, or None."""
    make = getattr(module, 'jitpolicy', None)
    return None if make is None else make(loaded.driver)


def looks_inside(policy, function):
    """Whether the policy lets a JIT look into a function."""
    decide = getattr(policy, 'look_inside_function', None)
    return decide is None or bool(decide(function))
