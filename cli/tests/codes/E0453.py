class Config(object):
    level = 1

def entry_point(argv):
    Config.level = len(argv)
    return 0

#| error[E0453]: attribute `level` of the class `E0453.Config` is set at run time
#|  --> FILE:5:5
#|   |
#| 1 | class Config(object):
#|   |       ------ this is the constant
#| ...
#| 5 |     Config.level = len(argv)
#|   |     ^^^^^^^^^^^^
#|   |
#|   = help: classes, functions and modules are constants in translated code
#|
#| genext: stopped because of an error
