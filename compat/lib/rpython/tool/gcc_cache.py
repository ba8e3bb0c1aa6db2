# genext: python2
"""What RPython keeps of one translation for the next: nothing."""


def try_atomic_write(path, data):
    """Keeps a text in a file if it can."""
