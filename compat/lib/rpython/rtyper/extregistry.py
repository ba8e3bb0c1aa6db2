# genext: python2
"""RPython's registry of functions with types and operations of their own. Such functions are translated as they are written here."""


class ExtRegistryEntry(object):
    _about_ = None
