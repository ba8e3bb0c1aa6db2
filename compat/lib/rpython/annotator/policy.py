# genext: python2
"""The policy of annotation. The engine has one; tests pass this object around."""


class AnnotatorPolicy(object):
    pass
