# Formats that are not known while translating are refused.
# entry: f(str, int)
def f(s, n):
    return s % n

#| error[E0445]: the format string is not constant
#|  --> FILE:4:12
#|   |
#| 4 |     return s % n
#|   |            ^^^^^
#|   |
#|   = help: formats are checked while translating: write the format here, or put the text together with +
