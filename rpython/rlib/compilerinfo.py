"""What translated the program."""
from rpython.rlib.objectmodel import we_are_translated


def get_compiler_info():
    if we_are_translated():
        return "genext"
    return "(untranslated)"
