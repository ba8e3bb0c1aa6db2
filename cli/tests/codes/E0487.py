class Line(object):
    def __init__(self, text):
        self.text = text

def text(line):
    return line.text

def entry_point(argv):
    return len(text(Line(argv[0])).decode('utf-16'))

#| error[E0487]: the encoding `utf-16` is not supported: use ascii, latin-1 or utf-8
#|  --> FILE:9:16
#|   |
#| 9 |     return len(text(Line(argv[0])).decode('utf-16'))
#|   |                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
#|   |
#|   = help: use 'ascii', 'latin-1' or 'utf-8'
#|
#| genext: stopped because of an error
