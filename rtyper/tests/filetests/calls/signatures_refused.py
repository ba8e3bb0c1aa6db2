# Candidates that give a float and an integer for the same integer are refused: one of them would be passed a float.
# entry: f(int)
def a(x): return x + 3.0
def b(x): return x * 2

def f(n):
    g = a if n == 0 else b
    a(2.5)
    return g(n)

#| error[E0604]: functions that may be called here take or return different types
#|  --> FILE:7:14
#|   |
#| 3 | def a(x): return x + 3.0
#|   |     - `signatures_refused.a` takes `x`: a float and returns a float
#| 4 | def b(x): return x * 2
#|   |     - `signatures_refused.b` takes `x`: an integer and returns an integer
#| ...
#| 7 |     g = a if n == 0 else b
#|   |              ^^^^^^ one way to call them all is needed
#|   |
#|   = help: convert what is passed, so that each argument has one type in all of them: float(x), [x]
