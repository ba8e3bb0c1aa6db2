LIMIT = 1 << 70

class Config(object):
    limit = LIMIT

def entry_point(argv):
    return int(len(argv) < Config().limit)

#| error[E0421]: the integer 1180591620717411303424 does not fit in a machine word
#|  --> FILE:7:28
#|   |
#| 7 |     return int(len(argv) < Config().limit)
#|   |                            ^^^^^^^^^^^^^^
#|   |
#|   = help: use r_uint(...), r_longlonglong(...) or rbigint for larger values
#|
#| genext: stopped because of an error
