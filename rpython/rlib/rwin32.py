# genext: python2
"""Windows. It is not here; programs ask for it under this name."""

WIN32 = _WIN32 = False
MAX_PATH = 260
