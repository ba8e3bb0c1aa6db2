# E0900, 0: if x == 1:
def entry_point(argv):
    match len(argv):
        case 1:
            print("one")
        case _:
            print("many")
    return 0
