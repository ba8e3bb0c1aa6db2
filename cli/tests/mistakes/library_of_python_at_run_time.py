# E0403, 1: `json` is a module of Python's library
import json

def entry_point(argv):
    print(json.loads(argv[1]))
    return 0
