# genext: python2
"""Lists of weak references: an object that is added has a number, and can be had by it while it lives."""
import weakref

INITIAL_SIZE = 4


class _Dead(object):
    pass


dead_ref = weakref.ref(_Dead())


class RWeakListMixin(object):
    """Numbers of dead objects are given again."""
    _mixin_ = True

    def initialize(self):
        self.handles = [dead_ref] * INITIAL_SIZE
        # The numbers below were not looked at in this round.
        self.unseen = INITIAL_SIZE

    def get_all_handles(self):
        """The references, some of them to nothing."""
        return self.handles

    def reserve_next_handle_index(self):
        """A number whose object is dead. The list grows when a round ends and few are."""
        while True:
            while self.unseen > 0:
                self.unseen -= 1
                if self.handles[self.unseen]() is None:
                    return self.unseen
            size = len(self.handles)
            free = 0
            for ref in self.handles:
                if ref() is None:
                    free += 1
            if free * 4 <= size:
                self.handles += [dead_ref] * size
            self.unseen = len(self.handles)

    def add_handle(self, content):
        index = self.reserve_next_handle_index()
        self.store_handle(index, content)
        return index

    def store_handle(self, index, content):
        self.handles[index] = weakref.ref(content)

    def fetch_handle(self, index):
        """The object of a number, or None."""
        if 0 <= index < len(self.handles):
            return self.handles[index]()
        return None


class RWeakList(RWeakListMixin):
    def __init__(self):
        self.initialize()
