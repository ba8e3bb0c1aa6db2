"""Names that programs import. Functions have no bytecode of CPython: there are no instructions."""

opmap = {}
opname = ['<%d>' % i for i in range(256)]
HAVE_ARGUMENT = 90
EXTENDED_ARG = 145
cmp_op = ('<', '<=', '==', '!=', '>', '>=', 'in', 'not in', 'is', 'is not', 'exception match', 'BAD')
hasconst, hasname, hasjrel, hasjabs, haslocal, hascompare, hasfree = [], [], [], [], [], [], []
