"""Python 2's module of sets."""
Set = set
ImmutableSet = frozenset
BaseSet = (set, frozenset)
