# genext: python2
"""Union-find over hashable objects (Tarjan), with information for each set: `info.absorb(other)` is called on union.

    sets = UnionFind(Info)
    sets.union('a', 'b')
    sets['a'] is sets['b']
"""


class UnionFind(object):
    def __init__(self, info_factory=None):
        self.make_info = info_factory or (lambda obj: None)
        # Object -> an object of its set nearer to the representative, which leads to itself.
        self.link_to_parent = {}
        # Of representatives: the number of objects, and the information.
        self.weight, self.root_info = {}, {}

    def infos(self):
        return self.root_info.values()

    def keys(self):
        return list(self.link_to_parent)

    def __iter__(self):
        return iter(self.keys())

    def __contains__(self, obj):
        return obj in self.link_to_parent

    def __getitem__(self, obj):
        """The information of the set of an object."""
        if obj in self:
            return self.root_info[self.find_rep(obj)]
        raise KeyError(obj)

    def find_rep(self, obj):
        """The representative of an object's set; a new object is one of its own."""
        links = self.link_to_parent
        if obj not in links:
            links[obj], self.weight[obj] = obj, 1
            self.root_info[obj] = self.make_info(obj)
        way = []
        while links[obj] is not obj:
            way.append(obj)
            obj = links[obj]
        # Those on the way are nearer next time.
        links.update(dict.fromkeys(way, obj))
        return obj

    def find(self, obj):
        """(whether it is new, representative, information)"""
        new = obj not in self
        rep = self.find_rep(obj)
        return new, rep, self.root_info[rep]

    def union(self, obj1, obj2):
        """(whether that changed something, representative, information)"""
        one, other = self.find(obj1), self.find(obj2)
        info = one[2]
        if one[1] is other[1]:
            return one[0] or other[0], one[1], info
        # The first object's information stays, whichever set is the larger one.
        if info is not None:
            info.absorb(other[2])
        small, large = sorted([one[1], other[1]], key=self.weight.get)
        if self.weight[small] == self.weight[large]:
            small, large = other[1], one[1]
        self.link_to_parent[small] = large
        self.weight[large] += self.weight.pop(small)
        del self.root_info[small]
        self.root_info[large] = info
        return True, large, info

    def union_list(self, objlist):
        for obj in objlist:
            _, rep, info = self.union(objlist[0], obj)
        return (rep, info) if objlist else None
