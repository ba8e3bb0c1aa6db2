"""Reserved words of Python 2.7."""
kwlist = ('and as assert break class continue def del elif else except exec finally for from global if import in is '
          'lambda not or pass print raise return try while with yield').split()
iskeyword = frozenset(kwlist).__contains__
