"""Editing of lines that are read. There is none: what is set is forgotten."""


def parse_and_bind(text):
    pass


def read_init_file(filename=None):
    pass


def set_completer(function=None):
    pass


def get_completer():
    return None


def set_completer_delims(text):
    pass


def get_completer_delims():
    return ''


def add_history(line):
    pass


def clear_history():
    pass


def read_history_file(filename=None):
    pass


def write_history_file(filename=None):
    pass


def set_history_length(length):
    pass


def get_history_length():
    return -1


def get_current_history_length():
    return 0


def set_startup_hook(function=None):
    pass


def set_pre_input_hook(function=None):
    pass
