# refused: E0482
from rpython.rlib.objectmodel import compute_identity_hash


def entry_point(argv):
    return compute_identity_hash(len(argv)) & 1
