# genext: python2
"""Functions that a program has called by the collector. It never calls them."""


class GcHooks(object):
    def is_gc_minor_enabled(self):
        return False

    def is_gc_collect_step_enabled(self):
        return False

    def is_gc_collect_enabled(self):
        return False

    def on_gc_minor(self, duration, total_memory_used, pinned_objects):
        pass

    def on_gc_collect_step(self, duration, oldstate, newstate):
        pass

    def on_gc_collect(self, num_major_collects, arenas_count_before, arenas_count_after, arenas_bytes,
                      rawmalloc_bytes_before, rawmalloc_bytes_after, pinned_objects):
        pass
