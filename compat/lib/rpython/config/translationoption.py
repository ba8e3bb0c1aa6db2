# genext: python2
"""The configuration of a translation, with RPython's defaults."""
from rpython.config.config import Config
from rpython.translator.translator import Options

PLATFORMS = ['host', 'maemo', 'arm']
DEFL_ROOTFINDER_WITHJIT = 'shadowstack'
IS_64_BITS = True
CACHE_DIR = '/nonexistent'      # nothing is kept from one translation to the next
SUPPORT__THREAD = True


class CombinedOptions(Options, Config):
    """All options; a program may ask whether they are a Config. Attributes are plain ones."""
    __setattr__ = object.__setattr__
    __delattr__ = object.__delattr__
    __hash__ = object.__hash__
    __str__ = object.__str__

    def __eq__(self, other):
        return self is other

    def __ne__(self, other):
        return self is not other

    def __iter__(self):
        return iter(sorted(vars(self).items()))

    def __getattr__(self, name):
        raise AttributeError('no option %s' % (name,))


def get_combined_translation_config(other_optdescr=None, existing_config=None, overrides=None, translating=False):
    config = existing_config or CombinedOptions()
    if not hasattr(config, 'translation'):
        config.translation = Options(
            check_str_without_nul=False, list_comprehension_operations=False, keepgoing=False, verbose=False,
            taggedpointers=False, withsmallfuncsets=0, gc='minimark', gctransformer='framework', rweakref=True,
            continuation=False, jit=False, backend='c', type_system='lltype', thread=False, sandbox=False,
            backendopt=Options(none=False, inline=True), builtins_can_raise_exceptions=False, translating=translating)
    if other_optdescr is not None:
        setattr(config, other_optdescr._name, Config(other_optdescr, toplevel=config))
    for name, value in (overrides or {}).items():
        config.set(**{name: value})
    return config


def get_translation_config():
    return None


def set_opt_level(config, level):
    pass
