"""The sizes that a collector chooses: targets replace these functions. The collector of genext chooses for itself
(`GENEXT_GC`), so nothing calls them."""


def estimate_best_nursery_size():
    """Bytes, or -1 if it is not known."""
    return -1
