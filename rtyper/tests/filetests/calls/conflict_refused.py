# Functions whose arguments differ in number do not meet.
# entry: f(int)
def a(n): return n
def b(n, m): return n

def f(n):
    g = a if n == 0 else b
    return g(n)

#| error[E0403]: missing argument `m`
#|  --> FILE:8:12
#|   |
#| 4 | def b(n, m): return n
#|   |     - the function is `conflict_refused.b(n, m)`
#| ...
#| 8 |     return g(n)
#|   |            ^^^^ in this call
#|   |
#|   = help: pass it, or give the parameter a default
