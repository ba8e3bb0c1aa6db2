# genext: python2
"""The platform that C is compiled for. None is: programs may change its flags, which mean nothing."""


class Platform(object):
    name = 'linux'
    so_ext = 'so'
    exe_ext = ''

    def __init__(self, cc=None):
        self.cc = cc or 'cc'
        self.cflags = ()
        self.link_flags = ()
        self.standalone_only = ()
        self.shared_only = ()

    def include_dirs_for_libffi(self):
        return []

    def library_dirs_for_libffi(self):
        return []


host = host_factory = platform = Platform()


def set_platform(new_platform, cc):
    """There is no other one."""
