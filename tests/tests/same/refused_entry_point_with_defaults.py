# refused: E0117
"""The entry point gets the list of arguments and nothing else."""


def entry_point(argv, times=1):
    print(len(argv) * times)
    return 0


def target(driver, args):
    return entry_point, None
