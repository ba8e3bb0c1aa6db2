# genext: python2
"""The environment of the process, under the names that older versions of RPython's library have for it."""
import os


def getenv_llimpl(name):
    """The value of a variable; None if there is none."""
    return os.getenv(name)


def putenv_llimpl(name, value):
    os.putenv(name, value)


def unsetenv_llimpl(name):
    os.unsetenv(name)
