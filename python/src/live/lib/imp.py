"""Of the module `imp`: what marks files of CPython's bytecode."""


def get_magic():
    return '\x03\xf3\r\n'
