# genext: python2
"""The driver of a translation, as targets that are run as scripts make one: `target(TranslationDriver(), sys.argv)`."""
from rpython.config.translationoption import get_combined_translation_config


class TranslationDriver(object):
    def __init__(self, setopts=None, default_goal=None, disable=(), exe_name=None, extmod_name=None, config=None,
                 overrides=None):
        self.config = config or get_combined_translation_config(translating=True)
        self.exe_name = exe_name
        self.extmod_name = extmod_name
        self.default_goal = default_goal
        self.extra_goals = []
        self.options = setopts
        self.extra = {}

    def set_extra_goals(self, goals):
        self.extra_goals = goals

    def proceed(self, goals):
        raise NotImplementedError('translate with `genext build`')
