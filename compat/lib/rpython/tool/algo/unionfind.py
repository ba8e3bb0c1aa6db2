# genext: python2
"""Union-find over hashable objects, with information for each set that is absorbed on union."""


class UnionFind(object):
    def __init__(self, info_factory=None):
        self.link_to_parent = {}
        self.weight = {}
        self.info_factory = info_factory
        self.root_info = {}

    def __getitem__(self, obj):
        """The information of the set of an object."""
        if obj not in self.link_to_parent:
            raise KeyError(obj)
        return self.root_info[self.find_rep(obj)]

    def __contains__(self, obj):
        return obj in self.link_to_parent

    def __iter__(self):
        return iter(self.link_to_parent)

    def keys(self):
        return self.link_to_parent.keys()

    def infos(self):
        return self.root_info.values()

    def find_rep(self, obj):
        """The representative; a new object is one of its own."""
        if obj not in self.link_to_parent:
            self.link_to_parent[obj] = obj
            self.weight[obj] = 1
            if self.info_factory:
                self.root_info[obj] = self.info_factory(obj)
            else:
                self.root_info[obj] = None
            return obj
        root = obj
        while self.link_to_parent[root] is not root:
            root = self.link_to_parent[root]
        while obj is not root:
            obj, self.link_to_parent[obj] = self.link_to_parent[obj], root
        return root

    def find(self, obj):
        """(whether it is new, representative, information)"""
        new = obj not in self.link_to_parent
        rep = self.find_rep(obj)
        return new, rep, self.root_info[rep]

    def union(self, obj1, obj2):
        """(whether that changed something, representative, information)"""
        new1, rep1, info1 = self.find(obj1)
        new2, rep2, info2 = self.find(obj2)
        if rep1 is rep2:
            return new1 or new2, rep1, info1
        # The information of the first object absorbs the other's, whichever becomes the root.
        if info1 is not None:
            info1.absorb(info2)
        if self.weight[rep1] < self.weight[rep2]:
            rep1, rep2 = rep2, rep1
        self.link_to_parent[rep2] = rep1
        self.weight[rep1] += self.weight.pop(rep2)
        self.root_info.pop(rep2)
        self.root_info[rep1] = info1
        return True, rep1, info1

    def union_list(self, objlist):
        for obj in objlist[1:]:
            self.union(objlist[0], obj)
        if objlist:
            return self.find(objlist[0])[1:]
