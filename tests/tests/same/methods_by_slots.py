# Methods that classes spread over a tree have and others lack: what tells them apart is what their vtables hold. With
# arguments of several kinds (a table of functions), with a method that is also set on instances, and inherited.
# warned: W0451
class Node(object):
    pass

class A(Node):
    def run(self, n): return n + 1
    def show(self): return 'A'

class Lacks(Node):
    pass

class B(Lacks):
    def run(self, n): return n * 2

class C(Lacks):
    def show(self): return 'C'

class D(C):
    def run(self, n): return n - 1

class E(Node):
    def run(self, n): return -n
    def show(self): return 'E'

class F(E):
    pass

class G(Lacks):
    def run(self, n, more=10): return n + more
    def show(self): return 'G'

NODES = [A(), B(), C(), D(), E(), F(), G(), Lacks()]

def argument(i):
    print('argument %d' % i)
    return i

def run(node, i):
    try:
        return node.run(argument(i))
    except AttributeError:
        return -100

def show(node):
    try:
        return node.show()
    except AttributeError:
        return 'none'

def main(argv):
    for turn in range(3):
        for i in range(len(NODES)):
            node = NODES[(i * 3 + turn) % len(NODES)]
            print('%d %s' % (run(node, i), show(node)))
    return 0

def target(driver, args):
    return main, None

if __name__ == '__main__':
    import sys
    main(sys.argv)
