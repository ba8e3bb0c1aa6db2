# Dictionaries are not compared: they would be by identity, and untranslated they are by what they hold.
# refused: E0441
def entry_point(argv):
    print([{1: len(argv)}] == [{1: 1}])
    return 0
