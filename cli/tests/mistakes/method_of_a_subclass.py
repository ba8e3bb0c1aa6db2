# W0451, 1: isinstance
class Base(object):
    pass

class A(Base):
    def run(self):
        return 1

class B(Base):
    pass

def make(n):
    if n > 1:
        return A()
    return B()

def entry_point(argv):
    return make(len(argv)).run()
