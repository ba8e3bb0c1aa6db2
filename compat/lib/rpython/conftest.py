# genext: python2
"""Options of test runs."""


class Options(object):
    view = False
    viewloops = False
    runcappyc = False
    _rtyper_only = False


option = Options()
cdir = ''
