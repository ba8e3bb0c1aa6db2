from rpython.rlib import rgc

class NoClass(rgc.FinalizerQueue):
    def finalizer_trigger(self):
        pass

no_class = NoClass()

def entry_point(argv):
    no_class.next_dead()
    return 0

#| error[E0466]: `rpython.rlib.rgc.FinalizerQueue.next_dead` cannot be called at run time: a finalizer queue needs an attribute `Class`, a class
#|    --> FILE:10:5
#|     |
#|  10 |     no_class.next_dead()
#|     |     ^^^^^^^^^^^^^^^^^^^^ this call of Python's library leads there
#|     |
#|    ::: <genext>/rpython/rlib/rgc.py:176:16
#|     |
#| 176 |         return _next_dead(self)
#|     |                ---------------- here
#|     |
#|     = help: make the queue in the module: an instance of a class below FinalizerQueue with an attribute `Class`
#|
#| genext: stopped because of an error
